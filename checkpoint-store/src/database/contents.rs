//! Bytes, each once, under the id git gives them as a blob, checked whenever they
//! are read. A damaged row is named and never served.

use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};
use rusqlite::{OptionalExtension, ToSql};

use super::Records;
use super::columns::worded;
use crate::error::{Error, Result};
use crate::ids::ObjectId;

/// Where content lies in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ContentKey(i64);

impl ToSql for ContentKey {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for ContentKey {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Plain,
    Zstd,
}

worded!(Encoding { Plain = "plain", Zstd = "zstd" });

/// Fast enough for every write of an agent, and most of what higher levels save.
const LEVEL: i32 = 3;
/// Below this a frame's header eats what compression saves.
const WORTH_COMPRESSING: usize = 64;

/// Every column that points at contents stands here.
const UNNEEDED: &str = "\
    NOT EXISTS (SELECT 1 FROM file_checkpoints WHERE original_content = contents.key) AND \
    NOT EXISTS (SELECT 1 FROM stream_chunks WHERE content = contents.key) AND \
    NOT EXISTS (SELECT 1 FROM stream_versions WHERE tail = contents.key) AND \
    NOT EXISTS (SELECT 1 FROM contexts WHERE system_prompt = contents.key) AND \
    NOT EXISTS (SELECT 1 FROM contexts WHERE body = contents.key)";

/// Content prepared outside a transaction, so that nobody waits for its compression.
pub(crate) struct Packed {
    id: ObjectId,
    size: usize,
    encoding: Encoding,
    bytes: Vec<u8>,
}

impl Packed {
    /// Hashes and compresses.
    pub(crate) fn new(content: Vec<u8>) -> Self {
        let id = ObjectId::of_blob(&content);
        let size = content.len();
        if size >= WORTH_COMPRESSING
            && let Ok(smaller) = zstd::bulk::compress(&content, LEVEL)
            && smaller.len() < size
        {
            return Self { id, size, encoding: Encoding::Zstd, bytes: smaller };
        }
        Self { id, size, encoding: Encoding::Plain, bytes: content }
    }

    pub(crate) fn id(&self) -> ObjectId {
        self.id
    }

    /// Bytes before compression.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    fn unpacked(&self) -> Option<Vec<u8>> {
        unpack(self.encoding, &self.bytes, self.size)
    }
}

fn unpack(encoding: Encoding, bytes: &[u8], size: usize) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Plain => Some(bytes.to_vec()),
        Encoding::Zstd => zstd::bulk::decompress(bytes, size).ok(),
    }
    .filter(|content| content.len() == size)
}

