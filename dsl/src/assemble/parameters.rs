//! The parameters of a variant and their values in force: the default, a `change` of a child, or a setting from outside.
//!
//! They are collected before any other item is looked at, because conditions depend on them. Parameters and changes
//! under an `if` come second, those of the child before those of its parents; such a change may not alter what an
//! earlier condition of that kind has read.

use std::collections::{BTreeMap, BTreeSet};

use super::files::UnitId;
use super::scope::{Scope, said_twice};
use super::settings::Setting;
use super::values::{Bindings, Bound, Unknown, Value, holds, is_among, value, word, words};
use super::{BundleId, Parameter, mentions};
use crate::ast::{self, Change, ExprKind, Item, ItemKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::nearest::nearest;
use crate::source::Span;

/// Parameters by name.
pub(super) type Parameters = BTreeMap<String, Parameter>;

/// Conditions that know only parameters.
struct Known<'a>(&'a Parameters);

impl Bindings for Known<'_> {
    fn bound(&self, name: &str, _: Option<BundleId>) -> Option<Bound<'_>> {
        self.0.get(name).map(Bound::from)
    }
    fn uses(&self, rule: &ast::Name, _: Option<BundleId>) -> Result<bool, Unknown> {
        Err(Unknown { at: rule.span, why: "which rules are in use depends on the parameters" })
    }
}

/// Level of a setting from outside: above every variant.
const OUTSIDE: usize = usize::MAX;
/// Parameters that refer to each other in a row: more is no honest variant.
const LONGEST_CHAIN: usize = 32;

#[derive(Default)]
struct Collected {
    known: Parameters,
    defaults: BTreeMap<String, ast::Value>,
    /// Level and place of the value in force.
    set_by: BTreeMap<String, (usize, Span)>,
    /// What conditions on parameters have read.
    read: BTreeMap<String, Span>,
    /// Parameters with an error of their own: nothing that follows from it is told.
    broken: BTreeSet<String>,
    /// Changes of what is not known yet.
    waiting: Vec<(usize, ast::Name, ast::Value)>,
}

/// What the parameters of a chain come to.
#[derive(Debug)]
pub(super) struct Collection {
    pub known: Parameters,
    pub defaults: BTreeMap<String, ast::Value>,
    pub broken: BTreeSet<String>,
}

/// All parameters of a chain of variants.
pub(super) fn collect(scope: &Scope<'_>, settings: &[Setting], diags: &mut Diagnostics) -> Collection {
    let mut all = Collected::default();
    let levels: Vec<&[Item]> = scope.chain.iter().map(|v| &scope.files.variant(*v).items[..]).collect();
    for (level, items) in levels.iter().enumerate() {
        for item in *items {
            all.item(level, item, false, diags);
        }
    }
    for setting in settings {
        if all.known.contains_key(&setting.name.value) {
            all.set(OUTSIDE, &setting.name, &setting.value, diags);
        }
    }
    for (level, items) in levels.iter().enumerate().rev() {
        all.conditional(level, items, diags);
    }
    for (level, name, value) in std::mem::take(&mut all.waiting) {
        if all.known.contains_key(&name.value) {
            all.set(level, &name, &value, diags);
        } else {
            let d = Diagnostic::error("E0314", format!("there is no parameter `{}` to change", name.value))
                .label(name.span, "neither here nor in what this variant extends");
            diags.push(near(d, &name.value, all.known.keys()));
        }
    }
    for setting in settings {
        let name = &setting.name;
        if all.set_by.get(&name.value).is_some_and(|(level, _)| *level == OUTSIDE) {
            continue;
        }
        if all.known.contains_key(&name.value) {
            all.set(OUTSIDE, name, &setting.value, diags);
        } else {
            let d = Diagnostic::error("E0153", format!("this variant has no parameter `{}`", name.value))
                .label(name.span, "not known");
            diags.push(near(d, &name.value, all.known.keys()));
        }
    }
    all.circles(diags);
    Collection { known: all.known, defaults: all.defaults, broken: all.broken }
}

impl Collected {
    fn item(&mut self, level: usize, item: &Item, conditional: bool, diags: &mut Diagnostics) {
        match &item.kind {
            ItemKind::Parameter(param) => self.declare(level, param, diags),
            ItemKind::Change(Change::Parameter { name, value }, side) => {
                if let Some(side) = side {
                    diags.push(
                        Diagnostic::error("E0327", "a parameter has one value for all sides")
                            .label(side.span, "this cannot stand here")
                            .help("make one parameter for each side, and `use ... for` a side"),
                    );
                }
                if let Some(read) = self.read.get(&name.value).filter(|_| conditional) {
                    diags.push(
                        Diagnostic::error("E0332", format!("`{}` changes after a condition has read it", name.value))
                            .label(name.span, "changed under a condition")
                            .secondary(*read, "read here")
                            .help("change it outside of an `if`, or ask another parameter"),
                    );
                } else if self.known.contains_key(&name.value) {
                    self.set(level, name, value, diags);
                } else {
                    self.waiting.push((level, name.clone(), value.clone()));
                }
            }
            _ => {}
        }
    }

