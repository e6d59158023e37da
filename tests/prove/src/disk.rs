//! What lies on the disk: looked at, compared, put back.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, Metadata, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, lchown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::place::{PROJECT, WRITABLE, long_ago, repository};
use crate::sandbox::USER;

/// Everything below the writable places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Disk {
    entries: BTreeMap<PathBuf, Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    what: What,
    mode: u32,
    modified: Option<SystemTime>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Folder,
    File(Content),
    Link(PathBuf),
    /// A pipe, a socket.
    Other,
}

/// A file's bytes; only their hash where they are many.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Bytes(Vec<u8>),
    Hash(blake3::Hash),
}

/// The largest file that is kept whole; those that are put back are far smaller.
const SMALL: u64 = 256 * 1024;

/// How an entry differs from what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Happened {
    /// It is new.
    Created,
    /// It is gone.
    Deleted,
    /// It holds something else, or is something else.
    Changed,
    /// Only its rights differ.
    Rights,
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) path: PathBuf,
    pub(crate) happened: Happened,
}

impl Disk {
    /// Looks at every place.
    pub(crate) fn look() -> Result<Self> {
        let mut disk = Self::default();
        for place in WRITABLE {
            disk.add(Path::new(place))?;
        }
        Ok(disk)
    }

    fn add(&mut self, path: &Path) -> Result<()> {
        let about = fs::symlink_metadata(path).with_context(|| path.display().to_string())?;
        let what = if about.is_dir() {
            What::Folder
        } else if about.is_symlink() {
            What::Link(fs::read_link(path)?)
        } else if about.is_file() {
            What::File(content(path, &about)?)
        } else {
            What::Other
        };
        let modified = matches!(what, What::File(_)).then(|| about.modified()).transpose()?;
        // The rights of a link mean nothing.
        let mode = if about.is_symlink() { 0 } else { about.mode() & 0o7777 };
        self.entries.insert(path.to_owned(), Entry { what, mode, modified });
        if about.is_dir() {
            for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
                self.add(&entry?.path())?;
            }
        }
        Ok(())
    }

    /// Whether every line that a file had is still in it.
    pub(crate) fn only_grew(&self, path: &Path, now: &Self) -> bool {
        let lines = |disk: &Self| match disk.entries.get(path).map(|entry| &entry.what) {
            Some(What::File(Content::Bytes(bytes))) => {
                Some(bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<HashSet<_>>())
            }
            _ => None,
        };
        lines(self).zip(lines(now)).is_some_and(|(before, now)| before.is_subset(&now))
    }

    /// What is different in `now`. When a file was last changed does not count, nor does what
    /// git notes about that.
    pub(crate) fn changes(&self, now: &Self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (path, before) in &self.entries {
            let happened = match now.entries.get(path) {
                None => Happened::Deleted,
                Some(after) if after.what != before.what => Happened::Changed,
                Some(after) if after.mode != before.mode => Happened::Rights,
                Some(_) => continue,
            };
            changes.push(Change { path: path.clone(), happened });
        }
        for path in now.entries.keys().filter(|path| !self.entries.contains_key(*path)) {
            changes.push(Change { path: path.clone(), happened: Happened::Created });
        }
        let index = repository().join("index");
        changes.retain(|change| {
            change.path != index
                || change.happened != Happened::Changed
                || self.listing(&index) != now.listing(&index)
        });
        changes.sort();
        changes
    }

    /// Where a path really leads: through every link on the way, the last part included.
    pub(crate) fn led_to(&self, path: &Path) -> PathBuf {
        let mut led = PathBuf::new();
        let mut rest: Vec<PathBuf> = path.iter().rev().map(PathBuf::from).collect();
        // Links that lead in a circle lead nowhere.
        for _ in 0..200 {
            let Some(part) = rest.pop() else { break };
            if part == Path::new("..") {
                led.pop();
                continue;
            }
            let next = led.join(&part);
            match self.entries.get(&next) {
                Some(Entry { what: What::Link(target), .. }) => {
                    rest.extend(target.iter().rev().map(PathBuf::from));
                }
                _ => led = next,
            }
        }
        led
    }

    /// Whether what lay at a path lies in `now` by a new name: a file with all it holds, a folder
    /// with every file in it.
    pub(crate) fn is_moved(&self, path: &Path, now: &Self) -> bool {
        let is_new = |(path, _): &(&PathBuf, &Entry)| !self.entries.contains_key(*path);
        let is_elsewhere = |entry: &Entry| {
            now.entries.iter().filter(is_new).any(|(_, new)| new.what == entry.what)
        };
        let lay_there = self.entries.range(path.to_owned()..);
        let mut files = lay_there
            .take_while(|(below, _)| below.starts_with(path))
            .filter(|(_, entry)| entry.what != What::Folder)
            .peekable();
        files.peek().is_some() && files.all(|(_, entry)| is_elsewhere(entry))
    }

    /// The commits that the repository's branches, tags and stashes stand for.
    pub(crate) fn refs(&self) -> HashSet<&str> {
        let lines = self.texts(&["refs", "packed-refs"]);
        lines.filter_map(|line| line.split(' ').next()).filter(|word| word.len() == 40).collect()
    }

    /// Whether the repository still knows a commit by a name or by what was noted about one.
    pub(crate) fn mentions(&self, commit: &str) -> bool {
        self.texts(&["refs", "packed-refs", "logs"]).any(|line| line.contains(commit))
    }

    /// The lines of what lies below these names in the repository.
    fn texts(&self, names: &[&str]) -> impl Iterator<Item = &str> {
        let wanted: Vec<PathBuf> = names.iter().map(|name| repository().join(name)).collect();
        let files = self.entries.iter().filter_map(move |(path, entry)| match &entry.what {
            What::File(Content::Bytes(bytes)) if wanted.iter().any(|w| path.starts_with(w)) => {
                std::str::from_utf8(bytes).ok()
            }
            _ => None,
        });
        files.flat_map(str::lines)
    }

    /// What the index of the repository says about files, without the times it saw them at.
    fn listing(&self, index: &Path) -> Option<Vec<u8>> {
        let Some(Entry { what: What::File(Content::Bytes(bytes)), .. }) = self.entries.get(index)
        else {
            return None;
        };
        let copy = Path::new(crate::sandbox::PRIVATE).join("index");
        fs::write(&copy, bytes).ok()?;
        let listed = Command::new("git")
            .args(["ls-files", "--stage", "-v", "-z"])
            .env("GIT_INDEX_FILE", &copy)
            .current_dir(PROJECT)
            .output()
            .ok()?;
        listed.status.success().then_some(listed.stdout)
    }

    /// Makes the disk what it was when this was looked at.
    pub(crate) fn put_back(&self) -> Result<()> {
        let now = Self::look()?;
        for (path, after) in now.entries.iter().rev() {
            let stays = self.entries.get(path).is_some_and(|before| {
                matches!((&before.what, &after.what), (What::Folder, What::Folder))
                    || before == after
            });
            if stays {
                continue;
            }
            match after.what {
                What::Folder => fs::remove_dir(path),
                _ => fs::remove_file(path),
            }
            .with_context(|| format!("{} stays", path.display()))?;
        }
        for (path, entry) in &self.entries {
            if now.entries.get(path) != Some(entry) || fs::symlink_metadata(path).is_err() {
                entry.make(path).with_context(|| path.display().to_string())?;
            }
        }
        Ok(())
    }

    /// Hands everything to the user whose machine it is, changed long ago.
    pub(crate) fn hand_over(&mut self) -> Result<()> {
        for (path, entry) in &mut self.entries {
            lchown(path, Some(USER), Some(USER))?;
            if matches!(entry.what, What::File(_)) {
                fs::File::open(path)?.set_modified(long_ago())?;
                entry.modified = Some(long_ago());
            }
        }
        Ok(())
    }
}

