//! The plain executor of walks: no bitboards; one man, one automaton, one square after another.
//!
//! A [`Tour`] is a walk made ready for one board. It visits every run of a man from a square; equal endings may be
//! visited more than once (`runs` leaves out the repetitions). The man is in hand while it walks, so its own square
//! counts as empty, and so do the squares of victims already lifted; a `late` victim stands until the end.
//!
//! The walk's `guard` is not asked here: it may name `to` and what is taken, and is read on the position before the
//! move; the caller asks it. `origin` and `flags` are asked.

use ferz_dsl::game::{Cause, ExprId, Go, Graph, Man, Sq, SquareSet, TakeAt, Test, Walk, WalkEdge};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The position as a walk needs it.
pub trait Ground {
    /// What stands on a square: the mover still on its own, the victims on theirs.
    fn man(&self, s: Sq) -> Option<Man>;
    /// A boolean of a test, with `From` and `Here`; read with the mover and the lifted victims off the board. A dying
    /// expression is `false`.
    fn holds(&self, guard: ExprId, place: &Place<'_>) -> bool;
    /// A set of squares, in the same manner.
    fn squares(&self, set: ExprId, place: &Place<'_>) -> SquareSet;
}

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    pub from: Sq,
    pub here: Sq,
    /// In path order. Those that are not `late` are off the board already.
    pub victims: &'a [Victim],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    pub at: Sq,
    pub cause: Cause,
    pub late: bool,
}

/// One way for a walk to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub to: Sq,
    /// In path order.
    pub victims: Vec<Victim>,
    /// Where the victim is put (`u`); it is then carried, not captured.
    pub put: Option<Sq>,
}

/// A walk made ready for a board.
#[derive(Clone, Debug)]
pub struct Tour {
    walk: Walk,
    /// A run may come back to a state it has been in: the loop rule must be kept.
    tangled: bool,
    /// By origin: the squares where a run could capture, by geometry alone.
    may_take: Vec<SquareSet>,
}

impl Tour {
    #[must_use]
    pub fn new(graph: &Graph, walk: &Walk) -> Self {
        let mut tour = Self { walk: walk.clone(), tangled: is_tangled(graph, walk), may_take: Vec::new() };
        let size = usize::from(graph.size);
        tour.may_take = if walk.nodes.len() * size * size > MAP_LIMIT {
            vec![graph.squares; size]
        } else {
            (0..graph.size)
                .map(|s| if graph.squares.contains(s) { tour.takes_from(graph, s) } else { SquareSet::NONE })
                .collect()
        };
        tour
    }

    #[must_use]
    pub fn walk(&self) -> &Walk {
        &self.walk
    }

    /// Could a man on `from` capture on `at`, whatever stands around? A quick and safe "no" for attack tests.
    #[must_use]
    pub fn may_take(&self, from: Sq, at: Sq) -> bool {
        self.may_take[usize::from(from)].contains(at)
    }

