//! A dialog of the timeline: the browser's own, which keeps the focus inside, closes with Escape
//! and gives the focus back.

use leptos::html;
use leptos::prelude::*;

use super::super::parts::Cross;
use crate::i18n::{Key, t};

/// A dialog that is open for as long as it is on the page.
#[component]
pub(super) fn Modal(
    name: &'static str,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let node = NodeRef::<html::Dialog>::new();
    // It opens once it is on the page; one that has gone by then does not.
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
        }
    });
    // Closed by the browser, so that it also takes care of the focus.
    let close = move |()| {
        if let Some(dialog) = node.get_untracked() {
            dialog.close();
        }
    };
    let heading = format!("{name}-title");
    let labelled = heading.clone();
    view! {
        <dialog
            class=format!("dialog {name}")
            aria-labelledby=labelled
            data-testid=format!("{name}-dialog")
            node_ref=node
            on:close=move |_| on_close.run(())
        >
            <div class="head">
                <h2 id=heading>
                    <bdi>{move || title.get()}</bdi>
                </h2>
                <Cross label=t(Key::EntryClose) testid="close-dialog-button" on_click=close />
            </div>
            {children()}
        </dialog>
    }
}
