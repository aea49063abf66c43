//! Walks that are more than leaps and lines: a man carried over the board by an automaton.

use crate::run::Cause;
use crate::set::Set;
use crate::state::State;

/// Where a walk ended and what it took on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    pub to: usize,
    pub takes: Vec<(usize, Cause)>,
}

impl Landing {
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

/// A walk in progress: the man is in hand, men taken at once are off the board, others are marked.
#[derive(Clone, Debug)]
pub struct Tour<'a, P, S> {
    pub b: &'a P,
    pub p: P,
    pub from: usize,
    pub marked: S,
    pub takes: Vec<(usize, Cause)>,
    pub found: Vec<Landing>,
    seen: Vec<((u16, usize, S), bool)>,
}

impl<'a, S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    Tour<'a, State<S, K, O, F, I, Q, H>, S>
{
    #[must_use]
    pub fn new(b: &'a State<S, K, O, F, I, Q, H>, from: usize) -> Self {
        let mut p = *b;
        p.clear(S::at(from));
        Self { b, p, from, marked: S::NONE, takes: Vec::new(), found: Vec::new(), seen: Vec::new() }
    }

    /// Where the walk has been in the same state before: does some run from there end? One still on its way does not.
    #[must_use]
    pub fn known(&self, node: u16, at: usize) -> Option<bool> {
        let state = (node, at, self.taken());
        self.seen.iter().find(|(s, _)| *s == state).map(|(_, ends)| *ends)
    }

    /// Enters a node; the number is for `leave`.
    pub fn enter(&mut self, node: u16, at: usize) -> usize {
        let state = (node, at, self.taken());
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

    /// The man may be put down here, marked men leaving first.
    pub fn land(&mut self, at: usize) -> bool {
        let free = !self.p.occupied().minus(self.marked).has(at);
        if free {
            self.found.push(Landing { to: at, takes: self.takes.clone() });
        }
        free
    }
}

/// Adds the landings of another walk that are new and pass.
pub fn merge<S: Set>(found: &mut Vec<Landing>, more: Vec<Landing>, passes: impl Fn(usize, S) -> bool) {
    for landing in more {
        let taken: S = landing.taken();
        let known = found.iter().any(|l| l.to == landing.to && l.taken::<S>() == taken);
        if !known && passes(landing.to, landing.captured()) {
            found.push(landing);
        }
    }
}
