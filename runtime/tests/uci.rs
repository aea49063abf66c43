//! UCI conversations in memory: the protocol, and everything that is not the protocol.

mod toy;

use ferz_runtime::uci::run;
use ferz_runtime::walk::Random;
use ferz_runtime::{Position, Rules};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;
use toy::{Race, Ring};

/// Output that the input can wait for.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Heard {
    fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().expect("no panic").clone()).expect("text")
    }

    /// Waits until this many lines begin with `word`.
    fn wait(&self, word: &str, count: usize) {
        let full = |bytes: &mut Vec<u8>| {
            String::from_utf8_lossy(bytes).lines().filter(|line| line.starts_with(word)).count() < count
        };
        let (lock, bell) = &*self.0;
        let (_bytes, late) =
            bell.wait_timeout_while(lock.lock().expect("no panic"), Duration::from_secs(60), full).expect("no panic");
        assert!(!late.timed_out(), "no {count} times `{word}`");
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().expect("no panic").extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Input that says lines; `await WORD` waits until the engine has said one more line with that word than before.
struct Script {
    lines: VecDeque<Vec<u8>>,
    heard: Heard,
    waits: Vec<String>,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(word) = self.lines.front().and_then(|line| line.strip_prefix(b"await ")) {
            let word = String::from_utf8_lossy(word).trim().to_string();
            self.lines.pop_front();
            self.waits.push(word.clone());
            self.heard.wait(&word, self.waits.iter().filter(|w| **w == word).count());
        }
        let Some(line) = self.lines.front_mut() else { return Ok(0) };
        let used = line.len().min(buffer.len());
        buffer[..used].copy_from_slice(&line[..used]);
        line.drain(..used);
        if line.is_empty() {
            self.lines.pop_front();
        }
        Ok(used)
    }
}

fn talk_bytes<R: Rules>(rules: &R, lines: Vec<Vec<u8>>) -> String {
    let heard = Heard::default();
    let lines = lines.into_iter().map(|mut line| {
        line.push(b'\n');
        line
    });
    let script = Script { lines: lines.collect(), heard: heard.clone(), waits: Vec::new() };
    run(rules, BufReader::new(script), heard.clone()).expect("a conversation");
    heard.text()
}

fn talk<R: Rules>(rules: &R, lines: &[&str]) -> String {
    talk_bytes(rules, lines.iter().map(|line| line.as_bytes().to_vec()).collect())
}

fn race() -> Race {
    Race { files: 6, ranks: 6, players: 2, plies: 1 }
}

fn lines<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.starts_with(word)).collect()
}

/// The FEN that the last `d` shows.
fn last_fen(text: &str) -> &str {
    lines(text, "fen ").last().expect("a FEN")[4..].trim()
}

#[test]
fn the_handshake_names_engine_and_options() {
    let said = talk(&race(), &["uci", "isready", "quit"]);
    assert!(said.starts_with("id name Ferz "), "{said}");
    assert!(said.contains("\noption name Hash type spin default 16 min 1 max 1024\n"), "{said}");
    assert!(said.contains("\noption name UCI_Variant type combo default race var race\n"), "{said}");
    assert!(said.ends_with("uciok\nreadyok\n"), "{said}");
}

#[test]
fn a_search_reports_and_answers_with_a_legal_move() {
    let said = talk(&race(), &["position startpos moves a1a2 a6a5", "go depth 4", "await bestmove", "quit"]);
    let infos = lines(&said, "info depth ");
    assert_eq!(infos.len(), 4, "{said}");
    let words: Vec<&str> = infos[3].split(' ').collect();
    assert_eq!((words[1..3].join(" "), words[3]), ("depth 4".to_string(), "score"), "{said}");
    assert!(["nodes", "nps", "time", "pv"].iter().all(|word| words.contains(word)), "{said}");
    let best = lines(&said, "bestmove ")[0].split(' ').nth(1).expect("a move");
    let mut position = race().start();
    for text in ["a1a2", "a6a5", best] {
        let mv = position.find_move(text).expect("legal");
        position.play(mv);
    }
    assert_eq!(words[words.iter().position(|w| *w == "pv").expect("a line") + 1], best);
}

#[test]
fn a_win_is_told_in_moves() {
    let said = talk(&Race::SMALL, &["position fen ........A.B.B... 0 1", "go depth 3", "await bestmove"]);
    assert!(said.contains(" score mate 1 "), "{said}");
}

#[test]
fn a_finished_game_has_no_move() {
    let said =
        talk(&Race::SMALL, &["position fen ............A..B 1 1", "go depth 3", "await bestmove", "d", "go perft 3"]);
    assert!(said.contains("bestmove (none)\n"), "{said}");
    assert!(said.contains("\nmoves 0\noutcome player-1 wins (goal)\n"), "{said}");
    assert!(said.ends_with("Nodes searched: 0\n"), "{said}");
}

