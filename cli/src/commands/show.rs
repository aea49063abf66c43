//! `ferz show`: a position drawn for people.

use std::io::Write;

use ferz_runtime::{Position, Rules};
use serde_json::json;

use crate::args::PositionArgs;
use crate::failure::Done;
use crate::{position, variant};

pub fn run(args: &PositionArgs, out: &mut impl Write) -> Done {
    let game = variant::playable(&args.variant.variant, &args.variant.settings)?;
    let info = game.rules.info();
    let reached = position::reach(&game.rules, &args.place)?;
    let side = &info.sides[reached.position.side_to_move()];
    let outcome = reached.outcome.map(|o| o.text(&info.sides));
    let in_check = reached.position.in_check();
    let count = reached.position.count_moves();
    if args.json {
        let value = json!({
            "name": info.name, "title": info.title, "files": info.files, "ranks": info.ranks,
            "fen": reached.position.to_fen(), "side": side, "in_check": in_check, "moves": count, "outcome": outcome,
        });
        writeln!(out, "{value}")?;
        return Ok(());
    }
    writeln!(out, "{}, {} x {}", info.title, info.files, info.ranks)?;
    writeln!(out)?;
    writeln!(out, "{}", reached.position.diagram().trim_end())?;
    writeln!(out)?;
    writeln!(out, "fen      {}", reached.position.to_fen())?;
    writeln!(out, "to move  {side}{}", if in_check { ", in check" } else { "" })?;
    writeln!(out, "moves    {count}")?;
    if let Some(outcome) = outcome {
        writeln!(out, "outcome  {outcome}")?;
    }
    writeln!(out)?;
    if args.rules {
        write!(out, "{}", ferz_dsl::summary::summary(&game.game))?;
        return Ok(());
    }
    for line in ferz_dsl::summary::pieces(&game.game) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
