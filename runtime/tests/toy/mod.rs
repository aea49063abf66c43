//! Two games small enough to count by hand, for tests of what stands above the `Position` trait.
//!
//! [`Race`]: men step forward or diagonally forward and capture diagonally; a man on its last rank wins. Board size, number of
//! players and plies of a turn are free. Two players race against each other, three side by side.
//!
//! [`Ring`]: two tokens on a ring step left or right; the third occurrence of a position is a draw. The second player
//! is always ahead, so the first must want the draw.
#![allow(dead_code)] // every test binary uses another part

use ferz_runtime::{Flow, History, Outcome, OutcomeKind, Position, Record, Rules, RulesInfo, TextError};

#[derive(Clone, Debug)]
pub struct Race {
    pub files: u8,
    pub ranks: u8,
    pub players: u8,
    /// Plies of one turn.
    pub plies: u8,
}

impl Race {
    pub const SMALL: Race = Race { files: 4, ranks: 4, players: 2, plies: 1 };
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RacePosition {
    race: (u8, u8, u8, u8),
    /// Owner of the man on each square.
    men: Vec<Option<u8>>,
    side: u8,
    /// Plies left in this turn.
    left: u8,
}

const MEN: &[u8] = b"ABCDEFGH";

impl Rules for Race {
    type Position = RacePosition;

    fn info(&self) -> RulesInfo {
        RulesInfo {
            name: "race".to_string(),
            title: "Race".to_string(),
            sides: (0..self.players).map(|side| format!("player-{}", side + 1)).collect(),
            files: self.files,
            ranks: self.ranks,
            start_fen: self.start().to_fen(),
        }
    }

    fn start(&self) -> RacePosition {
        let mut men = vec![None; usize::from(self.files) * usize::from(self.ranks)];
        for file in 0..self.files {
            if self.players == 2 {
                men[usize::from(file)] = Some(0);
                let last = men.len() - 1;
                men[last - usize::from(file)] = Some(1);
            } else {
                men[usize::from(file)] = Some(file * self.players / self.files);
            }
        }
        RacePosition { race: (self.files, self.ranks, self.players, self.plies), men, side: 0, left: self.plies }
    }

    fn from_fen(&self, fen: &str) -> Result<RacePosition, TextError> {
        let error = |field, message: &str| TextError { field, message: message.to_string() };
        let fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let [board, side, left] = fields[..] else { return Err(error(0, "three fields expected")) };
        let mut position = self.start();
        if board.len() != position.men.len() {
            return Err(error(1, "wrong number of squares"));
        }
        for (man, letter) in position.men.iter_mut().zip(board.bytes()) {
            let owner = MEN[..usize::from(self.players)].iter().position(|m| *m == letter).map(|owner| owner as u8);
            if owner.is_none() && letter != b'.' {
                return Err(error(1, "not a man"));
            }
            *man = owner;
        }
        position.side = side.parse().ok().filter(|s| *s < self.players).ok_or_else(|| error(2, "no such player"))?;
        position.left = left.parse().ok().filter(|l| (1..=self.plies).contains(l)).ok_or_else(|| error(3, "plies"))?;
        Ok(position)
    }
}

impl RacePosition {
    fn forward(&self, side: u8) -> i32 {
        if self.race.2 == 2 && side == 1 { -1 } else { 1 }
    }

    fn winner(&self) -> Option<u8> {
        let (files, ranks, players, _) = self.race;
        let row = |rank: u8| {
            let start = usize::from(rank) * usize::from(files);
            &self.men[start..start + usize::from(files)]
        };
        (0..players).find(|&side| {
            let goal = if self.forward(side) > 0 { ranks - 1 } else { 0 };
            row(goal).contains(&Some(side))
        })
    }

    fn steps(&self) -> Vec<(u8, u8)> {
        let (files, ranks, ..) = self.race;
        let mut steps = Vec::new();
        for from in 0..self.men.len() {
            if self.men[from] != Some(self.side) {
                continue;
            }
            let (file, rank) = ((from % usize::from(files)) as i32, (from / usize::from(files)) as i32);
            for side_step in [-1, 0, 1] {
                let (to_file, to_rank) = (file + side_step, rank + self.forward(self.side));
                if !(0..i32::from(files)).contains(&to_file) || !(0..i32::from(ranks)).contains(&to_rank) {
                    continue;
                }
                let to = to_rank as usize * usize::from(files) + to_file as usize;
                let free = match self.men[to] {
                    None => true,
                    Some(owner) => owner != self.side && side_step != 0,
                };
                if free {
                    steps.push((from as u8, to as u8));
                }
            }
        }
        steps
    }

