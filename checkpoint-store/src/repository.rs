//! The person's own repository, read and never written: which ignored files it tracks,
//! which rules above the workspace count, and what a clean checkout already has.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

use crate::error::Result;
use crate::files::{Kind, Stat};
use crate::ids::ObjectId;
use crate::ignore::{RulePlace, RuleText};
use crate::objects::{LARGE, Objects};
use crate::paths::{TreePath, name_bytes};
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
    /// When it was written; what changed in the same moment is not believed.
    written: i64,
    /// Whether git may store other bytes than those in the files.
    converts: bool,
}

/// What the note beside a lent pack says.
pub(crate) const LENT: &[u8] = b"lent\n";

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
            if !inside || entry.stage_raw() != 0 || !plain {
                continue;
            }
            if let Some(id) = ObjectId::from_slice(entry.id.as_bytes()) {
                let path = path.get(below..).unwrap_or_default().to_vec();
                files.insert(path, Known { id, stat: entry.stat });
            }
        }
        let written = index.timestamp();
        let written =
            written.unix_seconds().saturating_mul(1_000_000_000) + i64::from(written.nanoseconds());
        Some(Index { files, written, converts: attributes || self.converts() })
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

    /// Gives the store the repository's packs under names of its own: a second name for
    /// the same file, so it costs nothing, and stays when git removes the first. Where
    /// that cannot be done, the files are read instead.
    pub(crate) fn lend_packs(&self, objects: &Objects) -> Result<()> {
        let Ok(listed) = fs::read_dir(self.common.join("objects/pack")) else { return Ok(()) };
        let to = objects.pack_folder();
        for index in listed.filter_map(|entry| Some(entry.ok()?.path())) {
            if index.extension().is_none_or(|extension| extension != "idx") {
                continue;
            }
            let pack = index.with_extension("pack");
            let Some(name) = index.file_stem().map(PathBuf::from) else { continue };
            let ours = to.join(&name);
            let named = ours.with_extension("idx");
            if named.exists() || !pack.exists() {
                continue;
            }
            // Git's history in it leads to objects that may lie elsewhere.
            let lent = fs::write(ours.with_extension("promisor"), LENT)
                .and_then(|()| fs::hard_link(&pack, ours.with_extension("pack")))
                .and_then(|()| fs::hard_link(&index, &named));
            if lent.is_err() {
                for extension in ["promisor", "pack", "idx"] {
                    // What was never made cannot be removed.
                    let _ = fs::remove_file(ours.with_extension(extension));
                }
                return Ok(());
            }
        }
        crate::files::sync_folder(&to)?;
        objects.refresh()
    }
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

    /// Everything it tracks.
    pub(crate) fn tracked(&self) -> Tracked {
        let mut tracked = Tracked::default();
        for path in self.files.keys() {
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
