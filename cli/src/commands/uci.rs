//! `ferz uci`: a variant as an engine for programs that show boards.

use std::io::{self, BufReader};
use std::process::Command;

use crate::args::UciArgs;
use crate::build;
use crate::failure::{Done, Failure, tell};
use crate::{read, variant};

/// Serves until the other side says `quit`. Compiled code runs as a child that inherits input and output, so nothing
/// stands between it and the other side.
pub fn run(args: &UciArgs) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    let builder = if args.interp { None } else { build::builder_or_note(false) };
    let engine = match builder.map(|b| b.engine(&game)) {
        None => None,
        Some(Ok(path)) => Some(path),
        Some(Err(why)) => {
            // A game is waiting: a slow engine is better than none.
            tell(&format!("note: {why}; the interpreter plays"));
            None
        }
    };
    match engine {
        None => {
            ferz_runtime::uci::run(&game.rules, BufReader::new(io::stdin()), io::stdout())?;
            Ok(())
        }
        Some(path) => {
            let status = Command::new(&path)
                .status()
                .map_err(|e| Failure::Input(format!("cannot start `{}`: {}", path.display(), read::reason(&e))))?;
            if status.success() { Ok(()) } else { Err(Failure::Input(format!("the engine ended with {status}"))) }
        }
    }
}
