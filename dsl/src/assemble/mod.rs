//! From files to one variant: inheritance, changes, parameters, static conditions and the uses of rules.
//!
//! After this stage there is no `extends`, `change`, `without`, `parameter`, `if` item, `use`, `needs` or `include`:
//! a variant is a frame and a list of bundles of parts in order of use, each for one player.

mod chain;
mod check;
pub mod codes;
mod decide;
mod expand;
mod files;
mod frame;
mod headings;
mod labels;
mod mentions;
mod parameters;
mod pieces;
mod request;
mod scope;
mod settings;
#[cfg(test)]
mod tests;
mod uses;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

pub use files::{library_paths, nearby_files};
pub use headings::{Heading, name_of_title, paths_named, variants};
pub use request::{Main, Request};
pub use settings::test_settings;

use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{Sources, Span};
use files::Files;
use frame::Draft;
use scope::{Scope, shared_name};

/// Puts one variant together. What can be made sense of goes on to the next stage even where errors were told.
pub fn assemble(request: &Request<'_>, sources: &mut Sources, diags: &mut Diagnostics) -> Option<Assembly> {
    let mut files = Files::new(request);
    let (main, named) = files.open_main(sources, diags)?;
    files.open_std(sources, diags);
    let last = match named {
        Some(variant) => variant,
        None => chain::chosen(&files, main, request.variant.as_deref(), diags)?,
    };
    let chain = chain::of(&mut files, last, sources, diags)?;
    let settings = settings::read(&request.settings, sources, diags);
    let readable = !diags.has_errors();
    scope::meeting_names(&files, diags);
    scope::hidden_names(&files, main, diags);

    let scope = Scope { files: &files, chain: &chain };
    let parameters = parameters::collect(&scope, &settings, diags);
    check::all(&scope, main, Some(&parameters.known), diags);
    if readable {
        // Otherwise what reads it may be what could not be read.
        parameters::unread(&scope, &parameters.known, diags);
    }

    // `uses(rule)` asks what is in use without the items behind such questions; then these are answered.
    let asked = RefCell::new(Vec::new());
    let mut told = Diagnostics::default();
    let mut draft = frame::draft(&scope, &parameters, None, &asked, &mut told);
    let mut expanded = expand::expand(&scope, sources, &draft, &parameters, None, &asked, &mut told);
    if draft.asks_uses || expanded.asks_uses {
        told = Diagnostics::default();
        let in_use = expanded.in_use;
        draft = frame::draft(&scope, &parameters, Some(&in_use), &asked, &mut told);
        expanded = expand::expand(&scope, sources, &draft, &parameters, Some(&in_use), &asked, &mut told);
        decide::still_true(&asked.borrow(), &expanded.in_use, &mut told);
    }
    let drafts = expand::all_pieces(&draft, &mut expanded, &mut told);
    told.list.into_iter().for_each(|d| diags.push(d));
    parameters::check_tests(&draft.tests, &parameters, diags);

    let variant = files.variant(last);
    let turns = turns(&draft, diags);
    let (Some(board), Some(setup)) =
        (said(&draft.board, "board", variant, diags), said(&draft.setup, "setup", variant, diags))
    else {
        return None;
    };
    Some(Assembly {
        name: files::variant_name(variant),
        title: variant.title.clone(),
        board,
        setup,
        mirrored: draft.mirrored,
        turns: turns.order,
        repeat_from: turns.repeat_from,
        growing: turns.growing,
        layout: draft.layout.as_ref().map(|l| l.value.clone()),
        pieces: pieces::lines(drafts, draft.sides.len()),
        parameters: parameters.known,
        shared: shared(&scope, &draft),
        labels: labels::known(&scope),
        bundles: expanded.bundles,
        sides: draft.sides,
        meta: draft.meta,
        tests: draft.tests,
        doc: variant.doc.clone(),
        span: variant.span,
    })
}

/// Checks a file that holds only rules and definitions.
pub fn check_rules(request: &Request<'_>, sources: &mut Sources, diags: &mut Diagnostics) {
    let mut files = Files::new(request);
    let Some((main, _)) = files.open_main(sources, diags) else { return };
    files.open_std(sources, diags);
    scope::meeting_names(&files, diags);
    scope::hidden_names(&files, main, diags);
    check::all(&Scope { files: &files, chain: &[] }, main, None, diags);
}

/// What every variant must say, itself or by a parent.
fn said<T: Clone>(
    slot: &Option<frame::Said<T>>,
    what: &str,
    variant: &ast::Variant,
    diags: &mut Diagnostics,
) -> Option<T> {
    if slot.is_none() {
        diags.push(
            Diagnostic::error("E0329", format!("`{}` has no {what}", variant.title.value))
                .label(variant.title.span, format!("no `{what}` here, nor in what it extends"))
                .help(format!("write `{what} ...`, or let the variant extend another one")),
        );
    }
    slot.as_ref().map(|said| said.value.clone())
}

