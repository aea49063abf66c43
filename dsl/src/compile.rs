//! The pipeline: files, assembly, game.

use crate::assemble::{self, Request};
use crate::ast;
use crate::check;
use crate::diagnostics::Diagnostics;
use crate::game::Game;
use crate::lower;
use crate::source::{Sources, Span};

/// What a compilation yields. `game` is there exactly if `diags` has no error.
#[derive(Debug, Default)]
pub struct Compiled {
    pub game: Option<Game>,
    /// Where the setup is written, for what only a look at the start position can tell.
    pub setup: Option<Span>,
    /// The variant's own `test` blocks.
    pub tests: Vec<ast::Test>,
    pub diags: Diagnostics,
    /// The texts that diagnostics point into.
    pub sources: Sources,
}

/// Compiles one variant. Every stage adds to the diagnostics; a stage runs only on what the stage before could make
/// sense of, so one mistake never hides an unrelated one.
#[must_use]
pub fn compile(request: &Request<'_>) -> Compiled {
    let mut out = Compiled::default();
    if let Some(asm) = assemble::assemble(request, &mut out.sources, &mut out.diags) {
        out.game = lower::game(&asm, &out.sources, &mut out.diags);
        out.setup = Some(asm.setup.span);
        out.tests = asm.tests;
    }
    if let Some(game) = out.game.as_ref().filter(|_| !out.diags.has_errors()) {
        check::check(game, &out.sources, &mut out.diags);
    }
    if out.diags.has_errors() {
        out.game = None;
    }
    out
}
