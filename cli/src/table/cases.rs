//! `ferz test --table`: cases, each a position reached by a FEN and moves and a question about it.
//!
//! A row is `case variant settings fen moves question expected`; settings are blank-separated as `--set` takes them, the
//! FEN may be `startpos`, `-` stands for nothing. Rows of one variant and the same settings share one execution.
//!
//! | question | expected |
//! |---|---|
//! | `moves`, `moves of e1` | the complete list of texts, or of those that begin with the square |
//! | `legal`, `illegal` | texts of which each is, or none is |
//! | `count`, `count of e1` | how many moves there are, or begin with the square |
//! | `perft 3` | the leaves of the tree |
//! | `outcome` | `white wins`, with or without the reason in brackets; `none` |
//! | `check` | `yes` or `no` |
//! | `fen` | the first fields of the FEN |
//! | `fen has`, `fen lacks` | words that are, or are not, fields of the FEN |

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use super::rows::{self, CaseRow};
use super::run::{Execution, Executions, Verdict, Wanted};
use super::{Row, choose, conclude, difference};
use crate::args::{SettingArgs, TestArgs};
use crate::commands::moves::begins_with;
use crate::failure::{Done, Failure};
use crate::read;

impl Row for CaseRow {
    fn variant(&self) -> &str {
        &self.variant
    }
}

/// A row, understood.
#[derive(Debug)]
struct Case {
    row: CaseRow,
    question: Question,
    /// Its variant with the settings.
    key: String,
}

/// Checks the rows of a table of cases.
pub fn cases(path: &Path, args: &TestArgs, out: &mut impl Write) -> Done {
    let shown = path.display().to_string();
    let chosen = choose(rows::cases(&shown, &read::table(path)?)?, &args.rows)?;
    let understood = |row: CaseRow| {
        let fail = |why: String| Failure::Input(format!("`{shown}`, line {}: {why}", row.line));
        Ok(Case { question: Question::read(&row.question).map_err(fail)?, key: key(&row), row })
    };
    let cases = chosen.into_iter().map(understood).collect::<Result<Vec<Case>, Failure>>()?;
    let wanted: BTreeMap<String, Wanted> = cases.iter().map(|c| (c.key.clone(), wanted(&c.row))).collect();
    let verdicts = Executions::open(wanted, args.interp)?.judge(
        &cases,
        |_| 1,
        |c| &c.key,
        |execution, i| cases[i].question.judge(execution, &cases[i].row),
    );
    let lines = cases.iter().zip(&verdicts).filter_map(|(c, v)| {
        let Verdict::Failed(why) = v else { return None };
        Some(format!("{}\tline {}\t{}\t{}\t{why}", c.row.case, c.row.line, c.key, c.row.question))
    });
    conclude(lines.collect(), verdicts.len(), false, out)
}

/// One variant with its settings in a word.
fn key(row: &CaseRow) -> String {
    let words: Vec<&str> =
        std::iter::once(row.variant.as_str()).chain(row.settings.iter().map(String::as_str)).collect();
    words.join(" ")
}

fn wanted(row: &CaseRow) -> Wanted {
    Wanted { name: row.variant.clone(), settings: SettingArgs { set: row.settings.clone() } }
}

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Moves(Option<String>),
    Legal(bool),
    Count(Option<String>),
    Perft(String),
    Outcome,
    Check,
    Fen,
    FenHas(bool),
}

impl Question {
    fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(match words[..] {
            ["moves"] => Self::Moves(None),
            ["moves", "of", square] => Self::Moves(Some(square.into())),
            ["legal"] => Self::Legal(true),
            ["illegal"] => Self::Legal(false),
            ["count"] => Self::Count(None),
            ["count", "of", square] => Self::Count(Some(square.into())),
            ["perft", depth] => Self::Perft(depth.into()),
            ["outcome"] => Self::Outcome,
            ["check"] => Self::Check,
            ["fen"] => Self::Fen,
            ["fen", "has"] => Self::FenHas(true),
            ["fen", "lacks"] => Self::FenHas(false),
            _ => return Err(format!("`{text}` is no question")),
        })
    }

    fn judge(&self, execution: &Execution<'_>, row: &CaseRow) -> Result<(), String> {
        let ask = |words: &[&str]| execution.command(&[words, &["--fen", &row.fen, "--moves", &row.moves]].concat());
        let list = |of: Option<&str>| {
            let told = ask(&["moves"])?;
            let texts = told.lines().filter(|l| !l.starts_with("outcome ")).map(String::from);
            Ok::<Vec<String>, String>(texts.filter(|t| of.is_none_or(|square| begins_with(t, square))).collect())
        };
        let expected: Vec<String> = row.expected.split_whitespace().filter(|w| *w != "-").map(String::from).collect();
        match self {
            Self::Moves(of) => difference(&expected, &list(of.as_deref())?).map_or(Ok(()), Err),
            Self::Legal(wanted) => {
                let found = list(None)?;
                let wrong: Vec<&str> =
                    expected.iter().filter(|t| found.contains(t) != *wanted).map(String::as_str).collect();
                let what = if *wanted { "not legal" } else { "legal" };
                if wrong.is_empty() { Ok(()) } else { Err(format!("{what}: {}", wrong.join(" "))) }
            }
            Self::Count(of) => same(&row.expected, &list(of.as_deref())?.len().to_string()),
            Self::Perft(depth) => {
                let told = ask(&["perft", depth])?;
                same(&row.expected, told.trim().trim_start_matches("nodes "))
            }
            Self::Outcome => {
                let found = line(&ask(&["show"])?, "outcome ");
                let short = found.split(" (").next().unwrap_or(&found);
                if row.expected == short { Ok(()) } else { same(&row.expected, &found) }
            }
            Self::Check => same(&row.expected, &line(&ask(&["show"])?, "check ")),
            Self::Fen => {
                let found = ask(&["fen"])?;
                let wanted: Vec<&str> = row.expected.split_whitespace().collect();
                let fields: Vec<&str> = found.split_whitespace().take(wanted.len()).collect();
                same(&wanted.join(" "), &fields.join(" "))
            }
            Self::FenHas(wanted) => {
                let found = ask(&["fen"])?;
                let has = |word: &String| found.split_whitespace().any(|w| w == word);
                if expected.iter().all(|w| has(w) == *wanted) {
                    Ok(())
                } else {
                    Err(format!("found `{}`", found.trim()))
                }
            }
        }
    }
}

/// What follows a word at the beginning of a line; engines tell facts so.
fn line(told: &str, word: &str) -> String {
    told.lines().rev().find_map(|l| l.strip_prefix(word)).unwrap_or("").to_string()
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("expected {expected}, found {found}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_whole_or_refused() {
        assert_eq!(Question::read("moves of e1"), Ok(Question::Moves(Some("e1".into()))));
        assert_eq!(Question::read("fen lacks"), Ok(Question::FenHas(false)));
        assert!(Question::read("moves of").is_err() && Question::read("mate").is_err());
    }
}
