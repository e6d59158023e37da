//! Entries as rows of one height, of which only those in sight are on the page.

use leptos::html::Div;
use leptos::prelude::*;

use super::Shared;
use super::chips::inside;
use crate::i18n::{Key, t_with};
use crate::model::panel::words;

/// The height of a row in pixels; the style sheet has the same.
const ROW: usize = 30;

/// The height of the box in rows; the style sheet has the same in pixels.
const IN_SIGHT: usize = 11;

/// Rows kept ready above and below.
const SPARE: usize = 6;

/// All entries that the filter leaves.
pub(super) fn rows(shared: Shared) -> AnyView {
    let first = RwSignal::new(0_usize);
    let frame = NodeRef::<Div>::new();
    let label = t_with(Key::EntryList, &[("list", &t_label(shared))]);
    let scrolled = move |_| {
        let top = frame.get_untracked().map_or(0, |frame| frame.scroll_top());
        let row = usize::try_from(top).unwrap_or_default() / ROW;
        // Steps of a few rows, so that most scrolling changes nothing on the page.
        let row = row.saturating_sub(SPARE) / SPARE * SPARE;
        if first.get_untracked() != row {
            first.set(row);
        }
    };
    let all = move || shared.shown.with(|shown| shown.len());
    // Whatever the filter leaves, the window stays inside it.
    let start = Memo::new(move |_| first.get().min(all().saturating_sub(IN_SIGHT)));
    view! {
        <div
            class="rows"
            node_ref=frame
            tabindex="0"
            role="group"
            aria-label=label.clone()
            data-testid=format!("{}-rows", shared.id)
            on:scroll=scrolled
        >
            <div class="space" style:height=move || format!("{}px", all() * ROW)>
                <ul
                    aria-label=label.clone()
                    style:transform=move || format!("translateY({}px)", start.get() * ROW)
                >
                    {move || {
                        let (entries, shown) = (shared.entries.get(), shared.shown.get());
                        let total = shown.len();
                        shown
                            .iter()
                            .enumerate()
                            .skip(start.get())
                            .take(IN_SIGHT + 3 * SPARE)
                            .filter_map(|(place, index)| {
                                let entry = entries.get(*index)?;
                                Some(
                                    view! {
                                        <li
                                            class="row"
                                            aria-setsize=total.to_string()
                                            aria-posinset=(place + 1).to_string()
                                        >
                                            {inside(shared, *index, entry)}
                                        </li>
                                    },
                                )
                            })
                            .collect_view()
                    }}
                </ul>
            </div>
        </div>
    }
    .into_any()
}

fn t_label(shared: Shared) -> String {
    crate::i18n::t(words(shared.field).label)
}
