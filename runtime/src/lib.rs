//! What a generated engine links: the contract every variant fulfils, and everything that stands above it.
//!
//! This crate knows nothing of the language. It has no dependencies, because users compile it.
#![deny(unsafe_code)]

pub mod position;

pub use position::{Fact, Flow, History, Outcome, OutcomeKind, Position, Record, Rules, RulesInfo, TextError};
