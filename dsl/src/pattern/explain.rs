//! A pattern in English, from its automaton and not from its text.
//!
//! Nodes that differ only in where they head are one place of the explanation: the griffon has a first step, a slide and
//! its end. A walk that is one leap, slide or hop is a sentence; any other is told step by step.

use super::rel::{Kinds, MenTest, Pattern, RelEdge, RelGo, RelStep, RelTakeAt, RelTest, RelWalk, Royalty};
use crate::game::Cause;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One paragraph of a sentence or list for each walk.
#[must_use]
pub fn explain(pattern: &Pattern) -> String {
    let mut out: Vec<String> = Vec::new();
    for walk in &pattern.walks {
        let text = sentence(walk);
        if !text.is_empty() && !out.contains(&text) {
            out.push(text);
        }
    }
    for (castle, _) in &pattern.castles {
        let way = match (castle.left, castle.right) {
            (true, false) => "to the left",
            (false, true) => "to the right",
            (true, true) | (false, false) => "to either side",
        };
        let partner = match castle.jumps {
            0 => "the unmoved man at the edge".to_owned(),
            n => format!("the unmoved man {n} from the edge"),
        };
        out.push(format!(
            "Castles {way}: unmoved itself, it goes {} squares toward {partner}, which lands on the square crossed last.",
            castle.files
        ));
    }
    out.join("\n")
}

/// The automaton with headings forgotten.
struct Outline {
    places: Vec<Place>,
}

#[derive(Clone, Debug, Default)]
struct Place {
    land: bool,
    last: bool,
    ways: Vec<Way>,
}

/// Edges of a place that differ only in direction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    step: String,
    test: String,
    /// Ends with a capture, or on an empty square.
    takes: bool,
    quiet: bool,
    to: usize,
}

fn sentence(walk: &RelWalk) -> String {
    let outline = outline(walk);
    let Some(start) = outline.places.first() else { return String::new() };
    if start.ways.is_empty() {
        return String::new();
    }
    let firsts = first_leaps(walk);
    let told = one_move(&outline);
    let mut text = told.map_or_else(|| listing(&outline, &firsts), |t| t.replacen("{ways}", &ways_name(&firsts), 1));
    let mut notes = Vec::new();
    if walk.initial {
        notes.push("only while it has not moved");
    }
    if walk.cylinder {
        notes.push("the left and right edge of the board being joined");
    }
    if !walk.guards.is_empty() || !walk.flags.is_empty() || !walk.from.is_empty() {
        notes.push("under the conditions of its clause");
    }
    if !notes.is_empty() {
        let _ = write!(text, " {}.", capital(&notes.join(", ")));
    }
    text
}

/// One sentence, where the walk is one sort of move: the same for each sort of first step (`K`: orthogonal, diagonal).
fn one_move(o: &Outline) -> Option<String> {
    let bases: BTreeSet<&str> = o.places[0].ways.iter().map(|w| w.step.as_str()).collect();
    let mut texts: Vec<(String, String)> = Vec::new();
    for base in bases.iter().rev() {
        let mut part = Outline { places: o.places.clone() };
        part.places[0].ways.retain(|w| w.step == *base);
        let text = simple(&part).or_else(|| hop(&part)).or_else(|| path(&part))?;
        texts.push((text, (*base).to_owned()));
    }
    let (first, base) = texts.first()?.clone();
    if texts.len() == 1 {
        return Some(first);
    }
    // the rest must be alike but for orthogonal and diagonal
    let (one, other) = ("orthogonally", "diagonally");
    let other_text = &texts.get(1)?.0;
    let alike = texts.len() == 2 && base.contains(one) && first.replace(one, other) == *other_text;
    alike.then(|| first.replacen(one, "orthogonally or diagonally", 1))
}

fn first_leaps(walk: &RelWalk) -> Vec<(i8, i8)> {
    let mut out = Vec::new();
    for edge in walk.nodes.first().into_iter().flat_map(|n| &n.edges) {
        if let RelGo::Step(steps) = &edge.go {
            for step in steps {
                if let RelStep::Leap(x, y) = step
                    && !out.contains(&(*x, *y))
                {
                    out.push((*x, *y));
                }
            }
        }
    }
    out
}

