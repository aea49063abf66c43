//! Paths of several legs: which leg may follow which, and the automaton of all of them.
//!
//! The automaton has an *entry* for each position (`order`), incoming bearing and, where it matters, last sideways turn
//! and place relative to the origin.

use super::course::{Crossing, Ending, Runner, courses};
use super::direction::{Leap, Token, bearing, ring, selects, show, turn};
use super::leg::{Bend, Leg, LegKind, Modes};
use super::net::Net;
use super::turning::{later, legacy, same_family, side_of};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pattern::{RelGo, RelTest, RelWalk};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A leg in its place.
#[derive(Clone, Debug)]
pub struct Position {
    pub leg: Leg,
    pub turning: Turning,
    /// The walk may end after this leg as its last one.
    pub last: bool,
    /// It may stop here on the way (`?`).
    pub stop: bool,
    /// A repeat closes here.
    pub repeat: bool,
    pub follow: BTreeSet<usize>,
}

/// How the leaps of a leg depend on the leg before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// Each leg names its atom; a turn that it cannot make is an error.
    Bracket,
    /// `a` form: one atom for all legs, turns by 45 degrees change it into its sister.
    Legacy,
}

/// Modifiers before a bracket.
#[derive(Clone, Debug, Default)]
pub struct Outer {
    pub directions: Vec<Token>,
    pub initial: bool,
    pub cylinder: bool,
    pub single: bool,
}

/// State in which a leg begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    position: usize,
    heading: Option<Leap>,
    /// Last sideways turn: -1 left, 1 right.
    sideways: i8,
    /// Place relative to the origin, where outer directions need it.
    place: Option<(i16, i16)>,
    /// Steps of the leg before, where `{=}` needs them.
    steps: Option<u32>,
}

/// Steps that `{=}` can repeat at most.
const MAX_SAME: u32 = 31;

pub fn build(
    positions: &[Position],
    starts: &BTreeSet<usize>,
    outer: &Outer,
    span: Span,
    text: &str,
    diags: &mut Diagnostics,
) -> Option<RelWalk> {
    let filtered = !outer.directions.is_empty();
    if filtered
        && let Some(p) = positions
            .iter()
            .find(|p| !p.last && (p.leg.max.is_none() || p.leg.area.is_some()) && p.leg.kind == LegKind::Walk)
    {
        diags.push(
            Diagnostic::error("B10", "directions before a bracket need legs of bounded length before the last")
                .label(p.leg.span, "this leg slides without limit")
                .help("write the direction inside the first leg"),
        );
        return None;
    }
    if filtered && positions.iter().enumerate().any(|(i, p)| p.follow.iter().any(|f| *f <= i)) {
        diags.push(
            Diagnostic::error("B10", "directions before a bracket cannot select among repeats")
                .label(span, "no last leg")
                .help("write the direction inside the first leg"),
        );
        return None;
    }
    let mut net = Net::default();
    let start = net.node();
    let mut builder = Builder {
        positions,
        outer,
        counts: positions.iter().any(|p| p.leg.same_steps),
        turns: positions.iter().any(|p| p.leg.bend != Bend::Straight),
        entries: BTreeMap::new(),
        todo: Vec::new(),
        reached: vec![false; positions.len()],
        taken: vec![false; positions.len()],
        misfit: None,
    };
    for p in starts {
        let place = filtered.then_some((0, 0));
        let entry = Entry { position: *p, heading: None, sideways: 0, place, steps: None };
        let node = builder.entry(entry, &mut net);
        net.nodes[start].free.push(node);
    }
    while let Some((entry, node)) = builder.todo.pop() {
        if net.full {
            break;
        }
        builder.leg(&entry, node, &mut net);
    }
    if net.full {
        diags.push(capped(span));
        return None;
    }
    if let Some(t) = builder.misfit {
        let reading = show(&outer.directions, text);
        diags.push(
            Diagnostic::error("B06", format!("`{}` needs an oblique path (read as {reading})", t.text))
                .label(t.span, "the path goes straight or diagonally"),
        );
        return None;
    }
    let stuck = (0..positions.len()).find(|p| builder.reached[*p] && !builder.taken[*p]);
    if let Some(p) = stuck {
        diags.push(cannot_turn(positions, p, outer, text));
        return None;
    }
    if filtered {
        net.prune_stops();
    }
    let mut walk = net.finish(span);
    walk.initial = outer.initial;
    walk.cylinder = outer.cylinder;
    walk.returns = positions.iter().any(|p| p.leg.area.is_some());
    Some(walk)
}

