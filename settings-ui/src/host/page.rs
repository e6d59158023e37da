//! What the page around the app says.

use serde_json::Value;

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

/// A value of the address, behind `?` or `#`.
pub fn parameter(name: &str) -> Option<String> {
    let location = web_sys::window()?.location();
    let all = [location.search().ok()?, location.hash().ok()?];
    let mut pairs = all.iter().flat_map(|text| text.trim_start_matches(['?', '#']).split('&'));
    let value = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    js_sys::decode_uri_component(&value.replace('+', " ")).ok().map(String::from)
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
