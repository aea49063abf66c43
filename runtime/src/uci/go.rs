//! The words after `go`.

use crate::perft::MAX_DEPTH;
use crate::search::{Budget, Limits};

/// What a `go` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Go {
    Perft(u32),
    Search {
        limits: Limits,
        /// No answer before `stop`, even if the search has nothing left to do.
        until_stopped: bool,
        /// Texts of the moves to choose from; empty for all.
        only: Vec<String>,
    },
}

/// Reads the words after `go` for the player with this index.
pub(super) fn parse(words: &[&str], side: usize) -> Result<Go, String> {
    let mut words = words.iter().copied().peekable();
    let mut limits = Limits::default();
    let (mut infinite, mut only, mut perft) = (false, Vec::new(), None);
    let (mut left, mut increment, mut moves_to_go, mut move_time) = ([None; 2], [0; 2], None, None);
    while let Some(word) = words.next() {
        if word == "infinite" {
            infinite = true;
            continue;
        }
        if word == "searchmoves" {
            while let Some(text) = words.next_if(|next| !is_keyword(next)) {
                only.push(text.to_string());
            }
            if only.is_empty() {
                return Err("`searchmoves` names no move".to_string());
            }
            continue;
        }
        if !is_keyword(word) {
            return Err(format!("`go` does not know `{}`", shown(word)));
        }
        let Some(text) = words.next() else { return Err(format!("`{word}` needs a number")) };
        let Some(number) = number(text) else {
            return Err(format!("`{word}` needs a number, not `{}`", shown(text)));
        };
        match word {
            "depth" => limits.depth = Some(small(number)),
            // A mate in n moves is found in 2n - 1 plies.
            "mate" => limits.depth = Some(small(number.saturating_mul(2))),
            "nodes" => limits.nodes = Some(number),
            "movetime" => move_time = Some(number),
            "wtime" => left[0] = Some(number),
            "btime" => left[1] = Some(number),
            "winc" => increment[0] = number,
            "binc" => increment[1] = number,
            "movestogo" => moves_to_go = Some(number),
            _ => perft = Some(small(number)),
        }
    }
    match perft {
        Some(depth) if depth > MAX_DEPTH => return Err(format!("perft goes to depth {MAX_DEPTH}, not {depth}")),
        Some(depth) => return Ok(Go::Perft(depth)),
        None => {}
    }
    limits.time = match (move_time, left.get(side).copied().flatten()) {
        (Some(time), _) => Some(Budget::exactly(time)),
        (None, Some(time)) => Some(Budget::of_clock(time, increment[side], moves_to_go)),
        (None, None) => None,
    };
    // A clock for the other player only: the protocol wants an answer, so none of ours may take for ever.
    if limits.time.is_none() && limits.depth.is_none() && limits.nodes.is_none() && !infinite {
        let other = left.iter().flatten().min();
        limits.time = other.map(|time| Budget::of_clock(*time, 0, moves_to_go));
    }
    if infinite {
        limits.time = None;
    }
    let until_stopped = infinite || limits == Limits::default();
    Ok(Go::Search { limits, until_stopped, only })
}

fn is_keyword(word: &str) -> bool {
    let words = "infinite searchmoves depth mate nodes movetime wtime btime winc binc movestogo perft";
    words.split(' ').any(|known| known == word)
}

/// A whole number: negative ones (a clock that has run out) are 0, huge ones the greatest there is.
fn number(text: &str) -> Option<u64> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(if negative { 0 } else { digits.parse().unwrap_or(u64::MAX) })
}

fn small(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Foreign text made fit for a message: one line, of bounded length.
pub(super) fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(words: &str, side: usize) -> Limits {
        match parse(&words.split(' ').collect::<Vec<_>>(), side) {
            Ok(Go::Search { limits, .. }) => limits,
            other => panic!("{words}: {other:?}"),
        }
    }

    #[test]
    fn every_player_has_a_clock_of_its_own() {
        let words = "wtime 60000 btime 3000 winc 0 binc 0";
        let (first, second) = (limits(words, 0).time.expect("a clock"), limits(words, 1).time.expect("a clock"));
        assert!(first.hard > second.hard);
        assert!(second.hard.as_millis() < 3000);
    }

    #[test]
    fn faulty_numbers_are_told() {
        for words in
            ["depth", "depth x", "depth 1.5", "nodes --1", "perft 129", "ponder", "searchmoves", "wtime depth 3"]
        {
            assert!(parse(&words.split(' ').collect::<Vec<_>>(), 0).is_err(), "{words}");
        }
    }

    #[test]
    fn huge_and_negative_numbers_are_clamped() {
        assert_eq!(limits("depth 99999999999999999999999", 0).depth, Some(u32::MAX));
        let late = limits("wtime -5 btime 100", 0).time.expect("a clock");
        assert_eq!(late.hard.as_millis(), 0);
        let _ = limits("movetime 18446744073709551615", 0);
        let _ = limits("wtime 18446744073709551615 winc 18446744073709551615 movestogo 0", 0);
    }

    #[test]
    fn no_limit_means_until_stopped() {
        assert!(matches!(parse(&[], 0), Ok(Go::Search { until_stopped: true, .. })));
        assert!(matches!(parse(&["infinite", "depth", "3"], 0), Ok(Go::Search { until_stopped: true, .. })));
        assert!(matches!(parse(&["depth", "3"], 0), Ok(Go::Search { until_stopped: false, .. })));
    }
}
