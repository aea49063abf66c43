//! Known errors of a table's source, kept in one file with the rule that decides against it.

use std::collections::HashMap;

use super::rows::{Deviation, PerftRow};
use crate::failure::tell;

/// The deviations by position and depth.
#[derive(Debug, Default)]
pub struct Deviations {
    list: Vec<Deviation>,
    by_row: HashMap<(String, String, u32), usize>,
    used: Vec<bool>,
}

impl Deviations {
    pub fn new(list: Vec<Deviation>) -> Self {
        let by_row = list.iter().enumerate().map(|(i, d)| ((d.variant.clone(), d.fen.clone(), d.depth), i)).collect();
        Self { used: vec![false; list.len()], by_row, list }
    }

    /// The number of nodes that a row must have. A deviation counts only while the table still says what it was
    /// written against.
    pub fn expected(&mut self, row: &PerftRow) -> u64 {
        let key = (row.variant.clone(), row.fen.clone(), row.depth);
        match self.by_row.get(&key) {
            Some(&i) if self.list[i].theirs == row.nodes => {
                self.used[i] = true;
                self.list[i].ours
            }
            _ => row.nodes,
        }
    }

    /// Tells how many rows were judged by a deviation, for each rule.
    pub fn tell_used(&self) {
        let mut rules: Vec<(&str, usize)> = Vec::new();
        for (d, _) in self.list.iter().zip(&self.used).filter(|(_, used)| **used) {
            match rules.iter_mut().find(|(rule, _)| *rule == d.rule) {
                Some((_, n)) => *n += 1,
                None => rules.push((&d.rule, 1)),
            }
        }
        for (rule, n) in rules {
            tell(&format!("{n} rows judged by the rule against the table: {rule}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deviation_counts_only_against_the_figure_it_names() {
        let known = super::super::rows::deviations("t", "shogi\t8k w\t2\t10\t9\tno drop mate\n").unwrap();
        let mut deviations = Deviations::new(known);
        let row = |nodes, depth| PerftRow { line: 1, variant: "shogi".into(), fen: "8k w".into(), depth, nodes };
        assert_eq!(deviations.expected(&row(10, 2)), 9);
        assert_eq!(deviations.expected(&row(11, 2)), 11);
        assert_eq!(deviations.expected(&row(10, 3)), 10);
    }
}
