//! A whole engine around a game written by hand, as a built variant is one around a generated game.

#[path = "../tests/toy/mod.rs"]
mod toy;

fn main() -> std::process::ExitCode {
    ferz_runtime::engine::main(toy::Race { files: 6, ranks: 6, players: 2, plies: 1 })
}
