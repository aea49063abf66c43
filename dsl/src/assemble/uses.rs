//! Uses of rules while a variant is put together: written, altered by `change`, ended by `without`.

use super::decide::Facts;
use super::files::UnitId;
use super::parameters::near;
use super::pieces::SideSet;
use super::scope::{RuleRef, Scope};
use super::values::{Bindings, is_among, word};
use super::{BundleId, SideIndex};
use crate::ast::{self, ExprKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::Span;

/// What makes copies of rules one group: the item that brought them, and the item that brought that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A `use` item, with the number of the rule in its list.
    Item(Span, usize),
    /// `needs` of a rule with these arguments, whoever needs it.
    Needs(RuleRef, String),
}

/// A `use` (or `needs`) of the variant.
#[derive(Clone, Debug)]
pub(super) struct UseDraft {
    pub rule: RuleRef,
    pub name: ast::Name,
    pub args: Vec<ast::Arg>,
    pub sides: SideSet,
    pub alias: Option<ast::Name>,
    pub from_ply: Option<u32>,
    pub needs: bool,
    pub key: Key,
}

/// The rules that the name after `use` means: one rule, or the list in a parameter. A name that means nothing gives none
/// (the check of the items tells it).
pub(super) fn rules_meant(
    scope: &Scope<'_>,
    unit: UnitId,
    name: &ast::Name,
    bundle: Option<BundleId>,
    facts: &Facts<'_>,
) -> Vec<(RuleRef, ast::Name)> {
    if let Some(rule) = scope.find_rule(unit, &name.value) {
        return vec![(rule, name.clone())];
    }
    let Some(mut bound) = facts.bound(&name.value, bundle) else { return Vec::new() };
    // A parameter may hand on another; the chain is bounded.
    for _ in 0..64 {
        match &bound.value.kind {
            ExprKind::Name(n) if !bound.among.is_some_and(|list| is_among(&n.value, list)) => {
                match facts.bound(&n.value, bound.scope) {
                    Some(next) => bound = next,
                    None => break,
                }
            }
            _ => break,
        }
    }
    let members = match &bound.value.kind {
        ExprKind::List(list) => &list[..],
        _ => std::slice::from_ref(bound.value),
    };
    let named = |value: &ast::Value| {
        let found = scope.find_rule(unit, &word(value)?)?;
        // The place is that of the `use`: a word far away would explain nothing.
        Some((found, ast::Name { value: word(value)?, span: name.span }))
    };
    members.iter().filter_map(named).collect()
}

/// `change rule(args) [for side]`.
pub(super) fn change(
    list: &mut Vec<UseDraft>,
    name: &ast::Name,
    args: &[ast::Arg],
    side: Option<SideIndex>,
    diags: &mut Diagnostics,
) {
    let hits = meant(list, &name.value);
    let hits: Vec<usize> = hits.into_iter().filter(|i| side.is_none_or(|s| list[*i].sides.contains(&s))).collect();
    if hits.is_empty() {
        diags.push(missing(list, name, "change"));
        return;
    }
    for (nth, first) in hits.iter().enumerate() {
        let clash = hits[nth + 1..].iter().find(|other| {
            list[**other].key != list[*first].key && !list[**other].sides.is_disjoint(&list[*first].sides)
        });
        if let Some(other) = clash {
            diags.push(
                Diagnostic::error("E0315", format!("`{}` is used more than once; which one changes?", name.value))
                    .label(name.span, "this could mean several")
                    .secondary(list[*first].name.span, "one use")
                    .secondary(list[*other].name.span, "another use")
                    .help("give each use a name, `use ... as name`, and change that"),
            );
            return;
        }
    }
    // From the back, since a use for both sides falls in two when one side changes.
    for index in hits.into_iter().rev() {
        let mut changed = index;
        let others: SideSet = match side {
            Some(side) => list[index].sides.iter().copied().filter(|s| *s != side).collect(),
            None => SideSet::new(),
        };
        if !others.is_empty() {
            let mut rest = list[index].clone();
            list[index].sides = list[index].sides.difference(&others).copied().collect();
            rest.sides = others;
            // In the order of sides.
            let before = rest.sides.first() < list[index].sides.first();
            list.insert(index + usize::from(!before), rest);
            changed = index + usize::from(before);
        }
        for arg in args {
            match list[changed].args.iter_mut().find(|a| a.name.value == arg.name.value) {
                Some(old) => *old = arg.clone(),
                None => list[changed].args.push(arg.clone()),
            }
        }
    }
}

/// `without name`.
pub(super) fn remove(list: &mut Vec<UseDraft>, name: &ast::Name, diags: &mut Diagnostics) {
    let hits = meant(list, &name.value);
    if hits.is_empty() {
        diags.push(missing(list, name, "take out"));
        return;
    }
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        !hits.contains(&(at - 1))
    });
}

/// The uses that carry this `as` name; where there is none, those of the rule of this name.
fn meant(list: &[UseDraft], name: &str) -> Vec<usize> {
    let by = |pick: fn(&UseDraft) -> Option<&ast::Name>| -> Vec<usize> {
        (0..list.len()).filter(|i| pick(&list[*i]).is_some_and(|n| n.value == name)).collect()
    };
    let aliased = by(|u| u.alias.as_ref());
    if aliased.is_empty() { by(|u| Some(&u.name)) } else { aliased }
}

fn missing(list: &[UseDraft], name: &ast::Name, deed: &str) -> Diagnostic {
    let d = Diagnostic::error("E0314", format!("no rule `{}` is in use, so there is none to {deed}", name.value))
        .label(name.span, "not used here, nor in what this variant extends");
    near(d, &name.value, list.iter().flat_map(|u| [Some(&u.name.value), u.alias.as_ref().map(|a| &a.value)]).flatten())
}
