//! What the engine knows: its rules, shells and words.

use policy_core::limits;
use policy_core::rules::{self, Rule};
use policy_core::shell::{Dialect, Platform, detect};
use policy_core::verdict::Reason;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::settings::json;

/// The words behind the numbers that cross the border, and the longest text that is read.
#[wasm_bindgen]
#[must_use]
pub fn names() -> String {
    json(&Names {
        actions: crate::ACTIONS,
        shells: Dialect::ALL.map(Dialect::name),
        reasons: Reason::ALL.map(Reason::name),
        longest: limits::SOURCE_BYTES,
    })
}

/// The place of a shell in the list of [`names`], from its path or name.
#[wasm_bindgen]
#[must_use]
pub fn detect_shell(path: &str, windows: bool) -> u8 {
    let platform = if windows { Platform::Windows } else { Platform::Unix };
    let dialect = detect(path, platform);
    (0..).zip(Dialect::ALL).find(|(_, each)| *each == dialect).map_or(0, |(place, _)| place)
}

/// Every rule in a line, as JSON.
#[wasm_bindgen]
#[must_use]
pub fn catalogue() -> String {
    let lines: Vec<_> = rules::all().iter().map(|rule| Line::of(rule)).collect();
    json(&lines)
}

#[derive(Serialize)]
struct Names {
    actions: [&'static str; 5],
    shells: [&'static str; 6],
    reasons: [&'static str; Reason::ALL.len()],
    longest: usize,
}

#[derive(Serialize)]
struct Line {
    id: &'static str,
    title: &'static str,
    level: &'static str,
}

impl Line {
    fn of(rule: &Rule) -> Self {
        Self { id: rule.id, title: rule.title, level: rule.level.name() }
    }
}
