//! Files and folders that only this user may read: everything Belay writes outside a workspace.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};

/// Makes a folder, and those above it, for this user alone.
///
/// # Errors
/// It cannot be made, or something else stands there.
pub fn folder(path: &Path) -> Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(path).with_context(|| format!("cannot make the folder {}", path.display()))
}

/// Opens a file with the given options; a new one is for this user alone.
///
/// # Errors
/// It cannot be opened.
pub fn open(options: &mut OpenOptions, path: &Path) -> Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path).with_context(|| format!("cannot open {}", path.display()))
}

/// Replaces a file as a whole: readers see the old text or the new one, never a part.
///
/// # Errors
/// The folder cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let above = path.parent().context("a file needs a folder")?;
    folder(above)?;
    let mut file = tempfile::NamedTempFile::new_in(above)
        .with_context(|| format!("cannot write into {}", above.display()))?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.persist(path).with_context(|| format!("cannot replace {}", path.display()))?;
    Ok(())
}

/// As [`write()`], and on the disk before it returns: for what must outlive a power cut.
///
/// # Errors
/// The folder cannot be written.
pub fn write_durably(path: &Path, bytes: &[u8]) -> Result<()> {
    let above = path.parent().context("a file needs a folder")?;
    folder(above)?;
    let mut file = tempfile::NamedTempFile::new_in(above)
        .with_context(|| format!("cannot write into {}", above.display()))?;
    file.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    file.as_file().sync_data().with_context(|| format!("cannot write {}", path.display()))?;
    file.persist(path).with_context(|| format!("cannot replace {}", path.display()))?;
    sync(above);
    Ok(())
}

/// Waits until the names in a folder are on the disk, where the system can tell.
pub fn sync(folder: &Path) {
    // Windows has no such thing for folders, and some network disks refuse it.
    #[cfg(unix)]
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    #[cfg(not(unix))]
    let _ = folder;
}
