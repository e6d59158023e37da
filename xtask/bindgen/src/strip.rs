//! Leaves out the sections that no engine needs.

use std::path::Path;

use wasmparser::{Parser, Payload};

/// Copies a module without its custom sections: names, producers, features.
pub(crate) fn run(input: &Path, output: &Path) -> Result<(), String> {
    let bytes = crate::read(input)?;
    let mut kept = Vec::with_capacity(bytes.len());
    let mut copied = 0;
    for payload in Parser::new(0).parse_all(&bytes) {
        let payload = payload.map_err(|error| format!("{}: {error}", input.display()))?;
        if let Payload::CustomSection(section) = &payload {
            // The range begins behind the section's id and its length.
            let range = section.range();
            let header = 1 + leb_length(range.end - range.start);
            kept.extend_from_slice(bytes.get(copied..range.start - header).unwrap_or_default());
            copied = range.end;
        }
    }
    kept.extend_from_slice(bytes.get(copied..).unwrap_or_default());
    std::fs::write(output, kept).map_err(|error| format!("{}: {error}", output.display()))
}

/// How many bytes a length takes when written no longer than needed, as wasm-bindgen writes it.
fn leb_length(mut length: usize) -> usize {
    let mut bytes = 1;
    while length >= 0x80 {
        length >>= 7;
        bytes += 1;
    }
    bytes
}
