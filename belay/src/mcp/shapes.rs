//! What the tools take and what they give. The schemas an agent sees are made from these, and
//! the comments on the fields are what it reads.

use rmcp::schemars::{self, JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A number of things. Schemas have names for the widths of numbers that few readers know.
fn number(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "integer", "minimum": 0 })
}

fn at_most_200(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["integer", "null"], "minimum": 1, "maximum": 200 })
}

/// Which checkpoints.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct ListAsked {
    /// At most so many, the newest first.
    #[schemars(schema_with = "at_most_200")]
    pub(super) limit: Option<usize>,
    /// Only those with this text in the reason they were made for.
    pub(super) text: Option<String>,
}

/// The checkpoints of this workspace.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// The folder they are of.
    pub(super) workspace: String,
    /// The newest first.
    pub(super) checkpoints: Vec<Point>,
}

/// One checkpoint.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Point {
    /// Its id.
    pub(super) id: String,
    /// When it was made.
    pub(super) created: String,
    /// What it was made for: a command, a prompt, a note.
    pub(super) reason: String,
    /// The session it belongs to; null for one that a person made.
    pub(super) session: Option<String>,
    /// The message it belongs to.
    pub(super) message: Option<String>,
    /// Files in it.
    #[schemars(schema_with = "number")]
    pub(super) files: u64,
    /// Files that were new since the one before it.
    #[schemars(schema_with = "number")]
    pub(super) added: u64,
    /// Files that had changed.
    #[schemars(schema_with = "number")]
    pub(super) modified: u64,
    /// Files that had gone.
    #[schemars(schema_with = "number")]
    pub(super) deleted: u64,
    /// Whether everything that should be in it is.
    pub(super) complete: bool,
}

/// What to compare.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DiffAsked {
    /// The older checkpoint: its id, enough of either end, or `@` for the newest.
    pub(super) from: String,
    /// The newer one; without it, the files as they are now.
    #[serde(default)]
    pub(super) to: Option<String>,
    /// Only these files and what is below these folders, as paths in the workspace.
    #[serde(default)]
    pub(super) paths: Vec<String>,
}

/// What differs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Compared {
    /// The older checkpoint.
    pub(super) from: String,
    /// The newer one; null for the files as they are now.
    pub(super) to: Option<String>,
    /// Every file that differs.
    pub(super) files: Vec<Differing>,
    /// The lines that differ, as a unified diff.
    pub(super) diff: String,
    /// Whether the diff was cut because it is long; `paths` shows the rest of it.
    pub(super) truncated: bool,
}

/// A file that differs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Differing {
    /// Its path in the workspace.
    pub(super) path: String,
    /// `added`, `modified`, `deleted` or `mode`.
    pub(super) status: String,
}

/// What to save.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct CreateAsked {
    /// Why, in words a person recognises later.
    pub(super) reason: Option<String>,
}

/// What was saved.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Created {
    /// The checkpoint that holds the workspace as it is.
    pub(super) id: Option<String>,
    /// Whether it is new; an older one holds the same files where nothing has changed.
    pub(super) created: bool,
    /// Files in it.
    #[schemars(schema_with = "number")]
    pub(super) files: u64,
    /// Files that should be in it and are not.
    pub(super) left_out: Vec<String>,
}

/// Where to go back to.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RestoreAsked {
    /// The checkpoint: its id, enough of either end, or `@` for the newest.
    pub(super) id: String,
    /// Only these files and what is below these folders, as paths in the workspace.
    #[serde(default)]
    pub(super) paths: Vec<String>,
    /// Show what would happen and change nothing. True unless set to false.
    #[serde(default = "yes")]
    pub(super) dry_run: bool,
    /// Also take back what other sessions and people have changed since. Tell the person before
    /// you set it.
    #[serde(default)]
    pub(super) all: bool,
}

fn yes() -> bool {
    true
}

/// What going back does, or did.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Returned {
    /// Whether anything was changed.
    pub(super) restored: bool,
    /// What was found or done, in a sentence.
    pub(super) summary: String,
    /// The checkpoint gone back to.
    pub(super) target: String,
    /// The checkpoint that holds what was there before; nothing for a dry run.
    pub(super) safety: Option<String>,
    /// Files that get their old content or come back.
    pub(super) writes: Vec<String>,
    /// Files that were not there then and go.
    pub(super) deletes: Vec<String>,
    /// Files that differ and stay as they are.
    pub(super) leaves: Vec<String>,
    /// Files that somebody else has changed since.
    pub(super) conflicts: Vec<Contested>,
}

/// A file that somebody else has changed since.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Contested {
    /// Its path in the workspace.
    pub(super) path: String,
    /// The session that did; null for a person or a program nobody knows.
    pub(super) session: Option<String>,
    /// The checkpoint that first had the change.
    pub(super) checkpoint: String,
}

/// What to judge.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct CheckAsked {
    /// The command, as it would be handed to the shell.
    pub(super) command: String,
    /// The shell, by name or path. The usual one of this system unless given.
    #[serde(default)]
    pub(super) shell: Option<String>,
    /// The folder it would run in. The one this server was started in unless given.
    #[serde(default)]
    pub(super) cwd: Option<String>,
}

/// What a command would do, and what Belay would do about it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Checked {
    /// `allow`, `ask` (a person is asked) or `deny`.
    pub(super) decision: String,
    /// `safe`, `low`, `medium`, `high` or `critical`.
    pub(super) risk: String,
    /// Whether a checkpoint would bring everything back: `full`, `partial`, `none` or `unknown`.
    pub(super) recovery: String,
    /// Whether the workspace is saved before it runs.
    pub(super) saves_first: bool,
    /// Why, rule by rule, in the order of the text.
    pub(super) findings: Vec<Found>,
}

/// One rule that applies.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// Its id.
    pub(super) rule: String,
    /// Its title.
    pub(super) title: String,
    /// How dangerous it is here.
    pub(super) risk: String,
    /// What happens.
    pub(super) what: String,
    /// Why that is dangerous.
    pub(super) why: String,
    /// What to do instead.
    pub(super) instead: String,
}
