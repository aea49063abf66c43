//! Tables as text: a few entries a line, where the pretty-printer would write one.
//!
//! And brackets that say nothing are taken out of expressions before they are printed.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Width of a line.
const WIDTH: usize = 116;

/// `static NAME: TY = VALUE;` with its comment.
pub fn table(doc: &str, name: &str, ty: &TokenStream, value: &TokenStream) -> String {
    let mut out = String::from("\n");
    if !doc.is_empty() {
        out.push_str(&format!("/// {doc}\n"));
    }
    let ty = tidy(&ty.to_string());
    let value = tidy(&value.to_string());
    let head = format!("static {name}: {ty} =");
    if head.len() + value.len() + 2 <= WIDTH {
        out.push_str(&format!("{head} {value};\n"));
        return out;
    }
    out.push_str(&head);
    out.push('\n');
    let mut line = String::from("   ");
    for word in words(&value) {
        if line.len() + word.len() + 1 > WIDTH {
            out.push_str(&line);
            out.push('\n');
            line = String::from("   ");
        }
        line.push(' ');
        line.push_str(&word);
    }
    out.push_str(&line);
    out.push_str(";\n");
    out
}

/// Pieces between blanks; a string literal stays whole.
fn words(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        if c == ' ' && !quoted {
            out.push(String::new());
            continue;
        }
        match c {
            '"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out.retain(|w| !w.is_empty());
    out
}

/// The blanks that token streams print before commas and around brackets; outside of string literals.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut escaped) = (false, false);
    let chars: Vec<char> = text.chars().collect();
    for (i, c) in chars.iter().copied().enumerate() {
        if !quoted && c == ' ' {
            let next = chars.get(i + 1).copied().unwrap_or(' ');
            let before = out.chars().last().unwrap_or(' ');
            if matches!(next, ',' | ';' | ')' | ']' | ':' | '<' | '>' | ' ')
                || matches!(before, '[' | '(' | '&' | '<' | ' ')
            {
                continue;
            }
            if before == ':' && out.ends_with("::") {
                continue;
            }
        }
        if c == '"' && !escaped {
            quoted = !quoted;
        }
        escaped = quoted && c == '\\' && !escaped;
        out.push(c);
    }
    out
}

/// Without brackets around brackets, names and numbers.
pub fn without_idle_brackets(code: TokenStream) -> TokenStream {
    let mut out: Vec<TokenTree> = Vec::new();
    for tree in code {
        match tree {
            TokenTree::Group(g) => {
                let mut inner = without_idle_brackets(g.stream());
                if g.delimiter() == Delimiter::Parenthesis {
                    while let Some(core) = bracketed(&inner) {
                        inner = core;
                    }
                }
                let mut group = Group::new(g.delimiter(), inner);
                group.set_span(g.span());
                out.push(TokenTree::Group(group));
            }
            other => out.push(other),
        }
    }
    out.into_iter().collect()
}

/// The inside, if all there is is one pair of brackets around one expression.
fn bracketed(code: &TokenStream) -> Option<TokenStream> {
    let mut trees = code.clone().into_iter();
    let (Some(TokenTree::Group(g)), None) = (trees.next(), trees.next()) else { return None };
    let comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
    let single = !g.stream().is_empty() && !g.stream().into_iter().any(|t| comma(&t));
    (g.delimiter() == Delimiter::Parenthesis && single).then(|| g.stream())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn brackets_around_brackets_go_and_tuples_stay() {
        let show = |code: TokenStream| without_idle_brackets(code).to_string();
        assert_eq!(show(quote!(f((a | b)))), quote!(f(a | b)).to_string());
        assert_eq!(show(quote!(f((a, b)))), quote!(f((a, b))).to_string());
        assert_eq!(show(quote!(x * (a + b))), quote!(x * (a + b)).to_string());
    }

    #[test]
    fn strings_in_tables_keep_their_blanks() {
        let text = table("", "NAMES", &quote!([&str; 2]), &quote!(["a  , b", "\" ;x"]));
        assert_eq!(text, "\nstatic NAMES: [&str; 2] = [\"a  , b\", \"\\\" ;x\"];\n");
    }
}
