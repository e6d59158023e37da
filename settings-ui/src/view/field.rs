//! What every setting has around it: the mark that it was changed, the way back, and who decides.

use leptos::prelude::*;
use policy_core::settings::{Field, Kind};
use serde_json::Value;

use super::el::{El, Piece, View, all, dynamic, el, memo};
use super::icon::icon;
use super::parts::button;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::panel::words;

/// A setting with everything around it.
pub(super) fn field(app: App, field: &'static Field, kind: &str, body: impl Piece) -> El {
    let changed = memo(move || app.is_changed(field));
    el("div")
        .class(&format!("field {kind}"))
        .attr("id", &format!("field-{}", field.path()))
        .attr("data-field", &field.path())
        .attr("tabindex", "-1")
        .toggle("changed", move || changed.get())
        .toggle("hidden", move || !app.shows(field))
        .add(body)
        .add(dynamic(move || changed.get().then(|| foot(app, field))))
        .add(dynamic(move || workspace(app, field)))
}

fn foot(app: App, field: &'static Field) -> El {
    let label = t(words(field).label);
    let usual = match field.kind {
        // What is inherited is told where it is chosen.
        Kind::ShellFlag { .. } => None,
        _ => Some(value_words(&field.default_value())),
    };
    let usual = usual.map(|value| t_with(Key::SourceDefaultIs, &[("value", &value)]));
    let modified = el("span").class("modified").attr("title", &t(Key::SourceModified));
    let modified = modified.add(t(Key::SourceUser));
    let reset = button("link", move || app.set(field, None))
        .test(&format!("reset-{}", field.path()))
        .attr("aria-label", &format!("{}: {label}", t(Key::SourceReset)))
        .add(icon("discard"))
        .add(t(Key::SourceReset));
    el("p").class("foot").add(modified).add(usual.map(|usual| el("span").add(usual))).add(reset)
}

/// What the workspace says about a setting, where it says anything.
fn workspace(app: App, field: &'static Field) -> View {
    let in_force = app.in_force.get();
    let sourced = field.value_in(&in_force.document);
    let layer = sourced.and_then(|sourced| sourced.get("layer")?.as_str());
    let value = sourced.and_then(|sourced| sourced.get("value"));
    let theirs = (layer == Some("workspace")).then(|| {
        // A list has entries instead of a value, and they say themselves whose they are.
        let said = value.map(|value| t_with(Key::SourceInForce, &[("value", &value_words(value))]));
        let text = said.unwrap_or_else(|| t(Key::SourceWorkspace));
        el("p").class("layer").add(icon("root-folder")).add(el("span").add(text))
    });
    let path = field.to_string();
    let refused = in_force.refused.iter().filter(|problem| problem.path.starts_with(&path));
    let refused = refused.map(|problem| {
        let text = format!("{}: {}", t(Key::SourceRefused), problem.message);
        el("p").class("layer refused").add(icon("shield")).add(el("span").add(text))
    });
    all(theirs.into_iter().chain(refused))
}

/// A value as a person says it.
pub(super) fn value_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => t(Key::SourceOn),
        Value::Bool(false) => t(Key::SourceOff),
        Value::Array(entries) if entries.is_empty() => t(Key::SourceEmptyList),
        Value::Array(entries) => count(Counted::TransferEntries, entries.len(), &[]),
        Value::Null => t(Key::SourceDefault),
        other => other.to_string(),
    }
}
