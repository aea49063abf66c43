//! The text of a move: a function of the position and the move alone.

use crate::candidates::{self, Wants};
use crate::store::Store;
use crate::tables::Tables;
use crate::trips::Trip;
use crate::value::Value;
use crate::word::Word;
use ferz_dsl::game::{Cause, DirLabel, GenId, Sq};

pub(crate) fn move_text(t: &Tables, store: &Store, word: Word) -> String {
    let wants = Wants { text: true, ..Wants::default() };
    candidates::replay(t, store, word, wants).and_then(|run| run.text).unwrap_or_default()
}

/// `e2e4`, and what the sort of move says beyond: the victims elsewhere in order of squares, the label.
pub(crate) fn walk_text(t: &Tables, g: GenId, from: Sq, trip: &Trip) -> String {
    let generator = &t.game.gens[g.index()];
    let name = |s: Sq| t.game.board.name(s);
    let mut text = format!("{}{}", name(from), name(trip.to));
    if generator.text.victims {
        let mut takes = trip.takes.clone();
        takes.sort_unstable_by_key(|(s, _)| *s);
        for (at, cause) in takes {
            match trip.put.filter(|_| cause == Cause::Carry) {
                Some(put) => text += &format!(",{}{}", name(at), name(put)),
                None if at != trip.to => text += &format!(",x{}", name(at)),
                None => {}
            }
        }
    }
    if let (true, Some(label)) = (generator.text.label, &generator.label) {
        text += &format!(":{label}");
    }
    text
}

/// A value as move texts show it.
pub(crate) fn shown(t: &Tables, value: Value) -> String {
    match value {
        Value::Square(s) => t.game.board.name(s),
        Value::Squares(set) => set.iter().map(|s| t.game.board.name(s)).collect(),
        Value::Kind(k) => k.map_or_else(String::new, |k| t.game.kinds[k.index()].letter.clone()),
        Value::Dir(d) => match &t.game.board.dirs[d.index()].label {
            DirLabel::Vector(f, r) | DirLabel::Rolled(f, r) => compass(*f, *r),
            DirLabel::Line(name, back) => format!("{name}{}", if *back { "-" } else { "" }),
        },
        Value::Int(i) => i.to_string(),
        Value::Bool(b) => u8::from(b).to_string(),
        Value::Line(l) => char::from(b'a' + l % 26).to_string(),
        Value::Man(man) => man.map_or_else(String::new, |m| t.game.kinds[m.kind.index()].letter.clone()),
    }
}

/// `n`, `se`; other vectors by their numbers.
fn compass(f: i8, r: i8) -> String {
    let name = |v: i8, plus: &str, minus: &str| match v {
        1 => plus.to_string(),
        -1 => minus.to_string(),
        _ => String::new(),
    };
    if f.abs() <= 1 && r.abs() <= 1 { name(r, "n", "s") + &name(f, "e", "w") } else { format!("({f},{r})") }
}
