//! Carries a plan out: what was there is kept first, then each file is replaced as a whole.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::document::Trouble;
use super::record::{Drawer, Record};
use super::{Change, Plan};

/// A configuration file is a few kilobytes; one beyond this is something else.
const MOST_BYTES: u64 = 4 << 20;

/// Reads a configuration file; links are followed.
///
/// # Errors
///
/// When it is there and is not a text of a sensible size.
pub fn read(path: &Path) -> Result<Option<String>, Trouble> {
    let data = match fs::metadata(path) {
        Ok(data) => data,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return if path.is_symlink() {
                Err(Trouble("it is a link that leads nowhere".to_owned()))
            } else {
                Ok(None)
            };
        }
        Err(error) => return Err(Trouble(format!("it cannot be read: {error}"))),
    };
    if !data.is_file() {
        return Err(Trouble("it is not a file".to_owned()));
    }
    if data.len() > MOST_BYTES {
        return Err(Trouble(format!("it is larger than {} MiB", MOST_BYTES >> 20)));
    }
    let bytes = fs::read(path).map_err(|error| Trouble(format!("it cannot be read: {error}")))?;
    String::from_utf8(bytes).map(Some).map_err(|_| Trouble("it is not UTF-8 text".to_owned()))
}

/// Carries the plan out. A file that has changed since the plan was made stops it, before that
/// file is touched.
///
/// # Errors
///
/// When a file has changed meanwhile, or something cannot be written.
pub fn apply(plan: &Plan, drawer: &Drawer) -> Result<()> {
    let mut folders = Vec::new();
    for change in &plan.changes {
        let path = &change.path;
        let current =
            read(path).map_err(|trouble| anyhow::anyhow!("{}: {trouble}", path.display()))?;
        if current != change.before {
            bail!("{} has changed in the meantime; run the command again", path.display());
        }
        match (&change.after, &change.without) {
            (Some(after), without) if Some(after) != without.as_ref() => {
                add(change, after, drawer)?;
            }
            _ => folders.extend(take_out(change, drawer)?),
        }
    }
    // The innermost first, and only what is empty goes.
    folders.sort_by_key(|folder: &PathBuf| std::cmp::Reverse(folder.components().count()));
    for folder in folders {
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}

fn add(change: &Change, after: &str, drawer: &Drawer) -> Result<()> {
    let path = &change.path;
    let mut folders = missing_folders(path);
    if let Some(earlier) = drawer.find(path) {
        folders = if folders.is_empty() { earlier.folders } else { folders };
    }
    drawer.keep(&Record {
        path: path.clone(),
        before: change.without.clone(),
        after: after.to_owned(),
        folders,
    })?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("the folder {} cannot be made", folder.display()))?;
    }
    replace(path, after, change.executable)
}

/// Takes Belay out of a file; returns the folders that were made for it, if it is gone.
fn take_out(change: &Change, drawer: &Drawer) -> Result<Vec<PathBuf>> {
    let path = &change.path;
    let mut folders = Vec::new();
    match &change.after {
        Some(after) => replace(path, after, change.executable)?,
        None => {
            fs::remove_file(path)
                .with_context(|| format!("{} cannot be deleted", path.display()))?;
            folders = drawer.find(path).map(|record| record.folders).unwrap_or_default();
        }
    }
    drawer.forget(path)?;
    Ok(folders)
}

/// The folders above a file that are not there, the outermost first.
fn missing_folders(path: &Path) -> Vec<PathBuf> {
    let above = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    let mut folders: Vec<PathBuf> = above.map(Path::to_path_buf).collect();
    folders.reverse();
    folders
}

/// Puts the text in the place of the file's, at once and on the disk. A link stays a link: what it
/// leads to is replaced. Rights stay as they are.
fn replace(path: &Path, text: &str, executable: bool) -> Result<()> {
    let real = match fs::symlink_metadata(path) {
        Ok(data) if data.is_symlink() => dunce::canonicalize(path)
            .with_context(|| format!("{} leads nowhere", path.display()))?,
        _ => path.to_path_buf(),
    };
    let folder = real.parent().context("a file needs a folder")?;
    let mut file = tempfile::NamedTempFile::new_in(folder)
        .with_context(|| format!("nothing can be written into {}", folder.display()))?;
    file.write_all(text.as_bytes())
        .with_context(|| format!("{} cannot be written", real.display()))?;
    set_rights(&file, &real, executable)?;
    file.as_file().sync_all().with_context(|| format!("{} cannot be written", real.display()))?;
    file.persist(&real).with_context(|| format!("{} cannot be replaced", real.display()))?;
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
    Ok(())
}

#[cfg(unix)]
fn set_rights(file: &tempfile::NamedTempFile, real: &Path, executable: bool) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(real).map_or(0o644, |data| data.permissions().mode() & 0o7777);
    let mode = if executable { mode | 0o111 } else { mode };
    let rights = fs::Permissions::from_mode(mode);
    file.as_file().set_permissions(rights).context("its rights cannot be set")
}

#[cfg(not(unix))]
fn set_rights(_: &tempfile::NamedTempFile, _: &Path, _: bool) -> Result<()> {
    Ok(())
}
