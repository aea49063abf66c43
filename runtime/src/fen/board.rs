//! The first field: men on the board and in hand. And the board for people.

use super::{Facts, Man, Raw, Shown};

pub fn read(f: &Facts, text: &str, raw: &mut Raw) -> Result<(), String> {
    let (board, hand) = match text.split_once('[') {
        None => (text, ""),
        Some((board, rest)) => (board, rest.strip_suffix(']').ok_or("the bracket of the hand is not closed")?),
    };
    let signs = f.signs();
    let layers: Vec<&str> = board.split('|').collect();
    if layers.len() != usize::from(f.layers) {
        return Err(format!("{} boards are described, the game has {}", layers.len(), f.layers));
    }
    for (layer, text) in layers.into_iter().enumerate() {
        let (texts, rows): (Vec<&str>, _) = (text.split('/').collect(), f.rows(layer));
        let what = if f.hexagons { "file" } else { "rank" };
        if texts.len() != rows.len() {
            return Err(format!("{} {what}s are described, the board has {}", texts.len(), rows.len()));
        }
        for (i, (text, squares)) in texts.into_iter().zip(&rows).enumerate() {
            let name =
                if f.hexagons { format!("file {}", f.file_letter(i)) } else { format!("rank {}", rows.len() - i) };
            let described = read_row(f, &signs, text, squares, raw).map_err(|e| format!("{name}: {e}"))?;
            if described != squares.len() {
                let n = squares.len();
                return Err(format!("{name} describes {described} squares, the board has {n} there"));
            }
        }
    }
    read_hand(f, &signs, hand, raw)
}

type Signs = [(String, usize, usize)];

fn read_sign<'a>(signs: &Signs, text: &'a str) -> Result<(usize, usize, &'a str), String> {
    let found = signs.iter().find_map(|(sign, k, o)| {
        text.strip_prefix(sign.as_str()).filter(|_| !sign.is_empty()).map(|rest| (*k, *o, rest))
    });
    found.ok_or_else(|| {
        let sign: String = text.chars().take(if text.starts_with('+') { 2 } else { 1 }).collect();
        format!("no piece is written `{}`", sign.escape_default())
    })
}

/// Number of squares described.
fn read_row(f: &Facts, signs: &Signs, text: &str, squares: &[usize], raw: &mut Raw) -> Result<usize, String> {
    let (mut rest, mut at) = (text, 0usize);
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            at = at.saturating_add(rest[..digits].parse().unwrap_or(usize::MAX));
            rest = &rest[digits..];
            continue;
        }
        let (kind, owner, mut after) = read_sign(signs, rest)?;
        let mut flags = 0;
        while let Some((flag, more)) = mark(f, after) {
            if f.flags[flag].kinds >> kind & 1 == 0 {
                return Err(format!("{} cannot be marked as {}", f.kinds[kind].name, f.flags[flag].name));
            }
            flags |= 1 << flag;
            after = more;
        }
        rest = after;
        if let Some(s) = squares.get(at) {
            raw.board[*s] = Some(Man { kind, owner, flags });
        }
        at = at.saturating_add(1);
    }
    Ok(at)
}

fn mark<'a>(f: &Facts, text: &'a str) -> Option<(usize, &'a str)> {
    f.flags.iter().enumerate().find_map(|(i, flag)| match flag.shown {
        Shown::Mark(c) => text.strip_prefix(c).map(|rest| (i, rest)),
        Shown::Word | Shown::Files | Shown::Wings(_) => None,
    })
}

fn read_hand(f: &Facts, signs: &Signs, text: &str, raw: &mut Raw) -> Result<(), String> {
    if text.is_empty() || text == "-" {
        return Ok(());
    }
    if f.hands.is_empty() {
        return Err("the game has no hands".into());
    }
    let mut rest = text;
    while !rest.is_empty() {
        let (kind, owner, after) = read_sign(signs, rest).map_err(|e| format!("hand: {e}"))?;
        rest = after;
        if f.hands.get(owner).is_none_or(|h| h >> kind & 1 == 0) {
            let side = f.sides.get(owner).map_or("nobody", |s| s.name);
            return Err(format!("{} is no piece that {side} can have in hand", f.kinds[kind].name));
        }
        let count = &mut raw.hands[owner][kind];
        *count = count.checked_add(1).ok_or_else(|| format!("too many of {} in hand", f.kinds[kind].name))?;
    }
    Ok(())
}

