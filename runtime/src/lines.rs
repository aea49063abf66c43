//! Lines to a royal: where its men must go when it is in check, and where a pinned man must stay.
//!
//! Attacks that only empty squares let through are followed from the royal outwards. A line with no man on it gives check:
//! an answer ends on it or takes the attacker. A line with one man, ours, pins that man to the line. Several checks are
//! met by intersecting their answers; that only the royal can move then is a consequence.

use crate::link::Path;
use crate::set::Set;

/// Most pins that are kept. Where a position has more, `full` says that sets do not tell.
const MOST: usize = 12;

#[derive(Clone, Copy, Debug)]
pub struct Guard<S> {
    /// Where an ordinary man must land.
    pub mask: S,
    /// Men that may not leave a line.
    pub pinned: S,
    /// Each with the one man of ours that is pinned on it.
    lines: [S; MOST],
    count: usize,
    pub full: bool,
}

impl<S: Set> Guard<S> {
    #[inline]
    #[must_use]
    pub fn new(all: S) -> Self {
        Self { mask: all, pinned: S::NONE, lines: [S::NONE; MOST], count: 0, full: false }
    }

    #[inline]
    fn pin(&mut self, s: usize, line: S) {
        self.pinned.add(s);
        if self.count == MOST {
            self.full = true;
            return;
        }
        self.lines[self.count] = line;
        self.count += 1;
    }

    /// Men that give check whatever stands between.
    #[inline]
    pub fn leapers(&mut self, checkers: S) {
        if checkers.some() {
            self.mask &= checkers;
            // One landing cannot take two.
            if checkers.rest().some() {
                self.mask = S::NONE;
            }
        }
    }

    /// One line from the royal on which `sliders` attack.
    #[inline]
    pub fn line<const N: usize>(&mut self, rays: &[S; N], up: bool, royal: usize, occ: S, own: S, sliders: S) {
        let ray = rays[royal];
        if !ray.meets(sliders) {
            return;
        }
        let seen = if up { ray.ray_up(occ) } else { ray.ray_down(occ) };
        let first = seen & occ;
        if first.meets(sliders) {
            self.mask &= seen;
        } else if first.meets(own) {
            let s = first.first();
            let beyond = if up { rays[s].ray_up(occ) } else { rays[s].ray_down(occ) };
            if beyond.meets(sliders) {
                self.pin(s, seen | beyond);
            }
        }
    }

    /// Paths that end on the royal, by which `men` attack.
    #[inline]
    pub fn paths(&mut self, list: &[Path<S>], occ: S, own: S, men: S) {
        for p in list.iter().filter(|p| p.end.meets(men)) {
            let stops = p.empty & occ;
            if stops.is_empty() {
                self.mask &= p.empty | p.end;
            } else if stops.rest().is_empty() && stops.meets(own) {
                self.pin(stops.first(), p.empty | p.end);
            }
        }
    }

    /// Where the man on `from` may land.
    #[inline]
    #[must_use]
    pub fn room(&self, from: usize) -> S {
        if self.pinned.has(from) { self.pinned_room(from) } else { self.mask }
    }

    #[cold]
    fn pinned_room(&self, from: usize) -> S {
        let lines = self.lines.iter().take(self.count).filter(|line| line.has(from));
        lines.fold(self.mask, |room, line| room & *line)
    }
}

/// Takes moves as sets: to count them, or to list them.
pub trait Sink<S, W> {
    /// Moves with this stem to each of the targets, each once for every list of choices.
    fn targets(&mut self, stem: W, to_shift: u32, targets: S, choices: &[u64], shift: u32) -> crate::position::Flow;
    /// Moves of one generator that all go the same way, by these squares and with these choices.
    fn shifted(&mut self, origin: u64, fields: Fields, by: i32, targets: S, choices: &[u64]) -> crate::position::Flow;
    fn one(&mut self, word: W) -> crate::position::Flow;
}

/// Where the fields of a move word begin: bits of the generator's number and of a square.
#[derive(Clone, Copy, Debug)]
pub struct Fields {
    pub origin: u32,
    pub square: u32,
}

/// Counts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl<S: Set, W> Sink<S, W> for Count {
    #[inline]
    fn targets(&mut self, _: W, _: u32, targets: S, choices: &[u64], _: u32) -> crate::position::Flow {
        self.0 += u64::from(targets.count()) * choices.len() as u64;
        crate::run::STOP
    }
    #[inline]
    fn shifted(&mut self, _: u64, _: Fields, _: i32, targets: S, choices: &[u64]) -> crate::position::Flow {
        self.0 += u64::from(targets.count()) * choices.len() as u64;
        crate::run::STOP
    }
    #[inline]
    fn one(&mut self, _: W) -> crate::position::Flow {
        self.0 += 1;
        crate::run::STOP
    }
}

/// Lists.
pub struct Each<'f, W>(pub &'f mut dyn FnMut(W) -> crate::position::Flow);

impl<W> std::fmt::Debug for Each<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Each").finish_non_exhaustive()
    }
}

impl<S: Set, W: crate::run::Word> Sink<S, W> for Each<'_, W> {
    #[inline]
    fn targets(&mut self, stem: W, to_shift: u32, targets: S, choices: &[u64], shift: u32) -> crate::position::Flow {
        for to in targets.iter() {
            let mut word = stem;
            word.push(to_shift, to as u64);
            for choice in choices {
                let mut whole = word;
                whole.push(shift, *choice);
                (self.0)(whole)?;
            }
        }
        crate::run::STOP
    }
    #[inline]
    fn shifted(&mut self, origin: u64, fields: Fields, by: i32, targets: S, choices: &[u64]) -> crate::position::Flow {
        let (to_at, choices_at) = (fields.origin + fields.square, fields.origin + 2 * fields.square);
        for to in targets.iter() {
            let from = to.wrapping_add_signed(-(by as isize));
            self.targets(stem(origin, fields.origin, from), to_at, S::at(to), choices, choices_at)?;
        }
        crate::run::STOP
    }
    #[inline]
    fn one(&mut self, word: W) -> crate::position::Flow {
        (self.0)(word)
    }
}

/// Generator and origin of a move word.
#[inline]
pub fn stem<W: crate::run::Word>(origin: u64, bits: u32, from: usize) -> W {
    let mut word = W::default();
    word.push(0, origin);
    word.push(bits, from as u64);
    word
}
