//! The messages between the app and its host, as JSON.
//!
//! One side is this app, the other a VS Code extension, a page or a server; the TypeScript types
//! that the extension uses are made from these.

use policy_core::settings::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::fields::Update;

/// From the app to its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToHost {
    /// The app is there: send `settings` and `surroundings`.
    Launched {},
    /// A person changed something: store it and answer `saved` or `refused` with the same id.
    UpdateSettings {
        /// The top-level keys to replace; `null` removes one.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        updated_settings: Update,
        /// The number to answer to.
        id: u32,
    },
    /// A person wants to see the file.
    OpenSettingsJson {},
}

/// From the host to the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToApp {
    /// What is stored now; sent on launch and whenever it changes outside the app.
    Settings {
        /// The user's document, with everything that stands in it.
        #[cfg_attr(feature = "types", ts(type = "object"))]
        user: Value,
        /// The workspace's document, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        workspace: Option<Workspace>,
        /// Why the stored text could not be read; `user` are then the last good settings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        fallback: Option<String>,
    },
    /// Where the host is and what it does.
    Surroundings(Surroundings),
    /// A change was stored.
    Saved {
        /// The change's number.
        id: u32,
    },
    /// A change was not stored.
    Refused {
        /// The change's number.
        id: u32,
        /// What is wrong with it.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(type = "Problem[]"))]
        problems: Vec<Problem>,
        /// What stood in the way, where nothing is wrong with the change.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        cause: Option<Cause>,
    },
    /// Bring something before the person.
    Show {
        /// A panel by its id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        panel: Option<String>,
        /// A command to explain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        command: Option<String>,
        /// The shell it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        shell: Option<String>,
    },
}

/// The settings found in a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Workspace {
    /// What they say.
    #[cfg_attr(feature = "types", ts(type = "object"))]
    pub settings: Value,
    /// The workspace's full path.
    pub path: String,
}

/// Where the host is and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default)]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub struct Surroundings {
    /// The language of the host, like `zh-cn`.
    pub language: String,
    /// The kind of machine.
    pub platform: Platform,
    /// The shell of its terminals, as a name or path.
    pub shell: Option<String>,
    /// The folder commands start in.
    pub cwd: Option<String>,
    /// The root of what checkpoints save.
    pub workspace: Option<String>,
    /// The user's home directory.
    pub home: Option<String>,
    /// What the host saves before running; nothing where it does not save.
    pub saves: Option<Saves>,
}

/// The kind of machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Linux, macOS and the like.
    #[default]
    Unix,
    /// Windows.
    Windows,
}

/// What checkpoints of a host hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct Saves {
    /// Files that git ignores, too.
    pub ignored_files: bool,
    /// The repository itself, too.
    pub repository: bool,
}

/// What stood in the way of storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Cause {
    /// There is no room.
    StorageFull,
    /// It is not allowed here.
    StorageForbidden,
    /// Anything else.
    Other,
}

impl ToHost {
    /// The message as JSON.
    pub fn to_json(&self) -> String {
        // Texts, numbers and maps with text keys have no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ToApp {
    /// Reads a message; what is none is told in a sentence.
    pub fn from_json(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn updates_are_posted_in_the_seeds_form() {
        let mut updated_settings = Update::new();
        updated_settings.insert("checkpointCommands".to_owned(), json!(["rm -rf"]));
        let message = ToHost::UpdateSettings { updated_settings, id: 7 };
        let json: Value = serde_json::from_str(&message.to_json()).unwrap_or_default();
        let expected = json!({
            "type": "updateSettings",
            "updatedSettings": { "checkpointCommands": ["rm -rf"] },
            "id": 7,
        });
        assert_eq!(json, expected);
        assert_eq!(ToHost::Launched {}.to_json(), r#"{"type":"launched"}"#);
    }

    #[test]
    fn messages_of_the_host_are_read() {
        let settings = ToApp::from_json(r#"{"type":"settings","user":{"retentionDays":3}}"#);
        let expected = ToApp::Settings {
            user: json!({ "retentionDays": 3 }),
            workspace: None,
            fallback: None,
        };
        assert_eq!(settings, Ok(expected));
        let around =
            r#"{"type":"surroundings","language":"zh-cn","platform":"windows","saves":null}"#;
        let Ok(ToApp::Surroundings(around)) = ToApp::from_json(around) else {
            unreachable!("the message was not read");
        };
        assert_eq!((around.language.as_str(), around.platform), ("zh-cn", Platform::Windows));
        assert_eq!(
            ToApp::from_json(r#"{"type":"refused","id":1,"cause":"storageFull"}"#),
            Ok(ToApp::Refused { id: 1, problems: vec![], cause: Some(Cause::StorageFull) })
        );
    }

    #[test]
    fn what_is_no_message_is_told() {
        for text in ["", "7", "{}", r#"{"type":"nonsense"}"#, r#"{"type":"saved"}"#] {
            assert!(ToApp::from_json(text).is_err(), "{text}");
        }
    }
}
