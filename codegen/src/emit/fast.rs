//! All moves of a side as sets: lines to the royal, then target sets of each man, cut to what is legal.
//!
//! `fast0(k, b)` gives the moves of side 0 to a sink, which counts or lists them. Generators that have no sets are visited
//! one by one in between.

use super::cx::Cx;
use super::{Emit, id};
use crate::plan::elements::{self, Element, End, Shape};
use crate::plan::endings::Ending;
use crate::plan::legality::{Legality, Safety, SidePlan};
use ferz_dsl::game::{GenId, KindId, SideId, SquareSet};
use proc_macro2::TokenStream;
use quote::quote;

impl Emit<'_> {
    /// Has the side a function of sets?
    pub fn has_fast(&self, side: SideId) -> bool {
        let plan = &self.plan.sides[side.index()];
        !matches!(plan.safety, Safety::None(_))
    }

    /// Writes `fast` for a side.
    pub fn fast(&mut self, side: SideId) {
        if !self.has_fast(side) {
            return;
        }
        let plan = self.plan.sides[side.index()].clone();
        let (own, them) = (side.index(), plan.enemy.index());
        let guard = match plan.safety {
            Safety::Nothing | Safety::None(_) => quote!(),
            Safety::Masks | Safety::Touch => self.royal_lines(&plan),
        };
        let mut code = TokenStream::new();
        for g in (0..self.game.gens.len() as u16).map(GenId).filter(|g| self.plan.gens[g.index()].side == side) {
            code.extend(self.fast_generator(g, &plan));
        }
        let (fast, slow, moves) = (id("fast", own), id("slow", own), id("moves", own));
        self.items.push(quote! {
            /** The moves of a side, as sets where that is exact. */
            fn #fast<K: Sink<S, W>>(k: &mut K, b: &P) -> Flow {
                let occ = b.occupied();
                let (own, them) = (b.sides[#own], b.sides[#them]);
                #guard
                #code
                STOP
            }
            /** The same by making and testing each. */
            fn #slow<K: Sink<S, W>>(k: &mut K, b: &P) -> Flow {
                #moves(&mut Visit { each: &mut |r: &Run<'_>| k.one(r.word), last_judges: true, safe: false }, b)
            }
        });
    }

    /// What attacks the royal, and along which lines.
    fn royal_lines(&mut self, plan: &SidePlan) -> TokenStream {
        let own = plan.side.index();
        let slow = id("slow", own);
        let royals = self.men(plan.royals, ferz_dsl::game::SideSet::one(plan.side), &[], &quote!(b));
        let cx = Cx::before(GenId(0));
        let places: Vec<TokenStream> = plan.places.iter().map(|e| self.expr(*e, &cx)).collect();
        let places = (!places.is_empty()).then(|| quote!(if (#(#places)|*).has(king) { return #slow(k, b); }));
        let touch = plan.safety == Safety::Touch;
        let mut code = TokenStream::new();
        for (shape, origin, kinds) in self.enemy_shapes(plan) {
            let kinds: Vec<usize> = kinds.iter().map(|k| k.index()).collect();
            let origin = origin.map(|o| {
                let o = self.set(&o);
                quote!(& #o)
            });
            let men = quote!((them & (#(b.kinds[#kinds])|*) #origin));
            code.extend(match &shape {
                Shape::Leap(t) => {
                    let t = self.leap_table(&elements::reversed(t));
                    if touch { quote!() } else { quote!(g.leapers(#t[king] & #men);) }
                }
                Shape::Slide(d) => {
                    let (t, up) = self.ray_table(*d, true);
                    if touch {
                        quote!(if #t[king].meets(#men) { touch |= #t[king]; })
                    } else {
                        quote!(g.line(&#t, #up, king, occ, own, #men);)
                    }
                }
                Shape::Hop(d, _) => {
                    let (t, _) = self.ray_table(*d, true);
                    quote!(if #t[king].meets(#men) { touch |= #t[king]; })
                }
                Shape::Paths(lists, _) => {
                    let t = self.path_table(lists, true);
                    if touch {
                        quote!(for path in #t[king] { if path.end.meets(#men) { touch |= path.empty | path.mount; } })
                    } else {
                        quote!(g.paths(#t[king], occ, own, #men);)
                    }
                }
            });
        }
        let bites = self.bites(plan.enemy, plan.side);
        let start = if touch {
            quote! {
                let mut touch = S::NONE;
                if #bites(b, king, ALL, S::NONE) { touch = ALL; }
            }
        } else {
            quote!(let mut g = Guard::new(ALL);)
        };
        let full = (!touch).then(|| quote!(if g.full { return #slow(k, b); }));
        quote! {
            let Some(king) = (#royals).only() else { return #slow(k, b); };
            #places
            #start
            #code
            #full
        }
    }

    /// Shapes by which enemies attack the royal, with the kinds that have them.
    fn enemy_shapes(&self, plan: &SidePlan) -> Vec<(Shape, Option<SquareSet>, Vec<KindId>)> {
        let game = self.game;
        let mut out: Vec<(Shape, Option<SquareSet>, Vec<KindId>)> = Vec::new();
        let mut add = |k: KindId, list: &[Element]| {
            for (e, men) in Self::capturing(list) {
                let hits = plan.royals.iter().any(|r| men.kinds.contains(r)) && men.sides.contains(plan.side);
                if !hits {
                    continue;
                }
                let origin = match e.shape {
                    Shape::Slide(_) | Shape::Hop(..) => game.walks[e.walk.index()].origin,
                    Shape::Leap(_) | Shape::Paths(..) => None,
                };
                match out.iter_mut().find(|(s, o, _)| *s == e.shape && *o == origin) {
                    Some((_, _, kinds)) if kinds.contains(&k) => {}
                    Some((_, _, kinds)) => kinds.push(k),
                    None => out.push((e.shape, origin, vec![k])),
                }
            }
        };
        for (k, info) in game.kinds.iter().enumerate() {
            let k = KindId(k as u16);
            if let Some(Some(walks)) = info.attacks.get(plan.enemy.index()) {
                for w in walks {
                    add(k, &elements::elements(game, *w).unwrap_or_default());
                }
                continue;
            }
            for g in self.plan.gens.iter().filter(|g| g.side == plan.enemy && g.kind == Some(k)) {
                if g.bite == crate::plan::bites::Bite::Exact {
                    add(k, g.elements.as_deref().unwrap_or(&[]));
                }
            }
        }
        out
    }

    fn fast_generator(&mut self, g: GenId, side: &SidePlan) -> TokenStream {
        let n = g.index();
        let plan = self.plan.gens[n].clone();
        let visit = id("visit", n);
        let visited =
            quote!(#visit(&mut Visit { each: &mut |r: &Run<'_>| k.one(r.word), last_judges: true, safe: false }, b)?;);
        if let Some(drops) = self.fast_drop(g, side) {
            return drops;
        }
        let Some(kind) = plan.kind.map(KindId::index) else { return visited };
        let guarded = matches!(side.safety, Safety::Masks | Safety::Touch);
        let (list, royal, made) = match &plan.legality {
            Legality::Sets(list) => (list.clone(), false, false),
            Legality::Royal(list) => (list.clone(), true, false),
            Legality::SetsThenMade(_) => (Vec::new(), false, true),
            Legality::Free | Legality::Drop | Legality::MakeAndTest(_) => return self.visited_if_anywhere(g, visited),
        };
        let elements = plan.elements.clone().unwrap_or_default();
        let targets = self.targets(&elements, &Cx::before(g));
        let mut all = quote!(#targets(b, from));
        for j in &plan.repeats {
            if let Some(earlier) = self.plan.gens[j.index()].elements.clone() {
                let earlier = self.targets(&earlier, &Cx::before(*j));
                all = quote!(#all.minus(#earlier(b, from)));
            }
        }
        let cut = match (guarded, royal, &side.safety) {
            (false, _, _) => quote!(let targets: S = #all;),
            (true, true, _) => {
                let bites = self.bites(side.enemy, side.side);
                quote! {
                    let mut targets: S = #all;
                    for to in targets.iter() {
                        if #bites(b, to, ALL, S::at(from)) { targets.remove(to); }
                    }
                }
            }
            (true, false, Safety::Touch) => {
                let own = side.side.index();
                let bites = self.bites(side.enemy, side.side);
                quote! {
                    let mut targets: S = #all;
                    let asked = if touch.has(from) { targets } else { targets & touch };
                    for to in asked.iter() {
                        let mut after = b.clone();
                        after.clear(S::at(to));
                        after.carry(#kind, #own, from, to, LOST);
                        if #bites(&after, king, ALL, S::NONE) { targets.remove(to); }
                    }
                }
            }
            (true, false, _) => quote!(let targets: S = #all & g.room(from);),
        };
        let give = if made {
            let make = id("g", n);
            quote! {
                for to in targets.iter() {
                    #make(&mut Visit { each: &mut |r: &Run<'_>| k.one(r.word), last_judges: true, safe: true }, b, from, to)?;
                }
            }
        } else {
            self.give(g, &list, &elements)
        };
        let own = side.side.index();
        let men = quote!((b.kinds[#kind] & b.sides[#own]));
        quote!(for from in #men.iter() { #cut #give })
    }

    /// Hands the targets to the sink, class by class.
    fn give(&mut self, g: GenId, list: &[Ending], elements: &[Element]) -> TokenStream {
        let (gb, sb) = (self.plan.gen_bits, self.plan.square_bits);
        let (to_at, choices_at) = (gb + sb, gb + 2 * sb);
        let number = u64::from(g.0);
        let n = usize::from(self.game.board.size);
        let mut reach = vec![SquareSet::NONE; n];
        for e in elements {
            for (all, more) in reach.iter_mut().zip(crate::plan::reach(self.game, e)) {
                *all = all.union(&more);
            }
        }
        let union = |e: &Ending| e.targets.iter().fold(SquareSet::NONE, |all, t| all.union(t));
        let mut code = TokenStream::new();
        for (i, e) in list.iter().enumerate() {
            let all = union(e);
            let others = list.iter().enumerate().filter(|(j, _)| *j != i);
            let apart = others.clone().all(|(_, o)| union(o).meet(&all).is_empty());
            let complete = list.len() == 1 && e.targets == reach;
            // Where no target is forbidden, the squares of the class tell it from the others.
            let covered = (0..n).all(|s| {
                let told = list.iter().fold(SquareSet::NONE, |sum, e| sum.union(&e.targets[s]));
                reach[s].is_subset(&told)
            });
            let set = if complete {
                quote!(targets)
            } else if apart && covered {
                let all = self.set(&all);
                quote!((targets & #all))
            } else {
                let table = self.leap_table(&e.targets);
                quote!((targets & #table[from]))
            };
            let choices = &e.choices;
            code.extend(quote!(k.targets(stem(#number, #gb, from), #to_at, #set, &[#(#choices),*], #choices_at)?;));
        }
        code
    }

    /// A generator that lands on a set which is often empty is not visited then.
    fn visited_if_anywhere(&mut self, g: GenId, visited: TokenStream) -> TokenStream {
        let plan = self.plan.gens[g.index()].clone();
        let Some(list) = &plan.elements else { return visited };
        let cx = Cx::before(g);
        let mut sets = Vec::new();
        for e in list {
            let walk = &self.game.walks[e.walk.index()];
            if matches!(e.end, End::Take(..)) && walk.guard.is_some() {
                return visited;
            }
            let Some(onto) = e.onto else { return visited };
            if crate::plan::reads_to(self.game, onto) || self.reads_from(onto) {
                return visited;
            }
            match self.onto_set(onto, &cx) {
                Some(set) => sets.push(set),
                None => return visited,
            }
        }
        sets.sort_by_key(ToString::to_string);
        sets.dedup_by_key(|s| s.to_string());
        if sets.is_empty() { visited } else { quote!(if (#(#sets)|*).some() { #visited }) }
    }

    fn reads_from(&self, e: ferz_dsl::game::ExprId) -> bool {
        use ferz_dsl::game::Expr;
        crate::plan::reads::any(self.game, e, &|e| matches!(e, Expr::From | Expr::Var(_)))
    }
}
