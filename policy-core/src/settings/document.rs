//! The one list of all settings.
//!
//! Each group of settings is listed once, with `group!`. From that list come the written form, in
//! which everything is optional; the form in force, in which everything is filled in and knows its
//! layer; and the rows of [`FIELDS`]. The first comment of a field is its description everywhere:
//! here, in the schema and on the screen.

use serde::{Deserialize, Serialize};

use super::defaults::{CHECKPOINT_COMMANDS, shell_checkpoint_commands};
use super::field::{Field, Group, Kind, ShellSection, Tighter};
use super::layers::{Layered, Merge};
use super::source::{List, Sourced};

/// The type a kind has in the written document.
macro_rules! written {
    (Flag) => { bool };
    (ShellFlag) => { bool };
    (Limit) => { u64 };
    (Commands) => { Vec<CommandEntry> };
    ($list:ident) => { Vec<String> };
}

/// The type a kind has once the layers are laid over each other.
macro_rules! effective {
    (Flag) => { Sourced<bool> };
    (ShellFlag) => { Sourced<bool> };
    (Limit) => { Sourced<u64> };
    ($list:ident) => { List };
}

/// Declares one object of the document, so that a setting is written down once. From its rows come
/// the struct as written (every value optional), the struct in force (every value with its layer),
/// the rows of [`FIELDS`], and the code that lays user and workspace over the defaults.
///
/// ```text
/// group! {
///     Group::Root, ();                 where it stands; `(section: ShellSection)` where
///                                      several objects share the rows
///     /// Documentation.
///     Settings                         the struct as written
///     /// Documentation.
///     => Effective                     the struct in force
///     {
///         /// What it does: one sentence, which people read too.
///         "retentionDays" retention_days: Limit { default: 30, min: 1, max: 365 }, Higher;
///     }                                key, name, kind with its default, careful direction
///     inner {                          optional: objects inside this one
///         /// Documentation.
///         "permissions" permissions: Permissions => EffectivePermissions;
///     }
///     besides {                        optional: one value of the struct in force that is not
///         /// Documentation.           written, made by a function from the merge
///         "key" name: Type = function;
///     }
/// }
/// ```
macro_rules! group {
    (
        $group:expr, ($($section:ident: $Section:ty)?);
        $(#[$written_doc:meta])* $Written:ident
        $(#[$effective_doc:meta])* => $Effective:ident
        {
            $(
                $(#[doc = $about:literal])+
                $key:literal $name:ident: $Kind:ident $kind:tt, $tighter:ident;
            )+
        }
        $(inner {
            $( $(#[$inner_doc:meta])* $inner_key:literal $inner:ident: $Inner:ident => $InnerEffective:ident; )+
        })?
        $(besides { $(#[$extra_doc:meta])* $extra_key:literal $extra:ident: $Extra:ty = $value:expr; })?
    ) => {
        $(#[$written_doc])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct $Written {
            $(
                $(#[doc = $about])+
                #[doc = concat!("\n\nWhen absent: `", stringify!($kind), "`.")]
                #[serde(rename = $key, default, skip_serializing_if = "Option::is_none")]
                pub $name: Option<written!($Kind)>,
            )+
            $($(
                $(#[$inner_doc])*
                #[serde(rename = $inner_key, default, skip_serializing_if = "Option::is_none")]
                pub $inner: Option<$Inner>,
            )+)?
        }

        $(#[$effective_doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[non_exhaustive]
        pub struct $Effective {
            $(
                $(#[doc = $about])+
                #[serde(rename = $key)]
                pub $name: effective!($Kind),
            )+
            $($(
                $(#[$inner_doc])*
                #[serde(rename = $inner_key)]
                pub $inner: $InnerEffective,
            )+)?
            $(
                $(#[$extra_doc])*
                #[serde(rename = $extra_key)]
                pub $extra: $Extra,
            )?
        }

        impl $Written {
            const COUNT: usize = [$($key),+].len();

            const fn rows($($section: $Section)?) -> [Field; Self::COUNT] {
                [$(Field {
                    group: $group,
                    name: $key,
                    kind: Kind::$Kind $kind,
                    tighter: Tighter::$tighter,
                    about: concat!($($about),+).trim_ascii(),
                }),+]
            }
        }

        impl $Effective {
            pub(super) fn layered(
                $($section: $Section,)?
                user: Option<&$Written>,
                workspace: Option<&$Written>,
                managed: Option<&$Written>,
                merge: &mut Merge,
            ) -> Self {
                let mut rows = Rows::of($group);
                Self {
                    $($name: Layered::layered(
                        rows.next(),
                        user.and_then(|layer| layer.$name.as_ref()),
                        workspace.and_then(|layer| layer.$name.as_ref()),
                        managed.and_then(|layer| layer.$name.as_ref()),
                        merge,
                    ),)+
                    $($($inner: $InnerEffective::layered(
                        user.and_then(|layer| layer.$inner.as_ref()),
                        workspace.and_then(|layer| layer.$inner.as_ref()),
                        managed.and_then(|layer| layer.$inner.as_ref()),
                        merge,
                    ),)+)?
                    $($extra: $value(merge),)?
                }
            }
        }
    };
}

group! {
    Group::Root, ();

    /// The settings as a person wrote them. Whatever is absent is left to the layer below, and in
    /// the end to the built-in default.
    ///
    /// [`read`](super::read()) makes one from text and reports what is wrong with it. What serde
    /// writes back is what was read.
    Settings

    /// The settings in force: every value filled in, each knowing the layer it comes from.
    => Effective {
        /// Save checkpoints. When off, nothing is saved, and Belay asks before every dangerous command.
        "checkpointEnabled" checkpoint_enabled: Flag { default: true }, WhenTrue;
        /// Save a checkpoint even when files are only read.
        "alwaysCheckpointReadOnly" always_checkpoint_read_only: Flag { default: false }, WhenTrue;
        /// Save a checkpoint of the workspace before every write to a file.
        "alwaysCheckpointWrite" always_checkpoint_write: Flag { default: false }, WhenTrue;
        /// Save a checkpoint before every command that may change anything.
        "alwaysCheckpointExecute" always_checkpoint_execute: Flag { default: true }, WhenTrue;
        /// Save a checkpoint before every action in a browser.
        "alwaysCheckpointBrowser" always_checkpoint_browser: Flag { default: false }, WhenTrue;
        /// Save a checkpoint before every call of an MCP tool.
        "alwaysCheckpointMcp" always_checkpoint_mcp: Flag { default: false }, WhenTrue;
        /// Commands that always get a checkpoint, in every shell.
        "checkpointCommands" checkpoint_commands: Patterns { default: CHECKPOINT_COMMANDS }, Longer;
        /// Commands that get no checkpoint, in any shell.
        "noCheckpointCommands" no_checkpoint_commands: Patterns { default: &[] }, Shorter;
        /// Save the checkpoint before a command that needs one.
        "checkpointBeforeHighRisk" checkpoint_before_high_risk: Flag { default: true }, WhenTrue;
        /// Save another checkpoint after a command that needed one has succeeded.
        "checkpointAfterHighRisk" checkpoint_after_high_risk: Flag { default: false }, WhenTrue;
        /// Save a checkpoint when a command that may change anything has failed.
        "checkpointOnError" checkpoint_on_error: Flag { default: false }, WhenTrue;
        /// Save each single file before an agent writes it.
        "enableFileCheckpointing" enable_file_checkpointing: Flag { default: true }, WhenTrue;
        /// How many checkpoints of messages are kept for a session.
        "checkpointKeepCount" checkpoint_keep_count: Limit { default: 10, min: 1, max: 1_000 }, Higher;
        /// The size in bytes up to which a single file is saved.
        "maxFileSize" max_file_size: Limit { default: 1 << 20, min: 1, max: 1 << 30 }, Higher;
        /// How many checkpoints of files are kept for a session.
        "maxCheckpointsPerSession" max_checkpoints_per_session: Limit { default: 50, min: 1, max: 10_000 }, Higher;
        /// How many days checkpoints are kept.
        "retentionDays" retention_days: Limit { default: 7, min: 1, max: 3_650 }, Higher;
        /// Files that checkpoints leave out, written as in a `.gitignore`.
        "excludePatterns" exclude_patterns: Globs { default: &[] }, Shorter;
        /// Folders whose own settings may also loosen yours, as full paths.
        "trustedWorkspaces" trusted_workspaces: Folders { default: &[] }, UserOnly;
    }
    inner {
        /// When a person is asked, and which commands are always or never run.
        "permissions" permissions: Permissions => EffectivePermissions;
        /// What differs from shell to shell.
        "shellSpecificCheckpoints" shell_specific_checkpoints: ShellSpecificCheckpoints => EffectiveShells;
    }
    besides {
        /// Whether the user trusts the workspace whose settings are in here.
        "workspaceTrusted" workspace_trusted: bool = Merge::trusted;
    }
}

group! {
    Group::Permissions, ();

    /// When a person is asked, and which commands are always or never run.
    Permissions

    /// The permissions in force.
    => EffectivePermissions {
        /// Run commands that only read without asking.
        "autoApproveSafeCommands" auto_approve_safe_commands: Flag { default: true }, WhenFalse;
        /// Ask before commands of high or critical risk that no checkpoint would undo.
        "confirmDangerousCommands" confirm_dangerous_commands: Flag { default: true }, WhenTrue;
        /// Ask before commands of medium risk as well.
        "confirmMediumRisk" confirm_medium_risk: Flag { default: false }, WhenTrue;
        /// Ask before dangerous commands even when a checkpoint would undo them.
        "askWhenRecoverable" ask_when_recoverable: Flag { default: false }, WhenTrue;
        /// Commands that run without asking.
        "allowedCommands" allowed_commands: Commands { default: &[] }, Shorter;
        /// Commands that never run; the agent gets the reason.
        "deniedCommands" denied_commands: Commands { default: &[] }, Longer;
    }
}

group! {
    Group::Shell(section), (section: ShellSection);

    /// What one shell does differently.
    ShellSettings

    /// What is in force for one shell alone. [`Effective::lists_for`] joins it with what holds for
    /// every shell.
    => EffectiveShell {
        /// Commands that always get a checkpoint in this shell, besides those for every shell.
        "checkpointCommands" checkpoint_commands: Patterns { default: shell_checkpoint_commands(section) }, Longer;
        /// Commands that get no checkpoint in this shell, besides those for every shell.
        "noCheckpointCommands" no_checkpoint_commands: Patterns { default: &[] }, Shorter;
        /// Save the checkpoint before a command that needs one in this shell.
        "checkpointBeforeHighRisk" checkpoint_before_high_risk: ShellFlag { inherits: "checkpointBeforeHighRisk" }, WhenTrue;
        /// Save another checkpoint after a command that needed one has succeeded in this shell.
        "checkpointAfterHighRisk" checkpoint_after_high_risk: ShellFlag { inherits: "checkpointAfterHighRisk" }, WhenTrue;
        /// Commands that count as high risk in this shell.
        "shellSpecificRiskRules" shell_specific_risk_rules: Patterns { default: &[] }, Longer;
    }
}

/// An entry of `allowedCommands` or `deniedCommands`, kept in the form it was written in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CommandEntry {
    /// The pattern alone.
    Plain(String),
    /// The pattern with a reason.
    Explained {
        /// The pattern.
        pattern: String,
        /// Why; a reason for a refusal reaches the agent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
}

/// The sections of the shells, as written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShellSpecificCheckpoints {
    /// Windows PowerShell and PowerShell 7.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub powershell: Option<ShellSettings>,
    /// Bash, and every other shell of the Bourne family but zsh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bash: Option<ShellSettings>,
    /// Zsh.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zsh: Option<ShellSettings>,
    /// The Windows command prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmd: Option<ShellSettings>,
}

/// The sections of the shells, in force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EffectiveShells {
    /// Windows PowerShell and PowerShell 7.
    pub powershell: EffectiveShell,
    /// Bash, and every other shell of the Bourne family but zsh.
    pub bash: EffectiveShell,
    /// Zsh.
    pub zsh: EffectiveShell,
    /// The Windows command prompt.
    pub cmd: EffectiveShell,
}

/// Every setting there is, group by group in the order of [`Group::ALL`].
pub static FIELDS: [Field; FIELD_COUNT] = fields();

const FIELD_COUNT: usize =
    Settings::COUNT + Permissions::COUNT + ShellSettings::COUNT * ShellSection::ALL.len();

#[expect(clippy::indexing_slicing, reason = "an index past the end stops the build, nothing else")]
const fn fields() -> [Field; FIELD_COUNT] {
    let (root, permissions) = (Settings::rows(), Permissions::rows());
    let mut all = [root[0]; FIELD_COUNT];
    let mut next = 0;
    let mut i = 0;
    while i < root.len() {
        all[next] = root[i];
        next += 1;
        i += 1;
    }
    i = 0;
    while i < permissions.len() {
        all[next] = permissions[i];
        next += 1;
        i += 1;
    }
    let mut section = 0;
    while section < ShellSection::ALL.len() {
        let shell = ShellSettings::rows(ShellSection::ALL[section]);
        i = 0;
        while i < shell.len() {
            all[next] = shell[i];
            next += 1;
            i += 1;
        }
        section += 1;
    }
    all
}

/// The rows of one group, in their order.
struct Rows(&'static [Field]);

impl Rows {
    fn of(group: Group) -> Self {
        let first = FIELDS.iter().position(|field| field.group == group).unwrap_or_default();
        Self(FIELDS.get(first..).unwrap_or_default())
    }

    fn next(&mut self) -> &'static Field {
        // Table and structs come from one list, so there is always another row.
        let Some((field, rest)) = self.0.split_first() else { return &FIELDS[0] };
        self.0 = rest;
        field
    }
}

impl CommandEntry {
    /// The pattern, in either form.
    pub fn pattern(&self) -> &str {
        match self {
            Self::Plain(pattern) | Self::Explained { pattern, .. } => pattern,
        }
    }

    /// The reason, if one was written.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Plain(_) => None,
            Self::Explained { reason, .. } => reason.as_deref(),
        }
    }
}

impl From<&str> for CommandEntry {
    fn from(pattern: &str) -> Self {
        Self::Plain(pattern.to_owned())
    }
}

impl Settings {
    /// What is written for one shell.
    pub fn shell(&self, section: ShellSection) -> Option<&ShellSettings> {
        self.shell_specific_checkpoints.as_ref()?.get(section)
    }
}

impl ShellSpecificCheckpoints {
    /// What is written for one shell.
    pub fn get(&self, section: ShellSection) -> Option<&ShellSettings> {
        match section {
            ShellSection::Powershell => self.powershell.as_ref(),
            ShellSection::Bash => self.bash.as_ref(),
            ShellSection::Zsh => self.zsh.as_ref(),
            ShellSection::Cmd => self.cmd.as_ref(),
        }
    }
}

impl EffectiveShells {
    /// What is in force for one shell alone.
    pub fn get(&self, section: ShellSection) -> &EffectiveShell {
        match section {
            ShellSection::Powershell => &self.powershell,
            ShellSection::Bash => &self.bash,
            ShellSection::Zsh => &self.zsh,
            ShellSection::Cmd => &self.cmd,
        }
    }

    pub(super) fn layered(
        user: Option<&ShellSpecificCheckpoints>,
        workspace: Option<&ShellSpecificCheckpoints>,
        managed: Option<&ShellSpecificCheckpoints>,
        merge: &mut Merge,
    ) -> Self {
        let mut shell = |section| {
            EffectiveShell::layered(
                section,
                user.and_then(|layer| layer.get(section)),
                workspace.and_then(|layer| layer.get(section)),
                managed.and_then(|layer| layer.get(section)),
                merge,
            )
        };
        Self {
            powershell: shell(ShellSection::Powershell),
            bash: shell(ShellSection::Bash),
            zsh: shell(ShellSection::Zsh),
            cmd: shell(ShellSection::Cmd),
        }
    }
}
