//! Positions as text: `board[hand] side field... half full name=value...`.
//!
//! Reading and writing work on plain data (`Raw`), driven by the facts of a game. No handler runs. Fields may be left
//! out: each text is given to the first field in order that has its shape. What a field would not tell follows as words.

mod board;
mod facts;
mod fields;
mod rights;
mod words;

pub use board::diagram;
pub use facts::{Bits, Cell, CellType, Facts, Field, Flag, Kind, Placed, Shown, Side, Start};

use crate::position::TextError;
use crate::set::Set;
use crate::state::{Held, State};

/// Longest text that is looked at.
const LONGEST: usize = 1 << 16;

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub kind: usize,
    pub owner: usize,
    pub flags: u32,
}

/// A position as plain data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raw {
    pub board: Vec<Option<Man>>,
    pub ints: Vec<i32>,
    pub sets: Vec<Bits>,
    pub hands: Vec<Vec<u8>>,
    pub turn: u16,
    pub made: u16,
    pub number: u32,
    pub ended: u8,
    pub out: u16,
    pub full_moves: u32,
    pub ply: u32,
}

impl Raw {
    /// No men, cells as a FEN means them by silence.
    #[must_use]
    pub fn blank(f: &Facts) -> Self {
        let ints = f.cells.iter().filter(|c| c.ty != CellType::Squares).map(|c| c.offset + c.len).max().unwrap_or(0);
        let sets = f.cells.iter().filter(|c| c.ty == CellType::Squares).count();
        let mut raw = Self {
            board: vec![None; f.size()],
            ints: vec![0; ints],
            sets: vec![[0; 4]; sets],
            hands: vec![vec![0; f.kinds.len()]; f.hands.len()],
            turn: 0,
            made: 0,
            number: u32::from(f.turns.growing),
            ended: 0,
            out: 0,
            full_moves: 1,
            ply: 0,
        };
        for c in f.cells.iter().filter(|c| c.ty != CellType::Squares) {
            raw.ints[c.offset..c.offset + c.len].fill(c.default);
        }
        raw
    }

    /// The position of the setup.
    #[must_use]
    pub fn start(f: &Facts) -> Self {
        let mut raw = Self::blank(f);
        for (s, kind, owner, flags) in f.start.men {
            raw.board[usize::from(*s)] = Some(Man { kind: (*kind).into(), owner: (*owner).into(), flags: *flags });
        }
        raw.ints.copy_from_slice(f.start.ints);
        raw.sets.copy_from_slice(f.start.sets);
        for (hand, start) in raw.hands.iter_mut().zip(f.start.hands) {
            hand.copy_from_slice(start);
        }
        raw.turn = f.start.turn;
        raw.full_moves = f.start.full_moves.max(1);
        raw
    }

    #[must_use]
    pub fn of<
        S: Set,
        const K: usize,
        const O: usize,
        const F: usize,
        const I: usize,
        const Q: usize,
        const H: usize,
    >(
        f: &Facts,
        p: &State<S, K, O, F, I, Q, H>,
    ) -> Self {
        let man = |s: usize| {
            let man = p.man_at(s);
            man.is_some().then_some(Man { kind: man.kind as usize, owner: man.owner, flags: man.flags })
        };
        Self {
            board: (0..f.size()).map(man).collect(),
            ints: p.ints.to_vec(),
            sets: p.sets.iter().map(|s| s.words()).collect(),
            hands: p.hands.iter().map(|h| h.to_vec()).collect(),
            turn: p.turn,
            made: p.made,
            number: p.number,
            ended: p.ended,
            out: p.out,
            full_moves: p.full_moves,
            ply: p.ply,
        }
    }

    #[must_use]
    pub fn state<
        S: Set,
        const K: usize,
        const O: usize,
        const F: usize,
        const I: usize,
        const Q: usize,
        const H: usize,
    >(
        &self,
    ) -> State<S, K, O, F, I, Q, H> {
        let mut p = State::EMPTY;
        for (s, man) in self.board.iter().enumerate() {
            if let Some(m) = man {
                p.put(Held { kind: m.kind as i32, owner: m.owner, flags: m.flags, ..Held::NOBODY }, s);
            }
        }
        for (to, from) in p.ints.iter_mut().zip(&self.ints) {
            *to = *from;
        }
        for (to, from) in p.sets.iter_mut().zip(&self.sets) {
            *to = S::from_words(*from);
        }
        for (to, from) in p.hands.iter_mut().zip(&self.hands) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = *from;
            }
        }
        p.turn = self.turn;
        p.made = self.made;
        p.number = self.number;
        p.ended = self.ended;
        p.out = self.out;
        p.full_moves = self.full_moves;
        p.ply = self.ply;
        p
    }

    /// Squares of the men that fit, ascending.
    fn men(&self, fits: impl Fn(&Man) -> bool) -> Vec<usize> {
        (0..self.board.len()).filter(|s| self.board[*s].as_ref().is_some_and(&fits)).collect()
    }
}

