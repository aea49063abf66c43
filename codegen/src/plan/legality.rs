//! How the moves of a side are found and judged fast, and where that is not exact.
//!
//! Where the only judge of a side is "no royal of mine attacked" and every enemy attack is read from planes alone, a move
//! of an ordinary man is legal by sets: the lines to the royal say where it must go (check) and where it must stay (pin).
//! With mounts among the attackers, moves that touch no line to the royal are legal for free and the others are tested
//! by one question. The conditions M1 to M6 of the notes on masks are asked here, one by one.

use super::bites::{self, Bite};
use super::elements::{Cause2, End, Shape};
use super::endings::{self, Ending};
use super::{GenPlan, reads};
use ferz_dsl::game::{
    Cause, Domain, Expr, ExprId, Game, GenBody, GenId, JudgeId, KindId, KindSet, ManBase, Moment, Royal, SideId,
    SideSet, Step, VarId,
};
use std::collections::BTreeMap;

/// How one generator's moves are decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// No rule looks at the result of any move.
    Free,
    /// By sets; what follows the landing is known for each square.
    Sets(Vec<Ending>),
    /// The royal itself walks: each of its targets is asked.
    Royal(Vec<Ending>),
    /// Puts a new man on an empty square and does nothing else.
    Drop,
    /// Carries own men from squares to squares and does nothing else to the board: one question decides.
    Carried(Vec<Carry>),
    /// Legal by sets, but choices follow that must be made to be seen.
    SetsThenMade(String),
    /// Every candidate is made and judged; why nothing better is exact.
    MakeAndTest(String),
}

/// A man of ours that an action carries: the names of its squares, and whether it is the royal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carry {
    pub from: VarId,
    pub to: VarId,
    pub royal: bool,
}

/// How a side's royal is kept safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Safety {
    /// Nothing judges the results: all moves are legal.
    Nothing,
    /// Check and pin sets.
    Masks,
    /// Lines on which something could change; moves that touch them are tested.
    Touch,
    /// No common method.
    None(String),
}

/// The plan of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePlan {
    pub side: SideId,
    pub safety: Safety,
    pub royals: KindSet,
    pub enemy: SideId,
    /// The judge that is answered by sets.
    pub judge: Option<JudgeId>,
    /// The royal may not stand on these (read before): prey of captures elsewhere.
    pub places: Vec<ExprId>,
}

/// The plan of a side, from the plans of all generators.
#[must_use]
pub fn of_side(game: &Game, gens: &[GenPlan], side: SideId) -> SidePlan {
    let mut plan =
        SidePlan { side, safety: Safety::Nothing, royals: KindSet::NONE, enemy: side, judge: None, places: Vec::new() };
    match find(game, gens, &mut plan) {
        Ok(()) => {}
        Err(why) => plan.safety = Safety::None(why),
    }
    plan
}

