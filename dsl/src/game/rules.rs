//! What takes moves away, follows them, and ends games.

use super::{ExprId, KindSet, Origin, SideId, SideSet, Step, VarId};

/// `forbid ... where`: the candidate exists only while `bad` is false. Read on the position before the move for
/// `Before`, on the working store right after the choice for `AfterChoice`.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    pub at: GuardPoint,
    pub bad: ExprId,
    /// Also asked when attacks are asked (not `keeping attacks`).
    pub in_bite: bool,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardPoint {
    /// When `From`, `To` and what the walk takes are known; in an action before its first step.
    Before,
    /// Right after this name is bound by `choose` or `let`, of the action itself or of a handler.
    AfterChoice(VarId),
}

/// `forbid ... leaving`: the candidate is illegal if `when` (read before the move) and `bad` (on the result) hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Judge {
    pub side: SideId,
    /// Asked right after the body instead of at the end.
    pub first: bool,
    /// Asks `can move`: asked after all that do not, and left out inside `can move` of a judge.
    pub asks_moves: bool,
    pub when: Option<ExprId>,
    pub bad: ExprId,
    pub origin: Origin,
}

/// `after move` or `after move settled`.
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// Owner of the rule, not always the mover.
    pub owner: SideId,
    pub when: Option<ExprId>,
    /// With and without the body.
    pub may: bool,
    pub body: Vec<Step>,
    pub origin: Origin,
}

/// `after capture`: runs once for each man lifted with cause `Capture` that it describes.
#[derive(Clone, Debug, PartialEq)]
pub struct CaptureHook {
    pub owner: SideId,
    pub victim_sides: SideSet,
    pub victim_kinds: KindSet,
    pub victim_flags: Vec<(super::FlagId, bool)>,
    pub when: Option<ExprId>,
    pub body: Vec<Step>,
    pub origin: Origin,
}

/// `at start / end of ... turn`, `at grant`, `at start of game`, `at loss`.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnHook {
    pub owner: SideId,
    pub moment: Moment,
    /// Whose turn it must be (moments of turns); who is lost (`Loss`).
    pub of: SideSet,
    pub body: Vec<Step>,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    StartOfGame,
    Grant,
    StartOfTurn,
    EndOfTurn,
    Loss,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Prefer {
    pub side: SideId,
    pub origin: Origin,
}

/// One outcome line, with its copies for the players that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub copies: Vec<OutcomeCopy>,
    /// Reads history or a clock: ends a game in play, never empties a move list.
    pub adjudication: bool,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeCopy {
    pub owner: SideId,
    pub when: ExprId,
    pub result: ResultExpr,
}

/// A result as seen by the owner of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultExpr {
    Win,
    Lose,
    Draw,
    HalfWin,
    HalfLoss,
    /// Points of the owner (I); each side's copy of the line gives its own.
    Points(ExprId),
}

/// Something remembered of every position for `throughout cycle`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    pub kind: FactKind,
    /// Read on the complete position after each move of this player, with `Before` the position before it.
    pub side: SideId,
    pub value: ExprId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactKind {
    Bool,
    Squares,
}

/// Who moves. A turn is the longest run of plies of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnMachine {
    pub entries: Vec<SideId>,
    /// After the last entry go on with this one.
    pub repeat_from: usize,
    /// The n-th turn has n plies.
    pub growing: bool,
}

impl TurnMachine {
    /// The list white, black: one ply each.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.growing && self.repeat_from == 0 && self.entries.windows(2).all(|w| w[0] != w[1])
    }
}
