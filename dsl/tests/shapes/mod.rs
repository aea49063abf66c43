//! Trees as short text: what a test compares, free of spans.

use ferz_dsl::ast::{Expr, ExprKind, File, ItemKind, Kinds, PieceDesc};
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::parse;
use ferz_dsl::render::render;
use ferz_dsl::source::Sources;

/// The tree and the rendered diagnostics.
pub fn read(text: &str) -> (File, String) {
    let mut sources = Sources::default();
    let id = sources.add("test.ferz", text);
    let mut diags = Diagnostics::default();
    let tree = parse::file(&sources, id, &mut diags);
    (tree, render(&sources, &diags.list, false))
}

/// The tree of a text without mistakes.
#[allow(dead_code)]
pub fn tree(text: &str) -> File {
    let (tree, told) = read(text);
    assert!(told.is_empty(), "{told}");
    tree
}

/// The whole tree as text, without places.
#[allow(dead_code)]
pub fn without_spans(tree: &File) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("Span { file") {
        out.push_str(&rest[..at]);
        let end = rest[at..].find('}').map_or(rest.len(), |n| at + n + 1);
        rest = &rest[end..];
    }
    out + rest
}

/// The value of `define x = TEXT`.
#[allow(dead_code)]
pub fn expr(text: &str) -> String {
    let tree = tree(&format!("define x = {text}"));
    match &tree.shared[0].kind {
        ItemKind::Define { value, .. } => shape(value),
        other => panic!("{other:?}"),
    }
}

fn all(list: &[Expr]) -> String {
    list.iter().map(shape).collect::<Vec<_>>().join(" ")
}

pub fn desc(d: &PieceDesc) -> String {
    let side = d.side.as_ref().map_or(String::new(), |s| format!("{:?} ", s.value));
    let words = d.adjectives.iter().map(|a| a.value.clone() + " ").collect::<String>();
    format!("<{}>", format!("{side}{words}{}", d.kinds.as_ref().map_or(String::new(), kinds)).trim_end())
}

fn kinds(k: &Kinds) -> String {
    format!("[{}]", k.list.iter().map(|n| n.value.as_str()).collect::<Vec<_>>().join(" "))
}

/// A tree in brackets: `(on empty (rank 2))`.
pub fn shape(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Or(l) => format!("(or {})", all(l)),
        ExprKind::And(l) => format!("(and {})", all(l)),
        ExprKind::Not(a) => format!("(not {})", shape(a)),
        ExprKind::Relation { left, relation, right } => format!("({relation:?} {} {})", shape(left), shape(right)),
        ExprKind::Arith { op, left, right } => format!("({op} {} {})", shape(left), shape(right)),
        ExprKind::Join { join, left, right } => format!("({join:?} {} {})", shape(left), shape(right)),
        ExprKind::List(l) => format!("(list {})", all(l)),
        ExprKind::Count(a) => format!("(count {})", shape(a)),
        ExprKind::Some(a) => format!("(some {})", shape(a)),
        ExprKind::No(a) => format!("(no {})", shape(a)),
        ExprKind::The(a) => format!("(the {})", shape(a)),
        ExprKind::From => "from".into(),
        ExprKind::To => "to".into(),
        ExprKind::CanMove { side, could, filter } => {
            let word = if *could { "could" } else { "can" };
            format!("({word} {side:?} {})", filter.as_ref().map_or(String::new(), |f| shape(f)))
        }
        ExprKind::Throughout(a) => format!("(throughout {})", shape(a)),
        ExprKind::Was(a) => format!("(was {})", shape(a)),
        ExprKind::By(l) => format!("(by {})", l.name.value),
        ExprKind::SeenFrom { from, going } => format!("(seen {} {})", shape(from), shape(going)),
        ExprKind::StepFrom { from, going } => format!("(step {} {})", shape(from), shape(going)),
        ExprKind::Behind(a) => format!("(behind {})", shape(a)),
        ExprKind::Reach { movement, from } => format!("(reach {} {})", movement_word(movement), shape(from)),
        ExprKind::Run { inside, from, going } => format!("(run {} {} {})", shape(inside), shape(from), shape(going)),
        ExprKind::Gather { value, name, over, filter } => {
            let filter = filter.as_ref().map_or(String::new(), |f| shape(f));
            format!("(gather {} {} {} {filter})", shape(value), name.value, shape(over))
        }
        ExprKind::Between(a, b) => format!("(between {} {})", shape(a), shape(b)),
        ExprKind::DeadSquares(a) => format!("(dead {})", shape(a)),
        ExprKind::SameColor(a) => format!("(color {})", shape(a)),
        ExprKind::Rank { which, of } => format!("(rank {which:?} {})", of.is_some()),
        ExprKind::File(a) => format!("(file {})", shape(a)),
        ExprKind::Square(s) => s.clone(),
        ExprKind::Rect(a, b) => format!("{a}..{b}"),
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Text(t) => format!("{t:?}"),
        ExprKind::Described(d) => desc(d),
        ExprKind::SideOf { side, of } => format!("({side:?} {})", shape(of)),
        ExprKind::Kinds(k) => kinds(k),
        ExprKind::Call { name, args } => format!("{}({})", name.value, all(args)),
        ExprKind::Dotted { rule, name } => format!("{}.{}", rule.value, name.value),
        ExprKind::Of { name, of } => format!("({} of {})", name.value, shape(of)),
        ExprKind::Name(n) => n.value.clone(),
    }
}

fn movement_word(m: &ferz_dsl::ast::Movement) -> String {
    match m {
        ferz_dsl::ast::Movement::Betza(t) => t.value.clone(),
        other => format!("{other:?}"),
    }
}
