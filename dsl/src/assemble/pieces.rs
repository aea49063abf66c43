//! Piece lines while a variant is put together: one line for some sides, replaced or taken out by later ones.

use std::collections::BTreeSet;

use super::parameters::near;
use super::scope::said_twice;
use super::{BundleId, PieceLine, SideIndex};
use crate::ast;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::Span;

pub(super) type SideSet = BTreeSet<SideIndex>;

/// One piece line.
#[derive(Clone, Debug)]
pub(super) struct PieceDraft {
    pub piece: ast::Piece,
    pub sides: SideSet,
    pub bundle: Option<BundleId>,
    pub span: Span,
}

/// A `change piece` or `without piece`; it waits until the pieces of the rules are known if the variant has none such.
#[derive(Clone, Debug)]
pub(super) enum PieceEdit {
    /// `only`: the sides it speaks of; all lines of the kind are replaced if there are none.
    Replace {
        piece: ast::Piece,
        only: Option<SideIndex>,
        span: Span,
    },
    Remove {
        kind: ast::Name,
    },
}

/// Adds a line; the same kind twice for a side is an error.
pub(super) fn add(list: &mut Vec<PieceDraft>, new: PieceDraft, diags: &mut Diagnostics) {
    let kind = &new.piece.kind;
    let other = list.iter().find(|p| p.piece.kind.value == kind.value && !p.sides.is_disjoint(&new.sides));
    if let Some(other) = other {
        let d = said_twice(&format!("the piece `{}`", kind.value), kind.span, other.piece.kind.span);
        diags.push(match new.bundle {
            None => d.help(format!("write `change piece {} ...` to replace the first", kind.value)),
            Some(_) => d.help("rename one of them, or do without one of the rules"),
        });
        return;
    }
    list.push(new);
}

/// Applies an edit; `false` if nothing here is of this kind.
pub(super) fn edit(list: &mut Vec<PieceDraft>, edit: &PieceEdit, sides: usize) -> bool {
    match edit {
        PieceEdit::Remove { kind } => {
            let before = list.len();
            list.retain(|p| p.piece.kind.value != kind.value);
            list.len() < before
        }
        PieceEdit::Replace { piece, only, span } => {
            let meant: SideSet = only.map_or((0..sides).collect(), |side| SideSet::from([side]));
            let hit = |p: &PieceDraft| p.piece.kind.value == piece.kind.value && !p.sides.is_disjoint(&meant);
            let Some(first) = list.iter().position(hit) else { return false };
            let new = PieceDraft { piece: piece.clone(), sides: meant.clone(), bundle: None, span: *span };
            // For one side, the line goes on for the others and the new one stands beside it, in the order of sides.
            let stays = list[first].sides.difference(&meant).next().is_some_and(|s| meant.iter().all(|m| m > s));
            let place = first + usize::from(stays);
            list.insert(place, new);
            let mut at = 0;
            list.retain_mut(|p| {
                let is_new = at == place;
                at += 1;
                if is_new || p.piece.kind.value != piece.kind.value {
                    return true;
                }
                p.sides = p.sides.difference(&meant).copied().collect();
                !p.sides.is_empty()
            });
            true
        }
    }
}

pub(super) fn missing(list: &[PieceDraft], edit: &PieceEdit) -> Diagnostic {
    let (kind, deed) = match edit {
        PieceEdit::Remove { kind } => (kind, "take out"),
        PieceEdit::Replace { piece, .. } => (&piece.kind, "change"),
    };
    let d = Diagnostic::error("E0314", format!("there is no piece `{}` to {deed}", kind.value))
        .label(kind.span, "no line above and no rule in use brings it");
    near(d, &kind.value, list.iter().map(|p| &p.piece.kind.value))
}

/// The lines as the next stage takes them.
pub(super) fn lines(list: Vec<PieceDraft>, sides: usize) -> Vec<PieceLine> {
    let line = |p: PieceDraft| {
        let of = |side| PieceLine { piece: p.piece.clone(), side, bundle: p.bundle, span: p.span };
        if p.sides.len() == sides { vec![of(None)] } else { p.sides.iter().map(|s| of(Some(*s))).collect() }
    };
    list.into_iter().flat_map(line).collect()
}
