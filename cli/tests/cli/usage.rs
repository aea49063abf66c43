//! Exit statuses, help, closed pipes, machine-readable output.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::command::{command, ferz, root};

#[test]
fn wrong_usage_is_status_2() {
    let cases: &[&[&str]] = &[
        &[],
        &["no-such-command"],
        &["perft"],
        &["perft", "chess"],
        &["perft", "chess", "-d", "x"],
        &["perft", "chess", "-d", "999999"],
        &["perft", "chess", "-d", "-1"],
        &["moves"],
        &["moves", "chess", "--set", "x"],
        &["betza"],
        &["compare"],
        &["moves", "chess", "--table", "x.tsv"],
    ];
    for args in cases {
        let run = ferz(args);
        assert_eq!(run.status, Some(2), "{args:?}: {}", run.err);
        assert_eq!(run.out, "", "{args:?}");
        assert!(!run.err.contains("panicked"), "{args:?}: {}", run.err);
    }
}

#[test]
fn help_and_version_are_status_0() {
    for args in [&["--help"][..], &["--version"], &["perft", "--help"]] {
        let run = ferz(args);
        assert_eq!(run.status, Some(0), "{args:?}");
        assert!(!run.out.is_empty() && run.err.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reader_that_has_enough_is_no_fault() {
    for args in [&["list"][..], &["moves", "chess"], &["emit", "chess"]] {
        let mut child =
            command().args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Closed before anything is read, so that every write fails.
        drop(child.stdout.take());
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let mut text = String::new();
        errors.read_line(&mut text).unwrap();
        assert_eq!(text, "", "{args:?}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
fn the_list_has_title_and_family() {
    let run = ferz(&["list"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let line = run.out.lines().find(|l| l.starts_with("decimal-chess ")).expect("decimal-chess is listed");
    assert!(line.contains("Decimal Chess") && line.ends_with("large"), "{line}");
    let json: serde_json::Value = serde_json::from_str(&ferz(&["list", "--json"]).out).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(run.out.lines().count()));
}

#[test]
fn diagnostics_as_json_have_code_and_place() {
    let file = root().join("snapshots/bad/unknown_piece.ferz");
    let run = ferz(&["check", "--json", &file.display().to_string()]);
    assert_eq!(run.status, Some(1));
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let first = &json[0];
    assert_eq!(first["code"], "E0107", "{json}");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["labels"][0]["line"], 11, "{json}");
}

#[test]
fn every_library_file_checks_in_time() {
    let mut slow = Vec::new();
    for folder in std::fs::read_dir(root().join("variants")).unwrap() {
        let Ok(files) = std::fs::read_dir(folder.unwrap().path()) else { continue };
        for file in files.map(|f| f.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "ferz")) {
            let run = ferz(&["check", &file.display().to_string()]);
            assert_eq!(run.status, Some(0), "{}\n{}", file.display(), run.err);
            // 50 ms in release on a quiet machine; this build is slower and shares its cores with other tests.
            if run.took.as_millis() > 1000 {
                slow.push(format!("{}: {:?}", file.display(), run.took));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn a_game_in_the_terminal() {
    use std::io::Write;
    let mut child = command()
        .args(["play", "chess", "--movetime", "200"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = b"e2e5\nf2f3\ne7e5\ng2g4\n\xff\xfe\nundo\ng2g4\ngo\nmoves\nfen\n";
    child.stdin.take().unwrap().write_all(lines).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("`e2e5` is not legal"), "{text}");
    assert!(text.contains("d8h4") && text.contains("black wins (checkmate)"), "{text}");
}

#[test]
fn files_are_formatted_once() {
    let scratch = crate::command::Scratch::new("fmt");
    let file = scratch.file("a.ferz", "rule passing{\n      action pass{written \"pass\"}\n}\n");
    let run = ferz(&["fmt", "--check", &file]);
    assert_eq!(run.status, Some(1), "{}", run.out);
    let run = ferz(&["fmt", &file]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "rule passing {\n  action pass { written \"pass\" }\n}\n");
    let run = ferz(&["fmt", "--check", &file]);
    assert_eq!(run.status, Some(0), "{}", run.out);
}
