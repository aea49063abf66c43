//! Why a move is illegal: its program is run with refusals noted instead of obeyed.

use crate::candidates::{self, Wants};
use crate::legal::{self, BestMoves};
use crate::outcome;
use crate::run::{Blame, Run};
use crate::store::Store;
use crate::tables::Tables;
use ferz_dsl::game::Origin;
use std::ops::ControlFlow;

/// Runs looked at before the search for an explanation is given up.
const MOST_RUNS: usize = 200_000;

/// What stands against the move with this text: of several runs with the text, the one with the fewest refusals.
pub(crate) fn illegal(t: &Tables, store: &Store, text: &str) -> Option<Vec<Blame>> {
    let wants = Wants { text: true, blames: true, ..Wants::default() };
    let (mut looked, mut best): (usize, Option<Vec<Blame>>) = (0, None);
    let _ = candidates::visit(t, store, store.turn.side, wants, &mut |mut run| {
        looked += 1;
        if run.text.as_deref() == Some(text) {
            let blames = against(t, store, &mut run);
            if best.as_ref().is_none_or(|b| blames.len() < b.len()) {
                best = Some(blames);
            }
        }
        if looked < MOST_RUNS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    best
}

fn against<'t>(t: &'t Tables, store: &'t Store, run: &mut Run<'t>) -> Vec<Blame> {
    let mut blames = run.blames.take().unwrap_or_default();
    let blame = |origin: &Origin, what| Blame { origin: origin.clone(), label: None, what };
    let Some(g) = run.names.generator else { return blames };
    for id in &t.game.gens[g.index()].judges {
        let judge = &t.game.judges[id.index()];
        if !judge.first && legal::allows(run, judge) != Ok(true) {
            blames.push(blame(&judge.origin, "leaves what is forbidden"));
        }
    }
    if !blames.is_empty() {
        return blames;
    }
    let listed = BestMoves::default();
    if let Some(over) = outcome::plain(t, store, &listed) {
        let origin = t.game.outcomes.iter().map(|o| &o.origin).find(|o| o.rule == over.reason).cloned();
        let origin = origin.unwrap_or(Origin { rule: over.reason, file: String::new(), line: 0 });
        return vec![blame(&origin, "the game is over")];
    }
    prefer_against(t, store, run).into_iter().collect()
}

/// The first preference by which some other move is better.
fn prefer_against<'t>(t: &'t Tables, store: &'t Store, run: &mut Run<'t>) -> Option<Blame> {
    let side = run.side;
    let prefers: Vec<_> = t.game.prefers.iter().filter(|p| p.side == side).collect();
    let mine: Vec<i64> = (0..prefers.len()).map(|i| legal::preference(run, i)).collect();
    let mut worse = None;
    let _ = legal::visit_best(t, store, &mut |mut other| {
        worse = (0..prefers.len()).find(|i| legal::preference(&mut other, *i) > mine[*i]);
        ControlFlow::Break(())
    });
    let origin = prefers.get(worse?)?.origin.clone();
    Some(Blame { origin, label: None, what: "another move is preferred" })
}
