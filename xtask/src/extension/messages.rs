//! The messages between the app and its host, as TypeScript.

use policy_core::wire::typescript;

/// The text of `src/messages.ts`.
pub(super) fn text() -> String {
    let made = "// Made by `cargo xtask extension generate` from policy-core/src/wire/message.rs.";
    format!("{made}\n{}", typescript::messages())
}