pub fn capped(span: Span) -> Diagnostic {
    Diagnostic::error("B15", "the movement is too large").label(span, "has too many states")
}

fn cannot_turn(positions: &[Position], at: usize, outer: &Outer, text: &str) -> Diagnostic {
    let leg = &positions[at].leg;
    if !outer.directions.is_empty() && positions[at].last {
        return Diagnostic::error("B05", format!("no path is left (read as {})", show(&outer.directions, text)))
            .label(leg.span, "these directions select no displacement of the path");
    }
    let reading = show(&leg.directions, &leg.atom);
    let before = positions.iter().find(|p| p.follow.contains(&at)).map_or("", |p| p.leg.text.as_str());
    let possible: Vec<String> = ["f", "l", "r", "b", "fl", "fr", "bl", "br"]
        .into_iter()
        .zip([0i8, -2, 2, 4, -1, 1, -3, 3])
        .filter(|(_, t)| {
            let from = positions.iter().find(|p| p.follow.contains(&at)).and_then(|p| p.leg.parts.first());
            from.is_some_and(|(p, q)| {
                let h = ring(*p, *q)[0];
                leg.parts
                    .iter()
                    .flat_map(|(p, q)| ring(*p, *q))
                    .any(|c| same_family(h, c) && turn(bearing(h), bearing(c)) == *t)
            })
        })
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    let mut d =
        Diagnostic::error("B10", format!("after `{before}` the leg `{}` cannot turn so (read as {reading})", leg.text))
            .label(leg.span, "no step of this atom goes that way");
    if possible.is_empty() {
        d = d.help("only the default direction and `*` fit here");
    } else {
        d = d.help(format!("turns that fit: {}", possible.join(" ")));
    }
    d
}

struct Builder<'a> {
    positions: &'a [Position],
    outer: &'a Outer,
    counts: bool,
    turns: bool,
    entries: BTreeMap<Entry, usize>,
    todo: Vec<(Entry, usize)>,
    /// By position: has been entered; has found a step to make.
    reached: Vec<bool>,
    taken: Vec<bool>,
    misfit: Option<Token>,
}

