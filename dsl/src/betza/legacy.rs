//! The older form of multi-leg moves: legs joined by `a`, one atom for all (`afsW`, `FyafsF`). Read for import.

use super::chain::{self, Outer, Position, Turning};
use super::leg::{Dialect, LegReader, Place};
use super::syntax::{Atom, Mods};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::pattern::RelWalk;
use crate::source::Span;
use std::collections::BTreeSet;

pub fn read(mods: &Mods, atom: &Atom, span: Span, dialect: Dialect, diags: &mut Diagnostics) -> Option<RelWalk> {
    let mut groups: Vec<Mods> = vec![Mods::default()];
    for m in &mods.list {
        if m.letter == 'a' {
            groups.push(Mods::default());
        } else if let Some(group) = groups.last_mut() {
            group.text.push(m.letter);
            group.span = if group.list.is_empty() { m.span } else { group.span.to(m.span) };
            group.list.push(m.clone());
        }
    }
    let legs = groups.len();
    let mut positions = Vec::new();
    let mut toggled = false;
    let (mut initial, mut cylinder, mut unloads) = (false, false, false);
    for (i, group) in groups.into_iter().enumerate() {
        let last = i + 1 == legs;
        let toggles = |c: char| c == 'y' || (c == 'g' && !last);
        let toggle = group.list.iter().find(|m| toggles(m.letter)).cloned();
        let mut plain = group.clone();
        plain.list.retain(|m| m.letter != 'y');
        for m in plain.list.iter_mut().filter(|m| m.letter == 'g' && !last) {
            m.letter = 'p'; // the same square test; what differs is the reach of the next leg
        }
        if last && let Some(y) = group.list.iter().find(|m| m.letter == 'y') {
            diags.push(
                Diagnostic::error("B02", "`y` changes the next leg, and none follows").label(y.span, "the last leg"),
            );
            return None;
        }
        let place = if i == 0 { Place::First { ends: last } } else { Place::Later { ends: last } };
        let mut leg = LegReader { dialect, diags }.read(&plain, atom, place)?;
        if leg.unload && std::mem::replace(&mut unloads, true) {
            diags.push(
                Diagnostic::error("B21", "two legs put back what the move takes")
                    .label(group.span, "one `u` in a path"),
            );
            return None;
        }
        if i > 0 && leg.initial {
            diags.push(
                Diagnostic::error("B02", "`i` after `a` means as many steps as the leg before")
                    .label(group.span, "write it as a bracket")
                    .help("`[pQ-fQ{=}]`"),
            );
            return None;
        }
        if !last && leg.modes.is_some_and(|m| m.passing || m.royal || m.tame) {
            diags.push(
                Diagnostic::error("B02", "`e`, `k` and `t` are modes of the last leg")
                    .label(group.span, "more legs follow")
                    .help("own mounts only: `p<own>`"),
            );
            return None;
        }
        if toggled {
            leg.max = if leg.max == Some(1) { None } else { Some(1) };
        }
        if let Some(t) = toggle {
            if leg.max.is_some_and(|m| m > 1) {
                diags.push(
                    Diagnostic::error("B13", "the reach of a leg with a range cannot be toggled")
                        .label(t.span, "the number would be dropped")
                        .help("write a bracket, in which each leg has its own range"),
                );
                return None;
            }
            toggled = !toggled;
        }
        if last && leg.hop.is_some() && leg.max == Some(1) {
            diags.push(
                Diagnostic::error("B09", "the hop uses up the only step of the last leg")
                    .label(group.span, "never moves"),
            );
            return None;
        }
        (initial, cylinder) = (initial || leg.initial, cylinder || leg.cylinder);
        let follow = if last { BTreeSet::new() } else { BTreeSet::from([i + 1]) };
        positions.push(Position { leg, turning: Turning::Legacy, last, stop: false, repeat: false, follow });
    }
    if legs > super::syntax::MAX_LEGS {
        diags.push(Diagnostic::error("B15", "the path has too many legs").label(mods.span, "too many `a`"));
        return None;
    }
    if legs > 2 {
        let text = format!("`{}{}` is a path of {legs} legs in one word", mods.text, atom.text);
        let d = Diagnostic::note("B13", text).label(span, "hard to read");
        diags.push(d.help("brackets name the atom of each leg, as in `[W-F-F]`"));
    }
    let outer = Outer { initial, cylinder, ..Outer::default() };
    chain::build(&positions, &BTreeSet::from([0]), &outer, span, &atom.text, diags)
}
