//! Settings as text: out, and in after a look at what it would do.

use leptos::html::Textarea;
use leptos::prelude::*;
use policy_core::settings::Field;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::super::field::value_words;
use super::super::icon::icon;
use super::super::notices;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t};
use crate::model::panel::{Panel, words};
use crate::model::transfer::{export, import};

/// Both ways.
pub(super) fn transfer(app: App) -> AnyView {
    view! {
        {outward(app)}
        {inward(app)}
    }
    .into_any()
}

fn outward(app: App) -> AnyView {
    let text = app.draft.with_untracked(|draft| export(draft.document()));
    let area = NodeRef::<Textarea>::new();
    let copied = RwSignal::new(false);
    let copy = move |_| {
        if let Some(area) = area.get_untracked() {
            area.select();
            let written = window().navigator().clipboard().write_text(&area.value());
            leptos::task::spawn_local(async move {
                // Where the clipboard is not allowed, the text is selected for the keys to copy.
                copied.set(JsFuture::from(written).await.is_ok());
                if copied.get_untracked() {
                    app.say(t(Key::TransferCopied));
                }
            });
        }
    };
    let address = download_address(&text);
    view! {
        <section>
            <h3>{t(Key::TransferExport)}</h3>
            <p class="about">{t(Key::TransferExportDescription)}</p>
            <textarea
                node_ref=area
                class="code"
                rows="6"
                readonly
                data-testid="export-text"
                aria-label=t(Key::TransferExport)
                prop:value=text
            ></textarea>
            <p class="actions">
                <button type="button" class="button secondary" data-testid="copy-button" on:click=copy>
                    {icon("copy")}
                    {move || t(if copied.get() { Key::TransferCopied } else { Key::TransferCopy })}
                </button>
                {address
                    .map(|address| {
                        view! {
                            <a
                                class="button secondary"
                                href=address
                                download="belay-settings.json"
                                data-testid="download-link"
                            >
                                {icon("save")}
                                {t(Key::TransferDownload)}
                            </a>
                        }
                    })}
            </p>
        </section>
    }
    .into_any()
}

fn download_address(text: &str) -> Option<String> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = web_sys::BlobPropertyBag::new();
    kind.set_type("application/json");
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?;
    web_sys::Url::create_object_url_with_blob(&blob).ok()
}

fn inward(app: App) -> AnyView {
    let text = RwSignal::new(String::new());
    let whole = RwSignal::new(false);
    let looked = Memo::new(move |_| {
        text.with(|text| {
            (!text.trim().is_empty())
                .then(|| app.draft.with(|draft| import(draft.clean(), text, whole.get())))
        })
    });
    let choose = move |event: web_sys::Event| {
        let input = event.target().and_then(|target| target.dyn_into().ok());
        let file = input.and_then(|input: web_sys::HtmlInputElement| input.files()?.get(0));
        if let Some(file) = file {
            leptos::task::spawn_local(async move {
                let read = JsFuture::from(file.text()).await.ok();
                text.set(read.and_then(|read| read.as_string()).unwrap_or_default());
            });
        }
    };
    let apply = move |_| {
        if let Some(import) = looked.get_untracked() {
            app.change(import.update, t(Key::LiveImported));
            app.dialog.set(None);
        }
    };
    view! {
        <section>
            <h3>{t(Key::TransferImport)}</h3>
            <p class="about">{t(Key::TransferImportDescription)}</p>
            <textarea
                class="code"
                rows="6"
                data-testid="import-text"
                aria-label=t(Key::TransferImport)
                placeholder=t(Key::TransferPlaceholder)
                spellcheck="false"
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            ></textarea>
            <label class="file">
                <span>{t(Key::TransferFile)}</span>
                <input type="file" accept="application/json,.json" data-testid="import-file" on:change=choose/>
            </label>
            <label class="check">
                <input
                    type="checkbox"
                    data-testid="import-replace-checkbox"
                    prop:checked=move || whole.get()
                    on:change=move |event| whole.set(event_target_checked(&event))
                />
                <span>{t(Key::TransferReplace)}</span>
            </label>
            <div role="status" data-testid="import-preview">
                {move || looked.get().map(|import| preview(import.readable, import.problems, &import.changes))}
            </div>
            <p class="actions">
                <button
                    type="button"
                    class="button"
                    data-testid="import-apply-button"
                    disabled=move || looked.with(|import| {
                        import.as_ref().is_none_or(|import| import.update.is_empty())
                    })
                    on:click=apply
                >
                    {t(Key::TransferApply)}
                </button>
                <button type="button" class="button secondary" on:click=move |_| app.dialog.set(None)>
                    {t(Key::TransferCancel)}
                </button>
            </p>
        </section>
    }
    .into_any()
}

type FieldChange = (&'static Field, Option<Value>, Option<Value>);

fn preview(
    readable: bool,
    problems: Vec<policy_core::settings::Problem>,
    changes: &[FieldChange],
) -> AnyView {
    let title = match (readable, problems.len()) {
        (false, _) => Some(t(Key::TransferUnreadable)),
        (true, 0) => None,
        (true, number) => Some(count(Counted::TransferProblems, number, &[])),
    };
    let summary = match changes.len() {
        0 => t(Key::TransferNoChanges),
        number => count(Counted::TransferChanges, number, &[]),
    };
    view! {
        {title.map(|title| view! { <p class="hint error">{icon("error")} <span>{title}</span></p> })}
        {notices::list(problems)}
        {readable
            .then(|| {
                view! {
                    <p class="preview">{summary}</p>
                    <ul class="changes">{changes.iter().map(change).collect_view()}</ul>
                }
            })}
    }
    .into_any()
}

fn change((field, from, to): &FieldChange) -> AnyView {
    let said = |value: &Option<Value>| value_words(value.as_ref().unwrap_or(&Value::Null));
    view! {
        <li>
            {icon("diff-modified")}
            <span>
                {t(Panel::of(field).title())} " › " {t(words(field).label)} ": " {said(from)} " → "
                <strong>{said(to)}</strong>
            </span>
        </li>
    }
    .into_any()
}
