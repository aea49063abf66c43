//! What a generator attacks, and how exactly that can be asked backwards.
//!
//! Attack is defined by possibility: a phantom on the square, and some run that captures it. Where the only capture of
//! a generator is the landing of its walk and nothing after it can fail, reading the elements backwards is equal. Where
//! something may fail, the backward question finds the men that may, and those are run. Captures elsewhere are run
//! from every man, unless the squares lie in a set that can be read beforehand.

use super::elements::{Cause2, End};
use super::{GenPlan, reads};
use ferz_dsl::game::{Cause, Domain, Expr, ExprId, Game, GenBody, Guard, GuardPoint, ManBase, Step, VarId, WalkId};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bite {
    /// It captures nothing.
    Nothing,
    /// Its elements backwards, exactly.
    Exact,
    /// Its elements backwards find the men to run.
    Filtered(String),
    /// Every man is run, if the square lies in one of these sets (always, if there are none to ask).
    Run(Option<Vec<ExprId>>),
}

/// How the attack of generator `i` is asked.
#[must_use]
pub fn of_generator(game: &Game, i: usize, plan: &GenPlan) -> Bite {
    let g = &game.gens[i];
    if !g.bites {
        return Bite::Nothing;
    }
    let (block, walks): (&[Step], &[WalkId]) = match &g.body {
        GenBody::Walk { block, walks, .. } => (block, walks),
        GenBody::Action { steps, .. } => return Bite::Run(places(game, &[steps])),
    };
    let mut bodies: Vec<&[Step]> = vec![block];
    bodies.extend(g.after.iter().map(|h| game.handlers[h.index()].body.as_slice()));
    bodies.extend(g.on_capture.iter().map(|h| game.capture_hooks[h.index()].body.as_slice()));
    let steps_capture = bodies.iter().any(|b| captures(b));
    let walk_captures = match &plan.elements {
        None => true,
        Some(list) => list.iter().any(|e| matches!(e.end, End::Take(_, Cause2::Capture))),
    };
    if plan.elements.is_none() || steps_capture && walk_captures {
        return Bite::Run(None);
    }
    if steps_capture {
        return Bite::Run(places(game, &bodies));
    }
    if !walk_captures {
        return Bite::Nothing;
    }
    if let Some(why) = asks(game, g, walks) {
        return Bite::Filtered(why);
    }
    if plan.elements.iter().flatten().any(|e| e.onto.is_some()) {
        return Bite::Filtered("its landing reads the position".into());
    }
    let safe = Safety { game, plan };
    for h in &g.after {
        let h = &game.handlers[h.index()];
        if h.when.is_some_and(|w| can_die(game, w)) || !h.may && !safe.all(&h.body) {
            return Bite::Filtered(format!("{} may fail after it", h.origin.rule));
        }
    }
    for h in &g.on_capture {
        let h = &game.capture_hooks[h.index()];
        if h.when.is_some_and(|w| can_die(game, w)) || !safe.all(&h.body) {
            return Bite::Filtered(format!("{} may fail after it", h.origin.rule));
        }
    }
    if safe.all(block) { Bite::Exact } else { Bite::Filtered("its block may fail".into()) }
}

fn asks(game: &Game, g: &ferz_dsl::game::Gen, walks: &[WalkId]) -> Option<String> {
    if walks.iter().any(|w| game.walks[w.index()].guard.is_some()) {
        return Some("`when`".into());
    }
    let guard = g.guards.iter().map(|x| &game.guards[x.index()]).find(|x| x.in_bite)?;
    Some(format!("{} ({}:{})", guard.origin.rule, guard.origin.file, guard.origin.line))
}

/// Guards of a generator at a place.
pub fn guards_at<'g>(game: &'g Game, ids: &[ferz_dsl::game::GuardId], at: GuardPoint) -> Vec<&'g Guard> {
    ids.iter().map(|g| &game.guards[g.index()]).filter(|g| g.at == at).collect()
}

#[must_use]
pub fn captures(steps: &[Step]) -> bool {
    let mut yes = false;
    reads::each_step(steps, &mut |s| yes |= matches!(s, Step::Lift { cause: Cause::Capture, .. }));
    yes
}

/// Can the expression be without a value?
#[must_use]
pub fn can_die(game: &Game, e: ExprId) -> bool {
    reads::any(game, e, &|e| matches!(e, Expr::The(_) | Expr::Opposite(_) | Expr::Direction(..)))
}

struct Safety<'a> {
    game: &'a Game,
    plan: &'a GenPlan,
}

