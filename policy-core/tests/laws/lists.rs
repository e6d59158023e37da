//! What one entry of a list may do, and what it may not.

use policy_core::settings::read_value;
use policy_core::shell::Dialect;
use policy_core::verdict::Decision;
use policy_core::{Action, Coverage, Policy, Surroundings, judge};
use serde_json::json;

use super::corpus::{DEFAULTS, Law, ROWS, Row, simple};

fn policy(settings: &serde_json::Value) -> Policy {
    Policy::of(&read_value(settings).settings.unwrap()).0
}

fn should(policy: &Policy, command: &str, shell: Dialect, surroundings: &Surroundings) -> bool {
    judge(&Action::Run { command, shell }, policy, surroundings).checkpoint.should
}

/// Rows that are one command whose program is known by name.
fn named() -> Vec<(&'static Row, String)> {
    let rows = ROWS.iter().filter(|row| row.sound);
    let name = |row: &'static Row| {
        simple(row.command.trim(), row.shell, |name, _| name.to_owned()).map(|name| (row, name))
    };
    rows.filter_map(name)
        .filter(|(row, name)| is_nameable(name) && can_be_followed(&row.command))
        .collect()
}

/// Whether an entry of a list can say this name.
fn is_nameable(name: &str) -> bool {
    !name.contains(['*', '/', '\\', ' ', '['])
}

/// Whether what is written behind it on the same line is a command of its own.
pub(crate) fn can_be_followed(command: &str) -> bool {
    !command.contains(['#', '\n'])
        && !command.contains("--%")
        && !command.ends_with(['`', '\\', '^'])
}

#[test]
fn an_exemption_for_one_part_never_silences_another() {
    let mut law = Law::new("an exemption for one part never silences another");
    let named = named();
    for (index, (a, name)) in named.iter().enumerate().step_by(23) {
        let settings = json!({ "noCheckpointCommands": [name, a.command] });
        let exempting = policy(&settings);
        let joint = if a.shell == Dialect::PowerShell { "; " } else { " && " };
        for stride in [1, 11, 101, 997] {
            let (b, _) = named.get((index + stride) % named.len()).unwrap();
            if a.shell != b.shell || !a.stateless || a.surroundings != b.surroundings {
                continue;
            }
            if !should(&exempting, &b.command, b.shell, &b.surroundings) {
                continue;
            }
            for text in [
                format!("{}{joint}{}", a.command, b.command),
                format!("{}{joint}{}", b.command, a.command),
            ] {
                law.holds(&text, should(&exempting, &text, a.shell, &a.surroundings), || {
                    format!("exempting {name:?} silences {:?} in {text:?}", b.command)
                });
            }
        }
    }
    law.settle();
}

#[test]
fn an_exemption_for_a_program_that_does_not_run_changes_nothing() {
    let mut law = Law::new("an exemption for a program that does not run changes nothing");
    let exempting =
        policy(&json!({ "noCheckpointCommands": ["nobody-runs-this", "rmx -rf", "gii"] }));
    for row in ROWS.iter() {
        let with = should(&exempting, &row.command, row.shell, &row.surroundings);
        let without = should(&DEFAULTS, &row.command, row.shell, &row.surroundings);
        law.holds(&row.command, with == without, || format!("{:?}", row.command));
    }
    law.settle();
}

#[test]
fn an_entry_that_denies_is_not_escaped_by_joining() {
    let mut law = Law::new("an entry that denies is not escaped by joining");
    let named = named();
    for (index, (a, name)) in named.iter().enumerate().step_by(13) {
        let (b, _) = named.get((index + 401) % named.len()).unwrap();
        if a.shell != b.shell || !b.stateless {
            continue;
        }
        let denying = policy(
            &json!({ "permissions": { "deniedCommands": [name], "allowedCommands": ["*"] } }),
        );
        let decide = |command: &str| {
            judge(&Action::Run { command, shell: a.shell }, &denying, &a.surroundings)
                .permission
                .decision
        };
        let alone = decide(&a.command);
        law.holds(&a.command, alone.name() == "deny", || {
            format!("{name:?} does not deny {:?}", a.command)
        });
        let joint = if a.shell == Dialect::PowerShell { "; " } else { " && " };
        let text = format!("{}{joint}{}", b.command, a.command);
        law.holds(&a.command, decide(&text) >= alone, || {
            format!("{name:?} does not deny {text:?}")
        });
    }
    law.settle();
}

#[test]
fn a_command_with_an_entry_of_its_own_words_is_claimed_by_it() {
    let mut law = Law::new("a command with an entry of its own words is claimed by it");
    for (row, _) in named().into_iter().step_by(9) {
        let requiring = policy(&json!({ "checkpointCommands": [row.command] }));
        let judged = judge(
            &Action::Run { command: &row.command, shell: row.shell },
            &requiring,
            &row.surroundings,
        );
        // An entry that is itself no plain command is a problem of its own, and told; one that
        // only the shell will know in full claims nothing for certain.
        if (row.command.starts_with('/') && row.command.ends_with('/')) || row.command.contains('$')
        {
            continue;
        }
        law.holds(&row.command, judged.checkpoint.should, || format!("{:?}", row.command));
    }
    law.settle();
}

#[test]
fn saving_more_never_asks_more_and_asking_when_recoverable_never_asks_less() {
    let mut law = Law::new("saving more never asks more");
    let asking = policy(&json!({ "permissions": { "askWhenRecoverable": true } }));
    let covers = [
        None,
        Some(Coverage::default()),
        Some(Coverage::WORKSPACE.with_ignored_files(true)),
        Some(Coverage::WORKSPACE.with_ignored_files(true).with_repository(true)),
    ];
    for row in ROWS.iter() {
        let action = Action::Run { command: &row.command, shell: row.shell };
        let decisions = covers.map(|saves| {
            let surroundings = row.surroundings.clone().with_saves(saves);
            let usual = judge(&action, &DEFAULTS, &surroundings).permission.decision;
            let strict = judge(&action, &asking, &surroundings).permission.decision;
            law.holds(&row.command, strict >= usual, || format!("asks less: {:?}", row.command));
            usual
        });
        law.holds(&row.command, decisions.is_sorted_by(|a, b| a >= b), || {
            format!("{decisions:?}: {:?}", row.command)
        });
    }
    law.settle();
}

/// Why option models list switches that no program's model asks for.
#[test]
fn an_entry_means_every_spelling_of_its_flags() {
    for (entry, command) in [
        ("git commit --no-verify", "git commit -qn -m x"),
        ("git commit --no-post-rewrite", "git commit --no-post-rew -m x"),
        ("docker rm -v", "docker rm --volumes=true x"),
        ("docker run -d", "docker --host tcp://h run -itd alpine"),
        ("kubectl get pods -A", "kubectl get --output json pods --all-namespaces"),
        ("tar --verbose", "tar -xvf x.tar"),
        ("npm install -g", "npm --prefix x install --global left-pad"),
        ("xcopy /Y", "xcopy a b /y"),
    ] {
        let shell = if entry.contains('/') { Dialect::Cmd } else { Dialect::Bash };
        let denying = policy(&json!({ "permissions": { "deniedCommands": [entry] } }));
        let permission =
            judge(&Action::Run { command, shell }, &denying, &Surroundings::default()).permission;
        assert_eq!(permission.decision, Decision::Deny, "{entry:?} must mean {command:?}");
    }
}
