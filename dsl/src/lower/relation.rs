//! `is`, `was`, `in` and comparisons.

use super::Lowerer;
use super::names::word_of;
use super::scope::{Failed, Low, Scope, Ty, Val};
use crate::ast::{self, Relation};
use crate::diagnostics::Diagnostic;
use crate::game::{Cmp, Expr, ExprId};

impl Lowerer<'_> {
    pub fn relation(&mut self, left: &ast::Expr, relation: Relation, right: &ast::Expr, sc: &Scope) -> Low<Val> {
        let truth = |id| Ok(Val::Expr(id, Ty::Bool));
        match relation {
            Relation::Is | Relation::IsNot | Relation::Was | Relation::WasNot => {
                let before = matches!(relation, Relation::Was | Relation::WasNot);
                if before && !sc.run.run {
                    self.no_run_name("was", left.span.to(right.span), sc)?;
                }
                let same = self.is(left, right, sc)?;
                let same = if before { self.x.before(same) } else { same };
                let no = matches!(relation, Relation::IsNot | Relation::WasNot);
                truth(if no { self.x.not(same) } else { same })
            }
            Relation::In | Relation::NotIn => {
                let inside = match self.value(left, sc)? {
                    Val::Expr(k, Ty::Kind) => {
                        let v = self.value(right, sc)?;
                        match v {
                            Val::Expr(set, Ty::Kinds | Ty::Kind) => self.kind_matches(k, set),
                            v => {
                                let kinds = Val::Expr(k, Ty::Kind);
                                let a = self.as_set(left.span, kinds, sc)?;
                                let b = self.as_set(right.span, v, sc)?;
                                self.x.subset(a, b)
                            }
                        }
                    }
                    v => {
                        let a = self.as_set(left.span, v, sc)?;
                        let b = self.set(right, sc)?;
                        self.x.subset(a, b)
                    }
                };
                truth(if relation == Relation::NotIn { self.x.not(inside) } else { inside })
            }
            Relation::AtLeast => {
                let (a, b) = (self.int(left, sc)?, self.int(right, sc)?);
                truth(self.x.compare(Cmp::AtMost, b, a))
            }
            Relation::AtMost => {
                let (a, b) = (self.int(left, sc)?, self.int(right, sc)?);
                truth(self.x.compare(Cmp::AtMost, a, b))
            }
            Relation::MoreThan => {
                let (a, b) = (self.int(left, sc)?, self.int(right, sc)?);
                truth(self.x.compare(Cmp::Less, b, a))
            }
            Relation::FewerThan => {
                let (a, b) = (self.int(left, sc)?, self.int(right, sc)?);
                truth(self.x.compare(Cmp::Less, a, b))
            }
        }
    }

    fn is(&mut self, left: &ast::Expr, right: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        let l = self.value(left, sc)?;
        match l {
            Val::Word(word, among) => {
                if let Some(other) = word_of(right)
                    && among.contains(&other)
                {
                    return Ok(self.x.bool(word == other));
                }
                self.diags.push(
                    Diagnostic::error("E0217", "the parameter has no such word")
                        .label(right.span, "not in its `among` list")
                        .help(format!("one of: {}", among.join(", "))),
                );
                Err(Failed)
            }
            Val::Expr(q, Ty::Square) => {
                let set = self.membership(left, right, sc)?;
                let one = self.x.just(q);
                Ok(self.x.subset(one, set))
            }
            Val::Expr(s, Ty::Set | Ty::Maybe) => {
                let set = self.membership(left, right, sc)?;
                let (some, inside) = (self.x.some(s), self.x.subset(s, set));
                Ok(self.x.and(some, inside))
            }
            Val::Expr(k, Ty::Kind) => self.kind_is(k, right, sc),
            Val::Expr(a, ty @ (Ty::File | Ty::Row)) => match self.value(right, sc)? {
                Val::Expr(b, t) if t == ty => Ok(self.x.compare(Cmp::Eq, a, b)),
                v => {
                    let l = self.as_set(left.span, Val::Expr(a, ty), sc)?;
                    let r = self.as_set(right.span, v, sc)?;
                    Ok(self.x.subset(l, r))
                }
            },
            Val::Expr(a, Ty::Int) => {
                let b = self.int(right, sc)?;
                Ok(self.x.compare(Cmp::Eq, a, b))
            }
            Val::Expr(a, Ty::Bool) => {
                let b = self.bool(right, sc)?;
                let other = self.x.not(b);
                match self.x.get(b) {
                    Expr::Bool(true) => Ok(a),
                    Expr::Bool(false) => Ok(self.x.not(a)),
                    _ => Ok(self.x.add(Expr::If(a, b, other))),
                }
            }
            v => self.mismatch(left.span, &v, "something that can be compared"),
        }
    }

    /// The right side of `square is ...`: squares, men described, a kind, a flag.
    fn membership(&mut self, _left: &ast::Expr, right: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(right, sc)? {
            Val::Expr(q, Ty::Square) => Ok(self.x.just(q)),
            v => self.as_set(right.span, v, sc),
        }
    }

    /// `kind is X`: X a kind, kinds, `nothing`, or a flag (of the victim).
    fn kind_is(&mut self, k: ExprId, right: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        if matches!(self.x.get(k), Expr::VictimKind)
            && let ast::ExprKind::Name(n) = &right.kind
            && sc.local(&n.value).is_none()
            && let Some(f) = self.flag(&n.value)
        {
            return Ok(self.x.add(Expr::VictimFlag(f)));
        }
        match self.value(right, sc)? {
            Val::Expr(o, Ty::Kind | Ty::Kinds) => Ok(self.kind_matches(k, o)),
            v => self.mismatch(right.span, &v, "a kind of piece"),
        }
    }

    fn kind_matches(&mut self, k: ExprId, other: ExprId) -> ExprId {
        match self.x.get(other) {
            Expr::Kinds(_) | Expr::Hand(_) => self.x.kind_in(k, other),
            _ => self.x.same_kind(k, other),
        }
    }
}
