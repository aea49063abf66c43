//! The steps of blocks.

use super::Reader;
use super::parts::{Parts, Read};
use crate::ast::{Expr, Step, StepKind, Target};
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    /// One step; `step` is a step of any sort, after `else`.
    pub(super) fn step(&mut self, pair: Read<'_>) -> Step {
        if pair.as_rule() == Rule::step {
            return self.step(Parts::of(pair).must());
        }
        let span = self.span(&pair);
        Step { kind: self.step_kind(pair), span }
    }

    fn step_kind(&mut self, pair: Read<'_>) -> StepKind {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        // The word of the step.
        parts.next();
        match rule {
            Rule::choose => {
                let name = self.name(&parts.must());
                StepKind::Choose { name, from: self.next_expr(&mut parts) }
            }
            Rule::require => StepKind::Require(self.next_expr(&mut parts)),
            Rule::let_step => {
                let name = self.name(&parts.must());
                StepKind::Let { name, value: self.next_expr(&mut parts) }
            }
            Rule::capture => StepKind::Capture(self.next_set(&mut parts)),
            Rule::remove => StepKind::Remove(self.next_set(&mut parts)),
            Rule::move_step => {
                let mut pairs = Vec::new();
                while let Some(from) = parts.maybe(Rule::set) {
                    let from = self.set(from);
                    pairs.push((from, self.next_set(&mut parts)));
                    parts.eat(Rule::w_and);
                }
                StepKind::Move(pairs)
            }
            Rule::place => {
                let kind = self.one(&mut parts);
                let on = self.one(&mut parts);
                let with = parts.maybe_after(Rule::w_with).map(|p| self.name(&p));
                let owner = parts.maybe_after(Rule::w_for).map(|p| self.prim(p));
                StepKind::Place { kind, on, with, owner }
            }
            Rule::become_step => {
                let kind = self.one(&mut parts);
                let at = parts.maybe_after(Rule::w_at).map(|p| self.prim(p));
                let keeping = parts.maybe_after(Rule::w_keeping).map(|p| self.name(&p));
                StepKind::Become { kind, at, keeping }
            }
            Rule::convert => {
                let what = self.next_set(&mut parts);
                StepKind::Convert { what, to: parts.maybe_after(Rule::w_to).map(|p| self.prim(p)) }
            }
            Rule::swap => {
                let first = self.one(&mut parts);
                StepKind::Swap(first, self.one(&mut parts))
            }
            Rule::set_step => {
                let name = self.name(&parts.must());
                let of = parts.maybe_after(Rule::w_of).map(|p| self.prim(p));
                StepKind::Set { name, of, to: parts.maybe_after(Rule::w_to).map(|p| self.expr(p)) }
            }
            Rule::clear => {
                let name = self.name(&parts.must());
                StepKind::Clear { name, of: parts.maybe_after(Rule::w_of).map(|p| self.set(p)) }
            }
            Rule::add => {
                let value = self.next_expr(&mut parts);
                StepKind::Add { value, to: self.target(&mut parts) }
            }
            Rule::take => {
                let value = self.next_expr(&mut parts);
                StepKind::Take { value, from: self.target(&mut parts) }
            }
            Rule::for_step => {
                let name = self.name(&parts.need(Rule::name));
                let over = self.next_expr(&mut parts);
                StepKind::ForEach { name, over, body: self.steps(&parts.must()) }
            }
            Rule::if_step => {
                let when = self.next_expr(&mut parts);
                let then = self.steps(&parts.must());
                let other = match parts.maybe_after(Rule::w_else) {
                    None => Vec::new(),
                    Some(p) if p.as_rule() == Rule::brace => self.steps(&p),
                    Some(p) => vec![self.step(p)],
                };
                StepKind::If { when, then, other }
            }
            Rule::may_step => StepKind::May(self.steps(&parts.must())),
            Rule::end_turn => StepKind::EndTurn,
            Rule::eliminate => StepKind::Eliminate,
            Rule::win_step => StepKind::Win,
            Rule::lose_step => StepKind::Lose,
            Rule::draw_step => StepKind::Draw,
            Rule::written => StepKind::Written(self.text(&parts.must())),
            Rule::rewritten => StepKind::Rewritten(self.text(&parts.must())),
            other => unreachable!("the grammar has no {other:?} among steps"),
        }
    }

    fn next_expr(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.expr(parts.need(Rule::expr))
    }

    fn next_set(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.set(parts.need(Rule::set))
    }

    fn one(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.prim(parts.need(Rule::prim))
    }

    fn target(&mut self, parts: &mut Parts<'_>) -> Target {
        let mut target = Parts::of(parts.need(Rule::target));
        let name = self.name(&target.must());
        Target { name, of: target.maybe_after(Rule::w_of).map(|p| self.prim(p)) }
    }
}
