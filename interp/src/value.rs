//! Values of expressions and names during a run.

use ferz_dsl::game::{DirId, KindId, Man, Sq, SquareSet};

/// An expression without a value: the run it belongs to does not exist; outside a run its condition is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dead;

pub(crate) type Eval<T> = Result<T, Dead>;

/// What a `choose`, `let` or loop variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Square(Sq),
    Squares(SquareSet),
    Kind(Option<KindId>),
    Dir(DirId),
    Int(i64),
    Bool(bool),
    Line(u8),
    /// What stood on a square: a man or nothing.
    Man(Option<Man>),
}
