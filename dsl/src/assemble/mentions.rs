//! Every name that a piece of the tree speaks of, for the question whether anything reads a parameter.
//!
//! A name counts wherever it could stand for a value; what only introduces a name (`define x`, `choose x`) does not.

use crate::ast::{self, ExprKind, ItemKind, StepKind};

/// Calls `seen` with the names in some items.
pub(super) fn in_items(items: &[ast::Item], seen: &mut dyn FnMut(&str)) {
    for item in items {
        in_item(item, seen);
    }
}

pub(super) fn in_item(item: &ast::Item, seen: &mut dyn FnMut(&str)) {
    match &item.kind {
        ItemKind::Meta(_)
        | ItemKind::Sides(_)
        | ItemKind::Facing(_)
        | ItemKind::Turns { .. }
        | ItemKind::Setup(_)
        | ItemKind::Layout(_)
        | ItemKind::Without(_)
        | ItemKind::Test(_) => {}
        ItemKind::Board(board) => {
            in_exprs(board.without.iter().flatten().chain(board.lines.iter().flat_map(|(_, line)| line)), seen);
        }
        ItemKind::Parameter(param) => in_param(param, seen),
        ItemKind::Change(change, _) => match change {
            ast::Change::Item(item) => in_item(item, seen),
            ast::Change::Parameter { value, .. } => in_expr(value, seen),
            ast::Change::Use { args, .. } => in_args(args, seen),
        },
        ItemKind::Zone { value, .. } | ItemKind::Define { value, .. } => in_expr(value, seen),
        ItemKind::Table { entries, .. } => in_exprs(entries, seen),
        ItemKind::Pattern { value, .. } => in_pattern(value, seen),
        ItemKind::Piece(piece) => {
            for pattern in piece.pattern.iter().chain(&piece.attacks) {
                in_pattern(pattern, seen);
            }
            for piece_trait in &piece.traits {
                match &piece_trait.value {
                    ast::Trait::Royal(when) => in_exprs(when, seen),
                    ast::Trait::Neutral | ast::Trait::From(_) | ast::Trait::Worth(_) => {}
                }
            }
        }
        ItemKind::Hand { kinds, .. } => in_kinds(kinds, seen),
        ItemKind::Flag(flag) => {
            in_expr(&flag.on, seen);
            if let Some(ast::Starts::On(on)) = &flag.starts {
                in_expr(on, seen);
            }
            in_shown(flag.shown.as_ref(), seen);
        }
        ItemKind::State(state) => {
            if let Some(ast::StateBy::Kinds(kinds)) = state.by.as_ref().map(|by| &by.value) {
                in_kinds(kinds, seen);
            }
            in_exprs(state.range.iter().map(|(_, to)| to).chain(&state.starts), seen);
            in_shown(state.shown.as_ref(), seen);
        }
        ItemKind::Use(used) => {
            seen(&used.name.value);
            in_args(&used.args, seen);
        }
        ItemKind::Needs { name, args } => {
            seen(&name.value);
            in_args(args, seen);
        }
        ItemKind::Give { to, pattern, block } => {
            in_desc(to, seen);
            in_pattern(pattern, seen);
            in_steps(block.iter().flatten(), seen);
        }
        ItemKind::Limit { of, .. } => in_desc(of, seen),
        ItemKind::Forbid(forbid) => {
            in_selector(&forbid.selector, seen);
            in_exprs(forbid.filter.iter().chain(&forbid.leaving), seen);
        }
        ItemKind::Prefer(ast::Prefer::Most(value)) => in_expr(value, seen),
        ItemKind::Prefer(ast::Prefer::Moves { selector, filter }) => {
            in_selector(selector, seen);
            in_exprs(filter, seen);
        }
        ItemKind::After(after) => {
            if let Some(of) = &after.of {
                in_desc(of, seen);
            }
            match &after.by {
                Some(ast::AfterBy::Label(label)) => seen(&label.name.value),
                Some(ast::AfterBy::Piece(desc)) => in_desc(desc, seen),
                None => {}
            }
            in_exprs(&after.filter, seen);
            in_steps(&after.steps, seen);
        }
        ItemKind::At { steps, .. } | ItemKind::Action { steps, .. } => in_steps(steps, seen),
        ItemKind::Outcome { result, when, held_turns } => {
            if let ast::ResultWord::Result(value) = result {
                in_expr(value, seen);
            }
            in_expr(when, seen);
            in_exprs(held_turns, seen);
        }
        ItemKind::If { when, then, other } => {
            in_expr(when, seen);
            in_items(then, seen);
            in_items(other, seen);
        }
    }
}

