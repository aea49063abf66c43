//! The field of rights: flags of men shown by wing (`K`, `Q`) or by file letter.
//!
//! Both share one field, side after side, wings first. A wing says that the outermost man of the wing's kind east or
//! west of the king on its row has the flag, and the king too. A file letter says it of the man on that file on a
//! square where the flag `starts`.

use crate::store::{Store, has_flag};
use crate::tables::Tables;
use ferz_dsl::game::{Codec, FlagId, KindId, SideId, Sq, SquareSet};

/// Flags of the field that are shown by wing, with the kind of the wing.
fn wings(t: &Tables, flags: &[FlagId]) -> Vec<(FlagId, KindId)> {
    let kind = |f: &FlagId| match t.game.flags[f.index()].shown {
        Codec::Wings(kind) => Some((*f, kind)),
        Codec::Hidden | Codec::Squares { .. } | Codec::Count | Codec::Files | Codec::Mark(_) | Codec::Pair => None,
    };
    flags.iter().filter_map(kind).collect()
}

fn by_file(t: &Tables, flags: &[FlagId]) -> Vec<FlagId> {
    flags.iter().copied().filter(|f| t.game.flags[f.index()].shown == Codec::Files).collect()
}

/// Squares on which a file letter may find a man of the kind with the flag.
fn homes(t: &Tables, flag: FlagId, side: SideId, kind: KindId) -> SquareSet {
    let info = &t.game.flags[flag.index()];
    let starts = info.starts.get(side.index()).copied().unwrap_or(SquareSet::NONE);
    if info.starts_set {
        t.game.start.squares_of(ferz_dsl::game::KindSet::one(kind), side).meet(&starts)
    } else {
        starts
    }
}

fn set(store: &mut Store, s: Sq, flag: FlagId) {
    if let Some(man) = &mut store.board[usize::from(s)] {
        man.flags |= 1 << flag.0;
    }
}

/// The outermost man of the kind east (or west) of a square on its row.
fn outermost(
    t: &Tables,
    store: &Store,
    side: SideId,
    from: Sq,
    east: bool,
    fits: impl Fn(Sq, KindId) -> bool,
) -> Option<Sq> {
    let board = &t.game.board;
    let (file, rank, layer) = (i32::from(board.file(from)), i32::from(board.rank(from)), board.layer(from));
    let mut files: Vec<i32> =
        if east { (file + 1..i32::from(board.files)).collect() } else { (0..file).rev().collect() };
    files.reverse();
    files
        .into_iter()
        .filter_map(|f| board.at(f, rank, layer))
        .find(|s| store.at(*s).is_some_and(|m| m.owner == side && fits(*s, m.kind)))
}

