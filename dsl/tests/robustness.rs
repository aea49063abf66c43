//! No text makes the parser or the renderer panic or linger.

mod shapes;

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use shapes::read;

/// Reads, and says what was told; within a second of work.
fn soon(text: &str) -> String {
    let start = worked();
    let (tree, told) = read(text);
    drop(tree);
    let time = worked() - start;
    assert!(time < Duration::from_secs(1), "too slow: {time:?}");
    told
}

/// What this thread has worked, in ticks of a hundredth of a second, where the system tells it: other programs do not
/// count. Elsewhere the clock.
fn worked() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    // The name of the program, in brackets, may hold blanks.
    let fields: Vec<&str> = stat.rsplit_once(')').map_or(Vec::new(), |(_, rest)| rest.split_whitespace().collect());
    match (fields.get(11).map(|n| n.parse::<u64>()), fields.get(12).map(|n| n.parse::<u64>())) {
        (Some(Ok(user)), Some(Ok(system))) => Duration::from_millis(10 * (user + system)),
        _ => START.get_or_init(Instant::now).elapsed(),
    }
}

fn codes(told: &str) -> Vec<&str> {
    told.lines()
        .filter(|l| !l.starts_with(' '))
        .filter_map(|l| l.split_once('[')?.1.split_once(']'))
        .map(|c| c.0)
        .collect()
}

#[test]
fn a_megabyte_of_open_brackets_is_told_at_once() {
    for sign in ["(", "{", "({", "rule a {", "own (", "variant \"x\" { if "] {
        let told = soon(&sign.repeat((1 << 20) / sign.len()));
        assert!(codes(&told).contains(&"E0006"), "{sign}: {told}");
        assert!(told.len() < 100_000);
    }
}

#[test]
fn long_chains_are_refused_before_they_are_read() {
    for link in [
        "not ",
        "a plus ",
        "count ",
        "row of ",
        "behind ",
        "a + ",
        "can move where ",
        "f(",
        "own f(",
        "reach of captures of ",
    ] {
        let told = soon(&format!("define x = {}", link.repeat(100_000 / link.len())));
        assert!(codes(&told).contains(&"E0006"), "{link}: {told}");
    }
    let told = soon(&format!("rule x {{ action a {{ {} win }} }}", "if a { win } else ".repeat(10_000)));
    assert_eq!(codes(&told), ["E0006"]);
}

#[test]
fn nested_calls_that_fail_inside_take_no_longer_than_others() {
    for open in ["f(", "own f(", "gather (", "run of (", "own unmoved (", "count (", "x of (", "step from (", "file ("]
    {
        let told = soon(&format!("define x = {} ^", open.repeat(25)));
        assert!(!told.is_empty());
        let told = soon(&format!("define x = {} = {}", open.repeat(25), ")".repeat(25)));
        assert!(!told.is_empty(), "{open}");
    }
}

#[test]
fn what_the_bounds_allow_is_read() {
    let deep = format!("define x = {}a{}", "(b or not ".repeat(30), ")".repeat(30));
    assert_eq!(soon(&deep), "");
    let long = format!("zone z = ({}a1)", "a1, ".repeat(5_000));
    assert_eq!(soon(&long), "");
}

#[test]
fn strange_signs_are_told_where_they_stand() {
    assert_eq!(codes(&soon(&"\0".repeat(1 << 20))), ["E0001"]);
    assert_eq!(codes(&soon("rule a {\0 win when b }\n")), ["E0001"]);
    assert_eq!(codes(&soon("\u{feff}rule a { win when b }\n")), Vec::<&str>::new());
    assert_eq!(codes(&soon("rule a {\r\n\twin when b\r\n}\r\n")), Vec::<&str>::new());
    assert_eq!(codes(&soon("rule a { win\u{a0}when b }")), ["E0001"]);
}

#[test]
fn empty_and_nearly_empty_files() {
    for text in ["", "\n", " ", "//", "/", "\u{feff}", "\r"] {
        let told = soon(text);
        assert_eq!(told.is_empty(), text != "/", "{told}");
    }
    assert_eq!(codes(&soon("///")), ["W0001"]);
    assert_eq!(codes(&soon("\"")), ["E0003"]);
    assert_eq!(codes(&soon("}")), ["E0004"]);
}

#[test]
fn mistakes_without_end_are_told_up_to_a_number() {
    for line in ["pieec\n", "piece\n", "rule a { x }\n", "é\n", ") ", "rule { \n", "\"\n", "define x = a\nzzz\n"] {
        let told = soon(&line.repeat((1 << 20) / line.len()));
        let codes = codes(&told);
        assert!(!codes.is_empty() && codes.len() <= 102, "{line}: {}", codes.len());
    }
}

#[test]
fn a_large_file_is_read() {
    let text =
        "rule a(b = 3) {\n  after move of Pawn where to in last rank { choose new in (Queen, Rook)   become new }\n}\n";
    assert_eq!(soon(&text.repeat(1_000)), "");
    let told = soon(&" ".repeat(3 << 20));
    assert_eq!(codes(&told), ["E0007"]);
}

const TEXTS: [&str; 4] = [
    include_str!("data/standard-library.ferz"),
    include_str!("data/seed-games.ferz"),
    include_str!("data/codex.ferz"),
    include_str!("data/classic-games.ferz"),
];

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "\"",
    ",",
    "=",
    "own ",
    "the ",
    "if ",
    "else ",
    "rule ",
    "variant \"v\" {",
    "\n",
    "//",
    "/// x\n",
    "\0",
    "é",
    " of ",
    " p1 ",
    " Knight ",
    " 99999999999999999999 ",
    "..",
    "choose ",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_examples_are_read_or_told(
        text in 0..TEXTS.len(),
        from in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..40, 0..PIECES.len()), 1..8),
    ) {
        // A window keeps each case short.
        let bytes = TEXTS[text].as_bytes();
        let start = from.index(bytes.len());
        let mut changed = bytes[start..(start + 3000).min(bytes.len())].to_vec();
        for (at, gone, piece) in cuts {
            let at = at.index(changed.len().max(1)).min(changed.len());
            let end = (at + gone).min(changed.len());
            changed.splice(at..end, PIECES[piece].bytes());
        }
        soon(&String::from_utf8_lossy(&changed));
    }

    #[test]
    fn random_signs_are_told(text in "[ -~\n\"(){}a-z]{0,300}") {
        soon(&text);
    }
}