impl Records<'_> {
    /// Keeps content, once. If it is there already, what is there is compared with
    /// what came in: a damaged row is thereby repaired, and two different contents of
    /// one name are refused instead of one being taken for the other.
    pub(crate) fn keep_content(&self, packed: &Packed) -> Result<ContentKey> {
        let known = self
            .connection
            .prepare_cached("SELECT key, size, encoding, bytes FROM contents WHERE id = ?1")?
            .query_row([packed.id], |row| {
                let key: ContentKey = row.get(0)?;
                let size: usize = row.get(1)?;
                let same = size == packed.size
                    && row.get::<_, Encoding>(2)? == packed.encoding
                    && row.get_ref(3)?.as_blob()? == packed.bytes;
                Ok((key, same))
            })
            .optional()?;
        match known {
            None => {
                self.connection
                    .prepare_cached(
                        "INSERT INTO contents (id, size, encoding, bytes) VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute((packed.id, packed.size, packed.encoding, &packed.bytes))?;
                Ok(ContentKey(self.connection.last_insert_rowid()))
            }
            Some((key, true)) => Ok(key),
            Some((key, false)) => self.reconcile_content(key, packed),
        }
    }

    /// The same name with other bytes: another release compressed it differently, or
    /// the row is damaged, or somebody made two contents with one hash.
    fn reconcile_content(&self, key: ContentKey, packed: &Packed) -> Result<ContentKey> {
        match self.content(key) {
            Ok(stored) if packed.unpacked().is_some_and(|fresh| fresh == stored) => Ok(key),
            Ok(_) => Err(Error::Invalid {
                what: format!(
                    "two different contents share the name {}; the new one was not saved",
                    packed.id
                ),
            }),
            Err(Error::Damaged { .. }) => {
                self.connection.execute(
                    "UPDATE contents SET size = ?2, encoding = ?3, bytes = ?4 WHERE key = ?1",
                    (key, packed.size, packed.encoding, &packed.bytes),
                )?;
                Ok(key)
            }
            Err(error) => Err(error),
        }
    }

    /// Content by its place, verified.
    pub(crate) fn content(&self, key: ContentKey) -> Result<Vec<u8>> {
        let (id, size, encoding, bytes) = self
            .connection
            .prepare_cached("SELECT id, size, encoding, bytes FROM contents WHERE key = ?1")?
            .query_row([key], |row| {
                // A damaged row may hold anything, so nothing is taken for granted.
                Ok((
                    row.get::<_, ObjectId>(0)?,
                    row.get::<_, usize>(1),
                    row.get::<_, Encoding>(2),
                    row.get::<_, Vec<u8>>(3)?,
                ))
            })?;
        let damaged = |what: &str| Error::Damaged {
            id,
            path: self.path.to_path_buf(),
            what: what.to_owned(),
        };
        let (Ok(size), Ok(encoding)) = (size, encoding) else {
            return Err(damaged("its row cannot be read"));
        };
        // The size comes from the row too, so it must not decide how much memory is taken.
        if size as u64 > crate::database::CONTENT_LIMIT {
            return Err(damaged("its size is impossible"));
        }
        let content =
            unpack(encoding, &bytes, size).ok_or_else(|| damaged("it does not unpack"))?;
        if ObjectId::of_blob(&content) != id {
            return Err(damaged("its bytes have another hash"));
        }
        Ok(content)
    }

    /// Lets go of content a row no longer needs; it goes if no other row needs it.
    pub(crate) fn release_content(&self, key: ContentKey) -> Result<()> {
        self.connection
            .prepare_cached(&format!("DELETE FROM contents WHERE key = ?1 AND {UNNEEDED}"))?
            .execute([key])?;
        Ok(())
    }

    /// Removes contents that no row needs among those after `after`, looking at no more
    /// than `limit`. Returns where it stopped, or `None` at the end, and the bytes freed.
    pub(crate) fn sweep_contents(
        &self,
        after: Option<ContentKey>,
        limit: u32,
    ) -> Result<(Option<ContentKey>, u64)> {
        let after = after.map_or(i64::MIN, |key| key.0);
        let last: Option<i64> = self
            .connection
            .prepare_cached(
                "SELECT max(key) FROM (SELECT key FROM contents WHERE key > ?1 ORDER BY key LIMIT ?2)",
            )?
            .query_row((after, limit), |row| row.get(0))?;
        let Some(last) = last else { return Ok((None, 0)) };
        let freed: u64 = self
            .connection
            .prepare_cached(&format!(
                "SELECT coalesce(sum(length(bytes)), 0) FROM contents \
                 WHERE key > ?1 AND key <= ?2 AND {UNNEEDED}"
            ))?
            .query_row((after, last), |row| row.get(0))?;
        self.connection
            .prepare_cached(&format!(
                "DELETE FROM contents WHERE key > ?1 AND key <= ?2 AND {UNNEEDED}"
            ))?
            .execute((after, last))?;
        Ok((Some(ContentKey(last)), freed))
    }

    /// The ids of all contents, for a check of the whole store.
    pub(crate) fn content_keys(&self) -> Result<Vec<ContentKey>> {
        let mut statement = self.connection.prepare("SELECT key FROM contents ORDER BY key")?;
        let keys = statement.query_map([], |row| row.get(0))?;
        Ok(keys.collect::<rusqlite::Result<_>>()?)
    }
}
