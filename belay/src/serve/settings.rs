//! What the settings app is told, and what it asks for: the user's file is read and written each
//! time, so that an editor, `belay settings set` and several windows can work side by side.

use std::fs;
use std::io;
use std::sync::Mutex;

use policy_core::Surroundings;
use policy_core::settings::{FIELDS, Problem, apply_update, read_value};
use policy_core::wire::{Cause, HostInfo, Platform, ToApp, ToHost, Workspace};
use serde_json::{Map, Value};

use crate::commands::place::Place;
use crate::guard::COVERAGE;
use crate::private;
use crate::settings_files::{self, Layer, edited, without_comments};

/// The conversation with every window that shows the app.
#[derive(Debug)]
pub(crate) struct Conversation {
    place: Place,
    /// Two windows store one after the other, each on top of what is there by then.
    storing: Mutex<()>,
}

impl Conversation {
    pub(crate) fn new(place: Place) -> Self {
        Self { place, storing: Mutex::new(()) }
    }

    /// What the app is told about its message; a text that is not a message is a sentence.
    pub(super) fn answer(&self, message: &str) -> Result<Vec<ToApp>, String> {
        let message = serde_json::from_str::<ToHost>(message)
            .map_err(|error| format!("this is not a message of the settings app: {error}"))?;
        Ok(self.answered(message))
    }

    /// What the app is told about its message.
    pub(crate) fn answered(&self, message: ToHost) -> Vec<ToApp> {
        match message {
            ToHost::Launched {} => vec![self.settings(), self.surroundings()],
            ToHost::UpdateSettings { updated_settings, id } => {
                vec![self.store(&Value::Object(updated_settings), id)]
            }
            // A browser opens no editor; the page has no button for it here.
            ToHost::OpenSettingsJson {} => Vec::new(),
        }
    }

    fn settings(&self) -> ToApp {
        let layers = settings_files::read(&self.place.home, &self.place.root);
        let document = |file: &settings_files::SettingsFile| match &file.unreadable {
            None => fs::read_to_string(&file.path).ok().and_then(|text| document(&text)),
            Some(_) => match serde_json::to_value(file.settings.as_ref()?) {
                Ok(Value::Object(last_good)) => Some(last_good),
                _ => None,
            },
        };
        let workspace = document(&layers.workspace).map(|settings| Workspace {
            settings: Value::Object(settings),
            path: layers.root.to_string_lossy().into_owned(),
        });
        ToApp::Settings {
            user: document(&layers.user).unwrap_or_default(),
            workspace,
            fallback: layers.user.unreadable,
        }
    }

    fn surroundings(&self) -> ToApp {
        let path = |path: &std::path::Path| path.to_string_lossy().into_owned();
        ToApp::Surroundings(HostInfo {
            // The browser knows its language better than the terminal that serves it.
            language: String::new(),
            platform: if cfg!(windows) { Platform::Windows } else { Platform::Unix },
            shell: std::env::var("SHELL").ok(),
            surroundings: Surroundings::default()
                .with_cwd(path(&self.place.cwd))
                .with_workspace(path(&self.place.root))
                .with_home(self.place.home.user.as_deref().map(path))
                .with_saves(COVERAGE),
        })
    }

    fn store(&self, update: &Value, id: u32) -> ToApp {
        // A window that died while storing has written all or nothing.
        let _turn = self.storing.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let path = settings_files::path(&self.place.home, &self.place.root, Layer::User);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return refused(id, Vec::new(), Some(cause(&error))),
        };
        match updated(&text, update) {
            Err(problems) => refused(id, problems, None),
            Ok(None) => ToApp::Saved { id },
            Ok(Some(text)) => match private::write_durably(&path, text.as_bytes()) {
                Ok(()) => ToApp::Saved { id },
                Err(error) => {
                    let cause = error.downcast_ref::<io::Error>().map_or(Cause::Other, cause);
                    refused(id, Vec::new(), Some(cause))
                }
            },
        }
    }
}

/// The text of a settings file after an update, with comments and order as they were; nothing
/// where it stays as it is.
fn updated(text: &str, update: &Value) -> Result<Option<String>, Vec<Problem>> {
    let before = Value::Object(document(text).unwrap_or_default());
    let settings = read_value(&before).settings.unwrap_or_default();
    let updated = apply_update(&settings, update);
    if !updated.problems.is_empty() {
        return Err(updated.problems);
    }
    let after = updated.written_into(&before);
    let mut now = text.to_owned();
    for field in FIELDS {
        let is_changed = updated.changed.iter().any(|key| field.segments().next() == Some(key));
        if !is_changed || field.value_in(&before) == field.value_in(&after) {
            continue;
        }
        let segments: Vec<&str> = field.segments().collect();
        now = edited(&now, &segments, field.value_in(&after)).map_err(|_| Vec::new())?;
    }
    Ok((now != text).then_some(now))
}

fn document(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(&without_comments(text)) {
        Ok(Value::Object(document)) => Some(document),
        _ => None,
    }
}

fn refused(id: u32, problems: Vec<Problem>, cause: Option<Cause>) -> ToApp {
    ToApp::Refused { id, problems, cause }
}

fn cause(error: &io::Error) -> Cause {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Cause::StorageFull,
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Cause::StorageForbidden
        }
        _ => Cause::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_update_keeps_comments_and_unknown_keys() {
        let text = "{\n  // mine\n  \"retentionDays\": 3,\n  \"later\": 1,\n  \"permissions\": {\n    \"confirmMediumRisk\": true,\n    // careful\n    \"new\": 2\n  }\n}\n";
        let update = json!({"permissions": {"deniedCommands": ["curl"]}, "retentionDays": 5});
        let after = updated(text, &update).unwrap_or_default().unwrap_or_default();
        for part in ["// mine", "// careful", "\"later\": 1", "\"new\": 2", "\"curl\""] {
            assert!(after.contains(part), "{part} is missing from {after}");
        }
        assert!(!after.contains("confirmMediumRisk\": true"), "a group is replaced: {after}");
        assert!(after.contains("\"retentionDays\": 5"), "{after}");
        assert_eq!(updated(&after, &update), Ok(None), "nothing is left to do");
    }

    #[test]
    fn a_wrong_update_changes_nothing() {
        let problems = updated("{}", &json!({"retentionDays": "soon"})).err().unwrap_or_default();
        assert!(problems.iter().any(|problem| problem.path.contains("retentionDays")));
    }

    #[test]
    fn a_file_that_is_no_json_is_not_written_over() {
        assert_eq!(updated("{ \"a\": ", &json!({"retentionDays": 5})), Err(Vec::new()));
    }
}
