//! From the values of a cleaned document to types, and back.
//!
//! By hand rather than through serde: the table has left nothing to refuse, and what serde brings
//! along to describe a refusal is a tenth of what a browser would have to load.

use serde_json::{Map, Value};

use super::document::CommandEntry;

/// A type that stands in a document.
pub(super) trait Written: Sized {
    /// The value as this type, or nothing where it is of another one.
    fn from_value(value: &Value) -> Option<Self>;

    /// The value as it is written.
    fn to_value(&self) -> Value;
}

/// Reads a key of a document, and counts it: where fewer were read than are there, one had a value
/// of another type or no name that is known.
pub(super) fn part<T: Written>(
    object: &Map<String, Value>,
    key: &str,
    read: &mut usize,
) -> Option<T> {
    let part = T::from_value(object.get(key)?)?;
    *read += 1;
    Some(part)
}

/// Puts a key into a document, if it is there.
pub(super) fn put<T: Written>(object: &mut Map<String, Value>, key: &str, value: Option<&T>) {
    if let Some(value) = value {
        object.insert(key.to_owned(), value.to_value());
    }
}

impl Written for bool {
    fn from_value(value: &Value) -> Option<Self> {
        value.as_bool()
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Written for u64 {
    fn from_value(value: &Value) -> Option<Self> {
        value.as_u64()
    }

    fn to_value(&self) -> Value {
        Value::from(*self)
    }
}

impl Written for String {
    fn from_value(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }

    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
}

impl<T: Written> Written for Vec<T> {
    fn from_value(value: &Value) -> Option<Self> {
        let entries = value.as_array()?;
        let mut list = Self::with_capacity(entries.len());
        for entry in entries {
            list.push(T::from_value(entry)?);
        }
        Some(list)
    }

    fn to_value(&self) -> Value {
        let mut list = Vec::with_capacity(self.len());
        for entry in self {
            list.push(entry.to_value());
        }
        Value::Array(list)
    }
}

impl Written for CommandEntry {
    fn from_value(value: &Value) -> Option<Self> {
        if let Value::String(pattern) = value {
            return Some(Self::Plain(pattern.clone()));
        }
        let pattern = String::from_value(value.get("pattern")?)?;
        let reason = match value.get("reason") {
            None | Some(Value::Null) => None,
            Some(reason) => Some(String::from_value(reason)?),
        };
        Some(Self::Explained { pattern, reason })
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Plain(pattern) => pattern.to_value(),
            Self::Explained { pattern, reason } => {
                let mut object = Map::new();
                put(&mut object, "pattern", Some(pattern));
                put(&mut object, "reason", reason.as_ref());
                Value::Object(object)
            }
        }
    }
}
