//! Words `name=value` after the fields: state that is not shown, or that its field would not tell.

use super::fields::{bounded, parse_squares, show_squares};
use super::{CellType, Facts, Raw, set_bit};

/// Cells of one name, in order: the copies of the sides.
fn groups(f: &Facts) -> Vec<(&'static str, Vec<usize>)> {
    let mut groups: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for (i, cell) in f.cells.iter().enumerate() {
        match groups.iter_mut().find(|(name, _)| *name == cell.name) {
            Some((_, cells)) => cells.push(i),
            None => groups.push((cell.name, vec![i])),
        }
    }
    groups
}

/// Could the position need a word at all?
pub fn possible(f: &Facts, raw: &Raw) -> bool {
    !f.cells.is_empty()
        || !f.flags.is_empty()
        || raw.ended != 0
        || raw.out != 0
        || raw.made != 0
        || f.counts_plies
        || f.turns.growing
        || f.turns.repeat_from != 0
        || f.turns.entries.len() != f.sides.len()
}

/// The words that a text read as `told` lacks to give `raw`.
pub fn missing(f: &Facts, raw: &Raw, told: &Raw) -> Vec<String> {
    let mut words = Vec::new();
    let differs = |c: &usize| {
        let c = &f.cells[*c];
        match c.ty {
            CellType::Squares => raw.sets[c.offset] != told.sets[c.offset],
            CellType::Counter { .. } | CellType::Kind => {
                raw.ints[c.offset..c.offset + c.len] != told.ints[c.offset..c.offset + c.len]
            }
        }
    };
    for (name, cells) in groups(f) {
        if cells.iter().any(differs) {
            let values: Vec<String> = cells.iter().map(|c| show_cell(f, raw, *c)).collect();
            words.push(format!("{name}={}", values.join(":")));
        }
    }
    for (i, flag) in f.flags.iter().enumerate() {
        let with = |r: &Raw| r.men(|m| m.flags >> i & 1 == 1);
        if with(raw) != with(told) {
            let mut set = [0; 4];
            with(raw).into_iter().for_each(|s| set_bit(&mut set, s));
            words.push(format!("{}={}", flag.name, show_squares(f, &set)));
        }
    }
    if (raw.turn, raw.made, raw.number) != (told.turn, told.made, told.number) {
        words.push(show_turn(f, raw, told));
    }
    if raw.out != 0 {
        let names: Vec<&str> = (0..f.sides.len()).filter(|s| raw.out >> s & 1 == 1).map(|s| f.sides[s].name).collect();
        words.push(format!("out={}", names.join(",")));
    }
    if raw.ended != 0 {
        let name = f.sides.get(usize::from(raw.ended.saturating_sub(2) / 2)).map_or("draw", |s| s.name);
        words.push(match raw.ended {
            1 => "ended=draw".to_string(),
            e if e % 2 == 0 => format!("ended={name}"),
            _ => format!("ended=-{name}"),
        });
    }
    if f.counts_plies && raw.ply != told.ply {
        words.push(format!("ply={}", raw.ply));
    }
    words
}

fn show_cell(f: &Facts, raw: &Raw, cell: usize) -> String {
    let c = &f.cells[cell];
    match c.ty {
        CellType::Squares => show_squares(f, &raw.sets[c.offset]),
        CellType::Kind => usize::try_from(raw.ints[c.offset])
            .ok()
            .and_then(|k| f.kinds.get(k))
            .map_or_else(|| "-".to_string(), |k| k.letter.to_string()),
        CellType::Counter { .. } => {
            raw.ints[c.offset..c.offset + c.len].iter().map(i32::to_string).collect::<Vec<_>>().join(",")
        }
    }
}

/// The entry with which the turn began.
fn run_start(f: &Facts, raw: &Raw) -> u16 {
    if f.turns.growing { raw.turn } else { raw.turn.saturating_sub(raw.made) }
}

/// `turn=2`: the second ply; `turn=2:4`: of the turn that begins at the fourth entry of the list.
fn show_turn(f: &Facts, raw: &Raw, told: &Raw) -> String {
    let ply = raw.made + 1;
    if f.turns.growing {
        return format!("turn={ply}:{}", raw.number);
    }
    let start = run_start(f, raw);
    if start == run_start(f, told) { format!("turn={ply}") } else { format!("turn={ply}:{}", start + 1) }
}

