//! The list of a session's checkpoints as a file other programs read:
//! `sessions/{session-id}/checkpoints/metadata.json`.
//!
//! The database is the truth. The file is written after it, whole or not at all, and
//! is right again after the next message if a process died in between.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::messages::{CheckpointMetadata, metadata_of};
use crate::error::{Error, Result};
use crate::ids::{ObjectId, SessionId};
use crate::step;
use crate::store::{Store, create_private};

/// The file.
#[derive(Serialize, Deserialize)]
struct Metadata {
    checkpoints: Vec<CheckpointMetadata>,
}

impl Store {
    /// Where a session's list is written for other programs.
    pub fn metadata_file(&self, session: &SessionId) -> PathBuf {
        let sessions = match &self.options().sessions_folder {
            Some(folder) => folder.clone(),
            None => self.folder().join("sessions"),
        };
        sessions.join(folder_name(session)).join("checkpoints").join("metadata.json")
    }

    /// Writes the list anew.
    pub(super) fn write_metadata(&self, session: &SessionId) -> Result<()> {
        let path = self.metadata_file(session);
        let folder = path.parent().map(PathBuf::from).unwrap_or_default();
        create_private(&folder)?;
        // Two processes must not overtake each other between reading and writing.
        let lock = folder.join(".lock");
        let held = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock)
            .and_then(|file| file.lock().map(|()| file))
            .map_err(|error| Error::io("lock", &lock, error))?;
        let rows = self.database().read(|records| records.listed_messages(session))?;
        let list = Metadata { checkpoints: rows.into_iter().map(metadata_of).collect() };
        let text = serde_json::to_vec_pretty(&list)
            .map_err(|error| Error::Invalid { what: format!("cannot write the list: {error}") })?;
        let write = || -> std::io::Result<tempfile::NamedTempFile> {
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(&text)?;
            file.as_file().sync_data()?;
            Ok(file)
        };
        let failed = |error| Error::io("write", &path, error);
        let file = write().map_err(failed)?;
        step("sessions::before_metadata_rename")?;
        file.persist(&path).map_err(|error| failed(error.error))?;
        drop(held);
        Ok(())
    }

    /// Removes the list of a session that is gone.
    pub(crate) fn remove_metadata(&self, session: &SessionId) -> Result<()> {
        let path = self.metadata_file(session);
        let Some(folder) = path.parent().and_then(|checkpoints| checkpoints.parent()) else {
            return Ok(());
        };
        for file in [path.as_path(), &path.with_file_name(".lock")] {
            match fs::remove_file(file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::io("remove", file, error));
                }
                _ => {}
            }
        }
        // Somebody else may keep files of their own there; then the folders stay.
        let _ = fs::remove_dir(folder.join("checkpoints"));
        let _ = fs::remove_dir(folder);
        Ok(())
    }
}

/// A folder name for a session: the id itself where it can be one, and otherwise with
/// every other byte as `%` and two digits, so that no id leads out of the folder.
fn folder_name(session: &SessionId) -> String {
    /// Longer names do not fit everywhere.
    const LONGEST: usize = 120;
    let id = session.as_str();
    let mut name = String::with_capacity(id.len());
    for (place, byte) in id.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'_')
            || (byte == b'.' && place > 0 && place + 1 < id.len());
        if plain {
            name.push(char::from(byte));
        } else {
            let _ = write!(name, "%{byte:02x}");
        }
    }
    if is_reserved(&name) {
        name.insert(0, '%');
    }
    if name.len() > LONGEST {
        let hash = ObjectId::of_blob(id.as_bytes()).to_string();
        name = name.chars().take(LONGEST - 41).collect::<String>() + "%" + &hash;
    }
    name
}

/// Names Windows keeps for devices, with or without an extension.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |prefix: &str| {
        stem.strip_prefix(prefix).is_some_and(|rest| {
            rest.len() == 1 && rest != "0" && rest.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Component, Path};

    use proptest::prelude::*;

    use super::*;

    fn named(id: &str) -> String {
        SessionId::new(id).map(|id| folder_name(&id)).unwrap_or_default()
    }

    #[test]
    fn ordinary_ids_are_their_own_folder() {
        for id in ["session-xxx", "5f4968e8-d94f-2cfc", "a.b_c", "0"] {
            assert_eq!(named(id), id);
        }
    }

    #[test]
    fn no_id_leads_out_of_the_folder() {
        let ids =
            ["..", ".", "../../etc", "a/../b", "a\\b", "C:x", "con", "NUL.txt", "com1", "%2e"];
        let names: BTreeSet<_> = ids.iter().map(|id| named(id)).collect();
        assert_eq!(names.len(), ids.len(), "{names:?}");
        for name in names {
            assert!(!name.contains(['/', '\\', ':']) && !name.starts_with('.'), "{name}");
            assert!(!is_reserved(&name), "{name}");
        }
        assert!(named(&"x".repeat(256)).len() <= 120);
        assert_ne!(named(&"x".repeat(255)), named(&"x".repeat(256)));
    }

    proptest! {
        #[test]
        fn every_id_is_one_name_of_its_own(left in "\\PC{1,40}", right in "\\PC{1,40}") {
            for id in [&left, &right] {
                let name = named(id);
                let parts: Vec<_> = Path::new(&name).components().collect();
                prop_assert!(matches!(parts.as_slice(), [Component::Normal(_)]), "{}", name);
            }
            prop_assert_eq!(named(&left) == named(&right), left == right);
        }
    }
}
