//! Movement strings against the table of pieces: targets computed by an independent generator and by other programs.

use ferz_interp::bare::check_table;

const TABLE: &str = include_str!("../data/betza-pieces.tsv");

/// Rows of the table without comments and header.
fn rows() -> Vec<&'static str> {
    TABLE.lines().filter(|l| !l.is_empty() && !l.starts_with('#') && !l.starts_with("name\t")).collect()
}

fn notation(row: &str) -> &str {
    row.split('\t').nth(1).unwrap_or_default()
}

/// Brackets, `a` chains and `u`: moves of several legs.
fn is_multi_leg(row: &&str) -> bool {
    notation(row).contains(['[', 'a', 'u'])
}

#[test]
fn every_single_leg_row_is_equal() {
    let single: Vec<_> = rows().into_iter().filter(|r| !is_multi_leg(r)).collect();
    let report = check_table(&single.join("\n"));
    assert_eq!(report.messages, Vec::<String>::new());
    assert_eq!((report.passed, report.failed), (148, 0));
}

#[test]
fn every_multi_leg_row_is_equal() {
    let multi: Vec<_> = rows().into_iter().filter(is_multi_leg).collect();
    let report = check_table(&multi.join("\n"));
    assert_eq!(report.messages, Vec::<String>::new());
    assert_eq!((report.passed, report.failed), (48, 0));
}

#[test]
fn a_wrong_row_is_told() {
    let report = check_table("Wazir\tW\t8x8\td4\tempty\tc4 d3 d5\tref");
    assert_eq!((report.passed, report.failed), (0, 1));
    assert_eq!(report.messages, ["line 1: Wazir: W from d4: expected c4 d3 d5, found c4 d3 d5 e4"]);
}
