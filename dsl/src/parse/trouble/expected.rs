//! E0009 to E0012, E0112: a slice that the grammar does not read. pest says how far it came and which rules it tried
//! there; this says it in words, and looks for the usual mistakes first.

use ferz_grammar::Rule;
use std::collections::BTreeSet;

use pest::error::{Error, ErrorVariant, InputLocation};

use super::{brackets, places};
use crate::diagnostics::Diagnostic;
use crate::nearest::nearest;
use crate::parse::cut::{Cut, Slice};
use crate::parse::lex::TokenKind;
use crate::parse::words::{Place, is_opening, is_reserved};
use crate::source::Span;

/// How far pest came in a slice, and the rules it tried there.
pub struct Stuck {
    /// In bytes of the file.
    pub at: usize,
    pub tried: Vec<Rule>,
    pub too_deep: bool,
}

impl Stuck {
    #[must_use]
    pub fn new(error: Error<Rule>, base: usize) -> Self {
        let at = base
            + match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
        match error.variant {
            ErrorVariant::ParsingError { positives, .. } => Self { at, tried: positives, too_deep: false },
            ErrorVariant::CustomError { .. } => Self { at, tried: Vec::new(), too_deep: true },
        }
    }

    /// The diagnostic for the token where the slice stopped making sense.
    #[must_use]
    pub fn diagnostic(&self, cut: &Cut, slice: Slice, place: Place) -> Diagnostic {
        let token = cut.token_from(self.at);
        let found = (token < slice.end).then_some(token);
        if self.too_deep {
            return brackets::too_deep(cut.span(found.unwrap_or(slice.start)));
        }
        let Some(found) = found else {
            return self.ends_too_early(cut, slice);
        };
        self.name_trouble(cut, found)
            .or_else(|| self.wrong_start(cut, slice, found, place))
            .or_else(|| self.side_by_side(cut, slice, found))
            .unwrap_or_else(|| self.unexpected(cut, found))
    }

    fn tried_any(&self, rules: &[Rule]) -> bool {
        rules.iter().any(|r| self.tried.contains(r))
    }

    fn ends_too_early(&self, cut: &Cut, slice: Slice) -> Diagnostic {
        let end = cut.tokens[slice.end - 1].end;
        let opener = cut.word(slice.start);
        let wanted = self.wanted();
        let d = Diagnostic::error("E0009", format!("`{opener}` ends too early: {wanted} is missing"))
            .label(Span::new(cut.file, end, end), format!("expected {wanted} after this"));
        self.example(cut, slice, d)
    }

    /// A word that cannot be what it is used as.
    fn name_trouble(&self, cut: &Cut, found: usize) -> Option<Diagnostic> {
        let word = cut.word(found);
        let at = cut.span(found);
        let token = &cut.tokens[found];
        let name_only = self.tried_any(&[Rule::name, Rule::plain, Rule::movement_name])
            && !self.tried_any(&[Rule::expr, Rule::prim, Rule::set]);
        if token.kind != TokenKind::Word {
            return None;
        }
        let square =
            word.as_bytes()[0].is_ascii_lowercase() && word[1..].bytes().all(|b| b.is_ascii_digit()) && word.len() > 1;
        if name_only && square {
            return Some(
                Diagnostic::error("E0011", format!("`{word}` is a square, so it cannot be a name"))
                    .label(at, "a name is needed here")
                    .help(format!("write `{}_{}`", &word[..1], &word[1..])),
            );
        }
        if name_only && is_reserved(word) {
            return Some(
                Diagnostic::error("E0010", format!("`{word}` is a reserved word, so it cannot be a name"))
                    .label(at, "a name is needed here")
                    .help(format!("choose another word, such as `{word}_1` or `the_{word}`")),
            );
        }
        let describes = self.tried_any(&[Rule::plain, Rule::adjective, Rule::turn_side, Rule::kinds, Rule::kind_word])
            && !self.tried_any(&[Rule::name]);
        let before_kind = cut
            .tokens
            .get(found + 1)
            .is_some_and(|t| t.kind == TokenKind::Word && cut.text_of(t).starts_with(|c: char| c.is_ascii_uppercase()));
        if is_opening(word) && describes && before_kind {
            return Some(places::cannot_describe(word, at));
        }
        if is_opening(word) && describes && self.tried_any(&[Rule::plain]) {
            return Some(places::cannot_name(word, at));
        }
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        if name_only && capital {
            return Some(
                Diagnostic::error("E0012", format!("`{word}` begins with a capital, but only kinds of pieces do"))
                    .label(at, "a name is needed here")
                    .help(format!("write `{}`", lower_first(word))),
            );
        }
        let kind_only = self.tried_any(&[Rule::kind, Rule::kind_word])
            && !self.tried_any(&[Rule::prim, Rule::movement, Rule::plain, Rule::adjective, Rule::name, Rule::expr]);
        if kind_only && !capital && !is_reserved(word) && !is_opening(word) {
            return Some(
                Diagnostic::error("E0012", format!("the name of a kind begins with a capital, `{word}` does not"))
                    .label(at, "a kind is needed here")
                    .help(format!("write `{}`", upper_first(word))),
            );
        }
        None
    }

