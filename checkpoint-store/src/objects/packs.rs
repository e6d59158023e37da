//! Reading: which pack has an object, and its bytes, checked against its name.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::Kind;
use super::carried::{Waiting, name_of};
use crate::database::Database;
use crate::error::{Error, Result};
use crate::files::write_once;
use crate::ids::ObjectId;

/// All packs of a store. Threads share it; new packs of other processes are noticed.
pub(crate) struct Objects {
    folder: PathBuf,
    pub(super) temporary: PathBuf,
    /// Small packs lie there until they are safe as files.
    pub(super) database: Arc<Database>,
    pub(super) waiting: Mutex<Waiting>,
    /// Packs that could not be opened when the folder was last looked at.
    unreadable: Mutex<Vec<Error>>,
    packs: RwLock<Arc<Vec<Arc<gix_pack::Bundle>>>>,
}

const CONFIG: &str = "[core]
\trepositoryformatversion = 0
\tbare = true
\tfilemode = true
[gc]
\tauto = 0
[maintenance]
\tauto = false
[remote \"chunks\"]
\tpromisor = true
\turl = .
";

impl Objects {
    /// Opens the folder; gives it a repository's shape if it is new.
    pub(crate) fn open(folder: &Path, temporary: &Path, database: Arc<Database>) -> Result<Self> {
        for part in ["objects/pack", "objects/info", "refs/checkpoints", "info"] {
            crate::store::create_private(&folder.join(part))?;
        }
        for (name, content) in [("config", CONFIG), ("HEAD", "ref: refs/heads/main\n")] {
            let path = folder.join(name);
            if !path.exists() {
                write_once(temporary, &path, content.as_bytes())?;
            }
        }
        let objects = Self {
            folder: folder.to_path_buf(),
            temporary: temporary.to_path_buf(),
            database,
            waiting: Mutex::default(),
            unreadable: Mutex::default(),
            packs: RwLock::new(Arc::new(Vec::new())),
        };
        objects.place_missing()?;
        objects.refresh()?;
        Ok(objects)
    }

    /// Where packs lie.
    pub(crate) fn pack_folder(&self) -> PathBuf {
        self.folder.join("objects/pack")
    }

    /// The repository's folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The packs as they are now, newest first.
    pub(crate) fn packs(&self) -> Arc<Vec<Arc<gix_pack::Bundle>>> {
        self.packs.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes note of a pack that was just written.
    pub(crate) fn add(&self, index: &Path) -> Result<()> {
        let pack = Arc::new(open_pack(index)?);
        let mut packs = self.packs.write().unwrap_or_else(PoisonError::into_inner);
        let mut list = packs.as_ref().clone();
        list.insert(0, pack);
        *packs = Arc::new(list);
        Ok(())
    }

    /// Lets go of packs that are about to be removed.
    pub(crate) fn release(&self, indices: &[PathBuf]) {
        let mut packs = self.packs.write().unwrap_or_else(PoisonError::into_inner);
        let kept =
            packs.iter().filter(|pack| !indices.iter().any(|path| path == pack.index.path()));
        *packs = Arc::new(kept.cloned().collect());
    }

    /// Looks for packs that came or went.
    pub(crate) fn refresh(&self) -> Result<()> {
        let folder = self.pack_folder();
        let listed = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        let mut names = HashSet::new();
        for entry in listed {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            if path.extension().is_some_and(|extension| extension == "idx") {
                names.insert(path);
            }
        }
        let mut packs = self.packs.write().unwrap_or_else(PoisonError::into_inner);
        let mut list: Vec<_> =
            packs.iter().filter(|pack| names.remove(pack.index.path())).cloned().collect();
        let mut unreadable = Vec::new();
        for name in names {
            match self.open_or_mend(&name) {
                Ok(pack) => list.insert(0, Arc::new(pack)),
                // It does not hide the others. What is in no other pack is missed by name.
                Err(error @ Error::DamagedFile { .. }) => unreadable.push(error),
                Err(error) => return Err(error),
            }
        }
        *packs = Arc::new(list);
        drop(packs);
        *self.unreadable.lock().unwrap_or_else(PoisonError::into_inner) = unreadable;
        Ok(())
    }

    /// A pack that a power cut tore is written again, if its row has it.
    fn open_or_mend(&self, index: &Path) -> Result<gix_pack::Bundle> {
        open_pack(index).or_else(|error| match name_of(index) {
            Some(name) if self.write_again(name)? => open_pack(index),
            _ => Err(error),
        })
    }

    /// Whether an object is in a pack known so far. A pack another process wrote a
    /// moment ago may be missed; the object is then stored twice, never lost.
    pub(crate) fn has(&self, id: ObjectId) -> bool {
        let name = gix_hash::ObjectId::from(*id.as_bytes());
        self.packs().iter().any(|pack| pack.index.lookup(name).is_some())
            || self.waiting.lock().unwrap_or_else(PoisonError::into_inner).objects.contains(&id)
    }

    /// An object's bytes, checked against its name.
    pub(crate) fn read(&self, kind: Kind, id: ObjectId) -> Result<Vec<u8>> {
        match self.find(kind, id) {
            Ok(Some(content)) => Ok(content),
            // Another process may have written it a moment ago, or a power cut torn it.
            Ok(None) | Err(Error::Damaged { .. }) => {
                self.repair()?;
                self.find(kind, id)?.ok_or_else(|| self.missing(id))
            }
            Err(error) => Err(error),
        }
    }

    /// Why an object is not there: probably because of a pack that cannot be opened.
    fn missing(&self, id: ObjectId) -> Error {
        let mut unreadable = self.unreadable.lock().unwrap_or_else(PoisonError::into_inner);
        unreadable.pop().unwrap_or(Error::Missing { id })
    }

    /// A damaged copy does not hide a good one in another pack.
    fn find(&self, kind: Kind, id: ObjectId) -> Result<Option<Vec<u8>>> {
        let name = gix_hash::ObjectId::from(*id.as_bytes());
        let mut damage = None;
        for pack in self.packs().iter() {
            if pack.index.lookup(name).is_none() {
                continue;
            }
            match read_checked(pack, kind, id) {
                Ok(content) => return Ok(Some(content)),
                Err(error) => damage = Some(error),
            }
        }
        damage.map_or(Ok(None), Err)
    }
}

fn open_pack(index: &Path) -> Result<gix_pack::Bundle> {
    gix_pack::Bundle::at(index, gix_hash::Kind::Sha1).map_err(|error| Error::DamagedFile {
        path: index.to_path_buf(),
        what: format!("it cannot be opened as a pack: {error}"),
    })
}

fn read_checked(pack: &gix_pack::Bundle, kind: Kind, id: ObjectId) -> Result<Vec<u8>> {
    let (found, content) = read_any(pack, id)?;
    if found == kind {
        return Ok(content);
    }
    Err(Error::Damaged {
        id,
        path: pack.pack.path().to_path_buf(),
        what: format!("it is a {} and should be a {}", found.name(), kind.name()),
    })
}

/// An object of any kind from one pack, checked against its name.
pub(crate) fn read_any(pack: &gix_pack::Bundle, id: ObjectId) -> Result<(Kind, Vec<u8>)> {
    let damaged = |what: String| Error::Damaged { id, path: pack.pack.path().to_path_buf(), what };
    let name = gix_hash::ObjectId::from(*id.as_bytes());
    let mut content = Vec::new();
    let mut inflate = gix_zlib::Inflate::default();
    let (found, _) = pack
        .find(&name, &mut content, &mut inflate, &mut gix_pack::cache::Never)
        .map_err(|error| damaged(error.to_string()))?
        .ok_or(Error::Missing { id })?;
    let (length, kind) = (found.data.len(), found.kind);
    content.truncate(length);
    let kind = match kind {
        gix_object::Kind::Blob => Kind::Blob,
        gix_object::Kind::Tree => Kind::Tree,
        gix_object::Kind::Commit => Kind::Commit,
        gix_object::Kind::Tag => return Err(damaged("it is a tag".to_owned())),
    };
    if ObjectId::of(kind.name(), &content) != id {
        return Err(damaged(format!("its bytes are not those of this {}", kind.name())));
    }
    Ok((kind, content))
}
