//! The parts of expressions and steps, for every analysis that walks over them.

use super::{Domain, Expr, ExprId, Game, ManExpr, Step, TakeAt, TextPart, WalkId};

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

/// Does the expression or a part of it satisfy the test?
#[must_use]
pub fn mentions(game: &Game, id: ExprId, test: &impl Fn(&Expr) -> bool) -> bool {
    let expr = game.expr(id);
    test(expr) || parts(expr).into_iter().any(|e| mentions(game, e, test))
}

/// The expressions of one step, without those of the steps inside it.
#[must_use]
pub fn step_parts(step: &Step) -> Vec<ExprId> {
    match step {
        Step::Choose { from, .. } => domain(from).into_iter().collect(),
        Step::Let { value, .. } => vec![*value],
        Step::Require(e) => vec![*e],
        Step::Lift { at, .. } => vec![*at],
        Step::Put { man: ManExpr { kind, .. }, at } => kind.iter().copied().chain([*at]).collect(),
        Step::Cell { index, value, .. } => index.iter().copied().chain([*value]).collect(),
        Step::Hand { kind, count, .. } => vec![*kind, *count],
        Step::Flag { of, .. } => vec![*of],
        Step::Each { over, .. } => domain(over).into_iter().collect(),
        Step::If { when, .. } => vec![*when],
        Step::Write { parts, .. } => {
            let of = |part: &TextPart| match part {
                TextPart::Lit(_) => None,
                TextPart::Square(e) | TextPart::Letter(e) | TextPart::Small(e) | TextPart::Value(e) => Some(*e),
            };
            parts.iter().filter_map(of).collect()
        }
        Step::May(_) | Step::EndTurn | Step::Eliminate(_) | Step::Mark(_) => vec![],
    }
}

/// The lists of steps inside one step.
#[must_use]
pub fn bodies(step: &Step) -> Vec<&[Step]> {
    match step {
        Step::May(body) | Step::Each { body, .. } => vec![body],
        Step::If { then, other, .. } => vec![then, other],
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
        | Step::Write { .. } => vec![],
    }
}

/// Shows every step, those inside others right after these.
pub fn each_step<'a>(steps: &'a [Step], see: &mut dyn FnMut(&'a Step)) {
    for step in steps {
        see(step);
        bodies(step).into_iter().for_each(|body| each_step(body, see));
    }
}

/// Does one of the steps, or of those inside them, satisfy the test?
#[must_use]
pub fn any_step(steps: &[Step], test: &impl Fn(&Step) -> bool) -> bool {
    steps.iter().any(|step| test(step) || bodies(step).into_iter().any(|body| any_step(body, test)))
}

/// Every expression of a walk: its guard, and the tests and victims of its edges.
#[must_use]
pub fn walk_parts(game: &Game, walk: WalkId) -> Vec<ExprId> {
    let walk = &game.walks[walk.index()];
    let victims = |take: Option<&TakeAt>| match take {
        Some(TakeAt::Squares(e)) => Some(*e),
        Some(TakeAt::Here) | None => None,
    };
    let edges = walk.nodes.iter().flat_map(|n| &n.edges);
    let of = edges.flat_map(|e| e.test.guard.into_iter().chain(victims(e.take.as_ref().map(|t| &t.at))));
    walk.guard.into_iter().chain(of).collect()
}
