//! The text of a move: a function of the position and the move alone.

use crate::candidates::{self, Wants};
use crate::store::Store;
use crate::tables::Tables;
use crate::value::Value;
use crate::word::Word;
use ferz_dsl::game::DirLabel;

pub(crate) fn move_text(t: &Tables, store: &Store, word: Word) -> String {
    let wants = Wants { text: true, ..Wants::default() };
    candidates::replay(t, store, word, wants).and_then(|run| run.text).unwrap_or_default()
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
