//! The pages of diagnostics, and the codes of the command itself: what only reading a file, looking at the start
//! position or setting up another one can tell.

/// The page of a code.
pub fn page(code: &str) -> Option<&'static str> {
    let own = CODES.iter().find(|(c, _)| *c == code).map(|(_, page)| *page);
    own.or_else(|| ferz_dsl::codes::explain(code))
}

/// A FEN that cannot be read.
pub const FEN: &str = "E0092";
/// A move that is not legal where it is to be played.
pub const MOVE: &str = "E0093";

/// Code and page.
pub const CODES: [(&str, &str); 10] = [
    (
        "E0090",
        "A variant file is UTF-8 text. The place shown is the first byte that is none.\n\nSave the file as UTF-8; an editor \
         that writes UTF-16 or Latin-1 has to be told so.",
    ),
    (
        "E0091",
        "A file holds variants, rules or definitions; this one holds none.\n\nRight: variant \"My Game\" extends chess { }",
    ),
    (
        FEN,
        "A FEN is the board from the last rank down, the side to move, then the fields that the variant shows; the message \
         names the field. Fields at the end may be left out.\n\nWrong: ferz moves chess --fen \"8/8 w\"\nRight: ferz moves chess \
         --fen \"4k3/8/8/8/8/8/8/4K3 w\"",
    ),
    (
        MOVE,
        "Only legal moves can be played, in the texts that `ferz moves` lists: from and to, a small letter for what a piece \
         becomes, and so on.\n\nWrong: ferz moves chess --moves \"e2-e4\"\nRight: ferz moves chess --moves \"e2e4 e7e5\"",
    ),
    (
        "E0490",
        "What a position consists of must be in its FEN. Here the FEN of the start position, read again, gives another \
         position.\n\nWrong: a state that is written so that another field takes it for its own\nRight: another form after \
         `shown as`, or another `layout`",
    ),
    (
        "E0491",
        "The FEN of the start position cannot be read by the game that wrote it, so no other program could hand it \
         back.\n\nRight: another `layout` or `shown as`",
    ),
    (
        "E0590",
        "A game that is over before the first move cannot be played.\n\nWrong: win when some own King on first rank   (it \
         stands there in the setup)\nRight: win when some own King on last rank",
    ),
    (
        "E0591",
        "In the start position the first side has no legal move, and no outcome says what that means.\n\nRight: another \
         setup, or pieces that can move from where they stand",
    ),
    (
        "E0592",
        "A piece is royal, but the setup has none of it for any side, so rules about check and mate would hold of \
         nobody.\n\nWrong: piece King K \"K\" royal   and a setup without K and k\nRight: a king for each side in the setup, \
         or no `royal`",
    ),
    (
        "E0690",
        "The interpreter keeps the choices of a move in a word of fixed length; a move of this game makes more.\n\nRight: \
         fewer `choose` steps in one action with its handlers",
    ),
];
