//! Random games that two executions of a variant play alike.
//!
//! A walk draws from the legal moves sorted by their text, never by their identity, which each execution chooses for
//! itself. With one seed, two executions that agree on the texts play the same game, in one process or in two: the
//! command `walk` of an engine prints one [`Row`] a position for comparison outside.

use crate::erased::{AnyGame, AnyRules};
use crate::position::Flow;
use std::fmt;

/// A small deterministic generator (xorshift64*): the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Any seed will do; near seeds give unlike sequences.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(mixed(seed).max(1))
    }

    pub fn next_word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`, 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high half: the low bits of this generator are the weaker ones.
        if bound == 0 { 0 } else { ((self.next_word() >> 32) as usize) % bound }
    }
}

/// Spreads the bits of a word (the finisher of splitmix64).
pub(crate) fn mixed(word: u64) -> u64 {
    let mut x = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The seed of one game of a run of games.
#[must_use]
pub fn game_seed(seed: u64, game: u64) -> u64 {
    mixed(seed ^ mixed(game))
}

/// Plays a random game of at most `plies` plies from the start position and shows every position, the first included.
///
/// Ends where there is no legal move or the visitor breaks. Repetition and clocks do not end it: they empty no move
/// list, and the positions behind them are worth testing too.
pub fn random_walk(rules: &dyn AnyRules, seed: u64, plies: u32, visitor: &mut dyn FnMut(&dyn AnyGame) -> Flow) -> Flow {
    let mut random = Random::new(seed);
    let mut game = rules.new_game();
    visitor(&*game)?;
    for _ in 0..plies {
        let moves = game.moves();
        let Some(text) = moves.get(random.below(moves.len())) else { break };
        if !game.play(text) {
            break;
        }
        visitor(&*game)?;
    }
    Flow::Continue(())
}

/// What can be seen of a position from outside: all that two executions must agree on.
///
/// As text one line with these fields, separated by tabs: FEN, key in hexadecimal, side to move, `+` in check or `-`,
/// number of moves as counted, outcome by the position alone or `-`, outcome with history or `-`, move texts sorted
/// and separated by blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub fen: String,
    /// Only equality of keys within one execution has a meaning.
    pub key: u64,
    pub side: usize,
    pub in_check: bool,
    pub count: u64,
    pub outcome: Option<String>,
    pub adjudged: Option<String>,
    pub moves: Vec<String>,
}

impl Row {
    /// The row of the game's position; `sides` are the names of the players.
    #[must_use]
    pub fn of(game: &dyn AnyGame, sides: &[String]) -> Self {
        Row {
            fen: game.to_fen(),
            key: game.key(),
            side: game.side_to_move(),
            in_check: game.in_check(),
            count: game.count_moves(),
            outcome: game.outcome().map(|o| o.text(sides)),
            adjudged: game.adjudicate().map(|o| o.text(sides)),
            moves: game.moves(),
        }
    }

    /// Reads the line that `Display` writes.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, key, side, check, count, outcome, adjudged, moves] = fields[..] else { return None };
        let text = |field: &str| if field == "-" { None } else { Some(field.to_string()) };
        Some(Row {
            fen: fen.to_string(),
            key: u64::from_str_radix(key, 16).ok()?,
            side: side.parse().ok()?,
            in_check: check == "+",
            count: count.parse().ok()?,
            outcome: text(outcome),
            adjudged: text(adjudged),
            moves: moves.split_ascii_whitespace().map(str::to_string).collect(),
        })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { fen, key, side, in_check, count, outcome, adjudged, moves } = self;
        let check = if *in_check { "+" } else { "-" };
        let outcome = outcome.as_deref().unwrap_or("-");
        let adjudged = adjudged.as_deref().unwrap_or("-");
        write!(f, "{fen}\t{key:016x}\t{side}\t{check}\t{count}\t{outcome}\t{adjudged}\t{}", moves.join(" "))
    }
}
