//! Writing one pack: whole objects, compressed by many threads, appended by one.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use flate2::{Compress, Compression, FlushCompress};
use rayon::prelude::*;
use sha1::{Digest, Sha1};
use tempfile::NamedTempFile;

use super::Kind;
use crate::error::{Error, Result};
use crate::files::sync_folder;
use crate::ids::ObjectId;
use crate::step;

/// Bytes kept in memory before they go to the file.
const BUFFER: usize = 8 << 20;
const HEADER: usize = 12;
/// Where the names of objects begin in an index: after its mark and 256 counts.
const FAN_OUT_END: usize = 8 + 256 * 4;
/// A pack up to this size travels with its row. Beyond it, writing the bytes twice takes
/// longer than waiting for a file.
const CARRIED: usize = 256 << 10;
/// Content that waits to be compressed by many threads at once.
const BATCH: usize = 4 << 20;
/// Less than this is compressed at once by one.
const WORTH_THREADS: usize = 64 << 10;

/// A pack under way. Threads share it.
pub(crate) struct PackWriter {
    temporary: PathBuf,
    body: Mutex<Body>,
    /// For a caller with one thread: content waits here for the threads of a pool.
    batch: Option<Mutex<Batch>>,
}

#[derive(Default)]
struct Batch {
    bytes: usize,
    waiting: Vec<(Kind, ObjectId, Vec<u8>)>,
}

struct Body {
    file: Option<NamedTempFile>,
    buffer: Vec<u8>,
    /// Bytes that went to the file already.
    flushed: u64,
    entries: Vec<Written>,
    claimed: HashSet<ObjectId>,
}

struct Written {
    id: ObjectId,
    offset: u64,
    crc: u32,
}

/// A pack that is on the disk and has its name.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// Path of the index; the pack lies beside it.
    pub(crate) index: PathBuf,
    /// Bytes of both.
    pub(crate) bytes: u64,
}

/// A pack with everything in it. Not yet part of any checkpoint.
pub(crate) enum Finished {
    /// On the disk under its name.
    Named(Packed),
    /// Small enough to travel with a row.
    Carried(CarriedPack),
}

/// A small pack as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CarriedPack {
    /// Its checksum, which is its name too.
    pub(crate) name: ObjectId,
    pub(crate) pack: Vec<u8>,
    pub(crate) index: Vec<u8>,
    /// Git must be told that some blobs lie elsewhere.
    pub(crate) promises: bool,
}

impl CarriedPack {
    /// The names of its objects, as its index lists them.
    pub(super) fn objects(&self) -> impl Iterator<Item = ObjectId> {
        let count =
            self.index.get(FAN_OUT_END - 4..FAN_OUT_END).and_then(|end| end.try_into().ok());
        let count = usize::try_from(u32::from_be_bytes(count.unwrap_or_default())).unwrap_or(0);
        let names = self.index.get(FAN_OUT_END..).unwrap_or_default();
        names.chunks_exact(20).take(count).filter_map(ObjectId::from_slice)
    }
}

impl Finished {
    /// Bytes of pack and index.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Named(packed) => packed.bytes,
            Self::Carried(carried) => (carried.pack.len() + carried.index.len()) as u64,
        }
    }
}

impl PackWriter {
    pub(crate) fn new(temporary: &Path) -> Self {
        let mut buffer = Vec::with_capacity(64 << 10);
        // The number of objects is filled in at the end.
        buffer.extend_from_slice(b"PACK\0\0\0\x02\0\0\0\0");
        Self {
            temporary: temporary.to_path_buf(),
            body: Mutex::new(Body {
                file: None,
                buffer,
                flushed: 0,
                entries: Vec::new(),
                claimed: HashSet::new(),
            }),
            batch: None,
        }
    }

    /// One for a caller that has only one thread itself.
    pub(crate) fn batching(temporary: &Path) -> Self {
        Self { batch: Some(Mutex::default()), ..Self::new(temporary) }
    }

