//! Brings something before a person: scrolls to it, and puts the focus there.

use leptos::prelude::*;
use policy_core::settings::Field;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use crate::model::panel::Panel;

/// A panel by its heading.
pub fn panel(panel: Panel) {
    show(format!("{}-title", panel.id()), ScrollLogicalPosition::Start);
}

/// A setting.
pub fn field(field: &Field) {
    show(format!("field-{}", field.path()), ScrollLogicalPosition::Center);
}

/// The element with this test id, once the page is up to date.
pub fn focus(test_id: String) {
    request_animation_frame(move || {
        let found = document().query_selector(&format!("[data-testid=\"{test_id}\"]"));
        if let Some(element) = found.ok().flatten() {
            put_focus(&element);
        }
    });
}

/// Keeps the focus where it is while all of the page is made anew.
pub(super) fn stay() {
    let test_id = document().active_element().and_then(|now| now.get_attribute("data-testid"));
    if let Some(test_id) = test_id {
        focus(test_id);
    }
}

fn show(id: String, block: ScrollLogicalPosition) {
    request_animation_frame(move || {
        let Some(element) = document().get_element_by_id(&id) else { return };
        let options = ScrollIntoViewOptions::new();
        options.set_block(block);
        element.scroll_into_view_with_scroll_into_view_options(&options);
        put_focus(&element);
        mark(&element);
    });
}

fn put_focus(element: &Element) {
    if let Some(element) = element.dyn_ref::<HtmlElement>() {
        // An element that takes no focus is seen all the same.
        let _ = element.focus();
    }
}

/// Makes it catch the eye for a moment.
fn mark(element: &Element) {
    let (element, class) = (element.clone(), "found");
    if element.class_list().add_1(class).is_ok() {
        let unmark = move || {
            let _ = element.class_list().remove_1(class);
        };
        set_timeout(unmark, std::time::Duration::from_millis(1600));
    }
}
