//! The cutter: finds the blocks of a file and cuts them into slices, before any grammar is asked.
//!
//! A slice begins at a line whose first word opens an item or a step. It is read on its own, with the content of its
//! blocks blanked (the content is cut and read in its turn), so that a mistake never spreads over the slice it is in.
//! Where brackets do not match, indentation tells which one was forgotten:
//!
//! ```text
//! rule passing {
//!   action pass { written "pass"     <- not closed: the next item stands no further right than `action`
//!   draw when stuck
//! }
//! ```
//!
//! The depth of brackets and of a slice is bounded here, since all that follows recurses over it.

use super::lex::{Doc, Lexed, Token, TokenKind};
use super::trouble::{brackets, tell};
use super::words::{Place, is_opening, is_reserved, starts_slice};
use crate::diagnostics::Diagnostics;
use crate::source::{FileId, Span};

/// Brackets inside brackets.
const MAX_BRACKETS: usize = 64;
/// Bracket levels, words that take an operand and joins of one slice, along its deepest way.
const MAX_DEPTH: usize = 128;

/// Words and signs of one slice, outside of its blocks.
const MAX_TOKENS: usize = 20_000;

/// Where the bracket at a token ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The closing bracket, or the token before which the cutter closed the block.
    pub token: usize,
    /// There is a bracket in the text.
    pub written: bool,
}

#[derive(Debug)]
pub struct Cut<'a> {
    pub text: &'a str,
    pub file: FileId,
    pub tokens: Vec<Token>,
    pub docs: Vec<Doc>,
    pub comments: Vec<(usize, usize)>,
    /// Sorted places of mistakes already told.
    told: Vec<usize>,
    /// For each opening bracket, where it ends.
    ends: Vec<Option<End>>,
}

/// A run of tokens that is read on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    pub start: usize,
    pub end: usize,
}

impl<'a> Cut<'a> {
    #[must_use]
    pub fn new(text: &'a str, file: FileId, lexed: Lexed, diags: &mut Diagnostics) -> Self {
        let Lexed { tokens, docs, comments, told } = lexed;
        let ends = vec![None; tokens.len()];
        let mut cut = Self { text, file, tokens, docs, comments, told, ends };
        let all = cut.tokens.len();
        if !cut.match_plainly(0, all) {
            // A top-level item is a place where nothing can be open: each one is matched for itself.
            let mut starts: Vec<usize> = (1..all).filter(|i| cut.starts_top_level(*i)).collect();
            starts.push(all);
            let mut from = 0;
            for to in starts {
                if !cut.match_plainly(from, to) {
                    cut.match_by_indentation(from, to, diags);
                }
                from = to;
            }
            cut.told.sort_unstable();
        }
        cut
    }

