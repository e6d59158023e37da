//! The bar on top: what this is, the search, and what works on all settings.

use leptos::html;
use leptos::prelude::*;
use policy_core::settings::FIELDS;

use super::menus::{LanguageMenu, ThemeMenu};
use super::parts::{Hint, Icon};
use super::search::SearchField;
use crate::app::{App, Dialog};
use crate::i18n::{Counted, Key, count, t, text};

/// The bar.
#[component]
pub(super) fn Header(app: App, search: NodeRef<html::Input>) -> impl IntoView {
    let unsaved = Memo::new(move |_| app.draft.read().has_refused());
    let in_webview = !app.has_themes();
    let picked = Memo::new(move |_| app.session.read().language.clone());
    let timeline = app.timeline_address().map(|address| {
        view! {
            <a class="tool" data-testid="timeline-link" href=address>
                <Icon name="list-unordered" />
                {t(Key::AppTimeline)}
            </a>
        }
    });
    let open_file = in_webview.then(|| {
        view! {
            <button
                type="button"
                class="tool"
                data-testid="open-json-button"
                on:click=move |_| app.open_json()
            >
                <Icon name="go-to-file" />
                {t(Key::AppOpenJson)}
            </button>
        }
    });
    view! {
        <header class="header">
            <div class="title">
                <h1>
                    <Icon name="shield" />
                    {t(Key::AppTitle)}
                </h1>
                <p class="about">{t(Key::AppTagline)}</p>
            </div>
            <div class="tools" role="group" aria-label=t(Key::AppToolbar)>
                <Show when=move || unsaved.get()>
                    <Hint icon="warning" kind="warning">
                        {t(Key::NoticeUnsaved)}
                    </Hint>
                </Show>
                <History app />
                <Opener app dialog=Dialog::Presets icon="settings-gear" label=Key::PresetsButton />
                <Opener app dialog=Dialog::Transfer icon="arrow-swap" label=Key::TransferButton />
                {open_file}
                {timeline}
                <LanguageMenu
                    picked=picked
                    usual=move || app.usual_language()
                    on_pick=move |language| app.pick_language(language)
                />
                {(!in_webview)
                    .then(|| {
                        view! { <ThemeMenu theme=app.theme on_pick=move |theme| app.set_theme(theme) /> }
                    })}
            </div>
            <SearchBar app input=search />
        </header>
    }
}

#[component]
fn SearchBar(app: App, input: NodeRef<html::Input>) -> impl IntoView {
    let found = Memo::new(move |_| {
        if !app.only_changed.get() && app.search.read().trim().is_empty() {
            return String::new();
        }
        let shown = FIELDS.iter().filter(|field| app.shows(field)).count();
        count(Counted::SearchFound, shown, &[])
    });
    let search = move |text: String| app.edit_session(|session| session.search = text);
    let toggle = move |_| app.edit_session(|session| session.only_changed = !session.only_changed);
    view! {
        <SearchField
            input
            label=Key::SearchLabel
            placeholder=Key::SearchPlaceholder
            text=app.search
            found
            announced=true
            on_search=search
        >
            <button
                type="button"
                class="tool"
                data-testid="only-changed-button"
                title=t(Key::SearchChanged)
                aria-label=t(Key::SearchChanged)
                aria-pressed=move || app.only_changed.get().to_string()
                on:click=toggle
            >
                <Icon name="filter" />
            </button>
        </SearchField>
    }
}

#[component]
fn History(app: App) -> impl IntoView {
    view! {
        <button
            type="button"
            class="tool"
            data-testid="undo-button"
            aria-label=t(Key::HistoryUndo)
            title=move || format!("{} (Ctrl+Z)", text(Key::HistoryUndo))
            aria-disabled=move || (!app.draft.read().can_undo()).to_string()
            on:click=move |_| app.undo()
        >
            <Icon name="discard" />
        </button>
        <button
            type="button"
            class="tool"
            data-testid="redo-button"
            aria-label=t(Key::HistoryRedo)
            title=move || format!("{} (Ctrl+Shift+Z)", text(Key::HistoryRedo))
            aria-disabled=move || (!app.draft.read().can_redo()).to_string()
            on:click=move |_| app.redo()
        >
            <Icon name="redo" />
        </button>
    }
}

/// A button that opens a dialog. The browser gives it the focus back when that closes.
#[component]
fn Opener(app: App, dialog: Dialog, icon: &'static str, label: Key) -> impl IntoView {
    view! {
        <button
            type="button"
            class="tool"
            data-testid=format!("{}-button", dialog.id())
            aria-haspopup="dialog"
            on:click=move |_| app.dialog.set(Some(dialog))
        >
            <Icon name=icon />
            {t(label)}
        </button>
    }
}
