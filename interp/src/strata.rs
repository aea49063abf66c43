//! Levels of questions: attacks below moves, moves below outcomes. A game in which one would have to answer itself
//! cannot be executed; the compiler refuses most such texts with a place, this is the last line.

use crate::LoadError;
use crate::shape;
use ferz_dsl::game::{
    Domain, Expr, ExprId, Game, Gen, GenBody, Level, ManExpr, Moment, Royal, Step, TakeAt, TextPart, WalkId,
};

/// # Errors
/// Names the rule whose part asks for what is being answered.
pub(crate) fn check(game: &Game) -> Result<(), LoadError> {
    for g in &game.gens {
        let parts = run_parts(game, g);
        refuse(game, &parts, &g.origin.rule, asks_moves, "asks `can move` while moves are being made")?;
        if g.bites {
            refuse(
                game,
                &bite_parts(game, g),
                &g.origin.rule,
                asks_attacks,
                "asks what is attacked where attacks are found by its moves",
            )?;
        }
    }
    for kind in &game.kinds {
        let mut parts = Vec::new();
        kind.attacks.iter().flatten().flatten().for_each(|w| walk_parts(game, *w, &mut parts));
        refuse(game, &parts, &kind.name, asks_attacks, "asks what is attacked to know what it attacks")?;
        let royal = kind.royal.iter().filter_map(|r| match r {
            Royal::When(e) => Some(*e),
            Royal::No | Royal::Yes => None,
        });
        refuse(
            game,
            &royal.collect::<Vec<_>>(),
            &kind.name,
            asks_moves,
            "asks `can move` to know whether it is royal",
        )?;
    }
    for judge in &game.judges {
        let parts: Vec<ExprId> = judge.when.into_iter().chain([judge.bad]).collect();
        let asks = |e: &Expr| match e {
            Expr::CanMove { level, .. } => *level == Level::Best || !judge.asks_moves,
            _ => false,
        };
        if parts.iter().any(|e| shape::mentions(game, *e, &asks)) {
            return error(&judge.origin.rule, "asks for moves that it has to judge itself");
        }
    }
    Ok(())
}

fn error(rule: &str, what: &str) -> Result<(), LoadError> {
    Err(LoadError { message: format!("`{rule}` {what}") })
}

fn refuse(
    game: &Game,
    parts: &[ExprId],
    rule: &str,
    test: fn(&Game, &Expr) -> bool,
    what: &str,
) -> Result<(), LoadError> {
    if parts.iter().any(|e| shape::mentions(game, *e, &|x| test(game, x))) { error(rule, what) } else { Ok(()) }
}

fn asks_moves(_: &Game, e: &Expr) -> bool {
    matches!(e, Expr::CanMove { .. })
}

fn asks_attacks(game: &Game, e: &Expr) -> bool {
    let royal_by_attack = |k: &ferz_dsl::game::KindInfo| {
        k.royal.iter().any(|r| match r {
            Royal::When(e) => shape::mentions(game, *e, &|x| matches!(x, Expr::Attacked { .. })),
            Royal::No | Royal::Yes => false,
        })
    };
    matches!(e, Expr::Attacked { .. }) || (matches!(e, Expr::Royals(_)) && game.kinds.iter().any(royal_by_attack))
}

/// Everything a run of the generator may read before it is judged.
fn run_parts(game: &Game, g: &Gen) -> Vec<ExprId> {
    let mut parts = bite_parts(game, g);
    parts.extend(g.guards.iter().map(|id| game.guards[id.index()].bad));
    for id in &g.settled {
        let handler = &game.handlers[id.index()];
        parts.extend(handler.when);
        step_parts(&handler.body, &mut parts);
    }
    for hook in game.turn_hooks.iter().filter(|h| matches!(h.moment, Moment::EndOfTurn | Moment::Loss)) {
        step_parts(&hook.body, &mut parts);
    }
    parts
}

/// What it reads up to the settled captures, without the guards that leave attacks alone.
fn bite_parts(game: &Game, g: &Gen) -> Vec<ExprId> {
    let mut parts: Vec<ExprId> = g
        .guards
        .iter()
        .map(|id| &game.guards[id.index()])
        .filter(|guard| guard.in_bite)
        .map(|guard| guard.bad)
        .collect();
    match &g.body {
        GenBody::Walk { walks, block, .. } => {
            walks.iter().for_each(|w| walk_parts(game, *w, &mut parts));
            step_parts(block, &mut parts);
        }
        GenBody::Action { steps, .. } => step_parts(steps, &mut parts),
    }
    for id in &g.after {
        let handler = &game.handlers[id.index()];
        parts.extend(handler.when);
        step_parts(&handler.body, &mut parts);
    }
    for id in &g.on_capture {
        let hook = &game.capture_hooks[id.index()];
        parts.extend(hook.when);
        step_parts(&hook.body, &mut parts);
    }
    parts
}

fn walk_parts(game: &Game, walk: WalkId, parts: &mut Vec<ExprId>) {
    let walk = &game.walks[walk.index()];
    parts.extend(walk.guard);
    for edge in walk.nodes.iter().flat_map(|n| &n.edges) {
        parts.extend(edge.test.guard);
        match edge.take.as_ref().map(|t| &t.at) {
            Some(TakeAt::Squares(e)) => parts.push(*e),
            Some(TakeAt::Here) | None => {}
        }
    }
}

fn domain_parts(domain: &Domain, parts: &mut Vec<ExprId>) {
    match domain {
        Domain::Squares(e) | Domain::Kinds(e) => parts.push(*e),
        Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => {}
    }
}

fn step_parts(steps: &[Step], parts: &mut Vec<ExprId>) {
    for step in steps {
        match step {
            Step::Choose { from, .. } => domain_parts(from, parts),
            Step::Let { value, .. } => parts.push(*value),
            Step::Require(e) => parts.push(*e),
            Step::Lift { at, .. } => parts.push(*at),
            Step::Put { man: ManExpr { kind, .. }, at } => parts.extend(kind.iter().copied().chain([*at])),
            Step::Cell { index, value, .. } => parts.extend(index.iter().copied().chain([*value])),
            Step::Hand { kind, count, .. } => parts.extend([*kind, *count]),
            Step::Flag { of, .. } => parts.push(*of),
            Step::Each { over, body, .. } => {
                domain_parts(over, parts);
                step_parts(body, parts);
            }
            Step::If { when, then, other } => {
                parts.push(*when);
                step_parts(then, parts);
                step_parts(other, parts);
            }
            Step::May(body) => step_parts(body, parts),
            Step::Write { parts: texts, .. } => parts.extend(texts.iter().filter_map(|part| match part {
                TextPart::Lit(_) => None,
                TextPart::Square(e) | TextPart::Letter(e) | TextPart::Small(e) | TextPart::Value(e) => Some(*e),
            })),
            Step::EndTurn | Step::Eliminate(_) | Step::Mark(_) => {}
        }
    }
}
