//! Words, numbers, texts and brackets of a file, with the place of each; comments and doc comments apart.
//!
//! This is the cutter's view of a text, coarser than the grammar's: it only has to know what is a bracket and what
//! is the first word of a line. Signs that no rule of the language knows are told here and are no tokens.

use super::trouble::{places, signs, tell};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    /// Begins with a digit: `8`, `8x8`.
    Number,
    Text,
    /// A text without its closing quote (already told).
    OpenText,
    Sign,
    Open,
    Close,
    /// A bracket that the cutter took out (already told).
    Dropped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
    /// First of its line.
    pub first: bool,
    /// Blanks before the first token of its line.
    pub indent: usize,
}

/// A `///` comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doc {
    pub start: usize,
    pub end: usize,
    pub text: String,
}

#[derive(Debug, Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub docs: Vec<Doc>,
    /// Ordinary comments: start and end.
    pub comments: Vec<(usize, usize)>,
    /// Places of the signs told: messages about the slices around them would only repeat them.
    pub told: Vec<usize>,
}

/// Reads the whole text. Never fails: what is no token is told and left out.
pub fn lex(text: &str, file: FileId, most: usize, diags: &mut Diagnostics) -> Lexed {
    let mut lexer = Lexer { text, file, out: Lexed::default(), line_start: 0, line_indent: None };
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    lexer.line_start = at;
    while at < text.len() {
        at = lexer.step(at, diags);
        if lexer.out.tokens.len() >= most {
            tell(diags, || places::too_many_words(Span::new(file, at, at), most));
            break;
        }
    }
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    file: FileId,
    out: Lexed,
    line_start: usize,
    /// Known once the line has a token.
    line_indent: Option<usize>,
}

impl Lexer<'_> {
    /// Reads one token, comment or blank and says where the next begins.
    fn step(&mut self, at: usize, diags: &mut Diagnostics) -> usize {
        let bytes = self.text.as_bytes();
        match bytes[at] {
            b'\n' => {
                self.line_start = at + 1;
                self.line_indent = None;
                at + 1
            }
            b' ' | b'\t' | b'\r' => at + 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => self.comment(at),
            b'"' => self.string(at, diags),
            b'(' | b'{' => self.token(TokenKind::Open, at, at + 1),
            b')' | b'}' => self.token(TokenKind::Close, at, at + 1),
            b if b.is_ascii_alphabetic() => self.token(TokenKind::Word, at, word_end(bytes, at)),
            b if b.is_ascii_digit() => self.token(TokenKind::Number, at, word_end(bytes, at)),
            b'.' if bytes.get(at + 1) == Some(&b'.') => self.token(TokenKind::Sign, at, at + 2),
            b'=' if bytes.get(at + 1) == Some(&b'=') => self.unknown(at, diags),
            b',' | b'=' | b'.' | b'+' | b'-' | b'*' | b'~' => self.token(TokenKind::Sign, at, at + 1),
            _ => self.unknown(at, diags),
        }
    }

    fn token(&mut self, kind: TokenKind, start: usize, end: usize) -> usize {
        let first = self.line_indent.is_none();
        let indent = *self.line_indent.get_or_insert(start - self.line_start);
        self.out.tokens.push(Token { kind, start, end, first, indent });
        end
    }

    fn comment(&mut self, at: usize) -> usize {
        let end = self.line_end(at);
        let text = &self.text[at..end];
        // `////` is a rule across the page, not a doc comment.
        if let Some(doc) = text.strip_prefix("///").filter(|d| !d.starts_with('/')) {
            let text = doc.strip_prefix(' ').unwrap_or(doc).trim_end().to_owned();
            self.out.docs.push(Doc { start: at, end, text });
        } else {
            self.out.comments.push((at, end));
        }
        end
    }

    /// A text ends on its line, so that a forgotten quote does not swallow the file.
    fn string(&mut self, at: usize, diags: &mut Diagnostics) -> usize {
        let stop = self.text[at + 1..].find(['"', '\n']).map_or(self.text.len(), |n| at + 1 + n);
        if self.text[stop..].starts_with('"') {
            return self.token(TokenKind::Text, at, stop + 1);
        }
        let end = at + self.text[at..stop].trim_end().len();
        self.out.told.push(at);
        tell(diags, || {
            Diagnostic::error("E0003", "this text in quotes does not end on its line")
                .label(Span::new(self.file, at, at + 1), "the quote opened here is not closed")
                .help("write `\"` at the end of the text")
        });
        self.token(TokenKind::OpenText, at, end)
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |n| at + n)
    }

    /// Tells a run of signs that the language does not know.
    fn unknown(&mut self, at: usize, diags: &mut Diagnostics) -> usize {
        let end = signs::run_end(self.text, at);
        self.out.told.push(at);
        tell(diags, || signs::unknown(&self.text[at..end], Span::new(self.file, at, end)));
        end
    }
}

fn word_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|b| !b.is_ascii_alphanumeric() && *b != b'_').map_or(bytes.len(), |n| at + n)
}
