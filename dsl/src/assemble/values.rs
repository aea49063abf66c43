//! Values that are known before any game is played: words, numbers, truth values, lists, and the conditions on them.

use std::cell::Cell;

use super::{Argument, BundleId, Parameter};
use crate::ast::{self, ExprKind, Relation};
use crate::source::Span;

/// A value known at compile time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Int(i64),
    Bool(bool),
    /// A word of an `among` list, or a word that only names itself (`draw`, `nothing`).
    Word(String),
    /// A kind of piece, as written.
    Kind(String),
    Text(String),
    List(Vec<Value>),
}

/// Why a condition cannot be decided: the smallest part that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unknown {
    pub at: Span,
    pub why: &'static str,
}

/// What names stand for where a condition is written.
pub(super) trait Bindings {
    /// The parameter that a name means, seen from a bundle or from the variant.
    fn bound(&self, name: &str, scope: Option<BundleId>) -> Option<Bound<'_>>;
    /// Whether a rule is in use (by the owner, if there is one).
    fn uses(&self, rule: &ast::Name, scope: Option<BundleId>) -> Result<bool, Unknown>;
}

/// A parameter with its value in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound<'a> {
    pub value: &'a ast::Value,
    /// Where the names of the value belong.
    pub scope: Option<BundleId>,
    pub among: Option<&'a [ast::Value]>,
}

impl<'a> From<&'a Parameter> for Bound<'a> {
    fn from(p: &'a Parameter) -> Self {
        Self { value: &p.value, scope: None, among: p.among.as_deref() }
    }
}

impl<'a> From<&'a Argument> for Bound<'a> {
    fn from(a: &'a Argument) -> Self {
        Self { value: &a.value, scope: a.scope, among: a.among.as_deref() }
    }
}

/// Words that stand for themselves in a value.
const PLAIN_WORDS: [&str; 12] = [
    "win",
    "lose",
    "draw",
    "half_win",
    "half_loss",
    "nothing",
    "none",
    "any",
    "squares",
    "empty",
    "occupied",
    "own_turn",
];

/// A value that refers to a value and so on: longer than any honest chain.
const DEEPEST: usize = 64;
/// More parts than any honest condition asks, with the values it refers to.
const MOST_PARTS: u32 = 100_000;

