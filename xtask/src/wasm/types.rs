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

use crate::repository::root;
use crate::repository::{read_text, write as write_file};

const FILE: &str = "policy-wasm/js/index.d.ts";

/// Writes the types, where they are not up to date.
pub(super) fn write() -> Result<(), String> {
    let file = root().join(FILE);
    let text = text()?;
    if read_text(&file).ok().as_deref() == Some(&text) {
        return Ok(());
    }
    println!("   writing {FILE}");
    write_file(&file, text.as_bytes())
}

/// Fails where the types that are committed are not up to date.
pub(super) fn check() -> Result<(), String> {
    if read_text(&root().join(FILE))? == text()? {
        return Ok(());
    }
    Err(format!("{FILE} is out of date; `cargo xtask wasm types` updates it"))
}

fn text() -> Result<String, String> {
    let mut out =
        String::from("// Made by `cargo xtask wasm types` from policy-core and api.d.ts.\n");
    for (name, about, group) in INTERFACES {
        out.push_str(&interface(name, about, group));
    }
    for union in unions()? {
        union.complete()?;
        union.write(&mut out);
    }
    out.push('\n');
    out.push_str(&read_text(&root().join("policy-wasm/js/api.d.ts"))?);
    Ok(out)
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

/// A type that is one of some words, and the enum of policy-core it stands for.
struct Union {
    name: &'static str,
    about: &'static str,
    file: &'static str,
    of: &'static str,
    words: Vec<String>,
}

fn unions() -> Result<Vec<Union>, String> {
    let union = |name, about, file, of, words: &[&str]| Union {
        name,
        about,
        file,
        of,
        words: words.iter().map(|word| (*word).to_owned()).collect(),
    };
    let told = |name, about, file, of, words| Union { name, about, file, of, words };
    Ok(vec![
        union(
            "Shell",
            "How a command is read. Shells that read alike share a name.",
            "shell/dialect.rs",
            "Dialect",
            &Dialect::ALL.map(Dialect::name),
        ),
        union(
            "Risk",
            "How dangerous something is, from the mildest.",
            "verdict/risk.rs",
            "Risk",
            &Risk::ALL.map(Risk::name),
        ),
        union(
            "Recovery",
            "Whether a checkpoint would bring everything back.",
            "verdict/risk.rs",
            "Recovery",
            &Recovery::ALL.map(Recovery::name),
        ),
        union(
            "CheckpointReason",
            "Why a checkpoint is taken or not.",
            "verdict/checkpoint.rs",
            "Reason",
            &Reason::ALL.map(Reason::name),
        ),
        union(
            "Decision",
            "Whether an action may run.",
            "verdict/permission.rs",
            "Decision",
            &Decision::ALL.map(Decision::name),
        ),
        union(
            "PermissionReason",
            "Why an action is allowed, asked about or denied.",
            "verdict/permission.rs",
            "Why",
            &Why::ALL.map(Why::name),
        ),
        union(
            "Effect",
            "What would be done.",
            "facts/effect.rs",
            "Kind",
            &EffectKind::ALL.map(EffectKind::name),
        ),
        union(
            "Domain",
            "The kind of thing it would be done to.",
            "facts/effect.rs",
            "Domain",
            &Domain::ALL.map(Domain::name),
        ),
        union(
            "Place",
            "Where that thing is.",
            "facts/place.rs",
            "Place",
            &Place::ALL.map(Place::name),
        ),
        told("Layer", "Who said so.", "settings/source.rs", "Layer", wire(&Layer::ALL)?),
        told(
            "ProblemCode",
            "The sorts of problems with settings.",
            "settings/problem.rs",
            "ProblemCode",
            wire(&ProblemCode::ALL)?,
        ),
        told(
            "LintCode",
            "The sorts of remarks about settings.",
            "settings/lint.rs",
            "LintCode",
            wire(&LintCode::ALL)?,
        ),
    ])
}

impl Union {
    /// Fails where the list of an enum's variants lacks one: the compiler does not look after that.
    fn complete(&self) -> Result<(), String> {
        let Self { file, of, words, .. } = self;
        let text = read_text(&root().join("policy-core/src").join(file))?;
        let body = text.split_once(&format!("pub enum {of} {{")).and_then(|(_, rest)| {
            let (body, _) = rest.split_once("\n}")?;
            Some(body.to_owned())
        });
        let body = body.ok_or_else(|| format!("{file} has no enum {of}"))?;
        let variants = body.lines().map(str::trim).filter(|line| {
            line.ends_with(',') && line.starts_with(|first: char| first.is_ascii_uppercase())
        });
        if variants.count() == words.len() {
            return Ok(());
        }
        Err(format!("{of}::ALL in policy-core/src/{file} lacks a variant; add it"))
    }

    fn write(&self, out: &mut String) {
        let Self { name, about, words, .. } = self;
        let _ = write!(out, "\n/** {about} */\nexport type {name} =");
        for word in words {
            let _ = write!(out, "\n  | \"{word}\"");
        }
        out.push_str(";\n");
    }
}

/// The names that serde gives them.
fn wire(values: &[impl Serialize]) -> Result<Vec<String>, String> {
    let name = |value| serde_json::to_value(value).map_err(|error| error.to_string());
    values.iter().map(|value| Ok(name(value)?.as_str().unwrap_or_default().to_owned())).collect()
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
