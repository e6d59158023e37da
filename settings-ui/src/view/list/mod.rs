//! A list of entries: an input that adds, the entries as chips or, where there are many, as rows of
//! which only those in sight are on the page.

mod adder;
mod chips;
mod details;
mod entry;
mod remarks;
mod rows;

use std::sync::Arc;

use leptos::html::ElementType;
use leptos::prelude::*;
use policy_core::settings::{Field, Layer};
use serde_json::Value;
use wasm_bindgen::JsCast;

use self::adder::Adder;
use self::chips::{Chips, WorkspaceChips};
use self::details::Details;
use self::remarks::Remarks;
use self::rows::Rows;
use super::field::FieldFrame;
use super::reveal;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::entries::{self, Refusal};
use crate::model::fields::at_path;
use crate::model::labels::labels;
use crate::model::remarks::Remark;
use crate::model::visible::visible;

/// From this many entries on there is a filter.
const FILTER_FROM: usize = 12;

/// From this many entries on there are rows instead of chips.
const ROWS_FROM: usize = 100;

/// What the parts of one list share.
#[derive(Clone, Copy)]
struct ListState {
    app: App,
    field: &'static Field,
    /// The name of one entry in test ids.
    id: &'static str,
    /// The user's entries, or the built-in ones.
    entries: Memo<Arc<Vec<Value>>>,
    filter: RwSignal<String>,
    /// The places of those the filter leaves.
    shown: Memo<Arc<Vec<usize>>>,
    /// The remarks about them, by their places.
    remarks: Memo<Arc<Vec<(usize, Remark)>>>,
    /// The entry whose details are open.
    open: RwSignal<Option<usize>>,
    /// Whether all remarks are shown.
    more: RwSignal<bool>,
    /// What takes the focus next.
    focus: RwSignal<Option<Focus>>,
}

/// Something in a list that takes the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Input,
    /// The button that opens the details of an entry.
    Open(usize),
    /// The button that removes an entry.
    Remove(usize),
}

/// A setting that is a list.
#[component]
pub(super) fn List(app: App, field: &'static Field) -> impl IntoView {
    let list = ListState::new(app, field);
    let ListState { entries, shown, open, .. } = list;
    let labels = labels(field);
    let many = Memo::new(move |_| entries.with(|entries| entries.len() >= FILTER_FROM));
    let windowed = Memo::new(move |_| shown.with(|shown| shown.len() > ROWS_FROM));
    let empty = Memo::new(move |_| entries.with(|entries| entries.is_empty()));
    let about = format!("{}-about", element_id(field));
    let nothing = || view! { <p class="empty">{t(Key::EntryEmpty)}</p> };
    view! {
        <FieldFrame app field kind="list">
            <label
                class="name"
                for=format!("{}-input", element_id(field))
                data-testid=format!("{}s-heading", labels.id)
            >
                {t(labels.label)}
            </label>
            <p class="about" id=about.clone()>
                {labels.description.map(t)}
            </p>
            <Adder list about />
            <Show when=move || many.get()>
                <FilterBar list />
            </Show>
            <Show when=move || !empty.get() fallback=nothing>
                <Show when=move || windowed.get() fallback=move || view! { <Chips list /> }>
                    <Rows list />
                </Show>
            </Show>
            <WorkspaceChips list />
            {move || open.get().map(|index| view! { <Details list index /> })}
            <Remarks list />
        </FieldFrame>
    }
}

/// Ids of elements are unique on the page; those of shells name their shell.
fn element_id(field: &Field) -> String {
    field.path().replace('.', "-")
}

/// Adds an entry; says why not, where it does not.
pub(super) fn add(app: App, field: &'static Field, entry: &str, why: &str) -> Result<(), Refusal> {
    let entries = untrack(|| app.entries(field));
    let longer = entries::add(field, &entries, entry, why)?;
    let said = text_with(Key::LiveAdded, &[("entry", &visible(entry.trim()))]);
    app.set_saying(field, Some(longer.into()), said);
    Ok(())
}

