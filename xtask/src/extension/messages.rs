//! The messages between the app and its host, as TypeScript. settings-ui itself prints them, so that
//! they are what its Rust says.

use crate::step::quietly;

/// The text of `src/messages.ts`.
pub(super) fn text() -> Result<String, String> {
    let run = ["run", "--quiet", "--package", "settings-ui", "--features", "types", "--example"];
    let printed = quietly("cargo", &[&run[..], &["message-types"]].concat());
    let printed = printed.ok_or("settings-ui's example `message-types` ended badly")?;
    Ok(format!(
        "// Made by `cargo xtask extension generate` from settings-ui/src/message.rs.\n{printed}"
    ))
}
