//! Mistakes of a text, as diagnostics in the words of the language.

pub mod brackets;
pub mod expected;
pub mod places;
pub mod signs;
