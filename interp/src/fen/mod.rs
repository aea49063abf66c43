//! Positions as text: `board[hand] side field... half full name=value...`.
//!
//! Reading runs no handler. It is generous where other programs write the same position otherwise: fields may be
//! missing (they are told by their shape, so `w 0 1` is read), a field `-` of a state the game does not have is passed
//! over, a number may stand in the place of a list of squares it does not keep, hands may be `[]`, `[-]`, in any order
//! or left out. Everything else that cannot be placed is an error with the number of its field.
//!
//! Writing reads its own text back: what would come out otherwise follows as words.

mod board;
mod letters;
mod rights;
mod squares;
mod words;

pub(crate) use board::diagram;

use crate::store::Store;
use crate::tables::Tables;
use ferz_dsl::game::{CellId, CellType, FenField, Role, SideId};
use ferz_runtime::TextError;

/// Longest text that is looked at: beyond any position of 256 squares with full hands.
const LONGEST: usize = 1 << 16;

/// What reading a field needs to know besides the store.
struct Context<'t> {
    t: &'t Tables,
}

impl Context<'_> {
    /// The side that has just moved, by the side to move alone.
    fn last_mover(&self, store: &Store) -> SideId {
        let players = self.t.game.sides.len() - 1;
        SideId(((store.turn.side.index() + players - 1) % players) as u16)
    }
}

fn error<T>(field: usize, message: impl Into<String>) -> Result<T, TextError> {
    Err(TextError { field, message: message.into() })
}

pub(crate) fn read(t: &Tables, fen: &str) -> Result<Store, TextError> {
    if fen.len() > LONGEST {
        return error(0, format!("the text has {} bytes, no position needs more than {LONGEST}", fen.len()));
    }
    let tokens: Vec<&str> = fen.split_ascii_whitespace().collect();
    let Some(first) = tokens.first() else { return error(1, "the board is missing") };
    let mut store = Store::blank(t);
    board::read(t, first, &mut store).map_err(|message| TextError { field: 1, message })?;
    let Some(side) = tokens.get(1) else { return error(2, "the side to move is missing") };
    let sides: Vec<String> = t.game.players().map(|s| letters::side_letter(t, s)).collect();
    let Some(side) = letters::read_side(t, side) else {
        return error(2, format!("`{}` is no side, one of {} is expected", escaped(side), sides.join(" ")));
    };
    let fields: Vec<(usize, &str)> = tokens.iter().enumerate().skip(2).map(|(i, s)| (i + 1, *s)).collect();
    let (words, fields): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(_, s)| s.contains('='));
    let places = align(t, &fields)?;
    let mut full = 1;
    for (field, token) in t.game.fen.iter().zip(&places) {
        if let (FenField::FullMoves, Some((number, text))) = (field, token) {
            full = text
                .parse::<u32>()
                .map_err(|_| TextError { field: *number, message: "the number of moves is too large".into() })?;
        }
    }
    set_side(t, &mut store, side, full);
    let cx = Context { t };
    for (field, token) in t.game.fen.iter().zip(places) {
        if let Some((number, text)) = token {
            read_field(&cx, &mut store, field, text).map_err(|message| TextError { field: number, message })?;
        }
    }
    for (number, word) in words {
        words::read(t, &mut store, word).map_err(|message| TextError { field: number, message })?;
    }
    Ok(store)
}

fn escaped(text: &str) -> String {
    let short: String = text.chars().take(20).collect();
    short.escape_default().to_string()
}

/// The place in the turn list that a side and a move number mean: the beginning of its turn, at the first move the
/// first turn of the game, later one that recurs.
fn set_side(t: &Tables, store: &mut Store, side: SideId, full: u32) {
    let list = &t.game.turn;
    let n = list.entries.len();
    let begins = |i: usize| list.entries[i] == side && (list.growing || i == 0 || list.entries[i - 1] != side);
    let first = (0..n).find(|i| begins(*i));
    let recurs = (list.repeat_from..n).find(|i| begins(*i));
    let opening = first.filter(|i| full <= 1 || *i >= list.repeat_from);
    let entry = opening.or(recurs).or(first).unwrap_or(0) as u16;
    let rounds = full.saturating_sub(1).saturating_mul(n as u32);
    store.turn.entry = entry;
    store.turn.side = side;
    store.turn.made = 0;
    store.turn.number = if list.growing { rounds.saturating_add(u32::from(entry) + 1) } else { 0 };
    store.full = full;
    store.plies = rounds.saturating_add(entry.into());
}

/// Which text stands for which field. Fields left out are `None`.
fn align<'a>(t: &Tables, tokens: &[(usize, &'a str)]) -> Result<Vec<Option<(usize, &'a str)>>, TextError> {
    let fields = &t.game.fen;
    let mut furthest = 0;
    for tolerant in [false, true] {
        let mut places = vec![None; fields.len()];
        if place(t, fields, tokens, 0, 0, tolerant, &mut places, &mut furthest) {
            return Ok(places);
        }
    }
    let (number, text) = tokens[furthest.min(tokens.len() - 1)];
    let expected: Vec<&str> = fields.iter().map(name_of).collect();
    error(number, format!("`{}` cannot be read here; after the side come {}", escaped(text), expected.join(", ")))
}