pub(super) fn write(t: &Tables, store: &Store, flags: &[FlagId]) -> String {
    let several = t.game.sides.len() > 3;
    let mut text = String::new();
    for side in t.game.players() {
        let (mut signs, mut told) = (Vec::new(), SquareSet::NONE);
        for (flag, kind) in wings(t, flags) {
            let (mut east, mut west, mut other) = (false, false, Vec::new());
            for rook in flagged(store, side, flag, |k| k == kind).iter() {
                let king = flagged(store, side, flag, |k| k != kind);
                let way =
                    |e: bool| king.iter().find(|k| outermost(t, store, side, *k, e, |_, k| k == kind) == Some(rook));
                match (way(true), way(false)) {
                    (Some(k), _) => {
                        east = true;
                        told.insert(k);
                    }
                    (None, Some(k)) => {
                        west = true;
                        told.insert(k);
                    }
                    (None, None) if homes(t, flag, side, kind).contains(rook) => other.push(file_letter(t, rook)),
                    // No letter would find it; it follows as a word.
                    (None, None) => continue,
                }
                told.insert(rook);
            }
            signs.extend(east.then_some('K').into_iter().chain(west.then_some('Q')).chain(other));
        }
        let mut files: Vec<char> = by_file(t, flags)
            .into_iter()
            .flat_map(|flag| at_home(t, store, side, flag).minus(&told).iter().collect::<Vec<_>>())
            .map(|s| file_letter(t, s))
            .collect();
        files.sort_unstable();
        files.dedup();
        signs.extend(files);
        for sign in signs {
            if several {
                text.push_str(&super::letters::side_letter(t, side));
                text.push(sign);
            } else {
                text.push(if side.0 == 0 { sign } else { sign.to_ascii_lowercase() });
            }
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

fn flagged(store: &Store, side: SideId, flag: FlagId, fits: impl Fn(KindId) -> bool) -> SquareSet {
    store.men(|m| m.owner == side && has_flag(m, flag) && fits(m.kind))
}

/// The flagged men that a file letter finds again.
fn at_home(t: &Tables, store: &Store, side: SideId, flag: FlagId) -> SquareSet {
    let found = |s: &Sq| store.at(*s).is_some_and(|m| homes(t, flag, side, m.kind).contains(*s));
    flagged(store, side, flag, |_| true).iter().filter(found).collect()
}

fn file_letter(t: &Tables, s: Sq) -> char {
    t.game.board.file_letter(t.game.board.file(s)).to_ascii_uppercase()
}

pub(super) fn read(t: &Tables, store: &mut Store, text: &str, flags: &[FlagId]) -> Result<(), String> {
    if text == "-" {
        return Ok(());
    }
    if flags.is_empty() {
        return Err(format!("`{text}`: the game has no such rights"));
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (side, sign, after) = if t.game.sides.len() > 3 {
            let side = t.game.players().find(|s| rest.starts_with(&super::letters::side_letter(t, *s)));
            let side = side.ok_or_else(|| format!("`{text}`: no side begins with `{first}`"))?;
            let after = &rest[super::letters::side_letter(t, side).len()..];
            let sign = after.chars().next().ok_or_else(|| format!("`{text}` ends after a side"))?;
            (side, sign, &after[sign.len_utf8()..])
        } else {
            let side = SideId(u16::from(first.is_ascii_lowercase()));
            (side, first.to_ascii_uppercase(), &rest[first.len_utf8()..])
        };
        if !one(t, store, flags, side, sign) {
            return Err(format!(
                "`{first}`: {} has no man to which this right could belong",
                t.game.sides[side.index()].name
            ));
        }
        rest = after;
    }
    Ok(())
}

/// One sign: a wing where a flag is shown so, else a file, else a wing read on flags shown by file.
fn one(t: &Tables, store: &mut Store, flags: &[FlagId], side: SideId, sign: char) -> bool {
    let wing = match sign {
        'K' => Some(true),
        'Q' => Some(false),
        _ => None,
    };
    wing.is_some_and(|east| read_wing(t, store, flags, side, east))
        || read_file(t, store, flags, side, sign)
        || wing.is_some_and(|east| read_wing_of_files(t, store, flags, side, east))
}

fn read_wing(t: &Tables, store: &mut Store, flags: &[FlagId], side: SideId, east: bool) -> bool {
    let mut any = false;
    for (flag, kind) in wings(t, flags) {
        let kinds = t.game.flags[flag.index()].kinds;
        let kings = store.men(|m| m.owner == side && m.kind != kind && kinds.contains(m.kind));
        let at_home = |s: &Sq| store.at(*s).is_some_and(|m| homes(t, flag, side, m.kind).contains(*s));
        let pair = |king: Sq| outermost(t, store, side, king, east, |_, k| k == kind).map(|rook| (king, rook));
        let found = kings.iter().filter(at_home).find_map(pair).or_else(|| kings.iter().find_map(pair));
        if let Some((king, rook)) = found {
            any = true;
            for s in [king, rook] {
                set(store, s, flag);
                also_by_file(t, store, flags, side, s);
            }
        }
    }
    any
}

/// A man told by a wing has the flags shown by file too, where it stands on one of their squares.
fn also_by_file(t: &Tables, store: &mut Store, flags: &[FlagId], side: SideId, s: Sq) {
    for flag in by_file(t, flags) {
        if store.at(s).is_some_and(|m| {
            t.game.flags[flag.index()].kinds.contains(m.kind) && homes(t, flag, side, m.kind).contains(s)
        }) {
            set(store, s, flag);
        }
    }
}

fn read_file(t: &Tables, store: &mut Store, flags: &[FlagId], side: SideId, sign: char) -> bool {
    if !sign.is_ascii_uppercase() {
        return false;
    }
    let Some(file) = t.game.board.file_of_letter(sign.to_ascii_lowercase() as u8) else { return false };
    let on_file = |store: &Store, flag: FlagId| {
        let kinds = t.game.flags[flag.index()].kinds;
        store
            .men(|m| m.owner == side && kinds.contains(m.kind))
            .iter()
            .filter(|s| t.game.board.file(*s) == file)
            .collect::<Vec<_>>()
    };
    let mut any = false;
    let files = by_file(t, flags);
    for flag in &files {
        for s in on_file(store, *flag) {
            if store.at(s).is_some_and(|m| homes(t, *flag, side, m.kind).contains(s)) {
                set(store, s, *flag);
                any = true;
            }
        }
    }
    if any {
        return true;
    }
    for (flag, kind) in wings(t, flags) {
        let rooks: Vec<Sq> =
            on_file(store, flag).into_iter().filter(|s| store.at(*s).is_some_and(|m| m.kind == kind)).collect();
        for rook in rooks.into_iter().filter(|s| homes(t, flag, side, kind).contains(*s)) {
            set(store, rook, flag);
            any = true;
            let row = |s: &Sq| t.game.board.rank(*s) == t.game.board.rank(rook);
            let kinds = t.game.flags[flag.index()].kinds;
            let kings = store.men(|m| m.owner == side && m.kind != kind && kinds.contains(m.kind));
            if let Some(king) = kings.iter().find(row) {
                set(store, king, flag);
            }
        }
    }
    any
}

/// `K` and `Q` where the game shows the flag by file: the outermost man beside the royal one.
fn read_wing_of_files(t: &Tables, store: &mut Store, flags: &[FlagId], side: SideId, east: bool) -> bool {
    let royal = |k: KindId| t.royal_kinds[side.index()].contains(&k);
    let mut any = false;
    for flag in by_file(t, flags) {
        let kinds = t.game.flags[flag.index()].kinds;
        let kings = store.men(|m| m.owner == side && royal(m.kind) && kinds.contains(m.kind));
        let fits = |s: Sq, k: KindId| !royal(k) && kinds.contains(k) && homes(t, flag, side, k).contains(s);
        let found = kings.iter().find_map(|king| outermost(t, store, side, king, east, fits).map(|rook| (king, rook)));
        if let Some((king, rook)) = found {
            set(store, king, flag);
            set(store, rook, flag);
            any = true;
        }
    }
    any
}
