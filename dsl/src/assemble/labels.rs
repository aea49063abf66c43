//! Every name that `by` may say: clauses that are `called` something, actions, rules and their other names.

use std::collections::BTreeSet;

use super::scope::Scope;
use crate::ast::{ClauseMod, Item, ItemKind};
use crate::clauses::each_clause;

/// The names in all files that the variant sees, whether in force or not.
pub(super) fn known(scope: &Scope<'_>) -> BTreeSet<String> {
    let mut labels = BTreeSet::new();
    for unit in scope.units_by_precedence() {
        let file = &scope.files.unit(unit).ast;
        for rule in &file.rules {
            labels.insert(rule.name.value.clone());
            in_items(&rule.items, &mut labels);
        }
        in_items(&file.shared, &mut labels);
    }
    for variant in scope.chain {
        in_items(&scope.files.variant(*variant).items, &mut labels);
    }
    labels
}

fn in_items(items: &[Item], labels: &mut BTreeSet<String>) {
    each_clause(items, &mut |clause| {
        labels.extend(clause.mods.iter().filter_map(|m| match &m.value {
            ClauseMod::Called(name) => Some(name.value.clone()),
            _ => None,
        }));
    });
    for item in items {
        match &item.kind {
            ItemKind::Action { name, .. } => drop(labels.insert(name.value.clone())),
            ItemKind::Use(used) => labels.extend(used.alias.iter().map(|n| n.value.clone())),
            ItemKind::If { then, other, .. } => [then, other].into_iter().for_each(|list| in_items(list, labels)),
            _ => {}
        }
    }
}
