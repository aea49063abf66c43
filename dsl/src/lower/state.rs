//! Kinds, flags, cells and hands: everything that a position is made of.

use super::Lowerer;
use super::scope::{Place, Scope, Ty, Val};
use crate::assemble::BundleId;
use crate::ast::{self, ItemKind, Shown, StateBy, StateType, Trait};
use crate::diagnostics::Diagnostic;
use crate::game::{
    Cell, CellId, CellIndex, CellType, Codec, Expr, FlagInfo, KindId, KindInfo, KindSet, Role, Royal, SideId, SideSet,
    SquareSet,
};

impl Lowerer<'_> {
    /// Kinds from the piece lines; patterns come later, when all names are known.
    pub(super) fn declare_kinds(&mut self) {
        let players: SideSet = self.players().collect();
        for line in &self.asm.pieces {
            let p = &line.piece;
            let sides = line.side.map_or(players, |s| SideSet::one(SideId(s as u16)));
            let neutral = p.traits.iter().any(|t| matches!(t.value, Trait::Neutral));
            let at = match self.kinds.iter().position(|k| k.name == p.kind.value) {
                Some(i) => {
                    if self.kinds[i].letter != p.letter.value {
                        let first =
                            &self.asm.pieces.iter().find(|l| l.piece.kind.value == p.kind.value).unwrap_or(line).piece;
                        self.diags.push(
                            Diagnostic::error("E0302", format!("`{}` has two letters", p.kind.value))
                                .label(p.letter.span, format!("`{}` here", p.letter.value))
                                .secondary(first.letter.span, format!("`{}` here", first.letter.value)),
                        );
                    }
                    i
                }
                None => {
                    if self.kinds.len() >= 127 {
                        self.diags.push(
                            Diagnostic::error("E0607", "too many kinds of piece")
                                .label(p.kind.span, "at most 127 in a game"),
                        );
                        return;
                    }
                    let origin = self.origin(None, p.kind.span);
                    self.kinds.push(KindInfo {
                        name: p.kind.value.clone(),
                        letter: p.letter.value.clone(),
                        sides: SideSet::NONE,
                        neutral,
                        royal: vec![Royal::No; self.sides.len() - 1],
                        worth: 0,
                        base: None,
                        turned: None,
                        attacks: vec![None; self.sides.len() - 1],
                        origin,
                    });
                    self.kinds.len() - 1
                }
            };
            let owners = if neutral { SideSet::one(SideId(self.sides.len() as u16 - 1)) } else { sides };
            self.kinds[at].sides = self.kinds[at].sides.union(owners);
            for t in &p.traits {
                match &t.value {
                    Trait::Royal(None) => {
                        for s in sides.iter() {
                            self.kinds[at].royal[s.index()] = Royal::Yes;
                        }
                    }
                    Trait::Worth(n) => self.kinds[at].worth = *n as i32,
                    Trait::Royal(Some(_)) | Trait::Neutral | Trait::From(_) => {}
                }
            }
        }
        for line in &self.asm.pieces.clone() {
            for t in &line.piece.traits {
                if let Trait::From(base) = &t.value
                    && let (Ok(k), Ok(b)) = (self.kind(&line.piece.kind), self.kind(base))
                {
                    self.kinds[k.index()].base = Some(b);
                    self.kinds[b.index()].turned = Some(k);
                }
            }
        }
        self.letters_are_clear();
    }

    /// One letter, one kind for each side.
    fn letters_are_clear(&mut self) {
        for i in 0..self.kinds.len() {
            for j in 0..i {
                let (a, b) = (&self.kinds[i], &self.kinds[j]);
                if a.letter == b.letter && !a.sides.meet(b.sides).is_empty() {
                    let line = |k: &KindInfo| self.asm.pieces.iter().rev().find(|l| l.piece.kind.value == k.name);
                    let (Some(la), Some(lb)) = (line(a), line(b)) else { continue };
                    let d = Diagnostic::error("E0303", format!("the letter `{}` is given twice", a.letter))
                        .label(la.piece.letter.span, format!("to `{}` here", a.name))
                        .secondary(lb.piece.letter.span, format!("to `{}` here", b.name))
                        .help("one letter, one kind for each side");
                    self.diags.push(d);
                }
            }
        }
    }

    /// `royal when`: conditions without names of a move, read on the position.
    pub(super) fn lower_royals(&mut self) {
        for line in &self.asm.pieces.clone() {
            for t in &line.piece.traits {
                let Trait::Royal(Some(when)) = &t.value else { continue };
                let Ok(k) = self.kind(&line.piece.kind) else { continue };
                let sides = line.side.map_or_else(|| self.players().collect(), |s| vec![SideId(s as u16)]);
                for s in sides {
                    let sc = Scope::new(s, line.bundle, Place::Rules);
                    if let Ok(e) = self.bool(when, &sc) {
                        self.kinds[k.index()].royal[s.index()] = Royal::When(e);
                    }
                }
            }
        }
    }

    /// Flags (without the squares they start on), cells, hands.
    pub(super) fn declare_state(&mut self) {
        self.hands = vec![KindSet::NONE; self.sides.len() - 1];
        for b in 0..self.asm.bundles.len() {
            for item in &self.asm.bundles[b].items.clone() {
                match &item.kind {
                    ItemKind::Flag(f) => self.declare_flag(b, item, f),
                    ItemKind::State(s) => self.declare_cell(b, item, s),
                    ItemKind::Hand { kinds, side } => {
                        let me = self.asm.bundles[b].side;
                        if let Some(n) = side
                            && self.side(n).is_ok_and(|s| s.index() != me)
                        {
                            continue;
                        }
                        if let Ok(k) = self.kinds_const(kinds) {
                            self.hands[me] = self.hands[me].union(k);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn bundle_scope(&self, b: usize) -> Scope {
        Scope::new(SideId(self.asm.bundles[b].side as u16), Some(BundleId(b)), Place::Rules)
    }

    fn declare_flag(&mut self, b: usize, item: &ast::Item, f: &ast::Flag) {
        let sc = self.bundle_scope(b);
        let Ok(kinds) = self.kind_set(&f.on, &sc) else { return };
        let shown = match &f.shown {
            None => Codec::Hidden,
            Some(s) => match &s.value {
                Shown::Files => Codec::Files,
                Shown::Wings(e) => match self.kind_set(e, &sc) {
                    Ok(k) if k.len() == 1 => Codec::Wings(k.iter().next().unwrap_or(KindId(0))),
                    Ok(_) => {
                        self.diags.push(
                            Diagnostic::error("E0410", "wings belong to one kind").label(e.span, "several kinds"),
                        );
                        return;
                    }
                    Err(_) => return,
                },
                Shown::Mark(t) => match t.value.chars().next() {
                    Some(c) if t.value.chars().count() == 1 && !c.is_alphanumeric() && !"+/[]|* ".contains(c) => {
                        Codec::Mark(c)
                    }
                    _ => {
                        self.diags.push(
                            Diagnostic::error("E0411", format!("`{}` cannot mark a man", t.value))
                                .label(t.span, "one sign that is no letter, digit, `+`, `/`, `*`, `|` or bracket")
                                .help("for example `mark \"~\"`"),
                        );
                        return;
                    }
                },
                Shown::Squares { .. } | Shown::Count | Shown::Pair => {
                    self.diags.push(
                        Diagnostic::error("E0412", "a flag is not shown so")
                            .label(s.span, "for states only")
                            .help("`shown as files`, `shown as wings of Rook` or `shown as mark \"~\"`"),
                    );
                    return;
                }
            },
        };
        let origin = self.origin(self.asm.bundles[b].rule.as_deref(), item.span);
        let info = FlagInfo {
            name: f.name.value.clone(),
            kinds,
            starts: vec![SquareSet::NONE; self.sides.len() - 1],
            starts_set: matches!(f.starts, Some(ast::Starts::Set)),
            lost_by_moving: f.lost_by_moving,
            kept_by_becoming: f.kept_by_becoming,
            shown,
            origin,
        };
        match self.flags.iter().position(|x| x.name == info.name) {
            None if self.flags.len() >= 32 => {
                self.diags
                    .push(Diagnostic::error("E0608", "too many flags").label(f.name.span, "at most 32 in a game"));
            }
            None => self.flags.push(info),
            Some(i) => {
                let old = &self.flags[i];
                let same = (old.lost_by_moving, old.kept_by_becoming, old.shown, old.starts_set)
                    == (info.lost_by_moving, info.kept_by_becoming, info.shown, info.starts_set);
                if !same {
                    let first = self
                        .asm
                        .bundles
                        .iter()
                        .flat_map(|b| &b.items)
                        .find_map(|i| match &i.kind {
                            ItemKind::Flag(g) if g.name.value == f.name.value => Some(g.name.span),
                            _ => None,
                        })
                        .unwrap_or(f.name.span);
                    self.diags.push(
                        Diagnostic::error(
                            "E0313",
                            format!("two rules declare the flag `{}` differently", f.name.value),
                        )
                        .label(f.name.span, "here")
                        .secondary(first, "and here")
                        .help("a flag is one for the whole game: give one of them another name"),
                    );
                }
                let kinds = old.kinds.union(info.kinds);
                self.flags[i].kinds = kinds;
            }
        }
    }

    /// Squares on which flags start, when the men of the setup are known.
    pub(super) fn flag_starts(&mut self) {
        for b in 0..self.asm.bundles.len() {
            for item in &self.asm.bundles[b].items.clone() {
                let ItemKind::Flag(f) = &item.kind else { continue };
                let Some(i) = self.flags.iter().position(|x| x.name == f.name.value) else { continue };
                let me = self.asm.bundles[b].side;
                let squares = match &f.starts {
                    None => SquareSet::NONE,
                    Some(ast::Starts::Set) => self.graph.squares,
                    Some(ast::Starts::On(e)) => {
                        let sc = self.bundle_scope(b);
                        match self.set(e, &sc) {
                            Ok(id) => match self.x.constant(id) {
                                Some(s) => s,
                                None => {
                                    self.diags.push(
                                        Diagnostic::error("E0413", "a flag starts on constant squares")
                                            .label(e.span, "this changes during play"),
                                    );
                                    continue;
                                }
                            },
                            Err(_) => continue,
                        }
                    }
                };
                self.flags[i].starts[me] = self.flags[i].starts[me].union(&squares);
            }
        }
    }

    fn declare_cell(&mut self, b: usize, item: &ast::Item, s: &ast::State) {
        let bundle = &self.asm.bundles[b];
        let (group, side, rule) = (bundle.group, bundle.side, bundle.rule.clone());
        if s.shared
            && let Some(c) = (0..b)
                .filter(|o| {
                    let other = &self.asm.bundles[*o];
                    other.group == group && other.rule == rule && other.side != side
                })
                .find_map(|o| self.cell_names.get(&(o, s.name.value.clone())).copied())
        {
            self.cell_names.insert((b, s.name.value.clone()), c);
            return;
        }
        let sc = self.bundle_scope(b);
        let ty = match s.ty {
            StateType::Latch => CellType::Latch,
            StateType::Squares => CellType::Squares,
            StateType::Kind => CellType::Kind,
            StateType::Counter => {
                let Some((from, to)) = &s.range else {
                    self.diags.push(
                        Diagnostic::error("E0414", format!("the counter `{}` has no bounds", s.name.value))
                            .label(s.name.span, "how far can it count?")
                            .help(format!("`state {} counter from 0 to 100`", s.name.value)),
                    );
                    return;
                };
                let Some(max) = self.constant_int(to, &sc) else { return };
                if max < from.value {
                    self.diags.push(
                        Diagnostic::error("E0415", "the upper bound lies below the lower")
                            .label(to.span, format!("from {} to {max}", from.value)),
                    );
                    return;
                }
                CellType::Counter { min: from.value, max }
            }
        };
        let index = match &s.by {
            None => CellIndex::One,
            Some(by) => match &by.value {
                StateBy::File => CellIndex::File,
                StateBy::Side => CellIndex::Side,
                StateBy::Kinds(k) => match self.kinds_const(k) {
                    Ok(set) => CellIndex::Kinds(set.iter().collect()),
                    Err(_) => return,
                },
            },
        };
        let default = match ty {
            CellType::Counter { min, max } => 0.clamp(min, max),
            CellType::Latch | CellType::Squares => 0,
            CellType::Kind => -1,
        };
        let start = match &s.starts {
            None => default,
            Some(e) if matches!(ty, CellType::Counter { .. } | CellType::Latch) => match self.constant_int(e, &sc) {
                Some(n) => match ty {
                    CellType::Counter { min, max } => n.clamp(min, max),
                    _ => i64::from(n != 0),
                },
                None => return,
            },
            Some(e) if ty == CellType::Kind => match self.kind_expr(e, &sc).map(|id| self.x.get(id).clone()) {
                Ok(Expr::Kind(k)) => k.map_or(-1, |k| i64::from(k.0)),
                _ => return,
            },
            Some(_) => 0, // squares: read with the setup
        };
        let name = match (&self.asm.bundles[b].alias, &self.asm.bundles[b].rule) {
            (Some(a), _) => format!("{a}.{}", s.name.value),
            (None, Some(r)) => format!("{r}.{}", s.name.value),
            (None, None) => s.name.value.clone(),
        };
        let origin = self.origin(rule.as_deref(), item.span);
        self.cells.push(Cell {
            name,
            side: (!s.shared).then_some(SideId(side as u16)),
            ty,
            index,
            role: if s.outside_identity { Role::Clock } else { Role::Position },
            start,
            default,
            origin,
        });
        self.cell_names.insert((b, s.name.value.clone()), CellId(self.cells.len() as u16 - 1));
    }

    fn constant_int(&mut self, e: &ast::Expr, sc: &Scope) -> Option<i64> {
        let v = self.value(e, sc).ok()?;
        match v {
            Val::Expr(id, Ty::Int | Ty::Bool) => match self.x.get(id) {
                Expr::Int(n) => return Some(*n),
                Expr::Bool(b) => return Some(i64::from(*b)),
                _ => {}
            },
            v => return self.mismatch(e.span, &v, "a number").ok(),
        }
        self.diags.push(
            Diagnostic::error("E0416", "a number known before play is needed").label(e.span, "changes during play"),
        );
        None
    }
}
