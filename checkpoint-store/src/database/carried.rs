//! Small packs that are committed together with the row that needs them.

use rusqlite::{Connection, OptionalExtension, params};

use crate::ids::ObjectId;
use crate::objects::CarriedPack;

/// How long the files of a pack are.
pub(crate) struct Lengths {
    pub(crate) name: ObjectId,
    pub(crate) pack: u64,
    pub(crate) index: u64,
    pub(crate) promises: bool,
    /// It need not be a file yet.
    pub(crate) waits: bool,
}

/// Keeps a pack, if there is one to keep. One of the same name has the same bytes.
pub(crate) fn insert(
    connection: &Connection,
    pack: Option<&CarriedPack>,
    waits: bool,
) -> rusqlite::Result<()> {
    let Some(pack) = pack else { return Ok(()) };
    connection
        .prepare_cached(
            "INSERT OR IGNORE INTO carried_packs (name, pack, entries, promises, waits)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![pack.name, pack.pack, pack.index, pack.promises, waits])?;
    Ok(())
}

/// All of them, without their bytes.
pub(crate) fn lengths(connection: &Connection) -> rusqlite::Result<Vec<Lengths>> {
    connection
        .prepare_cached(
            "SELECT name, length(pack), length(entries), promises, waits FROM carried_packs",
        )?
        .query_map([], |row| {
            Ok(Lengths {
                name: row.get(0)?,
                pack: row.get(1)?,
                index: row.get(2)?,
                promises: row.get(3)?,
                waits: row.get(4)?,
            })
        })?
        .collect()
}

/// One of them.
pub(crate) fn get(
    connection: &Connection,
    name: ObjectId,
) -> rusqlite::Result<Option<CarriedPack>> {
    connection
        .prepare_cached("SELECT pack, entries, promises FROM carried_packs WHERE name = ?1")?
        .query_row([name], |row| {
            Ok(CarriedPack { name, pack: row.get(0)?, index: row.get(1)?, promises: row.get(2)? })
        })
        .optional()
}

/// Forgets those whose content is on the disk elsewhere, or needed by nobody.
pub(crate) fn delete(connection: &Connection, names: &[ObjectId]) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("DELETE FROM carried_packs WHERE name = ?1")?;
    for name in names {
        statement.execute([name])?;
    }
    Ok(())
}
