//! The package's TypeScript types. Settings come from the table of policy-core, what else crosses the
//! border from its module `wire`, so that nothing can drift.

use std::fmt::Write as _;

use policy_core::settings::{FIELDS, Field, Group, Kind, ShellSection};
use policy_core::wire::typescript;

use crate::repository::root;
use crate::repository::{read_text, write as write_file};

const FILE: &str = "policy-wasm/js/src/wire.ts";

/// Writes the types, where they are not up to date.
pub(super) fn write() -> Result<(), String> {
    let file = root().join(FILE);
    let text = text();
    if read_text(&file).ok().as_deref() == Some(&text) {
        return Ok(());
    }
    println!("   writing {FILE}");
    write_file(&file, text.as_bytes())
}

/// Fails where the types that are committed are not up to date.
pub(super) fn check() -> Result<(), String> {
    if read_text(&root().join(FILE))? == text() {
        return Ok(());
    }
    Err(format!("{FILE} is out of date; `cargo xtask wasm types` updates it"))
}

fn text() -> String {
    let mut out = String::from("// Made by `cargo xtask wasm types` from policy-core.\n");
    for (name, about, group) in INTERFACES {
        out.push_str(&interface(name, about, group));
    }
    out.push_str(
        "\n/** An entry of `allowedCommands` or `deniedCommands`; the reason of a refusal reaches the agent. */\n\
         export type CommandEntry = string | { pattern: string; reason?: string | null };\n",
    );
    out.push_str(&typescript::package());
    out
}

const INTERFACES: [(&str, &str, Group); 3] = [
    (
        "Settings",
        "Settings as a person writes them; whatever is absent is left to the built-in default.",
        Group::Root,
    ),
    (
        "Permissions",
        "When a person is asked, and which commands are always or never run.",
        Group::Permissions,
    ),
    ("ShellSettings", "What one shell does differently.", Group::Shell(ShellSection::Bash)),
];

fn interface(name: &str, about: &str, group: Group) -> String {
    let mut out = format!("\n/** {about} */\nexport interface {name} {{\n");
    for field in FIELDS.iter().filter(|field| field.group == group) {
        let _ = writeln!(out, "  /** {}{} */", field.about, absent(field));
        let _ = writeln!(out, "  {}?: {} | null;", field.name, type_of(field.kind));
    }
    if group == Group::Root {
        out.push_str(
            "  /** When a person is asked, and which commands are always or never run. */\n",
        );
        out.push_str("  permissions?: Permissions | null;\n");
        out.push_str("  /** What differs from shell to shell. */\n");
        out.push_str("  shellSpecificCheckpoints?: {\n");
        for section in ShellSection::ALL {
            let _ = writeln!(out, "    {}?: ShellSettings | null;", section.name());
        }
        out.push_str("  } | null;\n");
        out.push_str("  /** The schema of the file, for editors. */\n  $schema?: string;\n");
    }
    out.push_str("}\n");
    out
}

/// What holds when a field is absent, where one word says it for every shell.
fn absent(field: &Field) -> String {
    match field.kind {
        Kind::ShellFlag { inherits } => format!(" When absent: `{inherits}` holds."),
        Kind::Patterns { .. } if matches!(field.group, Group::Shell(_)) => String::new(),
        _ => format!(" When absent: `{}`.", field.default_value()),
    }
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => "boolean",
        Kind::Limit { .. } => "number",
        Kind::Commands { .. } => "CommandEntry[]",
        Kind::Patterns { .. } | Kind::Globs { .. } | Kind::Folders { .. } => "string[]",
    }
}
