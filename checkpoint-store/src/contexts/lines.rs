//! Streams of lines that share what they have in common.
//!
//! Saving a stream again costs what was added: the lines that were there are found by
//! their hash and not stored twice. A file that was rewritten shares its beginning.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::redaction::redact_line;
use crate::database::{ChunkRow, Packed, Records, StreamKey, VersionRow};
use crate::error::{Error, Result};
use crate::files;
use crate::ids::{MessageId, SessionId};
use crate::store::Store;

/// How much of a source lies in one chunk, unless one line is longer.
const CHUNK: usize = 64 << 10;
/// Up to here all that was saved before is compared; of longer sources the first chunk
/// and the last ones, because agents only add to them.
const COMPARE_ALL: u64 = 1 << 20;
const LAST_ONES: u32 = 16;
/// Another process may add to the same stream meanwhile.
const ATTEMPTS: usize = 5;

/// Where a stream stood when it was looked at.
struct Known {
    stream: Option<(StreamKey, u32)>,
    /// All its chunks, or the first and the last ones.
    chunks: Vec<ChunkRow>,
    count: u32,
}

/// What a save adds.
struct Added {
    /// How many chunks stay.
    shared: u32,
    chunks: Vec<NewChunk>,
    tail: Option<Packed>,
    lines: u64,
}

struct NewChunk {
    content: Packed,
    source_end: u64,
    source_hash: [u8; 32],
    lines_end: u64,
}

/// A version that was saved, and how many bytes of the source were new.
pub(super) struct SavedLines {
    pub(super) version: VersionRow,
    pub(super) added_bytes: u64,
}

