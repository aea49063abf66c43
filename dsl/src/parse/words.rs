//! The words that mean something by their place: reserved words, opening words, and what each place may begin with.

use super::cut::Cut;
use super::lex::TokenKind;
use ferz_grammar::Rule;

/// Never a name.
pub const RESERVED: [&str; 39] = [
    "and", "or", "not", "is", "was", "in", "of", "on", "plus", "except", "attacked", "ignoring", "beside", "also",
    "when", "where", "leaving", "by", "to", "from", "going", "over", "with", "keeping", "called", "some", "no", "the",
    "count", "at", "more", "fewer", "own", "enemy", "ally", "neutral", "can", "first", "among",
];

/// Open items and steps: names only where nothing could open.
pub const OPENING: [&str; 62] = [
    "variant",
    "rule",
    "include",
    "meta",
    "sides",
    "facing",
    "board",
    "turns",
    "piece",
    "hand",
    "setup",
    "layout",
    "flag",
    "state",
    "zone",
    "table",
    "pattern",
    "define",
    "parameter",
    "use",
    "needs",
    "change",
    "without",
    "give",
    "limit",
    "forbid",
    "prefer",
    "after",
    "action",
    "win",
    "lose",
    "draw",
    "result",
    "if",
    "else",
    "test",
    "choose",
    "require",
    "let",
    "capture",
    "remove",
    "move",
    "place",
    "become",
    "convert",
    "swap",
    "set",
    "clear",
    "add",
    "take",
    "for",
    "may",
    "end",
    "eliminate",
    "written",
    "rewritten",
    "its",
    "onto",
    "within",
    "landing",
    "capturing",
    "heading",
];

#[must_use]
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

#[must_use]
pub fn is_opening(word: &str) -> bool {
    OPENING.contains(&word)
}

/// Where a slice stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    File,
    Variant,
    Rule,
    Steps,
    Test,
    /// Lines `name "text"`, which have no opening words.
    Meta,
}

