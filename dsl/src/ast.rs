//! The syntax tree: a file as written, with spans. Mirrors the grammar of `docs/language.md`, section 3.
//!
//! No name is resolved here; `plain` words and `name` words are both [`Name`].

use crate::source::{Span, Spanned};

pub type Name = Spanned<String>;
pub type Text = Spanned<String>;

#[derive(Clone, Debug, PartialEq, Default)]
pub struct File {
    pub includes: Vec<Text>,
    pub variants: Vec<Variant>,
    pub rules: Vec<Rule>,
    /// Zones, tables, patterns and definitions outside of variants and rules.
    pub shared: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub title: Text,
    pub extends: Option<Extends>,
    pub items: Vec<Item>,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Extends {
    /// A word (`four_players`) or the text of a string (a file).
    pub name: Name,
    pub is_string: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub name: Name,
    pub params: Vec<Param>,
    pub items: Vec<Item>,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: Name,
    pub default: Option<Value>,
    pub among: Option<Vec<Value>>,
    pub doc: Option<String>,
    pub span: Span,
}

/// An expression, or a list in brackets (an `Expr` whose kind is `List`).
pub type Value = Expr;

#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub kind: ItemKind,
    pub doc: Option<String>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    // frame
    Meta(Vec<(Name, Text)>),
    Sides(Vec<SideDef>),
    /// `true`: mirrored.
    Facing(bool),
    Board(Board),
    Turns {
        first: Vec<Name>,
        repeat: Vec<Name>,
        growing: bool,
    },
    Setup(Text),
    Layout(Vec<(Name, Option<Name>)>),
    Parameter(Param),
    Change(Change, Option<Name>),
    Without(Without),
    Test(Test),
    // shared
    Zone {
        name: Name,
        each_side: bool,
        value: Expr,
    },
    Table {
        name: Name,
        entries: Vec<Value>,
    },
    Pattern {
        name: Name,
        value: Pattern,
    },
    Define {
        name: Name,
        params: Vec<Name>,
        value: Expr,
    },
    // entries
    Piece(Piece),
    Hand {
        kinds: Kinds,
        side: Option<Name>,
    },
    Flag(Flag),
    State(State),
    Use(Use),
    Needs {
        name: Name,
        args: Vec<Arg>,
    },
    Give {
        to: PieceDesc,
        pattern: Pattern,
        block: Option<Vec<Step>>,
    },
    Limit {
        of: PieceDesc,
        squares: Spanned<u32>,
    },
    Forbid(Forbid),
    Prefer(Prefer),
    After(After),
    At {
        moment: Moment,
        steps: Vec<Step>,
    },
    Action {
        name: Name,
        steps: Vec<Step>,
    },
    Outcome {
        result: ResultWord,
        when: Expr,
        held_turns: Option<Expr>,
    },
    If {
        when: Expr,
        then: Vec<Item>,
        other: Vec<Item>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct SideDef {
    pub name: Name,
    pub faces: Option<Name>,
    pub team: Option<Name>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub shape: Spanned<BoardShape>,
    pub layers: Option<Spanned<u32>>,
    /// `cylinder` or `torus`.
    pub wrap: Option<Name>,
    pub without: Option<Vec<Value>>,
    pub lines: Vec<(Name, Vec<Value>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardShape {
    Size { files: u32, ranks: u32 },
    Hexagon(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    Item(Box<Item>),
    Parameter { name: Name, value: Value },
    Use { name: Name, args: Vec<Arg> },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Without {
    Piece(Name),
    Zone(Name),
    Named(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub kind: Name,
    /// Upper case with its prefix, or `*`.
    pub letter: Text,
    pub side: Option<Name>,
    pub pattern: Option<Pattern>,
    pub attacks: Option<Pattern>,
    pub traits: Vec<Spanned<Trait>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Trait {
    Royal(Option<Expr>),
    Neutral,
    From(Name),
    Worth(u32),
}

/// Clauses joined by `also`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    pub clauses: Vec<Clause>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub movement: Movement,
    pub mods: Vec<Spanned<ClauseMod>>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Movement {
    /// A Betza string. The span covers the text between the quotes.
    Betza(Text),
    Nothing(Span),
    Named(Name),
    Its(ItsWhat, Span),
    Of(OfWhat, Box<Movement>, Span),
    Along(Name),
    Kind(Name),
    Group(Box<Pattern>),
    /// A name in the place of a movement: a rule parameter that holds a string or a pattern (`how`).
    Param(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItsWhat {
    Moves,
    Captures,
    QuietMoves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfWhat {
    Captures,
    QuietMoves,
    Reverse,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ClauseMod {
    When(Expr),
    Onto(Expr),
    Within(Expr),
    LandingOn(Expr),
    Capturing(Expr),
    KeepingVictims,
    UpTo(u32),
    HeadingForward,
    ToTheEnd,
    Called(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    pub name: Name,
    /// Kinds: an expression (`any`, a kind, a list, a parameter).
    pub on: Expr,
    pub starts: Option<Starts>,
    pub lost_by_moving: bool,
    pub kept_by_becoming: bool,
    pub shown: Option<Spanned<Shown>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Starts {
    Set,
    On(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
    Squares { with: Option<Name> },
    Count,
    Files,
    Wings(Expr),
    Mark(Text),
    Pair,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub name: Name,
    pub ty: StateType,
    pub by: Option<Spanned<StateBy>>,
    pub range: Option<(Spanned<i64>, Expr)>,
    pub starts: Option<Expr>,
    pub shared: bool,
    pub outside_identity: bool,
    pub shown: Option<Spanned<Shown>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateType {
    Counter,
    Latch,
    Squares,
    Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StateBy {
    File,
    Side,
    Kinds(Kinds),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    pub name: Name,
    pub args: Vec<Arg>,
    pub side: Option<Name>,
    pub alias: Option<Name>,
    pub from_ply: Option<Spanned<u32>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    pub name: Name,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    pub selector: Selector,
    pub filter: Option<Expr>,
    pub leaving: Option<Expr>,
    pub first: bool,
    pub keeping_attacks: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Prefer {
    Most(Expr),
    Moves { selector: Selector, filter: Option<Expr> },
}

/// `moves [of D] [by l, m]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    pub of: Option<PieceDesc>,
    pub by: Vec<Label>,
    pub span: Span,
}

/// `name` or `rule.name`.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub rule: Option<Name>,
    pub name: Name,
}

#[derive(Clone, Debug, PartialEq)]
pub struct After {
    pub what: AfterWhat,
    pub of: Option<PieceDesc>,
    pub by: Option<AfterBy>,
    pub filter: Option<Expr>,
    pub may: bool,
    pub steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterWhat {
    Move,
    MoveSettled,
    Capture,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AfterBy {
    Label(Label),
    Piece(PieceDesc),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    StartOfGame,
    Grant,
    Loss,
    StartOfTurn(WhoseTurn),
    EndOfTurn(WhoseTurn),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoseTurn {
    Own,
    Enemy,
    Any,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ResultWord {
    Win,
    Lose,
    Draw,
    Result(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub kind: StepKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    Choose {
        name: Name,
        from: Expr,
    },
    Require(Expr),
    Let {
        name: Name,
        value: Expr,
    },
    Capture(Expr),
    Remove(Expr),
    /// One or two pairs.
    Move(Vec<(Expr, Expr)>),
    Place {
        kind: Expr,
        on: Expr,
        with: Option<Name>,
        owner: Option<Expr>,
    },
    Become {
        kind: Expr,
        at: Option<Expr>,
        keeping: Option<Name>,
    },
    Convert {
        what: Expr,
        to: Option<Expr>,
    },
    Swap(Expr, Expr),
    /// `set n [of x] [to e]`.
    Set {
        name: Name,
        of: Option<Expr>,
        to: Option<Expr>,
    },
    Clear {
        name: Name,
        of: Option<Expr>,
    },
    Add {
        value: Expr,
        to: Target,
    },
    Take {
        value: Expr,
        from: Target,
    },
    ForEach {
        name: Name,
        over: Expr,
        body: Vec<Step>,
    },
    If {
        when: Expr,
        then: Vec<Step>,
        other: Vec<Step>,
    },
    May(Vec<Step>),
    EndTurn,
    Eliminate,
    Win,
    Lose,
    Draw,
    Written(Text),
    Rewritten(Text),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    pub name: Name,
    pub of: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

type Sub = Box<Expr>;

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Not(Sub),
    Relation {
        left: Sub,
        relation: Relation,
        right: Sub,
    },
    Arith {
        op: char,
        left: Sub,
        right: Sub,
    },
    /// Set joins, left to right: `on plus except ignoring beside` and `attacked by`.
    Join {
        join: Join,
        left: Sub,
        right: Sub,
    },
    /// `(a, b)` with zero or at least two members, or a trailing form of a list; one member in brackets is that member.
    List(Vec<Expr>),
    Count(Sub),
    Some(Sub),
    No(Sub),
    The(Sub),
    From,
    To,
    /// `[side] can move [where c]`; `could`: tests that ask for moves themselves, and preferences, are left out.
    CanMove {
        side: Option<SideWord>,
        could: bool,
        filter: Option<Sub>,
    },
    Throughout(Sub),
    Was(Sub),
    /// `by label`.
    By(Label),
    SeenFrom {
        from: Sub,
        going: Sub,
    },
    StepFrom {
        from: Sub,
        going: Sub,
    },
    Behind(Sub),
    Reach {
        movement: Box<Movement>,
        from: Sub,
    },
    Run {
        inside: Sub,
        from: Sub,
        going: Sub,
    },
    Gather {
        value: Sub,
        name: Name,
        over: Sub,
        filter: Option<Sub>,
    },
    Between(Sub, Sub),
    DeadSquares(Sub),
    SameColor(Sub),
    /// `first rank`, `last rank`, `rank n`, each `of` a side or of the owner.
    Rank {
        which: RankWhich,
        of: Option<Whose>,
    },
    /// `file e` (a letter word) or `file 5`; `file of x` is `Of`.
    File(Sub),
    Square(String),
    Rect(String, String),
    Int(i64),
    Text(String),
    /// `own ...`, `enemy ...` with words (flags, sets, kind-valued names) and perhaps kinds, or something in brackets.
    Described(PieceDesc),
    /// `own (expr)`, `enemy (expr)`.
    SideOf {
        side: SideWord,
        of: Sub,
    },
    /// Kinds without a side: `Pawn`, `(Knight, Bishop)`, `R`, `+R`.
    Kinds(Kinds),
    Call {
        name: Name,
        args: Vec<Expr>,
    },
    Dotted {
        rule: Name,
        name: Name,
    },
    /// `name of x`: built-in functions (`row`, `file`, `kind`, `base`, `turned`, `worth`, `opposite`, `twin`, `start`,
    /// `group`, `neighbours`, `hand`, ...), tables, states with an index.
    Of {
        name: Name,
        of: Sub,
    },
    Name(Name),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Is,
    IsNot,
    Was,
    WasNot,
    In,
    NotIn,
    AtLeast,
    AtMost,
    MoreThan,
    FewerThan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    On,
    Plus,
    Except,
    AttackedBy,
    Ignoring,
    Beside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideWord {
    Own,
    Enemy,
    Ally,
    Neutral,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Whose {
    Word(SideWord),
    Side(Name),
}

#[derive(Clone, Debug, PartialEq)]
pub enum RankWhich {
    First,
    Last,
    Number(u32),
}

/// `own unmoved Rook`, `zombie Knight`, `enemy prey`, `who`.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDesc {
    pub side: Option<Spanned<SideWord>>,
    pub adjectives: Vec<Name>,
    pub kinds: Option<Kinds>,
    pub span: Span,
}

/// Kind names, or letters of kinds (`R`, `+R`), one or more.
#[derive(Clone, Debug, PartialEq)]
pub struct Kinds {
    pub list: Vec<Name>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub name: Text,
    pub steps: Vec<TestStep>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestStep {
    pub kind: TestKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TestKind {
    Position(Text),
    Play(Text),
    Perft(u32, u64),
    /// `moves n`.
    MoveCount(u64),
    MovesAre {
        of: Option<Name>,
        texts: Text,
    },
    Legal(Text),
    Illegal {
        text: Text,
        because: Option<Name>,
    },
    Becomes(Text),
    Outcome(Text),
    Set {
        name: Name,
        value: Value,
    },
    Checked,
    Unchecked,
    Snapshot,
}
