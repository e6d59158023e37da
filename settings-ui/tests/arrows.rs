//! Modules know only those before them: what is true never depends on how it is shown.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// Each may use those before it.
const ORDER: [&str; 7] = ["i18n", "model", "message", "host", "engine", "app", "view"];

fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let inside = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
    inside.flat_map(|entry| files(&entry.path())).collect()
}

#[test]
fn no_module_uses_one_that_comes_after_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for (place, module) in ORDER.iter().enumerate() {
        let found = [source.join(module), source.join(format!("{module}.rs"))];
        let found: Vec<_> = found.iter().flat_map(|path| files(path)).collect();
        assert!(!found.is_empty(), "there is no module {module}");
        for file in found {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in code {
                let after = ORDER.iter().skip(place + 1);
                let used = after.filter(|later| line.contains(&format!("crate::{later}")));
                wrong.extend(used.map(|later| format!("{}: {later}", file.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
