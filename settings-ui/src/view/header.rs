//! The bar on top: what this is, the search, and what works on all settings.

use leptos::prelude::*;
use policy_core::settings::FIELDS;

use super::el::{El, Piece, View, all, dynamic, el, memo, words};
use super::icon::icon;
use super::parts::{about, button, choice as option, cross, hint};
use crate::app::{App, Dialog};
use crate::i18n::{Counted, Key, LANGUAGES, choice, count, t, t_with};

/// The bar.
pub(super) fn header(app: App) -> El {
    let title = el("div")
        .class("title")
        .add(el("h1").add(icon("shield")).add(t(Key::AppTitle)))
        .add(about(t(Key::AppTagline)));
    let file = (!app.has_themes()).then(|| {
        button("tool", move || app.open_json())
            .test("open-json-button")
            .add(icon("go-to-file"))
            .add(t(Key::AppOpenJson))
    });
    let unsaved = memo(move || app.draft.read().has_refused());
    let transfer = opener(app, Dialog::Transfer, "arrow-swap", Key::TransferButton);
    let tools = el("div")
        .class("tools")
        .attr("role", "group")
        .attr("aria-label", &t(Key::AppToolbar))
        .add(dynamic(move || {
            unsaved.get().then(|| hint("warning", "warning", t(Key::NoticeUnsaved)))
        }))
        .add(history(app))
        .add(
            opener(app, Dialog::Presets, "settings-gear", Key::PresetsButton)
                .test("presets-button"),
        )
        .add(transfer.test("transfer-button"))
        .add(file)
        .add(languages(app))
        .add(app.has_themes().then(themes));
    el("header").class("header").add(title).add(tools).add(search_bar(app))
}

fn search_bar(app: App) -> El {
    let found = memo(move || {
        if !app.only_changed.get() && app.search.read().trim().is_empty() {
            return String::new();
        }
        let shown = FIELDS.iter().filter(|field| app.shows(field)).count();
        count(Counted::SearchFound, shown, &[])
    });
    let input = el("input")
        .attr("type", "search")
        .test("search-input")
        .attr("aria-label", &t(Key::SearchLabel))
        .attr("placeholder", &t(Key::SearchPlaceholder))
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .value(move || app.search.get())
        .on("input", move |event| {
            let text = event_target_value(&event);
            app.keep(|kept| kept.search = text);
        });
    let only = t(Key::SearchChanged);
    let toggle = move || app.keep(|kept| kept.only_changed = !kept.only_changed);
    let filter = button("tool", toggle)
        .test("only-changed-button")
        .attr("title", &only)
        .attr("aria-label", &only)
        .says("aria-pressed", move || app.only_changed.get())
        .add(icon("filter"));
    let number = el("span").class("count").attr("role", "status").test("search-count");
    el("div")
        .class("search")
        .attr("role", "search")
        .add(icon("search"))
        .add(input)
        .add(number.add(words(move || found.get())))
        .add(dynamic(move || {
            (!app.search.read().is_empty()).then(|| {
                let clear = move || {
                    app.keep(|kept| kept.search.clear());
                    super::reveal::focus("search-input".to_owned());
                };
                cross(&t(Key::SearchClear), clear).test("search-clear-button")
            })
        }))
        .add(filter)
}

fn history(app: App) -> View {
    let undo = button("tool", move || app.undo())
        .test("undo-button")
        .attr("aria-label", &t(Key::HistoryUndo))
        .attr("title", &format!("{} (Ctrl+Z)", t(Key::HistoryUndo)))
        .says("aria-disabled", move || !app.draft.read().can_undo())
        .add(icon("discard"));
    let redo = button("tool", move || app.redo())
        .test("redo-button")
        .attr("aria-label", &t(Key::HistoryRedo))
        .attr("title", &format!("{} (Ctrl+Shift+Z)", t(Key::HistoryRedo)))
        .says("aria-disabled", move || !app.draft.read().can_redo())
        .add(icon("redo"));
    all([undo, redo])
}

fn opener(app: App, dialog: Dialog, sign: &str, label: Key) -> El {
    button("tool", move || app.dialog.set(Some(dialog)))
        .attr("aria-haspopup", "dialog")
        .add(icon(sign))
        .add(t(label))
}

/// A menu in the bar.
fn menu(sign: &str, label: Key, id: &str, options: View, act: impl Fn(String) + 'static) -> El {
    let label = t(label);
    let select = el("select")
        .test(id)
        .attr("aria-label", &label)
        .attr("title", &label)
        .add(options)
        .on("change", move |event| act(event_target_value(&event)));
    el("span").class("choice").add(icon(sign)).add(select)
}

fn languages(app: App) -> El {
    let picked = app.kept.read_untracked().language.clone();
    let usual = t_with(Key::LanguageAuto, &[("language", choice::name(app.usual_language()))]);
    let none = picked.is_none();
    let one = |code: &&str| {
        let is = picked.as_deref() == Some(*code);
        option(code, choice::name(code), move || is).attr("lang", code)
    };
    let each = all(LANGUAGES.iter().map(one));
    let options = all([option("", &usual, move || none).view(), each]);
    menu("globe", Key::LanguageLabel, "language-select", options, move |code| {
        app.pick_language((!code.is_empty()).then_some(code));
    })
}

const THEMES: [(&str, Key); 5] = [
    ("auto", Key::ThemeAuto),
    ("light", Key::ThemeLight),
    ("dark", Key::ThemeDark),
    ("hc-dark", Key::ThemeHcDark),
    ("hc-light", Key::ThemeHcLight),
];

fn themes() -> El {
    let root = document().document_element();
    let now = root.and_then(|root| root.get_attribute("data-theme")).unwrap_or_default();
    let one = |(id, name): (&str, Key)| {
        let is = id == now;
        option(id, &t(name), move || is)
    };
    menu("color-mode", Key::ThemeLabel, "theme-select", all(THEMES.map(one)), |theme| {
        if let Some(root) = document().document_element() {
            // Fails only for a name that is no attribute's.
            let _ = root.set_attribute("data-theme", &theme);
        }
        // Where nothing can be stored, the theme holds for this visit.
        if let Ok(Some(storage)) = window().local_storage() {
            let _ = storage.set_item("belay.theme", &theme);
        }
    })
}
