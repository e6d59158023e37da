//! Dialogs: the browser's own, which keep the focus inside and close with Escape.

mod presets;
mod transfer;

use leptos::html;
use leptos::prelude::*;

use super::icon::icon;
use crate::app::{App, Dialog};
use crate::i18n::{Key, t};

/// The dialog that is open, if any.
pub(super) fn dialogs(app: App) -> AnyView {
    view! {
        {move || match app.dialog.get() {
            None => ().into_any(),
            Some(Dialog::Presets) => framed(app, Key::PresetsTitle, "presets", presets::presets(app)),
            Some(Dialog::Transfer) => {
                framed(app, Key::TransferTitle, "transfer", transfer::transfer(app))
            }
        }}
    }
    .into_any()
}

fn framed(app: App, title: Key, id: &'static str, body: AnyView) -> AnyView {
    let node = NodeRef::<html::Dialog>::new();
    node.on_load(|dialog| {
        // It is on the page and not open yet, which is all that could be wrong.
        let _ = dialog.show_modal();
    });
    let heading = format!("{id}-dialog-title");
    view! {
        <dialog
            node_ref=node
            class=format!("dialog {id}")
            aria-labelledby=heading.clone()
            data-testid=format!("{id}-dialog")
            on:close=move |_| app.dialog.set(None)
        >
            <div class="head">
                <h2 id=heading.clone()>{t(title)}</h2>
                <button
                    type="button"
                    class="remove"
                    data-testid="close-dialog-button"
                    aria-label=t(Key::EntryClose)
                    on:click=move |_| app.dialog.set(None)
                >
                    {icon("close")}
                </button>
            </div>
            {body}
        </dialog>
    }
    .into_any()
}
