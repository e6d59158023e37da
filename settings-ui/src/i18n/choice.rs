//! Which language to show.

use policy_core::wire::serving;

use super::LANGUAGES;

/// The names of the languages in themselves.
const NAMES: [(&str, &str); 18] = [
    ("ca", "Català"),
    ("de", "Deutsch"),
    ("en", "English"),
    ("es", "Español"),
    ("fr", "Français"),
    ("hi", "हिन्दी"),
    ("id", "Bahasa Indonesia"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt-BR", "Português (Brasil)"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
    ("vi", "Tiếng Việt"),
    ("zh-CN", "简体中文"),
    ("zh-TW", "繁體中文"),
];

/// A language's own name for itself.
pub fn name(language: &str) -> &'static str {
    NAMES.iter().find(|(code, _)| *code == language).map_or("English", |(_, name)| name)
}

/// The best language for a list of wishes, the most wanted first.
pub fn best<'w>(wishes: impl IntoIterator<Item = &'w str>) -> &'static str {
    wishes.into_iter().find_map(matching).unwrap_or("en")
}

/// The language that serves a code.
pub fn matching(wish: &str) -> Option<&'static str> {
    serving(wish, &LANGUAGES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_wish_that_is_there_wins() {
        assert_eq!(best(["xx", "zh-SG", "en"]), "zh-CN");
        assert_eq!(best(["xx"]), "en");
    }

    #[test]
    fn every_language_has_a_name() {
        for language in LANGUAGES {
            assert!(NAMES.iter().any(|(code, _)| *code == language), "{language}");
        }
    }
}
