//! `perft --table`, `moves --table` and `test --table`.

use crate::command::{Scratch, ferz, root};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn table(rows: &[(&str, u32, u64)]) -> String {
    let rows: String = rows.iter().map(|(v, d, n)| format!("{v}\t{START}\t{d}\t{n}\n")).collect();
    format!("# a table\nvariant\tfen\tdepth\tnodes\n{rows}")
}

#[test]
fn rows_pass_on_both_executions() {
    let scratch = Scratch::new("rows-pass");
    let file = scratch.file("t.tsv", table(&[("chess", 1, 20), ("chess", 2, 400), ("kingofthehill", 2, 400)]));
    for extra in [&["--interp"][..], &[]] {
        let run = ferz(&[&["perft", "--table", &file], extra].concat());
        assert_eq!((run.status, run.out.as_str()), (Some(0), "3 passed, 0 failed\n"), "{}", run.err);
    }
}

#[test]
fn each_mismatch_is_a_line() {
    let scratch = Scratch::new("rows-fail");
    let file = scratch.file("t.tsv", table(&[("chess", 1, 20), ("chess", 2, 401), ("nochess", 1, 20)]));
    let run = ferz(&["perft", "--interp", "--table", &file]);
    assert_eq!(run.status, Some(1));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert_eq!(lines[0], format!("chess\t{START}\t2\texpected 401, found 400"));
    assert!(lines[1].starts_with("nochess\t"), "{}", run.out);
    assert_eq!(lines[2], "1 passed, 2 failed");
    let run = ferz(&["perft", "--interp", "--skip-unknown", "--only", "nochess", "--table", &file]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "0 passed, 0 failed\n"), "{}", run.err);
}

#[test]
fn rows_beyond_the_limit_are_left_out_and_told() {
    let scratch = Scratch::new("rows-limit");
    let file = scratch.file("t.tsv", table(&[("chess", 1, 20), ("chess", 2, 400), ("chess", 3, 8902)]));
    let run = ferz(&["perft", "--interp", "--max-nodes", "400", "--table", &file]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "2 passed, 0 failed\n"));
    assert!(run.err.contains("1 row"), "{}", run.err);
}

#[test]
fn deviations_decide_and_are_counted() {
    let scratch = Scratch::new("rows-deviations");
    let file = scratch.file("t.tsv", table(&[("chess", 1, 21), ("chess", 2, 400)]));
    let known = scratch
        .file("d.tsv", format!("variant\tfen\tdepth\ttheirs\tours\trule\nchess\t{START}\t1\t21\t20\tno reason\n"));
    let run = ferz(&["perft", "--interp", "--table", &file, "--deviations", &known]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "2 passed, 0 failed\n"), "{}", run.err);
    assert!(run.err.contains("1 row") && run.err.contains("no reason"), "{}", run.err);
}

#[test]
fn a_table_that_is_none_is_told_with_its_line() {
    let scratch = Scratch::new("rows-bad");
    for (name, text, word) in [
        ("columns", "chess 8/8 w 1 20\n".to_string(), "line 1"),
        ("number", table(&[("chess", 1, 20)]) + "chess\tx\ty\tz\n", "line 4"),
    ] {
        let file = scratch.file(name, text);
        let run = ferz(&["perft", "--table", &file]);
        assert_eq!(run.status, Some(1));
        assert!(run.err.contains(word), "{}", run.err);
    }
}

#[test]
fn move_lists_are_compared_by_text() {
    let scratch = Scratch::new("move-lists");
    // Two kings: e1 has five steps (well known).
    let rows = "variant\tfen\tcount\tmoves\n\
        chess\t4k3/8/8/8/8/8/8/4K3 w - - 0 1\t5\te1d1 e1d2 e1e2 e1f1 e1f2\n\
        chess\t4k3/8/8/8/8/8/8/4K3 w - - 0 1\t5\te1d1 e1d2 e1e2 e1f1 e1g1\n";
    let file = scratch.file("m.tsv", rows);
    for extra in [&["--interp"][..], &[]] {
        let run = ferz(&[&["moves", "--table", &file], extra].concat());
        assert_eq!(run.status, Some(1), "{}", run.err);
        assert!(run.out.contains("missing: e1g1; too many: e1f2"), "{}", run.out);
        assert!(run.out.ends_with("1 passed, 1 failed\n"), "{}", run.out);
    }
}

#[test]
fn cases_ask_both_executions() {
    let scratch = Scratch::new("cases");
    // Well-known counts and mates; the last row is wrong on purpose.
    let rows = "case\tvariant\tsettings\tfen\tmoves\tquestion\texpected\n\
        one\tchess\t-\tstartpos\te2e4 e7e5\tcount\t29\n\
        two\tchess\t-\tstartpos\tf2f3 e7e5 g2g4 d8h4\toutcome\twhite wins\n\
        two\tchess\t-\tstartpos\tf2f3 e7e5 g2g4 d8h4\toutcome\tblack wins\n\
        two\tchess\t-\tstartpos\tf2f3 e7e5 g2g4 d8h4\tmoves\t-\n\
        two\tchess\t-\tstartpos\tf2f3 e7e5 g2g4 d8h4\tcheck\tyes\n\
        three\tchess\t-\tstartpos\te2e4\tfen has\tb KQkq\n\
        four\tchess\t-\tstartpos\t-\tillegal\te2e5 e1e2\n\
        five\tchess\tstalemate_is=lose\t7k/5Q2/6K1/8/8/8/8/8 b\t-\toutcome\twhite wins\n";
    let file = scratch.file("c.tsv", rows);
    for extra in [&["--interp"][..], &[]] {
        let run = ferz(&[&["test", "--table", &file], extra].concat());
        assert_eq!(run.status, Some(1), "{}", run.err);
        let wrong = "two\tline 3\tchess\toutcome\texpected white wins, found black wins (checkmate)";
        assert_eq!(run.out, format!("{wrong}\n7 passed, 1 failed\n"));
    }
}

#[test]
fn a_question_that_is_none_is_told_with_its_line() {
    let scratch = Scratch::new("cases-bad");
    let file = scratch.file("c.tsv", "one\tchess\t-\tstartpos\t-\tmate\tyes\n");
    let run = ferz(&["test", "--table", &file]);
    assert_eq!(run.status, Some(1));
    assert!(run.err.contains("line 1: `mate` is no question"), "{}", run.err);
}

/// Compiled code answers the same rows in `.ci/run`; building an engine for each setting takes minutes.
#[test]
fn the_cases_of_the_seed_games_hold() {
    let file = root().join("snapshots/data/seed-cases.tsv");
    let run = ferz(&["test", "--interp", "--table", &file.display().to_string()]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
}
