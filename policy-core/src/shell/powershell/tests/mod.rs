//! Cases, problems and properties of the reader.

mod cases;
mod pieces;
mod problems;
mod properties;

use bumpalo::Bump;

use crate::shell::tree::Problem;
use crate::shell::{Dialect, Reading, outline};
use crate::source::{SourceId, Sources};

/// Reads a text; its outline and its problems.
fn outlined(text: &str) -> (String, Vec<Problem>) {
    let arena = Bump::new();
    let mut reading = Reading::new(Sources::new(&arena, text, Dialect::PowerShell));
    let script = super::read(&mut reading, SourceId::ROOT);
    (outline(&script), reading.problems)
}
