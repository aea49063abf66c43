//! The plan as text, for `ferz plan` and for snapshots.

use super::bites::Bite;
use super::elements::{Element, End, Shape};
use super::endings::Ending;
use super::legality::{Legality, Safety};
use super::{Plan, Width};
use ferz_dsl::game::{DirLabel, Game, GenBody};
use std::fmt;

/// Words for the numbers of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub title: String,
    pub squares: u32,
    pub sides: Vec<String>,
    pub gens: Vec<String>,
    pub dirs: Vec<String>,
}

pub fn text(game: &Game) -> Text {
    Text {
        title: game.name.clone(),
        squares: game.board.squares.len(),
        sides: game.sides.iter().map(|s| s.name.clone()).collect(),
        gens: game
            .gens
            .iter()
            .map(|g| {
                let what = match &g.body {
                    GenBody::Walk { kind, .. } => game.kinds[kind.index()].name.clone(),
                    GenBody::Action { name, .. } => name.clone(),
                };
                match (&g.label, &g.body) {
                    (Some(l), GenBody::Walk { .. }) => format!("{what} {l}"),
                    _ => what,
                }
            })
            .collect(),
        dirs: game
            .board
            .dirs
            .iter()
            .map(|d| match &d.label {
                DirLabel::Vector(x, y) => format!("{x},{y}"),
                DirLabel::Rolled(x, y) => format!("o{x},{y}"),
                DirLabel::Line(name, back) => format!("{name}{}", if *back { "-" } else { "+" }),
            })
            .collect(),
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = match self.width {
            Width::U64 => "u64".to_string(),
            Width::U128 => "u128".to_string(),
            Width::Words(n) => format!("[u64; {n}]"),
        };
        writeln!(f, "{}: {} squares, {width}; moves of {} bits", self.text.title, self.text.squares, self.word_bits)?;
        for (s, side) in self.text.sides.iter().enumerate() {
            let gens: Vec<usize> = (0..self.gens.len()).filter(|g| self.gens[*g].side.index() == s).collect();
            if gens.is_empty() {
                continue;
            }
            match self.sides.get(s).map(|p| &p.safety) {
                Some(Safety::Nothing) => writeln!(f, "{side}: no judge of royals")?,
                Some(Safety::Masks) => writeln!(f, "{side}: check and pin sets")?,
                Some(Safety::Touch) => writeln!(f, "{side}: lines to the royal; moves that touch one are tested")?,
                Some(Safety::None(why)) => writeln!(f, "{side}: make and test: {why}")?,
                None => writeln!(f, "{side}")?,
            }
            for g in gens {
                let plan = &self.gens[g];
                write!(f, "  {:24}", self.text.gens[g])?;
                match (&plan.elements, plan.kind) {
                    (Some(list), _) => write!(f, " {}", self.elements(list))?,
                    (None, Some(_)) => write!(f, " general walk")?,
                    (None, None) => write!(f, " action")?,
                }
                match &plan.bite {
                    Bite::Nothing => write!(f, "; attacks nothing")?,
                    Bite::Exact => {}
                    Bite::Filtered(why) => write!(f, "; attackers are run: {why}")?,
                    Bite::Run(None) => write!(f, "; attack by running it")?,
                    Bite::Run(Some(_)) => write!(f, "; attack by running it where its prey can be")?,
                }
                match &plan.legality {
                    Legality::Free => writeln!(f, "; always legal")?,
                    Legality::Sets(list) => writeln!(f, "; by sets{}", endings(list))?,
                    Legality::Royal(list) => writeln!(f, "; each target asked{}", endings(list))?,
                    Legality::Drop => writeln!(f, "; squares by sets")?,
                    Legality::Carried(_) => writeln!(f, "; one question on the board as it will be")?,
                    Legality::SetsThenMade(why) => writeln!(f, "; by sets, then made: {why}")?,
                    Legality::MakeAndTest(why) => writeln!(f, "; make and test: {why}")?,
                }
            }
        }
        Ok(())
    }
}

impl Plan {
    /// The shapes of a generator in a few words.
    fn elements(&self, list: &[Element]) -> String {
        let mut words: Vec<String> = Vec::new();
        for e in list {
            let end = match &e.end {
                End::Quiet => "m",
                End::Take(..) => "c",
            };
            let word = match &e.shape {
                Shape::Leap(_) => format!("{end} leap"),
                Shape::Slide(d) => format!("{end} slide {}", self.text.dirs[d.index()]),
                Shape::Hop(d, _) => format!("{end} hop {}", self.text.dirs[d.index()]),
                Shape::Paths(_, None) => format!("{end} paths"),
                Shape::Paths(_, Some(_)) => format!("{end} mounted paths"),
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words.join(", ")
    }
}

/// How many classes of landings there are, if more than one.
fn endings(list: &[Ending]) -> String {
    match list {
        [] => ", but it has no move".to_string(),
        [one] if one.choices == [0] => String::new(),
        list => {
            let ways: Vec<String> = list.iter().map(|e| e.choices.len().to_string()).collect();
            format!(", endings {}", ways.join("/"))
        }
    }
}
