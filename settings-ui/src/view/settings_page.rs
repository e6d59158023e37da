//! The page of the settings.

use std::time::Duration;

use leptos::prelude::*;

use super::dialogs::Dialogs;
use super::header::Header;
use super::keys;
use super::navigation::Navigation;
use super::notices::Notices;
use super::panels::Panels;
use super::trial::Trial;
use crate::app::App;
use crate::i18n::{Key, t};

/// The whole page.
#[component]
pub(super) fn SettingsPage(app: App) -> impl IntoView {
    let search = NodeRef::new();
    keys::listen(app, search);
    // The page is painted first; verdicts and remarks follow.
    request_animation_frame(move || set_timeout(move || app.load_engine(), Duration::ZERO));
    view! {
        <div class="app">
            <a class="skip" href="#checkpoint">{t(Key::AppSkip)}</a>
            <Header app search />
            <Notices app />
            <div class="body">
                <Navigation app />
                <Panels app />
                <Trial app />
            </div>
            <Dialogs app />
            <div class="live" role="status" aria-live="polite" data-testid="live">
                {move || app.live.get()}
            </div>
        </div>
    }
}
