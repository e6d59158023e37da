//! What happened, newest first: in pages at the beginning, as news from then on.

use policy_core::wire::{Decision, Risk};
use serde::{Deserialize, Serialize};

/// What the page gets when it asks what happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Answer {
    /// A part of everything.
    Page(Page),
    /// What differs from what the page knows.
    News(News),
}

/// A part of everything that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// The state of the timeline that this is a part of.
    pub revision: u64,
    /// How many moments there are.
    pub total: usize,
    /// The place of the first moment here.
    pub start: usize,
    /// The moments, newest first.
    pub moments: Vec<Moment>,
    /// What stands around them; with the first page only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
}

/// What differs between two states of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct News {
    /// The new state.
    pub revision: u64,
    /// The state it differs from.
    pub base: u64,
    /// How many moments there are now.
    pub total: usize,
    /// What stands around them.
    pub head: Head,
    /// Moments that are gone, by their ids.
    pub gone: Vec<String>,
    /// Moments that are new, with their places, the smallest first.
    pub added: Vec<MomentAt>,
    /// Moments that look different by now.
    pub changed: Vec<Moment>,
}

/// A moment and its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MomentAt {
    /// Its place once everything before it is in.
    pub at: usize,
    /// The moment.
    pub moment: Moment,
}

/// What stands around the moments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Head {
    /// The folder whose timeline this is.
    pub workspace: String,
    /// The sessions that moments belong to; a moment names its session by its place here.
    pub sessions: Vec<Session>,
    /// The moment that the files as they are now came from.
    pub now: Option<String>,
    /// A restore that was cut short.
    pub interrupted: Option<Interrupted>,
    /// The restore that can be taken back at once.
    pub undoable: Option<UndoableRestore>,
}

/// One run of an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The agent's name for it.
    pub id: String,
    /// Which agent.
    pub agent: String,
    /// The first thing a person asked in it.
    pub title: String,
    /// How many moments it has.
    pub moments: usize,
    /// When its newest moment was, in milliseconds since 1970.
    pub latest: i64,
}

/// A restore that did not come to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interrupted {
    /// Where it was going.
    pub target: String,
    /// What was there before.
    pub safety: String,
    /// How many files it was about to change.
    pub files: usize,
}

/// A restore that nothing has followed yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoableRestore {
    /// Where it went.
    pub target: String,
    /// What was there before.
    pub safety: String,
    /// How many files it changed.
    pub files: u64,
}

/// One line of the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// Its name.
    pub id: String,
    /// What happened.
    pub kind: Kind,
    /// Whose it is: a place in the list of sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<usize>,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// The prompt, the command or the reason.
    pub text: String,
    /// A person's name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether it stays whatever the limits say.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// Whether something that should be in it is not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub incomplete: bool,
    /// Whether a restore has left it behind.
    #[serde(default, skip_serializing_if = "is_false")]
    pub abandoned: bool,
    /// The moment it came from, where that is not the one below it in the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Whether there are files to go back to.
    #[serde(default, skip_serializing_if = "is_false")]
    pub restorable: bool,
    /// Files that are new, changed and gone in the next checkpoint; nothing where there is none yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub did: Option<[u64; 3]>,
    /// How dangerous it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// What was answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Decision>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A person sent a message.
    Message,
    /// The workspace was saved, mostly before a command.
    Save,
    /// The workspace was saved before a restore.
    Safety,
    /// Single paths were saved: ignored ones, or elsewhere.
    Capture,
    /// Files were taken back to a message.
    Rewind,
    /// Something was refused or asked about, and nothing was saved for it.
    Verdict,
}
