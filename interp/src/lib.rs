//! The reference interpreter of Ferz games: a `Game` executed in the plainest way that can be right.
//!
//! No bitboards and no shortcuts but the documented ones: a move is a run of its program over a store of plain
//! vectors, an attack is a capture tried with a phantom. It judges compiled code, which shares nothing with it but the
//! `Game` and the trait.
//!
//! | module | what it is |
//! |---|---|
//! | `store` | everything a position consists of |
//! | `scene`, `eval`, `eval_sets` | expressions and what they can see |
//! | `walk`, `trips` | men walking over the board |
//! | `run` | programs, one function per step rule |
//! | `candidates`, `legal` | moves that exist; moves that judges and preferences allow |
//! | `attack` | the phantom definition |
//! | `bare` | one piece on a board without a game |
//! | `diagrams` | the pieces of a game, drawn |
//! | `turn`, `outcome`, `history` | who moves, how games end, what is remembered |
//! | `fen`, `text`, `word` | positions and moves as text; a move's identity |
//! | `explain` | why a move is illegal |
#![forbid(unsafe_code)]

mod attack;
pub mod bare;
mod candidates;
mod diagrams;
mod eval;
mod eval_sets;
mod explain;
mod fen;
mod geometry;
mod history;
mod legal;
mod outcome;
mod position;
mod rate;
mod run;
mod scene;
mod shape;
mod store;
mod tables;
mod text;
mod trips;
mod turn;
mod value;
pub mod walk;
mod word;

pub use position::{Interp, Pos};
pub use run::Blame;
pub use word::{MAX_CHOICES, Word};

use std::fmt;

/// A game that the interpreter cannot execute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}
