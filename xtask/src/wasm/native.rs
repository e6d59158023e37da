//! Every case judged natively, with positions in UTF-16 units, for JavaScript to compare with.

use std::fs;
use std::io::{BufWriter, Write};
use std::process::Command;

use policy_core::settings::read_value;
use policy_core::verdict::Units;
use policy_core::wire;
use policy_core::{Action, Coverage, Policy, Surroundings, judge};
use serde_json::{Value, json};

use crate::corpus::corpus;
use crate::process::{myself, run};
use crate::repository::root;

/// Writes both files that the suites look for.
pub(super) fn write() -> Result<(), String> {
    write_cases()?;
    // The chapters of tests/cases/verdicts have a task of their own.
    let file = root().join("target/policy-wasm-verdicts.jsonl");
    let out = fs::File::create(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    run(Command::new(myself()?).arg("verdicts").stdout(out))
}

/// Writes one line a case: the action, its surroundings, its settings, and the verdict's text.
fn write_cases() -> Result<(), String> {
    let file = root().join("target/policy-wasm-cases.jsonl");
    let fail = |error: std::io::Error| format!("{}: {error}", file.display());
    fs::create_dir_all(root().join("target")).map_err(fail)?;
    let mut out = BufWriter::new(fs::File::create(&file).map_err(fail)?);
    let policy = Policy::defaults();
    let mut write = |action: &Action<'_>, surroundings: &Surroundings, settings: Option<&Value>| {
        let line = match settings {
            None => line(action, surroundings, &policy, &Value::Null),
            Some(settings) => {
                let read = read_value(settings).settings.unwrap_or_default();
                line(action, surroundings, &Policy::of(&read).0, settings)
            }
        };
        writeln!(out, "{line}").map_err(|error| error.to_string())
    };
    for case in corpus()? {
        write(
            &Action::Run { command: &case.command, shell: case.shell },
            &case.surroundings,
            None,
        )?;
    }
    let [bare, known] = surroundings();
    for settings in settings() {
        for text in TEXTS {
            for surroundings in [&bare, &known] {
                for action in actions(text) {
                    write(&action, surroundings, Some(&settings))?;
                }
            }
        }
    }
    out.flush().map_err(fail)
}

fn line(
    action: &Action<'_>,
    surroundings: &Surroundings,
    policy: &Policy,
    settings: &Value,
) -> Value {
    let verdict = judge(action, policy, surroundings);
    json!({
        "action": written(action),
        "surroundings": surroundings,
        "settings": settings,
        "verdict": wire::Verdict::new(&verdict, action.text(), Units::Utf16).to_json(),
    })
}

fn written(action: &Action<'_>) -> Value {
    let name = action.kind().name();
    match *action {
        Action::Run { command, shell } => {
            json!({ "action": name, "command": command, "shell": shell.name() })
        }
        Action::Read { path } | Action::Write { path } => json!({ "action": name, "path": path }),
        Action::Browse { url } => json!({ "action": name, "url": url }),
        Action::CallMcp { tool } => json!({ "action": name, "tool": tool }),
        // What is not known here is refused by the module, so the comparison fails.
        _ => json!({ "action": name }),
    }
}

/// Texts whose letters are of every length in either encoding.
const TEXTS: [&str; 10] = [
    "rm -rf é",
    "echo 𝄞 && rm -rf ../é",
    "bash -c 'echo \"日本語\"; rm -rf 語'",
    "git push --force # 🙂",
    "src/main.rs",
    "/home/é/.ssh/authorized_keys",
    "https://example.org/ü",
    "server/delete_everything",
    "",
    "\u{fffd}",
];

fn actions(text: &str) -> Vec<Action<'_>> {
    use policy_core::shell::Dialect;
    let mut actions: Vec<_> =
        Dialect::ALL.map(|shell| Action::Run { command: text, shell }).to_vec();
    actions.extend([
        Action::Read { path: text },
        Action::Write { path: text },
        Action::Browse { url: text },
        Action::CallMcp { tool: text },
    ]);
    actions
}

fn surroundings() -> [Surroundings; 2] {
    let known = Surroundings::default()
        .with_cwd("/work/é/sub".to_owned())
        .with_workspace("/work/é".to_owned())
        .with_home("/home/é".to_owned())
        .with_saves(Coverage::WORKSPACE.with_ignored_files(true));
    [Surroundings::default(), known]
}

fn settings() -> [Value; 3] {
    [
        json!({}),
        json!({ "checkpointEnabled": false, "permissions": { "confirmMediumRisk": true } }),
        json!({
            "alwaysCheckpointWrite": true,
            "alwaysCheckpointMcp": true,
            "noCheckpointCommands": ["echo", "/^git push/i"],
            "permissions": {
                "deniedCommands": [{ "pattern": "rm -rf", "reason": "non, merçi" }],
            },
        }),
    ]
}