pub fn write(f: &Facts, raw: &Raw) -> String {
    let signs = f.signs();
    let mut layers = Vec::new();
    for layer in 0..usize::from(f.layers) {
        let rows: Vec<String> = f.rows(layer).iter().map(|row| write_row(f, &signs, raw, row)).collect();
        layers.push(rows.join("/"));
    }
    let mut text = layers.join("|");
    if !f.hands.is_empty() {
        text.push('[');
        text.push_str(&write_hands(&signs, raw));
        text.push(']');
    }
    text
}

fn sign_of(signs: &Signs, kind: usize, owner: usize) -> String {
    let own = signs.iter().find(|(_, k, o)| *k == kind && *o == owner);
    let any = || signs.iter().find(|(_, k, _)| *k == kind);
    own.or_else(any).map_or_else(|| "?".to_string(), |(sign, _, _)| sign.clone())
}

fn write_row(f: &Facts, signs: &Signs, raw: &Raw, squares: &[usize]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for s in squares {
        let Some(man) = &raw.board[*s] else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            text.push_str(&empty.to_string());
            empty = 0;
        }
        text.push_str(&sign_of(signs, man.kind, man.owner));
        for (i, flag) in f.flags.iter().enumerate() {
            if let (Shown::Mark(c), true) = (flag.shown, man.flags >> i & 1 == 1) {
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
fn write_hands(signs: &Signs, raw: &Raw) -> String {
    let mut text = String::new();
    for (owner, hand) in raw.hands.iter().enumerate() {
        let mut own: Vec<String> = Vec::new();
        for (kind, n) in hand.iter().enumerate() {
            own.extend(std::iter::repeat_n(sign_of(signs, kind, owner), usize::from(*n)));
        }
        own.sort_unstable();
        text.extend(own);
    }
    text
}

/// Ranks from the top with file letters and rank numbers, then hands and whose turn it is.
#[must_use]
pub fn diagram(f: &Facts, raw: &Raw) -> String {
    let signs = f.signs();
    let width = signs.iter().map(|(sign, _, _)| sign.chars().count()).max().unwrap_or(1);
    let mut text = String::new();
    let (files, ranks) = (usize::from(f.files), usize::from(f.ranks));
    for layer in 0..usize::from(f.layers) {
        let sign = |file: usize, rank: usize| match f.at(file, rank, layer).map(|s| raw.board[s]) {
            None => String::new(),
            Some(None) => ".".to_string(),
            Some(Some(m)) => sign_of(&signs, m.kind, m.owner),
        };
        if f.hexagons {
            // Each line shows the cells at one height: a file is half a cell lower than the next in the grid.
            for line in (0..2 * ranks + files).rev() {
                let mut row = String::from("  ");
                for file in 0..files {
                    let twice = (line + file).checked_sub(files).filter(|t| t % 2 == 0);
                    row.push_str(&format!(" {:>width$}", twice.map_or_else(String::new, |t| sign(file, t / 2))));
                }
                if !row.trim().is_empty() {
                    text.push_str(row.trim_end());
                    text.push('\n');
                }
            }
        } else {
            for rank in (0..ranks).rev() {
                text.push_str(&format!("{:>2}", rank + 1));
                for file in 0..files {
                    text.push_str(&format!(" {:>width$}", sign(file, rank)));
                }
                text.push('\n');
            }
        }
        text.push_str("  ");
        for file in 0..files {
            text.push_str(&format!(" {:>width$}", f.file_letter(file)));
        }
        text.push('\n');
    }
    if !f.hands.is_empty() {
        text.push_str(&format!("hand [{}]\n", write_hands(&signs, raw)));
    }
    text.push_str(&format!("{} to move\n", f.sides[f.turns.side(raw.turn)].name));
    text
}
