//! What is run: rows of the corpus, files of commands, commands made from them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::Options;
use crate::generate::generate;
use crate::promises::Promises;

/// A command to be run.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) text: String,
    /// Where it comes from: a family of the corpus, a file.
    pub(crate) family: String,
    /// What it was made from, the first one last.
    pub(crate) parents: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Row {
    command: String,
    #[serde(default)]
    shell: Option<String>,
}

/// The commands that the options ask for, without those that nothing is promised about; the
/// number says how many these are.
pub(crate) fn chosen(options: &Options) -> Result<(Vec<Command>, usize)> {
    let mut commands = Vec::new();
    for text in &options.text {
        commands.push(Command { text: text.clone(), family: "text".to_owned(), parents: vec![] });
    }
    for file in &options.file {
        read(file, &mut commands)?;
    }
    if commands.is_empty() {
        let folder = options.root.join("tests/cases/corpus/bash");
        let mut files: Vec<_> = fs::read_dir(&folder)
            .with_context(|| folder.display().to_string())?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
            .collect();
        files.sort();
        for file in files {
            read(&file, &mut commands)?;
        }
    }
    let all = commands.clone();
    if let Some(rows) = options.rows {
        let step = commands.len().div_ceil(rows.max(1)).max(1);
        commands = commands.into_iter().step_by(step).collect();
    }
    let promises = Promises::new();
    let wanted = |text: &str| !text.contains('\0') && promises.any_about(text);
    let made = generate(&all, options.seed, options.count, wanted);
    let before = commands.len();
    commands.retain(|command| wanted(&command.text));
    let nothing_promised = before - commands.len();
    commands.extend(made);
    Ok((commands, nothing_promised))
}

fn read(file: &Path, commands: &mut Vec<Command>) -> Result<()> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let family = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row =
            serde_json::from_str(line).with_context(|| format!("{}:{number}", file.display()))?;
        if row.shell.as_deref().is_none_or(|shell| shell == "bash") {
            commands.push(Command { text: row.command, family: family.clone(), parents: vec![] });
        }
    }
    Ok(())
}
