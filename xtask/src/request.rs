//! A request on one side, a verdict on the other: what every way of asking shares.

use std::collections::HashMap;

use policy_core::settings::read_value;
use policy_core::shell::{Platform, detect};
use policy_core::verdict::Units;
use policy_core::wire;
use policy_core::{Action, Coverage, Policy, Surroundings, Verdict, judge};
use serde::Deserialize;

/// What is asked: `{"command","shell"?,"cwd"?,"workspace"?,"home"?,"saves"?,"settings"?}`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// The text as it would be handed to the shell.
    pub command: String,
    /// A name or a path; bash where it is missing.
    #[serde(default)]
    pub shell: Option<String>,
    /// The directory the command starts in.
    #[serde(default)]
    pub cwd: Option<String>,
    /// The root of the workspace.
    #[serde(default)]
    pub workspace: Option<String>,
    /// The user's home directory.
    #[serde(default)]
    pub home: Option<String>,
    /// What the host saves before running.
    #[serde(default)]
    pub saves: Option<Coverage>,
    /// A settings document; the defaults where it is missing.
    #[serde(default)]
    pub settings: Option<serde_json::Value>,
}

impl Request {
    /// The verdict.
    pub fn verdict(&self, policies: &mut Policies) -> Verdict {
        let shell = detect(self.shell.as_deref().unwrap_or("bash"), Platform::Unix);
        let around = Surroundings {
            cwd: self.cwd.clone(),
            workspace: self.workspace.clone(),
            home: self.home.clone(),
            saves: self.saves,
        };
        let policy = policies.get(self.settings.as_ref());
        judge(&Action::Run { command: &self.command, shell }, policy, &around)
    }

    /// The verdict as one line of JSON.
    pub fn answer(&self, policies: &mut Policies, units: Units) -> String {
        wire::Verdict::new(&self.verdict(policies), &self.command, units).to_json()
    }
}

/// Policies by their settings, so that a thousand requests with the same settings compile them
/// once.
#[derive(Default)]
pub struct Policies {
    compiled: HashMap<String, Policy>,
}

/// Enough for every sensible batch; whoever sends more different settings waits a little.
const KEPT: usize = 64;

impl Policies {
    fn get(&mut self, settings: Option<&serde_json::Value>) -> &Policy {
        let key = settings.map(ToString::to_string).unwrap_or_default();
        if self.compiled.len() >= KEPT && !self.compiled.contains_key(&key) {
            self.compiled.clear();
        }
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
