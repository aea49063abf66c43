//! Compiled code against the interpreter on games far from chess: walks of random moves must show the same positions.
//!
//! All games are compiled into one program by rustc, with the runtime's own source, as an engine is.

use ferz_dsl::assemble::{Main, Request};
use ferz_dsl::game::Game;
use ferz_interp::Interp;
use ferz_runtime::walk::{Row, random_walk};
use ferz_runtime::{Flow, Rules};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::{env, fs};

const GAMES: &[&str] = &["turning-discs", "long-captures", "more-and-more", "two-floors", "four-corners"];
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
fn main_text() -> String {
    let mut modules = String::new();
    let mut arms = String::new();
    for (i, name) in GAMES.iter().enumerate() {
        modules.push_str(&format!("mod game{i};\n"));
        arms.push_str(&format!("        \"{name}\" => rows(&game{i}::Game),\n"));
    }
    format!(
        "#![forbid(unsafe_code)]\n{modules}
use ferz_runtime::walk::{{Row, random_walk}};
use ferz_runtime::{{Flow, Rules}};
fn rows<R: Rules>(rules: &R) {{
    let sides = rules.info().sides;
    for seed in {SEEDS:?} {{
        println!(\"game {{seed}}\");
        let _ = random_walk(rules, seed, {PLIES}, &mut |walker| {{
            println!(\"{{}}\", Row::of(walker, &sides));
            Flow::Continue(())
        }});
    }}
}}
fn main() {{
    match std::env::args().nth(1).unwrap_or_default().as_str() {{
{arms}        other => panic!(\"no game {{other}}\"),
    }}
}}
"
    )
}

fn rustc(dir: &Path, args: &[&str]) {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let out = Command::new(rustc).current_dir(dir).args(["--edition", "2024", "-Copt-level=1"]).args(args).output();
    let out = out.expect("rustc runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn compiled_games_walk_as_interpreted_ones() {
    let dir = env::temp_dir().join(format!("ferz-general-{}", std::process::id()));
    let runtime = dir.join("runtime");
    for (path, text) in ferz_runtime::source::SOURCE {
        let path = runtime.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    for (i, name) in GAMES.iter().enumerate() {
        fs::write(dir.join(format!("game{i}.rs")), ferz_codegen::emit(&game(name))).expect("a file");
    }
    fs::write(dir.join("main.rs"), main_text()).expect("a file");
    rustc(&dir, &["--crate-type", "rlib", "--crate-name", "ferz_runtime", "runtime/src/lib.rs"]);
    rustc(&dir, &["--crate-name", "general", "main.rs", "--extern", "ferz_runtime=libferz_runtime.rlib"]);
    for name in GAMES {
        let out = Command::new(dir.join("general")).arg(name).output().expect("the program runs");
        assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
        let compiled = String::from_utf8(out.stdout).expect("text");
        let interpreted = rows(&Interp::new(Arc::new(game(name))).expect("a game for the interpreter"));
        let rows = ferz_runtime::compare::printed_walks(&compiled, &interpreted);
        assert!(rows.as_ref().is_ok_and(|n| *n > 20), "{name}: {rows:?}");
    }
    fs::remove_dir_all(&dir).expect("the folder goes");
}
