//! The files a verdict names, found on the disk.

use std::fs;
use std::path::{Component, Path, PathBuf};

use checkpoint_store::{CheckpointId, TreePath, Workspace};
use globset::{GlobBuilder, GlobMatcher};
use policy_core::wire::TargetKind;

use super::judging::Judged;

/// The most names a pattern may stand for; what more there is counts as not saved.
const MOST: usize = 10_000;

/// Every path the verdicts name, patterns replaced by the names they match now. Nothing is
/// followed through a link behind the last part of a path.
pub(super) fn resolved(judged: &Judged) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for target in judged.verdicts.iter().flat_map(|verdict| &verdict.targets) {
        match target.kind {
            TargetKind::Path => paths.push(PathBuf::from(&target.path)),
            TargetKind::Pattern => paths.extend(matches(&target.path)),
            // Which file it will be, only the shell will know.
            TargetKind::Below => {}
        }
    }
    paths.sort();
    paths.dedup();
    paths
}

/// The names a shell would put in place of a pattern, dot files included: one name too many is
/// saved, none too few.
fn matches(pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![PathBuf::new()];
    for part in Path::new(pattern).components() {
        let text = part.as_os_str().to_string_lossy();
        let glob = match part {
            Component::Normal(_) if text.contains(['*', '?', '[', '{']) => glob_of(&text),
            _ => None,
        };
        found = match glob {
            None => found.into_iter().map(|folder| folder.join(part)).collect(),
            Some(glob) => found.iter().flat_map(|folder| names(folder, &glob)).take(MOST).collect(),
        };
    }
    found.retain(|path| fs::symlink_metadata(path).is_ok());
    found
}

fn glob_of(text: &str) -> Option<GlobMatcher> {
    Some(GlobBuilder::new(text).literal_separator(true).build().ok()?.compile_matcher())
}

fn names(folder: &Path, glob: &GlobMatcher) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries
        .flatten()
        .filter(|entry| glob.is_match(entry.file_name()))
        .map(|entry| entry.path())
        .collect()
}

/// Whether a checkpoint of the workspace holds a path already.
pub(super) fn is_held(workspace: &Workspace, checkpoint: CheckpointId, path: &Path) -> bool {
    let below = path.strip_prefix(workspace.root()).ok().and_then(TreePath::new);
    below.is_some_and(|below| workspace.holds(checkpoint, &below).unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_stands_for_the_names_that_match() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        for name in ["a.log", "b.log", ".c.log", "d.txt"] {
            fs::write(place.path().join(name), "x")?;
        }
        fs::create_dir_all(place.path().join("one/deep"))?;
        fs::create_dir_all(place.path().join("two/deep"))?;
        let found = |pattern: &str| {
            let pattern = format!("{}/{pattern}", place.path().display());
            let mut names: Vec<String> = matches(&pattern)
                .iter()
                .filter_map(|path| {
                    Some(path.strip_prefix(place.path()).ok()?.display().to_string())
                })
                .collect();
            names.sort();
            names
        };
        assert_eq!(found("*.log"), [".c.log", "a.log", "b.log"]);
        assert_eq!(found("*/deep"), ["one/deep", "two/deep"]);
        assert_eq!(found("[ab].log"), ["a.log", "b.log"]);
        assert_eq!(found("?.txt"), ["d.txt"]);
        assert!(found("*.none").is_empty());
        Ok(())
    }
}
