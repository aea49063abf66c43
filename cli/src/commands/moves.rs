//! `ferz moves`: the legal moves of a position.

use std::io::Write;

use ferz_runtime::{Position, Rules};
use serde_json::json;

use crate::args::{MovesArgs, PlaceArgs};
use crate::failure::Done;
use crate::{position, table, variant};

pub fn run(args: &MovesArgs, out: &mut impl Write) -> Done {
    let Some(name) = &args.variant else { return table::moves(args, out) };
    let game = variant::playable(name, &args.settings)?;
    list(&game.rules, &args.place, args.json, out)
}

/// Moves sorted bytewise; the outcome last. Clocks and repetition end games but take no moves away.
fn list<R: Rules>(rules: &R, place: &PlaceArgs, as_json: bool, out: &mut impl Write) -> Done {
    let reached = position::reach(rules, place)?;
    let texts = sorted_texts(&reached.position);
    let outcome = reached.outcome.map(|o| o.text(&rules.info().sides));
    if as_json {
        let value = json!({ "fen": reached.position.to_fen(), "moves": texts, "outcome": outcome });
        writeln!(out, "{value}")?;
        return Ok(());
    }
    for text in texts {
        writeln!(out, "{text}")?;
    }
    if let Some(outcome) = outcome {
        writeln!(out, "outcome {outcome}")?;
    }
    Ok(())
}

/// The texts of the legal moves, sorted bytewise.
pub fn sorted_texts<P: Position>(position: &P) -> Vec<String> {
    let mut texts: Vec<String> = position.moves().into_iter().map(|mv| position.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

/// `e1` begins `e1g1`, but not `e10e9`.
pub fn begins_with(text: &str, square: &str) -> bool {
    text.strip_prefix(square).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::begins_with;

    #[test]
    fn a_square_is_no_prefix_of_a_longer_one() {
        assert!(begins_with("e1g1", "e1"));
        assert!(!begins_with("e10e9", "e1"));
        assert!(begins_with("e10e9", "e10"));
    }
}
