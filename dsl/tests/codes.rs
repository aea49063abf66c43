//! The examples on the pages of the syntax codes are true: the wrong one is told with that code, the right one is not.

mod shapes;

use ferz_dsl::codes;
use shapes::read;

fn syntax_pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    codes::pages().filter(|(code, _)| code.starts_with("E00") || matches!(*code, "E0112" | "W0001"))
}

#[test]
fn wrong_examples_are_told_and_right_ones_are_not() {
    let mut seen = 0;
    for (code, page) in syntax_pages() {
        let (_, examples) = page.split_once("\nWrong: ").expect("a wrong example");
        let (wrong, right) = examples.split_once("\nRight: ").expect("a right example");
        // Sizes that no page can show stand in brackets.
        if !wrong.starts_with('(') {
            let told = read(wrong).1;
            assert!(told.contains(&format!("[{code}]")), "{code}: {wrong}\n{told}");
            seen += 1;
        }
        assert_eq!(read(right).1, "", "{code}: {right}");
    }
    assert_eq!(seen, 15);
}

/// The codes that stand in the sources of the language's stages.
fn codes_in(dir: &std::path::Path, found: &mut std::collections::BTreeSet<String>) {
    for entry in std::fs::read_dir(dir).expect("the sources are there") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            codes_in(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        // Examples in comments and tests of other modules use any code; only those made into diagnostics count.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (at, _) in code.match_indices("Diagnostic::") {
            let rest = &code[at..];
            let call =
                ["error(", "warning(", "note("].iter().find_map(|c| rest["Diagnostic::".len()..].strip_prefix(c));
            if let Some(quoted) = call.and_then(|c| c.trim_start().strip_prefix('"')) {
                found.insert(quoted.split('"').next().unwrap_or_default().to_owned());
            }
        }
    }
}

#[test]
fn every_code_has_a_page() {
    let mut found = std::collections::BTreeSet::new();
    codes_in(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut found);
    assert!(found.len() > 60, "{found:?}");
    let without: Vec<_> = found.iter().filter(|c| codes::explain(c).is_none()).collect();
    assert!(without.is_empty(), "no page for {without:?}");
}
