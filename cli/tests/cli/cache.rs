//! Builds at the same time and builds that are interrupted leave no broken cache.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::{Scratch, command, run};

/// A small game of its own, so that each test builds something nobody has built.
fn game(scratch: &Scratch, title: &str) -> String {
    scratch.file("game.ferz", format!("variant \"{title}\" extends chess {{\n}}\n"))
}

fn perft(file: &str, cache: &Path) -> Command {
    let mut command = command();
    command.env("FERZ_CACHE", cache).args(["perft", file, "-d", "2"]);
    command
}

fn spawn(mut command: Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn entries(cache: &Path, kind: &str) -> Vec<String> {
    let names = fs::read_dir(cache).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|n| n.starts_with(kind) && !n.ends_with(".lock")).collect()
}

#[test]
fn two_builds_at_a_time_make_one_entry() {
    let scratch = Scratch::new("cache-two");
    let (file, cache) = (game(&scratch, "At a Time"), scratch.0.join("cache"));
    let children: Vec<Child> = (0..3).map(|_| spawn(perft(&file, &cache))).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "nodes 400\n",
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    assert_eq!(entries(&cache, "engine").len(), 1);
    assert_eq!(entries(&cache, "runtime").len(), 1);
}

#[test]
fn an_interrupted_build_is_begun_again() {
    let scratch = Scratch::new("cache-killed");
    let (file, cache) = (game(&scratch, "Killed"), scratch.0.join("cache"));
    // Killed at several moments: before the lock, in the runtime, in the engine.
    for wait in [5, 150, 700, 2000] {
        let mut child = spawn(perft(&file, &cache));
        std::thread::sleep(Duration::from_millis(wait));
        let _ = child.kill();
        let _ = child.wait();
    }
    let done = run(&mut perft(&file, &cache));
    assert_eq!((done.status, done.out.as_str()), (Some(0), "nodes 400\n"), "{}", done.err);
    assert_eq!(entries(&cache, "engine").len(), 1, "nothing half done is left");
}

#[test]
fn a_damaged_engine_is_built_again() {
    let scratch = Scratch::new("cache-damaged");
    let (file, cache) = (game(&scratch, "Damaged"), scratch.0.join("cache"));
    assert_eq!(run(&mut perft(&file, &cache)).out, "nodes 400\n");
    let engine = cache.join(&entries(&cache, "engine")[0]).join("engine");
    fs::write(&engine, "no program").unwrap();
    let again = run(&mut perft(&file, &cache));
    assert_eq!((again.status, again.out.as_str()), (Some(0), "nodes 400\n"), "{}", again.err);
}

#[test]
fn a_built_engine_stands_alone() {
    let scratch = Scratch::new("cache-build");
    let (file, cache) = (game(&scratch, "Alone"), scratch.0.join("cache"));
    let output = scratch.0.join("alone");
    let built = run(command().env("FERZ_CACHE", &cache).args(["build", &file, "-o"]).arg(&output));
    assert_eq!(built.status, Some(0), "{}", built.err);
    fs::remove_dir_all(&cache).unwrap();
    let counted = run(Command::new(&output).args(["perft", "3"]));
    assert_eq!((counted.status, counted.out.as_str()), (Some(0), "nodes 8902\n"), "{}", counted.err);
}
