//! Candidate moves: every generator of a side, every man, every walk, every choice.

use crate::run::{Frame, Mode, Run};
use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::trips::{self, Trip};
use crate::word::{NO_SQUARE, Word};
use ferz_dsl::game::{Cause, GenBody, GenId, Man, SideId, Sq, Step};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What is wanted of the runs beside their results.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wants {
    pub text: bool,
    pub blames: bool,
    /// Judges that ask for moves are left out: inside a question for moves.
    pub safe_only: bool,
}

/// Visits every candidate of the side, before any judge but the `first` ones. A move of several generators comes once.
pub(crate) fn visit<'t>(
    t: &'t Tables,
    store: &'t Store,
    side: SideId,
    wants: Wants,
    done: &mut dyn FnMut(Run<'t>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut seen = HashSet::new();
    for g in &t.gens[side.index()] {
        let facts = t.facts(*g);
        let mut once = |run: Run<'t>| {
            if facts.has_twin && !seen.insert(Word { generator: 0, ..run.word }) {
                return ControlFlow::Continue(());
            }
            done(run)
        };
        match &t.game.gens[g.index()].body {
            GenBody::Walk { kind, walks, .. } => {
                for from in store.men(|m| m.owner == side && m.kind == *kind).iter() {
                    let Some(man) = store.at(from) else { continue };
                    for trip in trips_of(t, store, *g, walks, from, man) {
                        if let Some(run) = walk(t, store, *g, from, man, &trip, Mode::Move, wants) {
                            run.finish(&mut once)?;
                        }
                    }
                }
            }
            GenBody::Action { steps, .. } => {
                if let Some(run) = action(t, store, *g, steps, Mode::Move, wants) {
                    run.finish(&mut once)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The endings of a generator's walks for one man, equal ones of several walks once.
fn trips_of(t: &Tables, store: &Store, g: GenId, walks: &[ferz_dsl::game::WalkId], from: Sq, man: Man) -> Vec<Trip> {
    let mut names = Names::of_walk(Some(g), man.kind);
    let mut scene = Scene::new(t, store, store, &mut names);
    let mut list = Vec::new();
    for walk in walks {
        let more = trips::trips(&mut scene, *walk, from, man);
        if list.is_empty() {
            list = more;
        } else {
            for trip in more {
                if !list.iter().any(|l: &Trip| l.same(&trip)) {
                    list.push(trip);
                }
            }
        }
    }
    list
}

/// The run of one walk up to the landing, with everything that follows still to do; nothing if a guard forbids it.
#[expect(clippy::too_many_arguments, reason = "the words of one sentence: who walks where, asked how")]
pub(crate) fn walk<'t>(
    t: &'t Tables,
    store: &'t Store,
    g: GenId,
    from: Sq,
    man: Man,
    trip: &Trip,
    mode: Mode,
    wants: Wants,
) -> Option<Run<'t>> {
    let generator = &t.game.gens[g.index()];
    let word = Word::walk(g, from, trip.to, trip.victims(), trip.put);
    let mut run = Run::new(t, store, store.clone(), generator.side, word, mode);
    run.names = Names::of_walk(Some(g), man.kind);
    run.names.from = Some(from);
    run.names.to = Some(trip.to);
    run.names.captured = trip.captures();
    run.blames = wants.blames.then(Vec::new);
    run.safe_only = wants.safe_only;
    if !run.guards_before() {
        return None;
    }
    run.names.captured = ferz_dsl::game::SquareSet::NONE;
    let mut carried = None;
    for (at, cause) in &trip.takes {
        carried = if *cause == Cause::Carry { run.store.at(*at).map(|m| (*at, m)) } else { carried };
        run.lift(*at, None, *cause);
    }
    run.names.it = None;
    run.lift(from, None, Cause::Carry);
    if run.store.at(trip.to).is_some() {
        return None;
    }
    run.store.board[usize::from(trip.to)] = Some(Man { flags: man.flags & !t.lost_by_moving, ..man });
    run.names.it = Some(trip.to);
    if from != trip.to {
        run.moved.push((from, trip.to));
    }
    if let (Some((at, man)), Some(put)) = (carried, trip.put) {
        if run.store.at(put).is_some() {
            return None;
        }
        run.store.board[usize::from(put)] = Some(Man { flags: man.flags & !t.lost_by_moving, ..man });
        run.moved.push((at, put));
    }
    run.text = wants.text.then(|| crate::text::walk_text(t, g, from, trip));
    let block = match &generator.body {
        GenBody::Walk { block, .. } => &block[..],
        GenBody::Action { .. } => &[],
    };
    schedule(&mut run, block);
    Some(run)
}

/// The run of an action before its first step.
pub(crate) fn action<'t>(
    t: &'t Tables,
    store: &'t Store,
    g: GenId,
    steps: &'t [Step],
    mode: Mode,
    wants: Wants,
) -> Option<Run<'t>> {
    let generator = &t.game.gens[g.index()];
    let mut run = Run::new(t, store, store.clone(), generator.side, Word::action(g), mode);
    run.names.generator = Some(g);
    run.blames = wants.blames.then(Vec::new);
    run.safe_only = wants.safe_only;
    run.text = wants.text.then(String::new);
    if !run.guards_before() {
        return None;
    }
    schedule(&mut run, steps);
    Some(run)
}

/// The points of a move in order, last first.
fn schedule<'t>(run: &mut Run<'t>, body: &'t [Step]) {
    match run.mode {
        Mode::Move => run.frames.extend([
            Frame::TurnEnd,
            Frame::Captures,
            Frame::Settled(0),
            Frame::Captures,
            Frame::After(0),
            Frame::FirstJudges,
            Frame::Steps(body),
        ]),
        Mode::Bite => run.frames.extend([Frame::Captures, Frame::After(0), Frame::Steps(body)]),
        Mode::Hook => run.frames.extend([Frame::Captures, Frame::Steps(body)]),
    }
}

/// The same program with the choices of a move supplied. `None` if the store has no such candidate.
pub(crate) fn replay<'t>(t: &'t Tables, store: &'t Store, word: Word, wants: Wants) -> Option<Run<'t>> {
    let g = GenId(word.generator);
    let generator = t.game.gens.get(g.index())?;
    let run = match &generator.body {
        GenBody::Walk { kind, walks, .. } => {
            let man = (word.from != NO_SQUARE).then(|| store.at(word.from))??;
            if man.kind != *kind || man.owner != generator.side {
                return None;
            }
            let trips = trips_of(t, store, g, walks, word.from, man);
            let trip = trips
                .iter()
                .find(|p| p.to == word.to && p.victims() == word.victims && p.put.unwrap_or(NO_SQUARE) == word.put)?;
            walk(t, store, g, word.from, man, trip, Mode::Move, wants)
        }
        GenBody::Action { steps, .. } => action(t, store, g, steps, Mode::Move, wants),
    };
    let mut run = run?;
    run.follow(word);
    let mut found = None;
    let _ = run.finish(&mut |run| {
        found = Some(run);
        ControlFlow::Break(())
    });
    found.filter(|run| run.word == word)
}
