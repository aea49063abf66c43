//! A position's store: men as planes, cells, hands and the turn. Compiled code gives it its sizes.
//!
//! A man is a bit in the plane of its kind, in the plane of its owner and in the planes of its flags. There is no
//! board of letters beside them: the kind of a captured man is found by asking the few planes.

use crate::set::Set;

/// `K` kinds, `O` owners (neutral last), `F` flags, `I` integer cells, `Q` square-set cells, `H` players with hands
/// (0 in games without).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<S, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize> {
    pub kinds: [S; K],
    pub sides: [S; O],
    pub flags: [S; F],
    /// Counters, latches and kinds (-1 for none), one entry for each index.
    pub ints: [i32; I],
    pub sets: [S; Q],
    pub hands: [[u8; K]; H],
    /// Entry of the turn list.
    pub turn: u16,
    /// Plies already made in the turn.
    pub made: u16,
    /// Number of the turn from 1, where turns grow; else 0.
    pub number: u32,
    /// A result kept in the position: 0 none, 1 draw, 2 + 2s side s has won, 3 + 2s it has lost.
    pub ended: u8,
    /// Players who left the game, by bit.
    pub out: u16,
    pub full_moves: u32,
    pub ply: u32,
}

/// A man off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// -1 for nobody.
    pub kind: i32,
    pub owner: usize,
    pub flags: u32,
    /// Where it stood; `NOWHERE` for a new man.
    pub home: usize,
    /// It is the man that makes the move.
    pub mover: bool,
}

/// No square.
pub const NOWHERE: usize = usize::MAX;

impl Held {
    pub const NOBODY: Self = Self { kind: -1, owner: 0, flags: 0, home: NOWHERE, mover: false };

    #[must_use]
    pub fn is_some(&self) -> bool {
        self.kind >= 0
    }
}

impl<S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    State<S, K, O, F, I, Q, H>
{
    pub const EMPTY: Self = Self {
        kinds: [S::NONE; K],
        sides: [S::NONE; O],
        flags: [S::NONE; F],
        ints: [0; I],
        sets: [S::NONE; Q],
        hands: [[0; K]; H],
        turn: 0,
        made: 0,
        number: 0,
        ended: 0,
        out: 0,
        full_moves: 1,
        ply: 0,
    };

    #[inline]
    #[must_use]
    pub fn occupied(&self) -> S {
        self.sides.iter().fold(S::NONE, |all, side| all | *side)
    }

    /// The men of a kind that a side owns.
    #[inline]
    #[must_use]
    pub fn men(&self, kind: usize, owner: usize) -> S {
        self.kinds[kind] & self.sides[owner]
    }

    /// The kind on a square, -1 if it is empty.
    #[inline]
    #[must_use]
    pub fn kind_at(&self, s: usize) -> i32 {
        self.kinds.iter().position(|plane| plane.has(s)).map_or(-1, |k| k as i32)
    }

    /// The owner of the man on an occupied square.
    #[inline]
    #[must_use]
    pub fn owner_at(&self, s: usize) -> usize {
        self.sides.iter().position(|plane| plane.has(s)).unwrap_or(0)
    }

    #[inline]
    #[must_use]
    pub fn flags_at(&self, s: usize) -> u32 {
        self.flags.iter().enumerate().fold(0, |all, (f, plane)| all | u32::from(plane.has(s)) << f)
    }

    /// The man on a square, left where it is.
    #[inline]
    #[must_use]
    pub fn man_at(&self, s: usize) -> Held {
        let kind = self.kind_at(s);
        if kind < 0 {
            return Held::NOBODY;
        }
        Held { kind, owner: self.owner_at(s), flags: self.flags_at(s), home: s, mover: false }
    }

    /// Takes whatever stands on the squares off the board.
    #[inline]
    pub fn clear(&mut self, squares: S) {
        for plane in &mut self.kinds {
            *plane = plane.minus(squares);
        }
        for plane in &mut self.sides {
            *plane = plane.minus(squares);
        }
        for plane in &mut self.flags {
            *plane = plane.minus(squares);
        }
    }

    /// Takes the man off the square.
    #[inline]
    pub fn lift(&mut self, s: usize) -> Held {
        let man = self.man_at(s);
        self.clear(S::at(s));
        man
    }

    /// Puts a man on an empty square.
    #[inline]
    pub fn put(&mut self, man: Held, s: usize) {
        let bit = S::at(s);
        if let Some(plane) = self.kinds.get_mut(man.kind as usize) {
            *plane |= bit;
            self.sides[man.owner] |= bit;
            for (f, plane) in self.flags.iter_mut().enumerate() {
                *plane |= bit.when(man.flags >> f & 1 == 1);
            }
        }
    }

    /// Moves a man whose kind and owner are known at compile time to an empty square; flags in `lost` are lost.
    #[inline]
    pub fn carry(&mut self, kind: usize, owner: usize, from: usize, to: usize, lost: u32) {
        let both = S::at(from) | S::at(to);
        self.kinds[kind] ^= both;
        self.sides[owner] ^= both;
        for f in 0..F {
            if lost >> f & 1 == 1 {
                self.flags[f] = self.flags[f].minus(S::at(from));
            } else if self.flags[f].has(from) {
                self.flags[f] ^= both;
            }
        }
    }

    /// Squares connected with the set by neighbour steps through men of the same owner.
    #[must_use]
    pub fn group(&self, seeds: S, neighbours: &[S]) -> S {
        let mut all = S::NONE;
        for plane in &self.sides {
            let mut grown = seeds & *plane;
            let mut edge = grown;
            while edge.some() {
                edge = (near(edge, neighbours) & *plane).minus(grown);
                grown |= edge;
            }
            all |= grown;
        }
        all
    }
}

/// Squares one neighbour step from a square of the set.
#[must_use]
pub fn near<S: Set>(set: S, neighbours: &[S]) -> S {
    set.iter().fold(S::NONE, |all, s| all | neighbours.get(s).copied().unwrap_or(S::NONE))
}
