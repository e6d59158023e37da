//! `belay doctor`: tries everything that could silently not work.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::Exit;
use super::machine::Agents;
use super::place::Place;
use super::probe::{Effect, registered};
use super::restore::interrupted;
use super::status::{NO_MESSAGES, troubles};
use crate::audit::{Log, verify};
use crate::guard::sdk;
use crate::output::{BAD, FAINT, GOOD, WARNING, WIDTH, styled, wrap};
use crate::setup::{Agent, Scope, State};

/// How to look.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Options {
    /// Set agents up again where something is missing or old.
    #[arg(long)]
    pub fix: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Health {
    Good,
    Warning,
    Bad,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Check {
    what: String,
    health: Health,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
}

#[derive(Debug, Default)]
struct Report {
    checks: Vec<Check>,
}

impl Report {
    fn good(&mut self, what: &str, text: impl Into<String>) {
        self.add(what, Health::Good, text.into(), None);
    }

    fn warn(&mut self, what: &str, text: impl Into<String>, instead: Option<&str>) {
        self.add(what, Health::Warning, text.into(), instead);
    }

    fn bad(&mut self, what: &str, text: impl Into<String>, instead: &str) {
        self.add(what, Health::Bad, text.into(), Some(instead));
    }

    fn add(&mut self, what: &str, health: Health, text: String, instead: Option<&str>) {
        let instead = instead.map(str::to_owned);
        self.checks.push(Check { what: what.to_owned(), health, text, instead });
    }
}

/// Looks at everything.
///
/// # Errors
/// There is no home folder, or standard output is closed.
pub fn run(options: Options) -> Result<Exit> {
    let place = Place::quietly()?;
    let agents = Agents::find(&place)?;
    let mut report = Report::default();
    settings(&place, &mut report);
    store(&place, &mut report);
    audit(&place, &mut report);
    let mut found = 0;
    for agent in Agent::ALL {
        for scope in [Scope::User, Scope::Project] {
            let state = agents.state(agent, scope);
            let here = scope == Scope::User && agents.trace(agent).is_some();
            if state == State::Absent && !here {
                continue;
            }
            found += 1;
            one_agent(&agents, agent, scope, state, options.fix, &mut report);
        }
    }
    if found == 0 {
        report.warn(
            "agents",
            "No agent was found on this machine.",
            Some("`belay init --agent NAME`"),
        );
    }
    if let Some(warning) = sdk::warning(&place.judging) {
        report.warn("settings", warning, None);
    }
    for trouble in troubles(&place) {
        report.warn("lately", trouble, Some("`belay audit list` shows what happened around it."));
    }
    let mut out = anstream::stdout().lock();
    let bad = report.checks.iter().filter(|check| check.health == Health::Bad).count();
    if options.json {
        for check in &report.checks {
            writeln!(out, "{}", serde_json::to_string(check)?)?;
        }
    } else {
        write(&report, &mut out)?;
        let warned = report.checks.iter().any(|check| check.health == Health::Warning);
        match bad {
            0 if warned => writeln!(out, "\n{}", styled(WARNING, "What is set up works."))?,
            0 => writeln!(out, "\n{}", styled(GOOD, "Everything works."))?,
            1 => writeln!(out, "\n{}", styled(BAD, "One thing does not work."))?,
            _ => writeln!(out, "\n{}", styled(BAD, format!("{bad} things do not work.")))?,
        }
    }
    Ok(if bad == 0 { Exit::Done } else { Exit::Failed })
}

fn settings(place: &Place, report: &mut Report) {
    for problem in &place.judging.problems {
        report.bad("settings", problem, "`belay settings edit` opens the file.");
    }
    if place.judging.problems.is_empty() {
        report.good("settings", "in order");
    }
    let managed = &place.judging.layers.managed;
    if managed.settings.is_some() {
        report.good("settings", format!("tightened by {}", managed.path.display()));
    }
    if !place.judging.policy.settings().enable_file_checkpointing.value {
        report.warn("settings", NO_MESSAGES, None);
    }
    if !place.judging.policy.settings().checkpoint_enabled.value {
        report.bad(
            "settings",
            "Checkpoint feature not enabled: nothing is saved.",
            "`belay settings set checkpointEnabled true`",
        );
    }
}

fn store(place: &Place, report: &mut Report) {
    let data = &place.home.data;
    let writable = crate::private::folder(data)
        .and_then(|()| Ok(tempfile::NamedTempFile::new_in(data).map(drop)?));
    if let Err(error) = writable {
        let text = format!("{} cannot be written: {error:#}", data.display());
        report.bad("store", text, "Give yourself the right to write there, or set BELAY_HOME.");
        return;
    }
    let store = place.home.store();
    if store.exists() && !store.is_dir() {
        let text = format!("{} is not a folder, so nothing can be saved.", store.display());
        report.bad("store", text, "Move it away; Belay makes a new one.");
        return;
    }
    match place.existing_store() {
        Ok(None) => report.good("store", "nothing saved yet"),
        Ok(Some(store)) => {
            report.good("store", format!("opens, {}", store.folder().display()));
            match store.workspace(&place.root).map(|workspace| interrupted(&workspace)) {
                Ok(Ok(Some(note))) => report.bad("store", note, "See above."),
                Ok(Ok(None)) => {}
                Ok(Err(error)) => report.bad("store", format!("{error:#}"), "`belay log`"),
                Err(error) => {
                    report.warn(
                        "workspace",
                        error.to_string(),
                        Some("Work in a project's folder."),
                    );
                }
            }
        }
        Err(error) => {
            report.bad("store", format!("{error:#}"), "Move it away; Belay makes a new one.");
        }
    }
}

fn audit(place: &Place, report: &mut Report) {
    let log = Log::new(place.home.audit());
    let head: Vec<_> = log.head().into_iter().collect();
    match verify(&log, &head) {
        Ok(found) if found.is_whole() => {
            report.good("audit", format!("{} lines, whole", found.lines))
        }
        Ok(_) => {
            report.bad("audit", "The log was changed or cut.", "`belay audit verify` says where.")
        }
        Err(error) => report.bad("audit", format!("{error:#}"), "`belay audit verify` says where."),
    }
}

fn one_agent(
    agents: &Agents,
    agent: Agent,
    scope: Scope,
    state: State,
    fix: bool,
    report: &mut Report,
) {
    let name = match scope {
        Scope::User => agent.title().to_owned(),
        Scope::Project => format!("{} (project)", agent.title()),
    };
    if state == State::Absent {
        if fix && set_up(agents, agent, scope, &name, report) {
            return tried(agents, agent, scope, &name, report);
        }
        report.warn(&name, "is here and not guarded.", Some("`belay init`"));
        return;
    }
    match agents.plan_init(agent, scope) {
        Ok(plan) if plan.changes.is_empty() => {}
        Ok(_) if fix => {
            set_up(agents, agent, scope, &name, report);
        }
        // In a project, others may have set it up with another version.
        Ok(_) if scope == Scope::Project => {
            report.warn(&name, "is set up by another version.", Some("`belay init --project`"));
        }
        Ok(_) => {
            report.bad(&name, "is set up in part, or by another version.", "`belay doctor --fix`")
        }
        Err(error) => {
            report.bad(&name, error.to_string(), "Correct the file, then `belay init`.");
        }
    }
    tried(agents, agent, scope, &name, report);
}

fn set_up(agents: &Agents, agent: Agent, scope: Scope, name: &str, report: &mut Report) -> bool {
    let done = match agents.plan_init(agent, scope) {
        Ok(plan) => agents.apply(&plan),
        Err(error) => Err(error.into()),
    };
    match done {
        Ok(()) => report.good(name, "set up again"),
        Err(error) => {
            report.bad(name, format!("{error:#}"), "Correct the file, then `belay init`.");
            return false;
        }
    }
    true
}

/// Runs what is registered, and looks at what else may keep it from running.
fn tried(agents: &Agents, agent: Agent, scope: Scope, name: &str, report: &mut Report) {
    let Ok(plan) = agents.plan_remove(agent, scope) else { return };
    let lines = registered(&plan);
    if lines.is_empty() {
        report.bad(name, "has no hook before its tools.", "`belay doctor --fix`");
    }
    let mut works = !lines.is_empty();
    for line in &lines {
        match line.tried(agent.host()) {
            Ok(Effect::Runs) if agent == Agent::Goose => {}
            Ok(Effect::Runs) => {
                works = false;
                report.bad(name, "would run `rm -rf /`.", "`belay doctor --fix`; then tell us.");
            }
            Ok(Effect::Asks | Effect::Stops) => {}
            Err(error) => {
                works = false;
                let gone = line
                    .program()
                    .is_some_and(|program| program.is_absolute() && !program.exists());
                let text = match line.program() {
                    Some(program) if gone => format!("{} is gone.", program.display()),
                    _ => format!("{error:#}."),
                };
                report.bad(name, text, "`belay doctor --fix`");
            }
        }
    }
    if works && agent != Agent::Goose {
        report.good(name, "is guarded: the registered hook stops `rm -rf /`");
    }
    limits(agents, agent, scope, name, report);
}

/// What this host cannot do, or has switched off.
fn limits(agents: &Agents, agent: Agent, scope: Scope, name: &str, report: &mut Report) {
    let folder = agents.machine().folder(agent);
    match agent {
        Agent::Goose => report.warn(
            name,
            "cannot be stopped by a hook: Belay saves before it acts, that is all.",
            None,
        ),
        Agent::Gemini => {
            report.warn(name, "started with --acp runs no hooks for tools.", None);
        }
        Agent::Codex => {
            let hooks = match (scope, &agents.machine().project) {
                (Scope::Project, Some(project)) => project.join(".codex/hooks.json"),
                _ => folder.join("hooks.json"),
            };
            if !trusted(&folder.join("config.toml"), &hooks) {
                report.bad(
                    name,
                    "has not been told to trust Belay's hooks, so it skips them without a word.",
                    "Start `codex` once and choose to trust them.",
                );
            }
            report.warn(name, "shows no hook what is typed into a running shell.", None);
        }
        Agent::Claude => claude(agents, &folder, name, report),
        Agent::Copilot | Agent::Cursor | Agent::Opencode | Agent::Cline | Agent::Qwen => {}
    }
}

fn claude(agents: &Agents, folder: &Path, name: &str, report: &mut Report) {
    if let Some(version) = agents.claude_version()
        && version < (2, 1, 295)
    {
        let text = "is older than 2.1.295: a hook that crashes lets the tool run.";
        report.warn(name, text, Some("Update Claude Code, then `belay init`."));
    }
    let switches = [
        (folder.join("settings.json"), "disableAllHooks"),
        (managed_claude(), "disableAllHooks"),
        (managed_claude(), "allowManagedHooksOnly"),
    ];
    for (file, switch) in switches {
        if is_on(&file, switch) {
            let text =
                format!("`{switch}` in {} keeps Belay's hooks from running.", file.display());
            report.bad(name, text, "Turn it off, or have Belay set up in the managed settings.");
        }
    }
}

fn managed_claude() -> std::path::PathBuf {
    if cfg!(windows) {
        r"C:\Program Files\ClaudeCode\managed-settings.json".into()
    } else if cfg!(target_os = "macos") {
        "/Library/Application Support/ClaudeCode/managed-settings.json".into()
    } else {
        "/etc/claude-code/managed-settings.json".into()
    }
}

fn is_on(file: &Path, switch: &str) -> bool {
    let Ok(text) = fs::read_to_string(file) else { return false };
    let plain = crate::settings_files::without_comments(&text);
    let document: serde_json::Value = serde_json::from_str(&plain).unwrap_or_default();
    document.get(switch) == Some(&serde_json::Value::Bool(true))
}

/// Codex keeps what was trusted by file, event and position.
fn trusted(config: &Path, hooks: &Path) -> bool {
    let Ok(text) = fs::read_to_string(config) else { return false };
    let key = format!("{}:pre_tool_use:", hooks.display());
    text.lines().any(|line| line.contains(&key))
}

fn write(report: &Report, out: &mut impl Write) -> Result<()> {
    let wide = report.checks.iter().map(|check| check.what.len()).max().unwrap_or(0).min(22);
    for check in &report.checks {
        let (sign, style) = match check.health {
            Health::Good => ("ok  ", GOOD),
            Health::Warning => ("note", WARNING),
            Health::Bad => ("bad ", BAD),
        };
        let mut left = format!("{}  {:<wide$}", styled(style, sign), check.what);
        for line in wrap(&check.text, WIDTH - 8 - wide) {
            writeln!(out, "{left}  {line}")?;
            left = " ".repeat(6 + wide);
        }
        if let Some(instead) = &check.instead {
            for line in wrap(instead, WIDTH - 10 - wide) {
                writeln!(out, "{left}  {}", styled(FAINT, format!("→ {line}")))?;
            }
        }
    }
    Ok(())
}
