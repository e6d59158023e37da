//! What crosses the border, called as JavaScript calls it: through the glue, by name.

use js_sys::{Array, Function, JSON, JsString, Object, Reflect, TypeError};
use policy_wasm::{Core, default_settings, detect_shell, explain_rule, list_rules};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

/// An engine as JavaScript holds it.
fn engine(settings: Option<&str>) -> JsValue {
    Core::new(settings.map(str::to_owned), None, None).into()
}

fn call(on: &JsValue, method: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let method: Function = Reflect::get(on, &method.into())?.dyn_into()?;
    method.apply(on, &arguments.iter().collect())
}

fn command(text: &JsString) -> JsValue {
    let action = Object::new();
    assert!(Reflect::set(&action, &"command".into(), text).is_ok());
    action.into()
}

fn judge_json(engine: &JsValue, text: &JsString) -> String {
    let answer = call(engine, "judgeJson", &[command(text)]);
    answer.ok().and_then(|json| json.as_string()).unwrap_or_default()
}

/// A value at a path of keys, as text.
fn at(value: &JsValue, path: &[&str]) -> String {
    let found =
        path.iter().try_fold(value.clone(), |value, key| Reflect::get(&value, &(*key).into()));
    found.ok().and_then(|found| found.as_string()).unwrap_or_default()
}

#[wasm_bindgen_test]
fn a_verdict_is_an_object_with_positions_of_javascript() {
    let engine = engine(None);
    let text = "echo 🙂; rm -rf ../x".into();
    let verdict = call(&engine, "judge", &[command(&text)]).unwrap_or_default();
    assert_eq!(at(&verdict, &["risk"]), "critical");
    let json = judge_json(&engine, &text);
    assert!(json.contains(r#""end":20"#), "{json}");
    assert_eq!(JSON::stringify(&verdict).map(String::from), Ok(json));
}

#[wasm_bindgen_test]
fn half_of_a_surrogate_pair_is_judged_as_the_replacement_character() {
    let half = JsString::from_char_code1(0xD83D);
    let engine = engine(None);
    let json = judge_json(&engine, &JsString::from("echo ").concat(&half));
    assert_eq!(json, judge_json(&engine, &"echo \u{fffd}".into()));
    assert!(json.contains(r#""unverified":true"#), "{json}");
}

#[wasm_bindgen_test]
fn the_short_question_gets_a_short_answer() {
    let answer = call(&engine(None), "shouldCreateCheckpoint", &["rm -rf x".into()]);
    let answer = answer.and_then(|answer| JSON::stringify(&answer)).map(String::from);
    assert_eq!(answer, Ok(r#"{"shouldCheckpoint":true,"reason":"command_required"}"#.to_owned()));
}

#[wasm_bindgen_test]
fn a_wrong_argument_is_a_type_error_that_names_the_place() {
    let action = Object::new();
    assert!(Reflect::set(&action, &"command".into(), &5.into()).is_ok());
    let error = call(&engine(None), "judge", &[action.into()]).err().unwrap_or_default();
    assert!(error.is_instance_of::<TypeError>());
    assert!(at(&error, &["message"]).starts_with("action.command: "), "{error:?}");
}

#[wasm_bindgen_test]
fn bad_settings_are_problems_and_never_an_exception() {
    let engine = engine(Some("{"));
    let problems = call(&engine, "problems", &[]).unwrap_or_default();
    assert_eq!(at(&problems, &["0", "code"]), "not_json");
    assert_eq!(at(&problems, &["0", "layer"]), "user");
    assert_eq!(call(&engine, "fallback", &[]), Ok(JsValue::TRUE));
}

#[wasm_bindgen_test]
fn a_freed_engine_throws_an_error() {
    let engine = engine(None);
    assert!(call(&engine, "free", &[]).is_ok());
    let error = call(&engine, "lint", &[]).err();
    assert!(error.is_some_and(|error| error.is_instance_of::<js_sys::Error>()));
}

#[wasm_bindgen_test]
fn what_the_engine_knows_is_told() {
    assert!(default_settings().contains("checkpointEnabled"));
    assert!(list_rules().is_ok_and(|rules| Array::from(&rules).length() > 20));
    let rule = explain_rule("files/delete".into()).unwrap_or_default();
    assert!(at(&rule, &["page"]).starts_with("# "), "{rule:?}");
    assert_eq!(explain_rule("no/such-rule".into()), Ok(JsValue::NULL));
    assert_eq!(detect_shell("/bin/zsh".into(), JsValue::UNDEFINED), Ok("zsh".into()));
    assert_eq!(detect_shell(JsValue::UNDEFINED, "windows".into()), Ok("powershell".into()));
}
