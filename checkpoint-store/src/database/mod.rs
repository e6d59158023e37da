//! SQLite: every row of the store, and the only commit point.
//!
//! No SQL is written outside this folder; each topic has its file of typed functions.
//! Sessions and what belongs to them are reached through [`Records`], inside
//! [`Database::commit`] or [`Database::read`]; snapshots through their own functions,
//! inside [`Database::write`] or [`Database::run`]. What one `commit` or `write` does is
//! there whole after a crash, or not at all, and on the disk when it returns.
//!
//! ```text
//! migrations        the ladder from an empty file to today's tables
//! columns           how ids and paths lie in a column
//! sequence          the one rising order of everything
//! sessions, messages
//! contents          bytes, each once, checked whenever they are read
//! file_checkpoints  what a file was before an agent wrote it
//! rewinds           the journal of bringing such files back
//! carried           small packs, in the transaction of the row that needs them
//! snapshots         of workspaces and of single paths, who changed which path
//! marks             labels and pins of snapshots
//! happenings        all of it in one list
//! streams           transcripts and conversations
//! contexts          what was sent to a model
//! ```

pub(crate) mod carried;
mod columns;
mod contents;
mod contexts;
mod file_checkpoints;
mod happenings;
mod marks;
mod messages;
mod migrations;
pub(crate) mod restores;
mod rewinds;
mod sequence;
mod sessions;
pub(crate) mod snapshots;
mod streams;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::error::{Error, Result};

pub(crate) use contents::{ContentKey, Packed};
pub(crate) use contexts::ContextRow;
pub(crate) use file_checkpoints::{FileGap, FileRow, Purpose, SavedAs};
pub(crate) use happenings::{Happening, HappeningKind};
pub(crate) use marks::{Kept, Leaving};
pub(crate) use messages::{MessageKind, MessageRow};
pub(crate) use rewinds::{RewindRow, RewindState};
pub(crate) use sessions::SessionRow;
pub(crate) use streams::{ChunkRow, StreamKey, VersionRow};

/// The largest content a row may hold. More would not fit into memory twice.
pub(crate) const CONTENT_LIMIT: u64 = 256 << 20;

/// How long a writer waits for another process before it gives up. Nobody holds
/// the lock for more than a few milliseconds, so this is only met when a process
/// is stopped in the middle of a commit.
const PATIENCE: Duration = Duration::from_secs(5);

/// Pages of the log after which it is folded back into the main file.
const LOG_PAGES: i64 = 512;
/// The log is not kept longer than this on the disk.
const LOG_LIMIT_BYTES: i64 = 16 << 20;

/// SQLite's number for giving free pages back a few at a time.
const INCREMENTAL: i64 = 2;

/// The open database. Threads share one; processes each open their own.
pub(crate) struct Database {
    path: PathBuf,
    connection: Mutex<Connection>,
}

