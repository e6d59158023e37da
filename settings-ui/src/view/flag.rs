//! A switch.

use leptos::prelude::*;
use policy_core::settings::Field;

use super::field::FieldFrame;
use super::parts::Icon;
use crate::app::App;
use crate::i18n::t;
use crate::model::labels::labels;

/// A setting that is on or off.
#[component]
pub(super) fn Flag(app: App, field: &'static Field) -> impl IntoView {
    let labels = labels(field);
    let about = format!("{}-about", labels.id);
    view! {
        <FieldFrame app field kind="flag">
            <label class="check">
                <input
                    type="checkbox"
                    id=labels.id
                    data-testid=labels.id
                    aria-describedby=about.clone()
                    prop:checked=move || app.is_on(field)
                    on:change:target=move |event| {
                        app.set(field, Some(event.target().checked().into()));
                    }
                />
                {labels.icon.map(|name| view! { <Icon name /> })}
                <span class="name">{t(labels.label)}</span>
            </label>
            <p class="about" id=about>
                {labels.description.map(t)}
            </p>
        </FieldFrame>
    }
}
