//! The command `ferz`: variant files checked, played, compiled.

mod args;
mod build;
mod codes;
mod commands;
mod failure;
mod position;
mod read;
mod report;
mod table;
mod testing;
mod variant;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use failure::Done;

/// Trees of expressions and games are walked recursively, to a bounded depth that wants more than a default stack.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || conclude(run(&cli)));
    match worker.map(|w| w.join()) {
        Ok(Ok(status)) => status,
        // The panic has told its message.
        Ok(Err(_)) => ExitCode::from(101),
        Err(e) => {
            failure::tell(&format!("error: the system gives no thread: {e}"));
            ExitCode::from(1)
        }
    }
}

fn conclude(done: Done) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.conclude(),
    }
}

fn run(cli: &Cli) -> Done {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match &cli.command {
        Command::Check(a) => commands::check::run(a, &mut out),
        Command::List(a) => commands::list::run(a, &mut out),
        Command::Show(a) => commands::show::run(a, &mut out),
        Command::Moves(a) => commands::moves::run(a, &mut out),
        Command::Perft(a) => commands::perft::run(a, &mut out),
        Command::Betza(a) => commands::betza::run(a, &mut out),
        Command::Plan(a) => commands::plan::run(a, &mut out),
        Command::Emit(a) => commands::emit::run(a, &mut out),
        Command::Build(a) => commands::build::run(a, &mut out),
        Command::Compare(a) => commands::compare::run(a, &mut out),
        Command::Selfplay(a) => commands::selfplay::run(a, &mut out),
        Command::Play(a) => commands::play::run(a, &mut out),
        Command::Fmt(a) => commands::fmt::run(a, &mut out),
        Command::Test(a) => testing::run(a, &mut out),
        Command::Explain { code } => commands::explain::run(code, &mut out),
        Command::Uci(a) => {
            // The protocol writes to standard output from threads of its own.
            drop(out);
            return commands::uci::run(a);
        }
    };
    // What was written before a failure still belongs to the output; a closed pipe outweighs nothing else.
    let flushed = out.flush().map_err(failure::Failure::from);
    done.and(flushed)
}
