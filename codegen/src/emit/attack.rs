//! "Is this square attacked": elements read backwards, runs where that is not exact.
//!
//! `bites1_by0(p, s, by, gone, came)`: could a man of side 0 standing on `by` capture on `s`, the squares `gone` emptied and
//! enemies of side 0 put on `came`? What runs a generator looks at the board as it is: it is asked without `came`. One
//! function for each attacking side and owner of the phantom.

use super::cx::Cx;
use super::{Emit, id};
use crate::plan::bites::Bite;
use crate::plan::elements::{self, Element, Men, Shape};
use ferz_dsl::game::{
    Expr, ExprId, FlagId, GenBody, GenId, GuardId, GuardPoint, KindId, Royal, SideId, SideSet, SquareSet,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// What stands on the attacked square must fit; `None`: whatever is hostile fits.
type Prey = Option<Men>;
/// Which men of a kind do it: kinds, flags, origins.
type Doer = (Vec<(FlagId, bool)>, Option<SquareSet>);

impl Emit<'_> {
    /// A condition: is the square `s` (an expression) attacked by men on `by`?
    pub fn attacked(
        &mut self,
        s: TokenStream,
        by: ExprId,
        asking: SideId,
        without: Option<ExprId>,
        cx: &Cx,
    ) -> TokenStream {
        let now = cx.now.clone();
        let gone = match without {
            Some(w) => self.expr(w, cx),
            None => quote!(S::NONE),
        };
        let players = self.game.sides.len() - 1;
        let (sides, men) = match self.game.expr(by) {
            Expr::Men { kinds, sides, flags } => {
                let all = flags.is_empty() && (0..self.game.kinds.len() as u16).all(|k| kinds.contains(KindId(k)));
                let men = if all { None } else { Some(self.expr(by, cx)) };
                (sides.iter().filter(|s| s.index() < players).collect::<Vec<_>>(), men)
            }
            _ => {
                let men = self.expr(by, cx);
                (self.game.players().collect(), Some(men))
            }
        };
        let men = men.unwrap_or(quote!(ALL));
        let parts: Vec<TokenStream> = sides
            .iter()
            .map(|side| {
                let f = self.bites(*side, asking);
                quote!(#f(&#now, #s, #men, #gone, S::NONE))
            })
            .collect();
        match &parts[..] {
            [] => quote!(false),
            [one] => one.clone(),
            _ => quote!((#(#parts)||*)),
        }
    }

    /// Owner and kind of the phantom that `side` would have to capture when `asking` asks.
    fn phantom(&self, side: SideId, asking: SideId) -> (SideId, KindId) {
        let game = self.game;
        let enemies = game.enemies(side);
        let players = game.sides.len() - 1;
        let next =
            || (1..=players).map(|i| SideId(((side.index() + i) % players) as u16)).find(|s| enemies.contains(*s));
        let owner = if enemies.contains(asking) { asking } else { next().unwrap_or(asking) };
        let owned = |k: &usize| game.kinds[*k].sides.contains(owner);
        let royal = |k: &usize| matches!(game.kinds[*k].royal.get(owner.index()), Some(Royal::Yes | Royal::When(_)));
        let kind =
            (0..game.kinds.len()).filter(owned).find(royal).or_else(|| (0..game.kinds.len()).find(owned)).unwrap_or(0);
        (owner, KindId(kind as u16))
    }

    pub fn bites(&mut self, side: SideId, asking: SideId) -> Ident {
        let (owner, kind) = self.phantom(side, asking);
        let name = Ident::new(&format!("bites{}_by{}", owner.0, side.0), proc_macro2::Span::call_site());
        let key = format!("fn {name}");
        if self.functions.contains_key(&key) {
            return name;
        }
        self.functions.insert(key, name.clone());
        let code = self.bites_body(side, owner, kind);
        self.items.push(quote! {
            fn #name(p: &P, s: usize, by: S, gone: S, came: S) -> bool {
                let occ = p.occupied().minus(gone) | came;
                #code
                false
            }
        });
        name
    }

    fn bites_body(&mut self, side: SideId, owner: SideId, phantom: KindId) -> TokenStream {
        let game = self.game;
        let own = side.index();
        let hostile: SideSet = game.enemies(side);
        let mut exact: BTreeMap<(Shape, Prey, Doer), Vec<KindId>> = BTreeMap::new();
        let mut runs = TokenStream::new();
        for k in (0..game.kinds.len() as u16).map(KindId) {
            if let Some(Some(walks)) = game.kinds[k.index()].attacks.get(own) {
                runs.extend(self.pattern_bites(side, k, walks, &mut exact, hostile));
                continue;
            }
            for g in (0..game.gens.len() as u16).map(GenId) {
                let plan = self.plan.gens[g.index()].clone();
                if plan.side != side || plan.kind != Some(k) {
                    continue;
                }
                match &plan.bite {
                    Bite::Nothing => {}
                    Bite::Exact => self.collect(plan.elements.as_deref().unwrap_or(&[]), k, hostile, &mut exact),
                    Bite::Filtered(_) => {
                        let men = self.attackers(plan.elements.as_deref().unwrap_or(&[]), k, hostile);
                        let make = id("g", g.index());
                        let targets = self.targets(&plan.elements.clone().unwrap_or_default(), &Cx::before(g));
                        runs.extend(quote! {
                            for from in (#men).iter() {
                                if #targets(q!(), from).has(s) && #make(&mut Bite { target: s }, q!(), from, s).is_break() { return true; }
                            }
                        });
                    }
                    Bite::Run(places) => {
                        let kind = k.index();
                        let men = quote!((men & p.kinds[#kind]));
                        let run = self.visit(g, &quote!(&mut Bite { target: s }), &quote!(q!()), Some(men));
                        let run = quote!(if #run.is_break() { return true; });
                        runs.extend(self.where_prey_is(places.as_deref(), run));
                    }
                }
            }
        }
        for g in (0..game.gens.len() as u16).map(GenId) {
            let plan = self.plan.gens[g.index()].clone();
            if plan.side != side || plan.kind.is_some() || !matches!(game.gens[g.index()].body, GenBody::Action { .. })
            {
                continue;
            }
            if let Bite::Run(places) = &plan.bite {
                let make = id("g", g.index());
                let run = quote!(if #make(&mut BiteBy { target: s, by: men }, q!()).is_break() { return true; });
                runs.extend(self.where_prey_is(places.as_deref(), run));
            }
        }
        let hits = self.exact_hits(&exact, own, hostile, owner, phantom);
        let runs = if runs.is_empty() {
            quote!()
        } else {
            let replaced = replace_q(runs);
            let (owner, kind) = (owner.index(), i32::try_from(phantom.index()).unwrap_or(0));
            let hostile = self.owned(hostile, &quote!(p)).unwrap_or(quote!(occ));
            quote! {
                let mut haunted: Option<P> = None;
                let q = || {
                    let mut q = p.clone();
                    q.clear(gone);
                    if !(#hostile).minus(gone).has(s) {
                        q.clear(S::at(s));
                        q.put(Held { kind: #kind, owner: #owner, ..Held::NOBODY }, s);
                    }
                    q.begin_turn_of(&TURNS, #own);
                    q
                };
                #replaced
            }
        };
        quote! {
            let men = (p.sides[#own] & by).minus(gone | S::at(s));
            if men.is_empty() { return false; }
            #hits
            #runs
        }
    }

    fn where_prey_is(&mut self, places: Option<&[ExprId]>, run: TokenStream) -> TokenStream {
        let Some(places) = places else { return run };
        let cx = Cx::position();
        let sets: Vec<TokenStream> = places.iter().map(|e| self.expr(*e, &cx)).collect();
        if sets.is_empty() {
            return quote!();
        }
        quote!(if (#(#sets)|*).has(s) { #run })
    }

    fn collect(
        &mut self,
        list: &[Element],
        k: KindId,
        hostile: SideSet,
        exact: &mut BTreeMap<(Shape, Prey, Doer), Vec<KindId>>,
    ) {
        for (e, men) in Self::capturing(list) {
            let walk = &self.game.walks[e.walk.index()];
            let any = self.takes_any(&men, hostile);
            let key = (e.shape, if any { None } else { Some(men) }, (walk.flags.clone(), walk.origin));
            let kinds = exact.entry(key).or_default();
            if !kinds.contains(&k) {
                kinds.push(k);
            }
        }
    }

    /// Does the test let every hostile man be captured?
    fn takes_any(&self, men: &Men, hostile: SideSet) -> bool {
        men.flags.is_empty()
            && hostile.minus(men.sides).is_empty()
            && (0..self.game.kinds.len() as u16).all(|k| men.kinds.contains(KindId(k)))
    }

    /// Code that returns true if some man attacks by an element that needs no run.
    fn exact_hits(
        &mut self,
        exact: &BTreeMap<(Shape, Prey, Doer), Vec<KindId>>,
        _own: usize,
        hostile: SideSet,
        owner: SideId,
        phantom: KindId,
    ) -> TokenStream {
        // Shapes that the same men have are one question.
        let mut by_men: BTreeMap<(Vec<KindId>, Prey, Doer), Vec<&Shape>> = BTreeMap::new();
        for ((shape, prey, doer), kinds) in exact {
            by_men.entry((kinds.clone(), prey.clone(), doer.clone())).or_default().push(shape);
        }
        let mut code = TokenStream::new();
        for ((kinds, prey, doer), shapes) in by_men {
            let mut sets = Vec::new();
            for shape in shapes {
                sets.push(self.back(shape));
            }
            let kinds = kinds.iter().map(|k| k.index());
            let mut men = quote!(men & (#(p.kinds[#kinds])|*));
            let flags = self.flag_tests(&doer.0, &quote!(p));
            men = quote!(#men #flags);
            if let Some(origin) = &doer.1 {
                let origin = self.set(origin);
                men = quote!(#men & #origin);
            }
            let fits = prey.map(|m| {
                let test = self.prey_test(&m, hostile, owner, phantom);
                quote!(#test &&)
            });
            let test = quote!({ let doers = #men; doers.some() && #fits (#(#sets)|*).meets(doers) });
            code.extend(quote!(if #test { return true; }));
        }
        code
    }

    /// Squares from which a shape reaches `s`.
    pub fn back(&mut self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Leap(t) => {
                let t = self.leap_table(&elements::reversed(t));
                quote!(#t[s])
            }
            Shape::Slide(d) => {
                let (t, up) = self.ray_table(*d, true);
                if up { quote!(#t[s].ray_up(occ)) } else { quote!(#t[s].ray_down(occ)) }
            }
            Shape::Hop(d, mount) => {
                let (t, up) = self.ray_table(*d, true);
                let mounts = self.mounts(mount, &quote!(p));
                quote!(link::hop(&#t, s, occ, #up, #mounts))
            }
            Shape::Paths(lists, mount) => {
                let t = self.path_table(lists, true);
                let mounts = mount.as_ref().map_or(quote!(occ), |m| self.mounts(m, &quote!(p)));
                quote!(link::paths(#t[s], occ, #mounts))
            }
        }
    }

    /// Does the man on `s`, or the phantom if nobody hostile stands there, fit?
    fn prey_test(&mut self, m: &Men, hostile: SideSet, owner: SideId, phantom: KindId) -> TokenStream {
        let (kinds, sides) = (m.kinds.0, m.sides.0);
        let hostile = self.owned(hostile, &quote!(p)).unwrap_or(quote!(occ));
        let ghost = m.kinds.contains(phantom) && m.sides.contains(owner) && m.flags.iter().all(|(_, on)| !on);
        let flags = m.flags.iter().map(|(f, on)| {
            let f = f.index();
            if *on { quote!(&& p.flags[#f].has(s)) } else { quote!(&& !p.flags[#f].has(s)) }
        });
        quote!(if (#hostile).minus(gone).has(s) {
            link::kind_in(p.kind_at(s), #kinds) && #sides >> p.owner_at(s) & 1 == 1 #(#flags)*
        } else {
            #ghost
        })
    }

    /// Men of a kind whose elements could take on `s`, as a set.
    fn attackers(&mut self, list: &[Element], k: KindId, _hostile: SideSet) -> TokenStream {
        let mut sets = Vec::new();
        for (e, _) in Self::capturing(list) {
            sets.push(self.back(&e.shape));
        }
        let k = k.index();
        if sets.is_empty() { quote!(S::NONE) } else { quote!((#(#sets)|*) & men & p.kinds[#k]) }
    }

    /// `attacks` in place of what the kind does; what forbids all its moves still holds.
    fn pattern_bites(
        &mut self,
        side: SideId,
        k: KindId,
        walks: &[ferz_dsl::game::WalkId],
        exact: &mut BTreeMap<(Shape, Prey, Doer), Vec<KindId>>,
        hostile: SideSet,
    ) -> TokenStream {
        let game = self.game;
        let gens: Vec<GenId> = (0..game.gens.len() as u16)
            .map(GenId)
            .filter(|g| self.plan.gens[g.index()].side == side && self.plan.gens[g.index()].kind == Some(k))
            .collect();
        let before = |g: &GenId| -> Vec<GuardId> {
            let ids = &game.gens[g.index()].guards;
            ids.iter().copied().filter(|i| game.guards[i.index()].at == GuardPoint::Before).collect()
        };
        let guards: Vec<GuardId> = gens.first().map_or(Vec::new(), |first| {
            before(first)
                .into_iter()
                .filter(|i| game.guards[i.index()].in_bite && gens.iter().all(|g| before(g).contains(i)))
                .collect()
        });
        let mut code = TokenStream::new();
        for w in walks {
            let list = elements::elements(game, *w);
            let plain = guards.is_empty() && game.walks[w.index()].guard.is_none();
            match list {
                Some(list) if plain && list.iter().all(|e| e.onto.is_none()) => self.collect(&list, k, hostile, exact),
                list => {
                    let cx = Cx {
                        now: quote!(q!()),
                        old: quote!(q!()),
                        to: quote!(s),
                        ..Cx::before(gens.first().copied().unwrap_or(GenId(0)))
                    };
                    let conds: Vec<TokenStream> =
                        guards.iter().map(|i| self.condition(game.guards[i.index()].bad, &cx)).collect();
                    let kind = k.index();
                    let reaches = match list {
                        Some(list) => {
                            let captures: Vec<Element> = Self::capturing(&list).into_iter().map(|(e, _)| e).collect();
                            let targets = self.targets(&captures, &Cx { gen_id: None, ..Cx::before(GenId(0)) });
                            quote!(#targets(q!(), from).has(s))
                        }
                        None => {
                            let f = self.automaton(*w, side);
                            quote!({
                                let mut found = Vec::new();
                                #f(q!(), from, &mut found);
                                found.iter().any(|l: &Landing| l.captured::<S>().has(s))
                            })
                        }
                    };
                    code.extend(quote! {
                        for from in (men & p.kinds[#kind]).iter() {
                            let taken = S::at(s);
                            let _ = taken;
                            if #reaches #(&& !#conds)* { return true; }
                        }
                    });
                }
            }
        }
        code
    }
}

/// `q!()` stands for the position with the phantom, made when first asked for.
fn replace_q(code: TokenStream) -> TokenStream {
    use proc_macro2::TokenTree;
    let mut out = TokenStream::new();
    let mut iter = code.into_iter().peekable();
    while let Some(tree) = iter.next() {
        match tree {
            TokenTree::Ident(name)
                if name == "q" && matches!(iter.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '!') =>
            {
                iter.next();
                iter.next();
                out.extend(quote!((&*haunted.get_or_insert_with(q))));
            }
            TokenTree::Group(g) => {
                let inner = replace_q(g.stream());
                let mut group = proc_macro2::Group::new(g.delimiter(), inner);
                group.set_span(g.span());
                out.extend(std::iter::once(TokenTree::Group(group)));
            }
            other => out.extend(std::iter::once(other)),
        }
    }
    out
}
