//! Rough values of positions and moves: the worth of men on the board and in hand.

use crate::fen::Facts;
use crate::set::Set;
use crate::state::State;

/// Seen by a side: what its party has against what the others have.
#[must_use]
pub fn material<
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
    us: usize,
) -> i32 {
    let mut sum = 0i32;
    for side in 0..f.sides.len() {
        let sign = if f.turns.hostile(us, side) { -1 } else { 1 };
        for (k, kind) in f.kinds.iter().enumerate() {
            let on_board = (p.kinds[k] & p.sides[side]).count() as i32;
            let in_hand = p.hands.get(side).map_or(0, |h| i32::from(h[k]));
            sum = sum.saturating_add(sign * kind.worth.saturating_mul(on_board + in_hand));
        }
    }
    sum
}

/// Worth of the man on a square, 0 if it is empty.
#[must_use]
pub fn worth_at<
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
    s: usize,
) -> i32 {
    usize::try_from(p.kind_at(s)).ok().and_then(|k| f.kinds.get(k)).map_or(0, |k| k.worth)
}
