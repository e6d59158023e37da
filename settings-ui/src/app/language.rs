//! Which language the page speaks, and how it gets there.

use leptos::prelude::*;
use serde_json::Value;
use wasm_bindgen::JsCast;

use super::{App, Notice};
use crate::host::page;
use crate::host::promise::after;
use crate::i18n::{self, Table, choice};

impl App {
    /// The language without a choice of the person's own: the host's, or the browser's.
    pub fn usual_language(self) -> &'static str {
        let host = self.around.read_untracked().host.language.clone();
        // A host that writes the page says so there, before its first message comes.
        let mut wishes = vec![host, page::boot("language").unwrap_or_default()];
        wishes.extend(page::languages());
        choice::best(wishes.iter().map(String::as_str).filter(|wish| !wish.is_empty()))
    }

    /// Picks a language, or with nothing the usual one.
    pub fn pick_language(self, language: Option<String>) {
        self.keep(|kept| kept.language = language);
        self.find_language();
    }

    /// Speaks the language that is picked or usual.
    pub(super) fn find_language(self) {
        let picked = self.kept.read_untracked().language.clone();
        let picked = picked.or_else(|| page::parameter("lang"));
        let picked = picked.as_deref().and_then(choice::matching);
        let language = picked.unwrap_or_else(|| self.usual_language());
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
            self.fetch(language);
        }
    }

    fn speak(self, table: Table) {
        let language = table.language().to_owned();
        let root = web_sys::window().and_then(|window| window.document()?.document_element());
        if let Some(root) = root {
            // Fails only for a name that is no attribute's.
            let _ = root.set_attribute("lang", &language);
        }
        i18n::speak(table);
        self.language.set(language);
    }

    /// Brings a language in. Of two that were asked for, the last one is spoken.
    fn fetch(self, language: &'static str) {
        let base = page::boot("locales").unwrap_or_else(|| "locales".to_owned());
        let address = format!("{base}/{language}/settings.json");
        after(window().fetch_with_str(&address), move |response| {
            let text = response.ok().and_then(|response| {
                let response: web_sys::Response = response.dyn_into().ok()?;
                response.ok().then(|| response.text().ok()).flatten()
            });
            let Some(text) = text else { return self.notify(Notice::NoLanguage) };
            after(text, move |text| {
                let text = text.ok().and_then(|text| text.as_string()).unwrap_or_default();
                match serde_json::from_str::<Value>(&text) {
                    Ok(document) => self.speak(Table::read(language, &document)),
                    Err(_) => self.notify(Notice::NoLanguage),
                }
            });
        });
    }
}
