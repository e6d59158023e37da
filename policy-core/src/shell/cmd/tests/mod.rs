//! How texts are read, what is wrong with them, and that no text takes the reader down.

mod cases;
mod hostile;
mod problems;
mod spans;

use bumpalo::Bump;

use super::Reader;
use crate::shell::tree::ProblemKind;
use crate::shell::{Dialect, Reading, outline};
use crate::source::{Location, Origin, SourceId, Sources};

/// What came of reading one text.
struct Outcome {
    outline: String,
    problems: Vec<ProblemKind>,
    /// How many bytes were looked at.
    steps: usize,
}

fn read(text: &str) -> Outcome {
    let arena = Bump::new();
    let sources = Sources::new(&arena, text, Dialect::Cmd);
    read_source(Reading::new(sources), SourceId::ROOT)
}

/// Reads a text as one that was found inside another.
fn read_nested(text: &str) -> Outcome {
    let arena = Bump::new();
    let mut sources = Sources::new(&arena, "", Dialect::Cmd);
    let origin = Origin { parent: Location::default(), map: &[] };
    let source = sources.add(text, Dialect::Cmd, origin).unwrap_or_default();
    read_source(Reading::new(sources), source)
}

fn read_source(mut reading: Reading<'_>, source: SourceId) -> Outcome {
    let mut reader = Reader::new(&mut reading, source);
    let script = reader.read();
    let steps = reader.cursor.steps();
    let problems = reading.problems.iter().map(|problem| problem.kind).collect();
    Outcome { outline: outline(&script), problems, steps }
}
