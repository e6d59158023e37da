//! What lives as long as a judgement.
//!
//! The arena's own functions are written to be inlined wherever they are called. Natively that is
//! worth it; in a browser a call is as good, and a hundred copies of the same few lines weigh.

use bumpalo::Bump;

/// Keeps a value.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn keep<T: Copy>(arena: &Bump, value: T) -> &T {
    arena.alloc(value)
}

/// Keeps a copy of a row of values.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn keep_row<'a, T: Copy>(arena: &'a Bump, row: &[T]) -> &'a [T] {
    arena.alloc_slice_copy(row)
}

/// Keeps a text.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn keep_text<'a>(arena: &'a Bump, text: &str) -> &'a str {
    arena.alloc_str(text)
}
