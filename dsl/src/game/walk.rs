//! A walk: a finite automaton that carries one man over the board.
//!
//! The man is lifted off its square before the walk starts, so its own square counts as empty. A run that reaches a
//! node with `land` may end there: the man is put on the square of the cursor. Tests and takes belong to the edge that
//! reaches a square. Two runs with the same landing, the same victims and the same square for what is put
//! back are one move.

use super::{DirId, ExprId, FlagId, KindSet, SideSet, SquareSet};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Node 0 is the start.
    pub nodes: Vec<Node>,
    /// Squares the walk may start from; `None` means any.
    pub origin: Option<SquareSet>,
    /// Flags the man must have (or lack) to start.
    pub flags: Vec<(FlagId, bool)>,
    /// `when`: read on the position before the move, with `From`, and `To` bound if it names it.
    pub guard: Option<ExprId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Node {
    pub edges: Vec<WalkEdge>,
    /// A run may end here.
    pub land: bool,
    /// With `land`: a run may end here only if no longer run through here ends somewhere (`to the end`).
    pub last: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkEdge {
    pub go: Go,
    pub test: Test,
    pub take: Option<Take>,
    /// What the walk captures is put, in the end, on the square that this step leaves, and is then no capture (`u`).
    /// A run that captures two men has no such ending; nor has one whose square for it is not free.
    pub unload: bool,
    pub next: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// One step in one of these directions; the directions are alternatives and the next node is the same.
    Step(Vec<DirId>),
    /// No step.
    Stay,
    /// Back to the square the walk began on.
    Home,
    /// To any square of the board but the one the walk began on.
    Anywhere,
}

/// What the square reached must hold. An occupied square passes if the man's owner, kind and flags are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// May the square be empty?
    pub empty: bool,
    /// Owners whose men may stand there.
    pub sides: SideSet,
    /// Kinds that may stand there.
    pub kinds: KindSet,
    /// Flags that a man there must have or lack.
    pub flags: Vec<(FlagId, bool)>,
    /// The square must be one of these; `None` means any.
    pub within: Option<SquareSet>,
    /// Further condition, with `Here` the square reached; read during the run.
    pub guard: Option<ExprId>,
}

/// Men lifted when the edge is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    pub at: TakeAt,
    pub cause: super::Cause,
    /// The men stay (and block) until the walk ends, then leave together.
    pub late: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakeAt {
    /// The man on the square reached, if any.
    Here,
    /// The men on these squares (`e`: the enemy's passer).
    Squares(ExprId),
}
