//! `belay stats` and `belay gc`: what uses space, and freeing what nobody needs.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use checkpoint_store::{CheckpointKind, Filter};
use jiff::Timestamp;
use serde_json::json;

use super::Exit;
use super::asking::Bar;
use super::place::{NOTHING_SAVED, Place};
use crate::output::{FAINT, GOOD, STRONG, WARNING, ago, bytes, count, field, styled};

/// Says what uses space.
///
/// # Errors
/// The store cannot be read.
pub fn stats(as_json: bool) -> Result<Exit> {
    let place = Place::find()?;
    let mut out = anstream::stdout().lock();
    let Some(store) = place.existing_store()? else {
        if as_json {
            writeln!(out, "{}", json!({"checkpoints": 0, "bytes": 0}))?;
        } else {
            writeln!(out, "{NOTHING_SAVED}")?;
        }
        return Ok(Exit::Done);
    };
    let sessions = store.sessions()?;
    let captures = store.captures()?;
    // A folder that cannot be a workspace has no checkpoints of its own.
    let listed = match store.workspace(&place.root) {
        Ok(workspace) => workspace.list(&Filter::default())?,
        Err(_) => Vec::new(),
    };
    let folder = store.folder();
    let parts = [
        ("content", size(&folder.join("objects.git"))),
        ("records", size(folder).saturating_sub(size(&folder.join("objects.git")))),
        ("audit", size(&place.home.audit())),
    ];
    let total = parts.iter().map(|(_, size)| size).sum::<u64>();
    if as_json {
        let shown = json!({
            "folder": folder,
            "bytes": total,
            "parts": parts.iter().map(|(name, size)| ((*name).to_owned(), json!(size)))
                .collect::<serde_json::Map<_, _>>(),
            "checkpoints": listed.len(),
            "captures": captures.len(),
            "sessions": sessions.len(),
            "oldest": listed.last().map(|one| one.created),
            "newest": listed.first().map(|one| one.created),
        });
        writeln!(out, "{shown}")?;
        return Ok(Exit::Done);
    }
    let mut text = format!("{} {}\n", styled(STRONG, "store"), folder.display());
    field(&mut text, "size", &bytes(total));
    for (name, size) in parts {
        text.push_str(&format!("            {:>9}  {name}\n", bytes(size)));
    }
    let safeties = listed.iter().filter(|one| one.kind == CheckpointKind::Safety).count();
    field(
        &mut text,
        "here",
        &format!("{}, {safeties} of them before restores", count(listed.len(), "checkpoint")),
    );
    if let (Some(first), Some(last)) = (listed.last(), listed.first()) {
        let now = Timestamp::now();
        let span = format!(
            "the oldest {}, the newest {}",
            ago(first.created, now),
            ago(last.created, now)
        );
        field(&mut text, "", &span);
    }
    field(&mut text, "captures", &format!("{} outside of workspaces", captures.len()));
    field(&mut text, "sessions", &sessions.len().to_string());
    write!(out, "{text}")?;
    Ok(Exit::Done)
}

/// Frees what no checkpoint needs, and what is past its time.
///
/// # Errors
/// The store cannot be written, or somebody is at work with it.
pub fn gc(as_json: bool) -> Result<Exit> {
    let place = Place::find()?;
    let mut out = anstream::stdout().lock();
    let Some(store) = place.existing_store()? else {
        writeln!(out, "{NOTHING_SAVED}")?;
        return Ok(Exit::Done);
    };
    let before = size(store.folder());
    let done = store.gc(&mut Bar::new())?;
    let (cleaned, collected) = (done.cleanup, done.collected);
    let after = size(store.folder());
    if as_json {
        let shown = json!({"cleanup": cleaned, "forgotten": done.forgotten, "collected": collected,
                   "overLimit": done.over_limit, "before": before, "after": after});
        writeln!(out, "{shown}")?;
        return Ok(Exit::Done);
    }
    if let Some(problem) = &cleaned.clock_problem {
        writeln!(out, "{}", styled(WARNING, problem))?;
    }
    if collected.is_none() {
        let text = "Another process is using the store, so no content was freed; try again later.";
        writeln!(out, "{}", styled(WARNING, text))?;
    }
    let freed = before.saturating_sub(after);
    writeln!(
        out,
        "{} {}; the store is {} now.",
        styled(GOOD, "Freed"),
        bytes(freed),
        bytes(after)
    )?;
    let text = format!(
        "Removed by the limits: {}, {}, {}.",
        count(done.forgotten.len(), "checkpoint"),
        count(cleaned.removed_sessions.len(), "session"),
        count(usize::try_from(cleaned.removed_checkpoints).unwrap_or(usize::MAX), "saved file"),
    );
    writeln!(out, "{}", styled(FAINT, text))?;
    Ok(Exit::Done)
}

/// The bytes of a folder's files. What cannot be read counts nothing.
#[must_use]
pub fn size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}
