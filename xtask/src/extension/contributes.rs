//! The settings as VS Code contributes them. Each field of policy-core is a key of its own
//! (`belay.permissions.allowedCommands`), because VS Code's settings editor shows keys with plain
//! values and lists, and hides whole objects behind "Edit in settings.json".

use policy_core::settings::{FIELDS, Field, Group, Kind, ShellSection, Tighter};
use serde_json::{Map, Value, json};

/// The package's manifest with its list of settings replaced.
pub(super) fn manifest(text: &str) -> Result<String, String> {
    const BEGIN: &str = "    \"configuration\": [\n";
    const END: &str = "\n    ]";
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or("package.json has no `contributes.configuration`")?;
    let list =
        serde_json::to_string_pretty(&json!({ "contributes": { "configuration": pages() } }))
            .map_err(|error| error.to_string())?;
    let list = list.split_once(BEGIN).and_then(|(_, rest)| rest.rsplit_once(END));
    let (list, _) = list.ok_or("serde_json writes lists in another way than it did")?;
    Ok([before, BEGIN, list, END, after].concat())
}

/// The key of a field in VS Code.
pub(super) fn key(field: &Field) -> String {
    format!("belay.{}", field.path())
}

/// A page of the settings editor.
pub(super) struct Page {
    /// What its title is called in the manifest.
    pub(super) name: &'static str,
    /// The text of the settings app that is its title.
    pub(super) title: &'static str,
    holds: fn(&Field) -> bool,
}

/// The pages, in the order they are shown.
pub(super) const PAGES: [Page; 9] = [
    page("checkpoints", "sections.checkpoint", |field| {
        root(field) && !lists(field) && !files(field) && !trust(field)
    }),
    page("commands", "sections.commands", |field| root(field) && lists(field)),
    page("permissions", "sections.permissions", |field| field.group == Group::Permissions),
    page("files", "sections.files", |field| root(field) && files(field)),
    page("powershell", "checkpoint.shellSpecific.powershell", |field| {
        field.group == Group::Shell(ShellSection::Powershell)
    }),
    page("bash", "checkpoint.shellSpecific.bash", |field| {
        field.group == Group::Shell(ShellSection::Bash)
    }),
    page("zsh", "checkpoint.shellSpecific.zsh", |field| {
        field.group == Group::Shell(ShellSection::Zsh)
    }),
    page("cmd", "checkpoint.shellSpecific.cmd", |field| {
        field.group == Group::Shell(ShellSection::Cmd)
    }),
    page("workspaces", "sections.workspaces", trust),
];

const fn page(name: &'static str, title: &'static str, holds: fn(&Field) -> bool) -> Page {
    Page { name, title, holds }
}

fn root(field: &Field) -> bool {
    field.group == Group::Root
}

fn lists(field: &Field) -> bool {
    matches!(field.kind, Kind::Patterns { .. })
}

fn files(field: &Field) -> bool {
    matches!(field.kind, Kind::Limit { .. } | Kind::Globs { .. })
        || field.name == "enableFileCheckpointing"
}

fn trust(field: &Field) -> bool {
    matches!(field.kind, Kind::Folders { .. })
}

fn pages() -> Vec<Value> {
    let pages = PAGES.iter().enumerate();
    let engine = pages.map(|(order, Page { name, holds, .. })| {
        let fields = FIELDS.iter().filter(|field| holds(field)).enumerate();
        let properties: Map<String, Value> =
            fields.map(|(order, field)| (key(field), property(field, order))).collect();
        json!({ "title": format!("%pages.{name}%"), "order": order, "properties": properties })
    });
    engine.chain([editor()]).collect()
}

/// What is about the editor itself. The engine never reads it, and a workspace cannot set what
/// names programs.
fn editor() -> Value {
    let setting = |name: &str, scope: &str, mut property: Value| {
        if let Some(property) = property.as_object_mut() {
            property.insert("description".to_owned(), format!("%editor.{name}%").into());
            property.insert("scope".to_owned(), scope.into());
        }
        (format!("belay.editor.{name}"), property)
    };
    let agent = json!({
        "type": "object",
        "required": ["command"],
        "properties": {
            "command": { "type": "string" },
            "args": { "type": "array", "items": { "type": "string" } },
            "env": { "type": "object", "additionalProperties": { "type": "string" } },
        },
    });
    let properties = [
        setting("path", "machine", json!({ "type": "string", "default": "", "order": 0 })),
        setting(
            "agents",
            "machine",
            json!({ "type": "object", "default": {}, "additionalProperties": agent, "order": 1 }),
        ),
        setting("gutter", "window", json!({ "type": "boolean", "default": true, "order": 2 })),
        setting(
            "escapeRewinds",
            "window",
            json!({ "type": "boolean", "default": false, "order": 3 }),
        ),
        setting(
            "bufferRecords",
            "window",
            json!({ "type": "integer", "default": 40, "minimum": 1, "maximum": 1000, "order": 4 }),
        ),
    ];
    let properties: Map<String, Value> = properties.into_iter().collect();
    json!({ "title": "%editor.title%", "order": PAGES.len(), "properties": properties })
}

fn property(field: &Field, order: usize) -> Value {
    let mut property = match field.kind {
        Kind::Flag { .. } => json!({ "type": "boolean" }),
        // A choice of three in the settings editor.
        Kind::ShellFlag { .. } => json!({
            "type": ["boolean", "null"],
            "enum": [null, true, false],
            "enumItemLabels": ["%choice.inherit%", "%choice.on%", "%choice.off%"],
        }),
        Kind::Limit { min, max, .. } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        Kind::Patterns { .. } | Kind::Globs { .. } | Kind::Folders { .. } => {
            json!({ "type": "array", "items": text(), "uniqueItems": true })
        }
        Kind::Commands { .. } => json!({ "type": "array", "items": { "anyOf": [text(), {
            "type": "object",
            "additionalProperties": false,
            "required": ["pattern"],
            "properties": { "pattern": text(), "reason": { "type": ["string", "null"] } },
        }]}}),
    };
    if let Some(property) = property.as_object_mut() {
        property.insert("default".to_owned(), field.default_value());
        property.insert("description".to_owned(), format!("%{}%", key(field)).into());
        property.insert("order".to_owned(), order.into());
        property.insert("scope".to_owned(), scope(field).into());
    }
    property
}

/// Where a setting may be written. A workspace may try everything that it could tighten; what only
/// the person decides is not even read from a workspace, and stays on the person's own machine.
const fn scope(field: &Field) -> &'static str {
    match field.tighter {
        Tighter::UserOnly => "machine",
        _ => "resource",
    }
}

fn text() -> Value {
    json!({ "type": "string", "pattern": r"\S" })
}
