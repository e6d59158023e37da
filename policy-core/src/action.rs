//! What an agent wants to do.

use crate::shell::Dialect;

/// Something an agent wants to do, before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// The name written in verdicts.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Run { .. } => "execute",
            Self::Read { .. } => "read",
            Self::Write { .. } => "write",
            Self::Browse { .. } => "browser",
            Self::CallMcp { .. } => "mcp",
        }
    }
}
