//! What may follow a landing, square by square: the promotions of each target, decided while compiling.
//!
//! A pawn that lands on the last rank has four endings, elsewhere one; a silver that leaves its zone has two. Where the
//! handlers of a generator can be run on nothing but from, to and the mover's kind, the targets of a man fall into a few
//! classes with equal lists of endings, and moves are counted without being made.

use super::fold::{Known, Val};
use super::{domain_bits, legality, reads};
use ferz_dsl::game::{
    Domain, Expr, Game, GenBody, GenId, GuardPoint, JudgeId, ManBase, Moment, Sq, SquareSet, Step, VarId,
};
use std::collections::BTreeMap;

/// Targets with the same endings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// By origin: the targets of this class.
    pub targets: Vec<SquareSet>,
    /// The choices that may follow, packed as in a move word; one value 0 if there is nothing to choose.
    pub choices: Vec<u64>,
}

/// A way to end: its choices, packed, and how many bits they take.
#[derive(Clone, Debug)]
struct Way<'g> {
    word: u64,
    bits: u32,
    known: Known<'g>,
}

type Ways<'g> = Result<Vec<Way<'g>>, String>;

/// The endings of a generator's moves, or why they cannot be told while compiling. The judge `safety` is answered
/// elsewhere.
pub fn endings(game: &Game, g: GenId, safety: Option<JudgeId>) -> Result<Vec<Ending>, String> {
    let generator = &game.gens[g.index()];
    let GenBody::Walk { kind, walks, .. } = &generator.body else { return Err("it is an action".into()) };
    for h in game.turn_hooks.iter().filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(generator.side)) {
        if !legality::harmless(game, &h.body) {
            return Err(format!("{} at the end of the turn", h.origin.rule));
        }
    }
    for h in &generator.on_capture {
        let h = &game.capture_hooks[h.index()];
        if !legality::harmless(game, &h.body) || h.when.is_some_and(|w| super::bites::can_die(game, w)) {
            return Err(format!("{} after captures", h.origin.rule));
        }
    }
    let n = usize::from(game.board.size);
    let mut classes: BTreeMap<Vec<u64>, Vec<SquareSet>> = BTreeMap::new();
    let mut reach = vec![SquareSet::NONE; n];
    for w in walks {
        for e in super::elements::elements(game, *w).unwrap_or_default() {
            for (all, more) in reach.iter_mut().zip(super::reach(game, &e)) {
                *all = all.union(&more);
            }
        }
    }
    for (from, targets) in reach.iter().enumerate() {
        for to in targets.iter() {
            let known =
                Known { game, from: from as Sq, to, mover: *kind, kind: *kind, vars: BTreeMap::new(), gen_id: g };
            let words = ways(game, g, safety, known)?;
            if !words.is_empty() {
                classes.entry(words).or_insert_with(|| vec![SquareSet::NONE; n])[from].insert(to);
            }
        }
    }
    Ok(classes.into_iter().map(|(choices, targets)| Ending { targets, choices }).collect())
}

fn ways(game: &Game, g: GenId, safety: Option<JudgeId>, known: Known<'_>) -> Result<Vec<u64>, String> {
    let generator = &game.gens[g.index()];
    for guard in generator.guards.iter().map(|i| &game.guards[i.index()]).filter(|x| x.at == GuardPoint::Before) {
        match known.bool(guard.bad) {
            Some(true) => return Ok(Vec::new()),
            Some(false) => {}
            None => return Err(format!("{} reads the position", guard.origin.rule)),
        }
    }
    let mut all = vec![Way { word: 0, bits: 0, known }];
    for h in generator.after.iter().chain(&generator.settled) {
        let handler = &game.handlers[h.index()];
        if legality::harmless(game, &handler.body)
            && !handler.may
            && handler.when.is_none_or(|w| !super::bites::can_die(game, w))
        {
            continue;
        }
        let mut next = Vec::new();
        for way in all {
            match handler.when.map_or(Some(true), |w| way.known.bool(w)) {
                None => return Err(format!("{} reads the position", handler.origin.rule)),
                Some(false) => next.push(way),
                Some(true) if handler.may => {
                    let mut without = way.clone();
                    without.bits += 1;
                    let mut with = way;
                    with.word |= 1 << with.bits;
                    with.bits += 1;
                    next.push(without);
                    next.extend(run(game, g, &handler.body, with)?);
                }
                Some(true) => next.extend(run(game, g, &handler.body, way)?),
            }
        }
        all = next;
    }
    let mut words = Vec::new();
    for way in all {
        let mut allowed = true;
        for j in generator.judges.iter().filter(|j| Some(**j) != safety) {
            let judge = &game.judges[j.index()];
            let when = judge.when.map_or(Some(true), |w| way.known.bool(w));
            match (when, way.known.bool(judge.bad)) {
                (Some(false), _) | (_, Some(false)) => {}
                (Some(true), Some(true)) => allowed = false,
                _ => return Err(format!("{} judges the result", judge.origin.rule)),
            }
        }
        if allowed {
            words.push(way.word);
        }
    }
    Ok(words)
}