    pub fn text_of(&self, token: &Token) -> &'a str {
        &self.text[token.start..token.end]
    }

    #[must_use]
    pub fn word(&self, token: usize) -> &'a str {
        self.text_of(&self.tokens[token])
    }

    #[must_use]
    pub fn span(&self, token: usize) -> Span {
        let t = &self.tokens[token];
        Span::new(self.file, t.start, t.end)
    }

    /// The token that begins at or after a place.
    #[must_use]
    pub fn token_from(&self, at: usize) -> usize {
        self.tokens.partition_point(|t| t.start < at)
    }

    #[must_use]
    pub fn end_of(&self, open: usize) -> Option<End> {
        self.ends[open]
    }

    /// The first token after what begins at `token`: after the bracket, if it opens one.
    #[must_use]
    pub fn after(&self, token: usize) -> usize {
        match self.ends[token] {
            Some(End { token: close, written }) => close + usize::from(written),
            None => token + 1,
        }
    }

    /// Opens a block that is cut on its own.
    fn is_block(&self, token: usize) -> bool {
        self.tokens[token].kind == TokenKind::Open && self.word(token) == "{"
    }

    fn starts_top_level(&self, token: usize) -> bool {
        let t = &self.tokens[token];
        let next = self.tokens.get(token + 1).map(|t| t.kind);
        t.first
            && t.kind == TokenKind::Word
            && match self.word(token) {
                "variant" | "include" => next == Some(TokenKind::Text),
                "rule" => next == Some(TokenKind::Word),
                _ => false,
            }
    }

    /// Matches the brackets of a balanced run; otherwise says so and leaves nothing behind.
    fn match_plainly(&mut self, from: usize, to: usize) -> bool {
        let mut open = Vec::new();
        for i in from..to {
            match self.tokens[i].kind {
                TokenKind::Open => open.push(i),
                TokenKind::Close => {
                    let Some(top) = open.pop().filter(|top| self.fits(*top, i)) else {
                        return self.unmatched(from, to);
                    };
                    self.ends[top] = Some(End { token: i, written: true });
                }
                _ => {}
            }
            if open.len() > MAX_BRACKETS {
                return self.unmatched(from, to);
            }
        }
        open.is_empty() || self.unmatched(from, to)
    }

    fn unmatched(&mut self, from: usize, to: usize) -> bool {
        self.ends[from..to].fill(None);
        false
    }

    fn fits(&self, open: usize, close: usize) -> bool {
        matches!((self.word(open), self.word(close)), ("(", ")") | ("{", "}"))
    }

    fn match_by_indentation(&mut self, from: usize, to: usize, diags: &mut Diagnostics) {
        let mut open: Vec<usize> = Vec::new();
        let mut too_deep = 0usize;
        for i in from..to {
            let t = self.tokens[i];
            if t.first && starts_slice(self, i, Place::Steps) {
                let keep = open.iter().rposition(|o| self.word(*o) == "{" && self.tokens[*o].indent < t.indent);
                // A round bracket never goes on over such a line; a block does if it stands further left.
                let keep = keep.map_or(0, |k| k + 1);
                self.forget(&mut open, keep, i, diags);
                too_deep = 0;
            }
            match t.kind {
                TokenKind::Open if open.len() >= MAX_BRACKETS => {
                    if too_deep == 0 {
                        tell(diags, || brackets::too_many(self.span(i), MAX_BRACKETS));
                    }
                    too_deep += 1;
                    self.drop_token(i);
                }
                TokenKind::Open => open.push(i),
                TokenKind::Close if too_deep > 0 => {
                    too_deep -= 1;
                    self.drop_token(i);
                }
                TokenKind::Close => self.close(&mut open, i, diags),
                _ => {}
            }
        }
        self.forget(&mut open, 0, to, diags);
    }

    /// A closing bracket in a run where some bracket is missing.
    fn close(&mut self, open: &mut Vec<usize>, at: usize, diags: &mut Diagnostics) {
        let t = self.tokens[at];
        if self.word(at) == "}" {
            let partner =
                open.iter().rposition(|o| self.word(*o) == "{" && (!t.first || self.tokens[*o].indent <= t.indent));
            let partner = partner.or_else(|| open.iter().rposition(|o| self.word(*o) == "{"));
            if let Some(partner) = partner {
                self.forget(open, partner + 1, at, diags);
            }
        }
        match open.last() {
            Some(top) if self.fits(*top, at) => {
                self.ends[*top] = Some(End { token: at, written: true });
                open.pop();
            }
            _ => {
                tell(diags, || brackets::nothing_open(self.word(at), self.span(at)));
                self.drop_token(at);
            }
        }
    }

    /// Closes the brackets above `keep` before the token `at`, and tells the two innermost: more would repeat itself.
    fn forget(&mut self, open: &mut Vec<usize>, keep: usize, at: usize, diags: &mut Diagnostics) {
        for (nth, bracket) in open.drain(keep..).rev().enumerate() {
            self.ends[bracket] = Some(End { token: at, written: false });
            self.told.push(self.tokens[bracket].start);
            if nth < 2 {
                let stop = self.tokens.get(at).map(|_| self.span(at));
                tell(diags, || brackets::not_closed(self.word(bracket), self.span(bracket), stop));
            }
        }
    }

    fn drop_token(&mut self, token: usize) {
        self.told.push(self.tokens[token].start);
        self.tokens[token].kind = TokenKind::Dropped;
    }

    /// Cuts a run of tokens into slices.
    #[must_use]
    pub fn slices(&self, from: usize, to: usize, place: Place) -> Vec<Slice> {
        let mut slices = Vec::new();
        let mut start = from;
        let mut i = from;
        while i < to {
            if i > start && self.tokens[i].first && starts_slice(self, i, place) {
                slices.push(Slice { start, end: i });
                start = i;
            }
            i = self.after(i);
        }
        if start < to {
            slices.push(Slice { start, end: to });
        }
        slices
    }

    /// The blocks of a slice, by their opening brackets, with what stands in them. Those after an unknown word are left
    /// out.
    #[must_use]
    pub fn blocks(&self, slice: Slice, place: Place) -> Vec<(usize, Place)> {
        let mut blocks = Vec::new();
        let mut opener = "";
        let mut i = slice.start;
        while i < slice.end {
            if self.tokens[i].kind == TokenKind::Word && place.rule_of(self.word(i)).is_some() {
                opener = self.word(i);
            }
            if self.is_block(i)
                && let Some(inner) = place.inside(opener)
            {
                blocks.push((i, inner));
            }
            i = self.after(i);
        }
        blocks
    }

    /// Was a mistake in the slice, outside of its blocks, told before any grammar was asked?
    #[must_use]
    pub fn is_told(&self, slice: Slice) -> bool {
        let mut from = self.tokens[slice.start].start;
        let mut i = slice.start;
        while i < slice.end {
            let next = self.after(i);
            if self.is_block(i) {
                if self.told_between(from, self.tokens[i].start) {
                    return true;
                }
                from = self.tokens.get(next).map_or(self.text.len(), |t| t.start);
            }
            i = if self.is_block(i) { next } else { i + 1 };
        }
        let last = self.tokens.get(slice.end).map_or(self.text.len(), |t| t.start);
        self.told_between(from, last)
    }

    fn told_between(&self, from: usize, to: usize) -> bool {
        self.told.get(self.told.partition_point(|at| *at < from)).is_some_and(|at| *at < to)
    }

    /// The text of a slice from its first token, blanks for comments and the content of blocks: places stay the same.
    #[must_use]
    pub fn mask(&self, slice: Slice) -> String {
        let base = self.tokens[slice.start].start;
        let last = &self.tokens[slice.end - 1];
        let mut bytes = vec![b' '; last.end - base];
        let mut i = slice.start;
        while i < slice.end {
            let t = &self.tokens[i];
            match t.kind {
                TokenKind::Dropped => {}
                TokenKind::OpenText => {
                    bytes[t.start - base] = b'"';
                    bytes[t.end - 1 - base] = b'"';
                }
                _ => bytes[t.start - base..t.end - base].copy_from_slice(self.text_of(t).as_bytes()),
            }
            // The content of a round bracket belongs to the slice.
            if !self.is_block(i) {
                i += 1;
                continue;
            }
            match self.ends[i] {
                Some(End { token, written: true }) => bytes[self.tokens[token].start - base] = b'}',
                Some(End { token, written: false }) if token < slice.end => {
                    bytes[self.tokens[token].start - 1 - base] = b'}'
                }
                _ => bytes.push(b'}'),
            }
            i = self.after(i);
        }
        String::from_utf8(bytes).expect("whole tokens are copied")
    }

    /// The token at which a slice grows longer or goes deeper than anything after this stage is built for.
    #[must_use]
    pub fn too_deep(&self, slice: Slice) -> Option<usize> {
        let mut depth = Depth { levels: vec![Level::default()], elses: 0, total: 0 };
        let mut i = slice.start;
        let mut passed = 0;
        while i < slice.end {
            passed += 1;
            let fresh = i > slice.start && is_opening(self.word(i)) && self.ends_operand(i - 1);
            depth.pass(self.word(i), fresh);
            if depth.total + depth.elses > MAX_DEPTH || passed > MAX_TOKENS {
                return Some(i);
            }
            i = if self.is_block(i) { self.after(i) } else { i + 1 };
        }
        None
    }

    /// Can an expression end with this token? An opening word after it is no name then: a new item begins.
    fn ends_operand(&self, token: usize) -> bool {
        match self.tokens[token].kind {
            TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
            TokenKind::Word => {
                let word = self.word(token);
                word != "else" && !is_reserved(word) && !takes_operand(word)
            }
            TokenKind::OpenText | TokenKind::Sign | TokenKind::Open | TokenKind::Dropped => false,
        }
    }
}

