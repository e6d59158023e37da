//! A command in wrapping paper is the same command.

use policy_core::shell::Dialect;

use super::corpus::{Law, ROWS, is_builtin, simple, sound, verdict};

/// The text as one word of a posix shell.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[test]
fn groups_and_choices_never_lower_the_risk() {
    let mut law = Law::new("groups and choices never lower the risk");
    for shell in [Dialect::Bash, Dialect::Zsh] {
        for row in sound(shell) {
            let before = verdict(&row.command, shell, &row.surroundings);
            let command = &row.command;
            for text in [
                format!("( {command}\n)"),
                format!("{{ {command}\n}}"),
                format!("if true; then {command}\nfi"),
                format!("if false; then :; else {command}\nfi"),
                format!("true && {{ {command}\n}}"),
                format!("while true; do {command}\ndone"),
                format!("until false; do {command}\ndone"),
                format!("for i in 1 2; do {command}\ndone"),
                format!("case x in x) {command}\n;; esac"),
                format!("f() {{ {command}\n}}\nf"),
                format!("! {{ {command}\n}}"),
                format!("{{ {command}\n}} > /dev/null 2>&1"),
                format!("{{ {command}\n}} &"),
                format!("echo \"$({command}\n)\""),
                format!("cat <({command}\n)"),
            ] {
                law.not_lighter(command, &before, &verdict(&text, shell, &row.surroundings), &text);
            }
        }
    }
    for row in sound(Dialect::PowerShell) {
        let before = verdict(&row.command, row.shell, &row.surroundings);
        let command = &row.command;
        for text in [
            format!("& {{ {command}\n}}"),
            format!("if ($true) {{ {command}\n}}"),
            format!("foreach ($i in 1..2) {{ {command}\n}}"),
            format!("try {{ {command}\n}} catch {{ }}"),
            format!("1..2 | ForEach-Object {{ {command}\n}}"),
            format!("function f {{ {command}\n}}\nf"),
            format!("$( {command}\n)"),
            format!("Invoke-Command -ScriptBlock {{ {command}\n}}"),
        ] {
            law.not_lighter(command, &before, &verdict(&text, row.shell, &row.surroundings), &text);
        }
    }
    for row in sound(Dialect::Cmd).filter(|row| is_one_line(&row.command)) {
        let before = verdict(&row.command, row.shell, &row.surroundings);
        let command = &row.command;
        for text in [
            format!("(\r\n{command}\r\n)"),
            format!("if exist x (\r\n{command}\r\n)"),
            format!("for %z in (1 2) do (\r\n{command}\r\n)"),
            format!("@{command}"),
        ] {
            law.not_lighter(command, &before, &verdict(&text, row.shell, &row.surroundings), &text);
        }
    }
    law.settle();
}

/// Labels and parentheses of its own make a cmd text mean another thing inside a block.
fn is_one_line(text: &str) -> bool {
    !text.contains(['\n', '(', ')', ':', '"']) && !text.trim_end().ends_with('^')
}

#[test]
fn a_text_handed_to_a_shell_is_no_less_dangerous() {
    let mut law = Law::new("a text handed to a shell is no less dangerous");
    for shell in [Dialect::Bash, Dialect::Zsh] {
        let name = shell.name();
        for row in sound(shell) {
            let before = verdict(&row.command, shell, &row.surroundings);
            let code = quoted(&row.command);
            for text in [
                format!("{name} -c {code}"),
                format!("eval {code}"),
                format!("sudo {name} -c {code}"),
                format!("{name} -ec {code}"),
                format!("env _Z=b {name} -c {code}"),
                format!("printf '%s\\n' {code} | {name}"),
                format!("{name} <<< {code}"),
                format!("{name} <<'THE_END'\n{}\nTHE_END", row.command),
                format!("{name} -c {}", quoted(&format!("{name} -c {code}"))),
                format!("_code={code}; eval \"$_code\""),
                format!("trap {code} EXIT"),
            ] {
                law.not_lighter(
                    &row.command,
                    &before,
                    &verdict(&text, shell, &row.surroundings),
                    &text,
                );
            }
        }
    }
    law.settle();
}

#[test]
fn a_program_in_front_that_runs_another_never_lowers_the_risk() {
    let mut law = Law::new("a program in front that runs another never lowers the risk");
    for row in ROWS.iter().filter(|row| matches!(row.shell, Dialect::Bash | Dialect::Zsh)) {
        let command = row.command.trim();
        let Some(name) = simple(command, row.shell, |name, _| name.to_owned()) else { continue };
        let before = verdict(command, row.shell, &row.surroundings);
        let mut fronts = vec!["time", "command", "time -p", "\\command"];
        if !is_builtin(&name) {
            fronts.extend([
                "sudo",
                "sudo -u root",
                "sudo -E",
                "env",
                "env -i",
                "env A=b",
                "nice",
                "nice -n 5",
                "nohup",
                "exec",
                "A=b",
                "doas",
                "timeout 5",
                "timeout -s KILL 5",
                "stdbuf -oL",
                "setsid",
                "ionice -c 3",
                "sudo env nice",
                "find . -exec",
                "busybox",
                "flock /tmp/l",
                "strace -f",
                "time sudo",
            ]);
        }
        for front in fronts {
            if name.starts_with('-') || (front == "busybox" && name.contains('/')) {
                continue;
            }
            let text = match front {
                "find . -exec" => format!("{front} {command} \\;"),
                // What a redirection or a comment would take from the carried command.
                _ => format!("{front} {command}"),
            };
            if front == "find . -exec" && row.command.contains(['>', '<', '#', ';', '+', '{']) {
                continue;
            }
            law.not_lighter(
                &row.command,
                &before,
                &verdict(&text, row.shell, &row.surroundings),
                &text,
            );
        }
    }
    law.settle();
}
