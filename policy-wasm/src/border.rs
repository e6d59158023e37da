//! Values of JavaScript as types of Rust and back.

use js_sys::TypeError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::{JsCast, JsValue};

/// Reads an argument. What is wrong with it is a `TypeError` that names the place: `action.command:
/// invalid type: …`.
pub(crate) fn read<T: DeserializeOwned>(value: JsValue, name: &str) -> Result<T, JsValue> {
    serde_path_to_error::deserialize(Deserializer::from(value)).map_err(|error| {
        let path = error.path().to_string();
        let place = if path == "." { name.to_owned() } else { format!("{name}.{path}") };
        wrong(&format!("{place}: {}", message(&error.into_inner().into())))
    })
}

/// Gives an answer as plain objects, the same as `JSON.parse` would make of its JSON.
pub(crate) fn write(answer: &impl Serialize) -> Result<JsValue, JsValue> {
    answer.serialize(&Serializer::json_compatible()).map_err(JsValue::from)
}

/// A `TypeError`.
pub(crate) fn wrong(message: &str) -> JsValue {
    TypeError::new(message).into()
}

fn message(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message())).unwrap_or_default()
}
