//! Keeps of a JSON value what the table of fields allows, and reports the rest.
//!
//! Reading and updating both work this way: first the value is cleaned against [`FIELDS`], then
//! what is left is made into types, which then has nothing to refuse.

use serde_json::{Map, Value};

use super::document::FIELDS;
use super::field::{Field, Kind};
use super::problem::{ProblemCode, Problems, entry_path, key_path, quoted};
use super::{folder, spelling};

/// The most entries read of one list.
pub(crate) const MAX_ENTRIES: usize = 10_000;

/// The longest entry, in bytes.
pub const MAX_ENTRY_BYTES: usize = 4096;

/// The key that names the schema of a JSON file to an editor. It is not a setting, and no mistake.
pub(crate) const SCHEMA_KEY: &str = "$schema";

/// Cleans the object that stands at `path`, below the keys in `above`. A `null` is left out, as
/// it means the same as nothing.
pub(super) fn object(
    object: &Map<String, Value>,
    above: &mut Vec<&'static str>,
    path: &str,
    problems: &mut Problems,
) -> Map<String, Value> {
    let mut cleaned = Map::new();
    for (key, value) in object {
        if above.is_empty() && key == SCHEMA_KEY {
            continue;
        }
        if let Some(value) = member(key, value, above, path, problems) {
            cleaned.insert(key.clone(), value);
        }
    }
    cleaned
}

/// Cleans one key of an object, as [`object`] does for all of them.
pub(super) fn member(
    key: &str,
    value: &Value,
    above: &mut Vec<&'static str>,
    path: &str,
    problems: &mut Problems,
) -> Option<Value> {
    let Some(known) = known(above, key) else {
        problems.add(ProblemCode::UnknownKey, || {
            let help = unknown_key_help(above, key);
            [key_path(path, key), format!("{} is not a setting here", quoted(key)), help]
        });
        return None;
    };
    if value.is_null() {
        return None;
    }
    let path = key_path(path, key);
    match known {
        Known::Field(field) => field_value(field, value, &path, problems),
        Known::Group(name) => {
            let Value::Object(inner) = value else {
                wrong_type(&path, value, "an object", "write it in braces: `{ }`", problems);
                return None;
            };
            above.push(name);
            let cleaned = object(inner, above, &path, problems);
            above.pop();
            Some(Value::Object(cleaned))
        }
    }
}

