//! What a name means where it stands.
//!
//! Order: names bound around it, the rule's parameters, the rule's own zones, tables, states and definitions, the
//! variant's parameters, what stands outside rules, flags, the words of the language. A name may not hide another, so
//! the order decides only what is looked at first.

use super::Lowerer;
use super::scope::{Failed, Low, Place, Scope, Ty, Val};
use crate::assemble::BundleId;
use crate::ast::{self, ItemKind};
use crate::diagnostics::Diagnostic;
use crate::game::{Cell, CellId, CellIndex, CellType, Expr, FlagId, KindId, SideId, VarType};
use crate::source::Span;

/// What is declared under a name, before a side is chosen.
#[derive(Clone, Debug)]
pub enum Declared {
    /// An item of a bundle (`Some`) or one that stands outside rules (`None`).
    Item(Option<BundleId>, ast::Item),
    Cell(CellId),
}

impl Lowerer<'_> {
    /// The value of a name. `sc.me` is the player it is asked for.
    pub fn name(&mut self, n: &ast::Name, sc: &Scope) -> Low<Val> {
        if let Some(l) = sc.local(&n.value) {
            return Ok(l.val.clone());
        }
        if let Some(v) = self.argument(n, sc)? {
            return Ok(v);
        }
        if let Some(v) = self.run_name(n, sc)? {
            return Ok(v);
        }
        if let Some(d) = self.declared(&n.value, sc) {
            return self.declared_value(n, d, sc);
        }
        if let Some(f) = self.flag(&n.value) {
            let all = self.all_sides();
            let id = self.x.men(self.all_kinds(), all, vec![(f, true)]);
            return Ok(Val::Expr(id, Ty::Set));
        }
        if let Some(v) = self.builtin(&n.value, sc) {
            return Ok(v);
        }
        self.unknown_name(n, sc)
    }

    fn unknown_name(&mut self, n: &ast::Name, sc: &Scope) -> Low<Val> {
        if self.choice_names.contains(&n.value) && sc.run.run {
            // A choice of another sort of move: the part does not concern this one.
            self.inapplicable = true;
            return Err(Failed);
        }
        let mut known: Vec<String> = sc.locals.iter().map(|l| l.name.clone()).collect();
        if let Some(b) = sc.bundle {
            known.extend(self.asm.bundles[b.0].args.keys().cloned());
            known.extend(self.asm.bundles[b.0].items.iter().filter_map(item_name));
        }
        known.extend(self.asm.parameters.keys().cloned());
        known.extend(self.asm.shared.iter().filter_map(|s| item_name(&s.item)));
        known.extend(self.flags.iter().map(|f| f.name.clone()));
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let near = crate::nearest::nearest(&n.value, known.iter().copied()).map(str::to_string);
        let mut d =
            Diagnostic::error("E0101", format!("nothing is called `{}` here", n.value)).label(n.span, "not known");
        if let Some(near) = near {
            d = d.help(format!("did you mean `{near}`?"));
        }
        self.diags.push(d);
        Err(Failed)
    }

    /// A parameter of the rule around, or of the variant.
    fn argument(&mut self, n: &ast::Name, sc: &Scope) -> Low<Option<Val>> {
        if let Some(b) = sc.bundle
            && let Some(a) = self.asm.bundles[b.0].args.get(&n.value)
        {
            let (value, scope, among) = (a.value.clone(), a.scope, a.among.clone());
            return self.expand(n, &value, scope, among.as_deref(), sc).map(Some);
        }
        if let Some(p) = self.asm.parameters.get(&n.value) {
            let (value, among) = (p.value.clone(), p.among.clone());
            return self.expand(n, &value, None, among.as_deref(), sc).map(Some);
        }
        Ok(None)
    }

    /// An argument's expression, read where it is used for the rule's owner; its names belong to where it was written.
    fn expand(
        &mut self,
        n: &ast::Name,
        value: &ast::Expr,
        scope: Option<BundleId>,
        among: Option<&[ast::Value]>,
        sc: &Scope,
    ) -> Low<Val> {
        if let Some(list) = among
            && let Some(word) = word_of(value)
            && list.iter().any(|v| word_of(v).as_deref() == Some(&word))
        {
            return Ok(Val::Word(word, list.iter().filter_map(word_of).collect()));
        }
        let key = format!("{:?}.{}", sc.bundle.map(|b| b.0), n.value);
        self.not_inside(&key, n, sc)?;
        let mut inner = sc.enter(&key, sc.me, scope);
        // A word passed on from an outer parameter keeps the words of the inner list.
        inner.inside.truncate(64);
        match self.value(value, &inner)? {
            Val::Word(w, _) if among.is_some() => {
                Ok(Val::Word(w, among.into_iter().flatten().filter_map(word_of).collect()))
            }
            v => Ok(v),
        }
    }

    fn not_inside(&mut self, key: &str, n: &ast::Name, sc: &Scope) -> Low<()> {
        if sc.inside.len() >= 60 || sc.inside.iter().any(|k| k == key) {
            self.diags.push(
                Diagnostic::error("E0103", format!("`{}` is defined by itself", n.value))
                    .label(n.span, "asked for while it is being worked out")
                    .help("a definition may only use what stands without it"),
            );
            return Err(Failed);
        }
        Ok(())
    }

    /// `it`, `captured`, `mover`, `victim` and the like. (`from` and `to` are words of the grammar.)
    fn run_name(&mut self, n: &ast::Name, sc: &Scope) -> Low<Option<Val>> {
        let (expr, ty, exists) = match n.value.as_str() {
            "it" => (Expr::It, Ty::Square, sc.run.run),
            "mover" => (Expr::Mover, Ty::Kind, sc.run.walk),
            "captured" => (Expr::Captured, Ty::Set, sc.run.run),
            "victim" => (Expr::VictimKind, Ty::Kind, sc.run.victim),
            "victim_square" => (Expr::VictimSquare, Ty::Square, sc.run.victim),
            _ => return Ok(None),
        };
        if !exists {
            return self.no_run_name(&n.value, n.span, sc).map(Some);
        }
        let id = self.x.add(expr);
        Ok(Some(Val::Expr(id, ty)))
    }

    /// `from` or `to` outside of a walk: in parts that concern moves this move is passed over, elsewhere it is an error.
    pub fn no_run_name(&mut self, word: &str, span: Span, sc: &Scope) -> Low<Val> {
        if sc.run.run && !sc.run.walk {
            self.inapplicable = true;
            return Err(Failed);
        }
        let mut d =
            Diagnostic::error("E0104", format!("`{word}` means nothing here")).label(span, "no move is being made");
        if sc.place == Place::Outcome {
            d = d.help("outcomes see the position only: remember what you need in a state");
        }
        self.diags.push(d);
        Err(Failed)
    }

    /// The declaration of a name among the rule's items, the variant's states, and what stands outside rules.
    pub fn declared(&self, name: &str, sc: &Scope) -> Option<Declared> {
        if let Some(b) = sc.bundle {
            if let Some(c) = self.cell_names.get(&(b.0, name.to_string())) {
                return Some(Declared::Cell(*c));
            }
            if let Some(i) =
                self.asm.bundles[b.0].items.iter().find(|i| item_name(i).as_deref() == Some(name) && is_value(i))
            {
                return Some(Declared::Item(Some(b), i.clone()));
            }
        }
        let own = self.asm.bundles.iter().position(|b| b.rule.is_none() && b.side == sc.me.index());
        if let Some(b) = own {
            if let Some(c) = self.cell_names.get(&(b, name.to_string())) {
                return Some(Declared::Cell(*c));
            }
            if let Some(i) =
                self.asm.bundles[b].items.iter().find(|i| item_name(i).as_deref() == Some(name) && is_value(i))
            {
                return Some(Declared::Item(Some(BundleId(b)), i.clone()));
            }
        }
        self.asm
            .shared
            .iter()
            .rev()
            .find(|s| s.side.is_none_or(|x| x == sc.me.index()) && item_name(&s.item).as_deref() == Some(name))
            .map(|s| Declared::Item(None, s.item.clone()))
    }

    fn declared_value(&mut self, n: &ast::Name, d: Declared, sc: &Scope) -> Low<Val> {
        match d {
            Declared::Cell(c) => self.cell_value(c, n),
            Declared::Item(b, item) => match item.kind {
                ItemKind::Zone { each_side, value, .. } => self.zone(n, each_side, &value, b, sc),
                ItemKind::Define { params, value, .. } => {
                    if !params.is_empty() {
                        self.diags.push(
                            Diagnostic::error("E0206", format!("`{}` needs {} in brackets", n.value, params.len()))
                                .label(n.span, "no arguments"),
                        );
                        return Err(Failed);
                    }
                    let memo = (item.span, b, sc.me, sc.run, sc.place);
                    if let Some(known) = self.definition_memo.get(&memo) {
                        return Ok(known.clone());
                    }
                    let key = format!("{:?}/{}/{}", b.map(|b| b.0), n.value, sc.me.0);
                    self.not_inside(&key, n, sc)?;
                    let inner = sc.enter(&key, sc.me, b);
                    let val = self.value(&value, &inner)?;
                    self.definition_memo.insert(memo, val.clone());
                    Ok(val)
                }
                _ => {
                    self.diags.push(
                        Diagnostic::error("E0207", format!("`{}` cannot stand for a value", n.value))
                            .label(n.span, "a table needs `of`, a pattern stands in a movement"),
                    );
                    Err(Failed)
                }
            },
        }
    }

    fn cell_value(&mut self, c: CellId, n: &ast::Name) -> Low<Val> {
        let cell: &Cell = &self.cells[c.index()];
        if cell.index != CellIndex::One {
            self.diags.push(
                Diagnostic::error("E0208", format!("`{}` is a table of values", n.value))
                    .label(n.span, "which one?")
                    .help(format!("write `{} of ...`", n.value)),
            );
            return Err(Failed);
        }
        let (e, ty) = match cell.ty {
            CellType::Counter { .. } => (Expr::Cell(c, None), Ty::Int),
            CellType::Latch => {
                let v = self.x.add(Expr::Cell(c, None));
                let zero = self.x.int(0);
                let off = self.x.compare(crate::game::Cmp::Eq, v, zero);
                let id = self.x.not(off);
                return Ok(Val::Expr(id, Ty::Bool));
            }
            CellType::Squares => (Expr::CellSquares(c), Ty::Set),
            CellType::Kind => (Expr::CellKind(c), Ty::Kind),
        };
        let id = self.x.add(e);
        Ok(Val::Expr(id, ty))
    }

    /// A zone: constant squares; `for each side` turned to the owner's view.
    fn zone(&mut self, n: &ast::Name, each_side: bool, value: &ast::Expr, b: Option<BundleId>, sc: &Scope) -> Low<Val> {
        let key = format!("zone {:?}/{}", b.map(|b| b.0), n.value);
        self.not_inside(&key, n, sc)?;
        let me = if each_side { SideId(0) } else { sc.me };
        let mut inner = sc.enter(&key, me, b);
        inner.run = super::scope::RunNames::default();
        let id = self.set(value, &inner)?;
        if !each_side || sc.me == SideId(0) {
            return Ok(Val::Expr(id, Ty::Set));
        }
        let Some(set) = self.x.constant(id) else {
            self.diags.push(
                Diagnostic::error("E0209", format!("zone `{}` for each side must be constant squares", n.value))
                    .label(value.span, "this changes during play"),
            );
            return Err(Failed);
        };
        let turned = set.iter().filter_map(|s| self.turned(s, sc.me)).collect();
        let id = self.x.squares(turned);
        Ok(Val::Expr(id, Ty::Set))
    }

    /// A name asked for another side (`enemy checked`, `enemy passed`): definitions and states of that side's copy.
    /// `None`: the name is not a definition, zone or state.
    pub fn named_for(&mut self, n: &ast::Name, side: SideId, sc: &Scope) -> Low<Option<Val>> {
        let mut other = sc.clone();
        other.me = side;
        if side == sc.me {
            return match self.declared(&n.value, sc) {
                Some(d) => self.declared_value(n, d, sc).map(Some),
                None => Ok(None),
            };
        }
        if let Some(b) = sc.bundle {
            let here = &self.asm.bundles[b.0];
            let twin = self.asm.bundles.iter().position(|o| {
                o.side == side.index()
                    && o.rule == here.rule
                    && o.alias == here.alias
                    && (o.group == here.group || here.rule.is_some())
            });
            let by_group = self
                .asm
                .bundles
                .iter()
                .position(|o| o.side == side.index() && o.group == here.group && o.rule == here.rule);
            let declares = |l: &Self, b: usize| {
                l.cell_names.contains_key(&(b, n.value.clone()))
                    || l.asm.bundles[b].items.iter().any(|i| item_name(i).as_deref() == Some(&n.value) && is_value(i))
            };
            if declares(self, b.0) {
                let Some(t) = by_group.or(twin) else {
                    // The other side does not have the rule: its states are empty; its definitions are read for it.
                    if let Some(c) = self.cell_names.get(&(b.0, n.value.clone())).copied() {
                        return Ok(Some(self.absent(c)));
                    }
                    return match self.declared(&n.value, sc) {
                        Some(d) => self.declared_value(n, d, &other).map(Some),
                        None => Ok(None),
                    };
                };
                other.bundle = Some(BundleId(t));
                return match self.declared(&n.value, &other) {
                    Some(d) => self.declared_value(n, d, &other).map(Some),
                    None => Ok(None),
                };
            }
        }
        match self.declared(&n.value, &other) {
            Some(d) => self.declared_value(n, d, &other).map(Some),
            None => Ok(None),
        }
    }

    fn absent(&mut self, c: CellId) -> Val {
        match self.cells[c.index()].ty {
            CellType::Counter { .. } => Val::Expr(self.x.int(0), Ty::Int),
            CellType::Latch => Val::Expr(self.x.bool(false), Ty::Bool),
            CellType::Squares => Val::Expr(self.x.squares(crate::game::SquareSet::NONE), Ty::Set),
            CellType::Kind => Val::Expr(self.x.kind(None), Ty::Kind),
        }
    }

    /// A state by `rule.name`, for the player.
    pub fn dotted(&mut self, rule: &ast::Name, name: &ast::Name, sc: &Scope) -> Low<Val> {
        let b = self.asm.bundles.iter().position(|b| {
            b.side == sc.me.index()
                && (b.alias.as_deref() == Some(&rule.value)
                    || b.alias.is_none() && b.rule.as_deref() == Some(&rule.value))
        });
        let Some(b) = b else {
            let known: Vec<String> =
                self.asm.bundles.iter().filter_map(|b| b.alias.clone().or(b.rule.clone())).collect();
            let near = crate::nearest::nearest(&rule.value, known.iter().map(String::as_str)).map(str::to_string);
            let mut d = Diagnostic::error("E0102", format!("no rule `{}` is in use", rule.value))
                .label(rule.span, "not in use");
            if let Some(near) = near {
                d = d.help(format!("did you mean `{near}`?"));
            }
            self.diags.push(d);
            return Err(Failed);
        };
        let inner = Scope { bundle: Some(BundleId(b)), locals: Vec::new(), ..sc.clone() };
        match self.declared(&name.value, &inner) {
            Some(d) => self.declared_value(name, d, &inner),
            None => self.unknown_name(name, &inner),
        }
    }

    pub fn flag(&self, name: &str) -> Option<FlagId> {
        self.flags.iter().position(|f| f.name == name).map(|i| FlagId(i as u16))
    }

    /// A kind by its name or letter.
    pub fn kind(&mut self, n: &ast::Name) -> Low<KindId> {
        if let Some(k) = self.kinds.iter().position(|k| k.name == n.value) {
            return Ok(KindId(k as u16));
        }
        if let Some(k) = self.kinds.iter().position(|k| k.letter == n.value) {
            return Ok(KindId(k as u16));
        }
        let near = crate::nearest::nearest(&n.value, self.kinds.iter().map(|k| k.name.as_str())).map(str::to_string);
        let mut d =
            Diagnostic::error("E0107", format!("no piece is called `{}`", n.value)).label(n.span, "not declared");
        if let Some(near) = near {
            if let Some(line) = self.asm.pieces.iter().find(|p| p.piece.kind.value == near) {
                d = d.secondary(line.piece.kind.span, format!("`{near}` is declared here"));
            }
            d = d.help(format!("did you mean `{near}`?"));
        }
        self.diags.push(d);
        Err(Failed)
    }

    fn builtin(&mut self, name: &str, sc: &Scope) -> Option<Val> {
        let expr = |l: &mut Self, e: Expr, ty: Ty| {
            let id = l.x.add(e);
            Some(Val::Expr(id, ty))
        };
        match name {
            "squares" => {
                let all = self.graph.squares;
                expr(self, Expr::Squares(all), Ty::Set)
            }
            "none" => expr(self, Expr::Squares(crate::game::SquareSet::NONE), Ty::Set),
            "empty" => expr(self, Expr::Empty, Ty::Set),
            "occupied" => {
                let (k, s) = (self.all_kinds(), self.all_sides());
                expr(self, Expr::Men { kinds: k, sides: s, flags: vec![] }, Ty::Set)
            }
            "any" => {
                let k = self.all_kinds();
                expr(self, Expr::Kinds(k), Ty::Kinds)
            }
            "nothing" => expr(self, Expr::Kind(None), Ty::Kind),
            "true" => expr(self, Expr::Bool(true), Ty::Bool),
            "false" => expr(self, Expr::Bool(false), Ty::Bool),
            "royals" => expr(self, Expr::Royals(crate::game::SideSet::one(sc.me)), Ty::Set),
            "own_turn" => expr(self, Expr::Turn(sc.me), Ty::Bool),
            "ply" => expr(self, Expr::Ply, Ty::Int),
            "players" => expr(self, Expr::Players, Ty::Int),
            "repetition" => expr(self, Expr::Repetition, Ty::Int),
            "files" => Some(Val::Files),
            "lines" => Some(Val::Dirs(self.graph.lines.clone())),
            "orthogonals" => Some(Val::Dirs(self.graph.lines.iter().copied().step_by(2).collect())),
            "diagonals" => Some(Val::Dirs(self.graph.lines.iter().copied().skip(1).step_by(2).collect())),
            "forward" | "back" | "left" | "right" | "north" | "south" | "east" | "west" => {
                let d = self.direction(name, sc.me)?;
                expr(self, Expr::Dir(d), Ty::Dir)
            }
            "win" => Some(Val::Result(crate::game::ResultExpr::Win)),
            "lose" => Some(Val::Result(crate::game::ResultExpr::Lose)),
            "draw" => Some(Val::Result(crate::game::ResultExpr::Draw)),
            "half_win" => Some(Val::Result(crate::game::ResultExpr::HalfWin)),
            "half_loss" => Some(Val::Result(crate::game::ResultExpr::HalfLoss)),
            _ => None,
        }
    }

    /// The variable's type as the game stores it.
    pub fn var_type(ty: Ty) -> VarType {
        match ty {
            Ty::Bool => VarType::Bool,
            Ty::Int => VarType::Int,
            Ty::Square => VarType::Square,
            Ty::Maybe | Ty::Set | Ty::Kinds => VarType::Squares,
            Ty::Kind => VarType::Kind,
            Ty::Dir => VarType::Dir,
            Ty::File | Ty::Row => VarType::Line,
        }
    }
}

/// The name an item declares for expressions, if it declares one.
pub fn item_name(i: &ast::Item) -> Option<String> {
    match &i.kind {
        ItemKind::Zone { name, .. }
        | ItemKind::Table { name, .. }
        | ItemKind::Pattern { name, .. }
        | ItemKind::Define { name, .. } => Some(name.value.clone()),
        ItemKind::State(s) => Some(s.name.value.clone()),
        _ => None,
    }
}

fn is_value(i: &ast::Item) -> bool {
    !matches!(i.kind, ItemKind::State(_)) && item_name(i).is_some()
}

/// A lone word, as `among` lists hold them.
pub fn word_of(e: &ast::Expr) -> Option<String> {
    match &e.kind {
        ast::ExprKind::Name(n) => Some(n.value.clone()),
        _ => None,
    }
}
