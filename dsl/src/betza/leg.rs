//! One leg: modifiers and atom checked and put in order.

use super::direction::{Token, tokens};
use super::syntax::{Atom, Bounds, Head, Modifier, Mods, Range};
use super::words;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pattern::{Kinds, MenTest, Royalty};
use crate::source::Span;

/// Where a leg stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A term of its own.
    Single,
    /// In a bracket: the first leg, or a later one. `ends`: the walk may end on it as its last leg.
    First {
        ends: bool,
    },
    Later {
        ends: bool,
    },
}

/// What the square of a leg may hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modes {
    pub quiet: bool,
    pub capture: bool,
    pub destroy: bool,
    pub passing: bool,
    pub royal: bool,
    pub tame: bool,
}

impl Modes {
    pub const DEFAULT: Self =
        Self { quiet: true, capture: true, destroy: false, passing: false, royal: false, tame: false };

    #[must_use]
    pub fn any(self) -> bool {
        self.quiet || self.capture || self.destroy || self.passing || self.royal
    }

    /// Whose men may be taken by displacement.
    #[must_use]
    pub fn victims(self) -> Vec<MenTest> {
        let mut out = Vec::new();
        if self.capture {
            let royal = if self.tame { Royalty::Never } else { Royalty::Any };
            out.push(MenTest { royal, ..MenTest::ENEMY });
        }
        if self.royal && (!self.capture || self.tame) {
            out.push(MenTest { royal: Royalty::Only, ..MenTest::ENEMY });
        }
        if self.destroy {
            out.push(MenTest::OWN);
        }
        out
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    pub mounts: MenTest,
    pub min: u32,
    pub max: Option<u32>,
    /// `g`: lands exactly so many squares beyond the mount.
    pub beyond: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bend {
    Straight,
    /// `z`: left and right in turn.
    Crooked,
    /// `q`: always the same way.
    Circular,
}

#[derive(Clone, Debug)]
pub struct Leg {
    /// As written; `None` where the default holds.
    pub modes: Option<Modes>,
    /// A mount on the way: hopped over by a last leg, stood on by an earlier one.
    pub hop: Option<Hop>,
    pub lame: bool,
    /// Number of `j`.
    pub jumps: u32,
    pub bend: Bend,
    pub directions: Vec<Token>,
    /// Leaps by component: `K` has two.
    pub parts: Vec<(i8, i8)>,
    pub min: u32,
    pub max: Option<u32>,
    /// `{=}`
    pub same_steps: bool,
    pub area: Option<u32>,
    pub initial: bool,
    pub cylinder: bool,
    pub unload: bool,
    /// `@`, `U` and `O n` are legs of their own kind.
    pub kind: LegKind,
    /// Modifiers and atom; the atom alone.
    pub text: String,
    pub atom: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LegKind {
    Walk,
    Home,
    Anywhere,
    Castle(u8),
}

/// Components longer than any board.
const MAX_LEAP: u32 = 100;
/// A range beyond this is as good as none.
const MAX_RANGE: u32 = 255;
/// Old letters `L` and `J` read as in the 1990s (dialect flag).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// `letters=betza`: L is the camel, J the zebra.
    pub old_letters: bool,
}

pub struct LegReader<'a> {
    pub dialect: Dialect,
    pub diags: &'a mut Diagnostics,
}

impl LegReader<'_> {
    pub fn read(&mut self, mods: &Mods, atom: &Atom, place: Place) -> Option<Leg> {
        let before = self.errors();
        let shown = format!("{}{}", mods.text, atom.text);
        let mut leg = self.atom(atom)?;
        leg.text = shown;
        leg.span = if mods.list.is_empty() { atom.span } else { mods.span.to(atom.span) };
        self.modifiers(&mut leg, mods, place);
        self.range(&mut leg, atom, place);
        self.check(&mut leg, mods, atom, place);
        (self.errors() == before).then_some(leg)
    }

    fn errors(&self) -> usize {
        self.diags.list.iter().filter(|d| d.severity == crate::diagnostics::Severity::Error).count()
    }

