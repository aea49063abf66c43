//! The relative automaton: what a movement string means before a side, a kind and a board are known.

use crate::game::{Castle, Cause, ExprId, FlagId, KindSet, SideSet, SquareSet};
use crate::source::Span;

/// A union of walks, and the castling specials (`O n`), which are no walks: lowering makes actions of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    pub walks: Vec<RelWalk>,
    pub castles: Vec<(Castle, Span)>,
}

/// One automaton. Node 0 is the start; no edge leads back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelWalk {
    pub nodes: Vec<RelNode>,
    /// `i`: only while the man has not moved.
    pub initial: bool,
    /// `o`: the file index wraps on this walk, whatever the board.
    pub cylinder: bool,
    /// Runs may come back to their own square, which stops them there (`not_home`) on any board.
    pub returns: bool,
    /// The origin must be in all of these.
    pub from: Vec<SetTest>,
    /// Flags the man must have or lack.
    pub flags: Vec<(FlagId, bool)>,
    /// `when`: booleans read on the position before the move; all must hold.
    pub guards: Vec<ExprId>,
    /// The term of the string, for messages.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RelNode {
    pub edges: Vec<RelEdge>,
    pub land: bool,
    /// With `land`: only where no longer run through here ends somewhere (`game::Node::last`).
    pub last: bool,
    /// A repeat `( )*` or `( )+` closes here: the nodes that `to the end` concerns.
    pub repeat: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelEdge {
    pub go: RelGo,
    pub test: RelTest,
    pub take: Option<RelTake>,
    /// `u`: what the walk captures is put on the square that this step leaves.
    pub unload: bool,
    pub next: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelGo {
    Step(Vec<RelStep>),
    Stay,
    /// `@`: back to the square the walk began on.
    Home,
    /// `U`: any square but that one.
    Anywhere,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RelStep {
    /// So many squares to the right and forward.
    Leap(i8, i8),
    /// One square along a named line of the board; `true` backwards.
    Line(String, bool),
}

/// What the square reached must hold.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RelTest {
    pub empty: bool,
    /// Men that may stand there.
    pub men: Option<MenTest>,
    /// `e`: the square must be one an enemy has just passed.
    pub passed: bool,
    /// The square must lie in all of these.
    pub sets: Vec<SetTest>,
    /// `capturing S` on a capture in passing: the men taken must stand in all of these.
    pub passers: Vec<SetTest>,
    /// `heading forward`: a step along a board line or an `Anywhere` must lead forward.
    pub forward: bool,
    /// A rider that has gone round a cylinder stops before its own square.
    pub not_home: bool,
    /// `Anywhere` no farther than so many squares.
    pub near: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MenTest {
    pub own: bool,
    pub ally: bool,
    pub enemy: bool,
    pub neutral: bool,
    pub royal: Royalty,
    pub kinds: Kinds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Royalty {
    Any,
    /// `k`: royals only.
    Only,
    /// `t`: no royals.
    Never,
}

/// Mount filter: names or letters of kinds as written in `p<..>`, with their places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kinds {
    Any,
    Only(Vec<(String, Span)>),
    Except(Vec<(String, Span)>),
}

/// A set of squares given by a clause word. Absolute: clause words are read for one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetTest {
    Squares(SquareSet),
    /// Squares with such men; with `empty` also the empty squares.
    Men {
        empty: bool,
        kinds: KindSet,
        sides: SideSet,
        flags: Vec<(FlagId, bool)>,
    },
    /// An expression of type S (a set of squares), read during the run. `bind` recognises constant sets, `Men`, `Empty`
    /// and their `Meet` in it and makes fast tests of them.
    Expr(ExprId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RelTake {
    pub at: RelTakeAt,
    pub cause: Cause,
    pub late: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelTakeAt {
    Here,
    /// `e`: the enemy man that has just passed.
    Passers,
}

impl MenTest {
    /// Any man at all: what a mount may be.
    pub const ANY: Self =
        Self { own: true, ally: true, enemy: true, neutral: true, royal: Royalty::Any, kinds: Kinds::Any };
    pub const ENEMY: Self =
        Self { own: false, ally: false, enemy: true, neutral: false, royal: Royalty::Any, kinds: Kinds::Any };
    pub const OWN: Self =
        Self { own: true, ally: false, enemy: false, neutral: false, royal: Royalty::Any, kinds: Kinds::Any };
}

impl RelTest {
    #[must_use]
    pub fn empty() -> Self {
        Self { empty: true, ..Self::default() }
    }
    #[must_use]
    pub fn men(men: MenTest) -> Self {
        Self { men: Some(men), ..Self::default() }
    }
    /// Whatever it holds.
    #[must_use]
    pub fn anything() -> Self {
        Self { empty: true, men: Some(MenTest::ANY), ..Self::default() }
    }
}

impl RelTake {
    pub const HERE: Self = Self { at: RelTakeAt::Here, cause: Cause::Capture, late: false };
}

impl RelWalk {
    #[must_use]
    pub fn new(nodes: Vec<RelNode>, span: Span) -> Self {
        Self {
            nodes,
            initial: false,
            cylinder: false,
            returns: false,
            from: Vec::new(),
            flags: Vec::new(),
            guards: Vec::new(),
            span,
        }
    }
}
