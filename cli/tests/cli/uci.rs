//! An engine over UCI that is told nonsense and goes on answering.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::command::command;

struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = command().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        self.input.write_all(line.as_bytes()).and_then(|()| self.input.write_all(b"\n")).unwrap();
        self.input.flush().unwrap();
    }

    /// The first line that begins with the word, within a minute.
    fn hear(&self, word: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no `{word}`"));
            if line.starts_with(word) {
                return line;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn abuse(args: &[&str]) {
    let mut engine = Engine::start(args);
    engine.say("uci");
    engine.hear("uciok");
    let nonsense = [
        "",
        "   ",
        "xyzzy",
        "\u{1f600}\u{1f600}",
        "\0\0\0",
        "go depth",
        "go depth -5",
        "go movetime x",
        "position",
        "position fen",
        "position fen 8/8/8",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4 nonsense",
        "setoption",
        "setoption name Hash value -1",
        "setoption name Hash value 99999999999999999999",
        "setoption name Nothing value 1",
        "stop",
        "ponderhit",
        "debug maybe",
        "uci uci uci",
    ];
    for line in nonsense {
        engine.say(line);
    }
    engine.say(&"x".repeat(100_000));
    engine.say("isready");
    engine.hear("readyok");
    engine.say("position startpos moves e2e4");
    engine.say("go perft 2");
    // Published: the count for 1. e4 in the divided perft of depth 3.
    assert!(engine.hear("Nodes searched").ends_with(" 600"));
    // A search without end is stopped, and the engine plays a legal move.
    engine.say("position startpos");
    engine.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    engine.say("nonsense in mid-search");
    engine.say("isready");
    engine.hear("readyok");
    engine.say("stop");
    let best = engine.hear("bestmove");
    let legal = crate::command::ferz(&["moves", "chess"]).out;
    let text = best.split_whitespace().nth(1).unwrap_or("");
    assert!(legal.lines().any(|l| l == text), "{best}");
    engine.say("position startpos moves f2f3 e7e5 g2g4");
    engine.say("go depth 2");
    assert!(engine.hear("bestmove").starts_with("bestmove d8h4"), "mate in one");
    engine.say("d");
    engine.say("quit");
    assert!(engine.child.wait().unwrap().success());
}

#[test]
fn compiled_code_goes_on_answering() {
    abuse(&["uci", "chess"]);
}

#[test]
fn the_interpreter_goes_on_answering() {
    abuse(&["uci", "chess", "--interp"]);
}
