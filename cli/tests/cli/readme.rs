//! What the README shows is true.

use crate::command::{Scratch, ferz, root};

/// The text of the first block of this language.
fn block(text: &str, language: &str) -> String {
    let from = text.split(&format!("```{language}\n")).nth(1).expect("a block");
    from.split("```").next().unwrap_or("").to_string()
}

#[test]
fn its_variant_checks_and_passes_its_test() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let scratch = Scratch::new("readme");
    let file = scratch.file("race.ferz", block(&readme, "ferz"));
    let run = ferz(&["check", &file]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let run = ferz(&["test", &file]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "1 passed, 0 failed\n"), "{}", run.err);
    let run = ferz(&["moves", &file, "--moves", "b1c4 e7e5"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
}

#[test]
fn its_commands_exist() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let help = ferz(&["--help"]).out;
    let rows = readme.lines().filter(|l| l.starts_with("| `ferz "));
    let mut count = 0;
    for word in rows.flat_map(|l| l.split("`ferz ").skip(1)).filter_map(|rest| rest.split([' ', '`']).next()) {
        count += 1;
        assert!(
            help.lines().any(|l| l.trim_start().starts_with(&format!("{word} "))),
            "`{word}` is no command\n{help}"
        );
    }
    assert!(count > 12, "{count}");
}
