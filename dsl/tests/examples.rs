//! Every example of the language reference is read without a word.

mod shapes;

use ferz_dsl::ast::{File, Item, ItemKind, StepKind};
use shapes::tree;

const LIBRARY: &str = include_str!("data/standard-library.ferz");
const SEEDS: &str = include_str!("data/seed-games.ferz");
const CODEX: &str = include_str!("data/codex.ferz");
const CLASSICS: &str = include_str!("data/classic-games.ferz");

/// Lines that begin with the word, in the text itself.
fn lines(text: &str, word: &str) -> usize {
    text.lines().filter(|l| l.starts_with(word)).count()
}

#[test]
fn every_example_is_read_whole() {
    for (name, text) in [("library", LIBRARY), ("seeds", SEEDS), ("codex", CODEX), ("classics", CLASSICS)] {
        let tree = tree(text);
        assert_eq!(tree.variants.len(), lines(text, "variant "), "{name}");
        assert_eq!(tree.rules.len(), lines(text, "rule "), "{name}");
        assert_eq!(tree.shared.len(), lines(text, "define "), "{name}");
    }
}

fn variant<'a>(file: &'a File, title: &str) -> &'a [Item] {
    &file.variants.iter().find(|v| v.title.value == title).expect("a variant of the file").items
}

#[test]
fn several_items_of_one_line_are_all_there() {
    let tree = tree(CLASSICS);
    let pieces = |title| variant(&tree, title).iter().filter(|i| matches!(i.kind, ItemKind::Piece(_))).count();
    assert_eq!(pieces("Makruk"), 6);
    assert_eq!(pieces("Chu Shogi"), 39);
    assert_eq!(pieces("Shogi"), 14);
}

#[test]
fn doc_comments_stand_at_their_items() {
    let tree = tree(SEEDS);
    assert_eq!(tree.variants[1].doc.as_deref(), Some("Orthodox chess."));
    let chess = variant(&tree, "Chess");
    let docs: Vec<_> = chess.iter().filter_map(|i| i.doc.as_deref()).collect();
    assert_eq!(docs, ["Many programs play on with bare kings; choose."]);
}

#[test]
fn else_if_is_a_step_of_the_other_branch() {
    let tree = tree(CLASSICS);
    let rule = tree.rules.iter().find(|r| r.name.value == "honour_count").expect("a rule of the file");
    let steps = rule.items.iter().find_map(|i| match &i.kind {
        ItemKind::At { steps, .. } => Some(steps),
        _ => None,
    });
    let StepKind::If { then, .. } = &steps.expect("a moment")[0].kind else { panic!("no if") };
    let mut depth = 0;
    let mut step = &then[2];
    while let StepKind::If { other, .. } = &step.kind {
        let Some(next) = other.first() else { break };
        step = next;
        depth += 1;
    }
    // Four `else if` and the last `else`.
    assert_eq!(depth, 5);
}