    fn body(&self) -> MutexGuard<'_, Body> {
        self.body.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an object once.
    pub(crate) fn put(&self, kind: Kind, id: ObjectId, content: &[u8]) -> Result<()> {
        if !self.body().claimed.insert(id) {
            return Ok(());
        }
        let Some(batch) = &self.batch else {
            return self.append(id, &compressed(kind, content)?);
        };
        let mut batch = batch.lock().unwrap_or_else(PoisonError::into_inner);
        batch.bytes += content.len();
        batch.waiting.push((kind, id, content.to_vec()));
        if batch.bytes < BATCH {
            return Ok(());
        }
        let full = std::mem::take(&mut *batch);
        drop(batch);
        self.compress(full)
    }

    /// Compresses what has waited.
    fn compress(&self, batch: Batch) -> Result<()> {
        let one = |(kind, id, content): (Kind, ObjectId, Vec<u8>)| {
            self.append(id, &compressed(kind, &content)?)
        };
        if batch.bytes < WORTH_THREADS {
            batch.waiting.into_iter().try_for_each(one)
        } else {
            batch.waiting.into_par_iter().try_for_each(one)
        }
    }

    /// Adds an entry that lies compressed in another pack of ours.
    pub(crate) fn put_entry(&self, id: ObjectId, entry: &[u8]) -> Result<()> {
        if !self.body().claimed.insert(id) {
            return Ok(());
        }
        self.append(id, entry)
    }

    fn append(&self, id: ObjectId, entry: &[u8]) -> Result<()> {
        let mut crc = flate2::Crc::new();
        crc.update(entry);
        let mut body = self.body();
        let offset = body.flushed + body.buffer.len() as u64;
        body.entries.push(Written { id, offset, crc: crc.sum() });
        body.buffer.extend_from_slice(entry);
        if body.buffer.len() >= BUFFER {
            body.flush(&self.temporary)?;
        }
        Ok(())
    }

    /// Puts the pack on the disk under its name: content, then names. `None` if nothing was
    /// added. Not yet part of any checkpoint.
    pub(crate) fn finish(self, folder: &Path, promises: bool) -> Result<Option<Packed>> {
        match self.seal(promises)? {
            Some(sealed) => sealed.name(folder).map(Some),
            None => Ok(None),
        }
    }

    /// The same for a pack that is large. A small one stays in memory: it is to travel in
    /// the transaction of its row, so that nobody waits for the disk twice.
    pub(crate) fn finish_or_carry(self, folder: &Path, promises: bool) -> Result<Option<Finished>> {
        let Some(sealed) = self.seal(promises)? else { return Ok(None) };
        let bytes = sealed.body.buffer.len() + sealed.index.len();
        if sealed.body.flushed == 0 && bytes <= CARRIED {
            return Ok(Some(Finished::Carried(CarriedPack {
                name: sealed.name,
                pack: sealed.body.buffer,
                index: sealed.index,
                promises,
            })));
        }
        sealed.name(folder).map(|packed| Some(Finished::Named(packed)))
    }

    fn seal(mut self, promises: bool) -> Result<Option<Sealed>> {
        if let Some(batch) = self.batch.take() {
            self.compress(batch.into_inner().unwrap_or_else(PoisonError::into_inner))?;
        }
        let mut body = self.body.into_inner().unwrap_or_else(PoisonError::into_inner);
        if body.entries.is_empty() {
            return Ok(None);
        }
        let count = u32::try_from(body.entries.len()).map_err(|_| Error::Invalid {
            what: "more than four billion objects in one checkpoint".to_owned(),
        })?;
        let checksum = body.close(&self.temporary, count)?;
        body.entries.sort_unstable_by_key(|entry| entry.id);
        let index = index(&body.entries, &checksum)?;
        let name = ObjectId::from_bytes(checksum);
        Ok(Some(Sealed { temporary: self.temporary, body, index, name, promises }))
    }
}

