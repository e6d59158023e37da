//! Values of a JSON object by their keys. What is missing or of another type is simply not there.
//!
//! By hand, because code derived for each type weighs more than all of this.

use serde_json::Value;

/// A text.
pub fn text(object: &Value, key: &str) -> Option<String> {
    object.get(key)?.as_str().map(str::to_owned)
}

/// A text, empty where there is none.
pub fn text_or_empty(object: &Value, key: &str) -> String {
    text(object, key).unwrap_or_default()
}

/// Whether something is `true`.
pub fn is(object: &Value, key: &str) -> bool {
    object.get(key).and_then(Value::as_bool).unwrap_or_default()
}

/// A whole number.
pub fn number(object: &Value, key: &str) -> Option<usize> {
    usize::try_from(object.get(key)?.as_u64()?).ok()
}

/// What can be read of a list.
pub fn list<T>(object: &Value, key: &str, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    let entries = object.get(key).and_then(Value::as_array);
    entries.into_iter().flatten().filter_map(read).collect()
}

/// The texts of a list.
pub fn texts(object: &Value, key: &str) -> Vec<String> {
    list(object, key, |entry| entry.as_str().map(str::to_owned))
}
