//! Emitted games compiled into one program by rustc, with the runtime's own source, as an engine is.

use ferz_dsl::assemble::Request;
use ferz_dsl::game::Game;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A variant of the library.
pub fn library_game(name: &str) -> Game {
    let library = ferz_variants::library();
    let out = ferz_dsl::compile::compile(&Request::named(&library, name));
    out.game.unwrap_or_else(|| panic!("{name} does not compile: {:?}", out.diags.list))
}

/// A program that does one thing for the game named on its command line; its folder goes with it.
pub struct Program {
    folder: PathBuf,
}

impl Program {
    /// `body` defines `fn CALL<R: Rules>(rules: &R)`.
    pub fn build(name: &str, games: &[(&str, Game)], body: &str, call: &str) -> Self {
        let folder = env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        let program = Self { folder };
        let folder = &program.folder;
        for (path, text) in ferz_runtime::source::SOURCE {
            let path = folder.join("runtime").join(path);
            fs::create_dir_all(path.parent().expect("a file has a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let (mut modules, mut arms) = (String::new(), String::new());
        for (i, (game, of)) in games.iter().enumerate() {
            fs::write(folder.join(format!("game{i}.rs")), ferz_codegen::emit(of)).expect("a file");
            modules.push_str(&format!("mod game{i};\n"));
            arms.push_str(&format!("        \"{game}\" => {call}(&game{i}::Game),\n"));
        }
        let main = format!(
            "#![forbid(unsafe_code)]\n#![allow(unused_imports)]\n{modules}
use ferz_runtime::walk::{{Row, random_walk}};
use ferz_runtime::{{Flow, Position, Rules}};
{body}
fn main() {{
    match std::env::args().nth(1).unwrap_or_default().as_str() {{
{arms}        other => panic!(\"no game {{other}}\"),
    }}
}}
"
        );
        fs::write(folder.join("main.rs"), main).expect("a file");
        rustc(folder, &["--crate-type", "rlib", "--crate-name", "ferz_runtime", "runtime/src/lib.rs"]);
        rustc(folder, &["--crate-name", "program", "main.rs", "--extern", "ferz_runtime=libferz_runtime.rlib"]);
        program
    }

    /// What it prints for a game.
    pub fn run(&self, game: &str) -> String {
        let out = Command::new(self.folder.join("program")).arg(game).output().expect("the program runs");
        assert!(out.status.success(), "{game}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).expect("text")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn rustc(dir: &Path, args: &[&str]) {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let out = Command::new(rustc).current_dir(dir).args(["--edition", "2024", "-Copt-level=1"]).args(args).output();
    let out = out.expect("rustc runs");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
}
