//! Lines into rows, all or none.
//!
//! The file comes from elsewhere, so nothing in it is believed: it is read once from
//! end to end and checked, and only then a second time into the database, in one
//! transaction.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::export::open;
use super::{FORMAT, LINE_LIMIT, Line, VERSION, arrival};
use crate::database::{
    ChunkRow, ContentKey, ContextRow, FileGap, FileRow, Leaving, MessageKind, MessageRow, Packed,
    Purpose, Records, RewindRow, RewindState, SavedAs, StreamKey, VersionRow, snapshots,
};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::store::Store;

/// What an import brought in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    /// The session it became: the old name, or one with an ending if that was taken.
    pub session: SessionId,
    /// Messages.
    pub messages: u64,
    /// Saved files.
    pub files: u64,
    /// Contexts and transcripts.
    pub contexts: u64,
    /// Snapshots and captures, oldest first.
    pub snapshots: Vec<CheckpointId>,
}

impl Store {
    /// Takes a session in that [`Self::export_session`] wrote. Its files belong below
    /// `root` from now on; nothing is written there until somebody rewinds.
    ///
    /// The whole file is checked first: format, version, hash, every content against its
    /// name, every path. If anything is wrong, nothing is taken in.
    pub fn import_session(
        &self,
        from: impl AsRef<Path>,
        root: &Path,
        progress: &mut dyn Progress,
    ) -> Result<Imported> {
        let from = from.as_ref();
        let root = root.canonicalize().map_err(|error| Error::io("find", root, error))?;
        if let Some(why) = crate::workspace::refused(&root, self.folder()) {
            return Err(Error::RefusedWorkspace { path: root, why });
        }
        let _at_work = self.at_work()?;
        let positions = checked(from, progress)?;
        let snapshots = arrival::take_in(self, from, &root, progress)?;
        let now = files::now_ms();
        let done = self.database().commit(|records| {
            let mut taker = Taker::new(records, root, positions, now)?;
            each_line(from, |line, _| taker.take(line))?;
            for row in &snapshots {
                taker.take_snapshot(row)?;
            }
            taker.finish()
        })?;
        for (id, row) in done.snapshots.iter().zip(&snapshots) {
            let path = self.objects().folder().join(format!("refs/checkpoints/{id}"));
            // Only a name for git's own commands; a collection makes it again.
            let line = format!("{}\n", row.snapshot.commit);
            let temporary = self.layout().temporary();
            if let Err(error) = crate::files::write_whole(&temporary, &path, line.as_bytes(), false)
            {
                tracing::warn!(path = %path.display(), %error, "a name for git could not be written");
            }
        }
        Ok(done)
    }
}

/// Reads each line with its text.
pub(super) fn each_line(
    path: &Path,
    mut work: impl FnMut(Line, &[u8]) -> Result<()>,
) -> Result<()> {
    let mut reader = BufReader::new(open(path)?);
    let mut text = Vec::new();
    loop {
        text.clear();
        let read = (&mut reader)
            .take(LINE_LIMIT)
            .read_until(b'\n', &mut text)
            .map_err(|error| damaged(path, &format!("it does not unpack ({error})")))?;
        if read == 0 {
            return Ok(());
        }
        if !text.ends_with(b"\n") {
            return Err(damaged(path, "a line is cut off or too long"));
        }
        let line = serde_json::from_slice(&text)
            .map_err(|error| damaged(path, &format!("a line cannot be read ({error})")))?;
        work(line, &text)?;
    }
}

