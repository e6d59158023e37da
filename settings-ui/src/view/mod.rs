//! Shows the state of the page. Everything here is a component over [`App`]; what is true is decided
//! in [`model`](crate::model) and [`app`](crate::app), which know nothing of this module.
//!
//! - `settings_page` puts the page together from `header`, `notices`, `navigation`, `panels`,
//!   `trial` ("Try a command") and `dialogs`.
//! - `flag`, `limit`, `list` and `shells` show settings of each kind inside the `field` they share.
//! - `parts` are small components that come up again and again, `labels` words for values.
//! - `timeline` is the other page; `menus` and `search` are what both have.
//! - `reveal` brings something before a person, `keys` are the keys that work everywhere.

#![expect(unreachable_pub, reason = "the component macro makes its items as public as it can")]

mod dialogs;
mod field;
mod flag;
mod header;
mod keys;
mod labels;
mod limit;
mod list;
mod menus;
mod navigation;
mod notices;
mod panels;
mod parts;
mod reveal;
mod search;
mod settings_page;
mod shells;
mod timeline;
mod trial;

use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::settings_page::SettingsPage;
use self::timeline::TimelinePage;
use crate::app::App;
use crate::app::timeline::TimelineApp;

/// Mounts the app into the element `belay` of its page.
pub fn start() {
    let root = document().get_element_by_id("belay");
    if let Some(root) = root.and_then(|root| root.dyn_into().ok()) {
        mount(root);
    }
}

/// Mounts the timeline into the element `belay` of its page.
pub fn start_timeline() {
    let root = document().get_element_by_id("belay");
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        root.set_inner_html("");
        let page = || {
            let app = TimelineApp::new();
            app.launch();
            view! { <TimelinePage app /> }
        };
        mount_to(root, page).forget();
    }
}

/// Mounts the app into an element.
pub fn mount(root: HtmlElement) {
    root.set_inner_html("");
    let page = || {
        let app = App::new();
        app.launch();
        view! { <SettingsPage app /> }
    };
    mount_to(root, page).forget();
}
