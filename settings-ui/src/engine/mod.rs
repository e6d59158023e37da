//! policy-wasm: the engine that judges commands, loaded after the first paint as a module of its
//! own.

mod load;

use policy_core::settings::{Field, ShellSection};
use serde_json::Value;
use wasm_bindgen::prelude::*;

pub use load::load;

use crate::message::{Platform, Saves, Workspace};
use crate::model::remarks::Remark;
use crate::model::samples::{self, Sample};
use crate::model::verdict::{Rule, Verdict};

/// How far the engine is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nobody has asked for it yet, or it is on its way.
    #[default]
    Loading,
    /// It judges.
    Ready,
    /// It could not be loaded, and why.
    Failed(String),
}

/// What a command is judged with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The command.
    pub command: String,
    /// The shell's name or path.
    pub shell: String,
    /// The kind of machine.
    pub platform: Platform,
    /// The folder it starts in.
    pub cwd: Option<String>,
    /// The root of what checkpoints save.
    pub workspace: Option<String>,
    /// The user's home directory.
    pub home: Option<String>,
    /// What is saved before running.
    pub saves: Option<Saves>,
}

/// Compiled settings that judge. Their memory goes with them.
pub struct Judge {
    engine: load::Engine,
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.engine.free();
    }
}

impl Judge {
    /// Compiles a user's settings and a workspace's; nothing until the engine is loaded.
    pub fn new(user: &Value, workspace: Option<&Workspace>) -> Option<Self> {
        let layer = workspace.map(|workspace| {
            let layer = js_sys::Object::new();
            set(&layer, "settings", &workspace.settings.to_string().into());
            set(&layer, "path", &workspace.path.as_str().into());
            layer
        });
        let engine = load::engine(&user.to_string(), layer.as_ref())?;
        Some(Self { engine })
    }

    /// The verdict on a command.
    pub fn verdict(&self, question: &Question) -> Option<Verdict> {
        let action = js_sys::Object::new();
        set(&action, "command", &question.command.as_str().into());
        set(&action, "shell", &question.shell.as_str().into());
        let platform = match question.platform {
            Platform::Unix => "unix",
            Platform::Windows => "windows",
        };
        set(&action, "platform", &platform.into());
        let around = js_sys::Object::new();
        let places =
            [("cwd", &question.cwd), ("workspace", &question.workspace), ("home", &question.home)];
        for (key, place) in places {
            if let Some(place) = place {
                set(&around, key, &place.as_str().into());
            }
        }
        if let Some(saves) = question.saves {
            let covered = js_sys::Object::new();
            set(&covered, "ignoredFiles", &saves.ignored_files.into());
            set(&covered, "repository", &saves.repository.into());
            set(&around, "saves", &covered);
        }
        let json = self.engine.judge_json(&action, &around).ok()?;
        Verdict::read(&serde_json::from_str(&json).ok()?)
    }

    /// What is wrong with patterns, and what a careful colleague would say about the rest.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = told(&self.engine.problems());
        remarks.retain(|remark| remark.code == "bad_pattern");
        if let Ok(found) = self.engine.lint() {
            remarks.extend(told(&found));
        }
        remarks
    }
}

/// The sample commands that an entry of a list would catch.
pub fn catches(field: &Field, pattern: &str) -> Vec<Sample> {
    let Some(judge) = Judge::new(&samples::alone(field, pattern), None) else { return Vec::new() };
    let caught = |sample: &Sample| {
        let question = Question {
            command: sample.command.to_owned(),
            shell: shell_of(sample.shell).to_owned(),
            ..Question::default()
        };
        judge.verdict(&question).is_some_and(|verdict| {
            let by = [verdict.checkpoint_decided_by, verdict.permission_decided_by];
            by.into_iter().flatten().any(|by| by.pattern == pattern)
        })
    };
    let mut all: Vec<Sample> = Vec::new();
    for sample in samples::for_field(field).into_iter().filter(caught) {
        // Some commands are the same in several shells.
        if !all.iter().any(|each| each.command == sample.command) {
            all.push(sample);
        }
    }
    all
}

/// A shell by the name the engine knows it by.
pub const fn shell_of(section: ShellSection) -> &'static str {
    section.name()
}

/// The page of a rule.
pub fn rule(id: &str) -> Option<Rule> {
    Rule::read(&parsed(&load::explain_rule(id)?)?)
}

fn told(found: &JsValue) -> Vec<Remark> {
    let found = parsed(found).unwrap_or_default();
    found.as_array().into_iter().flatten().filter_map(Remark::read).collect()
}

fn parsed(value: &JsValue) -> Option<Value> {
    let text = String::from(js_sys::JSON::stringify(value).ok()?);
    serde_json::from_str(&text).ok()
}

fn set(object: &js_sys::Object, key: &str, value: &JsValue) {
    // Setting a key of a plain object has no way to fail.
    let _ = js_sys::Reflect::set(object, &key.into(), value);
}