/// Names in the default of a parameter; the words of its list are no names.
pub(super) fn in_param(param: &ast::Param, seen: &mut dyn FnMut(&str)) {
    in_exprs(&param.default, seen);
}

pub(super) fn in_args(args: &[ast::Arg], seen: &mut dyn FnMut(&str)) {
    in_exprs(args.iter().map(|arg| &arg.value), seen);
}

fn in_shown(shown: Option<&crate::source::Spanned<ast::Shown>>, seen: &mut dyn FnMut(&str)) {
    match shown.map(|s| &s.value) {
        Some(ast::Shown::Wings(of)) => in_expr(of, seen),
        Some(ast::Shown::Squares { with: Some(name) }) => seen(&name.value),
        Some(
            ast::Shown::Squares { with: None }
            | ast::Shown::Count
            | ast::Shown::Files
            | ast::Shown::Mark(_)
            | ast::Shown::Pair,
        )
        | None => {}
    }
}

fn in_selector(selector: &ast::Selector, seen: &mut dyn FnMut(&str)) {
    if let Some(of) = &selector.of {
        in_desc(of, seen);
    }
    for label in &selector.by {
        seen(&label.name.value);
    }
}

fn in_kinds(kinds: &ast::Kinds, seen: &mut dyn FnMut(&str)) {
    for kind in &kinds.list {
        seen(&kind.value);
    }
}

fn in_desc(desc: &ast::PieceDesc, seen: &mut dyn FnMut(&str)) {
    for word in &desc.adjectives {
        seen(&word.value);
    }
    if let Some(kinds) = &desc.kinds {
        in_kinds(kinds, seen);
    }
}

fn in_pattern(pattern: &ast::Pattern, seen: &mut dyn FnMut(&str)) {
    for clause in &pattern.clauses {
        in_movement(&clause.movement, seen);
        for word in &clause.mods {
            match &word.value {
                ast::ClauseMod::When(e)
                | ast::ClauseMod::Onto(e)
                | ast::ClauseMod::Within(e)
                | ast::ClauseMod::LandingOn(e)
                | ast::ClauseMod::Capturing(e) => in_expr(e, seen),
                ast::ClauseMod::KeepingVictims
                | ast::ClauseMod::UpTo(_)
                | ast::ClauseMod::HeadingForward
                | ast::ClauseMod::ToTheEnd
                | ast::ClauseMod::Called(_) => {}
            }
        }
    }
}

fn in_movement(movement: &ast::Movement, seen: &mut dyn FnMut(&str)) {
    match movement {
        ast::Movement::Betza(_) | ast::Movement::Nothing(_) | ast::Movement::Its(..) => {}
        ast::Movement::Named(name)
        | ast::Movement::Along(name)
        | ast::Movement::Kind(name)
        | ast::Movement::Param(name) => seen(&name.value),
        ast::Movement::Of(_, inner, _) => in_movement(inner, seen),
        ast::Movement::Group(pattern) => in_pattern(pattern, seen),
    }
}

fn in_steps<'a>(steps: impl IntoIterator<Item = &'a ast::Step>, seen: &mut dyn FnMut(&str)) {
    for step in steps {
        in_step(step, seen);
    }
}

