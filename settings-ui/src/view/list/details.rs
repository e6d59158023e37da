//! What one entry does: the sample commands it catches, and its reason.

use leptos::prelude::*;
use policy_core::settings::Kind;
use serde_json::Value;

use super::super::el::{El, Piece, View, all, dynamic, el, nothing};
use super::super::parts::{about, button, code, cross, sample};
use super::super::reveal;
use super::Shared;
use crate::engine::{self, State};
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::entries;
use crate::model::panel::Panel;
use crate::model::samples::Sample;
use crate::model::visible::visible;

/// How many samples are shown at first.
const FEW: usize = 12;

/// The details of the entry at a place.
pub(super) fn details(shared: Shared, index: usize) -> View {
    let Some(entry) = shared.entry(index) else { return nothing() };
    let pattern = entries::pattern(&entry).to_owned();
    let shown = visible(&pattern);
    let close = cross(&t(Key::EntryClose), move || {
        shared.open.set(None);
        reveal::focus(format!("show-{}-{index}", shared.id));
    });
    let built_in = shared.app.peek(|draft| shared.field.value_in(draft.clean()).is_none());
    let built_in = built_in.then(|| el("span").class("aside").add(t(Key::EntryFromDefault)));
    let with_reason = matches!(shared.field.kind, Kind::Commands { .. });
    el("div")
        .class("details")
        .attr("role", "region")
        .attr("aria-label", &t_with(Key::EntryDetails, &[("entry", &shown)]))
        .test(&format!("details-{}", shared.id))
        .add(el("div").class("head").add(code(&shown)).add(built_in).add(close))
        .add(with_reason.then(|| reason(shared, index, &entry)))
        .add(dynamic(move || samples(shared, &pattern)))
        .view()
}

fn reason(shared: Shared, index: usize, entry: &Value) -> El {
    let now = entries::reason(entry).unwrap_or_default().to_owned();
    let shown = visible(entries::pattern(entry));
    el("input")
        .attr("type", "text")
        .test(&format!("reason-{}-{index}", shared.id))
        .attr("aria-label", &t_with(Key::PermissionsEditReason, &[("entry", &shown)]))
        .attr("placeholder", &t(Key::PermissionsReasonPlaceholder))
        .value(move || now.clone())
        .on("change", move |event| {
            let text = event_target_value(&event);
            let explain =
                |entries: &std::sync::Arc<Vec<Value>>| entries::explained(entries, index, &text);
            let said = t_with(Key::LiveSet, &[("field", &shown), ("value", &text)]);
            let entries = shared.entries.with_untracked(explain);
            shared.app.set_saying(shared.field, Some(entries.into()), said);
        })
}

fn samples(shared: Shared, pattern: &str) -> View {
    if shared.app.engine.get() != State::Ready {
        return about(t(Key::EngineLoading)).view();
    }
    let caught = engine::catches(shared.field, pattern);
    let title = match caught.len() {
        0 => t(Key::EntryCatchesNone),
        number => count(Counted::EntryCatches, number, &[]),
    };
    let one = |Sample { shell, command }: Sample| {
        sample(command, &t_with(Key::EntryTryIt, &[("command", command)]), move || {
            shared.app.try_command(command.to_owned(), Some(shell.name().to_owned()));
            reveal::panel(Panel::Try);
        })
    };
    let most = if shared.more.get() { caught.len() } else { FEW };
    let rest = (caught.len() > most)
        .then(|| button("link", move || shared.more.set(true)).add(t(Key::EntryShowAll)));
    all([
        about(title).test("catches").view(),
        el("ul").class("samples").add(all(caught.into_iter().take(most).map(one))).view(),
        rest.view(),
    ])
}
