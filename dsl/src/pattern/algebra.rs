//! The clause words: patterns made from patterns.
//!
//! Each method is one phrase of the language. Most walk over the edges; those that must remember something along the
//! way (`captures of`, `up to n squares`) take the product of the automaton with what they remember. Castling specials
//! stay in the pattern untouched: who applies a clause word to them must refuse it.

use super::rel::{MenTest, Pattern, RelEdge, RelGo, RelNode, RelStep, RelTake, RelTakeAt, RelTest, RelWalk, SetTest};
use crate::game::{Cause, ExprId, FlagId};
use crate::source::Span;
use std::collections::BTreeMap;
use std::fmt;

/// Why a clause word cannot be applied to a pattern: the end of a sentence that begins with the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// `to the end` on a pattern without `( )*` or `( )+`.
    NothingRepeats,
    /// `onto` and `landing on` after `to the end`.
    AfterToTheEnd,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingRepeats => "needs a movement that repeats, such as `[(cF-mF)+]`",
            Self::AfterToTheEnd => "must stand before `to the end`",
        })
    }
}

impl std::error::Error for Refusal {}

impl Pattern {
    /// `A also B`.
    #[must_use]
    pub fn union(mut self, other: Self) -> Self {
        self.walks.extend(other.walks);
        self.castles.extend(other.castles);
        self
    }

    /// `along L`: slides on the named line in both directions, moving and capturing.
    #[must_use]
    pub fn along(line: &str, span: Span) -> Self {
        let walk = |back: bool| {
            let go = || RelGo::Step(vec![RelStep::Line(line.to_owned(), back)]);
            let edges = vec![
                RelEdge { go: go(), test: RelTest::empty(), take: None, unload: false, next: 1 },
                RelEdge {
                    go: go(),
                    test: RelTest::men(MenTest::ENEMY),
                    take: Some(RelTake::HERE),
                    unload: false,
                    next: 2,
                },
            ];
            let start = RelNode { edges: edges.clone(), ..RelNode::default() };
            let slide = RelNode { edges, land: true, ..RelNode::default() };
            let end = RelNode { land: true, ..RelNode::default() };
            RelWalk::new(vec![start, slide, end], span)
        };
        Self { walks: vec![walk(false), walk(true)], castles: Vec::new() }
    }

    /// `captures of P`: runs that capture something.
    #[must_use]
    pub fn captures(&self) -> Self {
        self.by_capture(true)
    }

    /// `quiet moves of P`: runs that capture nothing.
    #[must_use]
    pub fn quiet(&self) -> Self {
        self.by_capture(false)
    }

    fn by_capture(&self, wanted: bool) -> Self {
        self.each(|walk| {
            let walk = split_takes(walk);
            let unloads = walk.nodes.iter().flat_map(|n| &n.edges).any(|e| e.unload);
            // what is put back is not captured
            let after = |edge: &RelEdge, _: Option<&RelStep>, (taken, back): &(bool, bool)| {
                let takes = edge.take.is_some_and(|t| t.cause == Cause::Capture);
                (wanted || unloads || !takes).then_some((*taken || takes, *back || edge.unload))
            };
            product(&walk, (false, false), after, |(taken, back)| (*taken && !*back) == wanted)
        })
    }

    /// `reverse of P`: forward and back exchanged.
    #[must_use]
    pub fn reverse(&self) -> Self {
        self.steps(|step| match step {
            RelStep::Leap(x, y) => Some(RelStep::Leap(*x, -y)),
            RelStep::Line(..) => Some(step.clone()),
        })
    }

    /// `heading forward`: no step goes sideways or back.
    #[must_use]
    pub fn heading_forward(&self) -> Self {
        let mut out = self.steps(|step| match step {
            RelStep::Leap(_, y) => (*y > 0).then(|| step.clone()),
            RelStep::Line(..) => Some(step.clone()),
        });
        for node in out.walks.iter_mut().flat_map(|w| &mut w.nodes) {
            node.edges.retain(|e| e.go != RelGo::Home);
            for edge in &mut node.edges {
                edge.test.forward |= matches!(&edge.go, RelGo::Anywhere)
                    || matches!(&edge.go, RelGo::Step(s) if s.iter().any(|s| matches!(s, RelStep::Line(..))));
            }
        }
        out
    }

