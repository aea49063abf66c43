//! Remarks on strings that can be read: terms that add nothing, lopsided movements, pieces stuck on an empty board,
//! strings that other programs read otherwise.

use super::direction::{show, tokens};
use super::syntax::{self, Atom, Head, Item, Link, Mods, Range, Term};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pattern::{Pattern, RelGo, RelStep, RelWalk, covers};
use crate::source::Span;

/// B14: a term whose every run another term of the string has too.
pub fn overlaps(walks: &[RelWalk], diags: &mut Diagnostics) {
    for (i, walk) in walks.iter().enumerate() {
        // of two equal terms the later one is the repetition; parts of one macro are no terms
        let other = walks.iter().enumerate().find(|(j, other)| {
            let wins = *j < i || !covers(std::slice::from_ref(walk), other);
            *j != i && other.span != walk.span && wins && covers(std::slice::from_ref(other), walk)
        });
        if let Some((_, other)) = other {
            diags.push(
                Diagnostic::warning("B14", "one term says nothing new")
                    .label(walk.span, "every move of it")
                    .secondary(other.span, "is also a move of this")
                    .help("leave it out"),
            );
        }
    }
}

/// Remarks on a whole movement, for who asks (`ferz betza`): B12, B17, B18. All are notes.
pub fn lint(text: &str, pattern: &Pattern, span: Span, diags: &mut Diagnostics) {
    let mut found = Diagnostics::default();
    lopsided(text, pattern, span, &mut found);
    stuck(pattern, span, &mut found);
    // the string has been read before: its errors are known
    for term in syntax::read(text, span, &mut Diagnostics::default()) {
        dialects(&term, &mut found);
    }
    super::reading::show_in(text, span, 0, &mut found);
    found.list.into_iter().for_each(|d| diags.push(d));
}

/// The letters of a term with left and right exchanged; capitals and `lion` stay.
fn twin_of(term: &str) -> String {
    let (head, rest) = term.strip_prefix("lion").map_or(("", term), |rest| ("lion", rest));
    let turned = rest.chars().map(|c| match c {
        'l' => 'r',
        'r' => 'l',
        c => c,
    });
    head.chars().chain(turned).collect()
}

fn lopsided(text: &str, pattern: &Pattern, span: Span, diags: &mut Diagnostics) {
    let mirrored: Vec<RelWalk> = pattern.walks.iter().map(mirror).collect();
    let odd = pattern.walks.iter().find(|w| !covers(&mirrored, w));
    if let Some(walk) = odd {
        let place = if walk.span == Span::default() { span } else { walk.span };
        let written = (place.start.saturating_sub(span.start) as usize, place.end.saturating_sub(span.start) as usize);
        let twin = text.get(written.0..written.1).map_or_else(String::new, twin_of);
        diags.push(
            Diagnostic::note("B12", "left and right are not alike")
                .label(place, "has no mirror image in this movement")
                .help(format!("if that is not meant, add `{twin}`")),
        );
    }
    if pattern.castles.iter().any(|(c, _)| c.left != c.right) && odd.is_none() {
        let place = pattern.castles.iter().find(|(c, _)| c.left != c.right).map_or(span, |(_, s)| *s);
        diags.push(Diagnostic::note("B12", "left and right are not alike").label(place, "castles to one side only"));
    }
}

fn mirror(walk: &RelWalk) -> RelWalk {
    let mut out = walk.clone();
    for edge in out.nodes.iter_mut().flat_map(|n| &mut n.edges) {
        if let RelGo::Step(steps) = &mut edge.go {
            for step in steps {
                if let RelStep::Leap(x, _) = step {
                    *x = -*x;
                }
            }
        }
    }
    out
}

fn stuck(pattern: &Pattern, span: Span, diags: &mut Diagnostics) {
    if !pattern.castles.is_empty() || pattern.walks.iter().any(quiet_run) {
        return;
    }
    diags.push(
        Diagnostic::note("B18", "on an empty board this piece cannot move")
            .label(span, "only captures or hops")
            .explain("That may be meant: capturing clauses and hoppers are like this."),
    );
}

fn quiet_run(walk: &RelWalk) -> bool {
    let mut seen = vec![false; walk.nodes.len()];
    let mut todo = vec![0];
    while let Some(n) = todo.pop() {
        for e in walk.nodes[n].edges.iter().filter(|e| e.test.empty && !e.test.passed) {
            if walk.nodes[e.next].land {
                return true;
            }
            if !std::mem::replace(&mut seen[e.next], true) {
                todo.push(e.next);
            }
        }
    }
    false
}

