//! The string as a tree: terms, modifiers with their places, atoms, ranges, brackets. No meaning yet.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::{Span, Spanned};
use pest::Parser;
use pest::iterators::Pair;

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "betza/betza.pest"]
    pub struct BetzaParser;
}
use grammar::{BetzaParser, Rule};

/// Longer strings are refused: no movement needs them, and the work on a string stays bounded.
const MAX_LENGTH: usize = 500;
/// Bound for brackets in brackets.
const MAX_DEPTH: usize = 6;
/// Bound for legs after the bounded repeats are written out.
pub const MAX_LEGS: usize = 48;

#[derive(Clone, Debug)]
pub enum Term {
    Simple {
        mods: Mods,
        atom: Atom,
        span: Span,
    },
    Chain {
        mods: Mods,
        legs: Vec<(Item, Link)>,
        span: Span,
    },
    /// `lion(K)`
    Lion {
        mods: Mods,
        atom: Atom,
        span: Span,
    },
}

#[derive(Clone, Debug)]
pub enum Item {
    Leg { mods: Mods, atom: Atom },
    Home(Span),
    Repeat { legs: Vec<(Item, Link)>, min: u32, max: Option<u32> },
}

/// What stands after a leg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// `-`: the walk must go on.
    Must,
    /// `?`: it may also end.
    May,
    /// Nothing: the last one of its bracket.
    End,
}

/// The small letters before an atom, in written order.
#[derive(Clone, Debug, Default)]
pub struct Mods {
    pub list: Vec<Modifier>,
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Modifier {
    pub letter: char,
    pub bounds: Option<Spanned<Bounds>>,
    pub filter: Option<Spanned<String>>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Atom {
    pub head: Head,
    pub range: Option<Spanned<Range>>,
    pub span: Span,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    Letter(char),
    Vector(u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// A doubled letter or `0`.
    Unlimited,
    Steps(u32),
    Bounds(Bounds),
    /// `~n`: up to n steps in any directions.
    Area(u32),
}

/// `{m,n}`, `{n}`, `{m,}`; `{=}` is as many as the leg before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds {
    Between(u32, Option<u32>),
    Same,
}

/// Reads the string. What cannot be read is reported and left out.
pub fn read(text: &str, span: Span, diags: &mut Diagnostics) -> Vec<Term> {
    if text.len() > MAX_LENGTH {
        diags.push(
            Diagnostic::error("B15", format!("the movement string has {} characters", text.len()))
                .label(span, format!("at most {MAX_LENGTH} are read"))
                .help("split it into clauses joined by `also`"),
        );
        return Vec::new();
    }
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            diags.push(
                Diagnostic::error("B15", "brackets are nested too deeply")
                    .label(part(span, i, i + 1), format!("at most {MAX_DEPTH} inside each other")),
            );
            return Vec::new();
        }
    }
    let mut reader = Reader { base: span, text, diags };
    match BetzaParser::parse(Rule::movement, text) {
        Ok(mut pairs) => pairs.next().map_or_else(Vec::new, |m| reader.movement(m)),
        Err(_) => {
            let d = Diagnostic::error("B01", "this is not a movement string").label(span, "cannot be read");
            reader.diags.push(d);
            Vec::new()
        }
    }
}

/// A part of the text as a place in the source.
fn part(base: Span, from: usize, to: usize) -> Span {
    Span { file: base.file, start: base.start + from as u32, end: base.start + to as u32 }
}

