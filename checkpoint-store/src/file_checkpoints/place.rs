//! The one file on the disk: looking at it, replacing it, removing it.
//!
//! Links are never followed here. A path is taken apart once, when it is saved: its
//! folders are resolved then, and walked from the root by handles later, so that a
//! folder that has become a link since is refused.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use crate::error::{Error, Result};
use crate::files::{Folder, Kind};
use crate::paths::name_bytes;
use crate::step;

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
                what: format!("`{}` is not a file: give the path of one", path.display()),
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
        // A drive without its root is the drive itself, which nobody can look at on Windows.
        if matches!(part, Component::Prefix(_)) {
            continue;
        }
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
    let Walked { folders, missing, name } = walk(path)?;
    let Some(folder) = folders.last().filter(|_| missing.is_empty()) else {
        return Ok(Seen::Absent);
    };
    let failed = |error| Error::io("read", path, error);
    let found = match folder.stat(&name) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Seen::Absent),
        Err(error) => return Err(Error::io("look at", path, error)),
    };
    match found.kind {
        Kind::Link => return Ok(Seen::Symlink { target: folder.link(&name).map_err(failed)? }),
        Kind::Folder => return Ok(Seen::Other { what: "a folder" }),
        Kind::Special => return Ok(Seen::Other { what: "no ordinary file" }),
        Kind::File if found.size > limit => return Ok(Seen::TooLarge { size: found.size }),
        Kind::File => {}
    }
    let (mut file, opened) = folder.read(&name).map_err(failed)?;
    if opened.kind != Kind::File {
        return Ok(Seen::Other { what: "no ordinary file" });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(opened.size.min(limit)).unwrap_or(0));
    let read = (&mut file).take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(failed)?;
    if read as u64 > limit {
        return Ok(Seen::TooLarge { size: read as u64 });
    }
    let mode = mode_of(&file.metadata().map_err(failed)?);
    Ok(Seen::File { bytes, mode })
}

/// Puts a file or a link at a path in one step: whoever looks sees the old one or the
/// new one, also after a crash. `temporary` is the name it has until then, in the same
/// folder.
pub(super) fn put(path: &Path, wanted: &Seen, temporary: &str) -> Result<()> {
    let Walked { mut folders, missing, name } = walk(path)?;
    let failed = |error| Error::io("write", path, error);
    for part in &missing {
        let above = folders.last().ok_or_else(|| no_file(path))?;
        // Somebody may have made it a moment ago.
        match above.make_folder(part, 0o777) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(Error::io("create the folder of", path, error));
            }
            _ => {}
        }
        above.sync().map_err(failed)?;
        let made = above.child(part).map_err(failed)?;
        folders.push(made);
    }
    let folder = folders.last().ok_or_else(|| no_file(path))?;
    let beside = temporary.as_bytes();
    let placed = write_beside(folder, beside, path, wanted)
        .and_then(|()| step("file_checkpoints::before_rename"))
        .and_then(|()| folder.rename(beside, &name).and_then(|()| folder.sync()).map_err(failed));
    if placed.is_err() {
        // What has no name yet is ours alone; the file itself was not touched.
        let _ = folder.remove_file(beside);
    }
    placed
}

/// Removes a file or a link, and then the folders above it that did not exist before
/// either, as long as they are empty.
pub(super) fn remove(path: &Path, missing_folders: u32) -> Result<()> {
    let Walked { folders, missing, name } = walk(path)?;
    let Some(folder) = folders.last().filter(|_| missing.is_empty()) else { return Ok(()) };
    folder
        .remove_file(&name)
        .and_then(|()| folder.sync())
        .map_err(|error| Error::io("delete", path, error))?;
    let names = path.ancestors().skip(1).map_while(Path::file_name);
    let above = folders.iter().rev().skip(1);
    for (name, above) in names.zip(above).take(usize::try_from(missing_folders).unwrap_or(0)) {
        // A folder that is not empty stays, whatever the reason.
        if name_bytes(name).is_none_or(|name| above.remove_folder(&name).is_err()) {
            break;
        }
    }
    Ok(())
}

