//! What a generated engine links: the contract every variant fulfils, and everything that stands above it.
//!
//! This crate knows nothing of the language. It has no dependencies, because users compile it.
#![deny(unsafe_code)]

pub mod compare;
pub mod engine;
pub mod perft;
pub mod position;
pub mod search;
pub mod selfplay;
pub mod source;
pub mod uci;
pub mod walk;

pub use position::{Fact, Flow, History, Outcome, OutcomeKind, Position, Record, Rules, RulesInfo, TextError};
