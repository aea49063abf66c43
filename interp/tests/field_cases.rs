//! Things that went wrong for people who program chess variants: positions and right results from
//! shared/reference/field-cases.md of the project's reference data, by the number of the case.

mod common;

use common::library::variant;
use common::{at, play, texts};
use ferz_interp::{Interp, Pos};
use ferz_runtime::{History, OutcomeKind, Position, Rules};

/// Texts of the legal moves that begin so.
fn moves_of(rules: &Interp, fen: &str, begin: &str) -> String {
    texts(&at(rules, fen)).into_iter().filter(|m| m.starts_with(begin)).collect::<Vec<_>>().join(" ")
}

fn after(rules: &Interp, fen: &str, moves: &str) -> Pos {
    let mut pos = at(rules, fen);
    moves.split_whitespace().for_each(|m| play(&mut pos, m));
    pos
}

fn board(pos: &Pos) -> String {
    pos.to_fen().split(' ').next().unwrap_or_default().to_string()
}

/// How the game stands after each move, counted with its history.
fn course(rules: &Interp, fen: &str, moves: &[&str]) -> Vec<Option<OutcomeKind>> {
    let mut pos = at(rules, fen);
    let mut history = History::new(pos.key());
    let step = |text: &&str| {
        let before = pos.clone();
        let mv = pos.find_move(text).unwrap_or_else(|| panic!("{text} is not legal in {}", pos.to_fen()));
        pos.play(mv);
        history.push(pos.record(&before, mv));
        pos.adjudicate(&history).map(|o| o.kind)
    };
    moves.iter().map(step).collect()
}

#[test]
fn f01_a_pawn_drop_may_not_mate() {
    let rules = variant("shogi", &[]);
    let mates = at(&rules, "8k/9/7+R1/9/9/9/9/9/K8[PG] w");
    let list = texts(&mates);
    assert!(!list.contains(&"P@i8".to_string()) && list.contains(&"G@i8".to_string()));
    assert_eq!(mates.explain_illegal("P@i8").expect("a pseudo-legal drop")[0].origin.rule, "no_drop_mate");
    assert!(texts(&at(&rules, "8k/9/9/9/9/9/9/9/K7+R[P] w")).contains(&"P@i8".to_string()));
}

#[test]
fn f02_only_own_unpromoted_pawns_close_a_file() {
    let rules = variant("shogi", &[]);
    let drops = |fen: &str| moves_of(&rules, fen, "P@").split(' ').map(String::from).collect::<Vec<_>>();
    let theirs = drops("4k4/9/9/9/4p4/9/9/9/4K4[P] w");
    assert_eq!((theirs.len(), theirs.iter().filter(|m| m.starts_with("P@e")).count()), (70, 6));
    let own = drops("4k4/9/9/9/4P4/9/9/9/4K4[P] w");
    assert_eq!((own.len(), own.iter().filter(|m| m.starts_with("P@e")).count()), (64, 0));
}

#[test]
fn f03_who_could_never_move_again_turns_over() {
    let rules = variant("shogi", &[]);
    assert_eq!(moves_of(&rules, "4k4/P8/9/9/9/9/9/9/4K4 w", "a8"), "a8a9+");
    assert_eq!(moves_of(&rules, "4k4/L8/9/9/9/9/9/9/4K4 w", "a8"), "a8a9+");
    assert_eq!(moves_of(&rules, "4k4/9/N8/9/9/9/9/9/4K4 w", "a7"), "a7b9+");
    assert_eq!(moves_of(&rules, "4k4/9/9/N8/9/9/9/9/4K4 w", "a6"), "a6b8+");
    assert_eq!(moves_of(&rules, "4k4/9/S8/9/9/9/9/9/4K4 w", "a7"), "a7a8 a7a8+ a7b6 a7b6+ a7b8 a7b8+");
}

#[test]
fn f04_promotion_to_what_is_lost() {
    let rules = variant("grand", &[]);
    assert_eq!(moves_of(&rules, "4k5/2P7/10/10/10/10/10/10/NBRNBR4/QC2KA4 w", "c9"), "");
    assert_eq!(moves_of(&rules, "4k5/10/2P7/10/10/10/10/10/NBRNBR4/QC2KA4 w", "c8"), "c8c9");
    assert_eq!(moves_of(&rules, "4k5/2P7/10/10/10/10/10/10/10/QC2KANBRR w", "c9"), "c9c10b c9c10n");
}

