//! Shows the state of the page. Everything here is a function from [`App`] to a view; what is true
//! is decided in [`model`](crate::model) and [`app`](crate::app).
//!
//! - `el` makes elements, `parts` those that come up again and again.
//! - `header` is the bar on top, `navigation` the list of panels beside them.
//! - `panels` puts settings into panels; `flag`, `limit`, `list` and `shells` show settings of each
//!   kind inside the `field` they share.
//! - `trial` is "Try a command", `dialogs` are presets and transfer.
//! - `notices` tells what a person must know, [`reveal`] brings something before them.

mod dialogs;
mod el;
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
mod parts;
pub mod reveal;
mod shells;
mod trial;

use std::time::Duration;

use leptos::mount::mount_to_renderer;
use leptos::prelude::*;

use self::el::{El, Piece, all, dynamic, el, words};
pub(crate) use self::el::{follow, memo};
use crate::app::App;
use crate::i18n::{Key, t};

/// Mounts the app into the element `belay` of its page.
pub fn start() {
    let Some(root) = document().get_element_by_id("belay") else { return };
    mount(&root);
}

/// Mounts the app into an element.
pub fn mount(root: &web_sys::Element) {
    root.set_inner_html("");
    let handle = mount_to_renderer(root, || {
        let app = App::new();
        app.launch();
        // The page is there first; verdicts and remarks follow.
        set_timeout(move || app.load_engine(), Duration::ZERO);
        keys::listen(app);
        page(app)
    });
    handle.forget();
}

/// The whole page. Another language shows all of it anew; what is typed and chosen lives in the
/// state and stays.
fn page(app: App) -> El {
    let whole = move || {
        app.language.track();
        reveal::stay();
        let body = el("div")
            .class("body")
            .add(navigation::navigation(app))
            .add(panels::panels(app))
            .add(trial::trial(app));
        all([
            el("a").class("skip").attr("href", "#checkpoint").add(t(Key::AppSkip)).view(),
            header::header(app).view(),
            notices::notices(app).view(),
            body.view(),
            dialogs::dialogs(app),
        ])
    };
    let live = el("div").class("live").attr("role", "status").attr("aria-live", "polite");
    el("div")
        .class("app")
        .add(dynamic(whole))
        .add(live.test("live").add(words(move || app.live.get())))
}
