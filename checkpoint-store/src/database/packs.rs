//! Files of git objects. A pack without a row is debris of a process that died.

use rusqlite::Row;

use super::Records;
use crate::error::Result;

/// One pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackRow {
    /// Its file name without an extension.
    pub(crate) name: String,
    /// Bytes on disk.
    pub(crate) size: u64,
    /// How many objects it holds.
    pub(crate) objects: u64,
    pub(crate) created_at: i64,
}

fn pack_from(row: &Row<'_>) -> rusqlite::Result<PackRow> {
    Ok(PackRow {
        name: row.get(0)?,
        size: row.get(1)?,
        objects: row.get(2)?,
        created_at: row.get(3)?,
    })
}

impl Records<'_> {
    /// Makes a pack part of the store. Do it in the same `write` as the checkpoint that
    /// needs it, after the file is on the disk.
    pub(crate) fn insert_pack(&self, pack: &PackRow) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO packs (name, size, objects, created_at) VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (name) DO NOTHING",
            )?
            .execute((&pack.name, pack.size, pack.objects, pack.created_at))?;
        Ok(())
    }

    /// Every pack, oldest first.
    pub(crate) fn packs(&self) -> Result<Vec<PackRow>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT name, size, objects, created_at FROM packs ORDER BY key")?;
        let found = statement.query_map([], pack_from)?;
        Ok(found.collect::<rusqlite::Result<_>>()?)
    }

    /// Takes a pack out of the store. Delete its files only after the commit.
    pub(crate) fn delete_pack(&self, name: &str) -> Result<()> {
        self.connection.execute("DELETE FROM packs WHERE name = ?1", [name])?;
        Ok(())
    }
}
