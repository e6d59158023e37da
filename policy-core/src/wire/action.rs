//! What a host asks about.

use serde::{Deserialize, Serialize};

use crate::dialect::Platform;
use crate::named_enum::named_enum;

named_enum! {
    /// The kind of an action.
    #[non_exhaustive]
    pub enum ActionKind {
        /// Runs a command in a shell.
        Execute = "execute",
        /// Reads a file.
        Read = "read",
        /// Writes a file.
        Write = "write",
        /// Uses a browser.
        Browser = "browser",
        /// Calls a tool of an MCP server.
        Mcp = "mcp",
    }
}

/// Something an agent wants to do, as a host writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase", try_from = "Fields")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(optional_fields = nullable))]
pub enum Action {
    /// Run a command in a shell.
    Execute {
        /// The text as it would be handed to the shell.
        command: String,
        /// The shell's name or path. When absent: `bash`, or `powershell` on Windows.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, type = "Shell | (string & {}) | null"))]
        shell: Option<String>,
        /// The kind of machine. When absent: `unix`.
        #[cfg_attr(feature = "types", ts(as = "Option<Platform>"))]
        platform: Platform,
    },
    /// Read a file.
    Read {
        /// Its path.
        path: String,
    },
    /// Write a file.
    Write {
        /// Its path.
        path: String,
    },
    /// Use a browser.
    Browser {
        /// Where to.
        url: String,
    },
    /// Call a tool of an MCP server.
    Mcp {
        /// The tool, as the host names it.
        tool: String,
    },
}

/// Every field an action may have. Read one by one, so that an error can name the field, and so
/// that `action` may be left out for a command.
#[derive(Deserialize)]
#[serde(expecting = "an object such as { command: \"ls\" }")]
struct Fields {
    action: Option<ActionKind>,
    command: Option<String>,
    shell: Option<String>,
    platform: Option<Platform>,
    path: Option<String>,
    url: Option<String>,
    tool: Option<String>,
}

impl TryFrom<Fields> for Action {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let kind = fields.action.unwrap_or(ActionKind::Execute);
        let missing =
            |name: &str| format!("`{name}` is missing, which the action `{}` needs", kind.name());
        Ok(match kind {
            ActionKind::Execute => Self::Execute {
                command: fields.command.ok_or_else(|| missing("command"))?,
                shell: fields.shell,
                platform: fields.platform.unwrap_or_default(),
            },
            ActionKind::Read => Self::Read { path: fields.path.ok_or_else(|| missing("path"))? },
            ActionKind::Write => Self::Write { path: fields.path.ok_or_else(|| missing("path"))? },
            ActionKind::Browser => Self::Browser { url: fields.url.ok_or_else(|| missing("url"))? },
            ActionKind::Mcp => Self::Mcp { tool: fields.tool.ok_or_else(|| missing("tool"))? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Action, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn a_command_needs_no_kind_and_an_action_is_read_as_it_is_written() {
        let command =
            Action::Execute { command: "ls".to_owned(), shell: None, platform: Platform::Unix };
        assert_eq!(read(r#"{"command":"ls"}"#), Ok(command.clone()));
        let actions = [
            command,
            Action::Read { path: "a".to_owned() },
            Action::Write { path: "a".to_owned() },
            Action::Browser { url: "a".to_owned() },
            Action::Mcp { tool: "a".to_owned() },
        ];
        for action in actions {
            let json = serde_json::to_string(&action).unwrap_or_default();
            assert_eq!(read(&json), Ok(action), "{json}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = read(r#"{"action":"write","command":"ls"}"#).err().unwrap_or_default();
        assert!(error.starts_with("`path` is missing, which the action `write` needs"), "{error}");
        let error = read(r#"{"action":"walk"}"#).err().unwrap_or_default();
        assert!(error.starts_with("unknown variant `walk`, expected one of `execute`"), "{error}");
    }
}
