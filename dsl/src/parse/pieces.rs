//! Pieces, and what pieces and rules remember: flags and states.

use super::Reader;
use super::parts::{Parts, Read};
use super::trouble::places;
use crate::ast::{Flag, ItemKind, Piece, Shown, Starts, State, StateBy, StateType, Trait};
use crate::source::{Span, Spanned};
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    pub(super) fn piece(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let kind = self.name(&parts.need(Rule::kind));
        let letter = self.name(&parts.must());
        let side = parts.eat(Rule::w_for).then(|| self.name(&parts.must()));
        let pattern = parts.maybe(Rule::pattern).map(|p| self.pattern(p));
        let attacks = parts.eat(Rule::w_attacks).then(|| self.pattern(parts.must()));
        let mut traits: Vec<Spanned<Trait>> = Vec::new();
        while let Some(p) = parts.next() {
            let span = self.span(&p);
            let read = Spanned::new(self.piece_trait(p), span);
            let same = |t: &&Spanned<Trait>| std::mem::discriminant(&t.value) == std::mem::discriminant(&read.value);
            if let Some(before) = traits.iter().find(same) {
                let word = match read.value {
                    Trait::Royal(_) => "royal",
                    Trait::Neutral => "neutral",
                    Trait::From(_) => "from",
                    Trait::Worth(_) => "worth",
                };
                self.tell(places::said_twice(word, span, before.span));
                continue;
            }
            traits.push(read);
        }
        ItemKind::Piece(Piece { kind, letter, side, pattern, attacks, traits })
    }

    fn piece_trait(&mut self, pair: Read<'_>) -> Trait {
        let mut parts = Parts::of(pair);
        match parts.must().as_rule() {
            Rule::w_royal => Trait::Royal(parts.eat(Rule::w_when).then(|| self.expr(parts.must()))),
            Rule::w_from => Trait::From(self.name(&parts.must())),
            Rule::w_worth => Trait::Worth(self.number(&parts.must(), u32::MAX).value),
            _ => Trait::Neutral,
        }
    }

    pub(super) fn flag(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.need(Rule::plain));
        let on = self.prim(parts.need(Rule::prim));
        let mut flag = Flag { name, on, starts: None, lost_by_moving: false, kept_by_becoming: false, shown: None };
        while let Some(p) = parts.next() {
            match p.as_rule() {
                Rule::starts => {
                    let mut starts = Parts::of(p);
                    starts.eat(Rule::w_starts);
                    let on = starts.eat(Rule::w_on).then(|| self.set(starts.must()));
                    flag.starts = Some(on.map_or(Starts::Set, Starts::On));
                }
                Rule::w_lost => flag.lost_by_moving = true,
                Rule::w_kept => flag.kept_by_becoming = true,
                Rule::shown => flag.shown = Some(self.shown(p)),
                _ => {}
            }
        }
        ItemKind::Flag(flag)
    }

    pub(super) fn state(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.need(Rule::name));
        let ty = match parts.must().as_rule() {
            Rule::w_counter => StateType::Counter,
            Rule::w_latch => StateType::Latch,
            Rule::w_squares => StateType::Squares,
            _ => StateType::Kind,
        };
        let mut state = State {
            name,
            ty,
            by: None,
            range: None,
            starts: None,
            shared: false,
            outside_identity: false,
            shown: None,
        };
        let mut said: Vec<(&'static str, Span)> = Vec::new();
        while let Some(p) = parts.next() {
            if p.as_rule() == Rule::shown {
                state.shown = Some(self.shown(p));
                continue;
            }
            let span = self.span(&p);
            let word = self.state_option(p, &mut state);
            if let Some((_, before)) = said.iter().find(|(w, _)| *w == word) {
                self.tell(places::said_twice(word, span, *before));
            }
            said.push((word, span));
        }
        ItemKind::State(state)
    }

    /// Reads one option and says its first word.
    fn state_option(&mut self, pair: Read<'_>, state: &mut State) -> &'static str {
        let mut parts = Parts::of(pair);
        match parts.must().as_rule() {
            Rule::w_by => {
                let what = parts.must();
                let span = self.span(&what);
                let by = match what.as_rule() {
                    Rule::w_file => StateBy::File,
                    Rule::w_side => StateBy::Side,
                    _ => StateBy::Kinds(self.kinds(what)),
                };
                state.by = Some(Spanned::new(by, span));
                "by"
            }
            Rule::w_from => {
                let least = self.number(&parts.need(Rule::int), i64::MAX);
                let most = self.expr(parts.need(Rule::expr));
                state.range = Some((least, most));
                "from"
            }
            Rule::w_starts => {
                state.starts = Some(self.expr(parts.must()));
                "starts"
            }
            Rule::w_shared => {
                state.shared = true;
                "shared"
            }
            _ => {
                state.outside_identity = true;
                "outside identity"
            }
        }
    }

    fn shown(&mut self, pair: Read<'_>) -> Spanned<Shown> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_shown);
        parts.eat(Rule::w_as);
        let shown = match parts.must().as_rule() {
            Rule::w_squares => Shown::Squares { with: parts.eat(Rule::w_with).then(|| self.name(&parts.must())) },
            Rule::w_count => Shown::Count,
            Rule::w_files => Shown::Files,
            Rule::w_wings => Shown::Wings(self.prim(parts.need(Rule::prim))),
            Rule::w_mark => Shown::Mark(self.text(&parts.must())),
            _ => Shown::Pair,
        };
        Spanned::new(shown, span)
    }
}
