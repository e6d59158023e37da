//! The settings document: fields, defaults, layers, problems.

/// Placeholder until the settings land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "replaced")]
pub enum ShellSection {
    Powershell,
    Bash,
    Zsh,
    Cmd,
}
