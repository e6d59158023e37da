//! The document being edited: what is stored, what was changed since, and the way back.

use policy_core::settings::{Problem, ProblemCode, Settings, apply_update, read_value};
use serde_json::Value;

use super::fields::Update;

/// How many steps back there are.
const LONGEST_HISTORY: usize = 200;

/// The user's settings as they stand on the screen.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// As the host has it, to the last unknown key.
    stored: Value,
    /// The same with every change since.
    document: Value,
    settings: Settings,
    /// The settings as a document without what is wrong.
    clean: Value,
    problems: Vec<Problem>,
    past: Vec<Step>,
    future: Vec<Step>,
    waiting: Vec<Posted>,
    refused: Vec<Posted>,
    last_id: u32,
}

/// One change a person made.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    what: String,
    before: Update,
    after: Update,
}

/// A change on its way to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posted {
    /// The number the host answers to.
    pub id: u32,
    /// What it changes.
    pub update: Update,
}

/// What came of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// What to post, if anything changed.
    pub post: Option<Posted>,
    /// What is wrong with it, if it was refused.
    pub problems: Vec<Problem>,
}

impl Draft {
    /// The draft of a stored document.
    pub fn new(stored: Value) -> Self {
        let mut draft = Self::default();
        draft.receive(stored);
        draft
    }

    /// The settings without what is wrong, as a document.
    pub fn clean(&self) -> &Value {
        &self.clean
    }

    /// The settings without what is wrong.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The whole document, with what this version cannot read.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// What is wrong with the stored document.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether the document holds settings of another version.
    pub fn has_unknown(&self) -> bool {
        self.problems.iter().any(|problem| problem.code == ProblemCode::UnknownKey)
    }

    /// Whether something is not saved and nobody is about to save it.
    pub fn has_refused(&self) -> bool {
        !self.refused.is_empty()
    }

    /// Whether there is a way back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a way forth again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Takes over what the host has stored. Changes that are not saved yet stay on top.
    pub fn receive(&mut self, stored: Value) {
        self.stored = stored;
        self.rebuild();
    }

    fn rebuild(&mut self) {
        let reading = read_value(&self.stored);
        self.document = self.stored.clone();
        self.problems = reading.problems;
        self.settings = reading.settings.unwrap_or_default();
        let unsaved: Vec<Update> =
            self.refused.iter().chain(&self.waiting).map(|posted| posted.update.clone()).collect();
        for update in unsaved {
            let updated = apply_update(&self.settings, &Value::Object(update));
            self.document = updated.written_into(&self.document);
            self.settings = updated.settings;
        }
        self.clean = written(&self.settings);
    }

    /// Makes a change, one step of the history.
    pub fn change(&mut self, update: Update, what: &str) -> Applied {
        let (applied, before) = self.apply(update);
        if let Some(posted) = &applied.post {
            self.past.push(Step {
                what: what.to_owned(),
                before: members(&before, posted.update.keys()),
                after: posted.update.clone(),
            });
            if self.past.len() > LONGEST_HISTORY {
                self.past.remove(0);
            }
            self.future.clear();
        }
        applied
    }

    /// Goes a step back; gives what it was.
    pub fn undo(&mut self) -> Option<(String, Applied)> {
        let step = self.past.pop()?;
        let (applied, _) = self.apply(step.before.clone());
        let what = step.what.clone();
        self.future.push(step);
        Some((what, applied))
    }

    /// Goes a step forth again; gives what it was.
    pub fn redo(&mut self) -> Option<(String, Applied)> {
        let step = self.future.pop()?;
        let (applied, _) = self.apply(step.after.clone());
        let what = step.what.clone();
        self.past.push(step);
        Some((what, applied))
    }

    /// Changes the document; gives what came of it, and the document without what is wrong as it
    /// was before.
    fn apply(&mut self, update: Update) -> (Applied, Value) {
        let updated = apply_update(&self.settings, &Value::Object(update));
        if updated.changed.is_empty() {
            return (Applied { post: None, problems: updated.problems }, Value::Null);
        }
        self.document = updated.written_into(&self.document);
        self.settings = updated.settings;
        let before = std::mem::replace(&mut self.clean, Value::Object(updated.written));
        let posted = self.post(members(&self.clean, updated.changed.iter()));
        (Applied { post: Some(posted), problems: updated.problems }, before)
    }

    fn post(&mut self, update: Update) -> Posted {
        self.last_id = self.last_id.wrapping_add(1);
        let posted = Posted { id: self.last_id, update };
        self.waiting.push(posted.clone());
        posted
    }

    /// The host has stored a change.
    pub fn saved(&mut self, id: u32) {
        if let Some(place) = self.waiting.iter().position(|posted| posted.id == id) {
            let posted = self.waiting.remove(place);
            if let Value::Object(stored) = &mut self.stored {
                for (key, value) in posted.update {
                    match value {
                        Value::Null => stored.remove(&key),
                        value => stored.insert(key, value),
                    };
                }
            }
        }
    }

    /// The host has not stored a change: it stays unsaved here.
    pub fn refuse(&mut self, id: u32) {
        if let Some(place) = self.waiting.iter().position(|posted| posted.id == id) {
            let posted = self.waiting.remove(place);
            self.refused.push(posted);
        }
    }

    /// Posts again what was refused, as one change.
    pub fn retry(&mut self) -> Option<Posted> {
        let refused = std::mem::take(&mut self.refused);
        let mut update = Update::new();
        for posted in refused {
            update.extend(posted.update);
        }
        (!update.is_empty()).then(|| self.post(update))
    }

