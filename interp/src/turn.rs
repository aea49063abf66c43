//! The turn machine: who moves next, what runs when turns end and begin, who is still in the game.

use crate::run::{Frame, Mode, Run};
use crate::store::{Store, Turn};
use crate::tables::Tables;
use crate::word::Word;
use ferz_dsl::game::{GenId, Moment, SideId, Step, TurnHook};
use std::ops::ControlFlow;

/// The place in the turn list after one ply, and whether another turn begins there. `full` counts how often the side
/// that opens the list comes to its turn.
fn next(t: &Tables, store: &Store, end_turn: bool) -> (Turn, u32) {
    let list = &t.game.turn;
    let now = store.turn;
    let mut ended = end_turn || store.out.contains(now.side);
    if list.growing {
        ended |= u32::from(now.made) + 1 >= now.number;
        if !ended {
            return (Turn { made: now.made.saturating_add(1), ..now }, 0);
        }
    }
    let (mut entry, mut side, mut full) = (now.entry, now.side, 0);
    let number = if list.growing { now.number.saturating_add(1) } else { 0 };
    for _ in 0..=2 * list.entries.len() {
        entry = after(t, entry);
        let comes = list.entries[usize::from(entry)];
        if comes == side && !list.growing {
            if !ended {
                return (Turn { entry, made: now.made.saturating_add(1), ..now }, full);
            }
            continue;
        }
        side = comes;
        full += u32::from(side == list.entries[0]);
        ended = store.out.contains(side);
        if !ended {
            return (Turn { entry, side, made: 0, number }, full);
        }
    }
    // One side has all the turns, or nobody is left.
    (Turn { entry, side, made: 0, number }, full)
}

fn after(t: &Tables, entry: u16) -> u16 {
    let list = &t.game.turn;
    if usize::from(entry) + 1 < list.entries.len() { entry + 1 } else { list.repeat_from as u16 }
}

/// Is the turn of the side to move over after its ply?
pub(crate) fn is_over(t: &Tables, store: &Store, end_turn: bool) -> bool {
    next(t, store, end_turn).0.made == 0
}

/// The store as if the turn of the side began; no hook runs.
pub(crate) fn set_turn(t: &Tables, store: &mut Store, side: SideId) {
    if store.turn.side == side && store.turn.made == 0 {
        return;
    }
    let list = &t.game.turn;
    let mut entry = store.turn.entry;
    for _ in 0..=list.entries.len() {
        let before = list.entries[usize::from(entry)];
        entry = after(t, entry);
        if list.entries[usize::from(entry)] == side && (before != side || list.growing) {
            break;
        }
    }
    store.turn = Turn { entry, side, made: 0, number: store.turn.number };
}

/// Hooks of the end of a turn: the owner's own, the others' for an enemy's turn, then those for any turn.
pub(crate) fn end_hooks(t: &Tables, side: SideId) -> Vec<&[Step]> {
    let asked: Vec<&TurnHook> =
        t.game.turn_hooks.iter().filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(side)).collect();
    let group = |h: &TurnHook| match (h.of.contains(h.owner), h.of.len() > 1, h.owner == side) {
        (true, false, _) => 0,
        (false, _, _) => 1,
        (true, true, true) => 2,
        (true, true, false) => 3,
    };
    (0..4).flat_map(|g| asked.iter().filter(move |h| group(h) == g).map(|h| &h.body[..]).collect::<Vec<_>>()).collect()
}

pub(crate) fn loss_hooks(t: &Tables, lost: SideId) -> Vec<&[Step]> {
    t.game.turn_hooks.iter().filter(|h| h.moment == Moment::Loss && h.of.contains(lost)).map(|h| &h.body[..]).collect()
}

/// The turn passes after a move: counters, then the hooks of the turn that begins. Nothing here can undo the move.
pub(crate) fn pass(t: &Tables, store: &mut Store, end_turn: bool, generator: Option<GenId>) {
    let (turn, full) = next(t, store, end_turn);
    store.turn = turn;
    store.full = store.full.saturating_add(full);
    store.plies = store.plies.saturating_add(1);
    if turn.made == 0 {
        begin(t, store, generator);
    }
}

/// Hooks of the turn that begins: its side's first, then the others'.
fn begin(t: &Tables, store: &mut Store, generator: Option<GenId>) {
    let side = store.turn.side;
    let hooks = || t.game.turn_hooks.iter().filter(move |h| h.moment == Moment::StartOfTurn && h.of.contains(side));
    for hook in hooks().filter(|h| h.owner == side).chain(hooks().filter(|h| h.owner != side)) {
        run_hook(t, store, &hook.body, generator);
    }
}

/// What runs before the first move of a game: hooks of the start and of grants in order, then of the first turn.
pub(crate) fn start_game(t: &Tables, store: &mut Store) {
    for hook in t.game.turn_hooks.iter().filter(|h| matches!(h.moment, Moment::StartOfGame | Moment::Grant)) {
        run_hook(t, store, &hook.body, None);
    }
    begin(t, store, None);
}

/// A hook that would have no value somewhere leaves the store as it was.
pub(crate) fn run_hook(t: &Tables, store: &mut Store, body: &[Step], generator: Option<GenId>) {
    let before = store.clone();
    let mut run =
        Run::new(t, &before, before.clone(), store.turn.side, Word::action(generator.unwrap_or(GenId(0))), Mode::Hook);
    run.names.generator = generator;
    run.frames = vec![Frame::Captures, Frame::Steps(body)];
    let mut result = None;
    let _ = run.finish(&mut |run| {
        result = Some(run.store);
        ControlFlow::Break(())
    });
    if let Some(result) = result {
        *store = result;
    }
}

/// A side that has lost leaves a game of several parties; if its turn has come, the next side's begins.
pub(crate) fn leave(t: &Tables, store: &mut Store, side: SideId) {
    store.out.insert(side);
    for hook in loss_hooks(t, side) {
        run_hook(t, store, hook, None);
    }
    if store.turn.side == side {
        let (turn, full) = next(t, store, true);
        store.turn = turn;
        store.full = store.full.saturating_add(full);
        begin(t, store, None);
    }
}

/// The teams that still have a player in the game.
pub(crate) fn parties(t: &Tables, store: &Store) -> Vec<u16> {
    let mut teams: Vec<u16> =
        t.game.players().filter(|s| !store.out.contains(*s)).map(|s| t.game.sides[s.index()].team).collect();
    teams.sort_unstable();
    teams.dedup();
    teams
}
