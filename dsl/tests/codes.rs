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
