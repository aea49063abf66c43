//! The items of a variant and its parents, one after another: a child starts as a copy of its parent and replaces,
//! changes or takes out what stands above.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::decide::{Asked, Facts, InUse, decided};
use super::files::UnitId;
use super::parameters::{Collection, changed_twice, near};
use super::pieces::{self, PieceDraft, PieceEdit, SideSet};
use super::scope::{Scope, hides_library, said_twice, shared_name};
use super::uses::{self, Key, UseDraft, rules_meant};
use super::{SharedItem, SideIndex};
use crate::ast::{self, Change, Item, ItemKind, Without};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};

/// Something said once for each level, with the level and place that said it.
#[derive(Clone, Debug)]
pub(super) struct Said<T> {
    pub value: T,
    level: usize,
    span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Turns {
    pub first: Vec<ast::Name>,
    pub repeat: Vec<ast::Name>,
    pub growing: bool,
}

/// Shown states in the order of the FEN: `name` or `rule.name`.
pub(super) type Layout = Vec<(ast::Name, Option<ast::Name>)>;

/// A variant whose rules are not opened yet.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub sides: Vec<ast::SideDef>,
    pub meta: Vec<(String, String)>,
    pub mirrored: bool,
    pub board: Option<Said<ast::Board>>,
    pub turns: Option<Said<Turns>>,
    pub setup: Option<Said<ast::Text>>,
    pub layout: Option<Said<Layout>>,
    pub pieces: Vec<PieceDraft>,
    /// Edits of pieces that only rules can bring.
    pub late: Vec<PieceEdit>,
    /// Zones, tables, patterns and definitions of the variants.
    pub shared: Vec<SharedItem>,
    /// Zones of files that are taken out.
    pub removed: BTreeSet<String>,
    pub uses: Vec<UseDraft>,
    /// The variant's own parts, for each side.
    pub own: Vec<Vec<Item>>,
    pub tests: Vec<ast::Test>,
    /// A condition asked `uses(...)`.
    pub asks_uses: bool,
}

/// Puts the items of a chain of variants one after another.
pub(super) fn draft(
    scope: &Scope<'_>,
    parameters: &Collection,
    in_use: Option<&InUse>,
    asked: &RefCell<Vec<Asked>>,
    diags: &mut Diagnostics,
) -> Draft {
    let mut draft = Draft::default();
    let facts = |side| Facts { parameters, bundles: &[], in_use, side, asked };
    let mut asks_uses = false;
    let mut levels = Vec::new();
    for variant in scope.chain {
        let items = &scope.files.variant(*variant).items;
        levels.push((variant.unit, decided(items, None, &facts(None), &mut asks_uses, diags)));
    }
    draft.sides = sides(scope, &levels, diags);
    let all = draft.sides.len();
    let mut frame = Frame {
        draft,
        scope,
        facts: facts(None),
        level: 0,
        last: levels.len() - 1,
        unit: UnitId(0),
        facing: None,
        changes: Vec::new(),
    };
    for (level, (unit, items)) in levels.iter().enumerate() {
        frame.level = level;
        frame.unit = *unit;
        for item in items {
            frame.item(item, diags);
        }
    }
    let mut draft = frame.draft;
    // A question `uses(rule)` around the variant's own parts is asked for each side.
    for side in 0..all {
        let mut own = Vec::new();
        for variant in scope.chain {
            let items = &scope.files.variant(*variant).items;
            let mut told = Diagnostics::default();
            let list = decided(items, None, &facts(Some(side)), &mut asks_uses, &mut told);
            own.extend(list.into_iter().filter(|i| is_own(i) && serves(i, side, &draft.sides)).cloned());
        }
        draft.own.push(own);
    }
    draft.asks_uses = asks_uses;
    draft
}

