//! An engine as files: the runtime's own source, the emitted module, and a `main` that joins them.

use ferz_dsl::game::Game;

/// Path and text of every file of a cargo project that builds the engine of a game, offline and by itself.
#[must_use]
pub fn engine_project(game: &Game) -> Vec<(String, String)> {
    let mut files = vec![
        ("Cargo.toml".to_string(), MANIFEST.to_string()),
        ("src/main.rs".to_string(), MAIN.to_string()),
        ("src/game.rs".to_string(), crate::emit(game)),
    ];
    for (path, text) in ferz_runtime::source::SOURCE {
        files.push((format!("runtime/{path}"), (*text).to_string()));
    }
    files
}

const MANIFEST: &str = r#"[package]
name = "engine"
version = "0.1.0"
edition = "2024"

[dependencies]
ferz-runtime = { path = "runtime" }

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"

[workspace]
"#;

const MAIN: &str = "//! An engine for one variant.
#![forbid(unsafe_code)]

mod game;

fn main() -> std::process::ExitCode {
    ferz_runtime::engine::main(game::Game)
}
";
