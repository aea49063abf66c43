//! Steps of blocks, actions and handlers, down to the three deeds: lift, put, set.

use super::Lowerer;
use super::names::Declared;
use super::scope::{Bound, Failed, Low, Scope, Ty, Val};
use crate::ast::{self, StepKind};
use crate::diagnostics::Diagnostic;
use crate::game::{
    Cause, CellId, CellOp, CellType, Domain, Expr, ExprId, FlagId, ManBase, ManExpr, Mark, Step, TextPart, VarId,
    VarType,
};
use crate::source::Span;

impl Lowerer<'_> {
    /// A block. Names bound in it are visible to its later steps; `bound` collects those of choices and lets.
    pub fn steps(&mut self, steps: &[ast::Step], sc: &Scope, bound: &mut Bound) -> Low<Vec<Step>> {
        let mut inner = sc.clone();
        let mut out = Vec::new();
        let mut failed = false;
        for s in steps {
            // After a mistake go on: the next step may have its own.
            if self.step(s, &mut inner, bound, &mut out).is_err() {
                failed = true;
                if self.inapplicable {
                    return Err(Failed);
                }
                if let StepKind::Choose { name, .. } | StepKind::Let { name, .. } = &s.kind {
                    // Names that could not be bound would only cause errors that follow.
                    let _ = name;
                    return Err(Failed);
                }
            }
        }
        if failed { Err(Failed) } else { Ok(out) }
    }

    fn step(&mut self, s: &ast::Step, sc: &mut Scope, bound: &mut Bound, out: &mut Vec<Step>) -> Low<()> {
        match &s.kind {
            StepKind::Choose { name, from } => {
                let (domain, ty) = self.domain(from, sc)?;
                let var = self.bind(name, ty, sc, bound)?;
                out.push(Step::Choose { var, from: domain });
            }
            StepKind::Let { name, value } => {
                let v = self.value(value, sc)?;
                match v {
                    // Constants, lists and words need no variable.
                    Val::Expr(id, ty) if !self.is_constant(id) => {
                        let var = self.bind(name, ty, sc, bound)?;
                        out.push(Step::Let { var, value: id });
                    }
                    v => {
                        self.not_hiding(name, sc)?;
                        sc.bind(&name.value, v);
                    }
                }
            }
            StepKind::Require(e) => {
                let b = self.bool(e, sc)?;
                out.push(Step::Require(b));
            }
            StepKind::Capture(e) => self.lift_all(e, Cause::Capture, sc, out)?,
            StepKind::Remove(e) => self.lift_all(e, Cause::Remove, sc, out)?,
            StepKind::Move(pairs) => {
                let mut puts = Vec::new();
                for (what, to) in pairs {
                    let at = self.lone(what, sc)?;
                    let to = self.lone(to, sc)?;
                    // The goal is worked out before anything is lifted.
                    let goal = self.hold(to, out);
                    let man = self.x.var("man", VarType::Man);
                    puts.push((at, man, goal));
                }
                for (at, man, _) in &puts {
                    out.push(Step::Lift { at: *at, into: *man, cause: Cause::Carry });
                }
                for (_, man, goal) in puts {
                    out.push(Step::Put { man: carried(man), at: goal });
                }
            }
            StepKind::Place { kind, on, with, owner } => {
                let kind = self.kind_expr(kind, sc)?;
                let at = self.lone(on, sc)?;
                let owner = match owner {
                    None => self.owner_of_new(kind, sc),
                    Some(e) => self.owner(e, sc)?,
                };
                let with = with.as_ref().map(|n| self.flag_named(n)).transpose()?;
                let man = ManExpr {
                    base: ManBase::New,
                    kind: Some(kind),
                    owner: Some(owner),
                    keep: vec![],
                    with: with.into_iter().collect(),
                };
                out.push(Step::Put { man, at });
            }
            StepKind::Become { kind, at, keeping } => {
                let kind = self.kind_expr(kind, sc)?;
                let at = match at {
                    Some(e) => self.lone(e, sc)?,
                    None => {
                        if !sc.run.run {
                            self.no_run_name("become", s.span, sc)?;
                        }
                        self.x.add(Expr::It)
                    }
                };
                let keep: Vec<FlagId> = keeping.as_ref().map(|n| self.flag_named(n)).transpose()?.into_iter().collect();
                let (kind, at) = (self.hold_kind(kind, out), self.hold(at, out));
                let man = self.x.var("man", VarType::Man);
                out.push(Step::Lift { at, into: man, cause: Cause::Become });
                let changed = ManExpr { base: ManBase::Var(man), kind: Some(kind), owner: None, keep, with: vec![] };
                out.push(Step::Put { man: changed, at });
            }
            StepKind::Convert { what, to } => {
                let set = self.set(what, sc)?;
                let owner = match to {
                    None => sc.me,
                    Some(e) => self.owner(e, sc)?,
                };
                let (spot, man) = (self.x.var("spot", VarType::Square), self.x.var("man", VarType::Man));
                let at = self.x.add(Expr::Var(spot));
                let changed =
                    ManExpr { base: ManBase::Var(man), kind: None, owner: Some(owner), keep: vec![], with: vec![] };
                let body = vec![Step::Lift { at, into: man, cause: Cause::Convert }, Step::Put { man: changed, at }];
                out.push(Step::Each { var: spot, over: Domain::Squares(set), body });
            }
            StepKind::Swap(a, b) => {
                let (a, b) = (self.lone(a, sc)?, self.lone(b, sc)?);
                let (a, b) = (self.hold(a, out), self.hold(b, out));
                let (first, second) = (self.x.var("man", VarType::Man), self.x.var("man", VarType::Man));
                // A square swapped with itself stays as it is.
                let (sa, sb) = (self.x.just(a), self.x.just(b));
                let same = self.x.subset(sa, sb);
                let differ = self.x.not(same);
                let then = vec![
                    Step::Lift { at: a, into: first, cause: Cause::Carry },
                    Step::Lift { at: b, into: second, cause: Cause::Carry },
                    Step::Put { man: carried(first), at: b },
                    Step::Put { man: carried(second), at: a },
                ];
                out.push(Step::If { when: differ, then, other: vec![] });
            }
            StepKind::Set { name, of, to } => self.set_step(name, of.as_ref(), to.as_ref(), true, sc, out)?,
            StepKind::Clear { name, of } => self.set_step(name, of.as_ref(), None, false, sc, out)?,
            StepKind::Add { value, to } => self.add_step(value, to, CellOp::Add, sc, out)?,
            StepKind::Take { value, from } => self.add_step(value, from, CellOp::Take, sc, out)?,
            StepKind::ForEach { name, over, body } => {
                let (domain, ty) = self.domain(over, sc)?;
                let var = self.x.var(&name.value, Self::var_type(ty));
                let inner = self.with_var(sc, name, var, ty);
                let body = self.steps(body, &inner, bound)?;
                out.push(Step::Each { var, over: domain, body });
            }
            StepKind::If { when, then, other } => {
                let when = self.bool(when, sc)?;
                // A branch that is decided before play leaves no trace, but both are checked.
                let then = self.steps(then, sc, bound);
                let other = self.steps(other, sc, bound);
                let (then, other) = (then?, other?);
                match self.x.get(when) {
                    Expr::Bool(true) => out.extend(then),
                    Expr::Bool(false) => out.extend(other),
                    _ => out.push(Step::If { when, then, other }),
                }
            }
            StepKind::May(body) => {
                let body = self.steps(body, sc, bound)?;
                out.push(Step::May(body));
            }
            StepKind::EndTurn => out.push(Step::EndTurn),
            StepKind::Eliminate => out.push(Step::Eliminate(sc.me)),
            StepKind::Win => out.push(Step::Mark(Mark::Win(sc.me))),
            StepKind::Lose => out.push(Step::Mark(Mark::Lose(sc.me))),
            StepKind::Draw => out.push(Step::Mark(Mark::Draw)),
            StepKind::Written(t) => {
                let parts = self.text(t, sc)?;
                out.push(Step::Write { parts, replace: false });
            }
            StepKind::Rewritten(t) => {
                let parts = self.text(t, sc)?;
                out.push(Step::Write { parts, replace: true });
            }
        }
        Ok(())
    }

    fn is_constant(&self, id: ExprId) -> bool {
        matches!(
            self.x.get(id),
            Expr::Bool(_)
                | Expr::Int(_)
                | Expr::Square(_)
                | Expr::Squares(_)
                | Expr::Kind(_)
                | Expr::Kinds(_)
                | Expr::Dir(_)
                | Expr::Var(_)
        )
    }

    fn not_hiding(&mut self, name: &ast::Name, sc: &Scope) -> Low<()> {
        if sc.local(&name.value).is_some() {
            self.diags.push(
                Diagnostic::error("E0106", format!("`{}` is already a name here", name.value))
                    .label(name.span, "a name may not hide another")
                    .help("choose another name"),
            );
            return Err(Failed);
        }
        Ok(())
    }

    fn bind(&mut self, name: &ast::Name, ty: Ty, sc: &mut Scope, bound: &mut Bound) -> Low<VarId> {
        self.not_hiding(name, sc)?;
        let var = self.x.var(&name.value, Self::var_type(ty));
        let id = self.x.add(Expr::Var(var));
        sc.bind(&name.value, Val::Expr(id, ty));
        bound.names.push((name.value.clone(), var, ty));
        Ok(var)
    }

    /// Binds a square to a hidden variable if later deeds could change its value.
    fn hold(&mut self, q: ExprId, out: &mut Vec<Step>) -> ExprId {
        if matches!(self.x.get(q), Expr::Square(_) | Expr::Var(_) | Expr::From | Expr::To) {
            return q;
        }
        let var = self.x.var("square", VarType::Square);
        out.push(Step::Let { var, value: q });
        self.x.add(Expr::Var(var))
    }

    fn hold_kind(&mut self, k: ExprId, out: &mut Vec<Step>) -> ExprId {
        if self.is_constant(k) || matches!(self.x.get(k), Expr::Mover) {
            return k;
        }
        let var = self.x.var("kind", VarType::Kind);
        out.push(Step::Let { var, value: k });
        self.x.add(Expr::Var(var))
    }

    fn lift_all(&mut self, e: &ast::Expr, cause: Cause, sc: &Scope, out: &mut Vec<Step>) -> Low<()> {
        let set = self.set(e, sc)?;
        let (spot, man) = (self.x.var("spot", VarType::Square), self.x.var("man", VarType::Man));
        let at = self.x.add(Expr::Var(spot));
        out.push(Step::Each { var: spot, over: Domain::Squares(set), body: vec![Step::Lift { at, into: man, cause }] });
        Ok(())
    }

    /// The owner of a new man where none is said: neutral for neutral kinds, else the owner of the rule.
    fn owner_of_new(&self, kind: ExprId, sc: &Scope) -> crate::game::SideId {
        match self.x.get(kind) {
            Expr::Kind(Some(k)) if self.kinds[k.index()].neutral => crate::game::SideId(self.sides.len() as u16 - 1),
            _ => sc.me,
        }
    }

    fn owner(&mut self, e: &ast::Expr, sc: &Scope) -> Low<crate::game::SideId> {
        let sides = match &e.kind {
            ast::ExprKind::Described(d) if d.adjectives.is_empty() && d.kinds.is_none() => self.desc(d, sc)?.sides,
            ast::ExprKind::Name(n) => crate::game::SideSet::one(self.side(n)?),
            _ => crate::game::SideSet::NONE,
        };
        match sides.iter().next() {
            Some(s) if sides.len() == 1 => Ok(s),
            _ => {
                self.diags.push(
                    Diagnostic::error("E0221", "one side is needed here")
                        .label(e.span, "not one side")
                        .help("`own`, `neutral` or a side's name"),
                );
                Err(Failed)
            }
        }
    }

    fn flag_named(&mut self, n: &ast::Name) -> Low<FlagId> {
        if let Some(f) = self.flag(&n.value) {
            return Ok(f);
        }
        let near = crate::nearest::nearest(&n.value, self.flags.iter().map(|f| f.name.as_str())).map(str::to_string);
        let mut d =
            Diagnostic::error("E0108", format!("no flag is called `{}`", n.value)).label(n.span, "not declared");
        if let Some(near) = near {
            d = d.help(format!("did you mean `{near}`?"));
        }
        self.diags.push(d);
        Err(Failed)
    }

    fn cell_named(&self, n: &ast::Name, sc: &Scope) -> Option<CellId> {
        match self.declared(&n.value, sc) {
            Some(Declared::Cell(c)) => Some(c),
            _ => None,
        }
    }

    fn set_step(
        &mut self,
        name: &ast::Name,
        of: Option<&ast::Expr>,
        to: Option<&ast::Expr>,
        on: bool,
        sc: &Scope,
        out: &mut Vec<Step>,
    ) -> Low<()> {
        let Some(cell) = self.cell_named(name, sc) else {
            let flag = match self.flag(&name.value) {
                Some(f) => f,
                None => return self.unknown_target(name, sc),
            };
            let Some(of) = of else {
                self.diags.push(
                    Diagnostic::error("E0222", format!("`{}` is a flag of men", name.value))
                        .label(name.span, "whose?")
                        .help(format!("`{} {} of it`", if on { "set" } else { "clear" }, name.value)),
                );
                return Err(Failed);
            };
            let of = self.set(of, sc)?;
            out.push(Step::Flag { flag, of, on });
            return Ok(());
        };
        let index = of.map(|e| self.index(cell, e, sc)).transpose()?;
        let ty = self.cells[cell.index()].ty;
        let value = match (ty, to) {
            (CellType::Squares, None) => self.x.squares(crate::game::SquareSet::NONE),
            (CellType::Squares, Some(e)) => self.set(e, sc)?,
            (CellType::Kind, None) => self.x.kind(None),
            (CellType::Kind, Some(e)) => self.kind_expr(e, sc)?,
            (CellType::Latch, None) => self.x.int(i64::from(on)),
            (CellType::Counter { min, .. }, None) => {
                if on {
                    self.diags.push(
                        Diagnostic::error("E0223", format!("to what should `{}` be set?", name.value))
                            .label(name.span, "a counter")
                            .help(format!("`set {} to 0`", name.value)),
                    );
                    return Err(Failed);
                }
                self.x.int(min.max(0))
            }
            (CellType::Counter { .. } | CellType::Latch, Some(e)) => self.int(e, sc)?,
        };
        out.push(Step::Cell { cell, index, op: CellOp::Set, value });
        Ok(())
    }

    fn unknown_target<T>(&mut self, name: &ast::Name, sc: &Scope) -> Low<T> {
        let mut known: Vec<String> = self.flags.iter().map(|f| f.name.clone()).collect();
        if let Some(b) = sc.bundle {
            known.extend(self.cell_names.keys().filter(|(x, _)| *x == b.0).map(|(_, n)| n.clone()));
        }
        let near = crate::nearest::nearest(&name.value, known.iter().map(String::as_str)).map(str::to_string);
        let mut d = Diagnostic::error("E0108", format!("no state or flag is called `{}`", name.value))
            .label(name.span, "not declared");
        if let Some(near) = near {
            d = d.help(format!("did you mean `{near}`?"));
        }
        self.diags.push(d);
        Err(Failed)
    }

    fn add_step(
        &mut self,
        value: &ast::Expr,
        to: &ast::Target,
        op: CellOp,
        sc: &Scope,
        out: &mut Vec<Step>,
    ) -> Low<()> {
        if to.name.value == "hand" && to.of.is_none() {
            let kind = match self.value(value, sc)? {
                Val::Expr(k, Ty::Kind) => k,
                v @ Val::Expr(_, Ty::Square | Ty::Maybe) => {
                    let q = self.as_square(value.span, v)?;
                    self.x.add(Expr::KindOf(q))
                }
                v => return self.mismatch(value.span, &v, "a kind of piece"),
            };
            let count = self.x.int(1);
            out.push(Step::Hand { side: sc.me, kind, count, take: op == CellOp::Take });
            return Ok(());
        }
        let Some(cell) = self.cell_named(&to.name, sc) else { return self.unknown_target(&to.name, sc) };
        if self.cells[cell.index()].ty == CellType::Squares {
            // `add x to squares`: union and difference.
            let v = self.set(value, sc)?;
            let old = self.x.add(Expr::CellSquares(cell));
            let value = if op == CellOp::Take { self.x.minus(old, v) } else { self.x.union(old, v) };
            out.push(Step::Cell { cell, index: None, op: CellOp::Set, value });
            return Ok(());
        }
        let index = to.of.as_ref().map(|e| self.index(cell, e, sc)).transpose()?;
        let value = self.int(value, sc)?;
        out.push(Step::Cell { cell, index, op, value });
        Ok(())
    }

    /// A template: `"{king}{target}"`, `"{small new}@"`.
    pub fn text(&mut self, t: &ast::Text, sc: &Scope) -> Low<Vec<TextPart>> {
        let mut parts = Vec::new();
        let mut rest = t.value.as_str();
        let mut offset = t.span.start;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(TextPart::Lit(rest[..open].to_string()));
            }
            let Some(len) = rest[open..].find('}') else {
                self.diags
                    .push(Diagnostic::error("E0224", "a `{` in the text is not closed").label(t.span, "in this text"));
                return Err(Failed);
            };
            let inner = &rest[open + 1..open + len];
            let start = offset + open as u32 + 1;
            let span = Span { start, end: start + inner.len() as u32, ..t.span };
            parts.push(self.text_part(inner.trim(), span, sc)?);
            rest = &rest[open + len + 1..];
            offset += (open + len + 1) as u32;
        }
        if !rest.is_empty() {
            parts.push(TextPart::Lit(rest.to_string()));
        }
        Ok(parts)
    }

    fn text_part(&mut self, inner: &str, span: Span, sc: &Scope) -> Low<TextPart> {
        let (small, word) = match inner.strip_prefix("small ") {
            Some(w) => (true, w.trim()),
            None => (false, inner),
        };
        let v = match word {
            "from" | "to" => {
                let e = ast::Expr { kind: if word == "from" { ast::ExprKind::From } else { ast::ExprKind::To }, span };
                self.value(&e, sc)?
            }
            _ => self.name(&ast::Name::new(word.to_string(), span), sc)?,
        };
        match v {
            Val::Expr(id, Ty::Square) => Ok(TextPart::Square(id)),
            Val::Expr(id, Ty::Maybe) => {
                let q = self.x.the(id);
                Ok(TextPart::Square(q))
            }
            Val::Expr(id, Ty::Kind) if small => Ok(TextPart::Small(id)),
            Val::Expr(id, Ty::Kind) => Ok(TextPart::Letter(id)),
            Val::Expr(id, Ty::Int | Ty::Dir) => Ok(TextPart::Value(id)),
            v => self.mismatch(span, &v, "a square, a kind or a number"),
        }
    }
}

fn carried(man: VarId) -> ManExpr {
    ManExpr { base: ManBase::Var(man), kind: None, owner: None, keep: vec![], with: vec![] }
}

/// Names that blocks bind by `choose` and `let`, in order.
pub fn bound_names(steps: &[ast::Step], out: &mut Vec<String>) {
    for s in steps {
        match &s.kind {
            StepKind::Choose { name, .. } | StepKind::Let { name, .. } => out.push(name.value.clone()),
            StepKind::ForEach { body, .. } | StepKind::May(body) => bound_names(body, out),
            StepKind::If { then, other, .. } => {
                bound_names(then, out);
                bound_names(other, out);
            }
            _ => {}
        }
    }
}
