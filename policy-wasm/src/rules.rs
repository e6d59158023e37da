//! What the engine knows: its rules and shells.

use policy_core::rules;
use policy_core::shell::{Platform, detect};
use policy_core::wire::{Rule, RuleLine};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::border::{read, write};

/// Every rule in a line, in the order they are asked.
#[wasm_bindgen(js_name = listRules, unchecked_return_type = "RuleLine[]")]
pub fn list_rules() -> Result<JsValue, JsValue> {
    let lines: Vec<RuleLine> = rules::all().iter().map(|rule| RuleLine::from(*rule)).collect();
    write(&lines)
}

/// Everything about one rule, or `null` where none has that id.
#[wasm_bindgen(js_name = explainRule, unchecked_return_type = "Rule | null")]
pub fn explain_rule(
    #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
) -> Result<JsValue, JsValue> {
    let id: String = read(id, "id")?;
    write(&rules::by_id(&id).map(Rule::from))
}

/// The shell behind a path or name.
#[wasm_bindgen(js_name = detectShell, unchecked_return_type = "Shell")]
pub fn detect_shell(
    #[wasm_bindgen(unchecked_param_type = "string | null | undefined")] path: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Platform | null | undefined")] platform: JsValue,
) -> Result<JsValue, JsValue> {
    let path: Option<String> = read(path, "shellPath")?;
    let platform: Option<Platform> = read(platform, "platform")?;
    write(&detect(&path.unwrap_or_default(), platform.unwrap_or_default()))
}
