//! Which setting stands in which panel, and by which words and test ids.

use policy_core::settings::{FIELDS, Field, Group, Kind};

use crate::i18n::Key;

/// A panel of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Main switch, what always gets a checkpoint, strategy.
    Checkpoint,
    /// The two lists for every shell.
    Commands,
    /// What differs from shell to shell.
    Shells,
    /// When a person is asked.
    Permissions,
    /// Single files, and how much is kept.
    Files,
    /// Folders whose settings may loosen.
    Workspaces,
    /// What Belay would do with a command.
    Try,
}

impl Panel {
    /// Every panel, in the order of the page.
    pub const ALL: [Self; 7] = [
        Self::Checkpoint,
        Self::Commands,
        Self::Shells,
        Self::Permissions,
        Self::Files,
        Self::Workspaces,
        Self::Try,
    ];

    /// Its id on the page and in messages.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Checkpoint => "checkpoint",
            Self::Commands => "commands",
            Self::Shells => "shells",
            Self::Permissions => "permissions",
            Self::Files => "files",
            Self::Workspaces => "workspaces",
            Self::Try => "try",
        }
    }

    /// The panel with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.id() == id)
    }

    /// Its heading.
    pub const fn title(self) -> Key {
        match self {
            Self::Checkpoint => Key::SectionsCheckpoint,
            Self::Commands => Key::SectionsCommands,
            Self::Shells => Key::SectionsShells,
            Self::Permissions => Key::SectionsPermissions,
            Self::Files => Key::SectionsFiles,
            Self::Workspaces => Key::SectionsWorkspaces,
            Self::Try => Key::SectionsTry,
        }
    }

    /// Its icon, a codicon.
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Checkpoint => "shield",
            Self::Commands => "list-unordered",
            Self::Shells => "terminal",
            Self::Permissions => "question",
            Self::Files => "files",
            Self::Workspaces => "workspace-trusted",
            Self::Try => "beaker",
        }
    }

    /// The panel a setting stands in.
    pub fn of(field: &Field) -> Self {
        match (field.group, field.name) {
            (Group::Permissions, _) => Self::Permissions,
            (Group::Shell(_), _) => Self::Shells,
            (Group::Root, "checkpointCommands" | "noCheckpointCommands") => Self::Commands,
            (Group::Root, "trustedWorkspaces") => Self::Workspaces,
            (
                Group::Root,
                "enableFileCheckpointing"
                | "checkpointKeepCount"
                | "maxFileSize"
                | "maxCheckpointsPerSession"
                | "retentionDays"
                | "excludePatterns",
            ) => Self::Files,
            (Group::Root, _) => Self::Checkpoint,
        }
    }

    /// Its settings, in the order of the table.
    pub fn fields(self) -> impl Iterator<Item = &'static Field> {
        FIELDS.iter().filter(move |field| Self::of(field) == self)
    }
}

/// What a setting is called.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Its name.
    pub label: Key,
    /// What it does.
    pub description: Option<Key>,
    /// What stands in an empty input of a list.
    pub placeholder: Option<Key>,
    /// Its icon, a codicon.
    pub icon: Option<&'static str>,
    /// Its name in test ids; of a list, the name of one entry.
    pub id: &'static str,
}