/// Whether an item is a part that each side gets a copy of.
pub(super) fn is_own(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Hand { .. }
        | ItemKind::Flag(_)
        | ItemKind::State(_)
        | ItemKind::Give { .. }
        | ItemKind::Limit { .. }
        | ItemKind::Forbid(_)
        | ItemKind::Prefer(_)
        | ItemKind::After(_)
        | ItemKind::At { .. }
        | ItemKind::Action { .. }
        | ItemKind::Outcome { .. } => true,
        ItemKind::Meta(_)
        | ItemKind::Sides(_)
        | ItemKind::Facing(_)
        | ItemKind::Board(_)
        | ItemKind::Turns { .. }
        | ItemKind::Setup(_)
        | ItemKind::Layout(_)
        | ItemKind::Parameter(_)
        | ItemKind::Change(..)
        | ItemKind::Without(_)
        | ItemKind::Test(_)
        | ItemKind::Zone { .. }
        | ItemKind::Table { .. }
        | ItemKind::Pattern { .. }
        | ItemKind::Define { .. }
        | ItemKind::Piece(_)
        | ItemKind::Use(_)
        | ItemKind::Needs { .. }
        | ItemKind::If { .. } => false,
    }
}

/// `hand ... for white` is a part of white only.
fn serves(item: &Item, side: SideIndex, sides: &[ast::SideDef]) -> bool {
    match &item.kind {
        ItemKind::Hand { side: Some(name), .. } => {
            sides.iter().position(|s| s.name.value == name.value).is_none_or(|s| s == side)
        }
        _ => true,
    }
}

/// The players: the last `sides` of the chain, or white and black.
fn sides(scope: &Scope<'_>, levels: &[(UnitId, Vec<&Item>)], diags: &mut Diagnostics) -> Vec<ast::SideDef> {
    let mut found: Option<(usize, Span, &Vec<ast::SideDef>)> = None;
    for (level, (_, items)) in levels.iter().enumerate() {
        for item in items {
            let ItemKind::Sides(list) = &item.kind else { continue };
            match found {
                Some((earlier, span, _)) if earlier == level => diags.push(said_twice("`sides`", item.span, span)),
                _ => found = Some((level, item.span, list)),
            }
        }
    }
    let title = scope.chain.last().map(|v| scope.files.variant(*v).title.span).unwrap_or_default();
    let plain = |name: &str| ast::SideDef { name: Spanned::new(name.to_string(), title), faces: None, team: None };
    let list = match found {
        Some((_, _, list)) if !list.is_empty() => list.clone(),
        _ => vec![plain("white"), plain("black")],
    };
    let mut once: Vec<ast::SideDef> = Vec::new();
    for side in list {
        match once.iter().find(|s| s.name.value == side.name.value) {
            Some(first) => {
                let what = format!("the side `{}`", side.name.value);
                diags.push(said_twice(&what, side.name.span, first.name.span));
            }
            None => once.push(side),
        }
    }
    once
}

struct Frame<'a> {
    draft: Draft,
    scope: &'a Scope<'a>,
    facts: Facts<'a>,
    level: usize,
    /// Level of the variant itself.
    last: usize,
    unit: UnitId,
    facing: Option<Said<bool>>,
    /// What was changed at which level, for which sides.
    changes: Vec<(String, usize, SideSet, Span)>,
}

