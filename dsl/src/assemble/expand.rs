//! Uses of rules opened: one bundle of parts for each use and each side that it serves.
//!
//! Order. Bundles stand in the order of the `use` items, for each of them side after side. What a rule needs stands
//! directly before it. A rule used inside a rule stands directly before the outer one if its `use` is written before the
//! outer rule's first own part (whatever is neither `use` nor `needs`), otherwise directly after it. A `needs` that a
//! later `use` of the variant can serve takes that use, which then stands before the rule that needs it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::decide::{Asked, Facts, InUse, decided};
use super::frame::{Draft, is_own, side_index};
use super::parameters::{Collection, Target, fit};
use super::pieces::{self, PieceDraft, SideSet};
use super::scope::{RuleRef, Scope, said_twice, shared_name};
use super::uses::{Key, UseDraft, rules_meant};
use super::values::is_among;
use super::{Argument, Bundle, BundleId, SideIndex, mentions};
use crate::ast::{self, ExprKind, Item, ItemKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{Sources, Span};

/// More copies of rules than this are a mistake.
const MOST_BUNDLES: usize = 1024;
/// Rules inside rules inside rules.
const DEEPEST: usize = 40;
/// Arguments written longer than this are told apart by their beginning.
const LONGEST_TEXT: usize = 4096;

/// What the uses of a variant come to.
#[derive(Debug)]
pub(super) struct Expanded {
    /// In final order; the ids in them are indices here.
    pub bundles: Vec<Bundle>,
    pub pieces: Vec<PieceDraft>,
    pub in_use: InUse,
    pub asks_uses: bool,
}

/// One use for one side.
struct Site<'a> {
    rule: RuleRef,
    name: &'a ast::Name,
    args: &'a [ast::Arg],
    /// Where the names of the arguments belong.
    scope: Option<BundleId>,
    alias: Option<&'a ast::Name>,
    from_ply: Option<u32>,
    side: SideIndex,
    key: Vec<Key>,
}

/// A copy of a rule in force.
struct Copy {
    rule: RuleRef,
    side: SideIndex,
    bundle: BundleId,
    alias: Option<ast::Name>,
    /// Equal for equal arguments.
    arguments: String,
    has_state: bool,
    at: Span,
}

struct Opening<'a> {
    scope: &'a Scope<'a>,
    sources: &'a Sources,
    draft: &'a Draft,
    parameters: &'a Collection,
    in_use: Option<&'a InUse>,
    asked: &'a RefCell<Vec<Asked>>,
    asks_uses: bool,
    /// By order of opening; ids are indices here until the end.
    bundles: Vec<Bundle>,
    order: Vec<BundleId>,
    pieces: Vec<PieceDraft>,
    copies: Vec<Copy>,
    groups: BTreeMap<Vec<Key>, usize>,
    /// Sides for which each use of the variant is opened.
    done: Vec<SideSet>,
    /// Rules being opened, outermost first.
    open: Vec<(RuleRef, Span)>,
    full: bool,
}

/// Opens all uses of a draft, then adds the variant's own parts.
pub(super) fn expand(
    scope: &Scope<'_>,
    sources: &Sources,
    draft: &Draft,
    parameters: &Collection,
    in_use: Option<&InUse>,
    asked: &RefCell<Vec<Asked>>,
    diags: &mut Diagnostics,
) -> Expanded {
    let mut opening = Opening {
        scope,
        sources,
        draft,
        parameters,
        in_use,
        asked,
        asks_uses: false,
        bundles: Vec::new(),
        order: Vec::new(),
        pieces: Vec::new(),
        copies: Vec::new(),
        groups: BTreeMap::new(),
        done: vec![SideSet::new(); draft.uses.len()],
        open: Vec::new(),
        full: false,
    };
    for (index, used) in draft.uses.iter().enumerate() {
        for side in &used.sides {
            let before = if used.needs {
                opening.needed(used.rule, &used.name, &used.args, None, *side, diags)
            } else {
                opening.used(index, *side, diags)
            };
            opening.order.extend(before);
        }
    }
    opening.own_parts(diags);
    opening.finish()
}

