//! The built-in lists, and the built-in settings as a document.
//!
//! The single values stand beside their fields in [`document`](super::document).

use serde_json::{Map, Value};

use super::document::{FIELDS, Settings};
use super::field::ShellSection;

/// The commands that get a checkpoint in every shell.
///
/// They name the dangerous form of each shell, because an agent often starts one shell from
/// another.
pub(crate) const CHECKPOINT_COMMANDS: &[&str] =
    &["rm -rf", "git reset --hard", "chmod -R 777", "Remove-Item -Recurse -Force", "del /s /q /f"];

/// The commands that get a checkpoint in one shell, besides those for every shell.
pub(crate) const fn shell_checkpoint_commands(section: ShellSection) -> &'static [&'static str] {
    match section {
        ShellSection::Powershell => &[
            "Remove-Item -Recurse -Force",
            "Set-ExecutionPolicy Unrestricted",
            "Invoke-Expression",
        ],
        ShellSection::Bash | ShellSection::Zsh => &["rm -rf", "chmod -R", "git reset --hard"],
        ShellSection::Cmd => &["del /s /q /f", "rd /s /q", "format"],
    }
}

impl Settings {
    /// The built-in defaults written out as a document. Flags that inherit are left out, so
    /// the document still means the same after a change to the flag they inherit.
    pub fn defaults() -> Self {
        let mut document = Map::new();
        for field in &FIELDS {
            let mut object = &mut document;
            for key in field.group.segments() {
                let inner =
                    object.entry(*key).or_insert_with(|| Value::Object(Map::new())).as_object_mut();
                match inner {
                    Some(inner) => object = inner,
                    None => return Self::default(),
                }
            }
            if !field.default_value().is_null() {
                object.insert(field.name.to_owned(), field.default_value());
            }
        }
        // The table and the document come from one list; a test holds them to each other.
        serde_json::from_value(Value::Object(document)).unwrap_or_default()
    }
}
