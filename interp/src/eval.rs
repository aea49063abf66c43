//! Expressions but for sets of squares: conditions, numbers, kinds, single squares, directions.
//!
//! Each function evaluates one type. An expression of another type in its place would be a fault of the compiler; it
//! has no value.

use crate::legal;
use crate::scene::Scene;
use crate::store::has_flag;
use crate::value::{Dead, Eval, Value};
use ferz_dsl::game::{
    Arith, CellId, CellIndex, Cmp, DirId, Domain, Expr, ExprId, KindId, KindSet, Level, Sq, SquareSet, Type,
};
use ferz_runtime::Fact;

impl Scene<'_> {
    pub fn bool(&mut self, id: ExprId) -> Eval<bool> {
        let t = self.t;
        Ok(match t.game.expr(id) {
            Expr::Bool(b) => *b,
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Bool(b) => b,
                Value::Int(i) => i != 0,
                _ => return Err(Dead),
            },
            Expr::VictimFlag(f) => has_flag(self.names.victim.ok_or(Dead)?.0, *f),
            Expr::By(gens) => self.names.generator.is_some_and(|g| gens.contains(&g)),
            Expr::Some(set) => !self.set(*set)?.is_empty(),
            Expr::Subset(a, b) => {
                let inner = self.set(*a)?;
                let outer = self.set_within(*b, Some(&inner))?;
                inner.is_subset(&outer)
            }
            Expr::SameKind(a, b) => self.kind(*a)? == self.kind(*b)?,
            Expr::KindIn(k, set) => {
                let kind = self.kind(*k)?;
                let set = self.kinds(*set)?;
                kind.is_some_and(|k| set.contains(k))
            }
            Expr::Compare(cmp, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                match cmp {
                    Cmp::Eq => a == b,
                    Cmp::Less => a < b,
                    Cmp::AtMost => a <= b,
                }
            }
            Expr::Not(e) => !self.bool(*e)?,
            Expr::And(a, b) => self.bool(*a)? && self.bool(*b)?,
            Expr::Or(a, b) => self.bool(*a)? || self.bool(*b)?,
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.bool(*branch)?
            }
            Expr::Turn(side) => self.store.turn.side == *side,
            Expr::CanMove { side, level, filter } => match (level, filter, self.court.best) {
                (Level::Best, None, Some(best)) if best.is_for(self.store, *side) => best.any(t, self.store),
                _ => legal::can_move(t, self.store, *side, *level, *filter),
            },
            Expr::Throughout(fact, side) => {
                let Some(history) = self.court.history else { return Ok(false) };
                let mut own = history.cycle().iter().filter(|r| r.mover == side.index()).peekable();
                own.peek().is_some() && own.all(|r| r.facts.get(fact.index()) == Some(&Fact::Bool(true)))
            }
            Expr::Before(e) => self.earlier(|s| s.bool(*e))?,
            _ if matches!(t.types[id.index()], Type::Int | Type::Line) => self.int(id)? != 0,
            _ => return Err(Dead),
        })
    }

    /// Numbers, indices of files and ranks, and conditions as 0 and 1.
    pub fn int(&mut self, id: ExprId) -> Eval<i64> {
        let t = self.t;
        Ok(match t.game.expr(id) {
            Expr::Int(i) => *i,
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Int(i) => i,
                Value::Line(i) => i.into(),
                Value::Bool(b) => b.into(),
                _ => return Err(Dead),
            },
            Expr::Count(set) => self.set(*set)?.len().into(),
            Expr::Cell(cell, index) => {
                let index = index.map_or(Ok(Some(0)), |e| self.cell_index(*cell, e))?;
                index.map_or(0, |i| self.store.cell_int(t, *cell, i))
            }
            Expr::InHand(side, kind) => self.kind(*kind)?.map_or(0, |k| self.store.in_hand(t, *side, k)).into(),
            Expr::Distance(a, b) => {
                let (a, b) = (self.square(*a)?, self.square(*b)?);
                t.game.board.distance(a, b).into()
            }
            Expr::Worth(kind) => self.kind(*kind)?.map_or(0, |k| t.game.kinds[k.index()].worth.into()),
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                match op {
                    Arith::Add => a.saturating_add(b),
                    Arith::Sub => a.saturating_sub(b),
                    Arith::Mul => a.saturating_mul(b),
                }
            }
            Expr::Sum { var, over, body } => {
                let mut sum = 0i64;
                for value in self.domain(over)? {
                    self.names.bind(*var, value);
                    sum = sum.saturating_add(self.int(*body)?);
                }
                sum
            }
            Expr::Ply => self.store.plies.into(),
            Expr::Players => t.game.players().filter(|s| !self.store.out.contains(*s)).count() as i64,
            Expr::Repetition => self.court.history.map_or(1, |h| h.repetition().into()),
            Expr::FileOf(s) => t.game.board.file(self.square(*s)?).into(),
            Expr::RankOf(s) => t.game.board.rank(self.square(*s)?).into(),
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.int(*branch)?
            }
            Expr::Before(e) => self.earlier(|s| s.int(*e))?,
            _ if t.types[id.index()] == Type::Bool => self.bool(id)?.into(),
            _ => return Err(Dead),
        })
    }

    /// The place in a cell's table; `None` where the table has none for the value.
    pub fn cell_index(&mut self, cell: CellId, index: ExprId) -> Eval<Option<usize>> {
        let t = self.t;
        Ok(match &t.game.cells[cell.index()].index {
            CellIndex::One => Some(0),
            CellIndex::File | CellIndex::Side => {
                let i = self.int(index)?;
                usize::try_from(i).ok().filter(|i| *i < t.cells[cell.index()].len)
            }
            CellIndex::Kinds(kinds) => {
                let kind = self.kind(index)?;
                kinds.iter().position(|k| Some(*k) == kind)
            }
        })
    }

    pub fn square(&mut self, id: ExprId) -> Eval<Sq> {
        let t = self.t;
        match t.game.expr(id) {
            Expr::Square(s) => Ok(*s),
            Expr::From => self.names.from.ok_or(Dead),
            Expr::To => self.names.to.ok_or(Dead),
            Expr::It => self.names.it.ok_or(Dead),
            Expr::Here => self.names.here.ok_or(Dead),
            Expr::VictimSquare => Ok(self.names.victim.ok_or(Dead)?.1),
            Expr::The(set) => only(&self.set(*set)?),
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Square(s) => Ok(s),
                Value::Squares(set) => only(&set),
                _ => Err(Dead),
            },
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.square(*branch)
            }
            Expr::Before(e) => self.earlier(|s| s.square(*e)),
            _ => Err(Dead),
        }
    }

    pub fn kind(&mut self, id: ExprId) -> Eval<Option<KindId>> {
        let t = self.t;
        Ok(match t.game.expr(id) {
            Expr::Kind(k) => *k,
            Expr::Mover => Some(self.names.mover.ok_or(Dead)?),
            Expr::VictimKind => Some(self.names.victim.ok_or(Dead)?.0.kind),
            Expr::KindOf(s) => {
                let s = self.square(*s)?;
                self.store.at(s).map(|m| m.kind)
            }
            Expr::BaseOf(k) => self.kind(*k)?.and_then(|k| t.game.kinds[k.index()].base),
            Expr::TurnedOf(k) => self.kind(*k)?.and_then(|k| t.game.kinds[k.index()].turned),
            Expr::Table(table, file) => {
                let file = self.int(*file)?;
                usize::try_from(file).ok().and_then(|f| t.game.tables[table.index()].get(f).copied().flatten())
            }
            Expr::CellKind(cell) => u16::try_from(self.store.cell_int(t, *cell, 0)).ok().map(KindId),
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Kind(k) => k,
                Value::Man(man) => man.map(|m| m.kind),
                _ => return Err(Dead),
            },
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.kind(*branch)?
            }
            Expr::Before(e) => self.earlier(|s| s.kind(*e))?,
            _ => return Err(Dead),
        })
    }

    /// Kinds, or one kind as a set; `nothing` is the empty set.
    pub fn kinds(&mut self, id: ExprId) -> Eval<KindSet> {
        let t = self.t;
        if t.types[id.index()] == Type::Kind {
            return Ok(self.kind(id)?.into_iter().collect());
        }
        Ok(match t.game.expr(id) {
            Expr::Kinds(set) => *set,
            Expr::Hand(side) => {
                (0..t.game.kinds.len() as u16).map(KindId).filter(|k| self.store.in_hand(t, *side, *k) > 0).collect()
            }
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.kinds(*branch)?
            }
            Expr::Before(e) => self.earlier(|s| s.kinds(*e))?,
            _ => return Err(Dead),
        })
    }

    pub fn dir(&mut self, id: ExprId) -> Eval<DirId> {
        let t = self.t;
        match t.game.expr(id) {
            Expr::Dir(d) => Ok(*d),
            Expr::Var(v) => match self.names.get(*v)? {
                Value::Dir(d) => Ok(d),
                _ => Err(Dead),
            },
            Expr::Opposite(d) => {
                let d = self.dir(*d)?;
                t.opposite[d.index()].ok_or(Dead)
            }
            Expr::Direction(a, b) => {
                let (a, b) = (self.square(*a)?, self.square(*b)?);
                self.direction(a, b)
            }
            Expr::If(when, then, other) => {
                let branch = if self.bool(*when)? { then } else { other };
                self.dir(*branch)
            }
            Expr::Before(e) => self.earlier(|s| s.dir(*e)),
            _ => Err(Dead),
        }
    }

    /// Along the line through both squares; for a leap the nearest of the eight lines: tan 22.5 degrees is 0.4142.
    fn direction(&self, a: Sq, b: Sq) -> Eval<DirId> {
        let board = &self.t.game.board;
        if a == b || board.layer(a) != board.layer(b) {
            return Err(Dead);
        }
        if let Some((d, _)) = self.line_between(a, b) {
            return Ok(d);
        }
        if board.hexagons {
            return Err(Dead);
        }
        let df = i64::from(board.file(b)) - i64::from(board.file(a));
        let dr = i64::from(board.rank(b)) - i64::from(board.rank(a));
        let (short, long) = (df.abs().min(dr.abs()), df.abs().max(dr.abs()));
        let slanting = short * 10_000 > long * 4_142;
        let sign = |x: i64, keep: bool| if keep { x.signum() as i8 } else { 0 };
        let vector = (sign(df, slanting || df.abs() == long), sign(dr, slanting || dr.abs() == long));
        board.dir(vector).ok_or(Dead)
    }

    /// Any type, for `let`.
    pub fn value(&mut self, id: ExprId) -> Eval<Value> {
        Ok(match self.t.types[id.index()] {
            Type::Bool => Value::Bool(self.bool(id)?),
            Type::Int => Value::Int(self.int(id)?),
            Type::Square => Value::Square(self.square(id)?),
            Type::Set => Value::Squares(self.set(id)?),
            Type::Kind => Value::Kind(self.kind(id)?),
            Type::Dir => Value::Dir(self.dir(id)?),
            Type::Line => Value::Line(self.int(id)? as u8),
            Type::Man => match self.t.game.expr(id) {
                Expr::Var(v) => self.names.get(*v)?,
                _ => return Err(Dead),
            },
            Type::Kinds => return Err(Dead),
        })
    }

    /// The values of a choice or loop, in order.
    pub fn domain(&mut self, domain: &Domain) -> Eval<Vec<Value>> {
        Ok(match domain {
            Domain::Squares(set) => self.set(*set)?.iter().map(Value::Square).collect(),
            Domain::Kinds(kinds) => self.kinds(*kinds)?.iter().map(|k| Value::Kind(Some(k))).collect(),
            Domain::Dirs(dirs) => dirs.iter().map(|d| Value::Dir(*d)).collect(),
            Domain::Files => (0..self.t.game.board.files).map(Value::Line).collect(),
            Domain::Ints(a, b) => (*a..=*b).map(Value::Int).collect(),
        })
    }
}

fn only(set: &SquareSet) -> Eval<Sq> {
    let mut all = set.iter();
    match (all.next(), all.next()) {
        (Some(s), None) => Ok(s),
        _ => Err(Dead),
    }
}
