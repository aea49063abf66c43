//! From files to one variant: inheritance, changes, parameters, static conditions and the uses of rules.
//!
//! After this stage there is no `extends`, `change`, `without`, `parameter`, `if` item, `use`, `needs` or `include`:
//! a variant is a frame and a list of bundles of parts in order of use, each for one player.

use std::collections::BTreeMap;

use crate::ast;
use crate::source::Span;

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
