//! Shows the state of the page. Everything here is a function from [`App`] to a view; what is true
//! is decided in [`model`](crate::model) and [`app`](crate::app).
//!
//! - `header` is the bar on top, `navigation` the list of panels beside them.
//! - `panels` puts settings into panels; `flag`, `limit`, `list` and `shells` show settings of each
//!   kind inside the `field` they share.
//! - `trial` is "Try a command", `dialogs` are presets and transfer.
//! - `notices` tells what a person must know, [`reveal`] brings something before them.

mod dialogs;
mod field;
mod flag;
mod header;
mod icon;
mod keys;
mod limit;
mod list;
mod navigation;
mod notices;
mod panels;
pub mod reveal;
mod shells;
mod trial;

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::App;
use crate::i18n::{Key, t};

/// Mounts the app into the element `belay` of its page.
pub fn start() {
    let root = web_sys::window().and_then(|window| window.document()?.get_element_by_id("belay"));
    let Some(root) = root.and_then(|root| root.dyn_into::<web_sys::HtmlElement>().ok()) else {
        return;
    };
    root.set_inner_html("");
    leptos::mount::mount_to(root, || {
        let app = App::new();
        app.launch();
        // The page is there first; verdicts and remarks follow.
        set_timeout(move || app.load_engine(), Duration::ZERO);
        keys::listen(app);
        page(app)
    })
    .forget();
}

/// The whole page. Another language shows all of it anew; what is typed and chosen lives in the
/// state and stays.
fn page(app: App) -> AnyView {
    view! {
        {move || {
            app.language.track();
            view! {
                <a class="skip" href="#checkpoint">{t(Key::AppSkip)}</a>
                {header::header(app)}
                {notices::notices(app)}
                <div class="body">
                    {navigation::navigation(app)}
                    {panels::panels(app)}
                    {trial::trial(app)}
                </div>
                {dialogs::dialogs(app)}
            }
        }}
        <div class="live" role="status" aria-live="polite" data-testid="live">
            {move || app.live.get()}
        </div>
    }
    .into_any()
}
