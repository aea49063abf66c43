//! One conversation: the position, the options, the running search.

use super::go::{self, Go, shown};
use crate::erased::{AnyGame, AnyRules, SearchOrder};
use crate::perft::Bounds;
use crate::position::{Flow, RulesInfo};
use crate::search::{MAX_MEBIBYTES, Report, Score, Table};
use crate::source::VERSION;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

const DEFAULT_HASH: usize = 16;
/// Stack of a search thread: a hundred plies of positions of any size.
const STACK: usize = 64 << 20;

/// What the loop and a search thread share.
pub(super) struct Shared<'o> {
    output: Output<'o>,
    /// The running search is to end.
    stop: AtomicBool,
    /// A search has not answered yet.
    busy: AtomicBool,
}

impl<'o> Shared<'o> {
    pub(super) fn new(output: Output<'o>) -> Self {
        Shared { output, stop: AtomicBool::new(false), busy: AtomicBool::new(false) }
    }

    /// Writes lines; with nobody left to read them, there is nothing left to search for.
    fn say(&self, lines: &str) {
        if !self.output.write(lines) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The last words of a search: once they can be read, the next command is welcome.
    fn answer(&self, lines: &str) {
        self.busy.store(false, Ordering::Release);
        self.say(lines);
    }
}

/// The output, one whole line at a time.
pub(super) struct Output<'o>(Mutex<&'o mut (dyn Write + Send)>);

impl<'o> Output<'o> {
    pub(super) fn new(output: &'o mut (dyn Write + Send)) -> Self {
        Output(Mutex::new(output))
    }

    fn write(&self, lines: &str) -> bool {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{lines}").and_then(|()| output.flush()).is_ok()
    }
}

pub(super) struct Session<'scope, 'env> {
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared<'env>,
    rules: &'env dyn AnyRules,
    info: RulesInfo,
    game: Box<dyn AnyGame>,
    /// What the last `position` said before `moves`.
    told: String,
    hash: usize,
    /// Made at the first search, lent to the running one.
    table: Option<Table>,
    running: Option<Running<'scope>>,
}

struct Running<'scope> {
    thread: ScopedJoinHandle<'scope, Table>,
    bounded: bool,
}

impl<'scope, 'env> Session<'scope, 'env> {
    pub(super) fn new(
        scope: &'scope Scope<'scope, 'env>,
        rules: &'env dyn AnyRules,
        shared: &'env Shared<'env>,
    ) -> Self {
        let (info, game) = (rules.described(), rules.new_game());
        let told = START.to_string();
        Session { scope, shared, rules, info, game, told, hash: DEFAULT_HASH, table: None, running: None }
    }

    /// Answers one line; breaks at `quit`.
    pub(super) fn handle(&mut self, line: &str) -> Flow {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else { return Flow::Continue(()) };
        let answered = match command {
            "uci" => self.introduce(),
            "isready" => self.tell("readyok"),
            "d" => self.tell(&self.description()),
            "stop" => self.stop(),
            "quit" => {
                let _ = self.stop();
                return Flow::Break(());
            }
            "debug" => Ok(()),
            "ucinewgame" => self.idle(command).and_then(|()| self.new_game()),
            "setoption" => self.idle(command).and_then(|()| self.set_option(rest)),
            "position" => self.idle(command).and_then(|()| self.set_position(rest)),
            "go" => self.idle(command).and_then(|()| self.go(rest)),
            _ => Err(format!("no command `{}`", shown(command))),
        };
        if let Err(why) = answered {
            self.complain(&why);
        }
        Flow::Continue(())
    }

    pub(super) fn complain(&self, why: &str) {
        self.shared.say(&format!("info string error: {why}"));
    }

    /// The input has ended: a bounded search may still answer.
    pub(super) fn finish(&mut self) {
        if self.running.as_ref().is_some_and(|r| r.bounded) {
            self.collect();
        } else {
            let _ = self.stop();
        }
    }

    fn tell(&self, lines: &str) -> Result<(), String> {
        self.shared.say(lines);
        Ok(())
    }

    fn introduce(&self) -> Result<(), String> {
        let RulesInfo { name, title, .. } = &self.info;
        self.tell(&format!(
            "id name Ferz {} ({title})\nid author the Ferz project\n\
             option name Hash type spin default {DEFAULT_HASH} min 1 max {MAX_MEBIBYTES}\n\
             option name UCI_Variant type combo default {name} var {name}\nuciok",
            VERSION,
        ))
    }

    fn description(&self) -> String {
        let game = &self.game;
        let outcome = game.adjudicate().map_or("none".to_string(), |o| o.text(&self.info.sides));
        format!(
            "{}\nfen {}\nkey {:016x}\nside {}\ncheck {}\nmoves {}\noutcome {outcome}",
            game.diagram().trim_end(),
            game.to_fen(),
            game.key(),
            self.info.sides.get(game.side_to_move()).map_or("?", String::as_str),
            if game.in_check() { "yes" } else { "no" },
            game.count_moves(),
        )
    }

    /// Fails while a search runs.
    fn idle(&mut self, command: &str) -> Result<(), String> {
        if self.shared.busy.load(Ordering::Acquire) {
            return Err(format!("a search is running, `{command}` is refused until it has answered"));
        }
        self.collect();
        Ok(())
    }

    /// Waits for the running search and takes its table back.
    fn collect(&mut self) {
        if let Some(running) = self.running.take() {
            // A search that panicked would be our fault; the next one starts with a new table.
            self.table = running.thread.join().ok();
            self.shared.busy.store(false, Ordering::Release);
        }
    }

