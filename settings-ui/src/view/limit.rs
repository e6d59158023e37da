//! A number, with a unit where it is a size.

use leptos::prelude::*;
use policy_core::settings::{Field, Kind};

use super::field::FieldFrame;
use super::parts::Choice;
use crate::app::App;
use crate::i18n::{Key, t, text_with};
use crate::model::labels::labels;

const UNITS: [(u64, Key); 3] = [
    (1, Key::FilesUnitBytes),
    (1 << 10, Key::FilesUnitKilobytes),
    (1 << 20, Key::FilesUnitMegabytes),
];

/// A setting that is a whole number.
#[component]
pub(super) fn Limit(app: App, field: &'static Field) -> impl IntoView {
    let labels = labels(field);
    let (min, max) = match field.kind {
        Kind::Limit { min, max, .. } => (min, max),
        _ => (0, u64::MAX),
    };
    let is_size = field.name == "maxFileSize";
    let picked =
        RwSignal::new(if is_size { largest_unit(untrack(|| app.limit(field))) } else { 1 });
    // A number that the picked unit could not show whole is shown in bytes.
    let unit = Memo::new(move |_| {
        let unit = picked.get();
        if app.limit(field).is_multiple_of(unit) { unit } else { 1 }
    });
    let wrong = RwSignal::new(false);
    let (about, range) = (format!("{}-about", labels.id), format!("{}-range", labels.id));
    let enter = move |typed: String| {
        let number = typed.trim().parse::<u64>().ok();
        let number = number.and_then(|number| number.checked_mul(unit.get_untracked()));
        let fits = number.filter(|number| (min..=max).contains(number));
        wrong.set(fits.is_none());
        if let Some(number) = fits {
            app.set(field, Some(number.into()));
        }
    };
    let pick = move |unit: String| {
        picked.set(unit.parse().unwrap_or(1));
        wrong.set(false);
    };
    let units = is_size.then(|| {
        view! {
            <select
                data-testid="max-file-size-unit"
                aria-label=t(Key::FilesUnitChoose)
                on:change:target=move |event| pick(event.target().value())
            >
                {UNITS
                    .map(|(size, name)| {
                        view! {
                            <Choice
                                value=size.to_string()
                                label=t(name)
                                chosen=move || unit.get() == size
                            />
                        }
                    })
                    .collect_view()}
            </select>
        }
    });
    let refusal = move || {
        let said =
            || text_with(Key::FilesRange, &[("min", &min.to_string()), ("max", &max.to_string())]);
        wrong.get().then(said)
    };
    view! {
        <FieldFrame app field kind="limit">
            <label class="name" for=labels.id>
                {t(labels.label)}
            </label>
            <p class="about" id=about.clone()>
                {labels.description.map(t)}
            </p>
            <div class="number">
                <input
                    type="number"
                    id=labels.id
                    data-testid=labels.id
                    min="1"
                    step="1"
                    aria-describedby=format!("{about} {range}")
                    aria-invalid=move || wrong.get().then_some("true")
                    prop:value=move || (app.limit(field) / unit.get()).to_string()
                    on:change:target=move |event| enter(event.target().value())
                />
                {units}
            </div>
            <p class="refusal" id=range role="alert">
                {refusal}
            </p>
        </FieldFrame>
    }
}

/// The largest unit in which a number is whole.
fn largest_unit(number: u64) -> u64 {
    let whole = UNITS.iter().rev().find(|(size, _)| number.is_multiple_of(*size));
    whole.map_or(1, |(size, _)| *size)
}
