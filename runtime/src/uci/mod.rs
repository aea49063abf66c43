//! The UCI protocol for any variant, over any input and output.
//!
//! A reader thread delivers lines, searches run on a thread of their own, and the loop in between answers at once, also
//! in mid-search. Whatever cannot be used is answered by `info string error: ...`; the position then stays as it was.
//!
//! Decisions where the protocol is silent:
//! - A finished game has no move: `bestmove (none)`. A draw by repetition or a move clock is the arbiter's business:
//!   asked for a move there, the engine gives one.
//! - While a search runs, `stop`, `quit`, `isready`, `uci` and `d` are answered; anything that would change what is being
//!   searched, `go` included, is refused. `stop` answers before the next line is read.
//! - `go` without limits searches until `stop`. A faulty `go` starts nothing.
//! - At the end of input a search with a limit is finished first; one without is stopped. `quit` stops any.
//! - Times: `wtime` and `winc` belong to the first player, `btime` and `binc` to the second; further players have no clock.
//! - `go perft N` prints a line for each move and `Nodes searched: N`, no `bestmove`.

mod go;
mod lines;
mod session;

use crate::erased::AnyRules;
use lines::Event;
use session::{Output, Session, Shared};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::sync_channel;
use std::thread;

/// Lines waiting for the loop; the reader then waits too, so a flood of lines takes no memory.
const BACKLOG: usize = 64;

/// Speaks UCI until `quit` or the end of input.
///
/// # Errors
/// The reader thread cannot be started, or the input cannot be read. A failing output ends the session without error: the
/// other side has gone.
pub fn run(rules: &dyn AnyRules, mut input: impl BufRead + Send, mut output: impl Write + Send) -> io::Result<()> {
    converse(rules, &mut input, &mut output)
}

fn converse(rules: &dyn AnyRules, input: &mut (dyn BufRead + Send), output: &mut (dyn Write + Send)) -> io::Result<()> {
    let shared = Shared::new(Output::new(output));
    thread::scope(|scope| {
        let (sender, events) = sync_channel(BACKLOG);
        let reader = thread::Builder::new().spawn_scoped(scope, move || lines::deliver(input, &sender))?;
        let mut session = Session::new(scope, rules, &shared);
        // A closed channel without an `End` cannot happen, but must not hang the loop.
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(line) => {
                    if session.handle(&line).is_break() {
                        break;
                    }
                }
                Event::Unusable(why) => session.complain(why),
                Event::End => {
                    session.finish();
                    break;
                }
            }
        }
        drop(session);
        drop(events);
        reader.join().unwrap_or(Ok(()))
    })
}
