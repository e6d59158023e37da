//! The part of a long list that is on the screen. Rows are of one height, so that no row has to be
//! there for another to have its place.

use std::ops::Range;

/// Rows that are made beyond the edges, so that a small step shows something at once.
const BEYOND: usize = 6;

/// The rows to be shown.
pub fn visible(scrolled: f64, height: f64, row: f64, total: usize) -> Range<usize> {
    let first = whole(scrolled / row);
    let last = whole((scrolled + height) / row) + 1;
    first.saturating_sub(BEYOND).min(total)..(last + BEYOND).min(total)
}

/// How far to scroll so that a row is on the screen; nothing where it is.
pub fn scroll_to(index: usize, scrolled: f64, height: f64, row: f64) -> Option<f64> {
    let top = place(index, row);
    if top < scrolled {
        Some(top)
    } else if top + row > scrolled + height {
        Some(top + row - height)
    } else {
        None
    }
}

/// Where a row begins.
pub fn place(index: usize, row: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "no list is longer than a page can be high")]
    let index = index as f64;
    index * row
}

fn whole(number: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a place on a page is not negative, and cut off where it would be"
    )]
    let whole = number.max(0.0) as usize;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_on_the_screen_is_made() {
        assert_eq!(visible(0.0, 400.0, 40.0, 10_000), 0..17);
        assert_eq!(visible(40_000.0, 400.0, 40.0, 10_000), 994..1_017);
        assert_eq!(visible(399_900.0, 400.0, 40.0, 10_000), 9_991..10_000);
        assert_eq!(visible(0.0, 400.0, 40.0, 3), 0..3);
        assert_eq!(visible(900.0, 400.0, 40.0, 0), 0..0);
        assert_eq!(visible(-30.0, 400.0, 40.0, 10_000).start, 0, "a page may bounce");
    }

    #[test]
    fn the_list_moves_no_further_than_it_must() {
        assert_eq!(scroll_to(5, 0.0, 400.0, 40.0), None);
        assert_eq!(scroll_to(0, 200.0, 400.0, 40.0), Some(0.0));
        assert_eq!(scroll_to(10, 0.0, 400.0, 40.0), Some(40.0));
    }
}
