//! Actions: choices first, on the position as it is, then deeds.
//!
//! The choices, names and conditions before the first deed need no working copy: `g7` loops over them and `tail7` makes
//! the move for one full set of values. Where all that the deeds do is to put a new man on an empty square, `fast` counts
//! the squares without making any move.

use super::cx::Cx;
use super::steps::Next;
use super::{Emit, id};
use crate::plan::legality::{Legality, Safety, SidePlan};
use crate::plan::{domain_bits, reads};
use ferz_dsl::game::{Domain, Expr, ExprId, GenBody, GenId, GuardPoint, Step, VarId};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The part of an action before its first deed: its choices with bits, in order.
#[derive(Clone, Debug)]
pub struct Prefix {
    pub len: usize,
    pub chosen: Vec<(VarId, u32)>,
}

impl Emit<'_> {
    pub fn prefix(&self, steps: &[Step]) -> Prefix {
        let mut out = Prefix { len: 0, chosen: Vec::new() };
        for s in steps {
            let plain = match s {
                Step::Choose { var, from } => {
                    out.chosen.push((*var, domain_bits(self.game, from, self.plan.square_bits)));
                    true
                }
                Step::Let { .. } | Step::Require(_) => true,
                _ => false,
            };
            let mut names = false;
            reads::steps(self.game, std::slice::from_ref(s), &mut |e| {
                names |= matches!(
                    e,
                    Expr::It | Expr::Captured | Expr::VictimKind | Expr::VictimSquare | Expr::VictimFlag(_)
                );
            });
            if !plain || names {
                if plain && matches!(s, Step::Choose { .. }) {
                    out.chosen.pop();
                }
                break;
            }
            out.len += 1;
        }
        out
    }

    /// The functions of an action; `next` follows its steps.
    pub fn action_functions(&mut self, g: GenId, steps: &[Step], next: &Next) {
        let n = g.index();
        let prefix = self.prefix(steps);
        let rest = &steps[prefix.len..];
        let first = self.chain(rest, &Cx::run(Some(g)), next);
        let bound = Self::bound(&steps[..prefix.len]);
        let mut params: BTreeSet<VarId> = &first.vars & &bound;
        params.extend(prefix.chosen.iter().map(|(v, _)| *v));
        let missing = &first.vars - &bound;
        let defaults = self.unbound(&missing);
        let (origin, gen_bits) = (g.0, self.plan.gen_bits);
        let (make, tail) = (id("g", n), id("tail", n));
        self.tails.insert(g, params.clone());
        let names: Vec<_> = params.iter().map(|v| id("v", v.index())).collect();
        let typed: Vec<TokenStream> = params
            .iter()
            .map(|v| {
                let (name, ty) = (id("v", v.index()), self.var_type(*v));
                quote!(, #name: #ty)
            })
            .collect();
        let says: TokenStream = prefix.chosen.iter().map(|(v, bits)| self.say(steps, *v, *bits)).collect();
        let call = first.call();
        let mut cx = Cx::before(g);
        cx.captured = quote!(S::NONE);
        let guards = self.guards_before(g, &cx);
        let inner = quote!(#tail(m, b #(, #names)*)?;);
        let loops = self.prefix_loops(g, &steps[..prefix.len], &cx, gen_bits, &inner);
        let doc = self.gen_doc(g);
        let tail_body = super::steps::ending(quote!(#says #defaults #call));
        self.items.push(quote! {
            #[doc = #doc]
            fn #make<M: Mode<P, S, W>>(m: &mut M, b: &P) -> Flow {
                #guards
                #loops
                STOP
            }
            fn #tail<M: Mode<P, S, W>>(m: &mut M, b: &P #(#typed)*) -> Flow {
                let r = &mut Run::new(b, #origin, #gen_bits);
                #tail_body
            }
        });
    }

    fn bound(steps: &[Step]) -> BTreeSet<VarId> {
        let bind = |s: &Step| match s {
            Step::Choose { var, .. } | Step::Let { var, .. } => Some(*var),
            _ => None,
        };
        steps.iter().filter_map(bind).collect()
    }

    /// `r.choose` for a value already chosen.
    fn say(&self, steps: &[Step], v: VarId, bits: u32) -> TokenStream {
        let name = id("v", v.index());
        let number = self.number_of(steps, v, &quote!(#name));
        quote!(r.choose(#number, #bits);)
    }

    /// The number that a move word keeps for a choice.
    fn number_of(&self, steps: &[Step], v: VarId, name: &TokenStream) -> TokenStream {
        let from = steps.iter().find_map(|s| match s {
            Step::Choose { var, from } if *var == v => Some(from),
            _ => None,
        });
        match from {
            Some(Domain::Squares(_)) | None => name.clone(),
            Some(Domain::Kinds(_)) | Some(Domain::Files) => quote!((#name as usize)),
            Some(Domain::Ints(a, _)) => quote!(((#name - #a) as usize)),
            Some(Domain::Dirs(dirs)) => {
                let dirs = dirs.iter().map(|d| d.index());
                quote!([#(#dirs),*].iter().position(|d| *d == #name).unwrap_or(0))
            }
        }
    }

    fn prefix_loops(&mut self, g: GenId, steps: &[Step], cx: &Cx, shift: u32, inner: &TokenStream) -> TokenStream {
        let Some((first, rest)) = steps.split_first() else { return inner.clone() };
        let dead = cx.dead.clone();
        match first {
            Step::Let { var, value } => {
                let v = id("v", var.index());
                let value = self.value(*value, cx);
                let guards = self.prefix_guards(g, *var, cx);
                let rest = self.prefix_loops(g, rest, cx, shift, inner);
                quote!(let #v = #value; #guards #rest)
            }
            Step::Require(e) => {
                let e = self.value(*e, cx);
                let rest = self.prefix_loops(g, rest, cx, shift, inner);
                quote!(if !#e { #dead; } #rest)
            }
            Step::Choose { var, from } => {
                let v = id("v", var.index());
                let bits = domain_bits(self.game, from, self.plan.square_bits);
                let label = self.label();
                let inside = Cx { dead: quote!(continue #label), ..cx.clone() };
                let guards = self.prefix_guards(g, *var, &inside);
                let rest = self.prefix_loops(g, rest, &inside, shift + bits, inner);
                let field = quote!(m.word().field(#shift, #bits) as usize);
                let (before, list, bind) = self.choice_loop(from, &v, &field, cx);
                let each = if bind.is_empty() { v } else { super::ident("index") };
                quote! {
                    #before
                    #label: for #each in #list { #bind #guards #rest }
                }
            }
            _ => unreachable!("a prefix has no deeds"),
        }
    }

    fn prefix_guards(&mut self, g: GenId, v: VarId, cx: &Cx) -> TokenStream {
        let dead = cx.dead.clone();
        let ids = self.game.gens[g.index()].guards.clone();
        let mut code = TokenStream::new();
        for guard in ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::AfterChoice(v)) {
            let in_bite = guard.in_bite;
            let bad = self.value(guard.bad, cx);
            code.extend(quote!(if !M::PLAY && (#in_bite || !M::BITE) && #bad { #dead; }));
        }
        code
    }

    /// Drops by sets: the squares of the last choice are counted, those that some rule asks about one by one.
    pub fn fast_drop(&mut self, g: GenId, side: &SidePlan) -> Option<TokenStream> {
        if self.plan.gens[g.index()].legality != Legality::Drop {
            return None;
        }
        let GenBody::Action { steps, .. } = &self.game.gens[g.index()].body else { return None };
        let steps = steps.clone();
        let prefix = self.prefix(&steps);
        let last = (0..prefix.len).rev().find(|i| matches!(steps[*i], Step::Choose { .. }))?;
        let Step::Choose { var: target, from: Domain::Squares(set) } = steps[last] else { return None };
        let label = self.label();
        let mut cx = Cx::before(g);
        cx.captured = quote!(S::NONE);
        cx.dead = quote!(continue #label);
        // Rules that ask about the square, each with what can be said before it is known.
        let mut sure = Vec::new();
        let mut asks = TokenStream::new();
        let per = self.label();
        let inside = Cx { dead: quote!(continue #per), ..cx.clone() };
        let ids = self.game.gens[g.index()].guards.clone();
        for guard in
            ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::AfterChoice(target))
        {
            sure.push(self.before_square(guard.bad, target, &cx));
            let bad = self.value(guard.bad, &inside);
            asks.extend(quote!(if #bad { continue #per; }));
        }
        for s in &steps[last + 1..prefix.len] {
            sure.push(quote!(true));
            match s {
                Step::Let { var, value } => {
                    let (v, value) = (id("v", var.index()), self.value(*value, &inside));
                    asks.extend(quote!(let #v = #value;));
                }
                Step::Require(e) => {
                    let e = self.value(*e, &inside);
                    asks.extend(quote!(if !#e { continue #per; }));
                }
                _ => return None,
            }
        }
        let mut judged = Vec::new();
        for j in self.game.gens[g.index()].judges.iter().filter(|j| Some(**j) != side.judge) {
            let judge = self.game.judges[j.index()].clone();
            match judge.when {
                None => {
                    sure.push(quote!(true));
                    judged.push(quote!(true));
                }
                Some(w) => {
                    sure.push(self.before_square(w, target, &cx));
                    judged.push(self.value(w, &inside));
                }
            }
        }
        let params = self.tails.get(&g).cloned().unwrap_or_default();
        let names: Vec<_> = params.iter().map(|v| id("v", v.index())).collect();
        let (n, gb) = (g.index(), self.plan.gen_bits);
        let tail = id("tail", n);
        let number = g.0 as u64;
        let mut shift = gb;
        let mut says = TokenStream::new();
        for (v, bits) in prefix.chosen.iter().filter(|(v, _)| *v != target) {
            let name = id("v", v.index());
            let value = self.number_of(&steps, *v, &quote!(#name));
            says.extend(quote!(stem.push(#shift, #value as u64);));
            shift += bits;
        }
        let t = id("v", target.index());
        let set = self.value(set, &cx);
        let (cut, test) = match side.safety {
            Safety::Masks => (quote!(&g.mask), quote!()),
            Safety::Touch => {
                sure.push(quote!(touch.some()));
                let bites = self.bites(side.enemy, side.side);
                let own = side.side.index();
                // Any man does: what stands on a line matters, not whose it is.
                let test = quote!(if touch.has(#t) {
                    let mut after = b.clone();
                    after.put(Held { kind: 0, owner: #own, ..Held::NOBODY }, #t);
                    if #bites(&after, king, ALL, S::NONE, S::NONE) { continue #per; }
                });
                (quote!(), test)
            }
            Safety::Nothing | Safety::None(_) => (quote!(), quote!()),
        };
        let one = quote!({ let mut word = stem; word.push(#shift, #t as u64); k.one(word)?; });
        let made = if judged.is_empty() {
            one
        } else {
            quote!(if #(#judged)||* {
                #tail(&mut Visit::safe(&mut |r: &Run<'_>| k.one(r.word)), b #(, #names)*)?;
            } else #one)
        };
        let asked = if sure.is_empty() { quote!(false) } else { quote!((#(#sure)||*)) };
        let inner = quote! {
            let squares: S = #set #cut;
            let mut stem = W::default();
            stem.push(0, #number);
            #says
            if #asked {
                #per: for #t in squares.iter() { #asks #test #made }
            } else {
                k.targets(stem, #shift, squares, &[0], 0)?;
            }
        };
        let guards = self.guards_on(g, &Cx { dead: quote!(break #label), ..cx.clone() });
        let loops = self.sink_loops(g, &steps[..last], &cx, &inner);
        Some(quote!(#label: for _ in 0..1 { #guards #loops }))
    }

    /// Own men carried to other squares: one question on the board as it will be, and nothing is made.
    pub fn fast_carry(&mut self, g: GenId, side: &SidePlan) -> Option<TokenStream> {
        let Legality::Carried(carried) = self.plan.gens[g.index()].legality.clone() else { return None };
        let GenBody::Action { steps, .. } = &self.game.gens[g.index()].body else { return None };
        let steps = steps.clone();
        let prefix = self.prefix(&steps);
        let label = self.label();
        let mut cx = Cx::before(g);
        cx.captured = quote!(S::NONE);
        cx.dead = quote!(break #label);
        let tail = id("tail", g.index());
        let params = self.tails.get(&g).cloned().unwrap_or_default();
        let names: Vec<_> = params.iter().map(|v| id("v", v.index())).collect();
        let from: Vec<_> = carried.iter().map(|c| id("v", c.from.index())).collect();
        let to: Vec<_> = carried.iter().map(|c| id("v", c.to.index())).collect();
        let king = carried.iter().find(|c| c.royal).map_or(super::ident("king"), |c| id("v", c.to.index()));
        // A royal in the place of a king that walks is in nobody's fear: its own line is looked through.
        cx.royal_leaves = carried.iter().find(|c| c.royal).map(|c| c.from);
        let bites = self.bites(side.enemy, side.side);
        let places: Vec<TokenStream> = side.places.iter().map(|e| self.expr(*e, &cx)).collect();
        let places = (!places.is_empty()).then(|| {
            quote!(if (#(#places)|*).has(#king) {
                #tail(&mut Visit::all(&mut |r: &Run<'_>| k.one(r.word)), b #(, #names)*)?;
                continue;
            })
        });
        let (number, mut shift) = (u64::from(g.0), self.plan.gen_bits);
        let mut says = TokenStream::new();
        for (v, bits) in &prefix.chosen {
            let name = id("v", v.index());
            let value = self.number_of(&steps, *v, &quote!(#name));
            says.extend(quote!(word.push(#shift, #value as u64);));
            shift += bits;
        }
        let n = to.len() as u32;
        let inner = quote! {
            let (gone, came): (S, S) = (#(S::at(#from))|*, #(S::at(#to))|*);
            if came.count() < #n || b.occupied().minus(gone).meets(came) { continue; }
            #places
            if #bites(b, #king, ALL, gone, came) { continue; }
            let mut word = W::default();
            word.push(0, #number);
            #says
            k.one(word)?;
        };
        let guards = self.guards_on(g, &cx);
        let loops = self.sink_loops(g, &steps[..prefix.len], &cx, &inner);
        Some(quote!(#label: for _ in 0..1 { #guards #loops }))
    }

    /// What a condition says before the square is known: the parts of it that do not speak of the square.
    fn before_square(&mut self, e: ExprId, target: VarId, cx: &Cx) -> TokenStream {
        if let Expr::And(a, b) = self.game.expr(e) {
            let (a, b) = (self.before_square(*a, target, cx), self.before_square(*b, target, cx));
            return quote!((#a && #b));
        }
        if reads::vars_of(self.game, e).contains(&target) || self.game_can_die(e) {
            return quote!(true);
        }
        self.value(e, cx)
    }

    fn sink_loops(&mut self, g: GenId, steps: &[Step], cx: &Cx, inner: &TokenStream) -> TokenStream {
        let Some((first, rest)) = steps.split_first() else { return inner.clone() };
        let dead = cx.dead.clone();
        match first {
            Step::Let { var, value } => {
                let v = id("v", var.index());
                let value = self.value(*value, cx);
                let guards = self.sink_guards(g, *var, cx);
                let rest = self.sink_loops(g, rest, cx, inner);
                quote!(let #v = #value; #guards #rest)
            }
            Step::Require(e) => {
                let e = self.value(*e, cx);
                let rest = self.sink_loops(g, rest, cx, inner);
                quote!(if !#e { #dead; } #rest)
            }
            Step::Choose { var, from } => {
                let v = id("v", var.index());
                let label = self.label();
                let inside = Cx { dead: quote!(continue #label), ..cx.clone() };
                let guards = self.sink_guards(g, *var, &inside);
                let rest = self.sink_loops(g, rest, &inside, inner);
                let outer = std::mem::replace(&mut self.dies, false);
                let list = self.domain(from, cx);
                let dies = std::mem::replace(&mut self.dies, outer);
                let list =
                    if dies { quote!(match (|| Some(#list))() { Some(list) => list, None => #dead }) } else { list };
                quote!(#label: for #v in #list { #guards #rest })
            }
            _ => unreachable!("a prefix has no deeds"),
        }
    }

    fn sink_guards(&mut self, g: GenId, v: VarId, cx: &Cx) -> TokenStream {
        let dead = cx.dead.clone();
        let ids = self.game.gens[g.index()].guards.clone();
        let mut code = TokenStream::new();
        for guard in ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::AfterChoice(v)) {
            let bad = self.value(guard.bad, cx);
            code.extend(quote!(if #bad { #dead; }));
        }
        code
    }

    fn guards_on(&mut self, g: GenId, cx: &Cx) -> TokenStream {
        let dead = cx.dead.clone();
        let ids = self.game.gens[g.index()].guards.clone();
        let mut code = TokenStream::new();
        for guard in ids.iter().map(|i| &self.game.guards[i.index()]).filter(|x| x.at == GuardPoint::Before) {
            if self.truth(guard.bad, cx) == Some(false) {
                continue;
            }
            let bad = self.value(guard.bad, cx);
            code.extend(quote!(if #bad { #dead; }));
        }
        code
    }
}
