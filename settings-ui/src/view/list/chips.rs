//! Entries as chips, each with the button that removes it.

use leptos::prelude::*;
use serde_json::Value;

use super::super::el::{El, Piece, View, all, dynamic, el};
use super::super::parts::{button, cross, written};
use super::Shared;
use crate::i18n::{Key, t, t_with};
use crate::model::entries;
use crate::model::panel::holds_commands;
use crate::model::visible::visible;

/// All entries that the filter leaves.
pub(super) fn chips(shared: Shared) -> El {
    let each = move || {
        let (entries, shown) = (shared.entries.get(), shared.shown.get());
        let chip = |index: &usize| {
            let (index, entry) = (*index, entries.get(*index)?);
            let chip = el("li").class("chip").toggle("marked", move || is_marked(shared, index));
            Some(chip.add(inside(shared, index, entry)))
        };
        all(shown.iter().filter_map(chip))
    };
    el("ul").class("chips").attr("aria-label", &shared.label()).add(dynamic(each))
}

fn is_marked(shared: Shared, index: usize) -> bool {
    shared
        .app
        .remarks
        .with(|remarks| remarks.iter().any(|remark| remark.is_about(shared.field, index)))
}

/// The text of an entry, which opens its details, and the button that removes it.
pub(super) fn inside(shared: Shared, index: usize, entry: &Value) -> View {
    let Shared { field, id, open, .. } = shared;
    let text = visible(entries::pattern(entry));
    let reason = entries::reason(entry).map(visible);
    let reason = reason.map(|reason| el("span").class("why").add(reason));
    let remove = t_with(Key::EntryRemove, &[("entry", &text)]);
    let shown = if holds_commands(field) {
        let toggle = move || open.update(|open| *open = (*open != Some(index)).then_some(index));
        button("entry", toggle)
            .test(&format!("show-{id}-{index}"))
            .says("aria-expanded", move || open.get() == Some(index))
            .attr("title", &t_with(Key::EntryDetails, &[("entry", &text)]))
    } else {
        el("span").class("entry")
    };
    let remove = cross(&remove, move || shared.remove(index));
    all([shown.add(written(&text)).add(reason), remove.test(&format!("remove-{id}-{index}"))])
}

/// Entries that the workspace added; they are not a person's own to remove.
pub(super) fn of_workspace(shared: Shared) -> View {
    let Shared { app, field, .. } = shared;
    dynamic(move || {
        let in_force = app.in_force.get();
        let entries = field.value_in(&in_force.document);
        let entries = entries.and_then(|list| list.get("entries")?.as_array());
        let theirs =
            |entry: &&Value| entry.get("layer").and_then(Value::as_str) == Some("workspace");
        let texts = entries.into_iter().flatten().filter(theirs);
        let texts = texts.filter_map(|entry| entry.get("value")?.get("pattern")?.as_str());
        let note = t(Key::EntryFromWorkspace);
        let chip = |text: &str| {
            let why = el("span").class("why").add(note.as_str());
            let entry = el("span").class("entry").add(written(&visible(text))).add(why);
            el("li").class("chip").add(entry)
        };
        let chips: View = all(texts.map(chip));
        chips
            .has_child_nodes()
            .then(|| el("ul").class("chips theirs").attr("aria-label", &note).add(chips).view())
    })
}
