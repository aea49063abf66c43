//! The order of the state fields of a FEN (LANGUAGE section 8).

use super::Lowerer;
use crate::ast::{ItemKind, Shown, State};
use crate::diagnostics::Diagnostic;
use crate::game::{CellId, Codec, FenField, Role};

/// A shown state with its cells by side.
struct ShownState {
    /// `rule.name`.
    name: String,
    cells: Vec<CellId>,
    with: Vec<CellId>,
    how: How,
    clock: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum How {
    Squares,
    Count,
    Pair,
}

impl Lowerer<'_> {
    pub(super) fn fen_fields(&mut self) {
        let mut states = self.shown_states();
        if let Some(layout) = &self.asm.layout {
            let mut order = Vec::new();
            for (a, b) in layout {
                let name = b.as_ref().map_or_else(|| a.value.clone(), |b| format!("{}.{}", a.value, b.value));
                let at = states.iter().position(|s| s.name == name || s.name.ends_with(&format!(".{name}")));
                match at {
                    Some(i) => order.push(states.remove(i)),
                    None => self.diags.push(
                        Diagnostic::error("E0417", format!("no shown state is called `{name}`"))
                            .label(a.span, "not shown in the FEN")
                            .help("a state is shown by `shown as ...` where it is declared"),
                    ),
                }
            }
            order.append(&mut states);
            states = order;
        }
        let rights: Vec<_> = (0..self.flags.len())
            .filter(|i| matches!(self.flags[*i].shown, Codec::Wings(_) | Codec::Files))
            .map(|i| crate::game::FlagId(i as u16))
            .collect();
        let mut fields = vec![FenField::Rights(rights)];
        let half = states.iter().position(|s| s.how == How::Count && s.clock);
        let half = half.map(|i| states.remove(i));
        match states.iter().position(|s| s.how == How::Squares) {
            Some(i) => {
                let s = states.remove(i);
                fields.push(FenField::Squares { cells: s.cells, with: s.with });
            }
            None => match states.iter().position(|s| s.how == How::Count && s.clock) {
                Some(i) => {
                    let s = states.remove(i);
                    fields.push(FenField::CountOrDash(s.cells[0]));
                }
                None => fields.push(FenField::Squares { cells: vec![], with: vec![] }),
            },
        }
        for s in states {
            match s.how {
                How::Squares => fields.push(FenField::Squares { cells: s.cells, with: s.with }),
                How::Pair => fields.push(FenField::Pair(s.cells)),
                How::Count => fields.extend(s.cells.into_iter().map(FenField::Count)),
            }
        }
        fields.push(FenField::HalfMoves(half.map(|s| s.cells[0])));
        fields.push(FenField::FullMoves);
        self.fen = fields;
    }

    /// States with `shown as`, in order of use, each with the cells of all sides that have it.
    fn shown_states(&mut self) -> Vec<ShownState> {
        let mut out: Vec<ShownState> = Vec::new();
        for b in 0..self.asm.bundles.len() {
            let items: Vec<State> = self.asm.bundles[b]
                .items
                .iter()
                .filter_map(|i| if let ItemKind::State(s) = &i.kind { Some(s.clone()) } else { None })
                .collect();
            for s in items {
                let Some(shown) = &s.shown else { continue };
                let Some(cell) = self.cell_names.get(&(b, s.name.value.clone())).copied() else { continue };
                let mut with = None;
                let how = match &shown.value {
                    Shown::Squares { with: w } => {
                        if let Some(w) = w {
                            with = self.cell_names.get(&(b, w.value.clone())).copied();
                            if with.is_none() {
                                self.diags.push(
                                    Diagnostic::error("E0108", format!("no state is called `{}`", w.value))
                                        .label(w.span, "not declared here"),
                                );
                            }
                        }
                        How::Squares
                    }
                    Shown::Count => How::Count,
                    Shown::Pair => How::Pair,
                    Shown::Files | Shown::Wings(_) | Shown::Mark(_) => {
                        self.diags.push(
                            Diagnostic::error("E0412", "a state is not shown so")
                                .label(shown.span, "for flags only")
                                .help("`shown as squares`, `shown as count` or `shown as pair`"),
                        );
                        continue;
                    }
                };
                let name = self.cells[cell.index()].name.clone();
                let clock = self.cells[cell.index()].role == Role::Clock;
                match out.iter_mut().find(|o| o.name == name && o.how == how) {
                    Some(o) => {
                        if !o.cells.contains(&cell) {
                            o.cells.push(cell);
                        }
                        if let Some(w) = with.filter(|w| !o.with.contains(w)) {
                            o.with.push(w);
                        }
                    }
                    None => {
                        out.push(ShownState { name, cells: vec![cell], with: with.into_iter().collect(), how, clock })
                    }
                }
            }
        }
        // By side, whatever the order of use.
        for s in &mut out {
            s.cells.sort_by_key(|c| self.cells[c.index()].side);
            s.with.sort_by_key(|c| self.cells[c.index()].side);
        }
        out
    }
}
