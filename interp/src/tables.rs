//! What is computed once per game: offsets of cells, generators by side and kind, geometry of walks.

use crate::LoadError;
use crate::geometry;
use crate::shape;
use crate::walk::Tour;
use crate::word::MAX_CHOICES;
use ferz_dsl::game::{
    self, Cause, CellIndex, CellType, DirId, DirLabel, Expr, ExprId, Game, GenBody, GenId, GuardId, GuardPoint, KindId,
    Mark, Moment, Origin, SideId, SideSet, SquareSet, Step, Type, VarId, WalkId,
};
use std::sync::{Arc, OnceLock};

#[derive(Debug)]
pub(crate) struct Tables {
    pub game: Arc<Game>,
    pub types: Vec<Type>,
    pub cells: Vec<CellSpot>,
    pub ints_len: usize,
    pub squares_len: usize,
    pub has_hands: bool,
    /// Flags that a man loses when it is moved, as bits.
    pub lost_by_moving: u32,
    /// Generators by side, in order of asking.
    pub gens: Vec<Vec<GenId>>,
    /// By side and kind: the generators that let a man of the kind walk.
    pub walkers: Vec<Vec<Vec<GenId>>>,
    /// By side: the actions.
    pub actions: Vec<Vec<GenId>>,
    pub facts_of_gens: Vec<GenFacts>,
    /// By walk: does its `when` name the landing or the victims?
    pub guard_names_end: Vec<bool>,
    pub enemies: Vec<SideSet>,
    /// By direction.
    pub opposite: Vec<Option<DirId>>,
    /// By square: those one king step away.
    pub neighbours: Vec<SquareSet>,
    /// Kinds that are royal in some condition, by side.
    pub royal_kinds: Vec<Vec<KindId>>,
    /// Does some preference apply to the side?
    pub prefers: Vec<bool>,
    /// By walk.
    pub tours: Vec<Tour>,
    /// By expression that a walk asks: does it depend on the men on the board?
    pub reads_board: Vec<bool>,
    dead: Vec<OnceLock<SquareSet>>,
    pub worth: OnceLock<Vec<i32>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CellSpot {
    pub offset: usize,
    pub len: usize,
    pub is_squares: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct GenFacts {
    pub before: Vec<GuardId>,
    pub after_choice: Vec<(VarId, GuardId)>,
    /// Nothing but the takes of its walks can capture.
    pub plain_bite: bool,
    /// No step follows the walk before the captures are settled, so that a walk found is a run found.
    pub nothing_follows: bool,
    /// Another generator without a block lets the same kind walk.
    pub has_twin: bool,
}

impl Tables {
    pub fn new(game: Arc<Game>) -> Result<Self, LoadError> {
        if let Some(fault) = ferz_dsl::check::strata(&game).first() {
            return Err(LoadError { message: format!("`{}` {}", fault.origin.rule, fault.what) });
        }
        let types = shape::types(&game);
        let (cells, ints_len, squares_len) = spots(&game);
        let players = game.sides.len() - 1;
        let mut gens = vec![Vec::new(); players];
        let mut walkers = vec![vec![Vec::new(); game.kinds.len()]; players];
        let mut actions = vec![Vec::new(); players];
        for (i, g) in game.gens.iter().enumerate() {
            let id = GenId(i as u16);
            gens[g.side.index()].push(id);
            match &g.body {
                GenBody::Walk { kind, .. } => walkers[g.side.index()][kind.index()].push(id),
                GenBody::Action { .. } => actions[g.side.index()].push(id),
            }
        }
        let facts_of_gens = game.gens.iter().map(|g| gen_facts(&game, g, &walkers)).collect();
        for g in &game.gens {
            check_choices(&game, g)?;
        }
        let names_end = |e| game::mentions(&game, e, &|x| matches!(x, Expr::To | Expr::Captured));
        let dirs = &game.board.dirs;
        let opposite = |label: &DirLabel| match label {
            DirLabel::Vector(f, r) => DirLabel::Vector(-f, -r),
            DirLabel::Rolled(f, r) => DirLabel::Rolled(-f, -r),
            DirLabel::Line(name, back) => DirLabel::Line(name.clone(), !back),
        };
        let royal_kinds = game.players().map(|side| geometry::royal_kinds(&game, side)).collect();
        let side_prefers =
            |side: SideId| game.gens.iter().any(|g| g.side == side && g.prefer.iter().any(Option::is_some));
        Ok(Self {
            guard_names_end: game.walks.iter().map(|w| w.guard.is_some_and(names_end)).collect(),
            enemies: (0..game.sides.len()).map(|s| game.enemies(SideId(s as u16))).collect(),
            opposite: dirs
                .iter()
                .map(|d| dirs.iter().position(|o| o.label == opposite(&d.label)).map(|i| DirId(i as u16)))
                .collect(),
            neighbours: (0..game.board.size)
                .map(|s| game.board.lines.iter().filter_map(|d| game.board.step(s, *d)).collect())
                .collect(),
            prefers: game.players().map(side_prefers).collect(),
            tours: game.walks.iter().map(|w| Tour::new(&game.board, w)).collect(),
            reads_board: (0..game.exprs.len())
                .map(|i| game::mentions(&game, ExprId(i as u16), &shape::asks_men))
                .collect(),
            dead: (0..players * game.kinds.len()).map(|_| OnceLock::new()).collect(),
            worth: OnceLock::new(),
            lost_by_moving: game.flags.iter().enumerate().filter(|(_, f)| f.lost_by_moving).map(|(i, _)| 1 << i).sum(),
            has_hands: game.hands.iter().any(|h| !h.is_empty()),
            types,
            cells,
            ints_len,
            squares_len,
            gens,
            walkers,
            actions,
            facts_of_gens,
            royal_kinds,
            game,
        })
    }

    pub fn facts(&self, g: GenId) -> &GenFacts {
        &self.facts_of_gens[g.index()]
    }

    /// Squares on which a man of the kind could never move.
    pub fn dead_squares(&self, kind: KindId, side: SideId) -> SquareSet {
        if side.index() >= self.walkers.len() {
            return SquareSet::NONE;
        }
        *self.dead[side.index() * self.game.kinds.len() + kind.index()].get_or_init(|| {
            let walks = self.walkers[side.index()][kind.index()].iter().flat_map(|g| self.walks_of(*g));
            let mut alive = SquareSet::NONE;
            for walk in walks {
                let lands = game::landings(&self.game, *walk);
                alive =
                    alive.union(&(0..self.game.board.size).filter(|s| !lands[usize::from(*s)].is_empty()).collect());
            }
            self.game.board.squares.minus(&alive)
        })
    }

    pub fn walks_of(&self, g: GenId) -> &[WalkId] {
        match &self.game.gens[g.index()].body {
            GenBody::Walk { walks, .. } => walks,
            GenBody::Action { .. } => &[],
        }
    }

    /// The rule whose step records this result, for the reason of an outcome.
    pub fn mark_origin(&self, mark: Mark) -> Option<&Origin> {
        let marks = |steps: &[Step]| game::any_step(steps, &|s| *s == Step::Mark(mark));
        let game = &self.game;
        let body = |b: &GenBody| match b {
            GenBody::Walk { block, .. } => marks(block),
            GenBody::Action { steps, .. } => marks(steps),
        };
        let in_gens = game.gens.iter().filter(|g| body(&g.body)).map(|g| &g.origin);
        let in_handlers = game.handlers.iter().filter(|h| marks(&h.body)).map(|h| &h.origin);
        let in_captures = game.capture_hooks.iter().filter(|h| marks(&h.body)).map(|h| &h.origin);
        let in_turns = game.turn_hooks.iter().filter(|h| marks(&h.body)).map(|h| &h.origin);
        in_gens.chain(in_handlers).chain(in_captures).chain(in_turns).next()
    }
}

fn spots(game: &Game) -> (Vec<CellSpot>, usize, usize) {
    let (mut ints, mut squares) = (0, 0);
    let mut spots = Vec::new();
    for cell in &game.cells {
        let len = match &cell.index {
            CellIndex::One => 1,
            CellIndex::File => usize::from(game.board.files),
            CellIndex::Kinds(kinds) => kinds.len(),
            CellIndex::Side => game.sides.len() - 1,
        };
        let is_squares = match cell.ty {
            CellType::Squares => true,
            CellType::Counter { .. } | CellType::Latch | CellType::Kind => false,
        };
        let total = if is_squares { &mut squares } else { &mut ints };
        spots.push(CellSpot { offset: *total, len: if is_squares { 1 } else { len }, is_squares });
        *total += if is_squares { 1 } else { len };
    }
    (spots, ints, squares)
}

fn gen_facts(game: &Game, g: &ferz_dsl::game::Gen, walkers: &[Vec<Vec<GenId>>]) -> GenFacts {
    let captures = |steps: &[Step]| game::any_step(steps, &|s| matches!(s, Step::Lift { cause: Cause::Capture, .. }));
    let handlers = || g.after.iter().map(|h| &game.handlers[h.index()].body);
    let hooks = || g.on_capture.iter().map(|h| &game.capture_hooks[h.index()].body);
    let (block, twin, walk) = match &g.body {
        GenBody::Walk { kind, block, .. } => {
            let blockless = |id: &&GenId| match &game.gens[id.index()].body {
                GenBody::Walk { block, .. } => block.is_empty(),
                GenBody::Action { .. } => false,
            };
            (&block[..], walkers[g.side.index()][kind.index()].iter().filter(blockless).count() > 1, true)
        }
        GenBody::Action { steps, .. } => (&steps[..], false, false),
    };
    let mut facts = GenFacts {
        plain_bite: walk && !captures(block) && !handlers().any(|b| captures(b)) && !hooks().any(|b| captures(b)),
        nothing_follows: block.is_empty() && g.after.is_empty() && g.on_capture.is_empty(),
        has_twin: twin && block.is_empty(),
        ..GenFacts::default()
    };
    for id in &g.guards {
        match game.guards[id.index()].at {
            GuardPoint::Before => facts.before.push(*id),
            GuardPoint::AfterChoice(v) => facts.after_choice.push((v, *id)),
        }
    }
    facts
}

/// A move keeps its said choices in a fixed array.
fn check_choices(game: &Game, g: &ferz_dsl::game::Gen) -> Result<(), LoadError> {
    let too_many = |what: String| {
        Err(LoadError {
            message: format!(
                "the moves of `{}` (line {}) make {what}: the interpreter keeps at most {MAX_CHOICES}",
                g.origin.rule, g.origin.line
            ),
        })
    };
    let body = match &g.body {
        GenBody::Walk { block, .. } => block,
        GenBody::Action { steps, .. } => steps,
    };
    let mut sum = 0usize;
    for h in g.after.iter().chain(&g.settled) {
        let handler = &game.handlers[h.index()];
        let Some(n) = shape::said_choices(game, &handler.body) else {
            return too_many("choices in a loop of unknown length".into());
        };
        sum = sum.saturating_add(n + usize::from(handler.may));
    }
    let Some(n) = shape::said_choices(game, body) else {
        return too_many("choices in a loop of unknown length".into());
    };
    sum = sum.saturating_add(n);
    if sum > MAX_CHOICES {
        return too_many(format!("up to {sum} choices"));
    }
    // What follows from captures and turns is one consequence, not several.
    let hooks = g.on_capture.iter().map(|h| &game.capture_hooks[h.index()].body);
    let turns =
        game.turn_hooks.iter().filter(|h| matches!(h.moment, Moment::EndOfTurn | Moment::Loss)).map(|h| &h.body);
    if hooks.chain(turns).any(|b| said_choices_at_all(b)) {
        return too_many("choices after a capture or at the end of a turn".into());
    }
    Ok(())
}

fn said_choices_at_all(steps: &[Step]) -> bool {
    game::any_step(steps, &|s| matches!(s, Step::Choose { .. } | Step::May(_)))
}
