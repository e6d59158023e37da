//! A page of its own: settings live in the browser's storage, and other tabs follow.

use std::cell::RefCell;

use gloo_storage::{LocalStorage, SessionStorage, Storage as _};
use policy_core::settings::{apply_update, read_value};
use serde_json::Value;
use wasm_bindgen::prelude::*;
use web_sys::{Storage, StorageEvent};

use super::{Host, Receive, page};
use crate::message::{Cause, Platform, Saves, Surroundings, ToApp, ToHost, Told};

const SETTINGS: &str = "belay.settings";
const KEPT: &str = "belay.kept";

pub(super) struct Browser {
    receive: Receive,
    /// What was stored last, as text and as a document; also the settings where the browser
    /// stores nothing.
    last: RefCell<(String, Value)>,
}

impl Browser {
    pub(super) fn connect(receive: Receive) -> Self {
        let follow = receive.clone();
        let listen = Closure::<dyn Fn(StorageEvent)>::new(move |event: StorageEvent| {
            // No key means that everything was cleared.
            if event.key().is_none_or(|key| key == SETTINGS) {
                let (user, fallback) = stored(event.new_value().as_deref());
                follow(Ok(ToApp::Settings { user, workspace: None, fallback }));
            }
        });
        if let Some(window) = web_sys::window() {
            // Without it other tabs are not followed, and nothing else is lost.
            let _ =
                window.add_event_listener_with_callback("storage", listen.as_ref().unchecked_ref());
        }
        listen.forget();
        Self { receive, last: RefCell::new((String::new(), Value::Object(serde_json::Map::new()))) }
    }

    fn launch(&self) {
        let text = local().and_then(|storage| storage.get_item(SETTINGS).ok()?);
        let (user, fallback) = stored(text.as_deref());
        self.last.replace((text.unwrap_or_default(), user.clone()));
        (self.receive)(Ok(ToApp::Settings { user, workspace: None, fallback }));
        let platform = if page::is_windows() { Platform::Windows } else { Platform::Unix };
        (self.receive)(Ok(ToApp::Surroundings(Surroundings {
            language: page::languages().into_iter().next().unwrap_or_default(),
            platform,
            saves: Some(Saves { ignored_files: true, repository: true }),
            ..Surroundings::default()
        })));
    }

    fn store(&self, update: &Value, id: u32) {
        let text = local().and_then(|storage| storage.get_item(SETTINGS).ok()?);
        let document = match text.as_deref() {
            // Another tab may have stored something since.
            Some(text) if *text != self.last.borrow().0 => stored(Some(text)).0,
            _ => self.last.borrow().1.clone(),
        };
        let settings = read_value(&document).settings.unwrap_or_default();
        let updated = apply_update(&settings, update);
        if !updated.problems.is_empty() {
            let problems = updated.problems.into_iter().map(Told::from).collect();
            return (self.receive)(Ok(ToApp::Refused { id, problems, cause: None }));
        }
        let document = updated.written_into(&document);
        let text = document.to_string();
        let answer = match local() {
            None => Err(Cause::StorageForbidden),
            Some(storage) => storage.set_item(SETTINGS, &text).map_err(|error| cause(&error)),
        };
        (self.receive)(Ok(match answer {
            Ok(()) => {
                self.last.replace((text, document));
                ToApp::Saved { id }
            }
            Err(cause) => ToApp::Refused { id, problems: Vec::new(), cause: Some(cause) },
        }));
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

    fn kept(&self) -> Option<String> {
        session()?.get_item(KEPT).ok()?
    }

    fn keep(&self, state: &str) {
        if let Some(storage) = session() {
            // What is kept for a reload is a comfort; that it does not fit is no loss.
            let _ = storage.set_item(KEPT, state);
        }
    }

    fn has_themes(&self) -> bool {
        true
    }
}

/// The document in a stored text; where it is none, an empty one and what is wrong.
fn stored(text: Option<&str>) -> (Value, Option<String>) {
    let empty = Value::Object(serde_json::Map::new());
    match text.map(serde_json::from_str::<Value>) {
        None => (empty, None),
        Some(Ok(document)) if document.is_object() => (document, None),
        Some(Ok(_)) => (empty, Some("the settings are not an object".to_owned())),
        Some(Err(error)) => (empty, Some(error.to_string())),
    }
}

/// The browser's storage, where it allows one at all. gloo's own accessor expects that it does.
fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()??;
    Some(LocalStorage::raw())
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()??;
    Some(SessionStorage::raw())
}

fn cause(error: &JsValue) -> Cause {
    let name = js_sys::Reflect::get(error, &JsValue::from_str("name")).ok();
    match name.and_then(|name| name.as_string()).as_deref() {
        Some("QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED") => Cause::StorageFull,
        Some("SecurityError") => Cause::StorageForbidden,
        _ => Cause::Other,
    }
}
