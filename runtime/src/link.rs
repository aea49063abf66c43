//! What generated modules call: small total functions over tables and stores.
//!
//! Kinds are `i32` with -1 for nothing and sets of kinds are `u128`, as in emitted code. Every function has an answer for
//! every argument.

pub use crate::fen::{Cell, CellType, Facts, Field, Flag, Kind, Raw, Shown, Side, Start};
pub use crate::grid::Grid;
pub use crate::key::Clocks;
pub use crate::lines::{Count, Each, Fields, Guard, Sink, stem};
pub use crate::position::{Fact, Flow, History, Outcome, OutcomeKind, Position, Record, Rules, RulesInfo, TextError};
pub use crate::run::{Bite, BiteBy, Cause, Event, Mode, Replay, Run, STOP, Visit, Word, walks};
pub use crate::set::{Set, Wide};
pub use crate::state::{Held, NOWHERE, State, near};
pub use crate::tour::{Landing, Tour, merge, name_victims};
pub use crate::turns::Turns;
pub use crate::{fen, link, rate};

/// A way to a square: it needs some squares empty, and a mount if it names one.
#[derive(Clone, Copy, Debug)]
pub struct Path<S> {
    pub end: S,
    pub empty: S,
    pub mount: S,
}

/// A path for a table.
#[must_use]
pub const fn path<S: Copy>(end: S, empty: S, mount: S) -> Path<S> {
    Path { end, empty, mount }
}

/// Ends of the paths that are open.
#[inline]
pub fn paths<S: Set>(list: &[Path<S>], occ: S, mounts: S) -> S {
    let open = |p: &&Path<S>| !p.empty.meets(occ) && (p.mount.is_empty() || p.mount.meets(mounts));
    list.iter().filter(open).fold(S::NONE, |all, p| all | p.end)
}

/// Squares behind the first man of a ray, up to the next man, if the first may serve as a mount.
#[inline]
pub fn hop<S: Set, const N: usize>(rays: &[S; N], from: usize, occ: S, up: bool, mounts: S) -> S {
    let ray = rays[from];
    let seen = if up { ray.ray_up(occ) } else { ray.ray_down(occ) };
    let first = seen & occ & mounts;
    if first.is_empty() {
        return S::NONE;
    }
    let beyond = rays[first.first()];
    if up { beyond.ray_up(occ) } else { beyond.ray_down(occ) }
}

/// Those of some squares on which a royal is safe: up to `few` are asked one by one (`bitten`), more at once (`danger`,
/// which `fear` keeps).
#[inline]
pub fn safe<S: Set>(
    squares: S,
    few: u32,
    fear: &mut Option<S>,
    bitten: impl Fn(usize) -> bool,
    danger: impl FnOnce() -> S,
) -> S {
    if fear.is_none() && squares.count() <= few {
        return squares.iter().fold(squares, |left, s| left.minus(S::at(s).when(bitten(s))));
    }
    squares.minus(*fear.get_or_insert_with(danger))
}

/// Entry of a table by number; nothing outside it.
#[inline]
pub fn entry<S: Set, const N: usize>(table: &[S; N], i: i64) -> S {
    usize::try_from(i).ok().and_then(|i| table.get(i)).copied().unwrap_or(S::NONE)
}

/// Union of the entries of a set of kinds.
#[inline]
pub fn entries<S: Set, const N: usize>(table: &[S; N], of: u128) -> S {
    kinds(of).fold(S::NONE, |all, k| all | entry(table, i64::from(k)))
}

#[inline]
pub fn entry_or<T: Copy, const N: usize>(table: &[T; N], kind: i32, other: T) -> T {
    usize::try_from(kind).ok().and_then(|i| table.get(i)).copied().unwrap_or(other)
}

/// A kind by kind, or by file; -1 where there is none.
#[inline]
#[must_use]
pub fn face<const N: usize>(table: &[i32; N], i: i32) -> i32 {
    entry_or(table, i, -1)
}