fn find(game: &Game, gens: &[GenPlan], plan: &mut SidePlan) -> Result<(), String> {
    let side = plan.side;
    let own: Vec<usize> = (0..gens.len()).filter(|g| gens[*g].side == side).collect();
    if game.prefers.iter().any(|p| p.side == side) {
        return Err("moves are compared with each other".into());
    }
    let judges = own.iter().flat_map(|g| &game.gens[*g].judges);
    let guards: Vec<JudgeId> = judges.copied().filter(|j| is_safety(game, *j, side)).collect();
    let Some(judge) = guards.first().copied() else {
        return Ok(());
    };
    if guards.iter().any(|j| *j != judge) {
        return Err("two rules keep the royal safe".into());
    }
    plan.judge = Some(judge);
    for (k, info) in game.kinds.iter().enumerate() {
        match info.royal.get(side.index()) {
            Some(Royal::Yes) => plan.royals.insert(KindId(k as u16)),
            Some(Royal::When(_)) => return Err(format!("{} is royal under a condition", info.name)),
            Some(Royal::No) | None => {}
        }
    }
    let enemies: Vec<SideId> = game.enemies(side).iter().collect();
    let [enemy] = enemies[..] else { return Err("there are several enemies".into()) };
    plan.enemy = enemy;
    let mut mounts = false;
    for (k, info) in game.kinds.iter().enumerate() {
        let kind = KindId(k as u16);
        if let Some(Some(walks)) = info.attacks.get(enemy.index()) {
            for w in walks {
                let list = super::elements::elements(game, *w).ok_or("an `attacks` pattern is a general walk")?;
                if game.walks[w.index()].guard.is_some() || list.iter().any(|e| e.onto.is_some()) {
                    return Err(format!("{} attacks under a condition", info.name));
                }
                attacks(game, &list, plan, &mut mounts)?;
            }
            continue;
        }
        for g in gens.iter().filter(|g| g.side == enemy && g.kind == Some(kind)) {
            match &g.bite {
                Bite::Nothing => {}
                Bite::Exact => attacks(game, g.elements.as_deref().unwrap_or(&[]), plan, &mut mounts)?,
                Bite::Filtered(why) => return Err(format!("attacks of {} depend on {why}", info.name)),
                Bite::Run(None) => return Err(format!("attacks of {} must be run", info.name)),
                Bite::Run(Some(places)) => plan.places.extend(places),
            }
        }
    }
    for g in gens.iter().filter(|g| g.side == enemy && g.kind.is_none()) {
        match &g.bite {
            Bite::Nothing | Bite::Exact => {}
            Bite::Run(Some(places)) => plan.places.extend(places),
            Bite::Filtered(_) | Bite::Run(None) => return Err("an action captures".into()),
        }
    }
    plan.places.sort_unstable();
    plan.places.dedup();
    plan.safety = if mounts { Safety::Touch } else { Safety::Masks };
    Ok(())
}

/// Can these attacks be followed on lines to the royal?
fn attacks(game: &Game, list: &[super::elements::Element], plan: &SidePlan, mounts: &mut bool) -> Result<(), String> {
    for e in list {
        let End::Take(men, Cause2::Capture) = &e.end else { continue };
        if !game.walks[e.walk.index()].flags.is_empty() || !men.flags.is_empty() {
            return Err("attacks depend on flags".into());
        }
        match &e.shape {
            Shape::Leap(_) | Shape::Slide(_) | Shape::Paths(_, None) => {}
            Shape::Hop(_, m) | Shape::Paths(_, Some(m)) => {
                if !m.flags.is_empty() {
                    return Err("mounts depend on flags".into());
                }
                *mounts = true;
            }
        }
        let hits = plan.royals.iter().filter(|k| men.kinds.contains(*k)).count();
        if hits != 0 && hits != plan.royals.iter().count() {
            return Err("some royals are attacked and others not".into());
        }
    }
    Ok(())
}

/// Is it "no own royal attacked by an enemy", perhaps with "nor lost"?
fn is_safety(game: &Game, j: JudgeId, side: SideId) -> bool {
    let judge = &game.judges[j.index()];
    !judge.first && judge.when.is_none() && judge.side == side && {
        let mut attacked = false;
        says_safety(game, judge.bad, side, &mut attacked) && attacked
    }
}

