//! Rows into lines.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use super::{FORMAT, Line, VERSION};
use crate::database::{ContentKey, Records};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{CheckpointId, ObjectId, SessionId};
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::store::Store;

/// What an export wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Exported {
    /// Lines in the file.
    pub lines: u64,
    /// Contents in it.
    pub contents: u64,
    /// Snapshots and captures in it.
    pub snapshots: u64,
    /// Objects that these need.
    pub objects: u64,
    /// Saved files that were left out: they lie outside the workspace or in `.git`, or have
    /// names that not every system can have.
    pub left_out: Vec<PathBuf>,
}

impl Store {
    /// Writes a session with all it holds to one file: messages, saved files, transcripts,
    /// contexts, snapshots of its workspace and captures in it. Files outside its workspace
    /// are left out and listed; a session that never told its workspace needs `root`.
    pub fn export_session(
        &self,
        session: &SessionId,
        root: Option<&Path>,
        to: impl AsRef<Path>,
        progress: &mut dyn Progress,
    ) -> Result<Exported> {
        let _at_work = self.at_work()?;
        let to = to.as_ref();
        let folder = to.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let failed = |error| Error::io("write", to, error);
        let file = tempfile::NamedTempFile::new_in(folder).map_err(failed)?;
        let packed = zstd::Encoder::new(BufWriter::new(file), 3).map_err(failed)?;
        let mut writer = Writer {
            out: packed,
            hash: blake3::Hasher::new(),
            known: HashSet::new(),
            known_objects: HashSet::new(),
            told: Exported::default(),
            progress,
            path: to,
        };
        let (rows, root) = self.database().read(|records| {
            let row = records
                .session(session)?
                .ok_or_else(|| Error::NoSession { asked: session.clone() })?;
            let root = match (root, row.workspace) {
                (Some(root), _) => {
                    root.canonicalize().map_err(|error| Error::io("find", root, error))?
                }
                (None, Some(workspace)) => records.workspace_root(workspace)?,
                (None, None) => {
                    return Err(Error::Invalid {
                        what: format!(
                            "the workspace of session `{session}` is unknown: name the folder"
                        ),
                    });
                }
            };
            writer.line(&Line::Header {
                format: FORMAT.to_owned(),
                version: VERSION,
                created_at: files::now_ms(),
            })?;
            writer.line(&Line::Session {
                id: session.to_string(),
                agent: row.agent,
                created_at: row.created_at,
            })?;
            writer.messages(records, session)?;
            writer.files(records, session, &root)?;
            writer.streams(records, session)?;
            writer.contexts(records, session)?;
            let mut rows = Vec::new();
            for row in records.snapshots_to_export(session)? {
                let elsewhere = match row.snapshot.workspace {
                    Some(number) => Some(records.workspace_root(number)?),
                    None => None,
                };
                match elsewhere.filter(|folder| *folder != root) {
                    Some(folder) if writer.told.left_out.contains(&folder) => {}
                    Some(folder) => writer.told.left_out.push(folder),
                    None => rows.push(row),
                }
            }
            Ok((rows, root))
        })?;
        writer.snapshots(self.objects(), &rows, &root)?;
        writer.finish()
    }
}

pub(super) struct Writer<'p, 'w> {
    out: zstd::Encoder<'static, BufWriter<tempfile::NamedTempFile>>,
    hash: blake3::Hasher,
    /// Contents that are in the file already.
    known: HashSet<ContentKey>,
    /// Objects that are in it already.
    pub(super) known_objects: HashSet<ObjectId>,
    pub(super) told: Exported,
    progress: &'w mut dyn Progress,
    path: &'p Path,
}

/// How many lines there are between two calls of a progress.
const TOLD_EVERY: u64 = 256;

impl Writer<'_, '_> {
    pub(super) fn line(&mut self, line: &Line) -> Result<()> {
        progress::checkpoint(self.progress.cancel())?;
        if self.told.lines.is_multiple_of(TOLD_EVERY) {
            self.progress.at(Stage::Export, self.told.lines, 0);
        }
        let mut text = serde_json::to_vec(line)
            .map_err(|error| Error::Invalid { what: format!("cannot write a line: {error}") })?;
        text.push(b'\n');
        if !matches!(line, Line::End { .. }) {
            self.hash.update(&text);
        }
        self.told.lines += 1;
        self.out.write_all(&text).map_err(|error| Error::io("write", self.path, error))
    }

    /// Content goes before the first line that needs it. A damaged one stops the export:
    /// a file that claims to be a whole session must be one.
    fn content(&mut self, records: &Records<'_>, key: ContentKey) -> Result<ObjectId> {
        let id = records.content_id(key)?;
        if self.known.insert(key) {
            let bytes = records.content(key)?;
            self.told.contents += 1;
            self.line(&Line::Content { id, base64: STANDARD.encode(bytes) })?;
        }
        Ok(id)
    }

