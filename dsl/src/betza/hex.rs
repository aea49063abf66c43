//! The notation on hexagons (LANGUAGE section 10): the same letters, other leaps and other directions.
//!
//! Leaps are steps on the slanted grid of `game::Graph`. A term is one leg; paths of several legs turn by eighths of a
//! circle, which hexagons do not have.

use super::chain::capped;
use super::course::{Course, Ending, Runner};
use super::direction::{Leap, Token, TokenKind, tokens};
use super::leg::{Bend, Dialect, Leg, LegKind, LegReader, Modes, Place};
use super::net::Net;
use super::syntax::{Atom, Head, Mods, Term, read};
use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::pattern::{Pattern, RelWalk};
use crate::source::Span;

/// Where a leap leads, in letters. On an edge or corner the letters are a name: `f` is not part of `fl`.
type Named = (&'static str, Leap);

/// Over an edge, clockwise from straight ahead.
const EDGES: [Named; 6] =
    [("f", (0, 1)), ("fr", (1, 1)), ("br", (1, 0)), ("b", (0, -1)), ("bl", (-1, -1)), ("fl", (-1, 0))];
/// Over a corner: the nearest cells of the same colour.
const CORNERS: [Named; 6] =
    [("fr", (1, 2)), ("r", (2, 1)), ("br", (1, -1)), ("bl", (-1, -2)), ("l", (-2, -1)), ("fl", (-1, 1))];
/// The nearest cells on neither line, two in each sixth.
const KNIGHT: [Named; 12] = [
    ("fr", (1, 3)),
    ("fr", (2, 3)),
    ("r", (3, 2)),
    ("r", (3, 1)),
    ("br", (2, -1)),
    ("br", (1, -2)),
    ("bl", (-1, -3)),
    ("bl", (-2, -3)),
    ("l", (-3, -2)),
    ("l", (-3, -1)),
    ("fl", (-2, 1)),
    ("fl", (-1, 2)),
];

/// The parts of an atom, how far each step goes in units of its ring, and whether it slides.
fn atom(letter: char) -> Option<(&'static [&'static [Named]], i8)> {
    Some(match letter {
        'W' | 'R' => (&[&EDGES], 1),
        'F' | 'B' => (&[&CORNERS], 1),
        'D' => (&[&EDGES], 2),
        'A' => (&[&CORNERS], 2),
        'N' => (&[&KNIGHT], 1),
        'K' | 'Q' => (&[&EDGES, &CORNERS], 1),
        _ => return None,
    })
}

/// Reads a movement string for a board of hexagons; like `betza::parse`.
pub fn parse(text: &str, span: Span, diags: &mut Diagnostics) -> Option<Pattern> {
    let errors = |diags: &Diagnostics| diags.list.iter().filter(|d| d.severity == Severity::Error).count();
    let before = errors(diags);
    let mut out = Pattern::default();
    let terms = read(text, span, diags);
    for term in &terms {
        match term {
            Term::Simple { mods, atom, span } => out.walks.extend(walk(mods, atom, *span, diags)),
            Term::Chain { span, .. } | Term::Lion { span, .. } => {
                diags.push(
                    Diagnostic::error("B25", "paths of several legs are not read on hexagons")
                        .label(*span, "turns by eighths of a circle")
                        .help("write the single legs, or an `action` with steps"),
                );
            }
        }
    }
    if terms.is_empty() && errors(diags) == before {
        diags.push(
            Diagnostic::error("B03", "the movement string is empty")
                .label(span, "no atom")
                .help("a piece that never moves is written `nothing`"),
        );
    }
    (errors(diags) == before).then_some(out)
}

