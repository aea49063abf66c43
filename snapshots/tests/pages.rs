//! Pages of codes: the wrong example raises that very code, the right one raises nothing.

use std::collections::BTreeMap;

use ferz_dsl::assemble::{Request, variants};
use ferz_dsl::betza;
use ferz_dsl::compile::compile;
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::source::{FileId, Library, Span};

/// Codes told of an example in one of the places where it could stand.
fn told(library: &Library, place: usize, example: &str) -> Vec<String> {
    let text = match place {
        0 => example.to_owned(),
        1 => format!("variant \"Shown\" extends chess {{\n  {example}\n}}\n"),
        2 => format!("variant \"Shown\" extends chess {{ use shown }}\nrule shown {{\n  {example}\n}}\n"),
        _ => format!(
            "variant \"Shown\" extends chess {{ use shown }}\nrule shown {{\n  after move {{ {example} }}\n}}\n"
        ),
    };
    let mut names: Vec<Option<String>> = variants(&text).into_iter().map(|h| Some(h.name)).collect();
    if names.is_empty() {
        names.push(None);
    }
    let mut codes = Vec::new();
    for variant in names {
        let mut request = Request::text(library, "shown.ferz", text.clone());
        let alone = variant.is_none();
        request.variant = variant;
        let list = compile(&request).diags.list;
        // a text of rules alone is no game, which is not what the example is about
        codes.extend(list.into_iter().map(|d| d.code.to_owned()).filter(|c| !(alone && c == "E0159")));
    }
    codes
}

/// Remarks on the string of a piece line.
fn remarked(example: &str) -> Vec<String> {
    let text = example.split('"').nth(1).unwrap_or_default();
    let span = Span::new(FileId(0), 0, text.len());
    let mut diags = Diagnostics::default();
    if let Some(pattern) = betza::parse(text, span, &mut diags) {
        betza::lint(text, &pattern, span, &mut diags);
    }
    diags.list.into_iter().map(|d| d.code.to_owned()).collect()
}

/// The rest of the line after a word; a remark in brackets at its end is none of the example.
fn example<'a>(page: &'a str, word: &str) -> Option<&'a str> {
    let line = page.lines().find_map(|l| l.strip_prefix(word))?.trim();
    let remark = line.rfind("   (").filter(|at| line.ends_with(')') && !line[*at..].contains('"'));
    Some(remark.map_or(line, |at| line[..at].trim_end()))
}

#[test]
fn wrong_examples_raise_their_code_and_right_ones_nothing() {
    let excused: BTreeMap<&str, &str> = include_str!("../ui/pages.txt")
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split_once(' '))
        .collect();
    let library = ferz_variants::library();
    let mut faults = Vec::new();
    for (code, page) in ferz_dsl::codes::pages().filter(|(code, _)| !excused.contains_key(code)) {
        let (Some(wrong), Some(right)) = (example(page, "Wrong: "), example(page, "Right: ")) else {
            faults.push(format!("{code}: no examples"));
            continue;
        };
        let remark = matches!(code, "B12" | "B17" | "B18");
        let fits = if remark {
            remarked(wrong).iter().any(|c| c == code) && remarked(right).is_empty()
        } else {
            (0..4).any(|place| {
                told(&library, place, wrong).iter().any(|c| c == code) && told(&library, place, right).is_empty()
            })
        };
        if !fits {
            faults.push(format!("{code}: {wrong} -> {right}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let unknown: Vec<&&str> = excused.keys().filter(|c| ferz_dsl::codes::explain(c).is_none()).collect();
    assert!(unknown.is_empty(), "excused but without a page: {unknown:?}");
}
