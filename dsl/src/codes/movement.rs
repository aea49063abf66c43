//! Codes of movement strings.

use super::Page;

/// Code and page, in order.
pub const CODES: &[Page] = &[
    (
        "B01",
        "A movement string is made of atoms: `W F D N A H C Z G`, the riders `R B Q K`, vectors `(1,2)`, brackets for walks of several legs. A capital that is none of them, or a bracket that is not closed, cannot be read.\n\nWrong: piece X X \"nE\"\nRight: piece X X \"nA\"",
    ),
    (
        "B02",
        "Small letters before an atom say where and how: directions `f b l r v s`, modes `m c`, manners `n j p g i` and so on. The letter is no modifier, or does not belong here.\n\nWrong: piece X X \"xW\"\nRight: piece X X \"mW\"",
    ),
    (
        "B03",
        "Modifiers stand before their atom; these stand alone.\n\nWrong: piece X X \"Wfm\"\nRight: piece X X \"fmW\"",
    ),
    (
        "B04",
        "Some programs call the leap (1,3) `L` and (2,3) `J`, others the other way round. Here `C` is (1,3) and `Z` is (2,3).\n\nWrong: piece X X \"L\"\nRight: piece X X \"C\"",
    ),
    (
        "B05",
        "The letters leave no move: directions that select no leap, a square that must be empty and occupied, a slider that skips every square.\n\nWrong: piece X X \"njA\"\nRight: piece X X \"nA\"",
    ),
    (
        "B06",
        "`h` halves the eight directions of an oblique leap such as the knight's; orthogonal and diagonal atoms have no such halves.\n\nWrong: piece X X \"hrW\"\nRight: piece X X \"hrN\"",
    ),
    (
        "B07",
        "On `K` and `Q` two letters together mean something else in each program. Write the straight and the diagonal part, each with its own letters.\n\nWrong: piece X X \"flQ\"\nRight: piece X X \"fRflB\"",
    ),
    (
        "B08",
        "`n` makes a leap lame, but for this leap it is not settled over which squares it goes. A bracket says the path.\n\nWrong: piece X X \"n(2,4)\"\nRight: piece X X \"[W-W-F-F]\"",
    ),
    (
        "B09",
        "A hop needs a step to the man it hops over and one behind it.\n\nWrong: piece X X \"pW\"\nRight: piece X X \"pR\"",
    ),
    (
        "B10",
        "The next leg cannot turn so after the one before: a straight step turns square into a straight one, by half a square into a diagonal one.\n\nWrong: piece X X \"[W-sB]\"\nRight: piece X X \"[W-fsB]\"",
    ),
    ("B11", "The modifier changes nothing here.\n\nWrong: piece X X \"mcW\"\nRight: piece X X \"W\""),
    (
        "B12",
        "A note: left and right are not alike. It is right for some pieces, and more often a forgotten letter.\n\nWrong: piece X X \"flW\"\nRight: piece X X \"fsW\"",
    ),
    (
        "B13",
        "`a` chains of more than two legs are read differently by each program; a bracket says what is meant.\n\nWrong: piece X X \"mafsmafW\"\nRight: piece X X \"nZ\"",
    ),
    (
        "B14",
        "Every move of one term is also a move of another: one of them adds nothing.\n\nWrong: piece X X \"QR\"\nRight: piece X X \"Q\"",
    ),
    (
        "B15",
        "A range, a length or a number of legs is too large, too small, or not possible here.\n\nWrong: piece X X \"W{3,2}\"\nRight: piece X X \"W{2,3}\"",
    ),
    (
        "B17",
        "A note: other programs give this string another meaning.\n\nWrong: piece X X \"NN\"\nRight: piece X X \"N\"",
    ),
    (
        "B18",
        "A note: on an empty board this piece cannot move. It may hop or only capture.\n\nWrong: piece X X \"cK\"\nRight: piece X X \"K\"",
    ),
    (
        "B19",
        "`e` goes to a square that an enemy has just passed over, and takes it. Some rule in use must keep such squares: states `passed` and `passer`.\n\nWrong: variant \"A\" extends chess { without en_passant   change piece Pawn P \"fmWfceF\" }\nRight: variant \"A\" extends chess { change piece Pawn P \"fmWfceF\" }",
    ),
    (
        "B20",
        "`z` and `q` bend a path of several steps; a leap has one.\n\nWrong: piece X X \"zD\"\nRight: piece X X \"zB\"",
    ),
    (
        "B21",
        "`u` puts what the move takes on the square where its leg begins: `udK` changes places with a friend. One leg of a path may say it, and some leg must take.\n\nWrong: piece X X \"umW\"\nRight: piece X X \"udW\"",
    ),
    (
        "B22",
        "The movement names a kind of piece that is not declared, by its letter or its name.\n\nWrong: piece X X \"p<Y>R\"\nRight: piece X X \"p<Q>R\"",
    ),
    (
        "B23",
        "`along` names a line of the board.\n\nWrong: piece X X along slope\nRight: board 8x8   line slant = (d1, e2, f3)   piece X X along slant",
    ),
    ("B24", "`j` is not defined for this atom.\n\nWrong: piece X X \"jC\"\nRight: piece X X \"pR\""),
    (
        "B25",
        "On hexagons the notation has the atoms W F D A N R B K Q and U with the modes, ranges and directions of a single leg; the other letters, vectors and paths of several legs have no reading there.\n\nWrong: board hexagon 6   piece Camel C \"C\"\nRight: board hexagon 6   piece Knight N \"N\"",
    ),
];