#[test]
fn f05_each_side_promotes_to_its_own() {
    let rules = variant("chigorin", &[]);
    assert_eq!(moves_of(&rules, "4k3/P7/8/8/8/8/p7/4K3 w", "a7"), "a7a8c a7a8n a7a8r");
    assert_eq!(moves_of(&rules, "4k3/P7/8/8/8/8/p7/4K3 b", "a2"), "a2a1b a2a1q a2a1r");
}

#[test]
fn f07_each_square_of_a_triple_step_can_be_taken_on() {
    let rules = variant("wildebeest", &[]);
    let first = after(&rules, "5k5/11/11/11/11/11/4p6/11/5P5/5K5 w", "f2f5 e4f3");
    assert_eq!(board(&first), "5k5/11/11/11/11/11/11/5p5/11/5K5");
    let second = after(&rules, "5k5/11/11/11/11/4p6/11/11/5P5/5K5 w", "f2f5 e5f4");
    assert_eq!(board(&second), "5k5/11/11/11/11/11/5p5/11/11/5K5");
}

#[test]
fn f08_castling_on_ten_files() {
    let rules = variant("capablanca", &[]);
    let fen = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq";
    assert!(board(&after(&rules, fen, "f1i1")).ends_with("/R6RK1"));
    assert!(board(&after(&rules, fen, "f1c1")).ends_with("/2KR5R"));
}

#[test]
fn f12_a_gated_man_does_not_rescue() {
    let rules = variant("seirawan", &[]);
    assert_eq!(moves_of(&rules, "4k3/8/8/8/8/8/8/rN2K3[H] w B", "b1"), "");
}

