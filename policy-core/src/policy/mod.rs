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

use std::sync::OnceLock;

pub use lint::lint;
pub(crate) use list::{Initials, Match, PatternList};
use pattern::{Pattern, Strictness};

use crate::dialect::Dialect;
use crate::settings::{Effective, Entry, Layer, Problem, Settings, ShellSection, Sourced, resolve};
use expression::Expressions;

/// Settings that can judge.
#[derive(Debug)]
pub struct Policy {
    settings: Effective,
    /// The lists of each shell, read when a command of that shell is first judged.
    sections: [OnceLock<Lists>; 4],
    expressions: Expressions,
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
    /// What the lists about checkpoints may be about.
    pub about_checkpoints: Initials,
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
        let mut has_risk_rules = false;
        for section in ShellSection::ALL {
            let lists = settings.lists_for(section);
            has_risk_rules |= !lists.risk_rules.is_empty();
            let permissions = &settings.permissions;
            let own = [lists.checkpoint, lists.no_checkpoint, lists.risk_rules]
                .into_iter()
                .flatten()
                .chain(&permissions.allowed_commands)
                .chain(&permissions.denied_commands)
                // What is built in can be used; a test sees to it.
                .filter(|entry| entry.layer != Layer::Default);
            for entry in own {
                let text = &entry.value.pattern;
                if let Err(error) = Pattern::read(text, dialect_of(section), &mut expressions) {
                    problems.push(error.about(&entry.value));
                }
            }
        }
        problems.sort_by(|a: &Problem, b: &Problem| a.path.cmp(&b.path));
        problems.dedup();
        let sections = ShellSection::ALL.map(|_| OnceLock::new());
        (Self { settings, sections, expressions, has_risk_rules }, problems)
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
        let section = section_of(dialect);
        let lists = match section {
            ShellSection::Powershell => powershell,
            ShellSection::Bash => bash,
            ShellSection::Zsh => zsh,
            ShellSection::Cmd => cmd,
        };
        lists.get_or_init(|| Lists::read(&self.settings, section, &mut self.expressions.clone()))
    }
}

impl Lists {
    fn read(settings: &Effective, section: ShellSection, expressions: &mut Expressions) -> Self {
        let dialect = dialect_of(section);
        let lists = settings.lists_for(section);
        let permissions = &settings.permissions;
        let mut list = |strictness, entries: Vec<&Sourced<Entry>>| {
            PatternList::read(strictness, entries, dialect, expressions)
        };
        let checkpoint = list(Strictness::Restrictive, lists.checkpoint);
        let exempt = list(Strictness::Permissive, lists.no_checkpoint);
        Self {
            about_checkpoints: Initials::of_both(&checkpoint, &exempt),
            checkpoint,
            exempt,
            risk: list(Strictness::Restrictive, lists.risk_rules),
            allowed: list(Strictness::Permissive, permissions.allowed_commands.iter().collect()),
            denied: list(Strictness::Forbidding, permissions.denied_commands.iter().collect()),
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

    #[test]
    fn everything_built_in_can_be_used() {
        let settings = Effective::default();
        for section in ShellSection::ALL {
            let lists = settings.lists_for(section);
            for entry in [lists.checkpoint, lists.no_checkpoint, lists.risk_rules].concat() {
                let text = &entry.value.pattern;
                let read = Pattern::read(text, dialect_of(section), &mut Expressions::default());
                assert!(read.is_ok(), "{text}: {read:?}");
            }
        }
    }
}
