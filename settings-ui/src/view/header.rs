//! The bar on top: what this is, the search, and what works on all settings.

use leptos::prelude::*;
use policy_core::settings::FIELDS;

use super::icon::icon;
use crate::app::{App, Dialog};
use crate::i18n::{Counted, Key, LANGUAGES, choice, count, t, t_with};
use crate::model::{fields, search};

/// The bar.
pub(super) fn header(app: App) -> AnyView {
    view! {
        <header class="header">
            <div class="title">
                <h1>{icon("shield")} {t(Key::AppTitle)}</h1>
                <p class="about">{t(Key::AppTagline)}</p>
            </div>
            {search_bar(app)}
            <div class="tools" role="group" aria-label=t(Key::AppToolbar)>
                {history(app)}
                {opener(app, Dialog::Presets, "settings", Key::PresetsButton, "presets-button")}
                {opener(app, Dialog::Transfer, "arrow-swap", Key::TransferButton, "transfer-button")}
                {(!app.has_themes())
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="tool"
                                data-testid="open-json-button"
                                on:click=move |_| app.open_json()
                            >
                                {icon("go-to-file")}
                                {t(Key::AppOpenJson)}
                            </button>
                        }
                    })}
                {languages(app)}
                {app.has_themes().then(themes)}
            </div>
        </header>
    }
    .into_any()
}

fn search_bar(app: App) -> AnyView {
    let found = Memo::new(move |_| {
        let (text, only_changed) = app.search.get();
        let is_shown = |field: &&'static policy_core::settings::Field| {
            search::matches(field, &text)
                && (!only_changed
                    || app.draft.with(|draft| fields::is_changed(draft.clean(), field)))
        };
        let searching = only_changed || !text.trim().is_empty();
        searching.then(|| FIELDS.iter().filter(is_shown).count())
    });
    view! {
        <div class="search" role="search">
            {icon("search")}
            <input
                type="search"
                data-testid="search-input"
                aria-label=t(Key::SearchLabel)
                placeholder=t(Key::SearchPlaceholder)
                spellcheck="false"
                autocomplete="off"
                prop:value=move || app.search.with(|(text, _)| text.clone())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    app.kept.update(|kept| kept.search = text);
                }
            />
            <span class="count" role="status" data-testid="search-count">
                {move || found.get().map(|number| count(Counted::SearchFound, number, &[]))}
            </span>
            <button
                type="button"
                class="tool"
                data-testid="only-changed-button"
                aria-pressed=move || if app.search.with(|(_, only)| *only) { "true" } else { "false" }
                title=t(Key::SearchChanged)
                aria-label=t(Key::SearchChanged)
                on:click=move |_| app.kept.update(|kept| kept.only_changed = !kept.only_changed)
            >
                {icon("filter")}
            </button>
        </div>
    }
    .into_any()
}

fn history(app: App) -> AnyView {
    let can_undo = Memo::new(move |_| app.draft.with(|draft| draft.can_undo()));
    let can_redo = Memo::new(move |_| app.draft.with(|draft| draft.can_redo()));
    view! {
        <button
            type="button"
            class="tool"
            data-testid="undo-button"
            aria-label=t(Key::HistoryUndo)
            title=format!("{} (Ctrl+Z)", t(Key::HistoryUndo))
            aria-disabled=move || if can_undo.get() { "false" } else { "true" }
            on:click=move |_| app.undo()
        >
            {icon("discard")}
        </button>
        <button
            type="button"
            class="tool"
            data-testid="redo-button"
            aria-label=t(Key::HistoryRedo)
            title=format!("{} (Ctrl+Shift+Z)", t(Key::HistoryRedo))
            aria-disabled=move || if can_redo.get() { "false" } else { "true" }
            on:click=move |_| app.redo()
        >
            {icon("redo")}
        </button>
    }
    .into_any()
}

fn opener(app: App, dialog: Dialog, sign: &'static str, label: Key, id: &'static str) -> AnyView {
    view! {
        <button
            type="button"
            class="tool"
            data-testid=id
            aria-haspopup="dialog"
            on:click=move |_| app.dialog.set(Some(dialog))
        >
            {icon(sign)}
            {t(label)}
        </button>
    }
    .into_any()
}

fn languages(app: App) -> AnyView {
    let picked = app.kept.with_untracked(|kept| kept.language.clone());
    let usual = choice::name(app.usual_language());
    let is_picked = |code: &str| picked.as_deref() == Some(code);
    view! {
        <label class="choice">
            {icon("globe")} <span class="label">{t(Key::LanguageLabel)}</span>
            <select
                data-testid="language-select"
                aria-label=t(Key::LanguageLabel)
                on:change=move |event| {
                    let code = event_target_value(&event);
                    app.pick_language((!code.is_empty()).then_some(code));
                }
            >
                <option value="" prop:selected=picked.is_none()>
                    {t_with(Key::LanguageAuto, &[("language", usual)])}
                </option>
                {LANGUAGES
                    .map(|code| {
                        view! {
                            <option value=code lang=code prop:selected=is_picked(code)>
                                {choice::name(code)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
    .into_any()
}

const THEMES: [(&str, Key); 5] = [
    ("auto", Key::ThemeAuto),
    ("light", Key::ThemeLight),
    ("dark", Key::ThemeDark),
    ("hc-dark", Key::ThemeHcDark),
    ("hc-light", Key::ThemeHcLight),
];

fn themes() -> AnyView {
    let root = document().document_element();
    let now = root.and_then(|root| root.get_attribute("data-theme")).unwrap_or_default();
    let pick = |theme: String| {
        if let Some(root) = document().document_element() {
            // Fails only for a name that is no attribute's.
            let _ = root.set_attribute("data-theme", &theme);
        }
        // Where nothing can be stored, the theme holds for this visit.
        if let Ok(Some(storage)) = window().local_storage() {
            let _ = storage.set_item("belay.theme", &theme);
        }
    };
    view! {
        <label class="choice">
            {icon("color-mode")} <span class="label">{t(Key::ThemeLabel)}</span>
            <select
                data-testid="theme-select"
                aria-label=t(Key::ThemeLabel)
                on:change=move |event| pick(event_target_value(&event))
            >
                {THEMES
                    .map(|(id, name)| {
                        view! { <option value=id prop:selected=id == now>{t(name)}</option> }
                    })
                    .collect_view()}
            </select>
        </label>
    }
    .into_any()
}