/// The kinds of a set, ascending.
#[inline]
pub fn kinds(mut of: u128) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        if of == 0 {
            return None;
        }
        let k = of.trailing_zeros() as i32;
        of &= of - 1;
        Some(k)
    })
}

#[inline]
#[must_use]
pub fn one_kind(k: i32) -> u128 {
    if (0..128).contains(&k) { 1 << k } else { 0 }
}

#[inline]
#[must_use]
pub fn kind_in(k: i32, of: u128) -> bool {
    one_kind(k) & of != 0
}

/// Entry of a list of directions.
#[inline]
#[must_use]
pub fn nth(list: &[usize], i: usize) -> usize {
    list.get(i).copied().unwrap_or(NOWHERE)
}

#[inline]
#[must_use]
pub fn somewhere(s: usize) -> Option<usize> {
    (s != NOWHERE).then_some(s)
}

#[must_use]
pub fn opposite(table: &[usize], d: usize) -> Option<usize> {
    table.get(d).copied().filter(|d| *d != NOWHERE)
}

#[inline]
#[must_use]
pub fn cell(ints: &[i32], at: usize) -> i64 {
    ints.get(at).copied().map_or(0, i64::from)
}

#[inline]
fn write_cell(ints: &mut [i32], at: usize, value: i64, min: i64, top: i64) {
    if let Some(slot) = ints.get_mut(at) {
        let value = value.clamp(min.min(top), top);
        *slot = i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX });
    }
}

#[inline]
pub fn set_cell(ints: &mut [i32], at: usize, value: i64, min: i64, max: i64) {
    write_cell(ints, at, value, min, max);
}

/// Adding stops at the upper bound; a clock that was read beyond it stays there.
#[inline]
pub fn add_cell(ints: &mut [i32], at: usize, value: i64, min: i64, max: i64) {
    let now = cell(ints, at);
    write_cell(ints, at, now.saturating_add(value), min, max.max(now));
}

#[inline]
pub fn take_cell(ints: &mut [i32], at: usize, value: i64, min: i64, max: i64) {
    let now = cell(ints, at);
    write_cell(ints, at, now.saturating_sub(value), min, max.max(now));
}

/// Entry of a cell by an index from 0; no entry outside it.
#[inline]
#[must_use]
pub fn index_of(offset: usize, len: usize, i: i64) -> usize {
    usize::try_from(i).ok().filter(|i| *i < len).map_or(usize::MAX, |i| offset + i)
}

/// Entry of a cell by kind.
#[inline]
#[must_use]
pub fn index_of_kind(offset: usize, list: &[i32], k: i32) -> usize {
    list.iter().position(|x| *x == k).map_or(usize::MAX, |i| offset + i)
}

/// One step; nothing off the board.
#[inline]
#[must_use]
pub fn stepped<const N: usize>(steps: &[[u16; N]], s: usize, d: usize) -> Option<usize> {
    let to = *steps.get(d)?.get(s)?;
    (to != u16::MAX).then_some(usize::from(to))
}

#[must_use]
pub fn step<S: Set, const N: usize>(steps: &[[u16; N]], s: usize, d: usize) -> S {
    stepped(steps, s, d).map_or(S::NONE, S::at)
}

/// Squares strictly between two squares of a line.
#[inline]
#[must_use]
pub fn between<S: Set, const N: usize>(lines: &[&[S; N]; 8], a: usize, b: usize) -> S {
    if a >= N || b >= N {
        return S::NONE;
    }
    let line = lines.iter().find(|rays| rays[a].has(b));
    line.map_or(S::NONE, |rays| rays[a].minus(rays[b] | S::at(b)))
}

/// The longest part of the line beside `s` that lies in `inside`, and the square after it.
fn run_and_stop<S: Set, const N: usize>(steps: &[[u16; N]], s: usize, d: usize, inside: S) -> (S, Option<usize>) {
    let mut run = S::NONE;
    let mut at = s;
    while let Some(next) = stepped(steps, at, d) {
        if !inside.has(next) {
            return (run, Some(next));
        }
        if run.has(next) {
            break;
        }
        run.add(next);
        at = next;
    }
    (run, None)
}

