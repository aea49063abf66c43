//! "Attacked": could be captured. A man hostile to the attackers is put on the square unless one stands there, and the
//! attackers make their moves up to the settled captures; judges, preferences and outcomes are not asked.

use crate::candidates::{self, Wants};
use crate::run::{Frame, Mode, Run};
use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::trips;
use crate::turn;
use ferz_dsl::game::{GenBody, GuardId, KindId, Man, SideId, SideSet, Sq, SquareSet, WalkId};
use std::ops::ControlFlow;

/// Which squares of `of` do the men on `by` attack, `without` some men? `side` asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub of: SquareSet,
    pub by: SquareSet,
    pub side: SideId,
    pub without: SquareSet,
}

pub(crate) fn attacked(t: &Tables, store: &Store, q: &Question) -> SquareSet {
    let mut found = SquareSet::NONE;
    let by = q.by.minus(&q.without);
    let owners: SideSet =
        by.iter().filter_map(|s| store.at(s)).map(|m| m.owner).filter(|o| *o != t.game.neutral()).collect();
    if q.of.is_empty() || owners.is_empty() {
        return found;
    }
    let mut bare = store.clone();
    for s in q.without.iter() {
        bare.board[usize::from(s)] = None;
    }
    for side in owners.iter() {
        turn::set_turn(t, &mut bare, side);
        let by: SquareSet = by.iter().filter(|s| bare.at(*s).is_some_and(|m| m.owner == side)).collect();
        let phantom = phantom(t, side, q.side);
        for s in q.of.minus(&found).iter() {
            let there = bare.at(s);
            let hostile = there.filter(|m| t.enemies[side.index()].contains(m.owner));
            bare.board[usize::from(s)] = Some(hostile.unwrap_or(phantom));
            if bites(t, &bare, side, &by, s) {
                found.insert(s);
            }
            bare.board[usize::from(s)] = there;
        }
    }
    found
}

/// A man of the asking side if that is an enemy of the attackers, else of their next enemy in turn order.
fn phantom(t: &Tables, attacker: SideId, asking: SideId) -> Man {
    let enemies = t.enemies[attacker.index()];
    let players = t.game.sides.len() - 1;
    let next =
        || (1..=players).map(|i| SideId(((attacker.index() + i) % players) as u16)).find(|s| enemies.contains(*s));
    let owner = if enemies.contains(asking) { asking } else { next().unwrap_or(asking) };
    Man { kind: phantom_kind(t, owner), owner, flags: 0 }
}

/// The side's first royal kind, else its first kind.
pub(crate) fn phantom_kind(t: &Tables, side: SideId) -> KindId {
    let first_royal = t
        .royal_kinds
        .get(side.index())
        .and_then(|kinds| kinds.iter().find(|k| t.game.kinds[k.index()].sides.contains(side)));
    let first = || t.game.kinds.iter().position(|k| k.sides.contains(side)).map(|i| KindId(i as u16));
    first_royal.copied().or_else(first).unwrap_or(KindId(0))
}

/// Can one of the men on `by` capture the man on `target`?
fn bites(t: &Tables, store: &Store, side: SideId, by: &SquareSet, target: Sq) -> bool {
    for from in by.iter().filter(|s| *s != target) {
        let Some(man) = store.at(from) else { continue };
        let found = match &t.game.kinds[man.kind.index()].attacks[side.index()] {
            Some(walks) => pattern_bites(t, store, side, walks, from, man, target),
            None => walker_bites(t, store, side, from, man, target),
        };
        if found {
            return true;
        }
    }
    t.actions[side.index()].iter().any(|g| {
        let generator = &t.game.gens[g.index()];
        generator.bites
            && match &generator.body {
                GenBody::Action { steps, .. } => candidates::action(t, store, *g, steps, Mode::Bite, Wants::default())
                    .is_some_and(|run| completes(run, target, Some(by))),
                GenBody::Walk { .. } => false,
            }
    })
}

/// The walks of `attacks` take the place of the kind's moves; what forbids all of those moves still holds.
fn pattern_bites(t: &Tables, store: &Store, side: SideId, walks: &[WalkId], from: Sq, man: Man, target: Sq) -> bool {
    let gens = &t.walkers[side.index()][man.kind.index()];
    let common = |guard: &GuardId| gens.iter().all(|g| t.facts(*g).before.contains(guard));
    let guards: Vec<GuardId> =
        gens.first().map_or(Vec::new(), |g| t.facts(*g).before.iter().copied().filter(|id| common(id)).collect());
    walks.iter().any(|walk| {
        if !t.tours[walk.index()].may_take(from, target) {
            return false;
        }
        let mut names = Names::of_walk(gens.first().copied(), man.kind);
        names.from = Some(from);
        let mut scene = Scene::new(t, store, store, &mut names);
        let trips = trips::trips_to(&mut scene, *walk, from, man, target);
        trips.iter().any(|trip| {
            scene.names.to = Some(trip.to);
            scene.names.captured = trip.captures();
            guards.iter().all(|id| {
                let guard = &t.game.guards[id.index()];
                !guard.in_bite || scene.bool(guard.bad) == Ok(false)
            })
        })
    })
}

fn walker_bites(t: &Tables, store: &Store, side: SideId, from: Sq, man: Man, target: Sq) -> bool {
    t.walkers[side.index()][man.kind.index()].iter().any(|g| {
        if !t.game.gens[g.index()].bites {
            return false;
        }
        let facts = t.facts(*g);
        let mut names = Names::of_walk(Some(*g), man.kind);
        t.walks_of(*g).iter().any(|walk| {
            if facts.plain_bite && !t.tours[walk.index()].may_take(from, target) {
                return false;
            }
            let mut scene = Scene::new(t, store, store, &mut names);
            let trips = if facts.plain_bite {
                trips::trips_to(&mut scene, *walk, from, man, target)
            } else {
                trips::trips(&mut scene, *walk, from, man)
            };
            if facts.plain_bite && facts.nothing_follows && facts.before.is_empty() {
                return !trips.is_empty();
            }
            trips.iter().any(|trip| {
                candidates::walk(t, store, *g, from, man, trip, Mode::Bite, Wants::default())
                    .is_some_and(|run| completes(run, target, None))
            })
        })
    })
}

/// Does some way to finish the run capture the man on the target? An action speaks for the man it moves first; one
/// that moves none speaks for all.
fn completes(mut run: Run<'_>, target: Sq, by: Option<&SquareSet>) -> bool {
    if run.frames.is_empty() {
        run.frames.push(Frame::Captures);
    }
    run.finish(&mut |done| {
        let speaks = by.is_none_or(|by| done.moved.first().is_none_or(|(from, _)| by.contains(*from)));
        if speaks && done.taken.iter().any(|(s, _)| *s == target) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .is_break()
}