impl<'a> Opening<'a> {
    fn facts(&self) -> Facts<'_> {
        Facts {
            parameters: self.parameters,
            bundles: &self.bundles,
            in_use: self.in_use,
            side: None,
            asked: self.asked,
        }
    }

    /// Opens a use of the variant for a side, once.
    fn used(&mut self, index: usize, side: SideIndex, diags: &mut Diagnostics) -> Vec<BundleId> {
        if !self.done[index].insert(side) {
            return Vec::new();
        }
        let draft: &'a Draft = self.draft;
        let used: &'a UseDraft = &draft.uses[index];
        let site = Site {
            rule: used.rule,
            name: &used.name,
            args: &used.args,
            scope: None,
            alias: used.alias.as_ref(),
            from_ply: used.from_ply,
            side,
            key: vec![used.key.clone()],
        };
        self.open(&site, diags)
    }

    /// Opens one use; gives its bundles in order.
    fn open(&mut self, site: &Site<'_>, diags: &mut Diagnostics) -> Vec<BundleId> {
        let scope: &'a Scope<'a> = self.scope;
        let rule: &'a ast::Rule = scope.rule(site.rule);
        if let Some((_, first)) = self.open.iter().find(|(open, _)| *open == site.rule) {
            let mut d = Diagnostic::error("E0319", format!("the rule `{}` uses itself", rule.name.value))
                .label(site.name.span, "used here inside itself")
                .secondary(rule.name.span, "the rule");
            if *first != site.name.span {
                d = d.secondary(*first, "opened from here");
            }
            diags.push(d.help("let one rule hold what both need, and use it in both"));
            return Vec::new();
        }
        if self.open.len() >= DEEPEST || self.bundles.len() >= MOST_BUNDLES {
            if !self.full {
                let what = format!("more than {DEEPEST} rules inside each other, or {MOST_BUNDLES} copies of rules");
                diags.push(Diagnostic::error("E0330", what).label(site.name.span, "this one is too many"));
            }
            self.full = true;
            return Vec::new();
        }
        let id = BundleId(self.bundles.len());
        let Some(args) = self.bind(site, rule, id, diags) else { return Vec::new() };
        let groups = self.groups.len();
        let group = *self.groups.entry(site.key.clone()).or_insert(groups);
        self.bundles.push(Bundle {
            rule: Some(rule.name.value.clone()),
            alias: site.alias.map(|a| a.value.clone()),
            side: site.side,
            group,
            args,
            items: Vec::new(),
            from_ply: site.from_ply,
            used_at: site.name.span,
        });
        let mut asks_uses = false;
        let items = decided(&rule.items, Some(id), &self.facts(), &mut asks_uses, diags);
        self.asks_uses |= asks_uses;
        let has_state = items.iter().any(|i| matches!(i.kind, ItemKind::State(_)));
        let arguments = self.all_arguments(id);
        if !self.may_stand(site, rule, &arguments, has_state, diags) {
            return Vec::new();
        }
        self.copies.push(Copy {
            rule: site.rule,
            side: site.side,
            bundle: id,
            alias: site.alias.cloned(),
            arguments,
            has_state,
            at: site.name.span,
        });
        self.open.push((site.rule, site.name.span));
        let list = self.parts(site, id, &items, diags);
        self.open.pop();
        list
    }

    /// Sorts the items of a rule; gives the bundles it brings, itself among them, in order.
    fn parts(&mut self, site: &Site<'_>, id: BundleId, items: &[&Item], diags: &mut Diagnostics) -> Vec<BundleId> {
        let (mut needed, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        let mut own: Vec<Item> = Vec::new();
        let mut own_has_begun = false;
        for item in items {
            match &item.kind {
                ItemKind::Needs { name, args } => {
                    for (rule, name) in rules_meant(self.scope, site.rule.unit, name, Some(id), &self.facts()) {
                        needed.extend(self.needed(rule, &name, args, Some(id), site.side, diags));
                    }
                }
                ItemKind::Use(used) => {
                    let rules = rules_meant(self.scope, site.rule.unit, &used.name, Some(id), &self.facts());
                    for (nth, (rule, name)) in rules.into_iter().enumerate() {
                        let mut key = site.key.clone();
                        key.push(Key::Item(item.span, nth));
                        let inner = Site {
                            rule,
                            name: &name,
                            args: &used.args,
                            scope: Some(id),
                            alias: used.alias.as_ref(),
                            // A part sleeps as long as the rule that brings it.
                            from_ply: site.from_ply.max(used.from_ply.as_ref().map(|n| n.value)),
                            side: site.side,
                            key,
                        };
                        let list = self.open(&inner, diags);
                        if own_has_begun { &mut after } else { &mut before }.extend(list);
                    }
                }
                ItemKind::Piece(piece) => {
                    own_has_begun = true;
                    self.piece(piece, item, id, diags);
                }
                _ => {
                    own_has_begun = true;
                    if shared_name(item).is_some() || is_own(item) {
                        own.push((*item).clone());
                    }
                }
            }
        }
        said_twice_in(&own, diags);
        self.bundles[id.0].items = own;
        needed.into_iter().chain(before).chain([id]).chain(after).collect()
    }

    /// `needs`: the rule once for the side, with the arguments that are written here.
    fn needed(
        &mut self,
        rule: RuleRef,
        name: &ast::Name,
        args: &[ast::Arg],
        scope: Option<BundleId>,
        side: SideIndex,
        diags: &mut Diagnostics,
    ) -> Vec<BundleId> {
        let wanted: Vec<(String, String)> =
            args.iter().map(|a| (a.name.value.clone(), self.text_of(&a.value, scope))).collect();
        let agrees = |bundle: &Bundle| {
            wanted.iter().all(|(name, text)| bundle.args.get(name).is_some_and(|a| self.argument_text(a) == *text))
        };
        let here: Vec<&Copy> = self.copies.iter().filter(|c| c.rule == rule && c.side == side).collect();
        if here.iter().any(|c| agrees(&self.bundles[c.bundle.0])) {
            return Vec::new();
        }
        let open = self.open.iter().any(|(r, _)| *r == rule);
        if let Some(other) = here.iter().find(|c| c.has_state).filter(|_| !open) {
            diags.push(
                Diagnostic::error("E0325", format!("`{}` is needed with other arguments than it has", name.value))
                    .label(name.span, "needed here")
                    .secondary(other.at, "in use from here")
                    .explain("a rule with state stands once for a side, unless `as` tells its uses apart")
                    .help("use it in the variant with arguments that serve both"),
            );
            return Vec::new();
        }
        // A use of the variant that comes later can serve.
        let draft: &'a Draft = self.draft;
        let later = draft.uses.iter().enumerate().find(|(index, used)| {
            let free =
                used.rule == rule && !used.needs && used.sides.contains(&side) && !self.done[*index].contains(&side);
            free && wanted.iter().all(|(name, text)| self.will_be(used, name) == *text)
        });
        if let Some((index, _)) = later.filter(|_| !open) {
            return self.used(index, side, diags);
        }
        let text = wanted.iter().map(|(name, text)| format!("{name}={text}")).collect::<Vec<_>>().join(",");
        let key = vec![Key::Needs(rule, text)];
        self.open(&Site { rule, name, args, scope, alias: None, from_ply: None, side, key }, diags)
    }

    /// The text of an argument that a use of the variant will have.
    fn will_be(&self, used: &UseDraft, name: &str) -> String {
        if let Some(arg) = used.args.iter().find(|a| a.name.value == name) {
            return self.text_of(&arg.value, None);
        }
        let param = self.scope.rule(used.rule).params.iter().find(|p| p.name.value == name);
        param.and_then(|p| p.default.as_ref()).map(|d| self.text_of(d, None)).unwrap_or_default()
    }

    /// Values of a rule's parameters; `None` if one is missing (told by the check of the items).
    fn bind(
        &self,
        site: &Site<'_>,
        rule: &ast::Rule,
        id: BundleId,
        diags: &mut Diagnostics,
    ) -> Option<BTreeMap<String, Argument>> {
        let mut bound = BTreeMap::new();
        for param in &rule.params {
            let among = param.among.clone();
            let given = site.args.iter().find(|a| a.name.value == param.name.value).map(|a| (&a.value, site.scope));
            // A default speaks of what the rule sees.
            let default = || param.default.as_ref().map(|d| (d, Some(id)));
            let (value, scope) = given.or_else(default)?;
            let target = Target { name: &param.name, default: param.default.as_ref(), among: among.as_deref() };
            let fitted = fit(&target, value, scope.filter(|s| *s != id), &self.facts());
            let (value, scope) = match (fitted, &param.default) {
                (Ok(value), _) => (value, scope),
                // So that nothing follows from a wrong word.
                (Err(d), Some(default)) => {
                    diags.push(*d);
                    (default.clone(), Some(id))
                }
                (Err(d), None) => {
                    diags.push(*d);
                    (value.clone(), scope)
                }
            };
            bound.insert(param.name.value.clone(), Argument { value, scope, among });
        }
        Some(bound)
    }

    /// Whether one more copy of a rule may stand beside those in force.
    fn may_stand(
        &self,
        site: &Site<'_>,
        rule: &ast::Rule,
        arguments: &str,
        has_state: bool,
        diags: &mut Diagnostics,
    ) -> bool {
        for copy in self.copies.iter().filter(|c| c.side == site.side) {
            if let (Some(a), Some(b)) = (site.alias, &copy.alias)
                && a.value == b.value
            {
                diags.push(
                    Diagnostic::error("E0331", format!("two uses for one side are called `{}`", a.value))
                        .label(a.span, "again here")
                        .secondary(b.span, "first here")
                        .help("give one of them another name"),
                );
                return false;
            }
            if copy.rule != site.rule || site.alias.is_some() || copy.alias.is_some() {
                continue;
            }
            let same = copy.arguments == arguments;
            if same || has_state {
                let name = &rule.name.value;
                let d = Diagnostic::error("E0324", format!("`{name}` is already in use"))
                    .label(site.name.span, "again here")
                    .secondary(copy.at, "already in use at this place");
                diags.push(if same {
                    d.help(format!("take one out; to alter its arguments write `change {name}(...)`; a rule that relies on it says `needs {name}`"))
                } else {
                    d.explain("the rule keeps state, so its uses must be told apart").help(format!("write `use {name}(...) as name`"))
                });
                return false;
            }
        }
        true
    }

    fn piece(&mut self, piece: &ast::Piece, item: &Item, id: BundleId, diags: &mut Diagnostics) {
        if let Some(first) = self.pieces.iter().find(|p| p.span == item.span) {
            // One line for all copies of the rule; they must mean the same.
            let mut names = BTreeSet::new();
            mentions::in_item(item, &mut |name| {
                names.insert(name.to_string());
            });
            let text =
                |bundle: BundleId, name: &str| self.bundles[bundle.0].args.get(name).map(|a| self.argument_text(a));
            if let Some(other) = first.bundle
                && names.iter().any(|n| text(other, n) != text(id, n))
            {
                let (here, there) = (self.bundles[id.0].used_at, self.bundles[other.0].used_at);
                diags.push(
                    Diagnostic::error("E0335", format!("two uses bring different pieces `{}`", piece.kind.value))
                        .label(here, "this use")
                        .secondary(there, "and this one")
                        .secondary(piece.kind.span, "the piece depends on the arguments"),
                );
            }
            return;
        }
        let all: SideSet = (0..self.draft.sides.len()).collect();
        let side = piece.side.as_ref().and_then(|name| side_index(&self.draft.sides, name, diags));
        let sides = side.map_or(all, |s| SideSet::from([s]));
        self.pieces.push(PieceDraft { piece: piece.clone(), sides, bundle: Some(id), span: item.span });
    }

    /// The variant's own parts, one bundle for each player, after all rules.
    fn own_parts(&mut self, diags: &mut Diagnostics) {
        let group = self.groups.len();
        let used_at = self.scope.chain.last().map(|v| self.scope.files.variant(*v).span).unwrap_or_default();
        for (side, items) in self.draft.own.iter().enumerate() {
            said_twice_in(items, diags);
            let id = BundleId(self.bundles.len());
            self.bundles.push(Bundle {
                rule: None,
                alias: None,
                side,
                group,
                args: BTreeMap::new(),
                items: items.clone(),
                from_ply: None,
                used_at,
            });
            self.order.push(id);
        }
    }

    fn all_arguments(&self, id: BundleId) -> String {
        self.bundles[id.0].args.iter().map(|(name, a)| format!("{name}={};", self.argument_text(a))).collect()
    }

    /// A text that is equal for equal arguments: names of rule parameters are followed to what they hold.
    fn argument_text(&self, argument: &Argument) -> String {
        self.text_of(&argument.value, argument.scope)
    }

    fn text_of(&self, value: &ast::Value, scope: Option<BundleId>) -> String {
        let mut text = String::new();
        self.write_text(value, scope, &mut text, 0);
        text
    }

    fn write_text(&self, value: &ast::Value, scope: Option<BundleId>, text: &mut String, depth: usize) {
        if depth > DEEPEST || text.len() > LONGEST_TEXT {
            return;
        }
        let held = |name: &str| scope.and_then(|id| self.bundles.get(id.0)).and_then(|b| b.args.get(name));
        if let ExprKind::Name(name) = &value.kind
            && let Some(argument) = held(&name.value)
            && !argument.among.as_deref().is_some_and(|list| is_among(&name.value, list))
        {
            self.write_text(&argument.value, argument.scope, text, depth + 1);
            return;
        }
        if let ExprKind::List(list) = &value.kind {
            for member in list {
                self.write_text(member, scope, text, depth + 1);
                text.push(',');
            }
            return;
        }
        text.extend(self.sources.text(value.span).split_whitespace().flat_map(|word| [word, " "]));
        let mut names = BTreeSet::new();
        mentions::in_expr(value, &mut |name| {
            names.insert(name.to_string());
        });
        for name in names {
            if let Some(argument) = held(&name) {
                text.push_str(&name);
                text.push('=');
                self.write_text(&argument.value, argument.scope, text, depth + 1);
            }
        }
    }

    /// Puts the bundles in order and renames them so.
    fn finish(mut self) -> Expanded {
        let mut place: Vec<Option<BundleId>> = vec![None; self.bundles.len()];
        for (index, id) in self.order.iter().enumerate() {
            place[id.0] = Some(BundleId(index));
        }
        let mut in_use: InUse = vec![BTreeSet::new(); self.draft.sides.len()];
        for copy in &self.copies {
            if let Some(rule) = &self.bundles[copy.bundle.0].rule {
                in_use[copy.side].insert(rule.clone());
            }
            in_use[copy.side].extend(copy.alias.iter().map(|a| a.value.clone()));
        }
        let moved = |id: Option<BundleId>| id.and_then(|id| place[id.0]);
        let mut bundles = Vec::with_capacity(self.order.len());
        for id in &self.order {
            let mut bundle = self.bundles[id.0].clone();
            for argument in bundle.args.values_mut() {
                argument.scope = moved(argument.scope);
            }
            bundles.push(bundle);
        }
        for piece in &mut self.pieces {
            piece.bundle = moved(piece.bundle);
        }
        Expanded { bundles, pieces: self.pieces, in_use, asks_uses: self.asks_uses }
    }
}

