//! The full verdict of every case in `tests/cases/verdicts`, for other surfaces to compare with.

#[path = "../../tests/cases/verdicts/mod.rs"]
mod cases;

use std::io::{self, BufWriter, Write};

use crate::repository::root;

/// Writes one line a case: `{"case": "chapter/name", "verdict": {…}}`.
pub fn run() -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    for case in cases::cases(&root().join("tests/cases/verdicts"))? {
        let id = serde_json::Value::from(case.id.as_str());
        writeln!(out, "{{\"case\":{id},\"verdict\":{}}}", case.judged())
            .map_err(|error| format!("standard output is closed: {error}"))?;
    }
    out.flush().map_err(|error| format!("standard output is closed: {error}"))
}
