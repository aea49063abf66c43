//! Strings in their usual form: paths in brackets instead of the older `a` form, modifiers in the order that every
//! program reads. A term whose new form does not have exactly the same moves stays as it was written.

use super::direction::{Shape, Token, TokenKind, ring, shape, turns};
use super::leg::{Dialect, Leg, LegReader, Place};
use super::syntax::{self, Atom, Mods, Term};
use crate::diagnostics::Diagnostics;
use crate::pattern::{Pattern, covers};
use crate::source::{FileId, Span};

/// More brackets than this for one term would be harder to read than the term.
const MAX_BRACKETS: usize = 8;

/// The string as the formatter writes it. A string with mistakes comes back as it is.
///
/// ```
/// assert_eq!(ferz_dsl::betza::normal("FyafsF"), "F[F-fsR]");
/// assert_eq!(ferz_dsl::betza::normal("cfF mfW"), "fcF fmW");
/// ```
#[must_use]
pub fn normal(text: &str) -> String {
    let span = Span::new(FileId(0), 0, text.len());
    let mut diags = Diagnostics::default();
    let terms = syntax::read(text, span, &mut diags);
    if diags.has_errors() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for term in &terms {
        let Term::Simple { mods, atom, span } = term else { continue };
        let (from, to) = (span.start as usize, span.end as usize);
        let Some(old) = text.get(from..to) else { continue };
        let chained = mods.list.iter().any(|m| m.letter == 'a');
        let new = if chained { brackets(mods, atom) } else { ordered(mods, atom) };
        if let Some(new) = new.filter(|new| new != old && same(old, new)) {
            out.push_str(&text[at..from]);
            out.push_str(&new);
            at = to;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Have both strings the same moves, for certain?
fn same(a: &str, b: &str) -> bool {
    let read = |text: &str| {
        let mut diags = Diagnostics::default();
        super::parse(text, Span::new(FileId(0), 0, text.len()), &mut diags)
    };
    let (Some(a), Some(b)) = (read(a), read(b)) else { return false };
    let within = |small: &Pattern, big: &Pattern| small.walks.iter().all(|w| covers(&big.walks, w));
    let castles = |p: &Pattern| p.castles.iter().map(|c| c.0.clone()).collect::<Vec<_>>();
    castles(&a) == castles(&b) && within(&a, &b) && within(&b, &a)
}

/// The modifiers of one leg: first move, directions, squares, ways.
fn ordered(mods: &Mods, atom: &Atom) -> Option<String> {
    const ORDER: [&str; 8] = ["i", "fblrvsh*", "mcdekt", "pg", "ou", "zq", "nj", "xyaw"];
    let place = |letter: char| ORDER.iter().position(|class| class.contains(letter)).unwrap_or(ORDER.len());
    if mods.list.iter().any(|m| m.bounds.is_some() || m.filter.is_some()) {
        return None;
    }
    let mut letters: Vec<char> = mods.list.iter().map(|m| m.letter).collect();
    letters.sort_by_key(|c| {
        // the order of directions among themselves has a meaning; the others have one of their own
        let within = if place(*c) == 1 { 0 } else { ORDER[place(*c).min(7)].find(*c).unwrap_or(0) };
        (place(*c), within)
    });
    Some(letters.into_iter().chain(atom.text.chars()).collect())
}

/// A leg of an `a` form: its letters but for the directions, and what it may do.
struct Part {
    letters: String,
    leg: Leg,
}

/// The brackets for an `a` form, one for each change between straight and diagonal legs.
fn brackets(mods: &Mods, atom: &Atom) -> Option<String> {
    let mut groups: Vec<Mods> = vec![Mods::default()];
    for m in &mods.list {
        if m.letter == 'a' {
            groups.push(Mods::default());
        } else {
            groups.last_mut()?.list.push(m.clone());
        }
    }
    let last = groups.len() - 1;
    let (mut parts, mut toggled, mut outer) = (Vec::new(), false, String::new());
    for (i, mut group) in groups.into_iter().enumerate() {
        let toggles = group.list.iter().any(|m| m.letter == 'y' || m.letter == 'g' && i < last);
        group.list.retain(|m| m.letter != 'y');
        let mut letters = String::new();
        for m in &mut group.list {
            if m.letter == 'g' && i < last {
                m.letter = 'p';
            }
            match m.letter {
                'i' | 'o' => outer.push(m.letter),
                'z' | 'q' | 'x' => return None,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => {}
                c if m.bounds.is_none() && m.filter.is_none() => letters.push(c),
                _ => return None,
            }
        }
        let place = if i == 0 { Place::First { ends: i == last } } else { Place::Later { ends: i == last } };
        let mut leg =
            LegReader { dialect: Dialect::default(), diags: &mut Diagnostics::default() }.read(&group, atom, place)?;
        if toggled {
            leg.max = if leg.max == Some(1) { None } else { Some(1) };
        }
        toggled ^= toggles;
        parts.push(Part { letters, leg });
    }
    let mut out: Vec<Vec<String>> = Vec::new();
    for first in &parts[0].leg.parts {
        let heading = shape(ring(first.0, first.1)[0]);
        let directions = token_text(&parts[0].leg.directions);
        let begun = format!("{directions}{}{}", parts[0].letters, atom_text(*first, &parts[0].leg)?);
        follow(&parts[1..], *first, heading, vec![begun], &mut out)?;
    }
    (!out.is_empty() && out.len() <= MAX_BRACKETS)
        .then(|| out.into_iter().map(|legs| format!("{outer}[{}]", legs.join("-"))).collect())
}

fn follow(rest: &[Part], leap: (i8, i8), heading: Shape, done: Vec<String>, out: &mut Vec<Vec<String>>) -> Option<()> {
    let Some((part, rest)) = rest.split_first() else {
        out.push(done);
        return Some(());
    };
    if out.len() > MAX_BRACKETS {
        return None;
    }
    let oblique = heading == Shape::Oblique;
    let wanted: Vec<i8> = if part.leg.directions.is_empty() {
        if oblique || part.leg.parts.len() > 1 { vec![0, 1, -1, 2, -2, 3, -3] } else { vec![0, -2, 2] }
    } else {
        part.leg.directions.iter().filter_map(|t| turns(t.kind)).flatten().copied().collect()
    };
    let n = leap.0.max(leap.1);
    let classes: Vec<((i8, i8), Vec<i8>)> = if oblique {
        vec![(leap, wanted)]
    } else {
        let (even, odd): (Vec<i8>, Vec<i8>) = wanted.into_iter().partition(|t| t % 2 == 0);
        let (here, other) = if heading == Shape::Orthogonal { ((0, n), (n, n)) } else { ((n, n), (0, n)) };
        vec![(here, even), (other, odd)]
    };
    for (leap, turned) in classes.into_iter().filter(|c| !c.1.is_empty()) {
        let mut legs = done.clone();
        legs.push(format!("{}{}{}", turn_text(&turned), part.letters, atom_text(leap, &part.leg)?));
        follow(rest, leap, shape(ring(leap.0, leap.1)[0]), legs, out)?;
    }
    Some(())
}

/// Directions of a first leg, doubled where they would pair up otherwise.
fn token_text(tokens: &[Token]) -> String {
    let several = tokens.len() > 1;
    let text = |t: &Token| match t.kind {
        TokenKind::One(c @ ('f' | 'b' | 'l' | 'r')) if several => format!("{c}{c}"),
        _ => t.text.clone(),
    };
    tokens.iter().map(text).collect()
}

/// Turns as letters. Single letters are doubled so that none pairs up with the next.
fn turn_text(turned: &[i8]) -> String {
    if (-3..=4).all(|t| turned.contains(&t)) {
        return "*".to_owned();
    }
    let mut out: Vec<&str> = Vec::new();
    let mut left: Vec<i8> = turned.to_vec();
    let words: [(&[i8], &str); 12] = [
        (&[-2, 2], "s"),
        (&[0, 4], "v"),
        (&[-1, 1], "fs"),
        (&[-3, 3], "bs"),
        (&[0], "ff"),
        (&[4], "bb"),
        (&[-2], "ll"),
        (&[2], "rr"),
        (&[-1], "fl"),
        (&[1], "fr"),
        (&[-3], "bl"),
        (&[3], "br"),
    ];
    for (all, word) in words {
        if all.iter().all(|t| left.contains(t)) {
            out.push(word);
            left.retain(|t| !all.contains(t));
        }
    }
    match out[..] {
        [one] if matches!(one, "ff" | "bb" | "ll" | "rr") => one[..1].to_owned(),
        _ => out.concat(),
    }
}

/// Atom and range of a leap with the reach of the leg.
fn atom_text((p, q): (i8, i8), leg: &Leg) -> Option<String> {
    let letter = match (p, q) {
        (0, 1) => "W",
        (1, 1) => "F",
        (0, 2) => "D",
        (1, 2) => "N",
        (2, 2) => "A",
        (0, 3) => "H",
        (1, 3) => "C",
        (2, 3) => "Z",
        (3, 3) => "G",
        _ => "",
    };
    let atom = if letter.is_empty() { format!("({p},{q})") } else { letter.to_owned() };
    let plain = leg.min == 1 && !leg.same_steps && leg.area.is_none();
    match (leg.max, letter) {
        _ if !plain => None,
        (Some(1), _) => Some(atom),
        (None, "W") => Some("R".to_owned()),
        (None, "F") => Some("B".to_owned()),
        (None, "") => Some(format!("{atom}0")),
        (None, _) => Some(format!("{atom}{atom}")),
        (Some(n), _) => Some(format!("{atom}{n}")),
    }
}
