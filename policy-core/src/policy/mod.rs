//! Settings compiled once, so that many actions can be judged.
//!
//! [`pattern`] is one entry of a list, read by the same reader as commands; `expression` one
//! between slashes. [`list`] finds the entry that matches an invocation. [`lint`](mod@lint) remarks
//! on entries that are valid but hardly meant.

mod expression;
mod lint;
mod list;
mod pattern;
mod said;

pub use lint::lint;
pub(crate) use list::{Match, PatternList};
use pattern::Strictness;

use crate::dialect::Dialect;
use crate::settings::{Effective, Entry, Problem, Settings, ShellSection, Sourced, resolve};
use expression::Expressions;

/// Settings that can judge.
#[derive(Debug)]
pub struct Policy {
    settings: Effective,
    sections: [Lists; 4],
    has_risk_rules: bool,
}

/// The lists for one shell.
#[derive(Debug)]
pub(crate) struct Lists {
    /// Commands that need a checkpoint.
    pub checkpoint: PatternList,
    /// Commands that need none.
    pub exempt: PatternList,
    /// What raises the risk.
    pub risk: PatternList,
    /// Commands a person has allowed.
    pub allowed: PatternList,
    /// Commands a person has denied.
    pub denied: PatternList,
}

/// One policy judges on many threads.
const _: fn() = || {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Policy>();
};

impl Policy {
    /// The built-in defaults.
    #[must_use]
    pub fn defaults() -> Self {
        Self::compile(Effective::default()).0
    }

    /// A user's settings over the defaults.
    #[must_use]
    pub fn of(settings: &Settings) -> (Self, Vec<Problem>) {
        let resolution = resolve(Some(settings), None);
        let (policy, more) = Self::compile(resolution.effective);
        let mut problems = resolution.problems;
        problems.extend(more);
        (policy, problems)
    }

    /// Makes settings ready to judge. An entry that cannot be used is a problem; the others count.
    #[must_use]
    pub fn compile(settings: Effective) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut expressions = Expressions::default();
        let sections = ShellSection::ALL.map(|section| {
            let dialect = dialect_of(section);
            let lists = settings.lists_for(section);
            let permissions = &settings.permissions;
            let mut list = |strictness, entries: Vec<&Sourced<Entry>>| {
                PatternList::read(strictness, entries, dialect, &mut expressions, &mut problems)
            };
            Lists {
                checkpoint: list(Strictness::Restrictive, lists.checkpoint),
                exempt: list(Strictness::Permissive, lists.no_checkpoint),
                risk: list(Strictness::Restrictive, lists.risk_rules),
                allowed: list(
                    Strictness::Permissive,
                    permissions.allowed_commands.iter().collect(),
                ),
                denied: list(Strictness::Forbidding, permissions.denied_commands.iter().collect()),
            }
        });
        problems.sort_by(|a: &Problem, b: &Problem| a.path.cmp(&b.path));
        problems.dedup();
        let has_risk_rules = sections.iter().any(|lists| !lists.risk.is_empty());
        (Self { settings, sections, has_risk_rules }, problems)
    }

    /// What is in force.
    #[must_use]
    pub fn settings(&self) -> &Effective {
        &self.settings
    }

    /// Whether any shell has entries that raise the risk.
    #[must_use]
    pub(crate) fn has_risk_rules(&self) -> bool {
        self.has_risk_rules
    }

    /// The lists for a shell.
    #[must_use]
    pub(crate) fn lists(&self, dialect: Dialect) -> &Lists {
        let [powershell, bash, zsh, cmd] = &self.sections;
        match section_of(dialect) {
            ShellSection::Powershell => powershell,
            ShellSection::Bash => bash,
            ShellSection::Zsh => zsh,
            ShellSection::Cmd => cmd,
        }
    }
}

/// The section of the settings for a shell.
pub(crate) fn section_of(dialect: Dialect) -> ShellSection {
    match dialect {
        Dialect::Bash | Dialect::Sh | Dialect::Fish => ShellSection::Bash,
        Dialect::Zsh => ShellSection::Zsh,
        Dialect::PowerShell => ShellSection::Powershell,
        Dialect::Cmd => ShellSection::Cmd,
    }
}

/// The shell whose reader reads a section's entries.
fn dialect_of(section: ShellSection) -> Dialect {
    match section {
        ShellSection::Powershell => Dialect::PowerShell,
        ShellSection::Bash => Dialect::Bash,
        ShellSection::Zsh => Dialect::Zsh,
        ShellSection::Cmd => Dialect::Cmd,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_is_read_by_a_shell_of_its_own() {
        for section in ShellSection::ALL {
            assert_eq!(section_of(dialect_of(section)), section);
        }
    }
}
