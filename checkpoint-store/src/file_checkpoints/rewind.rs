//! Going back to a message: a plan, a safety point, the writes, the deletes.
//!
//! What is lost if the process dies here? Before the safety point is committed
//! nothing has been touched. After it every file is either as it was or as it should
//! be, because each is replaced in one step; the safety point holds all of them as
//! they were, and repeating the rewind finishes it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::place::{self, Place, Seen};
use super::save::Ready;
use crate::database::{
    CONTENT_LIMIT, FileGap, FileRow, MessageKind, MessageRow, Purpose, Records, RewindRow,
    RewindState, SavedAs,
};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, MessageId, SessionId};
use crate::progress::{self, Progress, Silent, Stage};
use crate::store::Store;

/// Rewinds of a session that can still be undone.
const UNDOABLE: usize = 10;

/// How a rewind is done. The default is the careful way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RewindOptions {
    /// Also bring back files that another session wrote since; its changes are then
    /// only in the safety point.
    pub overwrite_others: bool,
    /// Bring back only these files.
    pub only: Option<Vec<PathBuf>>,
    /// The session that does this, if it is another one than the message's. The safety
    /// point becomes part of it.
    pub acting: Option<SessionId>,
}

/// What a rewind did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RewindResult {
    /// Whether every file is as it was.
    pub success: bool,
    /// Files that have their old content again.
    pub restored_files: Vec<PathBuf>,
    /// Files that did not exist and are gone again.
    pub deleted_files: Vec<PathBuf>,
    /// Files that could not be brought back, and were left alone.
    pub errors: Vec<RewindError>,
    /// Files that were as they had been already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<PathBuf>>"))]
    pub unchanged_files: Vec<PathBuf>,
    /// The message to rewind to in order to undo this. Absent if nothing was to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub undo: Option<MessageId>,
}

/// Why one file was left alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RewindError {
    /// The file.
    pub file_path: PathBuf,
    /// What is wrong, as a sentence for people.
    pub error: String,
}

/// What a rewind would do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RewindPlan {
    /// Files in the order of their paths.
    pub files: Vec<PlannedFile>,
}

/// What a rewind would do to one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlannedFile {
    /// The file.
    pub file_path: PathBuf,
    /// What would happen to it.
    #[serde(flatten)]
    pub change: PlannedChange,
}

/// One line of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "change", rename_all = "camelCase")]
pub enum PlannedChange {
    /// It gets the content it had.
    Restore {
        /// The checkpoint it comes from.
        from: CheckpointId,
    },
    /// It did not exist and goes.
    Delete,
    /// It is as it was.
    Keep,
    /// It cannot be brought back and is left alone.
    LeaveAlone {
        /// Why.
        error: String,
    },
}

/// A file with everything that is needed to bring it back.
struct Step {
    place: Place,
    now: Seen,
    wanted: Seen,
    from: CheckpointId,
}

/// All files of a rewind, sorted into what happens to them.
#[derive(Default)]
struct Steps {
    change: Vec<Step>,
    unchanged: Vec<PathBuf>,
    errors: Vec<RewindError>,
}

impl Store {
    /// Says what [`Self::rewind_files`] would do, and touches nothing.
    pub fn plan_rewind(
        &self,
        session: &SessionId,
        message: &MessageId,
        options: &RewindOptions,
    ) -> Result<RewindPlan> {
        let steps = self.rewind_steps(session, message, options, &mut Silent)?;
        let mut files: Vec<PlannedFile> = Vec::new();
        for step in steps.change {
            let change = match step.wanted {
                Seen::Absent => PlannedChange::Delete,
                _ => PlannedChange::Restore { from: step.from },
            };
            files.push(PlannedFile { file_path: step.place.given, change });
        }
        files.extend(
            steps
                .unchanged
                .into_iter()
                .map(|file_path| PlannedFile { file_path, change: PlannedChange::Keep }),
        );
        files.extend(steps.errors.into_iter().map(|RewindError { file_path, error }| {
            PlannedFile { file_path, change: PlannedChange::LeaveAlone { error } }
        }));
        files.sort_by(|left, right| left.file_path.cmp(&right.file_path));
        Ok(RewindPlan { files })
    }

