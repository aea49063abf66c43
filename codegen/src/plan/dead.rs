//! Squares on which a man could never move again, judged on geometry alone: every test of a square passes.

use ferz_dsl::game::{Game, GenBody, Go, KindId, SideId, Sq, SquareSet};

/// The dead squares of a kind and side.
#[must_use]
pub fn squares(game: &Game, kind: KindId, side: SideId) -> SquareSet {
    let mut alive = SquareSet::NONE;
    for g in game.gens.iter().filter(|g| g.side == side) {
        let GenBody::Walk { kind: k, walks, .. } = &g.body else { continue };
        if *k != kind {
            continue;
        }
        for w in walks {
            let walk = &game.walks[w.index()];
            for from in game.board.squares.iter().filter(|s| walk.origin.is_none_or(|o| o.contains(*s))) {
                if !alive.contains(from) && lands_somewhere(game, w.index(), from) {
                    alive.insert(from);
                }
            }
        }
    }
    game.board.squares.minus(&alive)
}

fn lands_somewhere(game: &Game, walk: usize, from: Sq) -> bool {
    let nodes = &game.walks[walk].nodes;
    let mut seen = vec![SquareSet::NONE; nodes.len()];
    let mut open = vec![(0usize, from)];
    while let Some((node, at)) = open.pop() {
        if seen[node].contains(at) {
            continue;
        }
        seen[node].insert(at);
        if nodes[node].land {
            return true;
        }
        for e in &nodes[node].edges {
            let to: Vec<Sq> = match &e.go {
                Go::Step(dirs) => dirs.iter().filter_map(|d| game.board.step(at, *d)).collect(),
                Go::Stay => vec![at],
                Go::Home => vec![from],
                Go::Anywhere => game.board.squares.iter().filter(|s| *s != from).collect(),
            };
            let inside = |t: &&Sq| e.test.within.is_none_or(|w| w.contains(**t));
            open.extend(to.iter().filter(inside).map(|t| (usize::from(e.next), *t)));
        }
    }
    false
}
