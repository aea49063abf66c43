//! The Ferz language: from the text of a variant to a checked [`game::Game`].
//!
//! Pure: no files, no clock, no threads.
#![forbid(unsafe_code)]

pub mod assemble;
pub mod ast;
pub mod betza;
pub mod check;
mod clauses;
pub mod codes;
pub mod compile;
pub mod diagnostics;
pub mod format;
pub mod game;
pub mod lower;
pub mod nearest;
pub mod parse;
pub mod pattern;
pub mod render;
pub mod source;
pub mod summary;
