//! One JSON object, read so that nothing in it can be seen in two ways.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::names::gravest;
use super::{DecodeError, MOST_BYTES};

/// A payload's top level.
pub(super) struct Payload {
    object: Object,
}

/// A JSON object.
pub(super) type Object = Map<String, Value>;

impl Payload {
    /// Reads the bytes. A byte order mark (Cursor on Windows sends one) is no part of the text.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, DecodeError> {
        if bytes.len() > MOST_BYTES {
            return Err(DecodeError::malformed(format!(
                "the payload is larger than {} MiB",
                MOST_BYTES >> 20
            )));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(DecodeError::malformed("the payload is empty"));
        }
        match strict(bytes)? {
            Value::Object(object) => Ok(Self { object }),
            other => Err(DecodeError::malformed(format!(
                "the payload is {}, not an object",
                kind_of(&other)
            ))),
        }
    }

    pub(super) fn object(&self) -> &Object {
        &self.object
    }

    /// What the payload calls the event, in whichever host's words. Where it uses several names,
    /// the one at which a tool can be stopped.
    pub(super) fn event_name(&self) -> Option<String> {
        let keys = ["hook_event_name", "hookEventName", "hookName", "event", "type"];
        let names = keys.iter().filter_map(|key| self.object.get(*key)?.as_str());
        gravest(names).map(str::to_owned)
    }
}

/// Reads JSON and refuses a key that stands twice in one object: readers differ in which of the
/// two they believe, and the host may believe the other one.
pub(super) fn strict(bytes: &[u8]) -> Result<Value, DecodeError> {
    serde_json::from_slice::<Strict>(bytes).map(|strict| strict.0).map_err(|error| {
        // The visitor takes every type, so only a repeated key is an error about the data.
        if error.is_data() {
            DecodeError::ambiguous(error.to_string())
        } else {
            DecodeError::malformed(format!("the payload is not JSON: {error}"))
        }
    })
}

/// The value under the first of several spellings of one key. Hosts change spellings between
/// versions and some send both; two that differ are refused.
pub(super) fn get<'v>(object: &'v Object, keys: &[&str]) -> Result<Option<&'v Value>, DecodeError> {
    let mut found: Option<(&str, &Value)> = None;
    for key in keys {
        let Some(value) = object.get(*key).filter(|value| !value.is_null()) else { continue };
        match found {
            Some((first, earlier)) if earlier != value => {
                return Err(DecodeError::ambiguous(format!("`{first}` and `{key}` disagree")));
            }
            Some(_) => {}
            None => found = Some((key, value)),
        }
    }
    Ok(found.map(|(_, value)| value))
}

/// The same, for a text.
pub(super) fn text<'v>(object: &'v Object, keys: &[&str]) -> Result<Option<&'v str>, DecodeError> {
    match get(object, keys)? {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(DecodeError::bad_field(format!(
            "`{}` is {}, not a text",
            present(object, keys),
            kind_of(other)
        ))),
    }
}

/// The same, where an empty text says nothing.
pub(super) fn filled(object: &Object, keys: &[&str]) -> Result<Option<String>, DecodeError> {
    Ok(text(object, keys)?.filter(|text| !text.is_empty()).map(str::to_owned))
}

/// An id: a text, or the number some hosts use.
pub(super) fn id(object: &Object, keys: &[&str]) -> Result<Option<String>, DecodeError> {
    match get(object, keys)? {
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        _ => filled(object, keys),
    }
}

/// Whether a flag is set; hosts write it as a boolean or as the text `true`.
pub(super) fn flag(object: &Object, keys: &[&str]) -> bool {
    keys.iter().filter_map(|key| object.get(*key)).any(|value| match value {
        Value::Bool(set) => *set,
        Value::String(text) => text == "true",
        _ => false,
    })
}

/// An object inside, if it is one.
pub(super) fn inner<'v>(object: &'v Object, key: &str) -> Option<&'v Object> {
    object.get(key).and_then(Value::as_object)
}

/// The texts of a list.
pub(super) fn texts(object: &Object, key: &str) -> Vec<String> {
    let list = object.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(Value::as_str).filter(|s| !s.is_empty()).map(str::to_owned).collect()
}

/// What a person would call the type of a value.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn present<'k>(object: &Object, keys: &[&'k str]) -> &'k str {
    let there = keys.iter().find(|key| object.get(**key).is_some_and(|value| !value.is_null()));
    there.or(keys.first()).copied().unwrap_or_default()
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor).map(Self)
    }
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(value)) = access.next_element()? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, Strict(value))) = access.next_entry::<String, Strict>()? {
            if object.contains_key(&key) {
                let mut shown: String = key.chars().take(40).collect();
                shown.retain(|c| !c.is_control());
                return Err(A::Error::custom(format_args!("the key `{shown}` stands twice")));
            }
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}
