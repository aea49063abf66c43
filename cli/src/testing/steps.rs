//! The steps of a `test` block.

use ferz_dsl::ast::TestKind;
use ferz_interp::Pos;
use ferz_runtime::{History, Outcome, Position, Rules};

use super::record::Record;
use crate::commands::moves::{begins_with, sorted_texts};
use crate::variant::Playable;

/// A test in progress: the position reached and how it was reached.
#[derive(Debug)]
pub struct Run<'a> {
    game: &'a Playable,
    sides: Vec<String>,
    position: Pos,
    history: History,
    /// `variant: test`, to which each snapshot adds its number.
    name: String,
    snapshots: usize,
    record: Option<&'a mut Record>,
    update: bool,
}

impl<'a> Run<'a> {
    pub fn new(game: &'a Playable, variant: &str, test: &str, record: Option<&'a mut Record>, update: bool) -> Self {
        let position = game.rules.start();
        Self {
            game,
            sides: game.rules.info().sides,
            history: History::new(position.key()),
            position,
            name: format!("{variant}: {test}"),
            snapshots: 0,
            record,
            update,
        }
    }

    /// Does a step, or says what is not as it claims.
    pub fn step(&mut self, kind: &TestKind) -> Result<(), String> {
        match kind {
            TestKind::Position(fen) => {
                self.position = self.read(&fen.value)?;
                self.history = History::new(self.position.key());
                Ok(())
            }
            TestKind::Play(texts) => texts.value.split_whitespace().try_for_each(|text| self.play(text)),
            TestKind::Perft(depth, nodes) => same("perft", nodes, &ferz_runtime::perft::perft(&self.position, *depth)),
            TestKind::MoveCount(n) => same("the number of moves", n, &self.position.count_moves()),
            TestKind::MovesAre { of, texts } => self.moves_are(of.as_ref().map(|s| s.value.as_str()), &texts.value),
            TestKind::Legal(texts) => texts.value.split_whitespace().try_for_each(|text| {
                self.position.find_move(text).map(|_| ()).ok_or_else(|| format!("`{text}` is not legal"))
            }),
            TestKind::Illegal { text, because } => {
                self.illegal(&text.value, because.as_ref().map(|n| n.value.as_str()))
            }
            TestKind::Becomes(fen) => self.becomes(&fen.value),
            TestKind::Outcome(text) => self.outcome_is(&text.value),
            // Decided before the variant was compiled.
            TestKind::Set { .. } => Ok(()),
            TestKind::Checked => same("a royal is attacked", &true, &self.position.in_check()),
            TestKind::Unchecked => same("a royal is attacked", &false, &self.position.in_check()),
            TestKind::Snapshot => self.snapshot(),
        }
    }

    fn read(&self, fen: &str) -> Result<Pos, String> {
        self.game.rules.from_fen(fen).map_err(|e| format!("the FEN `{fen}` cannot be read: {e}"))
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = self
            .position
            .find_move(text)
            .ok_or_else(|| format!("`{text}` is not legal in `{}`", self.position.to_fen()))?;
        let before = self.position.clone();
        self.position.play(mv);
        self.history.push(self.position.record(&before, mv));
        Ok(())
    }

    fn moves_are(&self, of: Option<&str>, texts: &str) -> Result<(), String> {
        let mut expected: Vec<&str> = texts.split_whitespace().collect();
        expected.sort_unstable();
        let found = sorted_texts(&self.position);
        let found: Vec<&str> =
            found.iter().map(String::as_str).filter(|t| of.is_none_or(|square| begins_with(t, square))).collect();
        let only = |a: &[&str], b: &[&str]| a.iter().filter(|t| !b.contains(t)).copied().collect::<Vec<_>>().join(" ");
        if expected == found {
            return Ok(());
        }
        Err(format!("missing: {}; too many: {}", dash(only(&expected, &found)), dash(only(&found, &expected))))
    }

    fn illegal(&self, text: &str, because: Option<&str>) -> Result<(), String> {
        if self.position.find_move(text).is_some() {
            return Err(format!("`{text}` is legal"));
        }
        let Some(name) = because else { return Ok(()) };
        let reasons = Playable::reasons_against(&self.position, text);
        if reasons.iter().any(|r| r == name) {
            return Ok(());
        }
        Err(format!("`{text}` is illegal, but not because of `{name}`: {}", dash(reasons.join(", "))))
    }

    /// Compares the fields that the expected FEN has; missing ones may hold anything.
    fn becomes(&self, fen: &str) -> Result<(), String> {
        let found = self.position.to_fen();
        let fields = |text: &str| text.split_whitespace().map(String::from).collect::<Vec<_>>();
        let (told, have) = (fields(fen), fields(&found));
        let read = self.read(fen)?;
        // Another text of the same position will do: a hand in another order, `HAha` for `KQkq`.
        let canonical = fields(&read.to_fen());
        let equal = told.len() <= have.len()
            && (0..told.len()).all(|i| told[i] == have[i] || canonical.get(i) == Some(&have[i]));
        if equal { Ok(()) } else { Err(format!("expected `{fen}`, found `{found}`")) }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.history.records().is_empty() {
            self.position.outcome()
        } else {
            self.position.adjudicate(&self.history)
        }
    }

    /// `white wins`, with or without the reason in brackets; `none` while play goes on.
    fn outcome_is(&self, expected: &str) -> Result<(), String> {
        let found = self.outcome().map_or_else(|| "none".to_string(), |o| o.text(&self.sides));
        let short = found.split(" (").next().unwrap_or(&found);
        if expected == found || expected == short {
            Ok(())
        } else {
            Err(format!("expected outcome `{expected}`, found `{found}`"))
        }
    }

    fn snapshot(&mut self) -> Result<(), String> {
        self.snapshots += 1;
        let name = format!("{} {}", self.name, self.snapshots);
        let mut text = format!("{}\n\n{}\n\n", self.position.to_fen(), self.position.diagram().trim_end());
        if let Some(outcome) = self.outcome() {
            text.push_str(&format!("outcome {}\n", outcome.text(&self.sides)));
        }
        text.push_str(&format!("moves {}\n", sorted_texts(&self.position).join(" ")));
        match self.record.as_deref_mut() {
            Some(record) => record.compare(&name, &text, self.update),
            None => Err("a snapshot stands beside a file; name the file, not the library variant".into()),
        }
    }
}

fn same<T: PartialEq + std::fmt::Display>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected}, found {found}")) }
}

fn dash(text: String) -> String {
    if text.is_empty() { "-".into() } else { text }
}
