//! Which variants the features of the crate compile into machine code; read by the crate and by its build script.

/// The games of the seed documents (feature `seeds`), and the same game as tables of other programs write it.
pub const SEEDS: &[&str] =
    &["decimal-chess", "indiangreat", "hindustani", "shatranj-diwana-shah", "maharajah", "chess-without-pawns"];

/// A dozen well-known games (feature `classics`).
pub const CLASSICS: &[&str] = &[
    "chess",
    "fischerandom",
    "crazyhouse",
    "antichess",
    "atomic",
    "kingofthehill",
    "3check",
    "capablanca",
    "seirawan",
    "shogi",
    "xiangqi",
    "makruk",
];

/// Games whose rules are no switch of a chess program (feature `beyond`).
pub const BEYOND: &[&str] = &[
    "alice",
    "andernach",
    "checkers",
    "chu",
    "cylinder",
    "hostage",
    "international-draughts",
    "marseillais",
    "metamachy",
    "omega",
    "omicron",
    "petrified",
    "reversi",
    "rifle",
    "scottish",
    "tamerlane",
    "terachess",
    "ultima",
];
