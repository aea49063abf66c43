//! Diagnostics as people read them and as programs do.

use ferz_dsl::diagnostics::{Diagnostic, Severity};
use ferz_dsl::source::{Sources, Span};
use serde_json::{Value, json};

use crate::codes;
use crate::failure::tell;

/// Tells the diagnostics on standard error, in source order as they came.
pub fn to_people(sources: &Sources, list: &[Diagnostic]) {
    use std::io::IsTerminal;
    if list.is_empty() {
        return;
    }
    let color = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let list: Vec<Diagnostic> = list.iter().map(for_people).collect();
    tell(ferz_dsl::render::render(sources, &list, color).trim_end());
}

/// Longer texts quote a user's endless word; the place shows where it is.
const LONGEST: usize = 300;

/// The diagnostic with its texts cut to a readable length, and a remedy where it has none of its own.
fn for_people(d: &Diagnostic) -> Diagnostic {
    let mut d = d.clone();
    let texts = d.labels.iter_mut().map(|l| &mut l.text).chain(&mut d.help).chain(&mut d.notes);
    for text in texts.chain([&mut d.headline]) {
        if text.chars().count() > LONGEST {
            *text = text.chars().take(LONGEST).chain("...".chars()).collect();
        }
    }
    if d.help.is_empty() && d.notes.is_empty() && codes::page(d.code).is_some() {
        d.help.push(format!("`ferz explain {}` shows what is meant, wrong and right", d.code));
    }
    d
}

/// `2 errors, 1 warning`: how many of each there are, worst first; empty where there is nothing.
pub fn summary(list: &[Diagnostic]) -> String {
    let count = |s: Severity| list.iter().filter(|d| d.severity == s).count();
    [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
        .into_iter()
        .map(|(s, word)| (count(s), word))
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
        .collect::<Vec<_>>()
        .join(", ")
}

/// One diagnostic as JSON: lines and columns from 1, columns in characters.
pub fn to_json(sources: &Sources, d: &Diagnostic) -> Value {
    let severity = match d.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let labels: Vec<Value> = d
        .labels
        .iter()
        .map(|l| {
            let (line, column) = place(sources, l.span, l.span.start);
            let (end_line, end_column) = place(sources, l.span, l.span.end);
            json!({
                "file": sources.files[usize::from(l.span.file.0)].name,
                "line": line, "column": column, "end_line": end_line, "end_column": end_column,
                "primary": l.primary, "text": l.text,
            })
        })
        .collect();
    json!({
        "severity": severity, "code": d.code, "message": d.headline,
        "labels": labels, "help": d.help, "notes": d.notes,
    })
}

fn place(sources: &Sources, span: Span, byte: u32) -> (usize, usize) {
    let before = &sources.files[usize::from(span.file.0)].text[..byte as usize];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}
