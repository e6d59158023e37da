//! TypeScript and JavaScript: formatted by prettier, linted by eslint, installed from lock files.

use crate::app;
use crate::prerequisites::{Need, WASM, npm};
use crate::process::run_node;
use crate::repository::{read_text, root, text};
use crate::step::{Runs, Step};

/// Looks at how the scripts are written.
pub const FORMAT: Step = Step::new(
    "scripts-format",
    "prettier in check mode, lock files without addresses; seconds",
    |_| {
        npm::FOLDERS.iter().try_for_each(|folder| check_lock_file(folder))?;
        let prettier = text(&npm::file(npm::LINT, "prettier/bin/prettier.cjs"));
        run_node(&[&prettier, "--check", "."]).map_err(|why| {
            format!("{why}; `npx prettier --write .` in the root formats the scripts")
        })
    },
)
.needs(&[Need::Node, Need::Npm(npm::LINT)])
.part_of(Runs::Every);

/// Looks at what they do. The extension is checked against the types of the built engine.
pub const LINT: Step =
    Step::new("scripts-lint", "eslint on TypeScript and JavaScript; half a minute", |_| {
        app::engine()?;
        let eslint = text(&npm::file(npm::LINT, "eslint/bin/eslint.js"));
        run_node(&[&eslint, "--max-warnings=0", "."])
    })
    .needs(&[
        Need::Target(WASM),
        Need::Npm(npm::LINT),
        Need::Npm(npm::CLIENT),
        Need::Npm(npm::EXTENSION),
        Need::Npm(npm::POLICY),
    ]);

/// A lock file names versions and checksums; an address would tie everybody to one registry.
fn check_lock_file(folder: &str) -> Result<(), String> {
    let file = root().join(folder).join("package-lock.json");
    if read_text(&file)?.contains("\"resolved\": \"http") {
        return Err(format!(
            "{} names addresses; remove it and run `npm install` in its folder, whose .npmrc leaves \
             them out",
            file.display()
        ));
    }
    Ok(())
}
