//! `ferz perft`: the number of lines of so many plies.

use std::io::Write;

use ferz_runtime::perft::{MAX_DEPTH, divide, perft};
use serde_json::{Map, Value, json};

use crate::args::PerftArgs;
use crate::build::{self, Engine};
use crate::failure::{Done, Failure};
use crate::{position, table, variant};
use ferz_runtime::Position;

pub fn run(args: &PerftArgs, out: &mut impl Write) -> Done {
    let Some(name) = &args.variant else { return table::perft(args, out) };
    let depth = args.depth.unwrap_or(0);
    if depth > MAX_DEPTH {
        return Err(Failure::Usage(format!("a depth of {depth} is beyond {MAX_DEPTH}, the deepest that is counted")));
    }
    let game = variant::playable(name, &args.settings)?;
    // The interpreter reads the position in any case: its messages are the same for both executions.
    let start = position::reach(&game.rules, &args.place)?.position;
    let builder = if args.interp { None } else { build::builder_or_note(false) };
    let counted = match builder {
        None => Counted::of(&start, depth, args.divide),
        Some(builder) => {
            let mut engine = Engine::at(&builder.engine(&game)?);
            let fen = start.to_fen();
            let counted = if args.divide {
                engine.divide(&fen, depth).map(Counted::from_rows)
            } else {
                engine.perft(&fen, depth).map(|nodes| Counted { rows: None, nodes })
            };
            counted.map_err(Failure::Input)?
        }
    };
    counted.write(args.json, depth, out)
}

/// A finished count.
struct Counted {
    /// By first move, sorted bytewise.
    rows: Option<Vec<(String, u64)>>,
    nodes: u64,
}

impl Counted {
    fn of<P: Position>(position: &P, depth: u32, divided: bool) -> Self {
        if divided && depth > 0 {
            Self::from_rows(divide(position, depth))
        } else {
            Self { rows: None, nodes: perft(position, depth) }
        }
    }

    fn from_rows(rows: Vec<(String, u64)>) -> Self {
        let nodes = rows.iter().map(|(_, n)| n).sum();
        Self { rows: Some(rows), nodes }
    }

    fn write(&self, as_json: bool, depth: u32, out: &mut impl Write) -> Done {
        if as_json {
            let mut value = json!({ "depth": depth, "nodes": self.nodes });
            if let (Some(rows), Value::Object(map)) = (&self.rows, &mut value) {
                let divided: Map<String, Value> = rows.iter().map(|(t, n)| (t.clone(), json!(n))).collect();
                map.insert("divide".into(), Value::Object(divided));
            }
            writeln!(out, "{value}")?;
            return Ok(());
        }
        for (text, nodes) in self.rows.iter().flatten() {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out, "nodes {}", self.nodes)?;
        Ok(())
    }
}
