//! The source of this crate, carried by whoever links it: `ferz build` writes it beside a generated game, so that an
//! engine builds offline and outside this workspace.
//!
//! Nothing of it is left in a program that does not ask for it. A test compares the list with the folder.

/// Every file that a copy of the crate needs: path from its root, `/` between the parts, and text. The manifest is
/// one that stands alone.
pub const SOURCE: &[(&str, &str)] = &[
    ("Cargo.toml", MANIFEST),
    ("src/compare.rs", include_str!("compare.rs")),
    ("src/engine.rs", include_str!("engine.rs")),
    ("src/erased.rs", include_str!("erased.rs")),
    ("src/fen/board.rs", include_str!("fen/board.rs")),
    ("src/fen/facts.rs", include_str!("fen/facts.rs")),
    ("src/fen/fields.rs", include_str!("fen/fields.rs")),
    ("src/fen/mod.rs", include_str!("fen/mod.rs")),
    ("src/fen/rights.rs", include_str!("fen/rights.rs")),
    ("src/fen/words.rs", include_str!("fen/words.rs")),
    ("src/grid.rs", include_str!("grid.rs")),
    ("src/key.rs", include_str!("key.rs")),
    ("src/lib.rs", include_str!("lib.rs")),
    ("src/lines.rs", include_str!("lines.rs")),
    ("src/link.rs", include_str!("link.rs")),
    ("src/perft.rs", include_str!("perft.rs")),
    ("src/position.rs", include_str!("position.rs")),
    ("src/rate.rs", include_str!("rate.rs")),
    ("src/run.rs", include_str!("run.rs")),
    ("src/search/clock.rs", include_str!("search/clock.rs")),
    ("src/search/mod.rs", include_str!("search/mod.rs")),
    ("src/search/order.rs", include_str!("search/order.rs")),
    ("src/search/score.rs", include_str!("search/score.rs")),
    ("src/search/table.rs", include_str!("search/table.rs")),
    ("src/search/tree.rs", include_str!("search/tree.rs")),
    ("src/selfplay.rs", include_str!("selfplay.rs")),
    ("src/set.rs", include_str!("set.rs")),
    ("src/source.rs", include_str!("source.rs")),
    ("src/state.rs", include_str!("state.rs")),
    ("src/tour.rs", include_str!("tour.rs")),
    ("src/turns.rs", include_str!("turns.rs")),
    ("src/uci/go.rs", include_str!("uci/go.rs")),
    ("src/uci/lines.rs", include_str!("uci/lines.rs")),
    ("src/uci/mod.rs", include_str!("uci/mod.rs")),
    ("src/uci/session.rs", include_str!("uci/session.rs")),
    ("src/walk.rs", include_str!("walk.rs")),
];

/// The manifest in the workspace takes its fields from there; this one says the same by itself. A literal, as the version
/// below: engines are compiled by plain rustc, which knows no package.
const MANIFEST: &str = r#"[package]
name = "ferz-runtime"
version = "0.1.0"
edition = "2024"
license = "MIT OR Apache-2.0"
rust-version = "1.89"

[dependencies]
"#;

/// Version of this crate, and so of every engine.
pub const VERSION: &str = "0.1.0";