/// Names of edges relative to the heading, then classes of nodes by repeated splitting.
fn outline(walk: &RelWalk) -> Outline {
    let n = walk.nodes.len();
    let mut heading: Vec<Option<(i8, i8)>> = vec![None; n];
    let mut several = vec![false; n];
    for edge in walk.nodes.iter().flat_map(|n| &n.edges) {
        if let RelGo::Step(steps) = &edge.go {
            for step in steps {
                if let RelStep::Leap(x, y) = step {
                    several[edge.next] |= heading[edge.next].is_some_and(|h| h != (*x, *y));
                    heading[edge.next] = Some((*x, *y));
                }
            }
        }
    }
    let known = |i: usize| heading[i].filter(|_| !several[i]);
    // ways with the number of the next node in the place of the next place
    let names: Vec<Vec<Way>> = walk
        .nodes
        .iter()
        .enumerate()
        .map(|(i, node)| {
            let way = |e: &RelEdge, step: String| Way {
                step,
                test: test_name(e),
                takes: e.take.is_some(),
                quiet: e.test.empty && !e.test.passed,
                to: e.next,
            };
            node.edges.iter().flat_map(|e| step_names(e, known(i)).into_iter().map(move |s| way(e, s))).collect()
        })
        .collect();
    let mut class: Vec<usize> = walk.nodes.iter().map(|n| usize::from(n.land) + 2 * usize::from(n.last)).collect();
    let mut count = 0;
    loop {
        let mut seen = BTreeMap::new();
        let next: Vec<usize> = (0..n)
            .map(|i| {
                let edges: BTreeSet<_> =
                    names[i].iter().map(|w| (&w.step, &w.test, w.takes, w.quiet, class[w.to])).collect();
                let fresh = seen.len();
                *seen.entry((i == 0, class[i], edges)).or_insert(fresh)
            })
            .collect();
        let found = seen.len();
        class = next;
        if found == count {
            break;
        }
        count = found;
    }
    let mut places = vec![Place::default(); count];
    for (i, node) in walk.nodes.iter().enumerate() {
        let ways: BTreeSet<Way> = names[i].iter().map(|w| Way { to: class[w.to], ..w.clone() }).collect();
        places[class[i]] = Place { land: node.land, last: node.last, ways: ways.into_iter().collect() };
    }
    Outline { places }
}

fn step_names(edge: &RelEdge, heading: Option<(i8, i8)>) -> Vec<String> {
    match &edge.go {
        RelGo::Stay => vec!["stays".to_owned()],
        RelGo::Home => vec!["goes back to where it began".to_owned()],
        RelGo::Anywhere => vec!["goes to any square of the board".to_owned()],
        RelGo::Step(steps) => {
            let mut out: Vec<String> = steps
                .iter()
                .map(|s| match s {
                    RelStep::Line(name, _) => format!("one square along a line `{name}`"),
                    RelStep::Leap(x, y) => {
                        let mut text = leap_name((*x, *y));
                        if let Some(h) = heading {
                            let _ = write!(text, " {}", turn_name(h, (*x, *y)));
                        }
                        text
                    }
                })
                .collect();
            out.sort();
            out.dedup();
            out
        }
    }
}

fn leap_name((x, y): (i8, i8)) -> String {
    let (a, b) = (x.unsigned_abs().min(y.unsigned_abs()), x.unsigned_abs().max(y.unsigned_abs()));
    match (a, b) {
        (0, 1) => "one square orthogonally".to_owned(),
        (1, 1) => "one square diagonally".to_owned(),
        (0, n) => format!("{n} squares orthogonally in one leap"),
        (m, n) if m == n => format!("{n} squares diagonally in one leap"),
        (1, 2) => "a knight's leap".to_owned(),
        (m, n) => format!("a leap of ({m},{n})"),
    }
}

fn turn_name(h: (i8, i8), l: (i8, i8)) -> &'static str {
    let (hx, hy, lx, ly) = (i32::from(h.0), i32::from(h.1), i32::from(l.0), i32::from(l.1));
    let (dot, cross) = (hx * lx + hy * ly, hx * ly - hy * lx);
    match (dot.signum(), cross.signum()) {
        (1, 0) => "straight on",
        (-1, 0) => "straight back",
        (0, _) => "turning square",
        (1, _) => "turning half outward",
        (_, _) => "turning half back",
    }
}

fn test_name(e: &RelEdge) -> String {
    let mut out = who(&e.test);
    if e.test.passed {
        out = "a square that an enemy has just passed".to_owned();
    }
    match e.take.map(|t| (t.at, t.cause, t.late)) {
        None => {}
        Some((RelTakeAt::Passers, _, _)) => out.push_str(", capturing that man"),
        Some((RelTakeAt::Here, Cause::Merge, _)) => out.push_str(", taking the place of what stands there"),
        Some((RelTakeAt::Here, _, late)) => {
            out.push_str(if late { ", capturing it at the end" } else { ", capturing it" });
        }
    }
    if e.unload {
        out.push_str(", putting what it takes on the square that this step leaves");
    }
    if !e.test.sets.is_empty() {
        out.push_str(" (of the set of its clause)");
    }
    out
}

