//! How long things stay: by count, by age and by size for each session.
//!
//! Counts are kept with every save. Age and size are looked at here, when a store is
//! opened and whenever a host asks. Nothing that a pinned message needs is removed,
//! and a removal is one short transaction, so that nobody waits long and a process that
//! dies in between has removed whole things or nothing.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::database::{ContentKey, Purpose, Records};
use crate::error::Result;
use crate::files;
use crate::ids::SessionId;
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
/// Free pages that are given back at a time.
const PAGES: u32 = 256;

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

impl Store {
    /// Removes archived sessions whose time is up, what is over the limits of size, and
    /// content nobody needs. Bounded in time.
    pub fn cleanup(&self) -> Result<Cleanup> {
        self.cleanup_within(WHEN_ASKED, files::now_ms())
    }

    /// Cleans up if that was not done lately. Part of opening a store.
    pub(crate) fn cleanup_at_opening(&self) -> Result<()> {
        let now = files::now_ms();
        let last = self.database().read(|records| records.cleaned_at())?;
        if last.is_some_and(|last| (0..EVERY_MS).contains(&(now - last))) {
            return Ok(());
        }
        let done = self.cleanup_within(AT_OPENING, now)?;
        tracing::debug!(?done, "cleaned up");
        Ok(())
    }

    fn cleanup_within(&self, time: Duration, now: i64) -> Result<Cleanup> {
        let deadline = Instant::now() + time;
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
    fn remove_aged(&self, now: i64, deadline: Instant, done: &mut Cleanup) -> Result<bool> {
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
            if Instant::now() >= deadline {
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
    fn remove_oversized(&self, deadline: Instant, done: &mut Cleanup) -> Result<bool> {
        let limit = self.options().session_bytes;
        let sessions = self.database().read(|records| records.sessions())?;
        for session in sessions {
            while self.database().read(|records| records.session_bytes(&session.id))? > limit {
                if Instant::now() >= deadline {
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
    fn sweep(&self, deadline: Instant, done: &mut Cleanup) -> Result<bool> {
        let mut after: Option<ContentKey> = None;
        loop {
            if Instant::now() >= deadline {
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
            if Instant::now() >= deadline {
                return Ok(false);
            }
        }
        Ok(true)
    }
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
