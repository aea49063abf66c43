//! Walks that take several men: the loop rule, victims that stay to the end, repeats that must go on. Targets worked
//! out by hand.

use ferz_dsl::betza::Dialect;
use ferz_dsl::pattern::Pattern;
use ferz_interp::bare::{Scene, draw, read};

fn pattern(text: &str) -> Pattern {
    read(text, Dialect::default()).unwrap_or_else(|d| panic!("{text}: {d:?}")).0
}

fn targets(p: &Pattern, board: &str, origin: &str, blockers: &str) -> String {
    Scene::read(board, origin, blockers).unwrap().targets(p).unwrap()
}

#[test]
fn a_chain_of_captures_ends_where_it_likes_and_counts_each_set_once() {
    // round the square c1 e3 c5 a3: both ways home take the same four men
    let p = pattern("[(*cF-mF)+]");
    assert_eq!(
        targets(&p, "8x8", "c1", "foe:d2,d4,b4,b2"),
        "a3(xb2) a3(xd2,xd4,xb4) c1(xd2,xd4,xb4,xb2) c5(xb2,xb4) c5(xd2,xd4) e3(xb2,xb4,xd4) e3(xd2)"
    );
}

#[test]
fn to_the_end_a_repeat_stops_only_where_it_cannot_go_on() {
    let p = pattern("[(*cF-mF)+]").to_the_end().unwrap();
    assert_eq!(targets(&p, "8x8", "c1", "foe:d2,d4,b2"), "a3(xb2) c5(xd2,xd4)");
}

#[test]
fn kept_victims_stand_in_the_way() {
    let p = pattern("[cfR-mR-bmR]");
    // a1 takes a3, runs on, and comes back: over (or onto) the empty square, or only as far as the man that still stands
    assert_eq!(targets(&p, "1x5", "a1", "foe:a3"), "a1(xa3) a2(xa3) a3 a4(xa3)");
    assert_eq!(targets(&p.keeping_victims(), "1x5", "a1", "foe:a3"), "a4(xa3)");
}

#[test]
fn a_walk_in_circles_ends() {
    let p = pattern("[(*mW)+]");
    assert_eq!(targets(&p, "3x3", "b2", "empty"), "a1 a2 a3 b1 b2 b3 c1 c2 c3");
    // an area move does not come home
    assert_eq!(targets(&pattern("W~2"), "3x3", "b2", "own:a2"), "a1 a3 b1 b3 c1 c2 c3");
}

#[test]
fn range_equal_to_the_leg_before() {
    // over a man and as far beyond it
    let p = pattern("[pQ-fQ{=}]");
    assert_eq!(targets(&p, "9x9", "a1", "own:a3,b2 foe:c1,e1"), "a5 c3 e1");
}

#[test]
fn mounts_are_counted_and_filtered() {
    assert_eq!(targets(&pattern("p{2}R"), "1x8", "a1", "own:a3,a5 foe:a7"), "a6 a7");
    assert_eq!(targets(&pattern("p{1,}R"), "1x8", "a1", "own:a3,a5 foe:a7"), "a4 a6 a7 a8");
    assert_eq!(targets(&pattern("p{0,1}R"), "1x8", "a1", "own:a3,a5"), "a2 a4");
    assert_eq!(targets(&pattern("p<own>R"), "1x8", "a1", "foe:a3"), "-");
    assert_eq!(targets(&pattern("p<foe>R"), "1x8", "a1", "foe:a3"), "a4 a5 a6 a7 a8");
    assert_eq!(targets(&pattern("g{2}R"), "1x8", "a1", "own:a3"), "a5");
}

#[test]
fn exact_and_least_ranges() {
    assert_eq!(targets(&pattern("W{3}"), "1x8", "a1", "empty"), "a4");
    assert_eq!(targets(&pattern("W{2,}"), "1x8", "a1", "foe:a5"), "a3 a4 a5");
    assert_eq!(targets(&pattern("W{2,}"), "1x8", "a1", "foe:a2"), "-");
    assert_eq!(targets(&pattern("jR3"), "1x8", "a1", "own:a2"), "a3 a4");
    assert_eq!(targets(&pattern("jjR"), "1x8", "a1", "own:a2 foe:a3"), "a4 a5 a6 a7 a8");
}

#[test]
fn a_drawing_shows_moves_and_captures() {
    let text = draw("fmWfcF", "3x3", "b2", "own:c3").unwrap();
    assert_eq!(text, "  3  c m o\n  2  . O .\n  1  . . .\n     a b c\n");
}
