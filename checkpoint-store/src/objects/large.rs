//! Large files: cut where their content says so, so that an edit in the middle
//! stores one new chunk and not the whole file again.

use std::io::{self, Read, Write};

use fastcdc::v2020::StreamCDC;
use sha1::{Digest, Sha1};

use super::{Entry, Kind, Mode, Objects, PackWriter, decode_tree, encode_tree};
use crate::error::{Error, Result};
use crate::ids::ObjectId;

/// Files larger than this are chunked.
pub(crate) const LARGE: u64 = 1 << 20;

const SMALLEST: usize = 16 << 10;
const USUAL: usize = 64 << 10;
const LARGEST: usize = 256 << 10;

/// Stores a file as chunks and a tree that lists them in order. Returns the name of
/// the whole content as a blob, and of the list. `None` if it did not have `size` bytes.
pub(crate) fn store_large(
    source: impl Read,
    size: u64,
    objects: &Objects,
    pack: &PackWriter,
    failed: impl Fn(io::Error) -> Error,
) -> Result<Option<(ObjectId, ObjectId)>> {
    let mut whole = ObjectId::hasher("blob", size);
    let mut length = 0_u64;
    let mut list = Vec::new();
    for chunk in StreamCDC::new(source, SMALLEST, USUAL, LARGEST) {
        let chunk = chunk.map_err(|error| failed(error.into()))?;
        whole.update(&chunk.data);
        length += chunk.data.len() as u64;
        let id = ObjectId::of_blob(&chunk.data);
        if !objects.has(id) {
            pack.put(Kind::Blob, id, &chunk.data)?;
        }
        // Named by where it ends: names sort, and the last one tells the whole length.
        let name = format!("{length:016x}").into_bytes().into();
        list.push(Entry { mode: Mode::File, name, id });
    }
    if length != size {
        return Ok(None);
    }
    let list = encode_tree(list);
    let list_id = ObjectId::of("tree", &list);
    if !objects.has(list_id) {
        pack.put(Kind::Tree, list_id, &list)?;
    }
    Ok(Some((finished(whole), list_id)))
}

/// Writes a chunked file's content, checked chunk by chunk and as a whole.
pub(crate) fn read_large(
    objects: &Objects,
    blob: ObjectId,
    list: ObjectId,
    out: &mut dyn Write,
) -> Result<()> {
    let entries = decode_tree(list, &objects.read(Kind::Tree, list)?)?;
    let size = entries
        .last()
        .and_then(|last| std::str::from_utf8(&last.name).ok())
        .and_then(|name| u64::from_str_radix(name, 16).ok())
        .unwrap_or(0);
    let mut whole = ObjectId::hasher("blob", size);
    for entry in &entries {
        let chunk = objects.read(Kind::Blob, entry.id)?;
        whole.update(&chunk);
        out.write_all(&chunk).map_err(|error| Error::io("write", blob.to_string(), error))?;
    }
    if finished(whole) != blob {
        return Err(Error::Damaged {
            id: blob,
            path: objects.folder().to_path_buf(),
            what: "its chunks together are not the file".to_owned(),
        });
    }
    Ok(())
}

fn finished(hash: Sha1) -> ObjectId {
    ObjectId::from_bytes(hash.finalize().into())
}
