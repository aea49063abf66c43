//! Boards of hexagons: names, neighbours, letters. Expected cells are read off a drawn board of edge 6 (Glinski's), where
//! f6 is the centre.

use ferz_dsl::assemble::Request;
use ferz_dsl::compile::compile;
use ferz_dsl::game::{Game, GenBody, SquareSet, landings};
use ferz_dsl::source::Library;

/// A lone piece of this movement on a board of edge 6.
fn game(movement: &str) -> Game {
    let text = format!(
        r#"variant "Hexes" {{ board hexagon 6 piece Rover R "{movement}" setup "6/7/8/9/10/11/10/9/8/7/6 w" }}"#
    );
    let out = compile(&Request::text(&Library::default(), "hexes.ferz", &text));
    out.game.unwrap_or_else(|| panic!("{movement}: {:?}", out.diags.list))
}

fn codes(movement: &str) -> Vec<&'static str> {
    let text =
        format!(r#"variant "H" {{ board hexagon 6 piece Rover R "{movement}" setup "6/7/8/9/10/11/10/9/8/7/6 w" }}"#);
    compile(&Request::text(&Library::default(), "h.ferz", &text)).diags.list.iter().map(|d| d.code).collect()
}

/// Where the piece of a side (0 north, 1 south) goes from a cell, sorted by name.
fn targets(movement: &str, side: u16, from: &str) -> String {
    let game = game(movement);
    let from = game.board.named(from).expect("a cell");
    let mut all = SquareSet::NONE;
    for g in game.gens.iter().filter(|g| g.side.0 == side) {
        if let GenBody::Walk { walks, .. } = &g.body {
            all = walks.iter().fold(all, |all, w| all.union(&landings(&game, *w)[usize::from(from)]));
        }
    }
    let mut names: Vec<String> = all.iter().map(|s| game.board.name(s)).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn the_board_has_ninety_one_cells_and_no_file_j() {
    let game = game("W");
    let b = &game.board;
    assert_eq!(b.squares.len(), 91);
    for (cell, real) in [("a1", true), ("a6", true), ("a7", false), ("f11", true), ("f12", false), ("l6", true)] {
        assert_eq!(b.named(cell).is_some(), real, "{cell}");
    }
    assert!(b.named("j1").is_none() && b.named("k7").is_some() && b.named("k8").is_none() && b.named("m1").is_none());
    for s in b.squares.iter() {
        assert_eq!(b.named(&b.name(s)), Some(s));
    }
    let distance = |a: &str, c: &str| b.distance(b.named(a).expect("a cell"), b.named(c).expect("a cell"));
    assert_eq!(
        (distance("a1", "l6"), distance("f1", "f11"), distance("a6", "l1"), distance("e4", "f5")),
        (10, 10, 10, 1)
    );
}

#[test]
fn atoms_reach_their_cells() {
    assert_eq!(targets("W", 0, "f6"), "e5 e6 f5 f7 g5 g6");
    assert_eq!(targets("F", 0, "f6"), "d5 e4 e7 g4 g7 h5");
    assert_eq!(targets("D", 0, "f6"), "d4 d6 f4 f8 h4 h6");
    assert_eq!(targets("A", 0, "f6"), "b4 d2 d8 h2 h8 k4");
    assert_eq!(targets("N", 0, "f6"), "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5");
    assert_eq!(targets("W", 0, "a1"), "a2 b1 b2");
    assert_eq!(targets("R", 0, "f1").split(' ').count(), 10 + 5 + 5);
    assert_eq!(targets("B", 0, "f1"), "a6 b5 c4 d3 e2 g2 h3 i4 k5 l6");
}

#[test]
fn directions_are_names_first() {
    assert_eq!(targets("fW", 0, "f6"), "f7");
    assert_eq!(targets("fW", 1, "f6"), "f5");
    assert_eq!(targets("flfrW", 0, "f6"), "e6 g6");
    assert_eq!(targets("lW", 0, "f6"), "e5 e6");
    assert_eq!(targets("vW", 0, "f6"), "f5 f7");
    assert_eq!(targets("sW", 0, "f6"), "e5 e6 g5 g6");
    assert_eq!(targets("sF", 0, "f6"), "d5 h5");
    assert_eq!(targets("fF", 0, "f6"), "e7 g7");
    assert_eq!(targets("frN", 0, "f6"), "g8 h7");
    assert_eq!(targets("frN", 1, "f6"), "d3 e3");
    assert_eq!(targets("rN", 0, "f6"), "i4 i5");
}

#[test]
fn what_has_no_reading_is_refused() {
    for movement in ["C", "(1,4)", "[F-fR]", "lion(K)", "zR", "nN", "oR"] {
        assert_eq!(codes(movement), ["B25"], "{movement}");
    }
    assert_eq!(codes("fB"), [""; 0]);
    // Over an edge nothing lies straight to the right, over a corner nothing straight ahead.
    assert_eq!([codes("fhW"), codes("hrN")].concat(), ["B05", "B05"]);
}
