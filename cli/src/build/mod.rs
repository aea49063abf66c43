//! From a game to an engine: emitted text and the runtime's own source, compiled by rustc, kept in the cache.

mod cache;
pub mod code;
mod engine;
mod rustc;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

pub use engine::Engine;

use crate::failure::{Failure, tell};
use crate::read::reason;
use crate::variant::Playable;
use cache::{Cache, CacheError, Key};
use rustc::Rustc;

/// A compiler and a place for what it makes.
#[derive(Clone, Debug)]
pub struct Builder {
    rustc: Rustc,
    cache: Cache,
}

/// Why there is no engine.
#[derive(Debug)]
pub enum BuildError {
    Cache(String),
    /// What the compiler said; either the machine lacks a linker, or the emitted code is wrong, which is our error.
    Compiler(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cache(why) => write!(f, "{why} (another folder can be said with FERZ_CACHE)"),
            Self::Compiler(why) => write!(f, "rustc could not build the engine: {why}"),
        }
    }
}

impl From<BuildError> for Failure {
    fn from(e: BuildError) -> Self {
        Self::Input(e.to_string())
    }
}

/// The compiler for ordinary use, or a note that the interpreter takes its place.
pub fn builder_or_note(portable: bool) -> Option<Builder> {
    match Builder::find(portable) {
        Ok(builder) => Some(builder),
        Err(why) => {
            tell(&format!("note: no Rust compiler, so the interpreter answers ({why})"));
            None
        }
    }
}

impl Builder {
    /// # Errors
    /// Why there is no compiler or no place for a cache.
    pub fn find(portable: bool) -> Result<Self, String> {
        let cache = Cache::of_user().ok_or("no cache folder: neither FERZ_CACHE, XDG_CACHE_HOME nor HOME is set")?;
        Ok(Self { rustc: Rustc::find(portable)?, cache })
    }

    /// The engine of a game, built if it is not in the cache.
    pub fn engine(&self, game: &Playable) -> Result<PathBuf, BuildError> {
        let files = code::project(&game.game);
        let is_runtime = |path: &str| path.starts_with(RUNTIME);
        let (runtime, own): (Files, Files) =
            files.into_iter().filter(|(path, _)| path.ends_with(".rs")).partition(|(path, _)| is_runtime(path));
        let library = self.runtime(&runtime)?;
        let key = Key::of(&[&self.rustc.identity, &text_of(&runtime), &text_of(&own)]);
        self.make("engine", &key, "engine", |folder| {
            write_files(folder, &own)?;
            let main = folder.join("src/main.rs");
            self.rustc.compile("engine", "bin", &main, &[("ferz_runtime", &library)], &folder.join("engine"))
        })
    }

    /// The compiled runtime, shared by all engines.
    fn runtime(&self, files: &Files) -> Result<PathBuf, BuildError> {
        const LIBRARY: &str = "libferz_runtime.rlib";
        let key = Key::of(&[&self.rustc.identity, &text_of(files)]);
        self.make("runtime", &key, LIBRARY, |folder| {
            write_files(folder, files)?;
            let lib = folder.join(RUNTIME).join("src/lib.rs");
            self.rustc.compile("ferz_runtime", "rlib", &lib, &[], &folder.join(LIBRARY))
        })
    }

    fn make(
        &self,
        kind: &str,
        key: &Key,
        product: &str,
        make: impl FnOnce(&Path) -> Result<(), String>,
    ) -> Result<PathBuf, BuildError> {
        self.cache.entry(kind, key, product, make).map_err(|e| match e {
            CacheError::Folder(why) => BuildError::Cache(why),
            CacheError::Make(why) => BuildError::Compiler(why),
        })
    }
}

/// Paths with texts.
type Files = Vec<(String, String)>;

/// Where a project keeps the runtime's source.
const RUNTIME: &str = "runtime/";

/// Files in one text, for keys.
fn text_of(files: &Files) -> String {
    files.iter().map(|(path, text)| format!("{path} {}\n{text}\n", text.len())).collect()
}

/// Writes the cargo project of an engine: it builds without any network.
pub fn project(game: &Playable, folder: &Path) -> Result<(), Failure> {
    let fail = |why: String| Failure::Input(format!("cannot write `{}`: {why}", folder.display()));
    write_files(folder, &code::project(&game.game)).map_err(fail)
}

fn write_files(folder: &Path, files: &Files) -> Result<(), String> {
    for (path, text) in files {
        let file = folder.join(path);
        let parent = file.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&file, text))
            .map_err(|e| format!("{path}: {}", reason(&e)))?;
    }
    Ok(())
}

/// A random game of a compiled engine, one row a position (see `ferz_runtime::walk::Row`).
pub fn walk(engine: &Path, seed: u64, games: u64, plies: u32) -> Result<String, String> {
    Engine::at(engine).run(&["walk", &seed.to_string(), &games.to_string(), &plies.to_string()])
}
