//! The contract between a variant and everything above it (perft, search, protocols, tests).
//!
//! Both executions implement it: compiled code with a zero-sized rules value, the interpreter with one that holds
//! the `Game`. Squares are numbered layer by layer, rank by rank from the first rank, file a first.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::ControlFlow;

/// Whether a visit of moves goes on. `Break` ends it at once.
pub type Flow = ControlFlow<()>;

/// What is constant in a variant and of interest to programs: names, not rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesInfo {
    /// Name for tables and options: lower case, `-` between words.
    pub name: String,
    /// Title as written in the file.
    pub title: String,
    /// Names of the players in turn order; the first is written in upper-case letters.
    pub sides: Vec<String>,
    pub files: u8,
    pub ranks: u8,
    /// The start position as FEN.
    pub start_fen: String,
}

/// A variant: where positions come from.
pub trait Rules: Clone + Send + Sync + 'static {
    type Position: Position;

    fn info(&self) -> RulesInfo;

    /// The start position of a game.
    fn start(&self) -> Self::Position;

    /// Reads a position; no handler of the rules runs.
    ///
    /// # Errors
    /// The field that could not be read and why.
    #[expect(clippy::wrong_self_convention, reason = "positions come from the rules value, which interpreters need")]
    fn from_fen(&self, fen: &str) -> Result<Self::Position, TextError>;
}

/// A position of one variant, complete: everything that decides future play except history.
pub trait Position: Clone + Send + 'static {
    /// A move's identity. Equal moves of one position are one move; the order is total and arbitrary but fixed.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + 'static;

    /// The position as FEN; reading it gives an equal position.
    fn to_fen(&self) -> String;

    /// Index into `RulesInfo::sides`.
    fn side_to_move(&self) -> usize;

    /// Visits every legal move once, in no particular order. A finished position has none.
    fn visit_moves<F: FnMut(Self::Move) -> Flow>(&self, visit: &mut F) -> Flow;

    /// Plays a legal move of this position.
    fn play(&mut self, mv: Self::Move);

    /// As `play`, where nobody will ask for the key of this position or of one that follows: what counting does.
    fn advance(&mut self, mv: Self::Move) {
        self.play(mv);
    }

    /// The position after a legal move, its key not asked for.
    fn advanced(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.advance(mv);
        next
    }

    /// How the game stands by the position alone (no history), from the lines of the rules that read no history and no
    /// clock. `None` while play goes on. Exactly the positions with `Some` have no moves because the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// As `outcome`, then the lines that read history or clocks (repetition, move counts).
    /// `history` ends with the record of the last move played; it is empty for a FEN without moves.
    fn adjudicate(&self, history: &History) -> Option<Outcome>;

    /// What history must keep of the move just made: `self` is the position after `mv` was played on `before`.
    fn record(&self, before: &Self, mv: Self::Move) -> Record;

    /// Key of the identity class of the position: equal for equal positions, in each execution by itself.
    fn key(&self) -> u64;

    /// The same, computed from nothing: for tests of an execution that keeps its key.
    fn fresh_key(&self) -> u64 {
        self.key()
    }

    /// Is a royal of the side to move attacked? False where the rules know no royals.
    fn in_check(&self) -> bool;

    /// The move's text. A function of this position and the move alone.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Static value in centipawns seen by the side to move, from material and mobility that the rules imply.
    fn evaluate(&self) -> i32;

    /// Rough gain of a move for ordering, in centipawns: what it takes and what it becomes. 0 for quiet moves.
    fn gain(&self, mv: Self::Move) -> i32;

    /// Number of legal moves, finished or not counted as `visit_moves` does; compiled code counts without listing.
    fn count_moves(&self) -> u64 {
        let mut n = 0;
        let _ = self.visit_moves(&mut |_| {
            n += 1;
            Flow::Continue(())
        });
        n
    }

    /// Appends the legal moves to `list`. Everything above the trait lists moves through here, so that a program holds
    /// one copy of the generator instead of one for each visitor.
    fn moves_into(&self, list: &mut Vec<Self::Move>) {
        let _ = self.visit_moves(&mut |mv| {
            list.push(mv);
            Flow::Continue(())
        });
    }

    /// The legal moves, listed.
    fn moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.moves_into(&mut list);
        list
    }

    /// The legal move with this text, if there is one.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        self.moves().into_iter().find(|mv| self.move_text(*mv) == text)
    }

    /// Board for people: one line a rank, then state. Default: the FEN.
    fn diagram(&self) -> String {
        self.to_fen()
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Points of each side in turn order: 2 win, 1 draw, 0 loss; 3:1 halves as `HalfWin`. See `kind`.
    pub kind: OutcomeKind,
    /// Name of the rule that ended the game.
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// The side (index) has won.
    Win(usize),
    Draw,
    /// The side (index) has won by half (stalemate in some games).
    HalfWin(usize),
    /// Points of each side in turn order.
    Points(Vec<i64>),
}

