//! The library's variants against rows of another program: snapshots/data/perft-fsf.tsv and legal-moves-fsf.tsv, from
//! shared/reference of the project's reference data. The small rows only; the whole tables are run by the tools.

mod common;

use common::library::variant;
use common::{at, perft, texts};
use ferz_interp::Interp;
use ferz_runtime::{Position, Rules};
use std::collections::BTreeMap;

const PERFT: &str = include_str!("../../snapshots/data/perft-fsf.tsv");
const MOVES: &str = include_str!("../../snapshots/data/legal-moves-fsf.tsv");
const DEVIATIONS: &str = include_str!("../../snapshots/data/deviations.tsv");
const MOST_NODES: u64 = 800;

/// Rows by variant; those that depart from the rules are left out.
fn rows(table: &'static str) -> BTreeMap<&'static str, Vec<[&'static str; 3]>> {
    let departs = |v: &str, fen: &str| DEVIATIONS.lines().any(|l| l.starts_with(&format!("{v}\t{fen}\t")));
    let mut rows: BTreeMap<&str, Vec<[&str; 3]>> = BTreeMap::new();
    for line in table.lines().filter(|l| !l.starts_with('#') && !l.starts_with("variant\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, fen, third, fourth] = fields[..] else { panic!("a row of four fields: {line}") };
        if !departs(name, fen) {
            rows.entry(name).or_default().push([fen, third, fourth]);
        }
    }
    rows
}

fn loaded(names: impl Iterator<Item = &'static str>) -> BTreeMap<&'static str, Interp> {
    names.map(|n| (n, variant(n, &[]))).collect()
}

#[test]
fn perft_counts_and_fens_agree_with_the_table() {
    let rows = rows(PERFT);
    let games = loaded(rows.keys().copied());
    assert!(games.len() >= 35, "{} variants", games.len());
    let mut wrong = Vec::new();
    for (name, rows) in &rows {
        let rules = &games[name];
        for [fen, depth, nodes] in rows {
            let (depth, nodes) = (depth.parse().expect("a depth"), nodes.parse().expect("a count"));
            let pos = at(rules, fen);
            let again = at(rules, &pos.to_fen());
            if (again.key(), again.to_fen()) != (pos.key(), pos.to_fen()) {
                wrong.push(format!("{name} {fen}: comes back as {}", again.to_fen()));
            }
            if nodes <= MOST_NODES && perft(&pos, depth) != nodes {
                wrong.push(format!("{name} {fen}: {} at depth {depth}, not {nodes}", perft(&pos, depth)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn moves_have_the_texts_of_the_table() {
    let rows = rows(MOVES);
    let games = loaded(rows.keys().copied());
    let mut wrong = Vec::new();
    for (name, rows) in &rows {
        for [fen, count, moves] in rows {
            let mut told: Vec<&str> = moves.split(' ').filter(|m| !m.is_empty()).collect();
            told.sort_unstable();
            assert_eq!(told.len().to_string(), *count);
            let ours = texts(&at(&games[name], fen));
            if ours != told {
                wrong.push(format!("{name} {fen}: {}", ours.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No text makes the reader fail in any other way than with an error.
#[test]
fn no_text_upsets_the_reader() {
    let signs: Vec<char> = "KQRBNPkqrbnpSsGg0123456789/[]|+~*-=.,:@ \u{e9}wbae3turnx".chars().collect();
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut next = |n: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % n as u64) as usize
    };
    for name in ["chess", "shogi", "seirawan", "3check", "duck"] {
        let rules = variant(name, &[]);
        let start = rules.info().start_fen;
        let mut read = 0;
        for _ in 0..1500 {
            let mut text: Vec<char> = start.chars().collect();
            for _ in 0..=next(4) {
                let at = next(text.len());
                match next(3) {
                    0 => text[at] = signs[next(signs.len())],
                    1 => text.insert(at, signs[next(signs.len())]),
                    _ => drop(text.remove(at)),
                }
            }
            let text: String = text.into_iter().collect();
            if let Ok(pos) = rules.from_fen(&text) {
                read += 1;
                assert_eq!(at(&rules, &pos.to_fen()).key(), pos.key(), "{text}");
                let _ = pos.count_moves();
            }
        }
        assert!(read > 20, "{name}: only {read} texts were read");
        assert!(rules.from_fen(&"(".repeat(1 << 20)).is_err());
        assert!(rules.from_fen(&format!("{start} {}", "9".repeat(60_000))).is_err());
    }
}