    /// Undoes what the session wrote for this message and everything after it: files get
    /// the content they had when the message came, files that did not exist are deleted.
    ///
    /// What is there now is saved first, so this can be undone. A file another session
    /// wrote since is left alone and reported.
    pub fn rewind_files(&self, session: &SessionId, message: &MessageId) -> Result<RewindResult> {
        self.rewind_files_with(session, message, &RewindOptions::default())
    }

    /// [`Self::rewind_files`] with choices.
    pub fn rewind_files_with(
        &self,
        session: &SessionId,
        message: &MessageId,
        options: &RewindOptions,
    ) -> Result<RewindResult> {
        self.rewind_files_telling(session, message, options, &mut Silent)
    }

    /// [`Self::rewind_files_with`], telling how far it is. It can be cancelled until the first
    /// file is replaced; from there on it goes to its end, so that no half of it stays.
    pub fn rewind_files_telling(
        &self,
        session: &SessionId,
        message: &MessageId,
        options: &RewindOptions,
        progress: &mut dyn Progress,
    ) -> Result<RewindResult> {
        let _at_work = self.at_work()?;
        let _alone = self.rewinding()?;
        let acting = options.acting.as_ref().unwrap_or(session);
        self.sweep_after_dead_rewinds(acting)?;
        let mut steps = self.rewind_steps(session, message, options, progress)?;
        let mut result =
            RewindResult { unchanged_files: steps.unchanged, ..RewindResult::default() };
        result.errors.append(&mut steps.errors);

        let ready = safety_copies(&mut steps.change, &mut result.errors);
        if !steps.change.is_empty() {
            progress::checkpoint(progress.cancel())?;
            let total = steps.change.len() as u64;
            let rewind = self.begin_rewind(session, acting, message, &ready)?;
            crate::step("file_checkpoints::after_safety_point")?;
            // Writes come before deletes: at every moment as much as possible is there.
            let (deletes, writes): (Vec<_>, Vec<_>) =
                steps.change.iter().partition(|step| step.wanted == Seen::Absent);
            for (number, step) in writes.into_iter().chain(deletes).enumerate() {
                progress.at(Stage::Apply, number as u64, total);
                let outcome = step.carry_out(&temporary_name(rewind.id, number));
                let file_path = step.place.given.clone();
                match outcome {
                    Ok(()) if step.wanted == Seen::Absent => result.deleted_files.push(file_path),
                    Ok(()) => result.restored_files.push(file_path),
                    Err(error) => {
                        result.errors.push(RewindError { file_path, error: error.to_string() })
                    }
                }
                crate::step("file_checkpoints::between_files")?;
            }
            self.end_rewind(acting, &rewind, result.errors.is_empty())?;
            result.undo = Some(rewind.safety);
        }
        result.success = result.errors.is_empty();
        result.restored_files.sort();
        result.deleted_files.sort();
        Ok(result)
    }

    /// Undoes the session's last rewind. Undoing twice does it again.
    pub fn undo_rewind(&self, session: &SessionId) -> Result<RewindResult> {
        let last =
            self.database().read(|records| records.last_rewind(session))?.ok_or_else(|| {
                Error::Invalid { what: format!("session `{session}` has no rewind to undo") }
            })?;
        self.rewind_files_with(
            session,
            &last.safety,
            &RewindOptions { overwrite_others: false, ..RewindOptions::default() },
        )
    }

    /// Collects what the session has for each path first after the message.
    fn rewind_steps(
        &self,
        session: &SessionId,
        message: &MessageId,
        options: &RewindOptions,
        progress: &mut dyn Progress,
    ) -> Result<Steps> {
        let only = options
            .only
            .as_ref()
            .map(|paths| paths.iter().map(|path| Place::of(path).map(|place| place.real)).collect())
            .transpose()?;
        let chosen = |path: &Path| {
            only.as_ref().is_none_or(|only: &Vec<PathBuf>| only.iter().any(|one| one == path))
        };
        self.database().read(|records| {
            if records.session(session)?.is_none() {
                return Err(Error::NoSession { asked: session.clone() });
            }
            let to = records.message(session, message)?.ok_or_else(|| Error::NoMessage {
                session: session.clone(),
                asked: message.to_string(),
            })?;
            let mut steps = Steps::default();
            let firsts = firsts(records, session, to.position)?;
            let total = firsts.len() as u64;
            for (done, first) in firsts.into_values().enumerate() {
                progress::checkpoint(progress.cancel())?;
                progress.at(Stage::Plan, done as u64, total);
                if chosen(first.real_path()) {
                    steps.add(records, first, options)?;
                }
            }
            Ok(steps)
        })
    }

