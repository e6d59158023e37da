//! The rows of the corpus, and the differences that are known.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands of one shell's folder.
pub(crate) fn rows(shell: &str) -> Vec<String> {
    let folder = here().join("../cases/corpus").join(shell);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut rows = Vec::new();
    for file in files {
        for line in fs::read_to_string(file).unwrap().lines().filter(|line| !line.is_empty()) {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            rows.push(row.get("command").unwrap().as_str().unwrap().to_owned());
        }
    }
    rows
}

/// Who else reads → text → why it reads differently.
static KNOWN: LazyLock<BTreeMap<String, BTreeMap<String, String>>> = LazyLock::new(|| {
    serde_json::from_str(&fs::read_to_string(here().join("known.json")).unwrap()).unwrap()
});

/// Whether an entry is about a text: the text itself, or `*part*` for every text with that part.
fn is_about(key: &str, text: &str) -> bool {
    let part = key.strip_prefix('*').and_then(|key| key.strip_suffix('*'));
    key == text || part.is_some_and(|part| text.contains(part))
}

/// Counts comparisons and gathers differences.
#[derive(Debug)]
pub(crate) struct Tally {
    who: &'static str,
    compared: usize,
    refused: usize,
    known: usize,
    different: Vec<String>,
}

impl Tally {
    pub(crate) fn new(who: &'static str) -> Self {
        Self { who, compared: 0, refused: 0, known: 0, different: Vec::new() }
    }

    /// One of the two does not accept the text, or is known to misread its kind.
    pub(crate) fn refuse(&mut self) {
        self.refused += 1;
    }

    /// Both accept the text.
    pub(crate) fn compare(&mut self, text: &str, difference: Option<String>) {
        self.compared += 1;
        let Some(difference) = difference else { return };
        let known = KNOWN.get(self.who).into_iter().flatten();
        if known.into_iter().any(|(key, _)| is_about(key, text)) {
            self.known += 1;
        } else {
            self.different.push(format!("{text:?}\n    {difference}"));
        }
    }

    /// Tells the counts and the differences that nobody knew of.
    pub(crate) fn settle(self) {
        let Self { who, compared, refused, known, different } = self;
        println!(
            "{who}: {compared} compared, {known} known differences, {refused} not accepted by both or left out by rule"
        );
        assert!(compared > 0, "{who}: nothing was compared");
        let shown = different.iter().take(60).cloned().collect::<Vec<_>>().join("\n");
        assert!(different.is_empty(), "{who}: {} of {compared} differ:\n{shown}", different.len());
    }
}
