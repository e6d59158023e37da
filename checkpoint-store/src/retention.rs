//! How long things stay: by count, by age and by size for each session.
//!
//! Counts are kept with every save. Age and size are looked at here, when a store is
//! opened and whenever a host asks. Nothing that a pinned message needs is removed,
//! and a removal is one short transaction, so that nobody waits long and a process that
//! dies in between has removed whole things or nothing.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::collect::Collected;
use crate::database::{ContentKey, Kept, Purpose, Records};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, SessionId};
use crate::options::Options;
use crate::progress::{Cancel, Progress, Silent, Stage};
use crate::step;
use crate::store::Store;

/// How much clean-up may take of the time in which a store is opened.
const AT_OPENING: Duration = Duration::from_millis(250);
/// How much it may take when somebody asks for it.
const WHEN_ASKED: Duration = Duration::from_secs(30);
/// How often opening a store cleans up.
const EVERY_MS: i64 = 60 * 60 * 1000;
/// If the clock seems to have gone so far since the last time, it is not believed at once.
const IMPLAUSIBLE_MS: i64 = 60 * 24 * 60 * 60 * 1000;
/// Contents that one transaction looks at.
const SWEEP: u32 = 500;
/// How often forgetting may free nothing before it ends.
const IN_VAIN: u32 = 3;
/// Free pages that are given back at a time.
const PAGES: u32 = 256;

/// When clean-up ends: after its time, or when somebody asks.
struct Deadline {
    end: Instant,
    cancel: Option<Cancel>,
}

impl Deadline {
    fn has_passed(&self) -> bool {
        Instant::now() >= self.end || self.cancel.as_ref().is_some_and(Cancel::asked)
    }
}

/// What clean-up did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cleanup {
    /// File checkpoints that are gone.
    pub removed_checkpoints: u64,
    /// Contexts and transcripts that are gone.
    pub removed_contexts: u64,
    /// Sessions that are gone altogether.
    pub removed_sessions: Vec<SessionId>,
    /// Bytes of content that are gone.
    pub freed_bytes: u64,
    /// Whether everything was looked at. If not, the next clean-up goes on.
    pub finished: bool,
    /// Why nothing was removed for its age, if the clock is not to be trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_problem: Option<String>,
}

/// What a garbage collection did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Gc {
    /// Sessions, files and contexts.
    pub cleanup: Cleanup,
    /// Snapshots and captures that are gone.
    pub forgotten: Vec<CheckpointId>,
    /// What was freed of their content; absent if somebody was at work with the store.
    pub collected: Option<Collected>,
    /// Bytes by which the snapshots are still over their limit, because the rest is pinned
    /// or needed.
    pub over_limit: u64,
}

impl Store {
    /// Removes archived sessions whose time is up, what is over the limits of size, and
    /// content nobody needs. Bounded in time; what was done when it is cancelled is done, and
    /// the next clean-up goes on.
    pub fn cleanup(&self, progress: &mut dyn Progress) -> Result<Cleanup> {
        self.cleanup_within(WHEN_ASKED, files::now_ms(), progress)
    }

    /// Cleans up, forgets snapshots and captures that are over the limits of count, age
    /// and size, and frees what no checkpoint needs. What is pinned, what is the newest of
    /// its session and what an undo needs stays, also over the limit.
    pub fn gc(&self, progress: &mut dyn Progress) -> Result<Gc> {
        let now = files::now_ms();
        let cleanup = self.cleanup_within(WHEN_ASKED, now, progress)?;
        let believed = cleanup.clock_problem.is_none();
        let mut forgotten = Vec::new();
        let outdated = outdated(&self.kept_snapshots()?, self.options(), now, believed);
        self.forget_all(&outdated, &mut forgotten)?;
        let mut collected = self.collect_if_alone(progress)?;
        // Only after a collection it is known how much the rest takes. If forgetting more
        // frees nothing, it is not the snapshots that take the room.
        let mut in_vain = 0;
        while collected.is_some()
            && in_vain < IN_VAIN
            && self.bytes_of_snapshots()? > self.options().store_bytes
        {
            let kept = self.kept_snapshots()?;
            let free: Vec<_> = kept.iter().filter(|one| !one.pinned && !one.needed).collect();
            if free.is_empty() {
                break;
            }
            let tenth = free.len().div_ceil(10);
            let oldest: Vec<_> = free.iter().take(tenth).map(|one| one.id).collect();
            self.forget_all(&oldest, &mut forgotten)?;
            let Some(more) = self.collect_if_alone(progress)? else { break };
            in_vain = if more.freed == 0 { in_vain + 1 } else { 0 };
            let sum = collected.get_or_insert_default();
            sum.freed += more.freed;
            sum.removed += more.removed;
            sum.copied += more.copied;
            sum.kept = more.kept;
        }
        let over_limit = self.bytes_of_snapshots()?.saturating_sub(self.options().store_bytes);
        Ok(Gc { cleanup, forgotten, collected, over_limit })
    }

