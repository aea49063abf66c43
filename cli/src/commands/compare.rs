//! `ferz compare`: random games in both executions, compared after every ply.

use std::io::{self, Write};

use crate::args::CompareArgs;
use crate::build::{self, Builder};
use crate::failure::{Done, Failure};
use crate::variant;

pub fn run(args: &CompareArgs, out: &mut impl Write) -> Done {
    let names: Vec<String> =
        if args.all { variant::library_entries().into_iter().map(|e| e.name).collect() } else { args.variants.clone() };
    if names.is_empty() {
        return Err(Failure::Usage("name a variant, or say `--all`".into()));
    }
    let builder = Builder::find(false).map_err(|why| Failure::Input(format!("comparing needs rustc: {why}")))?;
    let mut failed = 0;
    for name in &names {
        match one(name, args, &builder) {
            Ok(rows) => writeln!(out, "{name}: {rows} rows agree")?,
            Err(why) => {
                failed += 1;
                writeln!(out, "{name}: {why}")?;
            }
        }
    }
    writeln!(out, "{} passed, {failed} failed", names.len() - failed)?;
    if failed == 0 { Ok(()) } else { Err(Failure::Told) }
}

/// Number of rows compared (one a game, one a position), or the first difference.
fn one(name: &str, args: &CompareArgs, builder: &Builder) -> Result<u64, String> {
    let game = variant::playable(name, &args.settings).map_err(|e| e.to_string())?;
    let engine = builder.engine(&game).map_err(|e| e.to_string())?;
    let words = ["walk".to_string(), args.seed.to_string(), args.games.to_string(), args.plies.to_string()];
    let (mut ours, mut errors) = (Vec::new(), Vec::new());
    if ferz_runtime::engine::run(&game.rules, &words, io::empty(), &mut ours, &mut errors) != 0 {
        return Err(format!("the interpreter: {}", String::from_utf8_lossy(&errors).trim()));
    }
    let theirs = build::walk(&engine, args.seed, args.games, args.plies)?;
    ferz_runtime::compare::printed_walks(&String::from_utf8_lossy(&ours), &theirs)
        .map_err(|why| format!("interpreter and compiled code differ: {why}"))
}
