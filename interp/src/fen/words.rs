//! Words `name=value` after the fields: state that is not shown, or that its field would not tell.

use super::squares;
use crate::store::{Store, Turn, has_flag};
use crate::tables::Tables;
use ferz_dsl::game::{CellId, CellType, Expr, FlagId, Mark, SideId, SideSet, SquareSet};

/// Cells of one name, in order: the copies of the sides.
fn groups(t: &Tables) -> Vec<(&str, Vec<CellId>)> {
    let mut groups: Vec<(&str, Vec<CellId>)> = Vec::new();
    for (i, cell) in t.game.cells.iter().enumerate() {
        let id = CellId(i as u16);
        match groups.iter_mut().find(|(name, _)| *name == cell.name) {
            Some((_, cells)) => cells.push(id),
            None => groups.push((&cell.name, vec![id])),
        }
    }
    groups
}

fn show_cell(t: &Tables, store: &Store, cell: CellId) -> String {
    let spot = t.cells[cell.index()];
    match t.game.cells[cell.index()].ty {
        CellType::Squares => squares::show(t, &store.cell_squares(t, cell)),
        CellType::Kind => u16::try_from(store.ints[spot.offset])
            .ok()
            .and_then(|k| t.game.kinds.get(usize::from(k)))
            .map_or_else(|| "-".to_string(), |k| k.letter.clone()),
        CellType::Counter { .. } | CellType::Latch => {
            let values: Vec<String> =
                store.ints[spot.offset..spot.offset + spot.len].iter().map(i64::to_string).collect();
            values.join(",")
        }
    }
}

fn read_cell(t: &Tables, store: &mut Store, cell: CellId, text: &str) -> Result<(), String> {
    let info = &t.game.cells[cell.index()];
    let spot = t.cells[cell.index()];
    match info.ty {
        CellType::Squares => {
            let list = squares::parse(t, text).ok_or_else(|| format!("`{text}` is no list of squares"))?;
            store.set_cell_squares(t, cell, list.into_iter().collect());
        }
        CellType::Kind => {
            let kind = t.game.kinds.iter().position(|k| k.letter == text);
            if kind.is_none() && text != "-" {
                return Err(format!("no piece is written `{text}`"));
            }
            store.ints[spot.offset] = kind.map_or(-1, |k| k as i64);
        }
        CellType::Counter { .. } | CellType::Latch => {
            let values: Vec<&str> = text.split(',').collect();
            if values.len() != spot.len {
                return Err(format!("{} values are given, {} has {}", values.len(), info.name, spot.len));
            }
            for (i, value) in values.into_iter().enumerate() {
                store.ints[spot.offset + i] = super::bounded(t, cell, value)?;
            }
        }
    }
    Ok(())
}

/// The words that a text read as `told` lacks to give `store`.
pub(super) fn missing(t: &Tables, store: &Store, told: &Store) -> Vec<String> {
    let mut words = Vec::new();
    let differs = |cell: &CellId| {
        let spot = t.cells[cell.index()];
        if spot.is_squares {
            store.squares[spot.offset] != told.squares[spot.offset]
        } else {
            store.ints[spot.offset..spot.offset + spot.len] != told.ints[spot.offset..spot.offset + spot.len]
        }
    };
    for (name, cells) in groups(t) {
        if cells.iter().any(differs) {
            let values: Vec<String> = cells.iter().map(|c| show_cell(t, store, *c)).collect();
            words.push(format!("{name}={}", values.join(":")));
        }
    }
    for (i, flag) in t.game.flags.iter().enumerate() {
        let with = |s: &Store| s.men(|m| has_flag(m, FlagId(i as u16)));
        if with(store) != with(told) {
            words.push(format!("{}={}", flag.name, squares::show(t, &with(store))));
        }
    }
    if store.turn != told.turn {
        words.push(show_turn(t, store, told));
    }
    if !store.out.is_empty() {
        let names: Vec<&str> = store.out.iter().map(|s| t.game.sides[s.index()].name.as_str()).collect();
        words.push(format!("out={}", names.join(",")));
    }
    if let Some(mark) = store.ended {
        let name = |s: SideId| t.game.sides[s.index()].name.clone();
        let value = match mark {
            Mark::Draw => "draw".to_string(),
            Mark::Win(s) => name(s),
            Mark::Lose(s) => format!("-{}", name(s)),
        };
        words.push(format!("ended={value}"));
    }
    let counts_plies = t.game.exprs.contains(&Expr::Ply);
    if counts_plies && store.plies != told.plies {
        words.push(format!("ply={}", store.plies));
    }
    words
}

