//! Constructors of expressions: equal expressions share an id, constants fold, and a set that meets an attack question
//! goes into the question (the meaning is the same, the work is less).

use std::collections::HashMap;

use crate::game::{Cmp, DirId, Expr, ExprId, FlagId, KindId, KindSet, SideSet, Sq, SquareSet, VarId, VarInfo, VarType};

/// The expressions and variables of the game being built.
#[derive(Debug, Default)]
pub struct Exprs {
    pub list: Vec<Expr>,
    pub(super) ids: HashMap<Expr, ExprId>,
    pub vars: Vec<VarInfo>,
    /// More expressions than ids.
    pub overflow: bool,
    /// Every square of the board.
    pub board: SquareSet,
}

impl Exprs {
    pub fn add(&mut self, e: Expr) -> ExprId {
        if let Some(id) = self.ids.get(&e) {
            return *id;
        }
        if self.list.len() >= 60_000 {
            self.overflow = true;
            return ExprId(0);
        }
        let id = ExprId(self.list.len() as u16);
        self.list.push(e.clone());
        self.ids.insert(e, id);
        id
    }
    pub fn var(&mut self, name: &str, ty: VarType) -> VarId {
        self.vars.push(VarInfo { name: name.to_string(), ty });
        VarId(self.vars.len() as u16 - 1)
    }
    pub fn get(&self, id: ExprId) -> &Expr {
        &self.list[id.index()]
    }
    pub fn constant(&self, id: ExprId) -> Option<SquareSet> {
        if let Expr::Squares(s) = self.get(id) { Some(*s) } else { None }
    }
    fn known(&self, id: ExprId) -> Option<bool> {
        if let Expr::Bool(b) = self.get(id) { Some(*b) } else { None }
    }

    pub fn bool(&mut self, b: bool) -> ExprId {
        self.add(Expr::Bool(b))
    }
    pub fn int(&mut self, n: i64) -> ExprId {
        self.add(Expr::Int(n))
    }
    pub fn squares(&mut self, s: SquareSet) -> ExprId {
        self.add(Expr::Squares(s))
    }
    pub fn square(&mut self, s: Sq) -> ExprId {
        self.add(Expr::Square(s))
    }
    pub fn kind(&mut self, k: Option<KindId>) -> ExprId {
        self.add(Expr::Kind(k))
    }
    pub fn dir(&mut self, d: DirId) -> ExprId {
        self.add(Expr::Dir(d))
    }
    pub fn men(&mut self, kinds: KindSet, sides: SideSet, flags: Vec<(FlagId, bool)>) -> ExprId {
        if kinds.is_empty() || sides.is_empty() {
            return self.squares(SquareSet::NONE);
        }
        self.add(Expr::Men { kinds, sides, flags })
    }