/// What a key may be, below the keys it stands under.
enum Known {
    Field(&'static Field),
    Group(&'static str),
}

fn known(above: &[&'static str], key: &str) -> Option<Known> {
    FIELDS.iter().find_map(|field| {
        let mut rest = field.segments();
        let here = above.iter().all(|key| rest.next() == Some(*key));
        let name = rest.next().filter(|name| here && *name == key)?;
        Some(if rest.next().is_some() { Known::Group(name) } else { Known::Field(field) })
    })
}

fn unknown_key_help(above: &[&'static str], key: &str) -> String {
    let siblings = FIELDS.iter().filter_map(|field| {
        let mut rest = field.segments();
        above.iter().all(|key| rest.next() == Some(*key)).then(|| rest.next()).flatten()
    });
    if let Some(name) = spelling::nearest(key, siblings) {
        format!("did you mean `{name}`?")
    } else if let Some(field) = spelling::elsewhere(key) {
        format!("did you mean `{}`?", field.path())
    } else {
        "remove it, or look its name up in the list of settings".to_owned()
    }
}

fn field_value(field: &Field, value: &Value, path: &str, problems: &mut Problems) -> Option<Value> {
    match field.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => flag(value, path, problems),
        Kind::Limit { min, max, .. } => limit(value, min, max, path, problems),
        Kind::Patterns { .. }
        | Kind::Commands { .. }
        | Kind::Globs { .. }
        | Kind::Folders { .. } => list(&field.kind, value, path, problems),
    }
}

fn flag(value: &Value, path: &str, problems: &mut Problems) -> Option<Value> {
    if value.is_boolean() {
        return Some(value.clone());
    }
    let help = match value.as_str() {
        Some("true") => "write `true` without the quotes",
        Some("false") => "write `false` without the quotes",
        _ => "write `true` or `false`",
    };
    wrong_type(path, value, "`true` or `false`", help, problems);
    None
}

fn limit(value: &Value, min: u64, max: u64, path: &str, problems: &mut Problems) -> Option<Value> {
    let help = format!("write a whole number from {min} to {max}");
    let Value::Number(number) = value else {
        wrong_type(path, value, "a number", &help, problems);
        return None;
    };
    if number.as_u64().is_some_and(|number| (min..=max).contains(&number)) {
        return Some(value.clone());
    }
    problems.add(ProblemCode::OutOfRange, || {
        [path.to_owned(), format!("{} cannot be used here", quoted(&number.to_string())), help]
    });
    None
}

fn list(kind: &Kind, value: &Value, path: &str, problems: &mut Problems) -> Option<Value> {
    let Value::Array(entries) = value else {
        let help = match value.as_str() {
            Some(text) => format!("write it in brackets: {}", quoted(&format!("[{text:?}]"))),
            None => "write it in brackets: `[ ]`".to_owned(),
        };
        wrong_type(path, value, "a list", &help, problems);
        return None;
    };
    if entries.len() > MAX_ENTRIES {
        problems.add(ProblemCode::ListTooLong, || {
            let message =
                format!("the list has {} entries; only {MAX_ENTRIES} are read", entries.len());
            [path.to_owned(), message, "join entries with `*`, or remove some".to_owned()]
        });
    }
    let cleaned = entries.iter().take(MAX_ENTRIES).enumerate();
    Some(
        cleaned
            .filter_map(|(i, value)| entry(kind, value, &|| entry_path(path, i), problems))
            .collect(),
    )
}

/// Cleans one entry. Paths of entries are only written out for a problem, as lists may be long.
fn entry(
    kind: &Kind,
    value: &Value,
    path: &dyn Fn() -> String,
    problems: &mut Problems,
) -> Option<Value> {
    match (value, kind) {
        (Value::String(text), Kind::Folders { .. }) => (text_fits(text, path, problems)
            && is_full_path(text, path, problems))
        .then(|| value.clone()),
        (Value::String(text), _) => text_fits(text, path, problems).then(|| value.clone()),
        (Value::Object(object), Kind::Commands { .. }) => explained(object, path, problems),
        (_, Kind::Commands { .. }) => {
            let help = "write a pattern in quotes, or `{ \"pattern\": …, \"reason\": … }`";
            wrong_type(&path(), value, "a pattern", help, problems);
            None
        }
        _ => {
            wrong_type(&path(), value, "text", "write it in quotes", problems);
            None
        }
    }
}

fn explained(
    object: &Map<String, Value>,
    path: &dyn Fn() -> String,
    problems: &mut Problems,
) -> Option<Value> {
    let mut cleaned = Map::new();
    for (key, value) in object {
        let here = || key_path(&path(), key);
        match (key.as_str(), value) {
            ("pattern", Value::String(text)) => {
                if !text_fits(text, &here, problems) {
                    return None;
                }
                cleaned.insert(key.clone(), value.clone());
            }
            ("reason", Value::Null) => {}
            ("reason", Value::String(text)) if text.len() <= MAX_ENTRY_BYTES => {
                cleaned.insert(key.clone(), value.clone());
            }
            ("reason", Value::String(text)) => too_long(text, &here, problems),
            ("pattern" | "reason", _) => {
                wrong_type(&here(), value, "text", "write it in quotes", problems);
            }
            _ => problems.add(ProblemCode::UnknownKey, || {
                let help = match spelling::nearest(key, ["pattern", "reason"]) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => "an entry has a `pattern` and a `reason`".to_owned(),
                };
                [here(), format!("{} is not a part of an entry", quoted(key)), help]
            }),
        }
    }
    if cleaned.contains_key("pattern") {
        return Some(Value::Object(cleaned));
    }
    // A pattern of the wrong type has been reported already.
    if object.get("pattern").is_none_or(Value::is_null) {
        problems.add(ProblemCode::MissingPattern, || {
            let help = "write the command it is about: `{ \"pattern\": \"git push\" }`";
            [path(), "the entry has no `pattern`".to_owned(), help.to_owned()]
        });
    }
    None
}

fn text_fits(text: &str, path: &dyn Fn() -> String, problems: &mut Problems) -> bool {
    if text.trim().is_empty() {
        problems.add(ProblemCode::EmptyPattern, || {
            let help = "remove it; for everything, write `*`";
            [path(), "the entry is empty".to_owned(), help.to_owned()]
        });
        return false;
    }
    if text.len() > MAX_ENTRY_BYTES {
        too_long(text, path, problems);
        return false;
    }
    true
}

fn too_long(text: &str, path: &dyn Fn() -> String, problems: &mut Problems) {
    problems.add(ProblemCode::EntryTooLong, || {
        let message = format!("{} is {} bytes long", quoted(text), text.len());
        [path(), message, format!("keep it within {MAX_ENTRY_BYTES} bytes")]
    });
}

fn is_full_path(text: &str, path: &dyn Fn() -> String, problems: &mut Problems) -> bool {
    let full = folder::normalised(text).is_some();
    if !full {
        problems.add(ProblemCode::NotAFullPath, || {
            let help = "write the path from the root, without `~` and `..`";
            [path(), format!("{} is not a full path", quoted(text)), help.to_owned()]
        });
    }
    full
}

fn wrong_type(path: &str, value: &Value, wanted: &str, help: &str, problems: &mut Problems) {
    problems.add(ProblemCode::WrongType, || {
        let found = match value {
            Value::Null => "`null`".to_owned(),
            Value::Bool(flag) => format!("`{flag}`"),
            Value::Number(number) => quoted(&number.to_string()),
            Value::String(text) => format!("the text {}", quoted(text)),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        [path.to_owned(), format!("this is {found}, but should be {wanted}"), help.to_owned()]
    });
}