impl Outcome {
    /// Text for people: `white wins (checkmate)`, `draw (stalemate)`, `points 3:5 (points)`.
    /// `sides` are the names of the players.
    #[must_use]
    pub fn text(&self, sides: &[String]) -> String {
        let what = match &self.kind {
            OutcomeKind::Win(s) => format!("{} wins", sides[*s]),
            OutcomeKind::Draw => "draw".to_string(),
            OutcomeKind::HalfWin(s) => format!("{} half wins", sides[*s]),
            OutcomeKind::Points(p) => {
                format!("points {}", p.iter().map(i64::to_string).collect::<Vec<_>>().join(":"))
            }
        };
        format!("{what} ({})", self.reason)
    }

    /// 1 if `side` has won, 0 for a draw, -1 if it has lost; halves count as whole.
    #[must_use]
    pub fn sign_for(&self, side: usize) -> i32 {
        match &self.kind {
            OutcomeKind::Win(s) | OutcomeKind::HalfWin(s) => {
                if *s == side {
                    1
                } else {
                    -1
                }
            }
            OutcomeKind::Draw => 0,
            OutcomeKind::Points(p) => {
                let best_other = p.iter().enumerate().filter(|(i, _)| *i != side).map(|(_, v)| *v).max().unwrap_or(0);
                (p[side] - best_other).signum() as i32
            }
        }
    }
}

/// The moves of a game so far, as far as rules may ask about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Key of the position the records start from.
    start: u64,
    /// One record for each move played, oldest first.
    records: Vec<Record>,
    /// How many positions fall in each bucket of keys: one alone in its bucket has no earlier like, and no search through
    /// the game is needed to say so.
    buckets: Box<[u16; BUCKETS]>,
}

const BUCKETS: usize = 1 << 11;

fn bucket(key: u64) -> usize {
    (key as usize) % BUCKETS
}

/// One move in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Key of the position after the move.
    pub key: u64,
    /// Who made it, index into the players.
    pub mover: usize,
    /// Facts that the rules remember of the position after the move, in the order of the rules (`throughout cycle`).
    pub facts: Vec<Fact>,
    /// Men that changed squares, from and to, so that a man can be followed.
    pub moved: Vec<(u16, u16)>,
}

/// A fact about the position after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    Bool(bool),
    /// Sorted squares.
    Squares(Vec<u16>),
}

impl History {
    /// The history of a game that starts at the position with this key.
    #[must_use]
    pub fn new(start: u64) -> Self {
        let mut buckets = Box::new([0; BUCKETS]);
        buckets[bucket(start)] = 1;
        Self { start, records: Vec::new(), buckets }
    }

    /// The records of the moves played, oldest first.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn push(&mut self, record: Record) {
        let place = &mut self.buckets[bucket(record.key)];
        *place = place.saturating_add(1);
        self.records.push(record);
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Record> {
        let record = self.records.pop()?;
        let place = &mut self.buckets[bucket(record.key)];
        // A full bucket has lost count and stays full: it only costs the search.
        if *place != u16::MAX {
            *place -= 1;
        }
        Some(record)
    }

    /// How often the present position (the last record, or the start) has occurred, this time included.
    #[must_use]
    pub fn repetition(&self) -> u32 {
        let now = self.records.last().map_or(self.start, |r| r.key);
        if self.buckets[bucket(now)] <= 1 {
            return 1;
        }
        let before = std::iter::once(self.start).chain(self.records.iter().map(|r| r.key));
        before.filter(|k| *k == now).count() as u32
    }

    /// The records since the first occurrence of the present position; empty without a repetition.
    #[must_use]
    pub fn cycle(&self) -> &[Record] {
        let Some(last) = self.records.last() else { return &[] };
        if self.buckets[bucket(last.key)] <= 1 {
            return &[];
        }
        if self.start == last.key {
            return &self.records;
        }
        match self.records.iter().position(|r| r.key == last.key) {
            Some(first) if first + 1 < self.records.len() => &self.records[first + 1..],
            _ => &[],
        }
    }
}

/// A FEN or a move text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Number of the blank-separated field, from 1; 0 for the text as a whole.
    pub field: usize,
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field == 0 {
            write!(f, "{}", self.message)
        } else {
            write!(f, "field {}: {}", self.field, self.message)
        }
    }
}

impl std::error::Error for TextError {}
