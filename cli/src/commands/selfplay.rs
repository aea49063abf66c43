//! `ferz selfplay`: whole games of a compiled engine against itself, every move judged by the interpreter.

use std::io::Write;
use std::process::Command;
use std::time::Duration;

use ferz_runtime::Flow;
use ferz_runtime::selfplay::{Match, self_play};

use crate::args::SelfplayArgs;
use crate::build::Builder;
use crate::failure::{Done, Failure};
use crate::variant;

/// What an answer may take beyond the time of a move: this machine may be busy.
const GRACE: Duration = Duration::from_secs(20);

pub fn run(args: &SelfplayArgs, out: &mut impl Write) -> Done {
    let builder = Builder::find(false).map_err(|why| Failure::Input(format!("an engine needs rustc: {why}")))?;
    let (mut passed, mut failed) = (0, 0);
    for name in &args.variants {
        let game = variant::playable(name, &args.settings)?;
        let engine = builder.engine(&game)?;
        for n in 0..args.games {
            // One game at a time, so that each is told when it is over and a bad one does not end the others.
            let plan = Match {
                games: 1,
                opening: args.opening,
                seed: args.seed.wrapping_add(n),
                plies: args.plies,
                go: format!("go movetime {}", args.movetime),
                patience: Duration::from_millis(args.movetime) + GRACE,
            };
            let mut told = String::new();
            let played = self_play(&game.rules, &mut Command::new(&engine), &plan, &mut |game| {
                let end = game.outcome.as_deref().unwrap_or("broken off");
                told = format!("{end} after {} plies, slowest answer {} ms", game.line.len(), game.slowest.as_millis());
                Flow::Continue(())
            });
            match played {
                Ok(_) => passed += 1,
                Err(why) => {
                    failed += 1;
                    told = why;
                }
            }
            writeln!(out, "{name}, game {}: {told}", n + 1)?;
            out.flush()?;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    if failed == 0 { Ok(()) } else { Err(Failure::Told) }
}
