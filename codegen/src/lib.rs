//! Games to specialised Rust: `Game -> Plan -> tokens -> text`.
//!
//! `plan` decides and can be printed; `emit` spells. What emitted code calls is `ferz_runtime::link`.
#![forbid(unsafe_code)]

pub mod emit;
pub mod plan;
pub mod project;

pub use emit::emit;
pub use plan::{Plan, plan};