fn bit(set: &Bits, s: usize) -> bool {
    set[s >> 6] >> (s & 63) & 1 == 1
}

fn set_bit(set: &mut Bits, s: usize) {
    set[s >> 6] |= 1 << (s & 63);
}

fn squares_of(set: &Bits) -> impl Iterator<Item = usize> + '_ {
    (0..256).filter(|s| bit(set, *s))
}

fn escaped(text: &str) -> String {
    let short: String = text.chars().take(20).collect();
    short.escape_default().to_string()
}

/// Reads a position.
///
/// # Errors
/// The field that cannot be read and why.
pub fn read(f: &Facts, fen: &str) -> Result<Raw, TextError> {
    let fail = |field: usize, message: String| TextError { field, message };
    if fen.len() > LONGEST {
        return Err(fail(0, format!("the text has {} bytes, no position needs more than {LONGEST}", fen.len())));
    }
    let tokens: Vec<&str> = fen.split_ascii_whitespace().collect();
    let Some(first) = tokens.first() else { return Err(fail(1, "the board is missing".into())) };
    let mut raw = Raw::blank(f);
    board::read(f, first, &mut raw).map_err(|m| fail(1, m))?;
    let Some(side) = tokens.get(1) else { return Err(fail(2, "the side to move is missing".into())) };
    let Some(side) = f.read_side(side) else {
        let sides: Vec<String> = (0..f.sides.len()).map(|s| f.side_letter(s)).collect();
        return Err(fail(2, format!("`{}` is no side, one of {} is expected", escaped(side), sides.join(" "))));
    };
    let rest = tokens.iter().enumerate().skip(2).map(|(i, s)| (i + 1, *s));
    let (words, texts): (Vec<_>, Vec<_>) = rest.partition(|(_, s)| s.contains('='));
    let places = fields::places(f, &texts)?;
    let full = f.fields.iter().zip(&places).find_map(|(field, place)| match (field, place) {
        (Field::FullMoves, Some((n, text))) => Some((*n, text.parse::<u32>())),
        _ => None,
    });
    let full = match full {
        None => 1,
        Some((_, Ok(full))) => full,
        Some((n, Err(_))) => return Err(fail(n, "the number of moves is too large".into())),
    };
    set_side(f, &mut raw, side, full);
    for (field, place) in f.fields.iter().zip(&places) {
        if let Some((n, text)) = place {
            fields::read(f, &mut raw, field, text).map_err(|m| fail(*n, m))?;
        }
    }
    for (n, word) in words {
        words::read(f, &mut raw, word).map_err(|m| fail(n, m))?;
    }
    Ok(raw)
}

/// The place in the turn list that a side and a move number mean: the beginning of its turn, at the first move the first
/// turn of the game, later one that comes again.
fn set_side(f: &Facts, raw: &mut Raw, side: usize, full: u32) {
    let t = f.turns;
    let n = t.entries.len();
    let begins = |i: &usize| {
        usize::from(t.entries[*i]) == side && (t.growing || *i == 0 || usize::from(t.entries[*i - 1]) != side)
    };
    let first = (0..n).find(begins);
    let opening = first.filter(|i| full <= 1 || *i >= t.repeat_from);
    let entry = opening.or_else(|| (t.repeat_from..n).find(begins)).or(first).unwrap_or(0);
    let rounds = full.saturating_sub(1).saturating_mul(n as u32);
    raw.turn = entry as u16;
    raw.made = 0;
    raw.number = if t.growing { rounds.saturating_add(entry as u32 + 1) } else { 0 };
    raw.full_moves = full;
    raw.ply = rounds.saturating_add(entry as u32);
}

/// Writes a position. What its own fields would not tell follows as words.
#[must_use]
pub fn write(f: &Facts, raw: &Raw) -> String {
    let mut parts = vec![board::write(f, raw), f.side_letter(f.turns.side(raw.turn))];
    parts.extend(f.fields.iter().map(|field| fields::write(f, raw, field)));
    let text = parts.join(" ");
    if !words::possible(f, raw) {
        return text;
    }
    let Ok(told) = read(f, &text) else { return text };
    let words = words::missing(f, raw, &told);
    if words.is_empty() { text } else { format!("{text} {}", words.join(" ")) }
}

/// The side that has just moved, by the side to move alone.
fn last_mover(f: &Facts, raw: &Raw) -> usize {
    let players = f.sides.len();
    (f.turns.side(raw.turn) + players - 1) % players
}
