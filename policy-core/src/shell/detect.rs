//! From a shell's path or name to its dialect.

use crate::dialect::{Dialect, Platform};

/// The dialect of the shell at `path`: any directory, either slash, `.exe` or not, any case.
/// A bare name (`zsh`) is a path too; an unknown one is answered by the platform.
#[must_use]
pub fn detect(path: &str, platform: Platform) -> Dialect {
    let name = path.trim().trim_matches('"').trim_end_matches(['/', '\\']);
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    // A login shell's name starts with a dash in the process list.
    let name = name.trim_start_matches('-');
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix(".exe").or_else(|| name.strip_suffix(".com")).unwrap_or(&name);
    // `bash-5.2`, `zsh-5.9`, `python`-like versioned names that packagers use.
    let stem = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    match stem {
        "bash" | "rbash" | "git-bash" | "git-cmd" | "wsl" | "wslg" | "ubuntu" | "debian"
        | "msys" | "mintty" | "cygwin" => Dialect::Bash,
        "sh" | "dash" | "ash" | "busybox" | "ksh" | "ksh93" | "mksh" | "oksh" | "pdksh"
        | "lksh" | "yash" | "posh" => Dialect::Sh,
        "zsh" | "rzsh" => Dialect::Zsh,
        "fish" => Dialect::Fish,
        "powershell" | "pwsh" | "powershell_ise" | "pwsh-preview" => Dialect::PowerShell,
        "cmd" | "command" => Dialect::Cmd,
        _ => match platform {
            Platform::Unix => Dialect::Bash,
            Platform::Windows => Dialect::PowerShell,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, expected: Dialect) {
        assert_eq!(detect(path, Platform::Unix), expected, "{path}");
    }

    #[test]
    fn known_shells_in_every_place() {
        check("/bin/bash", Dialect::Bash);
        check("bash", Dialect::Bash);
        check("-bash", Dialect::Bash);
        check(r"C:\Program Files\Git\bin\bash.exe", Dialect::Bash);
        check(r"C:\Program Files\Git\git-bash.exe", Dialect::Bash);
        check("C:/msys64/usr/bin/bash.EXE", Dialect::Bash);
        check(r"C:\cygwin64\bin\bash.exe", Dialect::Bash);
        check(r"C:\Windows\System32\wsl.exe", Dialect::Bash);
        check("/opt/homebrew/bin/bash-5.2", Dialect::Bash);
        check("/bin/sh", Dialect::Sh);
        check("/usr/bin/dash", Dialect::Sh);
        check("/bin/ash", Dialect::Sh);
        check("/usr/bin/ksh93", Dialect::Sh);
        check("/bin/zsh", Dialect::Zsh);
        check("zsh-5.9", Dialect::Zsh);
        check("/usr/bin/fish", Dialect::Fish);
        check("pwsh", Dialect::PowerShell);
        check("/usr/local/bin/pwsh-7", Dialect::PowerShell);
        check("pwsh-preview", Dialect::PowerShell);
        check(r"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe", Dialect::PowerShell);
        check("PowerShell", Dialect::PowerShell);
        check(r"C:\WINDOWS\system32\cmd.exe", Dialect::Cmd);
        check("CMD", Dialect::Cmd);
        check(r#""C:\Program Files\PowerShell\7\pwsh.exe""#, Dialect::PowerShell);
    }

    #[test]
    fn an_unknown_shell_is_answered_by_the_platform() {
        assert_eq!(detect("/opt/nu", Platform::Unix), Dialect::Bash);
        assert_eq!(detect("nu.exe", Platform::Windows), Dialect::PowerShell);
        assert_eq!(detect("", Platform::Unix), Dialect::Bash);
        assert_eq!(detect("", Platform::Windows), Dialect::PowerShell);
    }
}
