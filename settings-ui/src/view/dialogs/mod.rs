//! Dialogs: the browser's own, which keep the focus inside, close with Escape, and give the focus
//! back to whatever opened them.

mod presets;
mod transfer;

use leptos::html;
use leptos::prelude::*;

use self::presets::Presets;
use self::transfer::Transfer;
use super::parts::Cross;
use crate::app::{App, Dialog};
use crate::i18n::{Key, t};

/// The dialog that is open, if any.
#[component]
pub(super) fn Dialogs(app: App) -> impl IntoView {
    move || app.dialog.get().map(|dialog| view! { <OpenDialog app dialog /> })
}

#[component]
fn OpenDialog(app: App, dialog: Dialog) -> impl IntoView {
    let id = dialog.id();
    let title = match dialog {
        Dialog::Presets => Key::PresetsTitle,
        Dialog::Transfer => Key::TransferTitle,
    };
    let heading = format!("{id}-dialog-title");
    let node = NodeRef::<html::Dialog>::new();
    // It opens once it is on the page; one that has gone by then does not.
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
        }
    });
    // Closed by the browser, so that it also takes care of the focus.
    let close = Callback::new(move |()| {
        if let Some(dialog) = node.get_untracked() {
            dialog.close();
        }
    });
    let body = match dialog {
        Dialog::Presets => view! { <Presets app close /> }.into_any(),
        Dialog::Transfer => view! { <Transfer app close /> }.into_any(),
    };
    view! {
        <dialog
            class=format!("dialog {id}")
            aria-labelledby=heading
            data-testid=format!("{id}-dialog")
            node_ref=node
            on:close=move |_| app.dialog.set(None)
        >
            <div class="head">
                <h2 id=heading.clone()>{t(title)}</h2>
                <Cross label=t(Key::EntryClose) testid="close-dialog-button" on_click=close />
            </div>
            {body}
        </dialog>
    }
}
