//! Where a man can walk: target sets from elements, and general automata as functions.

use super::Emit;
use super::cx::Cx;
use crate::plan::elements::{self, Cause2, Element, End, Men, Path, Shape};
use ferz_dsl::game::{Cause, DirId, Expr, ExprId, Game, Go, SideId, SideSet, Sq, SquareSet, TakeAt, WalkId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emit<'_> {
    /// `fn(b: &P, from: usize) -> S`: squares on which a walk with elements may end, conditions of the walks asked.
    pub fn targets(&mut self, list: &[Element], cx: &Cx) -> Ident {
        let mut code = TokenStream::new();
        let mut groups: Vec<(&Element, Vec<End>)> = Vec::new();
        for e in list {
            // The same shape with another end is one look at the board.
            let same = |g: &&mut (&Element, Vec<End>)| g.0.walk == e.walk && g.0.shape == e.shape && g.0.onto == e.onto;
            match groups.iter_mut().find(same) {
                Some(group) => group.1.push(e.end.clone()),
                None => groups.push((e, vec![e.end.clone()])),
            }
        }
        for (e, ends) in groups {
            code.extend(self.element_targets(e, &ends, cx));
        }
        let body = quote! {
            let occ = b.occupied();
            let empty = ALL.minus(occ);
            let _ = empty;
            let mut all = S::NONE;
            #code
            all
        };
        self.function("targets", quote!((b: &P, from: usize) -> S), body)
    }

    fn element_targets(&mut self, e: &Element, ends: &[End], cx: &Cx) -> TokenStream {
        let ends = self.ends(ends, &quote!(b));
        let raw = self.reach_of(&e.shape);
        let mut set = quote!((#raw & #ends));
        let mut filter = None;
        match e.onto.map(|o| self.onto_set(o, cx)) {
            None => {}
            Some(Some(onto)) => set = quote!((#set & #onto)),
            Some(None) => {
                let inner = Cx { here: quote!(to), ..cx.clone() };
                let cond = self.condition(e.onto.unwrap_or(ExprId(0)), &inner);
                filter = Some(cond);
            }
        }
        let walk = &self.game.walks[e.walk.index()];
        if let Some(guard) = walk.guard {
            if crate::plan::reads_to(self.game, guard) {
                let cond = self.condition(guard, cx);
                filter = Some(match filter {
                    Some(f) => quote!((#f && #cond)),
                    None => cond,
                });
            } else {
                let cond = self.condition(guard, cx);
                set = quote!((if #cond { #set } else { S::NONE }));
            }
        }
        let add = match filter {
            None => quote!(all |= #set;),
            Some(f) => quote!(for to in #set.iter() { if #f { all.add(to); } }),
        };
        let mut when = Vec::new();
        if let Some(origin) = walk.origin {
            let origin = self.set(&origin);
            when.push(quote!(#origin.has(from)));
        }
        for (f, on) in &walk.flags {
            let f = f.index();
            when.push(if *on { quote!(b.flags[#f].has(from)) } else { quote!(!b.flags[#f].has(from)) });
        }
        if when.is_empty() { add } else { quote!(if #(#when)&&* { #add }) }
    }

    /// Squares of a shape from `from` over `occ`, before it is asked what stands on them.
    pub fn reach_of(&mut self, shape: &Shape) -> TokenStream {
        match shape {
            Shape::Leap(table) => {
                let t = self.leap_table(table);
                quote!(#t[from])
            }
            Shape::Slide(d) => {
                let (t, up) = self.ray_table(*d, false);
                if up { quote!(#t[from].ray_up(occ)) } else { quote!(#t[from].ray_down(occ)) }
            }
            Shape::Hop(d, mount) => {
                let (t, up) = self.ray_table(*d, false);
                let mounts = self.mounts(mount, &quote!(b));
                quote!(link::hop(&#t, from, occ, #up, #mounts))
            }
            Shape::Paths(lists, mount) => {
                let t = self.path_table(lists, false);
                let mounts = mount.as_ref().map_or(quote!(occ), |m| self.mounts(m, &quote!(b)));
                quote!(link::paths(#t[from], occ, #mounts))
            }
        }
    }

    /// Men that serve as mounts: among `occ`.
    pub fn mounts(&mut self, mount: &Men, now: &TokenStream) -> TokenStream {
        if elements::any_man(self.game, mount) {
            return quote!(occ);
        }
        let men = self.men(mount.kinds, mount.sides, &mount.flags, now);
        quote!((occ & (#men)))
    }

    /// The squares on which an element may end, among all.
    pub fn ends(&mut self, ends: &[End], now: &TokenStream) -> TokenStream {
        let parts: Vec<TokenStream> = ends
            .iter()
            .map(|e| match e {
                End::Quiet => quote!(empty),
                End::Take(men, _) => {
                    let men = self.men(men.kinds, men.sides, &men.flags, now);
                    quote!((#men))
                }
            })
            .collect();
        quote!((#(#parts)|*))
    }

    /// A landing condition as a set: `Here in X` where X does not speak of `Here`.
    pub fn onto_set(&mut self, onto: ExprId, cx: &Cx) -> Option<TokenStream> {
        let (Expr::Subset(a, b), game) = (self.game.expr(onto), self.game) else { return None };
        let Expr::Just(q) = game.expr(*a) else { return None };
        let reads_here = crate::plan::reads_here(game, *b);
        if !matches!(game.expr(*q), Expr::Here) || reads_here || self.game_can_die(*b) {
            return None;
        }
        Some(self.expr(*b, cx))
    }

    pub fn leap_table(&mut self, table: &[SquareSet]) -> Ident {
        let value = self.sets(table);
        self.table("LEAPS", "Squares reached at one go, by origin.", quote!([S; N]), value)
    }

    /// The rays of a direction (or, `back`, of the way back along it), and whether they ascend.
    pub fn ray_table(&mut self, d: DirId, back: bool) -> (Ident, bool) {
        let up = elements::ascending(self.game, d).unwrap_or(true);
        let value = self.sets(&self.rays(d, back));
        (
            self.table("RAYS", "Squares of a line from a square to the edge, by that square.", quote!([S; N]), value),
            up != back,
        )
    }

    /// The rays themselves, by square.
    pub fn rays(&self, d: DirId, back: bool) -> Vec<SquareSet> {
        let board = &self.game.board;
        let ray = |s: Sq| elements::ray(self.game, s, d).into_iter().collect();
        let forth: Vec<SquareSet> =
            (0..board.size).map(|s| if board.squares.contains(s) { ray(s) } else { SquareSet::NONE }).collect();
        if back { elements::reversed(&forth) } else { forth }
    }

    /// Paths by origin, or by target with `back`.
    pub fn path_table(&mut self, lists: &[Vec<Path>], back: bool) -> Ident {
        let one = |s: Sq| [s].into_iter().collect::<SquareSet>();
        let mut by: Vec<Vec<TokenStream>> = vec![Vec::new(); lists.len()];
        for (from, paths) in lists.iter().enumerate() {
            for p in paths {
                let (slot, end) = if back { (usize::from(p.to), from as Sq) } else { (from, p.to) };
                let (end, empty) = (self.set(&one(end)), self.set(&p.empty));
                let mount = self.set(&p.mount.map_or(SquareSet::NONE, one));
                by[slot].push(quote!(path(#end, #empty, #mount)));
            }
        }
        let rows = by.iter().map(|row| quote!(&[#(#row),*]));
        let doc = if back {
            "Paths by their last square: origin, what must be empty."
        } else {
            "Paths by origin: target, what must be empty."
        };
        self.table("PATHS", doc, quote!([&[Path<S>]; N]), quote!([#(#rows),*]))
    }

    /// `fn(p: &P, from: usize) -> S`: empty squares where a man of the side walking so could stop.
    pub fn reach(&mut self, walks: &[WalkId], side: SideId) -> Ident {
        let mut code = TokenStream::new();
        for w in walks {
            match elements::elements(self.game, *w) {
                Some(list) => {
                    for e in list.iter().filter(|e| e.end == End::Quiet && e.onto.is_none()) {
                        let raw = self.reach_of(&e.shape);
                        code.extend(quote!(all |= #raw & empty;));
                    }
                }
                None => {
                    let f = self.automaton(*w, side);
                    code.extend(quote! {
                        let mut found = Vec::new();
                        #f(b, from, &mut found);
                        for landing in &found { if landing.takes.is_empty() { all.add(landing.to); } }
                    });
                }
            }
        }
        let body = quote! {
            let occ = b.occupied();
            let empty = ALL.minus(occ);
            let mut all = S::NONE;
            #code
            all & empty
        };
        self.function("reach", quote!((b: &P, from: usize) -> S), body)
    }

    /// `fn(b: &P, from: usize, found: &mut Vec<Landing>)`: a walk as the automaton it is.
    pub fn automaton(&mut self, w: WalkId, side: SideId) -> Ident {
        let key = format!("walk {} {}", w.0, side.0);
        if let Some(name) = self.functions.get(&key) {
            return name.clone();
        }
        let name = self.fresh("walk");
        self.functions.insert(key, name.clone());
        let walk = self.game.walks[w.index()].clone();
        let nodes: Vec<Ident> = walk.nodes.iter().map(|_| self.fresh("node")).collect();
        for (n, node) in walk.nodes.iter().enumerate() {
            let mut code = TokenStream::new();
            for edge in &node.edges {
                code.extend(self.edge(edge, &nodes[usize::from(edge.next)]));
            }
            let land = match (node.land, node.last) {
                (false, _) => quote!(),
                (true, false) => quote!(ends |= t.land(at);),
                (true, true) => quote!(if !ends {
                    ends = t.land(at);
                }),
            };
            let fun = &nodes[n];
            let n = n as u16;
            let mutable = if node.land || !node.edges.is_empty() { quote!(mut) } else { quote!() };
            self.items.push(quote! {
                /** True if some run through here ends. */
                fn #fun(t: &mut Tour<'_>, at: usize) -> bool {
                    if let Some(known) = t.known(#n, at) { return known; }
                    let entry = t.enter(#n, at);
                    let #mutable ends = false;
                    #code
                    #land
                    t.leave(entry, ends)
                }
            });
        }
        let first = &nodes[0];
        let mut when = Vec::new();
        if let Some(origin) = walk.origin {
            let origin = self.set(&origin);
            when.push(quote!(#origin.has(from)));
        }
        for (f, on) in &walk.flags {
            let f = f.index();
            when.push(if *on { quote!(b.flags[#f].has(from)) } else { quote!(!b.flags[#f].has(from)) });
        }
        let (mut filter, mut before) = (quote!(true), TokenStream::new());
        if let Some(guard) = walk.guard {
            let cx = Cx {
                now: quote!(b),
                old: quote!(b),
                run: false,
                from: quote!(from),
                to: quote!(to),
                captured: quote!(taken),
                ..Cx::run(None)
            };
            let cond = self.condition(guard, &cx);
            if crate::plan::reads_to(self.game, guard) {
                filter = cond;
            } else {
                before = quote!(if !(#cond) { return; });
            }
        }
        let origin_test = if when.is_empty() { quote!() } else { quote!(if !(#(#when)&&*) { return; }) };
        self.items.push(quote! {
            fn #name(b: &P, from: usize, found: &mut Vec<Landing>) {
                #origin_test
                #before
                let mut t = Tour::new(b, from);
                #first(&mut t, from);
                link::merge(found, t.found, |to, taken: S| { let _ = (to, taken); #filter });
            }
        });
        name
    }

    fn edge(&mut self, edge: &ferz_dsl::game::WalkEdge, next: &Ident) -> TokenStream {
        let game: &Game = self.game;
        let test = &edge.test;
        let cx = Cx {
            now: quote!(t.p),
            old: quote!(t.b),
            run: false,
            from: quote!(t.from),
            to: quote!(here),
            here: quote!(here),
            captured: quote!(t.captured()),
            ..Cx::run(None)
        };
        let mut tests = Vec::new();
        if let Some(w) = &test.within {
            let w = self.set(w);
            tests.push(quote!(#w.has(here)));
        }
        let men = Men { sides: test.sides, kinds: test.kinds, flags: test.flags.clone() };
        let men = self.men(men.kinds, men.sides, &men.flags, &quote!(t.p));
        // A man already taken, though still standing, is no victim.
        let fresh = if edge.take.is_some() { quote!(&&!t.marked.has(here)) } else { quote!() };
        tests.push(if test.empty {
            quote!((!t.p.occupied().has(here) || (#men).has(here) #fresh))
        } else {
            quote!((#men).has(here) #fresh)
        });
        if let Some(guard) = test.guard {
            tests.push(self.condition(guard, &cx));
        }
        let take = edge.take.as_ref().map(|take| {
            let cause = super::ident(if take.cause == Cause::Capture { "Capture" } else { "Other" });
            let late = take.late;
            match take.at {
                TakeAt::Here => quote!(t.take(S::at(here), Cause::#cause, #late);),
                TakeAt::Squares(e) => {
                    let outer = std::mem::replace(&mut self.dies, false);
                    let set = self.expr(e, &cx);
                    let dies = std::mem::replace(&mut self.dies, outer);
                    let set = if dies { quote!((|| Some(#set))().unwrap_or(S::NONE)) } else { set };
                    quote!(let squares: S = #set; t.take(squares, Cause::#cause, #late);)
                }
            }
        });
        let step = if edge.unload {
            // what is captured goes to the square left
            quote!(let (saved, put) = (t.save(), t.put.replace(at)); #take ends |= #next(t, here); t.restore(saved); t.put = put;)
        } else if take.is_some() {
            quote!(let saved = t.save(); #take ends |= #next(t, here); t.restore(saved);)
        } else {
            quote!(ends |= #next(t, here);)
        };
        let visit = quote!(if #(#tests)&&* { #step });
        match &edge.go {
            Go::Step(dirs) => {
                self.needs.steps = true;
                let _ = game;
                let dirs = dirs.iter().map(|d| d.index());
                quote!(for d in [#(#dirs),*] { if let Some(here) = link::stepped::<N>(&STEPS, at, d) { #visit } })
            }
            Go::Stay => quote!({ let here = at; #visit }),
            Go::Home => quote!({ let here = t.from; #visit }),
            Go::Anywhere => quote!(for here in ALL.minus(S::at(t.from)).iter() { #visit }),
        }
    }

    /// The elements of a generator's walk that capture what is hostile, wherever it stands.
    pub fn capturing(list: &[Element]) -> Vec<(Element, Men)> {
        list.iter()
            .filter_map(|e| match &e.end {
                End::Take(men, Cause2::Capture) => Some((e.clone(), men.clone())),
                End::Take(_, Cause2::Other) | End::Quiet => None,
            })
            .collect()
    }

    pub fn enemies(&self, side: SideId) -> SideSet {
        self.game.enemies(side)
    }
}
