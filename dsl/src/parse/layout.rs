//! A text as the formatter sees it: words and comments in order, with the line breaks between them and the words that
//! begin an item at the start of a line.

use super::cut::Cut;
use super::words::Place;
use super::{MAX_FILE_TOKENS, lex};
use crate::diagnostics::Diagnostics;
use crate::source::FileId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    Token,
    Comment,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: PieceKind,
    pub start: usize,
    pub end: usize,
    /// Line breaks between this and what stands before it.
    pub lines_before: usize,
    /// First of its line, and an item, a step or `else` begins here.
    pub starts_item: bool,
}

#[derive(Debug)]
pub struct Layout {
    pub pieces: Vec<Piece>,
}

impl Layout {
    /// The layout of a text that the parser reads.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let (file, mut diags) = (FileId(0), Diagnostics::default());
        let lexed = lex::lex(text, file, MAX_FILE_TOKENS, &mut diags);
        let cut = Cut::new(text, file, lexed, &mut diags);
        let mut starts = vec![false; cut.tokens.len()];
        mark(&cut, 0, cut.tokens.len(), Place::File, &mut starts);
        let tokens = cut.tokens.iter().enumerate().map(|(i, t)| {
            let starts_item = t.first && (starts[i] || cut.word(i) == "else");
            Piece { kind: PieceKind::Token, start: t.start, end: t.end, lines_before: 0, starts_item }
        });
        let comments = cut.comments.iter().copied().chain(cut.docs.iter().map(|d| (d.start, d.end)));
        let comments = comments.map(|(start, end)| Piece {
            kind: PieceKind::Comment,
            start,
            end,
            lines_before: 0,
            starts_item: false,
        });
        let mut pieces: Vec<Piece> = tokens.chain(comments).collect();
        pieces.sort_by_key(|p| p.start);
        let mut before = 0;
        for piece in &mut pieces {
            piece.lines_before = text[before..piece.start].bytes().filter(|b| *b == b'\n').count();
            before = piece.end;
        }
        Self { pieces }
    }
}

fn mark(cut: &Cut, from: usize, to: usize, place: Place, starts: &mut [bool]) {
    for slice in cut.slices(from, to, place) {
        starts[slice.start] = true;
        for (open, inner) in cut.blocks(slice, place) {
            if let Some(end) = cut.end_of(open) {
                mark(cut, open + 1, end.token, inner, starts);
            }
        }
    }
}