    /// Nothing of a slice was read, or a new item seems to begin.
    fn wrong_start(&self, cut: &Cut, slice: Slice, found: usize, place: Place) -> Option<Diagnostic> {
        let could_begin = self.tried_any(&[Rule::item, Rule::step, Rule::test_step, Rule::file_item]);
        if !could_begin && found != slice.start {
            return None;
        }
        let word = cut.word(found);
        if cut.tokens[found].kind != TokenKind::Word || is_reserved(word) || place.rule_of(word).is_some() {
            return None;
        }
        if let Some(home) = Place::home_of(word).filter(|_| is_opening(word)) {
            return Some(places::wrong_place(word, cut.span(found), place, home));
        }
        // After a whole item on the same line anything might have been meant, unless the word is near to an opener.
        let near = nearest(word, place.openers()).is_some();
        (found == slice.start || near || cut.tokens[found].first)
            .then(|| places::opens_nothing(word, cut.span(found), place))
    }

    /// Names without a joining word: pest took them for words that describe a kind, which does not come.
    fn side_by_side(&self, cut: &Cut, slice: Slice, found: usize) -> Option<Diagnostic> {
        let plain = |i: usize| {
            let word = cut.word(i);
            word.starts_with(|c: char| c.is_ascii_lowercase()) && !is_reserved(word) && !is_opening(word)
        };
        let awaits_kind = self.tried_any(&[Rule::kinds, Rule::kind_word]) && !self.tried_any(&[Rule::prim, Rule::expr]);
        let mut first = found;
        while first > slice.start && plain(first - 1) {
            first -= 1;
        }
        let after_side = first > 0 && matches!(cut.word(first - 1), "own" | "enemy" | "ally" | "neutral");
        if !awaits_kind || found - first < 2 || after_side {
            return None;
        }
        let (left, right) = (cut.word(first), cut.word(first + 1));
        Some(
            Diagnostic::error("E0009", format!("`{right}` stands beside `{left}` with nothing to join them"))
                .label(cut.span(first + 1), "expected a joining word or a comma before this")
                .help("join sets with `on`, `plus` or `except`, members of a list with `,`"),
        )
    }

    fn unexpected(&self, cut: &Cut, found: usize) -> Diagnostic {
        let word = cut.word(found);
        let wanted = self.wanted();
        let told =
            if cut.tokens[found].kind == TokenKind::Text { "a text in quotes".to_owned() } else { format!("`{word}`") };
        let d = Diagnostic::error("E0009", format!("{told} does not fit here"))
            .label(cut.span(found), format!("expected {wanted}"));
        if self.tried_any(&[Rule::letter]) {
            return d.help("a piece has a name and a letter: `piece Knight N \"N\"`");
        }
        let words = self.tried.iter().filter_map(|r| word_of(*r)).collect::<Vec<_>>();
        let inner = self.tried.iter().flat_map(|r| first_words(*r).iter().copied());
        let near = nearest(word, words.iter().map(String::as_str).chain(inner));
        if self.tried == [Rule::string] && cut.tokens[found].kind == TokenKind::Word {
            return d.help(format!("write `\"{word}\"`"));
        }
        match near.filter(|_| cut.tokens[found].kind == TokenKind::Word) {
            Some(near) => d.help(format!("did you mean `{near}`?")),
            None => d,
        }
    }