/// Pieces of the variant and of its rules, after the edits that wait for the latter.
pub(super) fn all_pieces(draft: &Draft, expanded: &mut Expanded, diags: &mut Diagnostics) -> Vec<PieceDraft> {
    let mut list = draft.pieces.clone();
    let mut brought = std::mem::take(&mut expanded.pieces);
    for edit in &draft.late {
        if !pieces::edit(&mut brought, edit, draft.sides.len()) {
            let all: Vec<PieceDraft> = list.iter().chain(&brought).cloned().collect();
            diags.push(pieces::missing(&all, edit));
        }
    }
    for piece in brought {
        pieces::add(&mut list, piece, diags);
    }
    list
}

/// States, zones, tables, patterns and definitions of one bundle have different names.
fn said_twice_in(items: &[Item], diags: &mut Diagnostics) {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for item in items {
        let name = match &item.kind {
            ItemKind::State(state) => Some(&state.name),
            ItemKind::Flag(flag) => Some(&flag.name),
            _ => shared_name(item),
        };
        let Some(name) = name else { continue };
        match first.get(name.value.as_str()) {
            Some(earlier) => diags.push(said_twice(&format!("`{}`", name.value), name.span, *earlier)),
            None => {
                first.insert(&name.value, name.span);
            }
        }
    }
}
