//! The board as a graph: squares and direction maps.
//!
//! A board of hexagons is kept on a slanted grid: files run north as they do on squares, and each file to the right
//! begins half a cell lower, so that the six edges of a cell are the steps (0,1) (1,1) (1,0) (0,-1) (-1,-1) (-1,0) and
//! every step is a vector as on squares. Only names, ranks, colours and distances differ.

use super::{DirId, Sq, SquareSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    pub files: u8,
    pub ranks: u8,
    pub layers: u8,
    /// Cells are hexagons; then `files` = `ranks` = two edges less one.
    pub hexagons: bool,
    /// Number of square numbers, holes included: files * ranks * layers, at most 256.
    pub size: u16,
    /// The squares that exist.
    pub squares: SquareSet,
    /// Every direction that a walk or an expression of the game uses, absolute.
    pub dirs: Vec<DirMap>,
    /// The king directions clockwise from north, indices into `dirs` from 0: N NE E SE S SW W NW. On hexagons twelve:
    /// over an edge and over a corner in turn.
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
    /// Letter of a file, from 0. Boards of hexagons have no file j.
    #[must_use]
    pub fn file_letter(&self, file: u8) -> char {
        char::from(b'a' + file + u8::from(self.hexagons && file >= 9))
    }
    /// The file of a letter, from 0; it may lie beyond the board.
    #[must_use]
    pub fn file_of_letter(&self, letter: u8) -> Option<u8> {
        let file = letter.checked_sub(b'a').filter(|f| *f < 26)?;
        match (self.hexagons, file) {
            (true, 9) => None,
            (true, f) if f > 9 => Some(f - 1),
            (_, f) => Some(f),
        }
    }
    /// Rank index of the lowest square of a file: 0 but on hexagons.
    #[must_use]
    pub fn lowest(&self, file: u8) -> u8 {
        if self.hexagons { file.saturating_sub(self.files / 2) } else { 0 }
    }
    /// `e4`, `a10`; squares of a second layer carry a prime for each layer above the first.
    #[must_use]
    pub fn name(&self, s: Sq) -> String {
        let (file, layer) = (self.file(s), usize::from(self.layer(s)));
        format!("{}{}{}", self.file_letter(file), self.rank(s) - self.lowest(file) + 1, "'".repeat(layer))
    }
    /// The rows of a layer as the FEN describes them, without holes: ranks from the top, file a first; on hexagons files
    /// from a, each from its upper end.
    #[must_use]
    pub fn rows(&self, layer: u8) -> Vec<Vec<Sq>> {
        let at = |f: u8, r: u8| self.at(f.into(), r.into(), layer);
        if self.hexagons {
            (0..self.files).map(|f| (0..self.ranks).rev().filter_map(|r| at(f, r)).collect()).collect()
        } else {
            (0..self.ranks).rev().map(|r| (0..self.files).filter_map(|f| at(f, r)).collect()).collect()
        }
    }
    /// Colour class: two on squares, three on hexagons.
    #[inline]
    #[must_use]
    pub fn color(&self, s: Sq) -> u8 {
        (self.file(s) + self.rank(s)) % if self.hexagons { 3 } else { 2 }
    }
    /// The square of a name written as `name` writes it.
    #[must_use]
    pub fn named(&self, text: &str) -> Option<Sq> {
        let bare = text.trim_end_matches('\'');
        let layer = u8::try_from(text.len() - bare.len()).ok()?;
        let file = self.file_of_letter(bare.bytes().next().filter(u8::is_ascii_lowercase)?)?;
        let digits = &bare[1..];
        if digits.is_empty()
            || digits.len() > 3
            || !digits.bytes().all(|b| b.is_ascii_digit())
            || digits.starts_with('0')
        {
            return None;
        }
        let rank = digits.parse::<i32>().ok()? - 1 + i32::from(self.lowest(file));
        self.at(file.into(), rank, layer)
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
    /// Steps of a king between two squares of one layer, of a wazir on hexagons; 255 between layers.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Sq, b: Sq) -> u8 {
        if self.layer(a) != self.layer(b) {
            return 255;
        }
        let (x, y) =
            (i32::from(self.file(a)) - i32::from(self.file(b)), i32::from(self.rank(a)) - i32::from(self.rank(b)));
        let slanted = if self.hexagons { (x - y).abs() } else { 0 };
        x.abs().max(y.abs()).max(slanted) as u8
    }
}