/// The words of a setting.
pub fn words(field: &Field) -> Words {
    use Key as K;
    let plain = |label, description, id| Words {
        label,
        description: Some(description),
        placeholder: None,
        icon: None,
        id,
    };
    let toggle =
        |label, description, icon, id| Words { icon: Some(icon), ..plain(label, description, id) };
    let list = |label, description, placeholder, id| Words {
        placeholder: Some(placeholder),
        ..plain(label, description, id)
    };
    match (field.group, field.name) {
        (Group::Root, "checkpointEnabled") => {
            plain(K::CheckpointEnabled, K::CheckpointDescription, "checkpoint-enabled-checkbox")
        }
        (Group::Root, "alwaysCheckpointReadOnly") => toggle(
            K::CheckpointReadOnlyLabel,
            K::CheckpointReadOnlyDescription,
            "eye",
            "always-checkpoint-readonly-toggle",
        ),
        (Group::Root, "alwaysCheckpointWrite") => toggle(
            K::CheckpointWriteLabel,
            K::CheckpointWriteDescription,
            "edit",
            "always-checkpoint-write-toggle",
        ),
        (Group::Root, "alwaysCheckpointExecute") => toggle(
            K::CheckpointExecuteLabel,
            K::CheckpointExecuteDescription,
            "terminal",
            "always-checkpoint-execute-toggle",
        ),
        (Group::Root, "alwaysCheckpointBrowser") => toggle(
            K::CheckpointBrowserLabel,
            K::CheckpointBrowserDescription,
            "globe",
            "always-checkpoint-browser-toggle",
        ),
        (Group::Root, "alwaysCheckpointMcp") => toggle(
            K::CheckpointMcpLabel,
            K::CheckpointMcpDescription,
            "plug",
            "always-checkpoint-mcp-toggle",
        ),
        (Group::Root, "checkpointBeforeHighRisk") => plain(
            K::CheckpointStrategyBeforeHighRisk,
            K::CheckpointStrategyBeforeHighRiskDescription,
            "checkpoint-before-high-risk-checkbox",
        ),
        (Group::Root, "checkpointAfterHighRisk") => plain(
            K::CheckpointStrategyAfterHighRisk,
            K::CheckpointStrategyAfterHighRiskDescription,
            "checkpoint-after-high-risk-checkbox",
        ),
        (Group::Root, "checkpointOnError") => plain(
            K::CheckpointStrategyOnError,
            K::CheckpointStrategyOnErrorDescription,
            "checkpoint-on-error-checkbox",
        ),
        (Group::Root, "checkpointCommands") => list(
            K::CheckpointExecuteCheckpointCommands,
            K::CheckpointExecuteCheckpointCommandsDescription,
            K::CheckpointExecuteCommandPlaceholder,
            "checkpoint-command",
        ),
        (Group::Root, "noCheckpointCommands") => list(
            K::CheckpointExecuteNoCheckpointCommands,
            K::CheckpointExecuteNoCheckpointCommandsDescription,
            K::CheckpointExecuteNoCheckpointPlaceholder,
            "no-checkpoint-command",
        ),
        (Group::Shell(_), "checkpointCommands") => list(
            K::CheckpointExecuteCheckpointCommands,
            K::CheckpointShellSpecificCheckpointCommandsDescription,
            K::CheckpointExecuteCommandPlaceholder,
            "shell-checkpoint-command",
        ),
        (Group::Shell(_), "noCheckpointCommands") => list(
            K::CheckpointExecuteNoCheckpointCommands,
            K::CheckpointShellSpecificNoCheckpointCommandsDescription,
            K::CheckpointExecuteNoCheckpointPlaceholder,
            "shell-no-checkpoint-command",
        ),
        (Group::Shell(_), "shellSpecificRiskRules") => list(
            K::CheckpointShellSpecificRiskRules,
            K::CheckpointShellSpecificRiskRulesDescription,
            K::CheckpointShellSpecificRiskRulesPlaceholder,
            "shell-risk-rule",
        ),
        (Group::Shell(_), "checkpointBeforeHighRisk") => plain(
            K::CheckpointStrategyBeforeHighRisk,
            K::CheckpointStrategyBeforeHighRiskDescription,
            "shell-checkpoint-before-high-risk-select",
        ),
        (Group::Shell(_), _) => plain(
            K::CheckpointStrategyAfterHighRisk,
            K::CheckpointStrategyAfterHighRiskDescription,
            "shell-checkpoint-after-high-risk-select",
        ),
        (Group::Permissions, "autoApproveSafeCommands") => plain(
            K::PermissionsAutoApproveSafeCommandsLabel,
            K::PermissionsAutoApproveSafeCommandsDescription,
            "auto-approve-safe-commands-checkbox",
        ),
        (Group::Permissions, "confirmDangerousCommands") => plain(
            K::PermissionsConfirmDangerousCommandsLabel,
            K::PermissionsConfirmDangerousCommandsDescription,
            "confirm-dangerous-commands-checkbox",
        ),
        (Group::Permissions, "confirmMediumRisk") => plain(
            K::PermissionsConfirmMediumRiskLabel,
            K::PermissionsConfirmMediumRiskDescription,
            "confirm-medium-risk-checkbox",
        ),
        (Group::Permissions, "askWhenRecoverable") => plain(
            K::PermissionsAskWhenRecoverableLabel,
            K::PermissionsAskWhenRecoverableDescription,
            "ask-when-recoverable-checkbox",
        ),
        (Group::Permissions, "allowedCommands") => list(
            K::PermissionsAllowedCommandsLabel,
            K::PermissionsAllowedCommandsDescription,
            K::PermissionsAllowedCommandsPlaceholder,
            "allowed-command",
        ),
        (Group::Permissions, _) => list(
            K::PermissionsDeniedCommandsLabel,
            K::PermissionsDeniedCommandsDescription,
            K::PermissionsDeniedCommandsPlaceholder,
            "denied-command",
        ),
        (Group::Root, "enableFileCheckpointing") => plain(
            K::FilesEnableFileCheckpointingLabel,
            K::FilesEnableFileCheckpointingDescription,
            "enable-file-checkpointing-checkbox",
        ),
        (Group::Root, "checkpointKeepCount") => plain(
            K::FilesCheckpointKeepCountLabel,
            K::FilesCheckpointKeepCountDescription,
            "checkpoint-keep-count-input",
        ),
        (Group::Root, "maxFileSize") => {
            plain(K::FilesMaxFileSizeLabel, K::FilesMaxFileSizeDescription, "max-file-size-input")
        }
        (Group::Root, "maxCheckpointsPerSession") => plain(
            K::FilesMaxCheckpointsPerSessionLabel,
            K::FilesMaxCheckpointsPerSessionDescription,
            "max-checkpoints-per-session-input",
        ),
        (Group::Root, "retentionDays") => plain(
            K::FilesRetentionDaysLabel,
            K::FilesRetentionDaysDescription,
            "retention-days-input",
        ),
        (Group::Root, "excludePatterns") => list(
            K::FilesExcludePatternsLabel,
            K::FilesExcludePatternsDescription,
            K::FilesExcludePatternsPlaceholder,
            "exclude-pattern",
        ),
        (Group::Root, _) => list(
            K::WorkspacesTrustedWorkspacesLabel,
            K::WorkspacesTrustedWorkspacesDescription,
            K::WorkspacesTrustedWorkspacesPlaceholder,
            "trusted-workspace",
        ),
    }
}

