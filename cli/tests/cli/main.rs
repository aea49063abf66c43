//! The binary as its users meet it.

mod bad_input;
mod cache;
mod command;
mod notation;
mod positions;
mod readme;
mod tables;
mod test_blocks;
mod texts;
mod uci;
mod usage;