#[test]
fn f14_a_blown_up_rook_takes_the_right_along() {
    let rules = variant("atomic", &[]);
    let fen = |pos: Pos| pos.to_fen().split(' ').take(3).collect::<Vec<_>>().join(" ");
    assert_eq!(fen(after(&rules, "r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq", "g3h1")), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq");
    assert_eq!(fen(after(&rules, "r3k2r/8/8/8/8/8/7R/R3K3 w Qkq", "h2h8")), "r3k3/8/8/8/8/8/8/R3K3 b Qq");
}

#[test]
fn f15_with_ducks_there_is_no_check_and_no_move_wins() {
    let rules = variant("duck", &[]);
    assert_eq!(at(&rules, "k7/8/8/8/8/8/8/RR5K b").count_moves(), 180);
    let pos = at(&rules, "k7/8/8/8/8/8/8/R3K3 w");
    let takes: Vec<_> = pos.moves().into_iter().filter(|m| pos.move_text(*m).starts_with("a1a8")).collect();
    assert_eq!(takes.len(), 62);
    let mut won = pos;
    won.play(takes[0]);
    assert_eq!(won.outcome().expect("the king is gone").kind, OutcomeKind::Win(0));
}

#[test]
fn f16_facing_kings_leave_only_the_pass() {
    let rules = variant("janggi", &[]);
    let pos = at(&rules, "4k4/9/9/9/9/9/9/9/9/r3K4 w");
    assert_eq!(texts(&pos), ["e1e1"]);
    assert_eq!(after(&rules, "4k4/9/9/9/9/9/9/9/9/r3K4 w", "e1e1").outcome().expect("over").kind, OutcomeKind::Win(1));
}

#[test]
fn f17_cannons_leave_cannons_alone() {
    let rules = variant("janggi", &[]);
    assert_eq!(moves_of(&rules, "9/4k4/9/4c4/9/4p4/9/4C4/4K4/9 w", "e3"), "e3e6");
    assert_eq!(moves_of(&rules, "9/4k4/4p4/9/4c4/9/4C4/9/4K4/9 w", "e4"), "e4e1");
}

#[test]
fn f18_perpetual_check_loses() {
    let rules = variant("xiangqi", &[]);
    let cycle = ["d10e10", "d1e1", "e10d10", "e1d1"];
    let moves: Vec<&str> = ["a1d1"].into_iter().chain(cycle).chain(cycle).collect();
    let course = course(&rules, "3k5/9/9/9/9/9/9/9/9/R4K3 w", &moves);
    assert!(course[..8].iter().all(Option::is_none), "{course:?}");
    assert_eq!(course[8], Some(OutcomeKind::Win(1)));
}

#[test]
fn f19_the_fourth_occurrence_with_checks_loses() {
    let rules = variant("shogi", &[]);
    let three = |cycle: [&'static str; 4]| [cycle, cycle, cycle].concat();
    let checks = course(&rules, "k8/9/9/9/9/9/9/9/1R2K4 w", &three(["b1a1", "a9b9", "a1b1", "b9a9"]));
    assert!(checks[..11].iter().all(Option::is_none), "{checks:?}");
    assert_eq!(checks[11], Some(OutcomeKind::Win(1)));
    let quiet = course(&rules, "4k4/9/9/9/9/9/9/9/4K4 w", &three(["e1d1", "e9d9", "d1e1", "d9e9"]));
    assert!(quiet[..11].iter().all(Option::is_none), "{quiet:?}");
    assert_eq!(quiet[11], Some(OutcomeKind::Draw));
}

#[test]
fn f20_the_order_of_a_hand_does_not_matter() {
    let rules = variant("crazyhouse", &[]);
    let (a, b) = (at(&rules, "4k3/8/8/8/8/8/8/4K3[QRqr] w"), at(&rules, "4k3/8/8/8/8/8/8/4K3[rqRQ] w"));
    assert_eq!((a.key(), a.to_fen()), (b.key(), b.to_fen()));
}

#[test]
fn f23_stalemate_loses_in_xiangqi() {
    let pos = at(&variant("xiangqi", &[]), "3k5/4P4/9/9/9/9/9/9/9/4K4 b");
    assert_eq!(pos.count_moves(), 0);
    assert_eq!(pos.outcome().expect("over").kind, OutcomeKind::Win(0));
}

#[test]
fn f24_the_last_reply_in_a_race() {
    let rules = variant("racingkings", &[]);
    let open = after(&rules, "8/4K1k1/8/8/8/8/8/8 w", "e7e8");
    assert_eq!((open.outcome(), open.count_moves()), (None, 6));
    let drawn = after(&rules, "8/4K1k1/8/8/8/8/8/8 w", "e7e8 g7g8");
    assert_eq!(drawn.outcome().expect("over").kind, OutcomeKind::Draw);
    assert_eq!(after(&rules, "8/4K3/8/6k1/8/8/8/8 w", "e7e8").outcome().expect("over").kind, OutcomeKind::Win(0));
    assert_eq!(after(&rules, "8/4k3/8/8/6K1/8/8/8 b", "e7e8").outcome().expect("over").kind, OutcomeKind::Win(1));
}

#[test]
fn f28_ranks_that_do_not_add_up_are_refused() {
    let rules = variant("capablanca", &[]);
    assert!(rules.from_fen("5k4/10/10/10/10/10/10/5K4 w").is_ok());
    for (rank, squares) in [("91", 91), ("55", 55), ("9", 9)] {
        let error = rules.from_fen(&format!("5k4/{rank}/10/10/10/10/10/5K4 w")).expect_err(rank);
        let told = format!("rank 7 describes {squares} squares, the board has 10 there");
        assert_eq!((error.field, error.message), (1, told));
    }
}

#[test]
fn f29_two_kings_are_in_check_only_together() {
    let rules = variant("spartan", &[]);
    assert_eq!(at(&rules, "k6k/8/8/8/8/8/8/R3K3 b").count_moves(), 6);
    assert_eq!(texts(&at(&rules, "k6k/8/8/8/8/8/8/R3K2R b")).join(" "), "a8b7 a8b8 h8g7 h8g8");
    assert_eq!(texts(&at(&rules, "k6k/8/8/8/8/8/R7/4K1R1 b")).join(" "), "a8a7 a8b7 a8b8 h8h7");
    assert_eq!(texts(&at(&rules, "k7/8/8/8/8/8/8/R3K3 b")).join(" "), "a8b7 a8b8");
}
