//! Runs the rows of a table on all cores, by compiled code or by the interpreter.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

use crate::args::SettingArgs;
use crate::build::{self, Builder, Engine};
use crate::commands::moves::sorted_texts;
use crate::failure::{Failure, tell};
use crate::variant::{self, Playable};
use ferz_runtime::Rules;

/// Stack of a worker: the interpreter recurses with the depth of a position's rules.
const STACK: usize = 256 << 20;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Passed,
    Failed(String),
}

/// A variant of the library with its settings.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub name: String,
    pub settings: SettingArgs,
}

/// How the variants of a table are executed.
#[derive(Debug)]
pub struct Executions {
    /// By the name under which rows know them. A variant that cannot be had keeps the reason.
    games: BTreeMap<String, Result<Playable, String>>,
    /// Compiled code where there is a compiler and nobody asked for the interpreter.
    builder: Option<Builder>,
}

/// One variant under one execution, owned by one worker.
#[derive(Debug)]
pub enum Execution<'a> {
    Interpreted(&'a Playable),
    Compiled(Box<Engine>),
}

impl Execution<'_> {
    pub fn perft(&mut self, fen: &str, depth: u32) -> Result<u64, String> {
        match self {
            Self::Interpreted(game) => {
                let position = game.rules.from_fen(fen).map_err(|e| format!("the FEN cannot be read: {e}"))?;
                Ok(ferz_runtime::perft::perft(&position, depth))
            }
            Self::Compiled(engine) => engine.perft(fen, depth),
        }
    }

    pub fn moves(&mut self, fen: &str) -> Result<Vec<String>, String> {
        match self {
            Self::Interpreted(game) => {
                let position = game.rules.from_fen(fen).map_err(|e| format!("the FEN cannot be read: {e}"))?;
                Ok(sorted_texts(&position))
            }
            Self::Compiled(engine) => engine.moves(fen),
        }
    }

    /// What an engine prints for a command (see `ferz_runtime::engine`); both executions have the same commands.
    pub fn command(&self, words: &[&str]) -> Result<String, String> {
        match self {
            Self::Interpreted(game) => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                let (mut told, mut errors) = (Vec::new(), Vec::new());
                match ferz_runtime::engine::run(&game.rules, &words, io::empty(), &mut told, &mut errors) {
                    0 => Ok(String::from_utf8_lossy(&told).into_owned()),
                    _ => {
                        let why = String::from_utf8_lossy(&errors);
                        Err(why.trim().trim_start_matches("error: ").to_string())
                    }
                }
            }
            Self::Compiled(engine) => engine.run(words),
        }
    }
}

impl Executions {
    /// Loads the variants. Without a compiler the interpreter takes its place, and that is told.
    pub fn open(wanted: BTreeMap<String, Wanted>, interp: bool) -> Result<Self, Failure> {
        let builder = if interp { None } else { build::builder_or_note(false) };
        let mut games = BTreeMap::new();
        for (key, Wanted { name, settings }) in wanted {
            let game = variant::named_in_table(&name, &settings);
            if let Err(why) = &game {
                tell(&format!("{key}: {why}"));
            }
            games.insert(key, game);
        }
        Ok(Self { games, builder })
    }

    /// A verdict for each row, in order. `weight` guesses the work, so that long rows start first.
    pub fn judge<R: Sync>(
        &self,
        rows: &[R],
        weight: impl Fn(&R) -> u64,
        variant: impl Fn(&R) -> &String,
        check: impl Fn(&mut Execution<'_>, usize) -> Result<(), String> + Sync,
    ) -> Vec<Verdict> {
        let jobs = Mutex::new(self.jobs(rows, weight, variant));
        let verdicts = Mutex::new(vec![Verdict::Passed; rows.len()]);
        let work = || {
            while let Some((name, list)) = next(&jobs) {
                let judged = self.job(&name, &list, &check);
                let mut all = verdicts.lock().unwrap_or_else(|e| e.into_inner());
                list.iter().zip(judged).for_each(|(i, v)| all[*i] = v);
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get().min(16));
        std::thread::scope(|scope| {
            for _ in 1..cores {
                // Fewer workers where the system gives no more threads.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            work();
        });
        verdicts.into_inner().unwrap_or_else(|e| e.into_inner())
    }

    /// Jobs, the longest last, as they are taken from the end. Compiled code has one job for each variant, as an engine
    /// has to be built and started; the interpreter has one for each row.
    fn jobs<R>(
        &self,
        rows: &[R],
        weight: impl Fn(&R) -> u64,
        variant: impl Fn(&R) -> &String,
    ) -> Vec<(String, Vec<usize>)> {
        let mut jobs: Vec<(String, Vec<usize>)> = Vec::new();
        if self.builder.is_some() {
            let mut by_name: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
            rows.iter().enumerate().for_each(|(i, r)| by_name.entry(variant(r)).or_default().push(i));
            jobs.extend(by_name.into_iter().map(|(name, list)| (name.clone(), list)));
        } else {
            jobs.extend(rows.iter().enumerate().map(|(i, r)| (variant(r).clone(), vec![i])));
        }
        jobs.sort_by_key(|(_, list)| list.iter().map(|i| weight(&rows[*i])).sum::<u64>());
        jobs
    }

    fn job(
        &self,
        name: &str,
        list: &[usize],
        check: &impl Fn(&mut Execution<'_>, usize) -> Result<(), String>,
    ) -> Vec<Verdict> {
        let mut execution = self.execution(name);
        list.iter()
            .map(|&i| {
                let checked = match &mut execution {
                    // A panic is an error of ours; it fails its row and the others go on.
                    Ok(e) => catch_unwind(AssertUnwindSafe(|| check(e, i)))
                        .unwrap_or_else(|_| Err("internal error, see above".into())),
                    Err(why) => Err(why.clone()),
                };
                checked.map_or_else(Verdict::Failed, |()| Verdict::Passed)
            })
            .collect()
    }

    fn execution(&self, name: &str) -> Result<Execution<'_>, String> {
        let game = match self.games.get(name) {
            Some(Ok(game)) => game,
            Some(Err(why)) => return Err(why.clone()),
            None => return Err(format!("`{name}` was not loaded")),
        };
        match &self.builder {
            None => Ok(Execution::Interpreted(game)),
            Some(builder) => {
                let engine = builder.engine(game).map_err(|e| e.to_string())?;
                Ok(Execution::Compiled(Box::new(Engine::at(&engine))))
            }
        }
    }
}

fn next<T>(jobs: &Mutex<Vec<T>>) -> Option<T> {
    jobs.lock().unwrap_or_else(|e| e.into_inner()).pop()
}
