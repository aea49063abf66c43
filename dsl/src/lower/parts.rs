//! What takes moves away, follows them and ends games: guards, judges, preferences, handlers, hooks, outcomes.
//!
//! A part is lowered once for each move that it concerns, because the names in it (choices of an action, of a handler)
//! belong to that move; equal results share one entry.

use super::Lowerer;
use super::describe::Desc;
use super::scope::{Bound, Failed, Low, Place, RunNames, Scope, Ty, Val};
use crate::assemble::BundleId;
use crate::ast::{self, AfterBy, AfterWhat, ItemKind, ResultWord};
use crate::diagnostics::Diagnostic;
use crate::game::{
    CaptureHook, Cell, CellIndex, CellOp, CellType, Cmp, Expr, ExprId, GenBody, GenId, Guard, GuardId, GuardPoint,
    Handler, HandlerId, HookId, Judge, JudgeId, Moment, Outcome, OutcomeCopy, Prefer, ResultExpr, Role, SideId,
    SideSet, Step, TurnHook, VarId,
};
use crate::source::Span;

impl Lowerer<'_> {
    pub(super) fn lower_parts(&mut self) {
        let order = self.bundle_order();
        for (what, settled) in [(AfterWhat::Move, false), (AfterWhat::MoveSettled, true)] {
            self.handlers_of(what, settled, &order);
        }
        self.capture_parts(&order);
        self.moments(&order);
        self.bites();
        for b in order.iter().copied() {
            for item in &self.asm.bundles[b].items.clone() {
                match &item.kind {
                    ItemKind::Forbid(f) => self.forbid(b, item.span, f),
                    ItemKind::Prefer(p) => self.prefer(b, item.span, p),
                    _ => {}
                }
            }
        }
        self.outcomes_of(&order);
        self.grants(&order);
    }

    /// Bundles in order of use.
    fn bundle_order(&self) -> Vec<usize> {
        (0..self.asm.bundles.len()).collect()
    }

    fn me(&self, b: usize) -> SideId {
        SideId(self.asm.bundles[b].side as u16)
    }

    fn rule_name(&self, b: usize) -> Option<String> {
        self.asm.bundles[b].alias.clone().or(self.asm.bundles[b].rule.clone())
    }

    fn run_names(&self, g: GenId) -> RunNames {
        RunNames { walk: matches!(self.gens[g.index()].body, GenBody::Walk { .. }), run: true, victim: false }
    }

    /// The names that a part about this move may use: those of its block or action, and of its handlers.
    fn scope_of(&mut self, b: usize, g: GenId, place: Place, handlers: bool) -> Scope {
        let mut sc = Scope::new(self.me(b), Some(BundleId(b)), place).run(self.run_names(g));
        let mut names = self.skeletons[g.index()].bound.names.clone();
        if handlers {
            let gen_ = &self.gens[g.index()];
            for h in gen_.after.iter().chain(&gen_.settled) {
                names.extend(self.handler_names[h.index()].names.clone());
            }
        }
        for (name, var, ty) in names {
            let id = self.x.add(Expr::Var(var));
            sc.bind(&name, Val::Expr(id, ty));
        }
        sc
    }

    /// The part of a description that must be asked of the man that moves: its flags and places.
    fn mover_test(&mut self, d: &Desc) -> Option<ExprId> {
        if d.flags.is_empty() && d.sets.is_empty() && d.kinds_var.is_none() {
            return None;
        }
        let set = self.desc_set(d);
        let from = self.x.add(Expr::From);
        let one = self.x.just(from);
        let inside = self.x.subset(one, set);
        Some(self.x.before(inside))
    }

    // ---- after move, after move settled

    fn handlers_of(&mut self, what: AfterWhat, settled: bool, order: &[usize]) {
        for g in 0..self.gens.len() {
            let g = GenId(g as u16);
            let mover = self.gens[g.index()].side;
            // The mover's rules first, then those of the others.
            let own: Vec<usize> = order.iter().copied().filter(|b| self.me(*b) == mover).collect();
            let others: Vec<usize> = order.iter().copied().filter(|b| self.me(*b) != mover).collect();
            for b in own.into_iter().chain(others) {
                for (i, item) in self.asm.bundles[b].items.iter().enumerate() {
                    let ItemKind::After(a) = &item.kind else { continue };
                    if a.what == what {
                        self.handler((b, i), item.span, a, g, settled);
                    }
                }
            }
        }
    }

    fn handler(&mut self, (b, item): (usize, usize), span: Span, a: &ast::After, g: GenId, settled: bool) {
        let me = self.me(b);
        let sc = Scope::new(me, Some(BundleId(b)), Place::Rules);
        if let Some(AfterBy::Label(l)) = &a.by
            && self.know_label(l, &sc).is_err()
        {
            return;
        }
        let d = match &a.of {
            Some(d) => match self.desc(d, &sc) {
                Ok(d) => Some(d),
                Err(Failed) => return,
            },
            None => None,
        };
        match &d {
            Some(d) if !self.concerns(d, g) => return,
            None if self.gens[g.index()].side != me => return,
            _ => {}
        }
        match &a.by {
            Some(AfterBy::Label(l)) if !self.has_label(g, l) => return,
            Some(AfterBy::Piece(p)) => {
                let Ok(by) = self.desc(p, &sc) else { return };
                if !self.concerns(&by, g) {
                    return;
                }
            }
            _ => {}
        }
        let key = (b, item, self.names_key(g));
        let made = match self.handler_memo.get(&key) {
            Some(made) => *made,
            None => {
                let made = self.make_handler(b, span, a, g, d.as_ref());
                self.handler_memo.insert(key, made);
                made
            }
        };
        let Some(id) = made else { return };
        let gen_ = &mut self.gens[g.index()];
        if settled {
            gen_.settled.push(id);
        } else {
            gen_.after.push(id);
        }
    }

    /// Moves that offer the same names to a part share its lowered form: all walks without a block, and each action.
    fn names_key(&self, g: GenId) -> Option<GenId> {
        let plain = self.skeletons[g.index()].kind.is_some() && self.skeletons[g.index()].bound.names.is_empty();
        (!plain).then_some(g)
    }

    fn make_handler(&mut self, b: usize, span: Span, a: &ast::After, g: GenId, d: Option<&Desc>) -> Option<HandlerId> {
        let sc = self.scope_of(b, g, Place::Rules, false);
        let mover_test = d.and_then(|d| self.mover_test(d));
        let mut bound = Bound::default();
        let lowered = self.if_applicable(|l| {
            let filter = a.filter.as_ref().map(|f| l.bool(f, &sc)).transpose()?;
            let body = l.steps(&a.steps, &sc, &mut bound)?;
            Ok((filter, body))
        });
        let Ok(Some((filter, body))) = lowered else { return None };
        let when = self.both(mover_test, filter);
        if when.is_some_and(|w| *self.x.get(w) == Expr::Bool(false)) {
            return None;
        }
        let when = when.filter(|w| *self.x.get(*w) != Expr::Bool(true));
        let origin = self.origin(self.rule_name(b).as_deref(), span);
        self.handlers.push(Handler { owner: self.me(b), when, may: a.may, body, origin });
        self.handler_names.push(bound);
        Some(HandlerId(self.handlers.len() as u16 - 1))
    }

    fn both(&mut self, a: Option<ExprId>, b: Option<ExprId>) -> Option<ExprId> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.x.and(a, b)),
            (a, b) => a.or(b),
        }
    }

    // ---- after capture

    fn capture_parts(&mut self, order: &[usize]) {
        for g in 0..self.gens.len() {
            let g = GenId(g as u16);
            let mover = self.gens[g.index()].side;
            let own: Vec<usize> = order.iter().copied().filter(|b| self.me(*b) == mover).collect();
            let others: Vec<usize> = order.iter().copied().filter(|b| self.me(*b) != mover).collect();
            for b in own.into_iter().chain(others) {
                for (i, item) in self.asm.bundles[b].items.iter().enumerate() {
                    let ItemKind::After(a) = &item.kind else { continue };
                    if a.what == AfterWhat::Capture {
                        self.capture_hook((b, i), item.span, a, g);
                    }
                }
            }
        }
    }

    fn capture_hook(&mut self, (b, item): (usize, usize), span: Span, a: &ast::After, g: GenId) {
        let me = self.me(b);
        let sc = Scope::new(me, Some(BundleId(b)), Place::Rules);
        if let Some(AfterBy::Label(l)) = &a.by
            && self.know_label(l, &sc).is_err()
        {
            return;
        }
        let victim = match &a.of {
            Some(d) => match self.desc(d, &sc) {
                Ok(d) => d,
                Err(Failed) => return,
            },
            None => Desc {
                sides: self.all_sides(),
                side_said: false,
                kinds: self.all_kinds(),
                kinds_var: None,
                flags: vec![],
                sets: vec![],
            },
        };
        let mut mover_test = None;
        match &a.by {
            Some(AfterBy::Label(l)) if !self.has_label(g, l) => return,
            Some(AfterBy::Piece(p)) => {
                let Ok(by) = self.desc(p, &sc) else { return };
                if !self.concerns(&by, g) {
                    return;
                }
                mover_test = self.mover_test(&by);
            }
            Some(AfterBy::Label(_)) | None => {}
        }
        let key = (b, item, self.names_key(g));
        let made = match self.hook_memo.get(&key) {
            Some(made) => *made,
            None => {
                let made = self.make_hook(b, span, a, g, victim, mover_test);
                self.hook_memo.insert(key, made);
                made
            }
        };
        self.gens[g.index()].on_capture.extend(made);
    }

    fn make_hook(
        &mut self,
        b: usize,
        span: Span,
        a: &ast::After,
        g: GenId,
        victim: Desc,
        mover_test: Option<ExprId>,
    ) -> Option<HookId> {
        let mut sc = self.scope_of(b, g, Place::Rules, false);
        sc.run.victim = true;
        let mut bound = Bound::default();
        let lowered = self.if_applicable(|l| {
            let filter = a.filter.as_ref().map(|f| l.bool(f, &sc)).transpose()?;
            let body = l.steps(&a.steps, &sc, &mut bound)?;
            Ok((filter, body))
        });
        let Ok(Some((filter, body))) = lowered else { return None };
        if has_choice(&body) {
            self.diags.push(
                Diagnostic::error("E0420", "a capture cannot ask for a choice")
                    .label(span, "`choose` or `may` in here")
                    .help("choose in `after move settled`"),
            );
            return None;
        }
        let when = self.both(mover_test, filter).filter(|w| *self.x.get(*w) != Expr::Bool(true));
        self.capture_hooks.push(CaptureHook {
            owner: self.me(b),
            victim_sides: victim.sides,
            victim_kinds: victim.kinds,
            victim_flags: victim.flags,
            when,
            body,
            origin: self.origin(self.rule_name(b).as_deref(), span),
        });
        Some(HookId(self.capture_hooks.len() as u16 - 1))
    }

    // ---- moments

    fn moments(&mut self, order: &[usize]) {
        for b in order.iter().copied() {
            for item in &self.asm.bundles[b].items.clone() {
                let ItemKind::At { moment, steps } = &item.kind else { continue };
                let me = self.me(b);
                let sc = Scope::new(me, Some(BundleId(b)), Place::Rules);
                let players: SideSet = self.players().collect();
                let whose = |w: ast::WhoseTurn, l: &Self| match w {
                    ast::WhoseTurn::Own => SideSet::one(me),
                    ast::WhoseTurn::Enemy => l.side_word(ast::SideWord::Enemy, &sc),
                    ast::WhoseTurn::Any => players,
                };
                let (moment, of) = match moment {
                    ast::Moment::StartOfGame => (Moment::StartOfGame, players),
                    ast::Moment::Grant => (Moment::Grant, players),
                    ast::Moment::Loss => (Moment::Loss, SideSet::one(me)),
                    ast::Moment::StartOfTurn(w) => (Moment::StartOfTurn, whose(*w, self)),
                    ast::Moment::EndOfTurn(w) => (Moment::EndOfTurn, whose(*w, self)),
                };
                let mut sc = sc.clone();
                // At the end of a turn `was` still reads the position before the move.
                sc.run.run = moment == Moment::EndOfTurn;
                let mut bound = Bound::default();
                let Ok(Some(body)) = self.if_applicable(|l| l.steps(steps, &sc, &mut bound)) else { continue };
                if has_choice(&body) {
                    self.diags.push(
                        Diagnostic::error("E0420", "a moment of the turn cannot ask for a choice")
                            .label(item.span, "`choose` or `may` in here")
                            .help("choose in `after move settled`"),
                    );
                    continue;
                }
                let origin = self.origin(self.rule_name(b).as_deref(), item.span);
                self.turn_hooks.push(TurnHook { owner: me, moment, of, body, origin });
            }
        }
    }

    // ---- forbid

    fn selected(&mut self, b: usize, s: &ast::Selector) -> Low<(Vec<GenId>, Option<ExprId>)> {
        let me = self.me(b);
        let sc = Scope::new(me, Some(BundleId(b)), Place::Rules);
        let d = s.of.as_ref().map(|d| self.desc(d, &sc)).transpose()?;
        s.by.iter().try_for_each(|l| self.know_label(l, &sc))?;
        let mut gens = Vec::new();
        for g in 0..self.gens.len() {
            let g = GenId(g as u16);
            if self.gens[g.index()].side != me || d.as_ref().is_some_and(|d| !self.concerns(d, g)) {
                continue;
            }
            let by = s.by.is_empty() || s.by.iter().any(|l| self.has_label(g, l));
            if by {
                gens.push(g);
            }
        }
        let test = d.as_ref().and_then(|d| self.mover_test(d));
        Ok((gens, test))
    }

    fn forbid(&mut self, b: usize, span: Span, f: &ast::Forbid) {
        let Ok((gens, mover_test)) = self.selected(b, &f.selector) else { return };
        for g in gens {
            match &f.leaving {
                None => self.guard(b, span, f, g, mover_test),
                Some(leaving) => self.judge(b, span, f, leaving, g, mover_test),
            }
        }
    }

    fn guard(&mut self, b: usize, span: Span, f: &ast::Forbid, g: GenId, mover_test: Option<ExprId>) {
        let sc = self.scope_of(b, g, Place::Rules, true);
        let Some(filter) = &f.filter else {
            // `forbid moves by castle`: never.
            let bad = mover_test.unwrap_or_else(|| self.x.bool(true));
            self.add_guard(b, span, f, g, bad, GuardPoint::Before);
            return;
        };
        let Ok(Some(bad)) = self.if_applicable(|l| l.bool(filter, &sc)) else { return };
        let bad = match mover_test {
            Some(t) => self.x.and(t, bad),
            None => bad,
        };
        if *self.x.get(bad) == Expr::Bool(false) {
            return;
        }
        let at = match self.last_bound(g, bad) {
            Some(v) => GuardPoint::AfterChoice(v),
            None => GuardPoint::Before,
        };
        if !f.keeping_attacks && self.gens[g.index()].bites && self.x.any(bad, &|e| matches!(e, Expr::Attacked { .. }))
        {
            self.diags.push(
                Diagnostic::error("E0402", "this `where` asks `attacked` and shapes attacks itself")
                    .label(span, "circular")
                    .help("add `keeping attacks`, or use `leaving`"),
            );
            return;
        }
        self.add_guard(b, span, f, g, bad, at);
    }

    fn add_guard(&mut self, b: usize, span: Span, f: &ast::Forbid, g: GenId, bad: ExprId, at: GuardPoint) {
        let origin = self.origin(self.rule_name(b).as_deref(), span);
        let guard = Guard { at, bad, in_bite: !f.keeping_attacks, origin };
        let i = self.guards.iter().position(|x| *x == guard).unwrap_or_else(|| {
            self.guards.push(guard);
            self.guards.len() - 1
        });
        self.gens[g.index()].guards.push(GuardId(i as u16));
    }

    /// The name bound last among those that the expression reads, in the order of the run.
    fn last_bound(&self, g: GenId, e: ExprId) -> Option<VarId> {
        let gen_ = &self.gens[g.index()];
        let mut order: Vec<VarId> = self.skeletons[g.index()].bound.names.iter().map(|n| n.1).collect();
        for h in gen_.after.iter().chain(&gen_.settled) {
            order.extend(self.handler_names[h.index()].names.iter().map(|n| n.1));
        }
        order.into_iter().rev().find(|v| self.x.any(e, &|x| *x == Expr::Var(*v)))
    }

    fn judge(
        &mut self,
        b: usize,
        span: Span,
        f: &ast::Forbid,
        leaving: &ast::Expr,
        g: GenId,
        mover_test: Option<ExprId>,
    ) {
        let when_scope = self.scope_of(b, g, Place::Rules, true);
        let bad_scope = self.scope_of(b, g, Place::Judge, true);
        let lowered = self.if_applicable(|l| {
            let when = f.filter.as_ref().map(|e| l.bool(e, &when_scope)).transpose()?;
            let bad = l.bool(leaving, &bad_scope)?;
            Ok((when, bad))
        });
        let Ok(Some((when, bad))) = lowered else { return };
        let when = self.both(mover_test, when);
        if [when, Some(bad)].into_iter().flatten().any(|e| *self.x.get(e) == Expr::Bool(false)) {
            return;
        }
        let when = when.filter(|w| *self.x.get(*w) != Expr::Bool(true)).map(|w| self.x.before(w));
        let asks_moves = self.x.any(bad, &|e| matches!(e, Expr::CanMove { .. }));
        let origin = self.origin(self.rule_name(b).as_deref(), span);
        let judge = Judge { side: self.me(b), first: f.first, asks_moves, when, bad, origin };
        let i = self.judges.iter().position(|x| *x == judge).unwrap_or_else(|| {
            self.judges.push(judge);
            self.judges.len() - 1
        });
        self.gens[g.index()].judges.push(JudgeId(i as u16));
    }

    // ---- prefer

    fn prefer(&mut self, b: usize, span: Span, p: &ast::Prefer) {
        let me = self.me(b);
        let origin = self.origin(self.rule_name(b).as_deref(), span);
        self.prefers.push(Prefer { side: me, origin });
        let index = self.prefers.iter().filter(|p| p.side == me).count();
        let (gens, value) = match p {
            ast::Prefer::Most(e) => {
                let all = (0..self.gens.len() as u16)
                    .map(GenId)
                    .filter(|g| self.gens[g.index()].side == me)
                    .collect::<Vec<_>>();
                ((all, None), Some(e))
            }
            ast::Prefer::Moves { selector, filter } => match self.selected(b, selector) {
                Ok(s) => (s, filter.as_ref()),
                Err(Failed) => return,
            },
        };
        let (gens, mover_test) = gens;
        for g in gens {
            let sc = self.scope_of(b, g, Place::Rules, true);
            let lowered = self.if_applicable(|l| match (p, value) {
                (ast::Prefer::Most(_), Some(e)) => l.int(e, &sc),
                (_, Some(e)) => l.bool(e, &sc),
                (_, None) => Ok(l.x.bool(true)),
            });
            let Ok(Some(mut e)) = lowered else { continue };
            if let Some(t) = mover_test {
                e = self.x.and(t, e);
            }
            let list = &mut self.gens[g.index()].prefer;
            list.resize(index, None);
            list[index - 1] = Some(e);
        }
        let all = self.prefers.iter().filter(|p| p.side == me).count();
        for gen_ in self.gens.iter_mut().filter(|x| x.side == me) {
            gen_.prefer.resize(all, None);
        }
    }

    // ---- which generators can capture

    fn bites(&mut self) {
        for g in 0..self.gens.len() {
            let gen_ = &self.gens[g];
            let handlers = gen_.after.iter().map(|h| &self.handlers[h.index()].body);
            let by_handler = handlers.clone().any(|b| captures(b));
            let by_body = match &gen_.body {
                GenBody::Walk { walks, block, .. } => {
                    captures(block)
                        || walks.iter().any(|w| {
                            self.walks[w.index()]
                                .nodes
                                .iter()
                                .flat_map(|n| &n.edges)
                                .any(|e| e.take.as_ref().is_some_and(|t| t.cause == crate::game::Cause::Capture))
                        })
                }
                GenBody::Action { steps, .. } => captures(steps),
            };
            self.gens[g].bites = by_body || by_handler;
        }
    }

    // ---- outcomes

    fn outcomes_of(&mut self, order: &[usize]) {
        // Copies of one line for several sides stand together: the bundles of one use follow each other by group.
        let mut groups: Vec<usize> = Vec::new();
        for b in order {
            let g = self.asm.bundles[*b].group;
            if !groups.contains(&g) {
                groups.push(g);
            }
        }
        for group in groups {
            let bundles: Vec<usize> = order.iter().copied().filter(|b| self.asm.bundles[*b].group == group).collect();
            let count = bundles.iter().map(|b| self.asm.bundles[*b].items.len()).max().unwrap_or(0);
            for i in 0..count {
                let mut copies = Vec::new();
                let mut origin = None;
                for b in &bundles {
                    let Some(item) = self.asm.bundles[*b].items.get(i).cloned() else { continue };
                    let ItemKind::Outcome { result, when, held_turns } = &item.kind else { continue };
                    origin.get_or_insert(self.origin(self.rule_name(*b).as_deref(), item.span));
                    if let Ok(c) = self.outcome(*b, item.span, result, when, held_turns.as_ref()) {
                        copies.extend(c);
                    }
                }
                let Some(origin) = origin else { continue };
                if copies.is_empty() {
                    continue;
                }
                let adjudication = copies.iter().any(|c: &OutcomeCopy| self.is_history(c.when));
                self.outcomes.push(Outcome { copies, adjudication, origin });
            }
        }
        self.clocks_decide_nothing();
    }

    /// Reads history or a clock.
    fn is_history(&self, e: ExprId) -> bool {
        let clock = |c: &crate::game::CellId| self.cells[c.index()].role == Role::Clock;
        self.x.any(e, &|x| match x {
            Expr::Repetition | Expr::Throughout(..) | Expr::ThroughoutSquares(..) | Expr::Ply => true,
            Expr::Cell(c, _) | Expr::CellSquares(c) | Expr::CellKind(c) => clock(c),
            _ => false,
        })
    }

    fn outcome(
        &mut self,
        b: usize,
        span: Span,
        result: &ResultWord,
        when: &ast::Expr,
        held: Option<&ast::Expr>,
    ) -> Low<Option<OutcomeCopy>> {
        let me = self.me(b);
        let sc = Scope::new(me, Some(BundleId(b)), Place::Outcome);
        let result = match result {
            ResultWord::Win => ResultExpr::Win,
            ResultWord::Lose => ResultExpr::Lose,
            ResultWord::Draw => ResultExpr::Draw,
            ResultWord::Result(e) => match self.value(e, &sc)? {
                Val::Result(r) => r,
                Val::Word(w, _) => match w.as_str() {
                    "win" => ResultExpr::Win,
                    "lose" => ResultExpr::Lose,
                    "draw" => ResultExpr::Draw,
                    "half_win" => ResultExpr::HalfWin,
                    "half_loss" => ResultExpr::HalfLoss,
                    _ => return self.mismatch(e.span, &Val::Word(w, vec![]), "a result"),
                },
                Val::Expr(id, Ty::Int) => ResultExpr::Points(id),
                v => return self.mismatch(e.span, &v, "a result (win, lose, draw, half_win, half_loss or points)"),
            },
        };
        let mut cond = self.bool(when, &sc)?;
        if let Some(n) = held {
            cond = self.held(b, span, cond, n)?;
        }
        if *self.x.get(cond) == Expr::Bool(false) {
            return Ok(None);
        }
        Ok(Some(OutcomeCopy { owner: me, when: cond, result }))
    }

    /// `for n own turns`: a hidden counter of turns at whose end the condition held.
    fn held(&mut self, b: usize, span: Span, cond: ExprId, n: &ast::Expr) -> Low<ExprId> {
        let me = self.me(b);
        let sc = Scope::new(me, Some(BundleId(b)), Place::Rules);
        let n = self.int(n, &sc)?;
        let Expr::Int(max) = *self.x.get(n) else {
            return self.mismatch(span, &Val::Expr(n, Ty::Int), "a number known before play");
        };
        let rule = self.rule_name(b);
        let base = rule.as_ref().map_or_else(|| "held".to_string(), |r| format!("{r}.held"));
        let taken = self.cells.iter().filter(|c| c.side == Some(me) && c.name.starts_with(&base)).count();
        let name = if taken == 0 { base } else { format!("{base}{}", taken + 1) };
        let origin = self.origin(rule.as_deref(), span);
        self.cells.push(Cell {
            name,
            side: Some(me),
            ty: CellType::Counter { min: 0, max: max.max(0) },
            index: CellIndex::One,
            role: Role::Position,
            start: 0,
            default: 0,
            origin: origin.clone(),
        });
        if let Some(start) = &mut self.start {
            start.ints.push(vec![0]);
            start.squares.push(crate::game::SquareSet::NONE);
        }
        let cell = crate::game::CellId(self.cells.len() as u16 - 1);
        let (one, zero) = (self.x.int(1), self.x.int(0));
        let count = Step::Cell { cell, index: None, op: CellOp::Add, value: one };
        let reset = Step::Cell { cell, index: None, op: CellOp::Set, value: zero };
        let body = vec![Step::If { when: cond, then: vec![count], other: vec![reset] }];
        // After the owner's turn, when everything else of the change of turns is done.
        let (moment, of) = if self.sides.len() == 3 && self.turn.is_plain() {
            (Moment::StartOfTurn, self.side_word(ast::SideWord::Enemy, &sc))
        } else {
            (Moment::EndOfTurn, SideSet::one(me))
        };
        self.turn_hooks.push(TurnHook { owner: me, moment, of, body, origin });
        let read = self.x.add(Expr::Cell(cell, None));
        Ok(self.x.compare(Cmp::AtMost, n, read))
    }

    /// A state outside identity may not decide which moves exist.
    fn clocks_decide_nothing(&mut self) {
        let clock = |l: &Self, e: ExprId| {
            let mut found = None;
            let cells: Vec<_> = (0..l.cells.len()).filter(|c| l.cells[*c].role == Role::Clock).collect();
            for c in cells {
                let id = crate::game::CellId(c as u16);
                if l.x.any(e, &|x| matches!(x, Expr::Cell(k, _) | Expr::CellSquares(k) | Expr::CellKind(k) if *k == id))
                {
                    found = Some(l.cells[c].name.clone());
                }
            }
            found
        };
        let mut bad: Vec<(String, String)> = Vec::new();
        for g in &self.guards {
            bad.extend(clock(self, g.bad).map(|n| (n, g.origin.rule.clone())));
        }
        for j in &self.judges {
            bad.extend(
                j.when.into_iter().chain([j.bad]).filter_map(|e| clock(self, e)).map(|n| (n, j.origin.rule.clone())),
            );
        }
        bad.dedup();
        for (name, rule) in bad {
            self.diags.push(
                Diagnostic::error("E0408", format!("`{name}` is outside identity but decides which moves exist"))
                    .label(self.asm.title.span, format!("by the rule `{rule}`"))
                    .help("take `outside identity` away"),
            );
        }
    }

    /// Rules that sleep until a ply.
    fn grants(&mut self, order: &[usize]) {
        for b in order.iter().copied() {
            if let Some(ply) = self.asm.bundles[b].from_ply {
                self.diags.push(
                    Diagnostic::error("E0613", format!("`from ply {ply}` is not built yet"))
                        .label(self.asm.bundles[b].used_at, "rules are in force from the start"),
                );
            }
        }
    }
}

fn has_choice(steps: &[Step]) -> bool {
    steps.iter().any(|s| match s {
        Step::Choose { .. } | Step::May(_) => true,
        Step::Each { body, .. } => has_choice(body),
        Step::If { then, other, .. } => has_choice(then) || has_choice(other),
        _ => false,
    })
}

fn captures(steps: &[Step]) -> bool {
    steps.iter().any(|s| match s {
        Step::Lift { cause, .. } => *cause == crate::game::Cause::Capture,
        Step::Each { body, .. } | Step::May(body) => captures(body),
        Step::If { then, other, .. } => captures(then) || captures(other),
        _ => false,
    })
}
