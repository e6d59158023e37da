//! The files a verdict names, found on the disk.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use policy_core::wire::{EffectKind, Target, TargetKind};

use super::judging::Judged;

/// The most names of a pattern that are compared with Belay's own files.
const MOST_NAMED: usize = 1_000;

/// What a call reaches, as far as its text names it. Every path is where the thing really lies:
/// links on the way are followed, the last part is not.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Reached {
    /// What is lost unless it is saved.
    pub(super) certain: Vec<PathBuf>,
    /// What may be reached too, by a link that some programs follow and others do not.
    pub(super) possible: Vec<PathBuf>,
    /// Folders whose ignored files go; the repository itself stays.
    pub(super) cleaned: Vec<PathBuf>,
    /// Folders below which something is reached, and only the shell will know what.
    pub(super) below: Vec<PathBuf>,
    /// A pattern stands for more names than are looked at.
    pub(super) cut: bool,
}

/// Everything the verdicts name, patterns replaced by the names they match now; at most so many
/// for each pattern.
pub(super) fn resolved(judged: &Judged, most: usize) -> Reached {
    let mut reached = Reached::default();
    for target in judged.verdicts.iter().flat_map(|verdict| &verdict.targets) {
        let path = Path::new(&target.path);
        match target.kind {
            // Some file of a folder, by a name that the text does not tell (`tar xf x -C folder`).
            TargetKind::Path if path.ends_with("_") => {
                reached.certain.extend(path.parent().map(located));
            }
            TargetKind::Path if target.effect == EffectKind::Discards => {
                reached.cleaned.push(Folders::default().real(path));
            }
            TargetKind::Path => reached.add(path, target.effect),
            TargetKind::Pattern => {
                let (found, cut) = matches(path, most);
                reached.cut |= cut;
                for path in found {
                    reached.add(&path, target.effect);
                }
            }
            TargetKind::Below => reached.below.push(located(path)),
            // A checkpoint of the workspace holds what git knows.
            TargetKind::Tracked => {}
        }
    }
    for list in
        [&mut reached.certain, &mut reached.possible, &mut reached.cleaned, &mut reached.below]
    {
        list.sort();
        list.dedup();
    }
    reached
}

impl Reached {
    fn add(&mut self, path: &Path, effect: EffectKind) {
        self.certain.push(located(path));
        if !fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
            return;
        }
        let Ok(led_to) = path.canonicalize() else { return };
        match effect {
            // The link goes, and what it leads to stays; but `find link/ -delete` goes through it.
            EffectKind::Deletes | EffectKind::Moves if led_to.is_dir() => {
                self.possible.push(led_to);
            }
            EffectKind::Deletes | EffectKind::Moves => {}
            // Writing goes through a link.
            _ => self.certain.push(led_to),
        }
    }
}

/// The paths a target means, as written and where they lie, as far as they are known.
pub(super) fn named(target: &Target) -> Vec<PathBuf> {
    let path = Path::new(&target.path);
    let written = match target.kind {
        TargetKind::Pattern => matches(path, MOST_NAMED).0,
        _ if path.ends_with("_") => path.parent().map(Path::to_path_buf).into_iter().collect(),
        TargetKind::Path | TargetKind::Below | TargetKind::Tracked => vec![path.to_path_buf()],
    };
    let mut paths: Vec<PathBuf> = written.iter().map(|path| located(path)).collect();
    paths.extend(written.iter().filter_map(|path| dunce::canonicalize(path).ok()));
    paths.extend(written);
    paths
}

/// Where a path really lies: the folders above it without links, as far as they are there.
pub(super) fn located(path: &Path) -> PathBuf {
    Folders::default().locate(path)
}

/// Where folders really lie. Many paths have the same folder, and each is looked for once.
#[derive(Debug, Default)]
pub(super) struct Folders {
    known: HashMap<PathBuf, PathBuf>,
}

impl Folders {
    pub(super) fn locate(&mut self, path: &Path) -> PathBuf {
        match (path.parent(), path.file_name()) {
            (Some(above), Some(name)) => self.real(above).join(name),
            _ => path.to_path_buf(),
        }
    }

    fn real(&mut self, folder: &Path) -> PathBuf {
        if let Some(known) = self.known.get(folder) {
            return known.clone();
        }
        let found = match (dunce::canonicalize(folder), folder.parent(), folder.file_name()) {
            (Ok(found), ..) => found,
            (Err(_), Some(above), Some(name)) => self.real(above).join(name),
            (Err(_), ..) => folder.to_path_buf(),
        };
        self.known.insert(folder.to_path_buf(), found.clone());
        found
    }
}

/// The names a shell would put in place of a pattern, dot files included: one name too many is
/// saved, none too few. Also whether there were more than so many.
fn matches(pattern: &Path, most: usize) -> (Vec<PathBuf>, bool) {
    let mut found = vec![PathBuf::new()];
    let mut cut = false;
    for part in pattern.components() {
        let text = part.as_os_str().to_string_lossy();
        if text == "**" {
            // Some shells go down here and some do not: everything below.
            break;
        }
        let glob = match part {
            Component::Normal(_) if text.contains(['*', '?', '[', '{']) => glob_of(&text),
            _ => None,
        };
        found = match glob {
            None => found.into_iter().map(|folder| folder.join(part)).collect(),
            Some(glob) => {
                let mut names = found.iter().flat_map(|folder| names(folder, &glob));
                let taken = names.by_ref().take(most).collect();
                cut |= names.next().is_some();
                taken
            }
        };
    }
    found.retain(|path| fs::symlink_metadata(path).is_ok());
    (found, cut)
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
            let (found, cut) = matches(&place.path().join(pattern), 100);
            assert!(!cut);
            let mut names: Vec<String> = found
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
        assert_eq!(found("one/**/x"), ["one"], "all of the folder");
        assert!(found("*.none").is_empty());
        Ok(())
    }

    #[test]
    fn names_beyond_the_limit_are_told() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        for name in ["a", "b", "c"] {
            fs::write(place.path().join(name), "x")?;
        }
        let (found, cut) = matches(&place.path().join("*"), 2);
        assert_eq!((found.len(), cut), (2, true));
        let (found, cut) = matches(&place.path().join("*"), 3);
        assert_eq!((found.len(), cut), (3, false));
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn writing_goes_through_a_link_and_deleting_does_not() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        let root = place.path().canonicalize()?;
        fs::write(root.join("real"), "x")?;
        fs::create_dir(root.join("folder"))?;
        std::os::unix::fs::symlink("real", root.join("link"))?;
        std::os::unix::fs::symlink("folder", root.join("away"))?;
        let reached = |name: &str, effect| {
            let mut reached = Reached::default();
            reached.add(&root.join(name), effect);
            (reached.certain, reached.possible)
        };
        assert_eq!(
            reached("link", EffectKind::Overwrites),
            (vec![root.join("link"), root.join("real")], vec![])
        );
        assert_eq!(reached("link", EffectKind::Deletes), (vec![root.join("link")], vec![]));
        assert_eq!(
            reached("away", EffectKind::Deletes),
            (vec![root.join("away")], vec![root.join("folder")])
        );
        assert_eq!(reached("away/x", EffectKind::Deletes), (vec![root.join("folder/x")], vec![]));
        Ok(())
    }
}
