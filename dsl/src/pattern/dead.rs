//! Squares from which a man could never move (CORE 8.11): geometry alone, every other test optimistic.

use crate::game::{Go, Graph, Sq, SquareSet, TakeAt, Walk};

/// The squares of the board from which none of these walks has a run, whatever the rest of the board, the flags and
/// the state: `origin` and `within` masks are respected, owners, flags and guards are taken as fitting.
#[must_use]
pub fn dead_squares(graph: &Graph, walks: &[Walk]) -> SquareSet {
    graph.squares.iter().filter(|s| !walks.iter().any(|w| can_move(graph, w, *s))).collect()
}

fn can_move(graph: &Graph, walk: &Walk, from: Sq) -> bool {
    if walk.origin.is_some_and(|o| !o.contains(from)) {
        return false;
    }
    let mut seen = vec![SquareSet::NONE; walk.nodes.len()];
    let mut todo = vec![(0u16, from)];
    while let Some((node, at)) = todo.pop() {
        for edge in &walk.nodes[usize::from(node)].edges {
            let targets: Vec<Sq> = match &edge.go {
                Go::Step(dirs) => dirs.iter().filter_map(|d| graph.step(at, *d)).collect(),
                Go::Stay => vec![at],
                Go::Home => vec![from],
                Go::Anywhere => graph.squares.iter().filter(|s| *s != from).collect(),
            };
            for to in targets {
                // the own square counts as empty
                let fits = edge.test.empty || (to != from && !edge.test.sides.is_empty());
                if !fits || edge.test.within.is_some_and(|w| !w.contains(to)) {
                    continue;
                }
                // ending on the own square is a move only if something was taken on the way
                let takes = edge.take.as_ref().is_some_and(|t| match t.at {
                    TakeAt::Here => !edge.test.sides.is_empty(),
                    TakeAt::Squares(_) => true,
                });
                if walk.nodes[usize::from(edge.next)].land && (to != from || takes || edge.go == Go::Home) {
                    return true;
                }
                if !seen[usize::from(edge.next)].contains(to) {
                    seen[usize::from(edge.next)].insert(to);
                    todo.push((edge.next, to));
                }
            }
        }
    }
    false
}
