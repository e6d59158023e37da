//! The messages between the app and its host, as JSON.
//!
//! One side is this app, the other a VS Code extension, a page or a server. They are read and
//! written by hand, as the code that could be derived for it weighs more than the rest of the app's
//! model; the TypeScript types are made from these types.

use policy_core::settings::Problem;
use serde_json::{Value, json};

use crate::model::fields::Update;
use crate::model::wire::{is, list, text, text_or_empty};

/// From the app to its host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "types",
    ts(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "types",
    ts(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
pub enum ToApp {
    /// What is stored now; sent on launch and whenever it changes outside the app.
    Settings {
        /// The user's document, with everything that stands in it.
        #[cfg_attr(feature = "types", ts(type = "object"))]
        user: Value,
        /// The workspace's document, if there is one.
        #[cfg_attr(feature = "types", ts(optional))]
        workspace: Option<Workspace>,
        /// Why the stored text could not be read; `user` are then the last good settings.
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
        problems: Vec<Told>,
        /// What stood in the way, where nothing is wrong with the change.
        #[cfg_attr(feature = "types", ts(optional))]
        cause: Option<Cause>,
    },
    /// Bring something before the person.
    Show {
        /// A panel by its id.
        #[cfg_attr(feature = "types", ts(optional))]
        panel: Option<String>,
        /// A command to explain.
        #[cfg_attr(feature = "types", ts(optional))]
        command: Option<String>,
        /// The shell it is for.
        #[cfg_attr(feature = "types", ts(optional))]
        shell: Option<String>,
    },
}

/// The settings found in a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Workspace {
    /// What they say.
    #[cfg_attr(feature = "types", ts(type = "object"))]
    pub settings: Value,
    /// The workspace's full path.
    pub path: String,
}

/// What is wrong with a change: a problem of policy-core without its code.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Told {
    /// The JSON path.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// Where the host is and what it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename_all = "lowercase"))]
pub enum Platform {
    /// Linux, macOS and the like.
    #[default]
    Unix,
    /// Windows.
    Windows,
}

/// What checkpoints of a host hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename_all = "camelCase"))]
pub struct Saves {
    /// Files that git ignores, too.
    pub ignored_files: bool,
    /// The repository itself, too.
    pub repository: bool,
}

/// What stood in the way of storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename_all = "camelCase"))]
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
        let message = match self {
            Self::Launched {} => json!({ "type": "launched" }),
            Self::UpdateSettings { updated_settings, id } => json!({
                "type": "updateSettings",
                "updatedSettings": updated_settings,
                "id": id,
            }),
            Self::OpenSettingsJson {} => json!({ "type": "openSettingsJson" }),
        };
        message.to_string()
    }
}

impl ToApp {
    /// Reads a message; what is none is told in a sentence.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let message: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Self::read(&message)
    }

    fn read(message: &Value) -> Result<Self, String> {
        let kind = text(message, "type").ok_or("it has no `type`")?;
        Ok(match kind.as_str() {
            "settings" => Self::Settings {
                user: message
                    .get("user")
                    .filter(|user| user.is_object())
                    .cloned()
                    .ok_or("`user` is no object")?,
                workspace: match message.get("workspace") {
                    None | Some(Value::Null) => None,
                    Some(own) => Some(Workspace::read(own)?),
                },
                fallback: text(message, "fallback"),
            },
            "surroundings" => Self::Surroundings(Surroundings::read(message)),
            "saved" => Self::Saved { id: id(message)? },
            "refused" => Self::Refused {
                id: id(message)?,
                problems: list(message, "problems", Told::read),
                cause: text(message, "cause").map(|cause| Cause::read(&cause)),
            },
            "show" => Self::Show {
                panel: text(message, "panel"),
                command: text(message, "command"),
                shell: text(message, "shell"),
            },
            other => return Err(format!("nothing is known of `{other}`")),
        })
    }
}

fn id(message: &Value) -> Result<u32, String> {
    let id = message.get("id").and_then(Value::as_u64).and_then(|id| u32::try_from(id).ok());
    id.ok_or_else(|| "it has no `id`".to_owned())
}

impl Workspace {
    fn read(object: &Value) -> Result<Self, String> {
        let settings = object.get("settings").cloned().ok_or("the workspace has no `settings`")?;
        let path = text(object, "path").ok_or("the workspace has no `path`")?;
        Ok(Self { settings, path })
    }
}

impl Told {
    fn read(object: &Value) -> Option<Self> {
        Some(Self {
            path: text_or_empty(object, "path"),
            message: text(object, "message")?,
            help: text_or_empty(object, "help"),
        })
    }
}

impl From<Problem> for Told {
    fn from(Problem { path, message, help, .. }: Problem) -> Self {
        Self { path, message, help }
    }
}

impl Surroundings {
    fn read(object: &Value) -> Self {
        let windows = text(object, "platform").as_deref() == Some("windows");
        let saves = object.get("saves").filter(|saves| saves.is_object()).map(|saves| Saves {
            ignored_files: is(saves, "ignoredFiles"),
            repository: is(saves, "repository"),
        });
        Self {
            language: text_or_empty(object, "language"),
            platform: if windows { Platform::Windows } else { Platform::Unix },
            shell: text(object, "shell"),
            cwd: text(object, "cwd"),
            workspace: text(object, "workspace"),
            home: text(object, "home"),
            saves,
        }
    }
}

impl Cause {
    fn read(word: &str) -> Self {
        match word {
            "storageFull" => Self::StorageFull,
            "storageForbidden" => Self::StorageForbidden,
            _ => Self::Other,
        }
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
