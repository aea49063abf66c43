//! The search finds what is there, says it rightly, and does so the same way every time.

mod toy;

use ferz_runtime::search::{Budget, Limits, Report, Score, Table, Task, search};
use ferz_runtime::{History, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use toy::{Race, Ring};

fn task<R: Rules>(rules: &R, position: R::Position) -> Task<R::Position> {
    let history = History::new(position.key());
    Task { position, history, sides: rules.info().sides.len(), only: Vec::new() }
}

fn to_depth<P: Position>(task: &Task<P>, depth: u32) -> Report<P::Move> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search(task, &limits, &mut Table::new(1), &AtomicBool::new(false), &mut |_| {})
}

/// Value of a race for the side to move with all lines looked at: 1 won, 0 drawn, -1 lost. Knows nothing of the search.
fn solved<P: Position>(position: &P) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.sign_for(position.side_to_move());
    }
    let mut best = -1;
    for mv in position.moves() {
        let mut child = position.clone();
        child.play(mv);
        let same = child.side_to_move() == position.side_to_move();
        best = best.max(if same { solved(&child) } else { -solved(&child) });
        if best == 1 {
            break;
        }
    }
    best
}

fn sign<M>(report: &Report<M>) -> i32 {
    match report.score {
        Score::Mate(moves) if moves > 0 => 1,
        Score::Mate(_) => -1,
        Score::Centipawns(_) => 0,
    }
}

#[test]
fn a_win_in_one_is_a_mate_in_one() {
    let position = Race::SMALL.from_fen("........A.B.B... 0 1").expect("a position");
    let found = to_depth(&task(&Race::SMALL, position.clone()), 3);
    assert_eq!(found.score, Score::Mate(1));
    assert!(["a3a4", "a3b4"].contains(&position.move_text(found.line[0]).as_str()));
}

#[test]
fn a_loss_that_cannot_be_met_is_a_mated_score() {
    // Whatever a1 does, c2 reaches the first rank.
    let position = Race::SMALL.from_fen("A.....B......... 0 1").expect("a position");
    let found = to_depth(&task(&Race::SMALL, position.clone()), 4);
    assert_eq!(solved(&position), -1);
    assert_eq!(found.score, Score::Mate(-1));
}

#[test]
fn the_small_races_are_solved_as_by_looking_at_every_line() {
    for (files, ranks, plies) in [(2, 4, 1), (3, 4, 1), (3, 3, 1), (2, 5, 2), (3, 4, 2), (2, 6, 3)] {
        let race = Race { files, ranks, players: 2, plies };
        let mut walker_seed = 0;
        for _ in 0..6 {
            walker_seed += 1;
            let mut positions = Vec::new();
            let _ = ferz_runtime::walk::random_walk(&race, walker_seed, 4, &mut |w| {
                positions.push(race.from_fen(&w.to_fen()).expect("its own FEN"));
                ferz_runtime::Flow::Continue(())
            });
            for position in positions.into_iter().filter(|p| p.outcome().is_none()) {
                let found = to_depth(&task(&race, position.clone()), 24);
                assert_eq!(sign(&found), solved(&position), "{files}x{ranks}, {plies} plies: {}", position.to_fen());
            }
        }
    }
}

#[test]
fn the_line_found_is_a_line_of_legal_moves() {
    let race = Race { files: 6, ranks: 6, players: 2, plies: 2 };
    let mut position = race.start();
    for mv in to_depth(&task(&race, position.clone()), 5).line {
        assert!(position.moves().contains(&mv));
        position.play(mv);
    }
}

#[test]
fn a_depth_decides_the_answer() {
    let race = Race { files: 6, ranks: 6, players: 2, plies: 1 };
    let once = to_depth(&task(&race, race.start()), 6);
    let again = to_depth(&task(&race, race.start()), 6);
    assert_eq!((once.score, once.nodes, once.line), (again.score, again.nodes, again.line));
}

/// The ring after these moves, with their history.
fn ring_after(fen: &str, moves: &[u8]) -> Task<<Ring as Rules>::Position> {
    let mut task = task(&Ring, Ring.from_fen(fen).expect("a position"));
    for &to in moves {
        let before = task.position.clone();
        task.position.play(to);
        task.history.push(task.position.record(&before, to));
    }
    task
}

#[test]
fn a_side_behind_repeats_and_a_side_ahead_does_not() {
    // Each time the step back makes the third occurrence of the first position.
    let behind = to_depth(&ring_after("0 4 1", &[5, 1, 4, 0, 5, 1, 4]), 1);
    assert_eq!((behind.score, behind.line), (Score::Centipawns(0), vec![0]));
    let ahead = to_depth(&ring_after("0 4 0", &[1, 5, 0, 4, 1, 5, 0]), 1);
    assert_eq!((ahead.score, ahead.line), (Score::Centipawns(500), vec![6]));
}

#[test]
fn three_players_get_a_legal_move() {
    let race = Race { files: 6, ranks: 4, players: 3, plies: 1 };
    let mut position = race.start();
    while position.outcome().is_none() {
        let found = to_depth(&task(&race, position.clone()), 9);
        assert_eq!(found.depth, 1);
        position.play(found.line[0]);
    }
    assert!(position.moves().is_empty());
}

#[test]
fn a_finished_game_has_no_best_move() {
    let position = Race::SMALL.from_fen("............A..B 1 1").expect("a position");
    assert!(to_depth(&task(&Race::SMALL, position), 5).line.is_empty());
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let race = Race::SMALL;
    let mut task = task(&race, race.start());
    let wanted = race.start().find_move("d1d2").expect("legal");
    task.only = vec![wanted];
    assert_eq!(to_depth(&task, 5).line[0], wanted);
}

#[test]
fn nodes_time_and_stop_end_a_search_with_a_legal_move() {
    let race = Race { files: 8, ranks: 8, players: 2, plies: 1 };
    let task = task(&race, race.start());
    let run = |limits: Limits, stopped: bool| {
        search(&task, &limits, &mut Table::new(1), &AtomicBool::new(stopped), &mut |_| {})
    };
    let few = run(Limits { nodes: Some(1), ..Limits::default() }, false);
    assert!(few.nodes <= 2 && few.line.len() == 1);
    let stopped = run(Limits::default(), true);
    assert!(race.start().moves().contains(&stopped.line[0]));
    let begin = Instant::now();
    let timed = run(Limits { time: Some(Budget::exactly(100)), ..Limits::default() }, false);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert!(timed.depth >= 1);
}
