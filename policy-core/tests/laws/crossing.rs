//! One shell started from another.

use policy_core::Surroundings;
use policy_core::shell::Dialect;

use super::corpus::{Law, Row, sound, verdict};
use super::wrapping::quoted;

/// The text as one word of PowerShell.
fn powershell_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The text between double quotes of cmd, where nothing in it means something else there.
fn cmd_quoted(text: &str) -> Option<String> {
    let plain = !text.contains(['"', '%', '!', '^', '\n', '\r', '\\', '`', '$']);
    plain.then(|| format!("\"{text}\""))
}

fn base64_utf16(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let get = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = get(0) << 16 | get(1) << 8 | get(2);
        for place in 0..4usize {
            if place > chunk.len() {
                out.push('=');
            } else {
                let index = (bits >> (18 - 6 * place)) & 63;
                out.push(char::from(*LETTERS.get(index as usize).unwrap()));
            }
        }
    }
    out
}

fn check(law: &mut Law, row: &Row, texts: impl IntoIterator<Item = (Dialect, String)>) {
    let surroundings: &Surroundings = &row.surroundings;
    let before = verdict(&row.command, row.shell, surroundings);
    for (shell, text) in texts {
        law.not_lighter(&row.command, &before, &verdict(&text, shell, surroundings), &text);
    }
}

#[test]
fn bash_started_from_any_shell_is_as_dangerous_as_bash() {
    let mut law = Law::new("bash started from any shell is as dangerous as bash");
    for row in sound(Dialect::Bash) {
        let mut texts = vec![(Dialect::Zsh, format!("bash -c {}", quoted(&row.command)))];
        // Windows PowerShell hands double quotes on without their protection.
        if !row.command.contains('"') {
            let code = powershell_quoted(&row.command);
            texts.push((Dialect::PowerShell, format!("bash -c {code}")));
        }
        if let Some(code) = cmd_quoted(&row.command) {
            texts.push((Dialect::Cmd, format!("bash -c {code}")));
            texts.push((Dialect::Cmd, format!("wsl -e bash -c {code}")));
        }
        check(&mut law, row, texts);
    }
    law.settle();
}

#[test]
fn powershell_started_from_any_shell_is_as_dangerous_as_powershell() {
    let mut law = Law::new("powershell started from any shell is as dangerous as powershell");
    for row in sound(Dialect::PowerShell) {
        let command = &row.command;
        let encoded = base64_utf16(command);
        let mut texts = vec![
            (Dialect::PowerShell, format!("powershell -Command {{ {command}\n}}")),
            (Dialect::PowerShell, format!("pwsh -Command {}", powershell_quoted(command))),
            (Dialect::PowerShell, format!("Invoke-Expression {}", powershell_quoted(command))),
            (Dialect::PowerShell, format!("powershell -EncodedCommand {encoded}")),
            (Dialect::Bash, format!("powershell -Command {}", quoted(command))),
            (Dialect::Bash, format!("pwsh -NoProfile -c {}", quoted(command))),
            (Dialect::Bash, format!("powershell.exe -enc {encoded}")),
            (Dialect::Cmd, format!("powershell -e {encoded}")),
        ];
        if let Some(code) = cmd_quoted(command) {
            texts.push((Dialect::Cmd, format!("powershell -NoProfile -Command {code}")));
        }
        check(&mut law, row, texts);
    }
    law.settle();
}

#[test]
fn cmd_started_from_any_shell_is_as_dangerous_as_cmd() {
    let mut law = Law::new("cmd started from any shell is as dangerous as cmd");
    for row in sound(Dialect::Cmd) {
        let command = &row.command;
        // A batch file of several lines cannot be handed over, and quotes are counted anew.
        if command.contains(['\n', '\r', '"', '%', '^', '!']) {
            continue;
        }
        let texts = vec![
            (Dialect::Cmd, format!("cmd /c \"{command}\"")),
            (Dialect::Cmd, format!("cmd.exe /s /k \"{command}\"")),
            (Dialect::Bash, format!("cmd /c {}", quoted(command))),
            (Dialect::Bash, format!("cmd.exe /C {}", quoted(command))),
            (Dialect::PowerShell, format!("cmd /c {}", powershell_quoted(command))),
        ];
        check(&mut law, row, texts);
    }
    law.settle();
}
