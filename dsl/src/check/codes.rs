//! Pages of what is told about the finished game.

use crate::codes::Page;

pub const CODES: &[Page] = &[
    (
        "N0021",
        "Two rules of one player act at the same moment, and the other order could give something else: one changes what the other looks at, or both set one state. They run in the order of their `use` lines, which is a decision; this note only shows it.\n\nSeen: use returning   use counting   (returning places men at the end of a turn, counting counts them)\nRight: either order; exchange the lines if the other is meant",
    ),
    (
        "E0340",
        "Outcomes are asked in order and the first that holds ends the game. Of two with one condition and different results the second never counts, so one is a mistake.\n\nWrong: use stalemate   draw when stuck and not checked   lose when stuck and not checked\nRight: use stalemate(value = lose)",
    ),
    (
        "E0341",
        "`prefer most` leaves only the moves with the greatest measure; with two measures the order decides. Where two files bring one each, nobody has decided.\n\nWrong: prefer most count captured   (in two included files)\nRight: both lines in one file, the more important one first",
    ),
];
