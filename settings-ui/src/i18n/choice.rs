//! Which language to show.

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

/// The best language for a list of wishes, the most wanted first. Hosts write codes in their own
/// manner (`zh-cn`, `pt_BR`, `de-AT`), so case and the separator do not matter.
pub fn best<'w>(wishes: impl IntoIterator<Item = &'w str>) -> &'static str {
    wishes.into_iter().find_map(matching).unwrap_or("en")
}

/// The language that serves a code.
pub fn matching(wish: &str) -> Option<&'static str> {
    let wish = wish.trim().replace('_', "-").to_ascii_lowercase();
    let exact = |code: &str| LANGUAGES.into_iter().find(|each| each.eq_ignore_ascii_case(code));
    if let Some(found) = exact(&wish) {
        return Some(found);
    }
    let (primary, rest) = wish.split_once('-').unwrap_or((&wish, ""));
    match primary {
        // Chinese differs by script, not only by country.
        "zh" if rest.contains("hant") || rest.contains("tw") || rest.contains("hk") => {
            exact("zh-tw")
        }
        "zh" => exact("zh-cn"),
        "pt" => exact("pt-br"),
        _ => exact(primary),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_matched_as_hosts_write_them() {
        assert_eq!(matching("zh-cn"), Some("zh-CN"));
        assert_eq!(matching("zh_Hans_SG"), Some("zh-CN"));
        assert_eq!(matching("EN-GB"), Some("en"));
        assert_eq!(matching("xx"), None);
        assert_eq!(matching(""), None);
    }

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