/// What may begin at the place, with the rule of the grammar that reads it.
type Opener = (&'static str, Rule);

const SHARED: [Opener; 4] =
    [("zone", Rule::zone), ("table", Rule::table), ("pattern", Rule::pattern_item), ("define", Rule::define)];

const FILE: [Opener; 3] = [("include", Rule::include), ("variant", Rule::variant), ("rule", Rule::rule_item)];

const FRAME: [Opener; 11] = [
    ("meta", Rule::meta),
    ("sides", Rule::sides),
    ("facing", Rule::facing),
    ("board", Rule::board),
    ("turns", Rule::turns),
    ("setup", Rule::setup),
    ("layout", Rule::layout),
    ("parameter", Rule::parameter),
    ("change", Rule::change),
    ("without", Rule::without),
    ("test", Rule::test),
];

const ENTRY: [Opener; 18] = [
    ("piece", Rule::piece),
    ("hand", Rule::hand),
    ("flag", Rule::flag),
    ("state", Rule::state),
    ("use", Rule::use_item),
    ("needs", Rule::needs),
    ("give", Rule::give),
    ("limit", Rule::limit),
    ("forbid", Rule::forbid),
    ("prefer", Rule::prefer),
    ("after", Rule::after),
    ("at", Rule::at),
    ("action", Rule::action),
    ("win", Rule::outcome),
    ("lose", Rule::outcome),
    ("draw", Rule::outcome),
    ("result", Rule::outcome),
    ("if", Rule::if_item),
];

const STEPS: [Opener; 24] = [
    ("choose", Rule::choose),
    ("require", Rule::require),
    ("let", Rule::let_step),
    ("capture", Rule::capture),
    ("remove", Rule::remove),
    ("move", Rule::move_step),
    ("place", Rule::place),
    ("become", Rule::become_step),
    ("convert", Rule::convert),
    ("swap", Rule::swap),
    ("set", Rule::set_step),
    ("clear", Rule::clear),
    ("add", Rule::add),
    ("take", Rule::take),
    ("for", Rule::for_step),
    ("if", Rule::if_step),
    ("may", Rule::may_step),
    ("end", Rule::end_turn),
    ("eliminate", Rule::eliminate),
    ("win", Rule::win_step),
    ("lose", Rule::lose_step),
    ("draw", Rule::draw_step),
    ("written", Rule::written),
    ("rewritten", Rule::rewritten),
];

const TEST: [Opener; 12] = [
    ("position", Rule::position),
    ("play", Rule::play),
    ("perft", Rule::perft),
    ("moves", Rule::test_step),
    ("legal", Rule::legal),
    ("illegal", Rule::illegal),
    ("becomes", Rule::becomes),
    ("outcome", Rule::outcome_is),
    ("set", Rule::set_value),
    ("checked", Rule::checked),
    ("unchecked", Rule::unchecked),
    ("snapshot", Rule::snapshot),
];

impl Place {
    /// The lists of openers of this place.
    fn lists(self) -> &'static [&'static [Opener]] {
        match self {
            Self::File => &[&FILE, &SHARED],
            Self::Variant => &[&FRAME, &SHARED, &ENTRY],
            Self::Rule => &[&SHARED, &ENTRY],
            Self::Steps => &[&STEPS],
            Self::Test => &[&TEST],
            Self::Meta => &[],
        }
    }

    pub fn openers(self) -> impl Iterator<Item = &'static str> {
        self.lists().iter().flat_map(|l| l.iter().map(|o| o.0))
    }

    /// The rule that reads what begins with this word here.
    #[must_use]
    pub fn rule_of(self, word: &str) -> Option<Rule> {
        if self == Self::Meta {
            return Some(Rule::meta_line);
        }
        self.lists().iter().flat_map(|l| l.iter()).find(|o| o.0 == word).map(|o| o.1)
    }

    /// What stands in the block of an item or a step.
    #[must_use]
    pub fn inside(self, opener: &str) -> Option<Self> {
        match (self, opener) {
            (Self::File, "variant") => Some(Self::Variant),
            (Self::File, "rule") => Some(Self::Rule),
            (Self::Variant, "test") => Some(Self::Test),
            (Self::Variant, "meta") => Some(Self::Meta),
            (Self::Variant | Self::Rule, "if") => Some(self),
            (Self::Variant | Self::Rule, "after" | "at" | "action" | "give") | (Self::Steps, _) => Some(Self::Steps),
            _ => None,
        }
    }

    /// The rule for a whole slice.
    #[must_use]
    pub fn line(self) -> Rule {
        match self {
            Self::File => Rule::file_line,
            Self::Variant | Self::Rule => Rule::item_line,
            Self::Steps => Rule::step_line,
            Self::Test => Rule::test_line,
            Self::Meta => Rule::meta_lines,
        }
    }

    /// What stands here, in words.
    #[must_use]
    pub fn content(self) -> &'static str {
        match self {
            Self::File | Self::Variant | Self::Rule => "item",
            Self::Steps => "step",
            Self::Test => "line of a test",
            Self::Meta => "line",
        }
    }

    /// Where a word that does not fit here belongs: `inside a block of steps`.
    #[must_use]
    pub fn home_of(word: &str) -> Option<&'static str> {
        let places = [
            (Self::File, "at the top of a file"),
            (Self::Rule, "in a variant or a rule, outside of blocks of steps"),
            (Self::Variant, "in a variant, not in a rule or a block"),
            (Self::Steps, "in a block of steps"),
            (Self::Test, "in a test"),
        ];
        places.into_iter().find(|(place, _)| place.rule_of(word).is_some()).map(|(_, text)| text)
    }
}

/// May the token, as the first of its line, begin a new slice? Some opening words also go on with a line: there the
/// next token decides.
#[must_use]
pub fn starts_slice(cut: &Cut, token: usize, place: Place) -> bool {
    if cut.tokens[token].kind != TokenKind::Word {
        return false;
    }
    if place == Place::Meta {
        return true;
    }
    let next = cut.tokens.get(token + 1).map_or("", |t| cut.text_of(t));
    match cut.word(token) {
        "at" => matches!(next, "start" | "grant" | "loss" | "end"),
        "for" => next == "each",
        "without" => next != "(",
        "pattern" => cut.tokens.get(token + 2).is_some_and(|t| cut.text_of(t) == "="),
        "may" => place == Place::Steps,
        "else" | "its" | "onto" | "within" | "landing" | "capturing" | "heading" => false,
        word => is_opening(word) || place == Place::Test && place.rule_of(word).is_some(),
    }
}
