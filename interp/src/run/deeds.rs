//! What steps do to the store: men lifted and put, cells, flags and results set, text written.

use super::{Frame, Run, Step1, Stop};
use crate::store::has_flag;
use crate::turn;
use crate::value::{Eval, Value};
use crate::word::NO_SQUARE;
use ferz_dsl::game::{
    Cause, CellId, CellOp, CellType, ExprId, FlagId, Man, ManBase, ManExpr, Mark, SideId, Sq, SquareSet, TextPart,
    VarId,
};
use std::ops::ControlFlow;

impl<'t> Run<'t> {
    /// LIFT: an empty square gives nothing.
    pub(crate) fn lift(&mut self, at: Sq, into: Option<VarId>, cause: Cause) {
        let t = self.t;
        let mut man = self.store.board[usize::from(at)].take();
        if let Some(m) = &mut man {
            match cause {
                Cause::Capture => {
                    self.waiting.push_back((*m, at));
                    self.taken.push((at, *m));
                    self.names.captured.insert(at);
                }
                Cause::Carry => m.flags &= !t.lost_by_moving,
                Cause::Remove | Cause::Merge | Cause::Become | Cause::Convert => {}
            }
            if self.names.it == Some(at) {
                match cause {
                    Cause::Capture | Cause::Remove | Cause::Merge => self.names.it = None,
                    Cause::Carry | Cause::Become | Cause::Convert => self.it_var = into,
                }
            }
        }
        if let Some(var) = into {
            self.names.bind(var, Value::Man(man));
            self.lifted.retain(|(v, _)| *v != var);
            if man.is_some() {
                self.lifted.push((var, at));
            }
        }
    }

