//! `Game`: a variant as checked data. The interpreter executes it, `codegen` compiles it; nothing below knows chess.
//!
//! Everything relative is gone: sides, directions, ranks, definitions, parameters and rules are resolved, once per
//! player. Ids are dense indices into the vectors of `Game`. See `docs/architecture.md` for the meaning of a move.

mod board;
mod expr;
mod landings;
mod moves;
mod parts;
mod rules;
mod sets;
mod state;
mod types;
mod walk;

pub use board::{DirLabel, DirMap, Graph};
pub use expr::{Arith, Cmp, Domain, Expr, Level};
pub use landings::landings;
pub use moves::{Castle, Cause, CellOp, Gen, GenBody, LongText, ManBase, ManExpr, Mark, Step, TextPart};
pub use parts::{any_step, bodies, each_step, mentions, parts, step_parts, walk_parts};
pub use rules::{
    CaptureHook, Fact, FactKind, Guard, GuardPoint, Handler, Judge, Moment, Outcome, OutcomeCopy, Prefer, ResultExpr,
    TurnHook, TurnMachine,
};
pub use sets::{KindSet, SideSet, SquareSet};
pub use state::{Cell, CellIndex, CellType, Codec, FenField, FlagInfo, Man, Role, Start};
pub use types::{Type, type_of};
pub use walk::{Go, Node, Take, TakeAt, Test, Walk, WalkEdge};

/// Index of a square: layer by layer, rank by rank from the first, file a first. Holes have numbers too.
pub type Sq = u16;
macro_rules! ids { ($($(#[$m:meta])* $name:ident),* $(,)?) => { $(
    $(#[$m])*
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct $name(pub u16);
    impl $name { #[inline] #[must_use] pub fn index(self) -> usize { usize::from(self.0) } }
)* } }
ids! {
    /// A player, or the owner of neutral men (the last entry of `Game::sides`).
    SideId,
    KindId,
    FlagId,
    CellId,
    ExprId,
    WalkId,
    GenId,
    HandlerId,
    HookId,
    GuardId,
    JudgeId,
    FactId,
    TableId,
    /// A direction of the board: index into `Graph::dirs`.
    DirId,
    /// A name bound during a run (`choose`, `let`, loops): unique in the whole game.
    VarId,
}

/// A variant, ready to be executed or compiled.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Lower-case name used in tables and on the command line.
    pub name: String,
    pub title: String,
    pub meta: Vec<(String, String)>,
    pub board: Graph,
    /// Players in turn order, then the one neutral owner.
    pub sides: Vec<SideInfo>,
    pub kinds: Vec<KindInfo>,
    pub flags: Vec<FlagInfo>,
    pub cells: Vec<Cell>,
    /// Kinds that may be in a hand, for each side (players only); empty sets where the game has no hands.
    pub hands: Vec<KindSet>,
    /// `table name by file`: a kind (or nothing) for each file.
    pub tables: Vec<Vec<Option<KindId>>>,
    pub exprs: Vec<Expr>,
    /// Types of the variables, by `VarId`.
    pub vars: Vec<VarInfo>,
    pub walks: Vec<Walk>,
    pub gens: Vec<Gen>,
    pub guards: Vec<Guard>,
    pub judges: Vec<Judge>,
    /// `after move` and `after move settled` handlers; the generators list those that concern them.
    pub handlers: Vec<Handler>,
    pub capture_hooks: Vec<CaptureHook>,
    pub turn_hooks: Vec<TurnHook>,
    /// In order of asking. Values are listed by the generators (`Gen::prefer`).
    pub prefers: Vec<Prefer>,
    /// In written order.
    pub outcomes: Vec<Outcome>,
    pub facts: Vec<Fact>,
    pub turn: TurnMachine,
    /// State fields of the FEN after the side to move, in order.
    pub fen: Vec<FenField>,
    /// The start position: the setup text, before `at start of game` handlers run.
    pub start: Start,
    /// The setup text as written.
    pub setup: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideInfo {
    pub name: String,
    /// Players of one team do not capture each other. Neutral has a team of its own.
    pub team: u16,
    /// Its forward direction as (file, rank) step; (0, 0) for neutral.
    pub forward: (i8, i8),
    pub neutral: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindInfo {
    pub name: String,
    /// Letter in upper case with its prefix, e.g. `Q`, `+S`, `*`.
    pub letter: String,
    /// Sides that may own it.
    pub sides: SideSet,
    pub neutral: bool,
    /// By side (players): is it royal there?
    pub royal: Vec<Royal>,
    pub worth: i32,
    /// The kind it is the other face of (`from`), and the inverse.
    pub base: Option<KindId>,
    pub turned: Option<KindId>,
    /// By side (players): walks of `attacks`, replacing what the kind attacks.
    pub attacks: Vec<Option<Vec<WalkId>>>,
    /// Its first piece line.
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royal {
    No,
    Yes,
    /// While the condition (without names of a move) holds.
    When(ExprId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VarType {
    Square,
    Squares,
    Kind,
    Dir,
    Int,
    Bool,
    /// File or rank index from 0.
    Line,
    /// What stood on a square: a man or nothing.
    Man,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarInfo {
    pub name: String,
    pub ty: VarType,
}

/// Where a part of the game comes from, for messages: rule name (or the variant's), its source file and line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    pub rule: String,
    pub file: String,
    pub line: u32,
}

impl Game {
    #[inline]
    #[must_use]
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    /// The players, without the neutral owner.
    pub fn players(&self) -> impl Iterator<Item = SideId> + '_ {
        (0..self.sides.len() - 1).map(|i| SideId(i as u16))
    }

    #[inline]
    #[must_use]
    pub fn neutral(&self) -> SideId {
        SideId(self.sides.len() as u16 - 1)
    }

    /// Sides of other teams, without neutral.
    #[must_use]
    pub fn enemies(&self, side: SideId) -> SideSet {
        let team = self.sides[side.index()].team;
        self.players().filter(|s| self.sides[s.index()].team != team).collect()
    }
}