impl ListState {
    fn new(app: App, field: &'static Field) -> Self {
        let entries = Memo::new(move |_| Arc::new(app.entries(field)));
        let filter = RwSignal::new(String::new());
        let shown = Memo::new(move |_| {
            entries.with(|entries| Arc::new(filter.with(|text| entries::filtered(entries, text))))
        });
        let remarks = Memo::new(move |_| {
            let all = app.remarks.get();
            let own = all.iter().filter(|remark| remark.layer != Some(Layer::Workspace));
            let own = own.filter_map(|remark| match at_path(&remark.path)? {
                (each, Some(index)) if each == field => Some((index, remark.clone())),
                _ => None,
            });
            Arc::new(own.collect())
        });
        Self {
            app,
            field,
            id: labels(field).id,
            entries,
            filter,
            shown,
            remarks,
            open: RwSignal::new(None),
            more: RwSignal::new(false),
            focus: RwSignal::new(None),
        }
    }

    fn entry(self, index: usize) -> Option<Value> {
        self.entries.with_untracked(|entries| entries.get(index).cloned())
    }

    /// Removes an entry, and leaves the focus where a person can go on.
    fn remove(self, index: usize) {
        let Some(entry) = self.entry(index) else { return };
        let fewer = self.entries.with_untracked(|entries| entries::without(entries, index));
        let left = fewer.len();
        let said = text_with(Key::LiveRemoved, &[("entry", &visible(entries::pattern(&entry)))]);
        self.open.set(None);
        self.app.set_saying(self.field, Some(fewer.into()), said);
        self.move_focus(match left.checked_sub(1) {
            Some(last) => Focus::Remove(index.min(last)),
            None => Focus::Input,
        });
    }

    /// Puts another pattern in the place of an entry.
    fn replace(self, index: usize, pattern: &str) {
        let entries =
            self.entries.with_untracked(|entries| entries::replaced(entries, index, pattern));
        let said = text_with(Key::LiveAdded, &[("entry", &visible(pattern))]);
        self.app.set_saying(self.field, Some(entries.into()), said);
    }

    /// Moves the focus once the page is up to date.
    fn move_focus(self, focus: Focus) {
        // A list that has gone by then has nothing to focus.
        request_animation_frame(move || {
            let _ = self.focus.try_set(Some(focus));
        });
    }

    /// Gives an element the focus when it is its turn.
    fn takes_focus<E>(self, node: NodeRef<E>, as_what: impl Fn() -> Focus + 'static)
    where
        E: ElementType,
        E::Output: JsCast + Clone + 'static,
    {
        Effect::new(move |_| {
            if self.focus.get() != Some(untrack(&as_what)) {
                return;
            }
            self.focus.set(None);
            let element = node.get_untracked();
            if let Some(element) = element.as_ref().and_then(|element| element.dyn_ref()) {
                reveal::focus(element);
            }
        });
    }

    /// The name of the list, for those who do not see it.
    fn label(self) -> String {
        text_with(Key::EntryList, &[("list", &text(labels(self.field).label))])
    }
}

/// The filter, and how much it leaves.
#[component]
fn FilterBar(list: ListState) -> impl IntoView {
    let ListState { entries, shown, filter, id, .. } = list;
    let left = move || {
        let (shown, all) = (shown.with(|shown| shown.len()), entries.with(|all| all.len()));
        if filter.with(|text| text.trim().is_empty()) {
            return count(Counted::EntryCount, all, &[]);
        }
        let (shown, all) = (shown.to_string(), all.to_string());
        text_with(Key::EntryFiltered, &[("shown", &shown), ("count", &all)])
    };
    view! {
        <div class="filter">
            <input
                type="search"
                data-testid=format!("{id}-filter")
                aria-label=t(Key::EntryFilter)
                placeholder=t(Key::EntryFilter)
                spellcheck="false"
                autocomplete="off"
                prop:value=move || filter.get()
                on:input:target=move |event| filter.set(event.target().value())
            />
            <span class="count" role="status" data-testid=format!("{id}-count")>
                {left}
            </span>
        </div>
        <Show when=move || shown.with(|shown| shown.is_empty())>
            <p class="empty">{t(Key::EntryNoMatch)}</p>
        </Show>
    }
}
