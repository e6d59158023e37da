//! Sets Belay up in the agents on a machine, and takes it out again to the byte.
//!
//! Planning is pure: from what is in an agent's files to what will be in them. [`apply`] does it.
//! What was in a file before is kept in a [`record`], and comes back as it was if nobody has
//! touched the file since. If somebody has, only the entries that are ours are taken out.

mod agents;
pub mod apply;
mod document;
mod entries;
mod files;
pub mod record;

use std::path::{Path, PathBuf};

pub use agents::{Agent, Machine, Scope};
pub use document::Trouble;
pub use entries::Wanted;
use entries::{Form, Target};
use record::Record;

/// What will become of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// What is in it; `None` where there is none.
    pub before: Option<String>,
    /// What will be in it; `None` where it will be deleted.
    pub after: Option<String>,
    /// What it held, or will hold, without Belay.
    pub without: Option<String>,
    /// Whether it must be executable.
    pub executable: bool,
}

/// What will become of an agent's configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The agent.
    pub agent: Agent,
    /// For whom.
    pub scope: Scope,
    /// Files that change; none where everything is as it should be.
    pub changes: Vec<Change>,
    /// What a person has to know or to do.
    pub notes: Vec<String>,
}

/// A file that cannot be planned for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub trouble: Trouble,
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is left as it is: {}", self.path.display(), self.trouble)
    }
}

impl std::error::Error for SetupError {}

/// The text of a file; `None` where there is none.
pub type Reader<'r> = &'r dyn Fn(&Path) -> Result<Option<String>, Trouble>;

/// The record of a file, where one is kept.
pub type Records<'r> = &'r dyn Fn(&Path) -> Option<Record>;

/// Plans how Belay is set up in one agent.
///
/// # Errors
///
/// When a file cannot be read, or holds something that is not the agent's configuration.
pub fn plan_init(
    wanted: &Wanted,
    machine: &Machine,
    read: Reader<'_>,
    records: Records<'_>,
) -> Result<Plan, SetupError> {
    let mut changes = Vec::new();
    let mut notes = notes(wanted.agent);
    for Target { path, form } in entries::targets(wanted, machine) {
        let at = |trouble| SetupError { path: path.clone(), trouble };
        let before = read(&path).map_err(at)?;
        let (after, without, executable) = match form {
            Form::Shared(entries) => {
                let text = before.as_deref().unwrap_or_default();
                let after = document::add(text, &entries).map_err(at)?;
                (after, without_ours(&path, before.as_deref(), records), false)
            }
            Form::Own { content, executable } => {
                if before.as_deref().is_some_and(|text| !files::is_ours(text)) {
                    notes.push(format!(
                        "{} is yours already, so Belay stays out of it.",
                        path.display()
                    ));
                    continue;
                }
                (content, records(&path).and_then(|record| record.before), executable)
            }
        };
        if is_unread(wanted.agent, &after) {
            notes.push(format!(
                "{} has comments or trailing commas, and {} does not read such a file: no hook in \
                 it runs. Take them out.",
                path.display(),
                wanted.agent.title()
            ));
        }
        if before.as_deref() == Some(after.as_str()) {
            continue;
        }
        changes.push(Change { path, before, after: Some(after), without, executable });
    }
    Ok(Plan { agent: wanted.agent, scope: wanted.scope, changes, notes })
}

/// Plans how Belay is taken out of one agent.
///
/// # Errors
///
/// When a file cannot be read.
pub fn plan_remove(
    wanted: &Wanted,
    machine: &Machine,
    read: Reader<'_>,
    records: Records<'_>,
) -> Result<Plan, SetupError> {
    let mut changes = Vec::new();
    for Target { path, form } in entries::targets(wanted, machine) {
        let at = |trouble| SetupError { path: path.clone(), trouble };
        let Some(before) = read(&path).map_err(at)? else { continue };
        let ours = match form {
            Form::Shared(_) => document::remove(&before).map_err(at)?.is_some(),
            Form::Own { .. } => files::is_ours(&before),
        };
        if !ours {
            continue;
        }
        let after = match form {
            Form::Own { .. } => records(&path).and_then(|record| record.before),
            Form::Shared(_) => without_ours(&path, Some(&before), records),
        };
        let without = after.clone();
        changes.push(Change { path, before: Some(before), after, without, executable: false });
    }
    Ok(Plan { agent: wanted.agent, scope: wanted.scope, changes, notes: Vec::new() })
}

/// Whether Belay is set up in an agent: in all of its files, in some, or in none.
#[must_use]
pub fn state(wanted: &Wanted, machine: &Machine, read: Reader<'_>) -> State {
    let targets = entries::targets(wanted, machine);
    let held = targets.iter().filter(|target| match (read(&target.path), &target.form) {
        (Ok(Some(text)), Form::Shared(_)) => document::holds_ours(&text),
        (Ok(Some(text)), Form::Own { .. }) => files::is_ours(&text),
        _ => false,
    });
    match held.count() {
        0 => State::Absent,
        count if count == targets.len() => State::Present,
        _ => State::Partial,
    }
}

/// How far an agent is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// In every file.
    Present,
    /// In some of several files.
    Partial,
    /// Nowhere.
    Absent,
}

/// What a file would be without Belay: as it was before, if nobody has touched it since; else as
/// it is, less what is ours.
fn without_ours(path: &Path, current: Option<&str>, records: Records<'_>) -> Option<String> {
    let current = current?;
    let record = records(path);
    if let Some(record) = &record
        && record.after == current
    {
        return record.before.clone();
    }
    let rest = match document::remove(current) {
        Ok(Some(rest)) => rest,
        Ok(None) | Err(_) => current.to_owned(),
    };
    // A file that was not there before us, and that nobody has put anything into.
    let made_by_us = record.is_some_and(|record| record.before.is_none());
    (!made_by_us || !is_bare(&rest)).then_some(rest)
}

/// Whether a document says nothing, apart from its version.
fn is_bare(text: &str) -> bool {
    let value = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    value.as_object().is_some_and(|object| object.keys().all(|key| key == "version"))
}

/// Whether the agent passes over this file without a word. Claude Code (2.1.325) does so with a
/// single comment in it; Codex reads JSON and nothing else.
fn is_unread(agent: Agent, text: &str) -> bool {
    matches!(agent, Agent::Claude | Agent::Codex)
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_err()
}

fn notes(agent: Agent) -> Vec<String> {
    let note = match agent {
        Agent::Codex => {
            "Codex runs a hook only after you have trusted it: start `codex` once and choose to \
             trust Belay's hooks (or use /hooks). Until then nothing is guarded. What is typed \
             into a shell that is already running is not shown to hooks."
        }
        Agent::Gemini => {
            "Gemini CLI cannot ask for a hook, so what needs a person is refused with a code that \
             allows it once. Started with --acp it runs no hooks for tools."
        }
        Agent::Cline => {
            "When Belay refuses something, Cline ends the whole task without saying why; `belay \
             log` does."
        }
        Agent::Goose => {
            "goose cannot be stopped by a hook: Belay saves before it acts, that is all."
        }
        Agent::Copilot => "Copilot in VS Code reads the same file, if `chat.useHooks` is on.",
        Agent::Cursor | Agent::Claude | Agent::Opencode | Agent::Qwen => return Vec::new(),
    };
    vec![note.to_owned()]
}
