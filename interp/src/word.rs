//! A move's identity: who walks where and takes what, or which action, and every said choice.

use ferz_dsl::game::{GenId, Sq, SquareSet};

/// Said choices a move can keep. Games whose generators could say more are refused when they are loaded.
pub const MAX_CHOICES: usize = 12;

/// No square: actions have no origin and no landing.
pub(crate) const NO_SQUARE: Sq = Sq::MAX;

/// A move of the interpreter. Two runs with equal words are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word {
    /// The generator; of several walks that are one move, the first.
    pub generator: u16,
    pub from: u16,
    pub to: u16,
    /// What the walk takes.
    pub victims: SquareSet,
    /// Where the walk puts what it takes.
    pub put: u16,
    /// Values of the said choices in order: square numbers, kinds, directions, files, ints by their place, 0 with and
    /// 1 without for `may`.
    pub choices: [u16; MAX_CHOICES],
    pub said: u8,
}

impl Word {
    pub(crate) fn walk(generator: GenId, from: Sq, to: Sq, victims: SquareSet, put: Option<Sq>) -> Self {
        let put = put.unwrap_or(NO_SQUARE);
        Self { generator: generator.0, from, to, victims, put, choices: [0; MAX_CHOICES], said: 0 }
    }

    pub(crate) fn action(generator: GenId) -> Self {
        Self::walk(generator, NO_SQUARE, NO_SQUARE, SquareSet::NONE, None)
    }

    /// Room for it was checked when the game was loaded.
    pub(crate) fn say(&mut self, value: u16) {
        if let Some(place) = self.choices.get_mut(usize::from(self.said)) {
            *place = value;
            self.said += 1;
        }
    }
}