    fn atom(&mut self, atom: &Atom) -> Option<Leg> {
        let (parts, unlimited): (Vec<(i8, i8)>, bool) = match atom.head {
            Head::Vector(p, q) => {
                if p == 0 && q == 0 {
                    self.error("B01", "the leap (0,0) goes nowhere", atom.span, "needs a number above 0");
                    return None;
                }
                if p.max(q) > MAX_LEAP {
                    self.error(
                        "B15",
                        format!("the leap {} is longer than any board", atom.text),
                        atom.span,
                        "too long",
                    );
                    return None;
                }
                (vec![(p.min(q) as i8, p.max(q) as i8)], false)
            }
            Head::Letter(c) => match (words::atom(c), c) {
                (Some((parts, unlimited)), _) => (parts.to_vec(), unlimited),
                (None, 'L' | 'J') => {
                    let (leap, ours, other) = if c == 'L' { ((1, 3), 'C', "(2,3)") } else { ((2, 3), 'Z', "(1,3)") };
                    if !self.dialect.old_letters {
                        let text =
                            format!("`{c}` has two readings: ({},{}) by Betza, {other} in XBoard", leap.0, leap.1);
                        self.diags.push(
                            Diagnostic::error("B04", text).label(atom.span, "say which leap is meant").help(format!(
                                "`{ours}` for ({},{}), `{}` for {other}",
                                leap.0,
                                leap.1,
                                if c == 'L' { 'Z' } else { 'C' }
                            )),
                        );
                        return None;
                    }
                    (vec![leap], false)
                }
                (None, 'U' | 'O') => (Vec::new(), false),
                (None, _) => {
                    self.diags.push(words::unknown_atom(c, atom.span));
                    return None;
                }
            },
        };
        Some(Leg {
            modes: None,
            hop: None,
            lame: false,
            jumps: 0,
            bend: Bend::Straight,
            directions: Vec::new(),
            parts,
            min: 1,
            max: if unlimited { None } else { Some(1) },
            same_steps: false,
            area: None,
            initial: false,
            cylinder: false,
            unload: false,
            kind: match atom.head {
                Head::Letter('U') => LegKind::Anywhere,
                Head::Letter('O') => LegKind::Castle(0),
                _ => LegKind::Walk,
            },
            text: String::new(),
            atom: atom.text.clone(),
            span: atom.span,
        })
    }

