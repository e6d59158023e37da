//! What a call would do: an event's words turned into things that can be judged.

use std::path::{Path, PathBuf};

use policy_core::Action;
use policy_core::shell::Dialect;

use crate::event::{Event, Kind};

/// One thing a call would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Run a text in a shell.
    Run {
        /// The text.
        command: String,
        /// The shell.
        shell: Dialect,
    },
    /// Write or delete a file.
    Write(String),
    /// Read a file.
    Read(String),
    /// Use a browser or fetch from the web.
    Browse(String),
    /// Call a tool of an MCP server.
    Mcp(String),
}

impl Subject {
    /// As the engine takes it.
    #[must_use]
    pub fn action(&self) -> Action<'_> {
        match self {
            Self::Run { command, shell } => Action::Run { command, shell: *shell },
            Self::Write(path) => Action::Write { path },
            Self::Read(path) => Action::Read { path },
            Self::Browse(url) => Action::Browse { url },
            Self::Mcp(tool) => Action::CallMcp { tool },
        }
    }

    /// Everything that an event tells of, in order.
    #[must_use]
    pub fn all(event: &Event) -> Vec<Self> {
        subjects(event)
    }

    /// The text a person would recognise it by.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Run { command: text, .. }
            | Self::Write(text)
            | Self::Read(text)
            | Self::Browse(text)
            | Self::Mcp(text) => text,
        }
    }
}

/// A call of an agent, before it happens or after it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who calls: an agent's name, or `run` for a person at a terminal.
    pub agent: String,
    /// Its session; calls without one share a session a workspace.
    pub session: String,
    /// The call's own name, where the agent has one.
    pub id: Option<String>,
    /// The message that is being worked on.
    pub message: Option<String>,
    /// The folder it runs in.
    pub cwd: PathBuf,
    /// The root of the workspace.
    pub workspace: PathBuf,
    /// What it does, in order.
    pub subjects: Vec<Subject>,
    /// Whether it goes on after its host has reported it.
    pub background: bool,
    /// Whether the host can ask a person about it.
    pub can_ask: bool,
}

impl Call {
    /// The call an event tells of. The folder of this process stands in where the host tells none.
    #[must_use]
    pub fn of(event: &Event, here: &Path, user_home: Option<&Path>) -> Self {
        let told = event.cwd.as_deref().or_else(|| event.workspaces.first().map(String::as_str));
        let cwd = here.join(told.unwrap_or_default());
        let workspace = crate::home::workspace_root(&cwd, user_home);
        Self {
            agent: event.host.name().to_owned(),
            session: event
                .session
                .clone()
                .unwrap_or_else(|| format!("{}-session", event.host.name())),
            id: event.call.clone(),
            message: event.prompt.clone().or_else(|| event.turn.clone()),
            subjects: Subject::all(event),
            background: event.background,
            can_ask: event.can_ask,
            cwd,
            workspace,
        }
    }

    /// Everything it does as one text: what pairs a beginning with its end, and what a code is for.
    #[must_use]
    pub fn text(&self) -> String {
        self.subjects.iter().map(Subject::text).collect::<Vec<_>>().join("\n")
    }

    /// BLAKE3 of [`text`](Self::text).
    #[must_use]
    pub fn hash(&self) -> String {
        blake3::hash(self.text().as_bytes()).to_hex().to_string()
    }
}

fn subjects(event: &Event) -> Vec<Subject> {
    let texts = |make: fn(String) -> Subject| {
        let named = if event.paths.is_empty() { event.tool.as_slice() } else { &event.paths };
        named.iter().cloned().map(make).collect()
    };
    match event.kind {
        Some(Kind::Shell) => event.commands.iter().flat_map(|text| readings(event, text)).collect(),
        Some(Kind::Write | Kind::Edit) => event.paths.iter().cloned().map(Subject::Write).collect(),
        Some(Kind::Read) => event.paths.iter().cloned().map(Subject::Read).collect(),
        Some(Kind::Browser) => texts(Subject::Browse),
        Some(Kind::Mcp) => event.tool.iter().cloned().map(Subject::Mcp).collect(),
        None => Vec::new(),
    }
}

/// The shells that may read a command. On Windows a host that does not tell may use either.
fn readings(event: &Event, text: &str) -> Vec<Subject> {
    let shells: &[Dialect] = match event.dialect {
        Some(shell) => &[shell],
        None if cfg!(windows) => &[Dialect::PowerShell, Dialect::Bash],
        None => &[Dialect::Bash],
    };
    shells.iter().map(|shell| Subject::Run { command: text.to_owned(), shell: *shell }).collect()
}
