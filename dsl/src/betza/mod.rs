//! Betza strings: the notation of movements (`docs/betza.md`), from text to `pattern::Pattern`.
//!
//! `syntax` reads the structure, `leg` and `checks` the modifiers of each leg, `order` says which leg follows which,
//! `chain`, `course` and `net` make the automaton. A single leg is a chain of one.

mod chain;
mod checks;
mod course;
mod direction;
pub mod hex;
mod leg;
mod legacy;
mod lint;
mod net;
mod normal;
mod order;
mod reading;
mod syntax;
mod turning;
mod words;

pub use leg::Dialect;
pub use lint::lint;
pub use normal::normal;

use crate::diagnostics::{Diagnostic, Diagnostics, Severity};
use crate::game::Castle;
use crate::pattern::{Pattern, RelWalk};
use crate::source::Span;
use chain::{Outer, Position, Turning};
use direction::TokenKind;
use leg::{LegKind, LegReader, Modes, Place};
use std::collections::BTreeSet;
use syntax::{Atom, Head, Item, Link, Mods, Term};

/// Reads a movement string. `span` is the place of `text`, without its quotes. Nothing is skipped in silence: what
/// cannot be read or has no effect is a diagnostic `B01`... with the exact letters; `None` after an error.
pub fn parse(text: &str, span: Span, diags: &mut Diagnostics) -> Option<Pattern> {
    parse_as(text, span, Dialect::default(), diags)
}

/// The same in a dialect.
pub fn parse_as(text: &str, span: Span, dialect: Dialect, diags: &mut Diagnostics) -> Option<Pattern> {
    let mut found = Diagnostics::default();
    let pattern = read(text, span, dialect, &mut found);
    reading::show_in(text, span, 0, &mut found);
    found.list.into_iter().for_each(|d| diags.push(d));
    pattern
}

fn read(text: &str, span: Span, dialect: Dialect, diags: &mut Diagnostics) -> Option<Pattern> {
    let before = errors(diags);
    let terms = syntax::read(text, span, diags);
    let mut reader = Reader { dialect, diags };
    let mut out = Pattern::default();
    let mut parts = Vec::new();
    for term in &terms {
        let walks = reader.term(term, &mut out);
        parts.extend(walks.iter().cloned());
        out.walks.extend(walks);
    }
    if errors(diags) > before {
        return None;
    }
    if terms.is_empty() {
        diags.push(
            Diagnostic::error("B03", "the movement string is empty")
                .label(span, "no atom")
                .help("a piece that never moves is written `nothing`"),
        );
        return None;
    }
    lint::overlaps(&parts, diags);
    Some(out)
}

fn errors(diags: &Diagnostics) -> usize {
    diags.list.iter().filter(|d| d.severity == Severity::Error).count()
}

