//! The board as a graph: squares and direction maps.

use super::{DirId, Sq, SquareSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub files: u8,
    pub ranks: u8,
    pub layers: u8,
    /// Number of square numbers, holes included: files * ranks * layers, at most 256.
    pub size: u16,
    /// The squares that exist.
    pub squares: SquareSet,
    /// Every direction that a walk or an expression of the game uses, absolute.
    pub dirs: Vec<DirMap>,
    /// The eight king directions clockwise from north: N NE E SE S SW W NW (indices into `dirs`: always 0..8).
    pub lines: Vec<DirId>,
}

/// A partial injective map of the squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirMap {
    pub label: DirLabel,
    /// Where a step from each square leads; `None` off the board or into a hole. Length `Graph::size`.
    pub to: Vec<Option<Sq>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DirLabel {
    /// A leap of so many files east and ranks north.
    Vector(i8, i8),
    /// The same on the board rolled into a cylinder, whatever its own shape (Betza's `o`).
    Rolled(i8, i8),
    /// Along a named line of the board, `true` backwards.
    Line(String, bool),
}

impl Graph {
    /// File index of a square, from 0.
    #[inline]
    #[must_use]
    pub fn file(&self, s: Sq) -> u8 {
        (s % u16::from(self.files)) as u8
    }
    /// Rank index of a square, from 0.
    #[inline]
    #[must_use]
    pub fn rank(&self, s: Sq) -> u8 {
        (s / u16::from(self.files) % u16::from(self.ranks)) as u8
    }
    #[inline]
    #[must_use]
    pub fn layer(&self, s: Sq) -> u8 {
        (s / (u16::from(self.files) * u16::from(self.ranks))) as u8
    }
    /// The square at file, rank, layer, all from 0; `None` where the board has none.
    #[inline]
    #[must_use]
    pub fn at(&self, file: i32, rank: i32, layer: u8) -> Option<Sq> {
        let (w, h) = (i32::from(self.files), i32::from(self.ranks));
        if file < 0 || rank < 0 || file >= w || rank >= h || layer >= self.layers {
            return None;
        }
        let s = (i32::from(layer) * h * w + rank * w + file) as Sq;
        self.squares.contains(s).then_some(s)
    }
    /// `e4`, `a10`; squares of a second layer carry a prime for each layer above the first.
    #[must_use]
    pub fn name(&self, s: Sq) -> String {
        let file = char::from(b'a' + self.file(s));
        format!("{file}{}{}", self.rank(s) + 1, "'".repeat(usize::from(self.layer(s))))
    }
    /// The square of a name written as `name` writes it.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<Sq> {
        let bare = text.trim_end_matches('\'');
        let layer = u8::try_from(text.len() - bare.len()).ok()?;
        let file = i32::from(bare.bytes().next().filter(u8::is_ascii_lowercase)? - b'a');
        let digits = &bare[1..];
        if digits.is_empty()
            || digits.len() > 3
            || !digits.bytes().all(|b| b.is_ascii_digit())
            || digits.starts_with('0')
        {
            return None;
        }
        self.at(file, digits.parse::<i32>().ok()? - 1, layer)
    }
    /// One step in a direction.
    #[inline]
    #[must_use]
    pub fn step(&self, s: Sq, d: DirId) -> Option<Sq> {
        self.dirs[d.index()].to[usize::from(s)]
    }
    /// The direction with this vector, if the game uses it.
    #[must_use]
    pub fn dir(&self, vector: (i8, i8)) -> Option<DirId> {
        let label = DirLabel::Vector(vector.0, vector.1);
        self.dirs.iter().position(|d| d.label == label).map(|i| DirId(i as u16))
    }
    /// Steps of a king between two squares of one layer; 255 between layers.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Sq, b: Sq) -> u8 {
        if self.layer(a) != self.layer(b) {
            return 255;
        }
        self.file(a).abs_diff(self.file(b)).max(self.rank(a).abs_diff(self.rank(b)))
    }
}