impl Frame<'_> {
    fn item(&mut self, item: &Item, diags: &mut Diagnostics) {
        let level = self.level;
        let span = item.span;
        match &item.kind {
            ItemKind::Meta(pairs) => self.meta(pairs),
            // Told and chosen before.
            ItemKind::Sides(_) | ItemKind::Parameter(_) | ItemKind::If { .. } => {}
            ItemKind::Facing(mirrored) => {
                say(&mut self.facing, *mirrored, "`facing`", level, span, diags);
                self.draft.mirrored = *mirrored;
            }
            ItemKind::Board(board) => say(&mut self.draft.board, board.clone(), "`board`", level, span, diags),
            ItemKind::Turns { first, repeat, growing } => {
                let turns = Turns { first: first.clone(), repeat: repeat.clone(), growing: *growing };
                say(&mut self.draft.turns, turns, "`turns`", level, span, diags);
            }
            ItemKind::Setup(text) => say(&mut self.draft.setup, text.clone(), "`setup`", level, span, diags),
            ItemKind::Layout(list) => say(&mut self.draft.layout, list.clone(), "`layout`", level, span, diags),
            ItemKind::Change(change, side) => self.change(change, side.as_ref(), item, diags),
            ItemKind::Without(without) => self.without(without, diags),
            ItemKind::Test(test) => {
                if level == self.last {
                    self.draft.tests.push(test.clone());
                }
            }
            ItemKind::Zone { .. } | ItemKind::Table { .. } | ItemKind::Pattern { .. } | ItemKind::Define { .. } => {
                self.shared(item, diags);
            }
            ItemKind::Piece(piece) => {
                let sides = self.sides_meant(piece.side.as_ref(), diags);
                let new = PieceDraft { piece: piece.clone(), sides, bundle: None, span };
                pieces::add(&mut self.draft.pieces, new, diags);
            }
            ItemKind::Use(used) => self.used(used, span, diags),
            ItemKind::Needs { name, args } => {
                let used = ast::Use { name: name.clone(), args: args.clone(), side: None, alias: None, from_ply: None };
                self.used(&used, span, diags);
                if let Some(last) = self.draft.uses.last_mut().filter(|u| u.key == Key::Item(span, 0)) {
                    last.needs = true;
                }
            }
            ItemKind::Hand { side, .. } => {
                self.side(side.as_ref(), diags);
            }
            // Parts of each side, gathered apart.
            ItemKind::Flag(_)
            | ItemKind::State(_)
            | ItemKind::Give { .. }
            | ItemKind::Limit { .. }
            | ItemKind::Forbid(_)
            | ItemKind::Prefer(_)
            | ItemKind::After(_)
            | ItemKind::At { .. }
            | ItemKind::Action { .. }
            | ItemKind::Outcome { .. } => {}
        }
    }

    /// Each key replaces that of the parent; a name is never inherited.
    fn meta(&mut self, pairs: &[(ast::Name, ast::Text)]) {
        for (key, text) in pairs {
            if key.value == "name" && self.level != self.last {
                continue;
            }
            let pair = (key.value.clone(), text.value.clone());
            match self.draft.meta.iter_mut().find(|(k, _)| *k == key.value) {
                Some(old) => *old = pair,
                None => self.draft.meta.push(pair),
            }
        }
    }

    fn used(&mut self, used: &ast::Use, span: Span, diags: &mut Diagnostics) {
        let sides = self.sides_meant(used.side.as_ref(), diags);
        let rules = rules_meant(self.scope, self.unit, &used.name, None, &self.facts);
        for (nth, (rule, name)) in rules.into_iter().enumerate() {
            self.draft.uses.push(UseDraft {
                rule,
                name,
                args: used.args.clone(),
                sides: sides.clone(),
                alias: used.alias.clone(),
                from_ply: used.from_ply.as_ref().map(|n| n.value),
                needs: false,
                key: Key::Item(span, nth),
            });
        }
    }

    fn shared(&mut self, item: &Item, diags: &mut Diagnostics) {
        let Some(name) = shared_name(item) else { return };
        let what = format!("the {} `{}`", noun(item), name.value);
        let again = |first| {
            said_twice(&what, name.span, first).help(format!(
                "write `change {} {} = ...` to replace the first",
                noun_of_change(item),
                name.value
            ))
        };
        if let Some(first) =
            self.draft.shared.iter().filter_map(|s| shared_name(&s.item)).find(|n| n.value == name.value)
        {
            diags.push(again(first.span));
            return;
        }
        if let Some((unit, first)) = self.in_files(&name.value) {
            let theirs = shared_name(first).map(|n| n.span).unwrap_or_default();
            if unit == self.unit {
                diags.push(again(theirs));
                return;
            }
            if self.level == self.last {
                diags.push(hides_library(noun(item), name, theirs));
            }
        }
        self.draft.shared.push(SharedItem { item: item.clone(), side: None });
    }

    /// A zone, table, pattern or definition outside of variants, the strongest one.
    fn in_files(&self, name: &str) -> Option<(UnitId, &Item)> {
        let units = self.scope.units_by_precedence();
        units.into_iter().rev().find_map(|unit| {
            let found =
                self.scope.files.unit(unit).ast.shared.iter().find(|i| shared_name(i).is_some_and(|n| n.value == name));
            found.map(|item| (unit, item))
        })
    }

    fn change(&mut self, change: &Change, side: Option<&ast::Name>, item: &Item, diags: &mut Diagnostics) {
        match change {
            // Collected before everything else.
            Change::Parameter { .. } => {}
            Change::Use { name, args } => {
                let (only, sides) = (self.side(side, diags), self.sides_meant(side, diags));
                for arg in args {
                    if !self.note_change(&format!("{}({})", name.value, arg.name.value), &sides, arg.name.span, diags) {
                        return;
                    }
                }
                uses::change(&mut self.draft.uses, name, args, only, diags);
            }
            Change::Item(changed) => self.change_item(changed, side, item, diags),
        }
    }

    fn change_item(&mut self, changed: &Item, side: Option<&ast::Name>, item: &Item, diags: &mut Diagnostics) {
        let (level, span) = (self.level, item.span);
        match &changed.kind {
            ItemKind::Board(board) => {
                self.one_for_all(side, diags);
                if self.draft.board.is_none() {
                    diags.push(nothing_to_change("board", span));
                }
                self.draft.board = Some(Said { value: board.clone(), level, span });
            }
            ItemKind::Setup(text) => {
                self.one_for_all(side, diags);
                if self.draft.setup.is_none() {
                    diags.push(nothing_to_change("setup", span));
                }
                self.draft.setup = Some(Said { value: text.clone(), level, span });
            }
            ItemKind::Piece(piece) => {
                let named = side.or(piece.side.as_ref());
                let (only, sides) = (self.side(named, diags), self.sides_meant(named, diags));
                if !self.note_change(&format!("the piece {}", piece.kind.value), &sides, piece.kind.span, diags) {
                    return;
                }
                let edit = PieceEdit::Replace { piece: piece.clone(), only, span };
                self.edit_piece(edit);
            }
            ItemKind::Zone { .. } | ItemKind::Table { .. } | ItemKind::Pattern { .. } | ItemKind::Define { .. } => {
                self.change_shared(changed, side, diags);
            }
            _ => diags.push(
                Diagnostic::error("E0327", "this cannot be changed")
                    .label(changed.span, "`change` takes a piece, a definition, a zone, a table, the board, the setup, a parameter or a use")
                    .help("take it out of the parent, or give it a parameter there"),
            ),
        }
    }

    fn change_shared(&mut self, changed: &Item, side: Option<&ast::Name>, diags: &mut Diagnostics) {
        let Some(name) = shared_name(changed) else { return };
        let (only, sides) = (self.side(side, diags), self.sides_meant(side, diags));
        let mine = self.draft.shared.iter().find(|s| shared_name(&s.item).is_some_and(|n| n.value == name.value));
        let old = mine.map(|s| &s.item).or_else(|| self.in_files(&name.value).map(|(_, item)| item));
        match old {
            None => {
                let d = Diagnostic::error("E0314", format!("there is no {} `{}` to change", noun(changed), name.value))
                    .label(name.span, "neither here nor in what this variant extends, nor in the library");
                let files = self.scope.units_by_precedence();
                let known = files.iter().flat_map(|u| &self.scope.files.unit(*u).ast.shared).filter_map(shared_name);
                let own = self.draft.shared.iter().filter_map(|s| shared_name(&s.item));
                diags.push(near(d, &name.value, known.chain(own).map(|n| &n.value)));
                return;
            }
            Some(old) if noun(old) != noun(changed) => {
                diags.push(
                    Diagnostic::error("E0314", format!("`{}` is a {}, no {}", name.value, noun(old), noun(changed)))
                        .label(name.span, "changed here")
                        .secondary(shared_name(old).map(|n| n.span).unwrap_or_default(), "given here"),
                );
                return;
            }
            Some(_) => {}
        }
        let what = format!("the {} `{}`", noun(changed), name.value);
        if !self.note_change(&what, &sides, name.span, diags) {
            return;
        }
        // A change for all hides every earlier entry, one for a side those of this side.
        self.draft.shared.retain(|s| {
            let same = shared_name(&s.item).is_some_and(|n| n.value == name.value);
            !same || (only.is_some() && s.side != only)
        });
        self.draft.shared.push(SharedItem { item: changed.clone(), side: only });
    }

    fn without(&mut self, without: &Without, diags: &mut Diagnostics) {
        match without {
            Without::Piece(kind) => self.edit_piece(PieceEdit::Remove { kind: kind.clone() }),
            Without::Named(name) => uses::remove(&mut self.draft.uses, name, diags),
            Without::Zone(name) => {
                let is_it = |item: &Item| matches!(&item.kind, ItemKind::Zone { name: n, .. } if n.value == name.value);
                let before = self.draft.shared.len();
                self.draft.shared.retain(|s| !is_it(&s.item));
                let in_files = self.in_files(&name.value).is_some_and(|(_, item)| is_it(item));
                if in_files {
                    self.draft.removed.insert(name.value.clone());
                }
                if before == self.draft.shared.len() && !in_files {
                    let d = Diagnostic::error("E0314", format!("there is no zone `{}` to take out", name.value))
                        .label(name.span, "neither here nor in what this variant extends");
                    let zones = self.draft.shared.iter().filter_map(|s| shared_name(&s.item)).map(|n| &n.value);
                    diags.push(near(d, &name.value, zones));
                }
            }
        }
    }

    fn edit_piece(&mut self, edit: PieceEdit) {
        if !pieces::edit(&mut self.draft.pieces, &edit, self.draft.sides.len()) {
            self.draft.late.push(edit);
        }
    }

    /// At most one change of a thing for a side at one level.
    fn note_change(&mut self, what: &str, sides: &SideSet, span: Span, diags: &mut Diagnostics) -> bool {
        let earlier = self
            .changes
            .iter()
            .find(|(other, level, of, _)| other == what && *level == self.level && !of.is_disjoint(sides));
        if let Some((_, _, _, first)) = earlier {
            diags.push(changed_twice(what, span, *first));
            return false;
        }
        self.changes.push((what.to_string(), self.level, sides.clone(), span));
        true
    }

    fn one_for_all(&self, side: Option<&ast::Name>, diags: &mut Diagnostics) {
        if let Some(side) = side {
            diags.push(
                Diagnostic::error("E0327", "board and setup are one for all sides")
                    .label(side.span, "this cannot stand here")
                    .help("take `for ...` out"),
            );
        }
    }

    fn side(&self, name: Option<&ast::Name>, diags: &mut Diagnostics) -> Option<SideIndex> {
        side_index(&self.draft.sides, name?, diags)
    }

    fn sides_meant(&self, name: Option<&ast::Name>, diags: &mut Diagnostics) -> SideSet {
        match self.side(name, diags) {
            Some(side) => SideSet::from([side]),
            None => (0..self.draft.sides.len()).collect(),
        }
    }
}

