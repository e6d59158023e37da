//! From TypeScript to an npm package.

use std::fs;

use crate::prerequisites::npm;
use crate::process::run_node;
use crate::repository::{copy, files_ending, root, text, write};

/// The package, as npm packs it.
const PACKAGE: &str = "belay-client";

/// Builds `dist`. `import` and `require` share one script, so that a connection may be handed from
/// one to the other; the types are there for both.
pub(crate) fn run() -> Result<(), String> {
    let package = root().join(PACKAGE);
    let dist = package.join("dist");
    if dist.is_dir() {
        fs::remove_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    }
    let tsc = text(&npm::file(npm::CLIENT, "typescript/bin/tsc"));
    run_node(&[&tsc, "--project", PACKAGE])?;
    let (cjs, esm) = (dist.join("cjs"), dist.join("esm"));
    for folder in ["", "generated"] {
        for types in files_ending(&cjs.join(folder), ".d.ts")? {
            if let Some(name) = types.file_name() {
                copy(&types, &esm.join(folder).join(name))?;
            }
        }
    }
    write(&esm.join("index.js"), b"export * from \"../cjs/index.js\";\n")?;
    write(&esm.join("package.json"), b"{ \"type\": \"module\" }\n")?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(name), &package.join(name))?;
    }
    Ok(())
}
