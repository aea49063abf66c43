//! Tables of expected results: tab-separated rows below `#` lines and one header line.

use crate::failure::Failure;

/// A row `variant fen depth nodes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// Line in the table, from 1.
    pub line: usize,
    pub variant: String,
    pub fen: String,
    pub depth: u32,
    pub nodes: u64,
}

/// A row `variant fen count moves`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesRow {
    pub line: usize,
    pub variant: String,
    pub fen: String,
    pub moves: Vec<String>,
}

/// A row `variant fen depth theirs ours rule`: where the rule text decides against the source of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    pub line: usize,
    pub variant: String,
    pub fen: String,
    pub depth: u32,
    pub theirs: u64,
    pub ours: u64,
    pub rule: String,
}

/// A row `case variant settings fen moves question expected`: a position by a FEN or `startpos`, after moves, and
/// what must be true of it. `-` stands for no settings, no moves, an empty answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseRow {
    pub line: usize,
    pub case: String,
    pub variant: String,
    /// `parameter=value`, as `--set` takes them.
    pub settings: Vec<String>,
    pub fen: String,
    pub moves: String,
    pub question: String,
    pub expected: String,
}

/// The rows of a perft table.
pub fn perft(name: &str, text: &str) -> Result<Vec<PerftRow>, Failure> {
    rows(name, text, "variant", 4, |line, cells| {
        Ok(PerftRow {
            line,
            variant: cells[0].into(),
            fen: cells[1].into(),
            depth: number(cells[2], "depth")?,
            nodes: number(cells[3], "nodes")?,
        })
    })
}

/// The rows of a table of legal moves. A finished position has an empty list, written `-` or nothing.
pub fn moves(name: &str, text: &str) -> Result<Vec<MovesRow>, Failure> {
    rows(name, text, "variant", 3, |line, cells| {
        let listed = cells.get(3).copied().unwrap_or("").trim();
        let moves: Vec<String> = listed.split_whitespace().filter(|m| *m != "-").map(String::from).collect();
        let count: usize = number(cells[2], "count")?;
        if count != moves.len() {
            return Err(format!("the count is {count}, but {} moves are listed", moves.len()));
        }
        Ok(MovesRow { line, variant: cells[0].into(), fen: cells[1].into(), moves })
    })
}

/// The rows of a table of cases.
pub fn cases(name: &str, text: &str) -> Result<Vec<CaseRow>, Failure> {
    let words = |cell: &str| cell.split_whitespace().filter(|w| *w != "-").map(String::from).collect::<Vec<_>>();
    rows(name, text, "case", 7, |line, cells| {
        Ok(CaseRow {
            line,
            case: cells[0].into(),
            variant: cells[1].into(),
            settings: words(cells[2]),
            fen: cells[3].into(),
            moves: words(cells[4]).join(" "),
            question: cells[5].into(),
            expected: cells[6].trim().into(),
        })
    })
}

/// The rows of a file of deviations.
pub fn deviations(name: &str, text: &str) -> Result<Vec<Deviation>, Failure> {
    rows(name, text, "variant", 6, |line, cells| {
        Ok(Deviation {
            line,
            variant: cells[0].into(),
            fen: cells[1].into(),
            depth: number(cells[2], "depth")?,
            theirs: number(cells[3], "theirs")?,
            ours: number(cells[4], "ours")?,
            rule: cells[5].into(),
        })
    })
}

/// Calls `read` for each row; skips empty lines, `#` lines and a header (a first row that begins with `header`).
fn rows<T>(
    name: &str,
    text: &str,
    header: &str,
    columns: usize,
    read: impl Fn(usize, &[&str]) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    let mut list = Vec::new();
    let mut first = true;
    for (i, row) in text.lines().enumerate() {
        let row = row.strip_suffix('\r').unwrap_or(row);
        if row.trim().is_empty() || row.starts_with('#') {
            continue;
        }
        let cells: Vec<&str> = row.split('\t').collect();
        if std::mem::take(&mut first) && cells[0] == header {
            continue;
        }
        let fail = |why: String| Failure::Input(format!("`{name}`, line {}: {why}", i + 1));
        if cells.len() < columns {
            return Err(fail(format!("{} tab-separated columns, {columns} are needed", cells.len())));
        }
        list.push(read(i + 1, &cells).map_err(fail)?);
    }
    Ok(list)
}

fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("`{text}` is no {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_the_header_are_no_rows() {
        let rows = perft("t", "# source\nvariant\tfen\tdepth\tnodes\nchess\t8/8 w\t2\t400\n\n").unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].line, rows[0].depth, rows[0].nodes), (3, 2, 400));
    }

    #[test]
    fn a_bad_row_is_told_with_its_line() {
        let e = perft("t.tsv", "chess\t8/8 w\tx\t400\n").unwrap_err();
        assert_eq!(e.to_string(), "`t.tsv`, line 1: `x` is no depth");
        let e = perft("t.tsv", "# x\nchess 8/8 w 1 20\n").unwrap_err();
        assert_eq!(e.to_string(), "`t.tsv`, line 2: 1 tab-separated columns, 4 are needed");
    }

    #[test]
    fn a_wrong_count_of_moves_is_told() {
        assert_eq!(moves("t", "v\tf\t2\te2e4 e2e3\n").unwrap()[0].moves, ["e2e4", "e2e3"]);
        assert_eq!(moves("t", "v\tf\t0\t\n").unwrap()[0].moves, Vec::<String>::new());
        assert!(moves("t", "v\tf\t3\te2e4\n").unwrap_err().to_string().contains("the count is 3"));
    }
}