    /// Does some run of `man` from `from` capture what stands on `target`?
    #[must_use]
    pub fn takes(&self, graph: &Graph, ground: &impl Ground, man: Man, from: Sq, target: Sq) -> bool {
        self.may_take(from, target)
            && self
                .visit(graph, ground, man, from, &mut |_, victims, _| match victims
                    .iter()
                    .any(|v| v.at == target && v.cause == Cause::Capture)
                {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
                .is_break()
    }

    /// Every ending, those with the same landing and the same victims (in any order) once.
    #[must_use]
    pub fn runs(&self, graph: &Graph, ground: &impl Ground, man: Man, from: Sq) -> Vec<Run> {
        let mut out: Vec<Run> = Vec::new();
        let mut landed = SquareSet::NONE;
        let _ = self.visit(graph, ground, man, from, &mut |to, victims, put| {
            let same = |r: &Run| r.to == to && r.put == put && same_victims(&r.victims, victims);
            if !landed.contains(to) || !out.iter().any(same) {
                landed.insert(to);
                out.push(Run { to, victims: victims.to_vec(), put });
            }
            ControlFlow::Continue(())
        });
        out
    }

    /// Calls `end` with the landing, the victims (in path order) and the square for what is put back of every run, until
    /// it breaks.
    pub fn visit(
        &self,
        graph: &Graph,
        ground: &impl Ground,
        man: Man,
        from: Sq,
        end: &mut impl FnMut(Sq, &[Victim], Option<Sq>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let starts = self.walk.origin.is_none_or(|o| o.contains(from))
            && self.walk.flags.iter().all(|(f, on)| (man.flags >> f.0 & 1 == 1) == *on);
        if !starts {
            return ControlFlow::Continue(());
        }
        let mut victims: Vec<Victim> = Vec::new();
        let mut met: HashMap<State, bool> = HashMap::new();
        let mut stack = vec![Frame::new(0, from, 0, None)];
        while let Some(top) = stack.last_mut() {
            let node = &self.walk.nodes[usize::from(top.node)];
            let Some(edge) = node.edges.get(usize::from(top.edge)) else {
                let (mut done, at, put) = (top.ended, top.at, top.put);
                if node.land && node.last && !done {
                    done = finish(at, &victims, put, from, ground, end)?;
                }
                if self.tangled {
                    met.insert(State::new(top.node, at, &victims, put), done);
                }
                victims.truncate(usize::from(top.victims));
                stack.pop();
                if let Some(parent) = stack.last_mut() {
                    parent.ended |= done;
                }
                continue;
            };
            let put = if edge.unload { Some(top.at) } else { top.put };
            let Some(to) = top.advance(edge, graph, from) else { continue };
            let before = victims.len();
            let Some(to) = to.filter(|to| pass(edge, *to, from, &mut victims, ground)) else { continue };
            let next = &self.walk.nodes[usize::from(edge.next)];
            if self.tangled && !next.edges.is_empty() {
                let state = State::new(edge.next, to, &victims, put);
                if let Some(ended) = met.get(&state) {
                    top.ended |= ended;
                    victims.truncate(before);
                    continue;
                }
                met.insert(state, false);
            }
            if next.land && (!next.last || next.edges.is_empty()) {
                top.ended |= finish(to, &victims, put, from, ground, end)?;
            }
            if next.edges.is_empty() {
                victims.truncate(before);
            } else {
                stack.push(Frame::new(edge.next, to, before as u16, put));
            }
        }
        ControlFlow::Continue(())
    }

    /// Squares where a run from `from` could capture if every test on occupancy, owner and state held.
    fn takes_from(&self, graph: &Graph, from: Sq) -> SquareSet {
        let mut out = SquareSet::NONE;
        if self.walk.origin.is_some_and(|o| !o.contains(from)) {
            return out;
        }
        let mut seen = vec![SquareSet::NONE; self.walk.nodes.len()];
        let mut todo = vec![(0u16, from)];
        while let Some((node, at)) = todo.pop() {
            for edge in &self.walk.nodes[usize::from(node)].edges {
                let mut frame = Frame::new(node, at, 0, None);
                while let Some(to) = frame.advance(edge, graph, from) {
                    let Some(to) = to.filter(|to| edge.test.within.is_none_or(|w| w.contains(*to))) else { continue };
                    match edge.take.as_ref().map(|t| (&t.at, t.cause)) {
                        Some((TakeAt::Here, Cause::Capture)) => out.insert(to),
                        Some((TakeAt::Squares(_), Cause::Capture)) => return graph.squares,
                        Some(_) | None => {}
                    }
                    if !seen[usize::from(edge.next)].contains(to) {
                        seen[usize::from(edge.next)].insert(to);
                        todo.push((edge.next, to));
                    }
                }
            }
        }
        out
    }
}

/// Above this many steps of work the table of `may_take` is left out.
const MAP_LIMIT: usize = 4_000_000;

/// A node being explored.
struct Frame {
    node: u16,
    at: Sq,
    edge: u16,
    /// Number of the direction (or square) to try next on this edge.
    step: u16,
    /// How many victims there were before the edge that led here.
    victims: u16,
    /// Some run has ended beyond.
    ended: bool,
    /// Where what is taken will be put.
    put: Option<Sq>,
}

impl Frame {
    fn new(node: u16, at: Sq, victims: u16, put: Option<Sq>) -> Self {
        Self { node, at, edge: 0, step: 0, victims, ended: false, put }
    }

    /// The next square of this edge, `Some(None)` where the step leads off the board; `None` when the edge is used up
    /// (the frame then stands at the next edge).
    fn advance(&mut self, edge: &WalkEdge, graph: &Graph, from: Sq) -> Option<Option<Sq>> {
        let step = self.step;
        let to = match &edge.go {
            Go::Step(dirs) => dirs.get(usize::from(step)).map(|d| graph.step(self.at, *d)),
            Go::Stay => (step == 0).then_some(Some(self.at)),
            Go::Home => (step == 0).then_some(Some(from)),
            Go::Anywhere => (step < graph.size).then(|| (step != from && graph.squares.contains(step)).then_some(step)),
        };
        if to.is_some() {
            self.step += 1;
        } else {
            self.edge += 1;
            self.step = 0;
        }
        to
    }
}

/// A state of the loop rule: node, square, the victims so far as a set, and where they will be put.
#[derive(PartialEq, Eq, Hash)]
struct State(u16, Sq, Vec<Sq>, Option<Sq>);

impl State {
    fn new(node: u16, at: Sq, victims: &[Victim], put: Option<Sq>) -> Self {
        let mut squares: Vec<Sq> = victims.iter().map(|v| v.at).collect();
        squares.sort_unstable();
        Self(node, at, squares, put)
    }
}

/// Ends a run, unless what it has to put back finds no room. True if it ended.
fn finish(
    to: Sq,
    victims: &[Victim],
    put: Option<Sq>,
    from: Sq,
    ground: &impl Ground,
    end: &mut impl FnMut(Sq, &[Victim], Option<Sq>) -> ControlFlow<()>,
) -> ControlFlow<(), bool> {
    let captured = victims.iter().filter(|v| v.cause == Cause::Capture).count();
    let Some(s) = put.filter(|_| captured > 0) else {
        end(to, victims, None)?;
        return ControlFlow::Continue(true);
    };
    let free = s == from || victims.iter().any(|v| v.at == s) || ground.man(s).is_none();
    if captured > 1 || s == to || !free {
        return ControlFlow::Continue(false);
    }
    let carried: Vec<Victim> = victims
        .iter()
        .map(|v| if v.cause == Cause::Capture { Victim { cause: Cause::Carry, ..*v } } else { *v })
        .collect();
    end(to, &carried, Some(s))?;
    ControlFlow::Continue(true)
}

/// Tests the square reached and, if it passes, adds what the edge takes.
#[inline]
fn pass(edge: &WalkEdge, to: Sq, from: Sq, victims: &mut Vec<Victim>, ground: &impl Ground) -> bool {
    let test = &edge.test;
    if test.within.is_some_and(|w| !w.contains(to)) {
        return false;
    }
    let marked = victims.iter().find(|v| v.at == to);
    let man = if to == from || marked.is_some_and(|v| !v.late) { None } else { ground.man(to) };
    if !fits(test, man) {
        return false;
    }
    if test.guard.is_some_and(|g| !ground.holds(g, &Place { from, here: to, victims })) {
        return false;
    }
    let Some(take) = &edge.take else { return true };
    match take.at {
        TakeAt::Here => {
            if man.is_none() {
                return true;
            }
            if marked.is_some() {
                return false; // a marked man is nobody's victim again
            }
            victims.push(Victim { at: to, cause: take.cause, late: take.late });
            true
        }
        TakeAt::Squares(set) => {
            let before = victims.len();
            for at in ground.squares(set, &Place { from, here: to, victims }).iter() {
                let free = at == from || victims[..before].iter().any(|v| v.at == at) || ground.man(at).is_none();
                if !free {
                    victims.push(Victim { at, cause: take.cause, late: take.late });
                }
            }
            // a capture in passing of nobody is no move
            victims.len() > before
        }
    }
}

#[inline]
fn fits(test: &Test, man: Option<Man>) -> bool {
    match man {
        None => test.empty,
        Some(m) => {
            test.sides.contains(m.owner)
                && test.kinds.contains(m.kind)
                && test.flags.iter().all(|(f, on)| (m.flags >> f.0 & 1 == 1) == *on)
        }
    }
}

fn same_victims(a: &[Victim], b: &[Victim]) -> bool {
    a.len() == b.len() && a.iter().all(|v| b.iter().any(|w| w.at == v.at))
}

/// Is there a cycle of nodes beyond the plain slider: a node with a loop in one direction that never comes round?
fn is_tangled(graph: &Graph, walk: &Walk) -> bool {
    let mut left: Vec<Vec<usize>> = Vec::new();
    for (i, node) in walk.nodes.iter().enumerate() {
        let mut to = Vec::new();
        let mut heading = None;
        for edge in &node.edges {
            let plain = match &edge.go {
                Go::Step(dirs) if usize::from(edge.next) == i && dirs.len() == 1 => {
                    *heading.get_or_insert(dirs[0]) == dirs[0] && !comes_round(graph, dirs[0])
                }
                Go::Step(_) | Go::Stay | Go::Home | Go::Anywhere => false,
            };
            if !plain {
                to.push(usize::from(edge.next));
            }
        }
        left.push(to);
    }
    // take away nodes without a way on until nothing changes: what stays lies on or before a cycle
    let mut alive = vec![true; left.len()];
    loop {
        let dead = (0..left.len()).find(|i| alive[*i] && !left[*i].iter().any(|t| alive[*t]));
        match dead {
            Some(i) => alive[i] = false,
            None => return alive.contains(&true),
        }
    }
}

fn comes_round(graph: &Graph, dir: ferz_dsl::game::DirId) -> bool {
    graph.squares.iter().any(|s| {
        let mut at = s;
        for _ in 0..graph.size {
            match graph.step(at, dir) {
                Some(t) if t == s => return true,
                Some(t) => at = t,
                None => return false,
            }
        }
        true
    })
}
