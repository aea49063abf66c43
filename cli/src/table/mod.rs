//! `ferz perft --table`, `ferz moves --table` and `ferz test --table`: expected results of many positions against one
//! execution.
//!
//! Every row of the file is accounted for: passed, failed with a line of its own, or left out with the reason and
//! number on standard error.

mod cases;
mod deviations;
pub mod rows;
mod run;

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::json;

use crate::args::{MovesArgs, PerftArgs, RowArgs, SettingArgs};
use crate::failure::{Done, Failure, tell};
use crate::{read, variant};
pub use cases::cases;
use deviations::Deviations;
use rows::{MovesRow, PerftRow};
use run::{Executions, Verdict, Wanted};

/// A row as far as choosing rows goes.
trait Row {
    fn variant(&self) -> &str;
}

impl Row for PerftRow {
    fn variant(&self) -> &str {
        &self.variant
    }
}

impl Row for MovesRow {
    fn variant(&self) -> &str {
        &self.variant
    }
}

/// Checks the rows of a perft table.
pub fn perft(args: &PerftArgs, out: &mut impl Write) -> Done {
    let Some(path) = &args.table else { return Err(Failure::Usage("give a variant or `--table FILE`".into())) };
    let listed = rows::perft(&path.display().to_string(), &read::table(path)?)?;
    let mut deviations = match &args.deviations {
        Some(file) => Deviations::new(rows::deviations(&file.display().to_string(), &read::table(file)?)?),
        None => Deviations::default(),
    };
    let mut chosen = choose(listed, &args.rows)?;
    let all = chosen.len();
    if let Some(most) = args.max_nodes {
        chosen.retain(|r| r.nodes <= most);
        if chosen.len() < all {
            tell(&format!("{} rows of more than {most} nodes left out", all - chosen.len()));
        }
    }
    let expected: Vec<u64> = chosen.iter().map(|r| deviations.expected(r)).collect();
    deviations.tell_used();
    let executions = executions(chosen.iter().map(|r| r.variant.as_str()), &args.settings, args.interp)?;
    let verdicts = executions.judge(
        &chosen,
        |r| r.nodes,
        |r| &r.variant,
        |execution, i| {
            let found = execution.perft(&chosen[i].fen, chosen[i].depth)?;
            if found == expected[i] { Ok(()) } else { Err(format!("expected {}, found {found}", expected[i])) }
        },
    );
    let lines = chosen.iter().zip(&verdicts).filter_map(|(r, v)| {
        let Verdict::Failed(why) = v else { return None };
        Some(format!("{}\t{}\t{}\t{why}", r.variant, r.fen, r.depth))
    });
    conclude(lines.collect(), verdicts.len(), args.json, out)
}

/// Checks the rows of a table of legal moves, text by text.
pub fn moves(args: &MovesArgs, out: &mut impl Write) -> Done {
    let Some(path) = &args.table else { return Err(Failure::Usage("give a variant or `--table FILE`".into())) };
    let chosen = choose(rows::moves(&path.display().to_string(), &read::table(path)?)?, &args.rows)?;
    let executions = executions(chosen.iter().map(|r| r.variant.as_str()), &args.settings, args.interp)?;
    let verdicts = executions.judge(
        &chosen,
        |r| r.moves.len() as u64,
        |r| &r.variant,
        |execution, i| {
            let found = execution.moves(&chosen[i].fen)?;
            difference(&chosen[i].moves, &found).map_or(Ok(()), Err)
        },
    );
    let lines = chosen.iter().zip(&verdicts).filter_map(|(r, v)| {
        let Verdict::Failed(why) = v else { return None };
        Some(format!("{}\t{}\t{why}", r.variant, r.fen))
    });
    conclude(lines.collect(), verdicts.len(), args.json, out)
}

/// Which texts are missing and which are too many.
fn difference(expected: &[String], found: &[String]) -> Option<String> {
    let without = |a: &[String], b: &[String]| {
        let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
        a.iter().for_each(|t| *counts.entry(t).or_default() += 1);
        b.iter().for_each(|t| *counts.entry(t).or_default() -= 1);
        counts.into_iter().filter(|(_, n)| *n > 0).map(|(t, _)| t).collect::<Vec<_>>().join(" ")
    };
    let (missing, extra) = (without(expected, found), without(found, expected));
    let part = |what: &str, texts: String| (!texts.is_empty()).then(|| format!("{what}: {texts}"));
    let parts: Vec<String> = [part("missing", missing), part("too many", extra)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The rows asked for. A name of `--only` without rows is wrong usage; rows of unknown variants fail unless they are
/// to be left out.
fn choose<R: Row>(mut rows: Vec<R>, args: &RowArgs) -> Result<Vec<R>, Failure> {
    for name in &args.only {
        if !rows.iter().any(|r| r.variant() == name) {
            return Err(Failure::Usage(format!("the table has no rows of `{name}`")));
        }
    }
    if !args.only.is_empty() {
        rows.retain(|r| args.only.iter().any(|n| n == r.variant()));
    }
    if args.skip_unknown {
        let all = rows.len();
        rows.retain(|r| variant::in_library(r.variant()));
        if rows.len() < all {
            tell(&format!("{} rows of variants that the library does not have left out", all - rows.len()));
        }
    }
    Ok(rows)
}

fn executions<'a>(
    names: impl Iterator<Item = &'a str>,
    settings: &SettingArgs,
    interp: bool,
) -> Result<Executions, Failure> {
    let wanted = names.map(|name| (name.to_string(), Wanted { name: name.to_string(), settings: settings.clone() }));
    Executions::open(wanted.collect(), interp)
}

/// The failures, one a line, and the closing line.
fn conclude(failures: Vec<String>, rows: usize, as_json: bool, out: &mut impl Write) -> Done {
    let passed = rows - failures.len();
    if as_json {
        writeln!(out, "{}", json!({ "passed": passed, "failed": failures.len(), "failures": failures }))?;
    } else {
        for line in &failures {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{passed} passed, {} failed", failures.len())?;
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Told) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &str) -> Vec<String> {
        list.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn a_difference_names_what_is_missing_and_what_is_too_many() {
        assert_eq!(difference(&texts("a b c"), &texts("b c d")), Some("missing: a; too many: d".into()));
        assert_eq!(difference(&texts("a b"), &texts("b a")), None);
        assert_eq!(difference(&texts("a"), &texts("a a")), Some("too many: a".into()));
    }
}
