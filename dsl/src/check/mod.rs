//! What only a look at the finished game can tell: questions that would have to answer themselves, rules whose order
//! decides, outcomes that contradict each other. Each is told with its places.

pub(crate) mod codes;
mod footprint;
mod meet;
mod outcomes;
mod strata;
#[cfg(test)]
mod tests;

pub use strata::strata;

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::game::{Game, Origin};
use crate::source::{Sources, Span};

/// A part of a game that cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub code: &'static str,
    pub origin: Origin,
    /// What the rule of `origin` does, as a clause without its subject.
    pub what: &'static str,
}

/// Tells everything that is wrong or remarkable about a game whose text is without errors.
pub fn check(game: &Game, sources: &Sources, diags: &mut Diagnostics) {
    for fault in strata(game) {
        let told = Diagnostic::error(fault.code, format!("`{}` {}", fault.origin.rule, fault.what));
        let told = match place(sources, &fault.origin) {
            Some(span) => told.label(span, "asked here"),
            None => told,
        };
        diags.push(told.help(format!("see `ferz explain {}`", fault.code)));
    }
    outcomes::check(game, sources, diags);
    meet::check(game, sources, diags);
}

/// The line of a part.
fn place(sources: &Sources, origin: &Origin) -> Option<Span> {
    sources.line_span(&origin.file, origin.line)
}
