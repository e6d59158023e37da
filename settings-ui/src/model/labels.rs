//! What each setting is called, on the page and in test ids.

use policy_core::settings::{Field, Group, Kind};

use crate::i18n::Key;

/// What a setting is called.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    section: Section,
    name: &'static str,
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

/// The part of the document a setting stands in. All shells have the same settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Root,
    Permissions,
    Shell,
}

impl Section {
    const fn of(field: &Field) -> Self {
        match field.group {
            Group::Root => Self::Root,
            Group::Permissions => Self::Permissions,
            Group::Shell(_) => Self::Shell,
        }
    }

    const fn setting(self, name: &'static str, label: Key, about: Key, id: &'static str) -> Labels {
        Labels {
            section: self,
            name,
            label,
            description: Some(about),
            placeholder: None,
            icon: None,
            id,
        }
    }
}

impl Labels {
    const fn icon(self, icon: &'static str) -> Self {
        Self { icon: Some(icon), ..self }
    }

    const fn placeholder(self, text: Key) -> Self {
        Self { placeholder: Some(text), ..self }
    }
}

/// The labels of a setting. The tests see to it that every setting has its own; a slip shows the
/// main switch's.
pub fn labels(field: &Field) -> &'static Labels {
    let section = Section::of(field);
    let found = LABELS.iter().find(|each| each.section == section && each.name == field.name);
    found.unwrap_or(&MAIN_SWITCH)
}

const MAIN_SWITCH: Labels = Section::Root.setting(
    "checkpointEnabled",
    Key::CheckpointEnabled,
    Key::CheckpointDescription,
    "checkpoint-enabled-checkbox",
);

