//! Single settings of a document: their values, and updates that change them.

use policy_core::settings::{FIELDS, Field, Group, Kind, ShellSection};
use serde_json::{Map, Value};

/// A change of top-level keys, as hosts take it; `null` removes a key.
pub type Update = Map<String, Value>;

/// The setting of a group by its name.
///
/// The table is a constant, so a name that is not in it is a slip that the tests of
/// [`panel`](super::panel) find; the main switch then stands in for it.
pub fn field(group: Group, name: &str) -> &'static Field {
    let found = FIELDS.iter().find(|field| field.group == group && field.name == name);
    found.unwrap_or(&FIELDS[0])
}

/// The setting at a JSON path like `$.permissions.allowedCommands[2]`, and the entry's place.
pub fn at_path(path: &str) -> Option<(&'static Field, Option<usize>)> {
    let (whole, index) = match path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) {
        Some((list, index)) => (list, index.parse().ok()),
        None => (path, None),
    };
    let field = FIELDS.iter().find(|field| field.to_string() == whole)?;
    Some((field, index))
}

/// Whether a document sets this field to something else than its default.
pub fn is_changed(document: &Value, field: &Field) -> bool {
    field.value_in(document).is_some_and(|value| *value != field.default_value())
}

/// The flag in a document, or its default. A shell's flag that is not set has no value.
pub fn flag(document: &Value, field: &Field) -> Option<bool> {
    match (field.value_in(document).and_then(Value::as_bool), field.kind) {
        (Some(value), _) => Some(value),
        (None, Kind::Flag { default }) => Some(default),
        (None, _) => None,
    }
}

/// The number in a document, or its default.
pub fn limit(document: &Value, field: &Field) -> u64 {
    let default = match field.kind {
        Kind::Limit { default, .. } => default,
        _ => 0,
    };
    field.value_in(document).and_then(Value::as_u64).unwrap_or(default)
}

/// The update that gives a field a value, or with nothing takes its value away. Groups are
/// replaced as a whole, so what else is written in them goes along.
pub fn update(document: &Value, field: &Field, value: Option<Value>) -> Update {
    let mut update = Update::new();
    match field.group {
        Group::Root => {
            update.insert(field.name.to_owned(), value.unwrap_or(Value::Null));
        }
        Group::Permissions | Group::Shell(_) => {
            let keys: Vec<&str> = field.segments().collect();
            if let Some((top, rest)) = keys.split_first() {
                let mut group = document.get(top).cloned().unwrap_or_default();
                set(&mut group, rest, value);
                update.insert((*top).to_owned(), group);
            }
        }
    }
    update
}

/// Sets a value below an object; objects that become empty go.
fn set(object: &mut Value, keys: &[&str], value: Option<Value>) {
    let Some((key, rest)) = keys.split_first() else {
        *object = value.unwrap_or(Value::Null);
        return;
    };
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    if let Value::Object(members) = object {
        let mut inner = members.remove(*key).unwrap_or(Value::Null);
        set(&mut inner, rest, value);
        if !inner.is_null() {
            members.insert((*key).to_owned(), inner);
        }
        if members.is_empty() {
            *object = Value::Null;
        }
    }
}

/// Every setting of one shell's section.
pub fn of_shell(section: ShellSection) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| field.group == Group::Shell(section))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_top_level_field_is_updated_alone() {
        let field = field(Group::Root, "checkpointOnError");
        let change = update(&json!({ "checkpointEnabled": false }), field, Some(true.into()));
        assert_eq!(Value::Object(change), json!({ "checkpointOnError": true }));
        let reset = update(&json!({ "checkpointOnError": true }), field, None);
        assert_eq!(Value::Object(reset), json!({ "checkpointOnError": null }));
    }

    #[test]
    fn a_group_is_updated_with_everything_in_it() {
        let document =
            json!({ "shellSpecificCheckpoints": { "bash": { "checkpointAfterHighRisk": true } } });
        let before = field(Group::Shell(ShellSection::Zsh), "checkpointBeforeHighRisk");
        let change = update(&document, before, Some(false.into()));
        assert_eq!(
            Value::Object(change),
            json!({ "shellSpecificCheckpoints": {
                "bash": { "checkpointAfterHighRisk": true },
                "zsh": { "checkpointBeforeHighRisk": false },
            } })
        );
    }

    #[test]
    fn a_group_that_becomes_empty_goes() {
        let document =
            json!({ "shellSpecificCheckpoints": { "bash": { "checkpointAfterHighRisk": true } } });
        let after = field(Group::Shell(ShellSection::Bash), "checkpointAfterHighRisk");
        let change = update(&document, after, None);
        assert_eq!(Value::Object(change), json!({ "shellSpecificCheckpoints": null }));
    }

    #[test]
    fn a_value_like_the_default_is_not_changed() {
        let field = field(Group::Root, "checkpointEnabled");
        assert!(!is_changed(&json!({}), field));
        assert!(!is_changed(&json!({ "checkpointEnabled": true }), field));
        assert!(is_changed(&json!({ "checkpointEnabled": false }), field));
    }

    #[test]
    fn paths_of_entries_lead_to_their_field() {
        let (field, index) = at_path("$.permissions.deniedCommands[12]").unzip();
        assert_eq!(field.map(|field| field.name), Some("deniedCommands"));
        assert_eq!(index.flatten(), Some(12));
        assert!(at_path("$.nothing[0]").is_none());
    }
}
