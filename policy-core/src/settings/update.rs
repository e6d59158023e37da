//! Applies what a settings page sends in an `updateSettings` message.

use serde_json::{Map, Value};

use super::clean;
use super::document::{FIELDS, Settings};
use super::field::Field;
use super::problem::{Problem, ProblemCode, Problems};
use super::read::typed;

/// The settings after an update.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Updated {
    /// The settings, with every key applied that had nothing wrong.
    pub settings: Settings,
    /// What is wrong with the keys that were not applied.
    pub problems: Vec<Problem>,
    /// The top-level keys whose value is another than before, sorted.
    pub changed: Vec<String>,
    /// The settings as a document.
    pub written: Map<String, Value>,
}

/// Replaces the top-level keys that the update names; `null` removes a key, so that it is left to
/// the layer below again. A key with anything wrong in it is not applied at all: unlike a file, a
/// message can be sent again, and half a list is not what the person meant to save.
pub fn apply_update(current: &Settings, update: &Value) -> Updated {
    let mut problems = Problems::default();
    let mut after = document(current);
    let mut changed = Vec::new();
    match update {
        Value::Object(update) => {
            for (key, value) in update {
                let count = problems.count();
                let cleaned = clean::member(key, value, &mut Vec::new(), "$", &mut problems);
                if problems.count() > count {
                    continue;
                }
                let before = match cleaned {
                    Some(value) => after.insert(key.clone(), value),
                    None => after.remove(key),
                };
                if before.as_ref() != after.get(key) {
                    // The keys of a document come sorted.
                    changed.push(key.clone());
                }
            }
        }
        _ => problems.add(ProblemCode::NotAnObject, || {
            let help = "name the settings to change: `{ \"checkpointEnabled\": true }`";
            ["$".to_owned(), "the update is not an object".to_owned(), help.to_owned()]
        }),
    }
    match typed(Value::Object(after.clone()), &mut problems) {
        Some(settings) => {
            Updated { settings, problems: problems.into_vec(), changed, written: after }
        }
        None => Updated {
            settings: current.clone(),
            problems: problems.into_vec(),
            changed: Vec::new(),
            written: document(current),
        },
    }
}

impl Updated {
    /// The document that was updated, with the changed keys replaced and all else as it was: also
    /// what reading had to leave out, for a slip of the pen is still the person's own text.
    pub fn written_into(&self, document: &Value) -> Value {
        let mut document = document.as_object().cloned().unwrap_or_default();
        for key in &self.changed {
            let before = document.remove(key);
            if let Some(mut value) = self.written.get(key).cloned() {
                if let Some(before) = before {
                    keep_unknown(before, &mut value, &[key.as_str()]);
                }
                document.insert(key.clone(), value);
            }
        }
        Value::Object(document)
    }
}

/// Carries what no field is called from a group into the group that replaces it: a newer version
/// may know it.
fn keep_unknown(before: Value, after: &mut Value, path: &[&str]) {
    let (Value::Object(before), Value::Object(after)) = (before, after) else { return };
    for (key, value) in before {
        let path = [path, &[key.as_str()]].concat();
        let leads_there =
            |field: &Field| path.iter().copied().eq(field.segments().take(path.len()));
        match after.get_mut(&key) {
            Some(inner) => keep_unknown(value, inner, &path),
            None if !FIELDS.iter().any(leads_there) => {
                after.insert(key, value);
            }
            None => {}
        }
    }
}

/// The settings as a document.
fn document(settings: &Settings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(object)) => object,
        // Plain structs with text keys are always an object.
        _ => Map::new(),
    }
}
