//! E0001: signs that no rule of the language knows, with the words that say the same.

use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Signs that other languages write together.
const OPERATORS: &str = "<>!&|=:;/^%?@#$[]'`\\";

/// The end of the run of unknown signs that begins here; a run is told once.
#[must_use]
pub fn run_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let first = rest.chars().next().unwrap_or(' ');
    let same = |c: char| {
        if OPERATORS.contains(first) {
            OPERATORS.contains(c)
        } else {
            !(c.is_ascii_graphic() || matches!(c, ' ' | '\t' | '\r' | '\n')) || c == first
        }
    };
    // A comment may follow an operator at once.
    let comment = |n: usize| n > 0 && rest[n..].starts_with("//");
    let end = rest.char_indices().find(|(n, c)| !same(*c) || comment(*n)).map_or(rest.len(), |(n, _)| n);
    at + end.max(first.len_utf8())
}

/// E0001
#[must_use]
pub fn unknown(signs: &str, at: Span) -> Diagnostic {
    let first = signs.chars().next().unwrap_or(' ');
    let printable = signs.chars().count() <= 8 && signs.chars().all(|c| !c.is_control() && !c.is_whitespace());
    let told = if printable { format!("`{signs}`") } else { format!("the sign U+{:04X}", u32::from(first)) };
    let d = Diagnostic::error("E0001", format!("{told} has no meaning in the language")).label(at, "not known here");
    match meant(signs, first) {
        Some(help) => d.help(help),
        None if printable => d,
        None => d.help("take it out: it may be invisible in your editor"),
    }
}

fn meant(signs: &str, first: char) -> Option<&'static str> {
    Some(match signs {
        "==" => "for equality write `is`",
        "!=" | "<>" => "write `is not`",
        "<" => "write `fewer than`",
        ">" => "write `more than`",
        "<=" => "write `at most`",
        ">=" => "write `at least`",
        "&" | "&&" => "write `and` between conditions, `on` between sets of squares",
        "|" | "||" => "write `or` between conditions, `plus` between sets of squares",
        "!" => "write `not`",
        ";" => "no sign is needed between items and steps",
        ":" | ":=" => "a value follows `=`",
        "[" | "]" => "lists stand in round brackets: `(a, b)`",
        "'" | "`" => "texts stand in double quotes: `\"...\"`",
        "#" => "a comment begins with `//`",
        "/" => "a comment begins with `//`; there is no division",
        _ => match first {
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' | '\u{2018}' | '\u{2019}' => {
                "texts stand in straight double quotes: `\"...\"`"
            }
            '\u{a0}' | '\u{2003}' | '\u{2009}' | '\u{202f}' | '\u{3000}' => "write an ordinary blank",
            '\u{2013}' | '\u{2014}' | '\u{2212}' => "write `-`",
            '\u{d7}' => "write `x` in a size (`8x8`), `*` between numbers",
            c if c.is_alphabetic() || c == '_' => "names begin with a letter from a to z, then letters, digits and `_`",
            _ => return None,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::{run_end, unknown};
    use crate::source::{FileId, Span};

    fn help(signs: &str) -> Vec<String> {
        unknown(signs, Span::new(FileId(0), 0, signs.len())).help
    }

    #[test]
    fn operators_of_other_languages_are_translated() {
        assert_eq!(help(">="), ["write `at least`"]);
        assert_eq!(help("&&"), ["write `and` between conditions, `on` between sets of squares"]);
    }

    #[test]
    fn invisible_signs_are_called_by_number() {
        let d = unknown("\u{0}\u{0}", Span::new(FileId(0), 0, 2));
        assert_eq!(d.headline, "the sign U+0000 has no meaning in the language");
    }

    #[test]
    fn a_run_ends_before_a_blank_a_word_and_a_comment() {
        assert_eq!(run_end("&& x", 0), 2);
        assert_eq!(run_end(";// text", 0), 1);
        assert_eq!(run_end("é(", 0), 2);
        assert_eq!(run_end("_", 0), 1);
    }
}