static LABELS: &[Labels] = &[
    MAIN_SWITCH,
    Section::Root
        .setting(
            "alwaysCheckpointReadOnly",
            Key::CheckpointReadOnlyLabel,
            Key::CheckpointReadOnlyDescription,
            "always-checkpoint-readonly-toggle",
        )
        .icon("eye"),
    Section::Root
        .setting(
            "alwaysCheckpointWrite",
            Key::CheckpointWriteLabel,
            Key::CheckpointWriteDescription,
            "always-checkpoint-write-toggle",
        )
        .icon("edit"),
    Section::Root
        .setting(
            "alwaysCheckpointExecute",
            Key::CheckpointExecuteLabel,
            Key::CheckpointExecuteDescription,
            "always-checkpoint-execute-toggle",
        )
        .icon("terminal"),
    Section::Root
        .setting(
            "alwaysCheckpointBrowser",
            Key::CheckpointBrowserLabel,
            Key::CheckpointBrowserDescription,
            "always-checkpoint-browser-toggle",
        )
        .icon("globe"),
    Section::Root
        .setting(
            "alwaysCheckpointMcp",
            Key::CheckpointMcpLabel,
            Key::CheckpointMcpDescription,
            "always-checkpoint-mcp-toggle",
        )
        .icon("plug"),
    Section::Root.setting(
        "checkpointBeforeHighRisk",
        Key::CheckpointStrategyBeforeHighRisk,
        Key::CheckpointStrategyBeforeHighRiskDescription,
        "checkpoint-before-high-risk-checkbox",
    ),
    Section::Root.setting(
        "checkpointAfterHighRisk",
        Key::CheckpointStrategyAfterHighRisk,
        Key::CheckpointStrategyAfterHighRiskDescription,
        "checkpoint-after-high-risk-checkbox",
    ),
    Section::Root.setting(
        "checkpointOnError",
        Key::CheckpointStrategyOnError,
        Key::CheckpointStrategyOnErrorDescription,
        "checkpoint-on-error-checkbox",
    ),
    Section::Root
        .setting(
            "checkpointCommands",
            Key::CheckpointExecuteCheckpointCommands,
            Key::CheckpointExecuteCheckpointCommandsDescription,
            "checkpoint-command",
        )
        .placeholder(Key::CheckpointExecuteCommandPlaceholder),
    Section::Root
        .setting(
            "noCheckpointCommands",
            Key::CheckpointExecuteNoCheckpointCommands,
            Key::CheckpointExecuteNoCheckpointCommandsDescription,
            "no-checkpoint-command",
        )
        .placeholder(Key::CheckpointExecuteNoCheckpointPlaceholder),
    Section::Shell
        .setting(
            "checkpointCommands",
            Key::CheckpointExecuteCheckpointCommands,
            Key::CheckpointShellSpecificCheckpointCommandsDescription,
            "shell-checkpoint-command",
        )
        .placeholder(Key::CheckpointExecuteCommandPlaceholder),
    Section::Shell
        .setting(
            "noCheckpointCommands",
            Key::CheckpointExecuteNoCheckpointCommands,
            Key::CheckpointShellSpecificNoCheckpointCommandsDescription,
            "shell-no-checkpoint-command",
        )
        .placeholder(Key::CheckpointExecuteNoCheckpointPlaceholder),
    Section::Shell
        .setting(
            "shellSpecificRiskRules",
            Key::CheckpointShellSpecificRiskRules,
            Key::CheckpointShellSpecificRiskRulesDescription,
            "shell-risk-rule",
        )
        .placeholder(Key::CheckpointShellSpecificRiskRulesPlaceholder),
    Section::Shell.setting(
        "checkpointBeforeHighRisk",
        Key::CheckpointStrategyBeforeHighRisk,
        Key::CheckpointStrategyBeforeHighRiskDescription,
        "shell-checkpoint-before-high-risk-select",
    ),
    Section::Shell.setting(
        "checkpointAfterHighRisk",
        Key::CheckpointStrategyAfterHighRisk,
        Key::CheckpointStrategyAfterHighRiskDescription,
        "shell-checkpoint-after-high-risk-select",
    ),
    Section::Permissions.setting(
        "autoApproveSafeCommands",
        Key::PermissionsAutoApproveSafeCommandsLabel,
        Key::PermissionsAutoApproveSafeCommandsDescription,
        "auto-approve-safe-commands-checkbox",
    ),
    Section::Permissions.setting(
        "confirmDangerousCommands",
        Key::PermissionsConfirmDangerousCommandsLabel,
        Key::PermissionsConfirmDangerousCommandsDescription,
        "confirm-dangerous-commands-checkbox",
    ),
    Section::Permissions.setting(
        "confirmMediumRisk",
        Key::PermissionsConfirmMediumRiskLabel,
        Key::PermissionsConfirmMediumRiskDescription,
        "confirm-medium-risk-checkbox",
    ),
    Section::Permissions.setting(
        "askWhenRecoverable",
        Key::PermissionsAskWhenRecoverableLabel,
        Key::PermissionsAskWhenRecoverableDescription,
        "ask-when-recoverable-checkbox",
    ),
    Section::Permissions
        .setting(
            "allowedCommands",
            Key::PermissionsAllowedCommandsLabel,
            Key::PermissionsAllowedCommandsDescription,
            "allowed-command",
        )
        .placeholder(Key::PermissionsAllowedCommandsPlaceholder),
    Section::Permissions
        .setting(
            "deniedCommands",
            Key::PermissionsDeniedCommandsLabel,
            Key::PermissionsDeniedCommandsDescription,
            "denied-command",
        )
        .placeholder(Key::PermissionsDeniedCommandsPlaceholder),
    Section::Root.setting(
        "enableFileCheckpointing",
        Key::FilesEnableFileCheckpointingLabel,
        Key::FilesEnableFileCheckpointingDescription,
        "enable-file-checkpointing-checkbox",
    ),
    Section::Root.setting(
        "checkpointKeepCount",
        Key::FilesCheckpointKeepCountLabel,
        Key::FilesCheckpointKeepCountDescription,
        "checkpoint-keep-count-input",
    ),
    Section::Root.setting(
        "maxFileSize",
        Key::FilesMaxFileSizeLabel,
        Key::FilesMaxFileSizeDescription,
        "max-file-size-input",
    ),
    Section::Root.setting(
        "maxCheckpointsPerSession",
        Key::FilesMaxCheckpointsPerSessionLabel,
        Key::FilesMaxCheckpointsPerSessionDescription,
        "max-checkpoints-per-session-input",
    ),
    Section::Root.setting(
        "retentionDays",
        Key::FilesRetentionDaysLabel,
        Key::FilesRetentionDaysDescription,
        "retention-days-input",
    ),
    Section::Root
        .setting(
            "excludePatterns",
            Key::FilesExcludePatternsLabel,
            Key::FilesExcludePatternsDescription,
            "exclude-pattern",
        )
        .placeholder(Key::FilesExcludePatternsPlaceholder),
    Section::Root
        .setting(
            "trustedWorkspaces",
            Key::WorkspacesTrustedWorkspacesLabel,
            Key::WorkspacesTrustedWorkspacesDescription,
            "trusted-workspace",
        )
        .placeholder(Key::WorkspacesTrustedWorkspacesPlaceholder),
];

/// Whether the entries of a list are patterns for commands, which the engine can be asked about.
pub fn holds_commands(field: &Field) -> bool {
    matches!(field.kind, Kind::Patterns { .. } | Kind::Commands { .. })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use policy_core::settings::FIELDS;

    use super::*;

    #[test]
    fn every_setting_has_its_own_labels() {
        let mut ids = BTreeSet::new();
        for field in &FIELDS {
            let labels = labels(field);
            assert_eq!(labels.name, field.name, "{field} has no row in LABELS");
            let shell = match field.group {
                Group::Shell(section) => section.name(),
                _ => "",
            };
            assert!(ids.insert((shell, labels.id)), "{field} shares {}", labels.id);
            let is_list = field.kind.default_entries().is_some();
            assert_eq!(is_list, labels.placeholder.is_some(), "{field}: a list has a placeholder");
            let endings: &[&str] = match field.kind {
                Kind::Flag { .. } => &["-checkbox", "-toggle"],
                Kind::ShellFlag { .. } => &["-select"],
                Kind::Limit { .. } => &["-input"],
                _ => &[""],
            };
            let fits = endings.iter().any(|ending| labels.id.ends_with(ending));
            assert!(fits, "the test id of {field} is {}; it must end in {endings:?}", labels.id);
        }
    }
}
