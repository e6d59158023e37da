//! A list of entries: an input that adds, the entries as chips or, where there are many, as rows of
//! which only those in sight are on the page.

mod chips;
mod details;
mod remarks;
mod rows;

use std::sync::Arc;

use leptos::prelude::*;
use policy_core::settings::{Field, Kind};
use serde_json::Value;

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
pub(super) struct Shared {
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
}

/// A setting that is a list.
pub(super) fn list(app: App, field: &'static Field) -> AnyView {
    let words = words(field);
    let entries =
        Memo::new(move |_| Arc::new(app.draft.with(|draft| entries::of(draft.clean(), field))));
    let filter = RwSignal::new(String::new());
    let shown = Memo::new(move |_| {
        entries.with(|entries| Arc::new(filter.with(|text| entries::filtered(entries, text))))
    });
    let shared = Shared { app, field, id: words.id, entries, shown, open: RwSignal::new(None) };
    let many = Memo::new(move |_| entries.with(|entries| entries.len() >= FILTER_FROM));
    let windowed = Memo::new(move |_| shown.with(|shown| shown.len() > ROWS_FROM));
    let empty = Memo::new(move |_| entries.with(|entries| entries.is_empty()));
    let about = format!("{}s-about", words.id);
    let body = view! {
        <label
            class="name"
            for=format!("{}-input", input_id(field))
            data-testid=format!("{}s-heading", words.id)
        >
            {t(words.label)}
        </label>
        <p class="about" id=about.clone()>
            {words.description.map(t)}
        </p>
        {adder(shared, about)}
        {move || many.get().then(|| filter_bar(shared, filter))}
        {move || {
            if empty.get() {
                view! { <p class="empty">{t(Key::EntryEmpty)}</p> }.into_any()
            } else if windowed.get() {
                rows::rows(shared)
            } else {
                chips::chips(shared)
            }
        }}
        {chips::of_workspace(shared)}
        {move || shared.open.get().map(|index| details::details(shared, index))}
        {move || remarks::remarks(shared)}
    };
    framed(app, field, "list", body.into_any())
}

/// Ids of elements are unique on the page; those of shells name their shell.
fn input_id(field: &Field) -> String {
    field.path().replace('.', "-")
}

/// Adds an entry; says why not, where it does not.
pub(super) fn add(app: App, field: &'static Field, text: &str, why: &str) -> Result<(), Refusal> {
    let entries = app.draft.with_untracked(|draft| entries::of(draft.clean(), field));
    let longer = entries::add(field, &entries, text, why)?;
    let said = t_with(Key::LiveAdded, &[("entry", &visible(text.trim()))]);
    app.set_saying(field, Some(longer.into()), said);
    Ok(())
}

impl Shared {
    fn entry(self, index: usize) -> Option<Value> {
        self.entries.with(|entries| entries.get(index).cloned())
    }

    /// Removes an entry, and leaves the focus where a person can go on.
    fn remove(self, index: usize) {
        let Some(entry) = untrack(|| self.entry(index)) else { return };
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
}

/// The input and its button.
fn adder(shared: Shared, about: String) -> AnyView {
    let Shared { app, field, id, .. } = shared;
    let words = words(field);
    let own = format!("{}-input", input_id(field));
    let reason_id = format!("{}-reason", input_id(field));
    let wrong = RwSignal::new(None::<String>);
    let text = Memo::new({
        let own = own.clone();
        move |_| app.kept.with(|kept| kept.input(&own).to_owned())
    });
    let reason = Memo::new({
        let id = reason_id.clone();
        move |_| app.kept.with(|kept| kept.input(&id).to_owned())
    });
    let enter = {
        let (own, reason_id) = (own.clone(), reason_id.clone());
        move || {
            let typed = text.get_untracked();
            match add(app, field, &typed, &reason.get_untracked()) {
                Ok(()) => {
                    wrong.set(None);
                    app.kept.update(|kept| {
                        kept.set_input(&own, String::new());
                        kept.set_input(&reason_id, String::new());
                    });
                }
                Err(refusal) => wrong.set(Some(refusal_words(refusal, typed.trim()))),
            }
        }
    };
    let on_enter = {
        let enter = enter.clone();
        move |event: web_sys::KeyboardEvent| {
            // Enter also ends the spelling of a Chinese word; that one adds nothing.
            if event.key() == "Enter" && !event.is_composing() {
                event.prevent_default();
                enter();
            }
        }
    };
    let keep = move |key: &str, text: String| {
        wrong.set(None);
        app.kept.update(|kept| kept.set_input(key, text));
    };
    let keep_text = {
        let own = own.clone();
        move |event| keep(&own, event_target_value(&event))
    };
    let with_reason = matches!(field.kind, Kind::Commands { .. });
    let wrong_id = format!("{own}-wrong");
    view! {
        <div class="adder">
            <input
                type="text"
                id=own
                data-testid=format!("{id}-input")
                placeholder=words.placeholder.map(t)
                aria-describedby=format!("{about} {wrong_id}")
                aria-invalid=move || wrong.with(Option::is_some).then_some("true")
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                prop:value=move || text.get()
                on:input=keep_text
                on:keydown=on_enter.clone()
            />
            {with_reason
                .then(|| {
                    let reason_key = reason_id.clone();
                    view! {
                        <input
                            type="text"
                            class="reason"
                            data-testid=format!("{id}-reason-input")
                            placeholder=t(Key::PermissionsReasonPlaceholder)
                            aria-label=t(Key::PermissionsReason)
                            autocomplete="off"
                            prop:value=move || reason.get()
                            on:input=move |event| keep(&reason_key, event_target_value(&event))
                            on:keydown=on_enter
                        />
                    }
                })}
            <button
                type="button"
                class="button"
                data-testid=format!("add-{id}-button")
                on:click=move |_| enter()
            >
                {t(Key::CheckpointExecuteAddButton)}
            </button>
        </div>
        <p class="refusal" id=wrong_id role="alert" data-testid=format!("{id}-refusal")>
            {move || wrong.get()}
        </p>
    }
    .into_any()
}

fn refusal_words(refusal: Refusal, text: &str) -> String {
    match refusal {
        Refusal::Blank => t(Key::EntryBlank),
        Refusal::Duplicate => t_with(Key::EntryDuplicate, &[("entry", &visible(text))]),
        Refusal::TooLong => {
            let (max, length) = (entries::LONGEST.to_string(), text.chars().count().to_string());
            t_with(Key::EntryTooLong, &[("max", &max), ("length", &length)])
        }
        Refusal::NotAPath => t(Key::EntryNotAPath),
    }
}

/// The filter, and how much it leaves.
fn filter_bar(shared: Shared, filter: RwSignal<String>) -> AnyView {
    let Shared { entries, shown, id, .. } = shared;
    let left = move || {
        let (shown, all) = (shown.with(|shown| shown.len()), entries.with(|all| all.len()));
        if filter.with(|text| text.trim().is_empty()) {
            return count(Counted::EntryCount, all, &[]);
        }
        t_with(Key::EntryFiltered, &[("shown", &shown.to_string()), ("count", &all.to_string())])
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
                on:input=move |event| filter.set(event_target_value(&event))
            />
            <span class="count" role="status" data-testid=format!("{id}-count")>
                {left}
            </span>
        </div>
        {move || {
            shown
                .with(|shown| shown.is_empty())
                .then(|| view! { <p class="empty">{t(Key::EntryNoMatch)}</p> })
        }}
    }
    .into_any()
}
