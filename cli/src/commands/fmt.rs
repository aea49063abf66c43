//! `ferz fmt`: the usual form of variant files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::args::FmtArgs;
use crate::failure::{Done, Failure};
use crate::read;

pub fn run(args: &FmtArgs, out: &mut impl Write) -> Done {
    let mut at_fault = false;
    for path in &args.files {
        match one(path, args.check) {
            Ok(false) => {}
            Ok(true) if args.check => {
                at_fault = true;
                writeln!(out, "{} is not in the usual form", path.display())?;
            }
            Ok(true) => writeln!(out, "{} formatted", path.display())?,
            Err(failure) => {
                failure.conclude();
                at_fault = true;
            }
        }
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}

/// Whether the file is, or was, not in its usual form. A file with syntax errors is left alone: that is told by `check`.
fn one(path: &Path, only_look: bool) -> Result<bool, Failure> {
    let text = String::from_utf8(read::bytes(path, read::VARIANT_LIMIT)?)
        .map_err(|_| Failure::Input(format!("`{}` is not UTF-8 text; see `ferz check`", path.display())))?;
    let formatted = ferz_dsl::format::format(&text);
    if formatted == text {
        return Ok(false);
    }
    if !only_look {
        // Written beside and renamed, so that an interruption leaves the old text.
        let mut part = path.to_path_buf().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let written = fs::write(&part, formatted).and_then(|()| fs::rename(&part, path));
        if let Err(e) = written {
            let _ = fs::remove_file(&part);
            return Err(Failure::Input(format!("cannot write `{}`: {}", path.display(), read::reason(&e))));
        }
    }
    Ok(true)
}
