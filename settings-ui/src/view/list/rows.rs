//! Entries as rows of one height, of which only those in sight are on the page.

use leptos::prelude::*;

use super::super::el::{El, all, dynamic, el};
use super::Shared;
use super::chips::inside;

/// The height of a row in pixels; the style sheet has the same.
const ROW: usize = 30;

/// The height of the box in rows; the style sheet has the same in pixels.
const IN_SIGHT: usize = 11;

/// Rows kept ready above and below.
const SPARE: usize = 6;

/// All entries that the filter leaves.
pub(super) fn rows(shared: Shared) -> El {
    let first = RwSignal::new(0_usize);
    let count = move || shared.shown.with(|shown| shown.len());
    // Whatever the filter leaves, the window stays inside it.
    let start = move || first.get().min(count().saturating_sub(IN_SIGHT));
    let window = move || {
        let (entries, shown) = (shared.entries.get(), shared.shown.get());
        let total = shown.len().to_string();
        let row = |(place, index): (usize, &usize)| {
            let entry = entries.get(*index)?;
            let row = el("li")
                .class("row")
                .attr("aria-setsize", &total)
                .attr("aria-posinset", &(place + 1).to_string());
            Some(row.add(inside(shared, *index, entry)))
        };
        let in_sight = shown.iter().enumerate().skip(start()).take(IN_SIGHT + 3 * SPARE);
        all(in_sight.filter_map(row))
    };
    let entries = el("ul")
        .attr("aria-label", &shared.label())
        .style("transform", move || format!("translateY({}px)", start() * ROW))
        .add(dynamic(window));
    let space = el("div")
        .class("space")
        .style("height", move || format!("{}px", count() * ROW))
        .add(entries);
    let frame = el("div")
        .class("rows")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", &shared.label())
        .test(&format!("{}-rows", shared.id))
        .add(space);
    let element = frame.node().clone();
    frame.on("scroll", move |_| {
        let row = usize::try_from(element.scroll_top()).unwrap_or_default() / ROW;
        // Steps of a few rows, so that most scrolling changes nothing on the page.
        let row = row.saturating_sub(SPARE) / SPARE * SPARE;
        if first.get_untracked() != row {
            first.set(row);
        }
    })
}
