//! Search: the best move of a position by iterative deepening.
//!
//! Two players: principal variation search with quiescence and a transposition table. More players: one ply, everybody
//! else taken for an opponent. A turn may be several plies of one side: scores change sign only where the side changes.
//! With a limit of depth alone and a fresh table the result is a function of the position and its history.

mod clock;
mod order;
mod score;
mod table;
mod tree;

pub use clock::{Budget, Limits};
pub use score::Score;
pub use table::{MAX_MEBIBYTES, Table};

use crate::position::{History, Position};
use clock::Clock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tree::Tree;

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 100;

/// The state of a search after an iteration, or its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Plies searched in full; 0 if not even one was.
    pub depth: u32,
    pub score: Score,
    pub nodes: u64,
    pub time: Duration,
    /// Best line found; its first move is the move to play. Empty only if there is no legal move.
    pub line: Vec<M>,
}

/// What to search: a position, how it came about, who takes part.
#[derive(Clone, Debug)]
pub struct Task<P: Position> {
    pub position: P,
    pub history: History,
    /// Number of players.
    pub sides: usize,
    /// The moves to choose from; empty for all legal moves.
    pub only: Vec<P::Move>,
}

/// Searches until a limit is met or `stop` becomes true; shows every finished iteration to `report`.
///
/// The move of the answer is always legal, however early the end: before the first iteration is through, it is the first in
/// order. A verdict that holds already by history or clock does not keep the search from answering: whoever asks wants a move.
pub fn search<P: Position>(
    task: &Task<P>,
    limits: &Limits,
    table: &mut Table,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Report<P::Move>),
) -> Report<P::Move> {
    let mut tree = Tree::new(task, table, Clock::new(limits, stop));
    let mut moves = tree.root_moves(task);
    let mut best = Report {
        depth: 0,
        score: Score::Centipawns(0),
        nodes: 0,
        time: Duration::ZERO,
        line: moves.first().copied().into_iter().collect(),
    };
    if moves.is_empty() {
        return best;
    }
    let deepest = if task.sides > 2 { 1 } else { limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) };
    let mut value = 0;
    for depth in 1..=deepest {
        let found = if task.sides > 2 {
            tree.one_ply(&task.position, &mut moves)
        } else {
            tree.iteration(&task.position, &mut moves, depth, value)
        };
        if !found.line.is_empty() {
            value = found.value;
            best.line = found.line;
            best.score = Score::of(value);
        }
        best.nodes = tree.clock.nodes();
        best.time = tree.clock.elapsed();
        if !found.complete {
            break;
        }
        best.depth = depth;
        report(&best);
        let settled = matches!(best.score, Score::Mate(_)) && Score::plies_to_mate(value) <= depth;
        if tree.clock.enough(moves.len() == 1 || settled) {
            break;
        }
    }
    best
}