fn who(test: &RelTest) -> String {
    let men = test.men.as_ref().map(men_name);
    match (test.empty, men) {
        (true, Some(m)) if m == "any man" => "any square, whatever it holds".to_owned(),
        (true, Some(m)) => format!("an empty square or {m}"),
        (true, None) => "an empty square".to_owned(),
        (false, Some(m)) => m,
        (false, None) => "nothing".to_owned(),
    }
}

fn men_name(m: &MenTest) -> String {
    let owner = match (m.own, m.enemy) {
        (true, true) => "any",
        (true, false) => "an own",
        (false, true) => "an enemy",
        (false, false) => "another",
    };
    let what = match m.royal {
        Royalty::Any => "man",
        Royalty::Only => "royal",
        Royalty::Never => "man that is not royal",
    };
    let list =
        |names: &[(String, crate::source::Span)]| names.iter().map(|n| n.0.as_str()).collect::<Vec<_>>().join(", ");
    match &m.kinds {
        Kinds::Any => format!("{owner} {what}"),
        Kinds::Only(names) => format!("{owner} {what} ({})", list(names)),
        Kinds::Except(names) => format!("{owner} {what} (but {})", list(names)),
    }
}

/// A leap, a slide or a slide of so many squares: the same step again and again.
fn simple(o: &Outline) -> Option<String> {
    let base = o.places[0].ways.first()?.step.clone();
    let (mut at, mut steps, mut lands, mut quiet) = (0usize, 0u32, None, false);
    let mut takes = None;
    let endless = loop {
        steps += 1;
        let again = if steps == 1 { base.clone() } else { format!("{base} straight on") };
        let (here, on) = exits(o, at, &again)?;
        if *takes.get_or_insert_with(|| here.clone()) != here {
            return None;
        }
        let Some(next) = on else { break false };
        if *lands.get_or_insert(o.places[next].land) != o.places[next].land {
            return None;
        }
        quiet |= o.places[next].land;
        if next == at {
            break true;
        }
        if o.places[next].ways.is_empty() {
            break false;
        }
        if steps > 300 {
            return None;
        }
        at = next;
    };
    let how = match (endless, steps) {
        (false, 1) if base.starts_with("goes") => capital(&base),
        (false, 1) => format!("Goes {base}"),
        (true, _) => format!("{}, any number of times", rides(&base)),
        (false, n) => format!("{}, up to {n} times", rides(&base)),
    };
    Some(format!("{how}{{ways}}, {}.", purpose(quiet, &takes.unwrap_or_default())))
}

/// What can be taken from a place with this step, and the place over the next empty square.
fn exits(o: &Outline, at: usize, step: &str) -> Option<(BTreeSet<String>, Option<usize>)> {
    let (mut here, mut on) = (BTreeSet::new(), None);
    for w in &o.places[at].ways {
        let ends = o.places[w.to].land && o.places[w.to].ways.is_empty();
        if w.step != step {
            return None;
        }
        if w.takes && ends {
            here.insert(w.test.clone());
        } else if !w.takes && w.test == EMPTY && on.is_none() {
            on = Some(w.to);
        } else {
            return None;
        }
    }
    Some((here, on))
}

const EMPTY: &str = "an empty square";
const PLAIN_CAPTURE: &str = "an enemy man, capturing it";

fn purpose(quiet: bool, takes: &BTreeSet<String>) -> String {
    let plain = takes.len() == 1 && takes.contains(PLAIN_CAPTURE);
    let list = takes.iter().map(String::as_str).collect::<Vec<_>>().join(" or ");
    match (quiet, takes.is_empty(), plain) {
        (true, true, _) => "to move only".to_owned(),
        (true, false, true) => "to move or to capture".to_owned(),
        (true, false, false) => format!("to {EMPTY} or {list}"),
        (false, _, true) => "only to capture".to_owned(),
        (false, _, false) => format!("only to {list}"),
    }
}

