//! What a setting is: one row of the table that everything else is driven by.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One setting of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The object the setting is written in.
    pub group: Group,
    /// Its key in that object.
    pub name: &'static str,
    /// What may be written there, and what holds when nothing is.
    pub kind: Kind,
    /// Which way is the careful one, and so the only way an untrusted workspace may go.
    pub tighter: Tighter,
    /// What it does, for a person.
    pub about: &'static str,
}

/// The object of the document that a setting is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The document itself.
    Root,
    /// `permissions`.
    Permissions,
    /// One shell's section of `shellSpecificCheckpoints`.
    Shell(ShellSection),
}

/// The shells that have a section of their own. Others borrow one: sh, dash, ksh and fish are
/// read as bash, PowerShell 7 as powershell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShellSection {
    /// Windows PowerShell and PowerShell 7.
    Powershell,
    /// Bash, and every other shell of the Bourne family but zsh.
    Bash,
    /// Zsh.
    Zsh,
    /// The Windows command prompt.
    Cmd,
}

/// What may be written in a field. The default travels with the kind, so it always fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag {
        /// The value when nobody sets it.
        default: bool,
    },
    /// `true` or `false` for one shell.
    ShellFlag {
        /// The top-level flag that holds when the shell's own is not set.
        inherits: &'static str,
    },
    /// A whole number.
    Limit {
        /// The value when nobody sets it.
        default: u64,
        /// The smallest number that makes sense.
        min: u64,
        /// The largest number that makes sense.
        max: u64,
    },
    /// Command patterns.
    Patterns {
        /// The entries when nobody sets the list.
        default: &'static [&'static str],
    },
    /// Command patterns that may each give a reason.
    Commands {
        /// The entries when nobody sets the list.
        default: &'static [&'static str],
    },
    /// File patterns, as in a `.gitignore`.
    Globs {
        /// The entries when nobody sets the list.
        default: &'static [&'static str],
    },
    /// Full paths of folders.
    Folders {
        /// The entries when nobody sets the list.
        default: &'static [&'static str],
    },
}

/// The careful direction of a field: towards saving more, or asking more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tighter {
    /// `true` saves or asks more.
    WhenTrue,
    /// `false` saves or asks more.
    WhenFalse,
    /// A higher number keeps more.
    Higher,
    /// Another entry saves, raises or refuses more, so a workspace may add its own.
    Longer,
    /// Another entry saves or asks less, so a workspace may add none.
    Shorter,
    /// Only the user decides this, whomever they trust.
    UserOnly,
}

impl Field {
    /// The keys that lead to this field from the top of the document, its own last.
    pub fn segments(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.group.segments().iter().copied().chain([self.name])
    }

    /// The keys joined by dots: `permissions.allowedCommands`.
    pub fn path(&self) -> String {
        self.segments().collect::<Vec<_>>().join(".")
    }

    /// The value written for this field in a whole document, or in anything shaped like one.
    pub fn value_in<'v>(&self, document: &'v Value) -> Option<&'v Value> {
        self.segments().try_fold(document, |value, key| value.get(key))
    }

    /// The built-in default as JSON; `null` for a field that inherits another.
    pub fn default_value(&self) -> Value {
        match self.kind {
            Kind::Flag { default } => default.into(),
            Kind::ShellFlag { .. } => Value::Null,
            Kind::Limit { default, .. } => default.into(),
            Kind::Patterns { default }
            | Kind::Commands { default }
            | Kind::Globs { default }
            | Kind::Folders { default } => default.into(),
        }
    }
}

/// Writes the JSON path, the way problems do: `$.permissions.allowedCommands`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("$")?;
        self.segments().try_for_each(|key| write!(f, ".{key}"))
    }
}

impl Group {
    /// Every group, in the order of the document.
    pub const ALL: [Self; 6] = [
        Self::Root,
        Self::Permissions,
        Self::Shell(ShellSection::Powershell),
        Self::Shell(ShellSection::Bash),
        Self::Shell(ShellSection::Zsh),
        Self::Shell(ShellSection::Cmd),
    ];

    /// The keys that lead to this group from the top of the document.
    pub const fn segments(self) -> &'static [&'static str] {
        match self {
            Self::Root => &[],
            Self::Permissions => &["permissions"],
            Self::Shell(ShellSection::Powershell) => &["shellSpecificCheckpoints", "powershell"],
            Self::Shell(ShellSection::Bash) => &["shellSpecificCheckpoints", "bash"],
            Self::Shell(ShellSection::Zsh) => &["shellSpecificCheckpoints", "zsh"],
            Self::Shell(ShellSection::Cmd) => &["shellSpecificCheckpoints", "cmd"],
        }
    }
}

impl ShellSection {
    /// Every section, in the order of the document.
    pub const ALL: [Self; 4] = [Self::Powershell, Self::Bash, Self::Zsh, Self::Cmd];

    /// The key of the section.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Powershell => "powershell",
            Self::Bash => "bash",
            Self::Zsh => "zsh",
            Self::Cmd => "cmd",
        }
    }

    /// The section with this key.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }
}

impl fmt::Display for ShellSection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Kind {
    /// The built-in entries, for the kinds that are lists.
    pub const fn default_entries(&self) -> Option<&'static [&'static str]> {
        match *self {
            Self::Flag { .. } | Self::ShellFlag { .. } | Self::Limit { .. } => None,
            Self::Patterns { default }
            | Self::Commands { default }
            | Self::Globs { default }
            | Self::Folders { default } => Some(default),
        }
    }
}
