//! What one entry does: the sample commands it catches, and its reason.

use leptos::prelude::*;
use policy_core::settings::Kind;

use super::super::icon::icon;
use super::super::reveal;
use super::Shared;
use crate::engine::{self, State};
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::entries;
use crate::model::panel::Panel;
use crate::model::samples::Sample;
use crate::model::visible::visible;

/// The details of the entry at a place.
pub(super) fn details(shared: Shared, index: usize) -> AnyView {
    let Some(entry) = shared.entry(index) else { return ().into_any() };
    let pattern = entries::pattern(&entry).to_owned();
    let shown = visible(&pattern);
    let close = move |_| {
        shared.open.set(None);
        reveal::focus(format!("show-{}-{index}", shared.id));
    };
    let with_reason = matches!(shared.field.kind, Kind::Commands { .. });
    view! {
        <div
            class="details"
            role="region"
            aria-label=t_with(Key::EntryDetails, &[("entry", &shown)])
            data-testid=format!("details-{}", shared.id)
        >
            <div class="head">
                <code><bdi>{shown.clone()}</bdi></code>
                <button type="button" class="remove" aria-label=t(Key::EntryClose) on:click=close>
                    {icon("close")}
                </button>
            </div>
            {with_reason.then(|| reason(shared, index, &shown, entries::reason(&entry)))}
            {move || samples(shared, &pattern)}
        </div>
    }
    .into_any()
}

fn reason(shared: Shared, index: usize, shown: &str, now: Option<&str>) -> AnyView {
    let now = now.unwrap_or_default().to_owned();
    let enter = move |event| {
        let text = event_target_value(&event);
        let entries =
            shared.entries.with_untracked(|entries| entries::explained(entries, index, &text));
        shared.app.set(shared.field, Some(entries.into()));
    };
    view! {
        <input
            type="text"
            data-testid=format!("reason-{}-{index}", shared.id)
            aria-label=t_with(Key::PermissionsEditReason, &[("entry", shown)])
            placeholder=t(Key::PermissionsReasonPlaceholder)
            prop:value=now
            on:change=enter
        />
    }
    .into_any()
}

fn samples(shared: Shared, pattern: &str) -> AnyView {
    if shared.app.engine.get() != State::Ready {
        return view! { <p class="about">{t(Key::EngineLoading)}</p> }.into_any();
    }
    let caught = engine::catches(shared.field, pattern);
    let title = match caught.len() {
        0 => t(Key::EntryCatchesNone),
        number => count(Counted::EntryCatches, number, &[]),
    };
    view! {
        <p class="about" data-testid="catches">
            {title}
        </p>
        <ul class="samples">{caught.into_iter().map(|each| sample(shared, each)).collect_view()}</ul>
    }
    .into_any()
}

fn sample(shared: Shared, Sample { shell, command }: Sample) -> AnyView {
    let try_it = move |_| {
        shared.app.try_command(command.to_owned(), Some(shell.name().to_owned()));
        reveal::panel(Panel::Try);
    };
    view! {
        <li>
            <button
                type="button"
                class="sample"
                title=t_with(Key::EntryTryIt, &[("command", command)])
                on:click=try_it
            >
                {command}
            </button>
        </li>
    }
    .into_any()
}
