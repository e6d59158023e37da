//! What a file was before an agent wrote it, and which saves are missing.

use std::path::{Path, PathBuf};

use rusqlite::{OptionalExtension, Row};

use super::columns::{PathIn, PathOut, worded};
use super::{ContentKey, Records};
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};

/// What was at the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SavedAs {
    File,
    Symlink,
    /// Nothing: going back deletes what is there now.
    Absent,
}

worded!(SavedAs { File = "file", Symlink = "symlink", Absent = "absent" });

/// Why it was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// An agent was about to write.
    Write,
    /// A rewind was about to write, so that it can be undone.
    Rewind,
}

worded!(Purpose { Write = "write", Rewind = "rewind" });

/// One saved file as it lies in its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileRow {
    /// Also its place in the order of everything.
    pub(crate) id: CheckpointId,
    pub(crate) session: SessionId,
    pub(crate) message: MessageId,
    /// The path as the agent wrote it, made absolute.
    pub(crate) file_path: PathBuf,
    /// The same place with every link in its folders resolved. Rows with the same
    /// real path are about the same file.
    pub(crate) real_path: PathBuf,
    /// Bytes of a file, target of a link; `None` where nothing was.
    pub(crate) content: Option<ContentKey>,
    pub(crate) saved_as: SavedAs,
    /// Permission bits, where the platform has them.
    pub(crate) mode: Option<u32>,
    /// How many folders above it did not exist either.
    pub(crate) missing_folders: u32,
    pub(crate) purpose: Purpose,
    pub(crate) created_at: i64,
}

/// A save that is missing on purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileGap {
    pub(crate) position: CheckpointId,
    pub(crate) session: SessionId,
    pub(crate) file_path: PathBuf,
    pub(crate) real_path: PathBuf,
    /// A sentence for people.
    pub(crate) reason: String,
}

const COLUMNS: &str = "id, session_id, message_id, file_path, real_path, original_content, kind, \
                       mode, missing_folders, purpose, created_at";

fn file_from(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        id: row.get(0)?,
        session: row.get(1)?,
        message: row.get(2)?,
        file_path: row.get::<_, PathOut>(3)?.0,
        real_path: row.get::<_, PathOut>(4)?.0,
        content: row.get(5)?,
        saved_as: row.get(6)?,
        mode: row.get(7)?,
        missing_folders: row.get(8)?,
        purpose: row.get(9)?,
        created_at: row.get(10)?,
    })
}

fn gap_from(row: &Row<'_>) -> rusqlite::Result<FileGap> {
    Ok(FileGap {
        position: row.get(0)?,
        session: row.get(1)?,
        file_path: row.get::<_, PathOut>(2)?.0,
        real_path: row.get::<_, PathOut>(3)?.0,
        reason: row.get(4)?,
    })
}

