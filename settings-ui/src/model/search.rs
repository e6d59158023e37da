//! Finds settings by words.

use policy_core::settings::{Field, Group};

use super::panel::{Panel, words};
use crate::i18n::t;

/// A text to compare without case. The browser knows the letters of all languages already; the
/// tables of our own would weigh 4 kB.
#[cfg(target_arch = "wasm32")]
pub fn lower(text: &str) -> String {
    // Most texts need no browser for it.
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    js_sys::JsString::from(text).to_lower_case().into()
}

/// The same outside a browser.
#[cfg(not(target_arch = "wasm32"))]
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// Whether every word of the query stands somewhere in what is known about a setting: its name,
/// its description, its panel, its key.
pub fn matches(field: &Field, query: &str) -> bool {
    let query = lower(query.trim());
    if query.is_empty() {
        return true;
    }
    let words = words(field);
    let mut text = format!("{}\n{}\n{}", t(words.label), t(Panel::of(field).title()), field.path());
    if let Some(description) = words.description {
        text.push('\n');
        text.push_str(&t(description));
    }
    if let Group::Shell(section) = field.group {
        text.push('\n');
        text.push_str(section.name());
    }
    let text = lower(&text);
    query.split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use policy_core::settings::FIELDS;

    use super::*;

    fn found(query: &str) -> Vec<String> {
        FIELDS.iter().filter(|field| matches(field, query)).map(Field::path).collect()
    }

    #[test]
    fn settings_are_found_by_label_description_and_key() {
        assert_eq!(found("days kept"), ["retentionDays"]);
        assert_eq!(found("RETENTIONDAYS"), ["retentionDays"]);
        assert_eq!(found("gitignore"), ["excludePatterns"]);
        assert!(found("zsh").iter().all(|path| path.contains("zsh")));
        assert!(found("no such thing at all").is_empty());
        assert_eq!(found("  ").len(), FIELDS.len());
    }
}
