//! The fields between the side to move and the words.

use super::{CellType, Facts, Field, Raw, bit, escaped, last_mover, rights, set_bit, squares_of};
use crate::position::TextError;

type Place<'a> = Option<(usize, &'a str)>;

/// Which text stands for which field. A second try passes over lone dashes: fields that the game does not have.
pub fn places<'a>(f: &Facts, texts: &[(usize, &'a str)]) -> Result<Vec<Place<'a>>, TextError> {
    let mut furthest = 0;
    for tolerant in [false, true] {
        let mut search = Search { f, texts, tolerant, places: vec![None; f.fields.len()], furthest: &mut furthest };
        if search.place(0, 0) {
            return Ok(search.places);
        }
    }
    let (field, text) = texts[furthest.min(texts.len() - 1)];
    let expected: Vec<&str> = f.fields.iter().map(name).collect();
    let message = format!("`{}` cannot be read here; after the side come {}", escaped(text), expected.join(", "));
    Err(TextError { field, message })
}

struct Search<'f, 'a, 'o> {
    f: &'f Facts,
    texts: &'o [(usize, &'a str)],
    tolerant: bool,
    places: Vec<Place<'a>>,
    furthest: &'o mut usize,
}

impl Search<'_, '_, '_> {
    fn place(&mut self, field: usize, text: usize) -> bool {
        *self.furthest = (*self.furthest).max(text);
        let Some(token) = self.texts.get(text).copied() else { return true };
        let (left, room) = (self.texts.len() - text, self.f.fields.len() - field);
        if left > room + usize::from(self.tolerant) * 2 {
            return false;
        }
        if let Some(wanted) = self.f.fields.get(field) {
            // A number stands for squares only where nothing is left out.
            if has_shape(self.f, wanted, token.1, left >= room) {
                self.places[field] = Some(token);
                if self.place(field + 1, text + 1) {
                    return true;
                }
                self.places[field] = None;
            }
            if self.place(field + 1, text) {
                return true;
            }
        }
        self.tolerant && token.1 == "-" && self.place(field, text + 1)
    }
}

