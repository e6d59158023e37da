//! `belay fork`: an agent's conversation, cut before a message and resumed from there.

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{MessageCheckpoint, SessionId, Store};
use serde_json::json;

use super::Exit;
use super::place::{Agents, Place};
use crate::conversations::{self, Forked};
use crate::output::{GOOD, WARNING, styled};

/// Which message of which session.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A session: its name or the beginning of it [default: the newest here].
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
    /// The message to go back to: its number in the menu (1 is the newest), its id or the
    /// beginning of it.
    pub message: String,
}

/// Forks.
///
/// # Errors
/// There is no such message, or its agent's conversation cannot be forked.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let store = place.existing_store()?.context("No checkpoints available")?;
    let session = match &options.session {
        Some(typed) => Agents::of(&store)?.session(&store, typed)?,
        None => newest(&store, &place)?.context("No checkpoints available")?,
    };
    let message = message(&store, &session, &options.message)?;
    let forked = conversations::fork(&store, &session, &message.metadata.id)?;
    if options.json {
        let Forked { new_session, resume, warning } = forked;
        let value = json!({ "newSession": new_session, "resume": resume, "warning": warning });
        anstream::println!("{value}");
        return Ok(Exit::Done);
    }
    let text = format!("Forked before: {}", message.metadata.description);
    anstream::println!("{}", styled(GOOD, &text));
    if let Some(warning) = &forked.warning {
        anstream::eprintln!("{} {warning}", styled(WARNING, "warning:"));
    }
    anstream::println!("The conversation goes on with: {}", forked.resume);
    Ok(Exit::Done)
}

/// The session of this workspace that has the newest message.
fn newest(store: &Store, place: &Place) -> Result<Option<SessionId>> {
    let mut found = None;
    for session in store.sessions()? {
        let folder = session.workspace.as_deref().map(dunce::simplified);
        if folder != Some(place.root.as_path()) {
            continue;
        }
        let Some(last) = store.list_checkpoints(&session.id)?.into_iter().next() else { continue };
        let time = last.metadata.timestamp;
        if found.as_ref().is_none_or(|(newest, _)| time >= *newest) {
            found = Some((time, session.id));
        }
    }
    Ok(found.map(|(_, session)| session))
}

fn message(store: &Store, session: &SessionId, typed: &str) -> Result<MessageCheckpoint> {
    let listed = store.list_checkpoints(session)?;
    let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(found) = number.and_then(|at| listed.get(at)) {
        return Ok(found.clone());
    }
    let mut fitting: Vec<&MessageCheckpoint> =
        listed.iter().filter(|one| one.metadata.id.to_string().starts_with(typed)).collect();
    match (fitting.pop(), fitting.len()) {
        (Some(found), 0) => Ok(found.clone()),
        (None, _) => bail!(
            "there is no message `{typed}` in this session; it has {}, and `belay rewind` shows them",
            listed.len()
        ),
        (Some(_), others) => bail!("`{typed}` fits {} messages; type more of it", others + 1),
    }
}
