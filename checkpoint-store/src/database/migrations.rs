//! The ladder from an empty file to today's tables.
//!
//! `PRAGMA user_version` says on which step a file stands. Steps are only added.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, Result};

/// Each step's SQL, in parts. The first step leads from version 0 to version 1. Never
/// change one that was released; add the next.
const STEPS: &[&[&str]] = &[
    &[super::snapshots::SCHEMA, include_str!("migrations/001_records.sql")],
    &[include_str!("migrations/002_carried_packs.sql")],
];

/// The version a file has after the last step.
pub(super) fn newest() -> i64 {
    i64::try_from(STEPS.len()).unwrap_or(i64::MAX)
}

/// Takes the missing steps, all in one transaction.
pub(super) fn climb(connection: &mut Connection, path: &Path) -> Result<()> {
    if version(connection, path)? == newest() {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have climbed while this one waited for its turn.
    let from = version(&transaction, path)?;
    for step in STEPS.iter().skip(usize::try_from(from).unwrap_or(0)) {
        for part in *step {
            transaction.execute_batch(part)?;
        }
    }
    transaction.pragma_update(None, "user_version", newest())?;
    crate::step("database::before_migration_commit")?;
    transaction.commit()?;
    Ok(())
}

fn version(connection: &Connection, path: &Path) -> Result<i64> {
    let found = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if (0..=newest()).contains(&found) {
        Ok(found)
    } else {
        Err(Error::NewerStore { path: path.to_path_buf(), found, known: newest() })
    }
}
