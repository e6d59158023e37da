//! One entry: its text, which opens its details, and the button that removes it.

use leptos::html;
use leptos::prelude::*;
use serde_json::Value;

use super::super::parts::Cross;
use super::{Focus, ListState};
use crate::i18n::{Key, text_with};
use crate::model::entries::{self, Identity};
use crate::model::labels::holds_commands;
use crate::model::visible::visible;

/// An entry on the page, distinguishable from the others while they move.
#[derive(Clone)]
pub(super) struct Shown {
    pub(super) identity: Identity,
    pub(super) entry: Value,
}

impl Shown {
    /// The entries at some places.
    pub(super) fn at(entries: &[Value], places: impl IntoIterator<Item = usize>) -> Vec<Self> {
        let found = entries::identified(entries, places).into_iter();
        found.map(|(identity, entry)| Self { identity, entry: entry.clone() }).collect()
    }
}

/// What is inside a chip or a row. The place changes when entries before it come or go.
#[component]
pub(super) fn Entry(list: ListState, index: Memo<usize>, entry: Value) -> impl IntoView {
    let ListState { field, id, open, .. } = list;
    let shown = visible(entries::pattern(&entry));
    let reason = entries::reason(&entry).map(visible);
    let label = {
        let shown = shown.clone();
        move |key: Key| text_with(key, &[("entry", &shown)])
    };
    let (details, remove) = (label.clone(), label);
    let content = view! {
        <bdi>{shown}</bdi>
        {reason.map(|reason| view! { <span class="why">{reason}</span> })}
    };
    let (opener, remover) = (NodeRef::<html::Button>::new(), NodeRef::<html::Button>::new());
    list.takes_focus(opener, move || Focus::Open(index.get()));
    list.takes_focus(remover, move || Focus::Remove(index.get()));
    let toggle = move |_| {
        let index = index.get_untracked();
        open.update(|open| *open = (*open != Some(index)).then_some(index));
    };
    let content = if holds_commands(field) {
        view! {
            <button
                type="button"
                class="entry"
                node_ref=opener
                data-testid=move || format!("show-{id}-{}", index.get())
                aria-expanded=move || (open.get() == Some(index.get())).to_string()
                title=move || details(Key::EntryDetails)
                on:click=toggle
            >
                {content}
            </button>
        }
        .into_any()
    } else {
        view! { <span class="entry">{content}</span> }.into_any()
    };
    view! {
        {content}
        <Cross
            label=move || remove(Key::EntryRemove)
            testid=move || format!("remove-{id}-{}", index.get())
            node=remover
            on_click=move |()| list.remove(index.get_untracked())
        />
    }
}
