//! Walks as elements: leaps, slides, hops and short lists of paths.
//!
//! Every path of a walk from every square is written down with what it needs: squares that must be empty, a square
//! that must hold a mount, the square it ends on and what may stand there. The lists are then read back as the
//! shapes for which there are fast primitives. A walk that does more (takes on the way, late takes, tests in the
//! middle that read the position) has no elements and runs as a general automaton.

use ferz_dsl::game::{Cause, DirId, ExprId, FlagId, Game, Go, KindSet, SideSet, Sq, SquareSet, TakeAt, Test, WalkId};
use std::collections::{BTreeMap, BTreeSet};

/// A part of a walk with one shape and one way to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub walk: WalkId,
    pub shape: Shape,
    pub end: End,
    /// The landing square must satisfy this as well (`Here` is the landing square).
    pub onto: Option<ExprId>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// On an empty square.
    Quiet,
    /// On a square with such a man, which leaves.
    Take(Men, Cause2),
}

/// `Cause` with an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause2 {
    Capture,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Men {
    pub sides: SideSet,
    pub kinds: KindSet,
    pub flags: Vec<(FlagId, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Targets by origin; nothing can stop it.
    Leap(Vec<SquareSet>),
    /// Every square of the ray up to the first man.
    Slide(DirId),
    /// Every square behind exactly one man of the ray, up to the next man.
    Hop(DirId, Men),
    /// By origin: what must be empty, the mount if there is one, the target.
    Paths(Vec<Vec<Path>>, Option<Men>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    pub to: Sq,
    pub empty: SquareSet,
    pub mount: Option<Sq>,
}

type PathKey = (End, Option<ExprId>, Option<Men>);
type Found = BTreeMap<(End, Option<u16>, Option<Men>), Vec<BTreeSet<Path>>>;

/// The elements of a walk; `None` where it is more than that.
#[must_use]
pub fn elements(game: &Game, id: WalkId) -> Option<Vec<Element>> {
    let walk = &game.walks[id.index()];
    if walk.nodes.iter().any(|n| n.last && !n.edges.is_empty()) {
        return None;
    }
    let n = usize::from(game.board.size);
    let mut found = Found::new();
    for from in game.board.squares.iter() {
        if walk.origin.is_some_and(|o| !o.contains(from)) {
            continue;
        }
        let mut search = Search { game, walk, from, found: &mut found, stack: Vec::new(), budget: 6000, n };
        search.node(0, from, SquareSet::NONE, None)?;
    }
    let mut out = Vec::new();
    for ((end, onto, mount), paths) in found {
        let key: PathKey = (end, onto.map(ExprId), mount);
        shapes(game, id, &key, paths, &mut out);
    }
    Some(out)
}

struct Search<'a> {
    game: &'a Game,
    walk: &'a ferz_dsl::game::Walk,
    from: Sq,
    found: &'a mut Found,
    stack: Vec<(u16, Sq)>,
    budget: u32,
    n: usize,
}

impl Search<'_> {
    fn node(&mut self, node: u16, at: Sq, empty: SquareSet, mount: Option<(Sq, Men)>) -> Option<()> {
        if self.stack.contains(&(node, at)) {
            return Some(());
        }
        self.budget = self.budget.checked_sub(1)?;
        self.stack.push((node, at));
        for e in 0..self.walk.nodes[usize::from(node)].edges.len() {
            let edge = &self.walk.nodes[usize::from(node)].edges[e];
            let targets: Vec<Sq> = match &edge.go {
                Go::Step(dirs) => dirs.iter().filter_map(|d| self.game.board.step(at, *d)).collect(),
                Go::Stay => vec![at],
                Go::Home => return None,
                Go::Anywhere => self.game.board.squares.iter().filter(|s| *s != self.from).collect(),
            };
            for to in targets {
                self.edge(node, e, to, empty, mount.clone())?;
            }
        }
        self.stack.pop();
        Some(())
    }

    fn edge(&mut self, node: u16, e: usize, to: Sq, empty: SquareSet, mount: Option<(Sq, Men)>) -> Option<()> {
        let walk = self.walk;
        let edge = &walk.nodes[usize::from(node)].edges[e];
        let test: &Test = &edge.test;
        if edge.unload {
            return None;
        }
        if test.within.is_some_and(|w| !w.contains(to)) {
            return Some(());
        }
        let next = &walk.nodes[usize::from(edge.next)];
        if test.guard.is_some() && !next.edges.is_empty() {
            return None;
        }
        let takes = match &edge.take {
            None => None,
            Some(t) if t.late || !matches!(t.at, TakeAt::Here) => return None,
            Some(t) => Some(if t.cause == Cause::Capture { Cause2::Capture } else { Cause2::Other }),
        };
        let men = Men { sides: test.sides, kinds: test.kinds, flags: test.flags.clone() };
        let can_be_man = !men.sides.is_empty() && !men.kinds.is_empty();
        let anything = test.empty && takes.is_none() && any_man(self.game, &men);
        let is_mount = mount.as_ref().is_some_and(|m| m.0 == to);
        if to == self.from && next.land {
            return None;
        }
        if anything && !next.land {
            self.node(edge.next, to, empty, mount.clone())?;
            return Some(());
        }
        if test.empty && !is_mount {
            if next.land {
                self.record(End::Quiet, test.guard, to, empty, mount.as_ref());
            }
            let mut more = empty;
            if to != self.from {
                more.insert(to);
            }
            self.node(edge.next, to, more, mount.clone())?;
        }
        if can_be_man && to != self.from && !empty.contains(to) {
            match takes {
                Some(cause) => {
                    if !next.edges.is_empty() || !next.land {
                        return None;
                    }
                    self.record(End::Take(men, cause), test.guard, to, empty, mount.as_ref());
                }
                None if next.land => return None,
                None if mount.is_some() => return None,
                None => self.node(edge.next, to, empty, Some((to, men)))?,
            }
        }
        Some(())
    }

    fn record(&mut self, end: End, onto: Option<ExprId>, to: Sq, empty: SquareSet, mount: Option<&(Sq, Men)>) {
        let key = (end, onto.map(|e| e.0), mount.map(|m| m.1.clone()));
        let n = self.n;
        let lists = self.found.entry(key).or_insert_with(|| vec![BTreeSet::new(); n]);
        lists[usize::from(self.from)].insert(Path { to, empty, mount: mount.map(|m| m.0) });
    }
}

