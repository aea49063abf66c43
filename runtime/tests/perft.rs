//! Perft counts what it says, by hand and against a count that shares no code.

mod toy;

use ferz_runtime::perft::{Bounds, divide, divide_within, perft, perft_within};
use ferz_runtime::{Position, Rules};
use std::sync::atomic::AtomicBool;
use toy::{Race, Ring};

/// Lines of the small race by another representation: two words of 16 bits, White's view turned at each ply.
fn lines(mine: u16, theirs: u16, depth: u32) -> u64 {
    const LAST: u16 = 0xf000;
    const FILE_A: u16 = 0x1111;
    const FILE_D: u16 = 0x8888;
    // The side that has just moved has won, seen from the side to move: on its first rank.
    if depth == 0 {
        return 1;
    }
    if theirs & 0x000f != 0 || mine & LAST != 0 {
        return 0;
    }
    let turned = |set: u16| set.reverse_bits();
    let mut total = 0;
    for from in (0..16).map(|i| 1u16 << i).filter(|bit| mine & bit != 0) {
        let straight = from << 4 & !theirs;
        let left = if from & FILE_A == 0 { from << 3 } else { 0 };
        let right = if from & FILE_D == 0 { from << 5 } else { 0 };
        for to in [straight, left, right].into_iter().filter(|to| *to != 0 && mine & to == 0) {
            total += lines(turned(theirs & !to), turned(mine & !from | to), depth - 1);
        }
    }
    total
}

#[test]
fn the_small_race_has_ten_first_moves_and_no_contact_after_two_plies() {
    let start = Race::SMALL.start();
    // Four men straight, six diagonally.
    assert_eq!(perft(&start, 0), 1);
    assert_eq!(perft(&start, 1), 10);
    assert_eq!(perft(&start, 2), 100);
}

#[test]
fn deeper_counts_agree_with_a_count_that_shares_no_code() {
    let start = Race::SMALL.start();
    for depth in 3..=7 {
        assert_eq!(perft(&start, depth), lines(0x000f, 0xf000, depth), "depth {depth}");
    }
}

#[test]
fn a_leaf_counts_although_it_ends_the_game_and_an_inner_node_does_not() {
    let position = Race::SMALL.from_fen("........A......B 0 1").expect("a position");
    // a3 reaches the last rank with both moves.
    assert_eq!(perft(&position, 1), 2);
    assert_eq!(perft(&position, 2), 0);
}

#[test]
fn repetition_never_changes_a_perft() {
    assert_eq!(perft(&Ring.start(), 16), 1 << 16);
}

#[test]
fn divide_is_sorted_and_adds_up() {
    let start = Race::SMALL.start();
    let rows = divide(&start, 4);
    assert_eq!(rows.len(), 10);
    assert!(rows.is_sorted());
    assert_eq!(rows.iter().map(|(_, nodes)| nodes).sum::<u64>(), perft(&start, 4));
}

#[test]
fn bounds_end_a_count() {
    let start = Race::SMALL.start();
    let all = perft(&start, 4);
    let within = |max| perft_within(&start, 4, Bounds { max_nodes: Some(max), stop: None });
    assert_eq!(within(all), Some(all));
    assert_eq!(within(all - 1), None);
    let stop = AtomicBool::new(true);
    assert_eq!(divide_within(&start, 64, Bounds { max_nodes: None, stop: Some(&stop) }), None);
}

#[test]
fn the_defaults_of_the_trait_agree_with_each_other() {
    let start = Race::SMALL.start();
    let moves = start.moves();
    assert_eq!(start.count_moves(), moves.len() as u64);
    for mv in moves {
        assert_eq!(start.find_move(&start.move_text(mv)), Some(mv));
    }
    assert_eq!(start.find_move("a1a3"), None);
}
