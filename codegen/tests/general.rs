//! Compiled code against the interpreter on games far from chess: walks of random moves must show the same positions.
//!
//! All games are compiled into one program by rustc, with the runtime's own source, as an engine is.

use ferz_dsl::assemble::{Main, Request};
use ferz_dsl::game::Game;
use ferz_interp::Interp;
use ferz_runtime::walk::{Row, random_walk};
use ferz_runtime::{Flow, Rules};
use std::sync::Arc;

mod built;
use built::{Program, library_game};

const GAMES: &[&str] = &["turning-discs", "long-captures", "more-and-more", "two-floors", "four-corners", "twice-told"];
const PLIES: u32 = 50;
const SEEDS: &[u64] = &[1, 2];

fn game(variant: &str) -> Game {
    let library = ferz_variants::library();
    let text = include_str!("data/general.ferz").to_string();
    let main = Main::Text { name: "general.ferz".into(), text };
    let request = Request {
        library: &library,
        main,
        nearby: Default::default(),
        variant: Some(variant.into()),
        settings: vec![],
    };
    let out = ferz_dsl::compile::compile(&request);
    out.game.unwrap_or_else(|| panic!("{variant} does not compile: {:?}", out.diags.list))
}

/// What both executions print.
fn rows<R: Rules>(rules: &R) -> String {
    let sides = rules.info().sides;
    let mut text = String::new();
    for seed in SEEDS {
        text.push_str(&format!("game {seed}\n"));
        let _ = random_walk(rules, *seed, PLIES, &mut |walker| {
            text.push_str(&format!("{}\n", Row::of(walker, &sides)));
            Flow::Continue(())
        });
    }
    text
}

/// The same function for the compiled program.
fn body() -> String {
    format!(
        "fn rows<R: Rules>(rules: &R) {{
    let sides = rules.info().sides;
    for seed in {SEEDS:?} {{
        println!(\"game {{seed}}\");
        let _ = random_walk(rules, seed, {PLIES}, &mut |walker| {{
            println!(\"{{}}\", Row::of(walker, &sides));
            Flow::Continue(())
        }});
    }}
}}
"
    )
}

#[test]
fn compiled_games_walk_as_interpreted_ones() {
    let games: Vec<(&str, Game)> = GAMES.iter().map(|name| (*name, game(name))).collect();
    let program = Program::build("general", &games, &body(), "rows");
    for name in GAMES {
        let compiled = program.run(name);
        let interpreted = rows(&Interp::new(Arc::new(game(name))).expect("a game for the interpreter"));
        let rows = ferz_runtime::compare::printed_walks(&compiled, &interpreted);
        assert!(rows.as_ref().is_ok_and(|n| *n > 20), "{name}: {rows:?}");
    }
}

/// Hands and promoted men, counters, walls, men that come from nowhere, rights, several sides and odd turns.
const KEYED: &[&str] = &["chess", "crazyhouse", "3check", "duck", "seirawan", "shogi", "atomic", "amazon"];

/// Plays typed positions: their keys must be those of positions read afresh, and a way back must lead to the old key.
const KEYS: &str = "fn keys<R: Rules>(rules: &R) {
    let mut random = ferz_runtime::walk::Random::new(7);
    let mut plies = 0;
    for _ in 0..6 {
        let mut position = rules.start();
        for _ in 0..120 {
            assert_eq!(position.key(), position.fresh_key(), \"{}\", position.to_fen());
            let moves = position.moves();
            let Some(mv) = moves.get(random.below(moves.len())) else { break };
            position.play(*mv);
            plies += 1;
        }
    }
    println!(\"{plies}\");
}
";

#[test]
fn the_key_kept_from_ply_to_ply_is_the_key_computed_from_nothing() {
    let games: Vec<(&str, Game)> = KEYED
        .iter()
        .map(|name| (*name, library_game(name)))
        .chain(GAMES.iter().map(|name| (*name, game(name))))
        .collect();
    let program = Program::build("keys", &games, KEYS, "keys");
    for (name, _) in &games {
        let plies: u32 = program.run(name).trim().parse().expect("a number of plies");
        assert!(plies > 20, "{name}: {plies} plies");
    }
}
