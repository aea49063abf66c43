//! `ferz test`: steps that hold, steps that do not, and recorded snapshots.

use crate::command::{Scratch, ferz};

fn race(tests: &str) -> String {
    format!("variant \"Race\" extends chess {{\n  use goal(who = King, area = last rank)\n{tests}}}\n")
}

#[test]
fn blocks_that_hold_pass() {
    let scratch = Scratch::new("blocks-hold");
    let file = scratch.file(
        "race.ferz",
        race(
            "  test \"start\" { moves 20 perft 2 400 legal \"e2e4\" illegal \"e2e5\" unchecked }\n\
             test \"line\" { play \"e2e4 e7e5\" becomes \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\" }\n\
             test \"goal\" { position \"8/4K3/8/8/k7/8/8/8 w - - 0 1\" play \"e7e8\" outcome \"white wins\" }\n\
             test \"pinned\" { position \"4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1\" illegal \"e2d3\" because checkmate }\n\
             test \"king\" { position \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\" moves of e1 are \"e1d1 e1d2 e1e2 e1f1 e1f2\" }\n",
        ),
    );
    let run = ferz(&["test", &file]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "5 passed, 0 failed\n"), "{}", run.err);
}

#[test]
fn blocks_that_do_not_hold_say_where_and_why() {
    let scratch = Scratch::new("blocks-fail");
    let file = scratch.file(
        "race.ferz",
        race("  test \"one\" { moves 21 }\n  test \"two\" { perft 1 20 }\n  test \"three\" {\n    outcome \"draw\"\n  }\n"),
    );
    let run = ferz(&["test", &file]);
    assert_eq!(run.status, Some(1), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.out);
    assert!(lines[0].contains("\"one\": line 3: the number of moves: expected 21, found 20"), "{}", run.out);
    assert!(lines[1].contains("\"three\": line 6: expected outcome `draw`, found `none`"), "{}", run.out);
    assert_eq!(lines[2], "1 passed, 2 failed");
}

#[test]
fn snapshots_are_recorded_and_compared() {
    let scratch = Scratch::new("blocks-snapshots");
    let file = scratch.file("race.ferz", race("  test \"start\" { snapshot }\n"));
    let record = scratch.0.join("race.snap.txt");

    let run = ferz(&["test", &file]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("--update") && !record.exists(), "{}", run.out);

    let run = ferz(&["test", "--update", &file]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);
    assert!(std::fs::read_to_string(&record).unwrap().contains("a2a3"));

    let run = ferz(&["test", &file]);
    assert_eq!(run.status, Some(0), "{}{}", run.out, run.err);

    scratch.file("race.ferz", race("  test \"start\" { play \"e2e4\" snapshot }\n"));
    let run = ferz(&["test", &file]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("  - ") && run.out.contains("  + ") && run.out.contains("a7a6"), "{}", run.out);
}

#[test]
fn a_test_sets_parameters() {
    let scratch = Scratch::new("blocks-set");
    let text = "variant \"Choice\" extends chess {\n  parameter goal_is = off among (off, on_hill)\n  \
        if goal_is is on_hill { use goal(who = King, area = d4..e5) }\n  \
        test \"off\" { position \"4k3/8/8/8/8/4K3/8/8 w - - 0 1\" play \"e3e4\" outcome \"none\" }\n  \
        test \"on\" { set goal_is = on_hill position \"4k3/8/8/8/8/4K3/8/8 w - - 0 1\" play \"e3e4\" outcome \"white wins\" }\n}\n";
    let file = scratch.file("choice.ferz", text);
    let run = ferz(&["test", &file]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "2 passed, 0 failed\n"), "{}", run.err);
}
