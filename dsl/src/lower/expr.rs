//! Expressions: from the tree as written to `game::Expr`.

use super::Lowerer;
use super::scope::{Failed, Low, Place, Scope, Ty, Val};
use crate::ast::{self, ExprKind, Join, RankWhich, SideWord, Whose};
use crate::diagnostics::Diagnostic;
use crate::game::{Arith, Cmp, Domain, Expr, ExprId, FactKind, Level, SideId, SideSet, SquareSet, VarId};
use crate::source::Span;

impl Lowerer<'_> {
    // ---- by wanted type

    pub fn bool(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(id, Ty::Bool) => Ok(id),
            v @ Val::Expr(_, Ty::Set | Ty::Maybe | Ty::Kinds | Ty::Kind) => {
                let text = self.sources.text(e.span).trim().to_string();
                self.diags.push(
                    Diagnostic::error("E0205", format!("`{text}` is {}; a condition is needed", v.words()))
                        .label(e.span, "true or false?")
                        .help(format!("`some {text}`, `no {text}` or `count {text}`")),
                );
                Err(Failed)
            }
            v => self.mismatch(e.span, &v, "a condition"),
        }
    }

    pub fn int(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(id, Ty::Int | Ty::File | Ty::Row) => Ok(id),
            Val::Expr(id, Ty::Bool) => {
                let (one, zero) = (self.x.int(1), self.x.int(0));
                Ok(self.x.add(Expr::If(id, one, zero)))
            }
            v => self.mismatch(e.span, &v, "a number"),
        }
    }

    pub fn set(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        let v = self.value(e, sc)?;
        self.as_set(e.span, v, sc)
    }

    pub fn square(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        let v = self.value(e, sc)?;
        self.as_square(e.span, v)
    }

    /// One square, where a step may take the only member of a description (`move Duck to pond`).
    pub fn lone(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            v @ Val::Expr(_, Ty::Set | Ty::Kind | Ty::Kinds) => {
                let s = self.as_set(e.span, v, sc)?;
                Ok(self.x.the(s))
            }
            v => self.as_square(e.span, v),
        }
    }

    /// A kind (K).
    pub fn kind_expr(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(id, Ty::Kind) => Ok(id),
            Val::Expr(id, Ty::Kinds) => match self.x.get(id) {
                Expr::Kinds(k) if k.len() == 1 => {
                    let k = k.iter().next();
                    Ok(self.x.kind(k))
                }
                _ => self.mismatch(e.span, &Val::Expr(id, Ty::Kinds), "one kind of piece"),
            },
            v => self.mismatch(e.span, &v, "a kind of piece"),
        }
    }

    /// A kind or a set of kinds (K or KS).
    pub fn kinds_expr(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(id, Ty::Kind | Ty::Kinds) => Ok(id),
            v => self.mismatch(e.span, &v, "a kind of piece"),
        }
    }

    /// Constant kinds.
    pub fn kind_set(&mut self, e: &ast::Expr, sc: &Scope) -> Low<crate::game::KindSet> {
        let id = self.kinds_expr(e, sc)?;
        self.constant_kinds(id).ok_or(Failed).inspect_err(|_| {
            self.diags.push(
                Diagnostic::error("E0210", "these kinds must be known before play")
                    .label(e.span, "changes during play"),
            );
        })
    }

    pub fn constant_kinds(&self, id: ExprId) -> Option<crate::game::KindSet> {
        match self.x.get(id) {
            Expr::Kind(k) => Some(k.iter().copied().collect()),
            Expr::Kinds(s) => Some(*s),
            _ => None,
        }
    }

    pub fn mismatch<T>(&mut self, span: Span, v: &Val, wanted: &str) -> Low<T> {
        self.diags.push(
            Diagnostic::error("E0201", format!("{wanted} is needed here"))
                .label(span, format!("this is {}", v.words()))
                .help(remedy(wanted)),
        );
        Err(Failed)
    }

    pub fn as_set(&mut self, span: Span, v: Val, _sc: &Scope) -> Low<ExprId> {
        match v {
            Val::Expr(id, Ty::Set | Ty::Maybe) => Ok(id),
            Val::Expr(id, Ty::Square) => Ok(self.x.just(id)),
            Val::Expr(id, Ty::Kind | Ty::Kinds) => {
                let sides = self.all_sides();
                Ok(self.men_of(id, sides, Vec::new()))
            }
            Val::Expr(id, Ty::File) => Ok(self.x.add(Expr::FileSquares(id))),
            Val::Expr(id, Ty::Row) => Ok(self.x.add(Expr::RankSquares(id))),
            v => self.mismatch(span, &v, "a set of squares"),
        }
    }

    pub fn as_square(&mut self, span: Span, v: Val) -> Low<ExprId> {
        match v {
            Val::Expr(id, Ty::Square) => Ok(id),
            Val::Expr(id, Ty::Maybe) => Ok(self.x.the(id)),
            Val::Expr(id, Ty::Set) => {
                if self.x.constant(id).is_some_and(|s| s.len() == 1) {
                    return Ok(self.x.the(id));
                }
                let text = self.sources.text(span).trim().to_string();
                self.diags.push(
                    Diagnostic::error("E0219", format!("`{text}` may be several squares"))
                        .label(span, "one square is needed here")
                        .help(format!("`the ({text})` if it is always one, or `choose spot in {text}`")),
                );
                Err(Failed)
            }
            v => self.mismatch(span, &v, "a square"),
        }
    }

    /// Men of a kind or kinds, constant or not.
    pub fn men_of(&mut self, kinds: ExprId, sides: SideSet, flags: Vec<(crate::game::FlagId, bool)>) -> ExprId {
        match self.constant_kinds(kinds) {
            Some(k) => self.x.men(k, sides, flags),
            None => self.x.add(Expr::MenOf { kinds, sides, flags }),
        }
    }

    // ---- any type

    pub fn value(&mut self, e: &ast::Expr, sc: &Scope) -> Low<Val> {
        let set = |id| Ok(Val::Expr(id, Ty::Set));
        let truth = |id| Ok(Val::Expr(id, Ty::Bool));
        // Definitions with arguments multiply when they ask each other: told once, at the end.
        if self.budget == 0 {
            return Err(Failed);
        }
        self.budget -= 1;
        match &e.kind {
            ExprKind::Or(list) => self.fold_bools(list, sc, false),
            ExprKind::And(list) => self.fold_bools(list, sc, true),
            ExprKind::Not(inner) => {
                let b = self.bool(inner, sc)?;
                truth(self.x.not(b))
            }
            ExprKind::Relation { left, relation, right } => self.relation(left, *relation, right, sc),
            ExprKind::Arith { op, left, right } => {
                let (a, b) = (self.int(left, sc)?, self.int(right, sc)?);
                let op = match op {
                    '+' => Arith::Add,
                    '-' => Arith::Sub,
                    _ => Arith::Mul,
                };
                let id = match (self.x.get(a), self.x.get(b)) {
                    (Expr::Int(x), Expr::Int(y)) => {
                        let n = match op {
                            Arith::Add => x.saturating_add(*y),
                            Arith::Sub => x.saturating_sub(*y),
                            Arith::Mul => x.saturating_mul(*y),
                        };
                        self.x.int(n)
                    }
                    _ => self.x.add(Expr::Arith(op, a, b)),
                };
                Ok(Val::Expr(id, Ty::Int))
            }
            ExprKind::Join { join, left, right } => self.join(*join, left, right, sc),
            ExprKind::List(items) => self.list(e, items, sc),
            // `players` is kept as a number; to count them gives it.
            ExprKind::Count(inner) if matches!(&inner.kind, ExprKind::Name(n) if n.value == "players") => {
                self.value(inner, sc)
            }
            ExprKind::Count(inner) => {
                let s = self.set(inner, sc)?;
                Ok(Val::Expr(self.x.add(Expr::Count(s)), Ty::Int))
            }
            ExprKind::Some(inner) => {
                let s = self.some_of(inner, sc)?;
                truth(s)
            }
            ExprKind::No(inner) => {
                let s = self.some_of(inner, sc)?;
                truth(self.x.not(s))
            }
            ExprKind::The(inner) => {
                let s = self.set(inner, sc)?;
                Ok(Val::Expr(self.x.the(s), Ty::Square))
            }
            ExprKind::From | ExprKind::To => {
                let from = matches!(e.kind, ExprKind::From);
                if !sc.run.walk {
                    return self.no_run_name(if from { "from" } else { "to" }, e.span, sc);
                }
                Ok(Val::Expr(self.x.add(if from { Expr::From } else { Expr::To }), Ty::Square))
            }
            ExprKind::CanMove { side, could, filter } => self.can_move(e, *side, *could, filter.as_deref(), sc),
            ExprKind::Throughout(inner) => self.throughout(e, inner, sc),
            ExprKind::Was(inner) => match self.value(inner, sc)? {
                Val::Expr(id, ty) => {
                    if !sc.run.run && !sc.run.victim {
                        return self.no_run_name("was", e.span, sc);
                    }
                    Ok(Val::Expr(self.x.before(id), ty))
                }
                v => Ok(v),
            },
            ExprKind::By(label) => {
                let gens = self.gens_by_label(label, sc)?;
                if !sc.run.run {
                    return self.no_run_name("by", e.span, sc);
                }
                truth(self.x.add(Expr::By(gens)))
            }
            ExprKind::SeenFrom { from, going } => {
                let (from, dir) = (self.square(from, sc)?, self.dir(going, sc)?);
                let inside = self.x.add(Expr::Empty);
                let (k, s) = (self.all_kinds(), self.all_sides());
                let men = self.x.men(k, s, vec![]);
                let stop = self.x.add(Expr::Stop { from, dir, inside });
                Ok(Val::Expr(self.x.meet(stop, men), Ty::Maybe))
            }
            ExprKind::StepFrom { from, going } => {
                let (from, dir) = (self.square(from, sc)?, self.dir(going, sc)?);
                Ok(Val::Expr(self.x.add(Expr::Step(from, dir)), Ty::Maybe))
            }
            ExprKind::Behind(inner) => {
                let s = self.set(inner, sc)?;
                if let Expr::Run { from, dir, inside } = *self.x.get(s) {
                    return Ok(Val::Expr(self.x.add(Expr::Stop { from, dir, inside }), Ty::Maybe));
                }
                self.diags.push(
                    Diagnostic::error("E0211", "`behind` needs a run")
                        .label(inner.span, "this is another set")
                        .help("`behind (run of ... from ... going ...)`"),
                );
                Err(Failed)
            }
            ExprKind::Reach { movement, from } => {
                let from = self.square(from, sc)?;
                let walks = self.bare_walks(movement, sc)?;
                set(self.x.add(Expr::Reach { walks, from, side: sc.me }))
            }
            ExprKind::Run { inside, from, going } => {
                let inside = self.set(inside, sc)?;
                let (from, dir) = (self.square(from, sc)?, self.dir(going, sc)?);
                set(self.x.add(Expr::Run { from, dir, inside }))
            }
            ExprKind::Gather { value, name, over, filter } => {
                let (domain, ty) = self.domain(over, sc)?;
                let var = self.x.var(&name.value, Self::var_type(ty));
                let inner = self.with_var(sc, name, var, ty);
                let when = filter.as_ref().map(|f| self.bool(f, &inner)).transpose()?;
                let v = self.value(value, &inner)?;
                if let Val::Expr(id, Ty::Int) = v {
                    return Ok(Val::Expr(self.x.add(Expr::Sum { var, over: domain, body: id }), Ty::Int));
                }
                let body = self.as_set(value.span, v, &inner)?;
                set(self.x.add(Expr::Gather { var, over: domain, when, body }))
            }
            ExprKind::Between(a, b) => {
                let (a, b) = (self.square(a, sc)?, self.square(b, sc)?);
                set(self.x.add(Expr::Between(a, b)))
            }
            ExprKind::DeadSquares(kind) => {
                let kind = self.kind_expr(kind, sc)?;
                set(self.x.add(Expr::Dead { kind, side: sc.me }))
            }
            ExprKind::SameColor(inner) => {
                let q = self.square(inner, sc)?;
                set(self.x.add(Expr::SameColor(q)))
            }
            ExprKind::Rank { which, of } => {
                let side = match of {
                    None => sc.me,
                    Some(Whose::Word(w)) => {
                        let sides = self.side_word(*w, sc);
                        match sides.iter().next() {
                            Some(s) if sides.len() == 1 => s,
                            _ => {
                                self.diags.push(
                                    Diagnostic::error("E0212", "a rank is seen by one side")
                                        .label(e.span, "several sides here"),
                                );
                                return Err(Failed);
                            }
                        }
                    }
                    Some(Whose::Side(n)) => self.side(n)?,
                };
                self.rank(e, which, side)
            }
            ExprKind::File(inner) => self.file(e, inner),
            ExprKind::Square(text) => match self.graph.named(text) {
                Some(s) => Ok(Val::Expr(self.x.square(s), Ty::Square)),
                None => self.off_board(e.span, text),
            },
            ExprKind::Rect(a, b) => {
                let (Some(p), Some(q)) = (self.graph.named(a), self.graph.named(b)) else {
                    let bad = if self.graph.named(a).is_none() { a } else { b };
                    return self.off_board(e.span, bad);
                };
                let g = &self.graph;
                let span = |x: u8, y: u8| x.min(y)..=x.max(y);
                let (files, ranks) = (span(g.file(p), g.file(q)), span(g.rank(p), g.rank(q)));
                let squares: SquareSet =
                    g.squares.iter().filter(|s| files.contains(&g.file(*s)) && ranks.contains(&g.rank(*s))).collect();
                set(self.x.squares(squares))
            }
            ExprKind::Int(n) => Ok(Val::Expr(self.x.int(*n), Ty::Int)),
            ExprKind::Text(t) => Ok(Val::Text(ast::Text::new(
                t.clone(),
                Span { start: e.span.start + 1, end: e.span.end.saturating_sub(1), ..e.span },
            ))),
            ExprKind::Described(d) => self.described(d, sc),
            ExprKind::SideOf { side, of } => {
                let sides = self.side_word(*side, sc);
                if let ExprKind::Kinds(k) = &of.kind {
                    let kinds = self.kinds_const(k)?;
                    return set(self.x.men(kinds, sides, vec![]));
                }
                match self.value(of, sc)? {
                    Val::Expr(id, Ty::Kind | Ty::Kinds) => set(self.men_of(id, sides, vec![])),
                    v => {
                        let s = self.as_set(of.span, v, sc)?;
                        let k = self.all_kinds();
                        let men = self.x.men(k, sides, vec![]);
                        set(self.x.meet(men, s))
                    }
                }
            }
            ExprKind::Kinds(k) => {
                let kinds = self.kinds_const(k)?;
                if k.list.len() == 1 {
                    return Ok(Val::Expr(self.x.kind(kinds.iter().next()), Ty::Kind));
                }
                Ok(Val::Expr(self.x.add(Expr::Kinds(kinds)), Ty::Kinds))
            }
            ExprKind::Call { name, args } => self.call(e, name, args, sc),
            ExprKind::Dotted { rule, name } => self.dotted(rule, name, sc),
            ExprKind::Of { name, of } => self.of(name, of, sc),
            ExprKind::Name(n) => self.name(n, sc),
        }
    }

    fn fold_bools(&mut self, list: &[ast::Expr], sc: &Scope, all: bool) -> Low<Val> {
        let mut out: Option<ExprId> = None;
        let mut failed = None;
        for e in list {
            match self.bool(e, sc) {
                Ok(b) => {
                    out = Some(match out {
                        None => b,
                        Some(a) if all => self.x.and(a, b),
                        Some(a) => self.x.or(a, b),
                    });
                }
                Err(f) => failed = Some(f),
            }
        }
        match (failed, out) {
            (Some(f), _) => Err(f),
            (None, Some(id)) => Ok(Val::Expr(id, Ty::Bool)),
            (None, None) => Ok(Val::Expr(self.x.bool(all), Ty::Bool)),
        }
    }

    /// `some X`: X a set, or a boolean quantity that a gather made.
    fn some_of(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        let v = self.value(e, sc)?;
        if let Val::Expr(id, Ty::Kinds) = v
            && matches!(self.x.get(id), Expr::Hand(_))
        {
            let var = self.x.var("kind", crate::game::VarType::Kind);
            let k = self.x.add(Expr::Var(var));
            let Expr::Hand(side) = *self.x.get(id) else { return Err(Failed) };
            let n = self.x.add(Expr::InHand(side, k));
            let all = self.all_kinds();
            let over = self.x.add(Expr::Kinds(all));
            let sum = self.x.add(Expr::Sum { var, over: Domain::Kinds(over), body: n });
            let zero = self.x.int(0);
            return Ok(self.x.compare(Cmp::Less, zero, sum));
        }
        let s = self.as_set(e.span, v, sc)?;
        Ok(self.x.some(s))
    }

    fn list(&mut self, e: &ast::Expr, items: &[ast::Expr], sc: &Scope) -> Low<Val> {
        let mut vals = Vec::new();
        for i in items {
            vals.push(self.value(i, sc)?);
        }
        if vals.is_empty() {
            return Ok(Val::Expr(self.x.squares(SquareSet::NONE), Ty::Set));
        }
        if vals.iter().all(|v| matches!(v, Val::Expr(_, Ty::Kind | Ty::Kinds))) {
            let mut kinds = crate::game::KindSet::NONE;
            for (v, i) in vals.iter().zip(items) {
                let Val::Expr(id, _) = v else { continue };
                let Some(k) = self.constant_kinds(*id) else {
                    return self.mismatch(i.span, v, "a kind known before play");
                };
                kinds = kinds.union(k);
            }
            return Ok(Val::Expr(self.x.add(Expr::Kinds(kinds)), Ty::Kinds));
        }
        if vals.iter().all(|v| matches!(v, Val::Expr(_, Ty::Dir) | Val::Dirs(_))) {
            let mut dirs = Vec::new();
            for v in &vals {
                match v {
                    Val::Dirs(d) => dirs.extend(d),
                    Val::Expr(id, _) => match self.x.get(*id) {
                        Expr::Dir(d) => dirs.push(*d),
                        _ => return self.mismatch(e.span, v, "a direction known before play"),
                    },
                    _ => {}
                }
            }
            return Ok(Val::Dirs(dirs));
        }
        let mut out = self.x.squares(SquareSet::NONE);
        for (v, i) in vals.into_iter().zip(items) {
            let s = self.as_set(i.span, v, sc)?;
            out = self.x.union(out, s);
        }
        Ok(Val::Expr(out, Ty::Set))
    }

    fn join(&mut self, join: Join, left: &ast::Expr, right: &ast::Expr, sc: &Scope) -> Low<Val> {
        let set = |id| Ok(Val::Expr(id, Ty::Set));
        match join {
            Join::On => {
                // A place of at most one square stays one when something is asked of it.
                let l = self.value(left, sc)?;
                let ty = if matches!(l, Val::Expr(_, Ty::Maybe)) { Ty::Maybe } else { Ty::Set };
                let a = self.as_set(left.span, l, sc)?;
                let b = self.set(right, sc)?;
                Ok(Val::Expr(self.x.meet(a, b), ty))
            }
            Join::Plus => {
                let (l, r) = (self.value(left, sc)?, self.value(right, sc)?);
                let (a, b) = (self.as_set(left.span, l, sc)?, self.as_set(right.span, r, sc)?);
                set(self.x.union(a, b))
            }
            Join::Except => {
                let (a, b) = (self.set(left, sc)?, self.set(right, sc)?);
                set(self.x.minus(a, b))
            }
            Join::AttackedBy => {
                let (of, by) = (self.set(left, sc)?, self.set(right, sc)?);
                set(self.x.add(Expr::Attacked { of, by, side: sc.me, without: None }))
            }
            Join::Ignoring => {
                let (l, z) = (self.set(left, sc)?, self.set(right, sc)?);
                match *self.x.get(l) {
                    Expr::Attacked { of, by, side, without: None } => {
                        set(self.x.add(Expr::Attacked { of, by, side, without: Some(z) }))
                    }
                    _ => {
                        self.diags.push(
                            Diagnostic::error("E0213", "`ignoring` belongs to `attacked by`")
                                .label(right.span, "nothing is attacked here")
                                .help("`X attacked by enemy ignoring Y`"),
                        );
                        Err(Failed)
                    }
                }
            }
            Join::Beside => {
                let (a, b) = (self.set(left, sc)?, self.set(right, sc)?);
                let near = self.x.add(Expr::Neighbours(b));
                set(self.x.meet(a, near))
            }
        }
    }

    fn can_move(
        &mut self,
        e: &ast::Expr,
        side: Option<SideWord>,
        could: bool,
        filter: Option<&ast::Expr>,
        sc: &Scope,
    ) -> Low<Val> {
        let level = match sc.place {
            Place::Judge => Level::Safe,
            Place::Outcome if could => Level::Safe,
            Place::Outcome => Level::Best,
            Place::Rules => {
                self.diags.push(
                    Diagnostic::error("E0401", "`can move` is asked where moves are still being made")
                        .label(e.span, "not known yet")
                        .help("ask it after `leaving`, or in an outcome"),
                );
                return Err(Failed);
            }
        };
        let sides = side.map_or(SideSet::one(sc.me), |w| self.side_word(w, sc));
        let mut out = None;
        for s in sides.iter() {
            let filter = match filter {
                None => None,
                Some(f) => {
                    let mut inner = sc.clone();
                    inner.me = s;
                    inner.run = super::scope::RunNames { walk: true, run: true, ..Default::default() };
                    inner.place = Place::Rules;
                    // `own` in the filter is still the owner of the rule; only the move's names are the mover's.
                    inner.me = sc.me;
                    Some(self.bool(f, &inner)?)
                }
            };
            let can = self.x.add(Expr::CanMove { side: s, level, filter });
            out = Some(out.map_or(can, |o| self.x.or(o, can)));
        }
        let id = out.unwrap_or_else(|| self.x.bool(false));
        Ok(Val::Expr(id, Ty::Bool))
    }

    fn throughout(&mut self, e: &ast::Expr, inner: &ast::Expr, sc: &Scope) -> Low<Val> {
        if sc.place != Place::Outcome {
            self.diags.push(
                Diagnostic::error("E0403", "history may be asked in outcomes only")
                    .label(e.span, "decides which moves exist here"),
            );
            return Err(Failed);
        }
        let mut run = sc.clone();
        run.run.run = true;
        let v = self.value(inner, &run)?;
        let (kind, value) = match v {
            Val::Expr(id, Ty::Bool) => (FactKind::Bool, id),
            v => (FactKind::Squares, self.as_set(inner.span, v, sc)?),
        };
        let fact = crate::game::Fact { kind, side: sc.me, value };
        let at = self.facts.iter().position(|f| *f == fact).unwrap_or_else(|| {
            self.facts.push(fact);
            self.facts.len() - 1
        });
        let f = crate::game::FactId(at as u16);
        Ok(match kind {
            FactKind::Bool => Val::Expr(self.x.add(Expr::Throughout(f, sc.me)), Ty::Bool),
            FactKind::Squares => Val::Expr(self.x.add(Expr::ThroughoutSquares(f, sc.me)), Ty::Set),
        })
    }

    /// A direction (D).
    pub fn dir(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(id, Ty::Dir) => Ok(id),
            v => self.mismatch(e.span, &v, "a direction"),
        }
    }

    /// What `choose`, `for each` and `gather` run through, and the type of their variable.
    pub fn domain(&mut self, e: &ast::Expr, sc: &Scope) -> Low<(Domain, Ty)> {
        match self.value(e, sc)? {
            Val::Dirs(d) => Ok((Domain::Dirs(d), Ty::Dir)),
            Val::Files => Ok((Domain::Files, Ty::File)),
            Val::Expr(id, Ty::Kinds | Ty::Kind) => Ok((Domain::Kinds(id), Ty::Kind)),
            Val::Expr(id, Ty::Dir) if matches!(self.x.get(id), Expr::Dir(_)) => {
                let Expr::Dir(d) = *self.x.get(id) else { return Err(Failed) };
                Ok((Domain::Dirs(vec![d]), Ty::Dir))
            }
            v => {
                let s = self.as_set(e.span, v, sc)?;
                Ok((Domain::Squares(s), Ty::Square))
            }
        }
    }

    pub fn with_var(&mut self, sc: &Scope, name: &ast::Name, var: VarId, ty: Ty) -> Scope {
        let id = self.x.add(Expr::Var(var));
        let mut inner = sc.clone();
        inner.bind(&name.value, Val::Expr(id, ty));
        inner
    }

    fn rank(&mut self, e: &ast::Expr, which: &RankWhich, side: SideId) -> Low<Val> {
        let depth = self.depth(side);
        let n = match which {
            RankWhich::First => 1,
            RankWhich::Last => depth,
            RankWhich::Number(n) => *n,
        };
        if n == 0 || n > depth {
            self.diags.push(
                Diagnostic::error("E0214", format!("there is no rank {n}"))
                    .label(e.span, format!("the board has ranks 1 to {depth}")),
            );
            return Err(Failed);
        }
        let last = self.graph.hexagons && matches!(which, RankWhich::Last);
        let here = |s: crate::game::Sq| {
            if last { !self.ahead(s, side) } else { self.seen_rank(s, side) == n - 1 }
        };
        let squares = self.graph.squares.iter().filter(|s| here(*s)).collect();
        Ok(Val::Expr(self.x.squares(squares), Ty::Set))
    }

    fn file(&mut self, e: &ast::Expr, inner: &ast::Expr) -> Low<Val> {
        let index = match &inner.kind {
            ExprKind::Name(n) if n.value.len() == 1 => {
                n.value.bytes().next().and_then(|b| self.graph.file_of_letter(b)).map(u32::from)
            }
            ExprKind::Int(n) => u32::try_from(*n - 1).ok(),
            _ => None,
        };
        match index.filter(|i| *i < u32::from(self.graph.files)) {
            Some(i) => {
                let squares = self.graph.squares.iter().filter(|s| u32::from(self.graph.file(*s)) == i).collect();
                Ok(Val::Expr(self.x.squares(squares), Ty::Set))
            }
            None => {
                let last = self.graph.file_letter(self.graph.files - 1);
                self.diags.push(
                    Diagnostic::error("E0215", "the board has no such file")
                        .label(e.span, format!("files go from a to {last}"))
                        .help("`file e`; for the file of a square write `file of x`"),
                );
                Err(Failed)
            }
        }
    }

    pub fn off_board(&mut self, span: Span, square: &str) -> Low<Val> {
        let (f, r) = (self.graph.files, self.graph.ranks);
        self.diags.push(
            Diagnostic::error("E0216", format!("`{square}` is not on the board"))
                .label(span, format!("the board is {f}x{r}")),
        );
        Err(Failed)
    }
}

/// What to write where something of this type is wanted.
fn remedy(wanted: &str) -> String {
    match wanted {
        "a condition" => "for example `some own King`, `count own Pawn at least 2` or `to in last rank`".into(),
        "a number" => "for example `3`, `count own Pawn` or `distance(from, to)`".into(),
        "a set of squares" => "for example `own Rook`, `first rank`, `d4..e5` or `empty on file e`".into(),
        "a square" => "for example `e4`, `to` or `the own King`".into(),
        "a direction" => "`forward`, `back`, `left`, `right`, or `north`, `east`, `south`, `west`".into(),
        "a file" => "for example `file of to`".into(),
        _ if wanted.contains("kind") => "the name of a piece line, or `nothing`".into(),
        _ => format!("write {wanted} here"),
    }
}
