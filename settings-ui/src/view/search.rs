//! The search field in the bar of both pages.

use leptos::html;
use leptos::prelude::*;

use super::parts::{Cross, Icon};
use super::reveal::focus;
use crate::i18n::{Key, t};

/// The field, how much was found, and a button that empties it. What else belongs to the search
/// comes behind it.
#[component]
pub(super) fn SearchField(
    input: NodeRef<html::Input>,
    label: Key,
    placeholder: Key,
    #[prop(into)] text: Signal<String>,
    #[prop(into)] found: Signal<String>,
    /// Whether the count itself is read out; the timeline has a live region of its own.
    #[prop(optional)]
    announced: bool,
    on_search: impl Fn(String) + Copy + Send + Sync + 'static,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let is_empty = Memo::new(move |_| text.read().is_empty());
    let clear = move |()| {
        on_search(String::new());
        if let Some(input) = input.get_untracked() {
            focus(&input);
        }
    };
    view! {
        <div class="search" role="search">
            <Icon name="search" />
            <input
                type="search"
                data-testid="search-input"
                aria-label=t(label)
                placeholder=t(placeholder)
                spellcheck="false"
                autocomplete="off"
                node_ref=input
                prop:value=move || text.get()
                on:input:target=move |event| on_search(event.target().value())
            />
            <span class="count" role=announced.then_some("status") data-testid="search-count">
                {move || found.get()}
            </span>
            <Show when=move || !is_empty.get()>
                <Cross label=t(Key::SearchClear) testid="search-clear-button" on_click=clear />
            </Show>
            {children.map(|children| children())}
        </div>
    }
}
