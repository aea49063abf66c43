//! Descriptions of men (`own unmoved Rook`), functions (`row of x`, `distance(a, b)`), tables and indexed states.

use super::Lowerer;
use super::names::Declared;
use super::scope::{Failed, Low, Scope, Ty, Val};
use crate::ast::{self, ItemKind, SideWord};
use crate::diagnostics::Diagnostic;
use crate::game::{Arith, CellIndex, CellType, Cmp, Expr, ExprId, FlagId, KindSet, SideId, SideSet, TableId};
use crate::source::Span;

/// A description taken apart.
#[derive(Clone, Debug)]
pub struct Desc {
    pub sides: SideSet,
    pub side_said: bool,
    /// Constant kinds, all where none is said.
    pub kinds: KindSet,
    /// A kind or kinds known only during play.
    pub kinds_var: Option<ExprId>,
    pub flags: Vec<(FlagId, bool)>,
    /// Further sets the men must stand in (`royals`, set-valued names).
    pub sets: Vec<ExprId>,
}

impl Lowerer<'_> {
    pub fn side_word(&self, w: SideWord, sc: &Scope) -> SideSet {
        let me = sc.me;
        let team = self.sides[me.index()].team;
        let neutral = SideId(self.sides.len() as u16 - 1);
        match w {
            SideWord::Own => SideSet::one(me),
            SideWord::Neutral => SideSet::one(neutral),
            SideWord::Enemy => self.players().filter(|s| self.sides[s.index()].team != team).collect(),
            SideWord::Ally => self.players().filter(|s| self.sides[s.index()].team == team && *s != me).collect(),
        }
    }

    pub fn side(&mut self, n: &ast::Name) -> Low<SideId> {
        if let Some(i) = self.sides.iter().position(|s| s.name == n.value) {
            return Ok(SideId(i as u16));
        }
        let names: Vec<&str> = self.sides.iter().map(|s| s.name.as_str()).collect();
        let mut d = Diagnostic::error("E0105", format!("no side is called `{}`", n.value)).label(n.span, "not a side");
        d = d.help(format!("the sides are {}", names[..names.len() - 1].join(", ")));
        self.diags.push(d);
        Err(Failed)
    }

    pub fn kinds_const(&mut self, k: &ast::Kinds) -> Low<KindSet> {
        let mut set = KindSet::NONE;
        let mut failed = false;
        for n in &k.list {
            match self.kind(n) {
                Ok(id) => set.insert(id),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(set) }
    }

    /// `own ...`, `enemy checked`, `zombie Knight` as a value.
    pub fn described(&mut self, d: &ast::PieceDesc, sc: &Scope) -> Low<Val> {
        // A definition or state after a side is asked for that side.
        if let (Some(side), [word], None) = (&d.side, d.adjectives.as_slice(), &d.kinds)
            && sc.local(&word.value).is_none()
            && !self.is_argument(&word.value, sc)
            && word.value != "any"
        {
            if word.value == "royals" {
                let sides = self.side_word(side.value, sc);
                return Ok(Val::Expr(self.x.add(Expr::Royals(sides)), Ty::Set));
            }
            let sides = self.side_word(side.value, sc);
            let mut out: Option<Val> = None;
            for s in sides.iter() {
                match self.named_for(word, s, sc)? {
                    None => {
                        out = None;
                        break;
                    }
                    Some(v) => {
                        out = Some(match out {
                            None => v,
                            Some(o) => self.unite(o, v, word.span)?,
                        });
                    }
                }
            }
            if let Some(v) = out {
                return Ok(v);
            }
        }
        let desc = self.desc(d, sc)?;
        Ok(Val::Expr(self.desc_set(&desc), Ty::Set))
    }

    /// The values for several enemies: some, union, sum.
    fn unite(&mut self, a: Val, b: Val, span: Span) -> Low<Val> {
        match (a, b) {
            (Val::Expr(a, Ty::Bool), Val::Expr(b, Ty::Bool)) => Ok(Val::Expr(self.x.or(a, b), Ty::Bool)),
            (Val::Expr(a, Ty::Int), Val::Expr(b, Ty::Int)) => {
                Ok(Val::Expr(self.x.add(Expr::Arith(Arith::Add, a, b)), Ty::Int))
            }
            (Val::Expr(a, Ty::Set | Ty::Maybe), Val::Expr(b, Ty::Set | Ty::Maybe)) => {
                Ok(Val::Expr(self.x.union(a, b), Ty::Set))
            }
            (v, _) => self.mismatch(span, &v, "something that several enemies can have together"),
        }
    }

    fn is_argument(&self, name: &str, sc: &Scope) -> bool {
        sc.bundle.is_some_and(|b| self.asm.bundles[b.0].args.contains_key(name))
            || self.asm.parameters.contains_key(name)
    }

    pub fn desc_set(&mut self, d: &Desc) -> ExprId {
        let men = match d.kinds_var {
            Some(k) => self.men_of(k, d.sides, d.flags.clone()),
            None => self.x.men(d.kinds, d.sides, d.flags.clone()),
        };
        d.sets.clone().into_iter().fold(men, |a, b| self.x.meet(a, b))
    }

    pub fn desc(&mut self, d: &ast::PieceDesc, sc: &Scope) -> Low<Desc> {
        let sides = d.side.as_ref().map_or(SideSet::one(sc.me), |s| self.side_word(s.value, sc));
        let mut out = Desc {
            sides,
            side_said: d.side.is_some(),
            kinds: self.all_kinds(),
            kinds_var: None,
            flags: vec![],
            sets: vec![],
        };
        if let Some(k) = &d.kinds {
            out.kinds = self.kinds_const(k)?;
        }
        for word in &d.adjectives {
            if word.value == "any" {
                continue;
            }
            if word.value == "royals" {
                let set = self.x.add(Expr::Royals(out.sides));
                out.sets.push(set);
                continue;
            }
            if sc.local(&word.value).is_none() && !self.is_argument(&word.value, sc) {
                if let Some(s) = self.sides.iter().position(|s| s.name == word.value) {
                    out.sides = SideSet::one(SideId(s as u16));
                    out.side_said = true;
                    continue;
                }
                if let Some(f) = self.flag(&word.value) {
                    out.flags.push((f, true));
                    continue;
                }
            }
            match self.name(word, sc)? {
                Val::Expr(id, Ty::Kind | Ty::Kinds) => match self.constant_kinds(id) {
                    Some(k) => out.kinds = out.kinds.meet(k),
                    None if out.kinds_var.is_none() => out.kinds_var = Some(id),
                    None => {
                        let set = self.men_of(id, out.sides, vec![]);
                        out.sets.push(set);
                    }
                },
                v @ Val::Expr(_, Ty::Set | Ty::Maybe | Ty::Square) => {
                    let set = self.as_set(word.span, v, sc)?;
                    out.sets.push(set);
                }
                v => return self.mismatch(word.span, &v, "a flag, kinds or squares"),
            }
        }
        out.flags.sort_unstable();
        out.flags.dedup();
        Ok(out)
    }

    // ---- name of x

    pub fn of(&mut self, name: &ast::Name, of: &ast::Expr, sc: &Scope) -> Low<Val> {
        let set = |id| Ok(Val::Expr(id, Ty::Set));
        if let Some(d) = self.declared(&name.value, sc) {
            return self.indexed(name, d, of, sc);
        }
        match name.value.as_str() {
            "row" | "rank" => {
                let q = self.square(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::RankOf(q)), Ty::Row))
            }
            "file" => {
                let q = self.square(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::FileOf(q)), Ty::File))
            }
            "kind" => {
                let q = self.square(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::KindOf(q)), Ty::Kind))
            }
            "base" => {
                let k = self.kind_or_man(of, sc)?;
                let base = self.x.add(Expr::BaseOf(k));
                let nothing = self.x.kind(None);
                let single = self.x.same_kind(base, nothing);
                Ok(Val::Expr(self.x.add(Expr::If(single, k, base)), Ty::Kind))
            }
            "turned" => {
                let k = self.kind_or_man(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::TurnedOf(k)), Ty::Kind))
            }
            "worth" => {
                let k = self.kind_or_man(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::Worth(k)), Ty::Int))
            }
            "opposite" => {
                let d = self.dir(of, sc)?;
                let id = match *self.x.get(d) {
                    Expr::Dir(d) if d.index() < 8 => self.x.dir(crate::game::DirId((d.0 + 4) % 8)),
                    _ => self.x.add(Expr::Opposite(d)),
                };
                Ok(Val::Expr(id, Ty::Dir))
            }
            "twin" => {
                let q = self.square(of, sc)?;
                Ok(Val::Expr(self.x.add(Expr::Twin(q)), Ty::Maybe))
            }
            "layer" => {
                let q = self.square(of, sc)?;
                set(self.layer_of(q))
            }
            "neighbours" => {
                let s = self.set(of, sc)?;
                set(self.x.add(Expr::Neighbours(s)))
            }
            "group" => {
                let s = self.set(of, sc)?;
                set(self.x.add(Expr::Group(s)))
            }
            "start" => self.start_of(of, sc),
            "hand" => {
                let ast::ExprKind::Described(d) = &of.kind else {
                    self.diags.push(
                        Diagnostic::error("E0218", "a hand belongs to a side")
                            .label(of.span, "not a side")
                            .help("`hand of own`"),
                    );
                    return Err(Failed);
                };
                let sides = self.desc(d, sc)?.sides;
                match sides.iter().next() {
                    Some(s) if sides.len() == 1 && s.index() < self.sides.len() - 1 => {
                        Ok(Val::Expr(self.x.add(Expr::Hand(s)), Ty::Kinds))
                    }
                    _ => {
                        self.diags.push(
                            Diagnostic::error("E0218", "a hand belongs to one side").label(of.span, "several or none"),
                        );
                        Err(Failed)
                    }
                }
            }
            _ => {
                let known = [
                    "row",
                    "file",
                    "kind",
                    "base",
                    "turned",
                    "worth",
                    "opposite",
                    "twin",
                    "layer",
                    "neighbours",
                    "group",
                    "start",
                    "hand",
                ];
                let near = crate::nearest::nearest(&name.value, known).map(str::to_string);
                let mut d = Diagnostic::error("E0101", format!("nothing is called `{}` here", name.value))
                    .label(name.span, "not known");
                if let Some(n) = near {
                    d = d.help(format!("did you mean `{n} of`?"));
                }
                self.diags.push(d);
                Err(Failed)
            }
        }
    }

    /// All squares of the layer that a square belongs to.
    fn layer_of(&mut self, q: ExprId) -> ExprId {
        let squares = |low: &Self, n: u8| low.x.board.iter().filter(|s| low.graph.layer(*s) == n).collect();
        let last = self.graph.layers - 1;
        let (one, layer) = (self.x.just(q), squares(self, last));
        let mut found = self.x.squares(layer);
        for n in (0..last).rev() {
            let layer = squares(self, n);
            let layer = self.x.squares(layer);
            let inside = self.x.subset(one, layer);
            found = match *self.x.get(inside) {
                Expr::Bool(true) => layer,
                Expr::Bool(false) => found,
                _ => self.x.add(Expr::If(inside, layer, found)),
            };
        }
        found
    }

    /// A kind, or the kind of the man on a square.
    fn kind_or_man(&mut self, e: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.value(e, sc)? {
            Val::Expr(k, Ty::Kind) => Ok(k),
            v @ Val::Expr(_, Ty::Square | Ty::Maybe) => {
                let q = self.as_square(e.span, v)?;
                Ok(self.x.add(Expr::KindOf(q)))
            }
            v => self.mismatch(e.span, &v, "a kind of piece"),
        }
    }

    /// Squares in the setup text: of a description, or of a kind (the owner's).
    fn start_of(&mut self, of: &ast::Expr, sc: &Scope) -> Low<Val> {
        let (kinds, sides) = match &of.kind {
            ast::ExprKind::Described(d) => {
                let d = self.desc(d, sc)?;
                let kinds = match d.kinds_var {
                    Some(k) => k,
                    None => self.x.add(Expr::Kinds(d.kinds)),
                };
                (kinds, d.sides)
            }
            ast::ExprKind::SideOf { side, of } => (self.kinds_expr(of, sc)?, self.side_word(*side, sc)),
            _ => (self.kinds_expr(of, sc)?, SideSet::one(sc.me)),
        };
        let id = match self.constant_kinds(kinds) {
            Some(k) => {
                let squares =
                    sides.iter().fold(crate::game::SquareSet::NONE, |a, s| a.union(&self.setup_squares(k, s)));
                self.x.squares(squares)
            }
            None => self.x.add(Expr::Start { kinds, sides }),
        };
        Ok(Val::Expr(id, Ty::Set))
    }

    /// A table or an indexed state with its index; a flag or a plain state of one's own otherwise.
    fn indexed(&mut self, name: &ast::Name, d: Declared, of: &ast::Expr, sc: &Scope) -> Low<Val> {
        match d {
            Declared::Cell(c) => {
                let index = self.index(c, of, sc)?;
                let e = self.x.add(Expr::Cell(c, Some(index)));
                match self.cells[c.index()].ty {
                    CellType::Latch => {
                        let zero = self.x.int(0);
                        let off = self.x.compare(Cmp::Eq, e, zero);
                        Ok(Val::Expr(self.x.not(off), Ty::Bool))
                    }
                    _ => Ok(Val::Expr(e, Ty::Int)),
                }
            }
            Declared::Item(b, item) => {
                let ItemKind::Table { entries, .. } = &item.kind else {
                    self.diags.push(
                        Diagnostic::error("E0206", format!("`{}` takes no `of`", name.value))
                            .label(name.span, "not a table"),
                    );
                    return Err(Failed);
                };
                let t = self.table(&item, entries, b, sc)?;
                let line = match self.value(of, sc)? {
                    Val::Expr(id, Ty::File) => id,
                    v @ Val::Expr(_, Ty::Square | Ty::Maybe) => {
                        let q = self.as_square(of.span, v)?;
                        self.x.add(Expr::FileOf(q))
                    }
                    v => return self.mismatch(of.span, &v, "a file"),
                };
                Ok(Val::Expr(self.x.add(Expr::Table(t, line)), Ty::Kind))
            }
        }
    }

    /// The index of a cell that has one.
    pub fn index(&mut self, c: crate::game::CellId, of: &ast::Expr, sc: &Scope) -> Low<ExprId> {
        match self.cells[c.index()].index.clone() {
            CellIndex::File => match self.value(of, sc)? {
                Val::Expr(id, Ty::File) => Ok(id),
                v @ Val::Expr(_, Ty::Square | Ty::Maybe) => {
                    let q = self.as_square(of.span, v)?;
                    Ok(self.x.add(Expr::FileOf(q)))
                }
                v => self.mismatch(of.span, &v, "a file"),
            },
            CellIndex::Kinds(_) => self.kind_or_man(of, sc),
            CellIndex::Side => {
                let ast::ExprKind::Described(d) = &of.kind else {
                    let v = self.value(of, sc)?;
                    return self.mismatch(of.span, &v, "a side");
                };
                let sides = self.desc(d, sc)?.sides;
                match sides.iter().next() {
                    Some(s) => Ok(self.x.int(i64::from(s.0))),
                    None => Err(Failed),
                }
            }
            CellIndex::One => {
                self.diags.push(Diagnostic::error("E0206", "this state has one value").label(of.span, "no index here"));
                Err(Failed)
            }
        }
    }

    fn table(
        &mut self,
        item: &ast::Item,
        entries: &[ast::Expr],
        b: Option<crate::assemble::BundleId>,
        sc: &Scope,
    ) -> Low<TableId> {
        let inner = Scope::new(sc.me, b, super::scope::Place::Rules);
        let files = usize::from(self.graph.files);
        if entries.len() != files {
            self.diags.push(
                Diagnostic::error("E0220", format!("the table has {} entries", entries.len()))
                    .label(item.span, format!("the board has {files} files")),
            );
            return Err(Failed);
        }
        let mut row = Vec::new();
        for e in entries {
            let id = self.kind_expr(e, &inner)?;
            match self.x.get(id) {
                Expr::Kind(k) => row.push(*k),
                _ => return self.mismatch(e.span, &Val::Expr(id, Ty::Kind), "a kind known before play"),
            }
        }
        let at = self.tables.iter().position(|t| *t == row).unwrap_or_else(|| {
            self.tables.push(row);
            self.tables.len() - 1
        });
        Ok(TableId(at as u16))
    }

    // ---- name(a, b)

    pub fn call(&mut self, e: &ast::Expr, name: &ast::Name, args: &[ast::Expr], sc: &Scope) -> Low<Val> {
        let two = |l: &mut Self| -> Low<(ExprId, ExprId)> {
            let [a, b] = args else {
                l.diags.push(
                    Diagnostic::error("E0206", format!("`{}` takes two squares", name.value))
                        .label(e.span, format!("{} given", args.len())),
                );
                return Err(Failed);
            };
            Ok((l.square(a, sc)?, l.square(b, sc)?))
        };
        match name.value.as_str() {
            "distance" => {
                let (a, b) = two(self)?;
                return Ok(Val::Expr(self.x.add(Expr::Distance(a, b)), Ty::Int));
            }
            "direction" => {
                let (a, b) = two(self)?;
                return Ok(Val::Expr(self.x.add(Expr::Direction(a, b)), Ty::Dir));
            }
            "long_step" => {
                let (a, b) = two(self)?;
                return Ok(Val::Expr(self.x.add(Expr::LongStep(a, b)), Ty::Maybe));
            }
            "uses" => {
                let rule = args.first().and_then(super::names::word_of).unwrap_or_default();
                let uses = self.asm.bundles.iter().any(|b| {
                    b.side == sc.me.index() && (b.rule.as_deref() == Some(&rule) || b.alias.as_deref() == Some(&rule))
                });
                return Ok(Val::Expr(self.x.bool(uses), Ty::Bool));
            }
            _ => {}
        }
        let found = self.declared(&name.value, sc);
        let Some(Declared::Item(b, item)) = found else {
            return self.name(name, sc);
        };
        let ItemKind::Define { params, value, .. } = &item.kind else {
            self.diags.push(
                Diagnostic::error("E0206", format!("`{}` takes no arguments", name.value))
                    .label(e.span, "not a definition"),
            );
            return Err(Failed);
        };
        if params.len() != args.len() {
            self.diags.push(
                Diagnostic::error("E0206", format!("`{}` takes {} arguments", name.value, params.len()))
                    .label(e.span, format!("{} given", args.len()))
                    .secondary(item.span, "defined here"),
            );
            return Err(Failed);
        }
        let key = format!("{:?}/{}/{}", b.map(|b| b.0), name.value, sc.me.0);
        if sc.inside.len() >= 60 || sc.inside.contains(&key) {
            self.diags.push(
                Diagnostic::error("E0103", format!("`{}` is defined by itself", name.value))
                    .label(name.span, "asked for while it is being worked out"),
            );
            return Err(Failed);
        }
        let mut inner = sc.enter(&key, sc.me, b);
        for (p, a) in params.iter().zip(args) {
            let v = self.value(a, sc)?;
            inner.bind(&p.value, v);
        }
        self.value(value, &inner)
    }
}
