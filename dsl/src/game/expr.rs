//! Expressions: total and pure but for *death*.
//!
//! An expression of type square may have no value. During a run (a candidate move) that kills the run, also below a
//! `not`; outside a run (outcomes) the whole condition is false. `and`, `or` and conditionals evaluate from left to
//! right and only as far as needed. Integers are `i64`, saturating.
//!
//! Types in comments: B bool, I int, Q square, S set of squares, K kind or nothing, KS set of kinds, D direction,
//! L file or rank index from 0, M man variable.

use super::{
    CellId, DirId, ExprId, FactId, FlagId, GenId, KindId, KindSet, SideId, SideSet, SquareSet, TableId, VarId, WalkId,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    // ---- constants and names
    Bool(bool),
    Int(i64),
    /// Q: a named square.
    Square(u16),
    /// S
    Squares(SquareSet),
    /// K; `None` is `nothing`.
    Kind(Option<KindId>),
    /// KS
    Kinds(KindSet),
    /// D
    Dir(DirId),
    /// A choice, `let` or loop variable, of the type in `Game::vars`.
    Var(VarId),
    /// Q: where a walk began; where it ended; where the mover stands now (in an action: the first man moved or placed).
    From,
    To,
    It,
    /// Q: the square an edge of a walk has reached (in its test and take).
    Here,
    /// K: the mover's kind at the start of the move.
    Mover,
    /// S: squares emptied by capture so far. In a guard of a walk: what the walk will take.
    Captured,
    /// In capture hooks: the man's kind (K), its square (Q), whether it had a flag (B).
    VictimKind,
    VictimSquare,
    VictimFlag(FlagId),
    /// B: the move is of one of these generators.
    By(Vec<GenId>),

    // ---- sets of squares
    /// Men of these kinds and owners with (true) or without (false) flags.
    Men {
        kinds: KindSet,
        sides: SideSet,
        flags: Vec<(FlagId, bool)>,
    },
    /// The same with kinds that are known only during play: K or KS.
    MenOf {
        kinds: ExprId,
        sides: SideSet,
        flags: Vec<(FlagId, bool)>,
    },
    /// Royals of these players: men whose kind is royal, or `royal when` its condition holds now.
    Royals(SideSet),
    Empty,
    Union(ExprId, ExprId),
    Meet(ExprId, ExprId),
    Minus(ExprId, ExprId),
    /// S of one: a Q as a set. Dies like the Q.
    Just(ExprId),
    /// Squares one king step from a square of the set (which itself need not be left out).
    Neighbours(ExprId),
    /// Squares of the same colour as Q (file + rank even or odd).
    SameColor(ExprId),
    /// The square over or under Q on the next layer, as a set.
    Twin(ExprId),
    /// Squares of the file (from 0) or rank, all layers.
    FileSquares(ExprId),
    RankSquares(ExprId),
    /// Squares where men of the kind(s) (K or KS) of these owners stand in the setup text.
    Start {
        kinds: ExprId,
        sides: SideSet,
    },
    /// Squares on which a man of this kind (K) and owner could never move, whatever the rest of the board.
    Dead {
        kind: ExprId,
        side: SideId,
    },
    /// Squares strictly between two squares (Q, Q) on a line; none if they share none.
    Between(ExprId, ExprId),
    /// One step from Q in direction D: at most one square.
    Step(ExprId, ExprId),
    /// The longest unbroken part of the line that starts beside `from` and lies in `inside`.
    Run {
        from: ExprId,
        dir: ExprId,
        inside: ExprId,
    },
    /// The square after that run, if it is on the board: at most one.
    Stop {
        from: ExprId,
        dir: ExprId,
        inside: ExprId,
    },
    /// The first square of the longer leg of a leap from Q to Q: at most one; none for straight and diagonal leaps.
    LongStep(ExprId, ExprId),
    /// Squares connected with the set by king steps through men of the same owner, itself included.
    Group(ExprId),
    /// Squares where a man of the side walking so from Q could stop on an empty square.
    Reach {
        walks: Vec<WalkId>,
        from: ExprId,
        side: SideId,
    },
    /// The squares of `of` on which a man could be captured by a man of `by` (CORE 2.7, the phantom definition).
    /// `side` is who asks: a phantom is its man, or, where `by` are its own men, its enemy's. `without` are off the board.
    Attacked {
        of: ExprId,
        by: ExprId,
        side: SideId,
        without: Option<ExprId>,
    },
    /// A `squares` state.
    CellSquares(CellId),
    /// Union of `body` over the values of `var` for which `when` holds.
    Gather {
        var: VarId,
        over: Domain,
        when: Option<ExprId>,
        body: ExprId,
    },

    // ---- squares, kinds, directions
    /// Q: the only square of the set; without exactly one there is no value.
    The(ExprId),
    /// K: what stands on Q.
    KindOf(ExprId),
    /// K: `KindInfo::base` and `KindInfo::turned` of the kind; `nothing` where it has none.
    BaseOf(ExprId),
    TurnedOf(ExprId),
    /// K: entry of a table for a file L.
    Table(TableId, ExprId),
    /// K: a `kind` state.
    CellKind(CellId),
    /// KS: kinds in the hand of a player.
    Hand(SideId),
    /// D: the opposite direction.
    Opposite(ExprId),
    /// D: from Q to Q along a line or in a leap's nearest line; no value if they are equal or share none.
    Direction(ExprId, ExprId),
    /// L of Q.
    FileOf(ExprId),
    RankOf(ExprId),

    // ---- integers
    Count(ExprId),
    /// A counter (or latch: 0, 1), with its index if it has one (L or K as the cell says).
    Cell(CellId, Option<ExprId>),
    /// How many of kind K are in the player's hand.
    InHand(SideId, ExprId),
    /// King steps between two squares.
    Distance(ExprId, ExprId),
    Worth(ExprId),
    Arith(Arith, ExprId, ExprId),
    /// Sum of an I over a domain.
    Sum {
        var: VarId,
        over: Domain,
        body: ExprId,
    },
    /// Plies since the start of the game.
    Ply,
    /// Players still in the game.
    Players,
    /// How often the position has occurred (outcomes only).
    Repetition,

    // ---- booleans
    Some(ExprId),
    /// Every square of the first lies in the second.
    Subset(ExprId, ExprId),
    /// Two kinds are equal; `nothing` equals nothing only.
    SameKind(ExprId, ExprId),
    /// K is one of KS.
    KindIn(ExprId, ExprId),
    Compare(Cmp, ExprId, ExprId),
    Not(ExprId),
    And(ExprId, ExprId),
    Or(ExprId, ExprId),
    If(ExprId, ExprId, ExprId),
    /// It is this player's turn.
    Turn(SideId),
    /// The player has a move for which the filter holds (with the names of that move, on its result).
    CanMove {
        side: SideId,
        level: Level,
        filter: Option<ExprId>,
    },
    /// The fact held after every move of the player in the repeated cycle (outcomes only).
    Throughout(FactId, SideId),
    /// S: the squares of the men that were in the set fact after every such move.
    ThroughoutSquares(FactId, SideId),

    // ---- any type
    /// The same expression on the position before the move.
    Before(ExprId),
}

/// What a variable runs through, in this order: squares and kinds ascending, directions as listed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// S
    Squares(ExprId),
    /// K or KS
    Kinds(ExprId),
    Dirs(Vec<DirId>),
    /// File indices of the board.
    Files,
    /// Ints, both ends included.
    Ints(i64, i64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    Add,
    Sub,
    Mul,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cmp {
    Eq,
    Less,
    AtMost,
}

/// Which moves `can move` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Candidates that pass the judges that do not ask `can move` themselves. Asked as if the side's turn began.
    Safe,
    /// Legal moves by all judges and preferences, without asking outcomes (outcome lines).
    Best,
}
