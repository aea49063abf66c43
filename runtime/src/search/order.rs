//! Which move to try first: the table's, then what gains most, then killers (quiet moves that refuted a sibling), then
//! what has refuted before, then by the moves' own order, so that a search is repeatable.

use super::table::digest;
use crate::position::Position;

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) gain: i32,
    rank: i32,
}

#[derive(Debug)]
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By side and digest of the move.
    history: Vec<i32>,
}

const SLOTS: usize = 1 << 12;
const MOST: i32 = 1 << 14;

impl<M: Copy + Eq + Ord + std::hash::Hash> Order<M> {
    pub(super) fn new(sides: usize, plies: usize) -> Self {
        Order { killers: vec![[None; 2]; plies], history: vec![0; SLOTS * sides.max(1)] }
    }

    fn slot(&self, side: usize, mv: M) -> usize {
        (side * SLOTS + digest(&mv) as usize % SLOTS) % self.history.len()
    }

    /// All moves, best first. `first` is the digest of the table's move.
    pub(super) fn all<P: Position<Move = M>>(
        &self,
        position: &P,
        moves: &[M],
        first: u32,
        ply: usize,
        ranked: &mut Vec<Ranked<M>>,
    ) {
        let side = position.side_to_move();
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        ranked.clear();
        ranked.extend(moves.iter().map(|&mv| {
            let gain = position.gain(mv);
            let rank = if first != 0 && digest(&mv) == first {
                i32::MAX
            } else if gain > 0 {
                2 * MOST + gain.min(MOST)
            } else if killers.contains(&Some(mv)) {
                2 * MOST
            } else {
                // A loss by its own gain (giving a man away) goes behind all else.
                self.history[self.slot(side, mv)] + gain.max(-MOST) * 2
            };
            Ranked { mv, gain, rank }
        }));
        sort(ranked);
    }

    /// The moves that gain something, best first.
    pub(super) fn gaining<P: Position<Move = M>>(position: &P, moves: &[M], ranked: &mut Vec<Ranked<M>>) {
        ranked.clear();
        ranked.extend(moves.iter().filter_map(|&mv| {
            let gain = position.gain(mv);
            (gain > 0).then_some(Ranked { mv, gain, rank: gain })
        }));
        sort(ranked);
    }

    /// A quiet move has refuted the position.
    pub(super) fn reward(&mut self, side: usize, mv: M, depth: i32, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            *killers = [Some(mv), killers[0]];
        }
        let slot = self.slot(side, mv);
        let bonus = (depth * depth).min(400);
        // Old merit fades as new comes in, so the value stays below MOST.
        self.history[slot] += bonus * 16 - self.history[slot] * bonus / (MOST / 16);
    }
}

fn sort<M: Ord + Copy>(ranked: &mut [Ranked<M>]) {
    ranked.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then_with(|| a.mv.cmp(&b.mv)));
}