/// Removes what a killed rewind left beside a file. What cannot be removed stays for
/// the next time.
pub(super) fn sweep(folder: &Path, prefix: &str) {
    let Ok(Walked { folders, missing, .. }) = walk(&folder.join(prefix)) else { return };
    let Some(folder) = folders.last().filter(|_| missing.is_empty()) else { return };
    for (name, _) in folder.names().unwrap_or_default() {
        if name.starts_with(prefix.as_bytes()) {
            let _ = folder.remove_file(&name);
        }
    }
}

/// The way to a file: the handles of its folders, and those that are not there.
struct Walked {
    /// From the root on.
    folders: Vec<Folder>,
    /// Names of the folders that do not exist, outermost first.
    missing: Vec<Vec<u8>>,
    /// The last part.
    name: Vec<u8>,
}

/// Walks a real path by handles. Refused if any part is a link or a file by now: what
/// was saved is not what would be written.
fn walk(path: &Path) -> Result<Walked> {
    let mut root = PathBuf::new();
    let mut names = Vec::new();
    for part in path.components() {
        match part {
            Component::Prefix(_) | Component::RootDir => root.push(part),
            Component::Normal(name) => {
                names.push(name_bytes(name).ok_or_else(|| no_file(path))?);
            }
            Component::CurDir | Component::ParentDir => return Err(no_file(path)),
        }
    }
    let name = names.pop().ok_or_else(|| no_file(path))?;
    let mut folders = vec![Folder::open(&root).map_err(|error| Error::io("open", &root, error))?];
    let mut missing: Vec<Vec<u8>> = Vec::new();
    for part in names {
        let Some(above) = folders.last().filter(|_| missing.is_empty()) else {
            missing.push(part);
            continue;
        };
        match above.child(&part) {
            Ok(folder) => folders.push(folder),
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing.push(part),
            Err(error) => {
                let what = match above.stat(&part).map(|found| found.kind) {
                    Ok(Kind::Link) => "a link",
                    Ok(Kind::File | Kind::Special) => "a file",
                    Ok(Kind::Folder) | Err(_) => {
                        return Err(Error::io("open the folder of", path, error));
                    }
                };
                return Err(Error::Invalid {
                    what: format!(
                        "`{}`, a folder when `{}` was saved, is {what} now; left alone",
                        String::from_utf8_lossy(&part),
                        path.display()
                    ),
                });
            }
        }
    }
    Ok(Walked { folders, missing, name })
}

fn no_file(path: &Path) -> Error {
    Error::Invalid { what: format!("`{}` is not a file: give the path of one", path.display()) }
}

fn write_beside(folder: &Folder, beside: &[u8], path: &Path, wanted: &Seen) -> Result<()> {
    let failed = |error| Error::io("write", path, error);
    match wanted {
        Seen::File { bytes, mode } => {
            let mut file = folder.create(beside, 0o600).map_err(failed)?;
            file.write_all(bytes).map_err(failed)?;
            keep_owner(&file, path);
            if let Some(mode) = mode {
                set_mode(&file, *mode).map_err(failed)?;
            }
            file.sync_all().map_err(failed)
        }
        Seen::Symlink { target } => folder.make_link(target, beside).map_err(failed),
        Seen::Absent | Seen::TooLarge { .. } | Seen::Other { .. } => Err(Error::Invalid {
            what: format!("`{}`: there is nothing to put there", path.display()),
        }),
    }
}

#[cfg(unix)]
fn mode_of(found: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    Some(found.mode() & 0o7777)
}

/// The only right a file has of its own here is whether it may be written.
#[cfg(not(unix))]
fn mode_of(found: &Metadata) -> Option<u32> {
    Some(if found.permissions().readonly() { 0o444 } else { 0o644 })
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

#[cfg(not(unix))]
fn keep_owner(_file: &File, _path: &Path) {}

#[cfg(unix)]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(file: &File, mode: u32) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(mode & 0o200 == 0);
    file.set_permissions(permissions)
}
