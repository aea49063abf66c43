//! Geometry of walks alone: where they could go if every test of a square were met.

use super::{Game, Go, Sq, SquareSet, WalkId};

/// By square of origin: where the walk could land. Origins and `within` masks count; flags, conditions and what stands
/// on the squares do not.
#[must_use]
pub fn landings(game: &Game, walk: WalkId) -> Vec<SquareSet> {
    let mut lands = vec![SquareSet::NONE; usize::from(game.board.size)];
    for from in game.board.squares.iter() {
        if game.walks[walk.index()].origin.is_none_or(|o| o.contains(from)) {
            lands[usize::from(from)] = from_square(game, walk, from);
        }
    }
    lands
}

fn from_square(game: &Game, walk: WalkId, from: Sq) -> SquareSet {
    let nodes = &game.walks[walk.index()].nodes;
    let mut lands = SquareSet::NONE;
    let mut seen = vec![SquareSet::NONE; nodes.len()];
    let mut open = vec![(0usize, from)];
    seen[0].insert(from);
    while let Some((node, at)) = open.pop() {
        if nodes[node].land {
            lands.insert(at);
        }
        for edge in &nodes[node].edges {
            let to: SquareSet = match &edge.go {
                Go::Step(dirs) => dirs.iter().filter_map(|d| game.board.step(at, *d)).collect(),
                Go::Stay => [at].into_iter().collect(),
                Go::Home => [from].into_iter().collect(),
                Go::Anywhere => game.board.squares.minus(&[from].into_iter().collect()),
            };
            let to = edge.test.within.map_or(to, |w| to.meet(&w));
            for s in to.iter() {
                if !seen[usize::from(edge.next)].contains(s) {
                    seen[usize::from(edge.next)].insert(s);
                    open.push((usize::from(edge.next), s));
                }
            }
        }
    }
    lands
}
