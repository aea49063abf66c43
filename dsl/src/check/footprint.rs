//! What steps look at and what they change, as far as it can be told before play. Too much is never wrong here, too
//! little is: two parts whose footprints keep apart can run in either order.

use crate::game::{
    Cause, CellId, CellOp, Domain, Expr, ExprId, FlagId, Game, GenBody, KindId, KindSet, ManBase, ManExpr, Royal,
    SideId, SideSet, Step, VarId, WalkId, bodies, each_step, parts, step_parts, walk_parts,
};
use std::collections::{BTreeMap, BTreeSet};

/// Men, and what of them is looked at or changed.
#[derive(Clone, Copy, Debug)]
pub struct Men {
    pub kinds: KindSet,
    pub sides: SideSet,
    /// Whether a man stands there at all; implies the rest when changed.
    pub place: bool,
    pub kind: bool,
    pub side: bool,
    /// Bit `f`: flag `f`, looked at or set.
    pub flags: u32,
    /// Flags that are cleared.
    pub cleared: u32,
}

impl Men {
    fn meets(&self, other: &Self) -> bool {
        !self.kinds.meet(other.kinds).is_empty() && !self.sides.meet(other.sides).is_empty()
    }
    /// Can this change be seen by that look?
    fn seen_by(&self, look: &Self) -> bool {
        self.meets(look)
            && (self.place
                || self.kind && look.kind
                || self.side && look.side
                || (self.flags | self.cleared) & look.flags != 0)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Footprint {
    pub looks: Vec<Men>,
    pub changes: Vec<Men>,
    pub cells_read: BTreeSet<CellId>,
    pub cells_set: BTreeSet<CellId>,
    /// Added to or taken from; two such commute.
    pub cells_added: BTreeSet<CellId>,
    pub hands_read: SideSet,
    pub hands_added: SideSet,
    pub captures: bool,
    pub asks_captured: bool,
    /// Records a result.
    pub ends: bool,
}

/// Why two parts may not change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// The first changes men that the second looks at; or the second changes what the first looks at.
    Men {
        first_changes: bool,
    },
    Cell {
        cell: CellId,
        both_set: bool,
        first_sets: bool,
    },
    Hand {
        first_adds: bool,
    },
    Captured {
        first_captures: bool,
    },
    Result,
}

impl Footprint {
    /// `None`: either order gives the same.
    #[must_use]
    pub fn clash(&self, later: &Self) -> Option<Clash> {
        if let Some(cell) = self.cells_set.intersection(&later.cells_set).next() {
            return Some(Clash::Cell { cell: *cell, both_set: true, first_sets: true });
        }
        let one_way = |a: &Self, b: &Self, first: bool| {
            let written: BTreeSet<_> = a.cells_set.union(&a.cells_added).copied().collect();
            let seen: BTreeSet<_> = b.cells_read.union(&b.cells_set).copied().collect();
            if let Some(cell) = written.intersection(&seen).next() {
                return Some(Clash::Cell { cell: *cell, both_set: false, first_sets: first });
            }
            if a.changes.iter().any(|c| b.looks.iter().any(|l| c.seen_by(l))) {
                return Some(Clash::Men { first_changes: first });
            }
            if !a.hands_added.meet(b.hands_read).is_empty() {
                return Some(Clash::Hand { first_adds: first });
            }
            (a.captures && b.asks_captured).then_some(Clash::Captured { first_captures: first })
        };
        let opposite = |a: &Self, b: &Self| {
            a.changes.iter().any(|c| b.changes.iter().any(|d| c.meets(d) && c.flags & d.cleared != 0))
        };
        one_way(self, later, true)
            .or_else(|| one_way(later, self, false))
            .or_else(|| (opposite(self, later) || opposite(later, self)).then_some(Clash::Men { first_changes: true }))
            .or_else(|| (self.ends && later.ends).then_some(Clash::Result))
    }
}

/// Collects one footprint where the moving man is one of `mover`, with what `moving_flags` says of the game.
#[derive(Debug)]
pub struct Reader<'a> {
    game: &'a Game,
    mover: (KindSet, SideSet),
    moving: u32,
    /// Men that may stand on the square, or be the man, of a name.
    names: BTreeMap<VarId, (KindSet, SideSet)>,
    /// Kinds that a name of a kind may be.
    kinds: BTreeMap<VarId, KindSet>,
    /// How the man of a name was lifted.
    causes: BTreeMap<VarId, Cause>,
    print: Footprint,
}

impl<'a> Reader<'a> {
    #[must_use]
    pub fn new(game: &'a Game, moving: u32, mover: Option<(KindSet, SideSet)>) -> Self {
        let mover = mover.unwrap_or((every_kind(game), every_side(game)));
        let (names, kinds, causes) = Default::default();
        Self { game, mover, moving, names, kinds, causes, print: Footprint::default() }
    }