/// Words and signs that a deeper expression can follow.
fn takes_operand(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "the"
            | "count"
            | "some"
            | "no"
            | "was"
            | "of"
            | "from"
            | "going"
            | "behind"
            | "in"
            | "over"
            | "for"
            | "as"
            | "file"
            | "cycle"
            | "between"
            | "gather"
            | "on"
            | "plus"
            | "except"
            | "by"
            | "ignoring"
            | "beside"
            | "+"
            | "-"
            | "*"
    )
}

/// A bound of the depth of the tree that a slice becomes, kept while passing over its tokens.
struct Depth {
    levels: Vec<Level>,
    elses: usize,
    /// Of all levels.
    total: usize,
}

/// One open round bracket (or none, for the first).
#[derive(Default)]
struct Level {
    /// Conditions go on to the end of their item or bracket.
    wheres: usize,
    /// Ends with a comma, `and` or `or` as well.
    passing: usize,
}

impl Depth {
    fn pass(&mut self, word: &str, fresh: bool) {
        let deep = self.levels.len() > 1;
        let top = self.levels.last_mut().expect("the first level stays");
        if fresh {
            self.total -= std::mem::take(&mut top.wheres) + std::mem::take(&mut top.passing);
        }
        match word {
            "(" => {
                self.levels.push(Level::default());
                self.total += 1;
            }
            ")" if deep => {
                let level = self.levels.pop().expect("more than one");
                self.total -= 1 + level.wheres + level.passing;
            }
            "," | "and" | "or" => self.total -= std::mem::take(&mut top.passing),
            "where" => {
                top.wheres += 1;
                self.total += 1;
            }
            "else" => self.elses += 1,
            word if takes_operand(word) => {
                top.passing += 1;
                self.total += 1;
            }
            _ => {}
        }
    }
}
