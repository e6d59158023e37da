//! What the linter says about settings that are valid but hardly meant.

use policy_core::Policy;
use policy_core::lint;
use policy_core::settings::read;
use policy_core::wire::{Lint, LintCode};

fn remarks(json: &str) -> Vec<Lint> {
    let reading = read(json);
    assert_eq!(reading.problems, [], "{json}");
    let (policy, problems) = Policy::of(&reading.settings.unwrap_or_default());
    assert_eq!(problems, [], "{json}");
    lint(&policy)
}

fn codes(json: &str) -> Vec<(String, LintCode)> {
    remarks(json).into_iter().map(|lint| (lint.path, lint.code)).collect()
}

#[test]
fn the_defaults_are_beyond_remark() {
    assert_eq!(lint(&Policy::defaults()), []);
}

#[test]
fn a_duplicate_is_named_with_its_twin() {
    assert_eq!(
        codes(r#"{"noCheckpointCommands": ["ls  -l", "ls -l"]}"#),
        [("$.noCheckpointCommands[1]".to_owned(), LintCode::Duplicate)]
    );
}

#[test]
fn a_narrow_entry_beside_a_wide_one_does_nothing() {
    assert_eq!(
        codes(
            r#"{"checkpointCommands": ["terraform destroy", "terraform"], "shellSpecificCheckpoints": {"bash": {"checkpointCommands": []}}}"#
        ),
        [("$.checkpointCommands[0]".to_owned(), LintCode::Shadowed)]
    );
}

#[test]
fn an_exemption_that_is_taken_back_is_told() {
    let found = codes(
        r#"{"noCheckpointCommands": ["make foo"], "checkpointCommands": ["make foo"], "shellSpecificCheckpoints": {"bash": {"checkpointCommands": []}}}"#,
    );
    assert_eq!(found, [("$.noCheckpointCommands[0]".to_owned(), LintCode::Contradicted)]);
}

#[test]
fn an_exemption_that_covers_high_risk_shows_what_it_covers() {
    let found = remarks(r#"{"noCheckpointCommands": ["rm"]}"#);
    let exempts = found.iter().find(|lint| lint.code == LintCode::ExemptsHighRisk);
    assert!(exempts.is_some_and(|lint| lint.message.contains("rm -")), "{found:#?}");
}

#[test]
fn an_exemption_is_not_blamed_for_what_a_redirection_writes() {
    let found = remarks(r#"{"noCheckpointCommands": ["git"]}"#);
    let exempts = found.iter().find(|lint| lint.code == LintCode::ExemptsHighRisk);
    let told = exempts.map(|lint| lint.message.as_str()).unwrap_or_default();
    assert!(told.contains("`git ") && !told.contains('>'), "{told}");
    // `cat` alone destroys nothing, whatever is written behind it.
    assert_eq!(codes(r#"{"noCheckpointCommands": ["cat"]}"#), []);
}

#[test]
fn a_general_leave_for_the_irrecoverable_is_told() {
    let found = codes(r#"{"permissions": {"allowedCommands": ["rm"]}}"#);
    assert!(
        found.contains(&("$.permissions.allowedCommands[0]".to_owned(), LintCode::AllowsCritical)),
        "{found:?}"
    );
    let named = codes(r#"{"permissions": {"allowedCommands": ["rm -rf"]}}"#);
    assert_eq!(named, []);
}
