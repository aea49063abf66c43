//! What `codegen` makes of a game: the one place where the command asks it.

use ferz_dsl::game::Game;

/// The plan as text.
pub fn plan(game: &Game) -> String {
    ferz_codegen::plan(game).to_string()
}

/// The emitted module.
pub fn module(game: &Game) -> String {
    ferz_codegen::emit(game)
}

/// The cargo project of an engine: path and text of each file; the runtime's lie below `runtime/`.
pub fn project(game: &Game) -> Vec<(String, String)> {
    ferz_codegen::project::engine_project(game)
}
