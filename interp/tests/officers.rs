//! Chess men without pawns. Perft numbers by python-chess 1.11.

mod common;

use common::{at, officers, perft, play, texts};
use ferz_runtime::{OutcomeKind, Position, Rules};

fn rules() -> ferz_interp::Interp {
    let (mut b, _) = officers();
    b.mate();
    b.interp()
}

#[test]
fn officers_are_counted_as_elsewhere() {
    let rules = rules();
    let rows: [(&str, &[u64]); 4] = [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", &[14, 63, 1149, 6786]),
        ("7k/8/8/8/8/8/8/K6R b - - 0 1", &[2, 32, 147, 2402]),
        ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b - - 0 1", &[44, 1481, 49674]),
        ("1n2k1b1/8/8/3R4/1q6/8/2N1B3/R3K3 w - - 0 1", &[5, 140, 4565]),
    ];
    for (fen, counts) in rows {
        for (depth, nodes) in counts.iter().enumerate() {
            assert_eq!(perft(&at(&rules, fen), depth as u32 + 1), *nodes, "{fen} at depth {}", depth + 1);
        }
    }
}

#[test]
fn mate_and_stalemate_end_the_game() {
    let rules = rules();
    let mate = at(&rules, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    let outcome = mate.outcome().expect("mate");
    assert_eq!((outcome.kind, outcome.reason.as_str()), (OutcomeKind::Win(0), "checkmate"));
    assert_eq!(mate.count_moves(), 0);
    assert!(mate.in_check());
    let stalemate = at(&rules, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate.outcome().expect("stalemate").kind, OutcomeKind::Draw);
    assert!(!stalemate.in_check());
}

#[test]
fn an_illegal_move_is_explained_by_its_judge() {
    let rules = rules();
    let pinned = at(&rules, "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1");
    assert!(!texts(&pinned).contains(&"e2d3".to_string()));
    let blames = pinned.explain_illegal("e2d3").expect("a pseudo-legal move");
    assert_eq!(blames[0].origin.rule, "checkmate");
    assert_eq!(pinned.explain_illegal("e2e9"), None);
    assert_eq!(pinned.explain_illegal("e1d2"), None);
}

#[test]
fn fens_come_back_as_they_were_read() {
    let rules = rules();
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b - - 0 31"] {
        assert_eq!(at(&rules, fen).to_fen(), fen);
    }
    assert_eq!(at(&rules, "4k3/8/8/8/8/8/8/4K2R w").to_fen(), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_eq!(at(&rules, "4k3/8/8/8/8/8/8/4K2R w 7 9").to_fen(), "4k3/8/8/8/8/8/8/4K2R w - - 0 9");
    assert_eq!(at(&rules, "4k3/8/8/8/8/8/8/4K2R[] w - 64 7 9").to_fen(), "4k3/8/8/8/8/8/8/4K2R w - - 0 9");
}

#[test]
fn a_wrong_fen_names_the_field() {
    let rules = rules();
    let cases = [
        ("", 1, "the board is missing"),
        ("8/8/8/8/8/8/8 w", 1, "7 ranks are described, the board has 8"),
        ("8/8/8/9/8/8/8/8 w", 1, "rank 5 describes 9 squares, the board has 8 there"),
        (
            "8/8/8/99999999999999999999999/8/8/8/8 w",
            1,
            "rank 5 describes 18446744073709551615 squares, the board has 8 there",
        ),
        ("8/8/8/4x3/8/8/8/8 w", 1, "rank 5: no piece is written `x`"),
        ("8/8/8/8/8/8/8/8", 2, "the side to move is missing"),
        ("8/8/8/8/8/8/8/8 x", 2, "`x` is no side, one of w b is expected"),
        ("8/8/8/8/8/8/8/8[Q] w", 1, "the game has no hands"),
        ("8/8/8/8/8/8/8/8[Q w", 1, "the bracket of the hand is not closed"),
        ("8/8/8/8/8/8/8/8 w KQ - 0 1", 3, "`KQ`: the game has no such rights"),
        ("8/8/8/8/8/8/8/8 w - e3 0 1", 4, "`e3`: the game keeps no squares"),
        ("8/8/8/8/8/8/8/8 w - - 0 99999999999", 6, "the number of moves is too large"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 ghost.count=1", 7, "the game has no state called `ghost.count`"),
    ];
    for (fen, field, message) in cases {
        let error = rules.from_fen(fen).expect_err(fen);
        assert_eq!((error.field, error.message.as_str()), (field, message), "{fen}");
    }
    let error = rules.from_fen("8/8/8/8/8/8/8/8 w - - 3+3 0 1").expect_err("an extra field");
    assert_eq!(error.field, 5);
}

#[test]
fn keys_tell_positions_apart_and_forget_numbers() {
    let rules = rules();
    let mut pos = at(&rules, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    let first = pos.key();
    for text in ["h1h2", "e8d8", "h2h1", "d8e8"] {
        play(&mut pos, text);
        if text != "d8e8" {
            assert_ne!(pos.key(), first);
        }
    }
    assert_eq!(pos.key(), first);
    assert_eq!(pos.to_fen(), "4k3/8/8/8/8/8/8/4K2R w - - 0 3");
    assert_ne!(at(&rules, "4k3/8/8/8/8/8/8/4K2R b - - 0 1").key(), first);
}