    fn stop(&mut self) -> Result<(), String> {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(running) = &self.running {
            running.thread.thread().unpark();
        }
        self.collect();
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.set_position(&[START])?;
        if let Some(table) = &mut self.table {
            table.clear();
        }
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let Some(("name", rest)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
            return Err("`setoption` is followed by `name NAME value VALUE`".to_string());
        };
        let middle = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let (name, value) =
            (rest[..middle].join(" "), rest[middle..].iter().skip(1).copied().collect::<Vec<_>>().join(" "));
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let size = value.parse().ok().filter(|size| (1..=MAX_MEBIBYTES).contains(size));
                let Some(size) = size else {
                    return Err(format!("Hash is a number of MiB from 1 to {MAX_MEBIBYTES}, not `{}`", shown(&value)));
                };
                self.hash = size;
                self.table = None;
                Ok(())
            }
            "uci_variant" if value == self.info.name => Ok(()),
            "uci_variant" => Err(format!("this engine plays `{}` only, not `{}`", self.info.name, shown(&value))),
            _ => Err(format!("no option `{}`", shown(&name))),
        }
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let middle = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let moves = words.get(middle + 1..).unwrap_or(&[]);
        let start = words[..middle].join(" ");
        // Board programs repeat the whole game each time; what is known is not played again.
        let played = self.game.line();
        let known = start == self.told && played.len() <= moves.len() && played.iter().zip(moves).all(|(a, b)| a == b);
        let mut game = if known { self.game.another() } else { self.starting_point(&words[..middle])? };
        for text in &moves[game.line().len()..] {
            if !game.play(text) {
                let (number, fen) = (game.line().len() + 1, game.to_fen());
                return Err(format!("move {number} (`{}`) is not legal at {fen}; {KEPT}", shown(text)));
            }
        }
        self.game = game;
        self.told = start;
        Ok(())
    }

    /// The position before any move.
    fn starting_point(&self, words: &[&str]) -> Result<Box<dyn AnyGame>, String> {
        match words {
            [START] => Ok(self.rules.new_game()),
            [START, extra, ..] => Err(format!("`moves` expected, not `{}`; {KEPT}", shown(extra))),
            ["fen", fields @ ..] if !fields.is_empty() => {
                let read = self.rules.game_from(&fields.join(" "));
                read.map_err(|why| format!("bad FEN: {}; {KEPT}", shown_message(&why.to_string())))
            }
            _ => Err(format!("`position` is followed by `startpos` or `fen FEN`, then `moves ...`; {KEPT}")),
        }
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let (job, bounded) = match go::parse(words, self.game.side_to_move())? {
            Go::Perft(depth) => (Job::Perft(depth), true),
            Go::Search { limits, until_stopped, only } => {
                let legal = if only.is_empty() { Vec::new() } else { self.game.moves() };
                if let Some(text) = only.iter().find(|text| !legal.contains(text)) {
                    return Err(format!("`{}` is not legal, nothing to search", shown(text)));
                }
                let order = SearchOrder { limits, sides: self.info.sides.len(), only };
                (Job::Search { order, until_stopped }, !until_stopped)
            }
        };
        let game = self.game.another();
        let mut table = self.table.take().unwrap_or_else(|| Table::new(self.hash));
        self.shared.stop.store(false, Ordering::Relaxed);
        self.shared.busy.store(true, Ordering::Release);
        let shared = self.shared;
        let work = move || {
            job.run(&*game, shared, &mut table);
            table
        };
        match thread::Builder::new().stack_size(STACK).spawn_scoped(self.scope, work) {
            Ok(thread) => self.running = Some(Running { thread, bounded }),
            Err(why) => {
                self.shared.busy.store(false, Ordering::Release);
                return Err(format!("no thread for the search: {why}"));
            }
        }
        Ok(())
    }
}

const START: &str = "startpos";
const KEPT: &str = "the position is unchanged";

/// A message of the FEN reader may quote what it was given.
fn shown_message(text: &str) -> String {
    text.chars().take(300).map(|c| if c.is_control() { '?' } else { c }).collect()
}

/// What a search thread does.
enum Job {
    Perft(u32),
    Search { order: SearchOrder, until_stopped: bool },
}

impl Job {
    fn run(&self, game: &dyn AnyGame, shared: &Shared<'_>, table: &mut Table) {
        match self {
            Job::Perft(depth) => shared.answer(&perft_lines(game, *depth, &shared.stop)),
            Job::Search { order, until_stopped } => {
                let best = game.search(order, table, &shared.stop, &mut |report| shared.say(&info_line(report)));
                while *until_stopped && !shared.stop.load(Ordering::Relaxed) {
                    // `stop` wakes the thread; the pause only bounds the harm of a lost wake-up.
                    thread::park_timeout(Duration::from_millis(50));
                }
                if best.depth == 0 && !best.line.is_empty() {
                    shared.say(&info_line(&best));
                }
                shared.answer(&format!("bestmove {}", best.line.first().map_or("(none)", String::as_str)));
            }
        }
    }
}

fn perft_lines(game: &dyn AnyGame, depth: u32, stop: &AtomicBool) -> String {
    if depth == 0 {
        return "Nodes searched: 1".to_string();
    }
    let Some(rows) = game.divide(depth, Bounds { max_nodes: None, stop: Some(stop) }) else {
        return "info string perft stopped".to_string();
    };
    let total = rows.iter().fold(0u64, |sum, (_, nodes)| sum.saturating_add(*nodes));
    let lines: String = rows.iter().map(|(text, nodes)| format!("{text}: {nodes}\n")).collect();
    format!("{lines}\nNodes searched: {total}")
}

fn info_line(report: &Report<String>) -> String {
    let score = match report.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let milliseconds = report.time.as_millis();
    let speed = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    let Report { depth, nodes, line, .. } = report;
    format!("info depth {depth} score {score} nodes {nodes} nps {speed} time {milliseconds} pv {}", line.join(" "))
}
