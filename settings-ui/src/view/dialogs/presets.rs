//! Ready-made choices, each with what it would change.

use leptos::prelude::*;

use super::super::el::{El, Piece, View, all, el};
use super::super::icon::icon;
use super::super::parts::{about, button, hint};
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::panel::words;
use crate::model::presets::{Change, Preset};

/// All presets.
pub(super) fn presets(app: App) -> View {
    let cards = el("div").class("cards").add(all(Preset::ALL.map(|preset| card(app, preset))));
    all([about(t(Key::PresetsDescription)), cards])
}

fn card(app: App, preset: Preset) -> El {
    let (label, words) = preset.words();
    let changes = app.peek(|draft| preset.preview(draft.clean()));
    let card = el("section")
        .class("card")
        .test(&format!("preset-{}", preset.id()))
        .add(el("h3").add(t(label)))
        .add(about(t(words)));
    if changes.is_empty() {
        return card.add(hint("check", "", t(Key::PresetsSame)));
    }
    let apply = move || {
        let update = app.peek(|draft| preset.update(draft.clean()));
        app.change(update, t_with(Key::LivePresetApplied, &[("preset", &t(label))]));
        app.dialog.set(None);
    };
    let apply = button("button", apply).test(&format!("apply-preset-{}", preset.id()));
    card.add(el("p").class("preview").add(count(Counted::PresetsPreview, changes.len(), &[])))
        .add(el("ul").class("changes").add(all(changes.into_iter().map(change))))
        .add(apply.add(t(Key::PresetsApply)))
}

fn change(Change { field, from, to }: Change) -> El {
    let said = |on: bool| t(if on { Key::SourceOn } else { Key::SourceOff });
    let (from, after) = (said(from), said(to));
    let title = [
        t_with(Key::PresetsFrom, &[("value", &from)]),
        t_with(Key::PresetsTo, &[("value", &after)]),
    ];
    let (sign, state) =
        if to { ("check", Key::SourceOn) } else { ("circle-slash", Key::SourceOff) };
    let text = format!("{}: ", t(words(field).label));
    el("li")
        .attr("title", &title.join(" "))
        .add(icon(sign))
        .add(el("span").add(text).add(el("strong").add(t(state))).view())
}
