//! A number, with a unit where it is a size.

use leptos::prelude::*;
use policy_core::settings::{Field, Kind};

use super::el::{El, Piece, all, el, follow, words as text};
use super::field::field as framed;
use super::parts::choice;
use crate::app::App;
use crate::i18n::{Key, t, t_with};
use crate::model::panel::words;

const UNITS: [(usize, Key); 3] = [
    (1, Key::FilesUnitBytes),
    (1 << 10, Key::FilesUnitKilobytes),
    (1 << 20, Key::FilesUnitMegabytes),
];

/// A setting that is a whole number.
pub(super) fn limit(app: App, field: &'static Field) -> El {
    let words = words(field);
    let (min, max) = match field.kind {
        Kind::Limit { min, max, .. } => (min, max),
        _ => (0, u64::MAX),
    };
    let is_size = field.name == "maxFileSize";
    let size = move |unit: usize| u64::try_from(unit).unwrap_or(1);
    let unit = RwSignal::new(if is_size { largest_unit(untrack(|| app.limit(field))) } else { 1 });
    let wrong = RwSignal::new(false);
    let (about, range) = (format!("{}-about", words.id), format!("{}-range", words.id));
    let enter = move |typed: String| {
        let number = typed.trim().parse::<u64>().ok();
        let number = number.and_then(|number| number.checked_mul(size(unit.get_untracked())));
        let fits = number.filter(|number| (min..=max).contains(number));
        wrong.set(fits.is_none());
        if let Some(number) = fits {
            app.set(field, Some(number.into()));
        }
    };
    // A number that another unit could not show whole is shown in bytes.
    let shown = move || {
        let (value, unit) = (app.limit(field), size(unit.get()));
        if value.is_multiple_of(unit) { (value / unit).to_string() } else { value.to_string() }
    };
    follow(move || {
        if !app.limit(field).is_multiple_of(size(unit.get_untracked())) {
            unit.set(1);
        }
    });
    let input = el("input")
        .attr("type", "number")
        .attr("id", words.id)
        .test(words.id)
        .attr("min", "1")
        .attr("step", "1")
        .attr("aria-describedby", &format!("{about} {range}"))
        .follow("aria-invalid", move || wrong.get().then(|| "true".to_owned()))
        .value(shown)
        .on("change", move |event| enter(event_target_value(&event)));
    let units = is_size.then(|| {
        let option = |(size, name): (usize, Key)| {
            choice(&size.to_string(), &t(name), move || unit.get() == size)
        };
        el("select")
            .test("max-file-size-unit")
            .attr("aria-label", &t(Key::FilesUnitChoose))
            .add(all(UNITS.map(option)))
            .on("change", move |event| {
                unit.set(event_target_value(&event).parse().unwrap_or(1));
                wrong.set(false);
            })
    });
    let said = t_with(Key::FilesRange, &[("min", &min.to_string()), ("max", &max.to_string())]);
    let refusal = text(move || if wrong.get() { said.clone() } else { String::new() });
    let body = all([
        el("label").class("name").attr("for", words.id).add(t(words.label)).view(),
        el("p").class("about").attr("id", &about).add(words.description.map(t)).view(),
        el("div").class("number").add(input).add(units).view(),
        el("p").class("refusal").attr("id", &range).attr("role", "alert").add(refusal).view(),
    ]);
    framed(app, field, "limit", body)
}

/// The largest unit in which a number is whole.
fn largest_unit(number: u64) -> usize {
    let is_whole = |size: usize| u64::try_from(size).is_ok_and(|size| number.is_multiple_of(size));
    let whole = UNITS.iter().rev().find(|(size, _)| is_whole(*size));
    whole.map_or(1, |(size, _)| *size)
}
