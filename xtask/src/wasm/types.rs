//! The package's TypeScript types. Settings and words come from the tables of policy-core, so that
//! they cannot drift; what has a shape of its own is written by hand in `policy-wasm/js/api.d.ts`.

use std::fmt::Write as _;

use policy_core::facts::effect::{Domain, Kind as EffectKind};
use policy_core::facts::place::Place;
use policy_core::settings::{
    FIELDS, Field, Group, Kind, Layer, LintCode, ProblemCode, ShellSection,
};
use policy_core::shell::Dialect;
use policy_core::verdict::{Decision, Reason, Recovery, Risk, Why};
use serde::Serialize;

use super::build::{read_text, write as write_file};
use crate::cases::root;

const FILE: &str = "policy-wasm/js/index.d.ts";

/// Writes the types, where they are not in date.
pub(super) fn write() -> Result<(), String> {
    let file = root().join(FILE);
    let text = text()?;
    if read_text(&file).ok().as_deref() == Some(&text) {
        return Ok(());
    }
    println!("   writing {FILE}");
    write_file(&file, text.as_bytes())
}

/// Fails where the types that are committed are not in date.
pub(super) fn check() -> Result<(), String> {
    if read_text(&root().join(FILE))? == text()? {
        return Ok(());
    }
    Err(format!("{FILE} is out of date; `cargo xtask wasm types` writes it anew"))
}

fn text() -> Result<String, String> {
    let mut out =
        String::from("// Made by `cargo xtask wasm types` from policy-core and api.d.ts.\n");
    out.push_str(&interface(
        "Settings",
        "Settings as a person writes them; whatever is absent is left to the built-in default.",
        Group::Root,
    ));
    out.push_str(&interface(
        "Permissions",
        "When a person is asked, and which commands are always or never run.",
        Group::Permissions,
    ));
    let shell = Group::Shell(ShellSection::Bash);
    out.push_str(&interface("ShellSettings", "What one shell does differently.", shell));
    union(
        &mut out,
        "Shell",
        "How a command is read. Shells that read alike share a name.",
        &Dialect::ALL.map(Dialect::name),
    );
    union(
        &mut out,
        "Risk",
        "How dangerous something is, from the mildest.",
        &Risk::ALL.map(Risk::name),
    );
    union(
        &mut out,
        "Recovery",
        "Whether a checkpoint would bring everything back.",
        &Recovery::ALL.map(Recovery::name),
    );
    union(
        &mut out,
        "CheckpointReason",
        "Why a checkpoint is taken or not.",
        &Reason::ALL.map(Reason::name),
    );
    union(&mut out, "Decision", "Whether an action may run.", &Decision::ALL.map(Decision::name));
    union(
        &mut out,
        "PermissionReason",
        "Why an action is allowed, asked about or denied.",
        &Why::ALL.map(Why::name),
    );
    union(&mut out, "Effect", "What would be done.", &EffectKind::ALL.map(EffectKind::name));
    union(
        &mut out,
        "Domain",
        "The kind of thing it would be done to.",
        &Domain::ALL.map(Domain::name),
    );
    union(&mut out, "Place", "Where that thing is.", &Place::ALL.map(Place::name));
    union(&mut out, "Layer", "Who said so.", &wire(&Layer::ALL)?);
    union(
        &mut out,
        "ProblemCode",
        "The sorts of problems with settings.",
        &wire(&ProblemCode::ALL)?,
    );
    union(&mut out, "LintCode", "The sorts of remarks about settings.", &wire(&LintCode::ALL)?);
    out.push('\n');
    out.push_str(&read_text(&root().join("policy-wasm/js/api.d.ts"))?);
    Ok(out)
}

/// The names that serde gives them.
fn wire(values: &[impl Serialize]) -> Result<Vec<String>, String> {
    let name = |value| serde_json::to_value(value).map_err(|error| error.to_string());
    values.iter().map(|value| Ok(name(value)?.as_str().unwrap_or_default().to_owned())).collect()
}

fn union(out: &mut String, name: &str, about: &str, words: &[impl AsRef<str>]) {
    let _ = write!(out, "\n/** {about} */\nexport type {name} =");
    for word in words {
        let _ = write!(out, "\n  | \"{}\"", word.as_ref());
    }
    out.push_str(";\n");
}

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
