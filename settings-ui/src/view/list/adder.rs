//! The input of a list and its button.

use leptos::prelude::*;
use leptos::{ev, html};
use policy_core::settings::Kind;

use super::{Focus, ListState, add, element_id};
use crate::i18n::{Key, t, text, text_with};
use crate::model::entries::{self, Refusal};
use crate::model::labels::labels;
use crate::model::session::Input;
use crate::model::visible::visible;

/// The input, in lists that give reasons another for the reason, and the button.
#[component]
pub(super) fn Adder(list: ListState, about: String) -> impl IntoView {
    let ListState { app, field, id, .. } = list;
    let (entry, reason) = (Input::Entry(field), Input::Reason(field));
    let own = format!("{}-input", element_id(field));
    let wrong_id = format!("{own}-wrong");
    // Why the text was not added, and the text.
    let wrong = RwSignal::new(None::<(Refusal, String)>);
    let enter = move || {
        let (typed, why) = untrack(|| (app.input(entry), app.input(reason)));
        let added = add(app, field, &typed, &why);
        if added.is_ok() {
            app.edit_session(|session| {
                session.set_input(entry, String::new());
                session.set_input(reason, String::new());
            });
        }
        wrong.set(added.err().map(|refusal| (refusal, typed.trim().to_owned())));
    };
    let type_into = move |input: Input, typed: String| {
        wrong.set(None);
        app.edit_session(|session| session.set_input(input, typed));
    };
    let keydown = move |event: ev::KeyboardEvent| {
        // Enter also ends the spelling of a Chinese word; that one adds nothing.
        if event.key() == "Enter" && !event.is_composing() {
            event.prevent_default();
            enter();
        }
    };
    let (shown, shown_reason) =
        (Memo::new(move |_| app.input(entry)), Memo::new(move |_| app.input(reason)));
    let node = NodeRef::<html::Input>::new();
    list.takes_focus(node, || Focus::Input);
    let reason = matches!(field.kind, Kind::Commands { .. }).then(|| {
        view! {
            <input
                type="text"
                class="reason"
                data-testid=format!("{id}-reason-input")
                aria-label=t(Key::PermissionsReason)
                placeholder=t(Key::PermissionsReasonPlaceholder)
                autocomplete="off"
                prop:value=move || shown_reason.get()
                on:input:target=move |event| type_into(reason, event.target().value())
                on:keydown=keydown
            />
        }
    });
    view! {
        <div class="adder">
            <input
                type="text"
                id=own.clone()
                data-testid=format!("{id}-input")
                placeholder=labels(field).placeholder.map(t)
                aria-describedby=format!("{about} {wrong_id}")
                aria-invalid=move || wrong.read().is_some().then_some("true")
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                node_ref=node
                prop:value=move || shown.get()
                on:input:target=move |event| type_into(entry, event.target().value())
                on:keydown=keydown
            />
            {reason}
            <button
                type="button"
                class="button"
                data-testid=format!("add-{id}-button")
                on:click=move |_| enter()
            >
                {t(Key::CheckpointExecuteAddButton)}
            </button>
        </div>
        <p class="refusal" id=wrong_id role="alert" data-testid=format!("{id}-refusal")>
            {move || wrong.read().as_ref().map(|(refusal, typed)| refusal_label(*refusal, typed))}
        </p>
    }
}

fn refusal_label(refusal: Refusal, typed: &str) -> String {
    match refusal {
        Refusal::Blank => text(Key::EntryBlank),
        Refusal::Duplicate => text_with(Key::EntryDuplicate, &[("entry", &visible(typed))]),
        Refusal::TooLong => {
            let (max, length) = (entries::LONGEST.to_string(), typed.len().to_string());
            text_with(Key::EntryTooLong, &[("max", &max), ("length", &length)])
        }
        Refusal::NotAPath => text(Key::EntryNotAPath),
    }
}
