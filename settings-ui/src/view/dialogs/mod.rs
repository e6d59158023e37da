//! Dialogs: the browser's own, which keep the focus inside and close with Escape.

mod presets;
mod transfer;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::el::{El, Piece, View, dynamic, el, nothing};
use super::parts::cross;
use crate::app::{App, Dialog};
use crate::i18n::{Key, t};

/// The dialog that is open, if any.
pub(super) fn dialogs(app: App) -> View {
    dynamic(move || match app.dialog.get() {
        None => nothing(),
        Some(Dialog::Presets) => {
            framed(app, Key::PresetsTitle, "presets", presets::presets(app)).view()
        }
        Some(Dialog::Transfer) => {
            framed(app, Key::TransferTitle, "transfer", transfer::transfer(app)).view()
        }
    })
}

fn framed(app: App, title: Key, id: &'static str, body: View) -> El {
    let heading = format!("{id}-dialog-title");
    let close = cross(&t(Key::EntryClose), move || app.dialog.set(None));
    let head = el("div")
        .class("head")
        .add(el("h2").attr("id", &heading).add(t(title)))
        .add(close.test("close-dialog-button"));
    let dialog = el("dialog")
        .class(&format!("dialog {id}"))
        .attr("aria-labelledby", &heading)
        .test(&format!("{id}-dialog"))
        .on("close", move |_| {
            app.dialog.set(None);
            super::reveal::focus(format!("{id}-button"));
        })
        .add(head)
        .add(body);
    let element: HtmlDialogElement = dialog.node().clone().unchecked_into();
    // It must be on the page before it can open.
    request_animation_frame(move || {
        if element.is_connected() {
            let _ = element.show_modal();
        }
    });
    dialog
}
