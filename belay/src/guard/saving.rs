//! What is saved around a call: the workspace, and the single files a tool is about to write.
//!
//! The store is opened only when there is something to save, so a call that merely reads never
//! waits for a database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    Checkpoint, MessageId, Options, SaveRequest, Saved as Snapshot, SavedFile, SessionId, Silent,
    Store, TreePath, Why, Workspace, redacted, whole_path,
};
use policy_core::Policy;
use policy_core::verdict::Risk;

use super::history;
use super::judging::{Judged, Judging};
use super::leftovers::{self, Promise};
use super::subject::{Call, Subject};
use super::words::cut;

/// The store, and how it is asked.
#[derive(Clone, Debug)]
pub struct Saving {
    folder: PathBuf,
}

/// What was saved around a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// The checkpoint that holds the workspace as it was.
    pub checkpoint: Option<String>,
    /// The captures that hold what the call reaches and no checkpoint of the workspace does.
    pub captures: Vec<String>,
    /// Files that were saved by themselves.
    pub files: usize,
    /// Whether something should have been saved and nothing was.
    pub workspace_missing: bool,
    /// Whether something that the call reaches could not be saved.
    pub targets_missing: bool,
    /// Why something that should have been saved was not, in a sentence.
    pub trouble: Option<String>,
}

impl Saved {
    /// Nothing was to be saved.
    #[must_use]
    pub fn nothing() -> Self {
        Self::default()
    }

    /// Whether everything that was to be saved is.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.workspace_missing && !self.targets_missing
    }
}

impl Saving {
    /// Saves into the store in this folder, which is made with the first checkpoint.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Whether anything was ever saved.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Opens the store with the limits of these settings.
    ///
    /// # Errors
    /// The folder cannot be written, or a newer Belay has written it.
    pub fn store(&self, policy: &Policy) -> Result<Store> {
        Ok(Store::open(&self.folder, options(policy, &self.folder))?)
    }

    /// Saves what a call puts at risk, before it runs.
    pub(super) fn before(&self, call: &Call, judging: &Judging, judged: &Judged) -> Saved {
        let settings = judging.policy.settings();
        let writes = call.subjects.iter().any(|subject| matches!(subject, Subject::Write(_)))
            && settings.enable_file_checkpointing.value;
        if !judged.saves_before() && !writes {
            return Saved::nothing();
        }
        let mut saved = Saved::nothing();
        let outcome = self.store(&judging.policy).and_then(|store| {
            let session = session_of(call)?;
            store.start_session(&session, Some(&call.workspace), Some(&call.agent))?;
            if writes {
                save_files(&store, call, &session, &mut saved)?;
            }
            let snapshot = if judged.saves_before() {
                // What may destroy something has a line of its own in the log, to go back to.
                let own_line = judged.risk() >= Risk::Medium;
                Some(save_workspace(&store, call, &session, &reason(call), own_line, &mut saved)?)
            } else {
                None
            };
            let snapshot = snapshot.as_ref().map(|(workspace, snapshot)| (workspace, snapshot));
            save_leftovers(&store, call, &session, judging, judged, snapshot, &mut saved);
            Ok(())
        });
        if let Err(error) = outcome {
            saved.workspace_missing = true;
            saved.trouble = Some(format!("The checkpoint failed: {error:#}."));
        }
        saved
    }

    /// Saves the workspace after a call.
    pub(super) fn after(&self, call: &Call, judging: &Judging, failed: bool) -> Saved {
        let mut saved = Saved::nothing();
        let when = if failed { "failed" } else { "after" };
        let outcome = self.store(&judging.policy).and_then(|store| {
            let session = session_of(call)?;
            let reason = format!("{when}: {}", reason(call));
            save_workspace(&store, call, &session, &reason, false, &mut saved).map(|_| ())
        });
        if let Err(error) = outcome {
            saved.trouble = Some(format!("The checkpoint failed: {error:#}."));
        }
        saved
    }
}

/// The store's limits, from the settings.
fn options(policy: &Policy, folder: &Path) -> Options {
    let settings = policy.settings();
    let day = Duration::from_secs(24 * 60 * 60);
    let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Options {
        file_bytes: settings.max_file_size.value,
        file_checkpoints: number(settings.max_checkpoints_per_session.value),
        message_checkpoints: number(settings.checkpoint_keep_count.value),
        keep: day.saturating_mul(u32::try_from(settings.retention_days.value).unwrap_or(u32::MAX)),
        exclude: settings.exclude_patterns.patterns().map(str::to_owned).collect(),
        sessions_folder: folder.parent().map(|data| data.join("sessions")),
        ..Options::default()
    }
}

/// Files a tool names that it is about to write.
fn files_written(call: &Call) -> Vec<PathBuf> {
    call.subjects
        .iter()
        .filter_map(|subject| match subject {
            Subject::Write(path) => Some(call.cwd.join(path)),
            _ => None,
        })
        .collect()
}

/// Saves each file by itself, so that a message can be gone back to.
fn save_files(store: &Store, call: &Call, session: &SessionId, saved: &mut Saved) -> Result<()> {
    let message = message_of(call)?;
    for path in files_written(call) {
        match store.create_checkpoint(session, &message, &path)? {
            SavedFile::Saved { .. } | SavedFile::Already { .. } => saved.files += 1,
            // What is too large for this is captured below, like what a command names.
            SavedFile::Skipped { .. } => {}
        }
    }
    Ok(())
}

