//! What is measured: commands an agent types, and commands meant to make a reader stumble.
//!
//! `count` and `allocations` count what does not depend on the machine's mood, for a verdict and
//! for other parsers' parse; `engine` sets them beside each other in time, and
//! `benches/spread.rs` shows how times scatter.

pub mod hostile;
#[cfg(feature = "rivals")]
pub mod rivals;
pub mod workplace;

use std::hint::black_box;

use policy_core::shell::Dialect;
use policy_core::{Action, Coverage, Policy, Surroundings, Verdict, judge};

/// One command to be judged over and over.
#[derive(Clone, Debug)]
pub struct Case {
    /// What it is called in tables and budgets.
    pub name: &'static str,
    /// The shell that reads it.
    pub shell: Dialect,
    /// The text.
    pub command: String,
}

/// What an agent types on an ordinary day, from short to long, and one of each other kind.
#[must_use]
pub fn cases() -> Vec<Case> {
    let case = |name, shell, command: &str| Case { name, shell, command: command.to_owned() };
    vec![
        case("short", Dialect::Bash, "ls -la"),
        case("typical", Dialect::Bash, TYPICAL),
        case("long", Dialect::Bash, &long()),
        case("hostile", Dialect::Bash, &hostile::mixed(4 << 10)),
        case("powershell", Dialect::PowerShell, POWERSHELL),
        case("cmd", Dialect::Cmd, CMD),
    ]
}

const TYPICAL: &str = "cd app && git status --short && git add -A && \
                       git commit -m \"Mend the reader\" && git push origin HEAD";

const POWERSHELL: &str = "Get-ChildItem -Recurse *.log | Where-Object { $_.Length -gt 1MB } | \
                          Remove-Item -Force; git commit -m \"Mend the reader\"";

const CMD: &str = "if exist build (rmdir /s /q build) & for %f in (*.log) do del \"%f\" && \
                   git commit -m \"Mend the reader\"";

/// Forty parts of the kinds agents chain.
fn long() -> String {
    const PARTS: [&str; 8] = [
        "cd packages/app",
        "npm run build -- --mode production",
        "grep -rn 'TODO(\\w+)' src | head -20",
        "export NODE_ENV=\"test\"",
        "git diff --stat HEAD~1 > /tmp/stat.txt",
        "for f in src/*.ts; do echo \"$f: $(wc -l < \"$f\")\"; done",
        "rm -rf dist node_modules/.cache",
        "git commit -am 'Update the \"generated\" files'",
    ];
    PARTS.iter().cycle().take(40).copied().collect::<Vec<_>>().join(" && ")
}

/// An ordinary project below an ordinary home, saved whole.
#[must_use]
pub fn surroundings() -> Surroundings {
    Surroundings::default()
        .with_cwd("/home/me/project".to_owned())
        .with_workspace("/home/me/project".to_owned())
        .with_home("/home/me".to_owned())
        .with_saves(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true))
}

/// A judge with its policy and surroundings at hand.
#[derive(Debug)]
pub struct Bench {
    policy: Policy,
    surroundings: Surroundings,
}

impl Default for Bench {
    fn default() -> Self {
        Self { policy: Policy::defaults(), surroundings: surroundings() }
    }
}

impl Bench {
    /// The whole walk, from text to verdict.
    #[must_use]
    pub fn judge(&self, command: &str, shell: Dialect) -> Verdict {
        judge(&Action::Run { command: black_box(command), shell }, &self.policy, &self.surroundings)
    }
}
