//! The timeline: what happened, what each command did, and the way back.
//!
//! - `moments` is the long list with its graph, `strand` one row of that graph, `sessions` the
//!   sessions beside it.
//! - `details` is the moment a person has chosen, `comparison` a file of it, `restore` the plan,
//!   `storage` what uses space; the last three are dialogs.
//! - `rows` shows only the part of a long list that is on the screen.

mod comparison;
mod details;
mod dialog;
mod moments;
mod notices;
mod restore;
mod rows;
mod sessions;
mod storage;
mod strand;

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::comparison::FileDialog;
use self::details::DetailsPane;
use self::moments::Moments;
use self::notices::TimelineNotices;
use self::restore::RestoreDialog;
use self::sessions::Sessions;
use self::storage::StorageDialog;
use super::menus::{LanguageMenu, ThemeMenu};
use super::parts::Icon;
use super::reveal::focus;
use super::search::SearchField;
use crate::app::look::Look;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Counted, Key, count, t, text};

/// Below these widths, as in the style sheet, there is one column, and there are two.
const NARROW: f64 = 760.0;
const COMPACT: f64 = 1100.0;

/// The whole page.
#[component]
pub(super) fn TimelinePage(app: TimelineApp) -> impl IntoView {
    measure(app);
    let resized = window_event_listener(ev::resize, move |_| measure(app));
    on_cleanup(move || resized.remove());
    if let Ok(clock) = set_interval_with_handle(
        move || app.minute.update(|minute| *minute = minute.wrapping_add(1)),
        Duration::from_secs(30),
    ) {
        on_cleanup(move || clock.clear());
    }
    Effect::new(move |_| document().set_title(&format!("Belay: {}", text(Key::TimelineAppTitle))));
    view! {
        <div class="app timeline">
            <a class="skip" href="#moments" on:click=skip>
                {t(Key::TimelineAppSkip)}
            </a>
            <Bar app />
            <TimelineNotices app />
            <div class="columns">
                <Sessions app />
                <Moments app />
                <DetailsPane app />
            </div>
            <FileDialog app />
            <RestoreDialog app />
            <StorageDialog app />
            <div class="live" role="status" aria-live="polite" data-testid="live">
                {move || app.live.get()}
            </div>
        </div>
    }
}

/// Goes to the list; the address keeps its token, which a reload needs.
fn skip(event: ev::MouseEvent) {
    event.prevent_default();
    let list = document().get_element_by_id("moments");
    if let Some(list) = list.and_then(|list| list.dyn_into::<HtmlElement>().ok()) {
        focus(&list);
    }
}

fn measure(app: TimelineApp) {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    for (signal, least) in [(app.narrow, NARROW), (app.compact, COMPACT)] {
        let is_less = width.is_some_and(|width| width <= least);
        if signal.get_untracked() != is_less {
            signal.set(is_less);
        }
    }
}

/// The bar on top.
#[component]
fn Bar(app: TimelineApp) -> impl IntoView {
    let workspace = Memo::new(move |_| app.chronicle.read().head().workspace.clone());
    view! {
        <header class="header">
            <div class="title">
                <h1>
                    <Icon name="history" />
                    {t(Key::TimelineAppTitle)}
                </h1>
                <p class="about">
                    {move || {
                        let workspace = workspace.get();
                        if workspace.is_empty() {
                            text(Key::TimelineAppTagline).into_any()
                        } else {
                            view! { <bdi data-testid="workspace">{workspace}</bdi> }.into_any()
                        }
                    }}
                </p>
            </div>
            <div class="tools" role="group" aria-label=t(Key::AppToolbar)>
                <button
                    type="button"
                    class="tool"
                    data-testid="storage-button"
                    aria-haspopup="dialog"
                    on:click=move |_| app.open_storage()
                >
                    <Icon name="database" />
                    {t(Key::TimelineStorageButton)}
                </button>
                <a class="tool" data-testid="settings-link" href=app.settings_address()>
                    <Icon name="settings-gear" />
                    {t(Key::TimelineAppSettings)}
                </a>
                <LanguageMenu
                    picked=app.look.picked
                    usual=move || Look::usual_language()
                    on_pick=move |language| app.look.pick_language(language)
                />
                <ThemeMenu
                    theme=app.look.theme
                    on_pick=move |theme| app.look.set_theme(theme)
                />
            </div>
            <SearchBar app />
        </header>
    }
}

#[component]
fn SearchBar(app: TimelineApp) -> impl IntoView {
    let found = Memo::new(move |_| {
        let chronicle = app.chronicle.read();
        chronicle.current_filter().found.as_ref()?;
        Some(chronicle.lines())
    });
    let said = Signal::derive(move || match found.get() {
        None => String::new(),
        Some(0) => text(Key::TimelineSearchNone),
        Some(lines) => count(Counted::TimelineSearchFound, lines, &[]),
    });
    view! {
        <SearchField
            input=NodeRef::new()
            label=Key::TimelineSearchLabel
            placeholder=Key::TimelineSearchLabel
            text=app.search
            found=said
            on_search=move |text| app.find(text)
        />
    }
}
