//! The position that a command speaks of: a FEN or the start, and the moves played from there.

use ferz_runtime::{History, Outcome, Position, Rules};

use crate::args::PlaceArgs;
use crate::codes;
use crate::failure::Failure;

/// A position with the moves that led to it, and how the game stands.
#[derive(Debug)]
pub struct Place<P> {
    pub position: P,
    pub outcome: Option<Outcome>,
}

/// Sets up the position. A bad FEN and a move that is not legal are the input's fault. A repetition or a clock that
/// ended a real game on the way does not stop the replay, as it takes no moves away; it counts if it holds at the end.
pub fn reach<R: Rules>(rules: &R, place: &PlaceArgs) -> Result<Place<R::Position>, Failure> {
    let mut position = match &place.fen {
        Some(fen) => read_fen(rules, fen)?,
        None => rules.start(),
    };
    let mut history = History::new(position.key());
    for (i, text) in place.moves.split_whitespace().enumerate() {
        let Some(mv) = position.find_move(text) else {
            let shown: String = text.chars().take(40).collect();
            let (n, fen) = (i + 1, position.to_fen());
            let help = "`ferz moves` lists the legal moves";
            return Err(Failure::Coded(
                codes::MOVE,
                format!("move {n}, `{shown}`, is not legal\n  in `{fen}`\n  = help: {help}"),
            ));
        };
        let before = position.clone();
        position.play(mv);
        history.push(position.record(&before, mv));
    }
    let outcome = if history.records().is_empty() { position.outcome() } else { position.adjudicate(&history) };
    Ok(Place { position, outcome })
}

/// Reads a FEN; the message shows the field that could not be read.
pub fn read_fen<R: Rules>(rules: &R, fen: &str) -> Result<R::Position, Failure> {
    rules
        .from_fen(fen)
        .map_err(|e| Failure::Coded(codes::FEN, fen_message(fen, e.field, &e.message, &rules.info().start_fen)))
}

/// The FEN with the field that is at fault underlined.
fn fen_message(fen: &str, field: usize, message: &str, start: &str) -> String {
    // Control characters would tear the underline from its field.
    let shown: String = fen.chars().take(300).map(|c| if c.is_control() { '?' } else { c }).collect();
    let mut at = (0, shown.chars().count());
    let mut count = 0;
    let mut begin = None;
    for (i, c) in shown.chars().chain(" ".chars()).enumerate() {
        match (c == ' ', begin) {
            (false, None) => begin = Some(i),
            (true, Some(b)) => {
                count += 1;
                if count == field {
                    at = (b, i - b);
                }
                begin = None;
            }
            (false, Some(_)) | (true, None) => {}
        }
    }
    let line = format!("{}{}", " ".repeat(at.0), "^".repeat(at.1.max(1)));
    let place = if field == 0 { String::new() } else { format!(", field {field}") };
    format!("the FEN cannot be read{place}: {message}\n  {shown}\n  {line}\n  = help: the start position is `{start}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_at_fault_is_underlined() {
        let text = fen_message("8/8 x -", 2, "no side `x`", "8/8 w");
        assert_eq!(
            text,
            "the FEN cannot be read, field 2: no side `x`\n  8/8 x -\n      ^\n  = help: the start position is `8/8 w`"
        );
    }
}
