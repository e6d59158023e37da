//! Which of the languages that texts are in serves a wish.

/// The language that serves a code. Hosts write codes in their own manner (`zh-cn`, `pt_BR`, `de-AT`),
/// so case and the separator do not matter.
#[must_use]
pub fn serving(wish: &str, languages: &[&'static str]) -> Option<&'static str> {
    let wish = wish.trim().replace('_', "-").to_ascii_lowercase();
    let exact = |code: &str| languages.iter().find(|each| each.eq_ignore_ascii_case(code)).copied();
    if let Some(found) = exact(&wish) {
        return Some(found);
    }
    let (primary, rest) = wish.split_once('-').unwrap_or((&wish, ""));
    match primary {
        // Chinese differs by script, not only by country.
        "zh" if ["hant", "tw", "hk", "mo"].iter().any(|part| rest.contains(part)) => exact("zh-tw"),
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
        let serving = |wish| serving(wish, &["de", "en", "pt-BR", "zh-CN", "zh-TW"]);
        assert_eq!(serving("zh-cn"), Some("zh-CN"));
        assert_eq!(serving("zh_Hans_SG"), Some("zh-CN"));
        assert_eq!(serving("zh-HK"), Some("zh-TW"));
        assert_eq!(serving("pt"), Some("pt-BR"));
        assert_eq!(serving("de-AT"), Some("de"));
        assert_eq!(serving("EN-GB"), Some("en"));
        assert_eq!(serving("xx"), None);
        assert_eq!(serving(""), None);
    }
}
