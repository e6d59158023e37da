//! The folder, its lock, the way in.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::database::Database;
use crate::error::{Error, Result};
use crate::events::Event;
use crate::objects::Objects;
use crate::options::Options;
use crate::progress::{self, Progress, Stage};
use crate::workspace::Workspace;

type Listener = Box<dyn Fn(&Event) + Send + Sync>;

/// One user's store. Clones share it; processes share its folder.
///
/// ```text
/// store.lock     held shared by everybody at work, alone by garbage collection
/// store.sqlite   every row
/// objects.git/   content, shaped like a bare git repository
/// workspaces/    for each workspace: its lock and what was seen last (a cache)
/// journals/      restores under way
/// temporary/     files that have no name yet; emptied on open
/// ```
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    layout: Layout,
    options: Options,
    database: Arc<Database>,
    objects: Objects,
    threads: OnceLock<rayon::ThreadPool>,
    listeners: Mutex<Vec<Listener>>,
}

/// Where things lie in a store's folder.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) root: PathBuf,
}

impl Layout {
    pub(crate) fn lock(&self) -> PathBuf {
        self.root.join("store.lock")
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.root.join("store.sqlite")
    }

    pub(crate) fn objects(&self) -> PathBuf {
        self.root.join("objects.git")
    }

    pub(crate) fn workspaces(&self) -> PathBuf {
        self.root.join("workspaces")
    }

    pub(crate) fn journals(&self) -> PathBuf {
        self.root.join("journals")
    }

    /// Held alone by whoever rewinds files.
    pub(crate) fn rewind_lock(&self) -> PathBuf {
        self.root.join("rewind.lock")
    }

    pub(crate) fn temporary(&self) -> PathBuf {
        self.root.join("temporary")
    }
}

