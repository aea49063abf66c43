//! Snapshots of every variant of the library: its rules told in lists, what its pieces reach, its plan and small
//! perfts; for a dozen variants the emitted code.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use ferz_dsl::assemble::{Request, variants};
use ferz_dsl::compile::compile;
use ferz_dsl::game::Game;
use ferz_interp::Interp;
use ferz_runtime::perft::perft;
use ferz_runtime::{Position, Rules};

/// Variants whose emitted code is recorded: one for each way of compiling.
const EMITTED: [&str; 12] = [
    "chess",
    "decimal-chess",
    "crazyhouse",
    "shogi",
    "xiangqi",
    "janggi",
    "atomic",
    "antichess",
    "duck",
    "seirawan",
    "extinction",
    "breakthrough",
];

/// Calls `show` for each variant of each file below `variants/`, families apart from `std`, and compares the text.
fn each_variant(stage: &str, show: impl Fn(&str, &Arc<Game>) -> Option<String>) {
    let library = ferz_variants::library();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../{stage}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("../../variants", "*/*.ferz", |path| {
            let text = std::fs::read_to_string(path).expect("a library file");
            for heading in variants(&text) {
                let compiled = compile(&Request::named(&library, heading.name.as_str()));
                let told = ferz_dsl::render::render(&compiled.sources, &compiled.diags.list, false);
                let game = Arc::new(compiled.game.unwrap_or_else(|| panic!("{}: {told}", heading.name)));
                if let Some(shown) = show(&heading.name, &game) {
                    insta::assert_snapshot!(heading.name.as_str(), shown);
                }
            }
        });
    });
}

#[test]
fn rules_in_force() {
    each_variant("rules", |_, game| Some(ferz_dsl::summary::summary(game)));
}

/// For comparison with published diagrams: one file for each file of variants. The letters are told in
/// `interp/src/diagrams.rs`.
#[test]
fn piece_diagrams() {
    let library = ferz_variants::library();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../pieces");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("../../variants", "*/*.ferz", |path| {
            let text = std::fs::read_to_string(path).expect("a library file");
            let mut drawn: Vec<(String, String)> = Vec::new();
            for heading in variants(&text) {
                let compiled = compile(&Request::named(&library, heading.name.as_str()));
                let game = compiled.game.unwrap_or_else(|| panic!("{} compiles", heading.name));
                let rules = Interp::new(Arc::new(game)).expect("a game the interpreter takes");
                let pieces = rules.diagrams();
                match drawn.iter_mut().find(|d| d.1 == pieces) {
                    Some(same) => same.0 += &format!(", {}", heading.name),
                    None => drawn.push((heading.name, pieces)),
                }
            }
            if !drawn.is_empty() {
                let shown: Vec<String> =
                    drawn.into_iter().map(|(names, pieces)| format!("{names}\n\n{pieces}")).collect();
                let letters = "O piece, m moves, c captures, x both, i with its first move, h over a man, H m and captures over a man";
                insta::assert_snapshot!("pieces", format!("{letters}\n\n{}", shown.join("\n")));
            }
        });
    });
}

#[test]
fn plans() {
    each_variant("plan", |_, game| Some(ferz_codegen::plan(game).to_string()));
}

#[test]
fn emitted_code() {
    each_variant("emit", |name, game| EMITTED.contains(&name).then(|| ferz_codegen::emit(game)));
}

/// Depths up to 20,000 nodes from the start. Outside numbers are in `data/`; these tell which change changed a game.
#[test]
fn small_perfts() {
    each_variant("perft", |_, game| {
        let rules = Interp::new(Arc::clone(game)).expect("a game the interpreter takes");
        let start = rules.start();
        let mut text = format!("{}\n", start.to_fen());
        for depth in 1..=4 {
            let nodes = perft(&start, depth);
            let _ = writeln!(text, "{depth} {nodes}");
            // The next ply has about as many moves for each node.
            if nodes * start.count_moves().max(1) > 20_000 {
                break;
            }
        }
        Some(text)
    });
}

/// A path exists for each name in the list above.
#[test]
fn the_emitted_dozen_is_in_the_library() {
    let names: Vec<String> =
        ferz_variants::games().flat_map(|(_, text)| variants(text)).map(|heading| heading.name).collect();
    for name in EMITTED {
        assert!(names.iter().any(|n| n == name), "{name}");
    }
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants").is_dir());
}
