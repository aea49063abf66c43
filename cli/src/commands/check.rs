//! `ferz check`: every mistake and doubt in a file, and what only a first look at the game can prove.

use std::io::Write;

use ferz_runtime::{Position, Rules};
use serde_json::{Value, json};

use crate::args::CheckArgs;
use crate::failure::{Done, Failure};
use crate::report;
use crate::variant::{self, Compiled};

pub fn run(args: &CheckArgs, out: &mut impl Write) -> Done {
    let mut at_fault = false;
    let mut list: Vec<Value> = Vec::new();
    for name in &args.files {
        // One file that cannot be read does not keep the others from being checked.
        let compiled = match variant::find(name).and_then(|found| variant::check(&found, &args.settings)) {
            Ok(compiled) => compiled,
            Err(failure) => {
                failure.conclude();
                at_fault = true;
                list.push(json!({ "severity": "error", "code": null, "message": failure.to_string(), "labels": [] }));
                continue;
            }
        };
        for c in &compiled {
            at_fault |= c.diagnostics.has_errors();
            if args.json {
                list.extend(c.diagnostics.list.iter().map(|d| report::to_json(&c.sources, d)));
                continue;
            }
            report::to_people(&c.sources, &c.diagnostics.list);
            writeln!(out, "{}: {}", c.shown, verdict(c))?;
        }
    }
    if args.json {
        writeln!(out, "{}", Value::Array(list))?;
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}

/// One line about a compiled variant: what was found, or what it is.
fn verdict(c: &Compiled) -> String {
    let told = report::summary(&c.diagnostics.list);
    let Some(game) = &c.game else {
        return match (c.diagnostics.has_errors(), told.is_empty()) {
            (true, _) => told,
            (false, true) => "ok, only rules and definitions".into(),
            (false, false) => format!("ok, only rules and definitions ({told})"),
        };
    };
    let info = game.rules.info();
    let kinds = game.game.kinds.len();
    let ok = format!(
        "ok, {} x {}, {kinds} kind{}, {} moves at the start",
        info.files,
        info.ranks,
        if kinds == 1 { "" } else { "s" },
        game.rules.start().count_moves()
    );
    if told.is_empty() { ok } else { format!("{ok} ({told})") }
}
