//! The app on a page, in a real browser: `wasm-pack test --headless --chrome settings-ui`.
#![cfg(target_arch = "wasm32")]

use js_sys::{JSON, Reflect};
use leptos::task::tick;
use policy_core::settings::{FIELDS, Group, ShellSection};
use serde_json::{Value, json};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{
    Document, Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, Storage,
};

wasm_bindgen_test_configure!(run_in_browser);

fn document() -> Document {
    match web_sys::window().and_then(|window| window.document()) {
        Some(document) => document,
        None => unreachable!("there is no page"),
    }
}

fn storage() -> Storage {
    match web_sys::window().and_then(|window| window.local_storage().ok()?) {
        Some(storage) => storage,
        None => unreachable!("there is no storage"),
    }
}

/// The app with these settings stored, on a page of its own.
async fn open(stored: Value) -> Element {
    for old in nodes(&document().query_selector_all(".under-test").ok()) {
        old.remove();
    }
    let _ = storage().clear();
    let _ = web_sys::window().and_then(|window| window.session_storage().ok()?).map(|s| s.clear());
    let _ = storage().set_item("belay.settings", &stored.to_string());
    // The engine is policy-wasm's own matter; here it stays away.
    let belay = js_sys::eval("({ vscode: () => undefined, load: () => new Promise(() => {}) })");
    let _ = Reflect::set(&js_sys::global(), &"belay".into(), &belay.unwrap_or(JsValue::NULL));
    let Ok(root) = document().create_element("div") else { unreachable!("no element") };
    root.set_class_name("under-test");
    let _ = document().body().map(|body| body.append_child(&root));
    settings_ui::mount(root.clone().unchecked_into());
    tick().await;
    root
}

fn nodes(list: &Option<web_sys::NodeList>) -> Vec<Element> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length()).filter_map(|index| list.get(index)?.dyn_into().ok()).collect()
}

#[track_caller]
fn find<T: JsCast>(root: &Element, id: &str) -> T {
    let found = root.query_selector(&format!("[data-testid=\"{id}\"]")).ok().flatten();
    match found.and_then(|found| found.dyn_into().ok()) {
        Some(found) => found,
        None => unreachable!("there is no {id}"),
    }
}

fn has(root: &Element, id: &str) -> bool {
    root.query_selector(&format!("[data-testid=\"{id}\"]")).ok().flatten().is_some()
}

async fn click(root: &Element, id: &str) {
    find::<HtmlElement>(root, id).click();
    tick().await;
}

async fn type_into(root: &Element, id: &str, text: &str) {
    let input: HtmlInputElement = find(root, id);
    input.set_value(text);
    fire(&input, "input");
    tick().await;
}

fn fire(target: &Element, name: &str) {
    if let Ok(event) = Event::new(name) {
        let _ = target.dispatch_event(&event);
    }
}

/// What is stored, or one key of it.
fn stored(pointer: &str) -> Value {
    let text = storage().get_item("belay.settings").ok().flatten().unwrap_or_default();
    let value: Value = serde_json::from_str(&text).unwrap_or_default();
    value.pointer(pointer).cloned().unwrap_or_default()
}

#[wasm_bindgen_test]
async fn every_setting_is_on_the_page() {
    let root = open(json!({})).await;
    let shells: HtmlSelectElement = find(&root, "shell-select");
    for shell in ShellSection::ALL {
        shells.set_value(shell.name());
        fire(&shells, "change");
        tick().await;
        let expected = FIELDS.iter().filter(|field| match field.group {
            Group::Shell(section) => section == shell,
            _ => true,
        });
        for field in expected {
            let shown = root.query_selector(&format!("[data-field=\"{}\"]", field.path()));
            assert!(shown.ok().flatten().is_some(), "{field} is shown in no panel");
        }
    }
}

#[wasm_bindgen_test]
async fn a_switch_shows_what_is_stored_and_stores_what_is_clicked() {
    let root = open(json!({ "checkpointOnError": true })).await;
    let on_error: HtmlInputElement = find(&root, "checkpoint-on-error-checkbox");
    assert!(on_error.checked());
    on_error.click();
    tick().await;
    assert_eq!(stored("/checkpointOnError"), json!(false));
    assert!(find::<HtmlInputElement>(&root, "checkpoint-enabled-checkbox").checked());
}

#[wasm_bindgen_test]
async fn an_entry_is_added_trimmed_and_once_and_removed_again() {
    let root = open(json!({ "checkpointCommands": ["a"] })).await;
    type_into(&root, "checkpoint-command-input", "  b c ").await;
    click(&root, "add-checkpoint-command-button").await;
    assert_eq!(stored("/checkpointCommands"), json!(["a", "b c"]));
    assert_eq!(find::<HtmlInputElement>(&root, "checkpoint-command-input").value(), "");
    type_into(&root, "checkpoint-command-input", "a").await;
    click(&root, "add-checkpoint-command-button").await;
    assert_eq!(stored("/checkpointCommands"), json!(["a", "b c"]));
    assert!(!find::<Element>(&root, "checkpoint-command-refusal").inner_html().is_empty());
    click(&root, "remove-checkpoint-command-0").await;
    assert_eq!(stored("/checkpointCommands"), json!(["b c"]));
}