    /// `within S`: the origin and every square reached.
    #[must_use]
    pub fn within(&self, set: &SetTest) -> Self {
        let mut out = self.clone();
        for walk in &mut out.walks {
            walk.from.push(set.clone());
            for edge in walk.nodes.iter_mut().flat_map(|n| &mut n.edges) {
                edge.test.sets.push(set.clone());
            }
        }
        out
    }

    /// `onto S`: the last square.
    pub fn onto(&self, set: &SetTest) -> Result<Self, Refusal> {
        self.endings(|edge| edge.test.sets.push(set.clone()))
    }

    /// `landing on S`: the last square must be in S whatever it holds; what stands there leaves without being captured.
    pub fn landing_on(&self, set: &SetTest) -> Result<Self, Refusal> {
        self.endings(|edge| {
            edge.test = RelTest {
                sets: vec![set.clone()],
                forward: edge.test.forward,
                not_home: edge.test.not_home,
                near: edge.test.near,
                ..RelTest::anything()
            };
            edge.take = Some(RelTake { at: RelTakeAt::Here, cause: Cause::Merge, late: false });
        })
    }

    /// `capturing S`: victims must be in S. Quiet endings stay.
    #[must_use]
    pub fn capturing(&self, set: &SetTest) -> Self {
        self.each(|walk| {
            let mut walk = split_takes(walk);
            for edge in walk.nodes.iter_mut().flat_map(|n| &mut n.edges) {
                match edge.take.map(|t| t.at) {
                    Some(RelTakeAt::Here) => edge.test.sets.push(set.clone()),
                    Some(RelTakeAt::Passers) => edge.test.passers.push(set.clone()),
                    None => {}
                }
            }
            walk
        })
    }

    /// `keeping victims`: they stand in the way until the walk ends and leave together.
    #[must_use]
    pub fn keeping_victims(&self) -> Self {
        let mut out = self.clone();
        for edge in out.walks.iter_mut().flat_map(|w| &mut w.nodes).flat_map(|n| &mut n.edges) {
            if let Some(take) = &mut edge.take {
                take.late = true;
            }
        }
        out
    }

    /// `to the end`: a repeat may stop only where it cannot go on.
    pub fn to_the_end(&self) -> Result<Self, Refusal> {
        let mut out = self.clone();
        let mut any = false;
        for node in out.walks.iter_mut().flat_map(|w| &mut w.nodes).filter(|n| n.repeat) {
            node.last = true;
            any = true;
        }
        if any { Ok(out) } else { Err(Refusal::NothingRepeats) }
    }

    /// `up to n squares`: squares travelled over the whole walk, a leap counts its longer side.
    #[must_use]
    pub fn up_to(&self, n: u8) -> Self {
        self.each(|walk| {
            let returns = walk.nodes.iter().flat_map(|n| &n.edges).any(|e| e.go == RelGo::Home);
            let mut walk = product(
                walk,
                (0u8, (0i16, 0i16)),
                |edge, step, (count, (x, y))| {
                    let (cost, place) = match (&edge.go, step) {
                        (RelGo::Step(_), Some(RelStep::Leap(dx, dy))) => {
                            let place = (x + i16::from(*dx), y + i16::from(*dy));
                            (dx.unsigned_abs().max(dy.unsigned_abs()), if returns { place } else { (0, 0) })
                        }
                        (RelGo::Step(_), _) => (1, (0, 0)),
                        (RelGo::Stay | RelGo::Anywhere, _) => (0, (*x, *y)),
                        (RelGo::Home, _) => (u8::try_from(x.abs().max(y.abs())).unwrap_or(u8::MAX), (0, 0)),
                    };
                    count.checked_add(cost).filter(|c| *c <= n).map(|c| (c, place))
                },
                |_| true,
            );
            for edge in walk.nodes.iter_mut().flat_map(|n| &mut n.edges).filter(|e| e.go == RelGo::Anywhere) {
                edge.test.near = Some(edge.test.near.map_or(n, |m| m.min(n)));
            }
            walk
        })
    }

    /// `when c`: `c` is a boolean, read on the position before the move.
    #[must_use]
    pub fn when(&self, guard: ExprId) -> Self {
        let mut out = self.clone();
        out.walks.iter_mut().for_each(|w| w.guards.push(guard));
        out
    }

    /// Only for men that have the flag (or lack it).
    #[must_use]
    pub fn with_flag(&self, flag: FlagId, on: bool) -> Self {
        let mut out = self.clone();
        out.walks.iter_mut().for_each(|w| w.flags.push((flag, on)));
        out
    }

