//! Transcripts and conversations: lines that are mostly only added to.
//!
//! A version of a stream is the first so many chunks of one generation, and perhaps
//! a last line that has no end yet. Adding lines adds chunks; only a file that was
//! rewritten begins a new generation.

use std::ops::Range;

use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, Row, ToSql};

use super::{ContentKey, Records};
use crate::error::Result;
use crate::ids::{CheckpointId, MessageId, SessionId};

/// Where a stream lies in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StreamKey(i64);

impl ToSql for StreamKey {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for StreamKey {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

/// Some whole lines of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkRow {
    pub(crate) number: u32,
    pub(crate) content: ContentKey,
    /// Where these lines end in the source, in bytes.
    pub(crate) source_end: u64,
    /// Hash of the lines as they were in the source, before secrets were taken out.
    pub(crate) source_hash: [u8; 32],
    /// How many lines there are up to the end of this chunk.
    pub(crate) lines_end: u64,
}

/// A stream at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionRow {
    pub(crate) position: CheckpointId,
    pub(crate) stream: StreamKey,
    pub(crate) generation: u32,
    pub(crate) chunks: u32,
    /// A last line without an end.
    pub(crate) tail: Option<ContentKey>,
    pub(crate) lines: u64,
    pub(crate) message: Option<MessageId>,
    pub(crate) created_at: i64,
}

const VERSION: &str = "position, stream, generation, chunks, tail, lines, message_id, created_at";

fn version_from(row: &Row<'_>) -> rusqlite::Result<VersionRow> {
    Ok(VersionRow {
        position: row.get(0)?,
        stream: row.get(1)?,
        generation: row.get(2)?,
        chunks: row.get(3)?,
        tail: row.get(4)?,
        lines: row.get(5)?,
        message: row.get(6)?,
        created_at: row.get(7)?,
    })
}

fn chunk_from(row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
    Ok(ChunkRow {
        number: row.get(0)?,
        content: row.get(1)?,
        source_end: row.get(2)?,
        source_hash: row.get(3)?,
        lines_end: row.get(4)?,
    })
}