    #[must_use]
    pub fn read(mut self, when: Option<ExprId>, steps: &[Step]) -> Footprint {
        when.into_iter().for_each(|e| self.look(e));
        self.steps(steps);
        self.print
    }

    fn all(&self) -> (KindSet, SideSet) {
        (every_kind(self.game), every_side(self.game))
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
            bodies(step).into_iter().for_each(|body| self.steps(body));
        }
    }

    fn step(&mut self, step: &Step) {
        step_parts(step).into_iter().for_each(|e| self.look(e));
        match step {
            Step::Choose { var, from: over } | Step::Each { var, over, .. } => match over {
                Domain::Squares(e) => drop(self.names.insert(*var, self.men_on(*e))),
                Domain::Kinds(e) => drop(self.kinds.insert(*var, self.kinds_of(*e))),
                Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => {}
            },
            Step::Let { var, value } => {
                self.names.insert(*var, self.men_on(*value));
                self.kinds.insert(*var, self.kinds_of(*value));
            }
            Step::Lift { at, into, cause } => {
                let men = self.men_on(*at);
                self.names.insert(*into, men);
                self.causes.insert(*into, *cause);
                self.saw(men, |m| m.place = true);
                self.print.captures |= *cause == Cause::Capture;
                match cause {
                    Cause::Capture | Cause::Remove | Cause::Carry | Cause::Merge => self.wrote(men, |m| m.place = true),
                    Cause::Become | Cause::Convert => {}
                }
            }
            Step::Put { man, .. } => self.put(man),
            Step::Cell { cell, op, .. } => match op {
                CellOp::Set => drop(self.print.cells_set.insert(*cell)),
                CellOp::Add | CellOp::Take => drop(self.print.cells_added.insert(*cell)),
            },
            Step::Hand { side, take, .. } => {
                let hands = if *take { &mut self.print.hands_read } else { &mut self.print.hands_added };
                *hands = hands.union(SideSet::one(*side));
            }
            Step::Flag { flag, of, on } => {
                let men = self.men_on(*of);
                let bit = 1 << flag.0;
                self.wrote(men, |m| if *on { m.flags = bit } else { m.cleared = bit });
            }
            Step::Mark(_) => self.print.ends = true,
            Step::Require(_)
            | Step::If { .. }
            | Step::May(_)
            | Step::EndTurn
            | Step::Eliminate(_)
            | Step::Write { .. } => {}
        }
    }

    fn put(&mut self, man: &ManExpr) {
        let (was, sides, cause) = match man.base {
            ManBase::Var(v) => {
                let (kinds, sides) = self.names.get(&v).copied().unwrap_or_else(|| self.all());
                (kinds, sides, self.causes.get(&v).copied())
            }
            ManBase::New => (KindSet::NONE, SideSet::NONE, None),
        };
        let kinds = man.kind.map_or(was, |e| self.kinds_of(e));
        let owner = man.owner.map_or(sides, SideSet::one);
        match cause {
            Some(Cause::Become) => self.wrote((was.union(kinds), sides), |m| (m.kind, m.cleared) = (true, u32::MAX)),
            Some(Cause::Convert) => self.wrote((was, sides.union(owner)), |m| m.side = true),
            Some(Cause::Capture | Cause::Remove | Cause::Carry | Cause::Merge) | None => {
                let all = self.all();
                self.saw(all, |m| m.place = true);
                self.wrote((kinds, owner), |m| m.place = true);
            }
        }
    }

    fn saw(&mut self, men: (KindSet, SideSet), what: impl Fn(&mut Men)) {
        let look = made(men, what);
        self.print.looks.push(look);
    }

    fn wrote(&mut self, men: (KindSet, SideSet), what: impl Fn(&mut Men)) {
        let change = made(men, what);
        self.print.changes.push(change);
    }

    /// What an expression looks at. What was before the move cannot change any more.
    fn look(&mut self, id: ExprId) {
        let all = self.all();
        match self.game.expr(id) {
            Expr::Before(_) => return,
            Expr::Men { kinds, sides, flags } => {
                let bits = flags.iter().map(|(f, _)| 1 << f.0).sum();
                let kind = !all.0.minus(*kinds).is_empty();
                let side = !all.1.minus(*sides).is_empty();
                self.saw((*kinds, *sides), |m| (m.place, m.kind, m.side, m.flags) = (true, kind, side, bits));
            }
            Expr::MenOf { sides, flags, .. } => {
                let bits = flags.iter().map(|(f, _)| 1 << f.0).sum();
                self.saw((all.0, *sides), |m| (m.place, m.kind, m.side, m.flags) = (true, true, true, bits));
            }
            Expr::Royals(sides) => {
                let royal = |r: &&Royal| !matches!(r, Royal::No);
                let kinds = self.game.kinds.iter().enumerate().filter(|(_, k)| k.royal.iter().any(|r| royal(&r)));
                let kinds: KindSet = kinds.map(|(i, _)| KindId(i as u16)).collect();
                self.saw((kinds, *sides), |m| (m.place, m.kind, m.side) = (true, true, true));
            }
            Expr::Empty => self.saw(all, |m| m.place = true),
            Expr::Group(_) | Expr::Reach { .. } => self.saw(all, |m| (m.place, m.side) = (true, true)),
            Expr::KindOf(_) => self.saw(all, |m| (m.place, m.kind) = (true, true)),
            Expr::Attacked { .. } | Expr::CanMove { .. } => {
                let bits = self.moving;
                self.saw(all, |m| (m.place, m.kind, m.side, m.flags) = (true, true, true, bits));
            }
            Expr::Captured => self.print.asks_captured = true,
            Expr::CellSquares(c) | Expr::CellKind(c) | Expr::Cell(c, _) => drop(self.print.cells_read.insert(*c)),
            Expr::Hand(side) | Expr::InHand(side, _) => {
                self.print.hands_read = self.print.hands_read.union(SideSet::one(*side));
            }
            _ => {}
        }
        for part in parts(self.game.expr(id)) {
            self.look(part);
        }
    }

    /// Which men may stand on the square(s) of an expression.
    fn men_on(&self, id: ExprId) -> (KindSet, SideSet) {
        let both = |a: (KindSet, SideSet), b: (KindSet, SideSet)| (a.0.meet(b.0), a.1.meet(b.1));
        let either = |a: (KindSet, SideSet), b: (KindSet, SideSet)| (a.0.union(b.0), a.1.union(b.1));
        match self.game.expr(id) {
            Expr::From | Expr::To | Expr::It => self.mover,
            Expr::Men { kinds, sides, .. } => (*kinds, *sides),
            Expr::MenOf { sides, .. } => (self.all().0, *sides),
            Expr::Empty => (KindSet::NONE, SideSet::NONE),
            Expr::Meet(a, b) => both(self.men_on(*a), self.men_on(*b)),
            Expr::Union(a, b) | Expr::If(_, a, b) => either(self.men_on(*a), self.men_on(*b)),
            Expr::Minus(a, _) | Expr::The(a) | Expr::Just(a) => self.men_on(*a),
            Expr::Var(v) => self.names.get(v).copied().unwrap_or_else(|| self.all()),
            _ => self.all(),
        }
    }

    fn kinds_of(&self, id: ExprId) -> KindSet {
        match self.game.expr(id) {
            Expr::Kind(k) => k.map_or(KindSet::NONE, KindSet::one),
            Expr::Kinds(k) => *k,
            Expr::Mover => self.mover.0,
            Expr::Var(v) => self.kinds.get(v).copied().unwrap_or_else(|| self.all().0),
            Expr::If(_, a, b) => self.kinds_of(*a).union(self.kinds_of(*b)),
            Expr::TurnedOf(a) => {
                let turned = |k| self.game.kinds[KindId::index(k)].turned;
                self.kinds_of(*a).iter().filter_map(turned).collect()
            }
            _ => self.all().0,
        }
    }
}