    fn example(&self, cut: &Cut, slice: Slice, d: Diagnostic) -> Diagnostic {
        match cut.word(slice.start) {
            "piece" => d.help("for example `piece Knight N \"N\"`"),
            "setup" => d.help("for example `setup \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"`"),
            "board" => d.help("for example `board 8x8`"),
            _ => d,
        }
    }

    /// What was expected: `a name`, `` `=` or `{` ``, `an expression`.
    fn wanted(&self) -> String {
        let mut plain: BTreeSet<String> = BTreeSet::new();
        let mut going_on: BTreeSet<String> = BTreeSet::new();
        for tried in &self.tried {
            match spoken(*tried) {
                Spoken::Is(text) => drop(plain.insert(text)),
                Spoken::GoesOn(text) => drop(going_on.insert(text.to_owned())),
                Spoken::Nothing => {}
            }
        }
        let mut words: Vec<String> = if plain.is_empty() { going_on } else { plain }.into_iter().collect();
        if words.len() > 6 {
            // Long lists of words say less than the word that opened the item.
            words.retain(|w| !w.starts_with('`'));
            words.push("another word of this item".to_owned());
        }
        match words.pop() {
            None => "the next item".to_owned(),
            Some(last) if words.is_empty() => last,
            Some(last) => format!("{} or {last}", words.join(", ")),
        }
    }
}

/// How a rule is called in a message.
enum Spoken {
    Is(String),
    /// Would go on with what is complete already: told only when nothing else is.
    GoesOn(&'static str),
    Nothing,
}

/// Words that a rule may begin with, where pest names the rule only.
fn first_words(tried: Rule) -> &'static [&'static str] {
    match tried {
        Rule::leaving => &["leaving", "first"],
        Rule::compass => &["north", "south", "east", "west"],
        Rule::clause_mod => {
            &["when", "onto", "within", "landing", "capturing", "keeping", "up", "heading", "to", "called"]
        }
        Rule::piece_trait => &["royal", "neutral", "from", "worth"],
        Rule::state_opt => &["by", "from", "starts", "shared", "outside"],
        Rule::shown => &["shown"],
        Rule::starts => &["starts"],
        Rule::held => &["for"],
        Rule::join | Rule::relation => {
            &["on", "plus", "except", "attacked", "ignoring", "beside", "is", "was", "fewer", "more"]
        }
        Rule::selector => &["moves"],
        _ => &[],
    }
}

/// The word of a rule `w_x`.
fn word_of(tried: Rule) -> Option<String> {
    format!("{tried:?}").strip_prefix("w_").map(str::to_owned)
}

fn spoken(tried: Rule) -> Spoken {
    let text = match tried {
        Rule::name => "a name",
        Rule::plain | Rule::adjective | Rule::movement_name => "a name",
        Rule::turn_side => "a side",
        Rule::kind | Rule::kind_word | Rule::kinds => "a kind",
        Rule::letter => "a letter for the board",
        Rule::square | Rule::rect => "a square",
        Rule::int => "a number",
        Rule::size => "a size such as `8x8`",
        Rule::string => "a text in quotes",
        Rule::brace => "`{`",
        Rule::lpar | Rule::list | Rule::params | Rule::args | Rule::names | Rule::bracket => "`(`",
        Rule::rpar => "`)`",
        Rule::comma => "`,`",
        Rule::equals => "`=`",
        Rule::dot => "`.`",
        Rule::dots => "`..`",
        Rule::movement | Rule::pattern | Rule::clause => "a movement such as \"N\"",
        Rule::piece_desc | Rule::piece_by | Rule::side => "men such as `own Rook`",
        Rule::label => "the name of a move",
        Rule::selector => "`moves`",
        Rule::moment => return Spoken::GoesOn("a moment such as `start of own turn`"),
        Rule::expr | Rule::value | Rule::all | Rule::nay | Rule::compare | Rule::sum | Rule::product => "an expression",
        Rule::set | Rule::prim => "an expression",
        Rule::join | Rule::relation | Rule::sign | Rule::times | Rule::w_and | Rule::w_or => {
            return Spoken::GoesOn("a joining word (`on`, `plus`, `and`, ...)");
        }
        Rule::item | Rule::file_item => return Spoken::GoesOn("the next item"),
        Rule::step => return Spoken::GoesOn("the next step"),
        Rule::test_step => return Spoken::GoesOn("the next line of the test"),
        Rule::EOI => return Spoken::Nothing,
        Rule::clause_mod
        | Rule::piece_trait
        | Rule::state_opt
        | Rule::shown
        | Rule::starts
        | Rule::leaving
        | Rule::held => {
            return Spoken::GoesOn("another part of this item");
        }
        other => {
            return match word_of(other) {
                Some(word) => Spoken::Is(format!("`{word}`")),
                None => Spoken::Nothing,
            };
        }
    };
    Spoken::Is(text.to_owned())
}

fn lower_first(word: &str) -> String {
    format!("{}{}", word[..1].to_ascii_lowercase(), &word[1..])
}

fn upper_first(word: &str) -> String {
    format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..])
}