#[test]
fn a_drawn_but_playable_game_still_gets_a_move() {
    let moves = "1 5 0 4 1 5 0 4";
    let said = talk(&Ring, &[&format!("position startpos moves {moves}"), "d", "go depth 2", "await bestmove"]);
    assert!(said.contains("outcome draw (repetition)\n"), "{said}");
    assert!(["bestmove 1", "bestmove 7"].contains(&lines(&said, "bestmove")[0]), "{said}");
}

#[test]
fn perft_is_divided_and_summed() {
    let said = talk(&Race::SMALL, &["go perft 2", "await Nodes", "go perft 0", "await Nodes"]);
    assert!(said.starts_with("a1a2: 10\na1b2: 10\n"), "{said}");
    assert!(said.contains("\n\nNodes searched: 100\n") && said.ends_with("\nNodes searched: 1\n"), "{said}");
}

#[test]
fn clocks_nodes_and_chosen_moves_are_obeyed() {
    let start = "position startpos";
    let said = talk(
        &race(),
        &[
            start,
            "go wtime 200 btime 1 winc 0 binc 0",
            "await bestmove",
            "go movetime 30",
            "await bestmove",
            "go nodes 500",
            "await bestmove",
            "go depth 3 searchmoves f1f2",
            "await bestmove",
            "go wtime -3 btime -3",
            "await bestmove",
            "go movetime 0",
            "await bestmove",
            "go depth 2 searchmoves f1f3",
            "isready",
        ],
    );
    assert_eq!(lines(&said, "bestmove").len(), 6, "{said}");
    assert_eq!(lines(&said, "bestmove")[3], "bestmove f1f2", "{said}");
    assert_eq!(lines(&said, "info string error"), ["info string error: `f1f3` is not legal, nothing to search"]);
}

#[test]
fn stop_ends_an_endless_search_and_everything_else_waits_or_is_refused() {
    let said = talk(
        &race(),
        &[
            "go infinite",
            "await info depth",
            "isready",
            "await readyok",
            "go depth 1",
            "position startpos moves a1a2",
            "setoption name Hash value 1",
            "ucinewgame",
            "d",
            "stop",
            "await bestmove",
            "d",
            "go depth 1",
            "await bestmove",
        ],
    );
    assert_eq!(lines(&said, "info string error: a search is running").len(), 4, "{said}");
    assert_eq!(lines(&said, "bestmove").len(), 2, "{said}");
    assert_eq!(last_fen(&said), race().start().to_fen());
}

#[test]
fn stop_is_answered_before_the_next_line_is_read() {
    // No waiting: whatever follows `stop` finds the search ended.
    let said = talk(
        &race(),
        &["go infinite", "stop", "position startpos moves a1a2", "go infinite", "stop", "stop", "isready"],
    );
    assert_eq!(lines(&said, "bestmove").len(), 2, "{said}");
    assert!(!said.contains("error") && said.ends_with("readyok\n"), "{said}");
}

#[test]
fn a_small_tree_searched_to_the_end_waits_for_stop_when_told_to() {
    let fen = "position fen ........A.B.B... 0 1";
    let said = talk(&Race::SMALL, &[fen, "go infinite", "await info depth 100", "isready", "await readyok", "stop"]);
    assert!(said.find("readyok").expect("ready") < said.find("bestmove").expect("an answer"), "{said}");
}

#[test]
fn the_end_of_input_lets_a_bounded_search_finish() {
    assert!(lines(&talk(&race(), &["go depth 5"]), "info depth 5").len() == 1);
    assert_eq!(lines(&talk(&race(), &["go infinite"]), "bestmove").len(), 1);
    assert_eq!(lines(&talk(&race(), &["go infinite", "quit"]), "bestmove").len(), 1);
    assert_eq!(talk(&race(), &[]), "");
}

#[test]
fn perft_can_be_stopped() {
    let said = talk(&race(), &["go perft 60", "isready", "await readyok", "stop", "go perft 1"]);
    assert!(said.contains("info string perft stopped\n"), "{said}");
    assert!(said.ends_with("Nodes searched: 16\n"), "{said}");
}

#[test]
fn faults_are_told_and_change_nothing() {
    for bad in [
        "position",
        "position fen",
        "position fen rubbish",
        "position fen ........A......B 7 1",
        "position startpos a1a2",
        "position startpos moves a1a2 a1a2",
        "position startpos moves \u{7}",
        "position middle",
        "posision startpos",
        "go depth",
        "go depth x",
        "go nonsense",
        "go perft 99999999999999999999",
        "go searchmoves",
        "setoption",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash",
        "setoption name Nothing value 1",
        "setoption name UCI_Variant value chess",
        "ponderhit",
        "\u{1F40E}",
    ] {
        let said = talk(&race(), &["position startpos moves a1a2", "d", bad, "d", "isready"]);
        assert_eq!(lines(&said, "info string error: ").len(), 1, "{bad}: {said}");
        let fens = lines(&said, "fen ");
        assert_eq!(fens[0], fens[1], "{bad}");
        assert!(said.ends_with("readyok\n"), "{bad}: {said}");
        assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{bad}: {said:?}");
    }
}

