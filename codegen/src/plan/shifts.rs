//! Men that move alike from every square, taken together: a whole set of pawns goes one rank up in one shift.
//!
//! A leap or a path of a walk is cut into its vectors. As square numbers grow evenly, a vector is one shift of a set, kept
//! to the squares from which it does not leave the board. Few vectors and many men make that worth while.

use super::elements::{Element, Shape};
use super::endings::Ending;
use super::{GenPlan, Plan};
use ferz_dsl::game::{Game, GenId, Sq, SquareSet};
use std::collections::BTreeMap;

/// One vector of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Which element of the generator.
    pub element: usize,
    pub by: i32,
    /// Squares from which the vector stays on the board.
    pub origins: SquareSet,
    /// What must be empty, as shifts from the origin.
    pub through: Vec<i32>,
}

/// The vectors of a generator's elements; `None` where it has others, or too many for the men it moves.
#[must_use]
pub fn of(game: &Game, plan: &Plan, g: GenId) -> Option<Vec<Shift>> {
    let gen_plan: &GenPlan = &plan.gens[g.index()];
    let (kind, list) = (gen_plan.kind?, gen_plan.elements.as_ref()?);
    let mut out = Vec::new();
    for (element, e) in list.iter().enumerate() {
        let walk = &game.walks[e.walk.index()];
        if walk.guard.is_some() || !walk.flags.is_empty() || e.onto.is_some() {
            return None;
        }
        for (by, (through, mut origins)) in vectors(e)? {
            if let Some(origin) = walk.origin {
                origins = origins.meet(&origin);
            }
            if !origins.is_empty() {
                out.push(Shift { element, by, origins, through });
            }
        }
    }
    let mut ways: Vec<i32> = out.iter().map(|s| s.by).collect();
    ways.sort_unstable();
    ways.dedup();
    let men = game.start.squares_of(ferz_dsl::game::KindSet::one(kind), gen_plan.side).len() as usize;
    (gen_plan.repeats.is_empty() && 2 * ways.len() <= men).then_some(out)
}

type Vectors = BTreeMap<i32, (Vec<i32>, SquareSet)>;

fn vectors(e: &Element) -> Option<Vectors> {
    let mut out = Vectors::new();
    let mut add = |from: usize, to: Sq, through: Vec<i32>| {
        let entry = out.entry(i32::from(to) - from as i32).or_insert_with(|| (through.clone(), SquareSet::NONE));
        entry.1.insert(from as Sq);
        entry.0 == through
    };
    let even = match &e.shape {
        Shape::Leap(table) => {
            table.iter().enumerate().all(|(from, targets)| targets.iter().all(|to| add(from, to, Vec::new())))
        }
        Shape::Paths(lists, None) => lists.iter().enumerate().all(|(from, paths)| {
            paths.iter().all(|p| add(from, p.to, p.empty.iter().map(|s| i32::from(s) - from as i32).collect()))
        }),
        Shape::Slide(_) | Shape::Hop(..) | Shape::Paths(..) => false,
    };
    even.then_some(out)
}

/// The targets of a shift that belong to a class of endings.
#[must_use]
pub fn class(shift: &Shift, ending: &Ending) -> SquareSet {
    let to = |from: Sq| (i32::from(from) + shift.by) as Sq;
    shift.origins.iter().filter(|from| ending.targets[usize::from(*from)].contains(to(*from))).map(to).collect()
}

/// Every target of a shift.
#[must_use]
pub fn reach(shift: &Shift) -> SquareSet {
    shift.origins.iter().map(|from| (i32::from(from) + shift.by) as Sq).collect()
}
