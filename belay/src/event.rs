//! What an agent is about to do or has done, in one shape for every host.

use std::path::{Path, PathBuf};

use policy_core::shell::Dialect;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A program that runs an agent and calls Belay at its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex, by OpenAI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Antigravity, which follows Gemini CLI.
    Antigravity,
    /// Cursor.
    Cursor,
    /// Copilot inside VS Code.
    VsCode,
    /// Copilot in a terminal.
    CopilotCli,
    /// Cline.
    Cline,
    /// opencode, by way of the plugin that Belay writes for it.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// goose.
    Goose,
}

impl Host {
    /// Every host, in the order they are listed to people.
    pub const ALL: [Self; 11] = [
        Self::Claude,
        Self::Codex,
        Self::Gemini,
        Self::Antigravity,
        Self::Cursor,
        Self::VsCode,
        Self::CopilotCli,
        Self::Cline,
        Self::Opencode,
        Self::Qwen,
        Self::Goose,
    ];

    /// The name on command lines and in events.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Antigravity => "antigravity",
            Self::Cursor => "cursor",
            Self::VsCode => "vscode",
            Self::CopilotCli => "copilot-cli",
            Self::Cline => "cline",
            Self::Opencode => "opencode",
            Self::Qwen => "qwen",
            Self::Goose => "goose",
        }
    }

    /// The name as its makers write it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
            Self::Gemini => "Gemini CLI",
            Self::Antigravity => "Antigravity",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::CopilotCli => "Copilot CLI",
            Self::Cline => "Cline",
            Self::Opencode => "opencode",
            Self::Qwen => "Qwen Code",
            Self::Goose => "goose",
        }
    }

    /// The host with this name; a few other spellings are understood.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let canonical = match name.as_str() {
            "copilot" | "github-copilot" | "copilot_cli" => "copilot-cli",
            "claude-code" => "claude",
            "codex-cli" => "codex",
            "gemini-cli" => "gemini",
            "agy" => "antigravity",
            "vs-code" | "vscode-copilot" | "code" => "vscode",
            "qwen-code" => "qwen",
            other => other,
        };
        Self::ALL.into_iter().find(|host| host.name() == canonical)
    }
}

/// Where in an agent's work an event stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// A session begins or goes on.
    SessionStart,
    /// A person has sent a message.
    Prompt,
    /// A tool is about to be used: the moment to save and to decide.
    PreTool,
    /// A tool was used; a command may still have failed, see [`Event::failed`].
    PostTool,
    /// A tool was used and the host says that it failed.
    PostToolFailure,
    /// The host is about to ask a person by itself.
    PermissionRequest,
    /// The agent's turn is over.
    Stop,
    /// The session is over.
    SessionEnd,
    /// Nothing that Belay acts upon.
    Ignored,
}

impl Moment {
    /// Every one, in order of declaration.
    pub const ALL: [Self; 9] = [
        Self::SessionStart,
        Self::Prompt,
        Self::PreTool,
        Self::PostTool,
        Self::PostToolFailure,
        Self::PermissionRequest,
        Self::Stop,
        Self::SessionEnd,
        Self::Ignored,
    ];

    /// The wire string.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SessionStart => "session_start",
            Self::Prompt => "prompt",
            Self::PreTool => "pre_tool",
            Self::PostTool => "post_tool",
            Self::PostToolFailure => "post_tool_failure",
            Self::PermissionRequest => "permission_request",
            Self::Stop => "stop",
            Self::SessionEnd => "session_end",
            Self::Ignored => "ignored",
        }
    }

    /// The moment with this wire string.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|moment| moment.name() == name)
    }

    /// Whether a tool is used at this moment, so that an event without one is malformed.
    #[must_use]
    pub fn has_tool(self) -> bool {
        matches!(
            self,
            Self::PreTool | Self::PostTool | Self::PostToolFailure | Self::PermissionRequest
        )
    }
}

/// What kind of thing a tool does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Runs a command.
    Shell,
    /// Writes or deletes a whole file.
    Write,
    /// Changes parts of a file.
    Edit,
    /// Looks at files.
    Read,
    /// Calls a tool of an MCP server.
    Mcp,
    /// Fetches from the web or drives a browser.
    Browser,
}

impl Kind {
    /// The wire string.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Shell => "shell",
            Self::Write => "write",
            Self::Edit => "edit",
            Self::Read => "read",
            Self::Mcp => "mcp",
            Self::Browser => "browser",
        }
    }
}

