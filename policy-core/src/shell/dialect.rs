//! The shells Belay tells apart.

use crate::settings::ShellSection;

/// How a text is read. Shells that read alike share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// GNU bash, also from Git for Windows, MSYS, Cygwin and WSL.
    Bash,
    /// dash, ash, ksh and whatever is called `sh`.
    Sh,
    /// zsh.
    Zsh,
    /// fish, read as posix.
    Fish,
    /// Windows PowerShell 5 and PowerShell 7.
    PowerShell,
    /// cmd.exe.
    Cmd,
}

impl Dialect {
    /// Every dialect, in the order they are listed to people.
    pub const ALL: [Self; 6] =
        [Self::Bash, Self::Sh, Self::Zsh, Self::Fish, Self::PowerShell, Self::Cmd];

    /// The name written in verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::Sh => "sh",
            Self::Zsh => "zsh",
            Self::Fish => "fish",
            Self::PowerShell => "powershell",
            Self::Cmd => "cmd",
        }
    }

    /// The section of the settings that speaks for it.
    #[must_use]
    pub fn section(self) -> ShellSection {
        match self {
            Self::Bash | Self::Sh | Self::Fish => ShellSection::Bash,
            Self::Zsh => ShellSection::Zsh,
            Self::PowerShell => ShellSection::Powershell,
            Self::Cmd => ShellSection::Cmd,
        }
    }

    /// Whether it is read by the posix reader.
    #[must_use]
    pub fn is_posix(self) -> bool {
        matches!(self, Self::Bash | Self::Sh | Self::Zsh | Self::Fish)
    }

    /// Whether program names and flags are the same in any case.
    #[must_use]
    pub fn ignores_case(self) -> bool {
        !self.is_posix()
    }
}
