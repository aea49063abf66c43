//! How men and sides are written: upper case for the first side, lower case for the second; with more than two sides
//! the first letter of the side before the piece; neutral men by their letter alone, a man of a player that has become
//! neutral among two sides with a `-` before it.

use crate::tables::Tables;
use ferz_dsl::game::{KindId, SideId};

pub(super) struct Letters {
    /// What a man of the kind and owner is written as, longest first.
    signs: Vec<(String, KindId, SideId)>,
}

impl Letters {
    pub fn new(t: &Tables) -> Self {
        let mut signs = Vec::new();
        for (k, kind) in t.game.kinds.iter().enumerate() {
            let id = KindId(k as u16);
            for side in t.game.players().filter(|s| kind.sides.contains(*s)) {
                signs.push((player_sign(t, &kind.letter, side), id, side));
            }
            // Rules can make men of players neutral; among two sides the bare letter is the first one's.
            let told_apart = kind.neutral || t.game.sides.len() > 3;
            let sign = if told_apart { kind.letter.clone() } else { format!("-{}", kind.letter) };
            signs.push((sign, id, t.game.neutral()));
        }
        signs.sort_by_key(|(sign, kind, side)| (std::cmp::Reverse(sign.len()), *side, *kind));
        Self { signs }
    }

    /// The man at the beginning of the text, and the rest.
    pub fn read<'a>(&self, text: &'a str) -> Option<(KindId, SideId, &'a str)> {
        let fits = |(sign, kind, side): &(String, KindId, SideId)| {
            text.strip_prefix(sign.as_str()).filter(|_| !sign.is_empty()).map(|rest| (*kind, *side, rest))
        };
        self.signs.iter().find_map(fits)
    }

    pub fn of(&self, kind: KindId, side: SideId) -> String {
        let own = self.signs.iter().find(|(_, k, s)| *k == kind && *s == side);
        let any = || self.signs.iter().find(|(_, k, _)| *k == kind);
        own.or_else(any).map_or_else(|| "?".to_string(), |(sign, _, _)| sign.clone())
    }
}

fn player_sign(t: &Tables, letter: &str, side: SideId) -> String {
    if t.game.sides.len() > 3 {
        return side_letter(t, side) + letter;
    }
    if side.0 == 0 { letter.to_string() } else { letter.to_lowercase() }
}

/// `w` and `b` where there are two sides, whatever they are called; else the first letter of the name, or the whole
/// name where letters are not told apart.
pub(super) fn side_letter(t: &Tables, side: SideId) -> String {
    let players: Vec<SideId> = t.game.players().collect();
    let name = |s: SideId| t.game.sides[s.index()].name.to_lowercase();
    if players.len() == 2 {
        let white_second = name(players[1]) == "white" || name(players[0]) == "black";
        return if (side.0 == 1) == white_second { "w" } else { "b" }.to_string();
    }
    let first = |s: SideId| name(s).chars().next();
    if players.iter().filter(|s| first(**s) == first(side)).count() > 1 {
        return name(side);
    }
    first(side).map(String::from).unwrap_or_default()
}

pub(super) fn read_side(t: &Tables, text: &str) -> Option<SideId> {
    let named = |s: &SideId| t.game.sides[s.index()].name.to_lowercase() == text;
    t.game.players().find(|s| side_letter(t, *s) == text).or_else(|| t.game.players().find(named))
}
