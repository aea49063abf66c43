//! Programs as chains of functions.
//!
//! Steps without choices are statements. A `choose` is a loop over its domain around all that follows; where branches
//! with choices come together again, what follows is a function of its own. Functions with the same body are one
//! function, so generators that end alike share their ends.

use super::cx::Cx;
use super::types::{Ty, type_of};
use super::{Emit, id};
use crate::plan::{domain_bits, reads};
use ferz_dsl::game::{
    Cause, CellOp, CellType, Domain, ExprId, GuardPoint, ManBase, ManExpr, Mark, Step, TextPart, VarId, VarType,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::BTreeSet;

/// What follows a block: a function of the chain and the variables that it wants.
#[derive(Clone, Debug)]
pub struct Next {
    pub name: Ident,
    /// What loops around it have still to do, with types.
    pub todo: Vec<(Ident, TokenStream)>,
    pub vars: BTreeSet<VarId>,
}

impl Next {
    pub fn call(&self) -> TokenStream {
        let name = &self.name;
        let todo = self.todo.iter().map(|(name, _)| name);
        let vars = self.vars.iter().map(|v| id("v", v.index()));
        quote!(#name(m, r #(, #todo)* #(, #vars)*)?;)
    }
}

impl Emit<'_> {
    pub fn var_type(&self, v: VarId) -> TokenStream {
        match self.game.vars[v.index()].ty {
            VarType::Square | VarType::Dir => quote!(usize),
            VarType::Squares => quote!(S),
            VarType::Kind => quote!(i32),
            VarType::Int | VarType::Line => quote!(i64),
            VarType::Bool => quote!(bool),
            VarType::Man => quote!(Held),
        }
    }

    /// `let` statements for variables that nothing has bound.
    pub fn unbound(&self, vars: &BTreeSet<VarId>) -> TokenStream {
        vars.iter()
            .map(|v| {
                let name = id("v", v.index());
                let value = match self.game.vars[v.index()].ty {
                    VarType::Square | VarType::Dir => quote!(NOWHERE),
                    VarType::Squares => quote!(S::NONE),
                    VarType::Kind => quote!(-1i32),
                    VarType::Int | VarType::Line => quote!(0i64),
                    VarType::Bool => quote!(false),
                    VarType::Man => quote!(Held::NOBODY),
                };
                quote!(let #name = #value;)
            })
            .collect()
    }

    /// A function of the chain that runs `steps` and goes on with `next`.
    pub fn chain(&mut self, steps: &[Step], cx: &Cx, next: &Next) -> Next {
        if steps.is_empty() {
            return next.clone();
        }
        let cx = Cx { dead: quote!(return STOP), ..cx.clone() };
        let mut vars = reads::free_vars(self.game, steps);
        let mut bound = BTreeSet::new();
        reads::each_step(steps, &mut |s| match s {
            Step::Choose { var, .. } | Step::Let { var, .. } => {
                for g in self.guards_after(*var, &cx) {
                    vars.extend(reads::vars_of(self.game, self.game.guards[g].bad));
                }
                bound.insert(*var);
            }
            Step::Lift { into: var, .. } | Step::Each { var, .. } => {
                bound.insert(*var);
            }
            _ => {}
        });
        let vars: BTreeSet<VarId> = &(&vars - &bound) | &(&next.vars - &bound);
        // A variable that the steps bind in a branch only is unbound in the others.
        let missing: BTreeSet<VarId> = &next.vars & &bound;
        let defaults = self.unbound(&missing);
        let body = self.block(steps, &cx, next);
        self.chain_function(&vars, &next.todo, quote!(#defaults #body))
    }

    pub fn chain_function(&mut self, vars: &BTreeSet<VarId>, todo: &[(Ident, TokenStream)], body: TokenStream) -> Next {
        let loops = todo.iter().map(|(name, ty)| quote!(, #name: #ty));
        let params = vars.iter().map(|v| {
            let (name, ty) = (id("v", v.index()), self.var_type(*v));
            quote!(, #name: #ty)
        });
        let signature = quote!(<M: Mode<P, S, W>>(m: &mut M, r: &mut Run<'_> #(#loops)* #(#params)*) -> Flow);
        let name = self.function("k", signature, ending(body));
        Next { name, todo: todo.to_vec(), vars: vars.clone() }
    }

    /// Guards of the generator that are asked after a choice.
    fn guards_after(&self, v: VarId, cx: &Cx) -> Vec<usize> {
        let Some(g) = cx.gen_id else { return Vec::new() };
        let ids = &self.game.gens[g.index()].guards;
        ids.iter().map(|g| g.index()).filter(|g| self.game.guards[*g].at == GuardPoint::AfterChoice(v)).collect()
    }

    /// Statements for the steps, then for what follows.
    pub fn block(&mut self, steps: &[Step], cx: &Cx, next: &Next) -> TokenStream {
        let Some((first, rest)) = steps.split_first() else { return next.call() };
        let inner = std::slice::from_ref(first);
        if !reads::chooses(inner) {
            let now = self.step(first, cx);
            let rest = self.block(rest, cx, next);
            return quote!(#now #rest);
        }
        match first {
            Step::Choose { var, from } => self.choose(*var, from, rest, cx, next),
            Step::May(body) => {
                let label = self.label();
                let inside = Cx { dead: quote!(continue #label), ..cx.clone() };
                let (with, after) = if reads::chooses(body) {
                    let join = self.chain(rest, cx, next);
                    let with = self.block(body, &inside, &join);
                    let call = join.call();
                    (quote!(if choice == 1 { #with } else { #call }), TokenStream::new())
                } else {
                    let with = self.steps(body, &inside);
                    (quote!(if choice == 1 { #with }), self.block(rest, &inside, next))
                };
                quote! {
                    let range = if M::PLAY { let f = m.word().field(r.shift, 1) as usize; f..f + 1 } else { 0..2 };
                    #label: for choice in range {
                        let mut forked = r.clone();
                        let r = &mut forked;
                        r.choose(choice, 1);
                        #with
                        #after
                    }
                }
            }
            Step::If { when, then, other } => {
                let join = self.chain(rest, cx, next);
                let when = self.value(*when, cx);
                let (then, other) = (self.block(then, cx, &join), self.block(other, cx, &join));
                quote!(if #when { #then } else { #other })
            }
            Step::Each { var, over, body } => self.each_with_choices(*var, over, body, rest, cx, next),
            Step::Let { .. }
            | Step::Require(_)
            | Step::Lift { .. }
            | Step::Put { .. }
            | Step::Cell { .. }
            | Step::Hand { .. }
            | Step::Flag { .. }
            | Step::EndTurn
            | Step::Eliminate(_)
            | Step::Mark(_)
            | Step::Write { .. } => unreachable!("only these four contain choices"),
        }
    }

    fn choose(&mut self, var: VarId, from: &Domain, rest: &[Step], cx: &Cx, next: &Next) -> TokenStream {
        let v = id("v", var.index());
        let bits = domain_bits(self.game, from, self.plan.square_bits);
        let label = self.label();
        let inside = Cx { dead: quote!(continue #label), ..cx.clone() };
        let mut guards = TokenStream::new();
        for g in self.guards_after(var, cx) {
            let guard = &self.game.guards[g];
            let in_bite = guard.in_bite;
            let bad = self.value(guard.bad, &inside);
            guards.extend(quote!(if !M::PLAY && (#in_bite || !M::BITE) && #bad { continue #label; }));
        }
        let rest = self.block(rest, &inside, next);
        let field = quote!(m.word().field(r.shift, #bits) as usize);
        let (before, list, bind) = self.choice_loop(from, &v, &field, cx);
        let number = match from {
            Domain::Squares(_) => quote!(#v),
            Domain::Kinds(_) => quote!(#v as usize),
            Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => quote!(index),
        };
        let each = if bind.is_empty() { v.clone() } else { super::ident("index") };
        quote! {
            #before
            #label: for #each in #list {
                #bind
                let mut forked = r.clone();
                let r = &mut forked;
                r.choose(#number, #bits);
                #guards
                #rest
            }
        }
    }

    /// A loop over a domain, narrowed to the field of the word where a move is replayed: statements before it, what it
    /// runs over, and the binding where it runs over numbers.
    pub fn choice_loop(
        &mut self,
        from: &Domain,
        v: &Ident,
        field: &TokenStream,
        cx: &Cx,
    ) -> (TokenStream, TokenStream, TokenStream) {
        match from {
            Domain::Squares(e) => {
                let set = self.value(*e, cx);
                let before = quote! {
                    let domain: S = #set;
                    let domain = if M::PLAY { domain & S::at(#field) } else { domain };
                };
                (before, quote!(domain.iter()), quote!())
            }
            Domain::Kinds(e) => {
                let outer = std::mem::replace(&mut self.dies, false);
                let set = self.kinds(*e, cx);
                let dies = std::mem::replace(&mut self.dies, outer);
                let dead = &cx.dead;
                let set = if dies { quote!(match (|| Some(#set))() { Some(k) => k, None => #dead }) } else { set };
                let before = quote! {
                    let domain: u128 = #set;
                    let domain = if M::PLAY { domain & 1u128 << (#field) } else { domain };
                };
                (before, quote!(link::kinds(domain)), quote!())
            }
            Domain::Dirs(dirs) => {
                let n = dirs.len();
                let dirs = dirs.iter().map(|d| d.index());
                let before = quote!(let range = if M::PLAY { let f = #field; f..(f + 1).min(#n) } else { 0..#n };);
                (before, quote!(range), quote!(let #v = link::nth(&[#(#dirs),*], index);))
            }
            Domain::Files => {
                let n = usize::from(self.game.board.files);
                let before = quote!(let range = if M::PLAY { let f = #field; f..(f + 1).min(#n) } else { 0..#n };);
                (before, quote!(range), quote!(let #v = index as i64;))
            }
            Domain::Ints(a, b) => {
                let n = usize::try_from(b - a + 1).unwrap_or(0);
                let before = quote!(let range = if M::PLAY { let f = #field; f..(f + 1).min(#n) } else { 0..#n };);
                (before, quote!(range), quote!(let #v = index as i64 + #a;))
            }
        }
    }

    /// A loop whose body chooses: a function that does the first round and calls itself for the others.
    fn each_with_choices(
        &mut self,
        var: VarId,
        over: &Domain,
        body: &[Step],
        rest: &[Step],
        cx: &Cx,
        next: &Next,
    ) -> TokenStream {
        let join = self.chain(rest, cx, next);
        let v = id("v", var.index());
        let name = self.fresh("each");
        let todo = self.fresh("todo");
        let mut vars = reads::free_vars(self.game, body);
        vars.remove(&var);
        vars.extend(join.vars.iter().copied());
        let (ty, start, more, take) = match over {
            Domain::Squares(e) => {
                let set = self.value(*e, cx);
                (quote!(S), set, quote!(#todo.some()), quote!(let #v = #todo.first(); let #todo = #todo.rest();))
            }
            Domain::Kinds(e) => {
                let set = self.kinds(*e, cx);
                let take = quote!(let #v = #todo.trailing_zeros() as i32; let #todo = #todo & (#todo - 1););
                (quote!(u128), set, quote!(#todo != 0), take)
            }
            Domain::Dirs(dirs) => {
                let n = dirs.len();
                let dirs = dirs.iter().map(|d| d.index());
                let take = quote!(let #v = link::nth(&[#(#dirs),*], #todo); let #todo = #todo + 1;);
                (quote!(usize), quote!(0usize), quote!(#todo < #n), take)
            }
            Domain::Files => {
                let n = i64::from(self.game.board.files);
                (quote!(i64), quote!(0i64), quote!(#todo < #n), quote!(let #v = #todo; let #todo = #todo + 1;))
            }
            Domain::Ints(a, b) => {
                (quote!(i64), quote!(#a), quote!(#todo <= #b), quote!(let #v = #todo; let #todo = #todo + 1;))
            }
        };
        let mut all_todo = vec![(todo.clone(), ty.clone())];
        all_todo.extend(next.todo.iter().cloned());
        let again = Next { name: name.clone(), todo: all_todo.clone(), vars: vars.clone() };
        let inner = Cx { dead: quote!(return STOP), ..cx.clone() };
        let body = self.block(body, &inner, &again);
        let loops = all_todo.iter().map(|(name, ty)| quote!(, #name: #ty));
        let params = vars.iter().map(|v| {
            let (name, ty) = (id("v", v.index()), self.var_type(*v));
            quote!(, #name: #ty)
        });
        let done = join.call();
        self.items.push(quote! {
            fn #name<M: Mode<P, S, W>>(m: &mut M, r: &mut Run<'_> #(#loops)* #(#params)*) -> Flow {
                if #more {
                    #take
                    #body
                } else {
                    #done
                }
                STOP
            }
        });
        let args = vars.iter().map(|v| id("v", v.index()));
        let outer = next.todo.iter().map(|(name, _)| name);
        quote!(#name(m, r, #start #(, #outer)* #(, #args)*)?;)
    }

    /// Statements for steps without choices.
    pub fn steps(&mut self, steps: &[Step], cx: &Cx) -> TokenStream {
        steps.iter().map(|s| self.step(s, cx)).collect()
    }

    fn step(&mut self, step: &Step, cx: &Cx) -> TokenStream {
        let dead = cx.dead.clone();
        match step {
            Step::Let { var, value } => {
                let v = id("v", var.index());
                let value = self.value(*value, cx);
                let mut guards = TokenStream::new();
                for g in self.guards_after(*var, cx) {
                    let guard = &self.game.guards[g];
                    let in_bite = guard.in_bite;
                    let bad = self.value(guard.bad, cx);
                    guards.extend(quote!(if !M::PLAY && (#in_bite || !M::BITE) && #bad { #dead; }));
                }
                quote!(let #v = #value; #guards)
            }
            Step::Require(e) => {
                if self.truth(*e, cx) == Some(true) {
                    return quote!();
                }
                let e = self.value(*e, cx);
                quote!(if !#e { #dead; })
            }
            Step::Lift { at, into, cause } => {
                let v = id("v", into.index());
                let at = self.value(*at, cx);
                let cause = cause_of(*cause);
                let heard = self.hears(cx);
                quote!(let #v = r.lift(#at, Cause::#cause, LOST, #heard);)
            }
            Step::Put { man, at } => self.put(man, *at, cx),
            Step::Cell { cell, index, op, value } => self.write_cell(*cell, *index, *op, *value, cx),
            Step::Hand { side, kind, count, take } => {
                let side = side.index();
                let (kind, count) = (self.value(*kind, cx), self.value(*count, cx));
                if *take {
                    quote!(if !r.p.take_hand(#side, #kind, #count) { #dead; })
                } else {
                    quote!(r.p.add_hand(#side, #kind, #count);)
                }
            }
            Step::Flag { flag, of, on } => {
                let f = flag.index();
                let of = self.value(*of, cx);
                let kinds = self.men(self.game.flags[f].kinds, all_sides(self.game), &[], &quote!(r.p));
                if *on {
                    quote!({ let men: S = #of; r.p.flags[#f] |= men & (#kinds); })
                } else {
                    quote!({ let men: S = #of; r.p.flags[#f] = r.p.flags[#f].minus(men); })
                }
            }
            Step::Each { var, over, body } => {
                let v = id("v", var.index());
                let outer = std::mem::replace(&mut self.dies, false);
                let range = self.domain(over, cx);
                let dies = std::mem::replace(&mut self.dies, outer);
                let range = if dies {
                    quote!(match (|| Some(#range))() { Some(range) => range, None => #dead })
                } else {
                    range
                };
                let body = self.steps(body, cx);
                quote!(for #v in #range { #body })
            }
            // What only decides about text is not asked where none is wanted.
            Step::If { when, then, other }
                if cx.run && !cx.silent && writes_only(then, other) && !self.game_can_die(*when) =>
            {
                let when = self.value(*when, cx);
                let (then, other) = (self.steps(then, cx), self.steps(other, cx));
                quote!(if m.text().is_some() { if #when { #then } else { #other } })
            }
            Step::If { when, then, other } => match self.truth(*when, cx) {
                Some(true) => {
                    let then = self.steps(then, cx);
                    quote!({ #then })
                }
                Some(false) => {
                    let other = self.steps(other, cx);
                    quote!({ #other })
                }
                None => {
                    let when = self.value(*when, cx);
                    let then = self.steps(then, cx);
                    if other.is_empty() {
                        return quote!(if #when { #then });
                    }
                    let other = self.steps(other, cx);
                    quote!(if #when { #then } else { #other })
                }
            },
            Step::EndTurn => quote!(r.end_turn = true;),
            Step::Eliminate(side) => {
                let side = side.index();
                self.needs.eliminate = true;
                quote!(eliminate(r, #side);)
            }
            Step::Mark(Mark::Lose(side)) if self.game.sides.len() > 3 => {
                // One of several parties leaves; of the last two, the other has won.
                let side = side.index();
                let mark = 3 + 2 * side as u8;
                self.needs.eliminate = true;
                quote!(if r.p.parties(&TURNS) > 2 { eliminate(r, #side); } else if r.p.ended == 0 { r.p.ended = #mark; })
            }
            Step::Mark(mark) => {
                let mark: u8 = match mark {
                    Mark::Draw => 1,
                    Mark::Win(s) => 2 + 2 * s.0 as u8,
                    Mark::Lose(s) => 3 + 2 * s.0 as u8,
                };
                quote!(if r.p.ended == 0 { r.p.ended = #mark; })
            }
            Step::Write { parts, replace } => self.write(parts, *replace, cx),
            Step::Choose { .. } | Step::May(_) => unreachable!("choices are blocks"),
        }
    }

    /// Does anything listen to captures here?
    fn hears(&self, cx: &Cx) -> bool {
        match cx.gen_id {
            Some(g) => self.hears_of(g),
            None => !self.game.capture_hooks.is_empty(),
        }
    }

    fn put(&mut self, man: &ManExpr, at: ExprId, cx: &Cx) -> TokenStream {
        let dead = cx.dead.clone();
        let at = self.value(at, cx);
        let action = cx.gen_id.is_none_or(|g| !self.plan.gens[g.index()].is_walk());
        let owner = man.owner.map(|o| {
            let o = o.index();
            quote!(man.owner = #o;)
        });
        let with: u32 = man.with.iter().map(|f| 1 << f.0).sum();
        let with = (with != 0).then(|| quote!(man.flags |= #with;));
        let base = match man.base {
            ManBase::Var(v) => {
                let v = id("v", v.index());
                quote!(#v)
            }
            ManBase::New => quote!(Held { kind: 0, ..Held::NOBODY }),
        };
        let kind = man.kind.map(|k| {
            let keep: u32 = man.keep.iter().map(|f| 1 << f.0).sum::<u32>() | self.kept_flags();
            let reset = (man.base != ManBase::New && !self.game.flags.is_empty()).then(|| {
                if keep == 0 {
                    quote!(man.flags = 0;)
                } else {
                    self.needs.flag_kinds = true;
                    quote!(man.flags &= #keep & link::entry_or(&FLAGS_OF, man.kind, 0);)
                }
            });
            let k = if type_of(self.game, k) == Ty::Man {
                let k = self.value(k, cx);
                quote!(#k.kind)
            } else {
                self.value(k, cx)
            };
            quote!(if man.is_some() { man.kind = #k; if man.kind < 0 { #dead; } #reset })
        });
        let mutable = if kind.is_some() || owner.is_some() || with.is_some() { quote!(mut) } else { quote!() };
        quote!({
            let #mutable man = #base;
            #kind
            #owner
            #with
            if !r.put(man, #at, #action, FOLLOWS) { #dead; }
        })
    }

    fn kept_flags(&self) -> u32 {
        self.game.flags.iter().enumerate().filter(|(_, f)| f.kept_by_becoming).map(|(i, _)| 1u32 << i).sum()
    }

    fn write_cell(
        &mut self,
        cell: ferz_dsl::game::CellId,
        index: Option<ExprId>,
        op: CellOp,
        value: ExprId,
        cx: &Cx,
    ) -> TokenStream {
        let game = self.game;
        let ty = type_of(game, value);
        let code = self.value(value, cx);
        let spot = self.plan.cells[cell.index()];
        let info = &game.cells[cell.index()];
        if info.ty == CellType::Squares {
            let i = spot.offset;
            let set = if ty == Ty::Square { quote!(S::at(#code)) } else { code };
            return match op {
                CellOp::Set => quote!({ let set: S = #set; r.p.sets[#i] = set; }),
                CellOp::Add => quote!({ let set: S = #set; r.p.sets[#i] |= set; }),
                CellOp::Take => quote!({ let set: S = #set; r.p.sets[#i] = r.p.sets[#i].minus(set); }),
            };
        }
        let outer = std::mem::replace(&mut self.dies, false);
        let at = self.cell_index(cell, index, cx);
        let dies = std::mem::replace(&mut self.dies, outer);
        let dead = &cx.dead;
        let at = if dies { quote!(match (|| Some(#at))() { Some(at) => at, None => #dead }) } else { at };
        let number = match ty {
            Ty::Bool => quote!(i64::from(#code)),
            Ty::Kind => quote!(i64::from(#code)),
            Ty::Man => quote!(i64::from(#code.kind)),
            Ty::Int | Ty::Square | Ty::Set | Ty::Kinds | Ty::Dir => quote!(#code),
        };
        let (min, max) = match info.ty {
            CellType::Counter { min, max } => (min, max),
            CellType::Latch => (0, 1),
            CellType::Kind => (-1, game.kinds.len() as i64 - 1),
            CellType::Squares => unreachable!("handled above"),
        };
        let how = match op {
            CellOp::Set => quote!(link::set_cell),
            CellOp::Add => quote!(link::add_cell),
            CellOp::Take => quote!(link::take_cell),
        };
        quote!({ let (at, value) = (#at, #number); #how(&mut r.p.ints, at, value, #min, #max); })
    }

    fn write(&mut self, parts: &[TextPart], replace: bool, cx: &Cx) -> TokenStream {
        if !cx.run || cx.silent {
            return quote!();
        }
        let mut code = Vec::new();
        for part in parts {
            let outer = std::mem::replace(&mut self.dies, false);
            let piece = match part {
                TextPart::Lit(s) => quote!(#s),
                TextPart::Square(e) => {
                    let e = self.expr(*e, cx);
                    quote!(&GRID.name(#e))
                }
                TextPart::Letter(e) => {
                    let e = self.expr(*e, cx);
                    quote!(&link::letter(&FACTS, #e))
                }
                TextPart::Small(e) => {
                    let e = self.expr(*e, cx);
                    quote!(&link::letter(&FACTS, #e).to_lowercase())
                }
                TextPart::Value(e) => match type_of(self.game, *e) {
                    Ty::Dir => {
                        let e = self.expr(*e, cx);
                        quote!(&GRID.dir_name(#e))
                    }
                    _ => {
                        let e = self.expr(*e, cx);
                        quote!(&(#e).to_string())
                    }
                },
            };
            let dies = std::mem::replace(&mut self.dies, outer);
            code.push(if dies {
                quote!((|| { text.push_str(#piece); Some(()) })();)
            } else {
                quote!(text.push_str(#piece);)
            });
        }
        let clear = replace.then(|| quote!(text.clear();));
        quote!(if let Some(text) = m.text() { #clear #(#code)* })
    }
}

fn writes_only(then: &[Step], other: &[Step]) -> bool {
    then.iter().chain(other).all(|s| matches!(s, Step::Write { .. }))
}

/// The body of a function that returns `Flow`: a last `call?;` is its value, else it goes on with the next run.
pub fn ending(body: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = body.clone().into_iter().collect();
    let is = |t: &TokenTree, c: char| matches!(t, TokenTree::Punct(p) if p.as_char() == c);
    match &trees[..] {
        [rest @ .., ask, end] if is(ask, '?') && is(end, ';') => rest.iter().cloned().collect(),
        _ => quote!(#body STOP),
    }
}

fn cause_of(c: Cause) -> Ident {
    super::ident(match c {
        Cause::Capture => "Capture",
        Cause::Carry => "Carry",
        Cause::Remove | Cause::Merge | Cause::Become | Cause::Convert => "Other",
    })
}

fn all_sides(game: &ferz_dsl::game::Game) -> ferz_dsl::game::SideSet {
    (0..game.sides.len() as u16).map(ferz_dsl::game::SideId).collect()
}
