//! Keys that work everywhere on the page.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::reveal;
use crate::app::App;

pub(super) fn listen(app: App) {
    let handle = window_event_listener(ev::keydown, move |event| {
        if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
            return;
        }
        let key = event.key().to_ascii_lowercase();
        match (key.as_str(), event.shift_key()) {
            // In a text these keys are the text's own.
            ("z" | "y", _) if is_text(event.target()) => return,
            ("z", false) => app.undo(),
            ("z", true) | ("y", false) => app.redo(),
            ("f", false) if app.has_themes() => return,
            ("f", false) => reveal::focus("search-input".to_owned()),
            _ => return,
        }
        event.prevent_default();
    });
    // It listens as long as the page is there.
    std::mem::forget(handle);
}

/// Whether a key goes into a text that has something of its own to undo.
fn is_text(target: Option<web_sys::EventTarget>) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    if let Some(input) = element.dyn_ref::<web_sys::HtmlInputElement>() {
        return matches!(input.type_().as_str(), "text" | "search" | "number")
            && !input.value().is_empty();
    }
    element.dyn_ref::<web_sys::HtmlTextAreaElement>().is_some_and(|area| !area.value().is_empty())
}
