//! policy-wasm: the engine that judges commands, loaded after the first paint as a module of its
//! own.

mod load;

use policy_core::settings::{Field, ShellSection};
use policy_core::wire::{
    Action, LayerProblem, Lint, Platform, ProblemCode, Rule, Surroundings, Verdict, Workspace,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

pub use load::load;

use crate::model::remarks::Remark;
use crate::model::samples::{self, Sample};

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
    /// Where it would run, and what is saved before.
    pub surroundings: Surroundings,
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
        let workspace = workspace.map_or(Some(JsValue::NULL), to_js)?;
        let engine = load::engine(&user.to_string(), &workspace)?;
        Some(Self { engine })
    }

    /// The verdict on a command.
    pub fn verdict(&self, question: &Question) -> Option<Verdict> {
        let Question { command, shell, platform, surroundings } = question.clone();
        let action = Action::Execute { command, shell: Some(shell), platform };
        let json = self.engine.judge_json(&to_js(&action)?, &to_js(&surroundings)?).ok()?;
        serde_json::from_str(&json).ok()
    }

    /// What is wrong with patterns, and what a careful colleague would say about the rest.
    pub fn remarks(&self) -> Vec<Remark> {
        let problems: Vec<LayerProblem> = from_js(&self.engine.problems()).unwrap_or_default();
        let patterns = problems
            .into_iter()
            .filter(|found| found.problem.code == ProblemCode::BadPattern)
            .map(Remark::from);
        let lints = self.engine.lint().ok().and_then(|lints| from_js::<Vec<Lint>>(&lints));
        patterns.chain(lints.unwrap_or_default().into_iter().map(Remark::from)).collect()
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

/// The page of a rule; nothing where the engine knows none of that id.
pub fn rule(id: &str) -> Option<Rule> {
    from_js(&load::explain_rule(id)?)
}

/// Plain data as JavaScript's own.
fn to_js(data: &impl Serialize) -> Option<JsValue> {
    js_sys::JSON::parse(&serde_json::to_string(data).ok()?).ok()
}

/// Plain data of JavaScript.
fn from_js<T: DeserializeOwned>(data: &JsValue) -> Option<T> {
    let text = String::from(js_sys::JSON::stringify(data).ok()?);
    serde_json::from_str(&text).ok()
}
