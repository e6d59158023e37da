//! The cases every surface runs: reads them, judges them natively, compares.
//!
//! A chapter is a JSON file: `chapter` and `about` say what it is for, `around` holds the
//! surroundings its cases share, `cases` are the cases. A case has a `name`, a `command` (with
//! `repeat`, that many times), and where they differ from the ordinary a `shell` (bash), an
//! `action` (`execute`, `read`, `write`, `browser`, `mcp`), the user's `settings`, the
//! `workspaceSettings` found in `around.workspace`, and more `around`. `expect` is a part of the
//! verdict's JSON, counted in UTF-16 units: an object must hold at least these members, an array
//! must have these elements in this order. `rules` are ids that must be among the findings.

use std::fs;
use std::path::{Path, PathBuf};

use policy_core::settings::{Settings, WorkspaceLayer, read_value, resolve};
use policy_core::shell::{Platform, detect};
use policy_core::verdict::Units;
use policy_core::wire;
use policy_core::{Action, Policy, Surroundings, judge};
use serde::Deserialize;
use serde_json::Value;

/// One case of one chapter.
#[derive(Debug)]
pub(crate) struct Case {
    /// `chapter file/name`.
    pub(crate) id: String,
    action: String,
    shell: String,
    command: String,
    settings: Option<Value>,
    workspace_settings: Option<Value>,
    around: Surroundings,
    #[allow(dead_code, reason = "only the runner compares; the writer of verdicts does not")]
    pub(crate) expect: Value,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    #[serde(rename = "chapter")]
    _title: String,
    #[serde(rename = "about")]
    _about: String,
    around: Value,
    cases: Vec<Written>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    name: String,
    command: String,
    #[serde(default = "once")]
    repeat: usize,
    #[serde(default = "bash")]
    shell: String,
    #[serde(default = "execute")]
    action: String,
    #[serde(default)]
    settings: Option<Value>,
    #[serde(default)]
    workspace_settings: Option<Value>,
    #[serde(default)]
    around: Value,
    expect: Value,
}

fn once() -> usize {
    1
}

fn bash() -> String {
    "bash".to_owned()
}

fn execute() -> String {
    "execute".to_owned()
}

/// Every case, in the order of chapters.
pub(crate) fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let tell = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let listing = fs::read_dir(folder).map_err(|error| tell(folder, &error))?;
    let mut files: Vec<PathBuf> = listing.filter_map(Result::ok).map(|e| e.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|error| tell(&file, &error))?;
        let chapter: Chapter = serde_json::from_str(&text).map_err(|error| tell(&file, &error))?;
        let stem = file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        for written in chapter.cases {
            let around = laid_over(&chapter.around, &written.around);
            cases.push(Case {
                id: format!("{stem}/{}", written.name),
                action: written.action,
                shell: written.shell,
                command: written.command.repeat(written.repeat),
                settings: written.settings,
                workspace_settings: written.workspace_settings,
                around: serde_json::from_value(around).map_err(|error| tell(&file, &error))?,
                expect: written.expect,
            });
        }
    }
    Ok(cases)
}

fn laid_over(below: &Value, above: &Value) -> Value {
    let mut all = below.clone();
    if let (Some(all), Some(above)) = (all.as_object_mut(), above.as_object()) {
        all.extend(above.clone());
    }
    all
}

impl Case {
    /// The verdict as JSON, judged here and counted in UTF-16 units.
    pub(crate) fn judged(&self) -> String {
        let read = |value: &Value| -> Settings { read_value(value).settings.unwrap_or_default() };
        let user = self.settings.as_ref().map(read);
        let workspace = self.workspace_settings.as_ref().map(read);
        let layer = workspace.as_ref().map(|settings| WorkspaceLayer {
            settings,
            path: self.around.workspace.as_deref().unwrap_or_default(),
        });
        let (policy, _) = Policy::compile(resolve(user.as_ref(), layer).effective);
        let text = self.command.as_str();
        let action = match self.action.as_str() {
            "read" => Action::Read { path: text },
            "write" => Action::Write { path: text },
            "browser" => Action::Browse { url: text },
            "mcp" => Action::CallMcp { tool: text },
            _ => Action::Run { command: text, shell: detect(&self.shell, Platform::Unix) },
        };
        let verdict = judge(&action, &policy, &self.around);
        wire::Verdict::new(&verdict, text, Units::Utf16).to_json()
    }
}
