//! From an assembled variant to `Game`.
//!
//! After this stage nothing is relative and nothing has a name that matters: sides, directions, ranks, zones,
//! definitions, arguments and movement strings are resolved, once for each player.

mod build;
mod castle;
mod clauses;
mod describe;
mod endings;
mod expr;
mod fen;
mod frame;
mod gens;
mod names;
mod parts;
mod relation;
mod scope;
mod setup;
mod state;
mod steps;
mod texts;

use std::collections::{HashMap, HashSet};

use crate::assemble::{Assembly, BundleId};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::game::{
    CaptureHook, Cell, CellId, Fact, FlagInfo, Game, Gen, GenId, Guard, Handler, HandlerId, HookId, Judge, KindInfo,
    KindSet, Man, Outcome, Prefer, SideId, SideInfo, SideSet, SquareSet, Start, TurnHook, TurnMachine, Walk,
};
use crate::game::{Graph, Origin};
use crate::source::{Sources, Span};

pub use scope::{Failed, Low};

/// Lowers one variant. `None` after an error; everything that can be told apart has been told.
pub fn game(asm: &Assembly, sources: &Sources, diags: &mut Diagnostics) -> Option<Game> {
    let mut l = Lowerer::new(asm, sources, diags)?;
    l.frame()?;
    l.declare_kinds();
    l.declare_state();
    l.read_setup();
    l.declare_gens();
    l.lower_royals();
    l.lower_walks();
    l.lower_actions();
    l.lower_parts();
    l.texts();
    l.finish()
}

/// The game under construction.
pub(crate) struct Lowerer<'a> {
    pub asm: &'a Assembly,
    pub sources: &'a Sources,
    pub diags: &'a mut Diagnostics,
    pub x: build::Exprs,
    pub graph: Graph,
    pub sides: Vec<SideInfo>,
    pub kinds: Vec<KindInfo>,
    pub flags: Vec<FlagInfo>,
    pub cells: Vec<Cell>,
    /// States by bundle and name; shared ones have an entry for each bundle of the use.
    pub cell_names: HashMap<(usize, String), CellId>,
    pub hands: Vec<KindSet>,
    pub tables: Vec<Vec<Option<crate::game::KindId>>>,
    pub walks: Vec<Walk>,
    pub gens: Vec<Gen>,
    pub skeletons: Vec<gens::Skeleton>,
    pub guards: Vec<Guard>,
    pub judges: Vec<Judge>,
    pub handlers: Vec<Handler>,
    /// Names bound in each handler.
    pub handler_names: Vec<scope::Bound>,
    /// Handlers and hooks already lowered: bundle, item, and the move if it has names of its own.
    pub handler_memo: HashMap<(usize, usize, Option<GenId>), Option<HandlerId>>,
    pub hook_memo: HashMap<(usize, usize, Option<GenId>), Option<HookId>>,
    /// Definitions without arguments already lowered: their place, bundle, player and what may be named there.
    pub definition_memo: HashMap<(Span, Option<BundleId>, SideId, scope::RunNames, scope::Place), scope::Val>,
    /// Expressions that may still be lowered; a file that wants more is refused.
    pub budget: u32,
    pub capture_hooks: Vec<CaptureHook>,
    pub turn_hooks: Vec<TurnHook>,
    pub prefers: Vec<Prefer>,
    pub outcomes: Vec<Outcome>,
    pub facts: Vec<Fact>,
    pub turn: TurnMachine,
    /// Men of the setup text by square.
    pub setup: Vec<Option<Man>>,
    pub start: Option<Start>,
    pub fen: Vec<crate::game::FenField>,
    /// Every name that some action, block or handler binds: elsewhere it means "this part is about another move".
    pub choice_names: HashSet<String>,
    /// The part being lowered names what the move at hand does not have.
    pub inapplicable: bool,
}

