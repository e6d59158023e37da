//! What is saved around a call: the workspace, and the single files a tool is about to write.
//!
//! The store is opened only when there is something to save, so a call that merely reads never
//! waits for a database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    Filter, MessageId, Options, SaveRequest, SavedFile, SessionId, Silent, Store, Workspace,
    redacted,
};
use policy_core::Policy;

use super::judging::{Judged, Judging};
use super::subject::{Call, Subject};
use super::targets;
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
    /// The capture that holds what the call names and no checkpoint of the workspace does.
    pub capture: Option<String>,
    /// Files that were saved by themselves.
    pub files: usize,
    /// Whether the workspace should have been saved and was not, or not whole.
    pub workspace_missing: bool,
    /// Whether what the call names could not all be saved.
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
        let written = files_written(call, judging);
        if !judged.saves_before() && written.is_empty() {
            return Saved::nothing();
        }
        let mut saved = Saved::nothing();
        let outcome = self.store(&judging.policy).and_then(|store| {
            let session = session_of(call)?;
            store.start_session(&session, Some(&call.workspace), Some(&call.agent))?;
            save_files(&store, call, &session, &written, &mut saved)?;
            if judged.saves_before() {
                save_workspace(&store, call, &session, &reason(call), &mut saved)?;
                save_targets(&store, call, &session, judged, &mut saved);
            }
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
            save_workspace(&store, call, &session, &format!("{when}: {}", reason(call)), &mut saved)
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

/// Files a tool names that it is about to write, where single files are saved at all.
fn files_written(call: &Call, judging: &Judging) -> Vec<PathBuf> {
    if !judging.policy.settings().enable_file_checkpointing.value {
        return Vec::new();
    }
    call.subjects
        .iter()
        .filter_map(|subject| match subject {
            Subject::Write(path) => Some(call.cwd.join(path)),
            _ => None,
        })
        .collect()
}

fn save_files(
    store: &Store,
    call: &Call,
    session: &SessionId,
    files: &[PathBuf],
    saved: &mut Saved,
) -> Result<()> {
    let message = message_of(call)?;
    for path in files {
        match store.create_checkpoint(session, &message, path)? {
            SavedFile::Saved { .. } | SavedFile::Already { .. } => saved.files += 1,
            SavedFile::Skipped { reason } => {
                saved.targets_missing = true;
                saved.trouble = Some(reason);
            }
        }
    }
    Ok(())
}

fn save_workspace(
    store: &Store,
    call: &Call,
    session: &SessionId,
    reason: &str,
    saved: &mut Saved,
) -> Result<()> {
    let workspace = store.workspace(&call.workspace)?;
    let request = SaveRequest {
        session: Some(session.clone()),
        message: call.message.as_deref().and_then(|id| MessageId::new(id).ok()),
        reason: reason.to_owned(),
        allow_empty: false,
        changed_by_others: changed_by_others(&workspace, session)?,
    };
    let done = workspace.save(request, &mut Silent)?;
    saved.checkpoint = done.covers().map(|id| id.to_string());
    if !done.complete {
        saved.workspace_missing = true;
        let first = done.left_out.iter().find(|left| left.is_loss());
        let name = first.map(|left| left.path.to_string()).unwrap_or_default();
        saved.trouble =
            Some(format!("The checkpoint is not complete: `{name}` could not be saved."));
    }
    Ok(())
}

/// Saves what a call names and the checkpoint of the workspace does not hold: what lies outside,
/// what version control ignores, the repository itself.
fn save_targets(
    store: &Store,
    call: &Call,
    session: &SessionId,
    judged: &Judged,
    saved: &mut Saved,
) {
    let mut paths = targets::resolved(judged);
    if let Some(checkpoint) = saved.checkpoint.as_deref()
        && let Ok(workspace) = store.workspace(&call.workspace)
        && let Ok(checkpoint) = workspace.find(checkpoint)
    {
        paths.retain(|path| !targets::is_held(&workspace, checkpoint.id, path));
    }
    if paths.is_empty() {
        return;
    }
    let message = message_of(call).ok();
    let bounds = store.options().capture;
    match store.capture(&paths, &reason(call), &bounds, Some(session), message.as_ref()) {
        Ok(captured) => {
            saved.capture = Some(captured.checkpoint.to_string());
            saved.targets_missing = !captured.complete;
        }
        Err(error) => {
            saved.targets_missing = true;
            saved
                .trouble
                .get_or_insert(format!("What the command names was not saved: {error:#}."));
        }
    }
}

/// What changed since a checkpoint of somebody else was not done by this session.
pub(super) fn changed_by_others(workspace: &Workspace, session: &SessionId) -> Result<bool> {
    let latest = workspace.list(&Filter { limit: Some(1), ..Filter::default() })?.pop();
    Ok(latest.is_none_or(|latest| latest.session.as_ref() != Some(session)))
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
