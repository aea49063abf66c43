//! The order of legs: a bracket as a regular expression over its legs.
//!
//! Each written leg is a *position*; `follow` says which positions may come next, as in Glushkov's construction.

use super::chain::{Position, Turning};
use super::leg::{Leg, Place};
use super::syntax::{Item, Link, MAX_LEGS};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::Span;
use std::collections::BTreeSet;

/// First and last positions of a part of a bracket.
#[derive(Clone, Debug, Default)]
struct Ends {
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
    nullable: bool,
}

/// Writes the legs of a bracket out as positions. `make` reads a leg; `None` after an error.
pub fn positions(
    legs: &[(Item, Link)],
    span: Span,
    make: &mut dyn FnMut(&Item, Place) -> Option<Leg>,
    diags: &mut Diagnostics,
) -> Option<Vec<Position>> {
    let mut out = Vec::new();
    let ends = sequence(legs, &mut out, make)?;
    if out.len() > MAX_LEGS {
        diags.push(
            Diagnostic::error("B15", "the path has too many legs")
                .label(span, format!("at most {MAX_LEGS}, repeats written out")),
        );
        return None;
    }
    for p in ends.last {
        out[p].last = true;
    }
    // entry points come first in `first`; position 0 is always one of them
    let firsts = ends.first;
    debug_assert!(out.is_empty() || firsts.contains(&0));
    Some(out)
}

/// The positions a walk may begin with.
pub fn firsts(legs: &[(Item, Link)], positions: usize) -> BTreeSet<usize> {
    let mut out = BTreeSet::new();
    let mut at = 0;
    for (item, _) in legs {
        if at >= positions {
            break;
        }
        out.insert(at);
        match item {
            Item::Repeat { min: 0, .. } => at += width(item),
            Item::Repeat { .. } | Item::Leg { .. } | Item::Home(_) => break,
        }
    }
    out
}

/// Number of positions of an item.
fn width(item: &Item) -> usize {
    match item {
        Item::Leg { .. } | Item::Home(_) => 1,
        Item::Repeat { legs, min, max, .. } => {
            let one: usize = legs.iter().map(|l| width(&l.0)).sum();
            one.saturating_mul(max.unwrap_or((*min).max(1)) as usize)
        }
    }
}

fn sequence(
    legs: &[(Item, Link)],
    out: &mut Vec<Position>,
    make: &mut dyn FnMut(&Item, Place) -> Option<Leg>,
) -> Option<Ends> {
    let mut all = Ends { nullable: true, ..Ends::default() };
    let mut link = Link::Must;
    for (item, after) in legs {
        let part = item_ends(item, *after, out, make)?;
        connect(out, &all.last, &part.first, link);
        if all.nullable {
            all.first.extend(&part.first);
        }
        if !part.nullable {
            all.last.clear();
        }
        all.last.extend(&part.last);
        all.nullable &= part.nullable;
        link = *after;
    }
    Some(all)
}

fn connect(out: &mut [Position], from: &BTreeSet<usize>, to: &BTreeSet<usize>, link: Link) {
    for p in from {
        out[*p].follow.extend(to);
        out[*p].stop |= link == Link::May && !to.is_empty();
    }
}

fn item_ends(
    item: &Item,
    after: Link,
    out: &mut Vec<Position>,
    make: &mut dyn FnMut(&Item, Place) -> Option<Leg>,
) -> Option<Ends> {
    match item {
        Item::Leg { .. } | Item::Home(_) => {
            if out.len() > MAX_LEGS {
                return Some(Ends::default()); // reported by `positions`
            }
            let ends = after != Link::Must;
            let place = if out.is_empty() { Place::First { ends } } else { Place::Later { ends } };
            let leg = make(item, place)?;
            out.push(Position {
                leg,
                turning: Turning::Bracket,
                last: false,
                stop: false,
                repeat: false,
                follow: BTreeSet::new(),
            });
            let one = BTreeSet::from([out.len() - 1]);
            Some(Ends { first: one.clone(), last: one, nullable: false })
        }
        Item::Repeat { legs, min, max, .. } => {
            let copies = max.unwrap_or((*min).max(1));
            let link = legs.last().map_or(Link::Must, |l| if l.1 == Link::May { Link::May } else { Link::Must });
            let mut all = Ends { nullable: true, ..Ends::default() };
            for i in 0..copies {
                if out.len() > MAX_LEGS {
                    break;
                }
                let part = sequence(legs, out, make)?;
                connect(out, &all.last, &part.first, link);
                let loops = max.is_none() && i + 1 == copies;
                if loops {
                    connect(out, &part.last, &part.first, link);
                }
                // from here the walk may both end and go round again
                if loops || (i + 1 >= *min && i + 1 < copies) {
                    part.last.iter().for_each(|p| out[*p].repeat = true);
                }
                let optional = i >= *min;
                if all.nullable {
                    all.first.extend(&part.first);
                }
                if !optional {
                    all.last.clear();
                }
                all.last.extend(&part.last);
                all.nullable &= optional || part.nullable;
            }
            Some(all)
        }
    }
}
