//! How a page looks and speaks: what every page has, whatever it is about.

use leptos::prelude::*;
use leptos::task::spawn_local;
use policy_core::wire::RuleTexts;

use super::language::{fetch_rules, fetch_texts};
use crate::host::{self, page};
use crate::i18n::{self, Table, choice};
use crate::model::theme::Theme;

/// The language and the theme of a page that `belay serve` serves. Copies are the same.
#[derive(Clone, Copy)]
pub struct Look {
    /// The documents with the page's texts.
    documents: &'static [&'static str],
    /// The language on the screen.
    pub language: RwSignal<String>,
    /// The language a person picked.
    pub picked: RwSignal<Option<String>>,
    /// The theme.
    pub theme: RwSignal<Theme>,
    /// Whether a language could not be loaded.
    pub failed: RwSignal<bool>,
}

impl Look {
    /// As the person left it.
    pub fn new(documents: &'static [&'static str]) -> Self {
        let picked = host::stored_session().and_then(|session| session.language);
        Self {
            documents,
            language: RwSignal::new("en".to_owned()),
            picked: RwSignal::new(picked),
            theme: RwSignal::new(page::theme()),
            failed: RwSignal::new(false),
        }
    }

    /// The language without a choice of the person's own.
    pub fn usual_language() -> &'static str {
        choice::best(page::languages().iter().map(String::as_str))
    }

    /// Picks a language, or with nothing the usual one.
    pub fn pick_language(self, language: Option<String>) {
        let mut session = host::stored_session().unwrap_or_default();
        session.language.clone_from(&language);
        host::store_session(&session);
        self.picked.set(language);
        self.find_language();
    }

    /// Shows another theme.
    pub fn set_theme(self, theme: Theme) {
        page::set_theme(theme);
        self.theme.set(theme);
    }

    /// The language that is picked or usual.
    fn wanted_language(self) -> &'static str {
        let picked = self.picked.get_untracked().or_else(|| page::parameter("lang"));
        let picked = picked.as_deref().and_then(choice::matching);
        picked.unwrap_or_else(Self::usual_language)
    }

    /// Speaks the language that is picked or usual.
    pub fn find_language(self) {
        let language = self.wanted_language();
        if *self.language.read_untracked() == language {
            return;
        }
        spawn_local(async move {
            let table = match language {
                "en" => Table::english(),
                _ => match fetch_texts(language, self.documents).await {
                    // Another was picked meanwhile.
                    _ if self.wanted_language() != language => return,
                    Ok(document) => Table::read(language, &document),
                    Err(_) => return self.failed.set(true),
                },
            };
            self.failed.set(false);
            page::set_language(language);
            i18n::set_rules(RuleTexts::new());
            i18n::set_language(table);
            self.language.set(language.to_owned());
        });
    }

    /// Loads what the rules are called, where it is not there yet.
    pub fn want_rules(self) {
        if !i18n::rules().is_empty() {
            return;
        }
        let language = self.language.get_untracked();
        spawn_local(async move {
            if let Some(texts) = fetch_rules(&language).await
                && *self.language.read_untracked() == language
            {
                i18n::set_rules(texts);
            }
        });
    }
}