fn says_safety(game: &Game, e: ExprId, side: SideId, attacked: &mut bool) -> bool {
    let own = |e: ExprId| *game.expr(e) == Expr::Royals(SideSet::one(side));
    match game.expr(e) {
        Expr::Or(a, b) => says_safety(game, *a, side, attacked) && says_safety(game, *b, side, attacked),
        Expr::Some(a) => match game.expr(*a) {
            Expr::Attacked { of, by, without: None, .. } => {
                let all = match game.expr(*by) {
                    Expr::Men { kinds, sides, flags } => {
                        flags.is_empty()
                            && game.enemies(side).minus(*sides).is_empty()
                            && (0..game.kinds.len() as u16).all(|k| kinds.contains(KindId(k)))
                    }
                    _ => false,
                };
                *attacked |= own(*of) && all;
                own(*of) && all
            }
            _ => false,
        },
        // `fallen`: the last royal is gone by one's own move, which ordinary moves cannot do.
        Expr::And(a, b) => {
            let had = match game.expr(*a) {
                Expr::Some(s) => matches!(game.expr(*s), Expr::Before(s) if own(*s)),
                Expr::Before(s) => matches!(game.expr(*s), Expr::Some(s) if own(*s)),
                _ => false,
            };
            let gone = match game.expr(*b) {
                Expr::Not(s) => matches!(game.expr(*s), Expr::Some(s) if own(*s)),
                _ => false,
            };
            had && gone
        }
        _ => false,
    }
}

/// The cheapest exact method for a generator.
#[must_use]
pub fn of_generator(game: &Game, sides: &[SidePlan], gens: &[GenPlan], i: usize) -> Legality {
    let g = &game.gens[i];
    let plan = &gens[i];
    let side = &sides[plan.side.index()];
    let judged = g.judges.iter().any(|j| Some(*j) != side.judge);
    let made = |why: &str| Legality::MakeAndTest(why.to_string());
    if let Safety::None(why) = &side.safety {
        return if g.judges.is_empty() && !game.prefers.iter().any(|p| p.side == plan.side) {
            Legality::Free
        } else {
            made(why)
        };
    }
    if let GenBody::Action { steps, .. } = &g.body {
        return match drops(game, i, steps) {
            Ok(()) => Legality::Drop,
            Err(why) => match carries(game, side, i, steps) {
                Some(carried) => Legality::Carried(carried),
                None => made(&why),
            },
        };
    }
    let (GenBody::Walk { kind, walks, block }, Some(_)) = (&g.body, &plan.elements) else {
        return made("it is no plain walk");
    };
    if !block.is_empty() {
        return made("steps follow the landing");
    }
    if walks.iter().any(|w| game.walks[w.index()].guard.is_some()) && plan.repeats.iter().any(|_| true) {
        return made("it may repeat other moves under a condition");
    }
    if let Some(why) = touches_board(game, i) {
        return made(&why);
    }
    if plan.repeats.iter().any(|j| game.gens[j.index()].guards.iter().any(|_| true)) {
        return made("it may repeat other moves");
    }
    let royal = side.royals.contains(*kind);
    match endings::endings(game, GenId(i as u16), side.judge) {
        Ok(list) if royal => Legality::Royal(list),
        Ok(list) => Legality::Sets(list),
        Err(why) if royal || judged => made(&why),
        Err(why) => Legality::SetsThenMade(why),
    }
}

