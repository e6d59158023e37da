//! The input of a list and its button.

use leptos::prelude::*;
use policy_core::settings::Kind;
use wasm_bindgen::JsCast;

use super::super::el::{El, Piece, View, all, el, memo, words as text};
use super::super::parts::button;
use super::{Shared, add, element_id};
use crate::i18n::{Key, t, t_with};
use crate::model::entries::{self, Refusal};
use crate::model::panel::words;
use crate::model::visible::visible;

/// What the inputs of one list share.
#[derive(Clone)]
struct Inputs {
    shared: Shared,
    wrong: RwSignal<String>,
    /// What their texts are kept by.
    keys: [String; 2],
}

/// The input, in lists that give reasons another for the reason, and the button.
pub(super) fn adder(shared: Shared, about: &str) -> View {
    let Shared { field, id, .. } = shared;
    let own = format!("{}-input", element_id(field));
    let reason = format!("{}-reason", element_id(field));
    let wrong_id = format!("{own}-wrong");
    let wrong = RwSignal::new(String::new());
    let inputs = Inputs { shared, wrong, keys: [own.clone(), reason.clone()] };
    let first = input(&inputs, own.clone())
        .attr("id", &own)
        .test(&format!("{id}-input"))
        .maybe("placeholder", words(field).placeholder.map(t).as_deref())
        .attr("aria-describedby", &format!("{about} {wrong_id}"))
        .follow("aria-invalid", move || {
            wrong.with(|wrong| !wrong.is_empty()).then(|| "true".to_owned())
        });
    let second = matches!(field.kind, Kind::Commands { .. }).then(|| {
        input(&inputs, reason)
            .class("reason")
            .test(&format!("{id}-reason-input"))
            .attr("placeholder", &t(Key::PermissionsReasonPlaceholder))
            .attr("aria-label", &t(Key::PermissionsReason))
    });
    let enter = button("button", move || inputs.enter())
        .test(&format!("add-{id}-button"))
        .add(t(Key::CheckpointExecuteAddButton));
    let refusal = el("p")
        .class("refusal")
        .attr("id", &wrong_id)
        .attr("role", "alert")
        .test(&format!("{id}-refusal"))
        .add(text(move || wrong.get()));
    all([el("div").class("adder").add(first).add(second).add(enter).view(), refusal.view()])
}

fn input(inputs: &Inputs, key: String) -> El {
    let (app, wrong) = (inputs.shared.app, inputs.wrong);
    let shown = memo({
        let key = key.clone();
        move || app.input(&key)
    });
    let inputs = inputs.clone();
    el("input")
        .attr("type", "text")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .value(move || shown.get())
        .on("input", move |event| {
            wrong.set(String::new());
            app.keep(|kept| kept.set_input(&key, event_target_value(&event)));
        })
        .on("keydown", move |event| {
            let key: &web_sys::KeyboardEvent = event.unchecked_ref();
            // Enter also ends the spelling of a Chinese word; that one adds nothing.
            if key.key() == "Enter" && !key.is_composing() {
                event.prevent_default();
                inputs.enter();
            }
        })
}

impl Inputs {
    fn enter(&self) {
        let Shared { app, field, .. } = self.shared;
        let [own, reason] = &self.keys;
        let (typed, why) = untrack(|| (app.input(own), app.input(reason)));
        match add(app, field, &typed, &why) {
            Ok(()) => {
                self.wrong.set(String::new());
                app.keep(|kept| {
                    kept.set_input(own, String::new());
                    kept.set_input(reason, String::new());
                });
            }
            Err(refusal) => self.wrong.set(refusal_words(refusal, typed.trim())),
        }
    }
}

fn refusal_words(refusal: Refusal, text: &str) -> String {
    match refusal {
        Refusal::Blank => t(Key::EntryBlank),
        Refusal::Duplicate => t_with(Key::EntryDuplicate, &[("entry", &visible(text))]),
        Refusal::TooLong => {
            let (max, length) = (entries::LONGEST.to_string(), text.len().to_string());
            t_with(Key::EntryTooLong, &[("max", &max), ("length", &length)])
        }
        Refusal::NotAPath => t(Key::EntryNotAPath),
    }
}
