//! Riders on boards that wrap.

use super::context::BindContext;
use super::rel::{RelEdge, RelGo, RelNode, RelStep, RelWalk};
use crate::diagnostics::Diagnostic;

/// More nodes than any walk needs; a pattern beyond it is refused with a message.
const MAX_NODES: usize = 20_000;

/// Displacement from the origin.
type Offset = (i32, i32);

/// On a board that wraps a rider may come round to its own square, which counts as empty but stops it: the walk is
/// unrolled over the displacement from the origin, and `not_home` edges that lead back to it are dropped.
pub fn unroll(walk: &RelWalk, ctx: &mut BindContext<'_>) -> Option<RelWalk> {
    let (files, ranks) = (i32::from(ctx.graph.files), i32::from(ctx.graph.ranks));
    let reduce = |x: i32, y: i32| {
        let x = if walk.cylinder || ctx.wrap.files { x.rem_euclid(files) } else { x };
        let y = if ctx.wrap.ranks { y.rem_euclid(ranks) } else { y };
        (x.abs() < files && y.abs() < ranks).then_some((x, y))
    };
    // a displacement is `None` after a step whose vector is not known (lines, anywhere)
    let mut index = std::collections::BTreeMap::new();
    let start = (0usize, Some((0i32, 0i32)));
    index.insert(start, 0usize);
    let (mut todo, mut nodes) = (vec![start], Vec::new());
    let mut at = 0;
    while at < todo.len() {
        let (node, place) = todo[at];
        at += 1;
        let mut edges = Vec::new();
        for edge in &walk.nodes[node].edges {
            let steps: Vec<(Option<RelStep>, Option<Offset>)> = match &edge.go {
                RelGo::Stay => vec![(None, place)],
                RelGo::Home => vec![(None, Some((0, 0)))],
                RelGo::Anywhere => vec![(None, None)],
                RelGo::Step(steps) => steps
                    .iter()
                    .filter_map(|s| match (s, place) {
                        (RelStep::Leap(x, y), Some((px, py))) => {
                            let (x, y) = ctx.facing.absolute((*x, *y));
                            reduce(px + i32::from(x), py + i32::from(y)).map(|p| (Some(s.clone()), Some(p)))
                        }
                        (RelStep::Leap(..), None) | (RelStep::Line(..), _) => Some((Some(s.clone()), None)),
                    })
                    .collect(),
            };
            for (step, to) in steps {
                if edge.test.not_home && to == Some((0, 0)) {
                    continue;
                }
                let key = (edge.next, to);
                let next = *index.entry(key).or_insert_with(|| {
                    todo.push(key);
                    todo.len() - 1
                });
                let go = step.map_or_else(|| edge.go.clone(), |s| RelGo::Step(vec![s]));
                edges.push(RelEdge { go, next, ..edge.clone() });
            }
        }
        if todo.len() > MAX_NODES {
            ctx.diags.push(
                Diagnostic::error("B15", "this movement is too large for a board that wraps")
                    .label(walk.span, "unrolling it takes too many states"),
            );
            return None;
        }
        nodes.push(RelNode { edges, ..walk.nodes[node].clone() });
    }
    Some(RelWalk { nodes, ..walk.clone() })
}
