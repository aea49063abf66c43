//! Source texts and places in them.

use std::collections::BTreeMap;

/// A half-open range of bytes of one source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

/// Index into `Sources::files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub u16);

impl Span {
    #[must_use]
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start: start as u32, end: end as u32 }
    }
    /// From the start of this to the end of the other.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A value as written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

impl<T> Spanned<T> {
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// As messages show it.
    pub name: String,
    pub text: String,
}

/// The texts read for one compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub files: Vec<SourceFile>,
}

impl Sources {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        FileId(self.files.len() as u16 - 1)
    }
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        &self.files[usize::from(span.file.0)].text[span.start as usize..span.end as usize]
    }
    /// What is written on a line (from 1) of the file of that name, without the blanks around it.
    #[must_use]
    pub fn line_span(&self, name: &str, line: u32) -> Option<Span> {
        let file = self.files.iter().position(|f| f.name == name)?;
        let text = &self.files[file].text;
        let mut start = 0;
        for (i, row) in text.split_inclusive('\n').enumerate() {
            if i as u32 + 1 == line {
                let lead = row.len() - row.trim_start().len();
                return Some(Span::new(FileId(file as u16), start + lead, start + lead + row.trim().len()));
            }
            start += row.len();
        }
        None
    }
    /// Line of a place, from 1.
    #[must_use]
    pub fn line(&self, span: Span) -> u32 {
        let text = &self.files[usize::from(span.file.0)].text;
        1 + text.as_bytes()[..span.start as usize].iter().filter(|b| **b == b'\n').count() as u32
    }
}

/// The library: paths (`std/castling.ferz`, `chess/chess.ferz`) with their texts. The files below `std/` are always in
/// scope; the others are found by the names of the variants in them and by `include`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    pub files: BTreeMap<String, String>,
}
