//! The platform's files, reached through handles of their folders.
//!
//! Nothing here follows a symbolic link: a path is walked part by part from the
//! handle of a folder that is known, so no link put in its way leads outside.

#[cfg(not(unix))]
mod portable;
#[cfg(unix)]
mod unix;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

#[cfg(not(unix))]
pub(crate) use portable::{Folder, stat_of};
#[cfg(unix)]
pub(crate) use unix::{Folder, stat_of};

use crate::error::{Error, Result};

/// The names in a folder, with their kind where the folder itself tells.
pub(crate) type Names = Vec<(Box<[u8]>, Option<Kind>)>;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A pipe, socket or device: never opened.
    Special,
}

/// What the system says about a name, without following it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat {
    pub(crate) kind: Kind,
    /// Permission bits. On Windows zero, but 0o444 for a file that is read-only.
    pub(crate) mode: u32,
    pub(crate) size: u64,
    /// Nanoseconds since 1970.
    pub(crate) modified: i64,
    /// When name, owner or rights changed, where the system knows it; else when it was made.
    pub(crate) changed: i64,
    /// Zero where the system has none.
    pub(crate) inode: u64,
}

/// Whose a file is; zero where the system has other ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) user: u32,
    pub(crate) group: u32,
}

impl Stat {
    /// Whether its owner may run it.
    pub(crate) fn executable(&self) -> bool {
        self.mode & 0o100 != 0
    }

    /// Whether a file may have been written again without its times telling:
    /// it changed so shortly before `moment` that the clock's grain hides it.
    pub(crate) fn is_racy(&self, moment: i64) -> bool {
        const MILLISECOND: i64 = 1_000_000;
        // Some file systems count whole or even seconds.
        let coarse = self.modified % (1000 * MILLISECOND) == 0;
        let grain = if coarse { 2100 } else { 20 } * MILLISECOND;
        self.modified.max(self.changed) >= moment.saturating_sub(grain)
    }
}

/// What opening a link without following it answers.
pub(crate) fn is_link(error: &io::Error) -> bool {
    #[cfg(unix)]
    return error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error());
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

/// Now, in nanoseconds since 1970.
pub(crate) fn now() -> i64 {
    i64::try_from(jiff::Timestamp::now().as_nanosecond()).unwrap_or(i64::MAX)
}

/// Now, in milliseconds since 1970.
pub(crate) fn now_ms() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// Makes the names in a folder durable. Windows does so by itself.
pub(crate) fn sync_folder(path: &Path) -> Result<()> {
    #[cfg(unix)]
    File::open(path)
        .and_then(|folder| folder.sync_all())
        .map_err(|error| Error::io("sync", path, error))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Writes a file of the store so that it is there whole or not at all.
pub(crate) fn write_whole(
    temporary: &Path,
    path: &Path,
    content: &[u8],
    durable: bool,
) -> Result<()> {
    let file = written(temporary, path, content, durable)?;
    file.persist(path).map_err(|error| Error::io("rename", path, error.error))?;
    if durable && let Some(folder) = path.parent() {
        sync_folder(folder)?;
    }
    Ok(())
}

/// The same for a file that is written once, by whoever comes first, and stays as it is.
pub(crate) fn write_once(temporary: &Path, path: &Path, content: &[u8]) -> Result<()> {
    let file = written(temporary, path, content, true)?;
    match file.persist_noclobber(path) {
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => return Ok(()),
        Err(error) => return Err(Error::io("rename", path, error.error)),
        Ok(_) => {}
    }
    path.parent().map_or(Ok(()), sync_folder)
}

fn written(
    temporary: &Path,
    path: &Path,
    content: &[u8],
    durable: bool,
) -> Result<tempfile::NamedTempFile> {
    let mut file = tempfile::NamedTempFile::new_in(temporary)
        .map_err(|error| Error::io("create a file in", temporary, error))?;
    file.write_all(content).map_err(|error| Error::io("write", path, error))?;
    if durable {
        file.as_file().sync_data().map_err(|error| Error::io("sync", path, error))?;
    }
    Ok(file)
}

/// Reads a whole file; `None` if there is none.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("read", path, error)),
    }
}

/// Reads to the end, knowing about how much will come.
pub(crate) fn read_all(mut file: &File, expected: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::with_capacity(usize::try_from(expected).unwrap_or(0).saturating_add(1));
    // Limited, because without a limit the system is asked twice more for the length.
    let limit = expected.saturating_add(1);
    file.take(limit).read_to_end(&mut content)?;
    if content.len() as u64 == limit {
        file.read_to_end(&mut content)?;
    }
    Ok(content)
}