impl Safety<'_> {
    /// No run ends in these steps.
    fn all(&self, steps: &[Step]) -> bool {
        steps.iter().enumerate().all(|(i, s)| self.step(&steps[..i], s, steps))
    }

    fn step(&self, before: &[Step], s: &Step, all: &[Step]) -> bool {
        let lives = |e: &ExprId| !can_die(self.game, *e);
        match s {
            Step::Choose { from, .. } => match from {
                Domain::Kinds(e) => match self.game.expr(*e) {
                    Expr::Kinds(k) => !k.is_empty(),
                    Expr::Kind(k) => k.is_some(),
                    _ => false,
                },
                Domain::Squares(_) => false,
                Domain::Dirs(d) => !d.is_empty(),
                Domain::Files => true,
                Domain::Ints(a, b) => a <= b,
            },
            Step::Require(e) => matches!(self.game.expr(*e), Expr::Bool(true)),
            Step::Let { value, .. } => lives(value),
            Step::Lift { at, .. } => lives(at),
            Step::Put { man, at } => {
                let vacated = before.iter().any(|b| match b {
                    Step::Lift { at: a, into, .. } => {
                        man.base == ManBase::Var(*into) && (a == at || self.game.expr(*a) == self.game.expr(*at))
                    }
                    _ => false,
                });
                vacated && lives(at) && man.kind.is_none_or(|k| self.is_a_kind(k, all))
            }
            Step::Cell { index, value, .. } => lives(value) && index.as_ref().is_none_or(lives),
            Step::Hand { kind, count, take, .. } => !take && lives(kind) && lives(count),
            Step::Flag { of, .. } => lives(of),
            Step::Each { over, body, .. } => {
                self.all(body)
                    && match over {
                        Domain::Squares(e) | Domain::Kinds(e) => lives(e),
                        Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => true,
                    }
            }
            Step::If { when, then, other } => lives(when) && self.all(then) && self.all(other),
            Step::May(_) | Step::EndTurn | Step::Eliminate(_) | Step::Mark(_) | Step::Write { .. } => true,
        }
    }

    fn is_a_kind(&self, e: ExprId, steps: &[Step]) -> bool {
        match self.game.expr(e) {
            Expr::Kind(k) => k.is_some(),
            Expr::Mover | Expr::VictimKind | Expr::BaseOf(_) => true,
            Expr::TurnedOf(a) => {
                matches!(self.game.expr(*a), Expr::Mover)
                    && self.plan.kind.is_some_and(|k| self.game.kinds[k.index()].turned.is_some())
            }
            Expr::Var(v) => match binding(steps, *v) {
                Some(Bound::Choice(Domain::Kinds(_))) => true,
                Some(Bound::Value(e)) => self.is_a_kind(e, steps),
                Some(Bound::Choice(_)) | None => false,
            },
            _ => false,
        }
    }
}

enum Bound<'a> {
    Choice(&'a Domain),
    Value(ExprId),
}

fn binding(steps: &[Step], v: VarId) -> Option<Bound<'_>> {
    let mut found = None;
    reads::each_step(steps, &mut |s| match s {
        Step::Choose { var, from: d } | Step::Each { var, over: d, .. } if *var == v => found = Some(Bound::Choice(d)),
        Step::Let { var, value } if *var == v => found = Some(Bound::Value(*value)),
        _ => {}
    });
    found
}

/// Sets, readable before the run, that hold every square on which the steps capture; `None` if that cannot be told.
fn places(game: &Game, bodies: &[&[Step]]) -> Option<Vec<ExprId>> {
    let mut out = Vec::new();
    for body in bodies {
        let mut known = true;
        reads::each_step(body, &mut |s| {
            if let Step::Lift { at, cause: Cause::Capture, .. } = s {
                known &= superset(game, body, *at, &mut out);
            }
        });
        if !known {
            return None;
        }
    }
    out.sort_unstable();
    out.dedup();
    let written = |e: &ExprId| match game.expr(*e) {
        Expr::CellSquares(c) => bodies.iter().any(|b| {
            let mut yes = false;
            reads::each_step(b, &mut |s| yes |= matches!(s, Step::Cell { cell, .. } if cell == c));
            yes
        }),
        _ => false,
    };
    if out.iter().any(written) { None } else { Some(out) }
}

fn superset(game: &Game, body: &[Step], e: ExprId, out: &mut Vec<ExprId>) -> bool {
    match game.expr(e) {
        Expr::Squares(_) | Expr::Men { .. } | Expr::CellSquares(_) => {
            out.push(e);
            true
        }
        Expr::The(a) | Expr::Just(a) | Expr::Minus(a, _) => superset(game, body, *a, out),
        Expr::Union(a, b) | Expr::If(_, a, b) => superset(game, body, *a, out) && superset(game, body, *b, out),
        Expr::Meet(a, b) => {
            let is_cell = |e: &ExprId| matches!(game.expr(*e), Expr::CellSquares(_));
            let (first, second) = if is_cell(b) { (b, a) } else { (a, b) };
            superset(game, body, *first, out) || superset(game, body, *second, out)
        }
        Expr::Var(v) => match binding(body, *v) {
            Some(Bound::Choice(Domain::Squares(e))) => superset(game, body, *e, out),
            Some(Bound::Value(e)) => superset(game, body, e, out),
            _ => false,
        },
        _ => false,
    }
}
