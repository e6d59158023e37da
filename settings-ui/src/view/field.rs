//! What every setting has around it: the mark that it was changed, the way back, and who decides.

use leptos::prelude::*;
use policy_core::settings::{Field, Layer};
use serde_json::Value;

use super::icon::icon;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::panel::words;
use crate::model::{fields, search};

/// A setting with everything around it.
pub(super) fn field(app: App, field: &'static Field, kind: &'static str, body: AnyView) -> AnyView {
    let changed = changed(app, field);
    let shown = shown(app, field);
    let label = t(words(field).label);
    let reset = t_with(Key::SourceResetField, &[("field", &label)]);
    let usual = t_with(Key::SourceDefaultIs, &[("value", &value_words(&field.default_value()))]);
    view! {
        <div
            class=format!("field {kind}")
            id=format!("field-{}", field.path())
            data-field=field.path()
            tabindex="-1"
            class:changed=move || changed.get()
            class:hidden=move || !shown.get()
        >
            {body}
            {move || {
                changed
                    .get()
                    .then(|| {
                        view! {
                            <p class="foot">
                                <span class="modified">{t(Key::SourceModified)}</span>
                                <span class="usual">{usual.clone()}</span>
                                <button
                                    type="button"
                                    class="link"
                                    data-testid=format!("reset-{}", field.path())
                                    aria-label=reset.clone()
                                    on:click=move |_| app.set(field, None)
                                >
                                    {icon("discard")}
                                    {t(Key::SourceReset)}
                                </button>
                            </p>
                        }
                    })
            }}
            {move || workspace(app, field)}
        </div>
    }
    .into_any()
}

/// Whether a setting differs from its default.
pub(super) fn changed(app: App, field: &'static Field) -> Memo<bool> {
    Memo::new(move |_| app.draft.with(|draft| fields::is_changed(draft.clean(), field)))
}

/// Whether the search leaves a setting on the page.
pub(super) fn shown(app: App, field: &'static Field) -> Memo<bool> {
    Memo::new(move |_| {
        app.search.with(|(text, only_changed)| {
            let is_changed = || app.draft.with(|draft| fields::is_changed(draft.clean(), field));
            search::matches(field, text) && (!only_changed || is_changed())
        })
    })
}

/// What the workspace says about a setting, where it says anything.
fn workspace(app: App, field: &'static Field) -> AnyView {
    let in_force = app.in_force.get();
    let sourced = field.value_in(&in_force.document);
    let layer = sourced.and_then(|sourced| sourced.get("layer")?.as_str());
    let of_workspace = serde_json::to_value(Layer::Workspace).ok();
    let theirs = of_workspace.as_ref().and_then(Value::as_str) == layer && layer.is_some();
    let value = sourced.and_then(|sourced| sourced.get("value")).filter(|_| theirs);
    let path = field.to_string();
    let refused: Vec<_> = in_force
        .refused
        .iter()
        .filter(|problem| problem.path.starts_with(&path))
        .cloned()
        .collect();
    view! {
        {value
            .map(|value| {
                let value = value_words(value);
                view! {
                    <p class="layer">
                        {icon("root-folder")} {t_with(Key::SourceInForce, &[("value", &value)])}
                    </p>
                }
            })}
        {refused
            .into_iter()
            .map(|problem| {
                view! {
                    <p class="layer refused">
                        {icon("shield")} <span>{t(Key::SourceRefused)}": "{problem.message}</span>
                    </p>
                }
            })
            .collect_view()}
    }
    .into_any()
}

/// A value as a person says it.
pub(super) fn value_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => t(Key::SourceOn),
        Value::Bool(false) => t(Key::SourceOff),
        Value::Array(entries) if entries.is_empty() => t(Key::SourceEmptyList),
        Value::Array(entries) => count(Counted::EntryCount, entries.len(), &[]),
        Value::Null => t(Key::SourceDefault),
        other => other.to_string(),
    }
}
