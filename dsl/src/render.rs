//! Diagnostics as text for people, drawn by codespan-reporting.
//!
//! The one module that knows that library. Any diagnostic can be drawn: a span outside of its text is moved to the
//! nearest place inside, and a line of thousands of signs shows the part around the label.

use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic as Drawing, Label as Mark, LabelStyle, Severity as Weight};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term::{self, Config, termcolor};

use crate::diagnostics::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// Longer lines are shown in part.
const LONG_LINE: usize = 300;
/// What stays visible before and after the label in a long line.
const AROUND: usize = 60;

/// All diagnostics in the order of the text (those without a place last), an error before a warning at the same place.
#[must_use]
pub fn render(sources: &Sources, diags: &[Diagnostic], color: bool) -> String {
    let mut order: Vec<&Diagnostic> = diags.iter().collect();
    order.sort_by_key(|d| {
        let at = place(d);
        (at.is_none(), at.map(|s| (s.file, s.start)), std::cmp::Reverse(d.severity))
    });
    let lines = sources.files.iter().map(|f| line_starts(&f.text)).collect::<Vec<_>>();
    let config = Config::default();
    let mut out = if color { termcolor::Buffer::ansi() } else { termcolor::Buffer::no_color() };
    for d in order {
        let mut view = View { sources, lines: &lines, windows: Vec::new() };
        let drawing = view.drawing(d);
        if term::emit(&mut out, &config, &view, &drawing).is_err() {
            // Only writing can fail, and a buffer takes everything; should it happen, the headline is told at least.
            let plain = Drawing::new(drawing.severity).with_code(d.code).with_message(&d.headline);
            let _ = term::emit(&mut out, &config, &view, &plain);
        }
    }
    String::from_utf8_lossy(out.as_slice()).into_owned()
}

/// The place by which a diagnostic is sorted: its first primary label, else its first.
fn place(d: &Diagnostic) -> Option<Span> {
    d.labels.iter().find(|l| l.primary).or(d.labels.first()).map(|l| l.span)
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// The sources as codespan-reporting asks for them, for one diagnostic.
struct View<'a> {
    sources: &'a Sources,
    lines: &'a [Vec<usize>],
    /// The visible parts of long lines: file, line, bytes.
    windows: Vec<(usize, usize, Range<usize>)>,
}

impl View<'_> {
    fn drawing(&mut self, d: &Diagnostic) -> Drawing<usize> {
        let weight = match d.severity {
            Severity::Error => Weight::Error,
            Severity::Warning => Weight::Warning,
            Severity::Note => Weight::Note,
        };
        let mut marks = Vec::new();
        for primary in [true, false] {
            for label in d.labels.iter().filter(|l| l.primary == primary) {
                let file = usize::from(label.span.file.0);
                if let Some(range) = self.visible(file, label.span) {
                    let style = if primary { LabelStyle::Primary } else { LabelStyle::Secondary };
                    marks.push(Mark::new(style, file, range).with_message(&label.text));
                }
            }
        }
        let helps = d.help.iter().map(|h| format!("help: {h}"));
        let notes = helps.chain(d.notes.iter().cloned()).collect();
        Drawing::new(weight).with_code(d.code).with_message(&d.headline).with_labels(marks).with_notes(notes)
    }

    /// The bytes of a label, moved inside the text and inside the visible parts of its lines.
    fn visible(&mut self, file: usize, span: Span) -> Option<Range<usize>> {
        let text = &self.sources.files.get(file)?.text;
        let start = boundary_before(text, span.start as usize);
        let end = boundary_before(text, span.end as usize).max(start);
        let start = self.inside_line(file, start, end);
        let end = self.inside_line(file, end, end).max(start);
        Some(start..end)
    }

    /// Moves one end of a label into the window of its line, which is made around the first end that asks.
    fn inside_line(&mut self, file: usize, at: usize, end: usize) -> usize {
        let line = self.line_of(file, at);
        let whole = self.whole_line(file, line);
        if whole.len() <= LONG_LINE {
            return at;
        }
        let known = self.windows.iter().find(|(f, l, _)| (*f, *l) == (file, line)).map(|(_, _, w)| w.clone());
        let window = known.unwrap_or_else(|| {
            let text = &self.sources.files[file].text;
            let stop = end.min(at + LONG_LINE) + AROUND;
            let first = boundary_before(text, at.saturating_sub(AROUND).max(whole.start));
            let last = boundary_before(text, stop.min(whole.end));
            self.windows.push((file, line, first..last));
            first..last
        });
        at.clamp(window.start, window.end)
    }

    fn line_of(&self, file: usize, at: usize) -> usize {
        self.lines[file].partition_point(|start| *start <= at) - 1
    }

    fn whole_line(&self, file: usize, line: usize) -> Range<usize> {
        let starts = &self.lines[file];
        let end = starts.get(line + 1).copied().unwrap_or(self.sources.files[file].text.len());
        starts[line]..end
    }
}

