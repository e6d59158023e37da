//! Every rule's own examples: what it must speak up about and what it must leave alone.

use policy_core::rules::{self, Rule};
use policy_core::{Action, Policy, Surroundings, Verdict, judge};

fn speaks(policy: &Policy, rule: &Rule, example: &'static str) -> (bool, Verdict) {
    let (shell, command) = rules::example(example);
    let verdict = judge(&Action::Run { command, shell }, policy, &Surroundings::default());
    let found = verdict.findings.iter().filter_map(|finding| finding.rule.rule());
    (found.into_iter().any(|found| found.id == rule.id), verdict)
}

#[test]
fn every_example_is_judged_as_the_rule_says() {
    let policy = Policy::defaults();
    let mut wrong = Vec::new();
    for rule in rules::all() {
        for example in rule.matches {
            let (spoke, verdict) = speaks(&policy, rule, example);
            if !spoke {
                let said: Vec<_> =
                    verdict.findings.iter().filter_map(|f| f.rule.rule()).map(|r| r.id).collect();
                wrong
                    .push(format!("{} must speak up about `{example}`, but {said:?} did", rule.id));
            }
        }
        for example in rule.non_matches {
            if speaks(&policy, rule, example).0 {
                wrong.push(format!("{} must leave `{example}` alone", rule.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_rule_has_a_page_worth_reading() {
    let mut ids = std::collections::BTreeSet::new();
    for rule in rules::all() {
        assert!(ids.insert(rule.id), "{} stands twice", rule.id);
        assert!(rule.id.contains('/'), "{}: an id is `family/name`", rule.id);
        assert!(rule.title.chars().count() <= 72, "{}: the title is too long for a line", rule.id);
        for (name, text) in [("what", rule.what), ("why", rule.why), ("instead", rule.instead)] {
            assert!(
                text.ends_with('.') && text.len() > 10,
                "{}: {name} is not a sentence",
                rule.id
            );
        }
        assert!(!rule.non_matches.is_empty(), "{}: nothing says what it leaves alone", rule.id);
        let page = rules::Page(rule).to_string();
        let shown = page.lines().filter(|line| line.starts_with("- ")).count();
        let examples = rule.matches.len() + rule.non_matches.len();
        assert_eq!(shown, examples, "{}: one line for each example", rule.id);
    }
}
