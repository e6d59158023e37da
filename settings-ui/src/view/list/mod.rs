//! A list of entries: an input that adds, the entries as chips or, where there are many, as rows of
//! which only those in sight are on the page.

mod adder;
mod chips;
mod details;
mod remarks;
mod rows;

use std::sync::Arc;

use leptos::prelude::*;
use policy_core::settings::Field;
use serde_json::Value;

use super::el::{El, Piece, View, all, dynamic, el, memo, words as text};
use super::field::field as framed;
use super::reveal;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::entries::{self, Refusal};
use crate::model::panel::words;
use crate::model::visible::visible;

/// From this many entries on there is a filter.
const FILTER_FROM: usize = 12;

/// From this many entries on there are rows instead of chips.
const ROWS_FROM: usize = 100;

/// What the parts of one list share.
#[derive(Clone, Copy)]
struct Shared {
    app: App,
    field: &'static Field,
    /// The name of one entry in test ids.
    id: &'static str,
    /// The user's entries, or the built-in ones.
    entries: Memo<Arc<Vec<Value>>>,
    /// The places of those the filter leaves.
    shown: Memo<Arc<Vec<usize>>>,
    /// The entry whose details are open.
    open: RwSignal<Option<usize>>,
    /// Whether everything is shown that there is to tell.
    more: RwSignal<bool>,
}

/// A setting that is a list.
pub(super) fn list(app: App, field: &'static Field) -> El {
    let words = words(field);
    let entries = memo(move || Arc::new(app.entries(field)));
    let filter = RwSignal::new(String::new());
    let shown = memo(move || {
        entries.with(|entries| Arc::new(filter.with(|text| entries::filtered(entries, text))))
    });
    let (open, more) = (RwSignal::new(None), RwSignal::new(false));
    let shared = Shared { app, field, id: words.id, entries, shown, open, more };
    let many = memo(move || entries.with(|entries| entries.len() >= FILTER_FROM));
    let windowed = memo(move || shown.with(|shown| shown.len() > ROWS_FROM));
    let empty = memo(move || entries.with(|entries| entries.is_empty()));
    let about = format!("{}-about", element_id(field));
    let shown_entries = move || {
        if empty.get() {
            el("p").class("empty").add(t(Key::EntryEmpty))
        } else if windowed.get() {
            rows::rows(shared)
        } else {
            chips::chips(shared)
        }
    };
    let label = el("label")
        .class("name")
        .attr("for", &format!("{}-input", element_id(field)))
        .test(&format!("{}s-heading", words.id))
        .add(t(words.label));
    let body = all([
        label.view(),
        el("p").class("about").attr("id", &about).add(words.description.map(t)).view(),
        adder::adder(shared, &about),
        dynamic(move || many.get().then(|| filter_bar(shared, filter))),
        dynamic(shown_entries),
        chips::of_workspace(shared),
        dynamic(move || shared.open.get().map(|index| details::details(shared, index))),
        dynamic(move || remarks::remarks(shared)),
    ]);
    framed(app, field, "list", body)
}

/// Ids of elements are unique on the page; those of shells name their shell.
fn element_id(field: &Field) -> String {
    field.path().replace('.', "-")
}

/// Adds an entry; says why not, where it does not.
pub(super) fn add(app: App, field: &'static Field, text: &str, why: &str) -> Result<(), Refusal> {
    let entries = untrack(|| app.entries(field));
    let longer = entries::add(field, &entries, text, why)?;
    let said = t_with(Key::LiveAdded, &[("entry", &visible(text.trim()))]);
    app.set_saying(field, Some(longer.into()), said);
    Ok(())
}

impl Shared {
    fn entry(self, index: usize) -> Option<Value> {
        self.entries.with_untracked(|entries| entries.get(index).cloned())
    }

    /// Removes an entry, and leaves the focus where a person can go on.
    fn remove(self, index: usize) {
        let Some(entry) = self.entry(index) else { return };
        let fewer = self.entries.with_untracked(|entries| entries::without(entries, index));
        let left = fewer.len();
        let said = t_with(Key::LiveRemoved, &[("entry", &visible(entries::pattern(&entry)))]);
        self.open.set(None);
        self.app.set_saying(self.field, Some(fewer.into()), said);
        reveal::focus(match left.checked_sub(1) {
            Some(last) => format!("remove-{}-{}", self.id, index.min(last)),
            None => format!("{}-input", self.id),
        });
    }

    /// Puts another pattern in the place of an entry.
    fn replace(self, index: usize, text: &str) {
        let entries =
            self.entries.with_untracked(|entries| entries::replaced(entries, index, text));
        let said = t_with(Key::LiveAdded, &[("entry", &visible(text))]);
        self.app.set_saying(self.field, Some(entries.into()), said);
    }

    /// The name of the list, for those who do not see it.
    fn label(self) -> String {
        t_with(Key::EntryList, &[("list", &t(words(self.field).label))])
    }
}

/// The filter, and how much it leaves.
fn filter_bar(shared: Shared, filter: RwSignal<String>) -> View {
    let Shared { entries, shown, id, .. } = shared;
    let left = move || {
        let (shown, all) = (shown.with(|shown| shown.len()), entries.with(|all| all.len()));
        if filter.with(|text| text.trim().is_empty()) {
            return count(Counted::EntryCount, all, &[]);
        }
        t_with(Key::EntryFiltered, &[("shown", &shown.to_string()), ("count", &all.to_string())])
    };
    let label = t(Key::EntryFilter);
    let input = el("input")
        .attr("type", "search")
        .test(&format!("{id}-filter"))
        .attr("aria-label", &label)
        .attr("placeholder", &label)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .value(move || filter.get())
        .on("input", move |event| filter.set(event_target_value(&event)));
    let count = el("span").class("count").attr("role", "status").test(&format!("{id}-count"));
    let none = move || {
        shown
            .with(|shown| shown.is_empty())
            .then(|| el("p").class("empty").add(t(Key::EntryNoMatch)))
    };
    all([el("div").class("filter").add(input).add(count.add(text(left))).view(), dynamic(none)])
}
