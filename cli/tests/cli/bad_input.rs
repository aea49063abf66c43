//! Broken input through the real binary: exit status 1, an error with code, place and remedy, within a second, and
//! never a panic.

use std::time::Duration;

use crate::command::{Run, Scratch, ferz, root};

/// A second in an optimised build. Development builds compile the language stages without optimisation and run beside
/// other tests, so there the limit only tells a long answer from an endless one; `.ci/run` asks the optimised binary.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 });

/// What every complaint about a file must be. The place names the file.
fn assert_told(name: &str, run: &Run) {
    assert_eq!(run.status, Some(1), "{name}: status\n{}", run.err);
    assert!(!run.err.contains("panicked"), "{name}: panic\n{}", run.err);
    assert!(run.took < PATIENCE, "{name}: {:?}", run.took);
    assert!(has_code(&run.err), "{name}: no code\n{}", run.err);
}

/// `error[E0107]` or `error[B05]`.
fn has_code(text: &str) -> bool {
    text.split("error[").skip(1).any(|rest| {
        let code = rest.split(']').next().unwrap_or("");
        let digits = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
        !digits.is_empty() && digits.len() < code.len() && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

/// `file.ferz:line:column`.
fn has_place(text: &str, file: &str) -> bool {
    text.match_indices(file).any(|(at, _)| {
        let mut parts =
            text[at + file.len()..].split(|c: char| !c.is_ascii_digit() && c != ':').next().unwrap_or("").split(':');
        parts.next() == Some("")
            && parts.next().is_some_and(|line| line.parse::<u32>().is_ok())
            && parts.next().is_some_and(|column| column.parse::<u32>().is_ok())
    })
}

#[test]
fn every_broken_file_is_explained() {
    let folder = root().join("snapshots/bad");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "ferz"));
    files.sort();
    assert!(files.len() >= 20, "only {} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let run = ferz(&["check", &file.display().to_string()]);
        let claims = [
            ("status 1", run.status == Some(1)),
            ("no panic", !run.err.contains("panicked")),
            ("a second at most", run.took < PATIENCE),
            ("a code", has_code(&run.err)),
            ("a place", has_place(&run.err, &name)),
            ("cause and remedy", run.err.contains("  = ")),
        ];
        for (claim, holds) in claims {
            if !holds {
                faults.push(format!("{name}: not so: {claim} (status {:?}, {:?})\n{}", run.status, run.took, run.err));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn independent_mistakes_are_all_told() {
    let file = root().join("snapshots/bad/several.ferz");
    let run = ferz(&["check", &file.display().to_string()]);
    assert_eq!(run.status, Some(1));
    for word in ["Kinght", "chekmate", "NE", "own King", "`R`"] {
        assert!(run.err.contains(word), "nothing about {word} in\n{}", run.err);
    }
}

#[test]
fn texts_that_are_no_files_of_anybody() {
    let scratch = Scratch::new("bad-input");
    let million = 1 << 20;
    let start = "variant \"X\" {\n  board 8x8\n";
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("brackets", "(".repeat(million).into_bytes()),
        ("braces", "{".repeat(million).into_bytes()),
        ("closing", ")}".repeat(million / 2).into_bytes()),
        ("quotes", "\"".repeat(million).into_bytes()),
        ("slashes", "/".repeat(million).into_bytes()),
        ("lines", "\n".repeat(million).into_bytes()),
        ("one_word", "a".repeat(million).into_bytes()),
        ("nul", vec![0; million]),
        ("nul_inside", format!("{start}  piece King K \"K\0\" royal\n  use check\0mate\n}}\n").into_bytes()),
        ("not_utf8", [start.as_bytes(), b"  piece K\xff\xfeing K \"K\"\n}\n"].concat()),
        ("utf16", "variant \"X\"".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("half_sign", b"variant \"\xe2\x82".to_vec()),
        ("nots", format!("{start}  win when {}true\n}}\n", "not ".repeat(million / 8)).into_bytes()),
        ("nested_expr", format!("{start}  win when {}\n}}\n", "(".repeat(100_000)).into_bytes()),
        ("deep_expr", format!("{start}  win when {}true{}\n}}\n", "(".repeat(50_000), ")".repeat(50_000)).into_bytes()),
        ("deep_ifs", format!("{start}{}{}\n}}\n", "if true { ".repeat(20_000), "}".repeat(20_000)).into_bytes()),
        ("betza_long", format!("{start}  piece King K \"{}\" royal\n}}\n", "N".repeat(million)).into_bytes()),
        ("betza_deep", format!("{start}  piece King K \"{}\" royal\n}}\n", "[".repeat(million / 4)).into_bytes()),
        ("betza_range", format!("{start}  piece King K \"W{}\" royal\n}}\n", "9".repeat(1000)).into_bytes()),
        ("numbers", format!("{start}  win when count own more than {}\n}}\n", "9".repeat(10_000)).into_bytes()),
        ("controls", (1u8..32).cycle().take(100_000).collect()),
        ("rule_bomb", rule_bomb().into_bytes()),
        ("define_bomb", define_bomb().into_bytes()),
    ];
    for (name, bytes) in cases {
        let path = scratch.file(&format!("{name}.ferz"), bytes);
        let run = ferz(&["check", &path]);
        assert_told(name, &run);
        assert!(has_place(&run.err, &format!("{name}.ferz")), "{name}: no place\n{}", run.err);
        assert!(run.err.len() < 200_000, "{name}: {} bytes of complaint", run.err.len());
    }
}

/// Each rule uses the one before ten times: 10^20 uses if nobody counts.
fn rule_bomb() -> String {
    let mut text = "rule r_0(n) {\n  win when n is 1\n}\n".to_string();
    for i in 1..20 {
        let uses: String = (0..10).map(|n| format!("  use r_{}(n = n + {n})\n", i - 1)).collect();
        text.push_str(&format!("rule r_{i}(n) {{\n{uses}}}\n"));
    }
    text + "variant \"Bomb\" extends chess {\n  use r_19(n = 0)\n}\n"
}

/// Each definition asks the one before ten times.
fn define_bomb() -> String {
    let mut text = "variant \"Bomb\" extends chess {\n  define d_0 = some own Pawn on e4\n".to_string();
    for i in 1..20 {
        let asks: Vec<String> = (0..10).map(|n| format!("(d_{} and count own more than {n})", i - 1)).collect();
        text.push_str(&format!("  define d_{i} = {}\n", asks.join(" or ")));
    }
    text + "  win when d_19\n  win when nothing_of_this_name\n}\n"
}

#[test]
fn files_that_cannot_be_read() {
    let scratch = Scratch::new("unreadable");
    let folder = scratch.0.display().to_string();
    let missing = scratch.0.join("missing.ferz").display().to_string();
    let large = scratch.file("large.ferz", vec![b' '; 5 << 20]);
    for (path, word) in [(&folder, "is a directory"), (&missing, "no such file"), (&large, "larger than")] {
        for command in ["check", "test", "show", "plan"] {
            let run = ferz(&[command, path]);
            assert_eq!(run.status, Some(1), "{command} {path}: {}", run.err);
            assert!(run.err.contains(word), "{command} {path}: {}", run.err);
        }
        let table = ferz(&["perft", "--table", path]);
        if path != &large {
            assert_eq!(table.status, Some(1), "{path}: {}", table.err);
            assert!(table.err.contains(word), "{path}: {}", table.err);
        }
    }
}

#[test]
fn an_unknown_library_variant_has_a_neighbour() {
    let run = ferz(&["moves", "ches"]);
    assert_eq!(run.status, Some(1));
    assert!(has_code(&run.err) && run.err.contains("did you mean `chess`?"), "{}", run.err);
}

#[test]
fn positions_that_are_none() {
    let long = "8/".repeat(30_000);
    let cases = [
        ("chess", ""),
        ("chess", " "),
        ("chess", "x"),
        ("chess", "8/8/8/8/8/8/8 w - - 0 1"),
        ("chess", "8/8/8/8/8/8/8/9 w - - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w ZZ - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq z9 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q] w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more words"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[X] w KQkq - 0 1"),
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q w KQkq - 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[K] w - - 0 1"),
        ("chess", "\u{1f600}nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("chess", "99999999999999999999/8/8/8/8/8/8/8 w - - 0 1"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 99999999999999999999 99999999999999999999"),
        ("chess", long.as_str()),
    ];
    for (variant, fen) in cases {
        for command in ["moves", "show"] {
            let run = ferz(&[command, variant, "--fen", fen]);
            assert_told(&format!("{command} {variant} {:.60}", fen), &run);
            assert!(run.err.contains("= help: "), "{variant} {fen:.60}: no remedy\n{}", run.err);
        }
    }
}

#[test]
fn moves_that_are_none() {
    for moves in ["e2e5", "e7e5", "e2e4 e7e5 e4e5", "x", "e2e4e2e4", "\u{1f600}", "0000", "--"] {
        let run = ferz(&["moves", "chess", &format!("--moves={moves}")]);
        assert_told(moves, &run);
    }
}

#[test]
fn settings_that_are_none() {
    let run = ferz(&["moves", "decimal-chess", "--set", "faras"]);
    assert_eq!(run.status, Some(2), "{}", run.err);
    for set in ["faras=elephant", "no_such=1", "faras="] {
        let run = ferz(&["moves", "decimal-chess", "--set", set]);
        assert_told(set, &run);
    }
}
