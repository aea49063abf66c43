//! The first field: men on the board and in hand.

use super::letters::Letters;
use crate::store::{Store, has_flag};
use crate::tables::Tables;
use ferz_dsl::game::{Codec, FlagId, Man, SideId, Sq};

/// `board` or `board[hand]`.
pub(super) fn read(t: &Tables, text: &str, store: &mut Store) -> Result<(), String> {
    let (board, hand) = match text.split_once('[') {
        None => (text, ""),
        Some((board, rest)) => (board, rest.strip_suffix(']').ok_or("the bracket of the hand is not closed")?),
    };
    let letters = Letters::new(t);
    let layers: Vec<&str> = board.split('|').collect();
    if layers.len() != usize::from(t.game.board.layers) {
        return Err(format!("{} boards are described, the game has {}", layers.len(), t.game.board.layers));
    }
    for (layer, text) in layers.into_iter().enumerate() {
        read_layer(t, &letters, text, layer as u8, store)?;
    }
    read_hand(t, &letters, hand, store)
}

fn read_layer(t: &Tables, letters: &Letters, text: &str, layer: u8, store: &mut Store) -> Result<(), String> {
    let board = &t.game.board;
    let (texts, rows): (Vec<&str>, _) = (text.split('/').collect(), board.rows(layer));
    let what = if board.hexagons { "file" } else { "rank" };
    if texts.len() != rows.len() {
        return Err(format!("{} {what}s are described, the board has {}", texts.len(), rows.len()));
    }
    for (i, (text, squares)) in texts.into_iter().zip(&rows).enumerate() {
        let name = if board.hexagons {
            format!("file {}", board.file_letter(i as u8))
        } else {
            format!("rank {}", rows.len() - i)
        };
        let described = read_row(t, letters, text, squares, store).map_err(|e| format!("{name}: {e}"))?;
        if described != squares.len() {
            return Err(format!("{name} describes {described} squares, the board has {} there", squares.len()));
        }
    }
    Ok(())
}

/// Puts the men of one row and counts the squares described, also those beyond the edge.
fn read_row(t: &Tables, letters: &Letters, text: &str, squares: &[Sq], store: &mut Store) -> Result<usize, String> {
    let (mut rest, mut at) = (text, 0usize);
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            at = at.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
            rest = &rest[digits..];
            continue;
        }
        let (kind, owner, after) = letters.read(rest).ok_or_else(|| unknown(rest))?;
        rest = after;
        let mut man = Man { kind, owner, flags: 0 };
        while let Some((flag, after)) = mark(t, rest) {
            if !t.game.flags[flag.index()].kinds.contains(kind) {
                return Err(format!(
                    "{} cannot be marked as {}",
                    t.game.kinds[kind.index()].name,
                    t.game.flags[flag.index()].name
                ));
            }
            man.flags |= 1 << flag.0;
            rest = after;
        }
        if let Some(s) = squares.get(at) {
            store.board[usize::from(*s)] = Some(man);
        }
        at = at.saturating_add(1);
    }
    Ok(at)
}

fn unknown(rest: &str) -> String {
    let sign: String = rest.chars().take(if rest.starts_with('+') { 2 } else { 1 }).collect();
    format!("no piece is written `{}`", sign.escape_default())
}

fn mark<'a>(t: &Tables, rest: &'a str) -> Option<(FlagId, &'a str)> {
    t.game.flags.iter().enumerate().find_map(|(i, f)| match f.shown {
        Codec::Mark(c) => rest.strip_prefix(c).map(|after| (FlagId(i as u16), after)),
        Codec::Hidden | Codec::Squares { .. } | Codec::Count | Codec::Files | Codec::Wings(_) | Codec::Pair => None,
    })
}