    fn declare(&mut self, level: usize, param: &ast::Param, diags: &mut Diagnostics) {
        let name = &param.name;
        if let Some(earlier) = self.known.get(&name.value) {
            diags.push(
                said_twice(&format!("the parameter `{}`", name.value), name.span, earlier.span)
                    .help(format!("another default is written `change {} = ...`", name.value)),
            );
            return;
        }
        let Some(default) = &param.default else {
            diags.push(
                Diagnostic::error("E0334", format!("the parameter `{}` has no value", name.value))
                    .label(name.span, "what if nobody sets it?")
                    .help(format!("write `parameter {} = ...`", name.value)),
            );
            let value = ast::Expr { kind: ExprKind::List(Vec::new()), span: name.span };
            self.known.insert(name.value.clone(), Parameter { value, among: None, span: name.span });
            self.broken.insert(name.value.clone());
            return;
        };
        let target = Target { name, default: Some(default), among: param.among.as_deref() };
        let value = match fit(&target, default, None, &Known(&self.known)) {
            Ok(value) => value,
            Err(d) => {
                diags.push(*d);
                self.broken.insert(name.value.clone());
                default.clone()
            }
        };
        let parameter = Parameter { value, among: param.among.clone(), span: name.span };
        self.known.insert(name.value.clone(), parameter);
        self.defaults.insert(name.value.clone(), default.clone());
        self.set_by.insert(name.value.clone(), (level, name.span));
    }

    /// Gives a known parameter a value, unless a later variant or the outside has given one.
    fn set(&mut self, level: usize, name: &ast::Name, value: &ast::Value, diags: &mut Diagnostics) {
        let Some(parameter) = self.known.get(&name.value) else { return };
        match self.set_by.get(&name.value) {
            Some((earlier, _)) if *earlier > level => return,
            Some((earlier, at)) if *earlier == level && *at != parameter.span => {
                diags.push(changed_twice(&format!("`{}`", name.value), name.span, *at));
                return;
            }
            _ => {}
        }
        let declared = ast::Name { value: name.value.clone(), span: parameter.span };
        let default = self.defaults.get(&name.value);
        let target = Target { name: &declared, default, among: parameter.among.as_deref() };
        match fit(&target, value, None, &Known(&self.known)) {
            Ok(value) => {
                self.set_by.insert(name.value.clone(), (level, name.span));
                if let Some(parameter) = self.known.get_mut(&name.value) {
                    parameter.value = value;
                }
            }
            Err(d) => diags.push(*d),
        }
    }

    /// Parameters and their changes under conditions.
    fn conditional(&mut self, level: usize, items: &[Item], diags: &mut Diagnostics) {
        for item in items {
            let ItemKind::If { when, then, other } = &item.kind else { continue };
            if !speaks_of_parameters(then) && !speaks_of_parameters(other) {
                continue;
            }
            let verdict = holds(when, None, &Known(&self.known));
            mentions::in_expr(when, &mut |name| {
                self.read.entry(name.to_string()).or_insert(when.span);
            });
            match verdict {
                Ok(verdict) => {
                    let branch = if verdict { then } else { other };
                    for item in branch {
                        self.item(level, item, true, diags);
                    }
                    self.conditional(level, branch, diags);
                }
                Err(unknown) => undecided(when, unknown, &self.broken, diags),
            }
        }
    }

    /// Values that lead back to their own parameter.
    fn circles(&mut self, diags: &mut Diagnostics) {
        let mut fine: BTreeSet<String> = BTreeSet::new();
        let names: Vec<String> = self.known.keys().cloned().collect();
        for name in names {
            self.follow(name, &mut Vec::new(), &mut fine, diags);
        }
    }

