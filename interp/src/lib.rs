//! The reference interpreter of Ferz games.
#![forbid(unsafe_code)]

pub mod walk;