pub fn read(f: &Facts, raw: &mut Raw, word: &str) -> Result<(), String> {
    let (name, value) = word.split_once('=').ok_or("a word `name=value` is expected")?;
    let side = |n: &str| f.sides.iter().position(|s| s.name == n);
    match name {
        "turn" => return read_turn(f, raw, value),
        "out" => {
            let sides: Option<Vec<usize>> = value.split(',').map(side).collect();
            let sides = sides.ok_or_else(|| format!("`{value}` are no sides of the game"))?;
            raw.out = sides.into_iter().fold(0, |all, s| all | 1 << s);
            return Ok(());
        }
        "ended" => {
            let bare = value.strip_prefix('-').unwrap_or(value);
            raw.ended = match (value, side(bare)) {
                ("draw", _) => 1,
                (_, Some(s)) => 2 + 2 * s as u8 + u8::from(bare != value),
                (_, None) => return Err(format!("`{value}` is no result")),
            };
            return Ok(());
        }
        "ply" => {
            raw.ply = value.parse().map_err(|_| format!("`{value}` is no number of moves"))?;
            return Ok(());
        }
        _ => {}
    }
    if let Some((_, cells)) = groups(f).into_iter().find(|(n, _)| *n == name) {
        let values: Vec<&str> = value.split(':').collect();
        if values.len() != cells.len() {
            return Err(format!("{} values are given for {name}, {} are expected", values.len(), cells.len()));
        }
        for (cell, value) in cells.into_iter().zip(values) {
            read_cell(f, raw, cell, value)?;
        }
        return Ok(());
    }
    let Some(flag) = f.flags.iter().position(|x| x.name == name) else {
        return Err(format!("the game has no state called `{}`", super::escaped(name)));
    };
    let list = parse_squares(f, value).ok_or_else(|| format!("`{value}` is no list of squares"))?;
    let can = |s: &usize| raw.board[*s].is_some_and(|m| f.flags[flag].kinds >> m.kind & 1 == 1);
    if let Some(s) = list.iter().find(|s| !can(s)) {
        return Err(format!("no man on {} can be {name}", f.square_name(*s)));
    }
    for (s, man) in raw.board.iter_mut().enumerate() {
        if let Some(man) = man {
            man.flags = man.flags & !(1 << flag) | u32::from(list.contains(&s)) << flag;
        }
    }
    Ok(())
}

fn read_cell(f: &Facts, raw: &mut Raw, cell: usize, text: &str) -> Result<(), String> {
    let c = &f.cells[cell];
    match c.ty {
        CellType::Squares => {
            let list = parse_squares(f, text).ok_or_else(|| format!("`{text}` is no list of squares"))?;
            let mut set = [0; 4];
            list.into_iter().for_each(|s| set_bit(&mut set, s));
            raw.sets[c.offset] = set;
        }
        CellType::Kind => {
            let kind = f.kinds.iter().position(|k| k.letter == text);
            if kind.is_none() && text != "-" {
                return Err(format!("no piece is written `{text}`"));
            }
            raw.ints[c.offset] = kind.map_or(-1, |k| k as i32);
        }
        CellType::Counter { .. } => {
            let values: Vec<&str> = text.split(',').collect();
            if values.len() != c.len {
                return Err(format!("{} values are given, {} has {}", values.len(), c.name, c.len));
            }
            for (i, value) in values.into_iter().enumerate() {
                raw.ints[c.offset + i] = bounded(f, cell, value)?;
            }
        }
    }
    Ok(())
}

fn read_turn(f: &Facts, raw: &mut Raw, value: &str) -> Result<(), String> {
    let wrong = || format!("`{value}` is no place in a turn");
    let (ply, rest) = value.split_once(':').map_or((value, None), |(p, r)| (p, Some(r)));
    let ply: u16 = ply.parse().ok().filter(|p| *p > 0).ok_or_else(wrong)?;
    let rest: Option<u32> = rest.map(|r| r.parse().map_err(|_| wrong())).transpose()?;
    if f.turns.growing {
        raw.number = rest.unwrap_or(raw.number);
        if u32::from(ply) > raw.number {
            return Err(wrong());
        }
        raw.made = ply - 1;
        return Ok(());
    }
    let start = match rest {
        Some(entry) => u16::try_from(entry).ok().and_then(|e| e.checked_sub(1)).ok_or_else(wrong)?,
        None => run_start(f, raw),
    };
    let entry = start.checked_add(ply - 1).ok_or_else(wrong)?;
    let side = f.turns.side(raw.turn);
    let entries = f.turns.entries.get(usize::from(start)..=usize::from(entry)).ok_or_else(wrong)?;
    if entries.iter().any(|s| usize::from(*s) != side) {
        return Err(wrong());
    }
    raw.turn = entry;
    raw.made = ply - 1;
    Ok(())
}
