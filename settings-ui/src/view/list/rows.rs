//! Entries as rows of one height, of which only those in sight are on the page.

use leptos::html;
use leptos::prelude::*;

use super::ListState;
use super::entry::{Entry, Shown};

/// The height of a row in pixels; the style sheet has the same.
const ROW: usize = 30;

/// The height of the box in rows; the style sheet has the same in pixels.
const IN_SIGHT: usize = 11;

/// Rows rendered in advance above and below.
const SPARE: usize = 6;

/// All entries that the filter leaves.
#[component]
pub(super) fn Rows(list: ListState) -> impl IntoView {
    let scrolled_to = RwSignal::new(0_usize);
    let count = Memo::new(move |_| list.shown.with(|shown| shown.len()));
    // Whatever the filter leaves, the window stays inside it.
    let start = Memo::new(move |_| scrolled_to.get().min(count.get().saturating_sub(IN_SIGHT)));
    let each = move || {
        let (entries, shown) = (list.entries.get(), list.shown.get());
        let in_sight = shown.iter().copied().skip(start.get()).take(IN_SIGHT + 3 * SPARE);
        Shown::at(&entries, in_sight)
    };
    let row = move |position: ReadSignal<usize>, Shown { entry, .. }: Shown| {
        let place = Memo::new(move |_| start.get() + position.get());
        let index = Memo::new(move |_| {
            let place = place.get();
            list.shown.with(|shown| shown.get(place).copied().unwrap_or_default())
        });
        view! {
            <li
                class="row"
                aria-setsize=move || count.get().to_string()
                aria-posinset=move || (place.get() + 1).to_string()
            >
                <Entry list index entry />
            </li>
        }
    };
    let frame = NodeRef::<html::Div>::new();
    let scroll = move |_| {
        let top = frame.get_untracked().map(|frame| frame.scroll_top()).unwrap_or_default();
        let row = usize::try_from(top).unwrap_or_default() / ROW;
        // Steps of a few rows, so that most scrolling changes nothing on the page.
        let row = row.saturating_sub(SPARE) / SPARE * SPARE;
        if scrolled_to.get_untracked() != row {
            scrolled_to.set(row);
        }
    };
    view! {
        <div
            class="rows"
            tabindex="0"
            role="group"
            aria-label=move || list.label()
            data-testid=format!("{}-rows", list.id)
            node_ref=frame
            on:scroll=scroll
        >
            <div class="space" style:height=move || format!("{}px", count.get() * ROW)>
                <ul
                    aria-label=move || list.label()
                    style:transform=move || format!("translateY({}px)", start.get() * ROW)
                >
                    <ForEnumerate each key=|shown: &Shown| shown.identity.clone() children=row />
                </ul>
            </div>
        </div>
    }
}
