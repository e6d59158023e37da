//! SQLite: every row, the only commit point.
//!
//! Content written to files counts only once a row names it. The database runs in
//! write-ahead mode with `synchronous = FULL`, so a row that was committed is on
//! the disk. Its version is a ladder: steps are only ever added, and a store from
//! a later release is refused rather than guessed at.

pub(crate) mod snapshots;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};

/// One step for each version. Never change one that was released; add the next.
const LADDER: &[&str] = &[snapshots::SCHEMA];

/// The connection of one process.
pub(crate) struct Database {
    path: PathBuf,
    connection: Connection,
}

impl Database {
    /// Opens or makes the database and climbs to the newest version.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        // SQLite gives its companions the same rights as the database.
        let mut how = std::fs::File::options();
        how.read(true).write(true).create(true).truncate(false);
        crate::store::private(&mut how)
            .open(path)
            .map_err(|error| Error::io("open", path, error))?;
        let connection = Connection::open(path).map_err(|error| failed(path, error))?;
        let mut database = Self { path: path.to_path_buf(), connection };
        database.run(|connection| {
            connection.busy_timeout(Duration::from_secs(30))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)
        })?;
        database.climb()?;
        Ok(database)
    }

    fn climb(&mut self) -> Result<()> {
        let version = |connection: &Connection| {
            connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
        };
        let known = i64::try_from(LADDER.len()).unwrap_or(i64::MAX);
        let found = self.run(|connection| version(connection))?;
        if found > known {
            return Err(Error::NewerStore { path: self.path.clone(), found, known });
        }
        if found == known {
            return Ok(());
        }
        self.write(|transaction| {
            // Asked again inside: another process may have climbed meanwhile.
            let found = usize::try_from(version(transaction)?).unwrap_or(0);
            for step in LADDER.iter().skip(found) {
                transaction.execute_batch(step)?;
            }
            transaction.pragma_update(None, "user_version", known)
        })
    }

    /// Reads; SQLite's errors get their place.
    pub(crate) fn run<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        work(&self.connection).map_err(|error| failed(&self.path, error))
    }

    /// Writes everything or nothing. When it returns `Ok`, it is on the disk.
    pub(crate) fn write<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        let path = &self.path;
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| failed(path, error))?;
        let value = work(&transaction).map_err(|error| failed(path, error))?;
        transaction.commit().map_err(|error| failed(path, error))?;
        Ok(value)
    }
}

fn failed(path: &Path, source: rusqlite::Error) -> Error {
    match source.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => Error::DiskFull { path: path.to_path_buf() },
        _ => Error::Database { path: path.to_path_buf(), source },
    }
}
