//! Which language the page is in, and how its texts are loaded.

use leptos::prelude::*;
use leptos::task::spawn_local;
use policy_core::wire::RuleTexts;
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use super::{App, Notice};
use crate::host::page;
use crate::i18n::{self, Table, choice};

impl App {
    /// The language without a choice of the person's own: the host's, or the browser's.
    pub fn usual_language(self) -> &'static str {
        let host = self.context.read_untracked().host.language.clone();
        // A host that writes the page says so there, before its first message comes.
        let mut wishes = vec![host, page::boot("language").unwrap_or_default()];
        wishes.extend(page::languages());
        choice::best(wishes.iter().map(String::as_str).filter(|wish| !wish.is_empty()))
    }

    /// Picks a language, or with nothing the usual one.
    pub fn pick_language(self, language: Option<String>) {
        self.edit_session(|session| session.language = language);
        self.find_language();
    }

    /// The language that is picked or usual.
    fn wanted_language(self) -> &'static str {
        let picked = self.session.read_untracked().language.clone();
        let picked = picked.or_else(|| page::parameter("lang"));
        let picked = picked.as_deref().and_then(choice::matching);
        picked.unwrap_or_else(|| self.usual_language())
    }

    /// Speaks the language that is picked or usual.
    pub(super) fn find_language(self) {
        let language = self.wanted_language();
        if *self.language.read_untracked() == language {
            return;
        }
        if language == "en" {
            self.speak(Table::english());
        } else if page::boot("language").as_deref() == Some(language)
            && let Some(document) = page::locale()
        {
            self.speak(Table::read(language, &document));
        } else {
            spawn_local(self.fetch_language(language));
        }
    }

    fn speak(self, table: Table) {
        let language = table.language().to_owned();
        page::set_language(&language);
        i18n::set_language(table);
        i18n::set_rules(RuleTexts::new());
        if language != "en" {
            spawn_local(self.fetch_rules(language.clone()));
        }
        self.language.set(language);
    }

    /// Loads what the rules say in a language. Until then, or where it cannot be had, they are
    /// English.
    async fn fetch_rules(self, language: String) {
        if let Some(texts) = fetch_rules(&language).await
            && *self.language.read_untracked() == language
        {
            i18n::set_rules(texts);
        }
    }

    /// Loads a language. Where another is wanted by the time it arrives, it is not shown.
    async fn fetch_language(self, language: &'static str) {
        match fetch_texts(language, &["settings"]).await {
            _ if self.wanted_language() != language => {}
            Ok(document) => self.speak(Table::read(language, &document)),
            Err(_) => self.notify(Notice::NoLanguage),
        }
    }
}

/// The texts of a language, from as many documents as the page needs.
pub(super) async fn fetch_texts(language: &str, documents: &[&str]) -> Result<Value, JsValue> {
    let mut all = Map::new();
    for document in documents {
        if let Value::Object(texts) = page::fetch_json(&address(language, document)).await? {
            all.extend(texts);
        }
    }
    Ok(Value::Object(all))
}

/// What the rules say in a language, where it can be had.
pub(super) async fn fetch_rules(language: &str) -> Option<RuleTexts> {
    let document = page::fetch_json(&address(language, "rules")).await.ok()?;
    serde_json::from_value(document).ok()
}

/// Where a document of a language is.
fn address(language: &str, document: &str) -> String {
    let base = page::boot("locales").unwrap_or_else(|| "locales".to_owned());
    format!("{base}/{language}/{document}.json")
}
