//! `belay export` and `belay import`: a session as one file.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Exit;
use super::asking::Bar;
use super::place::{Agents, Place};
use crate::output::{FAINT, GOOD, WARNING, bytes, count, styled};

/// Which session, and where to.
#[derive(Debug, clap::Args)]
pub struct Export {
    /// The file to write.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The session (its name, or the beginning of it) [default: the newest of this workspace].
    #[arg(long)]
    pub session: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Where from.
#[derive(Debug, clap::Args)]
pub struct Import {
    /// A file that `belay export` wrote.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Writes a session with all it holds to one file.
///
/// # Errors
/// There is no such session, or the file cannot be written.
pub fn export(options: &Export) -> Result<Exit> {
    let place = Place::find()?;
    let store = place.store()?;
    let session = match &options.session {
        Some(typed) => Agents::of(&store)?.session(&store, typed)?,
        None => {
            let here = |folder: &PathBuf| *folder == place.root;
            let sessions = store.sessions()?;
            let newest = sessions.into_iter().rfind(|one| one.workspace.as_ref().is_some_and(here));
            newest.context("no session was in this workspace; `--session` names one")?.id
        }
    };
    let done = store.export_session(&session, Some(&place.root), &options.file, &mut Bar::new())?;
    if options.json {
        anstream::println!("{}", json!({"session": session, "exported": done}));
        return Ok(Exit::Done);
    }
    let size = std::fs::metadata(&options.file).map_or(0, |data| data.len());
    anstream::println!(
        "{} session {session} to {} ({})",
        styled(GOOD, "Exported"),
        options.file.display(),
        bytes(size)
    );
    for path in &done.left_out {
        anstream::println!("{}", styled(WARNING, format!("left out: {}", path.display())));
    }
    Ok(Exit::Done)
}

/// Takes a session in.
///
/// # Errors
/// The file is not one of ours, or is damaged.
pub fn import(options: &Import) -> Result<Exit> {
    let place = Place::find()?;
    let store = place.store()?;
    let done = store.import_session(&options.file, &place.root, &mut Bar::new())?;
    if options.json {
        anstream::println!("{}", json!({"imported": done}));
        return Ok(Exit::Done);
    }
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    anstream::println!("{} session {}", styled(GOOD, "Imported"), done.session);
    let text = format!(
        "{}, {}, {}",
        count(number(done.messages), "message"),
        count(number(done.files), "saved file"),
        count(done.snapshots.len(), "checkpoint")
    );
    anstream::println!("{}", styled(FAINT, text));
    Ok(Exit::Done)
}