    /// PUT: with nothing in hand no effect; an occupied square ends the run.
    pub(super) fn put(&mut self, put: &'t ManExpr, at: ExprId) -> Step1<'t> {
        let t = self.t;
        let (base, origin) = match put.base {
            ManBase::New => (None, None),
            ManBase::Var(v) => match Self::dead(self.names.get(v))? {
                Value::Man(Some(man)) => (Some(man), self.lifted.iter().find(|(l, _)| *l == v).map(|(_, s)| *s)),
                Value::Man(None) => return ControlFlow::Continue(()),
                _ => return ControlFlow::Break(Stop::Dead),
            },
        };
        let at = Self::dead(self.scene().square(at))?;
        let kind = match put.kind {
            Some(e) => match Self::dead(self.scene().kind(e))? {
                Some(kind) => Some(kind),
                None => return ControlFlow::Break(Stop::Dead),
            },
            None => None,
        };
        let (Some(new_kind), Some(owner)) = (kind.or(base.map(|m| m.kind)), put.owner.or(base.map(|m| m.owner))) else {
            return ControlFlow::Break(Stop::Dead);
        };
        let mut flags = base.map_or(0, |m| m.flags);
        if kind.is_some() {
            for (f, info) in t.game.flags.iter().enumerate() {
                let kept =
                    (info.kept_by_becoming || put.keep.contains(&FlagId(f as u16))) && info.kinds.contains(new_kind);
                if !kept {
                    flags &= !(1 << f);
                }
            }
        }
        for f in &put.with {
            flags |= 1 << f.0;
        }
        if self.store.at(at).is_some() || !t.game.board.squares.contains(at) {
            return ControlFlow::Break(Stop::Dead);
        }
        self.store.board[usize::from(at)] = Some(Man { kind: new_kind, owner, flags });
        if let Some(from) = origin.filter(|from| *from != at) {
            self.moved.push((from, at));
        }
        // In an action the first man moved or placed is the mover.
        let first = self.names.it.is_none() && self.word.from == NO_SQUARE;
        let mover = match put.base {
            ManBase::Var(v) => self.it_var == Some(v),
            ManBase::New => false,
        };
        if first || mover {
            self.names.it = Some(at);
            self.it_var = None;
        }
        ControlFlow::Continue(())
    }

    pub(super) fn set_flags(&mut self, flag: FlagId, set: &SquareSet, on: bool) {
        let kinds = self.t.game.flags[flag.index()].kinds;
        for s in set.iter() {
            if let Some(man) = &mut self.store.board[usize::from(s)]
                && has_flag(*man, flag) != on
                && (!on || kinds.contains(man.kind))
            {
                man.flags ^= 1 << flag.0;
            }
        }
    }

    /// SET: counters stop at their bounds; a clock that was read beyond its bound is not pulled back by counting on.
    pub(super) fn set_cell(&mut self, cell: CellId, index: Option<ExprId>, op: CellOp, value: ExprId) -> Step1<'t> {
        let t = self.t;
        match t.game.cells[cell.index()].ty {
            CellType::Squares => {
                let set = Self::dead(self.scene().set(value))?;
                let old = self.store.cell_squares(t, cell);
                let new = match op {
                    CellOp::Set => set,
                    CellOp::Add => old.union(&set),
                    CellOp::Take => old.minus(&set),
                };
                self.store.set_cell_squares(t, cell, new);
            }
            CellType::Kind => {
                let kind = Self::dead(self.scene().kind(value))?;
                let spot = t.cells[cell.index()].offset;
                self.store.ints[spot] = match op {
                    CellOp::Set | CellOp::Add => kind.map_or(-1, |k| k.0.into()),
                    CellOp::Take => -1,
                };
            }
            CellType::Counter { .. } | CellType::Latch => {
                let value = Self::dead(self.scene().int(value))?;
                let index = match index {
                    None => Some(0),
                    Some(e) => Self::dead(self.scene().cell_index(cell, e))?,
                };
                let (min, max) = match t.game.cells[cell.index()].ty {
                    CellType::Counter { min, max } => (min, max),
                    CellType::Latch | CellType::Squares | CellType::Kind => (0, 1),
                };
                if let Some(index) = index.filter(|i| *i < t.cells[cell.index()].len) {
                    let slot = &mut self.store.ints[t.cells[cell.index()].offset + index];
                    let new = match op {
                        CellOp::Set => value,
                        CellOp::Add => slot.saturating_add(value),
                        CellOp::Take => slot.saturating_sub(value),
                    };
                    let top = if op == CellOp::Set { max } else { max.max(*slot) };
                    *slot = new.clamp(min.min(top), top);
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn eliminate(&mut self, side: SideId) {
        if !self.store.out.contains(side) {
            self.store.out.insert(side);
            for hook in turn::loss_hooks(self.t, side).into_iter().rev() {
                self.frames.push(Frame::Steps(hook));
            }
        }
    }

    /// The first result stands. The loss of one of several parties takes it out of the game.
    pub(super) fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Lose(side) if turn::parties(self.t, &self.store).len() > 2 => self.eliminate(side),
            Mark::Win(_) | Mark::Lose(_) | Mark::Draw => {
                self.store.ended.get_or_insert(mark);
            }
        }
    }

    /// The parts are read in any case: a part without a value ends the run whether or not its text is wanted.
    pub(super) fn write(&mut self, parts: &'t [TextPart], replace: bool) -> Step1<'t> {
        let mut text = String::new();
        for part in parts {
            Self::dead(self.text_part(part, &mut text))?;
        }
        if let Some(so_far) = &mut self.text {
            if replace {
                so_far.clear();
            }
            so_far.push_str(&text);
        }
        ControlFlow::Continue(())
    }

    fn text_part(&mut self, part: &'t TextPart, out: &mut String) -> Eval<()> {
        let t = self.t;
        let wanted = self.text.is_some();
        let mut scene = self.scene();
        match part {
            TextPart::Lit(text) if wanted => out.push_str(text),
            TextPart::Lit(_) => {}
            TextPart::Square(e) => {
                let s = scene.square(*e)?;
                if wanted {
                    out.push_str(&t.game.board.name(s));
                }
            }
            TextPart::Letter(e) | TextPart::Small(e) => {
                let kind = scene.kind(*e)?;
                if let (Some(kind), true) = (kind, wanted) {
                    let letter = &t.game.kinds[kind.index()].letter;
                    let small = matches!(part, TextPart::Small(_));
                    out.push_str(&if small { letter.to_lowercase() } else { letter.clone() });
                }
            }
            TextPart::Value(e) => {
                let value = scene.value(*e)?;
                if wanted {
                    out.push_str(&crate::text::shown(t, value));
                }
            }
        }
        Ok(())
    }
}