    /// A square as a set.
    pub fn just(&mut self, q: ExprId) -> ExprId {
        match *self.get(q) {
            Expr::Square(s) => self.squares([s].into_iter().collect()),
            _ => self.add(Expr::Just(q)),
        }
    }
    /// A set as its only square.
    pub fn the(&mut self, s: ExprId) -> ExprId {
        match *self.get(s) {
            Expr::Just(q) => q,
            Expr::Squares(set) if set.len() == 1 => self.square(set.iter().next().unwrap_or(0)),
            _ => self.add(Expr::The(s)),
        }
    }
    pub fn union(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => self.squares(x.union(&y)),
            (Some(x), _) if x.is_empty() => b,
            (_, Some(y)) if y.is_empty() => a,
            _ => self.add(Expr::Union(a, b)),
        }
    }
    pub fn meet(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return a;
        }
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.squares(x.meet(&y)),
            (Some(x), _) if x == self.board => return b,
            (_, Some(y)) if y == self.board => return a,
            (Some(x), _) | (_, Some(x)) if x.is_empty() => return self.squares(x),
            _ => {}
        }
        if let Expr::Attacked { of, by, side, without } = *self.get(a) {
            let of = self.meet(of, b);
            return self.add(Expr::Attacked { of, by, side, without });
        }
        if let Expr::Attacked { of, by, side, without } = *self.get(b) {
            let of = self.meet(a, of);
            return self.add(Expr::Attacked { of, by, side, without });
        }
        self.add(Expr::Meet(a, b))
    }
    pub fn minus(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.squares(x.minus(&y)),
            (_, Some(y)) if y.is_empty() => return a,
            (Some(x), _) if x.is_empty() => return a,
            _ => {}
        }
        if let Expr::Attacked { of, by, side, without } = *self.get(a) {
            let of = self.minus(of, b);
            return self.add(Expr::Attacked { of, by, side, without });
        }
        self.add(Expr::Minus(a, b))
    }
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.known(a), self.known(b)) {
            (Some(true), _) => b,
            (Some(false), _) | (_, Some(true)) => a,
            // A constant false on the right still lets the left die.
            _ => self.add(Expr::And(a, b)),
        }
    }
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.known(a), self.known(b)) {
            (Some(false), _) => b,
            (Some(true), _) | (_, Some(false)) => a,
            _ => self.add(Expr::Or(a, b)),
        }
    }
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match *self.get(a) {
            Expr::Bool(b) => self.bool(!b),
            Expr::Not(x) => x,
            _ => self.add(Expr::Not(a)),
        }
    }
    pub fn some(&mut self, s: ExprId) -> ExprId {
        match self.constant(s) {
            Some(x) => self.bool(!x.is_empty()),
            None => self.add(Expr::Some(s)),
        }
    }
    pub fn subset(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => self.bool(x.is_subset(&y)),
            _ => self.add(Expr::Subset(a, b)),
        }
    }
    pub fn same_kind(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match (self.get(a), self.get(b)) {
            (Expr::Kind(x), Expr::Kind(y)) => {
                let same = x == y;
                self.bool(same)
            }
            _ => self.add(Expr::SameKind(a, b)),
        }
    }
    pub fn kind_in(&mut self, k: ExprId, set: ExprId) -> ExprId {
        match (self.get(k), self.get(set)) {
            (Expr::Kind(x), Expr::Kinds(y)) => {
                let inside = x.is_some_and(|x| y.contains(x));
                self.bool(inside)
            }
            _ => self.add(Expr::KindIn(k, set)),
        }
    }
    pub fn compare(&mut self, cmp: Cmp, a: ExprId, b: ExprId) -> ExprId {
        match (self.get(a), self.get(b)) {
            (Expr::Int(x), Expr::Int(y)) => {
                let holds = match cmp {
                    Cmp::Eq => x == y,
                    Cmp::Less => x < y,
                    Cmp::AtMost => x <= y,
                };
                self.bool(holds)
            }
            _ => self.add(Expr::Compare(cmp, a, b)),
        }
    }
    pub fn before(&mut self, e: ExprId) -> ExprId {
        match self.get(e) {
            Expr::Bool(_)
            | Expr::Int(_)
            | Expr::Square(_)
            | Expr::Squares(_)
            | Expr::Kind(_)
            | Expr::Kinds(_)
            | Expr::Dir(_)
            | Expr::Var(_)
            | Expr::From
            | Expr::To
            | Expr::Mover
            | Expr::Before(_) => e,
            _ => self.add(Expr::Before(e)),
        }
    }
    /// The sub-expressions of an expression.
    pub fn parts(&self, id: ExprId) -> Vec<ExprId> {
        crate::game::parts(self.get(id))
    }
    /// Does any sub-expression (itself included) satisfy `test`? Shared parts are looked at once.
    pub fn any(&self, id: ExprId, test: &dyn Fn(&Expr) -> bool) -> bool {
        let mut seen = vec![false; self.list.len()];
        let mut todo = vec![id];
        while let Some(e) = todo.pop() {
            if std::mem::replace(&mut seen[e.index()], true) {
                continue;
            }
            if test(self.get(e)) {
                return true;
            }
            todo.extend(self.parts(e));
        }
        false
    }

    /// Size of the largest expression when its shared parts are written out: what a reading of it can cost. Parts have
    /// smaller numbers than what they are part of.
    pub fn largest(&self) -> u64 {
        let mut size = vec![1u64; self.list.len()];
        for i in 0..self.list.len() {
            let parts = self.parts(ExprId(i as u16));
            size[i] = parts.into_iter().fold(1, |n: u64, p| n.saturating_add(size[p.index()]));
        }
        size.into_iter().max().unwrap_or(0)
    }
}

impl crate::pattern::ExprStore for Exprs {
    fn add(&mut self, e: Expr) -> ExprId {
        Exprs::add(self, e)
    }
    fn get(&self, id: ExprId) -> &Expr {
        Exprs::get(self, id)
    }
}
