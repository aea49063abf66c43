//! `ferz build`: an engine that stands alone.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use crate::args::BuildArgs;
use crate::build::{self, Builder};
use crate::failure::{Done, Failure};
use crate::{read, variant};
use ferz_runtime::Rules;

pub fn run(args: &BuildArgs, out: &mut impl Write) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    if let Some(folder) = &args.project {
        build::project(&game, folder)?;
        writeln!(out, "project {}", folder.display())?;
        // The project alone needs no compiler.
        if args.output.is_none() {
            return Ok(());
        }
    }
    let builder =
        Builder::find(args.portable).map_err(|why| Failure::Input(format!("an engine needs rustc: {why}")))?;
    let built = builder.engine(&game)?;
    let output = args.output.clone().unwrap_or_else(|| PathBuf::from(game.rules.info().name));
    if output.is_dir() {
        return Err(Failure::Input(format!(
            "cannot write `{}`: it is a directory; say another file with `-o`",
            output.display()
        )));
    }
    // Copied beside its place and renamed, so that nobody starts half an engine and a running one can be replaced.
    let mut part = output.clone().into_os_string();
    part.push(format!(".part{}", std::process::id()));
    let part = PathBuf::from(part);
    let placed = fs::copy(&built, &part).and_then(|_| fs::rename(&part, &output));
    if let Err(e) = placed {
        let _ = fs::remove_file(&part);
        return Err(Failure::Input(format!("cannot write `{}`: {}", output.display(), read::reason(&e))));
    }
    writeln!(out, "engine {}", output.display())?;
    Ok(())
}
