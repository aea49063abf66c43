//! Texts of moves over the whole library: in no position have two moves one text, and each text leads to its move.

use std::collections::BTreeSet;
use std::sync::Arc;

use ferz_dsl::assemble::{Request, variants};
use ferz_dsl::compile::compile;
use ferz_interp::Interp;
use ferz_runtime::walk::random_walk;

#[test]
fn no_two_moves_share_a_text() {
    let library = ferz_variants::library();
    let mut shared = Vec::new();
    for (_, text) in ferz_variants::games() {
        for heading in variants(text) {
            let compiled = compile(&Request::named(&library, heading.name.as_str()));
            let game = compiled.game.unwrap_or_else(|| panic!("{} compiles", heading.name));
            let rules = Interp::new(Arc::new(game)).expect("a game the interpreter takes");
            for seed in 0..2 {
                let _ = random_walk(&rules, seed, 24, &mut |game| {
                    let moves = game.moves();
                    let unlike: BTreeSet<&String> = moves.iter().collect();
                    if unlike.len() != moves.len() || moves.len() as u64 != game.count_moves() {
                        shared.push(format!("{}: {}", heading.name, game.to_fen()));
                    }
                    std::ops::ControlFlow::Continue(())
                });
            }
        }
    }
    assert!(shared.is_empty(), "{}", shared.join("\n"));
}