impl Builder<'_> {
    fn entry(&mut self, entry: Entry, net: &mut Net) -> usize {
        if let Some(n) = self.entries.get(&entry) {
            return *n;
        }
        let node = net.node();
        self.reached[entry.position] = true;
        self.entries.insert(entry.clone(), node);
        self.todo.push((entry, node));
        node
    }

    fn leg(&mut self, entry: &Entry, node: usize, net: &mut Net) {
        let positions = self.positions;
        let position = &positions[entry.position];
        let leg = &position.leg;
        if leg.kind == LegKind::Home {
            let end = net.end();
            net.edge(node, RelGo::Home, RelTest::empty(), None, end);
            self.taken[entry.position] = true;
            return;
        }
        if leg.kind == LegKind::Anywhere {
            anywhere(net, node, leg);
            self.taken[entry.position] = true;
            return;
        }
        let mut counted;
        let leg = if leg.same_steps {
            counted = leg.clone();
            let n = entry.steps.unwrap_or(1);
            (counted.min, counted.max) = (n, Some(n));
            &counted
        } else if self.counts && leg.max.is_none() && position.follow.iter().any(|f| positions[*f].leg.same_steps) {
            counted = leg.clone();
            counted.max = Some(MAX_SAME);
            &counted
        } else {
            leg
        };
        let ending = self.ending(position);
        if let Some(n) = leg.area {
            area(net, node, leg, n, ending);
            self.taken[entry.position] = true;
            mark_unload(net, node, leg);
            return;
        }
        let hops = leg.hop.is_some() && position.follow.is_empty();
        for (first, turned) in self.choices(entry, leg, position.turning) {
            self.taken[entry.position] = true;
            let sideways = if !self.turns || turned == 0 { entry.sideways } else { turned };
            // a later leg says with z and q how it turns, not how it bends
            let bend = if entry.heading.is_some() { Bend::Straight } else { leg.bend };
            for course in courses(bend, first) {
                let mut runner = Runner { net, leg, course: &course, ending, hops };
                let mut go_on = |net: &mut Net, steps: u32, heading: Leap| {
                    let place = entry.place.map(|(x, y)| {
                        (0..steps).fold((x, y), |(x, y), i| {
                            let (dx, dy) = course.leaps[i as usize % course.leaps.len()];
                            (x + i16::from(dx), y + i16::from(dy))
                        })
                    });
                    let make = |position: &usize| Entry {
                        position: *position,
                        heading: Some(heading),
                        sideways: if self.turns { sideways } else { 0 },
                        place,
                        steps: self.counts.then_some(steps),
                    };
                    let entries: Vec<Entry> = position.follow.iter().map(make).collect();
                    entries.into_iter().map(|e| self.entry(e, net)).collect()
                };
                runner.run(node, &mut go_on);
            }
        }
        mark_unload(net, node, leg);
    }

    fn ending(&self, position: &Position) -> Ending {
        let leg = &position.leg;
        let modes = leg.modes.unwrap_or(Modes::DEFAULT);
        let land = (position.last || position.stop).then_some(modes);
        let mount = leg.hop.is_some();
        let on = (!position.follow.is_empty()).then_some(match leg.modes {
            _ if position.stop => Crossing { empty: true, ..Crossing::default() },
            None => Crossing { empty: !mount, mount, ..Crossing::default() },
            Some(m) => Crossing { empty: m.quiet, capture: m.capture, destroy: m.destroy, mount },
        });
        Ending {
            land,
            stop: position.stop && !position.last,
            on,
            repeat: position.repeat && position.last,
            not_home: self.outer.single,
        }
    }

    /// The first leaps of a leg, each with the way it turns (-1 left, 1 right).
    fn choices(&mut self, entry: &Entry, leg: &Leg, turning: Turning) -> Vec<(Leap, i8)> {
        let all: Vec<Leap> = leg.parts.iter().flat_map(|(p, q)| ring(*p, *q)).collect();
        let mut chosen: Vec<(Leap, i8)> = match entry.heading {
            None => all
                .into_iter()
                .filter(|l| {
                    leg.directions.is_empty() || leg.directions.iter().any(|t| selects(t.kind, *l) == Some(true))
                })
                .map(|l| (l, 0))
                .collect(),
            Some(h) => {
                let list = match turning {
                    Turning::Bracket => later(h, &all, leg, entry.sideways),
                    Turning::Legacy => legacy(h, leg),
                };
                list.into_iter().map(|l| (l, side_of(h, l))).collect()
            }
        };
        if let Some((x, y)) = entry.place.filter(|_| self.positions[entry.position].last) {
            chosen.retain(|(l, _)| {
                let whole = (clamp(x + i16::from(l.0)), clamp(y + i16::from(l.1)));
                whole != (0, 0)
                    && self.outer.directions.iter().any(|t| match selects(t.kind, whole) {
                        Some(on) => on,
                        None => {
                            self.misfit.get_or_insert_with(|| t.clone());
                            false
                        }
                    })
            });
        }
        chosen
    }
}

/// `u`: the first steps of the leg; its entry has no others.
fn mark_unload(net: &mut Net, node: usize, leg: &Leg) {
    for edge in &mut net.nodes[node].edges {
        edge.edge.unload |= leg.unload;
    }
}

fn clamp(v: i16) -> i8 {
    v.clamp(-127, 127) as i8
}

/// `U`: to any square but the own.
pub fn anywhere(net: &mut Net, node: usize, leg: &Leg) {
    use crate::pattern::{RelTake, RelTakeAt};
    let modes = leg.modes.unwrap_or(Modes::DEFAULT);
    let end = net.end();
    if modes.quiet {
        net.edge(node, RelGo::Anywhere, RelTest::empty(), None, end);
    }
    for men in modes.victims() {
        net.edge(node, RelGo::Anywhere, RelTest::men(men), Some(RelTake::HERE), end);
    }
    if modes.passing {
        let test = RelTest { passed: true, ..RelTest::empty() };
        net.edge(node, RelGo::Anywhere, test, Some(RelTake { at: RelTakeAt::Passers, ..RelTake::HERE }), end);
    }
}

/// `K~n`: up to n steps in any directions over empty squares; coming home is no move.
fn area(net: &mut Net, node: usize, leg: &Leg, n: u32, ending: Ending) {
    use crate::pattern::RelTake;
    let modes = ending.land.unwrap_or(Modes::DEFAULT);
    let mut at = node;
    for i in 1..=n {
        let next = net.node();
        net.nodes[next].land = modes.quiet;
        for leap in leg.parts.iter().flat_map(|(p, q)| ring(*p, *q)) {
            let away = |test: RelTest| RelTest { not_home: true, ..test };
            if i < n || modes.quiet {
                net.step(at, leap, away(RelTest::empty()), None, next);
            }
            let end = net.end();
            for men in modes.victims() {
                net.step(at, leap, away(RelTest::men(men)), Some(RelTake::HERE), end);
            }
        }
        at = next;
    }
}