fn save_workspace(
    store: &Store,
    call: &Call,
    session: &SessionId,
    reason: &str,
    own_line: bool,
    saved: &mut Saved,
) -> Result<(Workspace, Snapshot)> {
    let workspace = store.workspace(&call.workspace)?;
    let latest = workspace.latest()?;
    // Two programs may tell of the same call, and an agent may repeat one.
    let told = latest
        .as_ref()
        .is_some_and(|latest| latest.session.as_ref() == Some(session) && latest.reason == reason);
    let request = SaveRequest {
        session: Some(session.clone()),
        message: call.message.as_deref().and_then(|id| MessageId::new(id).ok()),
        reason: reason.to_owned(),
        allow_empty: own_line && !told,
        changed_by_others: by_others(latest.as_ref(), session),
    };
    let done = workspace.save(request, &mut Silent)?;
    saved.checkpoint = done.covers().map(|id| id.to_string());
    if let Some(first) = done.left_out.iter().find(|left| left.is_loss()) {
        saved.trouble =
            Some(format!("The checkpoint is not complete: `{}` could not be saved.", first.path));
    }
    Ok((workspace, done))
}

/// Captures what a call reaches and the checkpoint of the workspace does not hold.
fn save_leftovers(
    store: &Store,
    call: &Call,
    session: &SessionId,
    judging: &Judging,
    judged: &Judged,
    snapshot: Option<(&Workspace, &Snapshot)>,
    saved: &mut Saved,
) {
    let bounds = store.options().capture;
    let most = usize::try_from(bounds.entries).unwrap_or(usize::MAX);
    let root = match snapshot {
        // As targets are written: Windows has a second, longer way to write a path.
        Some((workspace, _)) => dunce::simplified(workspace.root()).to_path_buf(),
        None => dunce::canonicalize(&call.workspace).unwrap_or_else(|_| call.workspace.clone()),
    };
    let snapshot = snapshot.map(|(_, snapshot)| snapshot);
    let found = leftovers::find(call, judging, judged, most, &root, snapshot);
    let mut beside = snapshot.and_then(Snapshot::covers);
    let message = message_of(call).ok();
    let capture = |beside, paths: &[PathBuf], bounds| {
        let reason = reason(call);
        store.capture_beside(
            beside,
            paths,
            &reason,
            bounds,
            Some(session),
            message.as_ref(),
            &mut Silent,
        )
    };
    if found.unknown {
        saved.targets_missing = true;
        saved.trouble.get_or_insert("Not everything that the command reaches is saved.".to_owned());
    }
    if !found.certain.is_empty() {
        match capture(beside, &found.certain, &bounds) {
            Ok(captured) => {
                saved.captures.push(captured.checkpoint.to_string());
                // The second belongs to the first: nobody goes back to one of them alone.
                beside = Some(captured.checkpoint);
                if let Some(left) = captured.left_out.iter().find(|left| left.is_loss()) {
                    saved.targets_missing = true;
                    saved.trouble = Some(not_captured(&left.path, &left.why));
                }
            }
            Err(error) => {
                saved.targets_missing = true;
                saved.trouble = Some(format!("What the command names was not saved: {error:#}."));
            }
        }
    }
    let little = [found.possible, found.ignored.clone()].concat();
    if little.is_empty() {
        return;
    }
    let promised = found.promise > Promise::None || found.ignored.is_empty();
    let bounds = if promised { leftovers::SMALL } else { leftovers::LITTLE };
    let left = match capture(beside, &little, &bounds) {
        Ok(captured) => {
            saved.captures.push(captured.checkpoint.to_string());
            let left = captured.left_out.into_iter().find(|left| {
                let path = whole_path(&left.path);
                left.is_loss() && found.ignored.iter().any(|ignored| path.starts_with(ignored))
            });
            left.map(|left| not_captured(&left.path, &left.why))
        }
        Err(error) => Some(format!("Ignored files were not saved: {error:#}.")),
    };
    let Some(why) = left else { return };
    let broken = match found.promise {
        Promise::None => false,
        Promise::WhereGitHasAFile => history::may_have(&root, &found.ignored),
        Promise::Everything => true,
    };
    if broken {
        saved.targets_missing = true;
        saved.trouble.get_or_insert(why);
    }
}

fn not_captured(path: &TreePath, why: &Why) -> String {
    let why = match why {
        Why::TooMuch | Why::TooLarge => "it is too large",
        Why::TooMany => "it holds too many files",
        Why::TooLong => "saving it takes too long",
        _ => "it cannot be read",
    };
    format!("`{}` was not saved: {why}.", whole_path(path).display())
}

/// What changed since a checkpoint of somebody else was not done by this session.
pub(super) fn by_others(latest: Option<&Checkpoint>, session: &SessionId) -> bool {
    latest.is_none_or(|latest| latest.session.as_ref() != Some(session))
}

fn session_of(call: &Call) -> Result<SessionId> {
    SessionId::new(call.session.as_str()).context("the session's name cannot be used")
}

fn message_of(call: &Call) -> Result<MessageId> {
    MessageId::new(call.message.as_deref().unwrap_or("start"))
        .context("the message's name cannot be used")
}

/// What a person recognises the checkpoint by.
fn reason(call: &Call) -> String {
    cut(&redacted(&call.text()))
}
