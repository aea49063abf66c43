//! E0002, E0004, E0006: brackets that do not match, and too many of them.

use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// E0002. `stop` is the text before which the cutter closed the bracket; none at the end of the file.
#[must_use]
pub fn not_closed(bracket: &str, opener: Span, stop: Option<Span>) -> Diagnostic {
    let closer = if bracket == "{" { "}" } else { ")" };
    let d = Diagnostic::error("E0002", format!("this `{bracket}` is never closed")).label(opener, "opened here");
    match stop {
        Some(stop) => d
            .secondary(stop, format!("a `{closer}` is missing before this"))
            .help(format!("write `{closer}` where the part ends")),
        None => d.help(format!("write `{closer}` where the part ends; the file ends before it")),
    }
}

/// E0004
#[must_use]
pub fn nothing_open(bracket: &str, at: Span) -> Diagnostic {
    let opener = if bracket == "}" { "{" } else { "(" };
    Diagnostic::error("E0004", format!("this `{bracket}` closes nothing"))
        .label(at, format!("no `{opener}` is open here"))
        .help(format!("take it out, or write the missing `{opener}`"))
}

/// E0006, for brackets.
#[must_use]
pub fn too_many(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error("E0006", format!("more than {most} brackets are open at once"))
        .label(at, "this one is too many")
        .help("give parts a name with `define`, or make them rules of their own")
}

/// E0006, for one item.
#[must_use]
pub fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error("E0006", "this item is too long or nested too deeply to be read")
        .label(at, "too much from here on")
        .help("give parts of it a name with `define`, or write a list `(a, b, c)` instead of a long chain")
}
