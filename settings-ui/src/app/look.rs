//! What the view looks at. Everything here follows the state.

use leptos::prelude::*;
use policy_core::settings::Field;
use serde_json::Value;

use super::App;
use super::kept::Kept;
use crate::model::draft::Draft;
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
    pub fn input(self, key: &str) -> String {
        self.kept.read().input(key).to_owned()
    }

    /// The draft as it is now, without following it.
    pub fn peek<T>(self, look: impl FnOnce(&Draft) -> T) -> T {
        look(&self.draft.read_untracked())
    }

    /// Keeps something that is typed or chosen.
    pub fn keep(self, act: impl FnOnce(&mut Kept)) {
        let mut kept = self.kept.get_untracked();
        act(&mut kept);
        self.kept.set(kept);
    }
}