impl Records<'_> {
    /// A session's stream of this name and its present generation, if there is one.
    pub(crate) fn stream(
        &self,
        session: &SessionId,
        name: &str,
    ) -> Result<Option<(StreamKey, u32)>> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT key, generation FROM streams WHERE session_id = ?1 AND name = ?2",
            )?
            .query_row((session, name), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    /// The names of a session's streams.
    pub(crate) fn stream_names(&self, session: &SessionId) -> Result<Vec<String>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT name FROM streams WHERE session_id = ?1 ORDER BY key")?;
        let found = statement.query_map([session], |row| row.get(0))?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Begins a stream.
    pub(crate) fn insert_stream(&self, session: &SessionId, name: &str) -> Result<StreamKey> {
        self.connection.execute(
            "INSERT INTO streams (session_id, name, generation) VALUES (?1, ?2, 0)",
            (session, name),
        )?;
        Ok(StreamKey(self.connection.last_insert_rowid()))
    }

    /// Says which generation of a stream is the present one.
    pub(crate) fn set_generation(&self, stream: StreamKey, generation: u32) -> Result<()> {
        self.connection
            .execute("UPDATE streams SET generation = ?2 WHERE key = ?1", (stream, generation))?;
        Ok(())
    }

    /// Begins a new generation that takes over the first `shared` chunks of the present
    /// one. Their contents are shared, only rows are copied.
    pub(crate) fn next_generation(
        &self,
        stream: StreamKey,
        present: u32,
        shared: u32,
    ) -> Result<u32> {
        let next = present + 1;
        self.connection.execute(
            "INSERT INTO stream_chunks (stream, generation, number, content, source_end, \
             source_hash, lines_end) SELECT stream, ?3, number, content, source_end, source_hash, \
             lines_end FROM stream_chunks WHERE stream = ?1 AND generation = ?2 AND number < ?4",
            (stream, present, next, shared),
        )?;
        self.set_generation(stream, next)?;
        Ok(next)
    }

    /// Some chunks of one generation, in order.
    pub(crate) fn chunks(
        &self,
        stream: StreamKey,
        generation: u32,
        numbers: Range<u32>,
    ) -> Result<Vec<ChunkRow>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT number, content, source_end, source_hash, lines_end FROM stream_chunks \
             WHERE stream = ?1 AND generation = ?2 AND number >= ?3 AND number < ?4 \
             ORDER BY number",
        )?;
        let found =
            statement.query_map((stream, generation, numbers.start, numbers.end), chunk_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// The last chunk of one generation.
    pub(crate) fn last_chunk(
        &self,
        stream: StreamKey,
        generation: u32,
    ) -> Result<Option<ChunkRow>> {
        Ok(self
            .connection
            .prepare_cached(
                "SELECT number, content, source_end, source_hash, lines_end FROM stream_chunks \
                 WHERE stream = ?1 AND generation = ?2 ORDER BY number DESC LIMIT 1",
            )?
            .query_row((stream, generation), chunk_from)
            .optional()?)
    }

    /// Adds a chunk at the end of a generation.
    pub(crate) fn insert_chunk(
        &self,
        stream: StreamKey,
        generation: u32,
        chunk: &ChunkRow,
    ) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO stream_chunks (stream, generation, number, content, source_end, \
                 source_hash, lines_end) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute((
                stream,
                generation,
                chunk.number,
                chunk.content,
                chunk.source_end,
                chunk.source_hash,
                chunk.lines_end,
            ))?;
        Ok(())
    }

    /// Records a stream as it is now.
    pub(crate) fn insert_version(&self, version: &VersionRow) -> Result<()> {
        self.connection
            .prepare_cached(&format!(
                "INSERT INTO stream_versions ({VERSION}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
            ))?
            .execute((
                version.position,
                version.stream,
                version.generation,
                version.chunks,
                version.tail,
                version.lines,
                &version.message,
                version.created_at,
            ))?;
        Ok(())
    }

    /// The version that was saved for a message, the newest if there are several.
    pub(crate) fn version_for(
        &self,
        stream: StreamKey,
        message: &MessageId,
    ) -> Result<Option<VersionRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!(
                "SELECT {VERSION} FROM stream_versions WHERE stream = ?1 AND message_id = ?2 \
                 ORDER BY position DESC LIMIT 1"
            ))?
            .query_row((stream, message), version_from)
            .optional()?)
    }

    /// One version.
    pub(crate) fn version(&self, position: CheckpointId) -> Result<Option<VersionRow>> {
        Ok(self
            .connection
            .prepare_cached(&format!("SELECT {VERSION} FROM stream_versions WHERE position = ?1"))?
            .query_row([position], version_from)
            .optional()?)
    }

    /// All versions of a stream, oldest first.
    pub(crate) fn versions(&self, stream: StreamKey) -> Result<Vec<VersionRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {VERSION} FROM stream_versions WHERE stream = ?1 ORDER BY position"
        ))?;
        let found = statement.query_map([stream], version_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// A session's oldest versions that may go, oldest first: not the newest of a stream,
    /// on which the next save builds, and not what a pinned message needs.
    pub(crate) fn droppable_versions(
        &self,
        session: &SessionId,
        limit: usize,
    ) -> Result<Vec<VersionRow>> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT {VERSION} FROM stream_versions v WHERE \
             stream IN (SELECT key FROM streams WHERE session_id = ?1) \
             AND position < (SELECT max(position) FROM stream_versions WHERE stream = v.stream) \
             AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.session_id = ?1 AND m.pinned \
             AND m.id = v.message_id) ORDER BY position LIMIT ?2"
        ))?;
        let found = statement.query_map((session, limit), version_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Removes a version with the contexts that were saved with it, and the chunks that
    /// no version reaches any more. The present generation's chunks stay: the next save
    /// builds on them.
    pub(crate) fn delete_version(&self, version: &VersionRow) -> Result<()> {
        self.connection
            .execute("DELETE FROM contexts WHERE conversation = ?1", [version.position])?;
        self.connection
            .execute("DELETE FROM stream_versions WHERE position = ?1", [version.position])?;
        self.connection.execute(
            "DELETE FROM stream_chunks WHERE stream = ?1 AND generation = ?2 \
             AND generation <> (SELECT generation FROM streams WHERE key = ?1) \
             AND number >= (SELECT coalesce(max(chunks), 0) FROM stream_versions \
             WHERE stream = ?1 AND generation = ?2)",
            (version.stream, version.generation),
        )?;
        Ok(())
    }
}