    fn each(&self, f: impl Fn(&RelWalk) -> RelWalk) -> Self {
        let walks = self.walks.iter().map(f).filter(|w| w.nodes.iter().any(|n| n.land)).collect();
        Self { walks, castles: self.castles.clone() }
    }

    fn steps(&self, f: impl Fn(&RelStep) -> Option<RelStep>) -> Self {
        let mut out = self.clone();
        for node in out.walks.iter_mut().flat_map(|w| &mut w.nodes) {
            node.edges.retain_mut(|edge| match &mut edge.go {
                RelGo::Step(steps) => {
                    *steps = steps.iter().filter_map(&f).collect();
                    !steps.is_empty()
                }
                RelGo::Stay | RelGo::Home | RelGo::Anywhere => true,
            });
        }
        out
    }

    /// Changes the last edge of every run; runs that only pass there keep the edge as it was.
    fn endings(&self, change: impl Fn(&mut RelEdge)) -> Result<Self, Refusal> {
        if self.walks.iter().flat_map(|w| &w.nodes).any(|n| n.last) {
            return Err(Refusal::AfterToTheEnd);
        }
        Ok(self.each(|walk| {
            let mut walk = walk.clone();
            let end = walk.nodes.len();
            let landing: Vec<bool> = walk.nodes.iter().map(|n| n.land).collect();
            let goes_on: Vec<bool> = walk.nodes.iter().map(|n| !n.edges.is_empty()).collect();
            for node in &mut walk.nodes {
                node.land = false;
                for edge in std::mem::take(&mut node.edges) {
                    if landing[edge.next] {
                        let mut last = RelEdge { next: end, ..edge.clone() };
                        change(&mut last);
                        node.edges.push(last);
                    }
                    if goes_on[edge.next] {
                        node.edges.push(edge);
                    }
                }
            }
            walk.nodes.push(RelNode { land: true, ..RelNode::default() });
            walk
        }))
    }
}

/// Parts an edge that takes "the man there, if any" into one for empty squares and one for men.
fn split_takes(walk: &RelWalk) -> RelWalk {
    let mut out = walk.clone();
    for node in &mut out.nodes {
        for edge in std::mem::take(&mut node.edges) {
            let mixed =
                edge.test.empty && edge.take.is_some_and(|t| t.at == RelTakeAt::Here && t.cause == Cause::Capture);
            if mixed {
                let free = RelEdge { test: RelTest { men: None, ..edge.test.clone() }, take: None, ..edge.clone() };
                node.edges.push(free);
                if edge.test.men.is_some() {
                    node.edges.push(RelEdge { test: RelTest { empty: false, ..edge.test.clone() }, ..edge });
                }
            } else {
                node.edges.push(edge);
            }
        }
    }
    out
}

/// The automaton together with something remembered: `after` says what is remembered after an edge (for `Step`, after
/// each of its steps) or that the edge is closed; `lands` where a run may end.
fn product<S: Ord + Clone>(
    walk: &RelWalk,
    start: S,
    after: impl Fn(&RelEdge, Option<&RelStep>, &S) -> Option<S>,
    lands: impl Fn(&S) -> bool,
) -> RelWalk {
    let mut number = BTreeMap::from([((0usize, start.clone()), 0usize)]);
    let mut states = vec![(0usize, start)];
    let mut nodes = Vec::new();
    while nodes.len() < states.len() {
        let (node, memory) = states[nodes.len()].clone();
        let mut edges: Vec<RelEdge> = Vec::new();
        for edge in &walk.nodes[node].edges {
            let steps: Vec<Option<&RelStep>> = match &edge.go {
                RelGo::Step(steps) => steps.iter().map(Some).collect(),
                RelGo::Stay | RelGo::Home | RelGo::Anywhere => vec![None],
            };
            let mut to: BTreeMap<usize, Vec<RelStep>> = BTreeMap::new();
            for step in steps {
                let Some(memory) = after(edge, step, &memory) else { continue };
                let next = *number.entry((edge.next, memory.clone())).or_insert_with(|| {
                    states.push((edge.next, memory));
                    states.len() - 1
                });
                to.entry(next).or_default().extend(step.cloned());
            }
            for (next, steps) in to {
                let go = if steps.is_empty() { edge.go.clone() } else { RelGo::Step(steps) };
                edges.push(RelEdge { go, next, ..edge.clone() });
            }
        }
        let land = walk.nodes[node].land && lands(&memory);
        nodes.push(RelNode { edges, land, ..walk.nodes[node] });
    }
    RelWalk { nodes, ..walk.clone() }
}
