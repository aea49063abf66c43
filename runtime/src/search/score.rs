//! Values in the search, and how they are told.
//!
//! ```text
//! 32000 - n    a win n plies from here
//! 16000 - n    half a win (`HalfWin`) n plies from here
//! -14000..14000  centipawns
//! ```

use crate::position::{Outcome, OutcomeKind};

pub(super) const WIN: i32 = 32_000;
const HALF_WIN: i32 = 16_000;
/// Greatest value of an evaluation.
const MOST: i32 = 14_000;
/// Lines longer than this do not occur.
const LONGEST: i32 = 1_000;
pub(super) const INFINITE: i32 = 32_500;

/// A value for people and protocols, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Centipawns(i32),
    /// Moves of the winner until the game is won; negative if the side to move loses, 0 if it has lost already. A move
    /// of both sides is two plies, also where a turn has several plies.
    Mate(i32),
}

impl Score {
    pub(super) fn of(value: i32) -> Self {
        let plies = Self::plies_to_mate(value) as i32;
        if value.abs() < WIN - LONGEST {
            Score::Centipawns(value)
        } else if value > 0 {
            Score::Mate((plies + 1) / 2)
        } else {
            Score::Mate(-(plies + 1) / 2)
        }
    }

    pub(super) fn plies_to_mate(value: i32) -> u32 {
        (WIN - value.abs()).unsigned_abs()
    }
}

/// The value of an outcome for `side`, found `ply` plies from the root. Sooner wins and later losses are better.
pub(super) fn of_outcome(outcome: &Outcome, side: usize, ply: usize) -> i32 {
    let size = match outcome.kind {
        OutcomeKind::Win(_) | OutcomeKind::Points(_) => WIN,
        OutcomeKind::HalfWin(_) => HALF_WIN,
        OutcomeKind::Draw => return 0,
    };
    // A points list shorter than the players would be a fault of the rules; it must not end the engine.
    let known = match &outcome.kind {
        OutcomeKind::Points(points) => side < points.len(),
        OutcomeKind::Win(_) | OutcomeKind::HalfWin(_) | OutcomeKind::Draw => true,
    };
    if known { outcome.sign_for(side) * (size - ply as i32) } else { 0 }
}

/// An evaluation kept clear of the values of won games.
pub(super) fn of_evaluation(centipawns: i32) -> i32 {
    centipawns.clamp(-MOST, MOST)
}

/// From plies counted from the root to plies counted from the node at `ply`, as the table keeps them.
pub(super) fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() <= MOST { value } else { value + value.signum() * ply as i32 }
}

pub(super) fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() <= MOST { value } else { value - value.signum() * ply as i32 }
}