/// A pack with its checksum and its index.
struct Sealed {
    temporary: PathBuf,
    body: Body,
    index: Vec<u8>,
    name: ObjectId,
    promises: bool,
}

impl Sealed {
    fn name(self, folder: &Path) -> Result<Packed> {
        let (name, temporary) = (self.name, &self.temporary);
        let pack_path = folder.join(format!("pack-{name}.pack"));
        let index_path = folder.join(format!("pack-{name}.idx"));
        let mut pack = self.body.into_file(temporary)?;
        step("pack:written")?;
        let mut index_file = NamedTempFile::new_in(temporary)
            .map_err(|error| Error::io("create a file in", temporary, error))?;
        index_file
            .write_all(&self.index)
            .map_err(|error| Error::io("write", &index_path, error))?;
        // Both wait for the disk at once.
        let (content, names) =
            rayon::join(|| pack.as_file().sync_data(), || index_file.as_file().sync_data());
        content.map_err(|error| Error::io("sync", &pack_path, error))?;
        step("pack:synced")?;
        names.map_err(|error| Error::io("sync", &index_path, error))?;
        step("pack:index-synced")?;
        if self.promises {
            let path = folder.join(format!("pack-{name}.promisor"));
            std::fs::write(&path, b"").map_err(|error| Error::io("write", &path, error))?;
        }
        let length = pack.as_file_mut().stream_position();
        let bytes = length.unwrap_or(0) + self.index.len() as u64;
        pack.persist(&pack_path).map_err(|error| Error::io("rename", &pack_path, error.error))?;
        step("pack:named")?;
        // The index goes last: a pack without one is not looked at.
        index_file
            .persist(&index_path)
            .map_err(|error| Error::io("rename", &index_path, error.error))?;
        step("pack:index-named")?;
        sync_folder(folder)?;
        step("pack:folder-synced")?;
        Ok(Packed { index: index_path, bytes })
    }
}

impl Body {
    fn flush(&mut self, temporary: &Path) -> Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            empty => empty.insert(
                NamedTempFile::new_in(temporary)
                    .map_err(|error| Error::io("create a file in", temporary, error))?,
            ),
        };
        file.write_all(&self.buffer).map_err(|error| Error::io("write", file.path(), error))?;
        self.flushed += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Fills in the count and adds the checksum.
    fn close(&mut self, temporary: &Path, count: u32) -> Result<[u8; 20]> {
        let mut header = *b"PACK\0\0\0\x02\0\0\0\0";
        if let Some(place) = header.get_mut(8..) {
            place.copy_from_slice(&count.to_be_bytes());
        }
        let mut hash = Sha1::new();
        if self.flushed == 0 {
            if let Some(place) = self.buffer.get_mut(..HEADER) {
                place.copy_from_slice(&header);
            }
            hash.update(&self.buffer);
        } else {
            self.flush(temporary)?;
            if let Some(file) = &mut self.file {
                let path = file.path().to_path_buf();
                let failed = |error| Error::io("write", &path, error);
                file.seek(SeekFrom::Start(0)).map_err(failed)?;
                file.write_all(&header).map_err(failed)?;
                file.seek(SeekFrom::Start(0)).map_err(failed)?;
                let mut piece = vec![0; 1 << 20];
                loop {
                    let read = file.read(&mut piece).map_err(failed)?;
                    match piece.get(..read) {
                        Some(part) if !part.is_empty() => hash.update(part),
                        _ => break,
                    }
                }
            }
        }
        let checksum: [u8; 20] = hash.finalize().into();
        self.buffer.extend_from_slice(&checksum);
        Ok(checksum)
    }

    /// All of it, in a file.
    fn into_file(mut self, temporary: &Path) -> Result<NamedTempFile> {
        self.flush(temporary)?;
        self.file.ok_or_else(|| Error::Invalid { what: "an empty pack".to_owned() })
    }
}