impl Store {
    /// Saves a stream as it is now. `also` runs in the same transaction.
    pub(super) fn save_lines<T>(
        &self,
        session: &SessionId,
        name: &str,
        message: Option<&MessageId>,
        source: &mut (impl Read + Seek),
        also: impl Fn(&Records<'_>, &VersionRow) -> Result<T>,
    ) -> Result<(SavedLines, T)> {
        let failed = |error| Error::io("read the transcript", name, error);
        let mut compare_all = false;
        for _ in 0..ATTEMPTS {
            let known =
                self.database().read(|records| known(records, session, name, compare_all))?;
            let Some(added) = added(&known, source).map_err(failed)? else {
                compare_all = true;
                continue;
            };
            let now = files::now_ms();
            let saved = self.database().commit(|records| {
                records.ensure_session(session, None, None, now)?;
                // What was read before the transaction must still be so.
                let Some(present) = unchanged(records, session, name, &known)? else {
                    return Ok(None);
                };
                let saved = record(records, session, name, present, &added, message, now)?;
                let more = also(records, &saved.version)?;
                Ok(Some((saved, more)))
            })?;
            if let Some(saved) = saved {
                return Ok(saved);
            }
        }
        Err(Error::Busy {
            path: self.database().path().to_path_buf(),
            what: "adds to the same transcript",
        })
    }
}

fn known(
    records: &Records<'_>,
    session: &SessionId,
    name: &str,
    compare_all: bool,
) -> Result<Known> {
    let Some((stream, generation)) = records.stream(session, name)? else {
        return Ok(Known { stream: None, chunks: Vec::new(), count: 0 });
    };
    let last = records.last_chunk(stream, generation)?;
    let count = last.as_ref().map_or(0, |last| last.number + 1);
    let long = last.is_some_and(|last| last.source_end > COMPARE_ALL);
    let chunks = if long && count > LAST_ONES + 1 && !compare_all {
        let mut some = records.chunks(stream, generation, 0..1)?;
        some.extend(records.chunks(stream, generation, count - LAST_ONES - 1..count)?);
        some
    } else {
        records.chunks(stream, generation, 0..count)?
    };
    Ok(Known { stream: Some((stream, generation)), chunks, count })
}

fn unchanged(
    records: &Records<'_>,
    session: &SessionId,
    name: &str,
    known: &Known,
) -> Result<Option<Option<(StreamKey, u32)>>> {
    let now = records.stream(session, name)?;
    let count = match now {
        Some((stream, generation)) => {
            records.last_chunk(stream, generation)?.map_or(0, |last| last.number + 1)
        }
        None => 0,
    };
    Ok((now == known.stream && count == known.count).then_some(now))
}

/// Compares the source with what is known of it and reads what is new. `None` if it was
/// rewritten and only some chunks are known, so that it is not clear from where on.
fn added(known: &Known, source: &mut (impl Read + Seek)) -> io::Result<Option<Added>> {
    let mut shared = 0;
    let mut start = 0;
    let mut lines = 0;
    let mut previous: Option<&ChunkRow> = None;
    for chunk in &known.chunks {
        // Chunks that were left out between the first and the last ones count as unchanged.
        let from = match previous {
            Some(before) if before.number + 1 == chunk.number => before.source_end,
            None if chunk.number == 0 => 0,
            _ => {
                previous = Some(chunk);
                (shared, start, lines) = (chunk.number + 1, chunk.source_end, chunk.lines_end);
                continue;
            }
        };
        if hash_of_range(source, from, chunk.source_end)? != Some(chunk.source_hash) {
            break;
        }
        (shared, start, lines) = (chunk.number + 1, chunk.source_end, chunk.lines_end);
        previous = Some(chunk);
    }
    let all_known = known.chunks.len() == usize::try_from(known.count).unwrap_or(usize::MAX);
    if shared < known.count && !all_known {
        return Ok(None);
    }
    source.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    Ok(Some(chunked(shared, start, lines, &bytes)))
}

/// The hash of a part of the source; `None` if the source is shorter.
fn hash_of_range(
    source: &mut (impl Read + Seek),
    from: u64,
    end: u64,
) -> io::Result<Option<[u8; 32]>> {
    source.seek(SeekFrom::Start(from))?;
    let wanted = end.saturating_sub(from);
    let mut hash = blake3::Hasher::new();
    let read = io::copy(&mut source.take(wanted), &mut hash)?;
    Ok((read == wanted).then(|| *hash.finalize().as_bytes()))
}

fn chunked(shared: u32, start: u64, lines: u64, bytes: &[u8]) -> Added {
    let mut chunks = Vec::new();
    let (mut source_end, mut lines_end) = (start, lines);
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let (mut complete, tail) = bytes.split_at(whole);
    while !complete.is_empty() {
        let end = chunk_end(complete);
        let (chunk, rest) = complete.split_at(end);
        let mut clean = Vec::with_capacity(chunk.len());
        for line in chunk.split_inclusive(|byte| *byte == b'\n') {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            clean.extend_from_slice(&redact_line(text));
            clean.push(b'\n');
            lines_end += 1;
        }
        source_end += chunk.len() as u64;
        chunks.push(NewChunk {
            content: Packed::new(clean),
            source_end,
            source_hash: *blake3::hash(chunk).as_bytes(),
            lines_end,
        });
        complete = rest;
    }
    let tail = (!tail.is_empty()).then(|| Packed::new(redact_line(tail).into_owned()));
    let lines = lines_end + u64::from(tail.is_some());
    Added { shared, chunks, tail, lines }
}

/// Where a chunk ends: at the last line end that fits, or at the end of a long line.
fn chunk_end(bytes: &[u8]) -> usize {
    let fitting = bytes.get(..CHUNK.min(bytes.len())).unwrap_or_default();
    let newline = |byte: &u8| *byte == b'\n';
    fitting
        .iter()
        .rposition(newline)
        .or_else(|| bytes.iter().position(newline))
        .map_or(bytes.len(), |at| at + 1)
}

fn record(
    records: &Records<'_>,
    session: &SessionId,
    name: &str,
    present: Option<(StreamKey, u32)>,
    added: &Added,
    message: Option<&MessageId>,
    now: i64,
) -> Result<SavedLines> {
    let (stream, mut generation) = match present {
        Some(present) => present,
        None => (records.insert_stream(session, name)?, 0),
    };
    let count = records.last_chunk(stream, generation)?.map_or(0, |last| last.number + 1);
    if added.shared < count {
        generation = records.next_generation(stream, generation, added.shared)?;
    }
    let mut number = added.shared;
    let mut added_bytes = 0;
    for chunk in &added.chunks {
        added_bytes += chunk.content.size() as u64;
        records.insert_chunk(
            stream,
            generation,
            &ChunkRow {
                number,
                content: records.keep_content(&chunk.content)?,
                source_end: chunk.source_end,
                source_hash: chunk.source_hash,
                lines_end: chunk.lines_end,
            },
        )?;
        number += 1;
    }
    let tail = added.tail.as_ref().map(|tail| records.keep_content(tail)).transpose()?;
    let version = VersionRow {
        position: records.next_id(now)?,
        stream,
        generation,
        chunks: number,
        tail,
        lines: added.lines,
        message: message.cloned(),
        created_at: now,
    };
    records.insert_version(&version)?;
    Ok(SavedLines { version, added_bytes })
}

/// How many bytes of the source are the whole lines of a version; `None` if it does not
/// begin with them.
pub(super) fn length_in(
    records: &Records<'_>,
    version: &VersionRow,
    source: &mut (impl Read + Seek),
) -> Result<Option<u64>> {
    let failed = |error| Error::io("read", "the transcript", error);
    let mut end = 0;
    for chunk in records.chunks(version.stream, version.generation, 0..version.chunks)? {
        let hash = hash_of_range(source, end, chunk.source_end).map_err(failed)?;
        if hash != Some(chunk.source_hash) {
            return Ok(None);
        }
        end = chunk.source_end;
    }
    Ok(Some(end))
}

/// Writes a version out, each chunk verified.
pub(super) fn write_version(
    records: &Records<'_>,
    version: &VersionRow,
    out: &mut impl Write,
) -> Result<()> {
    let failed = |error| Error::io("write out", "the transcript", error);
    for chunk in records.chunks(version.stream, version.generation, 0..version.chunks)? {
        out.write_all(&records.content(chunk.content)?).map_err(failed)?;
    }
    if let Some(tail) = version.tail {
        out.write_all(&records.content(tail)?).map_err(failed)?;
    }
    Ok(())
}
