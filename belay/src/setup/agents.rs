//! The agents Belay sets itself up in, and where each keeps its configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::event::Host;

/// An agent, as a person thinks of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Copilot, in a terminal and in VS Code: both read the same files.
    Copilot,
    /// Cursor.
    Cursor,
    /// opencode.
    Opencode,
    /// Cline.
    Cline,
    /// Qwen Code.
    Qwen,
    /// goose.
    Goose,
}

/// For whom an agent is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// For this person, in every folder.
    User,
    /// For everybody who works in this project.
    Project,
}

impl Scope {
    /// The name on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
        }
    }
}

impl Agent {
    /// Every agent, in the order they are listed to people.
    pub const ALL: [Self; 9] = [
        Self::Claude,
        Self::Codex,
        Self::Gemini,
        Self::Copilot,
        Self::Cursor,
        Self::Opencode,
        Self::Cline,
        Self::Qwen,
        Self::Goose,
    ];

    /// The name on command lines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Copilot => "copilot",
            other => other.host().name(),
        }
    }

    /// The name as its makers write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Copilot => "Copilot",
            other => other.host().title(),
        }
    }

    /// The host that its hooks are registered for.
    #[must_use]
    pub fn host(self) -> Host {
        match self {
            Self::Claude => Host::Claude,
            Self::Codex => Host::Codex,
            Self::Gemini => Host::Gemini,
            Self::Copilot => Host::CopilotCli,
            Self::Cursor => Host::Cursor,
            Self::Opencode => Host::Opencode,
            Self::Cline => Host::Cline,
            Self::Qwen => Host::Qwen,
            Self::Goose => Host::Goose,
        }
    }

    /// The agent with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        match name.as_str() {
            "vscode" | "copilot-cli" => Some(Self::Copilot),
            _ => Self::ALL.into_iter().find(|agent| agent.name() == name),
        }
    }

    /// The programs it is started by.
    fn programs(self) -> &'static [&'static str] {
        match self {
            Self::Claude => &["claude"],
            Self::Codex => &["codex"],
            Self::Gemini => &["gemini"],
            Self::Copilot => &["copilot"],
            Self::Cursor => &["cursor-agent", "cursor"],
            Self::Opencode => &["opencode"],
            Self::Cline => &["cline"],
            Self::Qwen => &["qwen"],
            Self::Goose => &["goose"],
        }
    }
}

/// The facts about a machine from which everything else is planned without looking at it again.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The person's home folder.
    pub home: PathBuf,
    /// The project's root, where there is one.
    pub project: Option<PathBuf>,
    /// The environment.
    pub variables: BTreeMap<String, String>,
}

impl Machine {
    /// The folder below which an agent keeps what belongs to the person.
    #[must_use]
    pub fn folder(&self, agent: Agent) -> PathBuf {
        let set = |name: &str| {
            self.variables.get(name).filter(|value| !value.is_empty()).map(PathBuf::from)
        };
        let home = |name: &str| self.home.join(name);
        match agent {
            Agent::Claude => set("CLAUDE_CONFIG_DIR").unwrap_or_else(|| home(".claude")),
            Agent::Codex => set("CODEX_HOME").unwrap_or_else(|| home(".codex")),
            Agent::Gemini => home(".gemini"),
            Agent::Copilot => set("COPILOT_HOME").unwrap_or_else(|| home(".copilot")),
            Agent::Cursor => home(".cursor"),
            Agent::Opencode => {
                set("XDG_CONFIG_HOME").unwrap_or_else(|| home(".config")).join("opencode")
            }
            Agent::Cline => home(".cline"),
            Agent::Qwen => home(".qwen"),
            Agent::Goose => set("XDG_CONFIG_HOME").unwrap_or_else(|| home(".config")).join("goose"),
        }
    }

    /// Why the agent is taken to be on this machine: its folder, or its program.
    #[must_use]
    pub fn trace_of(&self, agent: Agent) -> Option<PathBuf> {
        let mut folders = vec![self.folder(agent)];
        if agent == Agent::Cline {
            folders.push(self.home.join("Documents/Cline"));
        }
        let found = folders.into_iter().find(|folder| folder.is_dir());
        found.or_else(|| agent.programs().iter().find_map(|name| self.program(name)))
    }

    /// The first program of this name on the search path.
    #[must_use]
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let path = self.variables.get("PATH")?;
        let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
        std::env::split_paths(path)
            .filter(|folder| folder.is_absolute())
            .flat_map(|folder| endings.iter().map(move |end| folder.join(format!("{name}{end}"))))
            .find(|program| is_program(program))
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
