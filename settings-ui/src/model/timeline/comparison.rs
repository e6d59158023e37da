//! A file before and after, line by line: what stays the same is folded, and only the rows on the
//! screen are ever looked at.

use std::collections::BTreeSet;
use std::ops::Range;

use timeline_wire::{DiffHead, Run, Side};

/// Lines around a change that are shown.
const AROUND: usize = 3;

/// Folding fewer lines than this hides more than it clears up.
const WORTH_FOLDING: usize = 5;

/// A file before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What stands before the texts.
    pub head: DiffHead,
    /// The text before.
    pub before: Lines,
    /// The text after.
    pub after: Lines,
}

impl Comparison {
    /// Reads what the server sends: a line of JSON and two texts behind it.
    pub fn read(body: Vec<u8>) -> Result<Self, String> {
        let end = body.iter().position(|byte| *byte == b'\n').ok_or("the answer has no head")?;
        let (head, texts) = body.split_at(end);
        let head: DiffHead = serde_json::from_slice(head).map_err(|error| error.to_string())?;
        let texts = texts.get(1..).unwrap_or_default();
        let (before, after) = (length(head.before), length(head.after));
        let before_text = texts.get(..before).ok_or("the text before is cut short")?;
        let after_text = texts.get(before..before + after).ok_or("the text after is cut short")?;
        let lines = |bytes: &[u8]| Lines::new(String::from_utf8_lossy(bytes).into_owned());
        Ok(Self { before: lines(before_text), after: lines(after_text), head })
    }

    /// Whether lines can be shown.
    pub fn has_lines(&self) -> bool {
        let shown = |side| matches!(side, Side::Text { .. } | Side::Absent);
        shown(self.head.before) && shown(self.head.after)
    }

    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.has_lines() && self.head.runs.iter().all(|run| run.same)
    }
}

const fn length(side: Side) -> usize {
    match side {
        Side::Text { bytes } => bytes,
        _ => 0,
    }
}

/// A text that is asked for line by line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    text: String,
    /// Where each line begins, and where the last one ends.
    starts: Vec<usize>,
}

impl Lines {
    fn new(text: String) -> Self {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        if starts.last().copied() != Some(text.len()) {
            starts.push(text.len());
        }
        Self { text, starts }
    }

    /// A line without its end.
    pub fn line(&self, number: usize) -> &str {
        let ends = self.starts.get(number).zip(self.starts.get(number + 1));
        let line = ends.and_then(|(start, end)| self.text.get(*start..*end)).unwrap_or_default();
        line.trim_end_matches(['\n', '\r'])
    }
}

/// One row on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// A line that is the same on both sides.
    Same {
        /// Its number before.
        before: usize,
        /// Its number after.
        after: usize,
    },
    /// Lines that differ, or a line that is only on one side.
    Change {
        /// The number before.
        before: Option<usize>,
        /// The number after.
        after: Option<usize>,
    },
    /// Lines that are the same and are not shown.
    Folded {
        /// Which run they are of, to open it.
        run: usize,
        /// How many.
        lines: usize,
    },
}

/// The rows of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    parts: Vec<Part>,
    rows: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    /// Its first row.
    row: usize,
    rows: usize,
    before: usize,
    after: usize,
    kind: PartKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    Same,
    Folded {
        run: usize,
        lines: usize,
    },
    /// So many lines before, so many after.
    Change {
        before: usize,
        after: usize,
    },
}

impl Layout {
    /// Lays rows out. Where there is no room for two columns they are `stacked`: what went above
    /// what came. `opened` are the runs that a person has unfolded.
    pub fn new(runs: &[Run], opened: &BTreeSet<usize>, stacked: bool) -> Self {
        let mut layout = Self::default();
        let (mut before, mut after) = (0, 0);
        let last = runs.len().saturating_sub(1);
        for (number, run) in runs.iter().enumerate() {
            if run.same {
                // There is nothing to stand around at either end of the file.
                let head = if number == 0 { 0 } else { AROUND };
                let tail = if number == last { 0 } else { AROUND };
                let hidden = run.before.saturating_sub(head + tail);
                if hidden < WORTH_FOLDING || opened.contains(&number) {
                    layout.add(run.before, before, after, PartKind::Same);
                } else {
                    layout.add(head, before, after, PartKind::Same);
                    let kind = PartKind::Folded { run: number, lines: hidden };
                    layout.add(1, before + head, after + head, kind);
                    let (old, new) = (before + head + hidden, after + head + hidden);
                    layout.add(tail, old, new, PartKind::Same);
                }
            } else {
                let rows = if stacked { run.before + run.after } else { run.before.max(run.after) };
                let kind = PartKind::Change { before: run.before, after: run.after };
                layout.add(rows, before, after, kind);
            }
            before += run.before;
            after += run.after;
        }
        layout
    }