    /// Gives up what was refused, and the history with it, for its steps would bring it back.
    pub fn discard(&mut self) {
        self.refused.clear();
        self.past.clear();
        self.future.clear();
        self.rebuild();
    }
}

/// Some keys of a document; what is not there is `null`.
fn members<'k>(document: &Value, keys: impl Iterator<Item = &'k String>) -> Update {
    let mut update = Update::new();
    for key in keys {
        update.insert(key.clone(), document.get(key).cloned().unwrap_or(Value::Null));
    }
    update
}

fn written(settings: &Settings) -> Value {
    // A struct of plain values always serialises to an object.
    serde_json::to_value(settings).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn update(value: Value) -> Update {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn a_change_is_posted_with_the_keys_it_touches_alone() {
        let mut draft = Draft::new(json!({ "checkpointEnabled": false }));
        let applied = draft.change(update(json!({ "checkpointOnError": true })), "on error");
        let post = applied.post.map(|posted| Value::Object(posted.update));
        assert_eq!(post, Some(json!({ "checkpointOnError": true })));
        assert_eq!(
            draft.clean(),
            &json!({ "checkpointEnabled": false, "checkpointOnError": true })
        );
    }

    #[test]
    fn a_change_of_nothing_is_not_posted() {
        let mut draft = Draft::new(json!({ "checkpointOnError": true }));
        let applied = draft.change(update(json!({ "checkpointOnError": true })), "");
        assert_eq!(applied, Applied::default());
        assert!(!draft.can_undo());
    }

    #[test]
    fn undo_and_redo_go_one_change_at_a_time() {
        let mut draft = Draft::new(json!({}));
        draft.change(update(json!({ "checkpointCommands": ["a"] })), "one");
        draft.change(update(json!({ "checkpointCommands": ["a", "b"] })), "two");
        let undone = draft.undo();
        assert_eq!(undone.as_ref().map(|(what, _)| what.as_str()), Some("two"));
        assert_eq!(draft.clean(), &json!({ "checkpointCommands": ["a"] }));
        draft.undo();
        assert_eq!(draft.clean(), &json!({}));
        assert!(draft.undo().is_none());
        draft.redo();
        draft.redo();
        assert_eq!(draft.clean(), &json!({ "checkpointCommands": ["a", "b"] }));
        assert!(draft.redo().is_none());
    }

    #[test]
    fn undoing_a_first_value_posts_its_removal() {
        let mut draft = Draft::new(json!({}));
        draft.change(update(json!({ "retentionDays": 9 })), "");
        let post = draft.undo().and_then(|(_, applied)| applied.post);
        assert_eq!(
            post.map(|posted| Value::Object(posted.update)),
            Some(json!({ "retentionDays": null }))
        );
    }

    #[test]
    fn a_new_change_closes_the_way_forth() {
        let mut draft = Draft::new(json!({}));
        draft.change(update(json!({ "retentionDays": 9 })), "");
        draft.undo();
        draft.change(update(json!({ "retentionDays": 8 })), "");
        assert!(!draft.can_redo());
    }

    #[test]
    fn what_is_wrong_is_not_applied_and_told() {
        let mut draft = Draft::new(json!({}));
        let applied = draft.change(update(json!({ "retentionDays": 0 })), "");
        assert_eq!(applied.post, None);
        assert_eq!(applied.problems.len(), 1);
        assert_eq!(draft.clean(), &json!({}));
    }

    #[test]
    fn settings_of_a_newer_version_are_kept() {
        let mut draft = Draft::new(json!({ "fromTomorrow": [1, 2], "checkpointOnError": false }));
        assert!(draft.has_unknown());
        draft.change(update(json!({ "checkpointOnError": true })), "");
        assert_eq!(draft.document(), &json!({ "fromTomorrow": [1, 2], "checkpointOnError": true }));
    }

    #[test]
    fn a_refused_change_stays_in_the_draft_until_it_is_saved_or_given_up() {
        let mut draft = Draft::new(json!({}));
        let posted = draft.change(update(json!({ "retentionDays": 9 })), "").post;
        draft.refuse(posted.map_or(0, |posted| posted.id));
        assert!(draft.has_refused());
        draft.receive(json!({ "checkpointOnError": true }));
        assert_eq!(draft.clean(), &json!({ "checkpointOnError": true, "retentionDays": 9 }));
        let again = draft.retry();
        assert_eq!(again.as_ref().map(|posted| posted.update.len()), Some(1));
        draft.refuse(again.map_or(0, |posted| posted.id));
        draft.discard();
        assert_eq!(draft.clean(), &json!({ "checkpointOnError": true }));
        assert!(!draft.has_refused());
    }

    #[test]
    fn what_comes_from_outside_does_not_lose_what_is_on_its_way() {
        let mut draft = Draft::new(json!({}));
        draft.change(update(json!({ "retentionDays": 9 })), "");
        draft.receive(json!({ "checkpointOnError": true }));
        assert_eq!(draft.clean(), &json!({ "checkpointOnError": true, "retentionDays": 9 }));
        draft.saved(1);
        draft.receive(json!({ "checkpointOnError": true, "retentionDays": 7 }));
        assert_eq!(draft.clean(), &json!({ "checkpointOnError": true, "retentionDays": 7 }));
    }
}