/// Whether the entries of a list are patterns for commands, which the engine can be asked about.
pub fn holds_commands(field: &Field) -> bool {
    matches!(field.kind, Kind::Patterns { .. } | Kind::Commands { .. })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_setting_has_its_place_and_its_own_test_id() {
        let mut ids = BTreeSet::new();
        for field in &FIELDS {
            let words = words(field);
            assert!(Panel::of(field).fields().any(|each| each == field), "{field}");
            let shell = match field.group {
                Group::Shell(section) => section.name(),
                _ => "",
            };
            assert!(ids.insert((shell, words.id)), "{field} shares {}", words.id);
            let is_list = field.kind.default_entries().is_some();
            assert_eq!(is_list, words.placeholder.is_some(), "{field}");
            let ending = match field.kind {
                Kind::Flag { .. } => {
                    words.id.ends_with("-checkbox") || words.id.ends_with("-toggle")
                }
                Kind::ShellFlag { .. } => words.id.ends_with("-select"),
                Kind::Limit { .. } => words.id.ends_with("-input"),
                _ => !words.id.ends_with("-input"),
            };
            assert!(ending, "{field} has the test id {}", words.id);
        }
    }

    #[test]
    fn panels_are_found_by_their_ids() {
        for panel in Panel::ALL {
            assert_eq!(Panel::from_id(panel.id()), Some(panel));
        }
        assert_eq!(Panel::from_id("nowhere"), None);
    }
}
