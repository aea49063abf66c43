//! Attacks of every class of pattern: a king is attacked exactly when some move could capture it. Each line is a piece,
//! the square it stands on, what else stands there, and the answer worked out from the rules of the piece.

mod common;

use common::at;
use common::library::written;
use ferz_runtime::Position;

/// Is the black king in check by the white Queen, which moves like `clause`?
fn checked(clause: &str, fen: &str) -> bool {
    let rules = written(&format!("variant \"A\" extends chess {{ change piece Queen Q {clause} }}"));
    at(&rules, &format!("{fen} b - - 0 1")).in_check()
}

fn expect(rows: &[(&str, &str, bool)]) {
    for (clause, fen, yes) in rows {
        assert_eq!(checked(clause, fen), *yes, "{clause} in {fen}");
    }
}

#[test]
fn leapers_sliders_and_lame_ones() {
    expect(&[
        ("\"N\"", "4k3/8/3Q4/8/8/8/8/K7", true),
        ("\"mN\"", "4k3/8/3Q4/8/8/8/8/K7", false),
        ("\"mNcF\"", "4k3/3Q4/8/8/8/8/8/K7", true),
        ("\"R\"", "4k3/8/8/4Q3/8/8/8/K7", true),
        ("\"R\"", "4k3/4p3/8/4Q3/8/8/8/K7", false),
        ("\"R2\"", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"nN\"", "4k3/8/3Q4/8/8/8/8/K7", true),
        ("\"nN\"", "4k3/3p4/3Q4/8/8/8/8/K7", false),
        ("\"jR\"", "4k3/4p3/4Q3/8/8/8/8/K7", true),
        ("\"jR\"", "4k3/4Q3/8/8/8/8/8/K7", false),
    ]);
}

#[test]
fn hoppers_and_their_mounts() {
    expect(&[
        ("\"mRcpR\"", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"mRcpR\"", "4k3/4p3/8/4Q3/8/8/8/K7", true),
        ("\"mRcpR\"", "4k3/4p3/4p3/4Q3/8/8/8/K7", false),
        ("\"gR\"", "4k3/8/4p3/4Q3/8/8/8/K7", false),
        ("\"gR\"", "4k3/4p3/8/4Q3/8/8/8/K7", true),
        ("\"p<!P>R\"", "4k3/4p3/8/4Q3/8/8/8/K7", false),
        ("\"p<!P>R\"", "4k3/4n3/8/4Q3/8/8/8/K7", true),
        ("\"p<own>R\"", "4k3/4n3/8/4Q3/8/8/8/K7", false),
        ("\"p<own>R\"", "4k3/4N3/8/4Q3/8/8/8/K7", true),
        ("\"p{2}R\"", "4k3/4p3/4p3/4Q3/8/8/8/K7", true),
    ]);
}

#[test]
fn paths_of_several_legs() {
    expect(&[
        // griffon: one diagonal step, then straight on
        ("\"[F?R]\"", "4k3/8/8/8/8/3Q4/8/K7", true),
        ("\"[F?R]\"", "4k3/8/8/8/4p3/3Q4/8/K7", false),
        // hook mover
        ("\"[R?sR]\"", "4k3/8/8/8/8/8/Q7/K7", true),
        ("\"[R?sR]\"", "Q3k3/8/8/8/8/8/8/K7", true),
        ("\"[R-sR]\"", "4k3/8/8/8/8/8/Q3p3/K7", true),
        // locust: takes on its way, and needs the square behind
        ("\"[cF-mF]\"", "8/3k4/2Q5/8/8/8/8/K7", true),
        ("\"[cF-mF]\"", "4p3/3k4/2Q5/8/8/8/8/K7", false),
        ("\"[cF-mF]\"", "3k4/2Q5/8/8/8/8/8/K7", false),
        // the second victim of a lion
        ("\"lion(K)\"", "8/4k3/3p4/3Q4/8/8/8/K7", true),
        ("\"[cK-*K]\"", "8/4k3/8/3Q4/8/8/8/K7", false),
        ("\"[cK-*K]\"", "8/4k3/3p4/3Q4/8/8/8/K7", true),
        // capture without moving
        ("\"[cR-@]\"", "4k3/8/8/4Q3/8/8/8/K7", true),
        // area: three steps over empty squares
        ("\"K~3\"", "4k3/8/8/4Q3/8/8/8/K7", true),
        ("\"K~2\"", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"W~2\"", "8/4k3/3p4/3Q4/8/8/8/K7", false),
        // rose: round the corner
        ("\"qN\"", "4k3/8/8/8/8/4Q3/8/K7", false),
        ("\"qN\"", "8/8/8/4k3/8/2Q5/8/K7", false),
        ("\"zB\"", "4k3/8/8/8/8/8/4Q3/K7", true),
        ("\"zB\"", "4k3/8/8/8/8/8/8/K3Q3", false),
    ]);
}

#[test]
fn victims_by_kind_and_attacks_of_their_own() {
    expect(&[
        ("\"mR\" also \"cR\" capturing enemy Pawn", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"mR\" also \"cR\" capturing enemy King", "4k3/8/8/4Q3/8/8/8/K7", true),
        ("\"tR\"", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"kR\"", "4k3/8/8/4Q3/8/8/8/K7", true),
        ("\"R\" attacks \"N\"", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"R\" attacks \"N\"", "4k3/8/3Q4/8/8/8/8/K7", true),
        ("\"R\" attacks nothing", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"R\" within (a1..h5)", "4k3/8/8/4Q3/8/8/8/K7", false),
        ("\"mR\" also \"cU\"", "4k3/8/8/Q7/8/8/8/K7", true),
        ("\"ucR\"", "4k3/8/8/4Q3/8/8/8/K7", false),
    ]);
}

/// An action captures for the man it moves: asked of the other men, it is silent.
#[test]
fn an_action_speaks_for_the_man_it_moves() {
    let rules = |asked: &str| {
        written(&format!(
            "variant \"A\" extends chess {{ use leap  use watched }}
             rule leap {{ action leap {{ choose a in own Knight  choose b in enemy  require distance(a, b) is 2
                 capture b  move a to b }} }}
             rule watched {{ lose when own_turn and some own King attacked by {asked} }}"
        ))
    };
    let fen = "4k3/8/3N4/8/8/8/8/K2B4 b - - 0 1";
    assert!(at(&rules("enemy Knight"), fen).outcome().is_some());
    assert!(at(&rules("enemy Bishop"), fen).outcome().is_none());
}
