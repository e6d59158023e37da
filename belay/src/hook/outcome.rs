//! Exit codes, where a host writes them into the text of a result.

/// `Exit code 2`, as Claude Code begins the text of a failure.
pub(super) fn leading(text: &str) -> Option<i64> {
    let line = text.lines().next()?;
    let rest = line.strip_prefix("Exit code")?;
    rest.trim_start_matches([':', ' ']).trim_end().parse().ok()
}

/// `Exit Code: 2` on a line of its own below the output, as Gemini CLI and Qwen Code write it.
/// The command's own output stands above, so only what follows the last other text counts.
pub(super) fn labelled(text: &str) -> Option<i64> {
    const BELOW: [&str; 7] = [
        "Error:",
        "Exit Code:",
        "Signal:",
        "Background PIDs:",
        "Process Group PGID:",
        "</untrusted_context>",
        "Command:",
    ];
    text.lines()
        .rev()
        .take_while(|line| BELOW.iter().any(|label| line.starts_with(label)))
        .find_map(|line| line.strip_prefix("Exit Code:"))
        .and_then(|code| code.trim().parse().ok())
}

/// `<shellId: 1 completed with exit code 2>` at the end, as Copilot CLI writes it.
pub(super) fn trailing(text: &str) -> Option<i64> {
    let line = text.trim_end().lines().next_back()?;
    let (_, rest) = line.strip_prefix("<shellId:")?.split_once("exit code ")?;
    rest.strip_suffix('>')?.trim().parse().ok()
}

/// `Command exited with code 2`, as Cline writes it.
pub(super) fn exited_with(text: &str) -> Option<i64> {
    text.trim().strip_prefix("Command exited with code ")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_where_hosts_write_them() {
        assert_eq!(leading("Exit code 2\nls: no"), Some(2));
        assert_eq!(leading("Exit code: 0\nWall time: 0 seconds"), Some(0));
        assert_eq!(labelled("Output: x\nError: (none)\nExit Code: 2\nSignal: (none)"), Some(2));
        assert_eq!(trailing("x\n<shellId: 1 completed with exit code 127>"), Some(127));
        assert_eq!(exited_with("Command exited with code 2"), Some(2));
    }

    #[test]
    fn what_a_command_prints_is_no_code() {
        assert_eq!(leading("done\nExit code 2"), None);
        assert_eq!(labelled("Output: Exit Code: 5\nmore\nProcess Group PGID: 7"), None);
        assert_eq!(labelled("Output: a\nExit Code: 5\nb\nProcess Group PGID: 7"), None);
        assert_eq!(trailing("<shellId: 1 completed with exit code 0>\nmore"), None);
    }
}
