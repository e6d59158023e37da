//! The messages between the settings app and its host: a VS Code extension, a page or a server.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dialect::Platform;
use crate::settings::Problem;
use crate::surroundings::Surroundings;

/// From the app to its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ToHost {
    /// The app is there: send `settings` and `surroundings`.
    Launched {},
    /// A person changed something: store it and answer `saved` or `refused` with the same id.
    UpdateSettings {
        /// The top-level keys to replace; `null` removes one.
        #[cfg_attr(feature = "types", ts(type = "Record<string, unknown>"))]
        updated_settings: Map<String, Value>,
        /// The number to answer to.
        id: u32,
    },
    /// A person wants to see the file.
    OpenSettingsJson {},
}

/// From the host to the app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ToApp {
    /// What is stored now; sent on launch and whenever it changes outside the app.
    Settings {
        /// The user's document, with everything that is in it.
        #[cfg_attr(feature = "types", ts(type = "object"))]
        user: Map<String, Value>,
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
    Surroundings(HostInfo),
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
        problems: Vec<Problem>,
        /// What prevented it, where nothing is wrong with the change.
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
    /// The document.
    #[cfg_attr(feature = "types", ts(type = "object"))]
    pub settings: Value,
    /// The workspace's full path.
    pub path: String,
}

/// Where the host is and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct HostInfo {
    /// The language of the host, like `zh-cn`.
    pub language: String,
    /// The kind of machine.
    pub platform: Platform,
    /// The shell of its terminals, as a name or path.
    #[cfg_attr(feature = "types", ts(optional = nullable))]
    pub shell: Option<String>,
    /// Where its commands run, and what it saves before.
    #[serde(flatten)]
    pub surroundings: Surroundings,
}

/// What prevented storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Cause {
    /// There is no room.
    StorageFull,
    /// It is not allowed here.
    StorageForbidden,
    /// Anything else.
    #[serde(other)]
    Other,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(message: Value) -> Result<ToApp, String> {
        serde_json::from_value(message).map_err(|error| error.to_string())
    }

    #[test]
    fn messages_of_the_host_are_read() {
        let user = Map::from_iter([("retentionDays".to_owned(), json!(3))]);
        assert_eq!(
            read(json!({ "type": "settings", "user": { "retentionDays": 3 } })),
            Ok(ToApp::Settings { user, workspace: None, fallback: None })
        );
        let host = json!({ "type": "surroundings", "language": "zh-cn", "platform": "windows",
                           "cwd": "C:\\x", "saves": null });
        let expected = HostInfo {
            language: "zh-cn".to_owned(),
            platform: Platform::Windows,
            shell: None,
            surroundings: Surroundings { cwd: Some("C:\\x".to_owned()), ..Default::default() },
        };
        assert_eq!(read(host), Ok(ToApp::Surroundings(expected)));
        for (word, cause) in [("storageFull", Cause::StorageFull), ("new one", Cause::Other)] {
            assert_eq!(
                read(json!({ "type": "refused", "id": 1, "cause": word })),
                Ok(ToApp::Refused { id: 1, problems: vec![], cause: Some(cause) })
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_message_is_named() {
        let wrong = [
            (json!(7), "invalid type"),
            (json!({}), "missing field `type`"),
            (json!({ "type": "nonsense" }), "unknown variant `nonsense`"),
            (json!({ "type": "saved" }), "missing field `id`"),
            (json!({ "type": "settings", "user": 5 }), "invalid type"),
            (json!({ "type": "surroundings", "platform": "mars" }), "unknown variant `mars`"),
        ];
        for (message, expected) in wrong {
            let error = read(message.clone()).err().unwrap_or_default();
            assert!(error.contains(expected), "{message}: {error}");
        }
    }
}
