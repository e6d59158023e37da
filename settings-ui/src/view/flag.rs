//! A switch.

use leptos::prelude::*;
use policy_core::settings::Field;

use super::el::{El, Piece, all, el};
use super::field::field as framed;
use super::icon::icon;
use crate::app::App;
use crate::i18n::t;
use crate::model::panel::words;

/// A setting that is on or off.
pub(super) fn flag(app: App, field: &'static Field) -> El {
    let words = words(field);
    let about = format!("{}-about", words.id);
    let input = checkbox(move || app.is_on(field), move |on| app.set(field, Some(on.into())))
        .attr("id", words.id)
        .test(words.id)
        .attr("aria-describedby", &about);
    let label = el("label")
        .class("check")
        .add(input)
        .add(words.icon.map(icon))
        .add(el("span").class("name").add(t(words.label)));
    let description = el("p").class("about").attr("id", &about).add(words.description.map(t));
    framed(app, field, "flag", all([label.view(), description.view()]))
}

/// A box to tick that follows the state.
pub(super) fn checkbox(is: impl Fn() -> bool + 'static, mut act: impl FnMut(bool) + 'static) -> El {
    el("input")
        .attr("type", "checkbox")
        .property("checked", move || is().into())
        .on("change", move |event| act(event_target_checked(&event)))
}
