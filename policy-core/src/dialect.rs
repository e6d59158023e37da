//! The shells Belay distinguishes.

use crate::named_enum::named_enum;

named_enum! {
    /// How a command is read. Shells that read alike share one.
    #[cfg_attr(feature = "types", ts(rename = "Shell"))]
    pub enum Dialect {
        /// GNU bash, also from Git for Windows, MSYS, Cygwin and WSL.
        Bash = "bash",
        /// dash, ash, ksh and whatever is called `sh`.
        Sh = "sh",
        /// zsh.
        Zsh = "zsh",
        /// fish, read as posix.
        Fish = "fish",
        /// Windows PowerShell 5 and PowerShell 7.
        PowerShell = "powershell",
        /// cmd.exe.
        Cmd = "cmd",
    }
}

named_enum! {
    /// The kind of machine, for shells that cannot be recognised: bash on one, PowerShell on the
    /// other.
    #[derive(Default)]
    pub enum Platform {
        /// Linux, macOS and the like.
        #[default]
        Unix = "unix",
        /// Windows.
        Windows = "windows",
    }
}

impl Dialect {
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
