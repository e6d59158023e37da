//! Keys that work everywhere on the page.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlInputElement, HtmlTextAreaElement};

use super::reveal::focus;
use crate::app::App;

/// Listens as long as the page is there.
pub(super) fn listen(app: App, search: NodeRef<html::Input>) {
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
            // A browser has a search of its own; a webview has none.
            ("f", false) if !app.has_themes() => {
                if let Some(search) = search.get_untracked() {
                    focus(&search);
                }
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// Whether a key goes into a text that has something of its own to undo.
fn is_text(target: Option<EventTarget>) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return matches!(input.type_().as_str(), "text" | "search" | "number")
            && !input.value().is_empty();
    }
    element.dyn_ref::<HtmlTextAreaElement>().is_some_and(|area| !area.value().is_empty())
}
