//! The person's own repository, read and never written: which ignored files it tracks,
//! which rules above the workspace count, and what a clean checkout already has.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use rayon::prelude::*;
use tempfile::NamedTempFile;

use crate::error::{Error, Result};
use crate::files::{Kind, Stat};
use crate::ids::ObjectId;
use crate::ignore::{RulePlace, RuleText};
use crate::objects::{LARGE, Objects};
use crate::paths::{TreePath, name_bytes};
use crate::step;
use crate::walk::Tracked;

/// The repository a workspace lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repository {
    /// Where its index lies.
    git: PathBuf,
    /// Where its objects and settings lie; for a worktree, another place.
    common: PathBuf,
    /// The folder its paths begin in.
    top: PathBuf,
    /// The workspace's path in it, without a slash at the end; empty for its top.
    lead: Vec<u8>,
}

/// What the index says about a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    id: ObjectId,
    stat: gix_index::entry::Stat,
}

/// The index, read once.
pub(crate) struct Index {
    pub(crate) files: HashMap<Vec<u8>, Known>,
    /// What it tracks beside these: links, and files with a conflict.
    others: Vec<Vec<u8>>,
    /// When it was written; what changed in the same moment is not believed.
    written: i64,
    /// Whether git may store other bytes than those in the files.
    converts: bool,
}

/// What the note beside a copied pack says.
pub(crate) const COPIED: &[u8] = b"copied\n";

impl Repository {
    /// The repository that a folder lies in, if there is one.
    pub(crate) fn of(root: &Path) -> Option<Self> {
        let mut lead: Vec<Vec<u8>> = Vec::new();
        for top in root.ancestors() {
            if let Some((git, common)) = git_folders(top) {
                lead.reverse();
                let lead = lead.join(&b'/');
                return Some(Self { git, common, top: top.to_path_buf(), lead });
            }
            lead.push(name_bytes(top.file_name()?)?);
        }
        None
    }

    /// Rules of the folders above the workspace, outermost first.
    pub(crate) fn rules_above(&self) -> Vec<RuleText> {
        if self.lead.is_empty() {
            return Vec::new();
        }
        let mut texts = Vec::new();
        let mut add = |lead: &[u8], text: Option<Vec<u8>>| {
            let text = text.unwrap_or_default();
            texts.push(RuleText { folder: lead.to_vec(), place: RulePlace::Above, text });
        };
        add(&self.lead, fs::read(self.common.join("info/exclude")).ok());
        let mut folder = self.top.clone();
        let mut rest: &[u8] = &self.lead;
        loop {
            add(rest, fs::read(folder.join(".gitignore")).ok());
            let Some((part, below)) = rest.split_once_str("/") else { break };
            folder.push(crate::paths::name_of(part));
            rest = below;
        }
        texts.retain(|text| !text.text.is_empty());
        texts
    }

    /// A name for the index as it is now; the same name, the same index.
    pub(crate) fn index_name(&self) -> ObjectId {
        let found = fs::metadata(self.git.join("index"));
        let text = found.map_or_else(
            |_| "none".to_owned(),
            |found| format!("{} {:?}", found.len(), found.modified().ok()),
        );
        ObjectId::of("index", text.as_bytes())
    }

    /// Reads the index. `None` if it cannot be read: then it tells nothing.
    pub(crate) fn index(&self) -> Option<Index> {
        let path = self.git.join("index");
        let options = gix_index::decode::Options::default();
        let index = gix_index::File::at(&path, gix_hash::Kind::Sha1, true, options).ok()?;
        let below = if self.lead.is_empty() { 0 } else { self.lead.len() + 1 };
        let mut files = HashMap::with_capacity(index.entries().len());
        let mut others = Vec::new();
        let mut attributes = false;
        for entry in index.entries() {
            let path = entry.path(&index);
            attributes |= path.ends_with(b".gitattributes");
            let inside = self.lead.is_empty()
                || path.strip_prefix(&*self.lead).is_some_and(|rest| rest.starts_with(b"/"));
            let plain = matches!(
                entry.mode,
                gix_index::entry::Mode::FILE | gix_index::entry::Mode::FILE_EXECUTABLE
            );
            if !inside || entry.mode == gix_index::entry::Mode::COMMIT {
                continue;
            }
            let path = path.get(below..).unwrap_or_default().to_vec();
            if entry.stage_raw() != 0 || !plain {
                others.push(path);
            } else if let Some(id) = ObjectId::from_slice(entry.id.as_bytes()) {
                files.insert(path, Known { id, stat: entry.stat });
            }
        }
        let written = index.timestamp();
        let written =
            written.unix_seconds().saturating_mul(1_000_000_000) + i64::from(written.nanoseconds());
        Some(Index { files, others, written, converts: attributes || self.converts() })
    }

    /// Whether settings may make git store other bytes than a file has. Better too often.
    fn converts(&self) -> bool {
        let home = std::env::home_dir().unwrap_or_default();
        let config =
            std::env::var_os("XDG_CONFIG_HOME").map_or_else(|| home.join(".config"), PathBuf::from);
        let settings = [
            self.common.join("config"),
            self.git.join("config.worktree"),
            home.join(".gitconfig"),
            config.join("git/config"),
            PathBuf::from("/etc/gitconfig"),
        ];
        let attributes = [self.common.join("info/attributes"), config.join("git/attributes")];
        let says = |path: &PathBuf| {
            let text = fs::read_to_string(path).unwrap_or_default().to_lowercase();
            ["autocrlf", "attributesfile", "[include"].iter().any(|word| text.contains(word))
        };
        settings.iter().any(says) || attributes.iter().any(|path| path.exists())
    }

