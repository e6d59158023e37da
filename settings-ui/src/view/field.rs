//! What every setting has around it: the mark that it was changed, the way back, and who decides.

use leptos::html;
use leptos::prelude::*;
use policy_core::settings::{Field, Kind};

use super::labels::value_label;
use super::parts::Icon;
use super::reveal;
use crate::app::{App, Target};
use crate::i18n::{Key, t, text, text_with};
use crate::model::labels::labels;

/// A setting with everything around it.
#[component]
pub(super) fn FieldFrame(
    app: App,
    field: &'static Field,
    kind: &'static str,
    children: Children,
) -> impl IntoView {
    let changed = Memo::new(move |_| app.is_changed(field));
    let shown = Memo::new(move |_| app.shows(field));
    let node = NodeRef::<html::Div>::new();
    let found = reveal::on_request(app, Target::Field(field), node);
    view! {
        <div
            class=format!("field {kind}")
            class:changed=changed
            class:hidden=move || !shown.get()
            class:found=found
            data-field=field.path()
            tabindex="-1"
            node_ref=node
        >
            {children()}
            <Show when=move || changed.get()>
                <Foot app field />
            </Show>
            {move || workspace(app, field)}
        </div>
    }
}

/// What differs from the default, and the way back.
#[component]
fn Foot(app: App, field: &'static Field) -> impl IntoView {
    // What a shell inherits is shown where it is chosen.
    let has_default = !matches!(field.kind, Kind::ShellFlag { .. });
    let default = move || {
        let value = value_label(&field.default_value());
        text_with(Key::SourceDefaultIs, &[("value", &value)])
    };
    let label = move || format!("{}: {}", text(Key::SourceReset), text(labels(field).label));
    view! {
        <p class="foot">
            <span class="modified" title=t(Key::SourceModified)>
                {t(Key::SourceUser)}
            </span>
            {has_default.then(|| view! { <span>{default}</span> })}
            <button
                type="button"
                class="link"
                data-testid=format!("reset-{}", field.path())
                aria-label=label
                on:click=move |_| app.set(field, None)
            >
                <Icon name="discard" />
                {t(Key::SourceReset)}
            </button>
        </p>
    }
}

/// What the workspace says about a setting, where it says anything.
fn workspace(app: App, field: &'static Field) -> impl IntoView {
    let in_force = app.in_force.get();
    let sourced = field.value_in(&in_force.document);
    let layer = sourced.and_then(|sourced| sourced.get("layer")?.as_str());
    let theirs = (layer == Some("workspace")).then(|| {
        // A list has entries instead of a value, and they say themselves whose they are.
        let value = sourced.and_then(|sourced| sourced.get("value"));
        let said =
            value.map(|value| text_with(Key::SourceInForce, &[("value", &value_label(value))]));
        view! {
            <p class="layer">
                <Icon name="root-folder" />
                <span>{said.unwrap_or_else(|| text(Key::SourceWorkspace))}</span>
            </p>
        }
    });
    let path = field.to_string();
    let refused = in_force.refused.iter().filter(|problem| problem.path.starts_with(&path));
    let refused = refused.map(|problem| {
        let text = format!("{}: {}", text(Key::SourceRefused), problem.message);
        view! {
            <p class="layer refused">
                <Icon name="shield" />
                <span>{text}</span>
            </p>
        }
    });
    (theirs, refused.collect_view())
}
