//! Every text of `locales/` is used somewhere: what is not would be translated eighteen times for
//! nothing.

use std::fs;
use std::path::Path;

use super::{Counted, Key};

fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push_str(&fs::read_to_string(&path).unwrap_or_default());
        }
    }
}

/// `settings.checkpoint.readOnly.label` is `CheckpointReadOnlyLabel` in the code.
fn variant(name: &str) -> String {
    let words = name.trim_start_matches("settings.").split(['.', '_']);
    words
        .filter_map(|word| {
            let mut letters = word.chars();
            Some(letters.next()?.to_ascii_uppercase().to_string() + letters.as_str())
        })
        .collect()
}

#[test]
fn every_text_is_used() {
    let mut code = String::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    let is_used = |variant: &str| {
        ["Key::", "K::", "Counted::"].iter().any(|path| {
            let whole = format!("{path}{variant}");
            code.match_indices(&whole).any(|(at, _)| {
                let next = code.get(at + whole.len()..).and_then(|rest| rest.chars().next());
                next.is_none_or(|next| !next.is_ascii_alphanumeric())
            })
        })
    };
    let names = Key::names().iter().chain(Counted::names());
    let unused: Vec<_> = names.filter(|name| !is_used(&variant(name))).collect();
    assert!(unused.is_empty(), "nothing uses {unused:#?}");
}
