//! Rules of one player that meet at one moment and could give something else in the other order (N0021).

use super::footprint::{Clash, Footprint, Reader, moving_flags};
use super::place;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::game::{
    self, Expr, ExprId, Game, Gen, GenBody, HandlerId, KindSet, Moment, Origin, SideId, SideSet, SquareSet, Step,
};
use crate::source::Sources;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// One part that runs at a moment.
struct Part<'a> {
    owner: SideId,
    when: Option<ExprId>,
    body: &'a [Step],
    origin: &'a Origin,
}

pub fn check(game: &Game, sources: &Sources, diags: &mut Diagnostics) {
    let mut told = Told { game, sources, diags, moving: moving_flags(game), pairs: BTreeSet::new() };
    for g in &game.gens {
        told.moves(g);
        told.captures(g);
    }
    for moment in [Moment::StartOfGame, Moment::Grant, Moment::StartOfTurn, Moment::EndOfTurn, Moment::Loss] {
        told.turns(moment);
    }
}

struct Told<'a> {
    game: &'a Game,
    sources: &'a Sources,
    diags: &'a mut Diagnostics,
    moving: u32,
    /// Places of the pairs told.
    pairs: BTreeSet<[(String, u32); 2]>,
}

impl Told<'_> {
    fn moves(&mut self, g: &Gen) {
        let lands = OnceCell::new();
        let whose = mover(self.game, g);
        let after = |id: &HandlerId| {
            let h = &self.game.handlers[id.index()];
            Part { owner: h.owner, when: h.when, body: &h.body, origin: &h.origin }
        };
        for (list, moment) in [(&g.after, "after a move"), (&g.settled, "after a move has settled")] {
            let parts: Vec<Part<'_>> = list.iter().map(after).collect();
            let apart = |a: &Part<'_>, b: &Part<'_>| {
                let both = [a, b].map(|p| room(self.game, p.when, &Expr::To));
                let both = both[0].meet(&both[1]);
                // Where neither minds the square nothing need be walked.
                both != self.game.board.squares
                    && lands.get_or_init(|| landings(self.game, g)).is_some_and(|l: SquareSet| l.meet(&both).is_empty())
            };
            let pairs = pairs(&parts, |a, b| !apart(a, b));
            let name = g.label.as_deref().or(match &g.body {
                GenBody::Walk { kind, .. } => Some(self.game.kinds[kind.index()].name.as_str()),
                GenBody::Action { name, .. } => Some(name.as_str()),
            });
            let moment = format!("{moment} ({})", name.unwrap_or_default());
            for (a, b) in pairs {
                self.pair(&parts[a], &parts[b], whose, &moment);
            }
        }
    }

    fn captures(&mut self, g: &Gen) {
        let hooks: Vec<_> = g.on_capture.iter().map(|id| &self.game.capture_hooks[id.index()]).collect();
        let parts: Vec<Part<'_>> =
            hooks.iter().map(|h| Part { owner: h.owner, when: h.when, body: &h.body, origin: &h.origin }).collect();
        for (a, b) in pairs(&parts, |_, _| true) {
            let (x, y) = (hooks[a], hooks[b]);
            let one_victim = !x.victim_kinds.meet(y.victim_kinds).is_empty()
                && !x.victim_sides.meet(y.victim_sides).is_empty()
                && !x.victim_flags.iter().any(|(f, on)| y.victim_flags.contains(&(*f, !on)));
            if one_victim {
                self.pair(&parts[a], &parts[b], mover(self.game, g), "after a capture");
            }
        }
    }

    fn turns(&mut self, moment: Moment) {
        let hooks: Vec<_> = self.game.turn_hooks.iter().filter(|h| h.moment == moment).collect();
        let parts: Vec<Part<'_>> =
            hooks.iter().map(|h| Part { owner: h.owner, when: None, body: &h.body, origin: &h.origin }).collect();
        let name = match moment {
            Moment::StartOfGame => "at the start of the game",
            Moment::Grant => "at a grant",
            Moment::StartOfTurn => "at the start of a turn",
            Moment::EndOfTurn => "at the end of a turn",
            Moment::Loss => "at a loss",
        };
        for (a, b) in pairs(&parts, |_, _| true) {
            if !hooks[a].of.meet(hooks[b].of).is_empty() {
                self.pair(&parts[a], &parts[b], None, name);
            }
        }
    }

    fn pair(&mut self, a: &Part<'_>, b: &Part<'_>, mover: Option<(KindSet, SideSet)>, moment: &str) {
        let print = |p: &Part<'_>| -> Footprint { Reader::new(self.game, self.moving, mover).read(p.when, p.body) };
        let Some(clash) = print(a).clash(&print(b)) else { return };
        let key = [a, b].map(|p| (p.origin.file.clone(), p.origin.line));
        if !self.pairs.insert(key) {
            return;
        }
        let (first, second) = (&a.origin.rule, &b.origin.rule);
        let mut note = Diagnostic::note(
            "N0021",
            format!("`{first}` and `{second}` meet {moment}: {}", self.why(clash, first, second)),
        );
        if let Some(span) = place(self.sources, a.origin) {
            note = note.label(span, "first, by the order of use");
        }
        if let Some(span) = place(self.sources, b.origin) {
            note = note.secondary(span, "second");
        }
        self.diags.push(note.help("exchange the two `use` lines if the other should come first"));
    }

    fn why(&self, clash: Clash, first: &str, second: &str) -> String {
        let sorted = |first_acts: bool| if first_acts { (first, second) } else { (second, first) };
        match clash {
            Clash::Men { first_changes } => {
                let (acts, looks) = sorted(first_changes);
                format!("`{acts}` changes men that `{looks}` looks at")
            }
            Clash::Cell { cell, both_set: true, .. } => {
                format!("both set `{}`, and the last one stays", self.game.cells[cell.index()].name)
            }
            Clash::Cell { cell, both_set: false, first_sets } => {
                let (acts, looks) = sorted(first_sets);
                format!("`{acts}` changes `{}`, `{looks}` reads it", self.game.cells[cell.index()].name)
            }
            Clash::Hand { first_adds } => {
                let (acts, looks) = sorted(first_adds);
                format!("`{acts}` adds to a hand that `{looks}` reads")
            }
            Clash::Captured { first_captures } => {
                let (acts, looks) = sorted(first_captures);
                format!("`{acts}` captures, `{looks}` asks what was captured")
            }
            Clash::Result => "both may end the game, and the first result stays".to_string(),
        }
    }
}

