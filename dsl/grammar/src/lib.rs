//! The grammar of the language, as pest reads it: nothing but `grammar.pest` and what is derived from it.
//!
//! A package of its own, because the derived code is large, slow when not optimised, and changes rarely: the stages
//! that are built after it need not build it again.
#![forbid(unsafe_code)]

/// Reads one slice of a file by one rule of the grammar.
#[derive(Debug, pest_derive::Parser)]
#[grammar = "grammar.pest"]
pub struct Grammar;