    fn follow(&mut self, name: String, path: &mut Vec<String>, fine: &mut BTreeSet<String>, diags: &mut Diagnostics) {
        if fine.contains(&name) {
            return;
        }
        if path.contains(&name) || path.len() > LONGEST_CHAIN {
            let last = path.last().cloned().unwrap_or_default();
            let (from, to) = (self.known[&last].value.span, self.known[&name].value.span);
            let mut d = Diagnostic::error("E0333", format!("the value of `{last}` leads to itself, or too far"))
                .label(from, format!("this asks `{name}`"));
            if last != name {
                d = d.secondary(to, "which asks on");
            }
            diags.push(d.help("give one of them a value of its own"));
            // The others can be judged as if this had no value.
            self.broken.extend(path.iter().cloned());
            if let Some(parameter) = self.known.get_mut(&last) {
                parameter.value = ast::Expr { kind: ExprKind::List(Vec::new()), span: from };
            }
            return;
        }
        let refers_to = self.refers_to(&name);
        path.push(name.clone());
        for next in refers_to {
            self.follow(next, path, fine, diags);
        }
        path.pop();
        fine.insert(name);
    }

    /// The parameters that a value speaks of.
    fn refers_to(&self, name: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        if let Some(parameter) = self.known.get(name) {
            let words = parameter.among.as_deref().unwrap_or_default();
            mentions::in_expr(&parameter.value, &mut |other| {
                if self.known.contains_key(other) && !is_among(other, words) {
                    found.insert(other.to_string());
                }
            });
        }
        found
    }
}

fn speaks_of_parameters(items: &[Item]) -> bool {
    items.iter().any(|item| match &item.kind {
        ItemKind::Parameter(_) | ItemKind::Change(Change::Parameter { .. }, _) => true,
        ItemKind::If { then, other, .. } => speaks_of_parameters(then) || speaks_of_parameters(other),
        _ => false,
    })
}

/// What a value is for.
pub(super) struct Target<'a> {
    pub name: &'a ast::Name,
    pub default: Option<&'a ast::Value>,
    pub among: Option<&'a [ast::Value]>,
}

/// Checks a value against the words of its list, or against the sort of its default; `all` becomes the whole list, and
/// a single word for a list becomes a list of one.
pub(super) fn fit(
    target: &Target<'_>,
    given: &ast::Value,
    scope: Option<BundleId>,
    names: &dyn Bindings,
) -> Result<ast::Value, Box<Diagnostic>> {
    let Some(among) = target.among else {
        let wrong = match (target.default.map(|d| &d.kind), &given.kind) {
            (Some(ExprKind::Int(_)), _) => is_bool(given).then_some("a number"),
            (Some(_), ExprKind::Int(_)) => target.default.is_some_and(is_bool).then_some("`true` or `false`"),
            _ => None,
        };
        return match wrong {
            Some(wanted) => Err(Box::new(
                Diagnostic::error("E0323", format!("`{}` is {wanted}", target.name.value))
                    .label(given.span, "this is of another sort")
                    .secondary(target.name.span, "declared here"),
            )),
            None => Ok(given.clone()),
        };
    };
    let takes_list = target.default.is_some_and(is_list);
    let list_of = |members: Vec<ast::Value>| ast::Expr { kind: ExprKind::List(members), span: given.span };
    if takes_list && word(given).as_deref() == Some("all") && !is_among("all", among) {
        return Ok(list_of(among.to_vec()));
    }
    let members = members(given);
    if !takes_list && members.len() != 1 {
        return Err(Box::new(
            Diagnostic::error("E0323", format!("`{}` takes one word", target.name.value))
                .label(given.span, format!("these are {}", members.len()))
                .secondary(target.name.span, "its default is one word")
                .explain(format!("the words are {}", words(among).join(", "))),
        ));
    }
    for member in &members {
        if word(member).is_some_and(|w| is_among(&w, among)) {
            continue;
        }
        // Another parameter may hold the word; one that is known only on the board is judged where it is read.
        let held = match &member.kind {
            ExprKind::Name(name) if names.bound(&name.value, scope).is_some() => {
                match value(member, None, scope, names) {
                    Ok(Value::Word(w) | Value::Kind(w) | Value::Text(w)) => Some(w),
                    Ok(Value::Int(n)) => Some(n.to_string()),
                    Ok(Value::List(_) | Value::Bool(_)) | Err(_) => None,
                }
            }
            _ => word(member),
        };
        let through = matches!(&member.kind, ExprKind::Name(n) if names.bound(&n.value, scope).is_some());
        match held {
            Some(w) if is_among(&w, among) => {}
            None if through => {}
            _ => return Err(Box::new(not_among(target, member, held.as_deref(), among))),
        }
    }
    if takes_list && !is_list(given) {
        let through = matches!(&given.kind, ExprKind::Name(n) if !is_among(&n.value, among));
        return Ok(if through { given.clone() } else { list_of(vec![given.clone()]) });
    }
    Ok(given.clone())
}