/// An entry as it stands in a pack: kind and size, then the content, compressed.
fn compressed(kind: Kind, content: &[u8]) -> Result<Vec<u8>> {
    thread_local! {
        static QUICK: RefCell<Compress> = RefCell::new(Compress::new(Compression::fast(), true));
        static NONE: RefCell<Compress> = RefCell::new(Compress::new(Compression::none(), true));
    }
    let mut out = Vec::with_capacity(content.len() / 2 + 64);
    let mut size = content.len();
    let mut byte = (kind.number() << 4) | u8::try_from(size & 15).unwrap_or(0);
    size >>= 4;
    while size > 0 {
        out.push(byte | 0x80);
        byte = u8::try_from(size & 0x7f).unwrap_or(0);
        size >>= 7;
    }
    out.push(byte);
    let header = out.len();
    if let Some(sample) = sample(content) {
        QUICK.with_borrow_mut(|compress| deflate(compress, sample, &mut out))?;
        let worth = out.len() - header < sample.len() - sample.len() / 32;
        out.truncate(header);
        if !worth {
            NONE.with_borrow_mut(|compress| deflate(compress, content, &mut out))?;
            return Ok(out);
        }
    }
    QUICK.with_borrow_mut(|compress| deflate(compress, content, &mut out))?;
    Ok(out)
}

/// A piece from the middle of content that is long enough for a look ahead to pay off:
/// pictures, archives and keys are not worth the time that compressing takes.
fn sample(content: &[u8]) -> Option<&[u8]> {
    const PIECE: usize = 1 << 10;
    const LONG: usize = 4 << 10;
    let middle = content.len() / 2;
    if content.len() < LONG { None } else { content.get(middle..middle + PIECE) }
}

fn deflate(compress: &mut Compress, content: &[u8], out: &mut Vec<u8>) -> Result<()> {
    compress.reset();
    loop {
        let taken = usize::try_from(compress.total_in()).unwrap_or(usize::MAX);
        let rest = content.get(taken..).unwrap_or_default();
        out.reserve(rest.len() / 2 + 256);
        match compress.compress_vec(rest, out, FlushCompress::Finish) {
            Ok(flate2::Status::StreamEnd) => return Ok(()),
            Ok(_) => {}
            Err(error) => {
                return Err(Error::Invalid { what: format!("cannot compress: {error}") });
            }
        }
    }
}

/// An index of version 2.
fn index(entries: &[Written], checksum: &[u8; 20]) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(1100 + entries.len() * 28);
    out.extend_from_slice(b"\xfftOc\0\0\0\x02");
    let mut fan = [0_u32; 256];
    for entry in entries {
        let [first, ..] = *entry.id.as_bytes();
        if let Some(count) = fan.get_mut(usize::from(first)) {
            *count += 1;
        }
    }
    let mut sum = 0_u32;
    for count in fan {
        sum += count;
        out.extend_from_slice(&sum.to_be_bytes());
    }
    entries.iter().for_each(|entry| out.extend_from_slice(entry.id.as_bytes()));
    entries.iter().for_each(|entry| out.extend_from_slice(&entry.crc.to_be_bytes()));
    let mut far = Vec::new();
    for entry in entries {
        let near = u32::try_from(entry.offset).ok().filter(|offset| *offset < 0x8000_0000);
        let word = match near {
            Some(offset) => offset,
            None => {
                far.push(entry.offset);
                0x8000_0000
                    | u32::try_from(far.len() - 1)
                        .map_err(|_| Error::Invalid { what: "the pack is too large".to_owned() })?
            }
        };
        out.extend_from_slice(&word.to_be_bytes());
    }
    far.iter().for_each(|offset| out.extend_from_slice(&offset.to_be_bytes()));
    out.extend_from_slice(checksum);
    let own: [u8; 20] = Sha1::digest(&out).into();
    out.extend_from_slice(&own);
    Ok(out)
}
