//! Walks that are more than leaps and lines: a man carried over the board by an automaton.

use crate::grid::Grid;
use crate::run::Cause;
use crate::set::Set;
use crate::state::State;

/// Where a walk ended and what it took on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    pub to: usize,
    /// Men that leave, and the man that is carried to `put`.
    pub takes: Vec<(usize, Cause)>,
    pub put: Option<usize>,
}

impl Landing {
    /// One move, whatever the way.
    #[must_use]
    pub fn same<S: Set>(&self, other: &Self) -> bool {
        self.to == other.to && self.put == other.put && self.taken::<S>() == other.taken::<S>()
    }
    /// Squares of all the men that leave.
    #[must_use]
    pub fn taken<S: Set>(&self) -> S {
        self.takes.iter().fold(S::NONE, |all, (s, _)| all | S::at(*s))
    }
    /// Squares of the men that are captured.
    #[must_use]
    pub fn captured<S: Set>(&self) -> S {
        let captured = self.takes.iter().filter(|(_, c)| *c == Cause::Capture);
        captured.fold(S::NONE, |all, (s, _)| all | S::at(*s))
    }
}

/// Where a walk has been: node, square, men taken, where they will be put.
type Stage<S> = (u16, usize, S, Option<usize>);

/// A walk in progress: the man is in hand, men taken at once are off the board, others are marked.
#[derive(Clone, Debug)]
pub struct Tour<'a, P, S> {
    pub b: &'a P,
    pub p: P,
    pub from: usize,
    pub marked: S,
    pub takes: Vec<(usize, Cause)>,
    pub found: Vec<Landing>,
    /// Where what is captured will be put.
    pub put: Option<usize>,
    seen: Vec<(Stage<S>, bool)>,
}

impl<'a, S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    Tour<'a, State<S, K, O, F, I, Q, H>, S>
{
    #[must_use]
    pub fn new(b: &'a State<S, K, O, F, I, Q, H>, from: usize) -> Self {
        let mut p = *b;
        p.clear(S::at(from));
        Self { b, p, from, marked: S::NONE, takes: Vec::new(), found: Vec::new(), put: None, seen: Vec::new() }
    }

    /// Where the walk has been in the same state before: does some run from there end? One still on its way does not.
    #[must_use]
    pub fn known(&self, node: u16, at: usize) -> Option<bool> {
        let state = (node, at, self.taken(), self.put);
        self.seen.iter().find(|(s, _)| *s == state).map(|(_, ends)| *ends)
    }

    /// Enters a node; the number is for `leave`.
    pub fn enter(&mut self, node: u16, at: usize) -> usize {
        let state = (node, at, self.taken(), self.put);
        self.seen.push((state, false));
        self.seen.len() - 1
    }

    pub fn leave(&mut self, entry: usize, ends: bool) -> bool {
        if let Some(slot) = self.seen.get_mut(entry) {
            slot.1 = ends;
        }
        ends
    }

    fn taken(&self) -> S {
        self.takes.iter().fold(S::NONE, |all, (s, _)| all | S::at(*s))
    }

    #[must_use]
    pub fn captured(&self) -> S {
        let captured = self.takes.iter().filter(|(_, c)| *c == Cause::Capture);
        captured.fold(S::NONE, |all, (s, _)| all | S::at(*s))
    }

    /// Takes the men on the squares; `late`: they stay until the walk ends.
    pub fn take(&mut self, squares: S, cause: Cause, late: bool) {
        let men = (squares & self.p.occupied()).minus(self.marked);
        for s in men.iter() {
            self.takes.push((s, cause));
        }
        if late {
            self.marked |= men;
        } else {
            self.p.clear(men);
        }
    }

    #[must_use]
    pub fn save(&self) -> (State<S, K, O, F, I, Q, H>, S, usize) {
        (self.p, self.marked, self.takes.len())
    }

    pub fn restore(&mut self, saved: (State<S, K, O, F, I, Q, H>, S, usize)) {
        self.p = saved.0;
        self.marked = saved.1;
        self.takes.truncate(saved.2);
    }

    /// The man may be put down here, marked men leaving first, and what is put back finds room.
    pub fn land(&mut self, at: usize) -> bool {
        let standing = self.p.occupied().minus(self.marked);
        let mut takes = self.takes.clone();
        let mut captured: Vec<_> = takes.iter_mut().filter(|(_, c)| *c == Cause::Capture).collect();
        let put = self.put.filter(|_| !captured.is_empty());
        let room = put.is_none_or(|s| captured.len() == 1 && s != at && !standing.has(s));
        if put.is_some() {
            captured.iter_mut().for_each(|(_, c)| *c = Cause::Carry);
        }
        let free = room && !standing.has(at);
        if free {
            self.found.push(Landing { to: at, takes, put });
        }
        free
    }
}

/// The victims of a long move text in order of squares: `,xd5` off the last square, `,d5e4` for a man put back.
pub fn name_victims(text: &mut String, landing: &Landing, grid: &Grid) {
    let mut takes = landing.takes.clone();
    takes.sort_unstable_by_key(|(s, _)| *s);
    for (at, cause) in takes {
        match landing.put.filter(|_| cause == Cause::Carry) {
            Some(put) => text.extend([",", &grid.name(at), &grid.name(put)]),
            None if at != landing.to => text.extend([",x", &grid.name(at)]),
            None => {}
        }
    }
}

/// Adds the landings of another walk that are new and pass.
pub fn merge<S: Set>(found: &mut Vec<Landing>, more: Vec<Landing>, passes: impl Fn(usize, S) -> bool) {
    for landing in more {
        let known = found.iter().any(|l| l.same::<S>(&landing));
        if !known && passes(landing.to, landing.captured()) {
            found.push(landing);
        }
    }
}
