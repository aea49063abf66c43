//! The movement clauses in a piece of the tree, for the stages that look at all of them.

use crate::ast::{Change, Clause, Item, ItemKind, Movement, Pattern};

/// Calls `see` for every clause of the items, those of groups, of changed items and of all branches included.
pub fn each_clause<'a>(items: &'a [Item], see: &mut dyn FnMut(&'a Clause)) {
    for item in items {
        match &item.kind {
            ItemKind::Piece(p) => p.pattern.iter().chain(&p.attacks).for_each(|p| in_pattern(p, see)),
            ItemKind::Give { pattern, .. } | ItemKind::Pattern { value: pattern, .. } => in_pattern(pattern, see),
            ItemKind::Change(Change::Item(inner), _) => each_clause(std::slice::from_ref(inner), see),
            ItemKind::If { then, other, .. } => {
                each_clause(then, see);
                each_clause(other, see);
            }
            _ => {}
        }
    }
}

fn in_pattern<'a>(pattern: &'a Pattern, see: &mut dyn FnMut(&'a Clause)) {
    for clause in &pattern.clauses {
        see(clause);
        if let Movement::Group(inner) = core(&clause.movement) {
            in_pattern(inner, see);
        }
    }
}

/// A movement without `captures of`, `reverse of` and the like before it.
#[must_use]
pub fn core(movement: &Movement) -> &Movement {
    match movement {
        Movement::Of(_, inner, _) => core(inner),
        other => other,
    }
}
