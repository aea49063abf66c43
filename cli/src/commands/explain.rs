//! `ferz explain`: the page of a diagnostic code.

use std::io::Write;

use crate::failure::{Done, Failure};

/// Codes of the command itself, with their pages.
pub const CODES: [(&str, &str); 6] = [
    (
        "E0090",
        "A variant file is UTF-8 text. The place shown is the first byte that is none.\n\nSave the file as UTF-8; an editor that writes UTF-16 or Latin-1 has to be told so.",
    ),
    (
        "E0490",
        "What a position consists of must be in its FEN. Here the FEN of the start position, read again, gives another position.\n\nWrong: a state that matters and is written in a way that another field takes for its own\nRight: `shown as` with a form that can be told apart, or another `layout`",
    ),
    (
        "E0491",
        "The FEN of the start position cannot be read by the game that wrote it, so no other program could hand it back.\n\nRight: another `layout` or `shown as`",
    ),
    (
        "E0590",
        "A game that is over before the first move cannot be played.\n\nWrong: win when own King on rank 1   (it stands there in the setup)\nRight: win when own King on last rank",
    ),
    (
        "E0591",
        "In the start position the first side has no legal move, and no outcome says what that means.\n\nRight: another setup, or pieces that can move from where they stand",
    ),
    (
        "E0690",
        "The interpreter keeps the choices of a move in a word of fixed length; a move of this game makes more.\n\nRight: fewer `choose` steps in one action with its handlers",
    ),
];

pub fn run(code: &str, out: &mut impl Write) -> Done {
    let wanted = code.to_uppercase();
    let tables: [&[(&str, &str)]; 2] = [&CODES, &ferz_dsl::assemble::codes::CODES];
    let Some((code, page)) = tables.into_iter().flatten().find(|(c, _)| *c == wanted) else {
        return Err(Failure::Input(format!(
            "there is no diagnostic `{code}`; codes look like E0107, W0110, N0021, B05"
        )));
    };
    writeln!(out, "{code}\n\n{}", page.trim_end())?;
    Ok(())
}