struct Reader<'a> {
    base: Span,
    text: &'a str,
    diags: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        part(self.base, pair.as_span().start(), pair.as_span().end())
    }

    fn movement(&mut self, movement: Pair<'_, Rule>) -> Vec<Term> {
        let mut out = Vec::new();
        let mut junk_until = 0;
        for pair in movement.into_inner().filter(|p| p.as_rule() == Rule::term) {
            let at = pair.as_span().start();
            if at < junk_until {
                continue;
            }
            match self.term(pair) {
                Ok(term) => out.push(term),
                Err(Some(resume)) => junk_until = resume,
                Err(None) => {}
            }
        }
        out
    }

    /// `Err` after a report, with the place where reading goes on.
    fn term(&mut self, pair: Pair<'_, Rule>) -> Result<Term, Option<usize>> {
        let span = self.span(&pair);
        let mut mods = Mods::default();
        for inner in pair.into_inner() {
            match inner.as_rule() {
                Rule::mods => mods = self.mods(inner)?,
                Rule::atom => {
                    let atom = self.atom(inner)?;
                    return Ok(Term::Simple { mods, atom, span });
                }
                Rule::chain => {
                    let legs = inner.into_inner().next().ok_or(None)?;
                    let legs = self.legs(legs)?;
                    return Ok(Term::Chain { mods, legs, span });
                }
                Rule::lion => {
                    let (mut mods, mut atom) = (Mods::default(), None);
                    for p in inner.into_inner() {
                        match p.as_rule() {
                            Rule::mods => mods = self.mods(p)?,
                            Rule::atom => atom = Some(self.atom(p)?),
                            _ => {}
                        }
                    }
                    return Ok(Term::Lion { mods, atom: atom.ok_or(None)?, span });
                }
                Rule::dangling => return Err(self.dangling(&inner)),
                Rule::junk => return Err(self.junk(&inner)),
                _ => {}
            }
        }
        Err(None)
    }

    fn dangling(&mut self, pair: &Pair<'_, Rule>) -> Option<usize> {
        let letters = pair.as_str();
        let rest = &self.text[pair.as_span().end()..];
        let next = rest.chars().next();
        let mut d = Diagnostic::error("B03", format!("the modifiers `{letters}` have no atom after them"))
            .label(self.span(pair), "these letters change nothing");
        if next == Some('(') && rest[1..].starts_with(|c: char| c.is_ascii_lowercase()) {
            d = d.help("repeated modifier groups `x(y)zA` of the Interactive Diagram are not read: write a bracket with a repeat, `[(cF-mF)+]`");
        } else {
            d = d.help("an atom is one of W F D N A H C Z G R B K Q U, a vector `(1,4)` or a bracket `[F?R]`");
        }
        self.diags.push(d);
        None
    }

    fn junk(&mut self, pair: &Pair<'_, Rule>) -> Option<usize> {
        let (text, at) = (pair.as_str(), pair.as_span().start());
        let span = self.span(pair);
        let (d, resume) = match text {
            "[" | "(" => {
                let close = if text == "[" { ']' } else { ')' };
                let rest = &self.text[at..];
                let end = rest.find(close).map_or(self.text.len(), |i| at + i + 1);
                let d = if end == self.text.len() && !rest.contains(close) {
                    Diagnostic::error("B01", format!("`{text}` is never closed"))
                        .label(span, format!("needs a `{close}`"))
                } else {
                    Diagnostic::error("B01", "the bracket cannot be read")
                        .label(part(self.base, at, end), "not legs joined by `-` or `?`")
                };
                (d.help("a path is written `[F?R]` or `[cF-mF]`, a vector `(1,4)`, a repeat `[(cF-mF)+]`"), end)
            }
            _ => {
                let d = Diagnostic::error("B01", format!("`{text}` means nothing in a movement string"))
                    .label(span, "not a letter of the notation");
                (d, at + text.len())
            }
        };
        self.diags.push(d);
        Some(resume)
    }

    fn mods(&mut self, pair: Pair<'_, Rule>) -> Result<Mods, Option<usize>> {
        let (text, span) = (pair.as_str().to_owned(), self.span(&pair));
        let mut list = Vec::new();
        for m in pair.into_inner() {
            let span = self.span(&m);
            let mut modifier = Modifier { letter: ' ', bounds: None, filter: None, span };
            for p in m.into_inner() {
                let span = self.span(&p);
                match p.as_rule() {
                    Rule::letter => modifier.letter = p.as_str().chars().next().unwrap_or(' '),
                    Rule::bounds => modifier.bounds = Some(Spanned::new(self.bounds(p.as_str(), span)?, span)),
                    Rule::filter => {
                        let inner = p.as_str().trim_start_matches('<').trim_end_matches('>');
                        modifier.filter = Some(Spanned::new(inner.trim().to_owned(), span));
                    }
                    _ => {}
                }
            }
            list.push(modifier);
        }
        Ok(Mods { list, text, span })
    }

    fn number(&mut self, text: &str, span: Span) -> Result<u32, Option<usize>> {
        text.parse::<u32>().map_err(|_| {
            self.diags.push(
                Diagnostic::error("B15", format!("{text} squares are more than any board has"))
                    .label(span, "too large"),
            );
            None
        })
    }

    fn bounds(&mut self, text: &str, span: Span) -> Result<Bounds, Option<usize>> {
        let inner = text.trim_start_matches('{').trim_end_matches('}').trim();
        if inner == "=" {
            return Ok(Bounds::Same);
        }
        let (low, high) = inner.split_once(',').map_or((inner, None), |(a, b)| (a.trim(), Some(b.trim())));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let readable = digits(low) && high.is_none_or(digits) && !(low.is_empty() && high.is_none_or(str::is_empty));
        if !readable {
            let d = Diagnostic::error("B15", format!("`{text}` is not a count"))
                .label(span, "expected numbers")
                .help("`{3}` exactly three, `{2,}` at least two, `{2,4}` two to four, `{,4}` up to four");
            self.diags.push(d);
            return Err(None);
        }
        let min = if low.is_empty() { None } else { Some(self.number(low, span)?) };
        let max = match high {
            None => min,
            Some("") => None,
            Some(h) => Some(self.number(h, span)?),
        };
        let min_value = min.unwrap_or(0);
        if max.is_some_and(|m| m < min_value || m == 0) {
            let d = Diagnostic::error("B15", format!("`{text}` allows no count"))
                .label(span, "the smaller number comes first");
            self.diags.push(d);
            return Err(None);
        }
        Ok(Bounds::Between(min_value, max))
    }

    fn atom(&mut self, pair: Pair<'_, Rule>) -> Result<Atom, Option<usize>> {
        let (text, span) = (pair.as_str().to_owned(), self.span(&pair));
        let (mut head, mut range) = (Head::Letter('?'), None);
        for p in pair.into_inner() {
            let span = self.span(&p);
            match p.as_rule() {
                Rule::double => {
                    head = Head::Letter(p.as_str().chars().next().unwrap_or('?'));
                    range = Some(Spanned::new(Range::Unlimited, part(span, 1, 2)));
                }
                Rule::capital => head = Head::Letter(p.as_str().chars().next().unwrap_or('?')),
                Rule::vector => {
                    let mut n = Vec::new();
                    for d in p.into_inner() {
                        let at = self.span(&d);
                        n.push(self.number(d.as_str(), at)?);
                    }
                    head = Head::Vector(n.first().copied().unwrap_or(0), n.get(1).copied().unwrap_or(0));
                }
                Rule::range => {
                    let value = if p.as_str().starts_with('{') {
                        Range::Bounds(self.bounds(p.as_str(), span)?)
                    } else {
                        match self.number(p.as_str(), span)? {
                            0 => Range::Unlimited,
                            n => Range::Steps(n),
                        }
                    };
                    if range.is_some() {
                        let d = Diagnostic::error("B15", format!("`{text}` has two ranges"))
                            .label(span, "the doubled letter already means: any number of steps");
                        self.diags.push(d);
                        return Err(None);
                    }
                    range = Some(Spanned::new(value, span));
                }
                Rule::area => {
                    let n = self.number(p.as_str().trim_start_matches('~'), span)?;
                    range = Some(Spanned::new(Range::Area(n), span));
                }
                _ => {}
            }
        }
        Ok(Atom { head, range, span, text })
    }

    fn legs(&mut self, pair: Pair<'_, Rule>) -> Result<Vec<(Item, Link)>, Option<usize>> {
        let mut out: Vec<(Item, Link)> = Vec::new();
        for p in pair.into_inner() {
            match p.as_rule() {
                Rule::item => {
                    let item = self.item(p)?;
                    out.push((item, Link::End));
                }
                Rule::link => {
                    let link = if p.as_str() == "-" { Link::Must } else { Link::May };
                    if let Some(last) = out.last_mut() {
                        last.1 = link;
                    }
                }
                _ => {}
            }
        }
        Ok(out)
    }

    fn item(&mut self, pair: Pair<'_, Rule>) -> Result<Item, Option<usize>> {
        let mut mods = Mods::default();
        for p in pair.into_inner() {
            let span = self.span(&p);
            match p.as_rule() {
                Rule::mods => mods = self.mods(p)?,
                Rule::atom => {
                    let atom = self.atom(p)?;
                    return Ok(Item::Leg { mods, atom });
                }
                Rule::home => return Ok(Item::Home(span)),
                Rule::repeat => {
                    let (mut legs, mut min, mut max) = (Vec::new(), 0, None);
                    for inner in p.into_inner() {
                        let at = self.span(&inner);
                        match inner.as_rule() {
                            Rule::legs => legs = self.legs(inner)?,
                            Rule::times => min = u32::from(inner.as_str() == "+"),
                            Rule::bounds => match self.bounds(inner.as_str(), at)? {
                                Bounds::Between(a, b) => (min, max) = (a, b),
                                Bounds::Same => {
                                    let d = Diagnostic::error("B15", "`{=}` counts steps of a leg, not repeats")
                                        .label(at, "expected numbers");
                                    self.diags.push(d);
                                    return Err(None);
                                }
                            },
                            _ => {}
                        }
                    }
                    return Ok(Item::Repeat { legs, min, max });
                }
                _ => {}
            }
        }
        Err(None)
    }
}