impl<'a> Lowerer<'a> {
    fn new(asm: &'a Assembly, sources: &'a Sources, diags: &'a mut Diagnostics) -> Option<Self> {
        let graph = frame::graph(asm, diags)?;
        Some(Self {
            asm,
            sources,
            diags,
            x: build::Exprs { board: graph.squares, ..Default::default() },
            graph,
            sides: vec![],
            kinds: vec![],
            flags: vec![],
            cells: vec![],
            cell_names: HashMap::new(),
            hands: vec![],
            tables: vec![],
            walks: vec![],
            gens: vec![],
            skeletons: vec![],
            guards: vec![],
            judges: vec![],
            handlers: vec![],
            handler_names: vec![],
            handler_memo: HashMap::new(),
            hook_memo: HashMap::new(),
            definition_memo: HashMap::new(),
            budget: 400_000,
            capture_hooks: vec![],
            turn_hooks: vec![],
            prefers: vec![],
            outcomes: vec![],
            facts: vec![],
            turn: TurnMachine { entries: vec![], repeat_from: 0, growing: false },
            setup: vec![],
            start: None,
            fen: vec![],
            choice_names: HashSet::new(),
            inapplicable: false,
        })
    }

    pub fn players(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.asm.sides.len() as u16).map(SideId)
    }

    pub fn all_sides(&self) -> SideSet {
        (0..self.sides.len() as u16).map(SideId).collect()
    }

    pub fn all_kinds(&self) -> KindSet {
        (0..self.kinds.len() as u16).map(crate::game::KindId).collect()
    }

    /// Squares of the setup text with men of these kinds and this owner.
    pub fn setup_squares(&self, kinds: KindSet, side: SideId) -> SquareSet {
        (0..self.setup.len() as u16)
            .filter(|s| self.setup[usize::from(*s)].is_some_and(|m| kinds.contains(m.kind) && m.owner == side))
            .collect()
    }

    pub fn origin(&self, rule: Option<&str>, span: Span) -> Origin {
        Origin {
            rule: rule.map_or_else(|| self.asm.name.clone(), str::to_string),
            file: self.sources.files.get(usize::from(span.file.0)).map(|f| f.name.clone()).unwrap_or_default(),
            line: self.sources.line(span),
        }
    }

    /// Runs `f`; `Ok(None)` if the part does not concern the move at hand.
    pub fn if_applicable<T>(&mut self, f: impl FnOnce(&mut Self) -> Low<T>) -> Low<Option<T>> {
        let outer = std::mem::replace(&mut self.inapplicable, false);
        let out = f(self);
        let passed_over = std::mem::replace(&mut self.inapplicable, outer);
        match out {
            Ok(v) => Ok(Some(v)),
            Err(Failed) if passed_over => Ok(None),
            Err(Failed) => Err(Failed),
        }
    }

    fn finish(mut self) -> Option<Game> {
        self.check_bounds();
        if self.diags.has_errors() {
            return None;
        }
        let start = self.start?;
        let setup = self.asm.setup.value.clone();
        Some(Game {
            name: self.asm.name.clone(),
            title: self.asm.title.value.clone(),
            meta: self.asm.meta.clone(),
            board: self.graph,
            sides: self.sides,
            kinds: self.kinds,
            flags: self.flags,
            cells: self.cells,
            hands: self.hands,
            tables: self.tables,
            exprs: self.x.list,
            vars: self.x.vars,
            walks: self.walks,
            gens: self.gens,
            guards: self.guards,
            judges: self.judges,
            handlers: self.handlers,
            capture_hooks: self.capture_hooks,
            turn_hooks: self.turn_hooks,
            prefers: self.prefers,
            outcomes: self.outcomes,
            facts: self.facts,
            turn: self.turn,
            fen: self.fen,
            start,
            setup,
        })
    }

    /// Ids are 16 bits wide; a file that needs more is refused.
    fn check_bounds(&mut self) {
        let over = self.x.overflow
            || self.budget == 0
            || self.x.largest() > 100_000
            || [self.walks.len(), self.gens.len(), self.handlers.len(), self.x.vars.len()].iter().any(|n| *n > 60_000);
        if over {
            self.diags.push(
                Diagnostic::error("E0699", "the variant is too large")
                    .label(self.asm.title.span, "more than 60,000 walks or names, or an expression of more than 100,000 parts, after its rules are put in")
                    .help("use fewer rules, or definitions that ask each other less often"),
            );
        }
    }
}

impl std::fmt::Debug for Lowerer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lowerer").field("variant", &self.asm.name).finish_non_exhaustive()
    }
}
