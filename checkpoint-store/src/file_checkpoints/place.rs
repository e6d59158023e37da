//! The one file on the disk: looking at it, replacing it, removing it.
//!
//! Links are never followed here. A path is taken apart once, when it is saved: its
//! folders are resolved then, and a folder that has become a link since is refused.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};

/// A path, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// As the caller wrote it, made absolute.
    pub(super) given: PathBuf,
    /// With every link in its folders resolved; the last part is as it is.
    pub(super) real: PathBuf,
    /// How many folders above it do not exist.
    pub(super) missing_folders: u32,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Absent,
    File {
        bytes: Vec<u8>,
        mode: Option<u32>,
    },
    Symlink {
        target: Vec<u8>,
    },
    /// Larger than asked for.
    TooLarge {
        size: u64,
    },
    /// A folder, a device, something that cannot be saved as a file.
    Other {
        what: &'static str,
    },
}

impl Place {
    /// Takes a path apart the way the system would open it.
    pub(super) fn of(path: &Path) -> Result<Self> {
        let given = std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
        let (Some(name), Some(folder)) = (given.file_name(), given.parent()) else {
            return Err(Error::Invalid {
                what: format!("`{}` is no file: give the path of one", path.display()),
            });
        };
        let (mut real, missing_folders) = resolved(folder)?;
        real.push(name);
        Ok(Self { real, missing_folders, given })
    }

    /// Every place a program may mean by this path: as the system opens it, and as
    /// programs read it that take `..` out of the text first. The two differ only
    /// where a link stands before the dots.
    pub(super) fn all_of(path: &Path) -> Result<Vec<Self>> {
        let mut places = vec![Self::of(path)?];
        if path.components().any(|part| part == Component::ParentDir) {
            let absolute =
                std::path::absolute(path).map_err(|error| Error::io("find", path, error))?;
            if let Ok(other) = Self::of(&without_dots(&absolute))
                && places.iter().all(|place| place.real != other.real)
            {
                places.push(other);
            }
        }
        Ok(places)
    }

    /// Where a link at this place leads in the end, if there is one.
    pub(super) fn behind_link(&self) -> Option<Self> {
        let target = fs::read_link(&self.real).ok()?;
        match self.real.canonicalize() {
            Ok(last) => Self::of(&last).ok(),
            Err(_) => Self::of(&self.real.parent()?.join(target)).ok(),
        }
    }
}

/// A folder with its links resolved, and how many of its parts do not exist.
fn resolved(folder: &Path) -> Result<(PathBuf, u32)> {
    match folder.canonicalize() {
        Ok(real) => return Ok((real, 0)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(Error::io("find", folder, error)),
    }
    let mut real = PathBuf::new();
    let mut missing = 0_u32;
    for part in folder.components() {
        if part == Component::ParentDir {
            real.pop();
            missing = missing.saturating_sub(1);
            continue;
        }
        real.push(part);
        if missing > 0 {
            missing += 1;
            continue;
        }
        match real.canonicalize() {
            Ok(resolved) => real = resolved,
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing = 1,
            Err(error) => return Err(Error::io("find", &real, error)),
        }
    }
    Ok((real, missing))
}

/// The path with `..` taken as text: the folder above as written.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

/// Looks at a path without following a link, and reads at most `limit` bytes.
pub(super) fn look(path: &Path, limit: u64) -> Result<Seen> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if is_absent(&error) => return Ok(Seen::Absent),
        Err(error) => return Err(Error::io("look at", path, error)),
    };
    if found.is_symlink() {
        let target = fs::read_link(path).map_err(|error| Error::io("read", path, error))?;
        return Ok(Seen::Symlink { target: target_bytes(target)? });
    }
    if found.is_dir() {
        return Ok(Seen::Other { what: "a folder" });
    }
    if !found.is_file() {
        return Ok(Seen::Other { what: "no ordinary file" });
    }
    if found.len() > limit {
        return Ok(Seen::TooLarge { size: found.len() });
    }
    let mut file = open_without_following(path).map_err(|error| Error::io("open", path, error))?;
    let opened = file.metadata().map_err(|error| Error::io("look at", path, error))?;
    if !opened.is_file() {
        return Ok(Seen::Other { what: "no ordinary file" });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(opened.len().min(limit)).unwrap_or(0));
    let read = (&mut file)
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Error::io("read", path, error))?;
    if read as u64 > limit {
        return Ok(Seen::TooLarge { size: read as u64 });
    }
    Ok(Seen::File { bytes, mode: mode_of(&opened) })
}

/// Puts a file or a link at a path in one step: whoever looks sees the old one or the
/// new one, also after a crash. `temporary` is the name it has until then, in the same
/// folder.
pub(super) fn put(path: &Path, wanted: &Seen, temporary: &str) -> Result<()> {
    let folder = checked_folder(path)?;
    let beside = folder.join(temporary);
    let written = match wanted {
        Seen::File { bytes, mode } => write_beside(&beside, path, bytes, *mode),
        Seen::Symlink { target } => link_beside(&beside, target),
        Seen::Absent | Seen::TooLarge { .. } | Seen::Other { .. } => {
            return Err(Error::Invalid {
                what: format!("`{}`: there is nothing to put there", path.display()),
            });
        }
    };
    fail::fail_point!("file_checkpoints::before_rename");
    let placed =
        written.and_then(|()| fs::rename(&beside, path)).and_then(|()| sync_folder(&folder));
    placed.map_err(|error| {
        // What has no name yet is ours alone; the file itself was not touched.
        let _ = fs::remove_file(&beside);
        Error::io("write", path, error)
    })
}

