//! Movements: patterns, clauses and their conditions.

use super::Reader;
use super::parts::{Parts, Read};
use crate::ast::{Clause, ClauseMod, ItsWhat, Movement, OfWhat, Pattern};
use crate::source::Spanned;
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    pub(super) fn pattern(&mut self, pair: Read<'_>) -> Pattern {
        let span = self.span(&pair);
        let clauses = Parts::of(pair).all(Rule::clause).map(|p| self.clause(p)).collect();
        Pattern { clauses, span }
    }

    fn clause(&mut self, pair: Read<'_>) -> Clause {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let movement = self.movement(parts.must());
        let mut mods = Vec::new();
        while let Some(p) = parts.next() {
            let at = self.span(&p);
            mods.push(Spanned::new(self.clause_mod(p), at));
        }
        Clause { movement, mods, span }
    }

    pub(super) fn movement(&mut self, pair: Read<'_>) -> Movement {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let first = parts.must();
        match first.as_rule() {
            Rule::string => Movement::Betza(self.text(&first)),
            Rule::w_nothing => Movement::Nothing(span),
            Rule::w_pattern => Movement::Named(self.name(&parts.must())),
            Rule::w_along => Movement::Along(self.name(&parts.must())),
            Rule::kind => Movement::Kind(self.name(&first)),
            Rule::movement_name => Movement::Param(self.name(&first)),
            Rule::pattern => Movement::Group(Box::new(self.pattern(first))),
            Rule::w_its => {
                let what = match parts.must().as_rule() {
                    Rule::w_moves => ItsWhat::Moves,
                    Rule::w_captures => ItsWhat::Captures,
                    _ => ItsWhat::QuietMoves,
                };
                Movement::Its(what, span)
            }
            word => {
                let what = match word {
                    Rule::w_captures => OfWhat::Captures,
                    Rule::w_reverse => OfWhat::Reverse,
                    _ => OfWhat::QuietMoves,
                };
                let inner = self.movement(parts.need(Rule::movement));
                Movement::Of(what, Box::new(inner), span)
            }
        }
    }

    fn clause_mod(&mut self, pair: Read<'_>) -> ClauseMod {
        let mut parts = Parts::of(pair);
        match parts.must().as_rule() {
            Rule::w_when => ClauseMod::When(self.expr(parts.must())),
            Rule::w_onto => ClauseMod::Onto(self.set(parts.must())),
            Rule::w_within => ClauseMod::Within(self.set(parts.must())),
            Rule::w_landing => ClauseMod::LandingOn(self.set(parts.need(Rule::set))),
            Rule::w_capturing => ClauseMod::Capturing(self.set(parts.must())),
            Rule::w_keeping => ClauseMod::KeepingVictims,
            Rule::w_up => ClauseMod::UpTo(self.number(&parts.need(Rule::int), u32::MAX).value),
            Rule::w_heading => ClauseMod::HeadingForward,
            Rule::w_called => ClauseMod::Called(self.name(&parts.must())),
            _ => ClauseMod::ToTheEnd,
        }
    }
}
