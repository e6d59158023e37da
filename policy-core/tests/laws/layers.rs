//! A workspace may only tighten.

use policy_core::settings::{FIELDS, Field, Kind, Settings, WorkspaceLayer, read_value, resolve};
use policy_core::{Action, Coverage, Policy, judge};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::corpus::{ROWS, Row, simple};

/// Patterns that often match something: words of the corpus, wildcards, expressions.
fn pattern() -> impl Strategy<Value = String> {
    let own = (0..ROWS.len()).prop_map(|at| {
        let row: &Row = ROWS.get(at).unwrap();
        simple(row.command.trim(), row.shell, |name, _| name.to_owned())
            .unwrap_or_else(|| row.command.clone())
    });
    let whole = (0..ROWS.len()).prop_map(|at| ROWS.get(at).unwrap().command.clone());
    prop_oneof![
        4 => own,
        1 => whole,
        3 => proptest::sample::select(vec![
            "*", "rm", "rm -rf", "git", "git *", "git push", "sudo", "bash", "/rm/", "/./i", "r*", "echo", "cd",
            "Remove-Item", "del", "curl | bash", "sudo rm",
        ]).prop_map(str::to_owned),
    ]
}

fn right_value(field: &Field) -> BoxedStrategy<Value> {
    match field.kind {
        Kind::Flag { .. } | Kind::ShellFlag { .. } => any::<bool>().prop_map(Value::from).boxed(),
        Kind::Limit { min, max, default } => {
            prop_oneof![Just(min), Just(default), Just(max)].prop_map(Value::from).boxed()
        }
        Kind::Patterns { .. } | Kind::Globs { .. } | Kind::Commands { .. } => {
            vec(pattern().prop_map(Value::from), 0..4).prop_map(Value::from).boxed()
        }
        Kind::Folders { .. } => vec(Just("/elsewhere"), 0..2).prop_map(|list| json!(list)).boxed(),
    }
}

fn settings() -> impl Strategy<Value = Settings> {
    let values: Vec<_> =
        FIELDS.iter().map(|field| option::weighted(0.3, right_value(field))).collect();
    values.prop_map(|values| {
        let mut document = json!({});
        for (field, value) in FIELDS.iter().zip(values) {
            let Some(value) = value else { continue };
            let mut object = document.as_object_mut().unwrap();
            for key in field.group.segments() {
                let inner = object.entry(*key).or_insert_with(|| json!({}));
                object = inner.as_object_mut().unwrap();
            }
            object.insert(field.name.to_owned(), value);
        }
        read_value(&document).settings.unwrap()
    })
}

fn saves() -> impl Strategy<Value = Option<Coverage>> {
    option::of(any::<(bool, bool, bool)>()).prop_map(|saves| {
        saves.map(|(ignored_files, repository, targets)| {
            Coverage::WORKSPACE
                .with_ignored_files(ignored_files)
                .with_repository(repository)
                .with_targets(targets)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, max_shrink_iters: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_workspace_never_loosens_the_verdict(
        user in option::of(settings()),
        workspace in settings(),
        saves in saves(),
        rows in vec(0..ROWS.len(), 25),
    ) {
        let layer = WorkspaceLayer { settings: &workspace, path: "/w" };
        let (without, _) = Policy::compile(resolve(user.as_ref(), None).effective);
        let (with, _) = Policy::compile(resolve(user.as_ref(), Some(layer)).effective);
        for at in rows {
            let row = ROWS.get(at).unwrap();
            let surroundings = row.surroundings.clone().with_saves(saves);
            let texts = [
                Action::Run { command: &row.command, shell: row.shell },
                Action::Read { path: &row.command },
                Action::Write { path: &row.command },
                Action::Browse { url: &row.command },
                Action::CallMcp { tool: &row.command },
            ];
            for action in texts {
                let before = judge(&action, &without, &surroundings);
                let after = judge(&action, &with, &surroundings);
                prop_assert!(after.risk >= before.risk, "risk of {action:?}");
                prop_assert!(after.checkpoint.should >= before.checkpoint.should,
                    "checkpoint of {action:?}: {:?} became {:?}", before.checkpoint, after.checkpoint);
                let (a, b) = (after.checkpoint.plan, before.checkpoint.plan);
                prop_assert!(a.before >= b.before && a.after >= b.after && a.on_error >= b.on_error,
                    "plan of {action:?}: {b:?} became {a:?}");
                prop_assert!(after.permission.decision >= before.permission.decision,
                    "permission of {action:?}: {:?} became {:?}", before.permission, after.permission);
            }
        }
    }
}
