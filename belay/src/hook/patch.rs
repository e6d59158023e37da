//! Which files a patch touches.

/// The files named in a patch in the form agents write (`*** Update File: a.rs`), in order, each
/// once. Both ends of a move count. The headers are taken wherever a line starts with one, even
/// indented, because that is how generously they are applied.
pub(super) fn files(patch: &str) -> Vec<String> {
    const HEADERS: [&str; 4] =
        ["*** Add File:", "*** Update File:", "*** Delete File:", "*** Move to:"];
    named(patch.lines().filter_map(|line| {
        let line = line.trim_start();
        HEADERS.iter().find_map(|header| line.strip_prefix(header))
    }))
}

/// The files named in a diff as `git diff` and `diff -u` write it.
pub(super) fn diff_files(diff: &str) -> Vec<String> {
    named(diff.lines().filter_map(|line| {
        let name = line.strip_prefix("--- ").or_else(|| line.strip_prefix("+++ "))?;
        // `diff -u` puts a time behind a tab.
        let name = name.split('\t').next().unwrap_or(name);
        let bare = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/")).unwrap_or(name);
        (!matches!(name, "/dev/null" | "a/dev/null" | "b/dev/null")).then_some(bare)
    }))
}

fn named<'t>(names: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names.map(str::trim).filter(|name| !name.is_empty()) {
        if !found.iter().any(|earlier| earlier == name) {
            found.push(name.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_header_names_a_file() {
        let patch = "*** Begin Patch\n*** Add File: a.txt\n+*** Delete File: not this\n\
            *** Update File: b.txt\n*** Move to: c d.txt\n@@\n-x\n+y\n*** Delete File: e.txt\r\n\
            *** End Patch\n";
        assert_eq!(files(patch), ["a.txt", "b.txt", "c d.txt", "e.txt"]);
    }

    #[test]
    fn a_file_is_named_once() {
        assert_eq!(files("*** Update File: a\n  *** Update File: a\n*** Add File:\n"), ["a"]);
    }

    #[test]
    fn diffs_name_both_sides() {
        let diff = "diff --git a/x b/y\n--- a/x\n+++ b/y\n@@\n--- a/dev/null\n+++ b/new\t2026\n";
        assert_eq!(diff_files(diff), ["x", "y", "new"]);
    }
}
