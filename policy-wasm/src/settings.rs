//! Settings as documents: compiled, filled in, changed. They cross the border as text, for a settings
//! file is read from text anyway, with lines and duplicate keys, and an object that contains itself is
//! noticed while it is written as text.

use policy_core::Policy;
use policy_core::settings::{
    Layer, Problem, Settings, WorkspaceLayer, apply_update, json_value, read, resolve,
};
use policy_core::wire::{LayerProblem, Merged};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

/// Settings that can judge, and what is wrong with them.
pub(crate) struct Compiled {
    pub(crate) policy: Policy,
    pub(crate) problems: Vec<LayerProblem>,
    pub(crate) fallback: bool,
}

/// Compiles a user's settings, and a workspace's over them.
pub(crate) fn compile(user: Option<&str>, workspace: Option<&str>, path: &str) -> Compiled {
    let mut problems = Vec::new();
    let mut add = |layer, found: Vec<Problem>| {
        problems.extend(found.into_iter().map(|problem| LayerProblem { layer, problem }));
    };
    let user = user.map(read);
    let (user, fallback) = match user {
        None => (None, false),
        Some(reading) => {
            add(Layer::User, reading.problems);
            let fallback = reading.settings.is_none();
            (reading.settings, fallback)
        }
    };
    let own = workspace.and_then(|text| {
        let reading = read(text);
        add(Layer::Workspace, reading.problems);
        reading.settings
    });
    let layer = own.as_ref().map(|settings| WorkspaceLayer { settings, path });
    let resolution = resolve(user.as_ref(), layer);
    add(Layer::Workspace, resolution.problems);
    let (policy, patterns) = Policy::compile(resolution.effective);
    // Both layers are in one list by now; only the user's own settings show whose entry is whose.
    let users = if own.is_some() && !patterns.is_empty() {
        Policy::compile(resolve(user.as_ref(), None).effective).1
    } else {
        patterns.clone()
    };
    for problem in patterns {
        let layer = if users.contains(&problem) { Layer::User } else { Layer::Workspace };
        add(layer, vec![problem]);
    }
    Compiled { policy, problems, fallback }
}

/// The built-in settings as the text of a document.
#[wasm_bindgen(js_name = defaultSettings)]
#[must_use]
pub fn default_settings() -> String {
    json(&Settings::defaults())
}

/// A document after an update, both as JSON: `{ settings, problems, changed }`. A document that
/// cannot be read is left alone, for writing over it would lose what it holds.
#[wasm_bindgen(js_name = mergeSettings)]
#[must_use]
pub fn merge_settings(current: &str, update: &str) -> String {
    let reading = read(current);
    let Some(settings) = reading.settings else {
        return json(&Merged { settings: None, problems: reading.problems, changed: Vec::new() });
    };
    let document = json_value(current).unwrap_or_default();
    let update = json_value(update).unwrap_or_default();
    let updated = apply_update(&settings, &update);
    json(&Merged {
        settings: Some(updated.written_into(&document)),
        problems: updated.problems,
        changed: updated.changed,
    })
}

/// Texts, numbers and lists are written to memory, which has no way to fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
