//! Which rule a name means, and names that meet.
//!
//! A rule name is looked for where it is written: in the file, in the files it includes, then in the files of the
//! variants it extends, then in the standard library. Definitions, zones and tables have one order of precedence for
//! the whole variant (see `Assembly::shared`).

use std::collections::BTreeMap;

use super::files::{Files, UnitId, VariantRef};
use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::Span;

/// One rule of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RuleRef {
    pub unit: UnitId,
    pub index: usize,
}

/// The files of a variant: its chain of parents, the oldest first.
#[derive(Debug)]
pub(super) struct Scope<'a> {
    pub files: &'a Files<'a>,
    pub chain: &'a [VariantRef],
}

impl<'a> Scope<'a> {
    pub fn rule(&self, at: RuleRef) -> &'a ast::Rule {
        &self.files.unit(at.unit).ast.rules[at.index]
    }

    /// The rule that a name written in `unit` means.
    pub fn find_rule(&self, unit: UnitId, name: &str) -> Option<RuleRef> {
        self.units_seen(unit).into_iter().find_map(|unit| {
            let rules = &self.files.unit(unit).ast.rules;
            rules.iter().position(|r| r.name.value == name).map(|index| RuleRef { unit, index })
        })
    }

    /// Names of the rules that may be used in `unit`.
    pub fn rule_names(&self, unit: UnitId) -> Vec<&'a str> {
        let rules = |unit| self.files.unit(unit).ast.rules.iter().map(|r| r.name.value.as_str());
        self.units_seen(unit).into_iter().flat_map(rules).collect()
    }

    /// Files in the order in which a name written in `unit` is looked for.
    fn units_seen(&self, unit: UnitId) -> Vec<UnitId> {
        let mut seen = self.files.closure(unit);
        // Below the variant that stands in this file (all of them for a rule of an included file).
        let own = self.chain.iter().rposition(|v| v.unit == unit).unwrap_or(self.chain.len().saturating_sub(1));
        for variant in self.chain[..(own + 1).min(self.chain.len())].iter().rev() {
            seen.extend(self.files.closure(variant.unit));
        }
        seen.extend(&self.files.std);
        let mut once = Vec::new();
        seen.retain(|u| {
            !once.contains(u) && {
                once.push(*u);
                true
            }
        });
        seen
    }

    /// Files in order of precedence of their definitions, the weakest first.
    pub fn units_by_precedence(&self) -> Vec<UnitId> {
        let mut list = Vec::new();
        let closures = self.chain.iter().flat_map(|v| {
            let mut units = self.files.closure(v.unit);
            units.reverse();
            units
        });
        for unit in self.files.std.iter().copied().chain(closures) {
            if !list.contains(&unit) {
                list.push(unit);
            }
        }
        list
    }
}

/// Zones, tables, patterns and definitions outside of variants share one name space.
pub(super) fn shared_name(item: &ast::Item) -> Option<&ast::Name> {
    match &item.kind {
        ast::ItemKind::Zone { name, .. }
        | ast::ItemKind::Table { name, .. }
        | ast::ItemKind::Pattern { name, .. }
        | ast::ItemKind::Define { name, .. } => Some(name),
        _ => None,
    }
}

/// Tells of names that one file says twice and of names that two included files give.
pub(super) fn meeting_names(files: &Files<'_>, diags: &mut Diagnostics) {
    for index in 0..files.units.len() {
        let unit = UnitId(index);
        if files.is_std(unit) {
            continue;
        }
        twice_in_file(&files.unit(unit).ast, diags);
        included_twice(files, &files.closure(unit)[1..], diags);
    }
    included_twice(files, &files.std, diags);
}

/// Notes the names of a file that hide names of the standard library.
pub(super) fn hidden_names(files: &Files<'_>, unit: UnitId, diags: &mut Diagnostics) {
    if files.is_std(unit) {
        return;
    }
    let ast = &files.unit(unit).ast;
    for (what, pick) in [("rule", rules_of as fn(&ast::File) -> Vec<&ast::Name>), ("definition", shared_of)] {
        for name in pick(ast) {
            let theirs =
                files.std.iter().flat_map(|u| pick(&files.unit(*u).ast)).find(|other| other.value == name.value);
            if let Some(theirs) = theirs {
                diags.push(hides_library(what, name, theirs.span));
            }
        }
    }
}

pub(super) fn hides_library(what: &str, name: &ast::Name, theirs: Span) -> Diagnostic {
    Diagnostic::note("N0108", format!("`{}` is also a {what} of the library", name.value))
        .label(name.span, "this one is used")
        .secondary(theirs, "the library's")
        .help("choose another name if both are wanted")
}

fn rules_of(file: &ast::File) -> Vec<&ast::Name> {
    file.rules.iter().map(|r| &r.name).collect()
}

fn shared_of(file: &ast::File) -> Vec<&ast::Name> {
    file.shared.iter().filter_map(shared_name).collect()
}

fn twice_in_file(file: &ast::File, diags: &mut Diagnostics) {
    for (what, names) in [("rule", rules_of(file)), ("name", shared_of(file))] {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for name in names {
            match first.get(name.value.as_str()) {
                Some(earlier) => diags.push(said_twice(&format!("the {what} `{}`", name.value), name.span, *earlier)),
                None => {
                    first.insert(&name.value, name.span);
                }
            }
        }
    }
    let mut first: BTreeMap<String, Span> = BTreeMap::new();
    for variant in &file.variants {
        let name = super::files::variant_name(variant);
        match first.get(&name) {
            Some(earlier) => diags.push(
                said_twice(&format!("the variant `{name}`"), variant.title.span, *earlier)
                    .help("give one of them another title, or a name: `meta { name \"...\" }`"),
            ),
            None => {
                first.insert(name, variant.title.span);
            }
        }
    }
}

pub(super) fn said_twice(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E0310", format!("{what} is given twice"))
        .label(again, "again here")
        .secondary(first, "first here")
}

fn included_twice(files: &Files<'_>, included: &[UnitId], diags: &mut Diagnostics) {
    for (what, pick) in [("rule", rules_of as fn(&ast::File) -> Vec<&ast::Name>), ("name", shared_of)] {
        let mut first: BTreeMap<&str, (UnitId, Span)> = BTreeMap::new();
        for unit in included {
            for name in pick(&files.unit(*unit).ast) {
                match first.get(name.value.as_str()) {
                    Some((other, span)) if other != unit => diags.push(
                        Diagnostic::error("E0311", format!("two files give the {what} `{}`", name.value))
                            .label(name.span, "one here")
                            .secondary(*span, "and one here")
                            .help("include only one of the two files, or rename one"),
                    ),
                    // Twice in one file is told of that file.
                    Some(_) => {}
                    None => {
                        first.insert(&name.value, (*unit, name.span));
                    }
                }
            }
        }
    }
}
