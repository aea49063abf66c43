//! Diagnostics as values: a stable code, a headline, labelled places, help.

use crate::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub span: Span,
    pub text: String,
    pub primary: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// `E0107`, `W0110`, `N0021`, `B05`.
    pub code: &'static str,
    /// One lower-case clause in the user's words, no full stop.
    pub headline: String,
    pub labels: Vec<Label>,
    /// What to type instead.
    pub help: Vec<String>,
    pub notes: Vec<String>,
}

impl Diagnostic {
    #[must_use]
    pub fn new(severity: Severity, code: &'static str, headline: impl Into<String>) -> Self {
        Self { severity, code, headline: headline.into(), labels: Vec::new(), help: Vec::new(), notes: Vec::new() }
    }
    #[must_use]
    pub fn error(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, headline)
    }
    #[must_use]
    pub fn warning(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, headline)
    }
    #[must_use]
    pub fn note(code: &'static str, headline: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, headline)
    }
    /// The smallest wrong text.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: true });
        self
    }
    /// The other half of a contradiction.
    #[must_use]
    pub fn secondary(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }
    #[must_use]
    pub fn explain(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }
}

/// Everything found in one compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    pub list: Vec<Diagnostic>,
}

impl Diagnostics {
    pub fn push(&mut self, d: Diagnostic) {
        if !self.list.contains(&d) {
            self.list.push(d);
        }
    }
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }
}
