//! Values from outside: `--set parameter=value` and `set parameter = value` of a test.

use crate::ast::{self, ExprKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::parse;
use crate::source::{FileId, Sources, Span, Spanned};

/// A parameter's value from outside, with places in a source text of its own.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub name: ast::Name,
    pub value: ast::Value,
}

/// The settings of a test, as [`super::Request::settings`] takes them.
#[must_use]
pub fn test_settings(test: &ast::Test, sources: &Sources) -> Vec<(String, String)> {
    let pairs = test.steps.iter().filter_map(|step| match &step.kind {
        ast::TestKind::Set { name, value } => Some((name.value.clone(), sources.text(value.span).to_string())),
        _ => None,
    });
    pairs.collect()
}

/// Reads the settings; each becomes a source text, so that messages can point into it.
pub(super) fn read(settings: &[(String, String)], sources: &mut Sources, diags: &mut Diagnostics) -> Vec<Setting> {
    let mut list: Vec<Setting> = Vec::new();
    for (name, value) in settings {
        let file = sources.add("--set", format!("{name}={value}"));
        let name = Spanned::new(name.clone(), Span::new(file, 0, name.len()));
        if let Some(first) = list.iter().find(|s| s.name.value == name.value) {
            diags.push(
                Diagnostic::error("E0310", format!("`{}` is set twice", name.value))
                    .label(name.span, "again here")
                    .secondary(first.name.span, "first here")
                    .help("values of a list are joined by commas"),
            );
            continue;
        }
        if let Some(value) = read_value(value, file, name.value.len() + 1, sources, diags) {
            list.push(Setting { name, value });
        }
    }
    list
}

/// A word, a number, a kind, a square, or a list of these by commas; anything else is read as an expression.
fn read_value(
    text: &str,
    file: FileId,
    offset: usize,
    sources: &mut Sources,
    diags: &mut Diagnostics,
) -> Option<ast::Value> {
    let span = Span::new(file, offset, offset + text.len());
    if let Some(value) = plain_value(text, span) {
        return Some(value);
    }
    let mut told = Diagnostics::default();
    let hidden = sources.add("--set", format!("define setting = {text}"));
    let ast = parse::file(sources, hidden, &mut told);
    match (&ast.shared[..], told.has_errors()) {
        ([ast::Item { kind: ast::ItemKind::Define { value, .. }, .. }], false) if ast.rules.is_empty() => {
            Some(value.clone())
        }
        _ => {
            diags.push(
                Diagnostic::error("E0323", format!("`{text}` cannot be read as a value"))
                    .label(span, "not a word, a number or a list")
                    .help("write a word, a number, or words joined by commas"),
            );
            None
        }
    }
}

fn plain_value(text: &str, span: Span) -> Option<ast::Value> {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let body = inner.unwrap_or(trimmed);
    if body.trim().is_empty() {
        return Some(ast::Expr { kind: ExprKind::List(Vec::new()), span });
    }
    // Places of the members: from where the body begins in the text.
    let start = span.start as usize + (body.as_ptr() as usize - text.as_ptr() as usize);
    let mut members = Vec::new();
    let mut at = start;
    for part in body.split(',') {
        let word = part.trim();
        let from = at + (part.len() - part.trim_start().len());
        members.push(plain_word(word, Span::new(span.file, from, from + word.len()))?);
        at += part.len() + 1;
    }
    if members.len() == 1 { members.pop() } else { Some(ast::Expr { kind: ExprKind::List(members), span }) }
}

fn plain_word(word: &str, span: Span) -> Option<ast::Value> {
    let rest = word.strip_prefix(['+', '~']).unwrap_or(word);
    let first = rest.chars().next()?;
    if !rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return None;
    }
    let named = || Spanned::new(word.to_string(), span);
    let kind = if first.is_ascii_digit() && word == rest {
        ExprKind::Int(word.parse().ok()?)
    } else if first.is_ascii_uppercase() {
        ExprKind::Kinds(ast::Kinds { list: vec![named()], span })
    } else if word != rest || !first.is_ascii_lowercase() {
        return None;
    } else if rest.len() > 1 && rest[1..].chars().all(|c| c.is_ascii_digit()) {
        ExprKind::Square(word.to_string())
    } else {
        ExprKind::Name(named())
    };
    Some(ast::Expr { kind, span })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::values::word;

    fn words(text: &str) -> Option<Vec<String>> {
        let value = plain_value(text, Span::new(FileId(0), 0, text.len()))?;
        match &value.kind {
            ExprKind::List(list) => list.iter().map(word).collect(),
            _ => word(&value).map(|w| vec![w]),
        }
    }

    #[test]
    fn plain_values_are_words_numbers_kinds_and_lists() {
        assert_eq!(words("lose"), Some(vec!["lose".into()]));
        assert_eq!(words("(card_1, card_9)"), Some(vec!["card_1".into(), "card_9".into()]));
        assert_eq!(words("card_1,card_9"), Some(vec!["card_1".into(), "card_9".into()]));
        assert_eq!(words("+R,e4,12"), Some(vec!["+R".into(), "e4".into(), "12".into()]));
        assert_eq!(words(""), Some(vec![]));
        assert_eq!(words("()"), Some(vec![]));
        for odd in ["a b", "a,,b", "\"x\"", "99999999999999999999", "é", "+", "(a"] {
            assert_eq!(words(odd), None, "{odd}");
        }
    }

    #[test]
    fn places_of_members_are_those_of_the_text() {
        let text = " ( ab , cd ) ";
        let value = plain_value(text, Span::new(FileId(0), 0, text.len())).unwrap();
        let ExprKind::List(list) = &value.kind else { panic!("{value:?}") };
        let texts: Vec<&str> = list.iter().map(|e| &text[e.span.start as usize..e.span.end as usize]).collect();
        assert_eq!(texts, ["ab", "cd"]);
    }
}
