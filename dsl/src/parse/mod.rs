//! Text to syntax tree. After this stage every item of a file that the grammar reads is a node with spans, and every
//! other one has been told.
//!
//! `lex` finds words and brackets, `cut` the blocks and slices; each slice is read by the rule of its first word
//! (the package `ferz-grammar`), item after item; what pest read becomes the tree (`items`, `movements`, `steps`, `exprs`, `tests`).

mod cut;
mod exprs;
mod items;
pub(crate) mod layout;
mod lex;
mod movements;
mod parts;
mod pieces;
mod steps;
mod tests;
mod trouble;
mod words;

use ferz_grammar::{Grammar, Rule};
use pest::Parser;

use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::nearest::nearest;
use crate::source::{FileId, Sources, Span, Spanned};
use cut::{Cut, Slice};
use lex::TokenKind;
use parts::{Parts, Read};
use trouble::expected::Stuck;
use trouble::{brackets, places};
use words::Place;
pub(crate) use words::is_reserved;

/// Larger files are cut off (and this is told).
const MAX_FILE: usize = 1 << 20;
/// So many words and signs of a file are read.
const MAX_FILE_TOKENS: usize = 300_000;

/// Reads one file of the sources. Whatever the text is, this ends soon and gives the items that could be read.
pub fn file(sources: &Sources, file: FileId, diags: &mut Diagnostics) -> ast::File {
    let Some(source) = sources.files.get(usize::from(file.0)) else {
        return ast::File::default();
    };
    let mut found = Diagnostics::default();
    let text = bounded(&source.text, file, &mut found);
    let lexed = lex::lex(text, file, MAX_FILE_TOKENS, &mut found);
    let cut = Cut::new(text, file, lexed, &mut found);
    let claimed = vec![false; cut.docs.len()];
    let mut reader = Reader { cut: &cut, diags: found, base: 0, claimed };
    let tree = reader.file();
    let claimed = reader.claimed;
    let mut found = reader.diags;
    if !found.has_errors() {
        for (doc, _) in cut.docs.iter().zip(claimed).filter(|(_, claimed)| !claimed) {
            found.push(places::loose_doc(Span::new(file, doc.start, doc.end)));
        }
    }
    for d in found.list {
        diags.push(d);
    }
    tree
}

fn bounded<'a>(text: &'a str, file: FileId, diags: &mut Diagnostics) -> &'a str {
    if text.len() <= MAX_FILE {
        return text;
    }
    let mut end = MAX_FILE;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    diags.push(places::file_too_large(Span::new(file, end, end), MAX_FILE));
    &text[..end]
}

/// Reads slices and builds the tree.
struct Reader<'c, 'a> {
    cut: &'c Cut<'a>,
    diags: Diagnostics,
    /// Where the slice at hand begins in the file: pest counts from there.
    base: usize,
    /// Doc comments that found their item.
    claimed: Vec<bool>,
}

impl Reader<'_, '_> {
    fn file(&mut self) -> ast::File {
        let mut tree = ast::File::default();
        let all = self.cut.tokens.len();
        self.each(0, all, Place::File, &mut |reader, pair| match pair.as_rule() {
            Rule::include => {
                let text = Parts::of(pair).need(Rule::string);
                tree.includes.push(reader.text(&text));
            }
            Rule::variant => tree.variants.push(reader.variant(pair)),
            Rule::rule_item => tree.rules.push(reader.rule(pair)),
            _ => tree.shared.push(reader.item(pair, Place::File)),
        });
        tree
    }

