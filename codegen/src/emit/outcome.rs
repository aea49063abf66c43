//! Outcomes, adjudications, `can move`, and the facts that history keeps.

use super::cx::Cx;
use super::{Emit, id};
use ferz_dsl::game::{ExprId, FactKind, GenId, Level, OutcomeCopy, ResultExpr, SideId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emit<'_> {
    /// `fn(p: &P) -> bool`: has the side, as if its turn began, such a move?
    pub fn can_move(&mut self, side: SideId, level: Level, filter: Option<ExprId>) -> Ident {
        if let Some(name) = self.can_moves.get(&(side, level, filter)) {
            return name.clone();
        }
        let name = self.fresh("can_move");
        self.can_moves.insert((side, level, filter), name.clone());
        let filtered = match filter {
            None => quote!(true),
            Some(e) => {
                let cx = Cx::run(None);
                let cond = self.condition(e, &cx);
                quote!({ let _ = &r; #cond })
            }
        };
        let best = level == Level::Best;
        let visit = id("moves", side.index());
        let s = side.index();
        let prefers = best && self.game.prefers.iter().any(|p| p.side == side);
        let asks = |g: &ferz_dsl::game::Gen| g.judges.iter().any(|j| self.game.judges[j.index()].asks_moves);
        let same = best || !self.game.gens.iter().any(|g| g.side == side && asks(g));
        let each = match filter {
            None => quote!(|_: &Run<'_>| Flow::Break(())),
            Some(_) => quote!(|r: &Run<'_>| if #filtered { Flow::Break(()) } else { STOP }),
        };
        let body = if filter.is_none() && self.has_fast(side) && same {
            let fast = id("fast", s);
            quote!(#fast(&mut Each(&mut |_| Flow::Break(())), &q).is_break())
        } else if prefers {
            quote! {
                let mut top: Vec<i64> = Vec::new();
                let mut found = false;
                let mut any = false;
                let mut each = |r: &Run<'_>| {
                    let holds = #filtered;
                    if !any || *r.values() > top[..] { any = true; top = r.values().to_vec(); found = holds; } else if *r.values() == top[..] { found |= holds; }
                    STOP
                };
                let _ = #visit(&mut Visit { each: &mut each, last_judges: #best, safe: false }, &q);
                found
            }
        } else {
            quote! {
                let mut each = #each;
                #visit(&mut Visit { each: &mut each, last_judges: #best, safe: false }, &q).is_break()
            }
        };
        self.items.push(quote! {
            fn #name(p: &P) -> bool {
                if p.out >> #s & 1 == 1 { return false; }
                let mut q = p.clone();
                q.begin_turn_of(&TURNS, #s);
                #body
            }
        });
        name
    }

    /// Functions for all moves of each side, and the outcome functions.
    pub fn outcome_functions(&mut self) -> TokenStream {
        let game = self.game;
        let mut out = TokenStream::new();
        for side in game.players() {
            let name = id("moves", side.index());
            let own = (0..game.gens.len() as u16).map(GenId).filter(|g| game.gens[g.index()].side == side);
            let visits: TokenStream = own
                .map(|g| {
                    let visit = self.visit(g, &quote!(m), &quote!(b), None);
                    quote!(#visit?;)
                })
                .collect();
            let visits = super::steps::ending(visits);
            let function = quote! {
                /** Every move of a side, preferences not asked. */
                fn #name<M: Mode<P, S, W>>(m: &mut M, b: &P) -> Flow {
                    #visits
                }
            };
            self.spare.push((name, function));
        }
        let plain = self.lines(false);
        let clocked = self.lines(true);
        let last = if self.may_leave() {
            quote!(if p.out != 0 && p.parties(&TURNS) == 1 {
                return Some(Outcome { kind: OutcomeKind::Win(p.winner(&TURNS)), reason: "last".to_string() });
            })
        } else {
            quote!()
        };
        let marks = self.mark_reasons();
        let over = self.over_functions();
        let losers = self.losers();
        out.extend(quote! {
            /** The result by the position alone. */
            fn plain_outcome(p: &P) -> Option<Outcome> {
                #marks
                #plain
                #last
                None
            }
            /** The lines that read history or clocks. */
            fn adjudication(p: &P, h: &History) -> Option<Outcome> {
                let _ = (p, h);
                #clocked
                None
            }
            #over
            #losers
        });
        out
    }

    fn mark_reasons(&mut self) -> TokenStream {
        if self.reasons_of_marks().is_empty() {
            return quote!(if p.ended != 0 {
                return Some(p.recorded(&TURNS, "recorded"));
            });
        }
        let reasons = self.reasons_of_marks();
        let arms = reasons.iter().map(|(mark, reason)| quote!(#mark => #reason,));
        quote! {
            if p.ended != 0 {
                let reason = match p.ended { #(#arms)* _ => "recorded" };
                return Some(p.recorded(&TURNS, reason));
            }
        }
    }

    /// Does any step record a result?
    pub fn marks(&self) -> bool {
        !self.reasons_of_marks().is_empty()
    }

    /// The rule that first writes each mark.
    fn reasons_of_marks(&self) -> Vec<(u8, String)> {
        use ferz_dsl::game::{GenBody, Mark, Step};
        let game = self.game;
        let mut out: Vec<(u8, String)> = Vec::new();
        let mut see = |steps: &[Step], rule: &str| {
            crate::plan::reads::each_step(steps, &mut |s| {
                if let Step::Mark(mark) = s {
                    let code = match mark {
                        Mark::Draw => 1,
                        Mark::Win(s) => 2 + 2 * s.0 as u8,
                        Mark::Lose(s) => 3 + 2 * s.0 as u8,
                    };
                    if !out.iter().any(|(c, _)| *c == code) {
                        out.push((code, rule.to_string()));
                    }
                }
            });
        };
        for g in &game.gens {
            match &g.body {
                GenBody::Walk { block, .. } => see(block, &g.origin.rule),
                GenBody::Action { steps, .. } => see(steps, &g.origin.rule),
            }
        }
        game.handlers.iter().for_each(|h| see(&h.body, &h.origin.rule));
        game.capture_hooks.iter().for_each(|h| see(&h.body, &h.origin.rule));
        game.turn_hooks.iter().for_each(|h| see(&h.body, &h.origin.rule));
        out
    }

    fn lines(&mut self, adjudication: bool) -> TokenStream {
        let game = self.game;
        let players = game.sides.len() - 1;
        let several = players > 2;
        let mut out = TokenStream::new();
        for line in game.outcomes.iter().filter(|o| o.adjudication == adjudication) {
            let reason = &line.origin.rule;
            let mut arms = TokenStream::new();
            for owner in game.players() {
                let copies: Vec<&OutcomeCopy> = line.copies.iter().filter(|c| c.owner == owner).collect();
                if copies.is_empty() {
                    continue;
                }
                let mut tests = TokenStream::new();
                for copy in copies {
                    let cx = Cx { history: adjudication, ..Cx::position() };
                    let when = self.condition(copy.when, &cx);
                    let o = owner.index();
                    let kind = match copy.result {
                        ResultExpr::Win => quote!(OutcomeKind::Win(#o)),
                        ResultExpr::Lose => quote!(OutcomeKind::Win(p.opponent(&TURNS, #o))),
                        ResultExpr::Draw => quote!(OutcomeKind::Draw),
                        ResultExpr::HalfWin => quote!(OutcomeKind::HalfWin(#o)),
                        ResultExpr::HalfLoss => quote!(OutcomeKind::HalfWin(p.opponent(&TURNS, #o))),
                        ResultExpr::Points(_) => {
                            let points = self.points(&line.copies, &cx);
                            quote!(OutcomeKind::Points(#points))
                        }
                    };
                    let two = (several && copy.result == ResultExpr::Lose).then(|| quote!(p.parties(&TURNS) <= 2 &&));
                    let inside = several.then(|| quote!(p.out >> #o & 1 == 0 &&));
                    tests.extend(quote!(if #inside #two #when { return Some(Outcome { kind: #kind, reason: #reason.to_string() }); }));
                }
                let o = owner.index();
                arms.extend(quote!(#o => { #tests }));
            }
            out.extend(quote! {
                for side in p.asking_order(&TURNS) {
                    match side { #arms _ => {} }
                }
            });
        }
        out
    }

    fn points(&mut self, copies: &[OutcomeCopy], cx: &Cx) -> TokenStream {
        let values: Vec<TokenStream> = self
            .game
            .players()
            .map(|side| match copies.iter().find(|c| c.owner == side).map(|c| c.result) {
                Some(ResultExpr::Points(e)) => {
                    let outer = std::mem::replace(&mut self.dies, false);
                    let v = self.expr(e, cx);
                    let dies = std::mem::replace(&mut self.dies, outer);
                    if dies { quote!((|| Some(#v))().unwrap_or(0)) } else { v }
                }
                _ => quote!(0),
            })
            .collect();
        quote!(vec![#(#values),*])
    }

    /// `over(p)`: is the game over though the side to move has moves? Without moves the question makes no difference
    /// to a list of moves, so conditions are read as if there were one.
    fn over_functions(&mut self) -> TokenStream {
        let game = self.game;
        let mut arms = TokenStream::new();
        let several = game.sides.len() > 3;
        for mover in game.players() {
            let mut tests = TokenStream::new();
            for line in game.outcomes.iter().filter(|o| !o.adjudication) {
                for copy in &line.copies {
                    let cx = Cx { mover: Some(mover), has_move: true, ..Cx::position() };
                    if self.truth(copy.when, &cx) == Some(false) {
                        continue;
                    }
                    let when = self.condition(copy.when, &cx);
                    if when.to_string() == "false" {
                        continue;
                    }
                    let o = copy.owner.index();
                    let two = (several && copy.result == ResultExpr::Lose).then(|| quote!(p.parties(&TURNS) <= 2 &&));
                    let inside = several.then(|| quote!(p.out >> #o & 1 == 0 &&));
                    tests.extend(quote!(if #inside #two #when { return true; }));
                }
            }
            if !tests.is_empty() {
                let m = mover.index();
                arms.extend(quote!(#m => { #tests }));
            }
        }
        let marks = quote!(if p.ended != 0 {
            return true;
        });
        let last = if self.may_leave() {
            quote!(if p.out != 0 && p.parties(&TURNS) == 1 {
                return true;
            })
        } else {
            quote!()
        };
        quote! {
            /** Is the game over, given that the side to move has a move? */
            fn over(p: &P) -> bool {
                #marks
                #last
                match mover(p) { #arms _ => {} }
                false
            }
        }
    }

    /// In a game of more than two parties: the first side for which a `lose` line holds.
    fn losers(&mut self) -> TokenStream {
        let game = self.game;
        if game.sides.len() <= 3 {
            return quote!();
        }
        let mut lines = TokenStream::new();
        for line in game.outcomes.iter().filter(|o| !o.adjudication) {
            let mut arms = TokenStream::new();
            for copy in line.copies.iter().filter(|c| c.result == ResultExpr::Lose) {
                let o = copy.owner.index();
                let when = self.condition(copy.when, &Cx::position());
                arms.extend(quote!(#o => { if p.out >> #o & 1 == 0 && #when { return Some(#o); } }));
            }
            if !arms.is_empty() {
                lines.extend(quote!(for side in p.asking_order(&TURNS) { match side { #arms _ => {} } }));
            }
        }
        self.needs.eliminate = true;
        quote! {
            fn loser(p: &P) -> Option<usize> {
                if p.ended != 0 || p.parties(&TURNS) <= 2 { return None; }
                #lines
                None
            }
            /** Lost sides leave; the turn goes on to one that is still there. */
            fn losses(r: &mut Run<'_>) {
                while let Some(side) = loser(&r.p) {
                    eliminate(r, side);
                    if mover(&r.p) == side {
                        r.p.skip_turn(&TURNS);
                        begin(r);
                    }
                }
            }
        }
    }

    /// The facts that history keeps of a move of each side.
    pub fn facts(&mut self) -> TokenStream {
        let mut out = TokenStream::new();
        for fact in &self.game.facts {
            let cx = Cx { old: quote!(b), ..Cx::position() };
            let side = fact.side.index();
            match fact.kind {
                FactKind::Bool => {
                    let v = self.condition(fact.value, &cx);
                    out.extend(quote!(facts.push(Fact::Bool(side == #side && #v));));
                }
                FactKind::Squares => {
                    let outer = std::mem::replace(&mut self.dies, false);
                    let v = self.expr(fact.value, &cx);
                    let dies = std::mem::replace(&mut self.dies, outer);
                    let v = if dies { quote!((|| Some(#v))().unwrap_or(S::NONE)) } else { v };
                    out.extend(quote! {
                        facts.push(Fact::Squares(if side == #side { (#v).iter().map(|s| s as u16).collect() } else { Vec::new() }));
                    });
                }
            }
        }
        out
    }
}
