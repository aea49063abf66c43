//! Mistakes of a text, as diagnostics in the words of the language.

pub mod brackets;
pub mod expected;
pub mod places;
pub mod signs;

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};

/// After so many mistakes the others of a file are not told.
const MAX_MISTAKES: usize = 100;

/// Is nothing more told? Then nothing more needs to be read either.
#[must_use]
pub fn is_full(diags: &Diagnostics) -> bool {
    diags.list.last().is_some_and(|d| d.code == "E0015")
}

/// Tells a mistake of a file, unless too many were told already.
pub fn tell(diags: &mut Diagnostics, make: impl FnOnce() -> Diagnostic) {
    if is_full(diags) {
        return;
    }
    let d = make();
    let errors = diags.list.iter().filter(|d| d.severity == Severity::Error).count();
    if errors < MAX_MISTAKES {
        diags.push(d);
    } else if let Some(label) = d.labels.first() {
        diags.push(places::too_many_mistakes(label.span, MAX_MISTAKES));
    }
}