/// Reads the whole file, believes nothing, and returns the new order of its positions:
/// where each old one comes in the row of all.
fn checked(path: &Path, progress: &mut dyn Progress) -> Result<Vec<i64>> {
    let mut hash = blake3::Hasher::new();
    let mut lines = 0_u64;
    let mut ended = false;
    let mut positions = Vec::new();
    each_line(path, |line, text| {
        progress::checkpoint(progress.cancel())?;
        if lines.is_multiple_of(256) {
            progress.at(Stage::Import, lines, 0);
        }
        if ended {
            return Err(damaged(path, "something follows its last line"));
        }
        match (&line, lines) {
            (Line::Header { format, version, .. }, 0) => {
                if format != FORMAT {
                    return Err(damaged(path, "it is not an exported session"));
                }
                if *version > VERSION {
                    return Err(Error::NewerStore {
                        path: path.to_path_buf(),
                        found: i64::from(*version),
                        known: i64::from(VERSION),
                    });
                }
            }
            (_, 0) | (Line::Header { .. }, _) => {
                return Err(damaged(path, "its first line is not the first"));
            }
            (Line::Session { .. }, 1) => {}
            (_, 1) | (Line::Session { .. }, _) => {
                return Err(damaged(path, "it does not hold one session"));
            }
            (Line::Content { id, base64 }, _) => {
                let bytes = decoded(base64).ok_or_else(|| damaged(path, "content is cut off"))?;
                if ObjectId::of_blob(&bytes) != *id {
                    return Err(damaged(path, &format!("content {id} has another hash")));
                }
            }
            (Line::Object { kind, id, base64 }, _) => {
                if arrival::object(kind, *id, base64).is_none() {
                    return Err(damaged(path, &format!("object {id} has another hash")));
                }
            }
            (
                Line::File { position, path: inner, .. } | Line::Gap { position, path: inner, .. },
                _,
            ) => {
                plain(inner).ok_or_else(|| {
                    damaged(path, &format!("the path `{inner}` leads out of the workspace"))
                })?;
                positions.push(*position);
            }
            (
                Line::Message { position, .. }
                | Line::Snapshot { position, .. }
                | Line::Version { position, .. }
                | Line::Context { position, .. },
                _,
            ) => positions.push(*position),
            (Line::End { lines: told, hash: named }, _) => {
                if *told != lines || *named != hash.finalize().to_string() {
                    return Err(damaged(path, "it was changed or is not whole"));
                }
                ended = true;
            }
            (Line::Rewind { .. } | Line::Stream { .. } | Line::Chunk { .. }, _) => {}
        }
        hash.update(text);
        lines += 1;
        Ok(())
    })?;
    if !ended {
        return Err(damaged(path, "its end is missing"));
    }
    positions.sort_unstable();
    positions.dedup();
    Ok(positions)
}

/// A path that stays inside wherever it is put: relative, made of plain names.
pub(super) fn plain(path: &str) -> Option<PathBuf> {
    // On Windows these would be drives, roots or separators; elsewhere they are only odd.
    let odd = path.is_empty() || path.contains(['\\', ':', '\0']);
    let inside = TreePath::new(path).filter(|_| !odd)?;
    // What git runs must not come from elsewhere either.
    let runs = path.split('/').any(|part| part.eq_ignore_ascii_case(".git"));
    (!runs).then(|| inside.to_path())
}

/// Whether a link at this path in the workspace leads to something in it.
pub(super) fn leads_inside(path: &Path, target: &[u8]) -> bool {
    let Ok(target) = std::str::from_utf8(target) else { return false };
    let mut depth = path.components().count().saturating_sub(1);
    let odd = target.contains(['\\', ':', '\0']);
    !odd && Path::new(target).components().all(|part| match part {
        Component::Normal(_) => {
            depth += 1;
            true
        }
        Component::CurDir => true,
        Component::ParentDir if depth > 0 => {
            depth -= 1;
            true
        }
        Component::ParentDir | Component::RootDir | Component::Prefix(_) => false,
    })
}

fn decoded(base64: &str) -> Option<Vec<u8>> {
    STANDARD.decode(base64).ok()
}

/// Turns lines into rows.
struct Taker<'r, 'c> {
    records: &'r Records<'c>,
    root: PathBuf,
    now: i64,
    session: Option<SessionId>,
    /// Old positions and the new ones in their place, in the same order.
    places: HashMap<i64, CheckpointId>,
    contents: HashMap<ObjectId, ContentKey>,
    streams: HashMap<String, StreamKey>,
    told: (u64, u64, u64),
    workspace: Option<i64>,
    snapshots: Vec<CheckpointId>,
    /// The newest of them that is of the whole workspace.
    newest: Option<CheckpointId>,
}

impl<'r, 'c> Taker<'r, 'c> {
    fn new(records: &'r Records<'c>, root: PathBuf, positions: Vec<i64>, now: i64) -> Result<Self> {
        let mut places = HashMap::with_capacity(positions.len());
        for position in positions {
            places.insert(position, records.next_id(now)?);
        }
        Ok(Self {
            records,
            root,
            now,
            session: None,
            places,
            contents: HashMap::new(),
            streams: HashMap::new(),
            told: (0, 0, 0),
            workspace: None,
            snapshots: Vec::new(),
            newest: None,
        })
    }