/// B17: what the two widespread parsers make of the same letters (measured, BETZA section 13).
fn dialects(term: &Term, diags: &mut Diagnostics) {
    match term {
        Term::Simple { mods, atom, .. } if mods.list.iter().any(|m| m.letter == 'a') => {
            remark(mods.span.to(atom.span), "Fairy-Stockfish ignores `a` and reads the union of its letters", diags);
        }
        Term::Simple { mods, atom, .. } => simple(mods, atom, diags),
        Term::Chain { legs, span, .. } => {
            remark(*span, "neither XBoard nor Fairy-Stockfish reads brackets", diags);
            legs.iter().for_each(|l| leg(l, diags));
        }
        Term::Lion { span, .. } => remark(*span, "`lion(..)` is known here only", diags),
    }
}

fn leg((item, _): &(Item, Link), diags: &mut Diagnostics) {
    match item {
        Item::Leg { atom, .. } => {
            if let Head::Vector(..) = atom.head {
                remark(atom.span, "vectors are read here only", diags);
            }
        }
        Item::Home(_) => {}
        Item::Repeat { legs, .. } => legs.iter().for_each(|l| leg(l, diags)),
    }
}

fn simple(mods: &Mods, atom: &Atom, diags: &mut Diagnostics) {
    let has = |c: char| mods.list.iter().find(|m| m.letter == c);
    let slider = matches!(atom.head, Head::Letter('R' | 'B' | 'Q' | 'W' | 'F' | 'K'));
    if let Head::Vector(..) = atom.head {
        remark(atom.span, "vectors are read here only", diags);
    }
    if let Head::Letter(c @ ('C' | 'Z' | 'N' | 'D' | 'A' | 'H' | 'G' | 'W' | 'F')) = atom.head
        && atom.text.starts_with(&format!("{c}{c}"))
    {
        remark(atom.span, "XBoard reads a doubled letter as one leap; Fairy-Stockfish knows WW, FF and NN only", diags);
    }
    if let Some(r) = &atom.range {
        match r.value {
            Range::Steps(n) if n > 9 => remark(r.span, "Fairy-Stockfish reads the first digit only", diags),
            Range::Bounds(_) | Range::Area(_) => {
                remark(r.span, "neither XBoard nor Fairy-Stockfish reads this range", diags)
            }
            Range::Steps(_) | Range::Unlimited => {}
        }
    }
    for (letter, text) in [
        ('z', "XBoard and Fairy-Stockfish ignore `z`"),
        ('q', "XBoard and Fairy-Stockfish ignore `q`"),
        ('o', "Fairy-Stockfish ignores `o`"),
        ('t', "Fairy-Stockfish ignores `t`"),
    ] {
        if let Some(m) = has(letter) {
            remark(m.span, text, diags);
        }
    }
    if let Some(m) = has('j').filter(|_| slider) {
        remark(m.span, "Fairy-Stockfish ignores `j` before a slider", diags);
    }
    if let (Some(m), Head::Letter('H' | 'G' | 'Z')) = (has('n'), atom.head) {
        remark(m.span, "XBoard tests one square of the path only; Fairy-Stockfish knows nN nA nD nZ", diags);
    }
    if atom.head == Head::Letter('U') {
        remark(atom.span, "Fairy-Stockfish and older XBoard do not know `U`", diags);
    }
    // XBoard tests its letters once each in a fixed order
    let order = "ifblrvshmcdektpgoynj";
    let mut last = 0;
    for m in &mods.list {
        let place = order.find(m.letter).unwrap_or(last);
        let class = if (1..8).contains(&place) { 1 } else { place };
        if class < last {
            remark(
                m.span,
                "XBoard wants the order i, directions, m c d e k t, p g, o, n j, and loses this letter",
                diags,
            );
            break;
        }
        last = class;
    }
    let letters: Vec<_> =
        mods.list.iter().filter(|m| "fblrvsh".contains(m.letter)).map(|m| (m.letter, m.span)).collect();
    if let Ok(list) = tokens(&letters)
        && atom.head == Head::Letter('N')
        && list.iter().any(|t| t.text == "s")
        && list.len() > 1
    {
        remark(mods.span, &format!("Fairy-Stockfish finds no move here (read as {})", show(&list, &atom.text)), diags);
    }
}

fn remark(span: Span, text: &str, diags: &mut Diagnostics) {
    diags.push(Diagnostic::note("B17", "other programs read this string otherwise").label(span, text));
}
