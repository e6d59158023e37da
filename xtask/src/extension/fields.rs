//! The table of settings for the extension's TypeScript: the path of each, and which way is careful.

use std::fmt::Write as _;

use policy_core::settings::{FIELDS, Tighter};

/// The text of `src/fields.ts`.
pub(super) fn text() -> String {
    let mut out = String::from(
        "// Made by `cargo xtask extension generate` from policy-core.\n\n\
         /** One setting: its key in VS Code without `belay.`, and which way is the careful one. */\n\
         export interface Field {\n  readonly path: string;\n  readonly tighter: Tighter;\n}\n\n\
         export type Tighter = \"whenTrue\" | \"whenFalse\" | \"higher\" | \"longer\" | \"shorter\" | \"userOnly\";\n\n\
         /** Every setting there is. */\n\
         export const FIELDS: readonly Field[] = [\n",
    );
    for field in &FIELDS {
        let _ = writeln!(
            out,
            "  {{ path: \"{}\", tighter: \"{}\" }},",
            field.path(),
            tighter(field.tighter)
        );
    }
    out.push_str("];\n");
    out
}

const fn tighter(tighter: Tighter) -> &'static str {
    match tighter {
        Tighter::WhenTrue => "whenTrue",
        Tighter::WhenFalse => "whenFalse",
        Tighter::Higher => "higher",
        Tighter::Longer => "longer",
        Tighter::Shorter => "shorter",
        Tighter::UserOnly => "userOnly",
    }
}
