//! Entries as chips, each with the button that removes it.

use leptos::prelude::*;
use serde_json::Value;

use super::ListState;
use super::entry::{Entry, Shown};
use crate::i18n::{Key, t};
use crate::model::visible::visible;

/// All entries that the filter leaves.
#[component]
pub(super) fn Chips(list: ListState) -> impl IntoView {
    let each = move || {
        let (entries, shown) = (list.entries.get(), list.shown.get());
        Shown::at(&entries, shown.iter().copied())
    };
    let chip = move |position: ReadSignal<usize>, Shown { entry, .. }: Shown| {
        let index = Memo::new(move |_| {
            let position = position.get();
            list.shown.with(|shown| shown.get(position).copied().unwrap_or_default())
        });
        let marked = move || {
            let index = index.get();
            list.remarks.with(|remarks| remarks.iter().any(|(each, _)| *each == index))
        };
        view! {
            <li class="chip" class:marked=marked>
                <Entry list index entry />
            </li>
        }
    };
    view! {
        <ul class="chips" aria-label=move || list.label()>
            <ForEnumerate each key=|shown: &Shown| shown.identity.clone() children=chip />
        </ul>
    }
}

/// Entries that the workspace added; they are not a person's own to remove.
#[component]
pub(super) fn WorkspaceChips(list: ListState) -> impl IntoView {
    let theirs = Memo::new(move |_| {
        let in_force = list.app.in_force.get();
        let entries = list.field.value_in(&in_force.document);
        let entries = entries.and_then(|value| value.get("entries")?.as_array());
        let is_theirs =
            |entry: &&Value| entry.get("layer").and_then(Value::as_str) == Some("workspace");
        let theirs = entries.into_iter().flatten().filter(is_theirs);
        let patterns = theirs.filter_map(|entry| entry.get("value")?.get("pattern")?.as_str());
        patterns.map(visible).collect::<Vec<_>>()
    });
    let chip = |pattern: String| {
        view! {
            <li class="chip">
                <span class="entry">
                    <bdi>{pattern}</bdi>
                    <span class="why">{t(Key::EntryFromWorkspace)}</span>
                </span>
            </li>
        }
    };
    view! {
        <Show when=move || theirs.with(|theirs| !theirs.is_empty())>
            <ul class="chips theirs" aria-label=t(Key::EntryFromWorkspace)>
                {move || theirs.get().into_iter().map(chip).collect_view()}
            </ul>
        </Show>
    }
}
