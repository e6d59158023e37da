//! Settings as text: out, and in after a look at what it would do.

use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::super::labels::value_label;
use super::super::notices::problem_list;
use super::super::parts::{Hint, Icon};
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, text};
use crate::model::labels::labels;
use crate::model::panel::Panel;
use crate::model::transfer::{FieldChange, Import, export, import};

/// Both ways.
#[component]
pub(super) fn Transfer(app: App, close: Callback<()>) -> impl IntoView {
    view! {
        <Export app />
        <ImportForm app close />
    }
}

#[component]
fn Export(app: App) -> impl IntoView {
    let document = app.peek(|draft| export(draft.document()));
    let address = download_address(&document);
    let area = NodeRef::<html::Textarea>::new();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let Some(area) = area.get_untracked() else { return };
        area.select();
        spawn_local(async move {
            let clipboard = window().navigator().clipboard();
            // Where the clipboard is not allowed, the text is selected for the keys to copy.
            if JsFuture::from(clipboard.write_text(&area.value())).await.is_ok() {
                copied.set(true);
                app.say(text(Key::TransferCopied));
            }
        });
    };
    let label = move || text(if copied.get() { Key::TransferCopied } else { Key::TransferCopy });
    let download = address.map(|address| {
        view! {
            <a
                class="button secondary"
                href=address
                download="belay-settings.json"
                data-testid="download-link"
            >
                <Icon name="save" />
                {t(Key::TransferDownload)}
            </a>
        }
    });
    view! {
        <section>
            <h3>{t(Key::TransferExport)}</h3>
            <p class="about">{t(Key::TransferExportDescription)}</p>
            <textarea
                class="code"
                rows="6"
                readonly
                spellcheck="false"
                aria-label=t(Key::TransferExport)
                data-testid="export-text"
                node_ref=area
                prop:value=document
            ></textarea>
            <p class="actions">
                <button
                    type="button"
                    class="button secondary"
                    data-testid="copy-button"
                    on:click=copy
                >
                    <Icon name="copy" />
                    {label}
                </button>
                {download}
            </p>
        </section>
    }
}

fn download_address(text: &str) -> Option<String> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("application/json");
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?;
    web_sys::Url::create_object_url_with_blob(&blob).ok()
}

#[component]
fn ImportForm(app: App, close: Callback<()>) -> impl IntoView {
    let typed = RwSignal::new(String::new());
    let whole = RwSignal::new(false);
    let preview = Memo::new(move |_| {
        let typed = typed.read();
        let look = || import(app.draft.read().clean(), &typed, whole.get());
        (!typed.trim().is_empty()).then(look)
    });
    let is_empty = move || preview.read().as_ref().is_none_or(|import| import.update.is_empty());
    let apply = move |_| {
        if let Some(import) = preview.get_untracked().filter(|import| !import.update.is_empty()) {
            app.change(import.update, text(Key::LiveImported));
            close.run(());
        }
    };
    let read_file = move |input: web_sys::HtmlInputElement| {
        let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            let read = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
            typed.set(read.unwrap_or_default());
        });
    };
    view! {
        <section>
            <h3>{t(Key::TransferImport)}</h3>
            <p class="about">{t(Key::TransferImportDescription)}</p>
            <textarea
                class="code"
                rows="6"
                spellcheck="false"
                aria-label=t(Key::TransferImport)
                placeholder=t(Key::TransferPlaceholder)
                data-testid="import-text"
                prop:value=move || typed.get()
                on:input:target=move |event| typed.set(event.target().value())
            ></textarea>
            <label class="button secondary file">
                <span>{t(Key::TransferFile)}</span>
                <input
                    type="file"
                    accept="application/json,.json"
                    data-testid="import-file"
                    on:change:target=move |event| read_file(event.target())
                />
            </label>
            <label class="check">
                <input
                    type="checkbox"
                    data-testid="import-replace-checkbox"
                    prop:checked=move || whole.get()
                    on:change:target=move |event| whole.set(event.target().checked())
                />
                <span>{t(Key::TransferReplace)}</span>
            </label>
            <div role="status" data-testid="import-preview">
                {move || preview.read().as_ref().map(import_preview)}
            </div>
            <p class="actions">
                <button
                    type="button"
                    class="button"
                    data-testid="import-apply-button"
                    prop:disabled=is_empty
                    on:click=apply
                >
                    {t(Key::TransferApply)}
                </button>
                <button type="button" class="button secondary" on:click=move |_| close.run(())>
                    {t(Key::TransferCancel)}
                </button>
            </p>
        </section>
    }
}

/// What an import would do.
fn import_preview(import: &Import) -> impl IntoView + use<> {
    let title = match (import.readable, import.problems.len()) {
        (false, _) => Some(text(Key::TransferUnreadable)),
        (true, 0) => None,
        (true, number) => Some(count(Counted::TransferProblems, number, &[])),
    };
    let summary = match import.changes.len() {
        0 => text(Key::TransferNoChanges),
        number => count(Counted::TransferChanges, number, &[]),
    };
    let changes = import.readable.then(|| {
        view! {
            <p class="preview">{summary}</p>
            <ul class="changes">{import.changes.iter().map(one_change).collect_view()}</ul>
        }
    });
    let title = title.map(|title| view! { <Hint icon="error" kind="error">{title}</Hint> });
    (title, problem_list(&import.problems), changes)
}

fn one_change((field, from, to): &FieldChange) -> impl IntoView + use<> {
    let label = |value: &Option<Value>| value_label(value.as_ref().unwrap_or(&Value::Null));
    let (panel, name) = (text(Panel::of(field).title()), text(labels(field).label));
    view! {
        <li>
            <Icon name="diff-modified" />
            <span>
                {format!("{panel} › {name}: {} → ", label(from))} <strong>{label(to)}</strong>
            </span>
        </li>
    }
}
