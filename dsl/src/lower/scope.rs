//! Types of expressions, and the names that are in scope where one stands.

use crate::assemble::BundleId;
use crate::ast;
use crate::game::{DirId, ExprId, ResultExpr, SideId, VarId};

/// Type of an expression of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    Bool,
    Int,
    /// Exactly one square, or the run dies.
    Square,
    /// At most one square (`seen`, `step`, `behind`): usable as a set, and as a square where there is one.
    Maybe,
    Set,
    Kind,
    Kinds,
    Dir,
    /// A file of the board.
    File,
    /// A rank of the board, absolute.
    Row,
}

impl Ty {
    /// As messages say it.
    pub fn words(self) -> &'static str {
        match self {
            Ty::Bool => "a condition",
            Ty::Int => "a number",
            Ty::Square => "a square",
            Ty::Maybe => "at most one square",
            Ty::Set => "a set of squares",
            Ty::Kind => "a kind of piece",
            Ty::Kinds => "a set of kinds",
            Ty::Dir => "a direction",
            Ty::File => "a file",
            Ty::Row => "a rank",
        }
    }
}

/// A lowered value.
#[derive(Clone, Debug, PartialEq)]
pub enum Val {
    Expr(ExprId, Ty),
    Dirs(Vec<DirId>),
    Files,
    /// A word of an `among` list.
    Word(String, Vec<String>),
    Text(ast::Text),
    Result(ResultExpr),
}

impl Val {
    pub fn words(&self) -> String {
        match self {
            Val::Expr(_, ty) => ty.words().to_string(),
            Val::Dirs(_) => "a list of directions".into(),
            Val::Files => "the files of the board".into(),
            Val::Word(w, _) => format!("the word `{w}`"),
            Val::Text(_) => "a text".into(),
            Val::Result(_) => "a result".into(),
        }
    }
}

/// A name bound in the text around an expression.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub val: Val,
}

/// Which names of a run exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct RunNames {
    /// `from`, `to`, `mover`: the move is a walk.
    pub walk: bool,
    /// `it`, `captured`, `by`: there is a move at all.
    pub run: bool,
    /// `victim`, `victim_square`.
    pub victim: bool,
}

/// At which level `can move` asks, if it may be asked at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `where`, `when`, steps, turn hooks, `royal when`: `can move` and history are not allowed.
    Rules,
    /// `leaving`.
    Judge,
    /// Outcome lines and facts: `can move` means legal moves; history is allowed.
    Outcome,
}

/// Where an expression stands.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The player that `own` means.
    pub me: SideId,
    /// Whose names are visible; `None`: the variant's and the library's only.
    pub bundle: Option<BundleId>,
    pub locals: Vec<Local>,
    pub run: RunNames,
    pub place: Place,
    /// Definitions and arguments being expanded, innermost last: recursion is an error.
    pub inside: Vec<String>,
}

impl Scope {
    pub fn new(me: SideId, bundle: Option<BundleId>, place: Place) -> Self {
        Self { me, bundle, locals: Vec::new(), run: RunNames::default(), place, inside: Vec::new() }
    }
    pub fn run(mut self, run: RunNames) -> Self {
        self.run = run;
        self
    }
    pub fn local(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|l| l.name == name)
    }
    pub fn bind(&mut self, name: &str, val: Val) {
        self.locals.push(Local { name: name.to_string(), val });
    }
    /// The same place with another view and other names, for an argument or a definition.
    pub fn enter(&self, what: &str, me: SideId, bundle: Option<BundleId>) -> Self {
        let mut inside = self.inside.clone();
        inside.push(what.to_string());
        Self { me, bundle, locals: Vec::new(), run: self.run, place: self.place, inside }
    }
}

/// Choices and lets of a program, for guards, judges and handlers that name them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bound {
    pub names: Vec<(String, VarId, Ty)>,
}

/// An expression could not be lowered; the reason has been told, or the part does not apply to this move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

pub type Low<T> = Result<T, Failed>;
