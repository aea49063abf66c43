//! Expressions of a walk's end, evaluated while compiling: from, to and the mover's kind are known.

use ferz_dsl::game::{Arith, Cmp, Expr, ExprId, Game, KindId, KindSet, Sq, SquareSet, VarId};
use std::collections::BTreeMap;

/// A value known while compiling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Val {
    Bool(bool),
    Int(i64),
    Square(Sq),
    Set(SquareSet),
    Kind(Option<KindId>),
    Kinds(KindSet),
}

/// What is known of a move: where it goes, what moves, and what stands on `to` now.
#[derive(Clone, Debug)]
pub struct Known<'g> {
    pub game: &'g Game,
    pub from: Sq,
    pub to: Sq,
    pub mover: KindId,
    /// The kind of the mover on its new square, as handlers have left it.
    pub kind: KindId,
    pub vars: BTreeMap<VarId, Val>,
    /// The generator, for `by`.
    pub gen_id: ferz_dsl::game::GenId,
}

impl Known<'_> {
    pub fn bool(&self, e: ExprId) -> Option<bool> {
        match self.eval(e)? {
            Val::Bool(b) => Some(b),
            _ => None,
        }
    }
    fn int(&self, e: ExprId) -> Option<i64> {
        match self.eval(e)? {
            Val::Int(i) => Some(i),
            _ => None,
        }
    }
    fn square(&self, e: ExprId) -> Option<Sq> {
        match self.eval(e)? {
            Val::Square(s) => Some(s),
            _ => None,
        }
    }
    fn set(&self, e: ExprId) -> Option<SquareSet> {
        match self.eval(e)? {
            Val::Set(s) => Some(s),
            Val::Square(s) => Some([s].into_iter().collect()),
            _ => None,
        }
    }
    /// `Some(None)` is the known `nothing`.
    pub fn kind(&self, e: ExprId) -> Option<Option<KindId>> {
        match self.eval(e)? {
            Val::Kind(k) => Some(k),
            _ => None,
        }
    }
    pub fn kinds(&self, e: ExprId) -> Option<KindSet> {
        match self.eval(e)? {
            Val::Kinds(k) => Some(k),
            Val::Kind(k) => Some(k.map_or(KindSet::NONE, KindSet::one)),
            _ => None,
        }
    }

    /// The value, if it does not depend on the position.
    pub fn eval(&self, e: ExprId) -> Option<Val> {
        let game = self.game;
        Some(match game.expr(e) {
            Expr::Bool(b) => Val::Bool(*b),
            Expr::Int(i) => Val::Int(*i),
            Expr::Square(s) => Val::Square(*s),
            Expr::Squares(s) => Val::Set(*s),
            Expr::Kind(k) => Val::Kind(*k),
            Expr::Kinds(k) => Val::Kinds(*k),
            Expr::Var(v) => self.vars.get(v)?.clone(),
            Expr::From => Val::Square(self.from),
            Expr::To | Expr::It => Val::Square(self.to),
            Expr::Mover => Val::Kind(Some(self.mover)),
            Expr::By(gens) => Val::Bool(gens.contains(&self.gen_id)),
            Expr::Just(q) => Val::Set([self.square(*q)?].into_iter().collect()),
            Expr::Union(a, b) => Val::Set(self.set(*a)?.union(&self.set(*b)?)),
            Expr::Meet(a, b) => match (self.set(*a), self.set(*b)) {
                (Some(a), Some(b)) => Val::Set(a.meet(&b)),
                (Some(a), None) | (None, Some(a)) if a.is_empty() => Val::Set(a),
                _ => return None,
            },
            Expr::Minus(a, b) => Val::Set(self.set(*a)?.minus(&self.set(*b)?)),
            Expr::Start { kinds, sides } => {
                let kinds = self.kinds(*kinds)?;
                Val::Set(sides.iter().fold(SquareSet::NONE, |all, s| all.union(&game.start.squares_of(kinds, s))))
            }
            Expr::FileSquares(l) => {
                let l = self.int(*l)?;
                Val::Set(game.board.squares.iter().filter(|s| i64::from(game.board.file(*s)) == l).collect())
            }
            Expr::RankSquares(l) => {
                let l = self.int(*l)?;
                Val::Set(game.board.squares.iter().filter(|s| i64::from(game.board.rank(*s)) == l).collect())
            }
            Expr::Neighbours(s) => {
                let s = self.set(*s)?;
                let beside = |s: Sq| game.board.lines.iter().filter_map(move |d| game.board.step(s, *d));
                Val::Set(s.iter().flat_map(beside).collect())
            }
            Expr::Dead { kind, side } => {
                Val::Set(self.kind(*kind)?.map_or(SquareSet::NONE, |k| super::dead::squares(game, k, *side)))
            }
            Expr::KindOf(q) if self.square(*q)? == self.to => Val::Kind(Some(self.kind)),
            Expr::BaseOf(k) => Val::Kind(self.kind(*k)?.and_then(|k| game.kinds[k.index()].base)),
            Expr::TurnedOf(k) => Val::Kind(self.kind(*k)?.and_then(|k| game.kinds[k.index()].turned)),
            Expr::Table(t, l) => {
                let l = usize::try_from(self.int(*l)?).ok()?;
                Val::Kind(*game.tables[t.index()].get(l)?)
            }
            Expr::FileOf(q) => Val::Int(game.board.file(self.square(*q)?).into()),
            Expr::RankOf(q) => Val::Int(game.board.rank(self.square(*q)?).into()),
            Expr::Distance(a, b) => Val::Int(game.board.distance(self.square(*a)?, self.square(*b)?).into()),
            Expr::Worth(k) => Val::Int(self.kind(*k)?.map_or(0, |k| game.kinds[k.index()].worth.into())),
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                Val::Int(match op {
                    Arith::Add => a.saturating_add(b),
                    Arith::Sub => a.saturating_sub(b),
                    Arith::Mul => a.saturating_mul(b),
                })
            }
            Expr::Count(s) => Val::Int(self.set(*s)?.len().into()),
            Expr::Some(s) => Val::Bool(!self.set(*s)?.is_empty()),
            Expr::Subset(a, b) => Val::Bool(self.set(*a)?.is_subset(&self.set(*b)?)),
            Expr::SameKind(a, b) => Val::Bool(self.kind(*a)? == self.kind(*b)?),
            Expr::KindIn(a, b) => {
                let kinds = self.kinds(*b)?;
                Val::Bool(self.kind(*a)?.is_some_and(|k| kinds.contains(k)))
            }
            Expr::Compare(how, a, b) => {
                let (a, b) = (self.int(*a)?, self.int(*b)?);
                Val::Bool(match how {
                    Cmp::Eq => a == b,
                    Cmp::Less => a < b,
                    Cmp::AtMost => a <= b,
                })
            }
            Expr::Not(a) => Val::Bool(!self.bool(*a)?),
            Expr::And(a, b) => match (self.bool(*a), self.bool(*b)) {
                (Some(false), _) => Val::Bool(false),
                (Some(true), Some(b)) => Val::Bool(b),
                (None, Some(false)) if !super::bites::can_die(game, *a) => Val::Bool(false),
                _ => return None,
            },
            Expr::Or(a, b) => match (self.bool(*a), self.bool(*b)) {
                (Some(true), _) => Val::Bool(true),
                (Some(false), Some(b)) => Val::Bool(b),
                (None, Some(true)) if !super::bites::can_die(game, *a) => Val::Bool(true),
                _ => return None,
            },
            Expr::If(c, a, b) => self.eval(if self.bool(*c)? { *a } else { *b })?,
            Expr::Dir(_)
            | Expr::Here
            | Expr::Captured
            | Expr::VictimKind
            | Expr::VictimSquare
            | Expr::VictimFlag(_)
            | Expr::Men { .. }
            | Expr::MenOf { .. }
            | Expr::Royals(_)
            | Expr::Empty
            | Expr::SameColor(_)
            | Expr::Twin(_)
            | Expr::Between(..)
            | Expr::Step(..)
            | Expr::Run { .. }
            | Expr::Stop { .. }
            | Expr::LongStep(..)
            | Expr::Group(_)
            | Expr::Reach { .. }
            | Expr::Attacked { .. }
            | Expr::CellSquares(_)
            | Expr::Gather { .. }
            | Expr::The(_)
            | Expr::KindOf(_)
            | Expr::CellKind(_)
            | Expr::Hand(_)
            | Expr::Opposite(_)
            | Expr::Direction(..)
            | Expr::Cell(..)
            | Expr::InHand(..)
            | Expr::Sum { .. }
            | Expr::Ply
            | Expr::Players
            | Expr::Repetition
            | Expr::Turn(_)
            | Expr::CanMove { .. }
            | Expr::Throughout(..)
            | Expr::ThroughoutSquares(..)
            | Expr::Before(_) => return None,
        })
    }
}

