//! What the page around the app says.

use gloo_storage::{LocalStorage, Storage};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Element;

use crate::message::ToApp;
use crate::model::theme::Theme;

/// The text of an element.
fn text_of(id: &str) -> Option<String> {
    web_sys::window()?.document()?.get_element_by_id(id)?.text_content()
}

/// A value of the block `belay-boot`, which whoever serves the page writes.
pub fn boot(key: &str) -> Option<String> {
    let boot: Value = serde_json::from_str(&text_of("belay-boot")?).ok()?;
    boot.get(key)?.as_str().map(str::to_owned)
}

/// A language that came with the page.
pub fn locale() -> Option<Value> {
    serde_json::from_str(&text_of("belay-locale")?).ok()
}

/// What the host had to say when it wrote the page. Nothing where it cannot be read: it is said again.
pub fn messages() -> Vec<ToApp> {
    let messages = text_of("belay-messages").map(|text| serde_json::from_str(&text));
    messages.and_then(Result::ok).unwrap_or_default()
}

/// A value of the address, behind `?` or `#`.
pub fn parameter(name: &str) -> Option<String> {
    let location = web_sys::window()?.location();
    let all = [location.search().ok()?, location.hash().ok()?];
    let mut pairs = all.iter().flat_map(|text| text.trim_start_matches(['?', '#']).split('&'));
    let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    js_sys::decode_uri_component(&value.replace('+', " ")).ok().map(String::from)
}

fn root() -> Option<Element> {
    web_sys::window()?.document()?.document_element()
}

/// Says which language the page is in.
pub fn set_language(language: &str) {
    if let Some(root) = root() {
        // Fails only for a name that is not an attribute's.
        let _ = root.set_attribute("lang", language);
    }
}

/// The theme the page began with, which its own script found.
pub fn theme() -> Theme {
    let theme = root().and_then(|root| root.get_attribute("data-theme"));
    Theme::from_id(&theme.unwrap_or_default())
}

/// Shows a theme, and remembers it where the browser stores anything.
pub fn set_theme(theme: Theme) {
    if let Some(root) = root() {
        // Fails only for a name that is not an attribute's.
        let _ = root.set_attribute("data-theme", theme.id());
    }
    if has_storage() {
        // Where it cannot be stored, the theme holds for this visit.
        let _ = LocalStorage::set("belay.theme", theme.id());
    }
}

/// Whether the browser lets this page store anything. Those who forbid it forbid both storages, and
/// gloo's accessors would throw.
pub fn has_storage() -> bool {
    web_sys::window().is_some_and(|window| {
        matches!(window.local_storage(), Ok(Some(_)))
            && matches!(window.session_storage(), Ok(Some(_)))
    })
}

/// Fetches a JSON document.
pub async fn fetch_json(address: &str) -> Result<Value, JsValue> {
    let window = web_sys::window().ok_or(JsValue::NULL)?;
    let response = JsFuture::from(window.fetch_with_str(address)).await?;
    let response: web_sys::Response = response.dyn_into()?;
    if !response.ok() {
        return Err(response.status().into());
    }
    let text = JsFuture::from(response.text()?).await?;
    let text = text.as_string().unwrap_or_default();
    serde_json::from_str(&text).map_err(|error| error.to_string().into())
}

/// The languages the browser is set to, the most wanted first.
pub fn languages() -> Vec<String> {
    let Some(window) = web_sys::window() else { return Vec::new() };
    window.navigator().languages().iter().filter_map(|language| language.as_string()).collect()
}

/// Whether the machine runs Windows, as far as the browser says.
pub fn is_windows() -> bool {
    let platform = web_sys::window().and_then(|window| window.navigator().platform().ok());
    platform.is_some_and(|platform| platform.starts_with("Win"))
}
