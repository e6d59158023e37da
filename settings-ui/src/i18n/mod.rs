//! The words of the app: a key for each text, English compiled in, one other language at a time.
//!
//! 1. [`Key`] and [`Counted`] are made by the build script from `locales/`; so a text that is
//!    missing anywhere stops the build.
//! 2. [`t`] is a text on the page, which follows the language; [`text`], [`text_with`] and [`count`]
//!    look one up as a string.
//! 3. [`choice`] decides which language that is.
//! 4. [`rules()`] is what the engine's rules say in it; they arrive after the page's own texts.

pub mod choice;
mod rules;
mod table;
#[cfg(test)]
mod used;

use std::sync::Arc;

use leptos::prelude::*;
use leptos::reactive::graph::Observer;

pub use rules::{rules, set_rules};
pub use table::Table;

/// The keys, made by the build script.
mod keys {
    include!(concat!(env!("OUT_DIR"), "/keys.rs"));

    impl Key {
        /// The English text.
        pub fn english(self) -> &'static str {
            ENGLISH.get(self as usize).copied().unwrap_or_default()
        }

        /// The dotted names of all keys, in order.
        pub fn names() -> &'static [&'static str] {
            &NAMES
        }
    }

    impl Counted {
        /// The English text for one, or for any other number.
        pub fn english(self, one: bool) -> &'static str {
            let texts = if one { &COUNTED_ONE } else { &COUNTED_OTHER };
            texts.get(self as usize).copied().unwrap_or_default()
        }

        /// The dotted names of all counted keys, in order.
        pub fn names() -> &'static [&'static str] {
            &COUNTED_NAMES
        }
    }
}

pub use keys::{Counted, Key, LANGUAGES};

thread_local! {
    static CURRENT: ArcRwSignal<Arc<Table>> = ArcRwSignal::new(Arc::new(Table::english()));
}

/// Changes the language in use. Every text on the page follows.
pub fn set_language(table: Table) {
    CURRENT.with(|current| current.set(Arc::new(table)));
}

/// The language in use. What is shown follows it; what is said once, after a click, does not.
fn current() -> Arc<Table> {
    match Observer::get() {
        Some(_) => CURRENT.with(ArcRwSignal::get),
        None => CURRENT.with(ArcRwSignal::get_untracked),
    }
}

/// A text for the page, which follows the language.
pub fn t(key: Key) -> impl Fn() -> String + Copy + Send + Sync + 'static {
    move || text(key)
}

/// A text.
pub fn text(key: Key) -> String {
    current().text(key).to_owned()
}

/// A text with its placeholders filled.
pub fn text_with(key: Key, values: &[(&str, &str)]) -> String {
    fill(current().text(key), values)
}

/// A text about a number of things, in the right plural.
pub fn count(key: Counted, number: usize, values: &[(&str, &str)]) -> String {
    let shown = number.to_string();
    let mut all = vec![("count", shown.as_str())];
    all.extend_from_slice(values);
    fill(current().counted(key, number), &all)
}

fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            filled.push_str("{{");
            rest = after;
            continue;
        };
        // A value is never looked through again: what a person typed stays what it is.
        filled
            .push_str(values.iter().find(|(each, _)| *each == name).map_or("", |(_, value)| value));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_once() {
        let text = fill("Removed {{entry}} of {{list}}", &[("entry", "{{list}}"), ("list", "x")]);
        assert_eq!(text, "Removed {{list}} of x");
        assert_eq!(fill("a {{", &[]), "a {{");
    }

    #[test]
    fn names_are_those_of_the_file() {
        let names = Key::names();
        let place = Key::CheckpointExecuteAddButton as usize;
        let name = names.get(place).copied();
        assert_eq!(name, Some("settings.checkpoint.execute.addButton"));
        assert_eq!(Counted::names().first().copied(), Some("settings.entry.catches"));
    }

    #[test]
    fn english_is_there_without_loading_anything() {
        assert_eq!(text(Key::CheckpointExecuteAddButton), "Add");
        assert_eq!(count(Counted::EntryCount, 1, &[]), "1 entry");
        assert_eq!(count(Counted::EntryCount, 5000, &[]), "5000 entries");
    }
}
