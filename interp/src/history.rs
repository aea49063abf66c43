//! What history keeps of a move.

use crate::candidates::{self, Wants};
use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::word::Word;
use ferz_dsl::game::FactKind;
use ferz_runtime::{Fact, Record};

/// The record of the move that led from one store to the other. A fact of another player than the mover is empty.
pub(crate) fn record(t: &Tables, before: &Store, after: &Store, word: Word) -> Record {
    let mover = before.turn.side;
    let facts = t.game.facts.iter().map(|fact| {
        let mut names = Names::default();
        let mut scene = Scene::new(t, after, before, &mut names);
        let own = fact.side == mover;
        match fact.kind {
            FactKind::Bool => Fact::Bool(own && scene.bool(fact.value) == Ok(true)),
            FactKind::Squares if own => {
                Fact::Squares(scene.set(fact.value).map_or_else(|_| Vec::new(), |set| set.iter().collect()))
            }
            FactKind::Squares => Fact::Squares(Vec::new()),
        }
    });
    let facts = facts.collect();
    let moved = candidates::replay(t, before, word, Wants::default()).map_or_else(Vec::new, |run| run.moved);
    Record { key: after.key(t), mover: mover.index(), facts, moved }
}
