//! Generators of moves and the steps they run.
//!
//! Three deeds change a position: a man is lifted off a square, a man is put on a square, a cell of state is set.

use super::{
    CellId, Domain, ExprId, FlagId, GuardId, HandlerId, HookId, JudgeId, KindId, Origin, SideId, VarId, WalkId,
};

/// One sort of move of one side.
///
/// A generator with a walk has one candidate for each man of the kind and each (landing, victims) of its walks; one
/// with an action has one for each full assignment of its choices. Candidates of several walk generators that agree in
/// from, to, victims (and the square they are put on), in their `block` (none, or the same generator) and in all handler choices are one move; the first
/// generator in order counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Gen {
    pub side: SideId,
    pub body: GenBody,
    /// Label of the clause (`called`) or name of the action; the long form of the text uses it.
    pub label: Option<String>,
    /// What its texts say beyond from and to. Decided once for the variant, never by looking at other moves.
    pub text: LongText,
    pub origin: Origin,
    /// All of the following in order of asking.
    pub guards: Vec<GuardId>,
    pub judges: Vec<JudgeId>,
    /// `after move` handlers (own first, then those of others), then those of the settled round.
    pub after: Vec<HandlerId>,
    pub settled: Vec<HandlerId>,
    /// `after capture` hooks whose description of the captor this move meets (own first).
    pub on_capture: Vec<HookId>,
    /// One value for each entry of `Game::prefers` of the side (index in that list): B or I; `None`: 0.
    pub prefer: Vec<Option<ExprId>>,
    /// Can a run of it, handlers included, capture? If not it attacks nothing and may ask `attacked` freely.
    pub bites: bool,
}

/// Parts of the text of a walk after its two squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LongText {
    /// `,xd5` for each victim that does not stand on `to`, in order of squares; `,d5e4` for a man taken on d5 and put on
    /// e4.
    pub victims: bool,
    /// `:label`.
    pub label: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum GenBody {
    /// A man of the kind walks; then the block runs.
    Walk { kind: KindId, walks: Vec<WalkId>, block: Vec<Step> },
    /// The steps as written.
    Action { name: String, steps: Vec<Step> },
}

/// Betza's `O n` in a piece line (BETZA 10.4), before it becomes an action: the king goes `n` files toward the first
/// man on its rank, which must be the one from the edge less `jumps` squares, both unmoved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castle {
    pub files: u8,
    /// East and west step allowed, as seen by the owner: right, left.
    pub right: bool,
    pub left: bool,
    pub jumps: u8,
}

/// Why a man leaves a square. `lost by moving` flags are lost by `Carry`; capture hooks hear `Capture` only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    Capture,
    Remove,
    Carry,
    Merge,
    Become,
    Convert,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Said: part of the move's identity. An empty domain ends the run.
    Choose {
        var: VarId,
        from: Domain,
    },
    Let {
        var: VarId,
        value: ExprId,
    },
    Require(ExprId),
    /// Takes what stands on the square (Q) into the man variable; an empty square gives nothing.
    Lift {
        at: ExprId,
        into: VarId,
        cause: Cause,
    },
    /// Puts a man on the square (Q); nothing in hand: no effect. An occupied square ends the run.
    Put {
        man: ManExpr,
        at: ExprId,
    },
    /// For latches 0 or 1 as I or B; for `squares` states S; for `kind` states K; counters saturate at their bounds.
    Cell {
        cell: CellId,
        index: Option<ExprId>,
        op: CellOp,
        value: ExprId,
    },
    /// Changes the count of kind K in a hand. Taking what is not there ends the run.
    Hand {
        side: SideId,
        kind: ExprId,
        count: ExprId,
        take: bool,
    },
    /// Sets or clears a flag of every man on the squares (S).
    Flag {
        flag: FlagId,
        of: ExprId,
        on: bool,
    },
    /// The body for each value; the domain is evaluated once.
    Each {
        var: VarId,
        over: Domain,
        body: Vec<Step>,
    },
    If {
        when: ExprId,
        then: Vec<Step>,
        other: Vec<Step>,
    },
    /// With the body and without it: two candidates. Said.
    May(Vec<Step>),
    /// The rest of the mover's turn is skipped.
    EndTurn,
    /// The owner leaves the game.
    Eliminate(SideId),
    /// Remembers a result in the position (`win`, `lose`, `draw` steps): it ends the game before all outcome lines.
    Mark(Mark),
    /// Adds to the move's text, or replaces it.
    Write {
        parts: Vec<TextPart>,
        replace: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    Win(SideId),
    Lose(SideId),
    Draw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOp {
    Set,
    Add,
    Take,
}

/// The man to put: the one in hand or a new one, changed as said.
#[derive(Clone, Debug, PartialEq)]
pub struct ManExpr {
    pub base: ManBase,
    /// New kind (K); `nothing` ends the run. Flags are then reset unless `kept by becoming` or in `keep`.
    pub kind: Option<ExprId>,
    pub owner: Option<SideId>,
    pub keep: Vec<FlagId>,
    /// Flags set at the end.
    pub with: Vec<FlagId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ManBase {
    Var(VarId),
    /// A new man without flags; `ManExpr::kind` and `owner` are given.
    New,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TextPart {
    Lit(String),
    /// A square (Q) by name.
    Square(ExprId),
    /// Letter of a kind (K) with its prefix: upper case.
    Letter(ExprId),
    /// The same in lower case.
    Small(ExprId),
    /// A decimal number (I) or a direction's name.
    Value(ExprId),
}
