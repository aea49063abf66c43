//! Generators: one function for each that makes a move from its names, one that visits all of them.
//!
//! `g3(m, b, from, to)` makes the move of generator 3, whatever for: `m` decides. `from3` makes all moves of one man,
//! `visit3` those of all men. The end of every move (turn, judges) is `ends`.

use super::cx::Cx;
use super::steps::Next;
use super::{Emit, id};
use crate::plan::ORDINAL_BITS;
use crate::plan::elements::Cause2;
use crate::plan::reads;
use ferz_dsl::game::{Expr, Gen, GenBody, GenId, GuardPoint, Moment, SideId, Step};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

impl Emit<'_> {
    /// Everything a generator needs.
    pub fn generator(&mut self, g: GenId) {
        let game = self.game;
        let generator = &game.gens[g.index()];
        let next = self.after_body(g, generator);
        match &generator.body {
            GenBody::Walk { kind, walks, block } => {
                let first = self.chain(block, &Cx::run(Some(g)), &next);
                if self.plan.gens[g.index()].elements.is_some() {
                    self.element_walk(g, kind.index(), &first);
                } else {
                    self.general_walk(g, kind.index(), walks, &first);
                }
            }
            GenBody::Action { name, steps } => self.action(g, name, steps, &next),
        }
    }

    /// The chain after the body: first judges, handlers, captures, the settled round, the end.
    pub fn after_body(&mut self, g: GenId, generator: &Gen) -> Next {
        let cx = Cx::run(Some(g));
        let end = self.end(g, generator);
        let mut next = self.settle(g, generator, &end, false);
        for h in generator.settled.iter().rev() {
            next = self.handler(*h, &cx, &next);
        }
        let after_bite = self.chain_function(&next.vars.clone(), &[], {
            let call = next.call();
            quote!(if M::BITE { return m.done(r); } #call)
        });
        next = self.settle(g, generator, &after_bite, true);
        for h in generator.after.iter().rev() {
            next = self.handler(*h, &cx, &next);
        }
        let mut judges = TokenStream::new();
        let mut vars = next.vars.clone();
        for j in generator.judges.iter().map(|j| &self.game.judges[j.index()]).filter(|j| j.first) {
            judges.extend(self.judge(j, &cx));
            vars.extend(reads::vars_of(self.game, j.bad));
            vars.extend(j.when.iter().flat_map(|w| reads::vars_of(self.game, *w)));
        }
        if judges.is_empty() {
            return next;
        }
        let call = next.call();
        self.chain_function(&vars, &[], quote!(if !M::PLAY && !M::BITE { #judges } #call))
    }

    fn handler(&mut self, h: ferz_dsl::game::HandlerId, cx: &Cx, next: &Next) -> Next {
        let handler = self.game.handlers[h.index()].clone();
        let body = if handler.may { vec![Step::May(handler.body)] } else { handler.body };
        let steps = match handler.when {
            None => body,
            Some(when) => match self.truth(when, cx) {
                Some(false) => return next.clone(),
                Some(true) => body,
                None => vec![Step::If { when, then: body, other: Vec::new() }],
            },
        };
        self.chain(&steps, cx, next)
    }

    /// Do hooks of this generator want to hear of each capture?
    pub fn hears_of(&self, g: GenId) -> bool {
        !self.game.gens[g.index()].on_capture.is_empty() && !self.heard_as_one(g)
    }

    /// Its only capture is that of the landing, and its hooks ask nothing about the victim: then that something was
    /// captured says all.
    fn heard_as_one(&self, g: GenId) -> bool {
        let game = self.game;
        let generator = &game.gens[g.index()];
        let GenBody::Walk { block, .. } = &generator.body else { return false };
        let handlers = generator.after.iter().chain(&generator.settled).map(|h| &game.handlers[h.index()].body);
        let captures = handlers.chain([block]).any(|b| crate::plan::bites::captures(b))
            || game.turn_hooks.iter().any(|h| crate::plan::bites::captures(&h.body));
        let plain = |h: &ferz_dsl::game::HookId| {
            let hook = &game.capture_hooks[h.index()];
            let mut asks = false;
            let mut see = |e: &Expr| {
                asks |= matches!(e, Expr::VictimKind | Expr::VictimSquare | Expr::VictimFlag(_));
            };
            reads::steps(game, &hook.body, &mut see);
            hook.when.iter().for_each(|w| reads::expr(game, *w, &mut see));
            !asks
                && !reads::chooses(&hook.body)
                && !crate::plan::bites::captures(&hook.body)
                && self.victim_test(&hook.victim_sides, &hook.victim_kinds, &hook.victim_flags).is_none()
        };
        self.plan.gens[g.index()].elements.is_some() && !captures && generator.on_capture.iter().all(plain)
    }

    /// Hooks for the captures that wait, oldest first.
    fn settle(&mut self, g: GenId, generator: &Gen, next: &Next, first: bool) -> Next {
        let cx = Cx::run(Some(g));
        if generator.on_capture.is_empty() {
            return next.clone();
        }
        let late = generator.settled.iter().any(|h| crate::plan::bites::captures(&self.game.handlers[h.index()].body));
        let in_hooks = self.game.turn_hooks.iter().any(|h| crate::plan::bites::captures(&h.body));
        if !first && !late && !in_hooks {
            return next.clone();
        }
        let hooks: Vec<_> = generator.on_capture.iter().map(|h| self.game.capture_hooks[h.index()].clone()).collect();
        if hooks.iter().all(|h| !reads::chooses(&h.body)) {
            let mut code = TokenStream::new();
            for hook in &hooks {
                let body = match hook.when {
                    Some(when) => self.steps(&[Step::If { when, then: hook.body.clone(), other: Vec::new() }], &cx),
                    None => self.steps(&hook.body, &cx),
                };
                code.extend(match self.victim_test(&hook.victim_sides, &hook.victim_kinds, &hook.victim_flags) {
                    None => body,
                    Some(test) => quote!(if #test { #body }),
                });
            }
            let asked = if self.heard_as_one(g) {
                quote!(if r.captured.some() { #code })
            } else {
                quote!(while let Some(event) = r.next_event() { r.victim = event; #code })
            };
            let call = next.call();
            return self.chain_function(&next.vars.clone(), &next.todo.clone(), quote!(#asked #call));
        }
        // One capture after another: the function answers one and calls itself.
        let name = self.fresh("settle");
        let again = Next { name: name.clone(), todo: Vec::new(), vars: next.vars.clone() };
        let mut hook_next = again;
        for h in generator.on_capture.iter().rev() {
            let hook = self.game.capture_hooks[h.index()].clone();
            let body = match hook.when {
                Some(when) => vec![Step::If { when, then: hook.body, other: Vec::new() }],
                None => hook.body,
            };
            let described = self.victim_test(&hook.victim_sides, &hook.victim_kinds, &hook.victim_flags);
            let inner = self.chain(&body, &cx, &hook_next);
            let (yes, no) = (inner.call(), hook_next.call());
            let mut vars = inner.vars.clone();
            vars.extend(hook_next.vars.iter().copied());
            hook_next = match described {
                None => inner,
                Some(test) => self.chain_function(&vars, &[], quote!(if #test { #yes } else { #no })),
            };
        }
        let params: Vec<TokenStream> = next
            .vars
            .iter()
            .map(|v| {
                let (name, ty) = (id("v", v.index()), self.var_type(*v));
                quote!(, #name: #ty)
            })
            .collect();
        let (done, one) = (next.call(), hook_next.call());
        let missing: BTreeSet<_> = &hook_next.vars - &next.vars;
        let defaults = self.unbound(&missing);
        self.items.push(quote! {
            fn #name<M: Mode<P, S, W>>(m: &mut M, r: &mut Run<'_> #(#params)*) -> Flow {
                match r.next_event() {
                    Some(event) => {
                        r.victim = event;
                        #defaults
                        #one
                    }
                    None => { #done }
                }
                STOP
            }
        });
        Next { name, todo: Vec::new(), vars: next.vars.clone() }
    }

    fn victim_test(
        &self,
        sides: &ferz_dsl::game::SideSet,
        kinds: &ferz_dsl::game::KindSet,
        flags: &[(ferz_dsl::game::FlagId, bool)],
    ) -> Option<TokenStream> {
        let mut tests = Vec::new();
        if (0..self.game.sides.len() as u16).any(|s| !sides.contains(SideId(s))) {
            let sides = sides.0;
            tests.push(quote!((#sides >> r.victim.owner() & 1 == 1)));
        }
        if (0..self.game.kinds.len() as u16).any(|k| !kinds.contains(ferz_dsl::game::KindId(k))) {
            let kinds = kinds.0;
            tests.push(quote!(link::kind_in(r.victim.kind(), #kinds)));
        }
        for (f, on) in flags {
            let f = f.0;
            tests.push(quote!(((r.victim.flags >> #f & 1 == 1) == #on)));
        }
        (!tests.is_empty()).then(|| quote!(#(#tests)&&*))
    }

    fn judge(&mut self, j: &ferz_dsl::game::Judge, cx: &Cx) -> TokenStream {
        let old = Cx { now: quote!(r.b), ..cx.clone() };
        if j.when.is_some_and(|w| self.truth(w, &old) == Some(false)) || self.truth(j.bad, cx) == Some(false) {
            return quote!();
        }
        let when = j.when.filter(|w| self.truth(*w, &old) != Some(true)).map(|w| {
            let w = self.value(w, &old);
            quote!(#w &&)
        });
        let asked = j.asks_moves.then(|| quote!(m.last_judges() &&));
        let bad = self.value(j.bad, cx);
        quote!(if #asked #when #bad { return STOP; })
    }

    /// End of turn, judges, the pass of the turn, `done`.
    fn end(&mut self, g: GenId, generator: &Gen) -> Next {
        let cx = Cx::run(Some(g));
        let mut vars = BTreeSet::new();
        let mut judges = TokenStream::new();
        for asks in [false, true] {
            for j in generator.judges.iter().map(|j| &self.game.judges[j.index()]).filter(|j| !j.first) {
                if j.asks_moves == asks {
                    let code = self.judge(j, &cx);
                    let is_safety = self.plan.sides[generator.side.index()]
                        .judge
                        .is_some_and(|s| self.game.judges[s.index()] == *j);
                    judges.extend(if is_safety && !code.is_empty() {
                        quote!(if !m.known_safe() { #code })
                    } else {
                        code
                    });
                    vars.extend(reads::vars_of(self.game, j.bad));
                    vars.extend(j.when.iter().flat_map(|w| reads::vars_of(self.game, *w)));
                }
            }
        }
        let hooks = self.end_hooks(generator.side, &cx);
        let judges = if judges.is_empty() { quote!() } else { quote!(if !M::PLAY { #judges }) };
        let prefer = self.prefer(g, generator, &mut vars);
        let body = quote! {
            #hooks
            #judges
            #prefer
            if M::PLAY { pass(r); }
            m.done(r)?;
        };
        self.chain_function(&vars, &[], body)
    }

    /// Writes down how the move fares by each preference of its side.
    fn prefer(&mut self, g: GenId, generator: &Gen, vars: &mut BTreeSet<ferz_dsl::game::VarId>) -> TokenStream {
        if generator.prefer.iter().all(Option::is_none) {
            return quote!();
        }
        let cx = Cx::run(Some(g));
        let mut code = TokenStream::new();
        for (i, value) in generator.prefer.iter().enumerate() {
            let Some(e) = value else { continue };
            vars.extend(reads::vars_of(self.game, *e));
            let outer = std::mem::replace(&mut self.dies, false);
            let v = self.expr(*e, &cx);
            let dies = std::mem::replace(&mut self.dies, outer);
            let v = match super::types::type_of(self.game, *e) {
                super::types::Ty::Bool => quote!(i64::from(#v)),
                _ => v,
            };
            let v = if dies { quote!((|| Some(#v))().unwrap_or(0)) } else { v };
            code.extend(quote!(values[#i] = #v;));
        }
        let n = generator.prefer.len();
        quote!(if !M::PLAY {
            let mut values = [0i64; #n];
            #code
            r.rate(&values);
        })
    }

    fn end_hooks(&mut self, side: SideId, cx: &Cx) -> TokenStream {
        let hooks: Vec<_> =
            self.game.turn_hooks.iter().filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(side)).collect();
        let group = |h: &ferz_dsl::game::TurnHook| match (h.of.contains(h.owner), h.of.len() > 1, h.owner == side) {
            (true, false, _) => 0,
            (false, _, _) => 1,
            (true, true, true) => 2,
            (true, true, false) => 3,
        };
        let mut code = TokenStream::new();
        for wanted in 0..4 {
            for h in hooks.iter().filter(|h| group(h) == wanted) {
                code.extend(self.steps(&h.body, cx));
            }
        }
        if code.is_empty() {
            return code;
        }
        if self.one_ply_turns() {
            return code;
        }
        quote!(if r.p.turn_over(&TURNS, r.end_turn) { #code })
    }

    /// Every turn is one ply whatever happens.
    pub fn one_ply_turns(&self) -> bool {
        self.game.turn.is_plain() && self.game.turn.entries.len() > 1
    }

    /// Guards that are asked before the body: statements that end the run.
    pub fn guards_before(&mut self, g: GenId, cx: &Cx) -> TokenStream {
        let ids = self.game.gens[g.index()].guards.clone();
        let mut code = TokenStream::new();
        for guard in ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::Before) {
            if self.truth(guard.bad, cx) == Some(false) {
                continue;
            }
            let bad = self.value(guard.bad, cx);
            let asked = if guard.in_bite { quote!() } else { quote!(!M::BITE &&) };
            code.extend(quote!(if #asked #bad { return STOP; }));
        }
        if code.is_empty() { code } else { quote!(if !M::PLAY { #code }) }
    }

    fn element_walk(&mut self, g: GenId, kind: usize, first: &Next) {
        let n = g.index();
        let plan = self.plan.gens[n].clone();
        let side = plan.side.index();
        let (square_bits, gen_bits) = (self.plan.square_bits, self.plan.gen_bits);
        let cx = Cx::before(g);
        let list = plan.elements.clone().unwrap_or_default();
        let targets = self.targets(&list, &cx);
        let guards = self.guards_before(g, &cx);
        let captures = plan.cause == Cause2::Capture;
        let taken = if captures { quote!(S::at(to) & b.occupied()) } else { quote!(S::NONE) };
        let cause = super::ident(if captures { "Capture" } else { "Other" });
        let takes = list.iter().any(|e| e.end != crate::plan::elements::End::Quiet);
        let take = if captures && !self.hears_of(g) {
            quote!(r.capture(to);)
        } else {
            quote!(r.lift(to, Cause::#cause, LOST, #captures);)
        };
        let take = takes.then(|| quote!(if b.occupied().has(to) { #take }));
        let (origin, mover) = (g.0, kind as i32);
        let (make, from_fn, visit) = (id("g", n), id("from", n), id("visit", n));
        let defaults = self.unbound(&first.vars);
        let guards = if guards.is_empty() { guards } else { quote!(let taken: S = #taken; let _ = taken; #guards) };
        let follow = self.plan.follows.then(|| quote!(r.follow(from, to);));
        let label = self.label_text(g);
        let label = label.map(|label| quote!(if let Some(text) = m.text() { #label }));
        let repeated = self.repeated(g);
        let doc = self.gen_doc(g);
        let call = first.call();
        let body = super::steps::ending(quote! {
            #guards
            let r = &mut Run::walk(b, #origin, #gen_bits, #square_bits, #mover, from, to);
            #take
            r.p.carry(#kind, #side, from, to, LOST);
            r.it = to;
            #follow
            m.write_walk(&GRID, from, to);
            #label
            #defaults
            #call
        });
        self.items.push(quote! {
            #[doc = #doc]
            fn #make<M: Mode<P, S, W>>(m: &mut M, b: &P, from: usize, to: usize) -> Flow { #body }
        });
        if repeated.is_empty() {
            return;
        }
        self.items.push(quote! {
            fn #from_fn<M: Mode<P, S, W>>(m: &mut M, b: &P, from: usize) -> Flow {
                for to in #targets(b, from).iter() {
                    let (put, taken): (Option<usize>, S) = (None, S::at(to) & b.occupied());
                    #repeated
                    #make(m, b, from, to)?;
                }
                STOP
            }
            fn #visit<M: Mode<P, S, W>>(m: &mut M, b: &P) -> Flow {
                for from in b.men(#kind, #side).iter() { #from_fn(m, b, from)?; }
                STOP
            }
        });
    }

    /// `Flow`: all moves of a generator from the position `b`, of these men (of all, if none are given).
    pub fn visit(&mut self, g: GenId, m: &TokenStream, b: &TokenStream, men: Option<TokenStream>) -> TokenStream {
        let n = g.index();
        let plan = &self.plan.gens[n];
        let (make, from_fn, visit) = (id("g", n), id("from", n), id("visit", n));
        let (Some(kind), side) = (plan.kind, plan.side.index()) else { return quote!(#make(#m, #b)) };
        let kind = kind.index();
        match (&plan.elements, men) {
            (Some(list), men) if plan.repeats.is_empty() => {
                let targets = self.targets(&list.clone(), &Cx::before(g));
                let men = men.unwrap_or(quote!(#b.men(#kind, #side)));
                quote!(link::walks(#m, #b, #men, #targets, #make))
            }
            (_, None) => quote!(#visit(#m, #b)),
            (_, Some(men)) => quote!(#men.iter().try_for_each(|from| #from_fn(#m, #b, from))),
        }
    }

    /// Skips the move to `to` that takes `taken` and puts a man on `put`, where an earlier generator makes it. What that
    /// generator may not do it does not take away.
    fn repeated(&mut self, g: GenId) -> TokenStream {
        let repeats = self.plan.gens[g.index()].repeats.clone();
        let mut code = TokenStream::new();
        for j in repeats {
            let plan = self.plan.gens[j.index()].clone();
            let forbidden = self.forbidden(j);
            code.extend(match &plan.elements {
                Some(list) => {
                    let targets = self.targets(&list.clone(), &Cx::before(j));
                    let captured = if plan.cause == Cause2::Capture { quote!(taken) } else { quote!(S::NONE) };
                    let free = forbidden.map(|f| quote!(&& !#f(b, from, to, #captured)));
                    quote! {
                        if put.is_none() && taken == (S::at(to) & b.occupied()) && #targets(b, from).has(to) #free { continue; }
                    }
                }
                None => {
                    let landings = id("landings", j.index());
                    let free = forbidden.map(|f| quote!(&& !#f(b, from, to, l.captured())));
                    quote! {
                        if #landings(b, from).iter().any(|l| l.to == to && l.put == put && l.taken::<S>() == taken #free) { continue; }
                    }
                }
            });
        }
        if code.is_empty() { code } else { quote!(if !M::BITE { #code }) }
    }

    /// The function that says whether a generator's own `forbid ... where` stop one of its moves, if it has any.
    fn forbidden(&mut self, g: GenId) -> Option<Ident> {
        let cx = Cx { dead: quote!(return true), ..Cx::before(g) };
        let ids = self.game.gens[g.index()].guards.clone();
        let mut bad = TokenStream::new();
        for guard in ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::Before) {
            let cond = self.value(guard.bad, &cx);
            bad.extend(quote!(if #cond { return true; }));
        }
        (!bad.is_empty()).then(|| {
            let arguments = quote!((b: &P, from: usize, to: usize, taken: S) -> bool);
            self.function("forbidden", arguments, quote!(let _ = (from, to, taken); #bad false))
        })
    }

    fn general_walk(&mut self, g: GenId, kind: usize, walks: &[ferz_dsl::game::WalkId], first: &Next) {
        let n = g.index();
        let side = self.plan.gens[n].side;
        let (square_bits, gen_bits) = (self.plan.square_bits, self.plan.gen_bits);
        let guards = self.guards_before(g, &Cx::before(g));
        let guards = if guards.is_empty() { guards } else { quote!(let taken: S = landing.captured(); #guards) };
        let heard = self.hears_of(g);
        let walkers: Vec<Ident> = walks.iter().map(|w| self.automaton(*w, side)).collect();
        let (origin, mover) = (g.0, kind as i32);
        let (make, from_fn, visit, landings) = (id("g", n), id("from", n), id("visit", n), id("landings", n));
        let call = first.call();
        let defaults = self.unbound(&first.vars);
        let follow = self.plan.follows.then(|| quote!(r.follow(from, to);));
        let repeated = self.repeated(g);
        let repeated = if repeated.is_empty() {
            repeated
        } else {
            quote!(let (to, put, taken) = (landing.to, landing.put, landing.taken::<S>()); #repeated)
        };
        let unloads =
            walks.iter().any(|w| self.game.walks[w.index()].nodes.iter().flat_map(|n| &n.edges).any(|e| e.unload));
        let (lifts, carry) = if unloads {
            let follows = self.plan.follows;
            (
                quote! {
                    let mut carried = Held::NOBODY;
                    for (at, cause) in &landing.takes {
                        let man = r.lift(*at, *cause, LOST, #heard);
                        if *cause == Cause::Carry { carried = man; }
                    }
                },
                quote!(if let Some(s) = landing.put { if !r.put(carried, s, false, #follows) { return STOP; } }),
            )
        } else {
            (quote!(for (at, cause) in &landing.takes { r.lift(*at, *cause, LOST, #heard); }), quote!())
        };
        let label = self.label_text(g);
        let victims = self.game.gens[n].text.victims.then(|| quote!(link::name_victims(text, landing, &GRID);));
        let side = side.index();
        let doc = self.gen_doc(g);
        self.items.push(quote! {
            fn #landings(b: &P, from: usize) -> Vec<Landing> {
                let mut found = Vec::new();
                #(#walkers(b, from, &mut found);)*
                found
            }
            #[doc = #doc]
            fn #make<M: Mode<P, S, W>>(m: &mut M, b: &P, from: usize, ordinal: usize, landing: &Landing) -> Flow {
                let to = landing.to;
                #guards
                let mut run = Run::new(b, #origin, #gen_bits);
                let r = &mut run;
                r.from = from;
                r.to = to;
                r.mover = #mover;
                r.choose(from, #square_bits);
                r.choose(to, #square_bits);
                r.choose(ordinal, #ORDINAL_BITS);
                #lifts
                let man = r.lift(from, Cause::Carry, LOST, false);
                r.it = to;
                if r.p.occupied().has(to) { return STOP; }
                r.p.put(man, to);
                #follow
                #carry
                if let Some(text) = m.text() {
                    text.push_str(&GRID.name(from));
                    text.push_str(&GRID.name(to));
                    #victims
                    #label
                }
                #defaults
                #call
                STOP
            }
            fn #from_fn<M: Mode<P, S, W>>(m: &mut M, b: &P, from: usize) -> Flow {
                for (ordinal, landing) in #landings(b, from).iter().enumerate() {
                    #repeated
                    #make(m, b, from, ordinal, landing)?;
                }
                STOP
            }
            fn #visit<M: Mode<P, S, W>>(m: &mut M, b: &P) -> Flow {
                for from in b.men(#kind, #side).iter() { #from_fn(m, b, from)?; }
                STOP
            }
        });
    }

    fn action(&mut self, g: GenId, name: &str, steps: &[Step], next: &Next) {
        // An action that writes nothing shows its name and choices.
        let mut writes = false;
        let mut chosen = Vec::new();
        reads::each_step(steps, &mut |s| {
            writes |= matches!(s, Step::Write { .. });
            if let Step::Choose { var, .. } = s {
                chosen.push(*var);
            }
        });
        let next = if writes {
            next.clone()
        } else {
            let shown: Vec<TokenStream> = chosen.iter().map(|v| self.shown(*v)).collect();
            let colon = if chosen.is_empty() { "" } else { ":" };
            let text = format!("{name}{colon}");
            let call = next.call();
            let mut vars = next.vars.clone();
            vars.extend(chosen.iter().copied());
            self.chain_function(
                &vars,
                &[],
                quote! {
                    if let Some(text) = m.text() { text.push_str(#text); #(text.push_str(&#shown);)* }
                    #call
                },
            )
        };
        self.action_functions(g, steps, &next);
    }

    fn shown(&self, v: ferz_dsl::game::VarId) -> TokenStream {
        use ferz_dsl::game::VarType;
        let name = id("v", v.index());
        match self.game.vars[v.index()].ty {
            VarType::Square => quote!(GRID.name(#name)),
            VarType::Squares => quote!(GRID.names(#name)),
            VarType::Kind => quote!(link::letter(&FACTS, #name)),
            VarType::Dir => quote!(GRID.dir_name(#name)),
            VarType::Int | VarType::Bool => quote!(i64::from(#name).to_string()),
            VarType::Line => quote!(link::file_letter(#name)),
            VarType::Man => quote!(link::letter(&FACTS, #name.kind)),
        }
    }

    /// `:label`, where the text of this sort of move says it.
    fn label_text(&self, g: GenId) -> Option<TokenStream> {
        let generator = &self.game.gens[g.index()];
        let label = generator.label.as_ref().filter(|_| generator.text.label)?;
        let text = format!(":{label}");
        Some(quote!(text.push_str(#text);))
    }

    pub fn gen_doc(&self, g: GenId) -> String {
        let plan = &self.plan.gens[g.index()];
        let origin = &self.game.gens[g.index()].origin;
        let side = &self.game.sides[plan.side.index()].name;
        format!(" {side}: {} ({}, line {}).", self.plan.text.gens[g.index()], origin.rule, origin.line)
    }
}
