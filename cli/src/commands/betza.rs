//! `ferz betza`: where a movement string leads on a bare board, drawn and explained; and tables of such strings.

use std::io::Write;

use ferz_dsl::betza::Dialect;
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::pattern::explain;
use ferz_dsl::source::Sources;
use ferz_interp::bare::{BareError, Scene, TableReport, check_table, read as read_notation};
use serde_json::json;

use crate::args::BetzaArgs;
use crate::failure::{Done, Failure, tell};
use crate::{read, report};

pub fn run(args: &BetzaArgs, out: &mut impl Write) -> Done {
    match (&args.table, &args.notation) {
        (Some(path), _) => table(&read::table(path)?, args, out),
        (None, Some(notation)) => one(notation, args, out),
        (None, None) => Err(Failure::Usage("give a movement or `--table FILE`".into())),
    }
}

fn one(notation: &str, args: &BetzaArgs, out: &mut impl Write) -> Done {
    let (pattern, remarks) = read_notation(notation, Dialect::default()).map_err(|d| told(notation, &d))?;
    let at = args.at.clone().unwrap_or_else(|| middle(&args.board));
    let mut scene = Scene::read(&args.board, &at, &args.blockers).map_err(|e| fault(notation, e))?;
    let targets = scene.targets(&pattern).map_err(|e| fault(notation, e))?;
    let drawing = scene.draw(&pattern).map_err(|e| fault(notation, e))?;
    let explanation = explain(&pattern);
    if args.json {
        let list: Vec<&str> = targets.split(' ').filter(|t| *t != "-").collect();
        let value = json!({
            "notation": notation, "board": args.board, "at": at, "targets": list, "drawing": drawing, "explanation": explanation,
        });
        writeln!(out, "{value}")?;
        return Ok(());
    }
    let mut sources = Sources::default();
    sources.add("notation", notation);
    report::to_people(&sources, &remarks.list);
    writeln!(out, "{targets}\n\n{}\n\n{}", drawing.trim_end_matches('\n'), explanation.trim_end())?;
    Ok(())
}

fn fault(notation: &str, e: BareError) -> Failure {
    match e {
        BareError::Notation(diags) => told(notation, &diags),
        BareError::Scene(why) => Failure::Input(why),
    }
}

fn told(notation: &str, diags: &Diagnostics) -> Failure {
    let mut sources = Sources::default();
    sources.add("notation", notation);
    report::to_people(&sources, &diags.list);
    Failure::Told
}

/// `d4` on 8x8, `e5` on 9x9; a board that cannot be read is told later.
fn middle(board: &str) -> String {
    let side = |text: Option<&str>| text.and_then(|t| t.trim().parse::<u8>().ok()).unwrap_or(1).clamp(1, 26);
    let mut parts = board.split('x');
    let (files, ranks) = (side(parts.next()), side(parts.next()));
    format!("{}{}", char::from(b'a' + (files - 1) / 2), (ranks - 1) / 2 + 1)
}

fn table(text: &str, args: &BetzaArgs, out: &mut impl Write) -> Done {
    let mut left_out = 0;
    // Rows left out become comments, so that the others keep their line numbers.
    let chosen: String = text
        .lines()
        .map(|line| {
            let notation = line.split('\t').nth(1).unwrap_or("");
            let several_legs =
                notation.contains(['[', 'a', 'u']) && !line.starts_with('#') && !line.starts_with("name\t");
            if args.single_leg && several_legs {
                left_out += 1;
                return "#\n".to_string();
            }
            format!("{line}\n")
        })
        .collect();
    if left_out > 0 {
        tell(&format!("{left_out} rows of several legs left out"));
    }
    let TableReport { passed, failed, messages } = check_table(&chosen);
    if args.json {
        writeln!(out, "{}", json!({ "passed": passed, "failed": failed, "failures": messages }))?;
    } else {
        for message in &messages {
            writeln!(out, "{message}")?;
        }
        writeln!(out, "{passed} passed, {failed} failed")?;
    }
    if failed == 0 { Ok(()) } else { Err(Failure::Told) }
}
