//! What is told beside an entry: problems of its pattern, and what a careful colleague would say.

use policy_core::settings::Field;
use serde_json::Value;

use super::fields::at_path;
use super::wire::{is, text, text_or_empty};
use crate::i18n::Key;

/// The most entries that are checked while a person types: every one is held against every other.
pub const MOST_ENTRIES: usize = 400;

/// One remark, from the engine's linter or from reading a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The JSON path of the entry.
    pub path: String,
    /// The sort of remark.
    pub code: String,
    /// What is the matter.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Whether the entry may go without a loss.
    pub removable: bool,
    /// The layer the entry stands in; the linter does not say.
    pub layer: Option<String>,
}

/// What one click does about a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// The entry goes.
    Remove,
    /// The entry is replaced.
    Replace(String),
}

impl Remark {
    /// Reads what the engine tells about an entry.
    pub fn read(object: &Value) -> Option<Self> {
        Some(Self {
            path: text(object, "path")?,
            code: text(object, "code")?,
            message: text_or_empty(object, "message"),
            help: text_or_empty(object, "help"),
            removable: is(object, "removable"),
            layer: text(object, "layer"),
        })
    }

    /// Its short name.
    pub fn title(&self) -> Key {
        match self.code.as_str() {
            "duplicate" => Key::RemarkDuplicate,
            "shadowed" => Key::RemarkShadowed,
            "contradicted" => Key::RemarkContradicted,
            "exempts_high_risk" => Key::RemarkExemptsHighRisk,
            "allows_critical" => Key::RemarkAllowsCritical,
            _ => Key::RemarkProblem,
        }
    }

    /// Whether the entry has no effect at all because of it.
    pub fn is_problem(&self) -> bool {
        self.title() == Key::RemarkProblem
    }

    /// Whether it is about this entry.
    pub fn is_about(&self, field: &Field, index: usize) -> bool {
        self.layer.as_deref() != Some("workspace")
            && at_path(&self.path)
                .is_some_and(|(each, place)| each == field && place == Some(index))
    }

    /// What one click can do about it.
    pub fn fix(&self, pattern: &str) -> Option<Fix> {
        if self.removable {
            return Some(Fix::Remove);
        }
        let replacement = match self.code.as_str() {
            "bad_pattern" => as_plain_text(pattern)?,
            "exempts_high_risk" | "allows_critical" => narrower(pattern)?,
            _ => return None,
        };
        Some(Fix::Replace(replacement.to_owned()))
    }
}

/// Entries that cover too much, and what people mostly mean by them.
const NARROWER: [(&str, &str); 8] = [
    ("git", "git status"),
    ("npm", "npm test"),
    ("cargo", "cargo test"),
    ("docker", "docker ps"),
    ("kubectl", "kubectl get"),
    ("terraform", "terraform plan"),
    ("aws", "aws s3 ls"),
    ("find", "find . -name"),
];

fn narrower(pattern: &str) -> Option<&'static str> {
    NARROWER.iter().find(|(wide, _)| *wide == pattern.trim()).map(|(_, narrow)| *narrow)
}

/// A regular expression that cannot be read is mostly meant as plain text.
fn as_plain_text(pattern: &str) -> Option<&str> {
    let inner = pattern.trim().strip_prefix('/')?;
    let inner =
        inner.strip_suffix("/i").or_else(|| inner.strip_suffix('/')).unwrap_or(inner).trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || " -_./=:".contains(c);
    (!inner.is_empty() && inner.chars().all(plain)).then_some(inner)
}

/// How many entries all lists of a document have together.
pub fn entries_in(document: &Value) -> usize {
    match document {
        Value::Array(entries) => entries.len(),
        Value::Object(members) => members.values().map(entries_in).sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use policy_core::settings::Group;
    use serde_json::json;

    use super::super::fields::field;
    use super::*;

    fn remark(code: &str, removable: bool) -> Remark {
        Remark {
            path: "$.noCheckpointCommands[1]".to_owned(),
            code: code.to_owned(),
            message: String::new(),
            help: String::new(),
            removable,
            layer: None,
        }
    }

    #[test]
    fn a_remark_stands_beside_its_entry() {
        let list = field(Group::Root, "noCheckpointCommands");
        let remark = remark("duplicate", true);
        assert!(remark.is_about(list, 1));
        assert!(!remark.is_about(list, 0));
        assert!(!remark.is_about(field(Group::Root, "checkpointCommands"), 1));
        let theirs = Remark { layer: Some("workspace".to_owned()), ..remark };
        assert!(!theirs.is_about(list, 1));
    }

    #[test]
    fn what_can_go_goes_and_what_is_too_wide_is_narrowed() {
        assert_eq!(remark("duplicate", true).fix("x"), Some(Fix::Remove));
        let narrow = Some(Fix::Replace("git status".to_owned()));
        assert_eq!(remark("exempts_high_risk", false).fix("git"), narrow);
        assert_eq!(remark("exempts_high_risk", false).fix("unheard-of"), None);
        let plain = Some(Fix::Replace("usr/bin/x".to_owned()));
        assert_eq!(remark("bad_pattern", false).fix("/usr/bin/x/"), plain);
        assert_eq!(remark("bad_pattern", false).fix("/a(b/"), None);
    }

    #[test]
    fn entries_of_all_lists_are_counted() {
        let document = json!({ "a": ["x", "y"], "permissions": { "b": ["z"] }, "c": true });
        assert_eq!(entries_in(&document), 3);
    }
}