    /// Commits the safety point. From here on files may be touched.
    fn begin_rewind(
        &self,
        session: &SessionId,
        acting: &SessionId,
        to: &MessageId,
        ready: &[Ready],
    ) -> Result<RewindRow> {
        let now = files::now_ms();
        self.database().commit(|records| {
            records.ensure_session(acting, None, None, now)?;
            let id = records.next_id(now)?;
            let safety = MessageId::new(format!("rewind-{id}"))?;
            let rewind = RewindRow {
                id,
                session: acting.clone(),
                to_session: session.clone(),
                to: to.clone(),
                safety: safety.clone(),
                state: RewindState::Started,
                started_at: now,
                ended_at: None,
            };
            records.insert_message(&MessageRow {
                position: id,
                session: acting.clone(),
                id: safety.clone(),
                kind: MessageKind::Rewind,
                description: if acting == session {
                    format!("Before the rewind to {to}")
                } else {
                    format!("Before the rewind to {to} of session {session}")
                },
                label: None,
                pinned: false,
                listed: false,
                created_at: now,
            })?;
            for file in ready {
                file.record(records, acting, &safety, Purpose::Rewind, now)?;
            }
            records.insert_rewind(&rewind)?;
            if let Some(oldest) = records.rewind_before(acting, UNDOABLE - 1)? {
                drop_old_safety(records, acting, oldest)?;
            }
            Ok(rewind)
        })
    }

    fn end_rewind(&self, acting: &SessionId, rewind: &RewindRow, success: bool) -> Result<()> {
        let now = files::now_ms();
        let state = if success { RewindState::Finished } else { RewindState::Failed };
        self.database().commit(|records| records.end_rewind(acting, rewind.id, state, now))
    }

    /// Removes temporary files of rewinds whose process died. They have names of their
    /// own, and nobody rewinds at the moment.
    fn sweep_after_dead_rewinds(&self, session: &SessionId) -> Result<()> {
        let folders = self.database().read(|records| {
            let mut folders = Vec::new();
            for rewind in records.unfinished_rewinds()? {
                if rewind.session != *session {
                    continue;
                }
                let prefix = temporary_prefix(rewind.id);
                for file in records.files_since(&rewind.session, rewind.id)? {
                    if file.message == rewind.safety
                        && let Some(folder) = file.real_path.parent()
                    {
                        folders.push((folder.to_path_buf(), prefix.clone()));
                    }
                }
            }
            Ok(folders)
        })?;
        for (folder, prefix) in folders {
            place::sweep(&folder, &prefix);
        }
        Ok(())
    }
}

/// What comes first for a path: a save, or the note that it is missing.
enum First {
    Saved(FileRow),
    Missing(FileGap),
}

impl First {
    fn position(&self) -> CheckpointId {
        match self {
            Self::Saved(file) => file.id,
            Self::Missing(gap) => gap.position,
        }
    }

    fn real_path(&self) -> &Path {
        match self {
            Self::Saved(file) => &file.real_path,
            Self::Missing(gap) => &gap.real_path,
        }
    }
}

fn firsts(
    records: &Records<'_>,
    session: &SessionId,
    from: CheckpointId,
) -> Result<BTreeMap<PathBuf, First>> {
    let saved = records.files_since(session, from)?.into_iter().map(First::Saved);
    let missing = records.gaps_since(session, from)?.into_iter().map(First::Missing);
    let mut firsts: BTreeMap<PathBuf, First> = BTreeMap::new();
    for event in saved.chain(missing) {
        let path = event.real_path().to_path_buf();
        match firsts.get(&path) {
            Some(earlier) if earlier.position() < event.position() => {}
            _ => {
                firsts.insert(path, event);
            }
        }
    }
    Ok(firsts)
}

