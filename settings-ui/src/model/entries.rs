//! Entries of lists: adding, removing, filtering.

use std::collections::HashMap;

use policy_core::settings::{Field, Kind, normalised_folder};
use serde_json::{Map, Value};

/// The longest entry that is stored, in bytes.
pub const LONGEST: usize = policy_core::settings::MAX_ENTRY_BYTES;

/// Why an entry is not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing in it.
    Blank,
    /// It is in the list already.
    Duplicate,
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It is not a full path, in a list of folders.
    NotAPath,
}

/// The entries of a list in a document, or the built-in ones.
pub fn of(document: &Value, field: &Field) -> Vec<Value> {
    match field.value_in(document).and_then(Value::as_array) {
        Some(entries) => entries.clone(),
        None => {
            let built_in = field.kind.default_entries().unwrap_or_default();
            built_in.iter().map(|entry| Value::from(*entry)).collect()
        }
    }
}

/// The pattern of an entry, which is a text or an object that has one.
pub fn pattern(entry: &Value) -> &str {
    entry.as_str().or_else(|| entry.get("pattern")?.as_str()).unwrap_or_default()
}

/// The reason that was written with an entry.
pub fn reason(entry: &Value) -> Option<&str> {
    entry.get("reason")?.as_str().filter(|reason| !reason.is_empty())
}

/// The list with a text added at its end: trimmed, never empty, never twice.
pub fn add(field: &Field, entries: &[Value], text: &str, why: &str) -> Result<Vec<Value>, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::Blank);
    }
    if text.len() > LONGEST {
        return Err(Refusal::TooLong);
    }
    if matches!(field.kind, Kind::Folders { .. }) && normalised_folder(text).is_none() {
        return Err(Refusal::NotAPath);
    }
    if entries.iter().any(|entry| pattern(entry) == text) {
        return Err(Refusal::Duplicate);
    }
    let mut longer = entries.to_vec();
    longer.push(with_reason(text, why));
    Ok(longer)
}

/// The list without one entry.
pub fn without(entries: &[Value], index: usize) -> Vec<Value> {
    let others = entries.iter().enumerate().filter(|(each, _)| *each != index);
    others.map(|(_, entry)| entry.clone()).collect()
}

/// The list with another pattern in one place; the reason stays.
pub fn replaced(entries: &[Value], index: usize, text: &str) -> Vec<Value> {
    let mut entries = entries.to_vec();
    if let Some(entry) = entries.get_mut(index) {
        *entry = with_reason(text, reason(entry).unwrap_or_default());
    }
    entries
}

/// The list with another reason in one place.
pub fn explained(entries: &[Value], index: usize, why: &str) -> Vec<Value> {
    let mut entries = entries.to_vec();
    if let Some(entry) = entries.get_mut(index) {
        *entry = with_reason(pattern(entry), why);
    }
    entries
}

fn with_reason(text: &str, why: &str) -> Value {
    let why = why.trim();
    if why.is_empty() {
        return text.into();
    }
    let mut entry = Map::new();
    entry.insert("pattern".to_owned(), text.into());
    entry.insert("reason".to_owned(), why.into());
    Value::Object(entry)
}

/// What distinguishes an entry from the others while they move. Documents may hold an entry twice, so the
/// number of equal ones before it is a part of it.
pub type Identity = (String, Option<String>, usize);

/// The entries at some places, each with its identity among them.
pub fn identified(
    entries: &[Value],
    places: impl IntoIterator<Item = usize>,
) -> Vec<(Identity, &Value)> {
    let mut seen: HashMap<&Value, usize> = HashMap::new();
    let at = |place: usize| {
        let entry = entries.get(place)?;
        let before = seen.entry(entry).and_modify(|before| *before += 1).or_default();
        let identity = (pattern(entry).to_owned(), reason(entry).map(str::to_owned), *before);
        Some((identity, entry))
    };
    places.into_iter().filter_map(at).collect()
}

/// The places of the entries that hold a text, case ignored.
pub fn filtered(entries: &[Value], text: &str) -> Vec<usize> {
    let wanted = text.trim().to_lowercase();
    let holds = |entry: &Value| {
        wanted.is_empty()
            || pattern(entry).to_lowercase().contains(&wanted)
            || reason(entry).is_some_and(|reason| reason.to_lowercase().contains(&wanted))
    };
    entries.iter().enumerate().filter(|(_, entry)| holds(entry)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use policy_core::settings::Group;
    use serde_json::json;

    use super::super::fields::field;
    use super::*;

    fn commands() -> &'static Field {
        field(Group::Root, "checkpointCommands")
    }

    #[test]
    fn an_entry_is_trimmed_and_added_once() {
        let one = add(commands(), &[], "  rm -rf ", "").unwrap_or_default();
        assert_eq!(one, [json!("rm -rf")]);
        assert_eq!(add(commands(), &one, "rm -rf", ""), Err(Refusal::Duplicate));
        assert_eq!(add(commands(), &one, " \t ", ""), Err(Refusal::Blank));
    }

    #[test]
    fn an_entry_too_long_to_store_is_refused_with_its_reason() {
        let long = "x".repeat(10_000);
        assert_eq!(add(commands(), &[], &long, ""), Err(Refusal::TooLong));
    }

    #[test]
    fn folders_are_full_paths() {
        let folders = field(Group::Root, "trustedWorkspaces");
        assert_eq!(add(folders, &[], "~/x", ""), Err(Refusal::NotAPath));
        assert_eq!(add(folders, &[], "/home/x", ""), Ok(vec![json!("/home/x")]));
    }

    #[test]
    fn a_reason_makes_an_entry_an_object_and_its_loss_a_text_again() {
        let denied = field(Group::Permissions, "deniedCommands");
        let entries = add(denied, &[], "git push", " shared ").unwrap_or_default();
        assert_eq!(entries, [json!({ "pattern": "git push", "reason": "shared" })]);
        assert_eq!(explained(&entries, 0, " "), [json!("git push")]);
        assert_eq!(replaced(&entries, 0, "git"), [json!({ "pattern": "git", "reason": "shared" })]);
    }

    #[test]
    fn removing_takes_the_one_in_that_place() {
        let entries = [json!("a"), json!("b"), json!("c")];
        assert_eq!(without(&entries, 1), [json!("a"), json!("c")]);
        assert_eq!(without(&entries, 9), entries);
    }

    #[test]
    fn a_filter_looks_at_patterns_and_reasons_without_case() {
        let entries = [json!("rm -rf"), json!({ "pattern": "git", "reason": "Remote" })];
        assert_eq!(filtered(&entries, "RM"), [0]);
        assert_eq!(filtered(&entries, "remote"), [1]);
        assert_eq!(filtered(&entries, " "), [0, 1]);
    }

    #[test]
    fn a_list_nobody_wrote_shows_what_is_built_in() {
        assert_eq!(of(&json!({}), commands()).first(), Some(&json!("rm -rf")));
        assert!(of(&json!({ "checkpointCommands": [] }), commands()).is_empty());
    }
    #[test]
    fn equal_entries_are_told_apart_by_their_order() {
        let entries = [json!("ls"), json!({ "pattern": "ls", "reason": "x" }), json!("ls")];
        let found = identified(&entries, [0, 1, 2, 9]);
        let identities: Vec<_> = found.into_iter().map(|(identity, _)| identity).collect();
        let ls =
            |reason: Option<&str>, before| ("ls".to_owned(), reason.map(str::to_owned), before);
        assert_eq!(identities, [ls(None, 0), ls(Some("x"), 0), ls(None, 1)]);
    }
}
