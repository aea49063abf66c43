//! The command line of an engine, in memory and as a program.

mod toy;

use ferz_runtime::engine::run;
use ferz_runtime::perft::perft;
use ferz_runtime::selfplay::{Match, self_play};
use ferz_runtime::walk::Row;
use ferz_runtime::{Flow, Position, Rules};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use toy::Race;

/// Exit status, output, errors.
fn engine(args: &[&str], input: &str) -> (u8, String, String) {
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_string()).collect();
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let status = run(&Race::SMALL, &args, input.as_bytes(), &mut output, &mut errors);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (status, text(output), text(errors))
}

fn fine(args: &[&str]) -> String {
    let (status, output, errors) = engine(args, "");
    assert_eq!((status, errors.as_str()), (0, ""), "{args:?}");
    output
}

#[test]
fn perft_ends_with_the_nodes() {
    assert_eq!(fine(&["perft", "2"]), "nodes 100\n");
    assert_eq!(fine(&["perft", "1", "--fen", "........A......B 0 1"]), "nodes 2\n");
    let divided = fine(&["perft", "2", "--divide"]);
    assert_eq!(divided.lines().count(), 11);
    assert!(divided.starts_with("a1a2: 10\n") && divided.ends_with("\nnodes 100\n"), "{divided}");
    assert_eq!(engine(&["perft", "9", "--max-nodes", "100"], "").0, 1);
}

#[test]
fn moves_are_sorted_and_the_outcome_comes_last() {
    assert_eq!(fine(&["moves", "--fen", "........A......B 0 1"]), "a3a4\na3b4\n");
    assert_eq!(fine(&["moves", "--fen", "........A......B 0 1", "--moves", "a3a4"]), "outcome player-1 wins (goal)\n");
    assert_eq!(fine(&["fen", "--moves", "a1a2 d4d3"]), ".AAAA......BBBB. 0 1\n");
    assert!(fine(&["show"]).contains("\nmoves 10\noutcome none\n"));
    assert!(fine(&["info"]).contains("sides\tplayer-1 player-2\n"));
}

#[test]
fn a_table_answers_row_by_row() {
    let start = Race::SMALL.start();
    let rows = format!("{}\t3\nstartpos\t1\n", start.to_fen());
    let (status, output, _) = engine(&["table"], &rows);
    assert_eq!((status, output), (0, format!("{}\n10\n", perft(&start, 3))));
    let (status, output, errors) = engine(&["table", "-"], "x\t1\nstartpos\nstartpos\tx\nstartpos\t999\nstartpos\t1\n");
    assert_eq!((status, output.lines().filter(|l| l.starts_with("error: ")).count()), (1, 4), "{output}");
    assert!(output.ends_with("\n10\n") && errors.contains("4 rows"), "{output}{errors}");
    assert_eq!(engine(&["table", "no-such-file.tsv"], "").0, 1);
}

#[test]
fn walks_are_repeatable_and_rows_can_be_read() {
    let walk = fine(&["walk", "7", "2", "30"]);
    assert_eq!(walk, fine(&["walk", "7", "2", "30"]));
    assert_ne!(walk, fine(&["walk", "8", "2", "30"]));
    let (games, rows): (Vec<_>, Vec<_>) = walk.lines().partition(|line| line.starts_with("game "));
    assert_eq!(games, ["game 0", "game 1"]);
    for row in rows {
        let read = Row::parse(row).expect("a row");
        assert_eq!(read.to_string(), row);
        assert_eq!(Race::SMALL.from_fen(&read.fen).expect("a position").count_moves(), read.count);
    }
    let line = fine(&["play-line", "--moves", "a1a2 d4d3"]);
    assert_eq!(line.lines().count(), 3);
}

#[test]
fn faults_have_their_status() {
    for (args, status) in [
        (&["perft"][..], 2),
        (&["perft", "x"], 2),
        (&["perft", "4294967295"], 2),
        (&["perft", "1", "--fen"], 2),
        (&["perft", "1", "--nothing"], 2),
        (&["nothing"], 2),
        (&["uci", "x"], 2),
        (&["walk", "1", "2"], 2),
        (&["moves", "--fen", "rubbish"], 1),
        (&["moves", "--moves", "a1a2 a1a2"], 1),
    ] {
        let (found, output, errors) = engine(args, "");
        assert_eq!((found, output.as_str()), (status, ""), "{args:?}");
        assert!(errors.starts_with("error: ") && errors.ends_with('\n'), "{args:?}: {errors}");
    }
}

/// The example program, which `cargo test` has built beside the tests.
fn program() -> PathBuf {
    let mut path = std::env::current_exe().expect("a path");
    path.pop();
    path.pop();
    path.join("examples").join(format!("race{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn a_program_plays_itself_with_legal_moves() {
    let referee = Race { files: 6, ranks: 6, players: 2, plies: 1 };
    let plan = Match {
        games: 4,
        opening: 2,
        seed: 1,
        plies: 200,
        go: "go movetime 20".to_string(),
        patience: Duration::from_secs(20),
    };
    let mut games = Vec::new();
    let played = self_play(&referee, &mut Command::new(program()), &plan, &mut |game| {
        games.push(game.clone());
        Flow::Continue(())
    });
    assert_eq!(played, Ok(4));
    for game in &games {
        assert!(game.outcome.as_deref().is_some_and(|o| o.contains("wins") || o.contains("draw")), "{game:?}");
    }
    assert!(games.windows(2).any(|pair| pair[0].line != pair[1].line));
}

#[test]
fn a_referee_of_another_game_objects() {
    let referee = Race { files: 4, ranks: 6, players: 2, plies: 1 };
    let plan =
        Match { games: 1, opening: 0, seed: 1, plies: 200, go: "go depth 1".into(), patience: Duration::from_secs(20) };
    let play = |program: &mut Command| self_play(&referee, program, &plan, &mut |_| Flow::Continue(()));
    assert!(play(&mut Command::new(program())).is_err());
    assert!(play(&mut Command::new("no-such-program")).is_err());
}

#[test]
fn an_engine_can_be_the_referee_of_another() {
    let run = |other: &str| {
        let args = ["referee", other, "--games", "2", "--go", "depth 1"];
        Command::new(program()).args(args).output().expect("the program runs")
    };
    let good = run(&program().to_string_lossy());
    let text = String::from_utf8_lossy(&good.stdout).into_owned();
    assert!(good.status.success() && text.ends_with("\n2 games, all moves legal\n"), "{text}");
    assert_eq!(run("no-such-program").status.code(), Some(1));
}
