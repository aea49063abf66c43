//! The plan: what `emit` is going to write, as data that can be printed.
//!
//! The plan decides; the emitter only spells. Everything here is read off a `Game`, nothing is asked of names.

pub mod bites;
pub mod dead;
mod display;
pub mod elements;
pub mod endings;
pub mod fold;
pub mod legality;
pub mod reads;
pub mod shifts;

use elements::{Cause2, Element, End};
use ferz_dsl::game::{CellType, Domain, Game, Gen, GenBody, GenId, KindId, SideId, Step};
use legality::{Legality, SidePlan};

/// How the set of squares is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    U64,
    U128,
    Words(usize),
}

/// Where a cell lives in the store: among the integers or among the square sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSpot {
    pub is_set: bool,
    pub offset: usize,
    pub len: usize,
}

/// One generator.
#[derive(Clone, Debug, PartialEq)]
pub struct GenPlan {
    pub side: SideId,
    /// The kind that walks; `None` for an action.
    pub kind: Option<KindId>,
    /// Targets by table and ray where every walk of it has elements; `None` for a general automaton and for actions.
    pub elements: Option<Vec<Element>>,
    /// Why the man on the landing square leaves.
    pub cause: Cause2,
    /// Bits of a move word.
    pub bits: u32,
    pub bite: bites::Bite,
    pub legality: Legality,
    /// Earlier generators without a block whose moves this one could repeat.
    pub repeats: Vec<GenId>,
}

