//! Remarks shown beside an entry: problems of its pattern, and what a careful reviewer would say.

use policy_core::settings::Field;
use policy_core::wire::{Layer, LayerProblem, Lint, LintCode, Problem, ProblemCode};
use serde_json::Value;

use super::fields::at_path;
use crate::i18n::Key;

/// The most entries that are checked while a person types: every one is held against every other.
pub const MOST_ENTRIES: usize = 400;

/// One remark, from the engine's linter or from reading a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The JSON path of the entry.
    pub path: String,
    /// The sort of remark.
    pub sort: Sort,
    /// What is the matter.
    pub message: String,
    /// What to do about it.
    pub help: String,
    /// Whether the entry may go without a loss.
    pub removable: bool,
    /// The layer the entry is in; the linter does not say.
    pub layer: Option<Layer>,
}

/// The sorts of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The entry has no effect at all.
    Problem(ProblemCode),
    /// It has one, but hardly the one that was meant.
    Lint(LintCode),
}

impl Sort {
    /// Its word on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Problem(code) => code.name(),
            Self::Lint(code) => code.name(),
        }
    }
}

impl From<LayerProblem> for Remark {
    fn from(LayerProblem { layer, problem }: LayerProblem) -> Self {
        let Problem { path, code, message, help } = problem;
        let (sort, layer) = (Sort::Problem(code), Some(layer));
        Self { path, sort, message, help, removable: false, layer }
    }
}

impl From<Lint> for Remark {
    fn from(Lint { path, code, message, help, removable, .. }: Lint) -> Self {
        Self { path, sort: Sort::Lint(code), message, help, removable, layer: None }
    }
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
    /// Its short name.
    pub fn title(&self) -> Key {
        match self.sort {
            Sort::Lint(LintCode::Duplicate) => Key::RemarkDuplicate,
            Sort::Lint(LintCode::Shadowed) => Key::RemarkShadowed,
            Sort::Lint(LintCode::Contradicted) => Key::RemarkContradicted,
            Sort::Lint(LintCode::ExemptsHighRisk) => Key::RemarkExemptsHighRisk,
            Sort::Lint(LintCode::AllowsCritical) => Key::RemarkAllowsCritical,
            Sort::Problem(_) | Sort::Lint(_) => Key::RemarkProblem,
        }
    }

    /// Whether the entry has no effect at all because of it.
    pub fn is_problem(&self) -> bool {
        matches!(self.sort, Sort::Problem(_))
    }

    /// Whether it is about this entry.
    pub fn is_about(&self, field: &Field, index: usize) -> bool {
        self.layer != Some(Layer::Workspace)
            && at_path(&self.path)
                .is_some_and(|(each, place)| each == field && place == Some(index))
    }

    /// What one click can do about it.
    pub fn fix(&self, pattern: &str) -> Option<Fix> {
        if self.removable {
            return Some(Fix::Remove);
        }
        let replacement = match self.sort {
            Sort::Problem(ProblemCode::BadPattern) => as_plain_text(pattern)?,
            Sort::Lint(LintCode::ExemptsHighRisk | LintCode::AllowsCritical) => narrower(pattern)?,
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

    fn remark(sort: Sort, removable: bool) -> Remark {
        Remark {
            path: "$.noCheckpointCommands[1]".to_owned(),
            sort,
            message: String::new(),
            help: String::new(),
            removable,
            layer: None,
        }
    }

    #[test]
    fn a_remark_stands_beside_its_entry() {
        let list = field(Group::Root, "noCheckpointCommands");
        let remark = remark(Sort::Lint(LintCode::Duplicate), true);
        assert!(remark.is_about(list, 1));
        assert!(!remark.is_about(list, 0));
        assert!(!remark.is_about(field(Group::Root, "checkpointCommands"), 1));
        let theirs = Remark { layer: Some(Layer::Workspace), ..remark };
        assert!(!theirs.is_about(list, 1));
    }

    #[test]
    fn every_lint_has_a_title_of_its_own() {
        for code in LintCode::ALL {
            assert_ne!(remark(Sort::Lint(code), false).title(), Key::RemarkProblem, "{code:?}");
        }
    }

    #[test]
    fn what_can_go_goes_and_what_is_too_wide_is_narrowed() {
        assert_eq!(remark(Sort::Lint(LintCode::Duplicate), true).fix("x"), Some(Fix::Remove));
        let narrow = Some(Fix::Replace("git status".to_owned()));
        assert_eq!(remark(Sort::Lint(LintCode::ExemptsHighRisk), false).fix("git"), narrow);
        assert_eq!(remark(Sort::Lint(LintCode::ExemptsHighRisk), false).fix("unheard-of"), None);
        let plain = Some(Fix::Replace("usr/bin/x".to_owned()));
        assert_eq!(remark(Sort::Problem(ProblemCode::BadPattern), false).fix("/usr/bin/x/"), plain);
        assert_eq!(remark(Sort::Problem(ProblemCode::BadPattern), false).fix("/a(b/"), None);
    }

    #[test]
    fn entries_of_all_lists_are_counted() {
        let document = json!({ "a": ["x", "y"], "permissions": { "b": ["z"] }, "c": true });
        assert_eq!(entries_in(&document), 3);
    }
}
