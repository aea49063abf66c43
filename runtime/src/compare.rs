//! Two executions of one variant side by side: the same random games in both, everything visible compared after
//! every ply.
//!
//! Compared are the legal moves by text, the bulk count, whose turn, check, outcome with and without history, the FEN,
//! and the equality classes of keys over all positions seen: two positions share a key in one execution exactly if
//! they do in the other. In each execution by itself the FEN must read back to the same position, and no two legal
//! moves may share a text. A failure names the position, what differs, and the line of moves that leads there.

use crate::erased::{AnyGame, AnyRules};
use crate::walk::{Random, Row, game_seed};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What a comparison has covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub games: u64,
    pub positions: u64,
    /// Legal moves compared.
    pub moves: u64,
    /// Games that ended by the rules before their plies ran out.
    pub finished: u64,
    /// Positions that were told apart by their keys.
    pub classes: u64,
}

/// Plays one random game of at most `plies` plies in both executions.
///
/// # Errors
/// The first difference, as text for people.
pub fn lockstep(a: &dyn AnyRules, b: &dyn AnyRules, seed: u64, plies: u32) -> Result<Stats, String> {
    lockstep_games(a, b, seed, 1, plies)
}

/// Plays several random games; keys are compared over all of them together.
///
/// # Errors
/// The first difference, as text for people.
pub fn lockstep_games(a: &dyn AnyRules, b: &dyn AnyRules, seed: u64, games: u64, plies: u32) -> Result<Stats, String> {
    let (info_a, info_b) = (a.described(), b.described());
    if info_a != info_b {
        return Err(format!("the rules describe themselves differently:\n  {info_a:?}\n  {info_b:?}"));
    }
    let mut run = Run { a, b, sides: info_a.sides, classes: KeyClasses::default(), stats: Stats::default() };
    for game in 0..games {
        run.game(game_seed(seed, game), plies).map_err(|why| format!("seed {seed}, game {game}: {why}"))?;
    }
    run.stats.classes = run.classes.len() as u64;
    Ok(run.stats)
}

struct Run<'r> {
    a: &'r dyn AnyRules,
    b: &'r dyn AnyRules,
    sides: Vec<String>,
    classes: KeyClasses,
    stats: Stats,
}

impl Run<'_> {
    fn game(&mut self, seed: u64, plies: u32) -> Result<(), String> {
        let mut random = Random::new(seed);
        let (mut one, mut two) = (self.a.new_game(), self.b.new_game());
        self.stats.games += 1;
        let mut moves = self.step(&*one, &*two)?;
        for _ in 0..plies {
            let Some(text) = moves.get(random.below(moves.len())) else {
                self.stats.finished += 1;
                break;
            };
            // Both lists are equal, so the move is there in both.
            if !one.play(text) || !two.play(text) {
                return Err(format!("`{text}` is listed and cannot be played at {}", one.to_fen()));
            }
            moves = self.step(&*one, &*two)?;
        }
        Ok(())
    }

    /// Compares the two positions; their moves.
    fn step(&mut self, one: &dyn AnyGame, two: &dyn AnyGame) -> Result<Vec<String>, String> {
        let (row, other) = (Row::of(one, &self.sides), Row::of(two, &self.sides));
        self.stats.positions += 1;
        self.stats.moves += row.moves.len() as u64;
        differences(&row, &other)
            .and_then(|()| self.classes.insert(row.key, other.key, &row.fen))
            .and_then(|()| sound(self.a, &row).map_err(|why| format!("first: {why}")))
            .and_then(|()| sound(self.b, &other).map_err(|why| format!("second: {why}")))
            .map_err(|why| format!("{why}\n  fen  {}\n  line {}", row.fen, one.line().join(" ")))?;
        Ok(row.moves)
    }
}

/// What differs between two views of one position; keys are left to `KeyClasses`.
///
/// # Errors
/// One line for each difference.
pub fn differences(one: &Row, two: &Row) -> Result<(), String> {
    let mut found = Vec::new();
    if one.moves != two.moves {
        let only = |x: &Row, y: &Row| x.moves.iter().filter(|m| !y.moves.contains(m)).cloned().collect::<Vec<_>>();
        let (first, second) = (only(one, two), only(two, one));
        found.push(format!(
            "legal moves differ ({} and {}); only in the first: {}; only in the second: {}",
            one.moves.len(),
            two.moves.len(),
            listed(&first),
            listed(&second)
        ));
    }
    let mut compare = |what: &str, x: String, y: String| {
        if x != y {
            found.push(format!("{what} differs: `{x}` and `{y}`"));
        }
    };
    let text = |outcome: &Option<String>| outcome.clone().unwrap_or_else(|| "none".to_string());
    compare("fen", one.fen.clone(), two.fen.clone());
    compare("side to move", one.side.to_string(), two.side.to_string());
    compare("check", one.in_check.to_string(), two.in_check.to_string());
    compare("count of moves", one.count.to_string(), two.count.to_string());
    compare("outcome", text(&one.outcome), text(&two.outcome));
    compare("outcome with history", text(&one.adjudged), text(&two.adjudged));
    if found.is_empty() { Ok(()) } else { Err(found.join("\n  ")) }
}

