//! Expressions as Rust over planes.
//!
//! Squares and directions are `usize`, integers `i64`, kinds `i32` with -1 for nothing, sets of kinds `u128`.
//! A square that does not exist is a `?` in a closure that returns `Option`: the run that asked is dead.

use super::cx::Cx;
use super::types::{Ty, known, static_set, type_of};
use super::{Emit, id};
use ferz_dsl::game::{Arith, CellIndex, Cmp, Domain, Expr, ExprId, FlagId, KindSet, Royal, SideId, SideSet};
use proc_macro2::TokenStream;
use quote::quote;

impl Emit<'_> {
    /// The value as an expression that ends the run (`Cx::dead`) where it has none.
    pub fn value(&mut self, e: ExprId, cx: &Cx) -> TokenStream {
        let outer = std::mem::replace(&mut self.dies, false);
        let code = self.expr(e, cx);
        let dies = std::mem::replace(&mut self.dies, outer);
        if !dies {
            return code;
        }
        let dead = &cx.dead;
        quote! { match (|| Some(#code))() { Some(value) => value, None => #dead } }
    }

    /// A condition outside a run: false where something in it has no value.
    pub fn condition(&mut self, e: ExprId, cx: &Cx) -> TokenStream {
        let outer = std::mem::replace(&mut self.dies, false);
        let code = self.expr(e, cx);
        let dies = std::mem::replace(&mut self.dies, outer);
        if dies {
            quote! { (|| Some(#code))().unwrap_or(false) }
        } else {
            code
        }
    }

    /// The bare expression; may contain `?` (then `self.dies`).
    pub fn expr(&mut self, e: ExprId, cx: &Cx) -> TokenStream {
        let game = self.game;
        let now = cx.now.clone();
        if type_of(game, e) == Ty::Set
            && let Some(set) = static_set(game, e)
        {
            return self.set(&set);
        }
        match game.expr(e) {
            Expr::Bool(b) => quote!(#b),
            Expr::Int(n) => quote!(#n),
            Expr::Square(s) => {
                let s = usize::from(*s);
                quote!(#s)
            }
            Expr::Squares(s) => self.set(s),
            Expr::Kind(k) => {
                let k = k.map_or(-1, |k| i32::from(k.0));
                quote!(#k)
            }
            Expr::Kinds(k) => {
                let k = k.0;
                quote!(#k)
            }
            Expr::Dir(d) => {
                let d = d.index();
                quote!(#d)
            }
            Expr::Var(v) => {
                let v = id("v", v.index());
                quote!(#v)
            }
            Expr::From => cx.from.clone(),
            Expr::To => cx.to.clone(),
            Expr::It => {
                if !cx.run {
                    return cx.from.clone();
                }
                if cx.gen_id.is_some_and(|g| self.plan.gens[g.index()].is_walk()) {
                    return quote!(r.it);
                }
                self.dies = true;
                quote!(link::somewhere(r.it)?)
            }
            Expr::Here => cx.here.clone(),
            Expr::Mover => match cx.gen_id {
                Some(g) => {
                    let k = self.plan.gens[g.index()].kind.map_or(-1, |k| i32::from(k.0));
                    quote!(#k)
                }
                None => quote!(r.mover),
            },
            Expr::Captured => cx.captured.clone(),
            Expr::VictimKind => quote!(r.victim.kind()),
            Expr::VictimSquare => quote!(r.victim.square()),
            Expr::VictimFlag(f) => {
                let f = f.0;
                quote!((r.victim.flags >> #f & 1 == 1))
            }
            Expr::By(gens) => match cx.gen_id {
                Some(g) => {
                    let yes = gens.contains(&g);
                    quote!(#yes)
                }
                None => {
                    let gens = gens.iter().map(|g| g.0);
                    quote!(matches!(r.origin, #(#gens)|*))
                }
            },
            Expr::Men { kinds, sides, flags } => self.men(*kinds, *sides, flags, &now),
            Expr::MenOf { kinds, sides, flags } => {
                let k = self.expr(*kinds, cx);
                let of = match type_of(game, *kinds) {
                    Ty::Kinds => quote!(#now.of_kinds(#k)),
                    _ => quote!(#now.of_kind(#k)),
                };
                let owned = self.owned(*sides, &now);
                let with = self.flag_tests(flags, &now);
                let owned = owned.map(|o| quote!(& #o));
                quote!((#of #owned) #with)
            }
            Expr::Royals(sides) => self.royals(*sides, cx),
            Expr::Empty => quote!(ALL.minus(#now.occupied())),
            Expr::Union(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((#a | #b))
            }
            Expr::Meet(a, b) => {
                if let Some(met) = self.met_attack(*a, *b, cx).or_else(|| self.met_attack(*b, *a, cx)) {
                    return met;
                }
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((#a & #b))
            }
            Expr::Minus(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((#a).minus(#b))
            }
            Expr::Just(q) => {
                let q = self.expr(*q, cx);
                quote!(S::at(#q))
            }
            Expr::Neighbours(s) => {
                self.needs.neighbours = true;
                let s = self.expr(*s, cx);
                quote!(link::near(#s, &NEIGHBOURS))
            }
            Expr::SameColor(q) => {
                let q = self.expr(*q, cx);
                if game.board.hexagons {
                    let class = |c: u8| game.board.squares.iter().filter(|s| game.board.color(*s) == c).collect();
                    let classes: Vec<_> = (0..3).map(|c| self.set(&class(c))).collect();
                    return quote!({ let at = #q; let classes: [S; 3] = [#(#classes),*]; classes.into_iter().find(|c| c.has(at)).unwrap_or(S::NONE) });
                }
                let light = game.board.squares.iter().filter(|s| game.board.color(*s) == 1).collect();
                let light = self.set(&light);
                quote!({ let light: S = #light; if light.has(#q) { light } else { ALL.minus(light) } })
            }
            Expr::Twin(q) => {
                let q = self.expr(*q, cx);
                let layer = usize::from(game.board.files) * usize::from(game.board.ranks);
                let size = usize::from(game.board.size);
                quote!((S::at((#q + #layer) % #size) & ALL))
            }
            Expr::FileSquares(l) => {
                self.needs.lines = true;
                let l = self.expr(*l, cx);
                quote!(link::entry(&FILES, #l))
            }
            Expr::RankSquares(l) => {
                self.needs.lines = true;
                let l = self.expr(*l, cx);
                quote!(link::entry(&RANKS, #l))
            }
            Expr::Start { kinds, sides } => {
                let table = self.start_table(*sides);
                let k = self.expr(*kinds, cx);
                match type_of(game, *kinds) {
                    Ty::Kinds => quote!(link::entries(&#table, #k)),
                    _ => quote!(link::entry(&#table, i64::from(#k))),
                }
            }
            Expr::Dead { kind, side } => {
                let table = self.dead_table(*side);
                let k = self.expr(*kind, cx);
                quote!(link::entry(&#table, i64::from(#k)))
            }
            Expr::Between(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                if self.straight_lines() {
                    self.needs.rays = true;
                    return quote!(link::between(&LINES, #a, #b));
                }
                self.needs.steps = true;
                quote!(GRID.between::<S, N>(&STEPS, #a, #b))
            }
            Expr::Step(q, d) => {
                self.needs.steps = true;
                let (q, d) = (self.expr(*q, cx), self.expr(*d, cx));
                quote!(link::step::<S, N>(&STEPS, #q, #d))
            }
            Expr::Run { from, dir, inside } => {
                if let Some((ray, inside)) = self.clipped_ray(*from, *dir, *inside, cx) {
                    return quote!((#ray & #inside));
                }
                self.needs.steps = true;
                let (q, d, i) = (self.expr(*from, cx), self.expr(*dir, cx), self.expr(*inside, cx));
                quote!(link::run::<S, N>(&STEPS, #q, #d, #i))
            }
            Expr::Stop { from, dir, inside } => {
                if let Some((ray, inside)) = self.clipped_ray(*from, *dir, *inside, cx) {
                    return quote!((#ray).minus(#inside));
                }
                self.needs.steps = true;
                let (q, d, i) = (self.expr(*from, cx), self.expr(*dir, cx), self.expr(*inside, cx));
                quote!(link::stop::<S, N>(&STEPS, #q, #d, #i))
            }
            Expr::LongStep(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((GRID.long_step::<S>(#a, #b) & ALL))
            }
            Expr::Group(s) => {
                self.needs.neighbours = true;
                let s = self.expr(*s, cx);
                quote!(#now.group(#s, &NEIGHBOURS))
            }
            Expr::Reach { walks, from, side } => {
                let f = self.reach(walks, *side);
                let q = self.expr(*from, cx);
                quote!(#f(&#now, #q))
            }
            Expr::Attacked { of, by, side, without } => {
                let of = self.expr(*of, cx);
                let one = self.attacked(quote!(s), *by, *side, *without, cx);
                quote!({
                    let mut hit = S::NONE;
                    for s in (#of).iter() { if #one { hit.add(s); } }
                    hit
                })
            }
            Expr::CellSquares(c) => {
                let i = self.plan.cells[c.index()].offset;
                quote!(#now.sets[#i])
            }
            Expr::Gather { var, over, when, body } => {
                let v = id("v", var.index());
                let range = self.domain(over, cx);
                let when = when.map(|w| self.expr(w, cx)).unwrap_or(quote!(true));
                let body = self.expr(*body, cx);
                quote!({
                    let mut all = S::NONE;
                    for #v in #range { if #when { all |= #body; } }
                    all
                })
            }
            Expr::The(s) => {
                self.dies = true;
                let s = self.expr(*s, cx);
                self.dies = true;
                quote!((#s).only()?)
            }
            Expr::KindOf(q) => {
                if type_of(game, *q) == Ty::Man {
                    let m = self.expr(*q, cx);
                    return quote!(#m.kind);
                }
                let q = self.expr(*q, cx);
                quote!(#now.kind_at(#q))
            }
            Expr::BaseOf(k) => {
                self.needs.faces = true;
                let k = self.expr(*k, cx);
                quote!(link::face(&BASES, #k))
            }
            Expr::TurnedOf(k) => {
                self.needs.faces = true;
                let k = self.expr(*k, cx);
                quote!(link::face(&TURNED, #k))
            }
            Expr::Table(t, l) => {
                let table = self.kind_table(*t);
                let l = self.expr(*l, cx);
                quote!(link::face(&#table, (#l) as i32))
            }
            Expr::CellKind(c) => {
                let i = self.plan.cells[c.index()].offset;
                quote!(#now.ints[#i])
            }
            Expr::Hand(side) => {
                let side = side.index();
                quote!(#now.hand_kinds(#side))
            }
            Expr::Opposite(d) => {
                let table = self.opposite_table();
                let d = self.expr(*d, cx);
                self.dies = true;
                quote!(link::opposite(&#table, #d)?)
            }
            Expr::Direction(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                self.dies = true;
                self.needs.steps = true;
                quote!(GRID.direction::<N>(&STEPS, #a, #b)?)
            }
            Expr::FileOf(q) => {
                let q = self.expr(*q, cx);
                quote!(GRID.file(#q))
            }
            Expr::RankOf(q) => {
                let q = self.expr(*q, cx);
                quote!(GRID.rank(#q))
            }
            Expr::Count(s) => {
                let s = self.expr(*s, cx);
                quote!(i64::from((#s).count()))
            }
            Expr::Cell(c, index) => {
                let at = self.cell_index(*c, *index, cx);
                quote!(link::cell(&#now.ints, #at))
            }
            Expr::InHand(side, k) => {
                let side = side.index();
                let k = self.expr(*k, cx);
                quote!(#now.in_hand(#side, #k))
            }
            Expr::Distance(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!(GRID.distance(#a, #b))
            }
            Expr::Worth(k) => {
                self.needs.worth = true;
                let k = self.expr(*k, cx);
                quote!(i64::from(link::entry_or(&WORTH, #k, 0)))
            }
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                match op {
                    Arith::Add => quote!(i64::saturating_add(#a, #b)),
                    Arith::Sub => quote!(i64::saturating_sub(#a, #b)),
                    Arith::Mul => quote!(i64::saturating_mul(#a, #b)),
                }
            }
            Expr::Sum { var, over, body } => {
                let v = id("v", var.index());
                let range = self.domain(over, cx);
                let body = self.expr(*body, cx);
                quote!({
                    let mut sum = 0i64;
                    for #v in #range { sum = sum.saturating_add(#body); }
                    sum
                })
            }
            Expr::Ply => quote!(i64::from(#now.ply)),
            Expr::Players => {
                let n = game.sides.len() as i64 - 1;
                quote!((#n - i64::from(#now.out.count_ones())))
            }
            Expr::Repetition if cx.history => quote!(i64::from(h.repetition())),
            Expr::Repetition => quote!(1i64),
            Expr::Some(s) => self.some(*s, cx),
            Expr::Subset(a, b) => {
                if let (Expr::Just(q), Expr::Attacked { of, by, side, without }) = (game.expr(*a), game.expr(*b)) {
                    let q = self.expr(*q, cx);
                    let of = self.expr(*of, cx);
                    let one = self.attacked(quote!(s), *by, *side, *without, cx);
                    return quote!({ let s = #q; (#of).has(s) && #one });
                }
                if let Expr::Just(q) = game.expr(*a) {
                    let (q, b) = (self.expr(*q, cx), self.expr(*b, cx));
                    return quote!((#b).has(#q));
                }
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((#a).within(#b))
            }
            Expr::SameKind(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!((#a == #b))
            }
            Expr::KindIn(a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                quote!(link::kind_in(#a, #b))
            }
            Expr::Compare(how, a, b) => {
                let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                match how {
                    Cmp::Eq => quote!((#a == #b)),
                    Cmp::Less => quote!((#a < #b)),
                    Cmp::AtMost => quote!((#a <= #b)),
                }
            }
            Expr::Not(a) => match self.truth(*a, cx) {
                Some(b) => {
                    let b = !b;
                    quote!(#b)
                }
                None => {
                    let a = self.expr(*a, cx);
                    quote!((!#a))
                }
            },
            Expr::And(a, b) => match (self.truth(*a, cx), self.truth(*b, cx)) {
                (Some(false), _) => quote!(false),
                (Some(true), _) => self.expr(*b, cx),
                (None, Some(true)) => self.expr(*a, cx),
                _ => {
                    let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                    quote!((#a && #b))
                }
            },
            Expr::Or(a, b) => match (self.truth(*a, cx), self.truth(*b, cx)) {
                (Some(true), _) => quote!(true),
                (Some(false), _) => self.expr(*b, cx),
                (None, Some(false)) => self.expr(*a, cx),
                _ => {
                    let (a, b) = (self.expr(*a, cx), self.expr(*b, cx));
                    quote!((#a || #b))
                }
            },
            Expr::If(c, a, b) => match self.truth(*c, cx) {
                Some(true) => self.expr(*a, cx),
                Some(false) => self.expr(*b, cx),
                None => {
                    let (c, a, b) = (self.expr(*c, cx), self.expr(*a, cx), self.expr(*b, cx));
                    quote!(if #c { #a } else { #b })
                }
            },
            Expr::Turn(side) => match cx.mover {
                Some(m) => {
                    let yes = m == *side;
                    quote!(#yes)
                }
                None => {
                    let side = side.index();
                    quote!((mover(&#now) == #side))
                }
            },
            Expr::CanMove { side, level, filter } => {
                if cx.has_move && filter.is_none() && cx.mover == Some(*side) {
                    return quote!(true);
                }
                let f = self.can_move(*side, *level, *filter);
                quote!(#f(&#now))
            }
            Expr::Throughout(fact, side) if cx.history => {
                let (fact, side) = (fact.index(), side.index());
                quote!(link::throughout(h, #fact, #side))
            }
            Expr::Throughout(..) => quote!(false),
            Expr::ThroughoutSquares(fact, side) if cx.history => {
                let (fact, side) = (fact.index(), side.index());
                quote!(link::throughout_squares::<S>(h, #fact, #side))
            }
            Expr::ThroughoutSquares(..) => quote!(S::NONE),
            Expr::Before(a) => {
                let cx = Cx { now: cx.old.clone(), ..cx.clone() };
                self.expr(*a, &cx)
            }
        }
    }

    /// The line from a square in a direction known while compiling, up to the first square outside of a set, that one
    /// included; and the set.
    fn clipped_ray(
        &mut self,
        from: ExprId,
        dir: ExprId,
        inside: ExprId,
        cx: &Cx,
    ) -> Option<(TokenStream, TokenStream)> {
        let Expr::Dir(d) = self.game.expr(dir) else { return None };
        crate::plan::elements::ascending(self.game, *d)?;
        let (table, up) = self.ray_table(*d, false);
        let q = self.expr(from, cx);
        if static_set(self.game, inside).is_some_and(|s| self.game.board.squares.is_subset(&s)) {
            return Some((quote!(#table[#q]), quote!(ALL)));
        }
        // Empty squares end at men: no second look at the set.
        if *self.game.expr(inside) == Expr::Empty {
            let now = &cx.now;
            let ray = if up { quote!(ray_up) } else { quote!(ray_down) };
            return Some((quote!(#table[#q].#ray(#now.occupied())), quote!(ALL.minus(#now.occupied()))));
        }
        let inside = self.expr(inside, cx);
        let ray = if up { quote!(ray_up) } else { quote!(ray_down) };
        Some((quote!(#table[#q].#ray(ALL.minus(#inside))), inside))
    }

    /// Do the squares of each of the eight lines ascend or descend?
    fn straight_lines(&self) -> bool {
        self.game.board.lines.len() == 8
            && self.game.board.lines.iter().all(|d| crate::plan::elements::ascending(self.game, *d).is_some())
    }

    /// What is known of a condition at this place.
    pub fn truth(&self, e: ExprId, cx: &Cx) -> Option<bool> {
        if let Some(b) = known(self.game, e) {
            return Some(b);
        }
        match self.game.expr(e) {
            Expr::Turn(s) => cx.mover.map(|m| m == *s),
            Expr::CanMove { side, filter: None, .. } if cx.has_move && cx.mover == Some(*side) => Some(true),
            Expr::By(gens) => cx.gen_id.map(|g| gens.contains(&g)),
            Expr::SameKind(a, b) => {
                let kind = |e: &ExprId| match self.game.expr(*e) {
                    Expr::Kind(k) => Some(*k),
                    Expr::Mover => cx.gen_id.map(|g| self.plan.gens[g.index()].kind),
                    _ => None,
                };
                Some(kind(a)? == kind(b)?)
            }
            Expr::KindIn(a, b) => match (self.game.expr(*a), self.game.expr(*b)) {
                (Expr::Mover, Expr::Kinds(ks)) => {
                    cx.gen_id.map(|g| self.plan.gens[g.index()].kind.is_some_and(|k| ks.contains(k)))
                }
                _ => None,
            },
            Expr::Not(a) => self.truth(*a, cx).map(|b| !b),
            Expr::And(a, b) => match (self.truth(*a, cx), self.truth(*b, cx)) {
                (Some(false), _) => Some(false),
                (Some(true), b) => b,
                (None, Some(false)) if !self.game_can_die(*a) => Some(false),
                _ => None,
            },
            Expr::Or(a, b) => match (self.truth(*a, cx), self.truth(*b, cx)) {
                (Some(true), _) => Some(true),
                (Some(false), b) => b,
                (None, Some(true)) if !self.game_can_die(*a) => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    fn some(&mut self, s: ExprId, cx: &Cx) -> TokenStream {
        let game = self.game;
        if let Expr::Attacked { of, by, side, without } = game.expr(s) {
            let of = self.expr(*of, cx);
            return self.any_attacked(of, *by, *side, *without, cx);
        }
        if let Expr::Meet(a, b) = game.expr(s) {
            for (hit, other) in [(a, b), (b, a)] {
                if let Expr::Attacked { of, by, side, without } = game.expr(*hit) {
                    let (of, other) = (self.expr(*of, cx), self.expr(*other, cx));
                    return self.any_attacked(quote!((#of & #other)), *by, *side, *without, cx);
                }
            }
        }
        let s = self.expr(s, cx);
        quote!((#s).some())
    }

    fn any_attacked(
        &mut self,
        of: TokenStream,
        by: ExprId,
        side: SideId,
        without: Option<ExprId>,
        cx: &Cx,
    ) -> TokenStream {
        if let Some(leaves) = self.leaving_royal(by, side, without, cx) {
            let plan = self.plan.sides[side.index()].clone();
            let safe = self.safe_squares(&plan);
            return quote!({ let path: S = #of; #safe(b, path, S::at(#leaves), 0, &mut fear) != path });
        }
        let outer = std::mem::replace(&mut self.dies, false);
        let one = self.attacked(quote!(s), by, side, without, cx);
        let dies = self.dies;
        self.dies |= outer;
        if dies {
            quote!({
                let mut hit = false;
                for s in (#of).iter() { if #one { hit = true; break; } }
                hit
            })
        } else {
            quote!((#of).iter().any(|s| #one))
        }
    }

    /// The square that the royal leaves, if the question is whether it would be attacked elsewhere.
    fn leaving_royal(&self, by: ExprId, side: SideId, without: Option<ExprId>, cx: &Cx) -> Option<proc_macro2::Ident> {
        let leaves = cx.royal_leaves?;
        let without = match self.game.expr(without?) {
            Expr::Just(q) => self.game.expr(*q),
            other => other,
        };
        let everybody = match self.game.expr(by) {
            Expr::Men { kinds, sides, flags } => {
                let enemies = self.game.enemies(side);
                flags.is_empty()
                    && enemies.minus(*sides).is_empty()
                    && (0..self.game.kinds.len() as u16).all(|k| kinds.contains(ferz_dsl::game::KindId(k)))
            }
            _ => false,
        };
        (everybody && matches!(without, Expr::Var(v) if *v == leaves)).then(|| id("v", leaves.index()))
    }

    /// `a` attacked, met with `b`: only the squares of `b` are asked.
    fn met_attack(&mut self, a: ExprId, b: ExprId, cx: &Cx) -> Option<TokenStream> {
        let Expr::Attacked { of, by, side, without } = self.game.expr(a) else { return None };
        let (of, b) = (self.expr(*of, cx), self.expr(b, cx));
        let one = self.attacked(quote!(s), *by, *side, *without, cx);
        Some(quote!({
            let mut hit = S::NONE;
            for s in (#of & #b).iter() { if #one { hit.add(s); } }
            hit
        }))
    }

    pub fn men(&mut self, kinds: KindSet, sides: SideSet, flags: &[(FlagId, bool)], now: &TokenStream) -> TokenStream {
        if kinds.is_empty() || sides.is_empty() {
            return quote!(S::NONE);
        }
        let owned = self.owned(sides, now);
        let all = (0..self.game.kinds.len() as u16).all(|k| kinds.contains(ferz_dsl::game::KindId(k)));
        let of = (!all).then(|| {
            let kinds = kinds.iter().map(|k| k.index());
            quote!((#(#now.kinds[#kinds])|*))
        });
        let with = self.flag_tests(flags, now);
        match (of, owned) {
            (Some(of), Some(owned)) => quote!((#of & #owned) #with),
            (Some(of), None) => quote!(#of #with),
            (None, Some(owned)) => quote!(#owned #with),
            (None, None) => quote!(#now.occupied() #with),
        }
    }

    /// Men of these sides; `None` for everybody.
    pub fn owned(&mut self, sides: SideSet, now: &TokenStream) -> Option<TokenStream> {
        if (0..self.game.sides.len() as u16).all(|s| sides.contains(SideId(s))) {
            return None;
        }
        let sides: Vec<usize> = sides.iter().map(|s| s.index()).collect();
        Some(if sides.is_empty() { quote!(S::NONE) } else { quote!((#(#now.sides[#sides])|*)) })
    }

    pub fn flag_tests(&mut self, flags: &[(FlagId, bool)], now: &TokenStream) -> TokenStream {
        let tests = flags.iter().map(|(f, on)| {
            let f = f.index();
            if *on { quote!(& #now.flags[#f]) } else { quote!(& ALL.minus(#now.flags[#f])) }
        });
        quote!(#(#tests)*)
    }

    pub fn royals(&mut self, sides: SideSet, cx: &Cx) -> TokenStream {
        let game = self.game;
        let mut parts = Vec::new();
        for side in sides.iter().filter(|s| s.index() < game.sides.len() - 1) {
            let mut always = KindSet::NONE;
            for (k, info) in game.kinds.iter().enumerate() {
                let k = ferz_dsl::game::KindId(k as u16);
                match info.royal.get(side.index()) {
                    Some(Royal::Yes) => always.insert(k),
                    Some(Royal::When(when)) => {
                        let men = self.men(KindSet::one(k), SideSet::one(side), &[], &cx.now);
                        let when = self.expr(*when, cx);
                        parts.push(quote!((#men).when(#when)));
                    }
                    Some(Royal::No) | None => {}
                }
            }
            if !always.is_empty() {
                let men = self.men(always, SideSet::one(side), &[], &cx.now);
                parts.push(quote!((#men)));
            }
        }
        if parts.is_empty() { quote!(S::NONE) } else { quote!((#(#parts)|*)) }
    }

    /// An iterator over a domain.
    pub fn domain(&mut self, over: &Domain, cx: &Cx) -> TokenStream {
        match over {
            Domain::Squares(e) => {
                let s = self.expr(*e, cx);
                quote!((#s).iter())
            }
            Domain::Kinds(e) => {
                let k = self.kinds(*e, cx);
                quote!(link::kinds(#k))
            }
            Domain::Dirs(dirs) => {
                let dirs = dirs.iter().map(|d| d.index());
                quote!([#(#dirs),*])
            }
            Domain::Files => {
                let n = i64::from(self.game.board.files);
                quote!(0..#n)
            }
            Domain::Ints(a, b) => quote!(#a..=#b),
        }
    }

    /// A kind or a set of kinds as a set.
    pub fn kinds(&mut self, e: ExprId, cx: &Cx) -> TokenStream {
        let k = self.expr(e, cx);
        match type_of(self.game, e) {
            Ty::Kinds => k,
            _ => quote!(link::one_kind(#k)),
        }
    }

    /// The entry of a cell among the integers of a store, as `usize`; one past the end for an index it has not.
    pub fn cell_index(&mut self, c: ferz_dsl::game::CellId, index: Option<ExprId>, cx: &Cx) -> TokenStream {
        let spot = &self.plan.cells[c.index()];
        let (offset, len) = (spot.offset, spot.len);
        match (&self.game.cells[c.index()].index, index) {
            (CellIndex::Kinds(kinds), Some(e)) => {
                let kinds = kinds.iter().map(|k| i32::from(k.0));
                let e = self.expr(e, cx);
                quote!(link::index_of_kind(#offset, &[#(#kinds),*], #e))
            }
            (CellIndex::One, _) | (_, None) => quote!(#offset),
            (CellIndex::File | CellIndex::Side, Some(e)) => {
                let e = self.expr(e, cx);
                quote!(link::index_of(#offset, #len, #e))
            }
        }
    }
}
