//! The language a person reads in a terminal. English is in the program's own sentences; verdicts and
//! rules are told in seventeen other languages, from the same texts as the settings app's.

use std::env;

use policy_core::rules::Rule;
use policy_core::wire::{RuleTexts, serving};
use serde_json::Value;

macro_rules! languages {
    ($($code:literal)+) => {
        /// Their codes.
        const CODES: &[&str] = &["en", $($code),+];

        /// The rules' texts and the app's texts of a language.
        fn texts(code: &str) -> Option<(&'static str, &'static str)> {
            match code {
                $($code => Some((
                    include_str!(concat!("../../locales/", $code, "/rules.json")),
                    include_str!(concat!("../../locales/", $code, "/settings.json")),
                )),)+
                _ => None,
            }
        }
    };
}

languages! {
    "ca" "de" "es" "fr" "hi" "id" "it" "ja" "ko" "nl" "pl" "pt-BR" "ru" "tr" "vi" "zh-CN" "zh-TW"
}

/// English, or the texts of another language.
#[derive(Debug, Default)]
pub struct Language {
    rules: RuleTexts,
    words: Option<Value>,
}

/// What a rule says.
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// A short line.
    pub title: &'a str,
    /// What happens.
    pub what: &'a str,
    /// Why that matters.
    pub why: &'a str,
    /// What to do instead.
    pub instead: &'a str,
}

impl Language {
    /// The language this terminal is set to: `BELAY_LANG`, or what every program reads.
    #[must_use]
    pub fn of_terminal() -> Self {
        let set = |name| env::var(name).ok().filter(|value| !value.is_empty());
        let wish = ["BELAY_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        Self::named(&wish.unwrap_or_default())
    }

    /// The language that serves a name like `de_AT.UTF-8`; English where none does.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let code = name.split(['.', '@']).next().unwrap_or_default();
        let Some((rules, words)) = serving(code, CODES).and_then(texts) else {
            return Self::default();
        };
        // What does not parse would stop the tests; a person reads English then.
        Self {
            rules: serde_json::from_str(rules).unwrap_or_default(),
            words: serde_json::from_str(words).ok(),
        }
    }

    /// A text of the app's by its dotted name below `settings`; nothing in English.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        let settings = self.words.as_ref()?.get("settings")?;
        name.split('.').try_fold(settings, |value, part| value.get(part))?.as_str()
    }

    /// What a rule says; in English where it has not been translated yet.
    #[must_use]
    pub fn rule<'a>(&'a self, rule: &'a Rule) -> Said<'a> {
        match self.rules.get(rule.id) {
            Some(text) => Said {
                title: &text.title,
                what: &text.explanation.what,
                why: &text.explanation.why,
                instead: &text.explanation.instead,
            },
            None => {
                Said { title: rule.title, what: rule.what, why: rule.why, instead: rule.instead }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use policy_core::rules;

    use super::*;

    #[test]
    fn a_terminal_names_its_language_with_an_encoding() {
        let risk = |name| Language::named(name).word("try.risk").map(str::to_owned);
        assert_eq!(risk("de_AT.UTF-8@euro").as_deref(), Some("Risiko"));
        assert_eq!(risk("zh_TW.Big5").as_deref(), Some("風險"));
        for english in ["", "C", "POSIX", "C.UTF-8", "en_GB.UTF-8", "xx"] {
            assert_eq!(risk(english), None, "{english}");
        }
    }

    #[test]
    fn every_rule_speaks_every_language() {
        for code in CODES.iter().filter(|code| **code != "en") {
            let language = Language::named(code);
            for rule in rules::all() {
                assert!(language.rules.contains_key(rule.id), "{code}: {}", rule.id);
            }
        }
    }
}
