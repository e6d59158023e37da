//! Settings as text, out and in.

use policy_core::settings::{FIELDS, Field, Problem, read};
use serde_json::Value;

use super::fields::Update;

/// What a text would do to the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Import {
    /// What is wrong with it.
    pub problems: Vec<Problem>,
    /// Whether it holds settings at all.
    pub readable: bool,
    /// The settings that would change, with their old and new values; nothing stands for the
    /// default.
    pub changes: Vec<FieldChange>,
    /// The update that applies it.
    pub update: Update,
}

/// A setting with its old and its new value.
pub type FieldChange = (&'static Field, Option<Value>, Option<Value>);

/// The settings as text.
pub fn export(document: &Value) -> String {
    serde_json::to_string_pretty(document).unwrap_or_default()
}

/// Looks at a text before anything is applied. With `whole`, what it leaves out goes back to the
/// default.
pub fn import(current: &Value, text: &str, whole: bool) -> Import {
    let reading = read(text);
    let Some(settings) = reading.settings else {
        return Import { problems: reading.problems, ..Import::default() };
    };
    let wanted = serde_json::to_value(&settings).unwrap_or_default();
    let mut update = Update::new();
    if let (Value::Object(wanted), Value::Object(current)) = (&wanted, current) {
        for (key, value) in wanted {
            update.insert(key.clone(), merged(current.get(key), value, whole));
        }
        for key in current.keys().filter(|key| whole && !wanted.contains_key(*key)) {
            update.insert(key.clone(), Value::Null);
        }
        update.retain(|key, value| current.get(key).unwrap_or(&Value::Null) != value);
    }
    let mut after = current.clone();
    if let Value::Object(members) = &mut after {
        for (key, value) in &update {
            match value {
                Value::Null => members.remove(key),
                value => members.insert(key.clone(), value.clone()),
            };
        }
    }
    let changes = FIELDS.iter().filter_map(|field| {
        let (from, to) = (field.value_in(current), field.value_in(&after));
        (from != to).then(|| (field, from.cloned(), to.cloned()))
    });
    let changes = changes.collect();
    Import { problems: reading.problems, readable: true, changes, update }
}

/// A group keeps what the text does not mention; anything else is replaced.
fn merged(current: Option<&Value>, wanted: &Value, whole: bool) -> Value {
    match (current, wanted) {
        (Some(Value::Object(current)), Value::Object(wanted)) if !whole => {
            let mut all = current.clone();
            for (key, value) in wanted {
                all.insert(key.clone(), merged(current.get(key), value, whole));
            }
            Value::Object(all)
        }
        _ => wanted.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_exported_comes_back_as_it_was() {
        let document = json!({ "checkpointCommands": ["é <b>", "/x/i"], "retentionDays": 3 });
        let again = import(&json!({}), &export(&document), true);
        assert!(again.problems.is_empty());
        assert_eq!(Value::Object(again.update), document);
    }

    #[test]
    fn bad_json_changes_nothing_and_says_where_it_is_wrong() {
        let import = import(&json!({}), "{ \"a\": 1,, }", false);
        assert!(!import.readable);
        assert!(import.update.is_empty());
        assert!(import.problems.iter().any(|problem| problem.message.contains("line 1")));
    }

    #[test]
    fn what_is_good_is_taken_beside_what_is_wrong() {
        let import =
            import(&json!({}), r#"{ "retentionDays": "x", "checkpointOnError": true }"#, false);
        assert_eq!(import.problems.len(), 1);
        assert_eq!(Value::Object(import.update), json!({ "checkpointOnError": true }));
    }

    #[test]
    fn a_group_keeps_what_the_text_does_not_mention_unless_all_is_replaced() {
        let current = json!({ "permissions": { "confirmMediumRisk": true }, "retentionDays": 3 });
        let text = r#"{ "permissions": { "deniedCommands": ["x"] } }"#;
        let part = import(&current, text, false);
        assert_eq!(
            Value::Object(part.update),
            json!({ "permissions": { "confirmMediumRisk": true, "deniedCommands": ["x"] } })
        );
        assert_eq!(part.changes.len(), 1);
        let whole = import(&current, text, true);
        assert_eq!(
            Value::Object(whole.update),
            json!({ "permissions": { "deniedCommands": ["x"] }, "retentionDays": null })
        );
        assert_eq!(whole.changes.len(), 3);
    }
}