/// What one execution must fulfil by itself: distinct texts, a true count, no moves after the end, and a FEN that reads
/// back to the same position.
///
/// # Errors
/// The first of these that fails.
pub fn sound(rules: &dyn AnyRules, row: &Row) -> Result<(), String> {
    if let Some(pair) = row.moves.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two legal moves have the text `{}`", pair[0]));
    }
    if row.count != row.moves.len() as u64 {
        return Err(format!("{} moves listed, {} counted", row.moves.len(), row.count));
    }
    if row.outcome.is_some() && !row.moves.is_empty() {
        return Err(format!("the game is over and there are {} moves", row.moves.len()));
    }
    let read = rules.game_from(&row.fen).map_err(|why| format!("its own FEN is refused: {why}"))?;
    let sides = rules.described().sides;
    let again = Row::of(&*read, &sides);
    // Without its history a game may lose a verdict by repetition; all else is a function of the FEN.
    let again = Row { adjudged: row.adjudged.clone(), ..again };
    differences(row, &again).map_err(|why| format!("not the same position after reading its FEN: {why}"))?;
    if row.key != again.key {
        return Err(format!("another key after reading its FEN: {:016x}, {:016x}", row.key, again.key));
    }
    Ok(())
}

fn listed(moves: &[String]) -> String {
    match moves {
        [] => "nothing (order or repeated texts)".to_string(),
        few if few.len() <= 24 => few.join(" "),
        many => format!("{} and {} more", many[..24].join(" "), many.len() - 24),
    }
}

/// Pairs of keys seen for one position; a bijection as long as both executions see the same identities.
#[derive(Clone, Debug, Default)]
pub struct KeyClasses {
    first: HashMap<u64, (u64, String)>,
    second: HashMap<u64, (u64, String)>,
}

impl KeyClasses {
    /// Adds the keys that the two executions give to one position.
    ///
    /// # Errors
    /// The earlier position that one execution takes for the same and the other for another.
    pub fn insert(&mut self, one: u64, two: u64, fen: &str) -> Result<(), String> {
        let add = |map: &mut HashMap<u64, (u64, String)>, key, partner, which: &str, other: &str| match map.entry(key) {
            Entry::Vacant(place) => {
                place.insert((partner, fen.to_string()));
                Ok(())
            }
            Entry::Occupied(seen) if seen.get().0 == partner => Ok(()),
            Entry::Occupied(seen) => Err(format!(
                "the {which} gives this position the key of an earlier one, the {other} does not: {}",
                seen.get().1
            )),
        };
        add(&mut self.first, one, two, "first", "second")?;
        add(&mut self.second, two, one, "second", "first")
    }

    /// Number of identity classes seen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }
}

/// Compares two printed walks (rows of [`Row`]) of two processes.
///
/// # Errors
/// The first difference with the number of its row, from 1.
pub fn printed_walks(first: &str, second: &str) -> Result<u64, String> {
    let mut classes = KeyClasses::default();
    let (mut one, mut two) = (first.lines(), second.lines());
    let mut rows = 0;
    loop {
        rows += 1;
        let (x, y) = match (one.next(), two.next()) {
            (None, None) => return Ok(rows - 1),
            (Some(x), Some(y)) => (x, y),
            (_, None) => return Err(format!("row {rows}: the second walk ends")),
            (None, _) => return Err(format!("row {rows}: the first walk ends")),
        };
        if let (Some(x), Some(y)) = (Row::parse(x), Row::parse(y)) {
            differences(&x, &y)
                .and_then(|()| classes.insert(x.key, y.key, &x.fen))
                .map_err(|why| format!("row {rows}: {why}\n  fen {}", x.fen))?;
        } else if x != y {
            return Err(format!("row {rows}: `{x}` and `{y}`"));
        }
    }
}

/// Plays a given line in both executions and compares after every ply.
///
/// # Errors
/// The first difference, or the move that is not legal.
pub fn lockstep_line(a: &dyn AnyRules, b: &dyn AnyRules, fen: Option<&str>, line: &[&str]) -> Result<Stats, String> {
    let start = |what: &str, why: String| format!("the {what} refuses the FEN: {why}");
    let (mut one, mut two) = match fen {
        None => (a.new_game(), b.new_game()),
        Some(fen) => (
            a.game_from(fen).map_err(|e| start("first", e.to_string()))?,
            b.game_from(fen).map_err(|e| start("second", e.to_string()))?,
        ),
    };
    let mut run = Run {
        a,
        b,
        sides: a.described().sides,
        classes: KeyClasses::default(),
        stats: Stats { games: 1, ..Stats::default() },
    };
    run.step(&*one, &*two)?;
    for text in line {
        if !one.play(text) || !two.play(text) {
            return Err(format!("`{text}` is not legal at {}", one.to_fen()));
        }
        run.step(&*one, &*two)?;
    }
    run.stats.classes = run.classes.len() as u64;
    Ok(run.stats)
}
