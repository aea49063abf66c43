//! What an expression can see: a store, the store before the move, the names of the move, and for outcomes history.

use crate::legal::BestMoves;
use crate::store::Store;
use crate::tables::Tables;
use crate::value::{Dead, Eval, Value};
use ferz_dsl::game::{GenId, KindId, Man, Sq, SquareSet, VarId};
use ferz_runtime::History;

/// The names of a move while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub generator: Option<GenId>,
    pub from: Option<Sq>,
    pub to: Option<Sq>,
    /// Where the mover stands now.
    pub it: Option<Sq>,
    pub here: Option<Sq>,
    pub mover: Option<KindId>,
    pub captured: SquareSet,
    /// In hooks of captures: the man and where it stood.
    pub victim: Option<(Man, Sq)>,
    vars: Vec<(VarId, Value)>,
}

impl Names {
    /// The names known before a man of the kind walks.
    pub fn of_walk(generator: Option<GenId>, mover: KindId) -> Self {
        Self { generator, mover: Some(mover), ..Self::default() }
    }
    pub fn bind(&mut self, var: VarId, value: Value) {
        match self.vars.iter_mut().find(|(v, _)| *v == var) {
            Some(slot) => slot.1 = value,
            None => self.vars.push((var, value)),
        }
    }
    pub fn get(&self, var: VarId) -> Eval<Value> {
        self.vars.iter().find(|(v, _)| *v == var).map(|(_, value)| *value).ok_or(Dead)
    }
}

/// What only outcomes may see.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Court<'a> {
    pub history: Option<&'a History>,
    /// The list of the position that is judged, made once.
    pub best: Option<&'a BestMoves>,
}

#[derive(Debug)]
pub(crate) struct Scene<'a> {
    pub t: &'a Tables,
    pub store: &'a Store,
    pub before: &'a Store,
    pub names: &'a mut Names,
    pub court: Court<'a>,
}

impl<'a> Scene<'a> {
    pub fn new(t: &'a Tables, store: &'a Store, before: &'a Store, names: &'a mut Names) -> Self {
        Self { t, store, before, names, court: Court::default() }
    }

    /// Evaluates with the store before the move in the place of the working store.
    pub fn earlier<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let now = std::mem::replace(&mut self.store, self.before);
        let value = read(self);
        self.store = now;
        value
    }
}
