//! Whether anything changed since something was built: a number made of every source.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::repository::root;

/// The file that holds a folder's fingerprint.
const NAME: &str = ".fingerprint";

/// The fingerprint of files and folders as they are now.
pub(super) fn of(sources: &[&str]) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        source.hash(&mut hasher);
        add(&root().join(source), &mut hasher)?;
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn add(path: &Path, hasher: &mut DefaultHasher) -> Result<(), String> {
    let fail = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let mut inside: Vec<_> = fs::read_dir(path)
            .map_err(fail)?
            .filter_map(Result::ok)
            .map(|entry| entry.path())
            .collect();
        inside.sort();
        for path in inside {
            // What was built from sources is none.
            if path
                .file_name()
                .is_some_and(|name| name != NAME && name != "dist" && name != "node_modules")
            {
                path.file_name().hash(hasher);
                add(&path, hasher)?;
            }
        }
        return Ok(());
    }
    fs::read(path).map_err(fail)?.hash(hasher);
    Ok(())
}

/// Whether a folder was built from sources with this fingerprint.
pub(super) fn is_at(folder: &Path, fingerprint: &str) -> bool {
    fs::read_to_string(folder.join(NAME)).is_ok_and(|found| found == fingerprint)
}

/// Marks a folder as built from sources with this fingerprint.
pub(super) fn put(folder: &Path, fingerprint: &str) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::write(folder.join(NAME), fingerprint)
        .map_err(|error| format!("{}: {error}", folder.display()))
}
