//! Finds settings by words.

use policy_core::settings::{Field, Group};

use super::labels::labels;
use super::panel::Panel;
use crate::i18n::text;

/// Whether every word of the query stands somewhere in what is known about a setting: its name,
/// its description, its panel, its key.
pub fn matches(field: &Field, query: &str) -> bool {
    let query = query.trim().to_lowercase();
    if query.is_empty() {
        return true;
    }
    let labels = labels(field);
    let mut known =
        format!("{}\n{}\n{}", text(labels.label), text(Panel::of(field).title()), field.path());
    if let Some(description) = labels.description {
        known.push('\n');
        known.push_str(&text(description));
    }
    if let Group::Shell(section) = field.group {
        known.push('\n');
        known.push_str(section.name());
    }
    let known = known.to_lowercase();
    query.split_whitespace().all(|word| known.contains(word))
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
        assert_eq!(found("days keep"), ["retentionDays"]);
        assert_eq!(found("RETENTIONDAYS"), ["retentionDays"]);
        assert_eq!(found("gitignore"), ["excludePatterns"]);
        assert!(found("zsh").iter().all(|path| path.contains("zsh")));
        assert!(found("no such thing at all").is_empty());
        assert_eq!(found("  ").len(), FIELDS.len());
    }
}