/// The game with conditions of walks that only ask where the man stands turned into squares of origin.
#[must_use]
pub fn walks_by_origin(game: &Game) -> Game {
    let mut out = game.clone();
    for walk in &mut out.walks {
        let Some(guard) = walk.guard else { continue };
        let speaks_of_more = super::reads::any(game, guard, &|e| {
            matches!(
                e,
                Expr::To | Expr::It | Expr::Mover | Expr::KindOf(_) | Expr::By(_) | Expr::Captured | Expr::Var(_)
            )
        });
        if speaks_of_more {
            continue;
        }
        let none = KindId(0);
        let at = |s: Sq| Known {
            game,
            from: s,
            to: s,
            mover: none,
            kind: none,
            vars: BTreeMap::new(),
            gen_id: ferz_dsl::game::GenId(0),
        };
        let all: Option<Vec<(Sq, bool)>> =
            game.board.squares.iter().map(|s| at(s).bool(guard).map(|yes| (s, yes))).collect();
        if let Some(all) = all {
            let allowed: SquareSet = all.iter().filter(|(_, yes)| *yes).map(|(s, _)| *s).collect();
            walk.origin = Some(walk.origin.map_or(allowed, |o| o.meet(&allowed)));
            walk.guard = None;
        }
    }
    out
}