    fn square(&self, square: u8) -> String {
        format!("{}{}", char::from(b'a' + square % self.race.0), square / self.race.0 + 1)
    }
}

impl Position for RacePosition {
    type Move = (u8, u8);

    fn to_fen(&self) -> String {
        let board: String =
            self.men.iter().map(|m| m.map_or('.', |owner| char::from(MEN[usize::from(owner)]))).collect();
        format!("{board} {} {}", self.side, self.left)
    }

    fn side_to_move(&self) -> usize {
        usize::from(self.side)
    }

    fn visit_moves<F: FnMut(Self::Move) -> Flow>(&self, visit: &mut F) -> Flow {
        if self.winner().is_none() {
            for step in self.steps() {
                visit(step)?;
            }
        }
        Flow::Continue(())
    }

    fn play(&mut self, (from, to): Self::Move) {
        self.men[usize::from(to)] = self.men[usize::from(from)].take();
        self.left -= 1;
        if self.left == 0 {
            self.left = self.race.3;
            self.side = (self.side + 1) % self.race.2;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = self.winner() {
            return Some(Outcome { kind: OutcomeKind::Win(usize::from(side)), reason: "goal".to_string() });
        }
        self.steps().is_empty().then(|| Outcome { kind: OutcomeKind::Draw, reason: "stuck".to_string() })
    }

    fn adjudicate(&self, _: &History) -> Option<Outcome> {
        self.outcome()
    }

    fn record(&self, before: &Self, (from, to): Self::Move) -> Record {
        let moved = vec![(u16::from(from), u16::from(to))];
        Record { key: self.key(), mover: before.side_to_move(), facts: Vec::new(), moved }
    }

    fn key(&self) -> u64 {
        self.to_fen().bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }

    fn in_check(&self) -> bool {
        false
    }

    fn move_text(&self, (from, to): Self::Move) -> String {
        format!("{}{}", self.square(from), self.square(to))
    }

    fn evaluate(&self) -> i32 {
        let worth = |owner: u8| if owner == self.side { 100 } else { -100 };
        self.men.iter().flatten().map(|owner| worth(*owner)).sum()
    }

    fn gain(&self, (_, to): Self::Move) -> i32 {
        if self.men[usize::from(to)].is_some() { 100 } else { 0 }
    }
}

#[derive(Clone, Debug)]
pub struct Ring;

const RING: u8 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RingPosition {
    tokens: [u8; 2],
    side: u8,
}

impl Rules for Ring {
    type Position = RingPosition;

    fn info(&self) -> RulesInfo {
        let sides = vec!["left".to_string(), "right".to_string()];
        RulesInfo { name: "ring".into(), title: "Ring".into(), sides, files: RING, ranks: 1, start_fen: "0 4 0".into() }
    }

    fn start(&self) -> RingPosition {
        RingPosition { tokens: [0, 4], side: 0 }
    }

    fn from_fen(&self, fen: &str) -> Result<RingPosition, TextError> {
        let fields: Vec<u8> = fen.split(' ').map_while(|field| field.parse().ok()).collect();
        match fields[..] {
            [a, b, side] if a < RING && b < RING && side < 2 => Ok(RingPosition { tokens: [a, b], side }),
            _ => Err(TextError { field: 0, message: "two places and a side".to_string() }),
        }
    }
}

impl Position for RingPosition {
    type Move = u8;

    fn to_fen(&self) -> String {
        format!("{} {} {}", self.tokens[0], self.tokens[1], self.side)
    }

    fn side_to_move(&self) -> usize {
        usize::from(self.side)
    }

    fn visit_moves<F: FnMut(u8) -> Flow>(&self, visit: &mut F) -> Flow {
        let at = self.tokens[usize::from(self.side)];
        visit((at + 1) % RING)?;
        visit((at + RING - 1) % RING)
    }

    fn play(&mut self, to: u8) {
        self.tokens[usize::from(self.side)] = to;
        self.side = 1 - self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }

    fn adjudicate(&self, history: &History) -> Option<Outcome> {
        (history.repetition() >= 3).then(|| Outcome { kind: OutcomeKind::Draw, reason: "repetition".to_string() })
    }

    fn record(&self, before: &Self, _: u8) -> Record {
        Record { key: self.key(), mover: before.side_to_move(), facts: Vec::new(), moved: Vec::new() }
    }

    fn key(&self) -> u64 {
        u64::from(self.tokens[0]) << 16 | u64::from(self.tokens[1]) << 8 | u64::from(self.side)
    }

    fn in_check(&self) -> bool {
        false
    }

    fn move_text(&self, to: u8) -> String {
        to.to_string()
    }

    fn evaluate(&self) -> i32 {
        if self.side == 0 { -500 } else { 500 }
    }

    fn gain(&self, _: u8) -> i32 {
        0
    }
}
