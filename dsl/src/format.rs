//! The formatter: one form for indentation and blanks, and for movement strings (`betza::normal`). It changes no other
//! word and no comment, and it never breaks or joins lines: these are the author's, as are columns (two or more blanks
//! between words).
//!
//! ```text
//! rule passing{            rule passing {
//!     action pass {          action pass {
//!  written"pass"               written "pass"
//!  }}                        } }
//! ```

use crate::ast::{Item, Movement};
use crate::betza;
use crate::clauses::{core, each_clause};
use crate::diagnostics::Diagnostics;
use crate::parse;
use crate::parse::layout::{Layout, Piece, PieceKind};
use crate::source::Sources;
use std::collections::BTreeMap;

/// Blanks for each level.
const STEP: usize = 2;

/// The text in its usual form. A text with syntax errors comes back as it is: what cannot be read is not moved.
///
/// ```
/// let text = "rule passing{\naction pass{written \"pass\"}\n}";
/// assert_eq!(ferz_dsl::format::format(text), "rule passing {\n  action pass { written \"pass\" }\n}\n");
/// ```
#[must_use]
pub fn format(text: &str) -> String {
    let mut sources = Sources::default();
    let file = sources.add("", text);
    let mut diags = Diagnostics::default();
    let read = parse::file(&sources, file, &mut diags);
    if diags.has_errors() {
        return text.to_owned();
    }
    let layout = Layout::of(text);
    let mut strings = BTreeMap::new();
    let inside = read.variants.iter().map(|v| &v.items).chain(read.rules.iter().map(|r| &r.items));
    inside.chain([&read.shared]).for_each(|items| movements(items, &mut strings));
    let mut writer = Writer { text, out: String::with_capacity(text.len()), open: Vec::new(), strings };
    let mut line: Vec<&Piece> = Vec::new();
    let mut blank_before = false;
    for piece in &layout.pieces {
        if piece.lines_before > 0 {
            writer.line(&line, blank_before);
            blank_before = piece.lines_before > 1;
            line.clear();
        }
        line.push(piece);
    }
    writer.line(&line, blank_before);
    writer.out
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    /// The indentation of the line of each open block.
    open: Vec<usize>,
    /// Movement strings that get another form, with their quotes, by where they begin.
    strings: BTreeMap<usize, String>,
}

/// The movement strings of these items that are written otherwise.
fn movements(items: &[Item], out: &mut BTreeMap<usize, String>) {
    each_clause(items, &mut |clause| {
        if let Movement::Betza(text) = core(&clause.movement) {
            let new = betza::normal(&text.value);
            if new != text.value {
                out.insert((text.span.start as usize).saturating_sub(1), format!("\"{new}\""));
            }
        }
    });
}

impl<'a> Writer<'a> {
    fn line(&mut self, pieces: &[&Piece], blank_before: bool) {
        let Some(first) = pieces.first() else { return };
        if blank_before && !self.out.is_empty() {
            self.out.push('\n');
        }
        let indent = self.indent(first);
        self.out.extend(std::iter::repeat_n(' ', indent));
        let mut before: Option<&Piece> = None;
        for piece in pieces {
            if let Some(before) = before {
                self.out.extend(std::iter::repeat_n(' ', self.gap(before, piece)));
            }
            match self.strings.get(&piece.start) {
                Some(new) => self.out.push_str(new),
                None => self.out.push_str(self.word(piece).trim_end()),
            }
            match self.word(piece) {
                "{" if piece.kind == PieceKind::Token => self.open.push(indent),
                "}" if piece.kind == PieceKind::Token => drop(self.open.pop()),
                _ => {}
            }
            before = Some(piece);
        }
        self.out.push('\n');
    }

    fn word(&self, piece: &Piece) -> &'a str {
        &self.text[piece.start..piece.end]
    }

    /// A closing bracket stands as far left as the line that opened; what begins no item goes on with one.
    fn indent(&self, first: &Piece) -> usize {
        let level = self.open.last().map_or(0, |opener| opener + STEP);
        let closes = first.kind == PieceKind::Token && self.word(first) == "}";
        if closes {
            level.saturating_sub(STEP)
        } else if first.kind == PieceKind::Token && !first.starts_item {
            level + STEP
        } else {
            level
        }
    }

    fn gap(&self, before: &Piece, next: &Piece) -> usize {
        let written = next.start - before.end;
        if next.kind == PieceKind::Comment {
            return written.max(2);
        }
        let least = self.least_gap(before, next, written);
        if least > 0 && written > 1 { written } else { least }
    }

    fn least_gap(&self, before: &Piece, next: &Piece, written: usize) -> usize {
        let (left, right) = (self.word(before), self.word(next));
        let tight = match (left, right) {
            ("(" | "." | "..", _) | (_, ")" | "," | "." | "..") => true,
            // A call and a list in round brackets after a word are told apart by the blank: both stay.
            (word, "(") => {
                written == 0 && word.starts_with(|c: char| c.is_ascii_alphabetic()) && !parse::is_reserved(word)
            }
            // `+R` is the letter of a kind.
            ("+" | "~", word) => written == 0 && word.starts_with(|c: char| c.is_ascii_uppercase()),
            _ => false,
        };
        usize::from(!tight)
    }
}