    /// Copies the repository's packs into the store, so that what a clean checkout has is
    /// not compressed again. Their files are read and nothing else. Where the file system
    /// lets two files share blocks, a copy costs nothing; elsewhere it is made only if it
    /// is no larger than the files of the checkout, which would be read instead.
    pub(crate) fn copy_packs(
        &self,
        objects: &Objects,
        temporary: &Path,
        checkout: u64,
    ) -> Result<()> {
        let folder = objects.pack_folder();
        let packs: Vec<Pack> =
            self.packs().into_iter().filter(|pack| !pack.is_in(&folder)).collect();
        let whole = packs.iter().map(|pack| pack.bytes).sum::<u64>() <= checkout;
        // If one cannot be copied, files are read instead: nothing is lost but time.
        let copies: io::Result<Vec<Copied>> =
            packs.into_iter().map(|pack| pack.copied(temporary, whole)).collect();
        let Ok(copies) = copies else { return Ok(()) };
        if copies.is_empty() {
            return Ok(());
        }
        // Content to the disk, then names, as with packs of our own.
        copies
            .par_iter()
            .flat_map(|copy| [&copy.pack, &copy.index])
            .try_for_each(|file| file.as_file().sync_data())
            .map_err(|error| Error::io("sync", temporary, error))?;
        for copy in copies {
            copy.name(&folder)?;
        }
        crate::files::sync_folder(&folder)?;
        objects.refresh()
    }

    fn packs(&self) -> Vec<Pack> {
        let Ok(listed) = fs::read_dir(self.common.join("objects/pack")) else { return Vec::new() };
        let indices = listed.filter_map(|entry| Some(entry.ok()?.path()));
        indices
            .filter(|path| path.extension().is_some_and(|extension| extension == "idx"))
            .filter_map(|index| {
                let bytes = fs::metadata(index.with_extension("pack")).ok()?.len();
                Some(Pack { index, bytes })
            })
            .collect()
    }
}

/// A pack of the person's repository.
struct Pack {
    index: PathBuf,
    bytes: u64,
}

/// Its copy, which has no name yet.
struct Copied {
    stem: OsString,
    pack: NamedTempFile,
    index: NamedTempFile,
}

impl Pack {
    fn is_in(&self, folder: &Path) -> bool {
        self.index.file_name().is_some_and(|name| folder.join(name).exists())
    }

    fn copied(&self, temporary: &Path, whole: bool) -> io::Result<Copied> {
        let stem = self.index.file_stem().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        let pack = copy(&self.index.with_extension("pack"), temporary, whole)?;
        let index = copy(&self.index, temporary, whole)?;
        Ok(Copied { stem, pack, index })
    }
}

impl Copied {
    fn name(self, folder: &Path) -> Result<()> {
        let path = folder.join(self.stem);
        let failed = |path: &Path, error| Error::io("rename", path, error);
        // Git's history in it leads to objects that may lie elsewhere.
        let note = path.with_extension("promisor");
        fs::write(&note, COPIED).map_err(|error| Error::io("write", &note, error))?;
        let pack = path.with_extension("pack");
        self.pack.persist(&pack).map_err(|error| failed(&pack, error.error))?;
        step("seed:named")?;
        // The index goes last: a pack without one is not looked at.
        let index = path.with_extension("idx");
        self.index.persist(&index).map_err(|error| failed(&index, error.error))?;
        step("seed:index-named")
    }
}

/// A copy without a name; by its bytes only if asked for.
fn copy(from: &Path, temporary: &Path, whole: bool) -> io::Result<NamedTempFile> {
    let shared = tempfile::Builder::new().make_in(temporary, |path| {
        reflink_copy::reflink(from, path)?;
        File::options().read(true).write(true).open(path)
    });
    if shared.is_ok() || !whole {
        return shared;
    }
    let mut copy = NamedTempFile::new_in(temporary)?;
    io::copy(&mut File::open(from)?, copy.as_file_mut())?;
    Ok(copy)
}

impl Index {
    /// The content of a file, if it is as git saw it and the store has it.
    pub(crate) fn content(
        &self,
        path: &TreePath,
        stat: &Stat,
        objects: &Objects,
    ) -> Option<ObjectId> {
        let known = self.files.get(path.as_bytes())?;
        let time = |time: gix_index::entry::stat::Time| {
            i64::from(time.secs) * 1_000_000_000 + i64::from(time.nsecs)
        };
        let same = stat.kind == Kind::File
            && stat.size <= LARGE
            && stat.size == u64::from(known.stat.size)
            && stat.modified == time(known.stat.mtime)
            && stat.changed == time(known.stat.ctime)
            && stat.inode & 0xffff_ffff == u64::from(known.stat.ino);
        let settled = stat.modified.max(stat.changed) < self.written - 20_000_000;
        (same && settled && !self.converts && objects.has(known.id)).then_some(known.id)
    }

    /// Bytes of the files it knows.
    pub(crate) fn bytes(&self) -> u64 {
        self.files.values().map(|known| u64::from(known.stat.size)).sum()
    }

    /// Everything it tracks.
    pub(crate) fn tracked(&self) -> Tracked {
        let mut tracked = Tracked::default();
        for path in self.files.keys().chain(&self.others) {
            tracked.add(&TreePath::from_bytes(path.clone()));
        }
        tracked
    }
}

/// The folders of the repository whose top this is.
fn git_folders(top: &Path) -> Option<(PathBuf, PathBuf)> {
    let git = top.join(".git");
    if git.join("HEAD").is_file() {
        return Some((git.clone(), git));
    }
    let text = fs::read_to_string(&git).ok()?;
    let git = top.join(text.strip_prefix("gitdir:")?.trim());
    let common = fs::read_to_string(git.join("commondir"))
        .map_or_else(|_| git.clone(), |text| git.join(text.trim()));
    git.join("HEAD").is_file().then_some((git, common))
}
