//! What reading and writing a position must know of a game, as constants of the generated module.

use crate::turns::Turns;

/// A set of squares as words.
pub type Bits = [u64; 4];

/// A man of the setup: square, kind, owner, flags.
pub type Placed = (u16, u8, u8, u32);

#[derive(Clone, Copy, Debug)]
pub struct Facts {
    pub name: &'static str,
    pub title: &'static str,
    pub files: u8,
    pub ranks: u8,
    pub layers: u8,
    /// Cells are hexagons; see `grid`.
    pub hexagons: bool,
    pub squares: Bits,
    /// The players; the neutral owner comes after them.
    pub sides: &'static [Side],
    pub kinds: &'static [Kind],
    pub flags: &'static [Flag],
    pub cells: &'static [Cell],
    /// Kinds that may be in hand, for each player; empty in games without hands.
    pub hands: &'static [u128],
    pub fields: &'static [Field],
    pub turns: &'static Turns,
    /// Rules ask for the number of plies: it is written where the move number does not tell it.
    pub counts_plies: bool,
    pub start: Start,
}

#[derive(Clone, Copy, Debug)]
pub struct Side {
    pub name: &'static str,
    /// The square ahead of each square, 65535 for none.
    pub ahead: &'static [u16],
}

#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub letter: &'static str,
    /// Players that may own it, by bit.
    pub sides: u16,
    pub neutral: bool,
    /// Players for whom it is (or can be) royal, by bit.
    pub royal: u16,
    /// Centipawns.
    pub worth: i32,
}

#[derive(Clone, Copy, Debug)]
pub struct Flag {
    pub name: &'static str,
    pub kinds: u128,
    pub starts: &'static [Bits],
    pub starts_set: bool,
    pub shown: Shown,
}

/// How a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Word,
    Files,
    /// By wings of the kind.
    Wings(u8),
    Mark(char),
}

#[derive(Clone, Copy, Debug)]
pub struct Cell {
    pub name: &'static str,
    pub side: Option<u8>,
    pub ty: CellType,
    /// Where it lives among the integers or among the sets.
    pub offset: usize,
    pub len: usize,
    pub clock: bool,
    pub default: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    Counter { min: i64, max: i64 },
    Squares,
    Kind,
}

#[derive(Clone, Copy, Debug)]
pub enum Field {
    Rights(&'static [usize]),
    Squares { cells: &'static [usize], with: &'static [usize] },
    CountOrDash(usize),
    Count(usize),
    Pair(&'static [usize]),
    HalfMoves(Option<usize>),
    FullMoves,
}

/// The position of the setup text.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub men: &'static [Placed],
    pub ints: &'static [i32],
    pub sets: &'static [Bits],
    pub hands: &'static [&'static [u8]],
    pub turn: u16,
    pub full_moves: u32,
}

impl Facts {
    #[must_use]
    pub fn has(&self, s: usize) -> bool {
        s < 256 && self.squares[s >> 6] >> (s & 63) & 1 == 1
    }

    /// Number of square numbers.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.files) * usize::from(self.ranks) * usize::from(self.layers)
    }

    #[must_use]
    pub fn at(&self, file: usize, rank: usize, layer: usize) -> Option<usize> {
        let (w, h) = (usize::from(self.files), usize::from(self.ranks));
        let s = (layer * h + rank) * w + file;
        (file < w && rank < h && layer < usize::from(self.layers) && self.has(s)).then_some(s)
    }

    #[must_use]
    pub fn file(&self, s: usize) -> usize {
        s % usize::from(self.files)
    }

    #[must_use]
    pub fn rank(&self, s: usize) -> usize {
        s / usize::from(self.files) % usize::from(self.ranks)
    }

    #[must_use]
    pub fn layer(&self, s: usize) -> usize {
        s / (usize::from(self.files) * usize::from(self.ranks))
    }

    #[must_use]
    pub fn file_letter(&self, file: usize) -> char {
        crate::grid::file_letter(self.hexagons, file)
    }

    /// The rows of a layer as they are written, without holes: ranks from the top, file a first; on hexagons files from a,
    /// each from its upper end.
    #[must_use]
    pub fn rows(&self, layer: usize) -> Vec<Vec<usize>> {
        let (files, ranks) = (usize::from(self.files), usize::from(self.ranks));
        if self.hexagons {
            (0..files).map(|f| (0..ranks).rev().filter_map(|r| self.at(f, r, layer)).collect()).collect()
        } else {
            (0..ranks).rev().map(|r| (0..files).filter_map(|f| self.at(f, r, layer)).collect()).collect()
        }
    }

    /// `e4`; a prime for each layer above the first.
    #[must_use]
    pub fn square_name(&self, s: usize) -> String {
        let (files, file) = (usize::from(self.files), self.file(s));
        crate::grid::square_name(self.hexagons, files, file, self.rank(s), self.layer(s))
    }

    /// The square at the beginning of a text, and the rest.
    #[must_use]
    pub fn read_square<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let file = (0..usize::from(self.files)).find(|f| self.file_letter(*f) == letter)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let primes = text[1 + digits..].bytes().take_while(|c| *c == b'\'').count();
        let rank = &text[1..=digits];
        if rank.is_empty() || rank.starts_with('0') || rank.len() > 3 {
            return None;
        }
        let rank: usize = rank.parse().ok()?;
        let lowest = crate::grid::lowest(self.hexagons, self.files.into(), file);
        let s = self.at(file, rank - 1 + lowest, primes)?;
        Some((s, &text[1 + digits + primes..]))
    }

    /// `w` and `b` where there are two sides; else the first letter of the name, or the name where that is not enough.
    #[must_use]
    pub fn side_letter(&self, side: usize) -> String {
        let name = |s: usize| self.sides[s].name.to_lowercase();
        if self.sides.len() == 2 {
            let white_second = name(1) == "white" || name(0) == "black";
            return if (side == 1) == white_second { "w" } else { "b" }.to_string();
        }
        let first = |s: usize| name(s).chars().next();
        if (0..self.sides.len()).filter(|s| first(*s) == first(side)).count() > 1 {
            return name(side);
        }
        first(side).map(String::from).unwrap_or_default()
    }

    #[must_use]
    pub fn read_side(&self, text: &str) -> Option<usize> {
        let sides = 0..self.sides.len();
        let by_letter = sides.clone().find(|s| self.side_letter(*s) == text);
        by_letter.or_else(|| sides.into_iter().find(|s| self.sides[*s].name.to_lowercase() == text))
    }

    /// Every man as it is written, longest first, with kind and owner.
    #[must_use]
    pub fn signs(&self) -> Vec<(String, usize, usize)> {
        let mut signs = Vec::new();
        for (k, kind) in self.kinds.iter().enumerate() {
            for side in (0..self.sides.len()).filter(|s| kind.sides >> s & 1 == 1) {
                signs.push((self.sign(kind.letter, side), k, side));
            }
            // Rules can make men of players neutral; among two sides the bare letter is the first one's.
            let told_apart = kind.neutral || self.sides.len() > 2;
            let sign = if told_apart { kind.letter.to_string() } else { format!("-{}", kind.letter) };
            signs.push((sign, k, self.sides.len()));
        }
        signs.sort_by_key(|(sign, kind, side)| (std::cmp::Reverse(sign.len()), *side, *kind));
        signs
    }

    fn sign(&self, letter: &str, side: usize) -> String {
        match (self.sides.len() > 2, side) {
            (true, _) => self.side_letter(side) + letter,
            (false, 0) => letter.to_string(),
            (false, _) => letter.to_lowercase(),
        }
    }
}
