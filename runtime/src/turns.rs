//! The turn machine: a list of sides, taken from the front and then again from some entry; turns may grow.

use crate::position::{Outcome, OutcomeKind};
use crate::set::Set;
use crate::state::State;

#[derive(Clone, Copy, Debug)]
pub struct Turns {
    pub entries: &'static [u8],
    pub repeat_from: usize,
    /// The n-th turn has n plies.
    pub growing: bool,
    pub players: usize,
    pub teams: &'static [u16],
}

impl Turns {
    #[inline]
    #[must_use]
    pub fn side(&self, entry: u16) -> usize {
        self.entries.get(usize::from(entry)).map_or(0, |s| usize::from(*s))
    }

    fn after(&self, entry: u16) -> u16 {
        if usize::from(entry) + 1 < self.entries.len() { entry + 1 } else { self.repeat_from as u16 }
    }

    #[must_use]
    pub fn hostile(&self, a: usize, b: usize) -> bool {
        self.teams.get(a) != self.teams.get(b)
    }
}

/// A place in the turns: entry, plies made, number of the turn; then how often the first side of the list came up.
type Place = (u16, u16, u32, u32);

impl<S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    State<S, K, O, F, I, Q, H>
{
    fn next_place(&self, t: &Turns, end_turn: bool) -> Place {
        let now = t.side(self.turn);
        let left = |side: usize| self.out >> side & 1 == 1;
        let mut ended = end_turn || left(now);
        if t.growing {
            ended |= u32::from(self.made) + 1 >= self.number;
            if !ended {
                return (self.turn, self.made.saturating_add(1), self.number, 0);
            }
        }
        let (mut entry, mut side, mut full) = (self.turn, now, 0);
        let number = if t.growing { self.number.saturating_add(1) } else { 0 };
        for _ in 0..=2 * t.entries.len() {
            entry = t.after(entry);
            let comes = t.side(entry);
            if comes == side && !t.growing {
                if !ended {
                    return (entry, self.made.saturating_add(1), self.number, full);
                }
                continue;
            }
            side = comes;
            full += u32::from(side == t.side(0));
            ended = left(side);
            if !ended {
                return (entry, 0, number, full);
            }
        }
        (entry, 0, number, full)
    }

    /// Is the turn of the side to move over after its ply?
    #[must_use]
    pub fn turn_over(&self, t: &Turns, end_turn: bool) -> bool {
        self.next_place(t, end_turn).1 == 0
    }

    /// The turn passes after a ply; does another turn begin?
    pub fn next_turn(&mut self, t: &Turns, end_turn: bool) -> bool {
        self.ply = self.ply.saturating_add(1);
        self.move_on(t, end_turn);
        self.made == 0
    }

    fn move_on(&mut self, t: &Turns, end_turn: bool) {
        let (entry, made, number, full) = self.next_place(t, end_turn);
        self.turn = entry;
        self.made = made;
        self.number = number;
        self.full_moves = self.full_moves.saturating_add(full);
    }

    /// The same where every turn is one ply and nobody leaves.
    #[inline]
    pub fn next_entry(&mut self, t: &Turns) {
        let next = self.turn + 1;
        self.turn = if usize::from(next) < t.entries.len() { next } else { 0 };
        self.full_moves = self.full_moves.saturating_add(u32::from(t.side(self.turn) == t.side(0)));
        self.ply = self.ply.saturating_add(1);
    }

    /// The turn of a side that has left goes to the next.
    pub fn skip_turn(&mut self, t: &Turns) {
        self.move_on(t, true);
    }

    /// The store as if the turn of the side began.
    #[inline]
    pub fn begin_turn_of(&mut self, t: &Turns, side: usize) {
        if t.side(self.turn) == side && self.made == 0 {
            return;
        }
        let mut entry = self.turn;
        for _ in 0..=t.entries.len() {
            let before = t.side(entry);
            entry = t.after(entry);
            if t.side(entry) == side && (before != side || t.growing) {
                break;
            }
        }
        self.turn = entry;
        self.made = 0;
    }

    /// Number of teams still in the game.
    #[must_use]
    pub fn parties(&self, t: &Turns) -> usize {
        let inside = |s: &usize| self.out >> s & 1 == 0;
        let first = |s: &usize| !(0..*s).filter(inside).any(|o| t.teams[o] == t.teams[*s]);
        (0..t.players).filter(inside).filter(first).count()
    }

    /// The first player of the team that is left.
    #[must_use]
    pub fn winner(&self, t: &Turns) -> usize {
        let team = (0..t.players).find(|s| self.out >> s & 1 == 0).map(|s| t.teams[s]);
        (0..t.players).find(|s| Some(t.teams[*s]) == team).unwrap_or(0)
    }

    /// The first side of another party in turn order that is still in the game.
    #[must_use]
    pub fn opponent(&self, t: &Turns, side: usize) -> usize {
        let after = |i: usize| (side + i) % t.players;
        let enemy = |s: &usize| t.hostile(side, *s) && self.out >> s & 1 == 0;
        (1..t.players).map(after).find(enemy).unwrap_or_else(|| after(1))
    }

    /// The order in which the sides' copies of an outcome line are asked: the side that has just moved first.
    pub fn asking_order(&self, t: &Turns) -> impl Iterator<Item = usize> + use<S, K, O, F, I, Q, H> {
        let (players, now) = (t.players, t.side(self.turn));
        let back = |i: usize| (now + players * 2 - i) % players;
        let last =
            if self.made > 0 { now } else { (1..players).map(back).find(|s| self.out >> s & 1 == 0).unwrap_or(now) };
        (0..players).map(move |i| (last + i) % players)
    }

    /// The result that a step has recorded.
    #[must_use]
    pub fn recorded(&self, t: &Turns, reason: &str) -> Outcome {
        let side = usize::from(self.ended.saturating_sub(2) / 2);
        let kind = match self.ended {
            0 | 1 => OutcomeKind::Draw,
            e if e % 2 == 0 => OutcomeKind::Win(side),
            _ => OutcomeKind::Win(self.opponent(t, side)),
        };
        Outcome { kind, reason: reason.to_string() }
    }
}