fn in_step(step: &ast::Step, seen: &mut dyn FnMut(&str)) {
    match &step.kind {
        StepKind::Choose { from: e, .. }
        | StepKind::Require(e)
        | StepKind::Let { value: e, .. }
        | StepKind::Capture(e)
        | StepKind::Remove(e) => in_expr(e, seen),
        StepKind::Move(pairs) => in_exprs(pairs.iter().flat_map(|(a, b)| [a, b]), seen),
        StepKind::Place { kind, on, with, owner } => {
            in_exprs([kind, on].into_iter().chain(owner), seen);
            with.iter().for_each(|n| seen(&n.value));
        }
        StepKind::Become { kind, at, keeping } => {
            in_exprs(std::iter::once(kind).chain(at), seen);
            keeping.iter().for_each(|n| seen(&n.value));
        }
        StepKind::Convert { what, to } => in_exprs(std::iter::once(what).chain(to), seen),
        StepKind::Swap(a, b) => in_exprs([a, b], seen),
        StepKind::Set { name, of, to } => {
            seen(&name.value);
            in_exprs(of.iter().chain(to), seen);
        }
        StepKind::Clear { name, of } => {
            seen(&name.value);
            in_exprs(of, seen);
        }
        StepKind::Add { value, to: target } | StepKind::Take { value, from: target } => {
            seen(&target.name.value);
            in_exprs(std::iter::once(value).chain(&target.of), seen);
        }
        StepKind::ForEach { over, body, .. } => {
            in_expr(over, seen);
            in_steps(body, seen);
        }
        StepKind::If { when, then, other } => {
            in_expr(when, seen);
            in_steps(then.iter().chain(other), seen);
        }
        StepKind::May(body) => in_steps(body, seen),
        StepKind::EndTurn | StepKind::Eliminate | StepKind::Win | StepKind::Lose | StepKind::Draw => {}
        StepKind::Written(text) | StepKind::Rewritten(text) => {
            let words = text.value.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.filter(|w| !w.is_empty()).for_each(seen);
        }
    }
}

fn in_exprs<'a>(list: impl IntoIterator<Item = &'a ast::Expr>, seen: &mut dyn FnMut(&str)) {
    for expr in list {
        in_expr(expr, seen);
    }
}

/// Names in an expression.
pub(super) fn in_expr(expr: &ast::Expr, seen: &mut dyn FnMut(&str)) {
    match &expr.kind {
        ExprKind::Or(list) | ExprKind::And(list) | ExprKind::List(list) => in_exprs(list, seen),
        ExprKind::Not(e)
        | ExprKind::Count(e)
        | ExprKind::Some(e)
        | ExprKind::No(e)
        | ExprKind::The(e)
        | ExprKind::Throughout(e)
        | ExprKind::Was(e)
        | ExprKind::Behind(e)
        | ExprKind::DeadSquares(e)
        | ExprKind::SameColor(e)
        | ExprKind::File(e)
        | ExprKind::SideOf { of: e, .. } => in_expr(e, seen),
        ExprKind::Relation { left, right, .. }
        | ExprKind::Arith { left, right, .. }
        | ExprKind::Join { left, right, .. }
        | ExprKind::Between(left, right)
        | ExprKind::SeenFrom { from: left, going: right }
        | ExprKind::StepFrom { from: left, going: right } => in_exprs([&**left, &**right], seen),
        ExprKind::From
        | ExprKind::To
        | ExprKind::Rank { .. }
        | ExprKind::Square(_)
        | ExprKind::Rect(..)
        | ExprKind::Int(_)
        | ExprKind::Text(_) => {}
        ExprKind::CanMove { filter, .. } => {
            if let Some(filter) = filter {
                in_expr(filter, seen);
            }
        }
        ExprKind::By(label) => seen(&label.name.value),
        ExprKind::Reach { movement, from } => {
            in_movement(movement, seen);
            in_expr(from, seen);
        }
        ExprKind::Run { inside, from, going } => in_exprs([&**inside, &**from, &**going], seen),
        ExprKind::Gather { value, over, filter, .. } => {
            in_exprs([&**value, &**over], seen);
            if let Some(filter) = filter {
                in_expr(filter, seen);
            }
        }
        ExprKind::Described(desc) => in_desc(desc, seen),
        ExprKind::Kinds(kinds) => in_kinds(kinds, seen),
        ExprKind::Call { name, args } => {
            seen(&name.value);
            in_exprs(args, seen);
        }
        ExprKind::Dotted { name, .. } => seen(&name.value),
        ExprKind::Of { name, of } => {
            seen(&name.value);
            in_expr(of, seen);
        }
        ExprKind::Name(name) => seen(&name.value),
    }
}

/// Whether a condition asks `uses(rule)`.
pub(super) fn asks_uses(expr: &ast::Expr) -> bool {
    let mut found = false;
    in_expr(expr, &mut |name| found |= name == "uses");
    found
}
