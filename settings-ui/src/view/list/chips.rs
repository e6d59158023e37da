//! Entries as chips, each with the button that removes it.

use leptos::prelude::*;
use policy_core::settings::Layer;
use serde_json::Value;

use super::super::icon::icon;
use super::Shared;
use crate::i18n::{Key, t, t_with};
use crate::model::entries;
use crate::model::panel::{holds_commands, words};
use crate::model::visible::visible;

/// All entries that the filter leaves.
pub(super) fn chips(shared: Shared) -> AnyView {
    let label = t_with(Key::EntryList, &[("list", &t(words(shared.field).label))]);
    view! {
        <ul class="chips" aria-label=label>
            {move || {
                let entries = shared.entries.get();
                let shown = shared.shown.get();
                let each = |index: &usize| entries.get(*index).map(|entry| chip(shared, *index, entry));
                shown.iter().filter_map(each).collect_view()
            }}
        </ul>
    }
    .into_any()
}

fn chip(shared: Shared, index: usize, entry: &Value) -> AnyView {
    view! { <li class="chip" class:marked=move || is_marked(shared, index)>{inside(shared, index, entry)}</li> }
        .into_any()
}

fn is_marked(shared: Shared, index: usize) -> bool {
    let about = |remarks: &std::sync::Arc<Vec<crate::model::remarks::Remark>>| {
        remarks.iter().any(|remark| remark.is_about(shared.field, index))
    };
    shared.app.remarks.with(about)
}

/// The text of an entry, which opens its details, and the button that removes it.
pub(super) fn inside(shared: Shared, index: usize, entry: &Value) -> AnyView {
    let Shared { field, id, open, .. } = shared;
    let text = visible(entries::pattern(entry));
    let reason = entries::reason(entry).map(visible);
    let remove = t_with(Key::EntryRemove, &[("entry", &text)]);
    let details = t_with(Key::EntryDetails, &[("entry", &text)]);
    let has_details = holds_commands(field);
    let toggle = move |_| open.update(|open| *open = (*open != Some(index)).then_some(index));
    let shown = match has_details {
        true => view! {
            <button
                type="button"
                class="entry"
                data-testid=format!("show-{id}-{index}")
                aria-expanded=move || if open.get() == Some(index) { "true" } else { "false" }
                title=details
                on:click=toggle
            >
                <bdi>{text}</bdi>
                {reason.map(|reason| view! { <span class="why">{reason}</span> })}
            </button>
        }
        .into_any(),
        false => view! { <span class="entry"><bdi>{text}</bdi></span> }.into_any(),
    };
    view! {
        {shown}
        <button
            type="button"
            class="remove"
            data-testid=format!("remove-{id}-{index}")
            aria-label=remove.clone()
            title=remove
            on:click=move |_| shared.remove(index)
        >
            {icon("close")}
        </button>
    }
    .into_any()
}

/// Entries that the workspace added; they are not a person's own to remove.
pub(super) fn of_workspace(shared: Shared) -> AnyView {
    let Shared { app, field, .. } = shared;
    let theirs = Memo::new(move |_| {
        let in_force = app.in_force.get();
        let entries =
            field.value_in(&in_force.document).and_then(|list| list.get("entries")?.as_array());
        let of_workspace = serde_json::to_value(Layer::Workspace).unwrap_or_default();
        let added =
            entries.into_iter().flatten().filter(|entry| entry.get("layer") == Some(&of_workspace));
        added
            .filter_map(|entry| entry.get("value")?.get("pattern")?.as_str())
            .map(visible)
            .collect::<Vec<String>>()
    });
    view! {
        {move || {
            let theirs = theirs.get();
            (!theirs.is_empty())
                .then(|| {
                    view! {
                        <ul class="chips theirs" aria-label=t(Key::EntryFromWorkspace)>
                            {theirs
                                .into_iter()
                                .map(|text| {
                                    view! {
                                        <li class="chip">
                                            <span class="entry">
                                                <bdi>{text}</bdi>
                                                <span class="why">{t(Key::EntryFromWorkspace)}</span>
                                            </span>
                                        </li>
                                    }
                                })
                                .collect_view()}
                        </ul>
                    }
                })
        }}
    }
    .into_any()
}
