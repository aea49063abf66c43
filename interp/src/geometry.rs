//! Royal kinds of a side.

use ferz_dsl::game::{Game, KindId, Royal, SideId};

/// Kinds that are royal for the side, always or under a condition.
pub(crate) fn royal_kinds(game: &Game, side: SideId) -> Vec<KindId> {
    (0..game.kinds.len() as u16)
        .map(KindId)
        .filter(|k| match game.kinds[k.index()].royal.get(side.index()) {
            Some(Royal::Yes | Royal::When(_)) => true,
            Some(Royal::No) | None => false,
        })
        .collect()
}