impl Database {
    /// Opens the database, creates it where there is none, and climbs the ladder of
    /// migrations. A database of a newer release is refused untouched.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let connect = || -> Result<Connection> {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
                | OpenFlags::SQLITE_OPEN_CREATE
                | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            // SQLite gives its companions the same rights as the database.
            let mut how = std::fs::File::options();
            how.read(true).write(true).create(true).truncate(false);
            crate::store::private(&mut how)
                .open(path)
                .map_err(|error| Error::io("open", path, error))?;
            let mut connection = Connection::open_with_flags(path, flags)?;
            configure(&mut connection)?;
            migrations::climb(&mut connection, path)?;
            Ok(connection)
        };
        let connection = connect().map_err(|error| placed(error, path))?;
        Ok(Self { path: path.to_path_buf(), connection: Mutex::new(connection) })
    }

    /// The database file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Does `work` in one transaction and commits it to the disk. If `work` fails, or
    /// the process dies before this returns, nothing of it happened.
    pub(crate) fn commit<T>(&self, work: impl FnOnce(&Records<'_>) -> Result<T>) -> Result<T> {
        self.transact(TransactionBehavior::Immediate, work)
    }

    /// [`Self::commit`] for functions that take the connection itself.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.commit(|records| Ok(work(records.connection)?))
    }

    /// [`Self::read`] for functions that take the connection itself.
    pub(crate) fn run<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        self.read(|records| Ok(work(records.connection)?))
    }

    /// Reads several things as they were at one moment.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Records<'_>) -> Result<T>) -> Result<T> {
        self.transact(TransactionBehavior::Deferred, work)
    }

    /// Asks SQLite whether the whole file is sound. Reads all of it.
    pub(crate) fn check(&self) -> Result<()> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let answer: Result<String> = connection
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(Error::from);
        match answer.map_err(|error| placed(error, &self.path))?.as_str() {
            "ok" => Ok(()),
            what => Err(Error::DamagedFile { path: self.path.clone(), what: what.to_owned() }),
        }
    }

    /// Gives at most so many free pages back to the file system, and says how many
    /// bytes that were.
    pub(crate) fn shrink(&self, pages: u32) -> Result<u64> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let shrunk = || -> Result<u64> {
            let count =
                || connection.query_row("PRAGMA page_count", [], |row| row.get::<_, u64>(0));
            let size: u64 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
            let before = count()?;
            let mut freeing = connection.prepare(&format!("PRAGMA incremental_vacuum({pages})"))?;
            let mut rows = freeing.query([])?;
            while rows.next()?.is_some() {}
            let after = count()?;
            Ok(before.saturating_sub(after) * size)
        };
        shrunk().map_err(|error| placed(error, &self.path))
    }

    fn transact<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Records<'_>) -> Result<T>,
    ) -> Result<T> {
        // A thread that panicked inside left a transaction that was rolled back when
        // it was dropped, so the connection behind a poisoned lock is sound.
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = || -> Result<T> {
            let transaction = connection.transaction_with_behavior(behavior)?;
            let done = work(&Records { connection: &transaction, path: &self.path })?;
            crate::step("database::before_commit")?;
            transaction.commit()?;
            crate::step("database::after_commit")?;
            Ok(done)
        };
        attempt().map_err(|error| placed(error, &self.path))
    }
}

/// The rows, inside one transaction.
pub(crate) struct Records<'c> {
    connection: &'c Connection,
    path: &'c Path,
}

/// Settings of one connection. The order matters: the kind of vacuum can only be
/// chosen while the file is empty.
fn configure(connection: &mut Connection) -> Result<()> {
    connection.busy_handler(Some(wait_for_turn))?;
    // Asked first, because setting it writes to the disk even where it is set already.
    let vacuum: i64 = connection.query_row("PRAGMA auto_vacuum", [], |row| row.get(0))?;
    if vacuum != INCREMENTAL {
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
    }
    enter_log_mode(connection)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "journal_size_limit", LOG_LIMIT_BYTES)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // A hook opens and closes the store with every call of an agent. Folding the log back
    // at each end would wait for the disk four times more; the log is folded back when it
    // has grown, and is kept small because the next process reads it first.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    // A file that somebody changed must not make SQLite run what is written in it.
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(())
}

/// Two processes that create the same database meet here: SQLite does not ask the
/// busy handler while the journal's kind changes, so we wait ourselves.
fn enter_log_mode(connection: &Connection) -> Result<()> {
    let begun = Instant::now();
    loop {
        let mode = connection
            .pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get::<_, String>(0));
        match mode {
            Ok(_) => return Ok(()),
            Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(2));
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// Short naps of uneven length, so that many waiting writers all get their turn.
fn wait_for_turn(attempts: i32) -> bool {
    let nap = Duration::from_micros(200 + u64::from(rand::random::<u16>() % 2_000));
    // The average nap is 1.2 ms long.
    if Duration::from_micros(1_200) * u32::try_from(attempts).unwrap_or(0) > PATIENCE {
        return false;
    }
    thread::sleep(nap);
    true
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Inside this folder `?` turns SQLite's errors into ours; `placed` adds the file
/// on the way out.
impl From<rusqlite::Error> for Error {
    fn from(source: rusqlite::Error) -> Self {
        Self::Database { path: PathBuf::new(), source }
    }
}

/// Says which file it was, and tells a full disk, a busy and a damaged file apart.
fn placed(error: Error, path: &Path) -> Error {
    let Error::Database { source, .. } = error else { return error };
    let path = path.to_path_buf();
    match source.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::DiskFull { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::Busy { path, what: "has been writing to it for some seconds" }
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Error::DamagedFile {
            path,
            what: format!("{source}; keep a copy of it and export what is readable"),
        },
        _ => Error::Database { path, source },
    }
}
