//! Fields that list squares: whose they are is told by the board.

use super::Context;
use crate::store::Store;
use crate::tables::Tables;
use ferz_dsl::game::{CellId, SideId, Sq, SquareSet};

/// `-`, `e3`, `d3e3`: squares by name in any order.
pub(super) fn parse(t: &Tables, text: &str) -> Option<Vec<Sq>> {
    let mut list = Vec::new();
    if text == "-" {
        return Some(list);
    }
    let mut rest = text;
    while !rest.is_empty() {
        let file = rest.chars().next().filter(char::is_ascii_lowercase)?;
        let digits = rest[file.len_utf8()..].chars().take_while(char::is_ascii_digit).count();
        let primes = rest[1 + digits..].chars().take_while(|c| *c == '\'').count();
        let (name, after) = rest.split_at(1 + digits + primes);
        list.push(t.game.board.named(name)?);
        rest = after;
    }
    Some(list)
}

/// Rank by rank from the first, `-` for none.
pub(super) fn show(t: &Tables, set: &SquareSet) -> String {
    if set.is_empty() { "-".to_string() } else { set.iter().map(|s| t.game.board.name(s)).collect() }
}

/// The union over the sides; a state `with` them joins unless the board tells it.
pub(super) fn write(t: &Tables, store: &Store, cells: &[CellId], with: &[CellId]) -> String {
    let mut all = SquareSet::NONE;
    for cell in cells {
        let own = store.cell_squares(t, *cell);
        all = all.union(&own);
        if let Some(partner) = partner(t, *cell, with) {
            let set = store.cell_squares(t, partner);
            let told = t.game.cells[cell.index()].side.map_or(SquareSet::NONE, |side| seen_first(t, store, &own, side));
            if set != told {
                all = all.union(&set);
            }
        }
    }
    show(t, &all)
}

fn partner(t: &Tables, cell: CellId, with: &[CellId]) -> Option<CellId> {
    let side = t.game.cells[cell.index()].side;
    with.iter().copied().find(|w| t.game.cells[w.index()].side == side)
}

/// An occupied square belongs to the side of its man; an empty one to the first side, from the one that has just moved
/// backwards, whose man is first seen from it going that side's forward; else to the one that has just moved. Where
/// there is a state `with` the squares, the occupied ones are its own; a side that lists none gets the men first seen.
pub(super) fn read(
    cx: &Context<'_>,
    store: &mut Store,
    list: &[Sq],
    cells: &[CellId],
    with: &[CellId],
) -> Result<(), String> {
    let t = cx.t;
    for s in list {
        let man = store.at(*s);
        let owner = man.map(|m| m.owner).filter(|o| *o != t.game.neutral());
        let owner = owner.unwrap_or_else(|| owner_of_empty(cx, store, *s, cells));
        let Some(cell) =
            cell_of(t, owner, cells).or_else(|| cell_of(t, cx.last_mover(store), cells)).or(cells.first().copied())
        else {
            return Err("the game keeps no squares".into());
        };
        let target = if man.is_some() { partner(t, cell, with).unwrap_or(cell) } else { cell };
        let mut set = store.cell_squares(t, target);
        set.insert(*s);
        store.set_cell_squares(t, target, set);
    }
    for cell in cells {
        if let (Some(partner), Some(side)) = (partner(t, *cell, with), t.game.cells[cell.index()].side)
            && store.cell_squares(t, partner).is_empty()
        {
            let told = seen_first(t, store, &store.cell_squares(t, *cell), side);
            store.set_cell_squares(t, partner, told);
        }
    }
    Ok(())
}

fn cell_of(t: &Tables, side: SideId, cells: &[CellId]) -> Option<CellId> {
    let fits = |c: &CellId| t.game.cells[c.index()].side.is_none_or(|s| s == side);
    cells.iter().copied().find(fits)
}

fn owner_of_empty(cx: &Context<'_>, store: &Store, s: Sq, cells: &[CellId]) -> SideId {
    let t = cx.t;
    let players = t.game.sides.len() - 1;
    let last = cx.last_mover(store);
    let back = |i: usize| SideId(((last.index() + players - i) % players) as u16);
    let sees = |side: &SideId| {
        cell_of(t, *side, cells).is_some()
            && first_seen(t, store, s, *side).is_some_and(|q| store.at(q).is_some_and(|m| m.owner == *side))
    };
    (0..players).map(back).find(sees).unwrap_or(last)
}

/// The first man seen from a square going the side's forward.
fn first_seen(t: &Tables, store: &Store, s: Sq, side: SideId) -> Option<Sq> {
    let board = &t.game.board;
    let (f, r) = t.game.sides[side.index()].forward;
    if (f, r) == (0, 0) {
        return None;
    }
    let mut at = s;
    for _ in 0..board.size {
        let plain = || {
            board.at(
                i32::from(board.file(at)) + i32::from(f),
                i32::from(board.rank(at)) + i32::from(r),
                board.layer(at),
            )
        };
        at = board.dir((f, r)).map_or_else(plain, |d| board.step(at, d))?;
        if store.at(at).is_some() {
            return Some(at);
        }
    }
    None
}

fn seen_first(t: &Tables, store: &Store, from: &SquareSet, side: SideId) -> SquareSet {
    let own = |s: &Sq| store.at(*s).is_some_and(|m| m.owner == side);
    from.iter().filter_map(|s| first_seen(t, store, s, side)).filter(own).collect()
}
