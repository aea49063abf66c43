//! E0005, E0007, E0008, E0013 to E0015, E0112, W0001: things at the wrong place, too large, said twice, or too often wrong.

use crate::diagnostics::Diagnostic;
use crate::nearest::nearest;
use crate::parse::words::Place;
use crate::source::Span;

/// E0005
#[must_use]
pub fn opens_nothing(word: &str, at: Span, place: Place) -> Diagnostic {
    let what = place.content();
    let article = if what == "item" { "an" } else { "a" };
    let d = Diagnostic::error("E0005", format!("no {what} begins with `{word}`"))
        .label(at, format!("{article} {what} should begin here"));
    match nearest(word, place.openers()) {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None => match place {
            Place::File => d.help("a file holds `variant`, `rule`, `include`, `define`, `zone`, `table` and `pattern`"),
            Place::Variant | Place::Rule => {
                d.help("every item begins with its own word, such as `piece`, `use` or `forbid`")
            }
            Place::Steps => d.help("every step begins with its own word, such as `choose`, `move` or `set`"),
            Place::Meta => d.help("a line is a name and a text: `family \"chess\"`"),
            Place::Test => {
                d.help("a test holds `position`, `play`, `moves`, `legal`, `illegal`, `perft`, `becomes`, `outcome`")
            }
        },
    }
}

/// E0008
#[must_use]
pub fn wrong_place(word: &str, at: Span, place: Place, home: &str) -> Diagnostic {
    let here = match place {
        Place::File => "at the top of a file",
        Place::Variant => "in a variant",
        Place::Rule => "in a rule",
        Place::Steps => "in a block of steps",
        Place::Test => "in a test",
        Place::Meta => "in `meta`",
    };
    let d = Diagnostic::error("E0008", format!("`{word}` cannot stand {here}")).label(at, format!("belongs {home}"));
    match (word, place) {
        ("parameter", Place::Rule) => {
            d.help("parameters of a rule stand in brackets after its name: `rule name(p = 1)`")
        }
        ("variant" | "rule", _) => d.help("close the block before it"),
        _ => d,
    }
}

/// E0112
#[must_use]
pub fn cannot_describe(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("E0112", format!("`{word}` opens an item or a step, so it cannot describe a piece"))
        .label(at, "choose another word")
        .help(format!("call it `{word}ed` or `{word}_1`"))
}

/// E0112
#[must_use]
pub fn cannot_name(word: &str, at: Span) -> Diagnostic {
    Diagnostic::error("E0112", format!("`{word}` opens an item or a step, so it cannot name a flag or a side"))
        .label(at, "choose another word")
        .help(format!("call it `{word}ed` or `{word}_1`"))
}

/// E0014
#[must_use]
pub fn said_twice(what: &str, again: Span, before: Span) -> Diagnostic {
    Diagnostic::error("E0014", format!("`{what}` is said twice"))
        .label(again, "said again here")
        .secondary(before, "said here already")
        .help("take one of them out")
}

/// E0013
#[must_use]
pub fn too_large(text: &str, at: Span, most: u64) -> Diagnostic {
    Diagnostic::error("E0013", format!("`{text}` is too large a number"))
        .label(at, format!("at most {most} can be written here"))
}

/// E0007
#[must_use]
pub fn file_too_large(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error("E0007", format!("the file is larger than {most} bytes"))
        .label(at, "reading stops before this")
        .help("divide it into files and name them with `include`")
}

/// E0015
#[must_use]
pub fn too_many_mistakes(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error("E0015", format!("more than {most} mistakes in this file"))
        .label(at, "those after this one are not told")
        .help("mend the first ones, then check again")
}

/// E0007, by words.
#[must_use]
pub fn too_many_words(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error("E0007", format!("the file has more than {most} words and signs"))
        .label(at, "reading stops before this")
        .help("divide it into files and name them with `include`")
}

/// W0001
#[must_use]
pub fn loose_doc(at: Span) -> Diagnostic {
    Diagnostic::warning("W0001", "this `///` text belongs to no item")
        .label(at, "no item, rule or parameter follows")
        .help("write `//` for a comment")
}
