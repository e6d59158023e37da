//! A switch.

use leptos::prelude::*;
use policy_core::settings::Field;

use super::field::field as framed;
use super::icon::icon;
use crate::app::App;
use crate::i18n::t;
use crate::model::fields;
use crate::model::panel::words;

/// A setting that is on or off.
pub(super) fn flag(app: App, field: &'static Field) -> AnyView {
    let words = words(field);
    let value = Memo::new(move |_| {
        app.draft.with(|draft| fields::flag(draft.clean(), field).unwrap_or_default())
    });
    let about = format!("{}-about", words.id);
    let body = view! {
        <label class="check">
            <input
                type="checkbox"
                id=words.id
                data-testid=words.id
                aria-describedby=about.clone()
                prop:checked=move || value.get()
                on:change=move |event| app.set(field, Some(event_target_checked(&event).into()))
            />
            {words.icon.map(icon)}
            <span class="name">{t(words.label)}</span>
        </label>
        <p class="about" id=about>
            {words.description.map(t)}
        </p>
    };
    framed(app, field, "flag", body.into_any())
}