    fn finish(self) -> Result<Imported> {
        let (messages, files, contexts) = self.told;
        let session = self.session()?.clone();
        Ok(Imported { session, messages, files, contexts, snapshots: self.snapshots })
    }

    /// A snapshot whose objects are on the disk.
    fn take_snapshot(&mut self, row: &Leaving) -> Result<()> {
        let mut row = row.clone();
        let id = self.place(row.snapshot.id.to_i64())?;
        row.snapshot.id = id;
        row.snapshot.session = Some(self.session()?.clone());
        if row.snapshot.kind == snapshots::Kind::Capture {
            // What it belongs to may have stayed behind.
            let beside = row.snapshot.parent;
            row.snapshot.parent = beside.and_then(|id| self.place(id.to_i64()).ok());
        } else {
            row.snapshot.workspace = self.workspace;
            row.snapshot.parent = self.newest.replace(id);
        }
        self.snapshots.push(id);
        self.records.insert_snapshot(&row)
    }

    fn session(&self) -> Result<&SessionId> {
        self.session.as_ref().ok_or_else(|| wrong("a line comes before its session"))
    }

    fn place(&self, position: i64) -> Result<CheckpointId> {
        self.places.get(&position).copied().ok_or_else(|| wrong("a position is not in the list"))
    }

    fn key(&self, id: ObjectId) -> Result<ContentKey> {
        self.contents
            .get(&id)
            .copied()
            .ok_or_else(|| wrong(&format!("content {id} is not in the file")))
    }

    fn take(&mut self, line: Line) -> Result<()> {
        match line {
            // Objects and snapshots came in before.
            Line::Header { .. }
            | Line::End { .. }
            | Line::Object { .. }
            | Line::Snapshot { .. } => Ok(()),
            Line::Session { id, agent, created_at } => self.take_session(id, agent, created_at),
            Line::Content { id, base64 } => {
                let bytes = decoded(&base64).ok_or_else(|| wrong("content is cut off"))?;
                let packed = Packed::new(bytes);
                // The file may have changed since it was checked.
                if packed.id() != id {
                    return Err(wrong(&format!("content {id} has another hash")));
                }
                self.contents.insert(id, self.records.keep_content(&packed)?);
                Ok(())
            }
            line @ (Line::Message { .. } | Line::Rewind { .. }) => self.take_message(line),
            line @ (Line::File { .. } | Line::Gap { .. }) => self.take_file(line),
            line @ (Line::Stream { .. } | Line::Chunk { .. } | Line::Version { .. }) => {
                self.take_stream(line)
            }
            Line::Context {
                position,
                id,
                message,
                timestamp,
                system_prompt,
                conversation,
                body,
                commit_hash,
                created_at,
            } => {
                self.told.2 += 1;
                self.records.insert_context(&ContextRow {
                    position: self.place(position)?,
                    id,
                    session: self.session()?.clone(),
                    message: message.map(MessageId::new).transpose()?,
                    timestamp,
                    system_prompt: self.key(system_prompt)?,
                    conversation: self.place(conversation)?,
                    body: self.key(body)?,
                    commit_hash,
                    created_at,
                })
            }
        }
    }

    fn take_session(&mut self, id: String, agent: Option<String>, created_at: i64) -> Result<()> {
        let mut id = SessionId::new(id)?;
        if self.records.session(&id)?.is_some() {
            let ending = self.records.next_id(self.now)?;
            let short: String = id.as_str().chars().take(200).collect();
            id = SessionId::new(format!("{short}-imported-{ending}"))?;
        }
        let workspace = self.records.ensure_workspace(&self.root, self.now)?;
        self.workspace = Some(workspace);
        self.records.ensure_session(&id, Some(workspace), agent.as_deref(), created_at)?;
        self.session = Some(id);
        Ok(())
    }