#[must_use]
pub fn run<S: Set, const N: usize>(steps: &[[u16; N]], s: usize, d: usize, inside: S) -> S {
    run_and_stop(steps, s, d, inside).0
}

#[must_use]
pub fn stop<S: Set, const N: usize>(steps: &[[u16; N]], s: usize, d: usize, inside: S) -> S {
    run_and_stop(steps, s, d, inside).1.map_or(S::NONE, S::at)
}

/// Does the fact hold after every move of the side in the repeated cycle?
#[must_use]
pub fn throughout(h: &History, fact: usize, side: usize) -> bool {
    let mut own = h.cycle().iter().filter(|r| r.mover == side).peekable();
    own.peek().is_some() && own.all(|r| matches!(r.facts.get(fact), Some(Fact::Bool(true))))
}

/// Squares of the men that were in the fact after every move of the side in the cycle, each followed as it moves.
#[must_use]
pub fn throughout_squares<S: Set>(h: &History, fact: usize, side: usize) -> S {
    let mut followed: Option<S> = None;
    for r in h.cycle() {
        if let Some(men) = followed {
            let mut moved = men;
            for (from, _) in &r.moved {
                moved.remove((*from).into());
            }
            for (from, to) in &r.moved {
                moved |= S::at((*to).into()).when(men.has((*from).into()));
            }
            followed = Some(moved);
        }
        if r.mover == side {
            let now = match r.facts.get(fact) {
                Some(Fact::Squares(list)) => list.iter().fold(S::NONE, |all, s| all | S::at((*s).into())),
                Some(Fact::Bool(_)) | None => S::NONE,
            };
            followed = Some(followed.map_or(now, |men| men & now));
        }
    }
    followed.unwrap_or(S::NONE)
}

/// Letter of a kind in upper case; nothing for nothing.
#[must_use]
pub fn letter(f: &Facts, k: i32) -> String {
    usize::try_from(k).ok().and_then(|k| f.kinds.get(k)).map_or_else(String::new, |k| k.letter.to_string())
}

#[must_use]
pub fn file_letter(l: i64) -> String {
    char::from(b'a' + (l.rem_euclid(26)) as u8).to_string()
}

impl<S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    State<S, K, O, F, I, Q, H>
{
    #[inline]
    #[must_use]
    pub fn of_kind(&self, k: i32) -> S {
        usize::try_from(k).ok().and_then(|k| self.kinds.get(k)).copied().unwrap_or(S::NONE)
    }

    #[inline]
    #[must_use]
    pub fn of_kinds(&self, of: u128) -> S {
        kinds(of).fold(S::NONE, |all, k| all | self.of_kind(k))
    }

    #[must_use]
    pub fn hand_kinds(&self, side: usize) -> u128 {
        let hand = self.hands.get(side).into_iter().flatten().enumerate();
        hand.filter(|(_, n)| **n > 0).fold(0, |all, (k, _)| all | 1 << k)
    }

    #[must_use]
    pub fn in_hand(&self, side: usize, k: i32) -> i64 {
        let hand = self.hands.get(side);
        usize::try_from(k).ok().and_then(|k| hand?.get(k)).copied().map_or(0, i64::from)
    }

    fn hand_slot(&mut self, side: usize, k: i32) -> Option<&mut u8> {
        self.hands.get_mut(side)?.get_mut(usize::try_from(k).ok()?)
    }

    /// False if they are not there.
    pub fn take_hand(&mut self, side: usize, k: i32, n: i64) -> bool {
        let Some(slot) = self.hand_slot(side, k) else { return false };
        match u8::try_from(n.max(0)).ok().and_then(|n| slot.checked_sub(n)) {
            Some(left) => {
                *slot = left;
                true
            }
            None => false,
        }
    }

    pub fn add_hand(&mut self, side: usize, k: i32, n: i64) {
        if let Some(slot) = self.hand_slot(side, k) {
            *slot = slot.saturating_add(n.clamp(0, 255) as u8);
        }
    }
}