/// Runs steps on what is known.
fn run<'g>(game: &'g Game, g: GenId, steps: &[Step], way: Way<'g>) -> Ways<'g> {
    let mut all = vec![way];
    for s in steps {
        let mut next = Vec::new();
        for way in all {
            next.extend(step(game, g, s, way)?);
        }
        all = next;
    }
    Ok(all)
}

fn bind<'g>(game: &'g Game, g: GenId, var: VarId, value: Val, mut way: Way<'g>) -> Ways<'g> {
    way.known.vars.insert(var, value);
    let guards = game.gens[g.index()].guards.iter().map(|i| &game.guards[i.index()]);
    for guard in guards.filter(|x| x.at == GuardPoint::AfterChoice(var)) {
        match way.known.bool(guard.bad) {
            Some(true) => return Ok(Vec::new()),
            Some(false) => {}
            None => return Err(format!("{} reads the position", guard.origin.rule)),
        }
    }
    Ok(vec![way])
}

fn step<'g>(game: &'g Game, g: GenId, s: &Step, mut way: Way<'g>) -> Ways<'g> {
    let unknown = |what: &str| Err(what.to_string());
    match s {
        Step::Choose { var, from } => {
            let Domain::Kinds(e) = from else { return unknown("a square is chosen") };
            let Some(kinds) = way.known.kinds(*e) else { return unknown("the choice depends on the position") };
            let bits = domain_bits(game, from, 8);
            let mut out = Vec::new();
            for k in kinds.iter() {
                let mut one = way.clone();
                if one.bits + bits > 60 {
                    return unknown("too many choices");
                }
                one.word |= u64::from(k.0) << one.bits;
                one.bits += bits;
                out.extend(bind(game, g, *var, Val::Kind(Some(k)), one)?);
            }
            Ok(out)
        }
        Step::Let { var, value } => match way.known.eval(*value) {
            Some(v) => bind(game, g, *var, v, way),
            None => unknown("a name depends on the position"),
        },
        Step::Require(e) => match way.known.bool(*e) {
            Some(true) => Ok(vec![way]),
            Some(false) => Ok(Vec::new()),
            None => unknown("a condition depends on the position"),
        },
        // The mover in hand: the board part was looked at before.
        Step::Lift { .. } => Ok(vec![way]),
        Step::Put { man, .. } => {
            if let (ManBase::Var(_), Some(k)) = (man.base, man.kind) {
                match way.known.kind(k) {
                    Some(Some(k)) => way.known.kind = k,
                    Some(None) => return Ok(Vec::new()),
                    None => return unknown("the new kind depends on the position"),
                }
            }
            Ok(vec![way])
        }
        Step::If { when, then, other } => match way.known.bool(*when) {
            Some(true) => run(game, g, then, way),
            Some(false) => run(game, g, other, way),
            None if legality::harmless(game, then) && legality::harmless(game, other) => Ok(vec![way]),
            None => unknown("a condition depends on the position"),
        },
        Step::May(body) => {
            let mut without = way.clone();
            without.bits += 1;
            way.word |= 1 << way.bits;
            way.bits += 1;
            let mut out = vec![without];
            out.extend(run(game, g, body, way)?);
            Ok(out)
        }
        Step::Hand { take: true, .. } => unknown("it takes from the hand"),
        Step::Each { body, .. } if !legality::harmless(game, body) => unknown("a loop with choices"),
        Step::Cell { .. } | Step::Hand { .. } | Step::Flag { .. } | Step::Each { .. } => {
            let mut dies = false;
            reads::steps(game, std::slice::from_ref(s), &mut |e| {
                dies |= matches!(e, Expr::The(_) | Expr::Opposite(_) | Expr::Direction(..));
            });
            if dies { unknown("a step may fail") } else { Ok(vec![way]) }
        }
        Step::Eliminate(_) => unknown("a player leaves"),
        Step::EndTurn | Step::Mark(_) | Step::Write { .. } => Ok(vec![way]),
    }
}