fn name_of(field: &FenField) -> &'static str {
    match field {
        FenField::Rights(_) => "rights",
        FenField::Squares { .. } => "squares",
        FenField::CountOrDash(_) => "a count or -",
        FenField::Count(_) => "a count",
        FenField::Pair(_) => "a count for each side (3+3)",
        FenField::HalfMoves(_) => "the half-move clock",
        FenField::FullMoves => "the move number",
    }
}

#[expect(clippy::too_many_arguments, reason = "the state of one search")]
fn place<'a>(
    t: &Tables,
    fields: &[FenField],
    tokens: &[(usize, &'a str)],
    f: usize,
    k: usize,
    tolerant: bool,
    places: &mut Vec<Option<(usize, &'a str)>>,
    furthest: &mut usize,
) -> bool {
    *furthest = (*furthest).max(k);
    let Some((number, text)) = tokens.get(k) else { return true };
    if tokens.len() - k > fields.len() - f + usize::from(tolerant) * 2 {
        return false;
    }
    if let Some(field) = fields.get(f) {
        // A number in the place of squares only where nothing is left out.
        let complete = tokens.len() - k >= fields.len() - f;
        if has_shape(t, field, text, complete) {
            places[f] = Some((*number, *text));
            if place(t, fields, tokens, f + 1, k + 1, tolerant, places, furthest) {
                return true;
            }
            places[f] = None;
        }
        if place(t, fields, tokens, f + 1, k, tolerant, places, furthest) {
            return true;
        }
    }
    tolerant && *text == "-" && place(t, fields, tokens, f, k + 1, tolerant, places, furthest)
}

fn has_shape(t: &Tables, field: &FenField, text: &str, complete: bool) -> bool {
    let number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match field {
        FenField::Rights(_) => text == "-" || text.bytes().all(|b| b.is_ascii_alphabetic()),
        FenField::Squares { .. } => (number && complete) || squares::parse(t, text).is_some(),
        FenField::CountOrDash(_) => text == "-" || (number && complete),
        FenField::Count(_) | FenField::HalfMoves(_) | FenField::FullMoves => number,
        FenField::Pair(cells) => {
            let parts: Vec<&str> = text.split('+').collect();
            parts.len() == cells.len().max(2)
                && parts.iter().all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()))
        }
    }
}

fn read_field(cx: &Context<'_>, store: &mut Store, field: &FenField, text: &str) -> Result<(), String> {
    let t = cx.t;
    match field {
        FenField::Rights(flags) => rights::read(t, store, text, flags),
        FenField::Squares { cells, with } => match squares::parse(t, text) {
            Some(list) if cells.is_empty() && !list.is_empty() => Err(format!("`{text}`: the game keeps no squares")),
            Some(list) => squares::read(cx, store, &list, cells, with),
            // A counting rule of another program.
            None => Ok(()),
        },
        FenField::CountOrDash(cell) | FenField::Count(cell) => {
            if text != "-" {
                store.ints[t.cells[cell.index()].offset] = bounded(t, *cell, text)?;
            }
            Ok(())
        }
        FenField::Pair(cells) => {
            for (cell, value) in cells.iter().zip(text.split('+')) {
                store.ints[t.cells[cell.index()].offset] = bounded(t, *cell, value)?;
            }
            Ok(())
        }
        FenField::HalfMoves(Some(cell)) => {
            store.ints[t.cells[cell.index()].offset] = bounded(t, *cell, text)?;
            Ok(())
        }
        FenField::HalfMoves(None) | FenField::FullMoves => Ok(()),
    }
}

/// A number within the bounds of its cell; clocks are kept as read.
fn bounded(t: &Tables, cell: CellId, text: &str) -> Result<i64, String> {
    let info = &t.game.cells[cell.index()];
    let value: i64 = text.parse().map_err(|_| format!("`{}` is no number that can be kept", escaped(text)))?;
    let (min, max) = match info.ty {
        CellType::Counter { min, max } => (min, max),
        CellType::Latch | CellType::Squares | CellType::Kind => (0, 1),
    };
    let max = if info.role == Role::Clock { i64::from(u32::MAX) } else { max };
    if value < min || value > max {
        return Err(format!("{value} is out of the bounds of {}, {min} to {max}", info.name));
    }
    Ok(value)
}

pub(crate) fn write(t: &Tables, store: &Store) -> String {
    let mut parts = vec![board::write(t, store), letters::side_letter(t, store.turn.side)];
    for field in &t.game.fen {
        let count = |cell: &CellId| store.ints[t.cells[cell.index()].offset];
        parts.push(match field {
            FenField::Rights(flags) => rights::write(t, store, flags),
            FenField::Squares { cells, with } => squares::write(t, store, cells, with),
            FenField::CountOrDash(cell) if count(cell) == 0 => "-".to_string(),
            FenField::CountOrDash(cell) | FenField::Count(cell) | FenField::HalfMoves(Some(cell)) => {
                count(cell).to_string()
            }
            FenField::Pair(cells) => cells.iter().map(|c| count(c).to_string()).collect::<Vec<_>>().join("+"),
            FenField::HalfMoves(None) => "0".to_string(),
            FenField::FullMoves => store.full.to_string(),
        });
    }
    let text = parts.join(" ");
    let Ok(told) = read(t, &text) else { return text };
    let words = words::missing(t, store, &told);
    if words.is_empty() { text } else { format!("{text} {}", words.join(" ")) }
}
