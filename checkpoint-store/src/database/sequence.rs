//! The one rising order of everything, and what the store saw of the clock.

use super::Records;
use crate::error::Result;
use crate::ids::CheckpointId;

impl Records<'_> {
    /// A new id, greater than every id given out before, whatever the clock says.
    pub(crate) fn next_id(&self, now_ms: i64) -> Result<CheckpointId> {
        let newest = super::snapshots::newest(self.connection)?;
        let next = CheckpointId::after(newest, now_ms);
        self.connection.prepare_cached("UPDATE progress SET last_id = ?1")?.execute([next])?;
        Ok(next)
    }

    /// When clean-up last ran.
    pub(crate) fn cleaned_at(&self) -> Result<Option<i64>> {
        Ok(self.connection.query_row("SELECT cleaned_at FROM progress", [], |row| row.get(0))?)
    }

    /// Remembers that clean-up ran.
    pub(crate) fn set_cleaned_at(&self, now_ms: i64) -> Result<()> {
        self.connection.execute("UPDATE progress SET cleaned_at = ?1", [now_ms])?;
        Ok(())
    }
}
