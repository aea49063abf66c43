//! Texts of moves: no two sorts of move of a side may share one.
//!
//! A walk is told by its two squares. Where two walks of one man could have the same squares in one position and be two
//! moves all the same, their texts get a longer form, for good: every victim that does not stand on the last square, the
//! label of the clause. Where no longer form helps, that is E0604.

use super::Lowerer;
use super::endings::{Budget, Ending, endings, takes_again_and_again, takes_elsewhere};
use crate::diagnostics::Diagnostic;
use crate::game::{Domain, Expr, ExprId, GenBody, Graph, KindId, SideId, Sq, Step, TextPart, VarId, Walk};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Steps of search for the endings of one generator.
const BUDGET: u32 = 60_000;

/// A generator of walks of one kind and side.
struct Sort {
    gen_index: usize,
    walks: Vec<Walk>,
    block: bool,
    /// Its block adds to the text.
    writes: bool,
    label: Option<String>,
    /// Any number of victims.
    again: bool,
    /// Those looked for so far, by square; no walk has many when the budget is used up.
    endings: RefCell<BTreeMap<Sq, Rc<Endings>>>,
    budget: RefCell<Budget>,
}

/// Each with the number of its walk.
type Endings = Vec<(usize, Ending)>;

impl Sort {
    /// The endings from a square; `None`: too many to tell.
    fn endings(&self, graph: &Graph, s: Sq) -> Option<Rc<Endings>> {
        if self.again {
            return None;
        }
        if let Some(known) = self.endings.borrow().get(&s) {
            return Some(known.clone());
        }
        let mut here = Endings::new();
        for (i, w) in self.walks.iter().enumerate() {
            let found = endings(graph, w, s, &mut self.budget.borrow_mut());
            let Some(found) = found else {
                self.budget.borrow_mut().0 = 0;
                return None;
            };
            here.extend(found.into_iter().map(|e| (i, e)));
        }
        let here = Rc::new(here);
        self.endings.borrow_mut().insert(s, here.clone());
        Some(here)
    }
}

