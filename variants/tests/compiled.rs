//! The variants compiled into the crate (see the features in Cargo.toml) count as the outside table says.
#![cfg(feature = "compiled")]

use ferz_runtime::perft::perft;
use ferz_runtime::{Position, Rules};
use ferz_variants::compiled::{NAMES, Visitor, visit};

struct Rows<'a>(&'a str);

/// What a row must count: the rule's figure where the table is known to depart from the rule.
fn expected(row: &str, nodes: u64) -> u64 {
    let known = include_str!("../../snapshots/data/deviations.tsv").lines();
    let ours = known.filter_map(|line| line.strip_prefix(row)?.strip_prefix('\t')?.split('\t').next());
    ours.last().map_or(nodes, |n| n.parse().expect("a number"))
}

impl Visitor for Rows<'_> {
    type Output = usize;
    fn visit<R: Rules>(self, rules: R) -> usize {
        let name = rules.info().name;
        let mut checked = 0;
        for line in self.0.lines() {
            let [variant, fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let (Ok(depth), Ok(nodes)) = (depth.parse::<u32>(), nodes.parse::<u64>()) else { continue };
            if variant != name || nodes > 20_000 {
                continue;
            }
            let position = rules.from_fen(fen).unwrap_or_else(|e| panic!("{name}: {fen}: {e}"));
            assert_eq!(perft(&position, depth), expected(line, nodes), "{name}: {fen} depth {depth}");
            checked += 1;
        }
        assert!(rules.start().count_moves() > 0, "{name} starts without a move");
        checked
    }
}

#[test]
fn compiled_variants_count_as_the_table_says() {
    let table = include_str!("../../snapshots/data/perft-fsf.tsv");
    let mut rows = 0;
    for name in NAMES {
        rows += visit(name, Rows(table)).unwrap_or_else(|| panic!("{name} is listed but not there"));
    }
    assert!(rows > 0, "no row of the table concerns {NAMES:?}");
}
