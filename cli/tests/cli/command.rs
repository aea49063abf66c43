//! Running the real binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What a run left.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
    pub took: Duration,
}

/// Runs `ferz` with a cache of the tests' own.
pub fn ferz(args: &[&str]) -> Run {
    run(command().args(args))
}

/// The binary with the tests' cache, to be given arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferz"));
    command.env("FERZ_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("ferz-cache"));
    command
}

/// Runs a prepared command.
pub fn run(command: &mut Command) -> Run {
    let begun = Instant::now();
    let Output { status, stdout, stderr } = command.stdin(Stdio::null()).output().expect("the binary starts");
    Run {
        status: status.code(),
        out: String::from_utf8_lossy(&stdout).into_owned(),
        err: String::from_utf8_lossy(&stderr).into_owned(),
        took: begun.elapsed(),
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("cli lies in the workspace").to_path_buf()
}

/// A folder of its own for a test, removed at the end.
#[derive(Debug)]
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ferz-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    /// Writes a file and gives its path as text.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).expect("a file for the test");
        path.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