    fn modifiers(&mut self, leg: &mut Leg, mods: &Mods, place: Place) {
        let mut letters = Vec::new();
        let mut modes = Modes::default();
        let mut seen: Vec<char> = Vec::new();
        for m in &mods.list {
            if seen.contains(&m.letter)
                && !matches!(m.letter, 'j' | 'p' | 'g' | 'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h')
            {
                if m.letter == 'i' {
                    let d = Diagnostic::error("B02", "`ii` is not read").label(m.span, "the second `i`");
                    self.diags.push(d.help("say where with a clause word: `\"fmW\" when from in rank 3`"));
                } else {
                    self.warn("B11", format!("`{}` is written twice", m.letter), m.span, "changes nothing");
                }
            }
            seen.push(m.letter);
            if !matches!(m.letter, 'p' | 'g') {
                for (span, what) in
                    m.bounds.iter().map(|b| (b.span, "count")).chain(m.filter.iter().map(|f| (f.span, "filter")))
                {
                    self.error(
                        "B02",
                        format!("`{}` takes no {what}", m.letter),
                        span,
                        "only `p` and `g` count or filter mounts",
                    );
                }
            }
            match m.letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => letters.push((m.letter, m.span)),
                '*' if matches!(place, Place::Single) => {
                    self.error(
                        "B02",
                        "`*` is a direction of a leg in a bracket",
                        m.span,
                        "outside a bracket all directions are the default",
                    );
                }
                '*' => letters.push((m.letter, m.span)),
                'm' => modes.quiet = true,
                'c' => modes.capture = true,
                'd' => modes.destroy = true,
                'e' => modes.passing = true,
                'k' => modes.royal = true,
                't' => modes.tame = true,
                'p' | 'g' => self.hop(leg, m),
                'n' => leg.lame = true,
                'j' => leg.jumps += 1,
                'i' => leg.initial = true,
                'o' => leg.cylinder = true,
                'u' => leg.unload = true,
                'z' => leg.bend = Bend::Crooked,
                'q' if leg.bend == Bend::Crooked => {
                    self.error("B20", "`z` and `q` exclude each other", m.span, "a path is crooked or circular");
                }
                'q' => leg.bend = Bend::Circular,
                _ => self.diags.push(words::unknown_modifier(m.letter, m.span)),
            }
        }
        if seen.contains(&'q') && seen.iter().position(|c| *c == 'q') < seen.iter().position(|c| *c == 'z') {
            self.error("B20", "`z` and `q` exclude each other", mods.span, "a path is crooked or circular");
        }
        if modes.any() {
            leg.modes = Some(modes);
        } else if modes.tame {
            leg.modes = Some(Modes { tame: true, ..Modes::DEFAULT });
        }
        match tokens(&letters) {
            Ok(t) => leg.directions = t,
            Err(span) => {
                let d = Diagnostic::error("B06", "`h` stands alone")
                    .label(span, "belongs after f, b, l or r, or before l or r");
                self.diags
                    .push(d.help("`fh` is the half plane in front, `hr` the right-handed half of an oblique leap"));
            }
        }
    }

    fn hop(&mut self, leg: &mut Leg, m: &Modifier) {
        if leg.hop.is_some() {
            let d = Diagnostic::error("B09", "a leg hops once").label(m.span, "a second `p` or `g`");
            self.diags.push(d.help("`p{2}` hops over two mounts, `p{1,}` over any number"));
            return;
        }
        let mounts = match &m.filter {
            None => MenTest::ANY,
            Some(f) => match mount_filter(&f.value, f.span) {
                Some(test) => test,
                None => {
                    let d = Diagnostic::error("B02", format!("`<{}>` is no mount filter", f.value))
                        .label(f.span, "not read");
                    self.diags.push(
                        d.help("`p<own>`, `p<foe>`, `p<C>` only men of letter C, `p<!C>` all but these, `p<!C,!E>`"),
                    );
                    return;
                }
            },
        };
        let mut hop = Hop { mounts, min: 1, max: Some(1), beyond: (m.letter == 'g').then_some(1) };
        match m.bounds.as_ref().map(|b| (b.value, b.span)) {
            None => {}
            Some((Bounds::Same, span)) => self.error("B15", "`{=}` counts steps, not mounts", span, "expected numbers"),
            Some((Bounds::Between(min, max), span)) => {
                if max.unwrap_or(min) > 16 || min > 16 {
                    self.error("B15", "more mounts than any line has", span, "at most 16");
                } else if m.letter == 'g' {
                    match max {
                        Some(d) if d == min => hop.beyond = Some(d),
                        Some(_) | None => {
                            self.error("B15", "`g{d}` needs one distance", span, "the square exactly d beyond")
                        }
                    }
                } else {
                    (hop.min, hop.max) = (min, max);
                }
            }
        }
        leg.hop = Some(hop);
    }

    fn range(&mut self, leg: &mut Leg, atom: &Atom, place: Place) {
        let Some(range) = &atom.range else {
            if let LegKind::Castle(_) = leg.kind {
                let d = Diagnostic::error("B15", "`O` needs the number of files the king travels")
                    .label(atom.span, "no number");
                self.diags.push(d.help("`KO2`; a null move is `[mK-@]` or a rule `pass`"));
            }
            return;
        };
        let span = range.span;
        match leg.kind {
            LegKind::Castle(_) => match range.value {
                Range::Steps(n) if n <= 25 => leg.kind = LegKind::Castle(n as u8),
                _ => self.error("B15", "`O` takes one number of files", span, "for example `O2`"),
            },
            LegKind::Anywhere | LegKind::Home => {
                self.error("B15", "`U` takes no range", span, "it reaches every square")
            }
            LegKind::Walk => match range.value {
                Range::Unlimited => leg.max = None,
                Range::Steps(n) => {
                    if n == 1 && leg.max == Some(1) {
                        self.warn(
                            "B11",
                            format!("`{}` is `{}`", atom.text, &atom.text[..atom.text.len() - 1]),
                            span,
                            "one step is the default",
                        );
                    }
                    leg.max = Some(n);
                }
                Range::Bounds(Bounds::Between(min, max)) => {
                    if min == 0 && max.is_some_and(|m| m > 0) && atom.text.contains("{0") {
                        self.error("B15", "a walk of no steps is no move", span, "the smaller count is at least 1");
                    }
                    (leg.min, leg.max) = (min.max(1), max);
                }
                Range::Bounds(Bounds::Same) => {
                    leg.same_steps = true;
                    if !matches!(place, Place::Later { .. }) {
                        self.error(
                            "B15",
                            "`{=}` repeats the number of steps of the leg before",
                            span,
                            "there is no leg before",
                        );
                    }
                }
                Range::Area(n) => {
                    if n == 0 || n > 16 {
                        self.error("B15", "an area move takes 1 to 16 steps", span, "out of range");
                    }
                    leg.area = Some(n);
                }
            },
        }
        if leg.max.is_some_and(|m| m > MAX_RANGE) || leg.min > MAX_RANGE {
            self.warn(
                "B15",
                format!("no board is so large; `{}` has the effect of no limit", atom.text),
                span,
                "longer than any board",
            );
            leg.max = None;
            leg.min = leg.min.min(MAX_RANGE);
        }
    }

    pub(super) fn error(
        &mut self,
        code: &'static str,
        headline: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) {
        self.diags.push(Diagnostic::error(code, headline).label(span, label));
    }

    pub(super) fn warn(
        &mut self,
        code: &'static str,
        headline: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) {
        self.diags.push(Diagnostic::warning(code, headline).label(span, label));
    }
}

fn mount_filter(text: &str, span: Span) -> Option<MenTest> {
    match text {
        "own" => return Some(MenTest::OWN),
        "foe" => return Some(MenTest::ENEMY),
        _ => {}
    }
    let names: Vec<&str> = text.split(',').map(str::trim).collect();
    let negative = names.iter().all(|n| n.starts_with('!'));
    let bare: Vec<(String, Span)> = names.iter().map(|n| (n.trim_start_matches('!').to_owned(), span)).collect();
    let named = bare.iter().all(|(n, _)| {
        let n = n.trim_start_matches(['+', '~']);
        n == "*"
            || (!n.is_empty()
                && n.chars().all(|c| c.is_ascii_alphanumeric())
                && n.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    if !named || (!negative && names.iter().any(|n| n.starts_with('!'))) {
        return None;
    }
    Some(MenTest { kinds: if negative { Kinds::Except(bare) } else { Kinds::Only(bare) }, ..MenTest::ANY })
}
