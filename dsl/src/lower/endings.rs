//! How the walks of a generator can end from a square, and what each ending needs of the squares on its way.
//!
//! For one question only: could two moves of one man have the same two squares and yet be two moves? An ending that
//! this file cannot find (a walk with too many ways) is answered for by the caller, on the safe side.

use crate::game::{
    Cause, ExprId, FlagId, Go, Graph, KindSet, SideSet, Sq, SquareSet, Take, TakeAt, Test, Walk, WalkEdge,
};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    pub to: Sq,
    /// Victims that do not stand on `to`.
    pub off: BTreeSet<Gone>,
    /// Where a victim is put.
    pub put: Option<Sq>,
    needs: BTreeMap<Sq, Holds>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gone {
    At(Sq),
    /// Those of a set read from the position.
    Of(ExprId),
}

/// What a square must hold before the move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Holds {
    empty: bool,
    sides: SideSet,
    kinds: KindSet,
    flags: Vec<(FlagId, bool)>,
}

impl Holds {
    fn of(test: &Test) -> Self {
        Self { empty: test.empty, sides: test.sides, kinds: test.kinds, flags: test.flags.clone() }
    }
    fn meets(&self, other: &Self) -> bool {
        let flags = self.flags.iter().all(|(f, on)| !other.flags.contains(&(*f, !on)));
        let men = !self.sides.meet(other.sides).is_empty() && !self.kinds.meet(other.kinds).is_empty() && flags;
        men || self.empty && other.empty
    }
    fn men(&self) -> bool {
        !self.sides.is_empty() && !self.kinds.is_empty()
    }
}

impl Ending {
    /// Can one position have both?
    pub fn meets(&self, other: &Self) -> bool {
        self.needs.iter().all(|(s, a)| other.needs.get(s).is_none_or(|b| a.meets(b)))
    }
    pub fn same_deed(&self, other: &Self) -> bool {
        self.off == other.off && self.put == other.put
    }
}

/// Can a run of the walk take a man that does not stand where the run ends, or put one back?
pub fn takes_elsewhere(walk: &Walk) -> bool {
    walk.nodes.iter().flat_map(|n| &n.edges).any(|e| {
        let goes_on = !walk.nodes[usize::from(e.next)].edges.is_empty();
        e.unload || e.take.as_ref().is_some_and(|t| goes_on || matches!(t.at, TakeAt::Squares(_)))
    })
}

/// Is there a way round through an edge that takes: any number of victims?
pub fn takes_again_and_again(walk: &Walk) -> bool {
    let n = walk.nodes.len();
    let reaches = |from: usize, to: usize| {
        let (mut seen, mut todo) = (vec![false; n], vec![from]);
        while let Some(x) = todo.pop() {
            if x == to {
                return true;
            }
            if !std::mem::replace(&mut seen[x], true) {
                todo.extend(walk.nodes[x].edges.iter().map(|e| usize::from(e.next)));
            }
        }
        false
    };
    (0..n).any(|i| walk.nodes[i].edges.iter().any(|e| e.take.is_some() && reaches(usize::from(e.next), i)))
}

/// Steps of search; beyond them the search is given up.
pub struct Budget(pub u32);

/// The endings from a square; `None` when the budget is used up.
pub fn endings(graph: &Graph, walk: &Walk, from: Sq, budget: &mut Budget) -> Option<Vec<Ending>> {
    let mut out = Vec::new();
    if walk.origin.is_none_or(|o| o.contains(from)) {
        let way = Way { taken: BTreeSet::new(), gone: SquareSet::NONE, put: None, needs: BTreeMap::new() };
        Search { graph, walk, from, out: &mut out, stack: Vec::new(), budget }.node(0, from, &way)?;
    }
    Some(out)
}

#[derive(Clone)]
struct Way {
    taken: BTreeSet<Gone>,
    /// Squares emptied on the way.
    gone: SquareSet,
    put: Option<Sq>,
    needs: BTreeMap<Sq, Holds>,
}

struct Search<'a> {
    graph: &'a Graph,
    walk: &'a Walk,
    from: Sq,
    out: &'a mut Vec<Ending>,
    stack: Vec<(u16, Sq)>,
    budget: &'a mut Budget,
}

impl Search<'_> {
    fn node(&mut self, node: u16, at: Sq, way: &Way) -> Option<()> {
        if self.stack.contains(&(node, at)) {
            return Some(());
        }
        self.budget.0 = self.budget.0.checked_sub(1)?;
        self.stack.push((node, at));
        let walk = self.walk;
        for edge in &walk.nodes[usize::from(node)].edges {
            let targets: Vec<Sq> = match &edge.go {
                Go::Step(dirs) => dirs.iter().filter_map(|d| self.graph.step(at, *d)).collect(),
                Go::Stay => vec![at],
                Go::Home => vec![self.from],
                Go::Anywhere => self.graph.squares.iter().filter(|s| *s != self.from).collect(),
            };
            for to in targets {
                let mut way = way.clone();
                if edge.unload {
                    way.put = Some(at);
                }
                // an empty square and a man there are two ways where only the man is taken
                for man in [false, true] {
                    if let Some(way) = self.pass(edge, to, man, &way) {
                        self.arrive(edge.next, to, &way)?;
                    }
                }
            }
        }
        self.stack.pop();
        Some(())
    }

    /// The way after this edge onto an empty square or, with `man`, onto one with a man; `None` where that cannot be.
    fn pass(&self, edge: &WalkEdge, to: Sq, man: bool, way: &Way) -> Option<Way> {
        let mut test = Holds::of(&edge.test);
        let known_empty = to == self.from || way.gone.contains(to);
        if edge.test.within.is_some_and(|w| !w.contains(to)) || known_empty && (man || !test.empty) {
            return None;
        }
        if man {
            test.empty = false;
        } else {
            test.sides = SideSet::NONE;
        }
        if !man && !test.empty || man && !test.men() {
            return None;
        }
        let mut out = way.clone();
        if !known_empty && way.needs.get(&to).is_some_and(|before| !before.meets(&test)) {
            return None;
        }
        if !known_empty {
            out.needs.insert(to, test);
        }
        match &edge.take {
            Some(Take { at: TakeAt::Here, cause, .. }) if man => {
                if *cause == Cause::Capture || to != self.from {
                    out.taken.insert(Gone::At(to));
                }
                out.gone.insert(to);
            }
            Some(Take { at: TakeAt::Squares(e), .. }) => {
                out.taken.insert(Gone::Of(*e));
            }
            Some(_) | None => {}
        }
        Some(out)
    }

    fn arrive(&mut self, node: u16, to: Sq, way: &Way) -> Option<()> {
        let next = &self.walk.nodes[usize::from(node)];
        if next.land {
            let off: BTreeSet<Gone> = way.taken.iter().copied().filter(|g| *g != Gone::At(to)).collect();
            let put = way.put.filter(|_| !way.taken.is_empty());
            let ending = Ending { to, off, put, needs: way.needs.clone() };
            if !self.out.contains(&ending) {
                self.out.push(ending);
            }
        }
        if next.edges.is_empty() { Some(()) } else { self.node(node, to, way) }
    }
}
