//! Lines from an input that may hold anything: bounded in length, checked to be text.

use std::io::{self, BufRead};
use std::sync::mpsc::SyncSender;

/// Longest line in bytes: a game of tens of thousands of moves.
const LONGEST: usize = 1 << 20;

/// What the reader delivers.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Line(String),
    /// A line that is no command, and why.
    Unusable(&'static str),
    End,
}

/// Sends every line, then `End`. Ends at `quit` too, so that nobody waits for input after it.
pub(super) fn deliver(input: &mut dyn BufRead, events: &SyncSender<Event>) -> io::Result<()> {
    let mut bytes = Vec::new();
    loop {
        let read = next_line(input, &mut bytes);
        let event = match read {
            Ok(Line::Whole) => match str::from_utf8(&bytes) {
                Ok(text) => Event::Line(text.trim().to_string()),
                Err(_) => Event::Unusable("the line is not UTF-8 text"),
            },
            Ok(Line::TooLong) => Event::Unusable("the line is longer than a mebibyte"),
            Ok(Line::End) | Err(_) => Event::End,
        };
        let last = event == Event::End || event == Event::Line("quit".to_string());
        if events.send(event).is_err() || last {
            return read.map(|_| ());
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads up to the next line feed into `bytes`, without it; of an over-long line the rest is skipped.
fn next_line(input: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<Line> {
    bytes.clear();
    let mut any = false;
    let mut long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        any |= !chunk.is_empty();
        long |= bytes.len() + part.len() > LONGEST;
        if !long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        let finished = end.is_some() || chunk.is_empty();
        input.consume(used);
        if finished {
            return Ok(match (any, long) {
                (false, _) => Line::End,
                (true, true) => Line::TooLong,
                (true, false) => Line::Whole,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    fn events(input: &[u8]) -> Vec<Event> {
        let (sender, receiver) = sync_channel(100);
        deliver(&mut &input[..], &sender).expect("bytes can be read");
        drop(sender);
        receiver.iter().collect()
    }

    #[test]
    fn lines_are_cut_and_trimmed() {
        let line = |text: &str| Event::Line(text.to_string());
        assert_eq!(
            events(b"uci\r\n  isready \n\nlast"),
            [line("uci"), line("isready"), line(""), line("last"), Event::End]
        );
    }

    #[test]
    fn nothing_is_read_after_quit() {
        assert_eq!(events(b"quit\nuci\n"), [Event::Line("quit".to_string())]);
    }

    #[test]
    fn long_and_foreign_lines_cost_themselves_only() {
        let mut input = vec![b'x'; LONGEST + 1];
        input.extend_from_slice(b"\n\xff\xfe\nuci\n");
        let found = events(&input);
        assert!(matches!(found[..], [Event::Unusable(_), Event::Unusable(_), Event::Line(_), Event::End]), "{found:?}");
    }
}
