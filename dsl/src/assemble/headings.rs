//! What a file holds, found by a quick look at its text: titles of variants and the paths of other files.
//!
//! The library has many files and a check reads few of them, so they are found without parsing. The look knows only
//! comments, strings and brackets; what it finds wrongly in a broken file, the parser tells later.

use std::collections::BTreeMap;

/// The head of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// `meta name`, or the title in lower case with `-` for other signs.
    pub name: String,
    pub title: String,
    /// Words of its `meta` block.
    pub meta: BTreeMap<String, String>,
    /// What it extends, as written.
    pub extends: Option<String>,
}

/// The variants of a file, in the order written.
///
/// ```
/// let found = ferz_dsl::assemble::variants("variant \"Three Checks\" extends chess { meta { name \"3check\" } }");
/// assert_eq!((found[0].name.as_str(), found[0].title.as_str()), ("3check", "Three Checks"));
/// ```
#[must_use]
pub fn variants(text: &str) -> Vec<Heading> {
    look(text).variants
}

/// Paths after `include`, and after `extends` where they are files.
#[must_use]
pub fn paths_named(text: &str) -> Vec<String> {
    let found = look(text);
    let parents = found.variants.into_iter().filter_map(|v| v.extends).filter(|e| is_path(e));
    found.includes.into_iter().chain(parents.map(|e| split_path(&e).0.to_string())).collect()
}

/// Whether the string after `extends` names a file (`"x.ferz"` or `"x.ferz:variant"`).
pub(super) fn is_path(text: &str) -> bool {
    split_path(text).0.ends_with(".ferz")
}

/// The path, and the variant behind a colon.
pub(super) fn split_path(text: &str) -> (&str, Option<&str>) {
    match text.split_once(".ferz:") {
        Some((path, variant)) => (&text[..path.len() + ".ferz".len()], Some(variant)),
        None => (text, None),
    }
}

/// The name that a title gives: lower case, `-` for each run of other signs.
#[must_use]
pub fn name_of_title(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.ends_with('-') && !name.is_empty() {
            name.push('-');
        }
    }
    name.trim_end_matches('-').to_string()
}

/// Whether a name as written (`four_players`, `Four Players`, `four-players`) means the variant called `name`.
pub(super) fn means(written: &str, name: &str) -> bool {
    written == name || name_of_title(written) == name || name_of_title(written) == name_of_title(name)
}

#[derive(Default)]
struct Look {
    variants: Vec<Heading>,
    includes: Vec<String>,
}

#[derive(Clone, Copy, PartialEq)]
enum Token<'a> {
    Word(&'a str),
    Text(&'a str),
    Open,
    Close,
    Sign,
}

fn look(text: &str) -> Look {
    let tokens = tokens(text);
    let mut found = Look::default();
    let mut depth = 0usize;
    let mut i = 0;
    while i < tokens.len() {
        match (tokens[i].0, tokens.get(i + 1).map(|t| t.0)) {
            (Token::Open, _) => depth += 1,
            (Token::Close, _) => depth = depth.saturating_sub(1),
            // A bracket left open must not hide the next variant, which starts a line of its own.
            (Token::Word("variant"), Some(Token::Text(title))) if depth == 0 || tokens[i].1 => {
                depth = 0;
                let extends = match (tokens.get(i + 2).map(|t| t.0), tokens.get(i + 3).map(|t| t.0)) {
                    (Some(Token::Word("extends")), Some(Token::Word(w) | Token::Text(w))) => Some(w.to_string()),
                    _ => None,
                };
                let name = name_of_title(title);
                found.variants.push(Heading { name, title: title.to_string(), meta: BTreeMap::new(), extends });
            }
            (Token::Word("include"), Some(Token::Text(path))) if depth == 0 => found.includes.push(path.to_string()),
            (Token::Word("meta"), Some(Token::Open)) if depth == 1 => {
                if let Some(variant) = found.variants.last_mut() {
                    for pair in tokens[i + 2..].chunks(2) {
                        let [(Token::Word(key), _), (Token::Text(value), _)] = pair else { break };
                        variant.meta.insert((*key).to_string(), (*value).to_string());
                    }
                    if let Some(name) = variant.meta.get("name") {
                        variant.name.clone_from(name);
                    }
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Tokens, each with whether it stands at the very start of a line.
fn tokens(text: &str) -> Vec<(Token<'_>, bool)> {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let fresh = i == 0 || bytes[i - 1] == b'\n';
        let token = match bytes[i] {
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                i = line_end(bytes, i);
                continue;
            }
            b'"' => {
                let end = bytes[i + 1..].iter().position(|b| *b == b'"').map_or(bytes.len(), |n| i + 1 + n);
                i = end + 1;
                Token::Text(&text[start + 1..end])
            }
            b'{' => {
                i += 1;
                Token::Open
            }
            b'}' => {
                i += 1;
                Token::Close
            }
            b if b.is_ascii_alphanumeric() || b == b'_' => {
                while i < bytes.len() && (bytes[i].is_ascii_alphanumeric() || bytes[i] == b'_') {
                    i += 1;
                }
                Token::Word(&text[start..i])
            }
            b if b.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            _ => {
                i += 1;
                Token::Sign
            }
        };
        list.push((token, fresh));
    }
    list
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| from + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_gives_a_name() {
        assert_eq!(name_of_title("Los Alamos (6x6)!"), "los-alamos-6x6");
        assert_eq!(name_of_title("  Élan  "), "élan");
        assert!(means("four_players", "four-players"));
        assert!(means("Four Players", "four-players"));
        assert!(!means("four", "four-players"));
    }

    #[test]
    fn comments_strings_and_rules_are_no_variants() {
        let text = "// variant \"A\" {}\nrule r { written \"variant\" }\nvariant \"B\" extends \"x.ferz:c\" { test \"variant\" {} }";
        let found = variants(text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].name, "b");
        assert_eq!(paths_named(text), ["x.ferz"]);
    }

    #[test]
    fn a_bracket_left_open_hides_no_variant() {
        let found = variants("variant \"A\" {\n  test \"x\" {\nvariant \"B\" {\n meta { family \"f\" } }");
        assert_eq!(found.iter().map(|v| v.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(found[1].meta["family"], "f");
    }

    #[test]
    fn any_text_is_looked_through() {
        for text in
            ["\"", "variant", "variant \"", "meta {", "ü\"é", "include \"a\" include", "}}}{{", "variant \"x\" extends"]
        {
            let _ = variants(text);
            let _ = paths_named(text);
        }
    }
}
