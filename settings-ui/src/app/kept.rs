//! What survives while a webview is hidden or a page is loaded anew: texts in inputs, and what is
//! chosen. A hidden webview is gone, so all of it is kept at every key.

use std::collections::BTreeMap;

use policy_core::settings::ShellSection;
use serde::{Deserialize, Serialize};

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Kept {
    /// Texts in the inputs of lists that are not added yet, by the test id of the input.
    pub inputs: BTreeMap<String, String>,
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
    pub fn from_text(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// As it is kept.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The text in an input.
    pub fn input(&self, id: &str) -> &str {
        self.inputs.get(id).map(String::as_str).unwrap_or_default()
    }

    /// Keeps the text in an input.
    pub fn set_input(&mut self, id: &str, text: String) {
        if text.is_empty() {
            self.inputs.remove(id);
        } else {
            self.inputs.insert(id.to_owned(), text);
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
