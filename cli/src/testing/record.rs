//! Recorded results of `snapshot` steps, in a text file beside the variant file.
//!
//! ```text
//! === chess: start 1
//! rnbqkbnr/...
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use similar::{ChangeTag, TextDiff};

use crate::failure::Failure;
use crate::read;

/// The records of one file.
#[derive(Debug)]
pub struct Record {
    path: PathBuf,
    old: BTreeMap<String, String>,
    new: BTreeMap<String, String>,
}

const MARK: &str = "=== ";

impl Record {
    /// Reads the records beside a variant file; there may be none yet.
    pub fn read(file: &Path) -> Result<Self, Failure> {
        let path = super::record_path(file);
        let old = match fs::metadata(&path) {
            Err(e) if e.kind() == ErrorKind::NotFound => BTreeMap::new(),
            _ => sections(&read::table(&path)?),
        };
        Ok(Self { path, old, new: BTreeMap::new() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes what a snapshot shows now and compares it with the record.
    pub fn compare(&mut self, name: &str, text: &str, update: bool) -> Result<(), String> {
        let text = format!("{}\n", text.trim_end());
        let compared = match self.old.get(name) {
            _ if update => Ok(()),
            Some(old) if *old == text => Ok(()),
            Some(old) => Err(format!("the snapshot differs from {}\n{}", self.path.display(), diff(old, &text))),
            None => Err(format!("{} has no record of `{name}` yet; `--update` makes it", self.path.display())),
        };
        self.new.insert(name.to_string(), text);
        compared
    }

    /// Records that no snapshot asked for.
    pub fn unasked(&self) -> Vec<&str> {
        let asked: BTreeSet<&str> = self.new.keys().map(String::as_str).collect();
        self.old.keys().map(String::as_str).filter(|n| !asked.contains(n)).collect()
    }

    /// Writes what was seen, where anything was or had been.
    pub fn write(&self) -> Result<(), Failure> {
        if self.new == self.old {
            return Ok(());
        }
        let text: String = self.new.iter().map(|(name, text)| format!("{MARK}{name}\n{text}\n")).collect();
        fs::write(&self.path, text)
            .map_err(|e| Failure::Input(format!("cannot write `{}`: {}", self.path.display(), read::reason(&e))))
    }
}

fn sections(text: &str) -> BTreeMap<String, String> {
    let mut sections = BTreeMap::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix(MARK) {
            sections.extend(open.replace((name.to_string(), String::new())));
        } else if let Some((_, body)) = &mut open {
            body.push_str(line);
            body.push('\n');
        }
    }
    sections.extend(open);
    for body in sections.values_mut() {
        *body = format!("{}\n", body.trim_end());
    }
    sections
}

/// Lines taken away and added, with a line of context.
fn diff(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let mut text = String::new();
    for group in diff.grouped_ops(1) {
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            text.push_str(&format!("  {sign} {}\n", change.value().trim_end()));
        }
    }
    text.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("ferz-record-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder.join("game.ferz")
    }

    #[test]
    fn a_record_is_made_with_update_and_compared_later() {
        let file = scratch("cycle");
        let mut first = Record::read(&file).unwrap();
        assert!(first.compare("chess: a 1", "one\ntwo\n", false).unwrap_err().contains("--update"));
        let mut first = Record::read(&file).unwrap();
        first.compare("chess: a 1", "one\ntwo\n", true).unwrap();
        first.write().unwrap();

        let mut second = Record::read(&file).unwrap();
        assert_eq!(second.compare("chess: a 1", "one\ntwo", false), Ok(()));
        let why = second.compare("chess: a 1", "one\nthree", false).unwrap_err();
        assert!(why.contains("  - two") && why.contains("  + three"), "{why}");
        let third = Record::read(&file).unwrap();
        assert_eq!(third.unasked(), ["chess: a 1"]);
        let _ = fs::remove_dir_all(file.parent().unwrap());
    }
}
