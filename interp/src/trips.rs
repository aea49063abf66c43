//! Walks of men on a store: the bridge between the interpreter and the walk executor.

use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::walk::{Ground, Place, Victim};
use ferz_dsl::game::{Cause, ExprId, Man, Sq, SquareSet, WalkId};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// One way for a walk to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trip {
    pub to: Sq,
    /// In path order.
    pub takes: Vec<(Sq, Cause)>,
    /// Where the man taken as `Carry` is put.
    pub put: Option<Sq>,
}

impl Trip {
    /// One move, whatever the way.
    pub fn same(&self, other: &Self) -> bool {
        self.to == other.to && self.put == other.put && self.victims() == other.victims()
    }
    pub fn victims(&self) -> SquareSet {
        self.takes.iter().map(|(s, _)| *s).collect()
    }
    pub fn captures(&self) -> SquareSet {
        self.takes.iter().filter(|(_, cause)| *cause == Cause::Capture).map(|(s, _)| *s).collect()
    }
}

/// The store as a walk sees it.
struct Field<'a> {
    t: &'a Tables,
    store: &'a Store,
    before: &'a Store,
    names: &'a Names,
}

impl Field<'_> {
    /// Runs `read` with the mover and the lifted victims off the board.
    fn read<T>(&self, e: ExprId, place: &Place<'_>, read: impl FnOnce(&mut Scene<'_>) -> T) -> T {
        let mut names = self.names.clone();
        names.from = Some(place.from);
        names.here = Some(place.here);
        let mut store = Cow::Borrowed(self.store);
        if self.t.reads_board[e.index()] {
            let store = store.to_mut();
            store.board[usize::from(place.from)] = None;
            for victim in place.victims.iter().filter(|v| !v.late) {
                store.board[usize::from(victim.at)] = None;
            }
        }
        read(&mut Scene::new(self.t, &store, self.before, &mut names))
    }
}

impl Ground for Field<'_> {
    fn man(&self, s: Sq) -> Option<Man> {
        self.store.at(s)
    }
    fn holds(&self, guard: ExprId, place: &Place<'_>) -> bool {
        self.read(guard, place, |scene| scene.bool(guard)).unwrap_or(false)
    }
    fn squares(&self, set: ExprId, place: &Place<'_>) -> SquareSet {
        self.read(set, place, |scene| scene.set(set)).unwrap_or(SquareSet::NONE)
    }
}

/// Every ending of the walk for a man from a square, each once; its `when` is asked.
pub(crate) fn trips(scene: &mut Scene<'_>, walk: WalkId, from: Sq, man: Man) -> Vec<Trip> {
    endings(scene, walk, from, man, None)
}

/// The endings that capture what stands on `target`.
pub(crate) fn trips_to(scene: &mut Scene<'_>, walk: WalkId, from: Sq, man: Man, target: Sq) -> Vec<Trip> {
    endings(scene, walk, from, man, Some(target))
}

fn endings(scene: &mut Scene<'_>, walk: WalkId, from: Sq, man: Man, target: Option<Sq>) -> Vec<Trip> {
    let t = scene.t;
    let tour = &t.tours[walk.index()];
    if target.is_some_and(|s| !tour.may_take(from, s)) {
        return Vec::new();
    }
    let when = t.game.walks[walk.index()].guard;
    let late = t.guard_names_end[walk.index()];
    let names_from = scene.names.from.replace(from);
    if let (Some(e), false) = (when, late)
        && !scene.bool(e).unwrap_or(false)
    {
        scene.names.from = names_from;
        return Vec::new();
    }
    let mut landed = SquareSet::NONE;
    let mut found: Vec<Trip> = Vec::new();
    let field = Field { t, store: scene.store, before: scene.before, names: scene.names };
    let _ = tour.visit(&t.game.board, &field, man, from, &mut |to, victims: &[Victim], put| {
        if target.is_some_and(|s| !victims.iter().any(|v| v.at == s && v.cause == Cause::Capture)) {
            return ControlFlow::Continue(());
        }
        let trip = Trip { to, takes: victims.iter().map(|v| (v.at, v.cause)).collect(), put };
        if !landed.contains(to) || !found.iter().any(|f| f.same(&trip)) {
            landed.insert(to);
            found.push(trip);
        }
        ControlFlow::Continue(())
    });
    if let (Some(e), true) = (when, late) {
        found.retain(|trip| {
            let names =
                (scene.names.to.replace(trip.to), std::mem::replace(&mut scene.names.captured, trip.captures()));
            let holds = scene.bool(e).unwrap_or(false);
            (scene.names.to, scene.names.captured) = names;
            holds
        });
    }
    scene.names.from = names_from;
    found
}
