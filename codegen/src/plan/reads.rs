//! Walks over expressions and steps: which expressions and variables they contain.

use ferz_dsl::game::{Domain, Expr, ExprId, Game, ManBase, Step, VarId, step_parts};
use std::collections::BTreeSet;

pub use ferz_dsl::game::each_step;

/// Calls `see` for the expression and everything in it.
pub fn expr(game: &Game, id: ExprId, see: &mut dyn FnMut(&Expr)) {
    let e = game.expr(id);
    see(e);
    for part in ferz_dsl::game::parts(e) {
        expr(game, part, see);
    }
}

pub fn domain(game: &Game, d: &Domain, see: &mut dyn FnMut(&Expr)) {
    match d {
        Domain::Squares(e) | Domain::Kinds(e) => expr(game, *e, see),
        Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => {}
    }
}

/// Calls `see` for every expression of the steps.
pub fn steps(game: &Game, list: &[Step], see: &mut dyn FnMut(&Expr)) {
    each_step(list, &mut |s| step_parts(s).into_iter().for_each(|e| expr(game, e, see)));
}

/// Variables that an expression reads (those it binds itself included).
pub fn vars_of(game: &Game, id: ExprId) -> BTreeSet<VarId> {
    let mut vars = BTreeSet::new();
    let mut bound = BTreeSet::new();
    expr(game, id, &mut |e| match e {
        Expr::Var(v) => {
            vars.insert(*v);
        }
        Expr::Gather { var, .. } | Expr::Sum { var, .. } => {
            bound.insert(*var);
        }
        _ => {}
    });
    &vars - &bound
}

/// Variables that steps read but do not bind.
pub fn free_vars(game: &Game, list: &[Step]) -> BTreeSet<VarId> {
    let mut vars = BTreeSet::new();
    let mut bound = BTreeSet::new();
    steps(game, list, &mut |e| match e {
        Expr::Var(v) => {
            vars.insert(*v);
        }
        Expr::Gather { var, .. } | Expr::Sum { var, .. } => {
            bound.insert(*var);
        }
        _ => {}
    });
    each_step(list, &mut |s| match s {
        Step::Choose { var, .. } | Step::Let { var, .. } | Step::Lift { into: var, .. } | Step::Each { var, .. } => {
            bound.insert(*var);
        }
        Step::Put { man, .. } => {
            if let ManBase::Var(v) = man.base {
                vars.insert(v);
            }
        }
        _ => {}
    });
    &vars - &bound
}

/// Do the steps make a choice?
pub fn chooses(list: &[Step]) -> bool {
    let mut yes = false;
    each_step(list, &mut |s| yes |= matches!(s, Step::Choose { .. } | Step::May(_)));
    yes
}

/// Does the expression contain one for which `is` holds?
pub fn any(game: &Game, id: ExprId, is: &dyn Fn(&Expr) -> bool) -> bool {
    let mut yes = false;
    expr(game, id, &mut |e| yes |= is(e));
    yes
}
