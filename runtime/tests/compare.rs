//! The comparison of two executions passes equal ones and catches every kind of fault.

mod toy;

use ferz_runtime::compare::{lockstep, lockstep_games, lockstep_line, printed_walks};
use ferz_runtime::{Flow, History, Outcome, Position, Record, Rules, RulesInfo, TextError};
use toy::{Race, RacePosition, Ring};

/// What is wrong with the second execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    MissingMove,
    ExtraCount,
    TwinTexts,
    OtherText,
    OtherFen,
    UnreadableFen,
    LostOutcome,
    LostAdjudication,
    OneKey,
    KeyPerPath,
    Check,
}

#[derive(Clone, Debug)]
struct Faulty(Race, Fault);

#[derive(Clone, Debug)]
struct FaultyPosition {
    inner: RacePosition,
    fault: Fault,
    path: u64,
}

impl FaultyPosition {
    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// Faults that would show at once wait for a few plies.
    fn late(&self) -> bool {
        self.path > 3
    }
}

impl Rules for Faulty {
    type Position = FaultyPosition;

    fn info(&self) -> RulesInfo {
        self.0.info()
    }

    fn start(&self) -> FaultyPosition {
        FaultyPosition { inner: self.0.start(), fault: self.1, path: 0 }
    }

    fn from_fen(&self, fen: &str) -> Result<FaultyPosition, TextError> {
        if self.1 == Fault::UnreadableFen {
            return Err(TextError { field: 1, message: "cannot read".to_string() });
        }
        Ok(FaultyPosition { inner: self.0.from_fen(fen.trim_end_matches('!'))?, fault: self.1, path: 9 })
    }
}

impl Position for FaultyPosition {
    type Move = (u8, u8);

    fn to_fen(&self) -> String {
        let mark = if self.has(Fault::OtherFen) && self.late() { "!" } else { "" };
        self.inner.to_fen() + mark
    }

    fn side_to_move(&self) -> usize {
        self.inner.side_to_move()
    }

    fn visit_moves<F: FnMut(Self::Move) -> Flow>(&self, visit: &mut F) -> Flow {
        let skip = usize::from(self.has(Fault::MissingMove) && self.late());
        self.inner.moves().into_iter().skip(skip).try_for_each(visit)
    }

    fn play(&mut self, mv: Self::Move) {
        self.inner.play(mv);
        self.path += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has(Fault::LostOutcome) { None } else { self.inner.outcome() }
    }

    fn adjudicate(&self, history: &History) -> Option<Outcome> {
        if self.has(Fault::LostAdjudication) { None } else { self.inner.adjudicate(history) }
    }

    fn record(&self, before: &Self, mv: Self::Move) -> Record {
        self.inner.record(&before.inner, mv)
    }

    fn key(&self) -> u64 {
        match self.fault {
            Fault::OneKey => 1,
            Fault::KeyPerPath => self.inner.key() ^ self.path,
            _ => self.inner.key(),
        }
    }

    fn in_check(&self) -> bool {
        self.has(Fault::Check) && self.late()
    }

    fn move_text(&self, mv: Self::Move) -> String {
        let text = self.inner.move_text(mv);
        match self.fault {
            Fault::TwinTexts => text[..2].to_string(),
            Fault::OtherText if self.late() => text + "=",
            _ => text,
        }
    }

    fn evaluate(&self) -> i32 {
        0
    }

    fn gain(&self, _: Self::Move) -> i32 {
        0
    }

    fn count_moves(&self) -> u64 {
        self.inner.count_moves() + u64::from(self.has(Fault::ExtraCount) && self.late())
    }
}

#[test]
fn an_execution_agrees_with_itself() {
    let race = Race { files: 5, ranks: 6, players: 2, plies: 2 };
    let stats = lockstep_games(&race, &race, 1, 20, 200).expect("one execution twice");
    assert_eq!((stats.games, stats.finished), (20, 20));
    assert!(stats.positions > 200 && stats.classes > 100 && stats.moves > 1000, "{stats:?}");
    let stats = lockstep(&Ring, &Ring, 7, 100).expect("one execution twice");
    assert_eq!((stats.positions, stats.finished), (101, 0));
    assert!(stats.classes < 101, "a ring of 8 repeats");
    lockstep_games(&race, &Faulty(race.clone(), Fault::None), 1, 20, 200).expect("no fault");
}

#[test]
fn every_fault_is_found_and_told_with_its_position() {
    let race = Race { files: 5, ranks: 6, players: 2, plies: 1 };
    for (fault, words) in [
        (Fault::MissingMove, "only in the first: "),
        (Fault::ExtraCount, "count of moves differs"),
        (Fault::TwinTexts, "legal moves differ"),
        (Fault::OtherText, "legal moves differ"),
        (Fault::OtherFen, "fen differs"),
        (Fault::UnreadableFen, "its own FEN is refused"),
        (Fault::LostOutcome, "outcome differs"),
        (Fault::LostAdjudication, "outcome with history differs"),
        (Fault::OneKey, "the key of an earlier one"),
        (Fault::KeyPerPath, "another key after reading its FEN"),
        (Fault::Check, "check differs"),
    ] {
        let why = lockstep_games(&race, &Faulty(race.clone(), fault), 3, 5, 100).expect_err("a fault");
        assert!(why.contains(words), "{fault:?}: {why}");
        assert!(why.contains("fen  ") && why.contains("line "), "{fault:?}: {why}");
    }
}

#[test]
fn two_moves_with_one_text_are_a_fault_of_both() {
    let twins = Faulty(Race::SMALL, Fault::TwinTexts);
    let why = lockstep(&twins, &twins, 1, 50).expect_err("a fault");
    assert!(why.contains("two legal moves have the text"), "{why}");
}

#[test]
fn printed_walks_are_compared_row_by_row() {
    let walk = |rules: &Faulty| {
        let args = ["walk", "5", "3", "40"].map(str::to_string);
        let mut output = Vec::new();
        let status = ferz_runtime::engine::run(rules, &args, &b""[..], &mut output, &mut Vec::new());
        (status, String::from_utf8(output).expect("text"))
    };
    let (status, good) = walk(&Faulty(Race::SMALL, Fault::None));
    assert_eq!(status, 0);
    assert!(printed_walks(&good, &good).expect("equal") > 10);
    for fault in [Fault::OneKey, Fault::OtherText, Fault::LostOutcome] {
        assert!(printed_walks(&good, &walk(&Faulty(Race::SMALL, fault)).1).is_err(), "{fault:?}");
    }
    // What one execution must fulfil by itself fails in its own walk.
    for fault in [Fault::ExtraCount, Fault::TwinTexts, Fault::UnreadableFen, Fault::KeyPerPath] {
        assert_eq!(walk(&Faulty(Race::SMALL, fault)).0, 1, "{fault:?}");
    }
    assert!(printed_walks(&good, &good[..good.len() / 2]).is_err());
}

#[test]
fn a_line_can_be_followed_in_both() {
    let stats = lockstep_line(&Race::SMALL, &Race::SMALL, None, &["a1a2", "d4d3"]).expect("legal");
    assert_eq!(stats.positions, 3);
    assert!(lockstep_line(&Race::SMALL, &Race::SMALL, None, &["a1a2", "a1a2"]).is_err());
    assert!(lockstep_line(&Race::SMALL, &Race::SMALL, Some("x"), &[]).is_err());
}
