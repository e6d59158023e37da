//! A page of its own: settings live in the browser's storage, and other tabs follow.

use gloo_storage::errors::StorageError;
use gloo_storage::{LocalStorage, SessionStorage, Storage};
use policy_core::settings::{apply_update, read_value};
use policy_core::wire::{Coverage, Platform, Surroundings};
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;
use web_sys::StorageEvent;

use super::{Host, Receive, page};
use crate::message::{Cause, HostInfo, ToApp, ToHost};
use crate::model::session::SessionState;

const SETTINGS: &str = "belay.settings";
const SESSION: &str = "belay.session";

pub(super) struct Browser {
    receive: Receive,
}

impl Browser {
    pub(super) fn connect(receive: Receive) -> Self {
        let follow = receive.clone();
        let listen = Closure::<dyn Fn(StorageEvent)>::new(move |event: StorageEvent| {
            // No key means that everything was cleared.
            if event.key().is_none_or(|key| key == SETTINGS) {
                follow(Ok(stored_settings()));
            }
        });
        if let Some(window) = web_sys::window() {
            // Without it other tabs are not followed, and nothing else is lost.
            let _ =
                window.add_event_listener_with_callback("storage", listen.as_ref().unchecked_ref());
        }
        listen.forget();
        Self { receive }
    }

    fn launch(&self) {
        (self.receive)(Ok(stored_settings()));
        let platform = if page::is_windows() { Platform::Windows } else { Platform::Unix };
        (self.receive)(Ok(ToApp::Surroundings(HostInfo {
            language: page::languages().into_iter().next().unwrap_or_default(),
            platform,
            shell: None,
            surroundings: Surroundings::default()
                .with_saves(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true)),
        })));
    }

    fn store(&self, update: &Value, id: u32) {
        // Another tab may have stored something since, so the update goes on top of what is there now.
        let (document, _) = read_stored();
        let document = Value::Object(document);
        let settings = read_value(&document).settings.unwrap_or_default();
        let updated = apply_update(&settings, update);
        if !updated.problems.is_empty() {
            let problems = updated.problems;
            return (self.receive)(Ok(ToApp::Refused { id, problems, cause: None }));
        }
        let answer = match page::has_storage() {
            true => LocalStorage::set(SETTINGS, updated.written_into(&document)),
            false => return self.refuse(id, Cause::StorageForbidden),
        };
        match answer {
            Ok(()) => (self.receive)(Ok(ToApp::Saved { id })),
            Err(error) => self.refuse(id, cause(&error)),
        }
    }

    fn refuse(&self, id: u32, cause: Cause) {
        let problems = Vec::new();
        (self.receive)(Ok(ToApp::Refused { id, problems, cause: Some(cause) }));
    }
}

impl Host for Browser {
    fn post(&self, message: &ToHost) {
        match message {
            ToHost::Launched {} => self.launch(),
            ToHost::UpdateSettings { updated_settings, id } => {
                self.store(&Value::Object(updated_settings.clone()), *id);
            }
            // There is no file behind a page.
            ToHost::OpenSettingsJson {} => {}
        }
    }

    fn session(&self) -> Option<SessionState> {
        stored_session()
    }

    fn save_session(&self, state: &SessionState) {
        store_session(state);
    }

    fn has_themes(&self) -> bool {
        true
    }
}

/// What this tab saved for a reload.
pub fn stored_session() -> Option<SessionState> {
    page::has_storage().then(|| SessionStorage::get(SESSION).ok()).flatten()
}

/// Saves what is typed and chosen for a reload of this tab.
pub fn store_session(state: &SessionState) {
    if page::has_storage() {
        // What is saved for a reload is a comfort; that it does not fit is not a loss.
        let _ = SessionStorage::set(SESSION, state);
    }
}

fn stored_settings() -> ToApp {
    let (user, fallback) = read_stored();
    ToApp::Settings { user, workspace: None, fallback }
}

/// The stored document; where it cannot be read, an empty one and what is wrong.
fn read_stored() -> (Map<String, Value>, Option<String>) {
    if !page::has_storage() {
        return (Map::new(), None);
    }
    match LocalStorage::get(SETTINGS) {
        Ok(Value::Object(document)) => (document, None),
        Ok(_) => (Map::new(), Some("the settings must be one object in braces".to_owned())),
        Err(StorageError::KeyNotFound(_)) => (Map::new(), None),
        Err(error) => (Map::new(), Some(error.to_string())),
    }
}

fn cause(error: &StorageError) -> Cause {
    let StorageError::JsError(error) = error else { return Cause::Other };
    match error.name.as_str() {
        "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => Cause::StorageFull,
        "SecurityError" => Cause::StorageForbidden,
        _ => Cause::Other,
    }
}
