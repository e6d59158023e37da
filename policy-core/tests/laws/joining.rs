//! Commands in a row are as dangerous as the worst of them.

use policy_core::Surroundings;
use policy_core::internals::tree::Word;
use policy_core::shell::Dialect;

use super::corpus::{Law, ROWS, Row, simple, verdict, weight};

/// Draws pairs: every row is first once and second once, beside a partner far away.
fn pairs(shell: Dialect, fits: impl Fn(&Row) -> bool) -> Vec<(&'static Row, &'static Row)> {
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.shell == shell && fits(row)).collect();
    let count = rows.len();
    // Different strides walk through different partners.
    [7, 499]
        .into_iter()
        .flat_map(|stride| {
            let rows = &rows;
            (0..count)
                .map(move |at| (*rows.get(at).unwrap(), *rows.get((at + stride) % count).unwrap()))
        })
        .collect()
}

/// Whether rows can be judged in the same surroundings.
fn share_surroundings(a: &Row, b: &Row) -> bool {
    a.surroundings == b.surroundings
}

/// The ways a shell has to run one text behind another. The first text stands in a group where
/// its end (a comment, a heredoc) could swallow what follows.
fn joints(shell: Dialect) -> &'static [(&'static str, &'static str, &'static str)] {
    match shell {
        Dialect::PowerShell => &[("", "\n", ""), ("& {", "\n}; ", ""), ("", "\n;", "")],
        Dialect::Cmd => &[("", "\r\n", ""), ("(", "\r\n) & ", ""), ("(", "\r\n) && ", "")],
        _ => &[
            ("", "\n", ""),
            ("{ ", "\n} && { ", "\n}"),
            ("{ ", "\n} || { ", "\n}"),
            ("{ ", "\n} & ", ""),
            ("{ ", "\n} | { ", "\n}"),
            ("{ ", "\n}; ", ""),
        ],
    }
}

/// Whether what flows in tells the command what to do, so that a known input may make it harmless.
fn obeys_its_input(command: &str) -> bool {
    const NAMES: &[&str] = &[
        "xargs",
        "parallel",
        "sh",
        "bash",
        "zsh",
        "dash",
        "ksh",
        "fish",
        "python",
        "python3",
        "node",
        "perl",
        "ruby",
        "php",
        "psql",
        "mysql",
        "sqlite3",
        "mongosh",
        "redis-cli",
        "read",
        "while",
        "tee",
        "source",
        ".",
        "eval",
        "at",
        "batch",
        "crontab",
        "ssh",
        "kubectl",
        "patch",
        "git",
        "mapfile",
        "readarray",
        "deno",
        "bun",
        "osascript",
        "pwsh",
        "powershell",
        "cmd",
        "busybox",
    ];
    command.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| NAMES.contains(&word))
}

#[test]
fn joined_commands_are_at_least_as_dangerous_as_the_first() {
    let mut law = Law::new("joined commands are at least as dangerous as the first");
    for shell in [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd] {
        for (a, b) in pairs(shell, |row| row.sound) {
            if !share_surroundings(a, b) {
                continue;
            }
            let first = verdict(&a.command, shell, &a.surroundings);
            for (before, between, behind) in joints(shell) {
                let text = format!("{before}{}{between}{}{behind}", a.command, b.command);
                law.not_lighter(&a.command, &first, &verdict(&text, shell, &a.surroundings), &text);
            }
        }
    }
    law.settle();
}

#[test]
fn joined_commands_are_at_least_as_dangerous_as_the_second() {
    let mut law = Law::new("joined commands are at least as dangerous as the second");
    for shell in [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd] {
        for (a, b) in pairs(shell, |row| row.sound) {
            if !share_surroundings(a, b) || !a.stateless {
                continue;
            }
            let second = verdict(&b.command, shell, &b.surroundings);
            for (before, between, behind) in joints(shell) {
                if between.contains("| {") && obeys_its_input(&b.command) {
                    continue;
                }
                let text = format!("{before}{}{between}{}{behind}", a.command, b.command);
                law.not_lighter(
                    &b.command,
                    &second,
                    &verdict(&text, shell, &b.surroundings),
                    &text,
                );
            }
        }
    }
    law.settle();
}

