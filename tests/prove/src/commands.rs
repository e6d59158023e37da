//! What is run: rows of the corpus, files of commands, commands made from them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use policy_core::verdict::Risk;
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

/// What is run, and how much of what was asked for is not.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    pub(crate) commands: Vec<Command>,
    /// Nothing is promised about these.
    pub(crate) nothing_promised: usize,
    /// Their program is not installed.
    pub(crate) missing: usize,
}

/// The commands that the options ask for.
pub(crate) fn chosen(options: &Options) -> Result<Chosen> {
    let mut commands = Vec::new();
    for text in &options.text {
        commands.push(Command { text: text.clone(), family: "text".to_owned(), parents: vec![] });
    }
    for file in &options.file {
        read(file, &mut commands)?;
    }
    let promises = Promises::new();
    if options.text.is_empty() && options.file.is_empty() {
        commands = corpus(&options.root)?;
        if options.rows.is_none() {
            commands.extend(readers(&promises)?);
        }
    }
    let all = commands.clone();
    if let Some(rows) = options.rows {
        let step = commands.len().div_ceil(rows.max(1)).max(1);
        commands = commands.into_iter().step_by(step).collect();
    }
    // What is made up hangs on the corpus and the seed, and not on verdicts.
    commands.extend(generate(&all, options.seed, options.count));
    let mut chosen = Chosen::default();
    for command in commands {
        if lacks_program(&command.text) {
            chosen.missing += 1;
        } else if !promises.any_about(&command.text) {
            chosen.nothing_promised += 1;
        } else {
            chosen.commands.push(command);
        }
    }
    Ok(chosen)
}

/// Whether it is one plain command whose program this machine does not have, so that running it
/// would show nothing.
fn lacks_program(text: &str) -> bool {
    let Some(name) = text.split(' ').next() else { return true };
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._+-".contains(c);
    let simple = !name.is_empty()
        && name.chars().all(plain)
        && !text.contains([';', '&', '|', '(', ')', '<', '>', '$', '`', '\n', '{']);
    let in_folder = |folder: &&str| Path::new(folder).join(name).exists();
    simple && !OF_THE_SHELL.contains(&name) && !FOLDERS.iter().any(in_folder)
}

/// Where programs are looked for.
const FOLDERS: &[&str] = &["/usr/local/bin", "/usr/local/sbin", "/usr/bin", "/usr/sbin"];

/// What bash does itself.
const OF_THE_SHELL: &[&str] = &[
    ".",
    ":",
    "alias",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "case",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "coproc",
    "declare",
    "dirs",
    "disown",
    "do",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "fc",
    "fg",
    "for",
    "function",
    "getopts",
    "hash",
    "help",
    "history",
    "if",
    "jobs",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "pushd",
    "read",
    "readarray",
    "readonly",
    "return",
    "select",
    "set",
    "shift",
    "shopt",
    "source",
    "suspend",
    "time",
    "times",
    "trap",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "until",
    "wait",
    "while",
];

fn corpus(root: &Path) -> Result<Vec<Command>> {
    let folder = root.join("tests/cases/corpus/bash");
    let mut files: Vec<_> = fs::read_dir(&folder)
        .with_context(|| folder.display().to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    let mut commands = Vec::new();
    for file in files {
        read(&file, &mut commands)?;
    }
    Ok(commands)
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

/// Every program of this machine that is taken for one that only reads, reading a file.
fn readers(promises: &Promises) -> Result<Vec<Command>> {
    let mut names: Vec<String> = fs::read_dir("/usr/bin")
        .context("/usr/bin")?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let texts = names.into_iter().map(|name| format!("{name} a.txt"));
    let safe = texts.filter(|text| promises.about(text).risk == Risk::Safe);
    let family = "programs of the machine";
    Ok(safe.map(|text| Command { text, family: family.to_owned(), parents: vec![] }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_command_without_its_program_is_not_run() {
        assert!(lacks_program("no-such-program-anywhere -x y"));
        for text in ["ls -l", "cd src", "no-such-program-anywhere; ls", "X=1 ls", "./run.sh"] {
            assert!(!lacks_program(text), "{text}");
        }
    }
}
