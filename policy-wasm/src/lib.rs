//! policy-core for JavaScript.
//!
//! The border is thin: requests and answers are the types of [`policy_core::wire`], settings are
//! the text of a document, and everything here is a line or two. The package's own TypeScript
//! (`policy-wasm/js`) loads the module, writes settings as text and says when an engine was freed.
//!
//! # A tour
//!
//! 1. [`Core`] is compiled settings: it judges ([`Core::judge`]) and answers the short question
//!    whether to save ([`Core::should_create_checkpoint`]).
//! 2. [`settings`] answers about settings, [`rules`] about rules and shells.
//! 3. [`border`] turns values of JavaScript into types of Rust and back.

mod border;
mod rules;
mod settings;

use js_sys::Function;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::Units;
use policy_core::wire::{self, ActionKind};
use policy_core::{Action, Policy, Surroundings, limits};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

pub use rules::{detect_shell, explain_rule, list_rules};
pub use settings::{default_settings, merge_settings};

use border::{read, write, wrong};

/// The types of the glue's `.d.ts` are those of the package.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "import type { Lookup } from \"../src/api.js\"; import type { Action, CheckpointDecision, LayerProblem, Lint, Platform, Rule, RuleLine, Shell, Surroundings, Verdict } from \"../src/wire.js\";";

/// Settings that can judge.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Core {
    policy: Policy,
    problems: Vec<wire::LayerProblem>,
    fallback: bool,
}

#[wasm_bindgen]
impl Core {
    /// Compiles a user's settings and a workspace's, both as the text of a JSON document.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(user: Option<String>, workspace: Option<String>, path: Option<String>) -> Self {
        let path = path.unwrap_or_default();
        let compiled = settings::compile(user.as_deref(), workspace.as_deref(), &path);
        Self { policy: compiled.policy, problems: compiled.problems, fallback: compiled.fallback }
    }

    /// What is wrong with the settings.
    #[wasm_bindgen(unchecked_return_type = "LayerProblem[]")]
    pub fn problems(&self) -> Result<JsValue, JsValue> {
        write(&self.problems)
    }

    /// Whether the user's settings could not be read at all, so that the defaults judge.
    #[must_use]
    pub fn fallback(&self) -> bool {
        self.fallback
    }

    /// What a careful colleague would say about the settings.
    #[wasm_bindgen(unchecked_return_type = "Lint[]")]
    pub fn lint(&self) -> Result<JsValue, JsValue> {
        write(&policy_core::lint(&self.policy))
    }

    /// The verdict on an action, with positions in UTF-16 units.
    #[wasm_bindgen(unchecked_return_type = "Verdict")]
    pub fn judge(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Action")] action: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Surroundings | null | undefined")]
        surroundings: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Lookup | null | undefined")] lookup: JsValue,
    ) -> Result<JsValue, JsValue> {
        write(&self.verdict(action, surroundings, lookup)?)
    }

    /// The same as JSON, byte for byte what policy-core writes natively.
    #[wasm_bindgen(js_name = judgeJson)]
    pub fn judge_json(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Action")] action: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Surroundings | null | undefined")]
        surroundings: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Lookup | null | undefined")] lookup: JsValue,
    ) -> Result<String, JsValue> {
        Ok(self.verdict(action, surroundings, lookup)?.to_json())
    }

    /// Only whether to save before a command, and why.
    #[wasm_bindgen(js_name = shouldCreateCheckpoint, unchecked_return_type = "CheckpointDecision")]
    pub fn should_create_checkpoint(
        &self,
        command: &str,
        shell: Option<String>,
        #[wasm_bindgen(unchecked_param_type = "Platform | null | undefined")] platform: JsValue,
    ) -> Result<JsValue, JsValue> {
        let platform: Option<Platform> = read(platform, "platform")?;
        let shell = detect(&shell.unwrap_or_default(), platform.unwrap_or_default());
        let action = Action::Run { command, shell };
        let surroundings = Surroundings::default();
        let checkpoint = policy_core::checkpoint(&action, &self.policy, &surroundings);
        write(&wire::CheckpointDecision {
            should_checkpoint: checkpoint.should,
            reason: checkpoint.reason,
        })
    }

    fn verdict(
        &self,
        action: JsValue,
        surroundings: JsValue,
        lookup: JsValue,
    ) -> Result<wire::Verdict, JsValue> {
        let action = request(action)?;
        let action = Action::from(&action);
        let surroundings: Option<Surroundings> = read(surroundings, "surroundings")?;
        let surroundings = surroundings.unwrap_or_default();
        let verdict = match lookup.dyn_ref::<Function>() {
            // What throws or answers anything but a text has found nothing.
            Some(lookup) => {
                let text = |path: &str| {
                    lookup.call1(&JsValue::NULL, &JsValue::from_str(path)).ok()?.as_string()
                };
                policy_core::judge_with(&action, &self.policy, &surroundings, &text)
            }
            None => policy_core::judge(&action, &self.policy, &surroundings),
        };
        Ok(wire::Verdict::new(&verdict, action.text(), Units::Utf16))
    }
}

/// The longest text that is read, in bytes.
#[wasm_bindgen(js_name = longestText)]
#[must_use]
pub fn longest_text() -> usize {
    limits::SOURCE_BYTES
}

/// Reads an action. A command that is too long is judged, and gets a finding that says so; no path,
/// address or name is that long.
fn request(action: JsValue) -> Result<wire::Action, JsValue> {
    let written: wire::Action = read(action, "action")?;
    let action = Action::from(&written);
    if action.kind() != ActionKind::Execute && action.text().len() > limits::SOURCE_BYTES {
        let most = limits::SOURCE_BYTES;
        return Err(wrong(&format!("action: the text is longer than {most} bytes")));
    }
    Ok(written)
}
