//! The board as files and ranks: distances, directions, names.

use crate::link::stepped;
use crate::set::Set;
use crate::state::NOWHERE;

#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub files: usize,
    pub ranks: usize,
    /// Cells are hexagons on a slanted grid: files of which each begins half a cell lower than the one before.
    pub hexagons: bool,
    /// Names of the directions.
    pub dirs: &'static [&'static str],
    /// The king directions clockwise from north: eight, or twelve on hexagons.
    pub lines: &'static [usize],
}

/// `e4`; a prime for each layer above the first. On hexagons there is no file j, and every file is counted from its lower
/// end.
#[must_use]
pub fn square_name(hexagons: bool, files: usize, file: usize, rank: usize, layer: usize) -> String {
    let letter = file_letter(hexagons, file);
    format!("{letter}{}{}", rank - lowest(hexagons, files, file) + 1, "'".repeat(layer))
}

/// Letter of a file, from 0.
#[must_use]
pub fn file_letter(hexagons: bool, file: usize) -> char {
    char::from(b'a' + file as u8 + u8::from(hexagons && file >= 9))
}

/// Rank index of the lowest square of a file.
#[must_use]
pub fn lowest(hexagons: bool, files: usize, file: usize) -> usize {
    if hexagons { file.saturating_sub(files / 2) } else { 0 }
}

impl Grid {
    #[must_use]
    pub fn file(&self, s: usize) -> i64 {
        (s % self.files) as i64
    }
    #[must_use]
    pub fn rank(&self, s: usize) -> i64 {
        (s / self.files % self.ranks) as i64
    }
    #[must_use]
    pub fn layer(&self, s: usize) -> usize {
        s / (self.files * self.ranks)
    }
    /// `e4`; a prime for each layer above the first.
    #[must_use]
    pub fn name(&self, s: usize) -> String {
        if s == NOWHERE {
            return String::new();
        }
        square_name(self.hexagons, self.files, self.file(s) as usize, self.rank(s) as usize, self.layer(s))
    }
    #[must_use]
    pub fn names<S: Set>(&self, set: S) -> String {
        set.iter().map(|s| self.name(s)).collect()
    }
    #[must_use]
    pub fn dir_name(&self, d: usize) -> String {
        self.dirs.get(d).map_or_else(String::new, |d| (*d).to_string())
    }
    /// King steps, over edges only on hexagons; 255 between layers.
    #[must_use]
    pub fn distance(&self, a: usize, b: usize) -> i64 {
        if self.layer(a) != self.layer(b) {
            return 255;
        }
        let (x, y) = (self.file(a) - self.file(b), self.rank(a) - self.rank(b));
        let slanted = if self.hexagons { (x - y).abs() } else { 0 };
        x.abs().max(y.abs()).max(slanted)
    }
    /// The first square of the longer leg of a leap; none for straight and diagonal leaps.
    #[must_use]
    pub fn long_step<S: Set>(&self, a: usize, b: usize) -> S {
        let (x, y) = (self.file(b) - self.file(a), self.rank(b) - self.rank(a));
        if self.hexagons || x == 0 || y == 0 || x.abs() == y.abs() || self.layer(a) != self.layer(b) {
            return S::NONE;
        }
        let (dx, dy) = if x.abs() > y.abs() { (x.signum(), 0) } else { (0, y.signum()) };
        let s = a as i64 + dx + dy * self.files as i64;
        usize::try_from(s).map_or(S::NONE, S::at)
    }
    /// The line from one square through another.
    fn line<const N: usize>(&self, steps: &[[u16; N]], a: usize, b: usize) -> Option<usize> {
        if a == b {
            return None;
        }
        self.lines.iter().copied().find(|d| {
            let mut at = a;
            for _ in 0..N {
                match stepped(steps, at, *d) {
                    Some(next) if next == b => return true,
                    Some(next) if next != a => at = next,
                    Some(_) | None => return false,
                }
            }
            false
        })
    }
    /// Squares strictly between two squares of a line.
    #[must_use]
    pub fn between<S: Set, const N: usize>(&self, steps: &[[u16; N]], a: usize, b: usize) -> S {
        let Some(d) = self.line(steps, a, b) else { return S::NONE };
        let mut out = S::NONE;
        let mut at = a;
        while let Some(next) = stepped(steps, at, d) {
            if next == b {
                break;
            }
            out.add(next);
            at = next;
        }
        out
    }
    /// Along the line through both; for a leap the nearest of the eight lines (tan 22.5 degrees is 0.4142).
    #[must_use]
    pub fn direction<const N: usize>(&self, steps: &[[u16; N]], a: usize, b: usize) -> Option<usize> {
        if a == b || a >= N || b >= N || self.layer(a) != self.layer(b) {
            return None;
        }
        if let Some(d) = self.line(steps, a, b) {
            return Some(d);
        }
        if self.hexagons {
            return None;
        }
        let (x, y) = (self.file(b) - self.file(a), self.rank(b) - self.rank(a));
        let (short, long) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
        let slanting = short * 10_000 > long * 4_142;
        let (x, y) = match (slanting, x.abs() > y.abs()) {
            (true, _) => (x.signum(), y.signum()),
            (false, true) => (x.signum(), 0),
            (false, false) => (0, y.signum()),
        };
        let clockwise = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let i = clockwise.iter().position(|v| *v == (x, y))?;
        self.lines.get(i).copied()
    }
}
