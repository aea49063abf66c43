//! Outcomes and preferences of which only the first could ever count.

use super::place;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::game::{Game, Origin, Type, type_of};
use crate::source::Sources;

pub fn check(game: &Game, sources: &Sources, diags: &mut Diagnostics) {
    contradictions(game, sources, diags);
    measures(game, sources, diags);
}

/// Two lines with one condition and different results (E0340).
fn contradictions(game: &Game, sources: &Sources, diags: &mut Diagnostics) {
    for (i, later) in game.outcomes.iter().enumerate() {
        for earlier in &game.outcomes[..i] {
            let clash = later
                .copies
                .iter()
                .any(|b| earlier.copies.iter().any(|a| a.owner == b.owner && a.when == b.when && a.result != b.result));
            if clash {
                let text = format!(
                    "`{}` and `{}` give different results to one condition",
                    earlier.origin.rule, later.origin.rule
                );
                let told = Diagnostic::error("E0340", text);
                diags.push(
                    two(told, sources, &earlier.origin, &later.origin, ["this one counts", "this one never does"])
                        .help("take one of them out with `without`, or change its value"),
                );
            }
        }
    }
}

/// Two `prefer most` written in different files (E0341): which measure comes first nobody has decided.
fn measures(game: &Game, sources: &Sources, diags: &mut Diagnostics) {
    for side in game.players() {
        let own: Vec<_> = game.prefers.iter().filter(|p| p.side == side).collect();
        let measured = |i: usize| {
            let values = game.gens.iter().filter(|g| g.side == side).filter_map(|g| g.prefer.get(i).copied().flatten());
            values.into_iter().any(|e| type_of(game, e) == Type::Int)
        };
        let list: Vec<_> = own.iter().enumerate().filter(|(i, _)| measured(*i)).map(|(_, p)| &p.origin).collect();
        for pair in list.windows(2).filter(|p| p[0].file != p[1].file) {
            let text = format!("`{}` and `{}` each prefer the most of something", pair[0].rule, pair[1].rule);
            diags.push(
                two(Diagnostic::error("E0341", text), sources, pair[0], pair[1], ["first measure", "second measure"])
                    .help("write both `prefer most` lines in one file, in the order in which they should be asked"),
            );
        }
    }
}

fn two(told: Diagnostic, sources: &Sources, a: &Origin, b: &Origin, texts: [&str; 2]) -> Diagnostic {
    let told = match place(sources, a) {
        Some(span) => told.label(span, texts[0]),
        None => told,
    };
    match place(sources, b) {
        Some(span) => told.secondary(span, texts[1]),
        None => told,
    }
}
