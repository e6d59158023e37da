//! The batch door: JSON lines `{"command","shell","cwd"?,"workspace"?,"home"?,"settings"?}` on
//! standard input, one verdict a line on standard output, in order.

use std::collections::HashMap;
use std::io::{self, BufRead, BufWriter, Write};

use policy_core::settings::read_value;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::{Report, Units};
use policy_core::{Action, Coverage, Policy, Surroundings, judge};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    command: String,
    /// A name or a path; bash where it is missing.
    #[serde(default)]
    shell: Option<String>,
    #[serde(default)]
    cwd: Option<String>,
    #[serde(default)]
    workspace: Option<String>,
    #[serde(default)]
    home: Option<String>,
    #[serde(default)]
    saves: Option<Coverage>,
    #[serde(default)]
    settings: Option<serde_json::Value>,
}

/// Reads requests until the input ends.
pub(crate) fn run() -> Result<(), String> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut policies = Policies::default();
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.map_err(|error| format!("standard input cannot be read: {error}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let written = match serde_json::from_str::<Request>(&line) {
            Ok(request) => answer(&request, &mut policies),
            Err(error) => {
                serde_json::json!({ "error": format!("line {number} is no request: {error}") })
                    .to_string()
            }
        };
        writeln!(out, "{written}")
            .map_err(|error| format!("standard output is closed: {error}"))?;
    }
    out.flush().map_err(|error| format!("standard output is closed: {error}"))
}

fn answer(request: &Request, policies: &mut Policies) -> String {
    let shell = detect(request.shell.as_deref().unwrap_or("bash"), Platform::Unix);
    let around = Surroundings {
        cwd: request.cwd.clone(),
        workspace: request.workspace.clone(),
        home: request.home.clone(),
        saves: request.saves,
    };
    let policy = policies.get(request.settings.as_ref());
    let verdict = judge(&Action::Run { command: &request.command, shell }, policy, &around);
    Report::new(&verdict, &request.command, Units::Bytes).to_json()
}

/// Policies by their settings, so that a thousand lines with the same settings compile them once.
#[derive(Default)]
struct Policies {
    compiled: HashMap<String, Policy>,
}

impl Policies {
    fn get(&mut self, settings: Option<&serde_json::Value>) -> &Policy {
        let key = settings.map(ToString::to_string).unwrap_or_default();
        self.compiled.entry(key).or_insert_with(|| {
            let Some(value) = settings else { return Policy::defaults() };
            let reading = read_value(value);
            for problem in &reading.problems {
                eprintln!("settings: {problem}");
            }
            let (policy, problems) = Policy::of(&reading.settings.unwrap_or_default());
            for problem in &problems {
                eprintln!("settings: {problem}");
            }
            policy
        })
    }
}
