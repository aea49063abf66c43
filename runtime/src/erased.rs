//! A variant and a game of it as objects, moves as text.
//!
//! Protocols, command lines and comparisons need nothing of a variant that is worth specialising. They speak to these two traits and
//! so are compiled once, with this crate; what is compiled for each variant is the generator, perft, the search and the thin
//! layer below. Every `Rules` is an `AnyRules`.

use crate::perft::{Bounds, divide_within, perft_within};
use crate::position::{History, Outcome, Position, Rules, RulesInfo, TextError};
use crate::search::{self, Limits, Report, Table, Task};
use std::sync::atomic::AtomicBool;

/// Any variant.
pub trait AnyRules: Send + Sync {
    fn described(&self) -> RulesInfo;

    /// A game from the start position.
    fn new_game(&self) -> Box<dyn AnyGame>;

    /// A game from this position.
    ///
    /// # Errors
    /// As `Rules::from_fen`.
    fn game_from(&self, fen: &str) -> Result<Box<dyn AnyGame>, TextError>;
}

/// A game of any variant: a position, and the moves that led to it.
pub trait AnyGame: Send {
    fn another(&self) -> Box<dyn AnyGame>;

    /// Plays the legal move with this text; false, and nothing played, if there is none.
    fn play(&mut self, text: &str) -> bool;

    /// Texts of the moves played.
    fn line(&self) -> &[String];

    /// Texts of the legal moves, sorted bytewise.
    fn moves(&self) -> Vec<String>;

    fn count_moves(&self) -> u64;
    fn to_fen(&self) -> String;
    fn diagram(&self) -> String;
    fn key(&self) -> u64;
    fn side_to_move(&self) -> usize;
    fn in_check(&self) -> bool;

    /// By the position alone.
    fn outcome(&self) -> Option<Outcome>;

    /// With what the moves played tell.
    fn adjudicate(&self) -> Option<Outcome>;

    /// As `perft::perft_within`.
    fn perft(&self, depth: u32, bounds: Bounds<'_>) -> Option<u64>;

    /// As `perft::divide_within`.
    fn divide(&self, depth: u32, bounds: Bounds<'_>) -> Option<Vec<(String, u64)>>;

    /// As `search::search`; lines are texts.
    fn search(
        &self,
        order: &SearchOrder,
        table: &mut Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Report<String>;
}

/// What a search is to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchOrder {
    pub limits: Limits,
    /// Number of players.
    pub sides: usize,
    /// Texts of the legal moves to choose from; empty for all.
    pub only: Vec<String>,
}

impl<R: Rules> AnyRules for R {
    fn described(&self) -> RulesInfo {
        self.info()
    }

    fn new_game(&self) -> Box<dyn AnyGame> {
        Box::new(Game::new(self.start()))
    }

    fn game_from(&self, fen: &str) -> Result<Box<dyn AnyGame>, TextError> {
        Ok(Box::new(Game::new(self.from_fen(fen)?)))
    }
}

#[derive(Clone)]
struct Game<P> {
    position: P,
    history: History,
    line: Vec<String>,
}

impl<P: Position> Game<P> {
    fn new(position: P) -> Self {
        let history = History::new(position.key());
        Game { position, history, line: Vec::new() }
    }
}

impl<P: Position> AnyGame for Game<P> {
    fn another(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn play(&mut self, text: &str) -> bool {
        let Some(mv) = self.position.find_move(text) else { return false };
        let before = self.position.clone();
        self.position.play(mv);
        self.history.push(self.position.record(&before, mv));
        self.line.push(text.to_string());
        true
    }

    fn line(&self) -> &[String] {
        &self.line
    }

    fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.position.moves().into_iter().map(|mv| self.position.move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }

    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    fn to_fen(&self) -> String {
        self.position.to_fen()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn side_to_move(&self) -> usize {
        self.position.side_to_move()
    }

    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn adjudicate(&self) -> Option<Outcome> {
        self.position.adjudicate(&self.history)
    }

    fn perft(&self, depth: u32, bounds: Bounds<'_>) -> Option<u64> {
        perft_within(&self.position, depth, bounds)
    }

    fn divide(&self, depth: u32, bounds: Bounds<'_>) -> Option<Vec<(String, u64)>> {
        divide_within(&self.position, depth, bounds)
    }

    fn search(
        &self,
        order: &SearchOrder,
        table: &mut Table,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report<String>),
    ) -> Report<String> {
        let only = order.only.iter().filter_map(|text| self.position.find_move(text)).collect();
        let task = Task { position: self.position.clone(), history: self.history.clone(), sides: order.sides, only };
        let told =
            search::search(&task, &order.limits, table, stop, &mut |found| report(&in_texts(&self.position, found)));
        in_texts(&self.position, &told)
    }
}

fn in_texts<P: Position>(root: &P, report: &Report<P::Move>) -> Report<String> {
    let mut position = root.clone();
    let mut line = Vec::with_capacity(report.line.len());
    for &mv in &report.line {
        line.push(position.move_text(mv));
        position.play(mv);
    }
    Report { depth: report.depth, score: report.score, nodes: report.nodes, time: report.time, line }
}
