//! How the legality of a generator's moves is decided.

use super::GenPlan;
use ferz_dsl::game::Game;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Legality {
    /// No rule looks at the result.
    Free,
    /// Every candidate is made and judged; why nothing better is exact.
    MakeAndTest(String),
}

/// The cheapest exact method for a generator.
#[must_use]
pub fn of_generator(game: &Game, _gens: &[GenPlan], i: usize) -> Legality {
    let g = &game.gens[i];
    if g.judges.is_empty() {
        return Legality::Free;
    }
    let o = &game.judges[g.judges[0].index()].origin;
    Legality::MakeAndTest(format!("{} ({}:{})", o.rule, o.file, o.line))
}
