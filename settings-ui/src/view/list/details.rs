//! What one entry does: the sample commands it catches, and its reason.

use leptos::prelude::*;
use policy_core::settings::Kind;

use super::super::parts::{Code, Cross, SampleCommand};
use super::{Focus, ListState};
use crate::engine::{self, State};
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::entries;
use crate::model::panel::Panel;
use crate::model::samples::Sample;
use crate::model::visible::visible;

/// How many samples are shown at first.
const FEW: usize = 12;

/// The details of the entry at a place.
#[component]
pub(super) fn Details(list: ListState, index: usize) -> impl IntoView {
    let entry = list.entry(index)?;
    let pattern = entries::pattern(&entry).to_owned();
    let shown = visible(&pattern);
    let reason = entries::reason(&entry).unwrap_or_default().to_owned();
    let with_reason = matches!(list.field.kind, Kind::Commands { .. });
    let built_in = list.app.peek(|draft| list.field.value_in(draft.clean()).is_none());
    let label = {
        let shown = shown.clone();
        move || text_with(Key::EntryDetails, &[("entry", &shown)])
    };
    let close = move |()| {
        list.open.set(None);
        list.move_focus(Focus::Open(index));
    };
    Some(view! {
        <div
            class="details"
            role="region"
            aria-label=label
            data-testid=format!("details-{}", list.id)
        >
            <div class="head">
                <Code text=shown.clone() />
                {built_in.then(|| view! { <span class="aside">{t(Key::EntryFromDefault)}</span> })}
                <Cross label=t(Key::EntryClose) testid="close-details-button" on_click=close />
            </div>
            {with_reason.then(|| view! { <Reason list index pattern=shown reason /> })}
            <Samples list pattern />
        </div>
    })
}

#[component]
fn Reason(list: ListState, index: usize, pattern: String, reason: String) -> impl IntoView {
    let label = {
        let pattern = pattern.clone();
        move || text_with(Key::PermissionsEditReason, &[("entry", &pattern)])
    };
    let change = move |reason: String| {
        let said = text_with(Key::LiveSet, &[("field", &pattern), ("value", &reason)]);
        let entries =
            list.entries.with_untracked(|entries| entries::explained(entries, index, &reason));
        list.app.set_saying(list.field, Some(entries.into()), said);
    };
    view! {
        <input
            type="text"
            data-testid=format!("reason-{}-{index}", list.id)
            aria-label=label
            placeholder=t(Key::PermissionsReasonPlaceholder)
            prop:value=reason
            on:change:target=move |event| change(event.target().value())
        />
    }
}

/// The sample commands that an entry catches, to click on.
#[component]
fn Samples(list: ListState, pattern: String) -> impl IntoView {
    let ready = Memo::new(move |_| *list.app.engine.read() == State::Ready);
    let caught = Memo::new(move |_| match ready.get() {
        true => engine::catches(list.field, &pattern),
        false => Vec::new(),
    });
    let title = move || match caught.with(Vec::len) {
        0 => text(Key::EntryCatchesNone),
        number => count(Counted::EntryCatches, number, &[]),
    };
    let most = move || if list.more.get() { usize::MAX } else { FEW };
    let has_more = move || caught.with(Vec::len) > most();
    let one = move |Sample { shell, command }: Sample| {
        let pick = move |()| {
            list.app.try_command(command.to_owned(), Some(shell.name().to_owned()));
            list.app.go_to_panel(Panel::Try);
        };
        view! {
            <SampleCommand
                command
                title=move || text_with(Key::EntryTryIt, &[("command", command)])
                on_pick=pick
            />
        }
    };
    let loading = || view! { <p class="about">{t(Key::EngineLoading)}</p> };
    view! {
        <Show when=move || ready.get() fallback=loading>
            <p class="about" data-testid="catches">
                {title}
            </p>
            <ul class="samples">
                {move || caught.get().into_iter().take(most()).map(one).collect_view()}
            </ul>
            <Show when=has_more>
                <button type="button" class="link" on:click=move |_| list.more.set(true)>
                    {t(Key::EntryShowAll)}
                </button>
            </Show>
        </Show>
    }
}