    fn messages(&mut self, records: &Records<'_>, session: &SessionId) -> Result<()> {
        for row in records.messages(session)? {
            self.line(&Line::Message {
                position: row.position.to_i64(),
                id: row.id.to_string(),
                kind: row.kind.as_str().to_owned(),
                description: row.description,
                label: row.label,
                pinned: row.pinned,
                listed: row.listed,
                created_at: row.created_at,
            })?;
        }
        for row in records.rewinds(session)? {
            if row.to_session == *session {
                self.line(&Line::Rewind {
                    position: row.id.to_i64(),
                    to: row.to.to_string(),
                    safety: row.safety.to_string(),
                    started_at: row.started_at,
                })?;
            }
        }
        Ok(())
    }

    fn files(&mut self, records: &Records<'_>, session: &SessionId, root: &Path) -> Result<()> {
        for row in records.files_since(session, CheckpointId::from_i64(0))? {
            let Some(path) = inside(&row.real_path, root) else {
                self.told.left_out.push(row.file_path);
                continue;
            };
            let content = match row.content {
                Some(key) => Some(self.content(records, key)?),
                None => None,
            };
            self.line(&Line::File {
                position: row.id.to_i64(),
                message: row.message.to_string(),
                path,
                saved_as: row.saved_as.as_str().to_owned(),
                content,
                mode: row.mode,
                missing_folders: row.missing_folders,
                purpose: row.purpose.as_str().to_owned(),
                created_at: row.created_at,
            })?;
        }
        for gap in records.gaps_since(session, CheckpointId::from_i64(0))? {
            if let Some(path) = inside(&gap.real_path, root) {
                self.line(&Line::Gap {
                    position: gap.position.to_i64(),
                    path,
                    reason: gap.reason,
                })?;
            }
        }
        Ok(())
    }

    fn streams(&mut self, records: &Records<'_>, session: &SessionId) -> Result<()> {
        for name in records.stream_names(session)? {
            let Some((stream, present)) = records.stream(session, &name)? else { continue };
            self.line(&Line::Stream { name: name.clone(), generation: present })?;
            for generation in 0..=present {
                for chunk in records.chunks(stream, generation, 0..u32::MAX)? {
                    let content = self.content(records, chunk.content)?;
                    self.line(&Line::Chunk {
                        stream: name.clone(),
                        generation,
                        number: chunk.number,
                        content,
                        source_end: chunk.source_end,
                        source_hash: blake3::Hash::from_bytes(chunk.source_hash).to_string(),
                        lines_end: chunk.lines_end,
                    })?;
                }
            }
            for row in records.versions(stream)? {
                let tail = match row.tail {
                    Some(key) => Some(self.content(records, key)?),
                    None => None,
                };
                self.line(&Line::Version {
                    position: row.position.to_i64(),
                    stream: name.clone(),
                    generation: row.generation,
                    chunks: row.chunks,
                    tail,
                    lines: row.lines,
                    message: row.message.map(|id| id.to_string()),
                    created_at: row.created_at,
                })?;
            }
        }
        Ok(())
    }

    fn contexts(&mut self, records: &Records<'_>, session: &SessionId) -> Result<()> {
        for row in records.contexts(session)? {
            let system_prompt = self.content(records, row.system_prompt)?;
            let body = self.content(records, row.body)?;
            self.line(&Line::Context {
                position: row.position.to_i64(),
                id: row.id,
                message: row.message.map(|id| id.to_string()),
                timestamp: row.timestamp,
                system_prompt,
                conversation: row.conversation.to_i64(),
                body,
                commit_hash: row.commit_hash,
                created_at: row.created_at,
            })?;
        }
        Ok(())
    }

    /// The last line, and only then the name: there is a whole file or none.
    fn finish(mut self) -> Result<Exported> {
        let (lines, hash) = (self.told.lines, self.hash.finalize().to_string());
        self.line(&Line::End { lines, hash })?;
        let failed = |error| Error::io("write", self.path, error);
        let buffered = self.out.finish().map_err(failed)?;
        let file = buffered.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        file.persist(self.path).map_err(|error| failed(error.error))?;
        if let Some(folder) = self.path.parent().filter(|path| !path.as_os_str().is_empty()) {
            files::sync_folder(folder)?;
        }
        Ok(self.told)
    }
}

/// A path relative to the workspace, if it lies inside and is text.
fn inside(path: &Path, root: &Path) -> Option<String> {
    let relative = TreePath::new(path.strip_prefix(root).ok()?)?;
    let text = std::str::from_utf8(relative.as_bytes()).ok()?;
    // What an import would refuse stays here.
    super::import::plain(text).map(|_| text.to_owned())
}

/// Opens an exported file for reading.
pub(super) fn open(path: &Path) -> Result<zstd::Decoder<'static, std::io::BufReader<File>>> {
    let failed = |error| Error::io("open", path, error);
    let file = File::open(path).map_err(failed)?;
    zstd::Decoder::new(file).map_err(failed)
}