/// The index of a side by its name.
pub(super) fn side_index(sides: &[ast::SideDef], name: &ast::Name, diags: &mut Diagnostics) -> Option<SideIndex> {
    let found = sides.iter().position(|s| s.name.value == name.value);
    if found.is_none() {
        let names: Vec<&str> = sides.iter().map(|s| s.name.value.as_str()).collect();
        let d = Diagnostic::error("E0155", format!("no side is called `{}`", name.value))
            .label(name.span, "not a side of this game")
            .explain(format!("the sides are {}", names.join(", ")));
        diags.push(near(d, &name.value, sides.iter().map(|s| &s.name.value)));
    }
    found
}

/// A child's word replaces that of its parents; twice in one variant is an error.
fn say<T>(slot: &mut Option<Said<T>>, value: T, what: &str, level: usize, span: Span, diags: &mut Diagnostics) {
    match slot {
        Some(said) if said.level == level => {
            diags.push(said_twice(what, span, said.span).help("keep one, or put each under an `if`"));
        }
        _ => *slot = Some(Said { value, level, span }),
    }
}

fn nothing_to_change(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0314", format!("there is no {what} to change"))
        .label(span, "none stands above")
        .help(format!("write `{what} ...` without `change`"))
}

fn noun(item: &Item) -> &'static str {
    match &item.kind {
        ItemKind::Zone { .. } => "zone",
        ItemKind::Table { .. } => "table",
        ItemKind::Pattern { .. } => "pattern",
        _ => "definition",
    }
}

fn noun_of_change(item: &Item) -> &'static str {
    match &item.kind {
        ItemKind::Define { .. } => "define",
        _ => noun(item),
    }
}
