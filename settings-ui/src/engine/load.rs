//! Brings the package in by a dynamic import, so that the page is there before it.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::host::page;

#[wasm_bindgen]
extern "C" {
    /// `import()` is syntax, not a function, so the page's script wraps it.
    #[wasm_bindgen(js_namespace = belay, js_name = load)]
    fn import(script: Option<String>, module: Option<String>) -> js_sys::Promise;

    #[derive(Clone)]
    type Api;
    #[wasm_bindgen(method, getter, js_name = Engine)]
    fn engine_class(this: &Api) -> js_sys::Function;
    #[wasm_bindgen(method, js_name = explainRule)]
    fn explain_rule(this: &Api, id: &str) -> JsValue;

    /// The package's compiled settings.
    pub(super) type Engine;
    #[wasm_bindgen(method, getter)]
    pub(super) fn problems(this: &Engine) -> JsValue;
    #[wasm_bindgen(method, catch, js_name = judgeJson)]
    pub(super) fn judge_json(
        this: &Engine,
        action: &JsValue,
        surroundings: &JsValue,
    ) -> Result<String, JsValue>;
    #[wasm_bindgen(method, catch)]
    pub(super) fn lint(this: &Engine) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method)]
    pub(super) fn free(this: &Engine);
}

thread_local! {
    static API: RefCell<Option<Api>> = const { RefCell::new(None) };
}

/// Loads the engine; an error is a sentence.
pub async fn load() -> Result<(), String> {
    let loaded = import(page::boot("engineScript"), page::boot("engineModule"));
    let api = JsFuture::from(loaded).await.map_err(|error| sentence(&error))?;
    API.with(|loaded| loaded.replace(Some(api.unchecked_into())));
    Ok(())
}

fn api() -> Option<Api> {
    API.with(|loaded| loaded.borrow().clone())
}

/// Compiles settings, given as the text of a document, with a workspace's or `null`.
pub(super) fn engine(user: &str, workspace: &JsValue) -> Option<Engine> {
    let arguments = js_sys::Array::of2(&user.into(), workspace);
    let made = js_sys::Reflect::construct(&api()?.engine_class(), &arguments).ok()?;
    Some(made.unchecked_into())
}

/// What is said about a rule at length, or `null`.
pub(super) fn explain_rule(id: &str) -> Option<JsValue> {
    Some(api()?.explain_rule(id))
}

/// What an error says.
fn sentence(error: &JsValue) -> String {
    let message = js_sys::Reflect::get(error, &"message".into()).ok();
    message.and_then(|message| message.as_string()).unwrap_or_default()
}