/// Pairs of parts of one owner and different rules, in their order.
fn pairs<'a>(parts: &[Part<'a>], both_run: impl Fn(&Part<'a>, &Part<'a>) -> bool) -> Vec<(usize, usize)> {
    let mut list = Vec::new();
    for b in 0..parts.len() {
        for a in 0..b {
            let (x, y) = (&parts[a], &parts[b]);
            if x.owner == y.owner && x.origin.rule != y.origin.rule && both_run(x, y) {
                list.push((a, b));
            }
        }
    }
    list
}

fn mover(game: &Game, g: &Gen) -> Option<(KindSet, SideSet)> {
    match &g.body {
        GenBody::Walk { kind, .. } => Some((KindSet::one(*kind), SideSet::one(g.side))),
        GenBody::Action { .. } => {
            let all: KindSet = (0..game.kinds.len() as u16).map(game::KindId).collect();
            Some((all, SideSet::one(g.side)))
        }
    }
}

/// Where a walk of the generator could end.
fn landings(game: &Game, g: &Gen) -> Option<SquareSet> {
    match &g.body {
        GenBody::Walk { walks, .. } => {
            let mut all = SquareSet::NONE;
            for walk in walks {
                let from = room(game, game.walks[walk.index()].guard, &Expr::From);
                let lands = game::landings(game, *walk);
                all = from.iter().fold(all, |all, s| all.union(&lands[usize::from(s)]));
            }
            Some(all)
        }
        GenBody::Action { .. } => None,
    }
}

/// Squares that a condition leaves to a name of a move (`From`, `To`), as far as its form tells.
fn room(game: &Game, when: Option<ExprId>, name: &Expr) -> SquareSet {
    let all = game.board.squares;
    let Some(id) = when else { return all };
    match game.expr(id) {
        Expr::And(a, b) => room(game, Some(*a), name).meet(&room(game, Some(*b), name)),
        Expr::Or(a, b) => room(game, Some(*a), name).union(&room(game, Some(*b), name)),
        Expr::Subset(a, b) => match (game.expr(*a), game.expr(*b)) {
            (Expr::Just(q), Expr::Squares(s)) if game.expr(*q) == name => *s,
            (q, Expr::Squares(s)) if q == name => *s,
            _ => all,
        },
        _ => all,
    }
}
