//! An engine plays itself over UCI, and a referee checks every move.
//!
//! The engine is any program that speaks the protocol; the referee is any variant, best another execution than the
//! one inside the engine. The engine is told the whole line each time, as a board program would.

use crate::erased::{AnyGame, AnyRules};
use crate::position::Flow;
use crate::walk::{Random, game_seed};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How to play.
#[derive(Clone, Debug)]
pub struct Match {
    pub games: u64,
    /// Random moves at the start, so that the games differ.
    pub opening: u32,
    pub seed: u64,
    /// A game is broken off after this many plies.
    pub plies: u32,
    /// The command that asks for a move, `go movetime 50`.
    pub go: String,
    /// Longest time for an answer.
    pub patience: Duration,
}

/// A game that was played with legal moves only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub line: Vec<String>,
    /// As the referee sees it; `None` if the game was broken off.
    pub outcome: Option<String>,
    /// Slowest answer.
    pub slowest: Duration,
}

/// Plays the games and shows each; `engine` says how to start the program. The number of games played.
///
/// # Errors
/// A move or a line of play that the referee does not know, an answer that does not come, a program that ends.
pub fn self_play(
    referee: &dyn AnyRules,
    engine: &mut Command,
    plan: &Match,
    show: &mut dyn FnMut(&Played) -> Flow,
) -> Result<u64, String> {
    let mut engine = Engine::start(engine, plan.patience)?;
    engine.say("uci")?;
    engine.wait_for("uciok")?;
    let mut games = 0;
    for game in 0..plan.games {
        engine.say("ucinewgame")?;
        engine.say("isready")?;
        engine.wait_for("readyok")?;
        let seed = game_seed(plan.seed, game);
        let played = one_game(referee, &mut engine, plan, seed).map_err(|why| format!("game {game}: {why}"))?;
        games += 1;
        if show(&played).is_break() {
            break;
        }
    }
    engine.say("quit")?;
    Ok(games)
}

fn one_game(referee: &dyn AnyRules, engine: &mut Engine, plan: &Match, seed: u64) -> Result<Played, String> {
    let sides = referee.described().sides;
    let mut random = Random::new(seed);
    let mut played = referee.new_game();
    let mut slowest = Duration::ZERO;
    for ply in 0..plan.plies {
        let legal = played.moves();
        if played.adjudicate().is_some() || legal.is_empty() {
            break;
        }
        if ply < plan.opening {
            played.play(&legal[random.below(legal.len())]);
            continue;
        }
        let moves =
            if played.line().is_empty() { String::new() } else { format!(" moves {}", played.line().join(" ")) };
        engine.say(&format!("position startpos{moves}"))?;
        engine.say(&plan.go)?;
        let asked = Instant::now();
        let (answer, before) = engine.wait_for("bestmove")?;
        slowest = slowest.max(asked.elapsed());
        if let Some(complaint) = before.iter().find(|line| line.starts_with("info string")) {
            return Err(format!("after `{}` the engine says `{complaint}`", played.line().join(" ")));
        }
        if let Some(line) = before.iter().rev().find_map(|line| line.split_once(" pv ")) {
            check_line(&*played, line.1)
                .map_err(|why| format!("line `{}` after `{}`: {why}", line.1, played.line().join(" ")))?;
        }
        let text = answer.split_ascii_whitespace().nth(1).unwrap_or("");
        if !played.play(text) {
            return Err(format!("`{text}` is not legal at {}", played.to_fen()));
        }
    }
    let outcome = played.adjudicate().map(|o| o.text(&sides));
    Ok(Played { line: played.line().to_vec(), outcome, slowest })
}

/// Is this line of play legal from here?
fn check_line(game: &dyn AnyGame, line: &str) -> Result<(), String> {
    let mut game = game.another();
    match line.split_ascii_whitespace().find(|text| !game.play(text)) {
        Some(text) => Err(format!("`{text}` is not legal at {}", game.to_fen())),
        None => Ok(()),
    }
}

struct Engine {
    child: Child,
    /// `None` once closed.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    patience: Duration,
}

impl Engine {
    fn start(command: &mut Command, patience: Duration) -> Result<Self, String> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|why| format!("the engine cannot be started: {why}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("the engine has no input and output".to_string());
        };
        let (sender, lines) = channel();
        // The thread ends with the output of the child.
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Engine { child, input: Some(input), lines, patience })
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let Some(input) = &mut self.input else { return Err("the engine has been told to end".to_string()) };
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|why| format!("the engine has gone: {why}"))
    }

    /// The first line that begins with this word, and the lines before it.
    fn wait_for(&mut self, word: &str) -> Result<(String, Vec<String>), String> {
        let end = Instant::now() + self.patience;
        let mut before = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(left).map_err(|why| format!("no `{word}` from the engine: {why}"))?;
            if line.split_ascii_whitespace().next() == Some(word) {
                return Ok((line, before));
            }
            before.push(line);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The end of its input ends it; if it does not, it must not be left behind.
        self.input = None;
        let end = Instant::now() + Duration::from_secs(2);
        while Instant::now() < end {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
