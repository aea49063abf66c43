//! How the letters of a string were taken apart: `f|rl|R`. Every diagnostic about a string shows it (BETZA 16), because
//! greedy pairing is what people get wrong.
//!
//! This looks at letters alone, so that it can be shown for strings with mistakes too.

use super::direction::tokens;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::source::Span;

/// A term of the string: where it stands and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Read {
    start: usize,
    end: usize,
    shown: String,
}

/// Adds the reading to diagnostics from number `first` on that do not show it yet.
pub fn show_in(text: &str, span: Span, first: usize, diags: &mut Diagnostics) {
    let terms = terms(text);
    for d in diags.list.iter_mut().skip(first) {
        let words = d.labels.iter().map(|l| &l.text).chain(&d.notes).chain(&d.help);
        let told = d.headline.contains("read as") || words.into_iter().any(|n| n.contains("read as"));
        if !told && let Some(reading) = of_labels(d, &terms, span) {
            d.notes.push(format!("read as `{reading}`"));
        }
    }
}

/// The terms that the labels touch; all of them if they touch none.
fn of_labels(d: &Diagnostic, terms: &[Read], span: Span) -> Option<String> {
    let touched = |t: &&Read| {
        d.labels.iter().filter(|l| l.span.file == span.file).any(|l| {
            let (from, to) = (l.span.start.saturating_sub(span.start), l.span.end.saturating_sub(span.start));
            (from as usize) < t.end && t.start < to as usize
        })
    };
    let mut list: Vec<&str> = terms.iter().filter(touched).map(|t| t.shown.as_str()).collect();
    if list.is_empty() {
        list = terms.iter().map(|t| t.shown.as_str()).collect();
    }
    let reading = list.join(" ");
    // a text of hundreds of letters is no reading
    (!reading.is_empty() && reading.len() <= 200).then_some(reading)
}

fn terms(text: &str) -> Vec<Read> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let end_of = |i: usize| chars.get(i).map_or(text.len(), |c| c.0);
    let (mut out, mut i) = (Vec::new(), 0);
    while i < chars.len() {
        if matches!(chars[i].1, ' ' | '\t' | '|') {
            i += 1;
            continue;
        }
        let (from, mut shown, mut depth) = (i, String::new(), 0usize);
        loop {
            let before = i;
            let atom = part(&chars, &mut i, &mut shown, &mut depth);
            if depth == 0 && (atom || i == before) || i >= chars.len() {
                break;
            }
        }
        i = i.max(from + 1);
        out.push(Read { start: end_of(from), end: end_of(i), shown });
    }
    out
}

/// One group of small letters with what follows it, or one other sign. True after an atom or a closing bracket.
fn part(chars: &[(usize, char)], i: &mut usize, shown: &mut String, depth: &mut usize) -> bool {
    let at = |i: usize| chars.get(i).map(|c| c.1);
    let rest = |i: usize| chars.iter().skip(i).map(|c| c.1);
    if rest(*i).take(5).eq("lion(".chars()) {
        let end = rest(*i).position(|c| c == ')').map_or(chars.len(), |n| *i + n + 1);
        shown.extend(chars[*i..end].iter().map(|c| c.1));
        *i = end;
        return true;
    }
    let mut groups: Vec<String> = Vec::new();
    let mut letters: Vec<(char, Span)> = Vec::new();
    let mut first_direction = None;
    while let Some(c) =
        at(*i).filter(|c| c.is_ascii_lowercase() || *c == '*' && !shown.is_empty() && !shown.ends_with(')'))
    {
        *i += 1;
        if "fblrvsh".contains(c) {
            first_direction.get_or_insert(groups.len());
            letters.push((c, Span::default()));
            continue;
        }
        if c == 'a' {
            spell(&mut groups, &mut letters, &mut first_direction); // a new leg begins
        }
        let mut word = c.to_string();
        while let Some(open) = at(*i).filter(|c| matches!(c, '{' | '<')) {
            let close = if open == '{' { '}' } else { '>' };
            let Some(n) = rest(*i).position(|c| c == close) else { break };
            word.extend(rest(*i).take(n + 1));
            *i += n + 1;
        }
        groups.push(word);
    }
    spell(&mut groups, &mut letters, &mut first_direction);
    let bar = if groups.is_empty() { "" } else { "|" };
    shown.push_str(&groups.join("|"));
    let Some(c) = at(*i) else { return false };
    if matches!(c, ' ' | '\t' | '|') && *depth == 0 {
        return true;
    }
    shown.push_str(bar);
    shown.push(c);
    *i += 1;
    match c {
        'A'..='Z' => {
            while let Some(more) = at(*i).filter(|m| *m == c || m.is_ascii_digit() || matches!(m, '~' | '{')) {
                let n = if more == '{' { rest(*i).position(|c| c == '}').map_or(1, |n| n + 1) } else { 1 };
                shown.extend(rest(*i).take(n));
                *i += n;
            }
            true
        }
        '(' if at(*i).is_some_and(|c| c.is_ascii_digit()) => {
            while let Some(more) = at(*i).filter(|m| m.is_ascii_digit() || matches!(m, ',' | ')' | '~')) {
                shown.push(more);
                *i += 1;
            }
            true
        }
        '[' | '(' => {
            *depth += 1;
            false
        }
        ']' | ')' => {
            *depth = depth.saturating_sub(1);
            *depth == 0
        }
        _ => *depth == 0,
    }
}

/// Puts the direction letters of a leg, paired up, where the first of them stands.
fn spell(groups: &mut Vec<String>, letters: &mut Vec<(char, Span)>, place: &mut Option<usize>) {
    let Some(at) = place.take() else { return };
    let letters = std::mem::take(letters);
    let read = tokens(&letters).map(|t| t.into_iter().map(|t| t.text).collect());
    let read: Vec<String> = read.unwrap_or_else(|_| letters.iter().map(|l| l.0.to_string()).collect());
    groups.splice(at..at, read);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        terms(text).into_iter().map(|t| t.shown).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn letters_are_shown_as_they_pair_up() {
        assert_eq!(read("fbrlK"), "f|br|l|K");
        assert_eq!(read("frllbN WF2"), "fr|ll|b|N W F2");
        assert_eq!(read("fmrN"), "fr|m|N");
        assert_eq!(read("mafsmafW"), "m|a|fs|m|a|f|W");
        assert_eq!(read("p<!C>Rcp{1,2}B"), "p<!C>|R c|p{1,2}|B");
        assert_eq!(read("v[F?sR]NN"), "v|[F?s|R] NN");
        assert_eq!(read("[(*cF-mF)+]K~3(1,4)"), "[(*|c|F-m|F)+] K~3 (1,4)");
        assert_eq!(read("lion(fW)KfhN"), "lion(fW) K fh|N");
    }

    #[test]
    fn strings_with_mistakes_have_a_reading_too() {
        for text in ["[F?R", "Wf", "(((", "!é", "f|W", "p{R", "W{3", "*W", "]", "hN", "[-]", "fr W"] {
            assert!(!read(text).is_empty(), "{text}");
        }
        assert_eq!(read("Wfrl"), "W fr|l");
    }
}