impl Entry {
    fn make(&self, path: &Path) -> Result<()> {
        match &self.what {
            What::Folder => {
                if !path.is_dir() {
                    fs::create_dir(path)?;
                }
            }
            What::File(Content::Bytes(bytes)) => fs::write(path, bytes)?,
            What::Link(target) => symlink(target, path)?,
            What::File(Content::Hash(_)) | What::Other => anyhow::bail!("cannot be made again"),
        }
        lchown(path, Some(USER), Some(USER))?;
        if !matches!(self.what, What::Link(_)) {
            fs::set_permissions(path, Permissions::from_mode(self.mode))?;
        }
        if let Some(modified) = self.modified {
            fs::File::open(path)?.set_modified(modified)?;
        }
        Ok(())
    }
}

fn content(path: &Path, about: &Metadata) -> Result<Content> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(if about.len() <= SMALL {
        Content::Bytes(bytes)
    } else {
        Content::Hash(blake3::hash(&bytes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Disk {
        /// A disk with these files.
        pub(crate) fn of_files(files: &[(&str, &str)]) -> Self {
            let files: Vec<_> = files.iter().map(|(path, text)| (*path, *text, 0o644)).collect();
            disk(&files)
        }
    }

    fn disk(entries: &[(&str, &str, u32)]) -> Disk {
        let entries = entries.iter().map(|(path, text, mode)| {
            let content = Content::Bytes(text.as_bytes().to_vec());
            (PathBuf::from(path), Entry { what: What::File(content), mode: *mode, modified: None })
        });
        Disk { entries: entries.collect() }
    }

    #[test]
    fn what_differs_is_told_apart() {
        let before = disk(&[("/a", "a", 0o644), ("/b", "b", 0o644), ("/c", "c", 0o644)]);
        let now = disk(&[("/a", "z", 0o644), ("/c", "c", 0o600), ("/d", "d", 0o644)]);
        let told: Vec<_> = before
            .changes(&now)
            .into_iter()
            .map(|change| (change.path.display().to_string(), change.happened))
            .collect();
        let expected = [
            ("/a", Happened::Changed),
            ("/b", Happened::Deleted),
            ("/c", Happened::Rights),
            ("/d", Happened::Created),
        ];
        assert_eq!(told, expected.map(|(path, happened)| (path.to_owned(), happened)));
        assert!(before.changes(&before).is_empty());
    }

    #[test]
    fn links_lead_somewhere_else() {
        let mut disk = disk(&[("/home/user/other/a", "a", 0o644)]);
        let link = |to: &str| Entry { what: What::Link(to.into()), mode: 0, modified: None };
        disk.entries.insert("/home/user/project/near".into(), link("../other"));
        disk.entries.insert("/home/user/project/far".into(), link("/srv"));
        disk.entries.insert("/home/user/project/round".into(), link("round"));
        let led = |path: &str| disk.led_to(Path::new(path)).display().to_string();
        assert_eq!(led("/home/user/project/near/a"), "/home/user/other/a");
        assert_eq!(led("/home/user/project/far/x"), "/srv/x");
        assert_eq!(led("/home/user/project/x"), "/home/user/project/x");
        assert!(led("/home/user/project/round").starts_with("/home/user/project"));
    }

    #[test]
    fn what_has_another_name_is_moved() {
        let before = Disk::of_files(&[("/a/one", "1"), ("/a/two", "2"), ("/b", "3")]);
        let now = Disk::of_files(&[("/c/one", "1"), ("/c/two", "2"), ("/b", "3")]);
        assert!(before.is_moved(Path::new("/a"), &now));
        assert!(before.is_moved(Path::new("/a/one"), &now));
        let half = Disk::of_files(&[("/c/one", "1"), ("/b", "3")]);
        assert!(!before.is_moved(Path::new("/a"), &half));
        assert!(!before.is_moved(Path::new("/b"), &Disk::of_files(&[])));
    }

    #[test]
    fn a_commit_is_known_as_long_as_something_notes_it() {
        let commit = "0123456789012345678901234567890123456789";
        let at = |name: &str| repository().join(name).display().to_string();
        let before = disk(&[(&at("refs/heads/old"), commit, 0o644)]);
        assert_eq!(before.refs(), HashSet::from([commit]));
        assert!(!disk(&[]).mentions(commit));
        let line = format!("0000 {commit} User\n");
        assert!(disk(&[(&at("logs/HEAD"), &line, 0o644)]).mentions(commit));
    }
}
