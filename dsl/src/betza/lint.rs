//! Remarks on strings that can be read: terms that add nothing, lopsided movements, pieces stuck on an empty board.

use crate::diagnostics::Diagnostics;
use crate::pattern::{Pattern, RelWalk};
use crate::source::Span;

/// B14: terms whose every run another term has too.
pub fn overlaps(_walks: &[RelWalk], _diags: &mut Diagnostics) {}

/// Remarks on a whole movement.
pub fn lint(_pattern: &Pattern, _span: Span, _diags: &mut Diagnostics) {}
