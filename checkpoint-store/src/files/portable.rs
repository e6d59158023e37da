//! Folders as paths, for systems whose standard library has no handles of folders.
//!
//! Every part is looked at before it is entered, and a link or junction is refused. Roots
//! come in the form `\\\\?\\C:\\`, in which paths may be long and a name is only a name, also
//! `con` or `a.`. A file that another program has open for a moment, as virus scanners
//! do, is tried again.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Kind, Names, Owner, Stat};
use crate::paths::{name_bytes, name_of};

/// A folder that was looked at.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Opens a folder by its whole path, whose last part is not a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let found = fs::symlink_metadata(path)?;
        if !found.is_dir() || found.is_symlink() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self(path.to_path_buf()))
    }

    /// The folder of this name, if it is one and no link.
    pub(crate) fn child(&self, name: &[u8]) -> io::Result<Self> {
        Self::open(&self.path(name)?)
    }

    /// Another handle of the same folder.
    pub(crate) fn again(&self) -> io::Result<Self> {
        Self::open(&self.0)
    }

    /// All names, with their kind where the folder itself tells.
    pub(crate) fn names(&self) -> io::Result<Names> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            // A name that is no Unicode keeps its place, so that it is reported.
            let name = name_bytes(&entry.file_name())
                .unwrap_or_else(|| entry.file_name().to_string_lossy().into_owned().into());
            names.push((name.into(), None));
        }
        Ok(names)
    }

    /// What a name stands for.
    pub(crate) fn stat(&self, name: &[u8]) -> io::Result<Stat> {
        Ok(converted(&fs::symlink_metadata(self.path(name)?)?))
    }

    /// What this folder is.
    pub(crate) fn stat_self(&self) -> io::Result<Stat> {
        Ok(converted(&fs::symlink_metadata(&self.0)?))
    }

    /// Opens a file for reading; never follows a link.
    pub(crate) fn read(&self, name: &[u8]) -> io::Result<(File, Stat)> {
        let path = self.path(name)?;
        if !fs::symlink_metadata(&path)?.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let file = patiently(|| File::open(&path))?;
        let stat = stat_of(&file)?;
        Ok((file, stat))
    }

    /// What a link says.
    pub(crate) fn link(&self, name: &[u8]) -> io::Result<Vec<u8>> {
        let target = fs::read_link(self.path(name)?)?;
        let text = target.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
        Ok(text.replace('\\', "/").into_bytes())
    }

    /// A new file; fails if the name is taken.
    pub(crate) fn create(&self, name: &[u8], _mode: u32) -> io::Result<File> {
        File::options().write(true).create_new(true).open(self.path(name)?)
    }

    pub(crate) fn make_folder(&self, name: &[u8], _mode: u32) -> io::Result<()> {
        fs::create_dir(self.path(name)?)
    }

    #[cfg(windows)]
    pub(crate) fn make_link(&self, target: &[u8], name: &[u8]) -> io::Result<()> {
        // Git writes slashes; a link of this system has its own separators.
        let target = String::from_utf8_lossy(target).replace('/', "\\");
        let path = self.path(name)?;
        if self.0.join(&target).is_dir() {
            std::os::windows::fs::symlink_dir(target, path)
        } else {
            std::os::windows::fs::symlink_file(target, path)
        }
    }

    #[cfg(not(windows))]
    pub(crate) fn make_link(&self, _target: &[u8], _name: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Puts `from` in the place of `to`, in one step, also over a read-only file.
    pub(crate) fn rename(&self, from: &[u8], to: &[u8]) -> io::Result<()> {
        let (from, to) = (self.path(from)?, self.path(to)?);
        patiently(|| match fs::rename(&from, &to) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let was_read_only = set_read_only(&to, false)?;
                let again = fs::rename(&from, &to);
                if again.is_err() && was_read_only {
                    // It stays what it was, so it stays as it was.
                    set_read_only(&to, true)?;
                }
                again
            }
            done => done,
        })
    }

    pub(crate) fn remove_file(&self, name: &[u8]) -> io::Result<()> {
        let path = self.path(name)?;
        patiently(|| match fs::remove_file(&path) {
            // A link to a folder is removed like a folder; a read-only file must be writable.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                if fs::symlink_metadata(&path)?.is_symlink() {
                    return fs::remove_dir(&path);
                }
                let was_read_only = set_read_only(&path, false)?;
                let again = fs::remove_file(&path);
                if again.is_err() && was_read_only {
                    set_read_only(&path, true)?;
                }
                again
            }
            done => done,
        })
    }

    /// Removes a folder if it is empty. A link to a folder is none.
    pub(crate) fn remove_folder(&self, name: &[u8]) -> io::Result<()> {
        let path = self.path(name)?;
        if fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        fs::remove_dir(path)
    }

    /// The only right a file has of its own here is whether it may be written.
    pub(crate) fn set_mode(&self, name: &[u8], mode: u32) -> io::Result<()> {
        let path = self.path(name)?;
        if fs::symlink_metadata(&path)?.is_file() {
            set_read_only(&path, mode != 0 && mode & 0o200 == 0)?;
        }
        Ok(())
    }

    /// Sets when a file was modified last.
    pub(crate) fn set_modified(&self, name: &[u8], nanoseconds: i64) -> io::Result<()> {
        let path = self.path(name)?;
        if !fs::symlink_metadata(&path)?.is_file() {
            return Ok(());
        }
        let since = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(0));
        let was_read_only = set_read_only(&path, false)?;
        let set = File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + since));
        if was_read_only {
            set_read_only(&path, true)?;
        }
        set
    }

    /// Owners are kept by the system's own rules here.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same on every system")]
    pub(crate) fn owner(&self, _name: &[u8]) -> io::Result<Owner> {
        Ok(Owner::default())
    }

    /// Owners are kept by the system's own rules here.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same on every system")]
    pub(crate) fn set_owner(&self, _name: &[u8], _owner: Owner) -> io::Result<()> {
        Ok(())
    }

    /// Names become durable with the file.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same on every system")]
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    /// No one call makes everything durable.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same on every system")]
    pub(crate) fn sync_all(&self) -> io::Result<bool> {
        Ok(false)
    }

    /// One part further down. A name that would lead elsewhere, or into a stream beside a
    /// file (`file:stream`), is refused.
    fn path(&self, name: &[u8]) -> io::Result<PathBuf> {
        if name.contains(&b':') {
            return Err(io::ErrorKind::InvalidFilename.into());
        }
        let name = name_of(name);
        let mut parts = Path::new(&name).components();
        match (parts.next(), parts.next()) {
            (Some(std::path::Component::Normal(part)), None) if *part == *name => {
                Ok(self.0.join(part))
            }
            _ => Err(io::ErrorKind::InvalidFilename.into()),
        }
    }
}

