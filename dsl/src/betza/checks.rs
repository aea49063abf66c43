//! What is wrong with a leg that can be read: combinations that mean nothing, or that change nothing.

use super::direction::{Leap, Shape, TokenKind, ring, selects, shape, show};
use super::leg::{Bend, Leg, LegKind, LegReader, Modes, Place};
use super::syntax::{Atom, Head, Mods};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

impl LegReader<'_> {
    /// Combinations that mean nothing, or that change nothing.
    pub(super) fn check(&mut self, leg: &mut Leg, mods: &Mods, atom: &Atom, place: Place) {
        let rider = leg.max != Some(1);
        let at = |letter: char| mods.list.iter().find(|m| m.letter == letter).map_or(mods.span, |m| m.span);
        self.check_directions(leg, mods, atom, place);
        if let Some(modes) = leg.modes {
            let plain = Modes { tame: false, ..modes } == Modes::DEFAULT;
            // in a bracket, where legs have other modes, `mc` is a help to the reader
            if plain && !modes.tame && place == Place::Single {
                self.warn(
                    "B11",
                    format!("`mc` is the default: `{}`", without(&leg.text, "mc")),
                    at('m').to(at('c')),
                    "changes nothing",
                );
            }
            if modes.tame && !modes.capture && modes.any() {
                self.warn("B11", "`t` tames `c`, which is not there", at('t'), "changes nothing");
            }
            if modes.royal && modes.capture && !modes.tame {
                self.warn("B11", "`c` takes royals already", at('k'), "changes nothing");
            }
        }
        match leg.kind {
            LegKind::Walk => {}
            LegKind::Home | LegKind::Anywhere => {
                for m in &mods.list {
                    if !matches!(m.letter, 'm' | 'c' | 'd' | 'e' | 'k' | 't' | 'i') {
                        self.error(
                            "B11",
                            format!("`{}` means nothing before `U`", m.letter),
                            m.span,
                            "U goes anywhere at once",
                        );
                    }
                }
                return;
            }
            LegKind::Castle(_) => {
                for m in &mods.list {
                    match m.letter {
                        'l' | 'r' | 's' | 'j' => {}
                        'i' | 'm' => {
                            self.warn("B11", format!("castling is always `{}`", m.letter), m.span, "changes nothing")
                        }
                        _ => self.error(
                            "B11",
                            format!("`{}` means nothing before `O`", m.letter),
                            m.span,
                            "castling takes l, r and j",
                        ),
                    }
                }
                return;
            }
        }
        if leg.hop.is_some() && !rider && leg.area.is_none() && matches!(place, Place::Single) {
            let letter = if leg.hop.as_ref().is_some_and(|h| h.beyond.is_some()) { 'g' } else { 'p' };
            let jumps = mods.text.replace(letter, "j");
            let mut d = Diagnostic::error("B09", format!("`{}` never moves: the hop uses up its only step", leg.text))
                .label(at(letter), "needs a piece that takes several steps");
            if matches!(atom.head, Head::Letter('D' | 'A' | 'N')) {
                d = d.help(format!("`{jumps}{}` leaps only over a man", atom.text));
            } else {
                d = d.help(format!("`{letter}R` hops along a line, `jD` leaps only over a man"));
            }
            self.diags.push(d);
        }
        if leg.bend != Bend::Straight && matches!(place, Place::Single | Place::First { .. }) {
            let letter = if leg.bend == Bend::Crooked { 'z' } else { 'q' };
            let knight = leg.parts == [(1, 2)];
            if !rider && knight {
                leg.max = None; // `qN` is the rose, `zN` the crooked nightrider
            } else if !rider {
                let d = Diagnostic::error(
                    "B20",
                    format!("`{letter}` bends a path of several steps, `{}` takes one", atom.text),
                )
                .label(at(letter), "nothing to bend");
                self.diags.push(
                    d.help(format!("`{letter}{}0` for the rider, `{letter}B`, `{letter}R`, `{letter}N`", atom.text)),
                );
            }
        }
        if leg.area.is_some() {
            for m in &mods.list {
                if matches!(m.letter, 'p' | 'g' | 'n' | 'j' | 'z' | 'q' | 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h') {
                    self.error(
                        "B15",
                        format!("`{}` means nothing on an area move", m.letter),
                        m.span,
                        "`~` steps in all directions",
                    );
                }
            }
        }
        if leg.lame && leg.jumps > 0 {
            let d = Diagnostic::error("B05", "`n` and `j` together never move")
                .label(at('n').to(at('j')), "the square must be empty and occupied");
            self.diags.push(d);
            return;
        }
        self.check_lame(leg, at('n'));
        self.check_jump(leg, rider, at('j'));
    }

    fn check_lame(&mut self, leg: &mut Leg, span: Span) {
        if !leg.lame {
            return;
        }
        if leg.parts.iter().all(|p| matches!(p, (0 | 1, 1))) {
            self.warn("B11", "`n` has no effect on single steps", span, "nothing lies between");
            leg.lame = false;
            return;
        }
        for &(p, q) in &leg.parts {
            let known = p == 0 || p == q || matches!((p, q), (1, 2) | (2, 3));
            if !known {
                let (w, f) = (usize::from((q - p) as u8), usize::from(p as u8));
                let path = |steps: Vec<&str>| format!("`[{}]`", steps.join("-"));
                let early = path([vec!["W"; w], vec!["F"; f]].concat());
                let late = path([vec!["F"; f], vec!["W"; w]].concat());
                let d = Diagnostic::error("B08", format!("the path of a lame ({p},{q}) leap is not settled"))
                    .label(span, "several paths lead there");
                self.diags.push(d.help(format!("spell the path: {early} straight first, {late} diagonal first")));
            }
        }
    }

    fn check_jump(&mut self, leg: &Leg, rider: bool, span: Span) {
        if leg.jumps == 0 {
            return;
        }
        let slider = leg.parts.iter().all(|p| matches!(p, (0 | 1, 1)));
        if rider && slider {
            if leg.max.is_some_and(|m| leg.jumps >= m) {
                self.error("B05", format!("`{}` skips all its squares", leg.text), span, "no square is left to reach");
            }
            return;
        }
        let known = leg.parts.iter().all(|p| matches!(p, (0, 2) | (2, 2) | (1, 2)));
        if rider || !known || leg.jumps > 1 {
            let d = Diagnostic::error("B24", format!("`{}`: `j` is not defined here", leg.text))
                .label(span, "which squares must be jumped is not settled");
            self.diags.push(d.help("`jD`, `jA` and `jN` leap only over a man; `jR`, `jB`, `jQ` skip the first square"));
        }
    }

    fn check_directions(&mut self, leg: &Leg, mods: &Mods, atom: &Atom, place: Place) {
        if leg.directions.is_empty() || matches!(place, Place::Later { .. }) {
            return;
        }
        if leg.kind != LegKind::Walk {
            if let LegKind::Castle(_) = leg.kind {
                let wrong = leg.directions.iter().find(|t| !matches!(t.kind, TokenKind::One('l' | 'r' | 's')));
                if let Some(t) = wrong {
                    self.error(
                        "B05",
                        format!("castling goes left or right: {}", show(&leg.directions, &atom.text)),
                        t.span,
                        "`l` or `r`",
                    );
                }
            }
            return;
        }
        let reading = show(&leg.directions, &atom.text);
        if leg.parts.len() > 1 {
            let compound = atom.text.clone();
            let bad = leg.directions.iter().find(|t| !matches!(t.kind, TokenKind::One(_) | TokenKind::All));
            let (w, f) = if atom.text.starts_with('K') { ("W", "F") } else { ("R", "B") };
            let tail = &atom.text[1..];
            let dirs = &mods.text;
            if let Some(t) = bad {
                let d = Diagnostic::error("B07", format!("`{}` has a different meaning in each program (read as {reading})", leg.text))
                    .label(t.span, format!("two letters on `{compound}`"))
                    .help(format!(
                        "write the parts: `{dirs}{w}{tail}` selects {} of the straight moves, and `{f}{tail}` takes its own letters",
                        leg.directions.iter().map(|t| count(t.kind, (0, 1))).sum::<usize>()
                    ));
                self.diags.push(d);
            } else if leg.directions.iter().any(|t| matches!(t.kind, TokenKind::One(_))) {
                let n = |part| {
                    ring_of(part)
                        .iter()
                        .filter(|l| leg.directions.iter().any(|t| selects(t.kind, **l) == Some(true)))
                        .count()
                };
                self.diags.push(
                    Diagnostic::note(
                        "B07",
                        format!("`{}` is read as `{dirs}{w}{tail}` and `{dirs}{f}{tail}`", leg.text),
                    )
                    .label(mods.span, format!("{} + {} directions; XBoard reads another set", n((0, 1)), n((1, 1))))
                    .help(format!(
                        "write `{dirs}{w}{tail}{dirs}{f}{tail}`, or `{dirs}{w}{tail}` for the straight moves only"
                    )),
                );
            }
            return;
        }
        let Some(&part) = leg.parts.first() else { return };
        for t in &leg.directions {
            let chosen: Vec<Option<bool>> = ring_of(part).into_iter().map(|l| selects(t.kind, l)).collect();
            if chosen.contains(&None) {
                let meant = match t.kind {
                    TokenKind::Half(c) => format!("`{c}{}`", atom.text),
                    _ => "the mirror halves exist on oblique leaps only (N, C, Z)".to_owned(),
                };
                let d =
                    Diagnostic::error("B06", format!("`{}` needs an oblique leap, `{}` is none", t.text, atom.text))
                        .label(t.span, format!("read as {reading}"));
                self.diags.push(d.help(meant));
            } else if chosen.iter().all(|c| *c == Some(true)) && t.kind != TokenKind::All {
                self.warn(
                    "B11",
                    format!("`{}` selects every move of `{}` (read as {reading})", t.text, atom.text),
                    t.span,
                    "changes nothing",
                );
            } else if shape(ring_of(part)[0]) == Shape::Diagonal && matches!(t.kind, TokenKind::Pair(_, 's' | 'v')) {
                let first = &t.text[..1];
                self.warn(
                    "B11",
                    format!("`{}` on a diagonal is `{first}{}` (read as {reading})", t.text, atom.text),
                    t.span,
                    "the second letter changes nothing",
                );
            }
        }
    }
}

fn ring_of((p, q): (i8, i8)) -> Vec<Leap> {
    ring(p, q)
}

fn count(kind: TokenKind, part: (i8, i8)) -> usize {
    ring_of(part).into_iter().filter(|l| selects(kind, *l) == Some(true)).count()
}

/// The text without these letters.
fn without(text: &str, letters: &str) -> String {
    text.chars().filter(|c| !letters.contains(*c)).collect()
}