    fn add(&mut self, rows: usize, before: usize, after: usize, kind: PartKind) {
        if rows > 0 {
            self.parts.push(Part { row: self.rows, rows, before, after, kind });
            self.rows += rows;
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// One row.
    pub fn row(&self, at: usize, stacked: bool) -> Option<Row> {
        let part = self.parts.partition_point(|part| part.row <= at).checked_sub(1)?;
        let part = self.parts.get(part)?;
        let inside = at - part.row;
        if inside >= part.rows {
            return None;
        }
        Some(match part.kind {
            PartKind::Same => {
                Row::Same { before: part.before + inside, after: part.after + inside }
            }
            PartKind::Folded { run, lines } => Row::Folded { run, lines },
            PartKind::Change { before, after } if stacked => Row::Change {
                before: (inside < before).then_some(part.before + inside),
                after: (inside >= before && inside - before < after)
                    .then(|| part.after + inside - before),
            },
            PartKind::Change { before, after } => Row::Change {
                before: (inside < before).then_some(part.before + inside),
                after: (inside < after).then_some(part.after + inside),
            },
        })
    }

    /// The row of the first change.
    pub fn first_change(&self) -> usize {
        let change = |part: &&Part| matches!(part.kind, PartKind::Change { .. });
        self.parts.iter().find(change).map_or(0, |part| part.row)
    }
}

/// What differs between two lines: the part that is left when equal beginnings and ends are taken
/// away.
pub fn differing(before: &str, after: &str) -> (Range<usize>, Range<usize>) {
    let same = |(one, other): &(char, char)| one == other;
    let start: usize = before
        .chars()
        .zip(after.chars())
        .take_while(same)
        .map(|(letter, _)| letter.len_utf8())
        .sum();
    let (old, new) =
        (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let end: usize = old
        .chars()
        .rev()
        .zip(new.chars().rev())
        .take_while(same)
        .map(|(letter, _)| letter.len_utf8())
        .sum();
    (start..before.len() - end, start..after.len() - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(lines: usize) -> Run {
        Run { same: true, before: lines, after: lines }
    }

    fn other(before: usize, after: usize) -> Run {
        Run { same: false, before, after }
    }

    fn all(layout: &Layout, stacked: bool) -> Vec<Row> {
        (0..layout.rows()).filter_map(|row| layout.row(row, stacked)).collect()
    }

    #[test]
    fn an_answer_is_a_head_and_two_texts() {
        let head = DiffHead {
            path: "a".to_owned(),
            before: Side::Text { bytes: 6 },
            after: Side::Text { bytes: 5 },
            runs: vec![same(1), other(1, 1)],
        };
        let mut body = serde_json::to_vec(&head).unwrap_or_default();
        body.extend_from_slice("\nä\r\nb\nä\nc".as_bytes());
        let read = Comparison::read(body.clone());
        let read = read.as_ref().ok();
        // "ä\r\nb\n" are six bytes, "ä\nc" four: the text after is cut short.
        assert!(read.is_none());
        body.push(b'\n');
        let Ok(read) = Comparison::read(body) else { unreachable!("it is whole") };
        assert_eq!((read.before.line(0), read.before.line(1)), ("ä", "b"));
        assert_eq!((read.after.line(1), read.after.line(2)), ("c", ""));
        assert!(read.has_lines() && !read.is_same());
        assert!(Comparison::read(b"nonsense\n".to_vec()).is_err());
    }

    #[test]
    fn what_is_the_same_is_folded_and_can_be_opened() {
        let runs = [same(100), other(1, 2), same(4), other(1, 0), same(50)];
        let layout = Layout::new(&runs, &BTreeSet::new(), false);
        let rows = all(&layout, false);
        assert_eq!(rows.first(), Some(&Row::Folded { run: 0, lines: 97 }));
        assert_eq!(rows.get(1), Some(&Row::Same { before: 97, after: 97 }));
        assert_eq!(layout.first_change(), 4);
        assert_eq!(rows.get(4), Some(&Row::Change { before: Some(100), after: Some(100) }));
        assert_eq!(rows.get(5), Some(&Row::Change { before: None, after: Some(101) }));
        assert_eq!(rows.get(6), Some(&Row::Same { before: 101, after: 102 }));
        assert_eq!(rows.last(), Some(&Row::Folded { run: 4, lines: 47 }));
        let opened = Layout::new(&runs, &BTreeSet::from([0]), false);
        assert_eq!(opened.row(0, false), Some(Row::Same { before: 0, after: 0 }));
        assert_eq!(opened.rows(), layout.rows() + 96);
        assert_eq!(layout.row(layout.rows(), false), None);
    }

    #[test]
    fn in_one_column_what_went_stands_above_what_came() {
        let layout = Layout::new(&[other(1, 2)], &BTreeSet::new(), true);
        let change = |before, after| Row::Change { before, after };
        let expected = [change(Some(0), None), change(None, Some(0)), change(None, Some(1))];
        assert_eq!(all(&layout, true), expected);
    }

    #[test]
    fn only_the_middle_of_a_line_differs() {
        assert_eq!(differing("let a = 1;", "let a = 23;"), (8..9, 8..10));
        assert_eq!(differing("größe", "grüße"), (2..4, 2..4));
        assert_eq!(differing("aa", "a"), (1..2, 1..1));
        assert_eq!(differing("", "x"), (0..0, 0..1));
    }
}