/// Is the action a drop: choices, the last of them an empty square, then one new man on that square?
fn drops(game: &Game, i: usize, steps: &[Step]) -> Result<(), String> {
    let g = &game.gens[i];
    let mut target = None;
    let mut from_hand = None;
    let mut deeds = false;
    let mut put = false;
    for s in steps {
        let fine = match s {
            Step::Choose { var, from } if !deeds => {
                target = match from {
                    Domain::Squares(e) if empty_only(game, *e) => Some(*var),
                    Domain::Kinds(e) if *game.expr(*e) == Expr::Hand(g.side) => {
                        from_hand = Some(*var);
                        None
                    }
                    Domain::Squares(_) | Domain::Kinds(_) | Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => None,
                };
                true
            }
            Step::Let { .. } | Step::Require(_) if !deeds => true,
            Step::Hand { side, kind, count, take: true } => {
                deeds = true;
                let chosen = matches!(game.expr(*kind), Expr::Var(v) if Some(*v) == from_hand);
                *side == g.side && chosen && *game.expr(*count) == Expr::Int(1)
            }
            Step::Put { man, at } => {
                deeds = true;
                let there = matches!(game.expr(*at), Expr::Var(v) if Some(*v) == target);
                let kind = man.kind.is_some_and(|k| match game.expr(k) {
                    Expr::Var(v) => Some(*v) == from_hand,
                    Expr::Kind(k) => k.is_some(),
                    _ => false,
                });
                !std::mem::replace(&mut put, true) && there && kind && man.base == ManBase::New
            }
            Step::Let { value, .. } => !bites::can_die(game, *value),
            Step::Write { .. } => true,
            Step::Cell { .. } | Step::Flag { .. } => harmless(game, std::slice::from_ref(s)),
            _ => false,
        };
        if !fine {
            return Err("it is no plain walk and no plain drop".into());
        }
    }
    if !put || g.judges.iter().any(|j| game.judges[j.index()].first) {
        return Err("it is no plain walk and no plain drop".into());
    }
    let ends = game
        .turn_hooks
        .iter()
        .filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(g.side))
        .map(|h| (&h.body, None, &h.origin));
    let after = g.after.iter().chain(&g.settled).map(|h| &game.handlers[h.index()]);
    for (body, when, origin) in after.map(|h| (&h.body, h.when, &h.origin)).chain(ends) {
        if !harmless(game, body) || when.is_some_and(|w| bites::can_die(game, w)) {
            return Err(format!("{} follows it ({}:{})", origin.rule, origin.file, origin.line));
        }
    }
    Ok(())
}

/// Does the action only carry own men, all lifted before any is put down?
fn carries(game: &Game, side: &SidePlan, i: usize, steps: &[Step]) -> Option<Vec<Carry>> {
    let g = &game.gens[i];
    if side.safety != Safety::Masks || g.judges.iter().any(|j| Some(*j) != side.judge) {
        return None;
    }
    let mut chosen: BTreeMap<VarId, KindSet> = BTreeMap::new();
    let mut lifted: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut out: Vec<Carry> = Vec::new();
    let var = |e: ExprId| match game.expr(e) {
        Expr::Var(v) => Some(*v),
        _ => None,
    };
    let (mut deeds, mut put) = (false, false);
    for s in steps {
        match s {
            Step::Choose { var, from: Domain::Squares(e) } if !deeds => {
                if let Some(kinds) = own_men(game, g.side, *e) {
                    chosen.insert(*var, kinds);
                }
            }
            Step::Let { .. } | Step::Require(_) if !deeds => {}
            Step::Lift { at, into, cause: Cause::Carry } if !put => {
                deeds = true;
                let from = var(*at)?;
                // Different men: their kinds have nothing in common.
                let kinds = *chosen.get(&from)?;
                if lifted.values().any(|other| chosen.get(other).is_none_or(|k| k.iter().any(|x| kinds.contains(x)))) {
                    return None;
                }
                lifted.insert(*into, from);
            }
            Step::Put { man, at } => {
                put = true;
                let ManBase::Var(v) = man.base else { return None };
                if man.kind.is_some() || man.owner.is_some() || !man.with.is_empty() {
                    return None;
                }
                let from = lifted.remove(&v)?;
                let kinds = chosen.get(&from)?;
                let royals = kinds.iter().filter(|k| side.royals.contains(*k)).count();
                if royals != 0 && royals != kinds.iter().count() {
                    return None;
                }
                out.push(Carry { from, to: var(*at)?, royal: royals != 0 });
            }
            Step::Write { .. } | Step::Cell { .. } | Step::Flag { .. } | Step::If { .. }
                if deeds && harmless(game, std::slice::from_ref(s)) => {}
            _ => return None,
        }
    }
    let ends = game.turn_hooks.iter().filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(g.side));
    let after = g.after.iter().chain(&g.settled).map(|h| &game.handlers[h.index()]);
    let quiet = after.map(|h| (&h.body, h.when)).chain(ends.map(|h| (&h.body, None)));
    let quiet =
        quiet.into_iter().all(|(body, when)| harmless(game, body) && when.is_none_or(|w| !bites::can_die(game, w)));
    (quiet && lifted.is_empty() && put && out.iter().filter(|c| c.royal).count() <= 1).then_some(out)
}