/// `turn=2`: the second ply of the turn; `turn=2:4` where the turn is not the one that the side's name means: it begins
/// at the fourth entry of the list.
fn show_turn(t: &Tables, store: &Store, told: &Store) -> String {
    let start = run_start(t, store.turn);
    if t.game.turn.growing {
        return format!("turn={}:{}", store.turn.made + 1, store.turn.number);
    }
    if start == run_start(t, told.turn) {
        return format!("turn={}", store.turn.made + 1);
    }
    format!("turn={}:{}", store.turn.made + 1, start + 1)
}

/// The entry with which the turn began.
fn run_start(t: &Tables, turn: Turn) -> u16 {
    if t.game.turn.growing { turn.entry } else { turn.entry.saturating_sub(turn.made) }
}

/// # Errors
/// The word is not known or its value cannot be read.
pub(super) fn read(t: &Tables, store: &mut Store, word: &str) -> Result<(), String> {
    let (name, value) = word.split_once('=').ok_or("a word `name=value` is expected")?;
    match name {
        "turn" => return read_turn(t, store, value),
        "out" => {
            let side = |n: &str| t.game.players().find(|s| t.game.sides[s.index()].name == n);
            let sides: Option<Vec<SideId>> = value.split(',').map(side).collect();
            store.out =
                sides.ok_or_else(|| format!("`{value}` are no sides of the game"))?.into_iter().collect::<SideSet>();
            return Ok(());
        }
        "ended" => {
            let bare = value.strip_prefix('-').unwrap_or(value);
            let side = t.game.players().find(|s| t.game.sides[s.index()].name == bare);
            store.ended = Some(match (value, side) {
                ("draw", _) => Mark::Draw,
                (_, Some(s)) if bare == value => Mark::Win(s),
                (_, Some(s)) => Mark::Lose(s),
                (_, None) => return Err(format!("`{value}` is no result")),
            });
            return Ok(());
        }
        "ply" => {
            store.plies = value.parse().map_err(|_| format!("`{value}` is no number of moves"))?;
            return Ok(());
        }
        _ => {}
    }
    if let Some((_, cells)) = groups(t).into_iter().find(|(n, _)| *n == name) {
        let values: Vec<&str> = value.split(':').collect();
        if values.len() != cells.len() {
            return Err(format!("{} values are given for {name}, {} are expected", values.len(), cells.len()));
        }
        for (cell, value) in cells.into_iter().zip(values) {
            read_cell(t, store, cell, value)?;
        }
        return Ok(());
    }
    if let Some(flag) = t.game.flags.iter().position(|f| f.name == name) {
        let list = squares::parse(t, value).ok_or_else(|| format!("`{value}` is no list of squares"))?;
        return read_flag(t, store, FlagId(flag as u16), &list.into_iter().collect());
    }
    Err(format!("the game has no state called `{name}`"))
}

/// The flag is set for the men on these squares and for no other.
fn read_flag(t: &Tables, store: &mut Store, flag: FlagId, set: &SquareSet) -> Result<(), String> {
    let kinds = t.game.flags[flag.index()].kinds;
    for s in set.iter() {
        if !store.at(s).is_some_and(|m| kinds.contains(m.kind)) {
            return Err(format!("no man on {} can be {}", t.game.board.name(s), t.game.flags[flag.index()].name));
        }
    }
    for (s, man) in store.board.iter_mut().enumerate() {
        if let Some(man) = man {
            man.flags = man.flags & !(1 << flag.0) | u32::from(set.contains(s as u16)) << flag.0;
        }
    }
    Ok(())
}

fn read_turn(t: &Tables, store: &mut Store, value: &str) -> Result<(), String> {
    let wrong = || format!("`{value}` is no place in a turn");
    let (ply, rest) = value.split_once(':').map_or((value, None), |(p, r)| (p, Some(r)));
    let ply: u16 = ply.parse().ok().filter(|p| *p > 0).ok_or_else(wrong)?;
    let rest: Option<u32> = rest.map(|r| r.parse().map_err(|_| wrong())).transpose()?;
    let list = &t.game.turn;
    let mut turn = store.turn;
    if list.growing {
        turn.number = rest.unwrap_or(turn.number);
        if u32::from(ply) > turn.number {
            return Err(wrong());
        }
        turn.made = ply - 1;
    } else {
        let start = match rest {
            Some(entry) => u16::try_from(entry).ok().and_then(|e| e.checked_sub(1)).ok_or_else(wrong)?,
            None => run_start(t, turn),
        };
        let entry = start.checked_add(ply - 1).ok_or_else(wrong)?;
        let entries = list.entries.get(usize::from(start)..=usize::from(entry)).ok_or_else(wrong)?;
        if entries.iter().any(|s| *s != turn.side) {
            return Err(wrong());
        }
        turn = Turn { entry, made: ply - 1, ..turn };
    }
    store.turn = turn;
    Ok(())
}
