//! `ferz play`: a game in the terminal, on the interpreter.
//!
//! Everything is a line: a move, or one of the words that `help` lists. An illegal move is told with the rule that forbids
//! it. At the end of input the game is left.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::AtomicBool;

use ferz_interp::Pos;
use ferz_runtime::search::{Budget, Limits, Table, Task, search};
use ferz_runtime::{History, Position, Rules};

use crate::args::PlayArgs;
use crate::commands::moves::sorted_texts;
use crate::failure::Done;
use crate::position;
use crate::variant::{self, Playable};

const HELP: &str = "a move such as e2e4, or: moves  go  undo  fen  help  quit";
/// A longer line is no move of any game.
const LONGEST_LINE: u64 = 1 << 16;

pub fn run(args: &PlayArgs, out: &mut impl Write) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    let start = position::reach(&game.rules, &args.place)?.position;
    let mut table = Game {
        sides: game.rules.info().sides,
        game: &game,
        states: Vec::new(),
        now: start,
        milliseconds: args.movetime,
    };
    writeln!(out, "{}; {HELP}", game.rules.info().title)?;
    table.show(out)?;
    let mut input = io::stdin().lock();
    loop {
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        match String::from_utf8_lossy(&line).trim() {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "help" => writeln!(out, "{HELP}")?,
            "fen" => writeln!(out, "{}", table.now.to_fen())?,
            "moves" => writeln!(out, "{}", sorted_texts(&table.now).join(" "))?,
            "undo" => table.undo(out)?,
            "go" => table.go(out)?,
            text => table.play(text, out)?,
        }
    }
}

/// A game in progress.
struct Game<'a> {
    game: &'a Playable,
    sides: Vec<String>,
    /// Positions before each move, with the record of the move.
    states: Vec<(Pos, ferz_runtime::Record)>,
    now: Pos,
    milliseconds: u64,
}

impl Game<'_> {
    fn history(&self) -> History {
        let start = self.states.first().map_or(&self.now, |(p, _)| p).key();
        let mut history = History::new(start);
        self.states.iter().for_each(|(_, r)| history.push(r.clone()));
        history
    }

    fn show(&self, out: &mut impl Write) -> Done {
        writeln!(out, "\n{}", self.now.diagram().trim_end())?;
        let outcome = if self.states.is_empty() { self.now.outcome() } else { self.now.adjudicate(&self.history()) };
        match outcome {
            Some(outcome) => writeln!(out, "{}", outcome.text(&self.sides))?,
            None if self.now.in_check() => writeln!(out, "{} is in check", self.sides[self.now.side_to_move()])?,
            None => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str, out: &mut impl Write) -> Done {
        let Some(mv) = self.now.find_move(text) else {
            let shown: String = text.chars().take(40).collect();
            write!(out, "`{shown}` is not legal")?;
            for blame in self.now.explain_illegal(text).unwrap_or_default() {
                write!(out, "; {} by {} ({}:{})", blame.what, blame.origin.rule, blame.origin.file, blame.origin.line)?;
            }
            writeln!(out)?;
            return Ok(());
        };
        let before = self.now.clone();
        self.now.play(mv);
        let record = self.now.record(&before, mv);
        self.states.push((before, record));
        self.show(out)
    }

    fn undo(&mut self, out: &mut impl Write) -> Done {
        match self.states.pop() {
            Some((before, _)) => {
                self.now = before;
                self.show(out)
            }
            None => Ok(writeln!(out, "nothing has been played")?),
        }
    }

    /// Lets the interpreter find a move.
    fn go(&mut self, out: &mut impl Write) -> Done {
        let task =
            Task { position: self.now.clone(), history: self.history(), sides: self.sides.len(), only: Vec::new() };
        let limits = Limits { time: Some(Budget::exactly(self.milliseconds)), ..Limits::default() };
        let found = search(&task, &limits, &mut Table::new(8), &AtomicBool::new(false), &mut |_| {});
        match found.line.first() {
            Some(mv) => {
                let text = self.now.move_text(*mv);
                writeln!(out, "{text}")?;
                self.play(&text, out)
            }
            None => Ok(writeln!(out, "there is no move in {}", self.game.rules.info().title)?),
        }
    }
}
