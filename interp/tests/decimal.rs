//! Decimal Chess: cases DEC-1 to DEC-9 of shared/reference/seed-cases.md of the project's reference data.

mod common;

use common::library::variant;
use common::{at, perft, texts};
use ferz_runtime::{OutcomeKind, Position, Rules};

#[test]
fn dec_1_the_start() {
    let pos = variant("decimal-chess", &[]).start();
    let counts: Vec<u64> = (1..4).map(|d| perft(&pos, d)).collect();
    assert_eq!(counts, [24, 576, 18705]);
    let mut told: Vec<&str> = "a2a3 b2b3 c2c3 d2d3 e3e4 f3f4 g2g3 h2h3 i2i3 j2j3 b1a3 b1c3 i1h3 i1j3 d1c3 e1d3 e2c3 e2g3 e2d4 e2f4 f2d3 f2h3 f2e4 f2g4"
        .split(' ')
        .collect();
    told.sort_unstable();
    assert_eq!(texts(&pos), told);
}

#[test]
fn dec_3_compounds_count_no_square_twice() {
    let rules = variant("decimal-chess", &[]);
    for (letter, count) in [('Z', 43), ('F', 35), ('D', 26), ('W', 25), ('R', 18), ('B', 17), ('N', 8)] {
        let pos = at(&rules, &format!("10/9k/10/10/10/4{letter}5/10/10/10/1K8 w"));
        assert_eq!(texts(&pos).iter().filter(|m| m.starts_with("e5")).count(), count, "{letter}");
    }
}

#[test]
fn dec_5_a_pawn_becomes_a_firzan() {
    let fen = "3r6/2P7/10/10/10/10/10/10/8k1/K9 w";
    let of_pawn = |set: &[(&str, &str)]| {
        let list = texts(&at(&variant("decimal-chess", set), fen));
        list.into_iter().filter(|m| m.starts_with("c9")).collect::<Vec<_>>()
    };
    assert_eq!(of_pawn(&[]), ["c9c10f", "c9d10f"]);
    assert_eq!(of_pawn(&[("promote_to", "any")]).len(), 14);
}

#[test]
fn dec_7_stalemate_draws() {
    let pos = at(&variant("decimal-chess", &[]), "k9/10/1F8/10/10/4K5/10/10/10/10 b");
    assert!(!pos.in_check());
    assert_eq!((pos.count_moves(), pos.outcome().expect("over").kind), (0, OutcomeKind::Draw));
}

#[test]
fn dec_9_nobody_castles() {
    let pos = at(&variant("decimal-chess", &[]), "4k5/10/10/10/10/10/10/10/10/R4K3R w");
    let king: Vec<String> = texts(&pos).into_iter().filter(|m| m.starts_with('f')).collect();
    assert_eq!(king.join(" "), "f1e1 f1e2 f1f2 f1g1 f1g2");
    assert_eq!(pos.count_moves(), 30);
}