/// The word that a value is, if it could stand in an `among` list.
pub(super) fn word(value: &ast::Value) -> Option<String> {
    match &value.kind {
        ExprKind::Name(name) => Some(name.value.clone()),
        ExprKind::Square(name) => Some(name.clone()),
        ExprKind::Int(n) => Some(n.to_string()),
        ExprKind::Text(text) => Some(text.clone()),
        ExprKind::Kinds(kinds) => match &kinds.list[..] {
            [kind] => Some(kind.value.clone()),
            _ => None,
        },
        ExprKind::Described(desc) => match (&desc.side, &desc.adjectives[..], &desc.kinds) {
            (None, [word], None) => Some(word.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a word stands in an `among` list.
pub(super) fn is_among(word: &str, among: &[ast::Value]) -> bool {
    among.iter().any(|value| self::word(value).as_deref() == Some(word))
}

/// The words of an `among` list, for messages.
pub(super) fn words(among: &[ast::Value]) -> Vec<String> {
    among.iter().filter_map(word).collect()
}

/// Decides a condition.
pub(super) fn holds(expr: &ast::Expr, scope: Option<BundleId>, names: &dyn Bindings) -> Result<bool, Unknown> {
    Asking { names, parts: Cell::new(0) }.holds(expr, scope, 0)
}

/// The value of an expression; `among` are the words that come before every other name.
pub(super) fn value(
    expr: &ast::Expr,
    among: Option<&[ast::Value]>,
    scope: Option<BundleId>,
    names: &dyn Bindings,
) -> Result<Value, Unknown> {
    Asking { names, parts: Cell::new(0) }.value(expr, among, scope, 0)
}

/// One question. Depth and number of parts are bounded, since values may refer to values.
struct Asking<'n> {
    names: &'n dyn Bindings,
    parts: Cell<u32>,
}

impl<'n> Asking<'n> {
    fn holds(&self, expr: &ast::Expr, scope: Option<BundleId>, depth: usize) -> Result<bool, Unknown> {
        self.count(expr, depth)?;
        match &expr.kind {
            // Every part is asked, so that one that cannot be decided is always told.
            ExprKind::Or(list) => {
                let parts = list.iter().map(|e| self.holds(e, scope, depth + 1)).collect::<Result<Vec<_>, _>>()?;
                Ok(parts.into_iter().any(|b| b))
            }
            ExprKind::And(list) => {
                let parts = list.iter().map(|e| self.holds(e, scope, depth + 1)).collect::<Result<Vec<_>, _>>()?;
                Ok(parts.into_iter().all(|b| b))
            }
            ExprKind::Not(e) => Ok(!self.holds(e, scope, depth + 1)?),
            ExprKind::List(list) if list.len() == 1 => self.holds(&list[0], scope, depth + 1),
            ExprKind::Relation { left, relation, right } => self.related(left, *relation, right, scope, depth),
            ExprKind::Call { name, args } if name.value == "uses" => match &args[..] {
                [ast::Expr { kind: ExprKind::Name(rule), .. }] => self.names.uses(rule, scope),
                _ => Err(Unknown { at: expr.span, why: "write `uses(rule)` with one name" }),
            },
            ExprKind::Some(e) | ExprKind::No(e) => {
                let some = matches!(&expr.kind, ExprKind::Some(_));
                match self.value(e, None, scope, depth + 1)? {
                    Value::List(list) => Ok(list.is_empty() != some),
                    _ => Err(Unknown { at: e.span, why: "this is no list" }),
                }
            }
            _ => match self.value(expr, None, scope, depth + 1)? {
                Value::Bool(b) => Ok(b),
                _ => Err(Unknown { at: expr.span, why: "this is neither true nor false" }),
            },
        }
    }

    fn count(&self, expr: &ast::Expr, depth: usize) -> Result<(), Unknown> {
        self.parts.set(self.parts.get() + 1);
        if depth > DEEPEST || self.parts.get() > MOST_PARTS {
            return Err(Unknown { at: expr.span, why: "this leads to itself, or too far" });
        }
        Ok(())
    }

    fn related(
        &self,
        left: &ast::Expr,
        relation: Relation,
        right: &ast::Expr,
        scope: Option<BundleId>,
        depth: usize,
    ) -> Result<bool, Unknown> {
        let span = left.span.to(right.span);
        // The words of a list are known where its parameter is compared.
        let a = self.value(left, self.among_of(right, scope), scope, depth + 1)?;
        let b = self.value(right, self.among_of(left, scope), scope, depth + 1)?;
        let order = |test: fn(i64, i64) -> bool| match (&a, &b) {
            (Value::Int(a), Value::Int(b)) => Ok(test(*a, *b)),
            _ => Err(Unknown { at: span, why: "only numbers are compared so" }),
        };
        match relation {
            Relation::Is => same(&a, &b, span),
            Relation::IsNot => same(&a, &b, span).map(|b| !b),
            Relation::In | Relation::NotIn => match &b {
                Value::List(list) => Ok(list.contains(&a) == (relation == Relation::In)),
                _ => Err(Unknown { at: right.span, why: "this is no list" }),
            },
            Relation::AtLeast => order(|a, b| a >= b),
            Relation::AtMost => order(|a, b| a <= b),
            Relation::MoreThan => order(|a, b| a > b),
            Relation::FewerThan => order(|a, b| a < b),
            Relation::Was | Relation::WasNot => Err(Unknown { at: span, why: "`was` asks the board" }),
        }
    }

    /// The words known where a parameter is compared.
    fn among_of(&self, expr: &ast::Expr, scope: Option<BundleId>) -> Option<&'n [ast::Value]> {
        let ExprKind::Name(name) = &expr.kind else { return None };
        let mut bound = self.names.bound(&name.value, scope)?;
        for _ in 0..DEEPEST {
            if bound.among.is_some() {
                return bound.among;
            }
            let ExprKind::Name(name) = &bound.value.kind else { return None };
            bound = self.names.bound(&name.value, bound.scope)?;
        }
        None
    }

    fn value(
        &self,
        expr: &ast::Expr,
        among: Option<&[ast::Value]>,
        scope: Option<BundleId>,
        depth: usize,
    ) -> Result<Value, Unknown> {
        self.count(expr, depth)?;
        if let Some(among) = among
            && let Some(word) = word(expr)
            && is_among(&word, among)
        {
            return Ok(match &expr.kind {
                ExprKind::Int(n) => Value::Int(*n),
                _ => Value::Word(word),
            });
        }
        match &expr.kind {
            ExprKind::Int(n) => Ok(Value::Int(*n)),
            ExprKind::Text(text) => Ok(Value::Text(text.clone())),
            ExprKind::List(list) => {
                let members = list.iter().map(|e| self.value(e, among, scope, depth + 1));
                members.collect::<Result<Vec<_>, _>>().map(Value::List)
            }
            ExprKind::Kinds(kinds) => {
                let mut list: Vec<Value> = kinds.list.iter().map(|k| Value::Kind(k.value.clone())).collect();
                Ok(if list.len() == 1 { list.remove(0) } else { Value::List(list) })
            }
            ExprKind::Name(name) => match name.value.as_str() {
                "true" => Ok(Value::Bool(true)),
                "false" => Ok(Value::Bool(false)),
                other => match self.names.bound(other, scope) {
                    // The place that the reader looks at is the condition, not a value far away.
                    Some(bound) => self
                        .value(bound.value, bound.among, bound.scope, depth + 1)
                        .map_err(|unknown| Unknown { at: expr.span, why: unknown.why }),
                    None if PLAIN_WORDS.contains(&other) => Ok(Value::Word(other.to_string())),
                    None => Err(Unknown { at: expr.span, why: "no parameter has this name, and no list this word" }),
                },
            },
            ExprKind::Arith { op, left, right } => {
                let a = self.value(left, None, scope, depth + 1)?;
                let b = self.value(right, None, scope, depth + 1)?;
                let (Value::Int(a), Value::Int(b)) = (a, b) else {
                    return Err(Unknown { at: expr.span, why: "only numbers are reckoned with" });
                };
                let result = match op {
                    '+' => a.checked_add(b),
                    '-' => a.checked_sub(b),
                    '*' => a.checked_mul(b),
                    _ => None,
                };
                result.map(Value::Int).ok_or(Unknown { at: expr.span, why: "this number is too large" })
            }
            ExprKind::Count(e) => match self.value(e, None, scope, depth + 1)? {
                Value::List(list) => Ok(Value::Int(list.len() as i64)),
                _ => Err(Unknown { at: e.span, why: "this is no list" }),
            },
            // A condition as a value.
            ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Relation { .. }
            | ExprKind::Some(_)
            | ExprKind::No(_) => self.holds(expr, scope, depth + 1).map(Value::Bool),
            ExprKind::Call { name, .. } if name.value == "uses" => self.holds(expr, scope, depth + 1).map(Value::Bool),
            _ => Err(Unknown { at: expr.span, why: "this is known only on the board" }),
        }
    }
}

fn same(a: &Value, b: &Value, at: Span) -> Result<bool, Unknown> {
    match (a, b) {
        _ if std::mem::discriminant(a) == std::mem::discriminant(b) => Ok(a == b),
        // A list of one and its member are the same; a word never is a kind, a number or a text.
        (Value::List(list), one) | (one, Value::List(list)) => Ok(list[..] == [one.clone()]),
        (Value::Word(_), Value::Kind(_) | Value::Int(_) | Value::Text(_))
        | (Value::Kind(_) | Value::Int(_) | Value::Text(_), Value::Word(_)) => Ok(false),
        _ => Err(Unknown { at, why: "these two are of different sorts" }),
    }
}
