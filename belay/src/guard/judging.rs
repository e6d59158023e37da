//! Settings, surroundings and the engine: what a call would do, before anything is saved.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use policy_core::settings::{Field, WorkspaceLayer, resolve_managed};
use policy_core::verdict::{Decision, Risk, Verdict};
use policy_core::{Action, Coverage, Policy, Surroundings, judge_with, limits};
use serde_json::Value;

use super::subject::Call;
use crate::home::Home;
use crate::settings_files::{self, Layers};

/// What a checkpoint holds beside the workspace's ordinary files.
pub const COVERAGE: Coverage = Coverage::WORKSPACE.with_targets(true);

/// The settings in force in a workspace, compiled, and what is wrong with them.
#[derive(Debug)]
pub struct Judging {
    /// What judges.
    pub policy: Policy,
    /// The files behind it.
    pub layers: Layers,
    /// What is wrong with the settings, a sentence each.
    pub problems: Vec<String>,
    /// BLAKE3 of the settings in force, so that a decision can be traced to them.
    pub digest: String,
    home: Option<String>,
}

/// What a call would do: a verdict for each of its parts.
#[derive(Clone, Debug)]
pub struct Judged {
    /// In the order of the call's subjects.
    pub verdicts: Vec<Verdict>,
}

impl Judging {
    /// Reads the settings of this machine and workspace.
    #[must_use]
    pub fn read(home: &Home, root: &Path) -> Self {
        let layers = settings_files::read(home, root);
        let path = layers.root.to_string_lossy().into_owned();
        let workspace = layers
            .workspace
            .settings
            .as_ref()
            .map(|settings| WorkspaceLayer { settings, path: &path });
        let resolution = resolve_managed(
            layers.user.settings.as_ref(),
            workspace,
            layers.managed.settings.as_ref(),
        );
        let digest = blake3::hash(format!("{:?}", resolution.effective).as_bytes());
        let mut problems = Vec::new();
        for file in [&layers.user, &layers.workspace, &layers.managed] {
            problems.extend(file.unreadable.clone());
            problems.extend(
                file.problems.iter().map(|problem| format!("{}: {problem}", file.path.display())),
            );
        }
        problems.extend(resolution.problems.iter().map(ToString::to_string));
        let (policy, unusable) = Policy::compile(resolution.effective);
        problems.extend(unusable.iter().map(ToString::to_string));
        Self {
            policy,
            problems,
            digest: digest.to_hex().to_string(),
            home: home.user.as_deref().map(|path| path.to_string_lossy().into_owned()),
            layers,
        }
    }

    /// Judges every part of a call for a host that saves this much before it runs.
    #[must_use]
    pub fn judge(&self, call: &Call, saves: Option<Coverage>) -> Judged {
        let surroundings = self.surroundings(&call.cwd, &call.workspace, saves);
        let reader = |path: &str| read_script(&call.workspace, Path::new(path));
        let verdicts = call
            .subjects
            .iter()
            .map(|subject| judge_with(&subject.action(), &self.policy, &surroundings, &reader));
        Judged { verdicts: verdicts.collect() }
    }
}

impl Judging {
    /// Why a settings file could not be read, where one could not.
    #[must_use]
    pub fn unreadable(&self) -> Option<&str> {
        let layers = &self.layers;
        let files = [&layers.managed, &layers.user, &layers.workspace];
        files.into_iter().find_map(|file| file.unreadable.as_deref())
    }

    /// Whether some layer says something about a setting.
    #[must_use]
    pub fn is_written(&self, field: &Field) -> bool {
        let layers = &self.layers;
        [&layers.managed, &layers.workspace, &layers.user].into_iter().any(|file| {
            let document = serde_json::to_value(file.settings.as_ref()).unwrap_or_default();
            field.value_in(&document).is_some_and(|value| !value.is_null())
        })
    }

    /// The value of a setting in force, and whose it is: `user`, or `user, managed` where both
    /// have added entries.
    #[must_use]
    pub fn in_force(&self, field: &Field) -> (Value, String) {
        let settings = serde_json::to_value(self.policy.settings()).unwrap_or_default();
        let Some(found) = field.value_in(&settings) else {
            return (field.default_value(), "built in".to_owned());
        };
        let layer_of = |value: &Value| match value.get("layer").and_then(Value::as_str) {
            Some("default") | None => "built in".to_owned(),
            Some(layer) => layer.to_owned(),
        };
        let Some(entries) = found.get("entries").and_then(Value::as_array) else {
            return (found.get("value").cloned().unwrap_or_default(), layer_of(found));
        };
        let mut layers = vec![layer_of(found)];
        layers.extend(entries.iter().map(layer_of));
        let mut seen = HashSet::new();
        layers.retain(|layer| seen.insert(layer.clone()));
        let written = entries.iter().filter_map(|entry| entry.get("value")).map(|entry| {
            match (entry.get("pattern"), entry.get("reason")) {
                (Some(pattern), None) => pattern.clone(),
                (pattern, reason) => serde_json::json!({"pattern": pattern, "reason": reason}),
            }
        });
        (written.collect(), layers.join(", "))
    }

    /// Judges one action as the guard would here, without a call around it.
    #[must_use]
    pub fn judge_one(&self, action: &Action<'_>, cwd: &Path, workspace: &Path) -> Verdict {
        let reader = |path: &str| read_script(workspace, Path::new(path));
        let surroundings = self.surroundings(cwd, workspace, Some(COVERAGE));
        judge_with(action, &self.policy, &surroundings, &reader)
    }

    fn surroundings(&self, cwd: &Path, workspace: &Path, saves: Option<Coverage>) -> Surroundings {
        Surroundings::default()
            .with_cwd(cwd.to_string_lossy().into_owned())
            .with_workspace(workspace.to_string_lossy().into_owned())
            .with_home(self.home.clone())
            .with_saves(saves)
    }
}

/// The text of a script, package file or makefile of the workspace, or of the person's settings
/// for git; nothing else is read to judge a command.
fn read_script(workspace: &Path, path: &Path) -> Option<String> {
    let own = path.starts_with(workspace) || path.ends_with(".gitconfig");
    if !own || !path.symlink_metadata().ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let most = limits::FILE_BYTES as u64 + 1;
    File::open(path).ok()?.take(most).read_to_string(&mut text).ok()?;
    Some(text)
}

impl Judged {
    /// The verdict that decides: the strictest permission, and of these the highest risk.
    #[must_use]
    pub fn strictest(&self) -> Option<&Verdict> {
        self.verdicts.iter().max_by_key(|verdict| (verdict.permission.decision, verdict.risk))
    }

    /// Whether it may run.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.strictest().map_or(Decision::Allow, |verdict| verdict.permission.decision)
    }

    /// How dangerous the worst part is.
    #[must_use]
    pub fn risk(&self) -> Risk {
        self.verdicts.iter().map(|verdict| verdict.risk).max().unwrap_or(Risk::Safe)
    }

    /// Whether the workspace is to be saved before any part runs.
    #[must_use]
    pub fn saves_before(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.checkpoint.plan.before)
    }

    /// Whether it is to be saved after a success.
    #[must_use]
    pub fn saves_after(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.checkpoint.plan.after)
    }

    /// Whether it is to be saved after a failure.
    #[must_use]
    pub fn saves_on_error(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.checkpoint.plan.on_error)
    }
}
