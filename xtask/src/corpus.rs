//! The rows of `tests/cases/corpus`.

use std::fs;
use std::path::{Path, PathBuf};

use policy_core::Surroundings;
use policy_core::shell::{Dialect, Platform, detect};
use serde::Deserialize;

use crate::repository::root;

/// One labelled command.
#[derive(Debug)]
pub struct Case {
    /// The shell that would read it.
    pub shell: Dialect,
    /// The file it stands in.
    pub family: String,
    /// The text.
    pub command: String,
    /// Its label.
    pub dangerous: bool,
    /// What the row is there to try.
    pub feature: String,
    /// Where it would run.
    pub surroundings: Surroundings,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    command: String,
    expect: Label,
    #[serde(default)]
    feature: String,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    workspace: Option<String>,
    #[serde(default)]
    home: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Label {
    Dangerous,
    Harmless,
}

/// Every row, in the order of shells, files and lines.
pub fn corpus() -> Result<Vec<Case>, String> {
    let folder = root().join("tests/cases/corpus");
    let mut cases = Vec::new();
    for shell in entries(&folder)?.iter().filter(|path| path.is_dir()) {
        for file in
            entries(shell)?.iter().filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
        {
            read_file(file, &name(shell), &mut cases)?;
        }
    }
    Ok(cases)
}

fn read_file(file: &Path, shell: &str, cases: &mut Vec<Case>) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line)
            .map_err(|error| format!("{}:{number}: {error}", file.display()))?;
        cases.push(Case {
            shell: detect(shell, Platform::Unix),
            family: name(file),
            command: row.command,
            dangerous: matches!(row.expect, Label::Dangerous),
            feature: row.feature,
            surroundings: Surroundings::default()
                .with_cwd(row.cwd)
                .with_workspace(row.workspace)
                .with_home(row.home),
        });
    }
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<_> = listing.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}
