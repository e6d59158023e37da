//! Ready-made choices, each with what it would change.

use leptos::prelude::*;

use super::super::icon::icon;
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, t_with};
use crate::model::panel::words;
use crate::model::presets::{Change, Preset};

/// All presets.
pub(super) fn presets(app: App) -> AnyView {
    view! {
        <p class="about">{t(Key::PresetsDescription)}</p>
        <div class="cards">{Preset::ALL.map(|preset| card(app, preset)).collect_view()}</div>
    }
    .into_any()
}

fn card(app: App, preset: Preset) -> AnyView {
    let (label, about) = preset.words();
    let changes = app.draft.with_untracked(|draft| preset.preview(draft.clean()));
    let none = changes.is_empty();
    let apply = move |_| {
        let update = app.draft.with_untracked(|draft| preset.update(draft.clean()));
        app.change(update, t_with(Key::LivePresetApplied, &[("preset", &t(label))]));
        app.dialog.set(None);
    };
    view! {
        <section class="card" data-testid=format!("preset-{}", preset.id())>
            <h3>{t(label)}</h3>
            <p class="about">{t(about)}</p>
            {if none {
                view! { <p class="hint">{icon("check")} <span>{t(Key::PresetsSame)}</span></p> }
                    .into_any()
            } else {
                view! {
                    <p class="preview">{count(Counted::PresetsPreview, changes.len(), &[])}</p>
                    <ul class="changes">{changes.into_iter().map(change).collect_view()}</ul>
                    <button
                        type="button"
                        class="button"
                        data-testid=format!("apply-preset-{}", preset.id())
                        on:click=apply
                    >
                        {t(Key::PresetsApply)}
                    </button>
                }
                    .into_any()
            }}
        </section>
    }
    .into_any()
}

fn change(Change { field, to, .. }: Change) -> AnyView {
    let (sign, state) =
        if to { ("check", Key::SourceOn) } else { ("circle-slash", Key::SourceOff) };
    view! {
        <li>
            {icon(sign)} <span>{t(words(field).label)}": "<strong>{t(state)}</strong></span>
        </li>
    }
    .into_any()
}
