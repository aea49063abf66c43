//! What can be read off the form of expressions and steps, once per game: types, sub-expressions, bounds.

use crate::value::Type;
use ferz_dsl::game::{Domain, Expr, ExprId, Game, Step, VarType};

/// The type of each expression. Expressions may refer to each other in any order, but never to themselves.
pub(crate) fn types(game: &Game) -> Vec<Type> {
    (0..game.exprs.len()).map(|i| type_of(game, ExprId(i as u16))).collect()
}

fn type_of(game: &Game, id: ExprId) -> Type {
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

fn domain_parts(domain: &Domain) -> Option<ExprId> {
    match domain {
        Domain::Squares(e) | Domain::Kinds(e) => Some(*e),
        Domain::Dirs(_) | Domain::Files | Domain::Ints(..) => None,
    }
}

/// The expressions directly inside one.
pub(crate) fn parts(expr: &Expr) -> Vec<ExprId> {
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
        | Expr::It
        | Expr::Here
        | Expr::Mover
        | Expr::Captured
        | Expr::VictimKind
        | Expr::VictimSquare
        | Expr::VictimFlag(_)
        | Expr::By(_)
        | Expr::Men { .. }
        | Expr::Royals(_)
        | Expr::Empty
        | Expr::CellSquares(_)
        | Expr::CellKind(_)
        | Expr::Hand(_)
        | Expr::Ply
        | Expr::Players
        | Expr::Repetition
        | Expr::Turn(_)
        | Expr::Throughout(..)
        | Expr::ThroughoutSquares(..) => Vec::new(),
        Expr::MenOf { kinds: e, .. }
        | Expr::Just(e)
        | Expr::Neighbours(e)
        | Expr::SameColor(e)
        | Expr::Twin(e)
        | Expr::FileSquares(e)
        | Expr::RankSquares(e)
        | Expr::Start { kinds: e, .. }
        | Expr::Dead { kind: e, .. }
        | Expr::Group(e)
        | Expr::Reach { from: e, .. }
        | Expr::The(e)
        | Expr::KindOf(e)
        | Expr::BaseOf(e)
        | Expr::TurnedOf(e)
        | Expr::Table(_, e)
        | Expr::Opposite(e)
        | Expr::FileOf(e)
        | Expr::RankOf(e)
        | Expr::Count(e)
        | Expr::InHand(_, e)
        | Expr::Worth(e)
        | Expr::Some(e)
        | Expr::Not(e)
        | Expr::Before(e) => vec![*e],
        Expr::Union(a, b)
        | Expr::Meet(a, b)
        | Expr::Minus(a, b)
        | Expr::Between(a, b)
        | Expr::Step(a, b)
        | Expr::LongStep(a, b)
        | Expr::Direction(a, b)
        | Expr::Distance(a, b)
        | Expr::Arith(_, a, b)
        | Expr::Subset(a, b)
        | Expr::SameKind(a, b)
        | Expr::KindIn(a, b)
        | Expr::Compare(_, a, b)
        | Expr::And(a, b)
        | Expr::Or(a, b) => vec![*a, *b],
        Expr::Run { from, dir, inside } | Expr::Stop { from, dir, inside } => vec![*from, *dir, *inside],
        Expr::If(a, b, c) => vec![*a, *b, *c],
        Expr::Attacked { of, by, without, .. } => [*of, *by].into_iter().chain(*without).collect(),
        Expr::Gather { over, when, body, .. } => domain_parts(over).into_iter().chain(*when).chain([*body]).collect(),
        Expr::Sum { over, body, .. } => domain_parts(over).into_iter().chain([*body]).collect(),
        Expr::Cell(_, index) => index.iter().copied().collect(),
        Expr::CanMove { filter, .. } => filter.iter().copied().collect(),
    }
}

/// Does the expression or a part of it satisfy the test?
pub(crate) fn mentions(game: &Game, id: ExprId, test: &impl Fn(&Expr) -> bool) -> bool {
    let expr = game.expr(id);
    test(expr) || parts(expr).into_iter().any(|e| mentions(game, e, test))
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

/// Does one of the steps, or of those inside them, satisfy the test?
pub(crate) fn any_step(steps: &[Step], test: &impl Fn(&Step) -> bool) -> bool {
    steps.iter().any(|step| {
        test(step)
            || match step {
                Step::May(body) | Step::Each { body, .. } => any_step(body, test),
                Step::If { then, other, .. } => any_step(then, test) || any_step(other, test),
                Step::Choose { .. }
                | Step::Let { .. }
                | Step::Require(_)
                | Step::Lift { .. }
                | Step::Put { .. }
                | Step::Cell { .. }
                | Step::Hand { .. }
                | Step::Flag { .. }
                | Step::EndTurn
                | Step::Eliminate(_)
                | Step::Mark(_)
                | Step::Write { .. } => false,
            }
    })
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