impl Lowerer<'_> {
    pub(super) fn texts(&mut self) {
        for side in self.players() {
            for kind in 0..self.kinds.len() {
                self.texts_of(side, KindId(kind as u16));
            }
            self.texts_of_actions(side);
        }
    }

    fn texts_of(&mut self, side: SideId, kind: KindId) {
        let mut sorts: Vec<Sort> = Vec::new();
        for (i, g) in self.gens.iter().enumerate() {
            let GenBody::Walk { kind: k, walks, block } = &g.body else { continue };
            if g.side == side && *k == kind && !walks.is_empty() {
                let writes = block.iter().any(|s| matches!(s, Step::Write { .. }));
                let walks = walks.iter().map(|w| self.walks[w.index()].clone()).collect();
                sorts.push(Sort {
                    gen_index: i,
                    walks,
                    block: !block.is_empty(),
                    writes,
                    label: g.label.clone(),
                    again: false,
                    endings: RefCell::default(),
                    budget: RefCell::new(Budget(BUDGET)),
                });
            }
        }
        let elsewhere = sorts.iter().any(|s| s.walks.iter().any(takes_elsewhere));
        let blocks = sorts.len() > 1 && sorts.iter().any(|s| s.block);
        if !elsewhere && !blocks {
            return;
        }
        for s in &mut sorts {
            s.again = s.walks.iter().any(takes_again_and_again);
            self.gens[s.gen_index].text.victims |= s.again;
        }
        for i in 0..sorts.len() {
            for j in i..sorts.len() {
                let clash = self.clash(&sorts[i], &sorts[j], |a, b| !a.same_deed(b));
                for s in [&sorts[i], &sorts[j]] {
                    // too many ways to look at: the long form is never wrong
                    let unknown = clash.is_none() && s.budget.borrow().0 == 0 && s.walks.iter().any(takes_elsewhere);
                    self.gens[s.gen_index].text.victims |= clash == Some(true) || unknown;
                }
            }
        }
        for i in 0..sorts.len() {
            for j in i + 1..sorts.len() {
                self.labels(&sorts[i], &sorts[j]);
            }
        }
    }

    /// Two generators of which one at least has a block are two sorts of move even with the same squares and victims.
    fn labels(&mut self, a: &Sort, b: &Sort) {
        if !a.block && !b.block || a.writes || b.writes {
            return;
        }
        let told = self.gens[a.gen_index].text.victims && self.gens[b.gen_index].text.victims;
        if self.clash(a, b, |x, y| !told || x.same_deed(y)) == Some(false) {
            return;
        }
        let marked = if b.block { b } else { a };
        let other = if b.block { a } else { b };
        let apart = marked.label.is_some() && (marked.label != other.label || !self.gens[other.gen_index].text.label);
        if apart {
            self.gens[marked.gen_index].text.label = true;
            return;
        }
        let (here, there) = (self.skeletons.get(marked.gen_index), self.skeletons.get(other.gen_index));
        let mut d = Diagnostic::error("E0604", "two sorts of move would have the same text");
        if let Some(s) = here {
            d = d.label(s.span, "this move, told by its two squares");
        }
        if let Some(s) = there {
            d = d.secondary(s.span, "and this one");
        }
        let d = d
            .help("give one of them a name, which its text then shows: `called leap`")
            .explain("Moves with other steps after the walk are other moves, even with the same two squares.");
        self.diags.push(d);
    }

    /// Is there a position with an ending of both on one square such that `differ`? `None`: cannot be told. Looked for
    /// from the middle of the board, where men have the most ways.
    fn clash(&self, a: &Sort, b: &Sort, differ: impl Fn(&Ending, &Ending) -> bool) -> Option<bool> {
        let g = &self.graph;
        let off = |x: u8, n: u8| (2 * i32::from(x) + 1 - i32::from(n)).abs();
        let mut squares: Vec<Sq> = g.squares.iter().collect();
        squares.sort_by_key(|s| off(g.file(*s), g.files) + off(g.rank(*s), g.ranks));
        for s in squares {
            let (x, y) = (a.endings(g, s)?, b.endings(g, s)?);
            let found = x.iter().any(|(i, p)| {
                y.iter().any(|(j, q)| {
                    p.to == q.to && differ(p, q) && p.meets(q) && self.both_start(&a.walks[*i], &b.walks[*j])
                })
            });
            if found {
                return Some(true);
            }
        }
        Some(false)
    }

    /// May one man begin both walks? Not if one asks for a flag that the other forbids, or for a condition and its
    /// opposite.
    fn both_start(&self, a: &Walk, b: &Walk) -> bool {
        let flags = a.flags.iter().all(|(f, on)| !b.flags.contains(&(*f, !on)));
        let (mut p, mut q) = (Vec::new(), Vec::new());
        a.guard.iter().for_each(|g| self.conjuncts(*g, &mut p));
        b.guard.iter().for_each(|g| self.conjuncts(*g, &mut q));
        let opposite = |x: &ExprId, y: &ExprId| *self.x.get(*x) == Expr::Not(*y) || *self.x.get(*y) == Expr::Not(*x);
        flags && !p.iter().any(|x| q.iter().any(|y| opposite(x, y)))
    }

    fn conjuncts(&self, e: ExprId, out: &mut Vec<ExprId>) {
        match self.x.get(e) {
            Expr::And(a, b) => {
                self.conjuncts(*a, out);
                self.conjuncts(*b, out);
            }
            _ => out.push(e),
        }
    }

    /// Actions whose texts are made of the same parts and whose choices overlap for certain.
    fn texts_of_actions(&mut self, side: SideId) {
        let mut shapes: Vec<(usize, Vec<Part>)> = Vec::new();
        for (i, g) in self.gens.iter().enumerate().filter(|(_, g)| g.side == side) {
            if let GenBody::Action { name, steps } = &g.body
                && let Some(shape) = self.shape(name, steps)
            {
                shapes.push((i, shape));
            }
        }
        for (n, (i, a)) in shapes.iter().enumerate() {
            for (j, b) in &shapes[n + 1..] {
                let same = a.len() == b.len() && a.iter().zip(b).all(|(p, q)| p.overlaps(q));
                let (Some(here), Some(there)) = (self.skeletons.get(*j), self.skeletons.get(*i)) else { continue };
                if same && here.span != there.span {
                    let d = Diagnostic::error("E0604", "two sorts of move would have the same text")
                        .label(here.span, "this action")
                        .secondary(there.span, "and this one")
                        .help("let one of them write another text: `written \"{square}!\"`");
                    self.diags.push(d);
                }
            }
        }
    }

    /// The parts of the text of an action in which nothing but its choices decides; `None` where more does.
    fn shape(&self, name: &str, steps: &[Step]) -> Option<Vec<Part>> {
        let (mut choices, mut written): (Vec<(VarId, &Domain)>, Vec<&TextPart>) = (Vec::new(), Vec::new());
        for s in steps {
            match s {
                Step::Choose { var, from } => choices.push((*var, from)),
                Step::Write { parts, .. } => written.extend(parts),
                Step::Require(_) | Step::Let { .. } | Step::If { .. } | Step::May(_) | Step::Each { .. } => {
                    return None;
                }
                Step::Lift { .. }
                | Step::Put { .. }
                | Step::Cell { .. }
                | Step::Hand { .. }
                | Step::Flag { .. }
                | Step::EndTurn
                | Step::Eliminate(_)
                | Step::Mark(_) => {}
            }
        }
        let domain = |v: VarId| choices.iter().find(|c| c.0 == v).and_then(|c| self.chosen(c.1));
        if written.is_empty() {
            let said = choices.iter().map(|c| self.chosen(c.1));
            return std::iter::once(Some(Part::Word(name.to_owned()))).chain(said).collect();
        }
        let part = |p: &TextPart| match p {
            TextPart::Lit(t) => Some(Part::Word(t.clone())),
            TextPart::Square(e) => match self.x.get(*e) {
                Expr::Var(v) => domain(*v),
                _ => None,
            },
            TextPart::Letter(_) | TextPart::Small(_) | TextPart::Value(_) => None,
        };
        written.into_iter().map(part).collect()
    }

    /// Squares of a choice, where they are plain enough to be known to occur.
    fn chosen(&self, d: &Domain) -> Option<Part> {
        let Domain::Squares(e) = d else { return None };
        match self.x.get(*e) {
            Expr::Squares(_) | Expr::Men { .. } | Expr::Empty => Some(Part::Squares(self.x.get(*e).clone())),
            _ => None,
        }
    }
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Word(String),
    Squares(Expr),
}

impl Part {
    /// Can both be the same word, in some position?
    fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Squares(a), Self::Squares(b)) => match (a, b) {
                (Expr::Squares(a), Expr::Squares(b)) => !a.meet(b).is_empty(),
                (Expr::Men { kinds, sides, flags }, Expr::Men { kinds: k, sides: s, flags: f }) => {
                    let apart = flags.iter().any(|(x, on)| f.contains(&(*x, !on)));
                    !kinds.meet(*k).is_empty() && !sides.meet(*s).is_empty() && !apart
                }
                (Expr::Men { .. }, Expr::Empty) | (Expr::Empty, Expr::Men { .. }) => false,
                _ => true,
            },
            (Self::Word(_), Self::Squares(_)) | (Self::Squares(_), Self::Word(_)) => false,
        }
    }
}
