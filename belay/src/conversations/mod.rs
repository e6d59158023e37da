//! An agent's conversation: kept with each message, and forked where one goes back.
//!
//! A fork is a copy that ends just before the chosen message, under a new name beside the
//! original, which is never touched. It is cut out of the agent's own file and not out of the
//! store: what the store keeps has no secrets in it, so a model that resumes from it would read
//! blanks where it had read words. The store's copy says where the message came in the file (its
//! bytes are compared by hash), and stands in where the file is gone or was rewritten without the
//! message; the person is told so.
//!
//! ```text
//! claude   one JSON a line, a tree by `parentUuid`, a message's lines by `promptId`
//! codex    one JSON a line, turns one after the other
//! ```

mod claude;
mod codex;

use std::env;
use std::fs;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{MessageId, SessionId, Store};
use jiff::Timestamp;
use rand::RngExt as _;
use serde::de::DeserializeOwned;

use crate::event::{Event, Host};

/// A conversation that ends where the chosen message was about to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forked {
    /// The new session's name.
    pub new_session: String,
    /// The command that resumes it.
    pub resume: String,
    /// What is not as it was, in a sentence.
    pub warning: Option<String>,
}

/// A part of a conversation, ready to be written under another name.
struct Cut {
    text: Vec<u8>,
    /// Where the agent worked, as the conversation tells it.
    folder: Option<String>,
}

impl Cut {
    /// Lines one below the other, each with the folder it tells of; the last one told counts.
    fn of_lines<'l>(lines: impl Iterator<Item = (String, Option<&'l str>)>) -> Self {
        let mut text = Vec::new();
        let mut folder = None;
        for (line, told) in lines {
            text.extend(line.into_bytes());
            text.push(b'\n');
            folder = told.or(folder);
        }
        Self { text, folder: folder.map(str::to_owned) }
    }
}

