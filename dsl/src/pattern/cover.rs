//! Does one movement contain another? Decided on the automata by simulation: sound, and complete for what strings make.

use super::rel::{Kinds, MenTest, RelEdge, RelGo, RelStep, RelTakeAt, RelTest, RelWalk, Royalty};
use crate::game::Cause;
use std::collections::{BTreeMap, BTreeSet};

/// More pairs of nodes than this are not compared; the answer is then "no".
const MAX_PAIRS: usize = 40_000;

/// Has every run of `small` an equal run in one of `big`? (That a rider stops before its own square when it has gone round
/// a cylinder is left out of account.)
#[must_use]
pub fn covers(big: &[RelWalk], small: &RelWalk) -> bool {
    let fits = |b: &&RelWalk| {
        (!b.initial || small.initial)
            && b.cylinder == small.cylinder
            && b.from == small.from
            && b.flags == small.flags
            && b.guards == small.guards
    };
    let mut nodes = vec![(false, Vec::new())];
    for walk in big.iter().filter(fits) {
        let shift = nodes.len() - 1;
        for (i, node) in walk.nodes.iter().enumerate() {
            let moved = node.edges.iter().map(|e| RelEdge { next: e.next + shift, ..e.clone() });
            if i == 0 {
                nodes[0].1.extend(moved);
            } else {
                nodes.push((node.land, moved.collect::<Vec<_>>()));
            }
        }
    }
    if nodes.len().saturating_mul(small.nodes.len()) > MAX_PAIRS {
        return false;
    }
    simulates(&nodes, small)
}

/// The greatest simulation, by taking away pairs that break it.
fn simulates(big: &[(bool, Vec<RelEdge>)], small: &RelWalk) -> bool {
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut users: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    // only the pairs that matter: those met from the starts
    let mut todo = vec![(0, 0)];
    pairs.insert((0, 0));
    while let Some((s, b)) = todo.pop() {
        for e in &small.nodes[s].edges {
            for f in big[b].1.iter().filter(|f| edge_fits(e, f)) {
                let next = (e.next, f.next);
                users.entry(next).or_default().push((s, b));
                if pairs.insert(next) {
                    todo.push(next);
                }
                if pairs.len() > MAX_PAIRS {
                    return false;
                }
            }
        }
    }
    let holds = |(s, b): (usize, usize), pairs: &BTreeSet<(usize, usize)>| {
        let node = &small.nodes[s];
        (big[b].0 || !node.land)
            && node.edges.iter().all(|e| {
                steps(e).iter().all(|step| {
                    demands(e).iter().all(|test| {
                        big[b].1.iter().any(|f| {
                            pairs.contains(&(e.next, f.next))
                                && e.unload == f.unload
                                && has_step(f, step)
                                && test_fits(test, &f.test)
                                && take_fits(test, e, f)
                        })
                    })
                })
            })
    };
    let mut check: Vec<(usize, usize)> = pairs.iter().copied().collect();
    while let Some(pair) = check.pop() {
        if pairs.contains(&pair) && !holds(pair, &pairs) {
            pairs.remove(&pair);
            check.extend(users.get(&pair).into_iter().flatten());
        }
    }
    pairs.contains(&(0, 0))
}

fn steps(e: &RelEdge) -> Vec<Option<RelStep>> {
    match &e.go {
        RelGo::Step(s) => s.iter().cloned().map(Some).collect(),
        RelGo::Stay | RelGo::Home | RelGo::Anywhere => vec![None],
    }
}

fn has_step(f: &RelEdge, step: &Option<RelStep>) -> bool {
    match (&f.go, step) {
        (RelGo::Step(s), Some(step)) => s.contains(step),
        (RelGo::Step(_), None) => false,
        (RelGo::Stay | RelGo::Home | RelGo::Anywhere, step) => step.is_none(),
    }
}

fn edge_fits(e: &RelEdge, f: &RelEdge) -> bool {
    let kind = match (&e.go, &f.go) {
        (RelGo::Step(a), RelGo::Step(b)) => a.iter().any(|s| b.contains(s)),
        (a, b) => a == b,
    };
    kind && e.unload == f.unload && demands(e).iter().any(|t| test_fits(t, &f.test) && take_fits(t, e, f))
}

/// The test of an edge in parts: empty squares, and men of each owner.
fn demands(e: &RelEdge) -> Vec<RelTest> {
    let mut out = Vec::new();
    if e.test.empty {
        out.push(RelTest { men: None, ..e.test.clone() });
    }
    if let Some(m) = &e.test.men {
        let one = |own, ally, enemy, neutral| MenTest { own, ally, enemy, neutral, ..m.clone() };
        let parts = [
            (m.own, one(true, false, false, false)),
            (m.ally, one(false, true, false, false)),
            (m.enemy, one(false, false, true, false)),
            (m.neutral, one(false, false, false, true)),
        ];
        for (on, men) in parts {
            if on {
                out.push(RelTest { empty: false, men: Some(men), ..e.test.clone() });
            }
        }
    }
    out
}

fn test_fits(small: &RelTest, big: &RelTest) -> bool {
    let men = match (&small.men, &big.men) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(a), Some(b)) => {
            (!a.own || b.own)
                && (!a.ally || b.ally)
                && (!a.enemy || b.enemy)
                && (!a.neutral || b.neutral)
                && (b.royal == Royalty::Any || a.royal == b.royal)
                && (b.kinds == Kinds::Any || a.kinds == b.kinds)
        }
    };
    men && (!small.empty || big.empty)
        && (!big.passed || small.passed)
        && small.passed == big.passed
        && small.sets == big.sets
        && small.passers == big.passers
        && small.forward == big.forward
        && small.near == big.near
}

/// On an empty square a capture takes nothing.
fn take_fits(test: &RelTest, e: &RelEdge, f: &RelEdge) -> bool {
    let effective = |edge: &RelEdge| {
        edge.take.filter(|t| t.at == RelTakeAt::Passers || test.men.is_some()).map(|t| (t.at, t.cause, t.late))
    };
    let nothing = |t: Option<(RelTakeAt, Cause, bool)>| t.is_none();
    match (effective(e), effective(f)) {
        (a, b) if nothing(a) && nothing(b) => true,
        (a, b) => a == b,
    }
}
