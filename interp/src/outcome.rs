//! Outcomes: a recorded result first, then the lines in written order, for each line the side that has just moved
//! first. A condition without a value is false.

use crate::legal::BestMoves;
use crate::scene::{Court, Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::turn;
use ferz_dsl::game::{Mark, OutcomeCopy, ResultExpr, SideId};
use ferz_runtime::{History, Outcome, OutcomeKind};

/// Who is asked first: the side that has just moved (of a FEN: the one before the side to move), then in turn order.
fn asking_order(t: &Tables, store: &Store) -> Vec<SideId> {
    let players = t.game.sides.len() - 1;
    let last = if store.turn.made > 0 { store.turn.side } else { before(t, store) };
    (0..players).map(|i| SideId(((last.index() + i) % players) as u16)).collect()
}

/// The side whose turn came before this one, those that have left passed over.
fn before(t: &Tables, store: &Store) -> SideId {
    let players = t.game.sides.len() - 1;
    let order = |back: usize| SideId(((store.turn.side.index() + players * 2 - back) % players) as u16);
    (1..players).map(order).find(|s| !store.out.contains(*s)).unwrap_or(store.turn.side)
}

fn copies_in_order<'t>(copies: &'t [OutcomeCopy], order: &[SideId]) -> Vec<&'t OutcomeCopy> {
    order.iter().flat_map(|s| copies.iter().filter(move |c| c.owner == *s)).collect()
}

/// The result by the position alone.
pub(crate) fn plain(t: &Tables, store: &Store, best: &BestMoves) -> Option<Outcome> {
    if let Some(mark) = store.ended {
        let reason = t.mark_origin(mark).map_or_else(|| "recorded".to_string(), |o| o.rule.clone());
        let kind = match mark {
            Mark::Win(side) => OutcomeKind::Win(side.index()),
            Mark::Lose(side) => OutcomeKind::Win(opponent(t, store, side).index()),
            Mark::Draw => OutcomeKind::Draw,
        };
        return Some(Outcome { kind, reason });
    }
    if let Some(outcome) = lines(t, store, false, Court { history: None, best: Some(best) }) {
        return Some(outcome);
    }
    match turn::parties(t, store)[..] {
        [team] if !store.out.is_empty() => {
            let winner = t.game.players().find(|s| t.game.sides[s.index()].team == team)?;
            Some(Outcome { kind: OutcomeKind::Win(winner.index()), reason: "last".to_string() })
        }
        _ => None,
    }
}

/// The lines that read history or clocks.
pub(crate) fn adjudicated(t: &Tables, store: &Store, best: &BestMoves, history: &History) -> Option<Outcome> {
    lines(t, store, true, Court { history: Some(history), best: Some(best) })
}

fn lines(t: &Tables, store: &Store, adjudication: bool, court: Court<'_>) -> Option<Outcome> {
    let order = asking_order(t, store);
    for line in t.game.outcomes.iter().filter(|o| o.adjudication == adjudication) {
        for copy in copies_in_order(&line.copies, &order) {
            let several = turn::parties(t, store).len() > 2;
            if store.out.contains(copy.owner)
                || !holds(t, store, court, copy)
                || (several && copy.result == ResultExpr::Lose)
            {
                continue;
            }
            let kind = match copy.result {
                ResultExpr::Win => OutcomeKind::Win(copy.owner.index()),
                ResultExpr::Lose => OutcomeKind::Win(opponent(t, store, copy.owner).index()),
                ResultExpr::Draw => OutcomeKind::Draw,
                ResultExpr::HalfWin => OutcomeKind::HalfWin(copy.owner.index()),
                ResultExpr::HalfLoss => OutcomeKind::HalfWin(opponent(t, store, copy.owner).index()),
                ResultExpr::Points(_) => OutcomeKind::Points(points(t, store, court, &line.copies)),
            };
            return Some(Outcome { kind, reason: line.origin.rule.clone() });
        }
    }
    None
}

fn holds(t: &Tables, store: &Store, court: Court<'_>, copy: &OutcomeCopy) -> bool {
    let mut names = Names::default();
    let mut scene = Scene { court, ..Scene::new(t, store, store, &mut names) };
    scene.bool(copy.when) == Ok(true)
}

fn points(t: &Tables, store: &Store, court: Court<'_>, copies: &[OutcomeCopy]) -> Vec<i64> {
    t.game
        .players()
        .map(|side| {
            let own = copies.iter().find(|c| c.owner == side).map(|c| c.result);
            match own {
                Some(ResultExpr::Points(e)) => {
                    let mut names = Names::default();
                    let mut scene = Scene { court, ..Scene::new(t, store, store, &mut names) };
                    scene.int(e).unwrap_or(0)
                }
                _ => 0,
            }
        })
        .collect()
}

/// The first side of another party in turn order after this one that is still in the game.
fn opponent(t: &Tables, store: &Store, side: SideId) -> SideId {
    let players = t.game.sides.len() - 1;
    let after = |i: usize| SideId(((side.index() + i) % players) as u16);
    let enemy = |s: &SideId| t.enemies[side.index()].contains(*s);
    (1..players).map(after).filter(enemy).find(|s| !store.out.contains(*s)).unwrap_or_else(|| after(1))
}

/// In a game of more than two parties a lost line takes its owner out: the first side for which one holds.
pub(crate) fn loser(t: &Tables, store: &Store) -> Option<SideId> {
    if turn::parties(t, store).len() <= 2 || store.ended.is_some() {
        return None;
    }
    let (order, best) = (asking_order(t, store), BestMoves::default());
    let court = Court { history: None, best: Some(&best) };
    t.game.outcomes.iter().filter(|o| !o.adjudication).find_map(|line| {
        let lost = |c: &&OutcomeCopy| {
            c.result == ResultExpr::Lose && !store.out.contains(c.owner) && holds(t, store, court, c)
        };
        copies_in_order(&line.copies, &order).into_iter().find(lost).map(|c| c.owner)
    })
}
