//! What an agent wants to do.

use crate::dialect::Dialect;
use crate::shell::detect;
use crate::wire::{self, ActionKind};

/// Something an agent wants to do, before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action<'t> {
    /// Run a command in a shell.
    Run {
        /// The text as it would be handed to the shell.
        command: &'t str,
        /// The shell.
        shell: Dialect,
    },
    /// Read a file.
    Read {
        /// Its path.
        path: &'t str,
    },
    /// Write a file.
    Write {
        /// Its path.
        path: &'t str,
    },
    /// Use a browser.
    Browse {
        /// Where to.
        url: &'t str,
    },
    /// Call a tool of an MCP server.
    CallMcp {
        /// The tool, as the host names it.
        tool: &'t str,
    },
}

impl<'t> Action<'t> {
    /// The text a person would recognise it by.
    #[must_use]
    pub fn text(&self) -> &'t str {
        match self {
            Self::Run { command, .. } => command,
            Self::Read { path } | Self::Write { path } => path,
            Self::Browse { url } => url,
            Self::CallMcp { tool } => tool,
        }
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ActionKind {
        match self {
            Self::Run { .. } => ActionKind::Execute,
            Self::Read { .. } => ActionKind::Read,
            Self::Write { .. } => ActionKind::Write,
            Self::Browse { .. } => ActionKind::Browser,
            Self::CallMcp { .. } => ActionKind::Mcp,
        }
    }
}

impl<'t> From<&'t wire::Action> for Action<'t> {
    fn from(written: &'t wire::Action) -> Self {
        match written {
            wire::Action::Execute { command, shell, platform } => Self::Run {
                command,
                shell: detect(shell.as_deref().unwrap_or_default(), *platform),
            },
            wire::Action::Read { path } => Self::Read { path },
            wire::Action::Write { path } => Self::Write { path },
            wire::Action::Browser { url } => Self::Browse { url },
            wire::Action::Mcp { tool } => Self::CallMcp { tool },
        }
    }
}