impl GenPlan {
    #[must_use]
    pub fn is_walk(&self) -> bool {
        self.kind.is_some()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub width: Width,
    /// Bits of a square number and of a generator number in a move word.
    pub square_bits: u32,
    pub gen_bits: u32,
    pub word_bits: u32,
    pub gens: Vec<GenPlan>,
    /// By player.
    pub sides: Vec<SidePlan>,
    pub cells: Vec<CellSpot>,
    pub ints: usize,
    pub sets: usize,
    pub has_hands: bool,
    /// History follows men by the squares they move to.
    pub follows: bool,
    /// For printing: `rule (file:line)` by generator, titles.
    pub text: display::Text,
}

/// Bits of the ordinal of a landing in a general walk.
pub const ORDINAL_BITS: u32 = 12;

/// Bits to tell `n` values apart.
#[must_use]
pub fn bits_for(n: usize) -> u32 {
    usize::BITS - n.saturating_sub(1).leading_zeros()
}

/// Plans a game.
#[must_use]
pub fn plan(game: &Game) -> Plan {
    of_folded(&fold::walks_by_origin(game))
}

/// Plans a game whose walks have been folded.
#[must_use]
pub fn of_folded(game: &Game) -> Plan {
    let size = usize::from(game.board.size);
    let width = match size {
        0..=64 => Width::U64,
        65..=128 => Width::U128,
        _ => Width::Words(size.div_ceil(64)),
    };
    let (mut ints, mut sets) = (0, 0);
    let cells = game
        .cells
        .iter()
        .map(|c| {
            let is_set = c.ty == CellType::Squares;
            let len = if is_set { 1 } else { cell_len(game, &c.index) };
            let next = if is_set { &mut sets } else { &mut ints };
            *next += len;
            CellSpot { is_set, offset: *next - len, len }
        })
        .collect();
    let (square_bits, gen_bits) = (bits_for(size).max(1), bits_for(game.gens.len()).max(1));
    let mut gens: Vec<GenPlan> = game.gens.iter().map(|g| gen_plan(game, g, square_bits, gen_bits)).collect();
    for i in 0..gens.len() {
        gens[i].bite = bites::of_generator(game, i, &gens[i]);
        gens[i].repeats = repeats(game, &gens, i);
    }
    let sides: Vec<SidePlan> = game.players().map(|s| legality::of_side(game, &gens, s)).collect();
    for i in 0..gens.len() {
        gens[i].legality = legality::of_generator(game, &sides, &gens, i);
    }
    let word_bits = gens.iter().map(|g| g.bits).max().unwrap_or(gen_bits);
    Plan {
        width,
        square_bits,
        gen_bits,
        word_bits,
        gens,
        sides,
        cells,
        ints,
        sets,
        has_hands: game.hands.iter().any(|h| !h.is_empty()),
        follows: game.facts.iter().any(|f| f.kind == ferz_dsl::game::FactKind::Squares),
        text: display::text(game),
    }
}

fn cell_len(game: &Game, index: &ferz_dsl::game::CellIndex) -> usize {
    use ferz_dsl::game::CellIndex;
    match index {
        CellIndex::One => 1,
        CellIndex::File => usize::from(game.board.files),
        CellIndex::Kinds(kinds) => kinds.len(),
        CellIndex::Side => game.sides.len() - 1,
    }
}

fn gen_plan(game: &Game, g: &Gen, square_bits: u32, gen_bits: u32) -> GenPlan {
    let mut elements = None;
    let mut cause = Cause2::Capture;
    let mut kind = None;
    let mut bits = gen_bits;
    match &g.body {
        GenBody::Walk { kind: k, walks, block } => {
            kind = Some(*k);
            elements =
                walks.iter().map(|w| elements::elements(game, *w)).collect::<Option<Vec<_>>>().map(|l| l.concat());
            if let Some(list) = &elements {
                let mut causes = list.iter().filter_map(|e| match &e.end {
                    End::Take(_, c) => Some(*c),
                    End::Quiet => None,
                });
                cause = causes.next().unwrap_or(Cause2::Capture);
                if causes.any(|c| c != cause) {
                    elements = None;
                }
            }
            bits += 2 * square_bits
                + if elements.is_none() { ORDINAL_BITS } else { 0 }
                + choice_bits(game, block, square_bits);
        }
        GenBody::Action { steps, .. } => bits += choice_bits(game, steps, square_bits),
    }
    for h in g.after.iter().chain(&g.settled) {
        let h = &game.handlers[h.index()];
        bits += u32::from(h.may) + choice_bits(game, &h.body, square_bits);
    }
    GenPlan {
        side: g.side,
        kind,
        elements,
        cause,
        bits,
        bite: bites::Bite::Nothing,
        legality: Legality::MakeAndTest(String::new()),
        repeats: Vec::new(),
    }
}

/// Most bits that the choices of these steps need.
fn choice_bits(game: &Game, steps: &[Step], square_bits: u32) -> u32 {
    steps
        .iter()
        .map(|s| match s {
            Step::Choose { from, .. } => domain_bits(game, from, square_bits),
            Step::May(body) => 1 + choice_bits(game, body, square_bits),
            Step::If { then, other, .. } => {
                choice_bits(game, then, square_bits).max(choice_bits(game, other, square_bits))
            }
            Step::Each { over, body, .. } => {
                let each = choice_bits(game, body, square_bits);
                let times = match over {
                    Domain::Squares(_) if each > 0 => u32::from(game.board.size),
                    Domain::Kinds(_) => game.kinds.len() as u32,
                    Domain::Dirs(d) => d.len() as u32,
                    Domain::Files => u32::from(game.board.files),
                    Domain::Ints(a, b) => u32::try_from(b - a + 1).unwrap_or(0),
                    Domain::Squares(_) => 0,
                };
                each * times
            }
            Step::Let { .. }
            | Step::Require(_)
            | Step::Lift { .. }
            | Step::Put { .. }
            | Step::Cell { .. }
            | Step::Hand { .. }
            | Step::Flag { .. }
            | Step::EndTurn
            | Step::Eliminate(_)
            | Step::Mark(_)
            | Step::Write { .. } => 0,
        })
        .sum()
}

/// Bits of the field of a choice.
#[must_use]
pub fn domain_bits(game: &Game, domain: &Domain, square_bits: u32) -> u32 {
    match domain {
        Domain::Squares(_) => square_bits,
        Domain::Kinds(_) => bits_for(game.kinds.len()).max(1),
        Domain::Dirs(d) => bits_for(d.len()).max(1),
        Domain::Files => bits_for(usize::from(game.board.files)).max(1),
        Domain::Ints(a, b) => bits_for(usize::try_from(b - a + 1).unwrap_or(1)).max(1),
    }
}

/// Earlier generators of the same kind, side and (empty) block that can make a move with the same squares.
fn repeats(game: &Game, gens: &[GenPlan], i: usize) -> Vec<GenId> {
    let blockless = |g: &Gen| matches!(&g.body, GenBody::Walk { block, .. } if block.is_empty());
    if !blockless(&game.gens[i]) {
        return Vec::new();
    }
    (0..i)
        .filter(|j| {
            blockless(&game.gens[*j])
                && gens[*j].kind == gens[i].kind
                && gens[*j].side == gens[i].side
                && may_meet(game, &gens[i], &gens[*j])
        })
        .map(|j| GenId(j as u16))
        .collect()
}

fn may_meet(game: &Game, a: &GenPlan, b: &GenPlan) -> bool {
    let (Some(a), Some(b)) = (&a.elements, &b.elements) else { return true };
    let n = usize::from(game.board.size);
    a.iter().any(|x| {
        b.iter().any(|y| {
            (x.end == End::Quiet) == (y.end == End::Quiet) && {
                let (x, y) = (reach(game, x), reach(game, y));
                (0..n).any(|s| !x[s].meet(&y[s]).is_empty())
            }
        })
    })
}

/// Every square an element can end on, by origin, whatever stands on the board.
#[must_use]
pub fn reach(game: &Game, e: &Element) -> Vec<ferz_dsl::game::SquareSet> {
    use elements::Shape;
    let walk = &game.walks[e.walk.index()];
    let n = game.board.size;
    (0..n)
        .map(|s| {
            if !game.board.squares.contains(s) || walk.origin.is_some_and(|o| !o.contains(s)) {
                return ferz_dsl::game::SquareSet::NONE;
            }
            match &e.shape {
                Shape::Leap(t) => t[usize::from(s)],
                Shape::Slide(d) => elements::ray(game, s, *d).into_iter().collect(),
                Shape::Hop(d, _) => elements::ray(game, s, *d).into_iter().skip(1).collect(),
                Shape::Paths(p, _) => p[usize::from(s)].iter().map(|p| p.to).collect(),
            }
        })
        .collect()
}

/// Does the expression speak of where the walk ends?
#[must_use]
pub fn reads_to(game: &Game, e: ferz_dsl::game::ExprId) -> bool {
    use ferz_dsl::game::Expr;
    reads::any(game, e, &|e| matches!(e, Expr::To | Expr::It | Expr::Captured))
}

/// Does the expression speak of the square a walk has reached?
#[must_use]
pub fn reads_here(game: &Game, e: ferz_dsl::game::ExprId) -> bool {
    reads::any(game, e, &|e| matches!(e, ferz_dsl::game::Expr::Here))
}
