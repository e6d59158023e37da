//! The files of vscode-extension that come from policy-core, settings-ui and `locales`.

use std::fs;
use std::path::PathBuf;

use super::{contributes, fields, messages, texts};
use crate::repository::root;

/// The extension's folder.
pub(super) const EXTENSION: &str = "vscode-extension";

/// A file and what should be in it.
pub(super) struct File {
    /// From the extension's folder.
    pub(super) name: String,
    pub(super) text: String,
}

impl File {
    fn path(&self) -> PathBuf {
        root().join(EXTENSION).join(&self.name)
    }

    fn in_date(&self) -> bool {
        fs::read_to_string(self.path()).is_ok_and(|text| text == self.text)
    }
}

/// Writes every file that is not up to date.
pub(super) fn write() -> Result<(), String> {
    for file in files()?.iter().filter(|file| !file.in_date()) {
        println!("   writing {EXTENSION}/{}", file.name);
        let path = file.path();
        let fail = |error| format!("{}: {error}", path.display());
        path.parent().map_or(Ok(()), fs::create_dir_all).map_err(fail)?;
        fs::write(&path, &file.text).map_err(fail)?;
    }
    Ok(())
}

/// Fails where a file that is committed is not up to date.
pub(super) fn check() -> Result<(), String> {
    let old: Vec<_> = files()?.into_iter().filter(|file| !file.in_date()).collect();
    if old.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = old.iter().map(|file| file.name.as_str()).collect();
    Err(format!(
        "out of date in {EXTENSION}: {}; `cargo xtask extension generate` updates them",
        names.join(", ")
    ))
}

fn files() -> Result<Vec<File>, String> {
    let manifest = root().join(EXTENSION).join("package.json");
    let manifest = fs::read_to_string(&manifest)
        .map_err(|error| format!("{}: {error}", manifest.display()))?;
    let mut files = vec![
        File { name: "package.json".to_owned(), text: contributes::manifest(&manifest)? },
        File { name: "src/fields.ts".to_owned(), text: fields::text() },
        File { name: "src/messages.ts".to_owned(), text: messages::text() },
    ];
    files.extend(texts::files()?);
    Ok(files)
}
