//! State: flags on men, cells, hands, and how the FEN shows them.

use super::{CellId, FlagId, KindId, KindSet, Origin, SideId, Sq, SquareSet};

/// A man on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Man {
    pub kind: KindId,
    pub owner: SideId,
    /// Bit `f` is flag `f`.
    pub flags: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FlagInfo {
    pub name: String,
    /// Kinds that can have it.
    pub kinds: KindSet,
    /// By side (players): squares on which a man of those kinds has it in the setup where the text does not say;
    /// all squares for `starts set`, none without `starts`.
    pub starts: Vec<SquareSet>,
    /// `starts set`: a file letter in the FEN means the man where its kind stands in the setup.
    pub starts_set: bool,
    pub lost_by_moving: bool,
    pub kept_by_becoming: bool,
    pub shown: Codec,
    pub origin: Origin,
}

/// A cell of state. States that belong to the owner have one cell for each side that uses the rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// `rule.name`, or `rule@as.name`: unique together with the side.
    pub name: String,
    /// Whose copy; `None` for `shared`.
    pub side: Option<SideId>,
    pub ty: CellType,
    pub index: CellIndex,
    pub role: Role,
    /// Value at the start of a game and after a FEN that does not say: counters and latches as ints.
    pub start: i64,
    /// Value that a FEN means by silence.
    pub default: i64,
    pub origin: Origin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Saturates at its bounds. A FEN's value beyond the upper bound of a clock is kept as read.
    Counter {
        min: i64,
        max: i64,
    },
    Latch,
    Squares,
    Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CellIndex {
    One,
    /// One value for each file.
    File,
    /// One value for each of these kinds, in this order.
    Kinds(Vec<KindId>),
    /// One value for each player.
    Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Part of the position's identity.
    Position,
    /// `outside identity`: in the FEN, not in the key; only outcomes and other clocks read it.
    Clock,
}

/// How a flag or state is written in the FEN (LANGUAGE section 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// Not shown: follows as a word `name=value` where it differs from its default.
    Hidden,
    /// Squares, `-` for none; `with` the occupied squares of another state.
    Squares {
        with: Option<CellId>,
    },
    Count,
    Files,
    /// Wings of the kind: `KQkq` and file letters.
    Wings(KindId),
    /// A mark after the letter of the man.
    Mark(char),
    /// One value for each side, `3+3`.
    Pair,
}

/// One field of the FEN after the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenField {
    /// Flags shown by `wings` and `files`, in order of declaration. Always written, `-` if empty.
    Rights(Vec<FlagId>),
    /// Cells of one `squares` state by side, with the cells of its `with` state. Empty list: a field `-` of a game
    /// without such a state.
    Squares {
        cells: Vec<CellId>,
        with: Vec<CellId>,
    },
    /// A `count` that takes the place of the squares field: `-` for 0.
    CountOrDash(CellId),
    Count(CellId),
    /// By side.
    Pair(Vec<CellId>),
    /// The half-move clock; `None`: `0` is written and any number read.
    HalfMoves(Option<CellId>),
    FullMoves,
}

/// A position as data: the start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// By square number.
    pub board: Vec<Option<Man>>,
    /// Counts by side and kind.
    pub hands: Vec<Vec<u8>>,
    /// Int cells by cell and index; for squares see `squares`; for kinds -1 is nothing.
    pub ints: Vec<Vec<i64>>,
    pub squares: Vec<SquareSet>,
    /// Entry of the turn list.
    pub turn: u16,
    pub full_moves: u32,
}

impl Start {
    /// Men of a kind and owner.
    #[must_use]
    pub fn squares_of(&self, kinds: KindSet, side: SideId) -> SquareSet {
        (0..self.board.len() as Sq)
            .filter(|s| self.board[usize::from(*s)].is_some_and(|m| kinds.contains(m.kind) && m.owner == side))
            .collect()
    }
}