fn made((kinds, sides): (KindSet, SideSet), what: impl Fn(&mut Men)) -> Men {
    let mut men = Men { kinds, sides, place: false, kind: false, side: false, flags: 0, cleared: 0 };
    what(&mut men);
    men
}

/// Flags on which it depends how men move, as bits.
#[must_use]
pub fn moving_flags(game: &Game) -> u32 {
    let mut bits = 0;
    let mut add = |flags: &[(FlagId, bool)]| bits |= flags.iter().fold(0, |all, (f, _)| all | 1 << f.0);
    for walk in &game.walks {
        add(&walk.flags);
        walk.nodes.iter().flat_map(|n| &n.edges).for_each(|e| add(&e.test.flags));
    }
    for e in &game.guards {
        asked_flags(game, e.bad, &mut add);
    }
    for walk in (0..game.walks.len() as u16).map(WalkId) {
        walk_parts(game, walk).into_iter().for_each(|e| asked_flags(game, e, &mut add));
    }
    for g in &game.gens {
        if let GenBody::Action { steps, .. } = &g.body {
            each_step(steps, &mut |s| step_parts(s).into_iter().for_each(|e| asked_flags(game, e, &mut add)));
        }
    }
    bits
}

fn asked_flags(game: &Game, id: ExprId, add: &mut impl FnMut(&[(FlagId, bool)])) {
    match game.expr(id) {
        Expr::Men { flags, .. } | Expr::MenOf { flags, .. } => add(flags),
        _ => {}
    }
    parts(game.expr(id)).into_iter().for_each(|e| asked_flags(game, e, add));
}

fn every_kind(game: &Game) -> KindSet {
    (0..game.kinds.len() as u16).map(KindId).collect()
}

fn every_side(game: &Game) -> SideSet {
    (0..game.sides.len() as u16).map(SideId).collect()
}
