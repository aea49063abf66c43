//! The field of rights: flags of men shown by wing (`K`, `Q`) or by file letter, side after side, wings first.
//!
//! A wing says that the outermost man of the wing's kind on that side of the king has the flag, and the king too. A
//! file letter says it of the man on that file on a square where the flag starts.

use super::{Bits, Facts, Raw, Shown, bit};

fn wings(f: &Facts, flags: &[usize]) -> Vec<(usize, usize)> {
    let kind = |i: &usize| match f.flags[*i].shown {
        Shown::Wings(k) => Some((*i, usize::from(k))),
        Shown::Word | Shown::Files | Shown::Mark(_) => None,
    };
    flags.iter().filter_map(kind).collect()
}

fn by_file(f: &Facts, flags: &[usize]) -> Vec<usize> {
    flags.iter().copied().filter(|i| f.flags[*i].shown == Shown::Files).collect()
}

/// May a file letter speak of a man of the kind on the square?
fn at_home(f: &Facts, flag: usize, side: usize, kind: usize, s: usize) -> bool {
    let info = &f.flags[flag];
    let starts: Bits = info.starts.get(side).copied().unwrap_or_default();
    let of_setup =
        || f.start.men.iter().any(|m| (usize::from(m.0), usize::from(m.1), usize::from(m.2)) == (s, kind, side));
    bit(&starts, s) && (!info.starts_set || of_setup())
}

fn flagged(raw: &Raw, side: usize, flag: usize, fits: impl Fn(usize) -> bool) -> Vec<usize> {
    raw.men(|m| m.owner == side && m.flags >> flag & 1 == 1 && fits(m.kind))
}