fn read_hand(t: &Tables, letters: &Letters, text: &str, store: &mut Store) -> Result<(), String> {
    if text.is_empty() || text == "-" {
        return Ok(());
    }
    if !t.has_hands {
        return Err("the game has no hands".into());
    }
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, owner, after) = letters.read(rest).ok_or_else(|| format!("hand: {}", unknown(rest)))?;
        let info = &t.game.kinds[kind.index()];
        if !t.game.hands.get(owner.index()).is_some_and(|h| h.contains(kind)) {
            return Err(format!(
                "{} is no piece that {} can have in hand",
                info.name,
                t.game.sides[owner.index()].name
            ));
        }
        let Some(count) = store.hand_mut(t, owner, kind) else { return Err("the game has no hands".into()) };
        *count = count.checked_add(1).ok_or_else(|| format!("too many of {} in hand", info.name))?;
        rest = after;
    }
    Ok(())
}

pub(super) fn write(t: &Tables, store: &Store) -> String {
    let letters = Letters::new(t);
    let board = &t.game.board;
    let mut layers = Vec::new();
    for layer in 0..board.layers {
        let rows: Vec<String> = board.rows(layer).iter().map(|row| write_row(t, &letters, store, row)).collect();
        layers.push(rows.join("/"));
    }
    let mut text = layers.join("|");
    if t.has_hands {
        text.push('[');
        text.push_str(&write_hands(t, &letters, store));
        text.push(']');
    }
    text
}

fn write_row(t: &Tables, letters: &Letters, store: &Store, squares: &[Sq]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for s in squares {
        let Some(man) = store.at(*s) else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push_str(&letters.of(man.kind, man.owner));
        for (i, f) in t.game.flags.iter().enumerate() {
            if let (Codec::Mark(c), true) = (f.shown, has_flag(man, FlagId(i as u16))) {
                text.push(c);
            }
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

/// Side after side, letters sorted.
fn write_hands(t: &Tables, letters: &Letters, store: &Store) -> String {
    let mut text = String::new();
    for side in t.game.players() {
        let mut own: Vec<String> = Vec::new();
        for k in (0..t.game.kinds.len() as u16).map(ferz_dsl::game::KindId) {
            own.extend(std::iter::repeat_n(letters.of(k, side), usize::from(store.in_hand(t, side, k))));
        }
        own.sort_unstable();
        text.extend(own);
    }
    text
}

/// Ranks from the top with letters of files and ranks, then hands and whose turn it is.
pub(crate) fn diagram(t: &Tables, store: &Store) -> String {
    let letters = Letters::new(t);
    let board = &t.game.board;
    let width = (0..t.game.kinds.len() as u16)
        .map(ferz_dsl::game::KindId)
        .flat_map(|k| [letters.of(k, SideId(0)).chars().count(), letters.of(k, t.game.neutral()).chars().count()])
        .max()
        .unwrap_or(1);
    let mut text = String::new();
    for layer in 0..board.layers {
        let sign = |file: u8, rank: u8| match board.at(file.into(), rank.into(), layer) {
            None => String::new(),
            Some(s) => store.at(s).map_or_else(|| ".".to_string(), |m| letters.of(m.kind, m.owner)),
        };
        if board.hexagons {
            // Each line shows the cells at one height: a file is half a cell lower than the next in the grid.
            for height in (-i32::from(board.files)..2 * i32::from(board.ranks)).rev() {
                let mut row = String::from("  ");
                for file in 0..board.files {
                    let twice = height + i32::from(file);
                    let rank = u8::try_from(twice / 2).ok().filter(|_| twice >= 0 && twice % 2 == 0);
                    row.push_str(&format!(" {:>width$}", rank.map_or_else(String::new, |r| sign(file, r))));
                }
                if !row.trim().is_empty() {
                    text.push_str(row.trim_end());
                    text.push('\n');
                }
            }
        } else {
            for rank in (0..board.ranks).rev() {
                text.push_str(&format!("{:>2}", rank + 1));
                for file in 0..board.files {
                    text.push_str(&format!(" {:>width$}", sign(file, rank)));
                }
                text.push('\n');
            }
        }
        text.push_str("  ");
        for file in 0..board.files {
            text.push_str(&format!(" {:>width$}", board.file_letter(file)));
        }
        text.push('\n');
    }
    if t.has_hands {
        text.push_str(&format!("hand [{}]\n", write_hands(t, &letters, store)));
    }
    text.push_str(&format!("{} to move\n", t.game.sides[store.turn.side.index()].name));
    text
}
