//! Legal moves: judges in two groups, then preferences. Outcomes are asked elsewhere.

use crate::candidates::{self, Wants};
use crate::run::Run;
use crate::store::Store;
use crate::tables::Tables;
use crate::turn;
use crate::value::Eval;
use crate::word::Word;
use ferz_dsl::game::{ExprId, Judge, Level, SideId};
use std::cell::OnceCell;
use std::ops::ControlFlow;

/// Does the judge allow the move? `when` is read before the move, `bad` on what the run has made of it.
pub(crate) fn allows(run: &mut Run<'_>, judge: &Judge) -> Eval<bool> {
    let mut scene = run.scene();
    if let Some(when) = judge.when
        && !scene.earlier(|s| s.bool(when))?
    {
        return Ok(true);
    }
    Ok(!scene.bool(judge.bad)?)
}

/// The judges of a finished run: those that do not ask for moves, then, at level `Best`, those that do. The first that
/// objects; an expression without a value objects too.
pub(crate) fn objection<'t>(run: &mut Run<'t>, level: Level) -> Option<&'t Judge> {
    let g = run.names.generator?;
    let t = run.t;
    let judges = || t.game.gens[g.index()].judges.iter().map(|id| &t.game.judges[id.index()]).filter(|j| !j.first);
    let first = judges().filter(|j| !j.asks_moves);
    let second = judges().filter(|j| j.asks_moves && level == Level::Best);
    first.chain(second).find(|judge| allows(run, judge) != Ok(true))
}

/// Visits the runs that pass the judges of the level, before preferences.
fn visit_passed<'t>(
    t: &'t Tables,
    store: &'t Store,
    side: SideId,
    level: Level,
    done: &mut dyn FnMut(Run<'t>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if store.out.contains(side) {
        return ControlFlow::Continue(());
    }
    let wants = Wants { safe_only: level == Level::Safe, ..Wants::default() };
    candidates::visit(t, store, side, wants, &mut |mut run| {
        if objection(&mut run, level).is_some() {
            return ControlFlow::Continue(());
        }
        done(run)
    })
}

/// Visits the best moves of the side to move: those that pass all judges and preferences.
pub(crate) fn visit_best<'t>(
    t: &'t Tables,
    store: &'t Store,
    done: &mut dyn FnMut(Run<'t>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let side = store.turn.side;
    if !t.prefers[side.index()] {
        return visit_passed(t, store, side, Level::Best, done);
    }
    let mut runs = Vec::new();
    let _ = visit_passed(t, store, side, Level::Best, &mut |run| {
        runs.push(run);
        ControlFlow::Continue(())
    });
    for run in preferred(runs) {
        done(run)?;
    }
    ControlFlow::Continue(())
}

/// For each preference in order the runs with the greatest value; a value that does not exist counts as 0.
fn preferred(mut runs: Vec<Run<'_>>) -> Vec<Run<'_>> {
    let Some(first) = runs.first() else { return runs };
    let (t, side) = (first.t, first.side);
    for i in 0..t.game.prefers.iter().filter(|p| p.side == side).count() {
        let values: Vec<i64> = runs.iter_mut().map(|run| preference(run, i)).collect();
        let greatest = values.iter().copied().max().unwrap_or(0);
        let mut value = values.into_iter();
        runs.retain(|_| value.next() == Some(greatest));
    }
    runs
}

/// How a finished run fares by the i-th preference of its side.
pub(crate) fn preference(run: &mut Run<'_>, i: usize) -> i64 {
    let Some(g) = run.names.generator else { return 0 };
    let value = run.t.game.gens[g.index()].prefer.get(i).copied().flatten();
    value.map_or(0, |e| run.scene().int(e).unwrap_or(0))
}

/// Has the side, as if its turn began, a move at the level for which the filter holds?
pub(crate) fn can_move(t: &Tables, store: &Store, side: SideId, level: Level, filter: Option<ExprId>) -> bool {
    let mut asked = store.clone();
    turn::set_turn(t, &mut asked, side);
    let mut check = |mut run: Run<'_>| match filter.is_none_or(|e| run.scene().bool(e) == Ok(true)) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    match level {
        Level::Safe => visit_passed(t, &asked, side, level, &mut check).is_break(),
        Level::Best => !asked.out.contains(side) && visit_best(t, &asked, &mut check).is_break(),
    }
}

/// The best moves of one position, listed at most once.
#[derive(Clone, Debug, Default)]
pub(crate) struct BestMoves(OnceCell<Vec<Word>>);

impl BestMoves {
    pub fn list(&self, t: &Tables, store: &Store) -> &[Word] {
        self.0.get_or_init(|| {
            let mut words = Vec::new();
            let _ = visit_best(t, store, &mut |run| {
                words.push(run.word);
                ControlFlow::Continue(())
            });
            words
        })
    }

    pub fn any(&self, t: &Tables, store: &Store) -> bool {
        !self.list(t, store).is_empty()
    }

    /// Is the question about the side whose turn it is in the store?
    pub fn is_for(&self, store: &Store, side: SideId) -> bool {
        store.turn.side == side
    }
}
