//! Tables as text: a few entries a line, where the pretty-printer would write one.
//!
//! And brackets that say nothing are taken out of expressions before they are printed.

use proc_macro2::{Delimiter, Group, Ident, Literal, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// Width of a line.
const WIDTH: usize = 116;

/// `static NAME: TY = VALUE;` with its comment.
pub fn table(doc: &str, name: &str, ty: &TokenStream, value: &TokenStream) -> String {
    let mut out = String::from("\n");
    if !doc.is_empty() {
        out.push_str(&format!("/// {doc}\n"));
    }
    let ty = tidy(&untyped(ty.clone()).to_string());
    let value = tidy(&untyped(value.clone()).to_string());
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

/// Without brackets around brackets, names and numbers, and without types of small numbers, which their places tell.
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
            TokenTree::Literal(l) => out.push(TokenTree::Literal(bare(&l, &SMALL).unwrap_or(l))),
            other => out.push(other),
        }
    }
    without_outer_brackets(out)
}

/// Without brackets around a whole argument, condition or assigned value.
fn without_outer_brackets(trees: Vec<TokenTree>) -> TokenStream {
    let is = |t: Option<&TokenTree>, c: &str| match t {
        Some(TokenTree::Punct(p)) => c.contains(p.as_char()),
        _ => false,
    };
    let word = |t: Option<&TokenTree>, words: &[&str]| match t {
        Some(TokenTree::Ident(i)) => words.iter().any(|w| i == w),
        _ => false,
    };
    let brace = |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Brace);
    let mut out: Vec<TokenTree> = Vec::new();
    for i in 0..trees.len() {
        let (before, after) = (i.checked_sub(1).and_then(|i| trees.get(i)), trees.get(i + 1));
        let earlier = i.checked_sub(2).and_then(|i| trees.get(i));
        let ends = after.is_none() || is(after, ",;");
        // `=` alone or as part of `|=`, not of a comparison.
        let assigned = is(before, "=") && !is(earlier, "=<>!");
        let idle = ends && (before.is_none() || is(before, ",") || assigned)
            || brace(after) && word(before, &["if", "while", "match"]);
        match &trees[i] {
            // A single group on its own may be the arguments of a tuple or the body of a function.
            TokenTree::Group(g) if idle && trees.len() > 1 && g.delimiter() == Delimiter::Parenthesis => {
                let tuple = g.stream().into_iter().any(|t| is(Some(&t), ","));
                if tuple || g.stream().is_empty() {
                    out.push(trees[i].clone());
                } else {
                    out.extend(g.stream());
                }
            }
            other => out.push(other.clone()),
        }
    }
    out.into_iter().collect()
}

/// Does the name stand somewhere in the code?
pub fn mentions(code: &TokenStream, name: &Ident) -> bool {
    code.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(i) => i == *name,
        TokenTree::Group(g) => mentions(&g.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Without labels of loops that nothing leaves by name.
pub fn without_idle_labels(code: TokenStream) -> TokenStream {
    let mut counts = BTreeMap::new();
    count_labels(&code, &mut counts);
    drop_labels(code, &counts)
}

fn label_at(trees: &[TokenTree], i: usize) -> Option<String> {
    match (trees.get(i), trees.get(i + 1)) {
        (Some(TokenTree::Punct(p)), Some(TokenTree::Ident(name))) if p.as_char() == '\'' => Some(name.to_string()),
        _ => None,
    }
}

fn count_labels(code: &TokenStream, counts: &mut BTreeMap<String, usize>) {
    let trees: Vec<TokenTree> = code.clone().into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        if let Some(label) = label_at(&trees, i) {
            *counts.entry(label).or_insert(0) += 1;
        }
        if let TokenTree::Group(g) = tree {
            count_labels(&g.stream(), counts);
        }
    }
}

fn drop_labels(code: TokenStream, counts: &BTreeMap<String, usize>) -> TokenStream {
    let trees: Vec<TokenTree> = code.into_iter().collect();
    let mut out = Vec::new();
    let mut i = 0;
    while let Some(tree) = trees.get(i) {
        let colon = matches!(trees.get(i + 2), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        let is_loop = matches!(trees.get(i + 3), Some(TokenTree::Ident(word)) if word == "for");
        if colon && is_loop && label_at(&trees, i).is_some_and(|l| counts.get(&l) == Some(&1)) {
            i += 3;
            continue;
        }
        out.push(match tree {
            TokenTree::Group(g) => TokenTree::Group(Group::new(g.delimiter(), drop_labels(g.stream(), counts))),
            other => other.clone(),
        });
        i += 1;
    }
    out.into_iter().collect()
}

/// Types of numbers that are clear from where the number stands. Sets of squares and of kinds keep theirs, as they are
/// asked by methods.
const SMALL: [&str; 7] = ["usize", "u32", "i32", "i64", "u16", "i16", "u8"];
/// In tables all types are clear.
const ALL: [&str; 9] = ["usize", "u32", "i32", "i64", "u16", "i16", "u8", "u64", "u128"];

/// A number without its type, if it has one of these.
fn bare(literal: &Literal, types: &[&str]) -> Option<Literal> {
    let text = literal.to_string();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = types.iter().find_map(|t| text.strip_suffix(t))?;
    digits.parse().ok()
}

/// A table's numbers without types.
fn untyped(code: TokenStream) -> TokenStream {
    code.into_iter()
        .map(|tree| match tree {
            TokenTree::Group(g) => TokenTree::Group(Group::new(g.delimiter(), untyped(g.stream()))),
            TokenTree::Literal(l) => TokenTree::Literal(bare(&l, &ALL).unwrap_or(l)),
            other => other,
        })
        .collect()
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
