//! The interpreter as rules and positions of the runtime.

use crate::LoadError;
use crate::attack::{self, Question};
use crate::candidates::{self, Wants};
use crate::diagrams;
use crate::explain;
use crate::fen;
use crate::history;
use crate::legal::BestMoves;
use crate::outcome;
use crate::rate;
use crate::run::Blame;
use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::text;
use crate::turn;
use crate::word::Word;
use ferz_dsl::game::{Game, SideSet};
use ferz_runtime::{Flow, History, Outcome, Position, Record, Rules, RulesInfo, TextError};
use std::cell::OnceCell;
use std::sync::Arc;

/// A game made ready to be executed.
#[derive(Clone, Debug)]
pub struct Interp(Arc<Tables>);

/// A position of the game.
#[derive(Clone, Debug)]
pub struct Pos {
    t: Arc<Tables>,
    store: Store,
    best: BestMoves,
    over: OnceCell<Option<Outcome>>,
}

impl Interp {
    /// # Errors
    /// The game has moves that make more choices than the interpreter can keep.
    pub fn new(game: Arc<Game>) -> Result<Self, LoadError> {
        Tables::new(game).map(|t| Self(Arc::new(t)))
    }

    #[must_use]
    pub fn game(&self) -> &Game {
        &self.0.game
    }

    /// What each piece reaches alone on an empty board, drawn; promoted pieces too.
    #[must_use]
    pub fn diagrams(&self) -> String {
        diagrams::all(&self.0)
    }

    fn position(&self, store: Store) -> Pos {
        Pos { t: self.0.clone(), store, best: BestMoves::default(), over: OnceCell::new() }
    }
}

impl Rules for Interp {
    type Position = Pos;

    fn info(&self) -> RulesInfo {
        let game = &self.0.game;
        RulesInfo {
            name: game.name.clone(),
            title: game.title.clone(),
            sides: game.players().map(|s| game.sides[s.index()].name.clone()).collect(),
            files: game.board.files,
            ranks: game.board.ranks,
            start_fen: self.start().to_fen(),
        }
    }

    fn start(&self) -> Pos {
        let t = &*self.0;
        let mut store = Store::from_start(t, &t.game.start);
        turn::start_game(t, &mut store);
        self.position(store)
    }

    fn from_fen(&self, fen: &str) -> Result<Pos, TextError> {
        fen::read(&self.0, fen).map(|store| self.position(store))
    }
}

impl Pos {
    /// Why the move with this text is illegal here: what removed the pseudo-legal move that got furthest. Nothing if
    /// the move is legal or no move has the text.
    #[must_use]
    pub fn explain_illegal(&self, text: &str) -> Option<Vec<Blame>> {
        if self.find_move(text).is_some() {
            return None;
        }
        explain::illegal(&self.t, &self.store, text)
    }

    fn over(&self) -> Option<&Outcome> {
        self.over.get_or_init(|| outcome::plain(&self.t, &self.store, &self.best)).as_ref()
    }

    /// Moves that would be legal if the game were not over, sorted.
    #[must_use]
    pub fn best_moves(&self) -> Vec<Word> {
        let mut words = self.best.list(&self.t, &self.store).to_vec();
        words.sort_unstable();
        words
    }
}

impl Position for Pos {
    type Move = Word;

    fn to_fen(&self) -> String {
        fen::write(&self.t, &self.store)
    }

    fn side_to_move(&self) -> usize {
        self.store.turn.side.index()
    }

    fn visit_moves<F: FnMut(Word) -> Flow>(&self, visit: &mut F) -> Flow {
        if self.over().is_some() {
            return Flow::Continue(());
        }
        self.best.list(&self.t, &self.store).iter().try_for_each(|w| visit(*w))
    }

    /// # Panics
    /// If the move is not one of this position.
    fn play(&mut self, mv: Word) {
        let t = self.t.clone();
        let Some(run) = candidates::replay(&t, &self.store, mv, Wants::default()) else {
            panic!("{mv:?} is not a move of {}", self.to_fen());
        };
        let (mut store, end_turn, generator) = (run.store, run.end_turn, run.names.generator);
        turn::pass(&t, &mut store, end_turn, generator);
        while let Some(side) = outcome::loser(&t, &store) {
            turn::leave(&t, &mut store, side);
        }
        *self = Self { t, store, best: BestMoves::default(), over: OnceCell::new() };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over().cloned()
    }

    fn adjudicate(&self, history: &History) -> Option<Outcome> {
        self.outcome().or_else(|| outcome::adjudicated(&self.t, &self.store, &self.best, history))
    }

    fn record(&self, before: &Self, mv: Word) -> Record {
        history::record(&self.t, &before.store, &self.store, mv)
    }

    fn key(&self) -> u64 {
        self.store.key(&self.t)
    }

    fn in_check(&self) -> bool {
        let side = self.store.turn.side;
        let mut names = Names::default();
        let royals = Scene::new(&self.t, &self.store, &self.store, &mut names).royals(SideSet::one(side));
        let by = self.store.men(|m| self.t.enemies[side.index()].contains(m.owner));
        let question = Question { of: royals, by, side, without: ferz_dsl::game::SquareSet::NONE };
        !attack::attacked(&self.t, &self.store, &question).is_empty()
    }

    fn move_text(&self, mv: Word) -> String {
        text::move_text(&self.t, &self.store, mv)
    }

    fn evaluate(&self) -> i32 {
        rate::evaluate(&self.t, &self.store)
    }

    fn gain(&self, mv: Word) -> i32 {
        rate::gain(&self.t, &self.store, mv)
    }

    fn diagram(&self) -> String {
        fen::diagram(&self.t, &self.store)
    }
}
