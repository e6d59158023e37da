//! Ready-made choices, each with what it would change.

use leptos::prelude::*;

use super::super::parts::{Hint, Icon};
use crate::app::App;
use crate::i18n::{Counted, Key, count, t, text, text_with};
use crate::model::labels::labels;
use crate::model::presets::{Change, Preset};

/// All presets.
#[component]
pub(super) fn Presets(app: App, close: Callback<()>) -> impl IntoView {
    let card = |preset| view! { <Card app preset close /> };
    view! {
        <p class="about">{t(Key::PresetsDescription)}</p>
        <div class="cards">{Preset::ALL.map(card).collect_view()}</div>
    }
}

#[component]
fn Card(app: App, preset: Preset, close: Callback<()>) -> impl IntoView {
    let (label, about) = preset.labels();
    let changes = app.peek(|draft| preset.preview(draft.clean()));
    let apply = move |_| {
        let update = app.peek(|draft| preset.update(draft.clean()));
        app.change(update, text_with(Key::LivePresetApplied, &[("preset", &text(label))]));
        close.run(());
    };
    let body = if changes.is_empty() {
        view! { <Hint icon="check">{t(Key::PresetsSame)}</Hint> }.into_any()
    } else {
        let number = changes.len();
        view! {
            <p class="preview">{move || count(Counted::PresetsPreview, number, &[])}</p>
            <ul class="changes">{changes.into_iter().map(one_change).collect_view()}</ul>
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
    };
    view! {
        <section class="card" data-testid=format!("preset-{}", preset.id())>
            <h3>{t(label)}</h3>
            <p class="about">{t(about)}</p>
            {body}
        </section>
    }
}

fn one_change(Change { field, from, to }: Change) -> impl IntoView {
    let label = |on: bool| if on { Key::SourceOn } else { Key::SourceOff };
    let title = move || {
        let (from, to) = (text(label(from)), text(label(to)));
        let from = text_with(Key::PresetsFrom, &[("value", &from)]);
        format!("{from} {}", text_with(Key::PresetsTo, &[("value", &to)]))
    };
    view! {
        <li title=title>
            <Icon name=if to { "check" } else { "circle-slash" } />
            <span>{t(labels(field).label)} ": " <strong>{t(label(to))}</strong></span>
        </li>
    }
}
