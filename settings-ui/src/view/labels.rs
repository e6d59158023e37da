//! Words for values.

use policy_core::settings::ShellSection;
use serde_json::Value;

use crate::i18n::{Counted, Key, count, text};

/// A value as a person says it.
pub(super) fn value_label(value: &Value) -> String {
    match value {
        Value::Bool(true) => text(Key::SourceOn),
        Value::Bool(false) => text(Key::SourceOff),
        Value::Array(entries) if entries.is_empty() => text(Key::SourceEmptyList),
        Value::Array(entries) => count(Counted::TransferEntries, entries.len(), &[]),
        Value::Null => text(Key::SourceDefault),
        other => other.to_string(),
    }
}

/// A shell as people call it.
pub(super) const fn shell_name(shell: ShellSection) -> &'static str {
    match shell {
        ShellSection::Powershell => "PowerShell",
        ShellSection::Bash => "Bash",
        ShellSection::Zsh => "Zsh",
        ShellSection::Cmd => "CMD",
    }
}
