//! Settings as text: out, and in after a look at what it would do.

use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlTextAreaElement;

use super::super::el::{El, Piece, View, all, dynamic, el, words as text_of};
use super::super::field::value_words;
use super::super::flag::checkbox;
use super::super::icon::icon;
use super::super::notices;
use super::super::parts::{about, button, hint};
use crate::app::App;
use crate::host::promise::after;
use crate::i18n::{Counted, Key, count, t};
use crate::message::Told;
use crate::model::panel::{Panel, words};
use crate::model::transfer::{FieldChange, Import, export, import};

/// Both ways.
pub(super) fn transfer(app: App) -> View {
    all([outward(app), inward(app)])
}

fn area(label: Key, id: &str) -> El {
    el("textarea")
        .class("code")
        .attr("rows", "6")
        .attr("spellcheck", "false")
        .attr("aria-label", &t(label))
        .test(id)
}

fn outward(app: App) -> El {
    let text = app.peek(|draft| export(draft.document()));
    let address = download_address(&text);
    let area =
        area(Key::TransferExport, "export-text").attr("readonly", "").value(move || text.clone());
    let element: HtmlTextAreaElement = area.node().clone().unchecked_into();
    let copied = RwSignal::new(false);
    let copy = move || {
        element.select();
        let text = element.value();
        after(window().navigator().clipboard().write_text(&text), move |written| {
            // Where the clipboard is not allowed, the text is selected for the keys to copy.
            if written.is_ok() {
                copied.set(true);
                app.say(t(Key::TransferCopied));
            }
        });
    };
    let label = move || t(if copied.get() { Key::TransferCopied } else { Key::TransferCopy });
    let copy = button("button secondary", copy).test("copy-button").add(icon("copy"));
    let download = address.map(|address| {
        el("a")
            .class("button secondary")
            .attr("href", &address)
            .attr("download", "belay-settings.json")
            .test("download-link")
            .add(icon("save"))
            .add(t(Key::TransferDownload))
    });
    el("section")
        .add(el("h3").add(t(Key::TransferExport)))
        .add(about(t(Key::TransferExportDescription)))
        .add(area)
        .add(el("p").class("actions").add(copy.add(text_of(label))).add(download))
}

fn download_address(text: &str) -> Option<String> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("application/json");
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?;
    web_sys::Url::create_object_url_with_blob(&blob).ok()
}

fn inward(app: App) -> El {
    let text = RwSignal::new(String::new());
    let whole = RwSignal::new(false);
    let look = move || -> Option<Import> {
        let text = text.get();
        let whole = whole.get();
        (!text.trim().is_empty()).then(|| import(app.draft.read().clean(), &text, whole))
    };
    let choose = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into().ok());
        let file = input.and_then(|input: web_sys::HtmlInputElement| input.files()?.get(0));
        if let Some(file) = file {
            after(file.text(), move |read| {
                let read = read.ok().and_then(|read| read.as_string());
                text.set(read.unwrap_or_default());
            });
        }
    };
    let apply = move || {
        if let Some(import) = untrack(look).filter(|import| !import.update.is_empty()) {
            app.change(import.update, t(Key::LiveImported));
            app.dialog.set(None);
        }
    };
    let area = area(Key::TransferImport, "import-text")
        .attr("placeholder", &t(Key::TransferPlaceholder))
        .value(move || text.get())
        .on("input", move |event| text.set(event_target_value(&event)));
    let file = el("input")
        .attr("type", "file")
        .attr("accept", "application/json,.json")
        .test("import-file")
        .on("change", choose);
    let replace = checkbox(move || whole.get(), move |is| whole.set(is));
    let preview = el("div").attr("role", "status").test("import-preview");
    let apply = button("button", apply)
        .test("import-apply-button")
        .property("disabled", move || look().is_none_or(|import| import.update.is_empty()).into());
    let cancel = button("button secondary", move || app.dialog.set(None));
    let replace = el("label").class("check").add(replace.test("import-replace-checkbox"));
    el("section")
        .add(el("h3").add(t(Key::TransferImport)))
        .add(about(t(Key::TransferImportDescription)))
        .add(area)
        .add(
            el("label")
                .class("button secondary file")
                .add(el("span").add(t(Key::TransferFile)))
                .add(file),
        )
        .add(replace.add(el("span").add(t(Key::TransferReplace))))
        .add(preview.add(dynamic(move || look().map(|import| seen(&import)))))
        .add(
            el("p")
                .class("actions")
                .add(apply.add(t(Key::TransferApply)))
                .add(cancel.add(t(Key::TransferCancel))),
        )
}

/// What an import would do.
fn seen(import: &Import) -> View {
    let problems: Vec<_> = import.problems.iter().cloned().map(Told::from).collect();
    let title = match (import.readable, import.problems.len()) {
        (false, _) => Some(t(Key::TransferUnreadable)),
        (true, 0) => None,
        (true, number) => Some(count(Counted::TransferProblems, number, &[])),
    };
    let summary = match import.changes.len() {
        0 => t(Key::TransferNoChanges),
        number => count(Counted::TransferChanges, number, &[]),
    };
    let changes = import.readable.then(|| {
        all([
            el("p").class("preview").add(summary),
            el("ul").class("changes").add(all(import.changes.iter().map(change))),
        ])
    });
    all([
        title.map(|title| hint("error", "error", title)).view(),
        notices::list(&problems),
        changes.view(),
    ])
}

fn change((field, from, to): &FieldChange) -> El {
    let said = |value: &Option<Value>| value_words(value.as_ref().unwrap_or(&Value::Null));
    let (panel, label) = (t(Panel::of(field).title()), t(words(field).label));
    let text = format!("{panel} › {label}: {} → ", said(from));
    el("li").add(icon("diff-modified")).add(el("span").add(text).add(el("strong").add(said(to))))
}
