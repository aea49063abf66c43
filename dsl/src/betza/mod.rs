//! Betza strings: the notation of movements (`docs/betza.md`), from text to `pattern::Pattern`.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pattern::Pattern;
use crate::source::Span;

/// Reads a movement string. `span` is the place of `text`, without its quotes. Nothing is skipped in silence: what
/// cannot be read or has no effect is a diagnostic `B01`... with the exact letters; `None` after an error.
pub fn parse(text: &str, span: Span, diags: &mut Diagnostics) -> Option<Pattern> {
    let _ = text;
    diags.push(Diagnostic::error("B01", "movement strings cannot be read yet").label(span, "this string"));
    None
}