impl Records<'_> {
    /// Adds a saved file.
    pub(crate) fn insert_file(&self, file: &FileRow) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO file_checkpoints (id, session_id, message_id, file_path, real_path, \
                 original_content, file_existed, kind, mode, missing_folders, purpose, created_at) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            )?
            .execute((
                file.id,
                &file.session,
                &file.message,
                PathIn(&file.file_path),
                PathIn(&file.real_path),
                file.content,
                file.saved_as != SavedAs::Absent,
                file.saved_as,
                file.mode,
                file.missing_folders,
                file.purpose,
                file.created_at,
            ))?;
        Ok(())
    }

    /// Notes that a save is missing.
    pub(crate) fn insert_gap(&self, gap: &FileGap) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO file_gaps (position, session_id, file_path, real_path, reason) \
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute((
                gap.position,
                &gap.session,
                PathIn(&gap.file_path),
                PathIn(&gap.real_path),
                &gap.reason,
            ))?;
        Ok(())
    }

    /// One saved file.
    pub(crate) fn file(&self, id: CheckpointId) -> Result<Option<FileRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM file_checkpoints WHERE id = ?1"))?
            .query_row([id], file_from)
            .optional()?)
    }

    /// A session's saved files, oldest first, from `from` on.
    pub(crate) fn files_since(
        &self,
        session: &SessionId,
        from: CheckpointId,
    ) -> Result<Vec<FileRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM file_checkpoints WHERE session_id = ?1 AND id >= ?2 ORDER BY id"
        ))?;
        let found = statement.query_map((session, from), file_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// A session's missing saves, oldest first, from `from` on.
    pub(crate) fn gaps_since(
        &self,
        session: &SessionId,
        from: CheckpointId,
    ) -> Result<Vec<FileGap>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT position, session_id, file_path, real_path, reason FROM file_gaps \
             WHERE session_id = ?1 AND position >= ?2 ORDER BY position",
        )?;
        let found = statement.query_map((session, from), gap_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// The newest save of this path by this session from `from` on, if there is one.
    pub(crate) fn saved_since(
        &self,
        session: &SessionId,
        real_path: &Path,
        from: CheckpointId,
    ) -> Result<Option<CheckpointId>> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT max(id) FROM file_checkpoints \
                 WHERE real_path = ?2 AND id >= ?3 AND session_id = ?1",
            )?
            .query_row((session, PathIn(real_path), from), |row| row.get(0))?)
    }

    /// The newest save of this path by any other session after `after`.
    pub(crate) fn saved_by_others(
        &self,
        session: &SessionId,
        real_path: &Path,
        after: CheckpointId,
    ) -> Result<Option<(SessionId, i64)>> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT session_id, created_at FROM file_checkpoints \
                 WHERE real_path = ?2 AND id > ?3 AND session_id <> ?1 ORDER BY id DESC LIMIT 1",
            )?
            .query_row((session, PathIn(real_path), after), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    /// How many saves before writes a session has.
    pub(crate) fn count_writes(&self, session: &SessionId) -> Result<usize> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT count(*) FROM file_checkpoints WHERE session_id = ?1 AND purpose = 'write'",
            )?
            .query_row([session], |row| row.get(0))?)
    }

    /// A session's oldest saves that a limit may drop, oldest first. A save that a pinned
    /// message needs is not among them: the first of its path after that message.
    pub(crate) fn droppable_files(
        &self,
        session: &SessionId,
        purpose: Purpose,
        limit: usize,
    ) -> Result<Vec<FileRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {COLUMNS} FROM file_checkpoints f WHERE session_id = ?1 AND purpose = ?2 \
             AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.session_id = ?1 AND m.pinned \
                AND m.position <= f.id AND NOT EXISTS (SELECT 1 FROM file_checkpoints e \
                    WHERE e.real_path = f.real_path AND e.session_id = ?1 \
                    AND e.id >= m.position AND e.id < f.id)) \
             ORDER BY id LIMIT ?3"
        ))?;
        let found = statement.query_map((session, purpose, limit), file_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Drops a saved file and remembers that it is missing. Notes about the same path
    /// that no kept save separates are folded into one, so that they stay few.
    pub(crate) fn drop_file(&self, file: &FileRow, reason: &str) -> Result<()> {
        self.connection
            .prepare_cached("DELETE FROM file_checkpoints WHERE id = ?1")?
            .execute([file.id])?;
        if let Some(key) = file.content {
            self.release_content(key)?;
        }
        self.connection
            .prepare_cached(
                "DELETE FROM file_gaps WHERE session_id = ?1 AND real_path = ?2 AND position < ?3 \
                 AND NOT EXISTS (SELECT 1 FROM file_checkpoints f WHERE f.session_id = ?1 AND \
                 f.real_path = ?2 AND f.id > file_gaps.position AND f.id < ?3)",
            )?
            .execute((&file.session, PathIn(&file.real_path), file.id))?;
        self.insert_gap(&FileGap {
            position: file.id,
            session: file.session.clone(),
            file_path: file.file_path.clone(),
            real_path: file.real_path.clone(),
            reason: reason.to_owned(),
        })
    }

    /// The id git gives a saved file's content.
    pub(crate) fn content_id(&self, key: ContentKey) -> Result<ObjectId> {
        Ok(self
            .connection
            .prepare_cached("SELECT id FROM contents WHERE key = ?1")?
            .query_row([key], |row| row.get(0))?)
    }

    /// How many saved files a session has.
    pub(crate) fn count_files(&self, session: &SessionId) -> Result<u64> {
        Ok(self.connection.query_row(
            "SELECT count(*) FROM file_checkpoints WHERE session_id = ?1",
            [session],
            |row| row.get(0),
        )?)
    }

    /// Compressed bytes of everything a session needs. What it shares with others counts
    /// in full.
    pub(crate) fn session_bytes(&self, session: &SessionId) -> Result<u64> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT coalesce(sum(length(bytes)), 0) FROM contents WHERE key IN (\
                 SELECT original_content FROM file_checkpoints WHERE session_id = ?1 UNION \
                 SELECT content FROM stream_chunks WHERE stream IN \
                    (SELECT key FROM streams WHERE session_id = ?1) UNION \
                 SELECT tail FROM stream_versions WHERE stream IN \
                    (SELECT key FROM streams WHERE session_id = ?1) UNION \
                 SELECT system_prompt FROM contexts WHERE session_id = ?1 UNION \
                 SELECT body FROM contexts WHERE session_id = ?1)",
            )?
            .query_row([session], |row| row.get(0))?)
    }
}
