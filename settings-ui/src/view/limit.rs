//! A number, with a unit where it is a size.

use leptos::prelude::*;
use policy_core::settings::{Field, Kind};

use super::field::field as framed;
use crate::app::App;
use crate::i18n::{Key, t, t_with};
use crate::model::fields;
use crate::model::panel::words;

const UNITS: [(u64, Key); 3] = [
    (1, Key::FilesUnitBytes),
    (1 << 10, Key::FilesUnitKilobytes),
    (1 << 20, Key::FilesUnitMegabytes),
];

/// A setting that is a whole number.
pub(super) fn limit(app: App, field: &'static Field) -> AnyView {
    let words = words(field);
    let (min, max) = match field.kind {
        Kind::Limit { min, max, .. } => (min, max),
        _ => (0, u64::MAX),
    };
    let is_size = field.name == "maxFileSize";
    let value = Memo::new(move |_| app.draft.with(|draft| fields::limit(draft.clean(), field)));
    let unit = RwSignal::new(if is_size { largest_unit(value.get_untracked()) } else { 1 });
    let wrong = RwSignal::new(false);
    let about = format!("{}-about", words.id);
    let range = t_with(Key::FilesRange, &[("min", &min.to_string()), ("max", &max.to_string())]);
    let range_id = format!("{}-range", words.id);
    let enter = move |text: String| {
        let number =
            text.trim().parse::<u64>().ok().and_then(|n| n.checked_mul(unit.get_untracked()));
        let fits = number.filter(|number| (min..=max).contains(number));
        wrong.set(fits.is_none());
        if let Some(number) = fits {
            app.set(field, Some(number.into()));
        }
    };
    let body = view! {
        <label class="name" for=words.id>{t(words.label)}</label>
        <p class="about" id=about.clone()>
            {words.description.map(t)}
        </p>
        <div class="number">
            <input
                type="number"
                id=words.id
                data-testid=words.id
                min="1"
                step="1"
                aria-describedby=format!("{about} {range_id}")
                aria-invalid=move || wrong.get().then_some("true")
                prop:value=move || (value.get() / unit.get()).to_string()
                on:change=move |event| enter(event_target_value(&event))
            />
            {is_size
                .then(|| {
                    view! {
                        <select
                            data-testid="max-file-size-unit"
                            aria-label=t(Key::FilesUnitChoose)
                            on:change=move |event| {
                                unit.set(event_target_value(&event).parse().unwrap_or(1));
                                wrong.set(false);
                            }
                        >
                            {UNITS
                                .map(|(size, name)| {
                                    view! {
                                        <option
                                            value=size.to_string()
                                            prop:selected=move || unit.get() == size
                                        >
                                            {t(name)}
                                        </option>
                                    }
                                })
                                .collect_view()}
                        </select>
                    }
                })}
        </div>
        <p class="refusal" id=range_id role="alert">
            {move || wrong.get().then(|| range.clone())}
        </p>
    };
    framed(app, field, "limit", body.into_any())
}

/// The largest unit in which a number is whole.
fn largest_unit(number: u64) -> u64 {
    let whole = UNITS.iter().rev().find(|(size, _)| number.is_multiple_of(*size));
    whole.map_or(1, |(size, _)| *size)
}
