//! What `codegen` makes of a game: the one place where the command asks it.

use ferz_dsl::game::Game;

/// The plan as text.
pub fn plan(_game: &Game) -> Result<String, String> {
    Err(NOT_YET.into())
}

/// The emitted module.
pub fn module(_game: &Game) -> Result<String, String> {
    Err(NOT_YET.into())
}

/// The cargo project of an engine: path and text of each file; the runtime's lie below `runtime/`.
pub fn project(_game: &Game) -> Result<Vec<(String, String)>, String> {
    Err(NOT_YET.into())
}

const NOT_YET: &str = "this build has no code generator yet";