/// Removes a file or a link, and then the folders above it that did not exist before
/// either, as long as they are empty.
pub(super) fn remove(path: &Path, missing_folders: u32) -> Result<()> {
    let folder = checked_folder(path)?;
    fs::remove_file(path)
        .and_then(|()| sync_folder(&folder))
        .map_err(|error| Error::io("delete", path, error))?;
    let mut above = folder.as_path();
    for _ in 0..missing_folders {
        // A folder that is not empty stays, whatever the reason.
        if fs::remove_dir(above).is_err() {
            break;
        }
        match above.parent() {
            Some(next) => above = next,
            None => break,
        }
    }
    Ok(())
}

/// Removes what a killed rewind left beside a file.
pub(super) fn sweep(folder: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(prefix)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The folder of a real path, made where it is missing. Refused if any part of it is a
/// link by now: what was saved is not what would be written.
fn checked_folder(path: &Path) -> Result<PathBuf> {
    let folder = path.parent().ok_or_else(|| Error::Invalid {
        what: format!("`{}` is no file: give the path of one", path.display()),
    })?;
    let mut walked = PathBuf::new();
    for part in folder.components() {
        walked.push(part);
        match fs::symlink_metadata(&walked) {
            Ok(found) if found.is_dir() => {}
            Ok(found) => {
                let what = if found.is_symlink() { "a link" } else { "a file" };
                return Err(Error::Invalid {
                    what: format!(
                        "`{}` is {what} now, it was a folder when `{}` was saved; left alone",
                        walked.display(),
                        path.display()
                    ),
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir(&walked)
                    .and_then(|()| walked.parent().map_or(Ok(()), sync_folder))
                    .map_err(|error| Error::io("create", &walked, error))?;
            }
            Err(error) => return Err(Error::io("look at", &walked, error)),
        }
    }
    Ok(folder.to_path_buf())
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[cfg(unix)]
fn open_without_following(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    // Without NONBLOCK a pipe that took the file's place would stop us for good.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(open(path, flags, Mode::empty())?.into())
}

#[cfg(windows)]
fn open_without_following(path: &Path) -> io::Result<File> {
    use std::os::windows::fs::OpenOptionsExt;
    /// Opens a link itself instead of what it leads to.
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    File::options().read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT).open(path)
}

#[cfg(unix)]
fn mode_of(found: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(found.mode() & 0o7777)
}

/// The only right a file has of its own here is whether it may be written.
#[cfg(windows)]
fn mode_of(found: &Metadata) -> Option<u32> {
    Some(if found.permissions().readonly() { 0o444 } else { 0o644 })
}

fn write_beside(beside: &Path, path: &Path, bytes: &[u8], mode: Option<u32>) -> io::Result<()> {
    let mut how = File::options();
    how.write(true).create_new(true);
    let mut file = crate::store::private(&mut how).open(beside)?;
    file.write_all(bytes)?;
    keep_owner(&file, path);
    if let Some(mode) = mode {
        set_mode(&file, mode)?;
    }
    file.sync_all()
}

/// A file of somebody else stays theirs. Only root can do that, so it may fail.
#[cfg(unix)]
fn keep_owner(file: &File, path: &Path) {
    use std::os::unix::fs::{MetadataExt, fchown};
    if let (Ok(old), Ok(new)) = (fs::symlink_metadata(path), file.metadata())
        && (old.uid(), old.gid()) != (new.uid(), new.gid())
    {
        let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    }
}

#[cfg(windows)]
fn keep_owner(_file: &File, _path: &Path) {}

#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(windows)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(mode & 0o200 == 0);
    file.set_permissions(permissions)
}

#[cfg(unix)]
fn target_bytes(target: PathBuf) -> Result<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt;
    Ok(target.into_os_string().into_vec())
}

#[cfg(windows)]
fn target_bytes(target: PathBuf) -> Result<Vec<u8>> {
    target.into_os_string().into_string().map(String::into_bytes).map_err(|target| Error::Invalid {
        what: format!("the link to `{}` is no Unicode", target.display()),
    })
}

#[cfg(unix)]
fn link_beside(beside: &Path, target: &[u8]) -> io::Result<()> {
    use std::os::unix::ffi::OsStrExt;
    std::os::unix::fs::symlink(std::ffi::OsStr::from_bytes(target), beside)
}

#[cfg(windows)]
fn link_beside(beside: &Path, target: &[u8]) -> io::Result<()> {
    use std::os::windows::fs::{symlink_dir, symlink_file};
    let target = std::str::from_utf8(target).map_err(io::Error::other)?;
    let leads_to = beside.parent().map(|folder| folder.join(target));
    match leads_to.filter(|path| path.is_dir()) {
        Some(_) => symlink_dir(target, beside),
        None => symlink_file(target, beside),
    }
}

#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Windows writes names through; a folder cannot be opened for this.
#[cfg(windows)]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
