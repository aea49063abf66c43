//! Rough values of positions and moves: the worth of men, by their declared worth or by how far they reach.

use crate::candidates::{self, Wants};
use crate::store::Store;
use crate::tables::Tables;
use crate::word::{NO_SQUARE, Word};
use ferz_dsl::game::{KindId, SideId};

/// Centipawns by kind. Declared worths count in pawns; where a game declares none, a kind is worth what it reaches.
fn worths(t: &Tables) -> &[i32] {
    t.worth.get_or_init(|| {
        let game = &t.game;
        if game.kinds.iter().any(|k| k.worth != 0) {
            let most = game.kinds.iter().map(|k| k.worth.saturating_abs()).max().unwrap_or(0);
            let scale = if most < 100 { 100 } else { 1 };
            return game.kinds.iter().map(|k| k.worth.saturating_mul(scale)).collect();
        }
        (0..game.kinds.len() as u16).map(|k| reach_of(t, KindId(k))).collect()
    })
}

/// Squares in reach on an empty board, as a mean over the board, in the side that reaches most; 40 centipawns each.
fn reach_of(t: &Tables, kind: KindId) -> i32 {
    let royal = t.royal_kinds.iter().any(|kinds| kinds.contains(&kind));
    let squares = t.game.board.squares.len().max(1) as usize;
    let reach = |side: &Vec<Vec<_>>| {
        let walks = side[kind.index()].iter().flat_map(|g| t.walks_of(*g));
        walks.flat_map(|w| ferz_dsl::game::landings(&t.game, *w)).map(|s| s.len() as usize).sum::<usize>()
    };
    let most = t.walkers.iter().map(reach).max().unwrap_or(0);
    if royal { 0 } else { (40 * most / squares) as i32 + 20 }
}

/// Seen by the side to move: its men and hands against those of the others.
pub(crate) fn evaluate(t: &Tables, store: &Store) -> i32 {
    let worths = worths(t);
    let us = store.turn.side;
    let sign = |side: SideId| match side {
        s if t.game.sides[s.index()].team == t.game.sides[us.index()].team => 1,
        s if t.game.sides[s.index()].neutral => 0,
        _ => -1,
    };
    let board: i32 = store.board.iter().flatten().map(|m| sign(m.owner) * worths[m.kind.index()]).sum();
    let kinds = t.game.kinds.len();
    let hand = |(i, n): (usize, &u16)| sign(SideId((i / kinds) as u16)) * worths[i % kinds] * i32::from(*n);
    board.saturating_add(store.hands.iter().enumerate().map(hand).sum())
}

/// What a move takes and becomes.
pub(crate) fn gain(t: &Tables, store: &Store, word: Word) -> i32 {
    if word.from != NO_SQUARE && word.said == 0 {
        let taken = |s: u16| store.at(s).map_or(0, |m| worths(t)[m.kind.index()]);
        return word.victims.iter().map(taken).sum();
    }
    let before = evaluate(t, store);
    match candidates::replay(t, store, word, Wants::default()) {
        Some(run) => evaluate(t, &Store { turn: store.turn, ..run.store }).saturating_sub(before),
        None => 0,
    }
}