/// Kinds of the men in a set that holds only men of a side.
fn own_men(game: &Game, side: SideId, e: ExprId) -> Option<KindSet> {
    match game.expr(e) {
        Expr::Men { kinds, sides, .. } if *sides == SideSet::one(side) => Some(*kinds),
        Expr::Meet(a, b) => own_men(game, side, *a).or_else(|| own_men(game, side, *b)),
        Expr::Minus(a, _) => own_men(game, side, *a),
        _ => None,
    }
}

/// Does the set hold empty squares only?
fn empty_only(game: &Game, e: ExprId) -> bool {
    match game.expr(e) {
        Expr::Empty => true,
        Expr::Meet(a, b) => empty_only(game, *a) || empty_only(game, *b),
        Expr::Minus(a, _) => empty_only(game, *a),
        _ => false,
    }
}

/// Does anything that follows the landing change the board, but for what stands on the landing square?
fn touches_board(game: &Game, i: usize) -> Option<String> {
    let g = &game.gens[i];
    let handlers =
        g.after.iter().chain(&g.settled).map(|h| (&game.handlers[h.index()].body, &game.handlers[h.index()].origin));
    let hooks =
        g.on_capture.iter().map(|h| (&game.capture_hooks[h.index()].body, &game.capture_hooks[h.index()].origin));
    let ends = game
        .turn_hooks
        .iter()
        .filter(|h| h.moment == Moment::EndOfTurn && h.of.contains(g.side))
        .map(|h| (&h.body, &h.origin));
    handlers
        .chain(hooks)
        .chain(ends)
        .find(|(body, _)| changes_board(game, body))
        .map(|(_, o)| format!("{} changes the board ({}:{})", o.rule, o.file, o.line))
}

fn changes_board(game: &Game, steps: &[Step]) -> bool {
    let mut lifted = BTreeMap::new();
    let mut names = BTreeMap::new();
    let mut yes = false;
    reads::each_step(steps, &mut |s| match s {
        Step::Let { var, value } => {
            names.insert(*var, *value);
        }
        Step::Lift { at, into, cause } => {
            let place = match game.expr(*at) {
                Expr::Var(v) => names.get(v).copied().unwrap_or(*at),
                _ => *at,
            };
            let here = matches!(game.expr(place), Expr::It | Expr::To);
            if here && *cause == Cause::Become {
                lifted.insert(*into, *at);
            } else {
                yes = true;
            }
        }
        Step::Put { man, at } => {
            let back = match man.base {
                ManBase::Var(v) => lifted.get(&v) == Some(at),
                ManBase::New => false,
            };
            yes |= !back || man.owner.is_some();
        }
        Step::Eliminate(_) => yes = true,
        _ => {}
    });
    yes
}

/// Can steps that change no square end the run?
#[must_use]
pub fn harmless(game: &Game, steps: &[Step]) -> bool {
    let mut dies = false;
    reads::steps(game, steps, &mut |e| dies |= matches!(e, Expr::The(_) | Expr::Opposite(_) | Expr::Direction(..)));
    reads::each_step(steps, &mut |s| match s {
        Step::Require(_)
        | Step::Choose { .. }
        | Step::May(_)
        | Step::Lift { .. }
        | Step::Put { .. }
        | Step::Eliminate(_)
        | Step::Hand { take: true, .. } => dies = true,
        Step::Let { .. }
        | Step::Cell { .. }
        | Step::Hand { .. }
        | Step::Flag { .. }
        | Step::Each { .. }
        | Step::If { .. }
        | Step::EndTurn
        | Step::Mark(_)
        | Step::Write { .. } => {}
    });
    !dies && !bites::captures(steps)
}
