//! All moves of a side as sets: lines to the royal, then target sets of each man, cut to what is legal.
//!
//! `fast0(k, b)` gives the moves of side 0 to a sink, which counts or lists them. Generators that have no sets are visited
//! one by one in between.

use super::cx::Cx;
use super::{Emit, id};
use crate::plan::elements::{self, Element, End, Shape};
use crate::plan::endings::Ending;
use crate::plan::legality::{Legality, Safety, SidePlan};
use crate::plan::shifts::Shift;
use ferz_dsl::game::{GenId, KindId, SideId, SquareSet};
use proc_macro2::{Ident, Literal, TokenStream};
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
        let mut lets = TokenStream::new();
        for (name, value) in
            [("occ", quote!(b.occupied())), ("own", quote!(b.sides[#own])), ("them", quote!(b.sides[#them]))]
        {
            let name = super::ident(name);
            if super::text::mentions(&quote!(#guard #code), &name) {
                lets.extend(quote!(let #name = #value;));
            }
        }
        self.items.push(quote! {
            /** The moves of a side, as sets where that is exact. */
            fn #fast<K: Sink<S, W>>(k: &mut K, b: &P) -> Flow {
                #lets
                #guard
                #code
                STOP
            }
        });
        self.spare.push((
            slow.clone(),
            quote! {
                /** The same by making and testing each. */
                fn #slow<K: Sink<S, W>>(k: &mut K, b: &P) -> Flow {
                    #moves(&mut Visit::all(&mut |r: &Run<'_>| k.one(r.word)), b)
                }
            },
        ));
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
        let mut leapers = Vec::new();
        // Slides of the same men are asked for together first.
        let mut stars: Vec<(TokenStream, Vec<SquareSet>, TokenStream)> = Vec::new();
        for (shape, origin, kinds) in self.enemy_shapes(plan) {
            let men = self.them(&kinds, origin, &quote!(them));
            match &shape {
                Shape::Leap(t) => {
                    let t = self.leap_table(&elements::reversed(t));
                    if !touch {
                        leapers.push(quote!((#t[king] & #men)));
                    }
                }
                Shape::Slide(d) => {
                    let (t, up) = self.ray_table(*d, true);
                    let rays = self.rays(*d, true);
                    let one = if touch {
                        quote!(if #t[king].meets(men) { touch |= #t[king]; })
                    } else {
                        quote!(g.line(&#t, #up, king, occ, own, men);)
                    };
                    match stars.iter_mut().find(|(m, ..)| m.to_string() == men.to_string()) {
                        Some((_, all, lines)) => {
                            all.iter_mut().zip(rays).for_each(|(a, b)| *a = a.union(&b));
                            lines.extend(one);
                        }
                        None => stars.push((men, rays, one)),
                    }
                }
                Shape::Hop(d, _) => {
                    let (t, _) = self.ray_table(*d, true);
                    code.extend(quote!(if #t[king].meets(#men) { touch |= #t[king]; }));
                }
                Shape::Paths(lists, _) => {
                    let t = self.path_table(lists, true);
                    code.extend(if touch {
                        quote!(for path in #t[king] { if path.end.meets(#men) { touch |= path.empty | path.mount; } })
                    } else {
                        quote!(g.paths(#t[king], occ, own, #men);)
                    });
                }
            }
        }
        for (men, star, lines) in stars {
            let star = self.leap_table(&star);
            code.extend(quote!({ let men = #men; if #star[king].meets(men) { #lines } }));
        }
        if !leapers.is_empty() {
            code.extend(quote!(g.leapers(#(#leapers)|*);));
        }
        let bites = self.bites(plan.enemy, plan.side);
        let start = if touch {
            quote! {
                let mut touch = S::NONE;
                if #bites(b, king, ALL, S::NONE, S::NONE) { touch = ALL; }
            }
        } else {
            quote!(let mut g = Guard::new(ALL);)
        };
        let full = (!touch).then(|| quote!(if g.full { return #slow(k, b); }));
        quote! {
            let Some(king) = (#royals).only() else { return #slow(k, b); };
            #places
            let mut fear: Option<S> = None;
            #start
            #code
            #full
        }
    }

    /// Men of some kinds among `among`, perhaps on some squares only.
    fn them(&mut self, kinds: &[KindId], origin: Option<SquareSet>, among: &TokenStream) -> TokenStream {
        let kinds = kinds.iter().map(|k| k.index());
        let origin = origin.map(|o| {
            let o = self.set(&o);
            quote!(& #o)
        });
        quote!((#among & (#(b.kinds[#kinds])|*) #origin))
    }

    /// Squares on which the royal may stand: `fn(b, squares, gone, few, fear)`, the royal having left `gone`. Up to `few`
    /// are asked one by one; `fear` keeps all that is attacked, once that is known.
    pub fn safe_squares(&mut self, plan: &SidePlan) -> Ident {
        let bites = self.bites(plan.enemy, plan.side);
        let mut groups: Vec<(TokenStream, Vec<Shape>)> = Vec::new();
        for (shape, origin, kinds) in self.enemy_shapes(plan) {
            let men = self.them(&kinds, origin, &quote!(b.sides[them]));
            match groups.iter_mut().find(|(m, _)| m.to_string() == men.to_string()) {
                Some((_, shapes)) => shapes.push(shape),
                None => groups.push((men, vec![shape])),
            }
        }
        let mut code = TokenStream::new();
        for (men, shapes) in groups {
            let reach: Vec<TokenStream> = shapes.iter().map(|s| self.reach_of(s)).collect();
            code.extend(quote!(for from in #men.iter() { all |= #(#reach)|*; }));
        }
        let them = plan.enemy.index();
        let cx = Cx::before(GenId(0));
        // Captures elsewhere are asked one by one.
        let places: Vec<TokenStream> = plan.places.iter().map(|e| self.expr(*e, &cx)).collect();
        let places = (!places.is_empty()).then(|| {
            quote!(if squares.meets(#(#places)|*) {
                return squares.iter().fold(squares, |left, s| left.minus(S::at(s).when(bitten(s))));
            })
        });
        let body = quote! {
            let bitten = |s| #bites(b, s, ALL, gone, S::NONE);
            #places
            let danger = || {
                let (occ, them) = (b.occupied().minus(gone), #them);
                let mut all = S::NONE;
                #code
                all
            };
            link::safe(squares, few, fear, bitten, danger)
        };
        self.function("safe", quote!((b: &P, squares: S, gone: S, few: u32, fear: &mut Option<S>) -> S), body)
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
        let each = quote!(&mut Visit::all(&mut |r: &Run<'_>| k.one(r.word)));
        let visit = self.visit(g, &each, &quote!(b), None);
        let visited = quote!(#visit?;);
        if let Some(drops) = self.fast_drop(g, side) {
            return drops;
        }
        if let Some(carried) = self.fast_carry(g, side) {
            return carried;
        }
        let Some(kind) = plan.kind.map(KindId::index) else { return visited };
        let guarded = matches!(side.safety, Safety::Masks | Safety::Touch);
        let (list, royal, made) = match &plan.legality {
            Legality::Sets(list) => (list.clone(), false, false),
            Legality::Royal(list) => (list.clone(), true, false),
            Legality::SetsThenMade(_) => (Vec::new(), false, true),
            Legality::Free | Legality::Drop | Legality::Carried(_) | Legality::MakeAndTest(_) => {
                return self.visited_if_anywhere(g, visited);
            }
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
                let safe = self.safe_squares(side);
                quote!(let targets: S = #safe(b, #all, S::at(from), 2, &mut fear);)
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
                        if #bites(&after, king, ALL, S::NONE, S::NONE) { targets.remove(to); }
                    }
                }
            }
            (true, false, _) => quote!(let targets: S = #all & g.room(from);),
        };
        let give = if made {
            let make = id("g", n);
            quote! {
                for to in targets.iter() {
                    #make(&mut Visit::safe(&mut |r: &Run<'_>| k.one(r.word)), b, from, to)?;
                }
            }
        } else {
            self.give(g, &list, &elements)
        };
        let own = side.side.index();
        let masked = guarded && side.safety == Safety::Masks;
        if !royal
            && !made
            && (masked || !guarded)
            && let Some(shifts) = crate::plan::shifts::of(self.game, self.plan, g)
        {
            let together = self.together(g, &list, &elements, &shifts, masked);
            // Pinned men go one by one.
            let pinned = masked.then(|| quote!(for from in (men & g.pinned).iter() { #cut #give }));
            return quote!({ let men = b.men(#kind, #own); #together #pinned });
        }
        quote!(for from in b.men(#kind, #own).iter() { #cut #give })
    }

    /// All men but the pinned ones at once, way by way.
    fn together(
        &mut self,
        g: GenId,
        list: &[Ending],
        elements: &[Element],
        shifts: &[Shift],
        masked: bool,
    ) -> TokenStream {
        let number = Literal::u64_unsuffixed(g.0.into());
        let mut code = TokenStream::new();
        let mut done = Vec::new();
        for shift in shifts {
            // The same way on empty squares and on enemies is one shift.
            let alike = |s: &Shift| s.by == shift.by && s.origins == shift.origins && s.through == shift.through;
            let key = (shift.by, shift.origins, shift.through.clone());
            if done.contains(&key) {
                continue;
            }
            done.push(key);
            let ends: Vec<End> = shifts.iter().filter(|s| alike(s)).map(|s| elements[s.element].end.clone()).collect();
            let ends = self.ends(&ends, &quote!(b));
            let by = shift.by;
            let on_board = self.board_shift(by);
            let men = if masked { quote!(men.minus(g.pinned)) } else { quote!(men) };
            let men = if shift.origins == on_board {
                men
            } else {
                let origins = self.set(&shift.origins);
                quote!((#men & #origins))
            };
            let open = shift.through.iter().map(|via| {
                let rest = by - via;
                quote!(& empty.shifted(#rest))
            });
            let mask = masked.then(|| quote!(&g.mask));
            let all = crate::plan::shifts::reach(shift);
            let mut gives = TokenStream::new();
            for e in list {
                let class = crate::plan::shifts::class(shift, e);
                let choices = e.choices.iter().map(|c| Literal::u64_unsuffixed(*c));
                let set = if class.is_empty() {
                    continue;
                } else if class == all {
                    quote!(to)
                } else {
                    let class = self.set(&class);
                    quote!(to & #class)
                };
                gives.extend(quote!(k.shifted(#number, FIELDS, #by, #set, &[#(#choices),*])?;));
            }
            code.extend(quote!({ let to: S = #men.shifted(#by) & #ends #(#open)* #mask; #gives }));
        }
        quote!(let empty = ALL.minus(b.occupied()); #code)
    }

    /// Squares from which a shift leads to a square of the numbering: no brackets are needed for these.
    fn board_shift(&self, by: i32) -> SquareSet {
        let game = self.game;
        let size = i32::from(game.board.size);
        let full = size == 64 || size == 128;
        game.board.squares.iter().filter(|s| full && (0..size).contains(&(i32::from(*s) + by))).collect()
    }

    /// Hands the targets to the sink, class by class.
    fn give(&mut self, g: GenId, list: &[Ending], elements: &[Element]) -> TokenStream {
        let (gb, sb) = (self.plan.gen_bits, self.plan.square_bits);
        let (to_at, choices_at) = (gb + sb, gb + 2 * sb);
        let number = Literal::u64_unsuffixed(g.0.into());
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
            let choices = e.choices.iter().map(|c| Literal::u64_unsuffixed(*c));
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
