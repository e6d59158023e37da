//! Promises of the browser.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Does something once a promise is kept or broken. One kind of future for all of them: each
/// `async` block of its own weighs more than what it does.
pub fn after(promise: Promise, act: impl FnOnce(Result<JsValue, JsValue>) + 'static) {
    wait(promise, Box::new(act));
}

fn wait(promise: Promise, act: Box<dyn FnOnce(Result<JsValue, JsValue>)>) {
    leptos::task::spawn_local(async move { act(JsFuture::from(promise).await) });
}
