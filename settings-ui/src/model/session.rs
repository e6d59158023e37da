//! What survives while a webview is hidden or a page is loaded anew: texts in inputs, and what is
//! chosen. A hidden webview is gone, so all of it is saved at every key.

use std::collections::BTreeMap;

use policy_core::settings::{Field, ShellSection};
use serde::{Deserialize, Serialize};

/// What is typed and chosen, but is not a setting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionState {
    /// Texts in inputs that are not added yet, by the name of the input.
    inputs: BTreeMap<String, String>,
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

/// An input that adds to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The entry itself.
    Entry(&'static Field),
    /// The reason for it.
    Reason(&'static Field),
}

impl Input {
    fn name(self) -> String {
        match self {
            Self::Entry(field) => field.path(),
            Self::Reason(field) => format!("{}#reason", field.path()),
        }
    }
}

impl SessionState {
    /// The text in an input.
    pub fn input(&self, input: Input) -> &str {
        self.inputs.get(&input.name()).map(String::as_str).unwrap_or_default()
    }

    /// Keeps the text in an input.
    pub fn set_input(&mut self, input: Input, text: String) {
        if text.is_empty() {
            self.inputs.remove(&input.name());
        } else {
            self.inputs.insert(input.name(), text);
        }
    }
}

#[cfg(test)]
mod tests {
    use policy_core::settings::FIELDS;

    use super::*;

    #[test]
    fn what_is_saved_comes_back() {
        let [first, second, ..] = &FIELDS;
        let mut state = SessionState { shell: Some(ShellSection::Zsh), ..SessionState::default() };
        state.set_input(Input::Entry(first), "git pu".to_owned());
        state.set_input(Input::Reason(first), "why".to_owned());
        let text = serde_json::to_string(&state).unwrap_or_default();
        let again: SessionState = serde_json::from_str(&text).unwrap_or_default();
        assert_eq!(again, state);
        assert_eq!(again.input(Input::Entry(first)), "git pu");
        assert_eq!(again.input(Input::Reason(first)), "why");
        assert_eq!(again.input(Input::Entry(second)), "");
    }

    #[test]
    fn a_state_of_another_version_is_read_as_far_as_it_goes() {
        let read = serde_json::from_str::<SessionState>(r#"{ "search": "days", "tomorrow": 1 }"#);
        let wanted = SessionState { search: "days".to_owned(), ..SessionState::default() };
        assert_eq!(read.unwrap_or_default(), wanted);
    }
}
