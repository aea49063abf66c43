//! Movement as written: side-independent automata, the algebra on them, and their binding to a board.
//!
//! A [`Pattern`] comes from a Betza string (`crate::betza::parse`) or from a clause word (`along`), is changed by the
//! clause words of the language (`captures of`, `onto`, `up to n squares`: methods of `Pattern` in `algebra`), and
//! becomes `game::Walk`s of one side and kind by [`bind`]. Vectors are relative: x to the right, y forward.
//!
//! ```text
//! "fmWcF"   parse    start --(0,1) empty--> end          bind      start --N  empty--> end
//!           =====>   start --(±1,±1) foe, take--> end    =====>    start --NE NW SE SW black, take--> end
//! ```

mod algebra;
mod bind;
mod context;
mod cover;
mod dead;
mod explain;
mod rel;
mod tidy;
mod unroll;

pub use algebra::Refusal;
pub use bind::{bind, vector_map};
pub use context::{BindContext, EnPassant, ExprStore, Facing, Initial, Owners, RoyalTest, Wrap};
pub use cover::covers;
pub use dead::dead_squares;
pub use explain::explain;
pub use rel::{
    Kinds, MenTest, Pattern, RelEdge, RelGo, RelNode, RelStep, RelTake, RelTakeAt, RelTest, RelWalk, Royalty, SetTest,
};
pub use tidy::tidy;