/// Held while somebody works with the store; the kernel lets go of it when the process dies.
#[derive(Debug)]
pub(crate) struct AtWork(#[expect(dead_code, reason = "held for its lock")] File);

impl Store {
    /// Opens the store in this folder; makes it if there is none. Readable by its owner alone.
    pub fn open(folder: impl AsRef<Path>, options: Options) -> Result<Self> {
        let root = std::path::absolute(folder.as_ref())
            .map_err(|error| Error::io("find", folder.as_ref(), error))?;
        create_private(&root)?;
        let root = root.canonicalize().map_err(|error| Error::io("find", &root, error))?;
        let layout = Layout { root };
        for folder in [layout.objects(), layout.workspaces(), layout.journals(), layout.temporary()]
        {
            create_private(&folder)?;
        }
        let database = Arc::new(Database::open(&layout.database())?);
        // It may make files of its own, which another process must not take for debris.
        let making = open_lock(&layout.lock())?;
        making.lock_shared().map_err(|error| Error::io("lock", layout.lock(), error))?;
        let objects = Objects::open(&layout.objects(), &layout.temporary(), Arc::clone(&database))?;
        drop(making);
        let store = Self {
            inner: Arc::new(Inner {
                layout,
                options,
                database,
                objects,
                threads: OnceLock::new(),
                listeners: Mutex::new(Vec::new()),
            }),
        };
        store.empty_temporary()?;
        store.cleanup_at_opening()?;
        Ok(store)
    }

    /// A folder whose files this store saves. Refuses the root of a disk, a person's
    /// home and folders above it, and a folder that holds the store itself.
    pub fn workspace(&self, folder: impl AsRef<Path>) -> Result<Workspace> {
        Workspace::open(self.clone(), folder.as_ref())
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        &self.inner.layout.root
    }

    /// The limits it was opened with.
    pub fn options(&self) -> &Options {
        &self.inner.options
    }

    /// Calls `listener` after everything that happens from now on.
    pub fn listen(&self, listener: impl Fn(&Event) + Send + Sync + 'static) {
        self.inner
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Box::new(listener));
    }

    pub(crate) fn tell(&self, event: &Event) {
        let listeners = self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.iter().for_each(|listener| listener(event));
    }

    /// Looks at everything the database holds and returns what is damaged. Reads all of
    /// it, so it takes its time.
    pub fn check_records(&self, progress: &mut dyn Progress) -> Result<Vec<Error>> {
        self.database().check()?;
        let keys = self.database().read(|records| records.content_keys())?;
        let mut damaged = Vec::new();
        let total = keys.len() as u64;
        for (count, key) in (0_u64..).zip(keys) {
            progress::checkpoint(progress.cancel())?;
            if count.is_multiple_of(256) {
                progress.at(Stage::Check, count, total);
            }
            // Each by itself, so that nobody who writes has to wait for the whole.
            match self.database().read(|records| records.content(key)) {
                Ok(_) => {}
                Err(error @ Error::Damaged { .. }) => damaged.push(error),
                Err(error) => return Err(error),
            }
        }
        Ok(damaged)
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.inner.layout
    }

    pub(crate) fn objects(&self) -> &Objects {
        &self.inner.objects
    }

    /// The threads that walk and compress.
    pub(crate) fn threads(&self) -> Result<&rayon::ThreadPool> {
        if let Some(threads) = self.inner.threads.get() {
            return Ok(threads);
        }
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let count = self.options().threads.unwrap_or(cores.min(8)).max(1);
        let built = rayon::ThreadPoolBuilder::new()
            .num_threads(count)
            // A folder in a folder takes a frame each, and paths may be deep.
            .stack_size(64 << 20)
            .thread_name(|number| format!("checkpoint-{number}"))
            .build()
            .map_err(|error| Error::Invalid { what: format!("cannot start threads: {error}") })?;
        Ok(self.inner.threads.get_or_init(|| built))
    }

    /// The rows.
    pub(crate) fn database(&self) -> &Database {
        &self.inner.database
    }

    /// Keeps garbage collection away until it is dropped.
    pub(crate) fn at_work(&self) -> Result<AtWork> {
        let path = self.layout().lock();
        let file = open_lock(&path)?;
        file.lock_shared().map_err(|error| Error::io("lock", &path, error))?;
        Ok(AtWork(file))
    }

    /// One restore of captured paths at a time; the next one waits.
    pub(crate) fn lock_captures(&self) -> Result<AtWork> {
        let path = self.layout().root.join("captures.lock");
        let file = open_lock(&path)?;
        file.lock().map_err(|error| Error::io("lock", &path, error))?;
        Ok(AtWork(file))
    }

    /// Keeps everybody away until it is dropped; `None` if somebody is at work.
    pub(crate) fn alone(&self) -> Result<Option<AtWork>> {
        try_lock(&self.layout().lock())
    }

    /// Keeps others from joining packs until it is dropped; `None` if somebody does.
    pub(crate) fn joining(&self) -> Result<Option<AtWork>> {
        try_lock(&self.layout().root.join("joining.lock"))
    }

    /// Waits until nobody else rewinds files and keeps them away until it is dropped.
    pub(crate) fn rewinding(&self) -> Result<AtWork> {
        let path = self.layout().rewind_lock();
        let file = open_lock(&path)?;
        file.lock().map_err(|error| Error::io("lock", &path, error))?;
        Ok(AtWork(file))
    }

    /// What a killed process left without a name belongs to nobody once nobody is at work.
    fn empty_temporary(&self) -> Result<()> {
        let Some(_alone) = self.alone()? else { return Ok(()) };
        let folder = self.layout().temporary();
        let entries = fs::read_dir(&folder).map_err(|error| Error::io("list", &folder, error))?;
        for entry in entries {
            let path = entry.map_err(|error| Error::io("list", &folder, error))?.path();
            fs::remove_file(&path).map_err(|error| Error::io("remove", &path, error))?;
        }
        Ok(())
    }
}

fn try_lock(path: &Path) -> Result<Option<AtWork>> {
    let file = open_lock(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(AtWork(file))),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(Error::io("lock", path, error)),
    }
}

pub(crate) fn open_lock(path: &Path) -> Result<File> {
    let mut how = File::options();
    how.read(true).write(true).create(true).truncate(false);
    private(&mut how).open(path).map_err(|error| Error::io("open", path, error))
}

/// A folder only its owner can look into.
pub(crate) fn create_private(path: &Path) -> Result<()> {
    let mut how = fs::DirBuilder::new();
    how.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut how, 0o700);
    how.create(path).map_err(|error| Error::io("create", path, error))
}

/// A file only its owner can read.
pub(crate) fn private(how: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(how, 0o600);
    how
}
