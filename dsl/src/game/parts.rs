//! The sub-expressions of an expression, for every analysis that walks over them.

use super::{Domain, Expr, ExprId};

fn domain(d: &Domain) -> Option<ExprId> {
    match d {
        Domain::Squares(e) | Domain::Kinds(e) => Some(*e),
        Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => None,
    }
}

/// Direct sub-expressions, in order of evaluation.
#[must_use]
pub fn parts(e: &Expr) -> Vec<ExprId> {
    use Expr::*;
    match e {
        Bool(_)
        | Int(_)
        | Square(_)
        | Squares(_)
        | Kind(_)
        | Kinds(_)
        | Dir(_)
        | Var(_)
        | From
        | To
        | It
        | Here
        | Mover
        | Captured
        | VictimKind
        | VictimSquare
        | VictimFlag(_)
        | By(_)
        | Men { .. }
        | Royals(_)
        | Empty
        | CellSquares(_)
        | CellKind(_)
        | Hand(_)
        | Ply
        | Players
        | Repetition
        | Turn(_)
        | Throughout(..)
        | ThroughoutSquares(..) => vec![],
        MenOf { kinds, .. } | Start { kinds, .. } => vec![*kinds],
        Dead { kind, .. } => vec![*kind],
        Just(a)
        | Neighbours(a)
        | SameColor(a)
        | Twin(a)
        | FileSquares(a)
        | RankSquares(a)
        | Group(a)
        | The(a)
        | KindOf(a)
        | BaseOf(a)
        | TurnedOf(a)
        | Table(_, a)
        | Opposite(a)
        | FileOf(a)
        | RankOf(a)
        | Count(a)
        | InHand(_, a)
        | Worth(a)
        | Some(a)
        | Not(a)
        | Before(a) => vec![*a],
        Cell(_, index) => index.iter().copied().collect(),
        Reach { from, .. } => vec![*from],
        Union(a, b)
        | Meet(a, b)
        | Minus(a, b)
        | Between(a, b)
        | Step(a, b)
        | LongStep(a, b)
        | Direction(a, b)
        | Distance(a, b)
        | Arith(_, a, b)
        | Subset(a, b)
        | SameKind(a, b)
        | KindIn(a, b)
        | Compare(_, a, b)
        | And(a, b)
        | Or(a, b) => vec![*a, *b],
        If(a, b, c) => vec![*a, *b, *c],
        Run { from, dir, inside } | Stop { from, dir, inside } => vec![*from, *dir, *inside],
        Attacked { of, by, without, .. } => {
            [Option::Some(*of), Option::Some(*by), *without].into_iter().flatten().collect()
        }
        Gather { over, when, body, .. } => [domain(over), *when, Option::Some(*body)].into_iter().flatten().collect(),
        Sum { over, body, .. } => [domain(over), Option::Some(*body)].into_iter().flatten().collect(),
        CanMove { filter, .. } => filter.iter().copied().collect(),
    }
}