/// Does the test let every man pass?
#[must_use]
pub fn any_man(game: &Game, men: &Men) -> bool {
    men.flags.is_empty()
        && usize::try_from(men.sides.len()).is_ok_and(|n| n >= game.sides.len())
        && (0..game.kinds.len() as u16).all(|k| men.kinds.contains(ferz_dsl::game::KindId(k)))
}

/// The squares met from `from` in one direction, up to the edge or back to where a square was met before.
#[must_use]
pub fn ray(game: &Game, from: Sq, d: DirId) -> Vec<Sq> {
    let mut out = Vec::new();
    let mut at = from;
    while let Some(next) = game.board.step(at, d) {
        if next == from || out.contains(&next) {
            break;
        }
        out.push(next);
        at = next;
    }
    out
}

/// `Some(true)` if every ray of the direction ascends, `Some(false)` if every one descends.
#[must_use]
pub fn ascending(game: &Game, d: DirId) -> Option<bool> {
    let mut sign = None;
    for s in game.board.squares.iter() {
        if let Some(t) = game.board.step(s, d) {
            if sign.is_some_and(|up| up != (t > s)) {
                return None;
            }
            sign = Some(t > s);
        }
    }
    sign
}

fn shapes(game: &Game, walk: WalkId, key: &PathKey, mut lists: Vec<BTreeSet<Path>>, out: &mut Vec<Element>) {
    let (end, onto, mount) = key;
    let mut push = |shape| out.push(Element { walk, shape, end: end.clone(), onto: *onto });
    let origin = game.walks[walk.index()].origin;
    let froms: Vec<Sq> = game.board.squares.iter().filter(|s| origin.is_none_or(|o| o.contains(*s))).collect();
    for d in (0..game.board.dirs.len() as u16).map(DirId) {
        if ascending(game, d).is_none() || froms.iter().all(|f| ray(game, *f, d).len() < 2) {
            continue;
        }
        let full: Vec<(Sq, Vec<Path>)> =
            froms.iter().map(|f| (*f, full_ray(&ray(game, *f, d), mount.is_some()))).collect();
        if full.iter().all(|(_, paths)| paths.is_empty()) {
            continue;
        }
        if full.iter().all(|(f, paths)| paths.iter().all(|p| lists[usize::from(*f)].contains(p))) {
            for (f, paths) in &full {
                for p in paths {
                    lists[usize::from(*f)].remove(p);
                }
            }
            push(match mount {
                None => Shape::Slide(d),
                Some(men) => Shape::Hop(d, men.clone()),
            });
        }
    }
    let leaps: Vec<SquareSet> = lists
        .iter()
        .map(|l| l.iter().filter(|p| p.empty.is_empty() && p.mount.is_none()).map(|p| p.to).collect())
        .collect();
    let rest: Vec<Vec<Path>> = lists
        .iter()
        .zip(&leaps)
        .map(|(l, leap)| l.iter().filter(|p| !leap.contains(p.to)).copied().collect())
        .collect();
    if leaps.iter().any(|l| !l.is_empty()) {
        push(Shape::Leap(leaps));
    }
    if rest.iter().any(|l: &Vec<Path>| !l.is_empty()) {
        push(Shape::Paths(rest, mount.clone()));
    }
}

/// The paths of a slider (or of a hopper over one mount) along a ray.
fn full_ray(ray: &[Sq], hop: bool) -> Vec<Path> {
    let mut out = Vec::new();
    for (j, to) in ray.iter().enumerate() {
        let before: SquareSet = ray[..j].iter().copied().collect();
        if hop {
            for mount in &ray[..j] {
                let mut empty = before;
                empty.remove(*mount);
                out.push(Path { to: *to, empty, mount: Some(*mount) });
            }
        } else {
            out.push(Path { to: *to, empty: before, mount: None });
        }
    }
    out
}

/// The squares from which a shape reaches each square.
#[must_use]
pub fn reversed(lists: &[SquareSet]) -> Vec<SquareSet> {
    let mut out = vec![SquareSet::NONE; lists.len()];
    for (from, targets) in lists.iter().enumerate() {
        for to in targets.iter() {
            out[usize::from(to)].insert(from as Sq);
        }
    }
    out
}
