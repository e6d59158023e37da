//! What crosses the border, called as JavaScript calls it: through the glue, by name.

use js_sys::{Function, JsString, Reflect};
use policy_wasm::{Core, catalogue, default_settings, detect_shell, names};
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

fn judge(engine: &JsValue, text: &JsString) -> String {
    let none = JsValue::UNDEFINED;
    let arguments = [0.into(), text.into(), 0.into(), none.clone(), none.clone(), none, 0.into()];
    call(engine, "judge", &arguments).ok().and_then(|json| json.as_string()).unwrap_or_default()
}

#[wasm_bindgen_test]
fn a_verdict_comes_back_as_json_with_positions_of_javascript() {
    let json = judge(&engine(None), &"echo 🙂; rm -rf ../x".into());
    assert!(json.starts_with(r#"{"action":"execute","shell":"bash","risk":"critical""#), "{json}");
    assert!(json.contains(r#""end":20"#), "{json}");
}

#[wasm_bindgen_test]
fn half_of_a_surrogate_pair_is_judged_as_the_replacement_character() {
    let half = JsString::from_char_code1(0xD83D);
    let engine = engine(None);
    let json = judge(&engine, &JsString::from("echo ").concat(&half));
    assert_eq!(json, judge(&engine, &"echo \u{fffd}".into()));
    assert!(json.contains(r#""unverified":true"#), "{json}");
}

#[wasm_bindgen_test]
fn the_short_question_gets_a_number() {
    let answer = call(&engine(None), "checkpoint", &["rm -rf x".into(), 0.into()]);
    let answer = answer.ok().and_then(|number| number.as_f64()).unwrap_or_default();
    // `command_required` is the second reason; the last bit says yes.
    assert!((answer - 3.0).abs() < f64::EPSILON, "{answer}");
}

#[wasm_bindgen_test]
fn bad_settings_are_problems_and_never_an_exception() {
    let engine = engine(Some("{"));
    let problems = call(&engine, "problems", &[]).ok().and_then(|json| json.as_string());
    assert!(problems.is_some_and(|json| json.contains(r#""code":"not_json""#)));
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
    assert!(names().contains("command_exempted"));
    assert!(default_settings().contains("checkpointEnabled"));
    assert!(catalogue().contains("files/delete"));
    assert_eq!(detect_shell("/bin/zsh", false), 2);
    assert_eq!(detect_shell("", true), 4);
}