#[test]
fn joining_commands_that_leave_nothing_behind_adds_no_danger() {
    let mut law = Law::new("joining commands that leave nothing behind adds no danger");
    for shell in [Dialect::Bash, Dialect::Zsh, Dialect::PowerShell, Dialect::Cmd] {
        let joints: &[&str] = match shell {
            Dialect::PowerShell => &["; ", "\n"],
            Dialect::Cmd => &[" & ", " && ", "\r\n"],
            _ => &[" && ", "; ", "\n"],
        };
        let alone = |row: &Row| {
            // A comment would swallow what follows, and an exit would never reach it.
            row.stateless
                && super::lists::can_be_followed(&row.command)
                && simple(&row.command, shell, |_, _| ()).is_some()
        };
        for (a, b) in pairs(shell, alone) {
            if !share_surroundings(a, b) {
                continue;
            }
            let parts = weight(&verdict(&a.command, shell, &a.surroundings)).max(weight(&verdict(
                &b.command,
                shell,
                &b.surroundings,
            )));
            for joint in joints {
                let text = format!("{}{joint}{}", a.command, b.command);
                let whole = weight(&verdict(&text, shell, &a.surroundings));
                law.holds(&text, whole == parts, || {
                    format!("{} but {} together: {text:?}", parts.name(), whole.name())
                });
            }
        }
    }
    law.settle();
}

#[test]
fn a_comment_or_a_blank_line_changes_nothing() {
    let mut law = Law::new("a comment or a blank line changes nothing");
    for row in ROWS.iter().filter(|row| row.sound && row.shell != Dialect::Cmd) {
        let before = weight(&verdict(&row.command, row.shell, &row.surroundings));
        for text in [
            format!("# rm -rf /\n{}", row.command),
            format!("\n\n{}", row.command),
            format!("{}\n# rm -rf /", row.command),
            format!("{}\n", row.command),
        ] {
            let after = weight(&verdict(&text, row.shell, &row.surroundings));
            law.holds(&row.command, before == after, || {
                format!("{} became {}: {text:?}", before.name(), after.name())
            });
        }
    }
    law.settle();
}

#[test]
fn a_name_inside_data_never_raises_the_risk() {
    let mut law = Law::new("a name inside data never raises the risk");
    let surroundings = Surroundings::default();
    for row in ROWS.iter().filter(|row| row.shell == Dialect::Bash) {
        if row.command.contains(['\0', '\u{1b}']) || !printable(&row.command) {
            continue;
        }
        let quoted = format!("'{}'", row.command.replace('\'', r"'\''"));
        for (lead, expected) in
            [("echo", "safe"), ("printf %s", "safe"), ("grep -n", "safe"), ("git commit -m", "low")]
        {
            let text = format!("{lead} {quoted}");
            let judged = verdict(&text, Dialect::Bash, &surroundings);
            law.holds(&row.command, judged.risk.name() == expected && !judged.unverified, || {
                format!("{} instead of {expected}: {text:?}", judged.risk.name())
            });
        }
    }
    law.settle();
}

/// Whether a text holds nothing a person would not see.
fn printable(text: &str) -> bool {
    let judged = verdict(
        &format!("echo '{}'", text.replace('\'', "")),
        Dialect::Bash,
        &Surroundings::default(),
    );
    judged.findings.is_empty()
}

/// Kept for laws about the words of a single command.
pub(crate) fn words(text: &str, shell: Dialect) -> Option<Vec<String>> {
    simple(text, shell, |_, command| {
        command.words.iter().map(Word::plain).map(|word| word.map(str::to_owned)).collect()
    })
    .flatten()
}
