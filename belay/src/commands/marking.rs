//! `belay label`, `pin` and `unpin`: names for checkpoints, and keeping them.

use anyhow::{Result, bail};

use super::Exit;
use super::place::Place;
use crate::output::{GOOD, ID, styled};

/// Which checkpoint, and its name.
#[derive(Debug, clap::Args)]
pub struct Label {
    /// A checkpoint: its id, enough of either end, its label, or `@` for the newest.
    #[arg(value_name = "ID")]
    pub checkpoint: String,
    /// The name; without one, the name it has is taken away.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Which checkpoint.
#[derive(Debug, clap::Args)]
pub struct Pin {
    /// A checkpoint: its id, enough of either end, its label, or `@` for the newest.
    #[arg(value_name = "ID")]
    pub checkpoint: String,
}

/// Gives a checkpoint a name.
///
/// # Errors
/// There is no such checkpoint, the name is taken, or the store cannot be written.
pub fn label(options: &Label) -> Result<Exit> {
    let place = Place::find()?;
    let workspace = place.workspace()?;
    let found = place.checkpoint(&workspace, &options.checkpoint)?;
    let name = options.name.as_deref().map(str::trim);
    if name.is_some_and(|name| name.is_empty() || name.starts_with('@')) {
        bail!("a label is a word that does not begin with `@`");
    }
    if let Some(name) = name
        && let Some(other) = place.labelled(&workspace, name)?
        && other != found.id
    {
        bail!("`{name}` is the label of {} already", other.short());
    }
    workspace.store().label(found.id, name)?;
    let id = styled(ID, found.id.short());
    match name {
        Some(name) => anstream::println!("{} {id} `{name}`", styled(GOOD, "Labelled")),
        None => anstream::println!("{} {id}", styled(GOOD, "Label taken from")),
    }
    Ok(Exit::Done)
}

/// Keeps a checkpoint whatever the limits say, or lets go of it.
///
/// # Errors
/// There is no such checkpoint, or the store cannot be written.
pub fn pin(options: &Pin, pinned: bool) -> Result<Exit> {
    let place = Place::find()?;
    let workspace = place.workspace()?;
    let found = place.checkpoint(&workspace, &options.checkpoint)?;
    workspace.store().pin(found.id, pinned)?;
    let (word, note) = match pinned {
        true => ("Pinned", "it stays until it is unpinned"),
        false => ("Unpinned", "it goes when its time is up"),
    };
    anstream::println!("{} {}: {note}", styled(GOOD, word), styled(ID, found.id.short()));
    Ok(Exit::Done)
}