    /// Reads a run of tokens, slice after slice, and hands over what was read.
    fn each(&mut self, from: usize, to: usize, place: Place, take: &mut dyn FnMut(&mut Self, Read<'_>)) {
        let outer = self.base;
        let mut slices = self.cut.slices(from, to, place);
        slices.reverse();
        while let Some(slice) = slices.pop() {
            if let Some((head, rest)) = self.slice(slice, place, take) {
                slices.push(rest);
                slices.push(head);
            }
        }
        self.base = outer;
    }

    /// Reads one slice, item after item. After a mistake the rest of the slice is left out; but if a line before the
    /// mistake looks like an item with a misspelt word, nothing more is read and the two parts are given back.
    fn slice(
        &mut self,
        slice: Slice,
        place: Place,
        take: &mut dyn FnMut(&mut Self, Read<'_>),
    ) -> Option<(Slice, Slice)> {
        let cut = self.cut;
        if slice.start >= slice.end || trouble::is_full(&self.diags) {
            return None;
        }
        let told = cut.is_told(slice);
        if let Some(token) = cut.too_deep(slice) {
            if !told {
                self.tell(brackets::too_deep(cut.span(token)));
            }
            return None;
        }
        let mask = cut.mask(slice);
        let start = cut.tokens[slice.start].start;
        let mut rest = slice;
        while rest.start < rest.end {
            let base = cut.tokens[rest.start].start;
            let text = &mask[base - start..];
            let (pair, mistake) = read(cut, rest, text, place);
            if let Some(mistake) = &mistake
                && !told
                && let Some(line) = misspelt_line(cut, rest, mistake.token, place)
            {
                return Some((Slice { end: line, ..rest }, Slice { start: line, ..rest }));
            }
            if let Some(pair) = pair {
                rest.start = cut.token_from(base + pair.as_str().trim_end().len()).max(rest.start + 1);
                self.base = base;
                take(self, pair);
            }
            if let Some(mistake) = mistake {
                if !told {
                    self.tell(mistake.diagnostic);
                }
                let later = if told {
                    None
                } else {
                    misspelt_line(cut, Slice { start: rest.start.max(mistake.token), ..rest }, rest.end, place)
                };
                let unread = Slice { end: later.unwrap_or(rest.end), ..rest };
                self.read_for_mistakes(unread, place);
                return later.map(|line| (Slice { start: rest.end, ..rest }, Slice { start: line, ..rest }));
            }
        }
        None
    }

    /// Looks into the blocks of what could not be read, so that their own mistakes are told at once.
    fn read_for_mistakes(&mut self, slice: Slice, place: Place) {
        for (open, inner) in self.cut.blocks(slice, place) {
            if let Some(end) = self.cut.end_of(open) {
                self.each(open + 1, end.token, inner, &mut |reader, pair| reader.read_deeper(pair, inner));
            }
        }
    }

    /// Builds and forgets: the blocks inside are read while building.
    fn read_deeper(&mut self, pair: Read<'_>, place: Place) {
        match place {
            Place::Variant | Place::Rule => drop(self.item(pair, place)),
            Place::Steps => drop(self.step(pair)),
            Place::File | Place::Test | Place::Meta => {}
        }
    }

    fn tell(&mut self, d: Diagnostic) {
        trouble::tell(&mut self.diags, || d);
    }

    /// The content of a block, as a range of tokens.
    fn inside(&self, brace: &Read<'_>) -> (usize, usize) {
        let open = self.cut.token_from(self.base + brace.as_span().start());
        let end = self.cut.end_of(open).map_or(open + 1, |e| e.token);
        (open + 1, end)
    }

    fn span(&self, pair: &Read<'_>) -> Span {
        let start = self.base + pair.as_span().start();
        Span::new(self.cut.file, start, start + pair.as_str().trim_end().len())
    }

    fn name(&self, pair: &Read<'_>) -> ast::Name {
        Spanned::new(pair.as_str().trim_end().to_owned(), self.span(pair))
    }

    /// A text without its quotes; the span covers what is between them.
    fn text(&self, pair: &Read<'_>) -> ast::Text {
        let whole = self.span(pair);
        let inner = pair.as_str().trim_matches('"').to_owned();
        Spanned::new(inner, Span { start: whole.start + 1, end: whole.end.max(whole.start + 2) - 1, ..whole })
    }

    fn number<N: TryFrom<u64>>(&mut self, pair: &Read<'_>, most: N) -> Spanned<N>
    where
        u64: TryFrom<N>,
    {
        let span = self.span(pair);
        let value = pair.as_str().trim_end().parse::<u64>().ok().and_then(|n| N::try_from(n).ok());
        let value = value.unwrap_or_else(|| {
            let bound = u64::try_from(most).unwrap_or(u64::MAX);
            self.tell(places::too_large(pair.as_str().trim_end(), span, bound));
            N::try_from(0).unwrap_or_else(|_| unreachable!("every number type holds 0"))
        });
        Spanned::new(value, span)
    }

    /// The `///` lines that stand directly before a place.
    fn doc(&mut self, at: Span) -> Option<String> {
        let start = at.start as usize;
        let token = self.cut.token_from(start);
        let last = self.cut.docs.partition_point(|d| d.end <= start);
        let mut first = last;
        while first > 0 && self.cut.token_from(self.cut.docs[first - 1].end) == token && !self.claimed[first - 1] {
            first -= 1;
            self.claimed[first] = true;
        }
        let lines: Vec<&str> = self.cut.docs[first..last].iter().map(|d| d.text.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// Why a slice cannot be read, and from which token on.
struct Mistake {
    token: usize,
    diagnostic: Diagnostic,
}

/// Reads the item at the start of a slice. It may be whole although the slice goes wrong after it.
fn read<'i>(cut: &Cut, rest: Slice, text: &'i str, place: Place) -> (Option<Read<'i>>, Option<Mistake>) {
    let base = cut.tokens[rest.start].start;
    let word = cut.word(rest.start);
    let stuck = |error| {
        let stuck = Stuck::new(error, base);
        let token = cut.token_from(stuck.at).min(rest.end - 1);
        Some(Mistake { token, diagnostic: stuck.diagnostic(cut, rest, place) })
    };
    let Some(rule) = place.rule_of(word) else {
        return (None, stuck_at_start(cut, rest, place));
    };
    let mut pairs = match Grammar::parse(rule, text) {
        Ok(pairs) => pairs,
        Err(error) => {
            let described = described_by(cut, rest.start);
            return (None, described.map(|diagnostic| Mistake { token: rest.start, diagnostic }).or(stuck(error)));
        }
    };
    let Some(pair) = pairs.next() else { return (None, stuck_at_start(cut, rest, place)) };
    let next = cut.token_from(base + pair.as_str().trim_end().len());
    if next >= rest.end || starts_item(cut, next, place) {
        return (Some(pair), None);
    }
    // What follows is no item: the whole slice, read to its end, tells how far it made sense.
    let mistake = match Grammar::parse(place.line(), text) {
        Err(error) => stuck(error),
        Ok(_) => {
            Some(Mistake { token: next, diagnostic: places::opens_nothing(cut.word(next), cut.span(next), place) })
        }
    };
    (Some(pair), mistake)
}

/// Like `starts_slice`, for a token in a line: words that also go on with an item are looked at twice.
fn starts_item(cut: &Cut, token: usize, place: Place) -> bool {
    let open = cut.tokens[token].kind == TokenKind::Word && place.rule_of(cut.word(token)).is_some();
    open && (!matches!(cut.word(token), "at" | "for") || words::starts_slice(cut, token, place))
}

/// E0112, when the item that seems to begin in the line was meant to describe a kind: `own limit Knight`.
fn described_by(cut: &Cut, token: usize) -> Option<Diagnostic> {
    let next = cut.tokens.get(token + 1)?;
    if cut.tokens[token].first || !cut.text_of(next).starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let before = (0..token).rev().map(|i| cut.word(i)).find(|word| words::is_reserved(word) || !is_plain(word))?;
    matches!(before, "own" | "enemy" | "ally" | "neutral")
        .then(|| places::cannot_describe(cut.word(token), cut.span(token)))
}

fn is_plain(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !words::is_opening(word)
}

fn stuck_at_start(cut: &Cut, rest: Slice, place: Place) -> Option<Mistake> {
    let (word, span) = (cut.word(rest.start), cut.span(rest.start));
    let home = Place::home_of(word).filter(|_| words::is_opening(word));
    let diagnostic = match home {
        Some(home) => places::wrong_place(word, span, place, home),
        None => places::opens_nothing(word, span, place),
    };
    Some(Mistake { token: rest.start, diagnostic })
}

/// A line of the slice after its first token, up to the token where it goes wrong, that begins like an item: as far
/// left as the slice, with a word that is near to an opening one or that is itself what does not fit.
fn misspelt_line(cut: &Cut, slice: Slice, wrong: usize, place: Place) -> Option<usize> {
    if slice.start >= slice.end {
        return None;
    }
    let mut i = cut.after(slice.start);
    while i < slice.end && i <= wrong {
        let t = &cut.tokens[i];
        if t.first && t.kind == TokenKind::Word && t.indent <= cut.tokens[slice.start].indent {
            let word = cut.word(i);
            let odd = word.starts_with(|c: char| c.is_ascii_lowercase()) && !words::is_reserved(word);
            if odd && (i == wrong || nearest(word, place.openers()).is_some()) {
                return Some(i);
            }
        }
        i = cut.after(i);
    }
    None
}
