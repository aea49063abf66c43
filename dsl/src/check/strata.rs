//! Levels of questions: attacks below moves, moves below outcomes. A game in which one would have to answer itself
//! cannot be executed.

use super::Fault;
use crate::game::{self, Expr, ExprId, Game, Gen, GenBody, Level, Moment, Origin, Royal, Step, step_parts, walk_parts};

/// Every part that asks for what is being answered, in the order of the game's parts.
#[must_use]
pub fn strata(game: &Game) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut refuse = |parts: &[ExprId], origin: &Origin, test: &dyn Fn(&Expr) -> bool, code, what| {
        if parts.iter().any(|e| game::mentions(game, *e, &|x| test(x))) {
            faults.push(Fault { code, origin: origin.clone(), what });
        }
    };
    for g in &game.gens {
        refuse(&run_parts(game, g), &g.origin, &asks_moves, "E0401", "asks `can move` while moves are being made");
        if g.bites {
            let what = "asks what is attacked where attacks are found by its moves";
            refuse(&bite_parts(game, g), &g.origin, &|e| asks_attacks(game, e), "E0402", what);
        }
    }
    for kind in &game.kinds {
        let walks = kind.attacks.iter().flatten().flatten();
        let parts: Vec<ExprId> = walks.flat_map(|w| walk_parts(game, *w)).collect();
        let what = "asks what is attacked to know what it attacks";
        refuse(&parts, &kind.origin, &|e| asks_attacks(game, e), "E0402", what);
        let royal = kind.royal.iter().filter_map(|r| match r {
            Royal::When(e) => Some(*e),
            Royal::No | Royal::Yes => None,
        });
        let what = "asks `can move` to know whether it is royal";
        refuse(&royal.collect::<Vec<_>>(), &kind.origin, &asks_moves, "E0401", what);
    }
    for judge in &game.judges {
        let parts: Vec<ExprId> = judge.when.into_iter().chain([judge.bad]).collect();
        let asks = |e: &Expr| match e {
            Expr::CanMove { level, .. } => *level == Level::Best || !judge.asks_moves,
            _ => false,
        };
        refuse(&parts, &judge.origin, &asks, "E0401", "asks for moves that it has to judge itself");
    }
    faults
}

fn asks_moves(e: &Expr) -> bool {
    matches!(e, Expr::CanMove { .. })
}

fn asks_attacks(game: &Game, e: &Expr) -> bool {
    let royal_by_attack = |k: &game::KindInfo| {
        k.royal.iter().any(|r| match r {
            Royal::When(e) => game::mentions(game, *e, &|x| matches!(x, Expr::Attacked { .. })),
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
        steps(&handler.body, &mut parts);
    }
    for hook in game.turn_hooks.iter().filter(|h| matches!(h.moment, Moment::EndOfTurn | Moment::Loss)) {
        steps(&hook.body, &mut parts);
    }
    parts
}

/// What it reads up to the settled captures, without the guards that leave attacks alone.
fn bite_parts(game: &Game, g: &Gen) -> Vec<ExprId> {
    let guards = g.guards.iter().map(|id| &game.guards[id.index()]);
    let mut parts: Vec<ExprId> = guards.filter(|guard| guard.in_bite).map(|guard| guard.bad).collect();
    match &g.body {
        GenBody::Walk { walks, block, .. } => {
            parts.extend(walks.iter().flat_map(|w| walk_parts(game, *w)));
            steps(block, &mut parts);
        }
        GenBody::Action { steps: body, .. } => steps(body, &mut parts),
    }
    for id in &g.after {
        let handler = &game.handlers[id.index()];
        parts.extend(handler.when);
        steps(&handler.body, &mut parts);
    }
    for id in &g.on_capture {
        let hook = &game.capture_hooks[id.index()];
        parts.extend(hook.when);
        steps(&hook.body, &mut parts);
    }
    parts
}

fn steps(body: &[Step], parts: &mut Vec<ExprId>) {
    game::each_step(body, &mut |s| parts.extend(step_parts(s)));
}