fn not_among(target: &Target<'_>, given: &ast::Value, held: Option<&str>, among: &[ast::Value]) -> Diagnostic {
    let what = held.map_or("this".to_string(), |w| format!("`{w}`"));
    let known = words(among);
    let d = Diagnostic::error("E0322", format!("{what} is none of the words of `{}`", target.name.value))
        .label(given.span, "not in the list")
        .secondary(target.name.span, "declared here");
    near(d, held.unwrap_or_default(), &known).explain(format!("the words are {}", known.join(", ")))
}

/// Adds the nearest name, if one is near.
pub(super) fn near<'a>(d: Diagnostic, word: &str, names: impl IntoIterator<Item = &'a String>) -> Diagnostic {
    match nearest(word, names.into_iter().map(String::as_str)) {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None => d,
    }
}

pub(super) fn changed_twice(what: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error("E0312", format!("{what} is changed twice"))
        .label(again, "again here")
        .secondary(first, "first here")
        .help("only one change may stand; take one out, or make each `for` one side")
}

/// Tells of a condition that cannot be decided, unless it asks what has an error of its own.
pub(super) fn undecided(when: &ast::Expr, unknown: Unknown, broken: &BTreeSet<String>, diags: &mut Diagnostics) {
    let mut told = false;
    mentions::in_expr(when, &mut |name| told |= broken.contains(name));
    if told {
        return;
    }
    let d = Diagnostic::error("E0320", "this `if` cannot be decided before the game")
        .label(unknown.at, unknown.why)
        .explain("an `if` around items asks only parameters and `uses(rule)`; what depends on the board is asked in `where`, `when` or a step");
    diags.push(d);
}

fn members(value: &ast::Value) -> Vec<ast::Value> {
    match &value.kind {
        ExprKind::List(list) => list.clone(),
        ExprKind::Kinds(kinds) if kinds.list.len() > 1 => {
            let one = |kind: &ast::Name| ast::Expr {
                kind: ExprKind::Kinds(ast::Kinds { list: vec![kind.clone()], span: kind.span }),
                span: kind.span,
            };
            kinds.list.iter().map(one).collect()
        }
        _ => vec![value.clone()],
    }
}

fn is_list(value: &ast::Value) -> bool {
    match &value.kind {
        ExprKind::List(_) => true,
        ExprKind::Kinds(kinds) => kinds.list.len() > 1,
        _ => false,
    }
}

fn is_bool(value: &ast::Value) -> bool {
    matches!(&value.kind, ExprKind::Name(n) if n.value == "true" || n.value == "false")
}

/// Tells of parameters of the chain that nothing reads.
pub(super) fn unread(scope: &Scope<'_>, parameters: &Parameters, diags: &mut Diagnostics) {
    let mut read: BTreeSet<String> = BTreeSet::new();
    let mut seen = |name: &str| {
        read.insert(name.to_string());
    };
    let mut units: Vec<UnitId> = Vec::new();
    for variant in scope.chain {
        mentions::in_items(&scope.files.variant(*variant).items, &mut seen);
        units.extend(scope.files.closure(variant.unit));
    }
    units.dedup();
    for unit in units {
        let ast = &scope.files.unit(unit).ast;
        mentions::in_items(&ast.shared, &mut seen);
        ast.rules.iter().for_each(|rule| mentions::in_items(&rule.items, &mut seen));
    }
    for (name, parameter) in parameters {
        if !read.contains(name) {
            diags.push(unread_parameter(name, parameter.span));
        }
    }
}

pub(super) fn unread_parameter(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error("E0158", format!("nothing reads the parameter `{name}`"))
        .label(span, "setting it would change nothing")
        .help("take it out, or ask it in an `if`, an argument or a condition")
}

/// Tells of `set` steps of tests that name no parameter, or no word of it.
pub(super) fn check_tests(tests: &[ast::Test], all: &Collection, diags: &mut Diagnostics) {
    let (parameters, defaults) = (&all.known, &all.defaults);
    for step in tests.iter().flat_map(|t| &t.steps) {
        let ast::TestKind::Set { name, value } = &step.kind else { continue };
        let Some(parameter) = parameters.get(&name.value) else {
            let d = Diagnostic::error("E0153", format!("this variant has no parameter `{}`", name.value))
                .label(name.span, "not known");
            diags.push(near(d, &name.value, parameters.keys()));
            continue;
        };
        let declared = ast::Name { value: name.value.clone(), span: parameter.span };
        let target = Target { name: &declared, default: defaults.get(&name.value), among: parameter.among.as_deref() };
        if let Err(d) = fit(&target, value, None, &Known(parameters)) {
            diags.push(*d);
        }
    }
}