fn walk(mods: &Mods, at: &Atom, span: Span, diags: &mut Diagnostics) -> Option<RelWalk> {
    let (rings, unit) = match at.head {
        Head::Letter('U') => (&[][..], 1),
        Head::Letter(c) => match atom(c) {
            Some(found) => found,
            None => return refuse(format!("`{c}` has no reading on hexagons"), at.span, diags),
        },
        Head::Vector(..) => return refuse("vectors have no reading on hexagons".into(), at.span, diags),
    };
    let (letters, rest): (Vec<_>, Vec<_>) =
        mods.list.iter().cloned().partition(|m| matches!(m.letter, 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h'));
    if let Some(m) = rest.iter().find(|m| matches!(m.letter, 'a' | 'o' | 'z' | 'q' | 'u')) {
        return refuse(format!("`{}` has no meaning on hexagons", m.letter), m.span, diags);
    }
    let directions = match tokens(&letters.iter().map(|m| (m.letter, m.span)).collect::<Vec<_>>()) {
        Ok(list) => list,
        Err(h) => return refuse("`h` has no meaning on hexagons".into(), h, diags),
    };
    // The leg is read without its directions: their checks know squares only.
    let text = rest.iter().map(|m| m.letter).collect();
    let plain = Mods { list: rest, text, span: mods.span };
    let leg = LegReader { dialect: Dialect::default(), diags }.read(&plain, at, Place::Single)?;
    if leg.lame && matches!(at.head, Head::Letter('N')) {
        return refuse("a knight of hexagons has no square on its way".into(), at.span, diags);
    }
    if leg.area.is_some() || leg.bend != Bend::Straight {
        return refuse("this range has no reading on hexagons".into(), at.span, diags);
    }
    let mut net = Net::default();
    let start = net.node();
    if leg.kind == LegKind::Anywhere {
        super::chain::anywhere(&mut net, start, &leg);
    }
    for leap in leaps(rings, unit, &directions, at, diags)? {
        run(&mut net, start, &leg, leap);
    }
    if net.full {
        diags.push(capped(span));
        return None;
    }
    let mut walk = net.finish(span);
    walk.initial = leg.initial;
    Some(walk)
}

fn run(net: &mut Net, start: usize, leg: &Leg, leap: Leap) {
    let land = Some(leg.modes.unwrap_or(Modes::DEFAULT));
    let ending = Ending { land, ..Ending::default() };
    let course = Course { leaps: vec![leap], cap: None };
    Runner { net, leg, course: &course, ending, hops: leg.hop.is_some() }.run(start, &mut |_, _, _| Vec::new());
}

/// The leaps that the directions select, of each part of the atom.
fn leaps(rings: &[&[Named]], unit: i8, directions: &[Token], at: &Atom, diags: &mut Diagnostics) -> Option<Vec<Leap>> {
    let mut out = Vec::new();
    for token in directions {
        let chosen = rings.iter().flat_map(|ring| named(ring, token.kind)).count();
        if chosen == 0 {
            let told = Diagnostic::error("B05", format!("`{}` selects no move of `{}`", token.text, at.text));
            diags.push(told.label(token.span, "no cell lies there").help(
                "over an edge lie f fr br b bl fl, over a corner fr r br bl l fl; `v` and `s` join those ahead and aside",
            ));
            return None;
        }
    }
    for ring in rings {
        for (_, (x, y)) in ring
            .iter()
            .filter(|cell| directions.is_empty() || directions.iter().any(|t| named(ring, t.kind).any(|c| c == **cell)))
        {
            out.push((x * unit, y * unit));
        }
    }
    Some(out)
}

/// Cells of a ring that a direction means: the one of that very name, else all whose names contain the letter.
fn named(ring: &[Named], kind: TokenKind) -> impl Iterator<Item = Named> {
    let exact = |name: String| ring.iter().filter(|c| c.0 == name).copied().collect::<Vec<_>>();
    let letter = |c: char| match exact(c.to_string()) {
        none if none.is_empty() => ring.iter().filter(|n| n.0.contains(c)).copied().collect(),
        some => some,
    };
    let chosen = match kind {
        TokenKind::All => ring.to_vec(),
        TokenKind::One('v') => [letter('f'), letter('b')].concat(),
        TokenKind::One('s') => [letter('l'), letter('r')].concat(),
        TokenKind::One(c) => letter(c),
        TokenKind::Pair(a, 's') => [exact(format!("{a}l")), exact(format!("{a}r"))].concat(),
        TokenKind::Pair(a, 'v') => [exact(format!("f{a}")), exact(format!("b{a}"))].concat(),
        TokenKind::Pair(a @ ('f' | 'b'), b) => exact(format!("{a}{b}")),
        TokenKind::Pair(a, b) => exact(format!("{b}{a}")),
        TokenKind::Half(_) | TokenKind::Handed(_) => Vec::new(),
    };
    chosen.into_iter()
}

fn refuse<T>(text: String, span: Span, diags: &mut Diagnostics) -> Option<T> {
    diags.push(
        Diagnostic::error("B25", text)
            .label(span, "not read on a board of hexagons")
            .help("the atoms are W F D A N R B K Q U, with the modes and directions of a single leg"),
    );
    None
}
