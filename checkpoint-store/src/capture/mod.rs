//! The files and folders a command is about to touch, anywhere on the disk, ignored or
//! not, within bounds; brought back path by path.
//!
//! A capture is a checkpoint of no workspace. Its tree has whole paths from the root of
//! the disk. What did not fit is recorded and reported, and restoring a path that was
//! captured in part brings back what there is and deletes nothing. A restore first
//! captures what it will touch and leaves a note while it works, so that one that was
//! killed is finished or taken back later.

mod journal;
pub(crate) mod names;
mod plan;
mod restore;
mod take;

pub use journal::InterruptedCapture;
pub use plan::CapturePlan;
pub use restore::CaptureRestored;
pub use take::Captured;

use std::collections::HashMap;
use std::path::PathBuf;

use crate::files::Owner;
use crate::paths::TreePath;

/// A path of a capture as the operating system writes it: captures have whole paths.
#[must_use]
pub fn whole_path(path: &TreePath) -> PathBuf {
    names::shown(path)
}

/// What git's trees cannot say about a path: owner and time, and that it was not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Metadata {
    pub(crate) known: HashMap<Vec<u8>, (Owner, i64)>,
    /// Asked for and not there: made by the command, if it is there later.
    pub(crate) absent: Vec<Vec<u8>>,
    /// Rights of folders that were not captured themselves.
    pub(crate) rights: HashMap<Vec<u8>, u32>,
}

impl Metadata {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut lines: Vec<(&[u8], String)> = self
            .known
            .iter()
            .map(|(path, (owner, time))| {
                (path.as_slice(), format!("p {} {} {time} ", owner.user, owner.group))
            })
            .chain(self.absent.iter().map(|path| (path.as_slice(), "a 0 0 0 ".to_owned())))
            .chain(
                self.rights.iter().map(|(path, mode)| (path.as_slice(), format!("r {mode} 0 0 "))),
            )
            .collect();
        lines.sort_unstable();
        let mut out = Vec::new();
        for (path, line) in lines {
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(path);
            out.push(0);
        }
        out
    }

    pub(crate) fn decode(bytes: &[u8]) -> Self {
        use bstr::ByteSlice;
        let mut metadata = Self::default();
        for line in bytes.split_str("\0") {
            let words: Vec<&[u8]> = line.splitn_str(5, " ").collect();
            let [kind, user, group, time, path] = words.as_slice() else { continue };
            let number = |word: &[u8]| std::str::from_utf8(word).ok()?.parse::<i64>().ok();
            let (Some(user), Some(group), Some(time)) = (number(user), number(group), number(time))
            else {
                continue;
            };
            if *kind == b"a" {
                metadata.absent.push(path.to_vec());
            } else if *kind == b"r" {
                metadata.rights.insert(path.to_vec(), u32::try_from(user).unwrap_or(0));
            } else {
                let owner = Owner {
                    user: u32::try_from(user).unwrap_or(u32::MAX),
                    group: u32::try_from(group).unwrap_or(u32::MAX),
                };
                metadata.known.insert(path.to_vec(), (owner, time));
            }
        }
        metadata
    }
}
