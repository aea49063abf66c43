//! Where an expression is read: which store, which names of a move, what is known already.

use ferz_dsl::game::{GenId, SideId, VarId};
use proc_macro2::TokenStream;
use quote::quote;

#[derive(Clone, Debug)]
pub struct Cx {
    /// Place of the store read now, and of the store before the move.
    pub now: TokenStream,
    pub old: TokenStream,
    /// The names of a move are at hand in `r`.
    pub run: bool,
    /// Known generator.
    pub gen_id: Option<GenId>,
    pub from: TokenStream,
    pub to: TokenStream,
    pub here: TokenStream,
    pub captured: TokenStream,
    /// `h: &History` is at hand.
    pub history: bool,
    /// Known side to move of `now`.
    pub mover: Option<SideId>,
    /// The side to move is taken to have a move.
    pub has_move: bool,
    /// No text is being written: `m` is not at hand.
    pub silent: bool,
    /// In a function of sets: the name of the square that the royal leaves, so that `fear` says what it may not enter.
    pub royal_leaves: Option<VarId>,
    /// What a dead run does.
    pub dead: TokenStream,
}

impl Cx {
    /// A run `r: &mut Run` in a function that returns `Flow`.
    pub fn run(gen_id: Option<GenId>) -> Self {
        Self {
            now: quote!(r.p),
            old: quote!(r.b),
            run: true,
            gen_id,
            from: quote!(r.from),
            to: quote!(r.to),
            here: quote!(here),
            captured: quote!(r.captured),
            history: false,
            mover: None,
            has_move: false,
            silent: false,
            royal_leaves: None,
            dead: quote!(return STOP),
        }
    }

    /// A complete position `p: &P`.
    pub fn position() -> Self {
        Self { now: quote!(p), old: quote!(p), run: false, dead: quote!(return false), ..Self::run(None) }
    }

    /// The position before a move, with the squares of a walk known.
    pub fn before(gen_id: GenId) -> Self {
        Self {
            now: quote!(b),
            old: quote!(b),
            run: false,
            from: quote!(from),
            to: quote!(to),
            captured: quote!(taken),
            ..Self::run(Some(gen_id))
        }
    }
}
