//! One module for each command.

pub mod betza;
pub mod build;
pub mod check;
pub mod compare;
pub mod emit;
pub mod explain;
pub mod fmt;
pub mod list;
pub mod moves;
pub mod perft;
pub mod plan;
pub mod play;
pub mod selfplay;
pub mod show;
pub mod uci;
