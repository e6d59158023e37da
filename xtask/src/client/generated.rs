//! The files that come from belay/src/rpc. A program of its own prints them, because it stands on
//! all of belay.

use std::fs;

use crate::process::{cargo, output};
use crate::repository::{root, write as write_file};

/// A file, and how the program is asked for it.
const FILES: [(&str, &str); 2] =
    [("belay-client/src/generated/protocol.ts", "types"), ("docs/rpc.md", "page")];

/// Writes every file that is not up to date.
pub(super) fn write() -> Result<(), String> {
    for (file, text) in old()? {
        println!("   writing {file}");
        write_file(&root().join(file), text.as_bytes())?;
    }
    Ok(())
}

/// Fails where a file that is committed is not up to date.
pub(super) fn check() -> Result<(), String> {
    let names: Vec<_> = old()?.into_iter().map(|(file, _)| file).collect();
    if names.is_empty() {
        return Ok(());
    }
    Err(format!("out of date: {}; `cargo xtask client generate` updates them", names.join(", ")))
}

/// Every file that is not up to date, with what should be in it.
fn old() -> Result<Vec<(&'static str, String)>, String> {
    let mut old = Vec::new();
    for (file, part) in FILES {
        let run = ["run", "--quiet", "--package", "xtask-protocol", "--", part];
        let text = output(cargo().args(run))?;
        if fs::read_to_string(root().join(file)).ok().as_deref() != Some(&text) {
            old.push((file, text));
        }
    }
    Ok(old)
}
