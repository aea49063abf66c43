//! Texts of moves that their two squares do not tell: victims on the way, men put back, clauses with steps of their own.
//! Every list is worked out from the rules of the piece by hand.

mod common;

use common::library::{variant, written};
use common::{at, play, texts};
use ferz_interp::{Interp, Pos};
use ferz_runtime::Position;
use std::collections::BTreeSet;

fn of(rules: &Interp, fen: &str, square: &str) -> BTreeSet<String> {
    let all = texts(&at(rules, fen));
    let unlike: BTreeSet<&String> = all.iter().collect();
    assert_eq!(unlike.len(), all.len(), "two moves with one text: {all:?}");
    all.into_iter().filter(|t| t.starts_with(square)).collect()
}

fn list(text: &str) -> BTreeSet<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn after(rules: &Interp, fen: &str, text: &str) -> String {
    let mut pos: Pos = at(rules, fen);
    play(&mut pos, text);
    pos.to_fen().split(' ').next().unwrap_or_default().to_owned()
}

/// The lion of chu shogi beside one enemy.
#[test]
fn a_lion_names_its_victim_where_it_does_not_end_on_it() {
    let rules = written("variant \"L\" extends chess { change piece Queen Q \"lion(K)\" }");
    let fen = "k7/8/8/3p4/3Q4/8/8/7K w - - 0 1";
    let direct = "d4b2 d4b3 d4b4 d4b5 d4b6 d4c2 d4c3 d4c4 d4c5 d4c6 d4d2 d4d3 d4d5 d4d6 d4e2 d4e3 d4e4 d4e5 d4e6 d4f2 d4f3 \
        d4f4 d4f5 d4f6";
    let through = "d4c4,xd5 d4c5,xd5 d4c6,xd5 d4d6,xd5 d4e4,xd5 d4e5,xd5 d4e6,xd5";
    assert_eq!(of(&rules, fen, "d4"), list(&format!("{direct} {through} d4d4 d4d4,xd5")));
    assert_eq!(after(&rules, fen, "d4d6"), "k7/8/3Q4/3p4/8/8/8/7K");
    assert_eq!(after(&rules, fen, "d4d6,xd5"), "k7/8/3Q4/8/8/8/8/7K");
    assert_eq!(after(&rules, fen, "d4d4,xd5"), "k7/8/8/8/3Q4/8/8/7K");
    assert_eq!(after(&rules, fen, "d4d4"), "k7/8/8/3p4/3Q4/8/8/7K");
}

/// Two ways round four men: the victims tell them apart, not the way.
#[test]
fn chains_name_all_they_took() {
    let rules = written("variant \"C\" extends chess { change piece Queen Q \"[(*cF-mF)+]\" }");
    let fen = "k7/8/8/2p1p3/8/2p1p3/3Q4/7K w - - 0 1";
    let expected = "d2b4,xc3 d2f4,xe3 d2d6,xc3,xc5 d2d6,xe3,xe5 d2f4,xc3,xc5,xe5 d2b4,xe3,xc5,xe5 d2d2,xc3,xe3,xc5,xe5";
    assert_eq!(of(&rules, fen, "d2"), list(expected));
    assert_eq!(after(&rules, fen, "d2d2,xc3,xe3,xc5,xe5"), "k7/8/8/8/8/8/3Q4/7K");
}

/// A swap and a capture of the same friend are two moves; the man put back is told with both its squares.
#[test]
fn swaps_tell_where_the_other_man_goes() {
    let rules = written("variant \"S\" extends chess { change piece Queen Q \"dW\" also \"udW\" }");
    let fen = "k7/8/8/3p4/3QN3/8/8/7K w - - 0 1";
    assert_eq!(of(&rules, fen, "d4"), list("d4e4 d4e4,e4d4"));
    assert_eq!(after(&rules, fen, "d4e4,e4d4"), "k7/8/8/3p4/3NQ3/8/8/7K");
    assert_eq!(after(&rules, fen, "d4e4"), "k7/8/8/3p4/4Q3/8/8/7K");
    // alone, the swap needs no longer form
    let rules = written("variant \"S\" extends chess { change piece Queen Q \"mW\" also \"udW\" }");
    assert_eq!(of(&rules, fen, "d4"), list("d4c4 d4d3 d4e4"));
    assert_eq!(after(&rules, fen, "d4e4"), "k7/8/8/3p4/3NQ3/8/8/7K");
}

/// What is put back is not captured: no attack, and a rook that was carried may not castle.
#[test]
fn a_swap_is_no_capture() {
    let rules = written("variant \"S\" extends chess { change piece Queen Q \"ucW\" }");
    let fen = "4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1";
    assert!(!at(&rules, fen).in_check(), "a man that can only change places gives no check");
    let rules = written("variant \"S\" extends chess { change piece Queen Q \"udW\" }");
    let mut pos = at(&rules, "4k3/8/8/8/8/8/Q7/R3K3 w Q - 0 1");
    assert!(texts(&pos).contains(&"e1c1".to_owned()));
    play(&mut pos, "a2a1");
    play(&mut pos, "e8d8");
    play(&mut pos, "a1a2");
    play(&mut pos, "d8e8");
    assert!(!texts(&pos).contains(&"e1c1".to_owned()), "the rook has moved");
}

/// Moves that differ by the steps after them are told by the name of their clause; those that nobody could mistake stay
/// short.
#[test]
fn a_clause_with_steps_shows_its_name_where_it_must() {
    let rule =
        "rule far { state far counter from 0 to 9  give Knight \"D\" called far { add 1 to far }  give Knight \"mD\" }";
    let rules = written(&format!("variant \"F\" extends chess {{ use far }} {rule}"));
    assert_eq!(of(&rules, "k7/8/8/8/8/8/8/1N5K w - - 0 1", "b1"), list("b1a3 b1c3 b1d2 b1b3 b1b3:far b1d1 b1d1:far"));
    let chess = variant("chess", &[]);
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(of(&chess, fen, "e5"), list("e5d6 e5e6"), "no other move of the pawn goes to d6 when that is empty");
}
