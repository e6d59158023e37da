//! Folders as open descriptors: every step is `openat` with `O_NOFOLLOW`.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

#[cfg(not(target_os = "linux"))]
use rustix::fs::Dir;
use rustix::fs::{self, AtFlags, FileType, Mode, OFlags};

use super::{Kind, Names, Owner, Stat};

/// An open folder.
#[derive(Debug)]
pub(crate) struct Folder(OwnedFd);

const LOOK: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Folder {
    /// Opens a folder by its whole path, whose last part is not a link.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self(fs::open(path, LOOK, Mode::empty())?))
    }

    /// The folder of this name, if it is one and no link.
    pub(crate) fn child(&self, name: &[u8]) -> io::Result<Self> {
        Ok(Self(fs::openat(&self.0, name, LOOK, Mode::empty())?))
    }

    /// Another handle of the same folder.
    pub(crate) fn again(&self) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }

    /// All names but `.` and `..`, with their kind where the folder itself tells. Reads
    /// through this very handle, from the beginning: one thread at a time.
    #[cfg(target_os = "linux")]
    pub(crate) fn names(&self) -> io::Result<Names> {
        let mut buffer = [std::mem::MaybeUninit::uninit(); 1 << 15];
        fs::seek(&self.0, fs::SeekFrom::Start(0))?;
        let mut listed = fs::RawDir::new(&self.0, &mut buffer);
        let mut names = Vec::new();
        while let Some(entry) = listed.next() {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push((name.into(), hint(entry.file_type())));
            }
        }
        Ok(names)
    }

    /// All names but `.` and `..`, with their kind where the folder itself tells.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn names(&self) -> io::Result<Names> {
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.0)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                names.push((name.into(), hint(entry.file_type())));
            }
        }
        Ok(names)
    }

    /// What a name stands for.
    pub(crate) fn stat(&self, name: &[u8]) -> io::Result<Stat> {
        Ok(converted(&fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?))
    }

    /// What this folder is.
    pub(crate) fn stat_self(&self) -> io::Result<Stat> {
        Ok(converted(&fs::fstat(&self.0)?))
    }

    /// Opens a file for reading. Never waits for a pipe, never follows a link.
    pub(crate) fn read(&self, name: &[u8]) -> io::Result<(File, Stat)> {
        let how = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(fs::openat(&self.0, name, how, Mode::empty())?);
        let stat = stat_of(&file)?;
        Ok((file, stat))
    }

    /// What a link says.
    pub(crate) fn link(&self, name: &[u8]) -> io::Result<Vec<u8>> {
        Ok(fs::readlinkat(&self.0, name, Vec::new())?.into_bytes())
    }

    /// A new file; fails if the name is taken.
    pub(crate) fn create(&self, name: &[u8], mode: u32) -> io::Result<File> {
        let how =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(File::from(fs::openat(&self.0, name, how, bits(mode))?))
    }

    pub(crate) fn make_folder(&self, name: &[u8], mode: u32) -> io::Result<()> {
        Ok(fs::mkdirat(&self.0, name, bits(mode))?)
    }

    pub(crate) fn make_link(&self, target: &[u8], name: &[u8]) -> io::Result<()> {
        Ok(fs::symlinkat(target, &self.0, name)?)
    }

    /// Puts `from` in the place of `to`, in one step.
    pub(crate) fn rename(&self, from: &[u8], to: &[u8]) -> io::Result<()> {
        Ok(fs::renameat(&self.0, from, &self.0, to)?)
    }

    pub(crate) fn remove_file(&self, name: &[u8]) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::empty())?)
    }

    /// Removes a folder if it is empty.
    pub(crate) fn remove_folder(&self, name: &[u8]) -> io::Result<()> {
        Ok(fs::unlinkat(&self.0, name, AtFlags::REMOVEDIR)?)
    }

    /// Sets the rights of a file or folder that is not a link.
    pub(crate) fn set_mode(&self, name: &[u8], mode: u32) -> io::Result<()> {
        let how = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        match fs::openat(&self.0, name, how, Mode::empty()) {
            Ok(file) => Ok(fs::fchmod(file, bits(mode))?),
            // Its owner may not read it; a link never says so.
            Err(rustix::io::Errno::ACCESS) => {
                Ok(fs::chmodat(&self.0, name, bits(mode), AtFlags::empty())?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Sets when a file or link was modified last.
    pub(crate) fn set_modified(&self, name: &[u8], nanoseconds: i64) -> io::Result<()> {
        let time = fs::Timespec {
            tv_sec: nanoseconds.div_euclid(1_000_000_000),
            tv_nsec: nanoseconds.rem_euclid(1_000_000_000),
        };
        let times = fs::Timestamps { last_access: time, last_modification: time };
        Ok(fs::utimensat(&self.0, name, &times, AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Whose it is.
    pub(crate) fn owner(&self, name: &[u8]) -> io::Result<Owner> {
        let stat = fs::statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(Owner { user: stat.st_uid, group: stat.st_gid })
    }

    /// Gives it to somebody; only the administrator may.
    pub(crate) fn set_owner(&self, name: &[u8], owner: Owner) -> io::Result<()> {
        let user = rustix::fs::Uid::from_raw(owner.user);
        let group = rustix::fs::Gid::from_raw(owner.group);
        Ok(fs::chownat(&self.0, name, Some(user), Some(group), AtFlags::SYMLINK_NOFOLLOW)?)
    }

    /// Makes its names durable.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(fs::fsync(self.0.as_fd())?)
    }

    /// Makes everything on its file system durable, where one call can.
    #[cfg(target_os = "linux")]
    pub(crate) fn sync_all(&self) -> io::Result<bool> {
        fs::syncfs(self.0.as_fd())?;
        Ok(true)
    }

    /// Makes everything on its file system durable, where one call can.
    #[cfg(not(target_os = "linux"))]
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "the same on every system")]
    pub(crate) fn sync_all(&self) -> io::Result<bool> {
        Ok(false)
    }
}

/// What an open file is.
pub(crate) fn stat_of(file: &File) -> io::Result<Stat> {
    Ok(converted(&fs::fstat(file)?))
}

fn bits(mode: u32) -> Mode {
    Mode::from_raw_mode(fs::RawMode::try_from(mode & 0o7777).unwrap_or(0o600))
}

fn hint(kind: FileType) -> Option<Kind> {
    match kind {
        FileType::RegularFile => Some(Kind::File),
        FileType::Directory => Some(Kind::Folder),
        FileType::Symlink => Some(Kind::Link),
        FileType::Unknown => None,
        _ => Some(Kind::Special),
    }
}

#[allow(
    clippy::unnecessary_cast,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    reason = "the types of these fields differ between systems"
)]
fn converted(stat: &fs::Stat) -> Stat {
    let nanoseconds =
        |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    let raw = stat.st_mode as u32;
    Stat {
        kind: hint(FileType::from_raw_mode(stat.st_mode as fs::RawMode)).unwrap_or(Kind::Special),
        mode: raw & 0o7777,
        size: u64::try_from(stat.st_size).unwrap_or(0),
        modified: nanoseconds(stat.st_mtime as i64, stat.st_mtime_nsec as i64),
        changed: nanoseconds(stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        inode: stat.st_ino as u64,
    }
}
