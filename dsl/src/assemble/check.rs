//! Uses of rules as written, in every branch of every condition: the rule exists, its arguments exist and none is
//! missing.

use std::collections::BTreeSet;

use super::files::UnitId;
use super::mentions;
use super::parameters::{Parameters, near, unread_parameter};
use super::scope::{RuleRef, Scope, said_twice};
use super::values::{is_among, word};
use crate::ast::{self, Change, ExprKind, Item, ItemKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::nearest::nearest;

/// More parameters than any honest rule has.
const MOST_PARAMETERS: usize = 100;

/// Where items stand.
struct Place<'a> {
    scope: &'a Scope<'a>,
    unit: UnitId,
    /// Parameters of the variant; `None` for a file looked at without one.
    parameters: Option<&'a Parameters>,
    rule: Option<&'a ast::Rule>,
}

/// Checks the items of the chain, the rules of the main file, and every rule that these reach.
pub(super) fn all(scope: &Scope<'_>, main: UnitId, parameters: Option<&Parameters>, diags: &mut Diagnostics) {
    let mut rules: Vec<RuleRef> = Vec::new();
    for variant in scope.chain {
        let place = Place { scope, unit: variant.unit, parameters, rule: None };
        place.items(&scope.files.variant(*variant).items, &mut rules, diags);
    }
    for unit in scope.files.closure(main) {
        rules.extend((0..scope.files.unit(unit).ast.rules.len()).map(|index| RuleRef { unit, index }));
    }
    let mut seen = BTreeSet::new();
    let mut next = 0;
    while let Some(rule) = rules.get(next).copied() {
        next += 1;
        if seen.insert(rule) {
            one_rule(scope, rule, parameters, &mut rules, diags);
        }
    }
}

fn one_rule(
    scope: &Scope<'_>,
    at: RuleRef,
    parameters: Option<&Parameters>,
    reached: &mut Vec<RuleRef>,
    diags: &mut Diagnostics,
) {
    let rule = scope.rule(at);
    if rule.params.len() > MOST_PARAMETERS {
        diags.push(
            Diagnostic::error("E0330", format!("a rule has at most {MOST_PARAMETERS} parameters"))
                .label(rule.name.span, format!("this one has {}", rule.params.len())),
        );
    }
    Place { scope, unit: at.unit, parameters, rule: Some(rule) }.items(&rule.items, reached, diags);
    let mut read = BTreeSet::new();
    mentions::in_items(&rule.items, &mut |name| {
        read.insert(name.to_string());
    });
    for (nth, param) in rule.params.iter().enumerate() {
        if let Some(first) = rule.params[..nth].iter().find(|p| p.name.value == param.name.value) {
            diags.push(said_twice(&format!("the parameter `{}`", param.name.value), param.name.span, first.name.span));
        }
        default_looks_back(rule, nth, param, &mut read, diags);
    }
    for param in &rule.params {
        if !read.contains(&param.name.value) {
            diags.push(unread_parameter(&param.name.value, param.name.span));
        }
    }
}

/// A default may speak of the parameters before it, so defaults never go round in a circle.
fn default_looks_back(
    rule: &ast::Rule,
    nth: usize,
    param: &ast::Param,
    read: &mut BTreeSet<String>,
    diags: &mut Diagnostics,
) {
    let Some(default) = &param.default else { return };
    let among = param.among.as_deref().unwrap_or_default();
    if !among.is_empty() && word(default).is_some_and(|w| !is_among(&w, among)) {
        let words = super::values::words(among);
        diags.push(
            Diagnostic::error("E0322", format!("the default of `{}` is none of its words", param.name.value))
                .label(default.span, "not in the list")
                .explain(format!("the words are {}", words.join(", "))),
        );
    }
    mentions::in_expr(default, &mut |name| {
        if is_among(name, among) {
            return;
        }
        read.insert(name.to_string());
        if let Some(later) = rule.params[nth..].iter().find(|p| p.name.value == name) {
            diags.push(
                Diagnostic::error("E0333", format!("the default of `{}` speaks of `{name}`", param.name.value))
                    .label(default.span, "a default may use only the parameters before it")
                    .secondary(later.name.span, "not before it"),
            );
        }
    });
}

