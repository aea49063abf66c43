//! Types of expressions, and what can be known of them before the game starts.

use ferz_dsl::game::{self, Expr, ExprId, Game, KindSet, SquareSet, Type};

/// A file or rank is an int in emitted code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    Int,
    Square,
    Set,
    Kind,
    Kinds,
    Dir,
    Man,
}

pub fn type_of(game: &Game, id: ExprId) -> Ty {
    match game::type_of(game, id) {
        Type::Bool => Ty::Bool,
        Type::Int | Type::Line => Ty::Int,
        Type::Square => Ty::Square,
        Type::Set => Ty::Set,
        Type::Kind => Ty::Kind,
        Type::Kinds => Ty::Kinds,
        Type::Dir => Ty::Dir,
        Type::Man => Ty::Man,
    }
}

/// What is known of a condition whatever the position.
pub fn known(game: &Game, id: ExprId) -> Option<bool> {
    match game.expr(id) {
        Expr::Bool(b) => Some(*b),
        Expr::Not(a) => known(game, *a).map(|b| !b),
        Expr::And(a, b) => match (known(game, *a), known(game, *b)) {
            (Some(false), _) => Some(false),
            (Some(true), b) => b,
            _ => None,
        },
        Expr::Or(a, b) => match (known(game, *a), known(game, *b)) {
            (Some(true), _) => Some(true),
            (Some(false), b) => b,
            _ => None,
        },
        Expr::If(c, a, b) => match known(game, *c)? {
            true => known(game, *a),
            false => known(game, *b),
        },
        Expr::Some(a) => static_set(game, *a).map(|s| !s.is_empty()),
        Expr::Subset(a, b) => Some(static_set(game, *a)?.is_subset(&static_set(game, *b)?)),
        Expr::SameKind(a, b) => match (game.expr(*a), game.expr(*b)) {
            (Expr::Kind(a), Expr::Kind(b)) => Some(a == b),
            _ => None,
        },
        Expr::Compare(how, a, b) => {
            let (a, b) = (static_int(game, *a)?, static_int(game, *b)?);
            Some(match how {
                game::Cmp::Eq => a == b,
                game::Cmp::Less => a < b,
                game::Cmp::AtMost => a <= b,
            })
        }
        Expr::Before(a) => known(game, *a),
        _ => None,
    }
}

pub fn static_int(game: &Game, id: ExprId) -> Option<i64> {
    match game.expr(id) {
        Expr::Int(n) => Some(*n),
        Expr::Before(a) => static_int(game, *a),
        Expr::Count(a) => static_set(game, *a).map(|s| i64::from(s.len())),
        _ => None,
    }
}

/// A set that is the same in every position.
pub fn static_set(game: &Game, id: ExprId) -> Option<SquareSet> {
    let set = |id: &ExprId| static_set(game, *id);
    match game.expr(id) {
        Expr::Squares(s) => Some(*s),
        Expr::Union(a, b) => Some(set(a)?.union(&set(b)?)),
        Expr::Meet(a, b) => match (set(a), set(b)) {
            (Some(a), Some(b)) => Some(a.meet(&b)),
            (Some(a), None) | (None, Some(a)) if a.is_empty() => Some(a),
            _ => None,
        },
        Expr::Minus(a, b) => Some(set(a)?.minus(&set(b)?)),
        Expr::Just(q) => match game.expr(*q) {
            Expr::Square(s) => Some([*s].into_iter().collect()),
            _ => None,
        },
        Expr::Before(a) => set(a),
        Expr::Start { kinds, sides } => {
            let kinds = static_kinds(game, *kinds)?;
            Some(sides.iter().fold(SquareSet::NONE, |all, s| all.union(&game.start.squares_of(kinds, s))))
        }
        Expr::Men { kinds, sides, .. } if kinds.is_empty() || sides.is_empty() => Some(SquareSet::NONE),
        _ => None,
    }
}

pub fn static_kinds(game: &Game, id: ExprId) -> Option<KindSet> {
    match game.expr(id) {
        Expr::Kinds(k) => Some(*k),
        Expr::Kind(k) => Some(k.map_or(KindSet::NONE, KindSet::one)),
        Expr::Before(a) => static_kinds(game, *a),
        _ => None,
    }
}
