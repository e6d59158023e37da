//! The part of a long list that is on the screen.

use std::ops::Range;

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::model::timeline::window;

/// Where a list that scrolls is, and how much of it is seen. Copies are the same.
#[derive(Clone, Copy)]
pub(super) struct Viewport {
    /// The element that scrolls.
    pub(super) node: NodeRef<html::Div>,
    row: f64,
    scrolled: RwSignal<f64>,
    height: RwSignal<f64>,
}

impl Viewport {
    /// A list with rows of this height.
    pub(super) fn new(row: f64) -> Self {
        let viewport = Self {
            node: NodeRef::new(),
            row,
            scrolled: RwSignal::new(0.0),
            height: RwSignal::new(800.0),
        };
        Effect::new(move |_| {
            viewport.node.track();
            viewport.measure();
        });
        let resized = window_event_listener(ev::resize, move |_| viewport.measure());
        on_cleanup(move || resized.remove());
        viewport
    }

    fn element(self) -> Option<HtmlElement> {
        self.node.get_untracked().map(|node| node.unchecked_into())
    }

    /// Looks how high the list is now.
    pub(super) fn measure(self) {
        let Some(element) = self.element() else { return };
        let height = f64::from(element.client_height());
        if height > 0.0 && height.to_bits() != self.height.get_untracked().to_bits() {
            self.height.set(height);
        }
        self.moved();
    }

    /// The list was scrolled.
    pub(super) fn moved(self) {
        if let Some(element) = self.element() {
            self.scrolled.set(f64::from(element.scroll_top()));
        }
    }

    /// The rows to be shown, of so many.
    pub(super) fn visible(self, total: usize) -> Range<usize> {
        window::visible(self.scrolled.get(), self.height.get(), self.row, total)
    }

    /// How high all rows are together.
    pub(super) fn whole(self, total: usize) -> String {
        format!("{}px", window::place(total, self.row))
    }

    /// Where a row is.
    pub(super) fn place(self, index: usize) -> String {
        format!("{}px", window::place(index, self.row))
    }

    /// How many rows fit.
    pub(super) fn page(self) -> usize {
        window::visible(0.0, self.height.get_untracked(), self.row, usize::MAX).len().max(9) - 8
    }

    /// Brings a row before the person.
    pub(super) fn reveal(self, index: usize) {
        let (scrolled, height) = (self.scrolled.get_untracked(), self.height.get_untracked());
        if let Some(to) = window::scroll_to(index, scrolled, height, self.row) {
            self.scroll(to);
        }
    }

    /// Brings a row to the top, with a little above it.
    pub(super) fn reveal_at_top(self, index: usize) {
        self.scroll((window::place(index, self.row) - 3.0 * self.row).max(0.0));
    }

    fn scroll(self, to: f64) {
        if let Some(element) = self.element() {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a browser's pages are not higher"
            )]
            element.set_scroll_top(to as i32);
            self.moved();
        }
    }
}