impl Place<'_> {
    fn items(&self, items: &[Item], reached: &mut Vec<RuleRef>, diags: &mut Diagnostics) {
        for item in items {
            self.item(item, reached, diags);
        }
    }

    fn item(&self, item: &Item, reached: &mut Vec<RuleRef>, diags: &mut Diagnostics) {
        match &item.kind {
            ItemKind::Use(used) => {
                if let (Some(_), Some(side)) = (self.rule, &used.side) {
                    diags.push(
                        Diagnostic::error("E0327", "a rule inside a rule is for the same owner")
                            .label(side.span, "this cannot stand here")
                            .help("take `for ...` out; the variant says `for` whom it uses the outer rule"),
                    );
                }
                self.used(&used.name, &used.args, used.alias.as_ref(), reached, diags);
            }
            ItemKind::Needs { name, args } => self.used(name, args, None, reached, diags),
            ItemKind::Change(Change::Use { name, args }, _) if self.rule.is_none() => {
                // The use may carry an `as` name, which is looked for when the change is applied.
                if let Some(rule) = self.scope.find_rule(self.unit, &name.value) {
                    self.arguments(rule, name, args, false, diags);
                }
            }
            ItemKind::If { when, then, other } => {
                self.condition(when, diags);
                self.items(then, reached, diags);
                self.items(other, reached, diags);
            }
            _ => {}
        }
    }

    fn used(
        &self,
        name: &ast::Name,
        args: &[ast::Arg],
        alias: Option<&ast::Name>,
        reached: &mut Vec<RuleRef>,
        diags: &mut Diagnostics,
    ) {
        if let Some(rule) = self.scope.find_rule(self.unit, &name.value) {
            reached.push(rule);
            self.arguments(rule, name, args, true, diags);
            return;
        }
        let of_rule = self.rule.and_then(|r| r.params.iter().find(|p| p.name.value == name.value));
        let of_variant = self.parameters.and_then(|p| p.get(&name.value));
        let (words, default) = match (of_rule, of_variant) {
            (Some(param), _) => (param.among.as_deref(), param.default.as_ref()),
            (None, Some(parameter)) => (parameter.among.as_deref(), Some(&parameter.value)),
            (None, None) => {
                // A file without a variant cannot know the variant's parameters.
                let known = self.scope.rule_names(self.unit);
                let d = Diagnostic::error("E0152", format!("no rule is called `{}`", name.value))
                    .label(name.span, "neither in the files seen from here nor in the library");
                diags.push(match nearest(&name.value, known) {
                    Some(near) => d.help(format!("did you mean `{near}`?")),
                    None => d.help("write `rule name { ... }` outside of the variant, or include its file"),
                });
                return;
            }
        };
        if let Some(first) = args.first() {
            diags.push(
                Diagnostic::error("E0327", format!("`{}` is a list of rules and takes no arguments", name.value))
                    .label(first.name.span, "this cannot stand here"),
            );
        }
        if let Some(alias) = alias {
            diags.push(
                Diagnostic::error("E0327", format!("`{}` is a list of rules and takes no other name", name.value))
                    .label(alias.span, "this cannot stand here"),
            );
        }
        let listed = words.unwrap_or_default().iter().chain(default);
        for value in listed.flat_map(|v| match &v.kind {
            ExprKind::List(list) => list.iter().collect::<Vec<_>>(),
            _ => vec![v],
        }) {
            let Some(rule_name) = word(value).filter(|w| self.parameters.is_none_or(|p| !p.contains_key(w))) else {
                continue;
            };
            match self.scope.find_rule(self.unit, &rule_name) {
                Some(rule) => {
                    reached.push(rule);
                    let name = ast::Name { value: rule_name, span: value.span };
                    self.arguments(rule, &name, &[], true, diags);
                }
                None => {
                    let d = Diagnostic::error("E0152", format!("no rule is called `{rule_name}`"))
                        .label(value.span, "not a rule seen from here")
                        .secondary(name.span, "each word of this list is used as a rule");
                    diags.push(match nearest(&rule_name, self.scope.rule_names(self.unit)) {
                        Some(near) => d.help(format!("did you mean `{near}`?")),
                        None => d,
                    });
                }
            }
        }
    }

    fn arguments(&self, rule: RuleRef, name: &ast::Name, args: &[ast::Arg], whole: bool, diags: &mut Diagnostics) {
        let params = &self.scope.rule(rule).params;
        let rule_name = &self.scope.rule(rule).name;
        for (nth, arg) in args.iter().enumerate() {
            if let Some(first) = args[..nth].iter().find(|a| a.name.value == arg.name.value) {
                let what = format!("the argument `{}`", arg.name.value);
                diags.push(said_twice(&what, arg.name.span, first.name.span));
            }
            if !params.iter().any(|p| p.name.value == arg.name.value) {
                let mut d =
                    Diagnostic::error("E0154", format!("`{}` has no parameter `{}`", name.value, arg.name.value))
                        .label(arg.name.span, "not a parameter of the rule")
                        .secondary(rule_name.span, "the rule");
                d = near(d, &arg.name.value, params.iter().map(|p| &p.name.value));
                let names: Vec<&str> = params.iter().map(|p| p.name.value.as_str()).collect();
                diags.push(d.explain(if names.is_empty() {
                    "the rule takes no arguments".to_string()
                } else {
                    format!("its parameters are {}", names.join(", "))
                }));
            }
        }
        if !whole {
            return;
        }
        for param in params.iter().filter(|p| p.default.is_none()) {
            if !args.iter().any(|a| a.name.value == param.name.value) {
                diags.push(
                    Diagnostic::error("E0321", format!("`{}` needs the argument `{}`", name.value, param.name.value))
                        .label(name.span, "not given here")
                        .secondary(param.name.span, "it has no default")
                        .help(format!("write `{}({} = ...)`", name.value, param.name.value)),
                );
            }
        }
    }

    /// Rules asked for by `uses(rule)`.
    fn condition(&self, when: &ast::Expr, diags: &mut Diagnostics) {
        match &when.kind {
            ExprKind::Or(list) | ExprKind::And(list) | ExprKind::List(list) => {
                list.iter().for_each(|e| self.condition(e, diags));
            }
            ExprKind::Not(e) => self.condition(e, diags),
            ExprKind::Relation { left, right, .. } => {
                self.condition(left, diags);
                self.condition(right, diags);
            }
            ExprKind::Call { name, args } if name.value == "uses" => {
                for arg in args {
                    let ExprKind::Name(rule) = &arg.kind else { continue };
                    if self.scope.find_rule(self.unit, &rule.value).is_some() || self.is_alias(&rule.value) {
                        continue;
                    }
                    let d = Diagnostic::error("E0152", format!("no rule is called `{}`", rule.value))
                        .label(rule.span, "asked for here");
                    diags.push(match nearest(&rule.value, self.scope.rule_names(self.unit)) {
                        Some(near) => d.help(format!("did you mean `{near}`?")),
                        None => d,
                    });
                }
            }
            _ => {}
        }
    }

    /// Whether a use of the chain carries this name.
    fn is_alias(&self, name: &str) -> bool {
        fn carries(items: &[Item], name: &str) -> bool {
            items.iter().any(|item| match &item.kind {
                ItemKind::Use(used) => used.alias.as_ref().is_some_and(|a| a.value == name),
                ItemKind::If { then, other, .. } => carries(then, name) || carries(other, name),
                _ => false,
            })
        }
        self.scope.chain.iter().any(|v| carries(&self.scope.files.variant(*v).items, name))
    }
}