    fn take_message(&mut self, line: Line) -> Result<()> {
        match line {
            Line::Message {
                position,
                id,
                kind,
                description,
                label,
                pinned,
                listed,
                created_at,
            } => {
                self.told.0 += 1;
                self.records.insert_message(&MessageRow {
                    position: self.place(position)?,
                    session: self.session()?.clone(),
                    id: MessageId::new(id)?,
                    kind: MessageKind::from_word(&kind).ok_or_else(|| wrong("an unknown kind"))?,
                    description,
                    label,
                    pinned,
                    listed,
                    created_at,
                })
            }
            Line::Rewind { position, to, safety, started_at } => {
                self.records.insert_rewind(&RewindRow {
                    id: self.place(position)?,
                    session: self.session()?.clone(),
                    to_session: self.session()?.clone(),
                    to: MessageId::new(to)?,
                    safety: MessageId::new(safety)?,
                    state: RewindState::Finished,
                    started_at,
                    ended_at: Some(started_at),
                })
            }
            _ => Ok(()),
        }
    }

    fn take_file(&mut self, line: Line) -> Result<()> {
        match line {
            Line::File {
                position,
                message,
                path,
                saved_as,
                content,
                mode,
                missing_folders,
                purpose,
                created_at,
            } => {
                let saved_as = SavedAs::from_word(&saved_as)
                    .ok_or_else(|| wrong("an unknown kind of file"))?;
                let content = content.map(|id| self.key(id)).transpose()?;
                if let (SavedAs::Symlink, Some(key)) = (saved_as, content)
                    && !leads_inside(Path::new(&path), &self.records.content(key)?)
                {
                    let reason = "it was a link that leads out of the workspace; not taken in";
                    return self.take_file(Line::Gap { position, path, reason: reason.to_owned() });
                }
                self.told.1 += 1;
                let path = self.path(&path)?;
                self.records.insert_file(&FileRow {
                    id: self.place(position)?,
                    session: self.session()?.clone(),
                    message: MessageId::new(message)?,
                    file_path: path.clone(),
                    real_path: path,
                    content,
                    saved_as,
                    mode: mode.map(|mode| mode & 0o777),
                    missing_folders,
                    purpose: Purpose::from_word(&purpose)
                        .ok_or_else(|| wrong("an unknown purpose"))?,
                    created_at,
                })
            }
            Line::Gap { position, path, reason } => {
                let path = self.path(&path)?;
                self.records.insert_gap(&FileGap {
                    position: self.place(position)?,
                    session: self.session()?.clone(),
                    file_path: path.clone(),
                    real_path: path,
                    reason,
                })
            }
            _ => Ok(()),
        }
    }

    fn path(&self, path: &str) -> Result<PathBuf> {
        let inside = plain(path).ok_or_else(|| wrong("a path leads out of the workspace"))?;
        Ok(self.root.join(inside))
    }

    fn take_stream(&mut self, line: Line) -> Result<()> {
        let stream_of = |streams: &HashMap<String, StreamKey>, name: &str| {
            streams.get(name).copied().ok_or_else(|| wrong("a chunk comes before its stream"))
        };
        match line {
            Line::Stream { name, generation } => {
                let stream = self.records.insert_stream(self.session()?, &name)?;
                self.records.set_generation(stream, generation)?;
                self.streams.insert(name, stream);
                Ok(())
            }
            Line::Chunk {
                stream,
                generation,
                number,
                content,
                source_end,
                source_hash,
                lines_end,
            } => {
                let hash = blake3::Hash::from_hex(source_hash).map_err(|_| wrong("a bad hash"))?;
                let chunk = ChunkRow {
                    number,
                    content: self.key(content)?,
                    source_end,
                    source_hash: *hash.as_bytes(),
                    lines_end,
                };
                self.records.insert_chunk(stream_of(&self.streams, &stream)?, generation, &chunk)
            }
            Line::Version {
                position,
                stream,
                generation,
                chunks,
                tail,
                lines,
                message,
                created_at,
            } => {
                if stream.starts_with("transcript/") {
                    self.told.2 += 1;
                }
                self.records.insert_version(&VersionRow {
                    position: self.place(position)?,
                    stream: stream_of(&self.streams, &stream)?,
                    generation,
                    chunks,
                    tail: tail.map(|id| self.key(id)).transpose()?,
                    lines,
                    message: message.map(MessageId::new).transpose()?,
                    created_at,
                })
            }
            _ => Ok(()),
        }
    }
}

pub(super) fn damaged(path: &Path, what: &str) -> Error {
    Error::DamagedFile { path: path.to_path_buf(), what: format!("{what}; nothing was taken in") }
}

pub(super) fn wrong(what: &str) -> Error {
    Error::Invalid {
        what: format!("the exported session makes no sense: {what}; nothing was taken in"),
    }
}
