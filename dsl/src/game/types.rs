//! The type of an expression, read off its form.

use super::{Expr, ExprId, Game, VarType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Square,
    Set,
    Kind,
    Kinds,
    Dir,
    /// File or rank index from 0.
    Line,
    /// What stood on a square: a man or nothing.
    Man,
}

/// Expressions may refer to each other in any order, but never to themselves.
#[must_use]
pub fn type_of(game: &Game, id: ExprId) -> Type {
    match game.expr(id) {
        Expr::Bool(_)
        | Expr::VictimFlag(_)
        | Expr::By(_)
        | Expr::Some(_)
        | Expr::Subset(..)
        | Expr::SameKind(..)
        | Expr::KindIn(..)
        | Expr::Compare(..)
        | Expr::Not(_)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::Turn(_)
        | Expr::CanMove { .. }
        | Expr::Throughout(..) => Type::Bool,
        Expr::Int(_)
        | Expr::Count(_)
        | Expr::Cell(..)
        | Expr::InHand(..)
        | Expr::Distance(..)
        | Expr::Worth(_)
        | Expr::Arith(..)
        | Expr::Sum { .. }
        | Expr::Ply
        | Expr::Players
        | Expr::Repetition => Type::Int,
        Expr::Square(_) | Expr::From | Expr::To | Expr::It | Expr::Here | Expr::VictimSquare | Expr::The(_) => {
            Type::Square
        }
        Expr::Squares(_)
        | Expr::Captured
        | Expr::Men { .. }
        | Expr::MenOf { .. }
        | Expr::Royals(_)
        | Expr::Empty
        | Expr::Union(..)
        | Expr::Meet(..)
        | Expr::Minus(..)
        | Expr::Just(_)
        | Expr::Neighbours(_)
        | Expr::SameColor(_)
        | Expr::Twin(_)
        | Expr::FileSquares(_)
        | Expr::RankSquares(_)
        | Expr::Start { .. }
        | Expr::Dead { .. }
        | Expr::Between(..)
        | Expr::Step(..)
        | Expr::Run { .. }
        | Expr::Stop { .. }
        | Expr::LongStep(..)
        | Expr::Group(_)
        | Expr::Reach { .. }
        | Expr::Attacked { .. }
        | Expr::CellSquares(_)
        | Expr::Gather { .. }
        | Expr::ThroughoutSquares(..) => Type::Set,
        Expr::Kind(_)
        | Expr::Mover
        | Expr::VictimKind
        | Expr::KindOf(_)
        | Expr::BaseOf(_)
        | Expr::TurnedOf(_)
        | Expr::Table(..)
        | Expr::CellKind(_) => Type::Kind,
        Expr::Kinds(_) | Expr::Hand(_) => Type::Kinds,
        Expr::Dir(_) | Expr::Opposite(_) | Expr::Direction(..) => Type::Dir,
        Expr::FileOf(_) | Expr::RankOf(_) => Type::Line,
        Expr::Var(v) => match game.vars[v.index()].ty {
            VarType::Square => Type::Square,
            VarType::Squares => Type::Set,
            VarType::Kind => Type::Kind,
            VarType::Dir => Type::Dir,
            VarType::Int => Type::Int,
            VarType::Bool => Type::Bool,
            VarType::Line => Type::Line,
            VarType::Man => Type::Man,
        },
        Expr::If(_, then, _) => type_of(game, *then),
        Expr::Before(e) => type_of(game, *e),
    }
}
