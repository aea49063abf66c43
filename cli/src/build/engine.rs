//! A compiled engine as a child process that answers questions.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::read::reason;

/// An engine that counts one position after another (its command `table`).
#[derive(Debug)]
pub struct Engine {
    path: PathBuf,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    /// An engine at this path; it starts with the first question and again after a crash.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_path_buf(), running: None }
    }

    /// Leaves of the tree of `depth` plies below a position.
    pub fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, String> {
        // A line break in a FEN would be two questions.
        let fen = fen.replace(['\t', '\r', '\n'], " ");
        let answer = self.ask(&format!("{fen}\t{depth}\n"));
        if answer.is_err() {
            self.running = None;
        }
        let answer = answer?;
        let answer = answer.trim_end();
        answer.parse().map_err(|_| answer.strip_prefix("error: ").unwrap_or(answer).to_string())
    }

    fn ask(&mut self, question: &str) -> Result<String, String> {
        if self.running.is_none() {
            self.running = Some(Running::start(&self.path)?);
        }
        let Some(running) = &mut self.running else { return Err("the engine does not run".into()) };
        let gone = |e: std::io::Error| format!("the engine has ended: {}", reason(&e));
        running.questions.write_all(question.as_bytes()).and_then(|()| running.questions.flush()).map_err(gone)?;
        let mut answer = String::new();
        running.answers.read_line(&mut answer).map_err(gone)?;
        if answer.is_empty() { Err(running.ended()) } else { Ok(answer) }
    }

    /// Counts below each first move, sorted by the move's text.
    pub fn divide(&self, fen: &str, depth: u32) -> Result<Vec<(String, u64)>, String> {
        let text = self.run(&["perft", &depth.to_string(), "--fen", fen, "--divide"])?;
        let row = |line: &str| {
            let (mv, nodes) = line.rsplit_once(": ")?;
            Some((mv.to_string(), nodes.parse().ok()?))
        };
        Ok(text.lines().filter_map(row).collect())
    }

    /// The texts of the legal moves, sorted bytewise.
    pub fn moves(&self, fen: &str) -> Result<Vec<String>, String> {
        let text = self.run(&["moves", "--fen", fen])?;
        Ok(text.lines().filter(|l| !l.starts_with("outcome ")).map(String::from).collect())
    }

    /// What the engine prints for a command.
    pub fn run(&self, args: &[&str]) -> Result<String, String> {
        let run = Command::new(&self.path)
            .args(args)
            .stdin(Stdio::null())
            .output()
            .map_err(|e| format!("cannot start `{}`: {}", self.path.display(), reason(&e)))?;
        if run.status.success() {
            return Ok(String::from_utf8_lossy(&run.stdout).into_owned());
        }
        let errors = String::from_utf8_lossy(&run.stderr);
        let why = errors.trim().strip_prefix("error: ").unwrap_or(errors.trim()).to_string();
        Err(if why.is_empty() { format!("the engine ended with {}", run.status) } else { why })
    }
}

impl Running {
    fn start(path: &Path) -> Result<Self, String> {
        let mut child = Command::new(path)
            .arg("table")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start `{}`: {}", path.display(), reason(&e)))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(questions), Some(answers)) => Ok(Self { child, questions, answers: BufReader::new(answers) }),
            _ => Err("the engine has no pipes".into()),
        }
    }

    /// Why the engine ended without an answer.
    fn ended(&mut self) -> String {
        let mut errors = String::new();
        if let Some(pipe) = &mut self.child.stderr {
            let _ = pipe.take(4096).read_to_string(&mut errors);
        }
        match self.child.wait() {
            Ok(status) => {
                format!("the engine ended with {status} {}", errors.trim().replace('\n', "; ")).trim_end().into()
            }
            Err(e) => format!("the engine has ended: {}", reason(&e)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be in the middle of a long count that nobody waits for any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