struct Turns {
    order: Vec<SideIndex>,
    repeat_from: usize,
    growing: bool,
}

fn turns(draft: &Draft, diags: &mut Diagnostics) -> Turns {
    let each_once = || Turns { order: (0..draft.sides.len()).collect(), repeat_from: 0, growing: false };
    let Some(said) = &draft.turns else { return each_once() };
    let mut index = |names: &[ast::Name]| -> Vec<SideIndex> {
        names.iter().filter_map(|name| frame::side_index(&draft.sides, name, diags)).collect()
    };
    let (first, repeat) = (index(&said.value.first), index(&said.value.repeat));
    let repeat_from = if repeat.is_empty() { 0 } else { first.len() };
    let order: Vec<SideIndex> = first.into_iter().chain(repeat).collect();
    if order.is_empty() { each_once() } else { Turns { order, repeat_from, growing: said.value.growing } }
}

/// Zones, tables, patterns and definitions of the library, of the files of the chain, then of the variants.
fn shared(scope: &Scope<'_>, draft: &Draft) -> Vec<SharedItem> {
    let of_files = scope.units_by_precedence().into_iter().flat_map(|unit| &scope.files.unit(unit).ast.shared);
    let kept = of_files.filter(|item| {
        let zone = matches!(item.kind, ast::ItemKind::Zone { .. });
        !zone || shared_name(item).is_none_or(|n| !draft.removed.contains(&n.value))
    });
    let items = kept.map(|item| SharedItem { item: item.clone(), side: None });
    items.chain(draft.shared.iter().cloned()).collect()
}

/// Index into `Assembly::bundles`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BundleId(pub usize);

/// Index into the players of `Assembly::sides`.
pub type SideIndex = usize;

/// One variant with everything chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// `meta name`, or the title in lower case with `-` for other signs.
    pub name: String,
    pub title: ast::Text,
    pub meta: Vec<(String, String)>,
    pub board: ast::Board,
    /// Players in the order written; the default is white and black.
    pub sides: Vec<ast::SideDef>,
    pub mirrored: bool,
    /// Indices of sides; the default is each side once.
    pub turns: Vec<SideIndex>,
    pub repeat_from: usize,
    pub growing: bool,
    pub setup: ast::Text,
    /// Names of the shown states in FEN order, `rule.name` or `name`.
    pub layout: Option<Vec<(ast::Name, Option<ast::Name>)>>,
    /// Pieces of the variant and of the rules it uses, one entry for each line.
    pub pieces: Vec<PieceLine>,
    /// Parameters of the variant with their chosen values.
    pub parameters: BTreeMap<String, Parameter>,
    /// Zones, tables, patterns and definitions outside of rules, in order of precedence: a later entry hides an
    /// earlier one of the same name for its side.
    pub shared: Vec<SharedItem>,
    /// What `by` may say: labels of clauses, names of actions and rules, in force or not.
    pub labels: BTreeSet<String>,
    /// Copies of rules in order of use, then the variant's own parts (one bundle for each player), which come last.
    pub bundles: Vec<Bundle>,
    /// The variant's own tests (never those of a parent).
    pub tests: Vec<ast::Test>,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PieceLine {
    pub piece: ast::Piece,
    /// `None` for all players.
    pub side: Option<SideIndex>,
    /// The bundle whose names the line may use; `None` for a line of the variant.
    pub bundle: Option<BundleId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Value in force: the default, a `change` or a setting from outside.
    pub value: ast::Value,
    /// The words (or values) allowed, if listed.
    pub among: Option<Vec<ast::Value>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SharedItem {
    /// A `Zone`, `Table`, `Pattern` or `Define`.
    pub item: ast::Item,
    /// `None` for all players.
    pub side: Option<SideIndex>,
}

/// The parts that one use of a rule gives to one player. `own` and `enemy` in them mean that player's.
#[derive(Clone, Debug, PartialEq)]
pub struct Bundle {
    /// Name of the rule; `None` for the variant's own parts.
    pub rule: Option<String>,
    /// `as name`.
    pub alias: Option<String>,
    pub side: SideIndex,
    /// All copies of one `use` item (one for each side that it serves) share this number.
    pub group: usize,
    /// Values of the rule's parameters.
    pub args: BTreeMap<String, Argument>,
    /// Items with static conditions decided: zones, tables, patterns, definitions, hands, flags, states, gives, limits,
    /// forbids, prefers, handlers, moments, actions, outcomes. No pieces (see `Assembly::pieces`).
    pub items: Vec<ast::Item>,
    /// `from ply n`.
    pub from_ply: Option<u32>,
    /// Where the rule is used (the variant's own span for its own parts).
    pub used_at: Span,
}

/// An argument is an expression; its names belong to the place where it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub value: ast::Value,
    /// The bundle whose names it uses; `None` for the variant's.
    pub scope: Option<BundleId>,
    /// The words allowed by `among`, if listed.
    pub among: Option<Vec<ast::Value>>,
}
