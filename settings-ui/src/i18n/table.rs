//! The texts of one language.

use serde_json::Value;

use super::{Counted, Key};

/// The texts of one language. What it lacks is English.
#[derive(Clone, Debug, Default)]
pub struct Table {
    language: String,
    texts: Vec<Option<String>>,
    /// For each counted text one form a category.
    counted: Vec<[Option<String>; 6]>,
}

const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

impl Table {
    /// The language that is always there.
    pub fn english() -> Self {
        Self { language: "en".to_owned(), ..Self::default() }
    }

    /// A language from the document `locales/<language>/settings.json`.
    pub fn read(language: &str, document: &Value) -> Self {
        let texts = Key::names().iter().map(|name| find(document, name));
        let counted = Counted::names()
            .iter()
            .map(|name| CATEGORIES.map(|category| find(document, &format!("{name}_{category}"))));
        let counted = counted.collect();
        Self { language: language.to_owned(), texts: texts.collect(), counted }
    }

    /// Its code, like `pt-BR`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// A text.
    pub fn text(&self, key: Key) -> &str {
        let own = self.texts.get(key as usize).and_then(Option::as_deref);
        own.unwrap_or_else(|| key.english())
    }

    /// A text in the plural for a number.
    pub fn counted(&self, key: Counted, number: usize) -> &str {
        let category = category(&self.language, number);
        let forms = self.counted.get(key as usize);
        let own = |category: &str| {
            let place = CATEGORIES.iter().position(|each| *each == category)?;
            forms?.get(place)?.as_deref()
        };
        own(&category).or_else(|| own("other")).unwrap_or_else(|| key.english(number == 1))
    }
}

fn find(document: &Value, name: &str) -> Option<String> {
    let value = name.split('.').try_fold(document, |value, key| value.get(key))?;
    value.as_str().map(str::to_owned)
}

#[cfg(target_arch = "wasm32")]
fn category(language: &str, number: usize) -> String {
    use wasm_bindgen::JsValue;

    let languages = js_sys::Array::of1(&JsValue::from_str(language));
    let rules = js_sys::Intl::PluralRules::new(&languages, &js_sys::Object::new());
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    String::from(rules.select(f64::from(number)))
}

/// Outside a browser there is only the English rule.
#[cfg(not(target_arch = "wasm32"))]
fn category(_language: &str, number: usize) -> String {
    (if number == 1 { "one" } else { "other" }).to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_language_lacks_is_english() {
        let document =
            json!({ "settings": { "checkpoint": { "execute": { "addButton": "Toevoegen" } } } });
        let table = Table::read("nl", &document);
        assert_eq!(table.text(Key::CheckpointExecuteAddButton), "Toevoegen");
        assert_eq!(table.text(Key::HistoryUndo), "Undo");
    }

    #[test]
    fn a_plural_that_is_missing_falls_back_to_the_general_one() {
        let document = json!({ "settings": { "entry": { "count_other": "{{count}} 个条目" } } });
        let table = Table::read("zh-CN", &document);
        assert_eq!(table.counted(Counted::EntryCount, 1), "{{count}} 个条目");
    }
}
