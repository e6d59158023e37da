//! Which setting is in which panel.

use policy_core::settings::{FIELDS, Field, Group};

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
    /// Single files, and how much is stored.
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

    /// Its id on the page and in messages, its heading, and its icon, a codicon.
    const fn row(self) -> (&'static str, Key, &'static str) {
        match self {
            Self::Checkpoint => ("checkpoint", Key::SectionsCheckpoint, "shield"),
            Self::Commands => ("commands", Key::SectionsCommands, "list-unordered"),
            Self::Shells => ("shells", Key::SectionsShells, "terminal"),
            Self::Permissions => ("permissions", Key::SectionsPermissions, "question"),
            Self::Files => ("files", Key::SectionsFiles, "files"),
            Self::Workspaces => ("workspaces", Key::SectionsWorkspaces, "workspace-trusted"),
            Self::Try => ("try", Key::SectionsTry, "beaker"),
        }
    }

    /// Its id on the page and in messages.
    pub const fn id(self) -> &'static str {
        self.row().0
    }

    /// The panel with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.id() == id)
    }

    /// Its heading.
    pub const fn title(self) -> Key {
        self.row().1
    }

    /// Its icon, a codicon.
    pub const fn icon(self) -> &'static str {
        self.row().2
    }

    /// The panel a setting is in.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_found_by_their_ids() {
        for panel in Panel::ALL {
            assert_eq!(Panel::from_id(panel.id()), Some(panel));
        }
        assert_eq!(Panel::from_id("nowhere"), None);
    }
}
