//! What can be read off the form of expressions and steps, once per game: bounds, and what needs the board.

use ferz_dsl::game::{Domain, Expr, ExprId, Game, Step, Type, type_of};

/// The type of each expression.
pub(crate) fn types(game: &Game) -> Vec<Type> {
    (0..game.exprs.len()).map(|i| type_of(game, ExprId(i as u16))).collect()
}

/// How many said choices a run of the steps makes at most; `None` if a loop over a computed set makes them.
pub(crate) fn said_choices(game: &Game, steps: &[Step]) -> Option<usize> {
    let mut sum = 0usize;
    for step in steps {
        let here = match step {
            Step::Choose { .. } => 1,
            Step::May(body) => 1 + said_choices(game, body)?,
            Step::If { then, other, .. } => said_choices(game, then)?.max(said_choices(game, other)?),
            Step::Each { over, body, .. } => match said_choices(game, body)? {
                0 => 0,
                n => n.saturating_mul(domain_bound(game, over)?),
            },
            Step::Let { .. }
            | Step::Require(_)
            | Step::Lift { .. }
            | Step::Put { .. }
            | Step::Cell { .. }
            | Step::Hand { .. }
            | Step::Flag { .. }
            | Step::EndTurn
            | Step::Eliminate(_)
            | Step::Mark(_)
            | Step::Write { .. } => 0,
        };
        sum = sum.saturating_add(here);
    }
    Some(sum)
}

fn domain_bound(game: &Game, domain: &Domain) -> Option<usize> {
    match domain {
        Domain::Squares(_) | Domain::Kinds(_) => None,
        Domain::Dirs(dirs) => Some(dirs.len()),
        Domain::Files => Some(usize::from(game.board.files)),
        Domain::Ints(a, b) => usize::try_from(b.saturating_sub(*a).saturating_add(1)).ok(),
    }
}

/// Does this expression by itself look at the men on the board? Constants, names and cells do not.
pub(crate) fn asks_men(expr: &Expr) -> bool {
    match expr {
        Expr::Bool(_)
        | Expr::Int(_)
        | Expr::Square(_)
        | Expr::Squares(_)
        | Expr::Kind(_)
        | Expr::Kinds(_)
        | Expr::Dir(_)
        | Expr::Var(_)
        | Expr::From
        | Expr::To
        | Expr::Here
        | Expr::Mover
        | Expr::Union(..)
        | Expr::Meet(..)
        | Expr::Minus(..)
        | Expr::Just(_)
        | Expr::SameColor(_)
        | Expr::Twin(_)
        | Expr::FileSquares(_)
        | Expr::RankSquares(_)
        | Expr::Start { .. }
        | Expr::Dead { .. }
        | Expr::Between(..)
        | Expr::Step(..)
        | Expr::LongStep(..)
        | Expr::CellSquares(_)
        | Expr::CellKind(_)
        | Expr::Cell(..)
        | Expr::FileOf(_)
        | Expr::RankOf(_)
        | Expr::Direction(..)
        | Expr::Opposite(_)
        | Expr::Distance(..)
        | Expr::Arith(..)
        | Expr::Count(_)
        | Expr::Some(_)
        | Expr::Subset(..)
        | Expr::SameKind(..)
        | Expr::KindIn(..)
        | Expr::Compare(..)
        | Expr::Not(_)
        | Expr::And(..)
        | Expr::Or(..)
        | Expr::If(..)
        | Expr::Turn(_)
        | Expr::Neighbours(_) => false,
        Expr::It
        | Expr::Captured
        | Expr::VictimKind
        | Expr::VictimSquare
        | Expr::VictimFlag(_)
        | Expr::By(_)
        | Expr::Men { .. }
        | Expr::MenOf { .. }
        | Expr::Royals(_)
        | Expr::Empty
        | Expr::Run { .. }
        | Expr::Stop { .. }
        | Expr::Group(_)
        | Expr::Reach { .. }
        | Expr::Attacked { .. }
        | Expr::Gather { .. }
        | Expr::The(_)
        | Expr::KindOf(_)
        | Expr::BaseOf(_)
        | Expr::TurnedOf(_)
        | Expr::Table(..)
        | Expr::Hand(_)
        | Expr::InHand(..)
        | Expr::Worth(_)
        | Expr::Sum { .. }
        | Expr::Ply
        | Expr::Players
        | Expr::Repetition
        | Expr::CanMove { .. }
        | Expr::Throughout(..)
        | Expr::ThroughoutSquares(..)
        | Expr::Before(_) => true,
    }
}