impl Steps {
    fn add(&mut self, records: &Records<'_>, first: First, options: &RewindOptions) -> Result<()> {
        let row = match first {
            First::Saved(row) => row,
            First::Missing(gap) => {
                self.leave(gap.file_path, gap.reason);
                return Ok(());
            }
        };
        if !options.overwrite_others
            && let Some((other, _)) =
                records.saved_by_others(&row.session, &row.real_path, row.id)?
            && options.acting.as_ref() != Some(&other)
        {
            self.leave(
                row.file_path,
                format!("session `{other}` wrote it since; rewind that session, or overwrite it"),
            );
            return Ok(());
        }
        let wanted = match wanted(records, &row) {
            Ok(wanted) => wanted,
            Err(error) => {
                self.leave(row.file_path, error.to_string());
                return Ok(());
            }
        };
        match place::look(&row.real_path, CONTENT_LIMIT) {
            Err(error) => self.leave(row.file_path, error.to_string()),
            Ok(now) if now == wanted => self.unchanged.push(row.file_path),
            Ok(Seen::Other { what }) => {
                self.leave(row.file_path, format!("it is {what} now; move it away first"));
            }
            Ok(now) => self.change.push(Step {
                place: Place {
                    given: row.file_path,
                    real: row.real_path,
                    missing_folders: row.missing_folders,
                },
                now,
                wanted,
                from: row.id,
            }),
        }
        Ok(())
    }

    fn leave(&mut self, file_path: PathBuf, error: String) {
        self.errors.push(RewindError { file_path, error });
    }
}

/// What a row says should be at its path, verified.
fn wanted(records: &Records<'_>, row: &FileRow) -> Result<Seen> {
    let Some(key) = row.content else { return Ok(Seen::Absent) };
    let bytes = records.content(key)?;
    Ok(match row.saved_as {
        SavedAs::Symlink => Seen::Symlink { target: bytes },
        SavedAs::File | SavedAs::Absent => Seen::File { bytes, mode: row.mode },
    })
}

/// Prepares what is there now for the safety point. A file that cannot be saved is not
/// touched either: it leaves the steps and becomes an error.
fn safety_copies(steps: &mut Vec<Step>, errors: &mut Vec<RewindError>) -> Vec<Ready> {
    let mut ready = Vec::with_capacity(steps.len());
    steps.retain(|step| {
        // How many folders are missing now is not what was missing then.
        let place = Place {
            missing_folders: Place::of(&step.place.real).map_or(0, |now| now.missing_folders),
            ..step.place.clone()
        };
        let copy = Ready::from_seen(place, step.now.clone(), CONTENT_LIMIT);
        match copy.skipped() {
            None => {
                ready.push(copy);
                true
            }
            Some(reason) => {
                errors.push(RewindError {
                    file_path: step.place.given.clone(),
                    error: format!(
                        "what is there now cannot be saved first ({reason}); left alone"
                    ),
                });
                false
            }
        }
    });
    ready
}

fn drop_old_safety(
    records: &Records<'_>,
    session: &SessionId,
    oldest_kept: CheckpointId,
) -> Result<()> {
    let reason = format!("it was dropped because {UNDOABLE} rewinds of a session can be undone");
    for file in records.droppable_files(session, Purpose::Rewind, 1_000)? {
        if file.id < oldest_kept {
            records.drop_file(&file, &reason)?;
        }
    }
    Ok(())
}

impl Step {
    /// Writes or deletes the one file, unless somebody changed it a moment ago.
    fn carry_out(&self, temporary: &str) -> Result<()> {
        if place::look(&self.place.real, CONTENT_LIMIT)? != self.now {
            return Err(Error::PlanOutdated { path: self.place.given.clone(), count: 1 });
        }
        match &self.wanted {
            Seen::Absent => place::remove(&self.place.real, self.place.missing_folders),
            wanted => place::put(&self.place.real, wanted, temporary),
        }
    }
}

fn temporary_prefix(rewind: CheckpointId) -> String {
    format!(".belay-rewind-{rewind}-")
}

fn temporary_name(rewind: CheckpointId, number: usize) -> String {
    format!("{}{number}.tmp", temporary_prefix(rewind))
}
