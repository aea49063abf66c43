//! What binding must be told: everything that a pattern leaves open. Filled by the lowering stage.

use crate::diagnostics::Diagnostics;
use crate::game::{Expr, ExprId, FlagId, Graph, KindSet, SideSet, SquareSet};

/// Where new expressions go. Implemented by `Vec<Expr>`; a store that shares equal expressions may implement it too.
pub trait ExprStore {
    fn add(&mut self, e: Expr) -> ExprId;
    fn get(&self, id: ExprId) -> &Expr;
}

impl ExprStore for Vec<Expr> {
    fn add(&mut self, e: Expr) -> ExprId {
        self.push(e);
        ExprId((self.len() - 1) as u16)
    }
    fn get(&self, id: ExprId) -> &Expr {
        &self[id.index()]
    }
}

/// Everything that a pattern leaves open. The fields are filled by the lowering stage, once per side and kind.
pub struct BindContext<'a> {
    /// `dirs[0..8]` must be the king directions already; missing directions are added behind them. The lines of the
    /// board must be there too: for each `line L = (..)` item one map `DirLabel::Line(L, false)` and its inverse
    /// `Line(L, true)`; several items with one name give several maps with equal labels (a slider never turns from one
    /// into another).
    pub graph: &'a mut Graph,
    /// Guards made here are added.
    pub exprs: &'a mut dyn ExprStore,
    /// Which indices wrap (`cylinder`: files; `torus`: both). The king directions of `graph` must agree.
    pub wrap: Wrap,
    pub facing: Facing,
    pub owners: Owners,
    /// All kinds of the game: what a test without a filter admits.
    pub all_kinds: KindSet,
    /// Kinds by name or letter as in a mount filter `p<!C>`; `None`: no such kind.
    pub kinds: &'a dyn Fn(&str) -> Option<KindSet>,
    pub royal: RoyalTest,
    pub initial: Initial,
    /// `None`: the game has no rule that says what has passed; a walk with `e` is then the error B19.
    pub en_passant: Option<EnPassant>,
    pub diags: &'a mut Diagnostics,
}

/// Which board indices wrap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrap {
    pub files: bool,
    pub ranks: bool,
}

/// Steps forward and to the right as (file, rank).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facing {
    pub forward: (i8, i8),
    pub right: (i8, i8),
}

impl Facing {
    /// The board turned until forward is north (the default; also quarter turns).
    #[must_use]
    pub fn rotated(forward: (i8, i8)) -> Self {
        Self { forward, right: (forward.1, -forward.0) }
    }
    /// The board reflected (`facing mirrored`): east stays right for north and south, north for east and west.
    #[must_use]
    pub fn mirrored(forward: (i8, i8)) -> Self {
        match forward {
            (0, _) => Self { forward, right: (1, 0) },
            _ => Self { forward, right: (0, forward.0) },
        }
    }
    #[must_use]
    pub fn absolute(self, (x, y): (i8, i8)) -> (i8, i8) {
        (x * self.right.0 + y * self.forward.0, x * self.right.1 + y * self.forward.1)
    }
}

/// The sides as seen by the owner of the walk. `enemies` may be captured, `own` is what `d` takes; allies and neutral
/// men can only be mounts and obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owners {
    pub own: SideSet,
    pub allies: SideSet,
    pub enemies: SideSet,
    pub neutral: SideSet,
}

/// What `k` and `t` ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoyalTest {
    /// No kind is `royal when`: these kinds are royal.
    Kinds(KindSet),
    /// A set expression: the squares of all royals (of any side) now.
    Squares(ExprId),
}

/// What `i` means for this side and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// The kind has the flag `unmoved`.
    Flag(FlagId),
    /// Otherwise: the squares where men of this kind and side stand in the setup.
    Squares(SquareSet),
}

/// What `e` means: set expressions, read during the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// Squares that enemies have just passed.
    pub passed: ExprId,
    /// The enemy men that passed.
    pub passers: ExprId,
}

impl std::fmt::Debug for BindContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BindContext")
            .field("facing", &self.facing)
            .field("owners", &self.owners)
            .finish_non_exhaustive()
    }
}