fn name(field: &Field) -> &'static str {
    match field {
        Field::Rights(_) => "rights",
        Field::Squares { .. } => "squares",
        Field::CountOrDash(_) => "a count or -",
        Field::Count(_) => "a count",
        Field::Pair(_) => "a count for each side (3+3)",
        Field::HalfMoves(_) => "the half-move clock",
        Field::FullMoves => "the move number",
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn has_shape(f: &Facts, field: &Field, text: &str, complete: bool) -> bool {
    match field {
        Field::Rights(_) => text == "-" || text.bytes().all(|b| b.is_ascii_alphabetic()),
        Field::Squares { .. } => digits(text) && complete || parse_squares(f, text).is_some(),
        Field::CountOrDash(_) => text == "-" || digits(text) && complete,
        Field::Count(_) | Field::HalfMoves(_) | Field::FullMoves => digits(text),
        Field::Pair(cells) => {
            let parts: Vec<&str> = text.split('+').collect();
            parts.len() == cells.len().max(2) && parts.iter().all(|p| digits(p))
        }
    }
}

pub fn read(f: &Facts, raw: &mut Raw, field: &Field, text: &str) -> Result<(), String> {
    match field {
        Field::Rights(flags) => rights::read(f, raw, text, flags),
        Field::Squares { cells, with } => match parse_squares(f, text) {
            Some(list) if cells.is_empty() && !list.is_empty() => Err(format!("`{text}`: the game keeps no squares")),
            Some(list) => read_squares(f, raw, &list, cells, with),
            // A counting rule of another program.
            None => Ok(()),
        },
        Field::CountOrDash(c) | Field::Count(c) | Field::HalfMoves(Some(c)) => {
            if text != "-" {
                raw.ints[f.cells[*c].offset] = bounded(f, *c, text)?;
            }
            Ok(())
        }
        Field::Pair(cells) => {
            for (c, value) in cells.iter().zip(text.split('+')) {
                raw.ints[f.cells[*c].offset] = bounded(f, *c, value)?;
            }
            Ok(())
        }
        Field::HalfMoves(None) | Field::FullMoves => Ok(()),
    }
}

/// A number within the bounds of its cell; clocks are kept as read.
pub fn bounded(f: &Facts, cell: usize, text: &str) -> Result<i32, String> {
    let info = &f.cells[cell];
    let value: i64 = text.parse().map_err(|_| format!("`{}` is no number that can be kept", escaped(text)))?;
    let (min, max) = match info.ty {
        CellType::Counter { min, max } => (min, if info.clock { i64::from(i32::MAX) } else { max }),
        CellType::Squares | CellType::Kind => (0, 1),
    };
    if value < min || value > max {
        return Err(format!("{value} is out of the bounds of {}, {min} to {max}", info.name));
    }
    i32::try_from(value).map_err(|_| format!("{value} is no number that can be kept"))
}

pub fn write(f: &Facts, raw: &Raw, field: &Field) -> String {
    let count = |c: &usize| raw.ints[f.cells[*c].offset];
    match field {
        Field::Rights(flags) => rights::write(f, raw, flags),
        Field::Squares { cells, with } => write_squares(f, raw, cells, with),
        Field::CountOrDash(c) if count(c) == 0 => "-".to_string(),
        Field::CountOrDash(c) | Field::Count(c) | Field::HalfMoves(Some(c)) => count(c).to_string(),
        Field::Pair(cells) => cells.iter().map(|c| count(c).to_string()).collect::<Vec<_>>().join("+"),
        Field::HalfMoves(None) => "0".to_string(),
        Field::FullMoves => raw.full_moves.to_string(),
    }
}

/// `-`, `e3`, `d3e3`.
pub fn parse_squares(f: &Facts, text: &str) -> Option<Vec<usize>> {
    let mut list = Vec::new();
    let mut rest = if text == "-" { "" } else { text };
    while !rest.is_empty() {
        let (s, after) = f.read_square(rest)?;
        list.push(s);
        rest = after;
    }
    Some(list)
}

pub fn show_squares(f: &Facts, set: &super::Bits) -> String {
    if *set == [0; 4] { "-".to_string() } else { squares_of(set).map(|s| f.square_name(s)).collect() }
}

fn partner(f: &Facts, cell: usize, with: &[usize]) -> Option<usize> {
    with.iter().copied().find(|w| f.cells[*w].side == f.cells[cell].side)
}

fn write_squares(f: &Facts, raw: &Raw, cells: &[usize], with: &[usize]) -> String {
    let mut all = [0; 4];
    let mut join = |set: &super::Bits| (0..4).for_each(|i| all[i] |= set[i]);
    for c in cells {
        let own = raw.sets[f.cells[*c].offset];
        join(&own);
        if let Some(p) = partner(f, *c, with) {
            let set = raw.sets[f.cells[p].offset];
            let told = f.cells[*c].side.map_or([0; 4], |side| seen(f, raw, &own, side.into()));
            if set != told {
                join(&set);
            }
        }
    }
    show_squares(f, &all)
}

/// Occupied squares belong to the side of their man; empty ones to the first side, from the one that has just moved
/// backwards, whose man is first seen from there going its forward; else to the one that has just moved. A side that
/// lists no men beside its squares gets those first seen.
fn read_squares(f: &Facts, raw: &mut Raw, list: &[usize], cells: &[usize], with: &[usize]) -> Result<(), String> {
    let last = last_mover(f, raw);
    for s in list {
        let man = raw.board[*s];
        let owner = man.map(|m| m.owner).filter(|o| *o < f.sides.len()).unwrap_or_else(|| {
            let players = f.sides.len();
            let back = |i: usize| (last + players - i) % players;
            let sees = |side: &usize| {
                cell_of(f, *side, cells).is_some()
                    && first_seen(f, raw, *s, *side).and_then(|q| raw.board[q]).is_some_and(|m| m.owner == *side)
            };
            (0..players).map(back).find(sees).unwrap_or(last)
        });
        let cell = cell_of(f, owner, cells).or_else(|| cell_of(f, last, cells)).or(cells.first().copied());
        let Some(cell) = cell else { return Err("the game keeps no squares".into()) };
        let target = if man.is_some() { partner(f, cell, with).unwrap_or(cell) } else { cell };
        set_bit(&mut raw.sets[f.cells[target].offset], *s);
    }
    for c in cells {
        if let (Some(p), Some(side)) = (partner(f, *c, with), f.cells[*c].side)
            && raw.sets[f.cells[p].offset] == [0; 4]
        {
            raw.sets[f.cells[p].offset] = seen(f, raw, &raw.sets[f.cells[*c].offset], side.into());
        }
    }
    Ok(())
}

fn cell_of(f: &Facts, side: usize, cells: &[usize]) -> Option<usize> {
    cells.iter().copied().find(|c| f.cells[*c].side.is_none_or(|s| usize::from(s) == side))
}

fn first_seen(f: &Facts, raw: &Raw, from: usize, side: usize) -> Option<usize> {
    let ahead = f.sides[side].ahead;
    let mut at = from;
    for _ in 0..f.size() {
        at = usize::from(*ahead.get(at)?);
        if raw.board.get(at)?.is_some() {
            return Some(at);
        }
    }
    None
}

/// Own men first seen from the squares.
fn seen(f: &Facts, raw: &Raw, from: &super::Bits, side: usize) -> super::Bits {
    let mut out = [0; 4];
    for s in (0..f.size()).filter(|s| bit(from, *s)) {
        if let Some(q) = first_seen(f, raw, s, side)
            && raw.board[q].is_some_and(|m| m.owner == side)
        {
            set_bit(&mut out, q);
        }
    }
    out
}
