//! How texts are read: one line a case, beside it the outline of the tree.

mod bash;
mod linear;
mod plain;
mod problems;
mod spans;
mod zsh;

use bumpalo::Bump;

use crate::shell::tree::{Problem, Script};
use crate::shell::{Dialect, Reading, outline};

/// Reads `text` and hands over the tree, the problems and the sources.
fn with_reading(text: &str, dialect: Dialect, look: impl FnOnce(&Script<'_>, &Reading<'_>)) {
    let arena = Bump::new();
    let (script, reading) = crate::shell::read(&arena, text, dialect);
    look(&script, &reading);
}

fn outline_of(text: &str, dialect: Dialect) -> (String, Vec<Problem>) {
    let mut result = (String::new(), Vec::new());
    with_reading(text, dialect, |script, reading| {
        result = (outline(script), reading.problems.clone());
    });
    result
}

/// Each text reads as the outline beside it, without problems.
fn check_all(dialect: Dialect, cases: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for (text, expected) in cases {
        let (outline, problems) = outline_of(text, dialect);
        if outline != *expected || !problems.is_empty() {
            wrong.push(format!(
                "{text}\n  expected {expected}\n  read     {outline}\n  {problems:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}
