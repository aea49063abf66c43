//! What a generated engine links: the contract every variant fulfils, and everything that stands above it.
//!
//! This crate knows nothing of the language. It has no dependencies, because users compile it.
#![deny(unsafe_code)]

pub mod compare;
pub mod engine;
pub mod erased;
pub mod fen;
pub mod grid;
pub mod key;
pub mod lines;
pub mod link;
pub mod perft;
pub mod position;
pub mod rate;
pub mod run;
pub mod search;
pub mod selfplay;
pub mod set;
pub mod source;
pub mod state;
pub mod tour;
pub mod turns;
pub mod uci;
pub mod walk;

pub use position::{Fact, Flow, History, Outcome, OutcomeKind, Position, Record, Rules, RulesInfo, TextError};
