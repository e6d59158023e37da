//! Ready-made choices for the switches, each with a preview.

use policy_core::settings::{FIELDS, Field, Group};
use serde_json::Value;

use super::fields::{Update, flag, update};
use crate::i18n::Key;

/// A ready-made choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Saves and asks as much as it can.
    Cautious,
    /// The defaults.
    Balanced,
    /// Saves and asks only about what is dangerous.
    Minimal,
}

/// What a preset would do to one switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The switch.
    pub field: &'static Field,
    /// What it is now.
    pub from: bool,
    /// What it would be.
    pub to: bool,
}

impl Preset {
    /// Every preset, from the most careful.
    pub const ALL: [Self; 3] = [Self::Cautious, Self::Balanced, Self::Minimal];

    /// Its id on the page.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Cautious => "cautious",
            Self::Balanced => "balanced",
            Self::Minimal => "minimal",
        }
    }

    /// Its name and what it does.
    pub const fn labels(self) -> (Key, Key) {
        match self {
            Self::Cautious => (Key::PresetsCautiousLabel, Key::PresetsCautiousDescription),
            Self::Balanced => (Key::PresetsBalancedLabel, Key::PresetsBalancedDescription),
            Self::Minimal => (Key::PresetsMinimalLabel, Key::PresetsMinimalDescription),
        }
    }

    /// What a preset wants a switch to be; nothing for those it leaves alone.
    fn wants(self, field: &Field) -> Option<bool> {
        let policy_core::settings::Kind::Flag { default } = field.kind else { return None };
        let (cautious, minimal) = match (field.group, field.name) {
            (Group::Root, "alwaysCheckpointWrite" | "alwaysCheckpointBrowser")
            | (Group::Root, "alwaysCheckpointMcp" | "checkpointOnError")
            | (Group::Root, "checkpointAfterHighRisk")
            | (Group::Permissions, "confirmMediumRisk" | "askWhenRecoverable") => (true, false),
            (Group::Root, "alwaysCheckpointExecute") => (true, false),
            _ => (default, default),
        };
        Some(match self {
            Self::Cautious => cautious,
            Self::Balanced => default,
            Self::Minimal => minimal,
        })
    }

    /// What would change in a document.
    pub fn preview(self, document: &Value) -> Vec<Change> {
        let change = |field: &'static Field| {
            let (from, to) = (flag(document, field)?, self.wants(field)?);
            (from != to).then_some(Change { field, from, to })
        };
        FIELDS.iter().filter_map(change).collect()
    }

    /// The update that applies it.
    pub fn update(self, document: &Value) -> Update {
        let mut changed = document.clone();
        let mut whole = Update::new();
        for change in self.preview(document) {
            // A switch back at its default needs no word in the document.
            let value = (change.field.default_value() != Value::Bool(change.to))
                .then_some(Value::Bool(change.to));
            for (key, value) in update(&changed, change.field, value) {
                if let Value::Object(members) = &mut changed {
                    members.insert(key.clone(), value.clone());
                }
                whole.insert(key, value);
            }
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::model::draft::Draft;

    fn after(document: Value, preset: Preset) -> Value {
        let mut draft = Draft::new(document);
        let update = preset.update(draft.clean());
        draft.change(update, "");
        draft.clean().clone()
    }

    #[test]
    fn balanced_is_the_defaults() {
        assert!(Preset::Balanced.preview(&json!({})).is_empty());
        let document = json!({ "checkpointEnabled": false, "checkpointCommands": ["x"] });
        assert_eq!(after(document, Preset::Balanced), json!({ "checkpointCommands": ["x"] }));
    }

    #[test]
    fn a_preset_does_what_its_preview_says_and_then_says_nothing_more() {
        for preset in Preset::ALL {
            let document =
                json!({ "permissions": { "deniedCommands": ["x"] }, "retentionDays": 3 });
            let changed = after(document, preset);
            assert!(preset.preview(&changed).is_empty(), "{preset:?}");
            assert_eq!(changed.pointer("/retentionDays"), Some(&json!(3)));
            assert_eq!(changed.pointer("/permissions/deniedCommands"), Some(&json!(["x"])));
        }
    }

    #[test]
    fn no_preset_switches_protection_off() {
        for preset in Preset::ALL {
            let changed = after(json!({}), preset);
            for careful in ["checkpointEnabled", "checkpointBeforeHighRisk"] {
                assert_ne!(changed.get(careful), Some(&json!(false)), "{preset:?}");
            }
        }
    }
}