/// Along empty squares to a mount, over it, and on.
fn hop(o: &Outline) -> Option<String> {
    let base = o.places[0].ways.first()?.step.clone();
    let again = format!("{base} straight on");
    let split = |at: usize, step: &str| {
        let (mut slide, mut over) = (None, None);
        for w in &o.places[at].ways {
            if w.step != step || w.takes {
                return None;
            }
            match (w.test.as_str(), slide, &over) {
                (EMPTY, None, _) => slide = Some(w.to),
                (_, _, None) if w.test != EMPTY => over = Some((w.test.clone(), w.to)),
                _ => return None,
            }
        }
        Some((slide?, over?))
    };
    let (slide, (mount, beyond)) = split(0, &base)?;
    let (slide_again, (mount_again, beyond_again)) = split(slide, &again)?;
    if slide_again != slide
        || mount != mount_again
        || beyond != beyond_again
        || o.places[slide].land
        || o.places[beyond].land
    {
        return None;
    }
    let (takes, on) = exits(o, beyond, &again)?;
    let quiet = on.is_some_and(|n| o.places[n].land);
    let far = match on {
        Some(n) if o.places[n].ways.is_empty() => "to the square right behind it",
        Some(n) if exits(o, n, &again)? == (takes.clone(), Some(n)) => "and on to any square of the line behind it",
        None => "to the square right behind it",
        Some(_) => return None,
    };
    Some(format!(
        "Hops: {}{{ways}} to {mount}, over it {far}, {}.",
        rides(&base).to_lowercase(),
        purpose(quiet, &takes)
    ))
}

/// One square after another, each with one condition, to one end.
fn path(o: &Outline) -> Option<String> {
    let mut at = 0;
    let mut parts = Vec::new();
    loop {
        let place = &o.places[at];
        let first = place.ways.first()?;
        if place.ways.iter().all(|w| o.places[w.to].ways.is_empty()) {
            let step = first.step.clone();
            let (takes, on) = exits(o, at, &step)?;
            let verb = if step.starts_with("goes") { step } else { format!("goes {step}") };
            parts.push(format!("{verb}, {}", purpose(on.is_some(), &takes)));
            return (parts.len() > 1).then(|| {
                let text = parts.join(", then ");
                capital(&text).replacen(" to ", "{ways} to ", 1) + "."
            });
        }
        if place.ways.len() != 1 || o.places[first.to].land || parts.len() > 8 || first.to == at {
            return None;
        }
        let verb = if first.step.starts_with("goes") { first.step.clone() } else { format!("goes {}", first.step) };
        parts.push(format!("{verb} to {}", first.test));
        at = first.to;
    }
}

fn rides(base: &str) -> String {
    match base.strip_prefix("one square ") {
        Some(way) => format!("Slides {way} over empty squares"),
        None => format!("Rides in one line, each time {base}"),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// ` (forward)`; nothing for a full set.
fn ways_name(firsts: &[(i8, i8)]) -> String {
    let Some(&(x, y)) = firsts.first() else { return String::new() };
    let (a, b) = (x.unsigned_abs().min(y.unsigned_abs()), x.unsigned_abs().max(y.unsigned_abs()));
    let full = if a == 0 || a == b { 4 } else { 8 };
    let families: BTreeSet<(u8, u8)> = firsts
        .iter()
        .map(|(x, y)| (x.unsigned_abs().min(y.unsigned_abs()), x.unsigned_abs().max(y.unsigned_abs())))
        .collect();
    if firsts.len() >= full * families.len() {
        return String::new();
    }
    let one = |(x, y): &(i8, i8)| {
        let (ax, ay) = (x.unsigned_abs(), y.unsigned_abs());
        let v = if *y > 0 { "forward" } else { "back" };
        let h = if *x > 0 { "right" } else { "left" };
        match (ax, ay) {
            (0, _) => v.to_owned(),
            (_, 0) => h.to_owned(),
            (p, q) if p == q => format!("{v} {h}"),
            (p, q) => format!("{v} {q} and {h} {p}"),
        }
    };
    let mut names: Vec<String> = firsts.iter().map(one).collect();
    names.dedup();
    format!(" ({})", names.join("; "))
}

/// Step by step, places numbered.
fn listing(o: &Outline, firsts: &[(i8, i8)]) -> String {
    let mut out = format!("A walk of several steps{}:", ways_name(firsts));
    for (i, place) in o.places.iter().enumerate() {
        if place.ways.is_empty() {
            continue;
        }
        let name = if i == 0 { "first".to_owned() } else { letter(i) };
        let mut ways = Vec::new();
        for w in &place.ways {
            let next = &o.places[w.to];
            let then = match (next.land, next.ways.is_empty()) {
                (_, true) => "and ends".to_owned(),
                (true, false) if next.last => format!("and must go on from {} if it can", letter(w.to)),
                (true, false) => format!("and may end or go on from {}", letter(w.to)),
                (false, false) => format!("and goes on from {}", letter(w.to)),
            };
            let verb = if w.step.starts_with("goes") || w.step.starts_with("stays") {
                w.step.clone()
            } else {
                format!("goes {}", w.step)
            };
            ways.push(format!("{verb} to {} {then}", w.test));
        }
        let _ = write!(out, "\n  {name}: {}.", ways.join("; or "));
    }
    out
}

fn letter(i: usize) -> String {
    format!("[{i}]")
}
