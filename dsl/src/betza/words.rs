//! The letters: which atoms and modifiers exist, and what to say about those that do not.

use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Leaps of an atom by component as (smaller, larger), and whether it slides without limit.
#[must_use]
pub fn atom(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(0, 1)], false),         // wazir
        'F' => (&[(1, 1)], false),         // ferz
        'D' => (&[(0, 2)], false),         // dabbaba
        'N' => (&[(1, 2)], false),         // knight
        'A' => (&[(2, 2)], false),         // alfil
        'H' => (&[(0, 3)], false),         // threeleaper
        'C' => (&[(1, 3)], false),         // camel
        'Z' => (&[(2, 3)], false),         // zebra
        'G' => (&[(3, 3)], false),         // tripper
        'R' => (&[(0, 1)], true),          // rook
        'B' => (&[(1, 1)], true),          // bishop
        'K' => (&[(0, 1), (1, 1)], false), // king
        'Q' => (&[(0, 1), (1, 1)], true),  // queen
        _ => return None,
    })
}

pub fn unknown_atom(letter: char, span: Span) -> Diagnostic {
    let d = Diagnostic::error("B01", format!("no atom is called `{letter}`")).label(span, "not a leap of the notation");
    let hint = match letter {
        'I' => "`I` (imitator) of the Interactive Diagram is a rule here, not a letter",
        'X' | 'Y' => "the suffixes X and Y of the Interactive Diagram are vectors here: `FX` is `(1,4)`",
        'P' => "a pawn is `fmWfcF` with rules for its double step and en passant",
        'E' | 'M' | 'S' | 'T' => "compound letters of other programs are spelled out here: `RN`, `AD`, `FC`",
        'V' => "the notation has W F D N A H C Z G R B K Q U; `V` is none of them",
        _ => "the atoms are W F D N A H C Z G R B K Q U",
    };
    d.help(hint).help("any other leap is a vector: `(1,4)`")
}

pub fn unknown_modifier(letter: char, span: Span) -> Diagnostic {
    let d = Diagnostic::error("B02", format!("`{letter}` is not a modifier here")).label(span, "changes nothing");
    let hint = match letter {
        'y' => "`y` belongs between the legs of an `a` chain; in brackets each leg has its own range: `[F-R]`",
        'x' => "`x` (borrowed moves of the Interactive Diagram) is a rule here, not a letter",
        'w' => "for sideways write `s`, for forward and back `v`",
        _ => "directions f b l r v s h; squares m c d e k t; ways n j p g o z q; first move i",
    };
    d.help(hint)
}