    /// All snapshots. Both ends of a restore that was cut short are needed.
    fn kept_snapshots(&self) -> Result<Vec<Kept>> {
        let ends = self.ends_of_restores()?;
        let mut kept = self.database().read(|records| records.kept_snapshots())?;
        kept.iter_mut().for_each(|one| one.needed |= ends.contains(&one.id));
        Ok(kept)
    }

    fn forget_all(&self, ids: &[CheckpointId], forgotten: &mut Vec<CheckpointId>) -> Result<()> {
        for id in ids {
            self.database().commit(|records| records.hand_changes_on(*id))?;
            step("retention::before_forget")?;
            if self.forget(*id)? {
                forgotten.push(*id);
            }
        }
        Ok(())
    }

    fn collect_if_alone(&self, progress: &mut dyn Progress) -> Result<Option<Collected>> {
        match self.collect_garbage(progress) {
            Ok(collected) => Ok(Some(collected)),
            Err(Error::Busy { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Bytes of all files in the store's folder.
    pub fn size_on_disk(&self) -> Result<u64> {
        size_below(self.folder())
    }

    /// What forgetting snapshots can make smaller. The database and its log are not part
    /// of it: snapshots must not go because the log is long at the moment.
    fn bytes_of_snapshots(&self) -> Result<u64> {
        size_below(&self.layout().objects())
    }

    /// Cleans up if that was not done lately. Part of opening a store.
    pub(crate) fn cleanup_at_opening(&self) -> Result<()> {
        let now = files::now_ms();
        let last = self.database().read(|records| records.cleaned_at())?;
        if last.is_some_and(|last| (0..EVERY_MS).contains(&(now - last))) {
            return Ok(());
        }
        let done = self.cleanup_within(AT_OPENING, now, &mut Silent)?;
        tracing::debug!(?done, "cleaned up");
        Ok(())
    }

    fn cleanup_within(
        &self,
        time: Duration,
        now: i64,
        progress: &mut dyn Progress,
    ) -> Result<Cleanup> {
        progress.at(Stage::Collect, 0, 0);
        let deadline = Deadline { end: Instant::now() + time, cancel: progress.cancel().cloned() };
        let deadline = &deadline;
        let mut done = Cleanup::default();
        let last = self.database().read(|records| records.cleaned_at())?;
        done.clock_problem = last.filter(|last| now - last > IMPLAUSIBLE_MS).map(|last| {
            format!(
                "the clock is {} days ahead of the last clean-up; nothing was removed for its age",
                (now - last) / (24 * 60 * 60 * 1000)
            )
        });
        let aged = done.clock_problem.is_some() || self.remove_aged(now, deadline, &mut done)?;
        let sized = aged && self.remove_oversized(deadline, &mut done)?;
        let swept = sized && self.sweep(deadline, &mut done)?;
        done.finished = swept;
        self.database().commit(|records| records.set_cleaned_at(now))?;
        Ok(done)
    }

    /// Archived sessions whose time is up.
    fn remove_aged(&self, now: i64, deadline: &Deadline, done: &mut Cleanup) -> Result<bool> {
        let keep = i64::try_from(self.options().keep.as_millis()).unwrap_or(i64::MAX);
        let old = self.database().read(|records| {
            let sessions = records.sessions()?;
            Ok(sessions
                .into_iter()
                .filter(|session| session.archived_at.is_some_and(|at| now - at >= keep))
                .map(|session| session.id)
                .collect::<Vec<_>>())
        })?;
        for session in old {
            if deadline.has_passed() {
                return Ok(false);
            }
            let removed = self.database().commit(|records| {
                // It may have been taken up again or pinned since.
                let still = records
                    .session(&session)?
                    .is_some_and(|row| row.archived_at.is_some_and(|at| now - at >= keep));
                if !still || !records.pinned_messages(&session)?.is_empty() {
                    return Ok(None);
                }
                let files = records.count_files(&session)?;
                let contexts = records.contexts(&session)?.len() as u64;
                records.delete_session(&session)?;
                step("retention::before_commit")?;
                Ok(Some((files, contexts)))
            })?;
            if let Some((files, contexts)) = removed {
                self.remove_metadata(&session)?;
                done.removed_checkpoints += files;
                done.removed_contexts += contexts;
                done.removed_sessions.push(session);
            }
        }
        Ok(true)
    }

    /// Sessions that hold more than their share: the oldest contexts go first, then the
    /// oldest files.
    fn remove_oversized(&self, deadline: &Deadline, done: &mut Cleanup) -> Result<bool> {
        let limit = self.options().session_bytes;
        let sessions = self.database().read(|records| records.sessions())?;
        for session in sessions {
            while self.database().read(|records| records.session_bytes(&session.id))? > limit {
                if deadline.has_passed() {
                    return Ok(false);
                }
                let removed =
                    self.database().commit(|records| remove_oldest(records, &session.id, limit))?;
                if removed == (0, 0) {
                    break;
                }
                done.removed_contexts += removed.0;
                done.removed_checkpoints += removed.1;
            }
        }
        Ok(true)
    }

    /// Content nobody needs, and room in the file nobody uses.
    fn sweep(&self, deadline: &Deadline, done: &mut Cleanup) -> Result<bool> {
        let mut after: Option<ContentKey> = None;
        loop {
            if deadline.has_passed() {
                return Ok(false);
            }
            let (next, freed) =
                self.database().commit(|records| records.sweep_contents(after, SWEEP))?;
            done.freed_bytes += freed;
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        while self.database().shrink(PAGES)? > 0 {
            if deadline.has_passed() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Bytes of all files in a folder and below.
fn size_below(folder: &Path) -> Result<u64> {
    let mut sum = 0;
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        for entry in entries.flatten() {
            // A file may go while others are at work.
            match entry.metadata() {
                Ok(found) if found.is_dir() => folders.push(entry.path()),
                Ok(found) => sum += found.len(),
                Err(_) => {}
            }
        }
    }
    Ok(sum)
}

/// Snapshots over the limits of count and age, oldest first.
fn outdated(kept: &[Kept], options: &Options, now: i64, believed: bool) -> Vec<CheckpointId> {
    let age = i64::try_from(options.snapshot_keep.as_millis()).unwrap_or(i64::MAX);
    let mut counts: HashMap<Option<&SessionId>, usize> = HashMap::new();
    let mut gone: Vec<_> = kept
        .iter()
        .rev()
        .filter(|one| {
            let count = counts.entry(one.session.as_ref()).or_default();
            *count += 1;
            let old = believed && now - one.created_at >= age;
            !one.pinned && !one.needed && (old || *count > options.session_snapshots)
        })
        .map(|one| one.id)
        .collect();
    gone.reverse();
    gone
}

/// Removes a few of the oldest things of a session: contexts and files.
fn remove_oldest(records: &Records<'_>, session: &SessionId, limit: u64) -> Result<(u64, u64)> {
    const A_FEW: usize = 20;
    let contexts = records.droppable_versions(session, A_FEW)?;
    if !contexts.is_empty() {
        for version in &contexts {
            records.delete_version(version)?;
        }
        return Ok((contexts.len() as u64, 0));
    }
    let reason = format!("it was dropped because a session keeps {limit} bytes");
    for purpose in [Purpose::Write, Purpose::Rewind] {
        let files = records.droppable_files(session, purpose, A_FEW)?;
        if !files.is_empty() {
            for file in &files {
                records.drop_file(file, &reason)?;
            }
            return Ok((0, files.len() as u64));
        }
    }
    Ok((0, 0))
}