/// The outermost man of the side that fits, east or west of a square on its row.
fn outermost(
    f: &Facts,
    raw: &Raw,
    side: usize,
    from: usize,
    east: bool,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<usize> {
    let (file, rank, layer) = (f.file(from), f.rank(from), f.layer(from));
    let files: Vec<usize> = if east { (file + 1..usize::from(f.files)).rev().collect() } else { (0..file).collect() };
    let squares = files.into_iter().filter_map(|x| f.at(x, rank, layer));
    squares.into_iter().find(|s| raw.board[*s].is_some_and(|m| m.owner == side && fits(*s, m.kind)))
}

fn file_letter(f: &Facts, s: usize) -> char {
    f.file_letter(f.file(s)).to_ascii_uppercase()
}

pub fn write(f: &Facts, raw: &Raw, flags: &[usize]) -> String {
    let mut text = String::new();
    for side in 0..f.sides.len() {
        let (mut signs, mut told) = (Vec::new(), Vec::new());
        for (flag, kind) in wings(f, flags) {
            let (mut east, mut west, mut other) = (false, false, Vec::new());
            let kings = flagged(raw, side, flag, |k| k != kind);
            for rook in flagged(raw, side, flag, |k| k == kind) {
                let beside = |e: bool| {
                    let last = |k: &&usize| outermost(f, raw, side, **k, e, |_, k| k == kind) == Some(rook);
                    kings.iter().find(last).copied()
                };
                match (beside(true), beside(false)) {
                    (Some(king), _) => {
                        east = true;
                        told.push(king);
                    }
                    (None, Some(king)) => {
                        west = true;
                        told.push(king);
                    }
                    (None, None) if at_home(f, flag, side, kind, rook) => other.push(file_letter(f, rook)),
                    // No letter would find it; it follows as a word.
                    (None, None) => continue,
                }
                told.push(rook);
            }
            signs.extend(east.then_some('K').into_iter().chain(west.then_some('Q')).chain(other));
        }
        let found = |flag: usize, s: usize| raw.board[s].is_some_and(|m| at_home(f, flag, side, m.kind, s));
        let own = by_file(f, flags)
            .into_iter()
            .flat_map(|flag| flagged(raw, side, flag, |_| true).into_iter().filter(move |s| found(flag, *s)));
        let mut files: Vec<char> = own.filter(|s| !told.contains(s)).map(|s| file_letter(f, s)).collect();
        files.sort_unstable();
        files.dedup();
        signs.extend(files);
        for sign in signs {
            if f.sides.len() > 2 {
                text.push_str(&f.side_letter(side));
                text.push(sign);
            } else {
                text.push(if side == 0 { sign } else { sign.to_ascii_lowercase() });
            }
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

pub fn read(f: &Facts, raw: &mut Raw, text: &str, flags: &[usize]) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    if flags.is_empty() {
        return Err(format!("`{text}`: the game has no such rights"));
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (side, sign, after);
        if f.sides.len() > 2 {
            let found = (0..f.sides.len()).find(|s| rest.starts_with(&f.side_letter(*s)));
            side = found.ok_or_else(|| format!("`{text}`: no side begins with `{first}`"))?;
            let tail = &rest[f.side_letter(side).len()..];
            sign = tail.chars().next().ok_or_else(|| format!("`{text}` ends after a side"))?;
            after = &tail[sign.len_utf8()..];
        } else {
            side = usize::from(first.is_ascii_lowercase());
            sign = first.to_ascii_uppercase();
            after = &rest[first.len_utf8()..];
        }
        if !read_sign(f, raw, flags, side, sign) {
            return Err(format!("`{first}`: {} has no man to which this right could belong", f.sides[side].name));
        }
        rest = after;
    }
    Ok(())
}

/// A wing where a flag is shown so, else a file, else a wing read on flags shown by file.
fn read_sign(f: &Facts, raw: &mut Raw, flags: &[usize], side: usize, sign: char) -> bool {
    let wing = match sign {
        'K' => Some(true),
        'Q' => Some(false),
        _ => None,
    };
    wing.is_some_and(|east| read_wing(f, raw, flags, side, east))
        || read_file(f, raw, flags, side, sign)
        || wing.is_some_and(|east| read_wing_of_files(f, raw, flags, side, east))
}

fn set(raw: &mut Raw, s: usize, flag: usize) {
    if let Some(man) = &mut raw.board[s] {
        man.flags |= 1 << flag;
    }
}

fn read_wing(f: &Facts, raw: &mut Raw, flags: &[usize], side: usize, east: bool) -> bool {
    let mut any = false;
    for (flag, kind) in wings(f, flags) {
        let kings = raw.men(|m| m.owner == side && m.kind != kind && f.flags[flag].kinds >> m.kind & 1 == 1);
        let pair = |king: &usize| outermost(f, raw, side, *king, east, |_, k| k == kind).map(|rook| (*king, rook));
        let home = |king: &&usize| raw.board[**king].is_some_and(|m| at_home(f, flag, side, m.kind, **king));
        let found = kings.iter().filter(home).find_map(pair).or_else(|| kings.iter().find_map(pair));
        if let Some((king, rook)) = found {
            any = true;
            for s in [king, rook] {
                set(raw, s, flag);
                // It has the flags shown by file too, where it stands on one of their squares.
                for other in by_file(f, flags) {
                    let fits =
                        |m: super::Man| f.flags[other].kinds >> m.kind & 1 == 1 && at_home(f, other, side, m.kind, s);
                    if raw.board[s].is_some_and(fits) {
                        set(raw, s, other);
                    }
                }
            }
        }
    }
    any
}

fn read_file(f: &Facts, raw: &mut Raw, flags: &[usize], side: usize, sign: char) -> bool {
    if !sign.is_ascii_uppercase() {
        return false;
    }
    let lower = sign.to_ascii_lowercase();
    let Some(file) = (0..usize::from(f.files)).find(|x| f.file_letter(*x) == lower) else { return false };
    let on_file = |raw: &Raw, flag: usize| {
        let men = raw.men(|m| m.owner == side && f.flags[flag].kinds >> m.kind & 1 == 1);
        men.into_iter().filter(|s| f.file(*s) == file).collect::<Vec<_>>()
    };
    let home = |raw: &Raw, flag: usize, s: usize| raw.board[s].is_some_and(|m| at_home(f, flag, side, m.kind, s));
    let mut any = false;
    for flag in by_file(f, flags) {
        for s in on_file(raw, flag) {
            if home(raw, flag, s) {
                set(raw, s, flag);
                any = true;
            }
        }
    }
    if any {
        return true;
    }
    for (flag, kind) in wings(f, flags) {
        for rook in on_file(raw, flag) {
            if raw.board[rook].is_some_and(|m| m.kind == kind) && at_home(f, flag, side, kind, rook) {
                set(raw, rook, flag);
                any = true;
                let kings = raw.men(|m| m.owner == side && m.kind != kind && f.flags[flag].kinds >> m.kind & 1 == 1);
                if let Some(king) = kings.into_iter().find(|s| f.rank(*s) == f.rank(rook)) {
                    set(raw, king, flag);
                }
            }
        }
    }
    any
}

/// `K` and `Q` where the game shows the flag by file: the outermost man beside the royal one.
fn read_wing_of_files(f: &Facts, raw: &mut Raw, flags: &[usize], side: usize, east: bool) -> bool {
    let royal = |k: usize| f.kinds[k].royal >> side & 1 == 1;
    let mut any = false;
    for flag in by_file(f, flags) {
        let kinds = f.flags[flag].kinds;
        let kings = raw.men(|m| m.owner == side && royal(m.kind) && kinds >> m.kind & 1 == 1);
        let fits = |s: usize, k: usize| !royal(k) && kinds >> k & 1 == 1 && at_home(f, flag, side, k, s);
        let found = kings.iter().find_map(|king| outermost(f, raw, side, *king, east, fits).map(|rook| (*king, rook)));
        if let Some((king, rook)) = found {
            set(raw, king, flag);
            set(raw, rook, flag);
            any = true;
        }
    }
    any
}
