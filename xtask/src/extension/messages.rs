//! The messages between the app and its host, as TypeScript. settings-ui itself prints them, so that
//! they are what its Rust says.

use crate::process::{cargo, output};

/// The text of `src/messages.ts`.
pub(super) fn text() -> Result<String, String> {
    let run = ["run", "--quiet", "--package", "settings-ui", "--features", "types", "--example"];
    let printed = output(cargo().args(run).arg("message-types"))?;
    Ok(format!(
        "// Made by `cargo xtask extension generate` from settings-ui/src/message.rs.\n{printed}"
    ))
}
