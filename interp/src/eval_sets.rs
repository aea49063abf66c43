//! Expressions that are sets of squares.

use crate::attack::{self, Question};
use crate::scene::Scene;
use crate::store::flags_fit;
use crate::trips;
use crate::value::{Dead, Eval, Value};
use ferz_dsl::game::{
    DirId, Expr, ExprId, FactId, FlagId, KindSet, Man, Royal, SideId, SideSet, Sq, SquareSet, Type, WalkId,
};
use ferz_runtime::Fact;

impl Scene<'_> {
    pub fn set(&mut self, id: ExprId) -> Eval<SquareSet> {
        self.set_within(id, None)
    }

    /// The members of the set that lie in `limit`. Only questions that are answered square by square make use of the
    /// limit; the meaning is that of the whole set met with it.
    pub fn set_within(&mut self, id: ExprId, limit: Option<&SquareSet>) -> Eval<SquareSet> {
        let t = self.t;
        let board = &t.game.board;
        Ok(match t.game.expr(id) {
            Expr::Squares(set) => *set,
            Expr::Captured => self.names.captured,
            Expr::Men { kinds, sides, flags } => self.men(*kinds, *sides, flags),
            Expr::MenOf { kinds, sides, flags } => {
                let kinds = self.kinds(*kinds)?;
                self.men(kinds, *sides, flags)
            }
            Expr::Royals(sides) => self.royals(*sides),
            Expr::Empty => board.squares.iter().filter(|s| self.store.at(*s).is_none()).collect(),
            Expr::Union(a, b) => {
                let a = self.set_within(*a, limit)?;
                a.union(&self.set_within(*b, limit)?)
            }
            Expr::Meet(a, b) => {
                let (first, second) = if self.asks_attacks(*a) && !self.asks_attacks(*b) { (b, a) } else { (a, b) };
                let set = self.set_within(*first, limit)?;
                set.meet(&self.set_within(*second, Some(&set))?)
            }
            Expr::Minus(a, b) => {
                let set = self.set_within(*a, limit)?;
                set.minus(&self.set_within(*b, Some(&set))?)
            }
            Expr::Just(e) => single(self.square(*e)?),
            Expr::Neighbours(e) => {
                let set = self.set(*e)?;
                set.iter().fold(SquareSet::NONE, |all, s| all.union(&t.neighbours[usize::from(s)]))
            }
            Expr::SameColor(e) => {
                let s = self.square(*e)?;
                board.squares.iter().filter(|o| board.color(*o) == board.color(s)).collect()
            }
            Expr::Twin(e) => {
                let s = self.square(*e)?;
                let above = (board.layer(s) + 1) % board.layers;
                let twin = board.at(board.file(s).into(), board.rank(s).into(), above);
                twin.filter(|t| *t != s).into_iter().collect()
            }
            Expr::FileSquares(e) => {
                let file = self.int(*e)?;
                board.squares.iter().filter(|s| i64::from(board.file(*s)) == file).collect()
            }
            Expr::RankSquares(e) => {
                let rank = self.int(*e)?;
                board.squares.iter().filter(|s| i64::from(board.rank(*s)) == rank).collect()
            }
            Expr::Start { kinds, sides } => {
                let kinds = self.kinds(*kinds)?;
                sides.iter().fold(SquareSet::NONE, |all, side| all.union(&t.game.start.squares_of(kinds, side)))
            }
            Expr::Dead { kind, side } => self.kind(*kind)?.map_or(SquareSet::NONE, |k| t.dead_squares(k, *side)),
            Expr::Between(a, b) => {
                let (a, b) = (self.square(*a)?, self.square(*b)?);
                self.line_between(a, b).map_or(SquareSet::NONE, |(_, between)| between)
            }
            Expr::Step(s, d) => {
                let (s, d) = (self.square(*s)?, self.dir(*d)?);
                board.step(s, d).into_iter().collect()
            }
            Expr::Run { from, dir, inside } => self.run(*from, *dir, *inside)?.0,
            Expr::Stop { from, dir, inside } => self.run(*from, *dir, *inside)?.1.into_iter().collect(),
            Expr::LongStep(a, b) => {
                let (a, b) = (self.square(*a)?, self.square(*b)?);
                self.long_step(a, b).into_iter().collect()
            }
            Expr::Group(e) => {
                let seeds = self.set(*e)?;
                self.group(&seeds)
            }
            Expr::Reach { walks, from, side } => {
                let from = self.square(*from)?;
                self.reach(walks, from, *side)
            }
            Expr::Attacked { of, by, side, without } => {
                let without = without.map_or(Ok(SquareSet::NONE), |e| self.set(e))?;
                let by = self.set(*by)?;
                let of = self.set_within(*of, limit)?;
                let of = limit.map_or(of, |l| of.meet(l));
                attack::attacked(t, self.store, &Question { of, by, side: *side, without })
            }
            Expr::CellSquares(cell) => self.store.cell_squares(t, *cell),
            Expr::Gather { var, over, when, body } => {
                let mut all = SquareSet::NONE;
                for value in self.domain(over)? {
                    self.names.bind(*var, value);
                    if when.map_or(Ok(true), |e| self.bool(e))? {
                        all = all.union(&self.set_within(*body, limit)?);
                    }
                }
                all
            }
            Expr::ThroughoutSquares(fact, side) => self.followed(*fact, *side),
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Squares(set) => set,
                Value::Square(s) => single(s),
                _ => return Err(Dead),
            },
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.set_within(*branch, limit)?
            }
            Expr::Before(e) => self.earlier(|s| s.set_within(*e, limit))?,
            _ if t.types[id.index()] == Type::Square => single(self.square(id)?),
            _ => return Err(Dead),
        })
    }

    fn asks_attacks(&self, id: ExprId) -> bool {
        match self.t.game.expr(id) {
            Expr::Attacked { .. } => true,
            Expr::Meet(a, b) | Expr::Union(a, b) => self.asks_attacks(*a) || self.asks_attacks(*b),
            Expr::Minus(a, _) | Expr::Before(a) => self.asks_attacks(*a),
            _ => false,
        }
    }

    fn men(&self, kinds: KindSet, sides: SideSet, flags: &[(FlagId, bool)]) -> SquareSet {
        self.store.men(|m| sides.contains(m.owner) && kinds.contains(m.kind) && flags_fit(m, flags))
    }

    /// Royals now; a condition of a kind is asked once, without the names of the move.
    pub fn royals(&mut self, sides: SideSet) -> SquareSet {
        let t = self.t;
        let mut set = SquareSet::NONE;
        for side in sides.iter().filter(|s| s.index() < t.royal_kinds.len()) {
            for kind in &t.royal_kinds[side.index()] {
                let royal = match t.game.kinds[kind.index()].royal[side.index()] {
                    Royal::No => false,
                    Royal::Yes => true,
                    Royal::When(e) => self.bool(e).unwrap_or(false),
                };
                if royal {
                    set = set.union(&self.store.men(|m| m.owner == side && m.kind == *kind));
                }
            }
        }
        set
    }

    /// The run of `inside` that begins beside a square, and the square after it. A line that comes back to its
    /// beginning ends there.
    fn run(&mut self, from: ExprId, dir: ExprId, inside: ExprId) -> Eval<(SquareSet, Option<Sq>)> {
        let (start, d) = (self.square(from)?, self.dir(dir)?);
        let inside = self.set(inside)?;
        let (mut run, mut at) = (SquareSet::NONE, start);
        loop {
            match self.t.game.board.step(at, d) {
                None => return Ok((run, None)),
                Some(next) if next == start || run.contains(next) => return Ok((run, None)),
                Some(next) if inside.contains(next) => {
                    run.insert(next);
                    at = next;
                }
                Some(next) => return Ok((run, Some(next))),
            }
        }
    }

    /// The first of the eight lines that leads from one square to the other, with what lies strictly between; the
    /// shortest way where a board wraps round.
    pub fn line_between(&self, a: Sq, b: Sq) -> Option<(DirId, SquareSet)> {
        let board = &self.t.game.board;
        let mut found: Option<(DirId, SquareSet)> = None;
        for d in board.lines.iter().filter(|_| a != b) {
            let (mut between, mut at) = (SquareSet::NONE, a);
            while let Some(next) = board.step(at, *d) {
                if next == b {
                    if found.as_ref().is_none_or(|(_, f)| between.len() < f.len()) {
                        found = Some((*d, between));
                    }
                    break;
                }
                if next == a || between.contains(next) {
                    break;
                }
                between.insert(next);
                at = next;
            }
        }
        found
    }

    fn long_step(&self, a: Sq, b: Sq) -> Option<Sq> {
        let board = &self.t.game.board;
        let df = i32::from(board.file(b)) - i32::from(board.file(a));
        let dr = i32::from(board.rank(b)) - i32::from(board.rank(a));
        if board.hexagons || df == 0 || dr == 0 || df.abs() == dr.abs() || board.layer(a) != board.layer(b) {
            return None;
        }
        let (f, r) = if df.abs() > dr.abs() { (df.signum(), 0) } else { (0, dr.signum()) };
        board.at(i32::from(board.file(a)) + f, i32::from(board.rank(a)) + r, board.layer(a))
    }

    fn group(&self, seeds: &SquareSet) -> SquareSet {
        let mut group: SquareSet = seeds.iter().filter(|s| self.store.at(*s).is_some()).collect();
        let mut open: Vec<Sq> = group.iter().collect();
        while let Some(s) = open.pop() {
            let owner = self.store.at(s).map(|m| m.owner);
            for next in self.t.neighbours[usize::from(s)].minus(&group).iter() {
                if self.store.at(next).map(|m| m.owner) == owner {
                    group.insert(next);
                    open.push(next);
                }
            }
        }
        group
    }

    /// Empty squares on which a man walking so could stop without taking; the man on the square itself, or one of the
    /// side's first kind.
    fn reach(&mut self, walks: &[WalkId], from: Sq, side: SideId) -> SquareSet {
        let t = self.t;
        let stand_in = || Man { kind: attack::phantom_kind(t, side), owner: side, flags: 0 };
        let man = self.store.at(from).map_or_else(stand_in, |m| Man { owner: side, ..m });
        let mut set = SquareSet::NONE;
        for walk in walks {
            for trip in trips::trips(self, *walk, from, man) {
                if trip.takes.is_empty() && self.store.at(trip.to).is_none() {
                    set.insert(trip.to);
                }
            }
        }
        set
    }

    /// Squares of the men that were in the set after every move of the side in the cycle, each man followed.
    fn followed(&self, fact: FactId, side: SideId) -> SquareSet {
        let Some(history) = self.court.history else { return SquareSet::NONE };
        let mut men: Option<SquareSet> = None;
        for record in history.cycle() {
            if let Some(set) = &mut men {
                let mut moved = *set;
                for (from, to) in &record.moved {
                    moved.remove(*from);
                    moved.remove(*to);
                }
                for (from, to) in &record.moved {
                    if set.contains(*from) {
                        moved.insert(*to);
                    }
                }
                *set = moved;
            }
            if record.mover == side.index() {
                let now: SquareSet = match record.facts.get(fact.index()) {
                    Some(Fact::Squares(squares)) => squares.iter().copied().collect(),
                    Some(Fact::Bool(_)) | None => SquareSet::NONE,
                };
                men = Some(men.map_or(now, |m| m.meet(&now)));
            }
        }
        men.unwrap_or(SquareSet::NONE)
    }
}

pub(crate) fn single(s: Sq) -> SquareSet {
    [s].into_iter().collect()
}