/// What an open file is.
pub(crate) fn stat_of(file: &File) -> io::Result<Stat> {
    Ok(converted(&file.metadata()?))
}

/// Makes a file read-only or writable; whether it was read-only.
fn set_read_only(path: &Path, wanted: bool) -> io::Result<bool> {
    let mut rights = fs::symlink_metadata(path)?.permissions();
    let was = rights.readonly();
    if was != wanted {
        rights.set_readonly(wanted);
        fs::set_permissions(path, rights)?;
    }
    Ok(was)
}

/// Does something that another program may be in the way of, for a second at most.
fn patiently<T>(mut work: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    /// What Windows answers when somebody has the file, or a part of it, for themselves.
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    const NAPS: u64 = 13;
    for nap in 0..NAPS {
        match work() {
            Err(error)
                if matches!(error.raw_os_error(), Some(SHARING_VIOLATION | LOCK_VIOLATION)) =>
            {
                std::thread::sleep(Duration::from_millis(2 + nap * 12));
            }
            done => return done,
        }
    }
    work()
}

fn converted(found: &Metadata) -> Stat {
    let nanoseconds = |time: io::Result<SystemTime>| {
        time.ok()
            .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok())
            .and_then(|since| i64::try_from(since.as_nanos()).ok())
            .unwrap_or(0)
    };
    let kind = if found.is_symlink() {
        Kind::Link
    } else if found.is_dir() {
        Kind::Folder
    } else if found.is_file() {
        Kind::File
    } else {
        Kind::Special
    };
    // Only what is not usual is noted.
    let mode = if kind == Kind::File && found.permissions().readonly() { 0o444 } else { 0 };
    Stat {
        kind,
        mode,
        size: found.len(),
        modified: nanoseconds(found.modified()),
        changed: nanoseconds(found.created()),
        inode: 0,
    }
}
