//! A folder with a store beside it, and short words for what tests do with both.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use checkpoint_store::{MessageId, Options, RewindResult, SavedFile, SessionId, Store};

/// A workspace and a store.
pub(crate) struct Bench {
    folder: tempfile::TempDir,
    pub(crate) store: Store,
}

pub(crate) fn bench() -> Bench {
    Bench::with(Options::default())
}

pub(crate) fn session(id: &str) -> SessionId {
    SessionId::new(id).unwrap()
}

pub(crate) fn message(id: &str) -> MessageId {
    MessageId::new(id).unwrap()
}

impl Bench {
    pub(crate) fn with(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        let store = Store::open(folder.path().join("store"), options).unwrap();
        Self { folder, store }
    }

    /// A path in the workspace.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join("work").join(name)
    }

    /// The store's folder.
    pub(crate) fn store_folder(&self) -> PathBuf {
        self.folder.path().join("store")
    }

    /// Writes a file of the workspace.
    pub(crate) fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn save(&self, session_id: &str, message_id: &str, path: &Path) -> SavedFile {
        self.store.create_checkpoint(&session(session_id), &message(message_id), path).unwrap()
    }

    pub(crate) fn rewind(&self, session_id: &str, message_id: &str) -> RewindResult {
        self.store.rewind_files(&session(session_id), &message(message_id)).unwrap()
    }

    /// Every file of the workspace and its bytes.
    pub(crate) fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        contents(&self.path(""))
    }

    /// Changes rows behind the store's back.
    pub(crate) fn corrupt(&self, sql: &str) {
        self.raw().execute_batch(sql).unwrap();
    }

    /// Asks the database for one number.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        self.raw().query_row(sql, [], |row| row.get(0)).unwrap()
    }

    fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.store_folder().join("store.sqlite")).unwrap()
    }
}

/// Every file below a folder and its bytes.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if fs::symlink_metadata(&path).unwrap().is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                found.insert(path, bytes);
            }
        }
    }
    found
}
