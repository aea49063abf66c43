//! Perft: the number of lines of exactly `depth` plies, the yardstick of a move generator.
//!
//! The last ply is counted, not played (`Position::count_moves`), and a leaf counts whether or not it ends the game: no
//! outcome is asked there. A position further up that is over has no moves and so no leaves below it. Clocks and
//! repetition never matter: a perft is a function of the FEN.

use crate::position::Position;
use std::sync::atomic::{AtomicBool, Ordering};

/// Deepest perft that protocols and command lines accept; each ply costs stack.
pub const MAX_DEPTH: u32 = 128;

/// What may end a count early.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds<'a> {
    /// Give up once more leaves than this are counted.
    pub max_nodes: Option<u64>,
    /// Give up when this becomes true.
    pub stop: Option<&'a AtomicBool>,
}

/// Leaves of the tree of `depth` plies. Saturates at `u64::MAX`.
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    // Without bounds nothing gives up.
    perft_within(position, depth, Bounds::default()).unwrap_or(u64::MAX)
}

/// As `perft`; `None` if a bound ended the count.
#[must_use]
pub fn perft_within<P: Position>(position: &P, depth: u32, bounds: Bounds<'_>) -> Option<u64> {
    let mut counter = Counter { bounds, leaves: 0, lists: Vec::new() };
    counter.count(position, depth)?;
    Some(counter.leaves)
}

/// Leaves below each legal move, by move text, sorted bytewise. `depth` counts the move itself; 0 is read as 1.
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(String, u64)> {
    divide_within(position, depth, Bounds::default()).unwrap_or_default()
}

/// As `divide`; `None` if a bound ended the count. The bound on nodes is for all moves together.
#[must_use]
pub fn divide_within<P: Position>(position: &P, depth: u32, bounds: Bounds<'_>) -> Option<Vec<(String, u64)>> {
    let mut counter = Counter { bounds, leaves: 0, lists: Vec::new() };
    let mut rows = Vec::new();
    for mv in position.moves() {
        let before = counter.leaves;
        counter.count(&position.advanced(mv), depth.saturating_sub(1))?;
        rows.push((position.move_text(mv), counter.leaves - before));
    }
    rows.sort();
    Some(rows)
}

struct Counter<'a, P: Position> {
    bounds: Bounds<'a>,
    leaves: u64,
    /// Move lists by remaining depth, kept so that a ply allocates once.
    lists: Vec<Vec<P::Move>>,
}

impl<P: Position> Counter<'_, P> {
    /// Adds the leaves below `position`; `None` if a bound is met.
    fn count(&mut self, position: &P, depth: u32) -> Option<()> {
        match depth {
            0 => self.leaves = self.leaves.saturating_add(1),
            1 => self.leaves = self.leaves.saturating_add(position.count_moves()),
            _ => {
                let mut list = self.lists.pop().unwrap_or_default();
                list.clear();
                position.moves_into(&mut list);
                for &mv in &list {
                    self.count(&position.advanced(mv), depth - 1)?;
                }
                self.lists.push(list);
            }
        }
        let stopped = self.bounds.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        let full = self.bounds.max_nodes.is_some_and(|most| self.leaves > most);
        if stopped || full { None } else { Some(()) }
    }
}