struct Reader<'a> {
    dialect: Dialect,
    diags: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn term(&mut self, term: &Term, out: &mut Pattern) -> Vec<RelWalk> {
        match term {
            Term::Simple { mods, atom, span } if mods.list.iter().any(|m| m.letter == 'a') => {
                let unload = mods.list.iter().find(|m| m.letter == 'u').map(|m| m.span);
                let walk = legacy::read(mods, atom, *span, self.dialect, self.diags);
                walk.and_then(|w| self.unloading(w, unload)).into_iter().collect()
            }
            Term::Simple { mods, atom, span } => self.single(mods, atom, *span, out).into_iter().collect(),
            Term::Chain { mods, legs, span } => self.chain(mods, legs, *span).into_iter().collect(),
            Term::Lion { mods, atom, span } => self.lion(mods, atom, *span),
        }
    }

    fn single(&mut self, mods: &Mods, atom: &Atom, span: Span, out: &mut Pattern) -> Option<RelWalk> {
        let leg = LegReader { dialect: self.dialect, diags: self.diags }.read(mods, atom, Place::Single)?;
        if let LegKind::Castle(files) = leg.kind {
            let all = leg.directions.is_empty();
            let goes =
                |c| all || leg.directions.iter().any(|t| t.kind == TokenKind::One(c) || t.kind == TokenKind::One('s'));
            let castle = Castle { files, right: goes('r'), left: goes('l'), jumps: leg.jumps as u8 };
            out.castles.push((castle, span));
            return None;
        }
        let unload = leg.unload.then_some(leg.span);
        let outer = Outer { initial: leg.initial, cylinder: leg.cylinder, single: true, ..Outer::default() };
        let text = leg.text.clone();
        let position = Position {
            leg,
            turning: Turning::Bracket,
            last: true,
            stop: false,
            repeat: false,
            follow: BTreeSet::new(),
        };
        let walk = chain::build(&[position], &BTreeSet::from([0]), &outer, span, &text, self.diags)?;
        self.unloading(walk, unload)
    }

    /// `u` needs something to put back.
    fn unloading(&mut self, walk: RelWalk, unload: Option<Span>) -> Option<RelWalk> {
        let Some(span) = unload.filter(|_| !walk.nodes.iter().flat_map(|n| &n.edges).any(|e| e.take.is_some())) else {
            return Some(walk);
        };
        let d = Diagnostic::error("B21", "`u` puts back what the move takes, and this move takes nothing")
            .label(span, "no leg captures");
        self.diags.push(d.help("`udK` changes places with a friend, `ucK` with an enemy"));
        None
    }

    fn chain(&mut self, mods: &Mods, legs: &[(Item, Link)], span: Span) -> Option<RelWalk> {
        let outer_leg = self.outer(mods)?;
        let (dialect, before) = (self.dialect, errors(self.diags));
        let mut read = |item: &Item, place: Place| {
            let mut reader = LegReader { dialect, diags: self.diags };
            match item {
                Item::Home(span) => Some(home(*span)),
                Item::Leg { mods, atom } => reader.read(mods, atom, place),
                Item::Repeat { .. } => None,
            }
        };
        let mut inner = Diagnostics::default();
        let mut positions = order::positions(legs, span, &mut read, &mut inner)?;
        inner.list.into_iter().for_each(|d| self.diags.push(d));
        for p in &mut positions {
            if p.last
                && let Some(modes) = outer_leg.modes
            {
                if p.leg.modes.is_some() {
                    let d = Diagnostic::error("B11", "modes stand both before the bracket and on its last leg")
                        .label(mods.span, "these")
                        .secondary(p.leg.span, "and these");
                    self.diags.push(d.help("write them in one place"));
                }
                p.leg.modes = Some(modes);
            }
        }
        self.check_positions(&positions, legs);
        if errors(self.diags) > before {
            return None;
        }
        let outer = Outer {
            directions: outer_leg.directions,
            initial: outer_leg.initial,
            cylinder: outer_leg.cylinder,
            single: false,
        };
        let starts = order::firsts(legs, positions.len());
        let unload = positions.iter().find(|p| p.leg.unload).map(|p| p.leg.span);
        let walk = chain::build(&positions, &starts, &outer, span, "[..]", self.diags)?;
        self.unloading(walk, unload)
    }

    /// Modifiers before a bracket: read as those of a leap that can take any direction.
    fn outer(&mut self, mods: &Mods) -> Option<leg::Leg> {
        let before = errors(self.diags);
        for m in &mods.list {
            let fits = matches!(
                m.letter,
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' | 'm' | 'c' | 'd' | 'e' | 'k' | 't' | 'i' | 'o'
            );
            if !fits {
                let d = Diagnostic::error("B02", format!("`{}` cannot stand before a bracket", m.letter))
                    .label(m.span, "belongs to one leg");
                self.diags.push(d.help("write it inside the bracket, before the leg it means"));
            }
        }
        if errors(self.diags) > before {
            return None;
        }
        let knight = Atom { head: Head::Letter('N'), range: None, span: mods.span, text: "[..]".to_owned() };
        LegReader { dialect: self.dialect, diags: self.diags }.read(mods, &knight, Place::First { ends: false })
    }

    fn check_positions(&mut self, positions: &[Position], legs: &[(Item, Link)]) {
        if legs.last().is_some_and(|l| l.1 != Link::End) {
            let span = positions.last().map_or(Span::default(), |p| p.leg.span);
            let d = Diagnostic::error("B03", "nothing follows the last `-` or `?`").label(span, "the last leg");
            self.diags.push(d);
        }
        // a leg of a repeat stands here more than once
        let mut unloading: Vec<Span> = positions.iter().filter(|p| p.leg.unload).map(|p| p.leg.span).collect();
        unloading.dedup();
        if let [a, b, ..] = unloading[..] {
            let d = Diagnostic::error("B21", "two legs put back what the move takes")
                .label(b, "one `u` in a path")
                .secondary(a, "the other");
            self.diags.push(d);
        }
        for p in positions {
            let leg = &p.leg;
            let middle = !p.follow.is_empty();
            if leg.kind == LegKind::Home && middle {
                self.diags.push(
                    Diagnostic::error("B10", "a walk ends when it is home").label(leg.span, "`@` is the last leg"),
                );
            }
            if middle && (leg.kind == LegKind::Anywhere || leg.area.is_some()) {
                let d = Diagnostic::error("B10", "no leg can follow this one")
                    .label(leg.span, "its last step has no bearing");
                self.diags.push(d);
            }
            if leg.initial || leg.cylinder {
                let d = Diagnostic::error("B02", "`i` and `o` belong to the whole path")
                    .label(leg.span, "inside a bracket");
                self.diags.push(d.help("write them before the bracket"));
            }
            let only_last = leg.modes.is_some_and(|m| m.passing || m.royal || m.tame);
            if middle && !p.stop && only_last {
                let d = Diagnostic::error("B02", "`e`, `k` and `t` are modes of the last leg")
                    .label(leg.span, "more legs follow");
                self.diags.push(d);
            }
            if middle && leg.hop.is_some() && (p.stop || p.last) {
                let d = Diagnostic::error("B09", "a walk cannot stop on the man it hops over")
                    .label(leg.span, "may both end and go on");
                self.diags.push(d);
            }
            if middle
                && let Some(h) = &leg.hop
                && (h.beyond.is_some() || h.min != 1 || h.max != Some(1))
            {
                let d = Diagnostic::error("B09", "before another leg `p` is the square of one man")
                    .label(leg.span, "counts and `g` belong to the last leg");
                self.diags.push(d);
            }
            if !middle && leg.hop.is_some() && leg.max == Some(1) {
                let d = Diagnostic::error("B09", format!("`{}` never moves: the hop uses up its only step", leg.text))
                    .label(leg.span, "needs a piece that takes several steps");
                self.diags.push(d);
            }
        }
    }

    /// `lion(K)` and its likes, written out.
    fn lion(&mut self, mods: &Mods, atom: &Atom, span: Span) -> Vec<RelWalk> {
        let m = &mods.text;
        let double = match (atom.head, atom.range.is_some()) {
            (Head::Letter('W'), false) => Some("D"),
            (Head::Letter('F'), false) => Some("A"),
            _ => None,
        };
        let text = match double {
            Some(d) => {
                let a = &atom.text;
                format!("{m}{a}{m}{d}[c{m}{a}-f{a}][c{m}{a}-@][m{m}{a}-@]")
            }
            None if atom.text == "K" && m.is_empty() => "KNAD[cK-*K][mK-@]".to_owned(),
            None => {
                let d = Diagnostic::error("B02", format!("no lion is called `lion({m}{})`", atom.text))
                    .label(span, "not known")
                    .help("`lion(K)`, `lion(W)` and `lion(F)`, the last two with directions: `lion(fW)`");
                self.diags.push(d);
                return Vec::new();
            }
        };
        let mut inner = Diagnostics::default();
        let pattern = parse_as(&text, span, self.dialect, &mut inner);
        let Some(pattern) = pattern else {
            let d = Diagnostic::error("B02", format!("`lion({m}{})` cannot be written out", atom.text))
                .label(span, format!("stands for {text}"));
            self.diags.push(d.help("only directions fit before the atom: `lion(fW)`"));
            return Vec::new();
        };
        pattern.walks.into_iter().map(|w| RelWalk { span, ..w }).collect()
    }
}

/// The leg `@`.
fn home(span: Span) -> leg::Leg {
    leg::Leg {
        modes: Some(Modes { quiet: true, ..Modes::default() }),
        hop: None,
        lame: false,
        jumps: 0,
        bend: leg::Bend::Straight,
        directions: Vec::new(),
        parts: Vec::new(),
        min: 1,
        max: Some(1),
        same_steps: false,
        area: None,
        initial: false,
        cylinder: false,
        unload: false,
        kind: LegKind::Home,
        text: "@".to_owned(),
        atom: "@".to_owned(),
        span,
    }
}
