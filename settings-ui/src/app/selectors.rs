//! What the view shows of the state. Whoever asks here follows it.

use leptos::prelude::*;
use policy_core::settings::Field;
use serde_json::Value;

use super::App;
use crate::model::draft::Draft;
use crate::model::session::{Input, SessionState};
use crate::model::{entries, fields, search};

impl App {
    /// A switch as it stands in the draft; nothing where a shell inherits it.
    pub fn flag(self, field: &Field) -> Option<bool> {
        fields::flag(self.draft.read().clean(), field)
    }

    /// Whether a switch is on.
    pub fn is_on(self, field: &Field) -> bool {
        self.flag(field).unwrap_or_default()
    }

    /// A number as it stands in the draft.
    pub fn limit(self, field: &Field) -> u64 {
        fields::limit(self.draft.read().clean(), field)
    }

    /// The entries of a list as they stand in the draft.
    pub fn entries(self, field: &Field) -> Vec<Value> {
        entries::of(self.draft.read().clean(), field)
    }

    /// Whether a setting differs from its default.
    pub fn is_changed(self, field: &Field) -> bool {
        fields::is_changed(self.draft.read().clean(), field)
    }

    /// Whether the search leaves a setting on the page.
    pub fn shows(self, field: &Field) -> bool {
        search::matches(field, &self.search.read())
            && (!self.only_changed.get() || self.is_changed(field))
    }

    /// The text in an input.
    pub fn input(self, input: Input) -> String {
        self.session.read().input(input).to_owned()
    }

    /// The draft as it is now, without following it.
    pub fn peek<T>(self, look: impl FnOnce(&Draft) -> T) -> T {
        look(&self.draft.read_untracked())
    }

    /// Changes what is typed or chosen.
    pub fn edit_session(self, edit: impl FnOnce(&mut SessionState)) {
        self.session.update(edit);
    }
}