#[test]
fn a_game_told_again_with_more_or_other_moves_is_the_game_told() {
    let said = talk(
        &race(),
        &[
            "position startpos moves a1a2",
            "position startpos moves a1a2 a6a5",
            "d",
            "position startpos moves a1a2 a6a5 a2a4",
            "d",
            "position startpos moves b1b2",
            "d",
            "position startpos",
            "d",
            "position startpos moves a1a2 a6a5",
            "ucinewgame",
            "d",
        ],
    );
    let start = race().start().to_fen();
    let fens: Vec<&str> = lines(&said, "fen ").into_iter().map(|line| &line[4..]).collect();
    assert_eq!((fens[0], fens[3], fens[4]), (fens[1], start.as_str(), start.as_str()), "{said}");
    assert!(fens[0].starts_with(".AAAAAA") && fens[2].starts_with("A.AAAA.A"), "{said}");
    assert_eq!(lines(&said, "info string error").len(), 1);
}

#[test]
fn a_bad_move_says_which_and_where() {
    let said = talk(&race(), &["position startpos moves a1a2 b6b5 a1a2"]);
    assert!(said.contains("move 3 (`a1a2`) is not legal at "), "{said}");
    assert!(said.contains("the position is unchanged"), "{said}");
}

#[test]
fn foreign_and_endless_lines_cost_themselves_only() {
    let mut long = b"position startpos moves".to_vec();
    long.extend(std::iter::repeat_n(*b" a1a2", 300_000).flatten());
    let script = vec![vec![0xff, 0xfe, b'u'], long, vec![0; 5000], b"\r".to_vec(), b"isready\r".to_vec()];
    let said = talk_bytes(&race(), script);
    assert_eq!(lines(&said, "info string error: ").len(), 3, "{said}");
    assert!(said.len() < 1000 && said.ends_with("readyok\n"), "{said}");
}

#[test]
fn options_are_taken() {
    let said = talk(
        &race(),
        &[
            "setoption name hash value 2",
            "setoption name UCI_Variant value race",
            "debug on",
            "go depth 2",
            "await bestmove",
            "setoption name Hash value 1",
            "ucinewgame",
            "go depth 2",
            "await bestmove",
        ],
    );
    assert!(!said.contains("error"), "{said}");
    // The same search from the same state.
    let bests = lines(&said, "bestmove");
    assert_eq!(bests[0], bests[1]);
}

#[test]
fn a_side_with_several_plies_and_a_third_player_are_played() {
    for rules in [Race { files: 5, ranks: 6, players: 2, plies: 2 }, Race { files: 6, ranks: 5, players: 3, plies: 1 }]
    {
        let said = talk(
            &rules,
            &["go depth 4", "await bestmove", "position startpos moves a1a2", "go movetime 20", "await bestmove"],
        );
        assert_eq!(lines(&said, "bestmove").len(), 2, "{said}");
        assert!(!said.contains("error") && !said.contains("(none)"), "{said}");
    }
}

/// One line of a fuzzer that knows the words of the protocol.
fn noise(random: &mut Random) -> Vec<u8> {
    const WORDS: &[&str] = &[
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "UCI_Variant",
        "race",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "depth",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "nodes",
        "infinite",
        "perft",
        "stop",
        "d",
        "searchmoves",
        "mate",
        "debug",
        "1",
        "2",
        "3",
        "-1",
        "0",
        "18446744073709551616",
        "a1a2",
        "a6a5",
        "b1b2",
        "b6b5",
        "AAAA........BBBB",
        "0",
        "1",
        "x",
        "\u{e9}",
        "=",
        "--",
    ];
    if random.below(12) == 0 {
        let length = random.below(40);
        return (0..length).map(|_| (random.next_word() >> 40) as u8).filter(|b| *b != b'\n').collect();
    }
    let starts = ["position startpos moves", "go", "position fen", "setoption name", "stop", ""];
    let mut words = vec![starts[random.below(starts.len())]];
    words.extend((0..random.below(7)).map(|_| WORDS[random.below(WORDS.len())]));
    words.join(" ").into_bytes()
}

#[test]
fn noise_leaves_the_engine_answering() {
    let mut random = Random::new(20);
    for round in 0..60 {
        let mut script: Vec<Vec<u8>> = Vec::new();
        for _ in 0..60 {
            script.push(noise(&mut random));
            if random.below(3) == 0 {
                script.push(b"stop".to_vec());
            }
        }
        let end = ["stop", "position startpos moves a1a2", "d", "isready", "go depth 2"];
        script.extend(end.map(|line| line.as_bytes().to_vec()));
        let said = talk_bytes(&Race::SMALL, script);
        assert_eq!(last_fen(&said), ".AAAA.......BBBB 1 1", "round {round}: {said}");
        let best = lines(&said, "bestmove ").last().expect("an answer").split(' ').nth(1).expect("a move");
        let mut position = Race::SMALL.start();
        position.play(position.find_move("a1a2").expect("legal"));
        assert!(position.find_move(best).is_some(), "round {round}: {said}");
    }
}
