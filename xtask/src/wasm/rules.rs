//! `rules.json` of the package: everything that is said about rules, of which a verdict needs only a
//! part. JavaScript loads it when a rule's page is first asked for.

use policy_core::rules::{self, Page, Rule};
use serde_json::{Value, json};

/// Every rule with its page, in the order they are asked.
pub(super) fn text() -> String {
    let rules: Vec<Value> = rules::all().iter().map(|rule| written(rule)).collect();
    Value::Array(rules).to_string()
}

fn written(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "title": rule.title,
        "level": rule.level.name(),
        "what": rule.what,
        "why": rule.why,
        "instead": rule.instead,
        "matches": rule.matches,
        "spares": rule.spares,
        "page": Page(rule).to_string(),
    })
}
