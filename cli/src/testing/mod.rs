//! `ferz test`: the `test` blocks of variant files, run on the reference interpreter; with `--table` the rows of a
//! table of cases, see `table::cases`.

mod record;
mod steps;

use std::io::Write;
use std::path::Path;

use ferz_dsl::assemble::test_settings;
use ferz_dsl::ast::Test;

use crate::args::{SettingArgs, TestArgs};
use crate::failure::{Done, Failure, tell};
use crate::table;
use crate::variant::{self, Found, Playable};
use record::Record;

pub fn run(args: &TestArgs, out: &mut impl Write) -> Done {
    if let Some(path) = &args.table {
        return table::cases(path, args, out);
    }
    let mut tally = Tally::default();
    let mut broken = false;
    for name in &args.files {
        // A file that cannot be used does not keep the others from being tested.
        match variant::find(name) {
            Ok(found) => broken |= file(&found, args.update, &mut tally, out)?,
            Err(failure) => {
                failure.conclude();
                broken = true;
            }
        }
    }
    writeln!(out, "{} passed, {} failed", tally.passed, tally.failed)?;
    if broken || tally.failed > 0 { Err(Failure::Told) } else { Ok(()) }
}

#[derive(Debug, Default)]
struct Tally {
    passed: usize,
    failed: usize,
}

/// Runs the tests of all variants of one file. `true`: the file itself is broken.
fn file(found: &Found, update: bool, tally: &mut Tally, out: &mut impl Write) -> Result<bool, Failure> {
    let mut record = found.path.as_deref().map(Record::read).transpose()?;
    let mut broken = false;
    for variant in &found.variants {
        let base = match variant::compile(found, variant, &SettingArgs::default()) {
            Ok(base) => base,
            Err(failure) => {
                failure.conclude();
                broken = true;
                continue;
            }
        };
        for test in &base.tests {
            let why = one(found, variant, &base, test, record.as_mut(), update);
            match why {
                Ok(()) => tally.passed += 1,
                Err(why) => {
                    tally.failed += 1;
                    writeln!(out, "{}, {variant}, test \"{}\": {why}", found.shown, test.name.value)?;
                }
            }
        }
    }
    if let Some(record) = record {
        if update && !broken {
            record.write()?;
        } else {
            for name in record.unasked() {
                tell(&format!("warning: {} has a record of `{name}`, which no test makes", record.path().display()));
            }
        }
    }
    Ok(broken)
}

/// Runs one test: its `set` steps first, as they decide what is compiled.
fn one(
    found: &Found,
    variant: &str,
    base: &Playable,
    test: &Test,
    record: Option<&mut Record>,
    update: bool,
) -> Result<(), String> {
    let pairs = test_settings(test, &base.sources);
    let own;
    let compiled = if pairs.is_empty() {
        base
    } else {
        let set = pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        own = variant::compile(found, variant, &SettingArgs { set }).map_err(|e| e.to_string())?;
        &own
    };
    let mut run = steps::Run::new(compiled, variant, &test.name.value, record, update);
    for step in &test.steps {
        run.step(&step.kind).map_err(|why| format!("line {}: {why}", compiled.sources.line(step.span)))?;
    }
    Ok(())
}

/// Where the records of a file's snapshots stand: `NAME.snap.txt` beside it.
fn record_path(file: &Path) -> std::path::PathBuf {
    file.with_extension("snap.txt")
}
