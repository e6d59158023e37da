//! What survives while a webview is hidden or a page is loaded anew: texts in inputs, and what is
//! chosen. A hidden webview is gone, so all of it is kept at every key.

use policy_core::settings::ShellSection;
use serde_json::{Map, Value, json};

use crate::model::wire::{is, text, text_or_empty};

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Texts in the inputs of lists that are not added yet, by the test id of the input.
    pub inputs: Map<String, Value>,
    /// The shell whose settings are shown.
    pub shell: Option<ShellSection>,
    /// The command being tried.
    pub command: String,
    /// The shell it is tried in.
    pub command_shell: Option<String>,
    /// The folder it is tried in.
    pub folder: Option<String>,
    /// Whether it is tried as if the workspace were saved before.
    pub saves: Option<bool>,
    /// The search.
    pub search: String,
    /// Whether only changed settings are shown.
    pub only_changed: bool,
    /// The language a person picked.
    pub language: Option<String>,
}

impl Kept {
    /// What was kept; whatever cannot be read is as new.
    pub fn from_text(kept: &str) -> Self {
        let kept: Value = serde_json::from_str(kept).unwrap_or_default();
        let inputs = kept.get("inputs").and_then(Value::as_object).cloned().unwrap_or_default();
        Self {
            inputs,
            shell: text(&kept, "shell").and_then(|name| ShellSection::from_name(&name)),
            command: text_or_empty(&kept, "command"),
            command_shell: text(&kept, "commandShell"),
            folder: text(&kept, "folder"),
            saves: kept.get("saves").and_then(Value::as_bool),
            search: text_or_empty(&kept, "search"),
            only_changed: is(&kept, "onlyChanged"),
            language: text(&kept, "language"),
        }
    }

    /// As it is kept.
    pub fn to_text(&self) -> String {
        let kept = json!({
            "inputs": self.inputs,
            "shell": self.shell.map(ShellSection::name),
            "command": self.command,
            "commandShell": self.command_shell,
            "folder": self.folder,
            "saves": self.saves,
            "search": self.search,
            "onlyChanged": self.only_changed,
            "language": self.language,
        });
        kept.to_string()
    }

    /// The text in an input.
    pub fn input(&self, id: &str) -> &str {
        self.inputs.get(id).and_then(Value::as_str).unwrap_or_default()
    }

    /// Keeps the text in an input.
    pub fn set_input(&mut self, id: &str, text: String) {
        if text.is_empty() {
            self.inputs.remove(id);
        } else {
            self.inputs.insert(id.to_owned(), text.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let mut kept = Kept { shell: Some(ShellSection::Zsh), ..Kept::default() };
        kept.set_input("checkpoint-command-input", "git pu".to_owned());
        let again = Kept::from_text(&kept.to_text());
        assert_eq!(again, kept);
        assert_eq!(again.input("checkpoint-command-input"), "git pu");
        assert_eq!(Kept::from_text("nonsense"), Kept::default());
    }
}
