//! Conditions around items: which branch goes on.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::parameters::{Collection, undecided};
use super::values::{Bindings, Bound, Unknown, holds};
use super::{Bundle, BundleId, SideIndex, mentions};
use crate::ast::{self, Item, ItemKind};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// Names of the rules (and of their `as` names) in use, for each side.
pub(super) type InUse = Vec<BTreeSet<String>>;

/// A question `uses(rule)` with its answer.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub rule: ast::Name,
    /// `None`: by any side.
    pub side: Option<SideIndex>,
    pub answer: bool,
}

/// What conditions may ask.
pub(super) struct Facts<'a> {
    pub parameters: &'a Collection,
    pub bundles: &'a [Bundle],
    /// `None` while the rules in use are not known: conditions that ask for them are left out.
    pub in_use: Option<&'a InUse>,
    /// The owner where a condition stands in no bundle.
    pub side: Option<SideIndex>,
    pub asked: &'a RefCell<Vec<Asked>>,
}

impl Bindings for Facts<'_> {
    fn bound(&self, name: &str, scope: Option<BundleId>) -> Option<Bound<'_>> {
        let argument = scope.and_then(|id| self.bundles[id.0].args.get(name)).map(Bound::from);
        argument.or_else(|| self.parameters.known.get(name).map(Bound::from))
    }

    fn uses(&self, rule: &ast::Name, scope: Option<BundleId>) -> Result<bool, Unknown> {
        let side = scope.map(|id| self.bundles[id.0].side).or(self.side);
        let Some(in_use) = self.in_use else {
            return Err(Unknown { at: rule.span, why: "which rules are in use is not known here" });
        };
        let answer = is_used(in_use, &rule.value, side);
        self.asked.borrow_mut().push(Asked { rule: rule.clone(), side, answer });
        Ok(answer)
    }
}

pub(super) fn is_used(in_use: &InUse, rule: &str, side: Option<SideIndex>) -> bool {
    match side {
        Some(side) => in_use.get(side).is_some_and(|used| used.contains(rule)),
        None => in_use.iter().any(|used| used.contains(rule)),
    }
}

/// The items that stand once all conditions are decided, in order.
pub(super) fn decided<'i>(
    items: &'i [Item],
    scope: Option<BundleId>,
    facts: &Facts<'_>,
    asks_uses: &mut bool,
    diags: &mut Diagnostics,
) -> Vec<&'i Item> {
    let mut list = Vec::new();
    for item in items {
        let ItemKind::If { when, then, other } = &item.kind else {
            list.push(item);
            continue;
        };
        if mentions::asks_uses(when) {
            *asks_uses = true;
            if facts.in_use.is_none() {
                continue;
            }
        }
        match holds(when, scope, facts) {
            Ok(verdict) => {
                let branch = if verdict { then } else { other };
                list.extend(decided(branch, scope, facts, asks_uses, diags));
            }
            Err(unknown) => undecided(when, unknown, &facts.parameters.broken, diags),
        }
    }
    list
}

/// Tells of answers that the items behind the question have changed.
pub(super) fn still_true(asked: &[Asked], in_use: &InUse, diags: &mut Diagnostics) {
    for question in asked {
        if is_used(in_use, &question.rule.value, question.side) != question.answer {
            diags.push(
                Diagnostic::error("E0328", format!("whether `{}` is in use depends on itself", question.rule.value))
                    .label(question.rule.span, "the answer changes what is in use")
                    .help("ask a parameter instead, and put both uses under it"),
            );
        }
    }
}