#[wasm_bindgen_test]
async fn html_in_an_entry_is_text() {
    let root = open(json!({ "checkpointCommands": ["<img src=x onerror=alert(1)>"] })).await;
    assert!(root.query_selector("img").ok().flatten().is_none());
    let shown: Element = find(&root, "show-checkpoint-command-0");
    assert_eq!(shown.text_content().as_deref(), Some("<img src=x onerror=alert(1)>"));
}

#[wasm_bindgen_test]
async fn undo_and_redo_bring_back_one_change_at_a_time() {
    let root = open(json!({})).await;
    click(&root, "always-checkpoint-write-toggle").await;
    click(&root, "always-checkpoint-mcp-toggle").await;
    click(&root, "undo-button").await;
    assert_eq!(stored("/alwaysCheckpointMcp"), Value::Null);
    assert_eq!(stored("/alwaysCheckpointWrite"), json!(true));
    click(&root, "redo-button").await;
    assert_eq!(stored("/alwaysCheckpointMcp"), json!(true));
}

#[wasm_bindgen_test]
async fn the_lists_step_aside_while_terminal_commands_are_off() {
    let root = open(json!({})).await;
    assert!(has(&root, "checkpoint-command-input"));
    click(&root, "always-checkpoint-execute-toggle").await;
    assert!(!has(&root, "checkpoint-command-input"));
    assert!(has(&root, "commands-hidden"));
}

#[wasm_bindgen_test]
async fn a_shell_inherits_until_it_is_told_otherwise() {
    let root = open(json!({})).await;
    let shells: HtmlSelectElement = find(&root, "shell-select");
    shells.set_value("zsh");
    fire(&shells, "change");
    tick().await;
    assert!(has(&root, "shell-zsh"));
    let before: HtmlSelectElement = find(&root, "shell-checkpoint-before-high-risk-select");
    assert_eq!(before.value(), "inherit");
    before.set_value("false");
    fire(&before, "change");
    tick().await;
    let zsh = "/shellSpecificCheckpoints/zsh/checkpointBeforeHighRisk";
    assert_eq!(stored(zsh), json!(false));
    click(&root, "reset-shellSpecificCheckpoints.zsh.checkpointBeforeHighRisk").await;
    assert_eq!(stored("/shellSpecificCheckpoints"), Value::Null);
}

#[wasm_bindgen_test]
async fn five_thousand_entries_are_a_window_of_rows() {
    let many: Vec<String> = (0..5000).map(|number| format!("command {number}")).collect();
    let root = open(json!({ "checkpointCommands": many })).await;
    let rows: Element = find(&root, "checkpoint-command-rows");
    let on_the_page = nodes(&rows.query_selector_all("li").ok()).len();
    assert!((10..60).contains(&on_the_page), "{on_the_page}");
    type_into(&root, "checkpoint-command-filter", "4999").await;
    assert!(!has(&root, "checkpoint-command-rows"));
    assert!(has(&root, "remove-checkpoint-command-4999"));
}

#[wasm_bindgen_test]
async fn settings_of_a_newer_version_are_told_and_kept() {
    let root = open(json!({ "fromTomorrow": { "x": 1 } })).await;
    assert!(has(&root, "problems-notice"));
    click(&root, "checkpoint-on-error-checkbox").await;
    assert_eq!(stored("/fromTomorrow/x"), json!(1));
}

#[wasm_bindgen_test]
async fn an_import_is_looked_at_before_it_is_applied() {
    let root = open(json!({})).await;
    click(&root, "transfer-button").await;
    let area: web_sys::HtmlTextAreaElement = find(&root, "import-text");
    area.set_value("{ \"retentionDays\": 3, \"checkpointOnError\": \"yes\" }");
    fire(&area, "input");
    tick().await;
    let preview: Element = find(&root, "import-preview");
    assert!(preview.text_content().unwrap_or_default().contains("$.checkpointOnError"));
    assert_eq!(stored("/retentionDays"), Value::Null);
    click(&root, "import-apply-button").await;
    assert_eq!(stored("/retentionDays"), json!(3));
    assert!(!has(&root, "transfer-dialog"));
}

#[wasm_bindgen_test]
async fn what_is_typed_survives_a_reload() {
    let root = open(json!({})).await;
    type_into(&root, "denied-command-input", "git pu").await;
    tick().await;
    let kept = web_sys::window().and_then(|window| window.session_storage().ok()?);
    let kept = kept.and_then(|kept| kept.get_item("belay.session").ok()?).unwrap_or_default();
    let kept = JSON::parse(&kept).and_then(|kept| JSON::stringify(&kept)).map(String::from);
    assert!(kept.unwrap_or_default().contains("git pu"));
}