/// The lines that can be read, each as it is written too. The last one may be half written.
fn lines<L: DeserializeOwned>(text: &[u8]) -> Vec<(L, &str)> {
    let text = text.split(|byte| *byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    text.filter_map(|line| Some((serde_json::from_str(line).ok()?, line))).collect()
}

/// Agents whose conversations can be forked.
#[derive(Clone, Copy)]
enum Format {
    Claude,
    Codex,
}

/// Keeps an agent's conversation as it was when a message came.
///
/// # Errors
/// The file is there and cannot be read, or the store cannot be written.
pub fn capture(
    store: &Store,
    session: &SessionId,
    message: &MessageId,
    event: &Event,
) -> Result<()> {
    let Some(file) = file_of(event) else { return Ok(()) };
    // Before its first message an agent may not have written it yet.
    if !file.is_file() {
        return Ok(());
    }
    let name = file.to_str().context("the path of the conversation is not Unicode")?;
    store.save_transcript(session, name, Some(message), &file)?;
    Ok(())
}

/// Whether the conversations of an agent can be forked.
#[must_use]
pub fn can_fork(agent: Option<&str>) -> bool {
    matches!(agent.and_then(Host::named), Some(Host::Claude | Host::Codex))
}

/// Forks the conversation of a session just before a message.
///
/// # Errors
/// The agent keeps no conversation that can be forked, there is nothing before the message, or
/// the copy cannot be written.
pub fn fork(store: &Store, session: &SessionId, message: &MessageId) -> Result<Forked> {
    let known = store.session(session)?;
    let host = known.agent.as_deref().and_then(Host::named);
    let title = host.map_or("this agent", Host::title);
    let format = match host {
        Some(Host::Claude) => Format::Claude,
        Some(Host::Codex) => Format::Codex,
        _ => bail!("the conversations of {title} cannot be forked; its files can go back"),
    };
    store.message_checkpoint(session, message)?;
    let nothing_before =
        || format!("nothing comes before this message in the conversation; start {title} anew");
    let file = file_for(store, session, message)?.with_context(nothing_before)?;
    let new = format.new_name();
    let (cut, warning) = cut(store, session, message, &file, format, &new)?;
    let cut = cut.with_context(nothing_before)?;
    write_beside(&file, &format.file_name(&file, session, &new)?, &cut.text)?;
    let folder = cut.folder.or_else(|| Some(known.workspace?.to_str()?.to_owned()));
    Ok(Forked { resume: format.resume(&new, folder.as_deref()), new_session: new, warning })
}

impl Format {
    /// What comes before a message; `None` for the text if there is nothing, `None` as a whole if
    /// the message is not in the conversation.
    fn before(self, text: &[u8], message: &str, new: &str) -> Option<Option<Cut>> {
        match self {
            Self::Claude => claude::before(text, message, new),
            Self::Codex => codex::before(text, message, new),
        }
    }

    /// All of it under a new name.
    fn whole(self, text: &[u8], new: &str) -> Option<Cut> {
        match self {
            Self::Claude => claude::whole(text, new),
            Self::Codex => codex::whole(text, new),
        }
    }

    /// A name as the agent itself would give it.
    fn new_name(self) -> String {
        let mut bytes: [u8; 16] = rand::rng().random();
        let version = match self {
            Self::Claude => 0x40,
            Self::Codex => {
                // Its names begin with the time.
                let millis = Timestamp::now().as_millisecond().to_be_bytes();
                for (place, byte) in bytes.iter_mut().zip(millis.iter().skip(2)) {
                    *place = *byte;
                }
                0x70
            }
        };
        let [.., six, _, eight, _, _, _, _, _, _, _] = &mut bytes;
        (*six, *eight) = (*six & 0x0f | version, *eight & 0x3f | 0x80);
        let mut name = String::new();
        for (at, byte) in bytes.iter().enumerate() {
            if [4, 6, 8, 10].contains(&at) {
                name.push('-');
            }
            name.push_str(&format!("{byte:02x}"));
        }
        name
    }

    fn file_name(self, file: &Path, session: &SessionId, new: &str) -> Result<String> {
        match self {
            Self::Claude => Ok(format!("{new}.jsonl")),
            Self::Codex => {
                let old = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                codex::renamed(old, &session.to_string(), new).with_context(|| {
                    format!("`{old}` is not a name that Codex gives a conversation")
                })
            }
        }
    }

    fn resume(self, new: &str, folder: Option<&str>) -> String {
        match self {
            // It looks for conversations of the folder it is started in.
            Self::Claude => {
                let here = env::current_dir().ok();
                let elsewhere = folder.filter(|folder| here.as_deref() != Some(Path::new(folder)));
                match elsewhere {
                    Some(folder) => format!("cd {} && claude --resume {new}", quoted(folder)),
                    None => format!("claude --resume {new}"),
                }
            }
            Self::Codex => format!("codex resume {new}"),
        }
    }
}

/// The part before a message, and what a person should know about it.
fn cut(
    store: &Store,
    session: &SessionId,
    message: &MessageId,
    file: &Path,
    format: Format,
    new: &str,
) -> Result<(Option<Cut>, Option<String>)> {
    let name = file.to_str().unwrap_or_default();
    let id = message.to_string();
    if let Ok(live) = fs::read(file) {
        if let Some(cut) = format.before(&live, &id, new) {
            return Ok((cut, None));
        }
        // The message itself was never written, or was taken out; what came before it is there.
        let length = store.transcript_length_in(session, name, message, &mut Cursor::new(&live))?;
        let length = length.and_then(|length| usize::try_from(length).ok());
        if let Some(before) = length.and_then(|length| live.get(..length)) {
            return Ok((format.whole(before, new), None));
        }
    }
    let kept = store.transcript(session, name, message).with_context(|| {
        format!(
            "the conversation in {} is gone or has changed, and no copy was kept",
            file.display()
        )
    })?;
    let warning = "The agent's own file of the conversation is gone or was rewritten. This fork is \
                   made of Belay's copy, in which secrets are blanked out.";
    let cut = format.before(&kept, &id, new).unwrap_or_else(|| format.whole(&kept, new));
    Ok((cut, Some(warning.to_owned())))
}

/// The file that holds the conversation up to a message: the one it was kept from, or the newest.
fn file_for(store: &Store, session: &SessionId, message: &MessageId) -> Result<Option<PathBuf>> {
    let names = store.transcript_names(session)?;
    for name in names.iter().rev() {
        let versions = store.transcript_versions(session, name)?;
        if versions.iter().any(|version| version.message_id.as_ref() == Some(message)) {
            return Ok(Some(name.into()));
        }
    }
    Ok(names.last().map(PathBuf::from))
}

/// Where an agent keeps the conversation that an event is part of.
fn file_of(event: &Event) -> Option<PathBuf> {
    let told = event.transcript.as_deref().map(PathBuf::from);
    let file = match event.host {
        // It tells none, and keeps it by the session's name.
        Host::CopilotCli => told.or_else(|| {
            let home = env::var_os("COPILOT_HOME")
                .map(PathBuf::from)
                .or_else(|| Some(etcetera::home_dir().ok()?.join(".copilot")))?;
            let session = event.session.as_deref().filter(|name| is_plain(name))?;
            Some(home.join("session-state").join(session).join("events.jsonl"))
        }),
        _ => told,
    }?;
    // Whatever else an event names is not a conversation.
    let extension = file.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("jsonl" | "json")).then_some(file)
}

fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Writes a file beside another, as a whole or not at all, and never over one that is there.
fn write_beside(file: &Path, name: &str, text: &[u8]) -> Result<()> {
    let folder = file.parent().context("a conversation lies in a folder")?;
    let failed = || format!("the fork cannot be written into {}", folder.display());
    let mut new = tempfile::NamedTempFile::new_in(folder).with_context(failed)?;
    new.write_all(text).with_context(failed)?;
    new.as_file().sync_all().with_context(failed)?;
    new.persist_noclobber(folder.join(name)).with_context(failed)?;
    Ok(())
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:@%\\".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_the_agents_give_them() {
        let claude = Format::Claude.new_name();
        let codex = Format::Codex.new_name();
        for (name, version) in [(&claude, '4'), (&codex, '7')] {
            assert_eq!(name.len(), 36, "{name}");
            assert_eq!(name.chars().nth(14), Some(version), "{name}");
            assert!(name.chars().nth(19).is_some_and(|c| "89ab".contains(c)), "{name}");
        }
        let hour_ago = Timestamp::now().as_millisecond() - 3_600_000;
        assert!(codex.replace('-', "") > format!("{hour_ago:012x}"), "{codex}");
    }

    #[test]
    fn folders_are_one_word() {
        assert_eq!(quoted("/home/a-b/c.d"), "/home/a-b/c.d");
        assert_eq!(quoted("/it's here"), r"'/it'\''s here'");
    }
}
