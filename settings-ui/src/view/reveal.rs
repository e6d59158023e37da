//! Brings something before a person: scrolls to it, and puts the focus there.

use std::time::Duration;

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::app::{App, Target};

/// How long something that was brought before a person catches the eye.
const FLASH: Duration = Duration::from_millis(1600);

/// Scrolls to an element and focuses it when the app asks for it. Gives whether that was a moment
/// ago.
pub(super) fn on_request<E>(app: App, target: Target, node: NodeRef<E>) -> RwSignal<bool>
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    let found = RwSignal::new(false);
    Effect::new(move |_| {
        if app.reveal.get() != Some(target) {
            return;
        }
        app.reveal.set(None);
        let Some(element) = node.get_untracked() else { return };
        found.set(true);
        let unmark = move || {
            // Whatever has gone by then needs no mark.
            let _ = found.try_set(false);
        };
        set_timeout(unmark, FLASH);
        // What hid it steps aside with the same change, so the page must be up to date first.
        request_animation_frame(move || {
            if let Some(element) = element.dyn_ref::<HtmlElement>() {
                let options = ScrollIntoViewOptions::new();
                options.set_block(match target {
                    Target::Panel(_) => ScrollLogicalPosition::Start,
                    Target::Field(_) => ScrollLogicalPosition::Center,
                });
                element.scroll_into_view_with_scroll_into_view_options(&options);
                focus(element);
            }
            app.revealed_at.set_value(window().scroll_y().ok());
        });
    });
    found
}

/// Puts the focus on an element.
pub(super) fn focus(element: &HtmlElement) {
    // An element that takes no focus is seen all the same.
    let _ = element.focus();
}
