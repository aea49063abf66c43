//! The store: everything a position consists of, as plain vectors.

use crate::tables::Tables;
use ferz_dsl::game::{CellId, FlagId, KindId, Man, Mark, Role, SideId, SideSet, Sq, SquareSet, Start};
use std::hash::{Hash, Hasher};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Store {
    /// By square number.
    pub board: Vec<Option<Man>>,
    /// Counts by side and kind; empty in a game without hands.
    pub hands: Vec<u16>,
    /// Counters, latches and kinds (-1: nothing), cell after cell, see `Tables::offset`.
    pub ints: Vec<i64>,
    /// `squares` states, see `Tables::offset`.
    pub squares: Vec<SquareSet>,
    pub turn: Turn,
    /// Players that have left the game.
    pub out: SideSet,
    /// A result that a step has recorded.
    pub ended: Option<Mark>,
    /// Moves since the start of the game, and the full move number: not part of the identity.
    pub plies: u32,
    pub full: u32,
}

/// Whose turn it is and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    /// Index into the turn list.
    pub entry: u16,
    pub side: SideId,
    /// Plies of this turn already made.
    pub made: u16,
    /// Which turn of the game this is, from 1: counted only where turns grow, else 0.
    pub number: u32,
}

impl Store {
    /// A start position before any handler has run.
    pub fn from_start(t: &Tables, start: &Start) -> Self {
        let game = &t.game;
        let mut store = Self::blank(t);
        store.board.clone_from(&start.board);
        store.board.resize(usize::from(game.board.size), None);
        if !store.hands.is_empty() {
            for side in game.players() {
                for (k, n) in start.hands.get(side.index()).into_iter().flatten().enumerate().take(game.kinds.len()) {
                    store.hands[side.index() * game.kinds.len() + k] = u16::from(*n);
                }
            }
        }
        for (c, spot) in t.cells.iter().enumerate() {
            if spot.is_squares {
                store.squares[spot.offset] = start.squares.get(c).copied().unwrap_or(SquareSet::NONE);
            } else {
                let given = start.ints.get(c).map_or(&[][..], Vec::as_slice);
                for i in 0..spot.len {
                    store.ints[spot.offset + i] = given.get(i).copied().unwrap_or(game.cells[c].start);
                }
            }
        }
        let entry = usize::from(start.turn).min(game.turn.entries.len() - 1);
        store.turn =
            Turn { entry: entry as u16, side: game.turn.entries[entry], made: 0, number: u32::from(game.turn.growing) };
        store.full = start.full_moves.max(1);
        store
    }

    /// No men, every cell at the value that a FEN means by silence.
    pub fn blank(t: &Tables) -> Self {
        let game = &t.game;
        let hands = if t.has_hands { vec![0; (game.sides.len() - 1) * game.kinds.len()] } else { Vec::new() };
        let mut ints = vec![0; t.ints_len];
        for (c, spot) in t.cells.iter().enumerate() {
            if !spot.is_squares {
                ints[spot.offset..spot.offset + spot.len].fill(game.cells[c].default);
            }
        }
        Self {
            board: vec![None; usize::from(game.board.size)],
            hands,
            ints,
            squares: vec![SquareSet::NONE; t.squares_len],
            turn: Turn { entry: 0, side: game.turn.entries[0], made: 0, number: u32::from(game.turn.growing) },
            out: SideSet::NONE,
            ended: None,
            plies: 0,
            full: 1,
        }
    }

    pub fn at(&self, s: Sq) -> Option<Man> {
        self.board[usize::from(s)]
    }

    /// The men that fit, with their squares, in ascending order.
    pub fn men(&self, fits: impl Fn(Man) -> bool) -> SquareSet {
        let mut set = SquareSet::NONE;
        for (s, man) in self.board.iter().enumerate() {
            if man.is_some_and(&fits) {
                set.insert(s as Sq);
            }
        }
        set
    }

    pub fn in_hand(&self, t: &Tables, side: SideId, kind: KindId) -> u16 {
        if self.hands.is_empty() || side.index() >= t.game.sides.len() - 1 {
            return 0;
        }
        self.hands[side.index() * t.game.kinds.len() + kind.index()]
    }

    pub fn hand_mut(&mut self, t: &Tables, side: SideId, kind: KindId) -> Option<&mut u16> {
        self.hands.get_mut(side.index() * t.game.kinds.len() + kind.index())
    }

    pub fn cell_squares(&self, t: &Tables, cell: CellId) -> SquareSet {
        self.squares[t.cells[cell.index()].offset]
    }

    pub fn set_cell_squares(&mut self, t: &Tables, cell: CellId, value: SquareSet) {
        self.squares[t.cells[cell.index()].offset] = value;
    }

    /// The value of a cell that is not a set of squares, by the number of its index.
    pub fn cell_int(&self, t: &Tables, cell: CellId, index: usize) -> i64 {
        let spot = t.cells[cell.index()];
        if index < spot.len { self.ints[spot.offset + index] } else { 0 }
    }

    /// Hash of the identity class: everything but clocks, move numbers and history.
    pub fn key(&self, t: &Tables) -> u64 {
        let mut h = Mix(0x9e37_79b9_7f4a_7c15);
        for (s, man) in self.board.iter().enumerate() {
            if let Some(man) = man {
                (s as u16, man).hash(&mut h);
            }
        }
        self.hands.hash(&mut h);
        for (c, spot) in t.cells.iter().enumerate() {
            if t.game.cells[c].role == Role::Clock {
                continue;
            }
            if spot.is_squares {
                self.squares[spot.offset].hash(&mut h);
            } else {
                self.ints[spot.offset..spot.offset + spot.len].hash(&mut h);
            }
        }
        self.turn.hash(&mut h);
        self.out.hash(&mut h);
        self.ended.hash(&mut h);
        h.finish()
    }
}

pub(crate) fn has_flag(man: Man, flag: FlagId) -> bool {
    man.flags >> flag.0 & 1 == 1
}

/// Does the man have (true) or lack (false) each of these flags?
pub(crate) fn flags_fit(man: Man, flags: &[(FlagId, bool)]) -> bool {
    flags.iter().all(|(f, on)| has_flag(man, *f) == *on)
}

/// A small deterministic hasher: multiply and mix each word.
struct Mix(u64);

impl Mix {
    fn word(&mut self, w: u64) {
        let x = (self.0 ^ w).wrapping_mul(0xff51_afd7_ed55_8ccd);
        self.0 = (x ^ x >> 32).wrapping_mul(0xc4ce_b9fe_1a85_ec53) ^ x >> 29;
    }
}

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.word(i.into());
    }
    fn write_u16(&mut self, i: u16) {
        self.word(i.into());
    }
    fn write_u32(&mut self, i: u32) {
        self.word(i.into());
    }
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
    fn write_i64(&mut self, i: i64) {
        self.word(i as u64);
    }
}