fn boundary_before(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl<'a> Files<'a> for View<'a> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.sources.files.get(id).map(|f| f.name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.sources.files.get(id).map(|f| f.text.as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: usize, byte_index: usize) -> Result<usize, Error> {
        if id < self.lines.len() { Ok(self.line_of(id, byte_index)) } else { Err(Error::FileMissing) }
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        let given = self.lines.get(id).ok_or(Error::FileMissing)?.len();
        if line >= given {
            return Err(Error::LineTooLarge { given: line, max: given - 1 });
        }
        let window = self.windows.iter().find(|(f, l, _)| (*f, *l) == (id, line));
        Ok(window.map_or_else(|| self.whole_line(id, line), |(_, _, w)| w.clone()))
    }

    fn column_number(&'a self, id: usize, line: usize, byte_index: usize) -> Result<usize, Error> {
        let text = self.source(id)?;
        let start = *self.lines.get(id).and_then(|l| l.get(line)).ok_or(Error::FileMissing)?;
        let stop = boundary_before(text, byte_index).max(start);
        Ok(text[start..stop].chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::diagnostics::Diagnostic;
    use crate::source::{FileId, Sources, Span};

    fn one(name: &str, text: &str) -> Sources {
        let mut sources = Sources::default();
        sources.add(name, text);
        sources
    }

    fn span(start: usize, end: usize) -> Span {
        Span::new(FileId(0), start, end)
    }

    #[test]
    fn places_help_and_notes_are_shown() {
        let sources = one("grand.ferz", "piece Knight N \"N\"\nuse promotion(choices = Kinght)\n");
        let d = Diagnostic::error("E0107", "no piece is called `Kinght`")
            .label(span(43, 49), "not declared in this file")
            .secondary(span(6, 12), "`Knight` is declared here")
            .help("did you mean `Knight`?")
            .explain("a piece is declared with `piece Name L \"...\"`");
        let expected = "\
error[E0107]: no piece is called `Kinght`
  ┌─ grand.ferz:2:25
  │
1 │ piece Knight N \"N\"
  │       ------ `Knight` is declared here
2 │ use promotion(choices = Kinght)
  │                         ^^^^^^ not declared in this file
  │
  = help: did you mean `Knight`?
  = a piece is declared with `piece Name L \"...\"`

";
        assert_eq!(render(&sources, &[d], false), expected);
    }

    #[test]
    fn order_is_that_of_the_text_and_errors_come_first_at_one_place() {
        let sources = one("a.ferz", "one two three");
        let late = Diagnostic::error("E0001", "late").label(span(8, 13), "");
        let warning = Diagnostic::warning("W0001", "early").label(span(0, 3), "");
        let error = Diagnostic::error("E0002", "early").label(span(0, 7), "");
        let nowhere = Diagnostic::error("E0003", "nowhere");
        let text = render(&sources, &[nowhere, late, warning, error], false);
        let codes: Vec<_> = text.lines().filter_map(|l| l.split_once('[')?.1.split_once(']')).map(|p| p.0).collect();
        assert_eq!(codes, ["E0002", "W0001", "E0001", "E0003"]);
    }

    #[test]
    fn spans_outside_of_the_text_do_no_harm() {
        for text in ["", "\n", "ö", "ab\n\n", "\u{0}"] {
            let sources = one("x.ferz", text);
            for (start, end) in [(0, 0), (0, 1), (1, 1), (1, 0), (5, 9), (usize::from(u16::MAX), usize::from(u16::MAX))]
            {
                let d =
                    Diagnostic::error("E0001", "here").label(span(start, end), "l").secondary(span(end, start), "m");
                assert!(render(&sources, &[d], false).contains("error[E0001]: here"), "{text:?} {start}..{end}");
            }
        }
        let d = Diagnostic::error("E0001", "no such file").label(Span::new(FileId(7), 0, 4), "l");
        assert!(render(&Sources::default(), &[d], false).contains("no such file"));
    }

    #[test]
    fn a_line_of_a_million_signs_is_shown_in_part() {
        let text = format!("{}wrong{}", "é".repeat(500_000), "(".repeat(500_000));
        let sources = one("long.ferz", &text);
        let at = 1_000_000;
        let d = Diagnostic::error("E0001", "here").label(span(at, at + 5), "this").secondary(span(3, 4), "far away");
        let shown = render(&sources, &[d], false);
        assert!(shown.len() < 4000, "{}", shown.len());
        assert!(shown.contains("wrong") && shown.contains("long.ferz:1:500001"), "{shown}");
    }

    #[test]
    fn colour_is_asked_for() {
        let sources = one("a.ferz", "x");
        let d = Diagnostic::error("E0001", "here").label(span(0, 1), "");
        assert!(render(&sources, std::slice::from_ref(&d), true).contains('\u{1b}'));
        assert!(!render(&sources, &[d], false).contains('\u{1b}'));
    }
}