/// One event of an agent. What a host does not tell is absent, never guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who calls.
    pub host: Host,
    /// Where in the agent's work.
    pub moment: Moment,
    /// The event as the host itself calls it; the answer's shape depends on it.
    pub native: String,
    /// What the tool does; `None` for tools that touch nothing Belay knows of.
    pub kind: Option<Kind>,
    /// The commands, each a text for a shell of its own: one for nearly every host. Judge each by
    /// itself, since joined texts would read differently (an open quote, a heredoc).
    pub commands: Vec<String>,
    /// The files a tool names, as written.
    pub paths: Vec<String>,
    /// The directory it runs in.
    pub cwd: Option<String>,
    /// The folders that are open, where the host tells them.
    pub workspaces: Vec<String>,
    /// The shell, where the host tells it. Codex says `Bash` on Windows too, so it tells nothing:
    /// where this is `None` on Windows a command is judged for PowerShell and for bash.
    pub dialect: Option<Dialect>,
    /// The tool, as the host calls it.
    pub tool: Option<String>,
    /// The session's id.
    pub session: Option<String>,
    /// The turn's id.
    pub turn: Option<String>,
    /// The id of the message that is being worked on.
    pub prompt: Option<String>,
    /// The text of that message, at [`Moment::Prompt`].
    pub text: Option<String>,
    /// The id of the tool call, the same before and after.
    pub call: Option<String>,
    /// The exit code of a command.
    pub exit_code: Option<i64>,
    /// Whether the host says in another way than by the exit code that the tool failed.
    pub tool_failed: bool,
    /// Whether somebody stopped it.
    pub interrupted: Option<bool>,
    /// Whether the command goes on after the host has reported it as done: its effects come
    /// later, so `after` is taken at the next event.
    pub background: bool,
    /// The host's own mode of asking (`default`, `bypassPermissions`, `yolo`).
    pub permission_mode: Option<String>,
    /// How a session began (`startup`, `resume`).
    pub source: Option<String>,
    /// Why a session ended.
    pub reason: Option<String>,
    /// Whether the agent goes on because a hook refused to let it stop.
    pub stop_hook_active: Option<bool>,
    /// Whether an answer of `ask` makes this host ask a person at this event.
    pub can_ask: bool,
    /// The file in which the host keeps the conversation.
    pub transcript: Option<String>,
    /// The sub-agent that acts, if it is one.
    pub agent: Option<String>,
}

impl Event {
    /// An event with nothing in it yet.
    #[must_use]
    pub fn new(host: Host, moment: Moment, native: impl Into<String>) -> Self {
        Self {
            host,
            moment,
            native: native.into(),
            kind: None,
            commands: Vec::new(),
            paths: Vec::new(),
            cwd: None,
            workspaces: Vec::new(),
            dialect: None,
            tool: None,
            session: None,
            turn: None,
            prompt: None,
            text: None,
            call: None,
            exit_code: None,
            tool_failed: false,
            interrupted: None,
            background: false,
            permission_mode: None,
            source: None,
            reason: None,
            stop_hook_active: None,
            can_ask: false,
            transcript: None,
            agent: None,
        }
    }

    /// The commands as one text to show, a line each.
    #[must_use]
    pub fn command(&self) -> Option<String> {
        (!self.commands.is_empty()).then(|| self.commands.join("\n"))
    }

    /// The named files as absolute paths where the working directory is known. Nothing is looked
    /// up on the disk.
    #[must_use]
    pub fn absolute_paths(&self) -> Vec<PathBuf> {
        let base = self.cwd.as_deref().map(Path::new);
        self.paths
            .iter()
            .map(|path| base.map_or_else(|| PathBuf::from(path), |base| base.join(path)))
            .collect()
    }

    /// Whether what was done did not succeed, as far as the host tells.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.moment == Moment::PostToolFailure
            || self.tool_failed
            || self.interrupted == Some(true)
            || self.exit_code.is_some_and(|code| code != 0)
    }
}

/// What `belay hook --decode` prints: keys that say nothing are left out.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("host", self.host.name())?;
        map.serialize_entry("event", self.moment.name())?;
        let texts = [
            ("kind", self.kind.map(Kind::name)),
            ("tool", self.tool.as_deref()),
            ("dialect", self.dialect.map(Dialect::name)),
            ("cwd", self.cwd.as_deref()),
            ("session", self.session.as_deref()),
            ("turn", self.turn.as_deref()),
            ("prompt", self.prompt.as_deref()),
            ("call", self.call.as_deref()),
            ("permission_mode", self.permission_mode.as_deref()),
            ("source", self.source.as_deref()),
            ("reason", self.reason.as_deref()),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                map.serialize_entry(key, text)?;
            }
        }
        if let Some(command) = self.command() {
            map.serialize_entry("command", &command)?;
        }
        if !self.paths.is_empty() {
            map.serialize_entry("paths", &self.paths)?;
        }
        if let Some(code) = self.exit_code {
            map.serialize_entry("exit_code", &code)?;
        }
        if let Some(interrupted) = self.interrupted {
            map.serialize_entry("interrupted", &interrupted)?;
        }
        if self.background {
            map.serialize_entry("background", &true)?;
        }
        if let Some(active) = self.stop_hook_active {
            map.serialize_entry("stop_hook_active", &active)?;
        }
        map.serialize_entry("can_ask", &self.can_ask)?;
        map.end()
    }
}
