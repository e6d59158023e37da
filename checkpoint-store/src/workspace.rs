//! One folder: its lock, and what was seen in it last.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::database::snapshots;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files;
use crate::store::{Store, create_private, open_lock};
use crate::walk::State;

/// A folder whose files the store saves. Clones share what was seen last.
#[derive(Clone)]
pub struct Workspace {
    store: Store,
    root: PathBuf,
    number: i64,
    seen: Arc<Seen>,
}

/// Held while somebody saves (shared) or restores (alone).
#[derive(Debug)]
pub(crate) struct Locked(#[expect(dead_code, reason = "held for its lock")] File);

impl Workspace {
    pub(crate) fn open(store: Store, folder: &Path) -> Result<Self> {
        let root = folder.canonicalize().map_err(|error| Error::io("find", folder, error))?;
        if let Some(why) = refused(&root, store.folder()) {
            return Err(Error::RefusedWorkspace { path: root, why });
        }
        let name = root_bytes(&root);
        let (number, new) = store
            .database()
            .write(|connection| snapshots::workspace(connection, &name, files::now_ms()))?;
        let folder = store.layout().workspaces().join(number.to_string());
        create_private(&folder)?;
        let seen = Seen {
            path: folder.join("seen"),
            temporary: store.layout().temporary(),
            kept: Mutex::new((None, 0)),
        };
        let workspace = Self { store, root, number, seen: Arc::new(seen) };
        if new {
            let place = workspace.root.display().to_string();
            workspace.store.tell(&Event::Initialize { workspace: place });
        }
        Ok(workspace)
    }

    /// Its folder, without links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The store it is saved in.
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn number(&self) -> i64 {
        self.number
    }

    /// Where the store keeps what belongs to this workspace alone.
    pub(crate) fn folder(&self) -> PathBuf {
        self.store.layout().workspaces().join(self.number.to_string())
    }

    /// Several may save at once; a restore waits for them and they for it.
    pub(crate) fn lock_shared(&self) -> Result<Locked> {
        let path = self.folder().join("lock");
        let file = open_lock(&path)?;
        file.lock_shared().map_err(|error| Error::io("lock", &path, error))?;
        Ok(Locked(file))
    }

    /// Keeps saves and other restores away. Does not wait for another restore: that one
    /// changes what this one planned with.
    pub(crate) fn lock_alone(&self) -> Result<Locked> {
        let path = self.folder().join("restoring");
        let restoring = open_lock(&path)?;
        match restoring.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(Error::Busy { path: self.root.clone(), what: "restores it" });
            }
            Err(std::fs::TryLockError::Error(error)) => {
                return Err(Error::io("lock", &path, error));
            }
        }
        Ok(Locked(restoring))
    }

    /// Waits for saves under way and keeps new ones away.
    pub(crate) fn lock_writing(&self) -> Result<Locked> {
        let path = self.folder().join("lock");
        let file = open_lock(&path)?;
        file.lock().map_err(|error| Error::io("lock", &path, error))?;
        Ok(Locked(file))
    }

    /// What was seen last, if the store still has all of it.
    pub(crate) fn take_seen(&self) -> Result<Option<State>> {
        let collection = self.store.database().run(snapshots::collections)?;
        let kept = self.seen.kept.lock().unwrap_or_else(PoisonError::into_inner).0.take();
        let state = match kept {
            Some(state) => Some(state),
            None => match std::fs::read(&self.seen.path) {
                Ok(bytes) => self.store.threads()?.install(|| State::decode(&bytes)),
                Err(_) => None,
            },
        };
        Ok(state.map(|mut state| {
            if state.collection != collection {
                let objects = self.store.objects();
                state.forget(&|id| objects.has(id));
                state.collection = collection;
            }
            state
        }))
    }

    /// Remembers what was seen, of which so much is new.
    pub(crate) fn keep_seen(&self, state: State, fresh: u64) {
        let mut kept = self.seen.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let unwritten = kept.1 + fresh;
        if unwritten >= WORTH_WRITING {
            self.seen.write(&state);
            *kept = (Some(state), 0);
        } else {
            *kept = (Some(state), unwritten);
        }
    }
}

/// A host that saves often does not write down every single file it saw.
const WORTH_WRITING: u64 = 256;
/// Less than this is not written down at the end either: the next process reads those few
/// files again, which takes less time than writing down the others.
pub(crate) const WORTH_WRITING_AT_THE_END: u64 = 32;

/// What was seen last, and how much of it is not written down yet.
struct Seen {
    path: PathBuf,
    temporary: PathBuf,
    kept: Mutex<(Option<State>, u64)>,
}

impl Seen {
    /// A failure costs time later, nothing else.
    fn write(&self, state: &State) {
        let bytes = state.encode();
        if let Err(error) = files::write_whole(&self.temporary, &self.path, &bytes, false) {
            tracing::warn!(%error, "what was seen could not be kept");
        }
    }
}

impl Drop for Seen {
    fn drop(&mut self) {
        let (state, unwritten) = self.kept.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let (Some(state), WORTH_WRITING_AT_THE_END..) = (state.take(), *unwritten) {
            self.write(&state);
        }
    }
}

/// Why a folder cannot be a workspace.
pub(crate) fn refused(root: &Path, store: &Path) -> Option<&'static str> {
    if root.parent().is_none() {
        return Some("it is the root of a disk");
    }
    if let Some(home) = std::env::home_dir()
        && let Ok(home) = home.canonicalize()
        && home.starts_with(root)
    {
        return Some("it is your home folder or holds it");
    }
    if store.starts_with(root) {
        return Some("it holds the store itself");
    }
    root.starts_with(store).then_some("it lies in the store")
}

/// The path's bytes, as the database keeps them.
pub(crate) fn root_bytes(root: &Path) -> Vec<u8> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        root.as_os_str().as_bytes().to_vec()
    }
    #[cfg(not(unix))]
    root.to_string_lossy().into_owned().into_bytes()
}
