//! `moves`, `show`, `perft` on positions with published or well known answers.

use crate::command::{command, ferz, run};

/// Published: https://www.chessprogramming.org/Perft_Results, position 2.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or("")
}

#[test]
fn moves_come_one_a_line_sorted() {
    let run = ferz(&["moves", "chess"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let mut sorted = lines.clone();
    sorted.sort_unstable();
    assert_eq!((lines.len(), &lines), (20, &sorted));
}

#[test]
fn a_finished_game_shows_its_outcome_last() {
    let run = ferz(&["moves", "chess", "--moves", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), "outcome black wins (checkmate)\n"), "{}", run.err);
    let run = ferz(&["moves", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]);
    assert_eq!(run.out, "outcome draw (stalemate)\n", "{}", run.err);
}

#[test]
fn repetition_ends_a_game_but_takes_no_moves_away() {
    let run = ferz(&["moves", "chess", "--moves", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"]);
    assert_eq!(last_line(&run.out), "outcome draw (repetition)", "{}", run.err);
    assert_eq!(run.out.lines().count(), 21);
}

#[test]
fn perft_by_the_interpreter_and_by_compiled_code() {
    for (variant, fen, depth, nodes) in
        [("chess", Some(KIWIPETE), "2", 2039), ("chess", None, "3", 8902), ("decimal-chess", None, "3", 18705)]
    {
        let mut args = vec!["perft", variant, "-d", depth];
        args.extend(fen.iter().flat_map(|f| ["--fen", f]));
        let compiled = ferz(&args);
        assert_eq!(last_line(&compiled.out), format!("nodes {nodes}"), "{variant}: {}", compiled.err);
        args.push("--interp");
        let interpreted = ferz(&args);
        assert_eq!(last_line(&interpreted.out), format!("nodes {nodes}"), "{variant}: {}", interpreted.err);
    }
}

#[test]
fn a_divided_perft_adds_up() {
    for extra in [&["--interp"][..], &[]] {
        let run = ferz(&[&["perft", "chess", "-d", "2", "--divide"], extra].concat());
        let rows: Vec<&str> = run.out.lines().collect();
        assert_eq!(rows.len(), 21, "{}", run.err);
        assert!(rows.contains(&"e2e4: 20") && rows[20] == "nodes 400", "{}", run.out);
    }
}

#[test]
fn without_a_compiler_the_interpreter_answers_and_says_so() {
    let run = run(command().env("RUSTC", "/no/such/rustc").args(["perft", "chess", "-d", "2"]));
    assert_eq!((run.status, last_line(&run.out)), (Some(0), "nodes 400"), "{}", run.err);
    assert!(run.err.contains("interpreter"), "{}", run.err);
}

#[test]
fn a_position_is_shown_with_its_fen() {
    let run = ferz(&["show", "chess", "--moves", "e2e4"]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.contains("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "{}", run.out);
}

#[test]
fn parameters_change_the_game() {
    // DEC-5 of the project's rule cases: with `promote_to = any` a pawn on c9 has 14 moves instead of two.
    let args = ["moves", "decimal-chess", "--fen", "3r6/2P7/10/10/10/10/10/10/8k1/K9 w"];
    let of_pawn = |text: &str| text.lines().filter(|l| l.starts_with("c9")).count();
    assert_eq!(of_pawn(&ferz(&args).out), 2);
    let run = ferz(&[&args[..], &["--set", "promote_to=any"]].concat());
    assert_eq!(of_pawn(&run.out), 14, "{}", run.err);
}
