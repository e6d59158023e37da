//! The same command, spelled otherwise.

use bumpalo::Bump;
use policy_core::Surroundings;
use policy_core::internals::{Facts, observe, read};
use policy_core::shell::Dialect;

use super::corpus::{Law, ROWS, is_builtin, simple, verdict, weight};

#[test]
fn quoting_the_name_or_giving_its_path_never_lowers_the_risk() {
    let mut law = Law::new("quoting the name or giving its path never lowers the risk");
    for row in ROWS.iter().filter(|row| matches!(row.shell, Dialect::Bash | Dialect::Zsh)) {
        let command = row.command.trim();
        let found = simple(command, row.shell, |name, simple| {
            let written = simple.words.first().unwrap().span.of(command);
            (written == name).then(|| (name.to_owned(), simple.words.first().unwrap().span.start))
        });
        let Some((name, start)) = found.flatten() else { continue };
        // Quoting takes these their meaning: `'['` stays a command, but `'export' a=(b)` and a
        // quoted keyword are something else.
        let declares =
            matches!(name.as_str(), "export" | "declare" | "local" | "readonly" | "typeset");
        if !name.is_ascii() || declares || start != 0 {
            continue;
        }
        let rest = command.get(name.len()..).unwrap();
        let (first, others) = name.split_at(1);
        let mut names = vec![
            format!("'{name}'"),
            format!("\"{name}\""),
            format!("{first}\"{others}\""),
            format!("{first}''{others}"),
            format!("\\{name}"),
            format!("$'{name}'"),
            format!("$'\\x{:02x}'{others}", name.as_bytes().first().unwrap()),
        ];
        if !is_builtin(&name) && !name.contains('/') {
            names.extend([
                format!("/bin/{name}"),
                format!("/usr/bin/{name}"),
                format!("'/usr/local/bin/{name}'"),
                format!("../../bin/{name}"),
                format!("$(echo {name})"),
                format!("`echo {name}`"),
                format!("${{nope:-{name}}}"),
            ]);
        }
        let before = verdict(command, row.shell, &row.surroundings);
        for spelled in names {
            let text = format!("{spelled}{rest}");
            law.not_lighter(
                &row.command,
                &before,
                &verdict(&text, row.shell, &row.surroundings),
                &text,
            );
        }
        let text = format!("_n={name}; \"$_n\"{rest}");
        law.not_lighter(
            &row.command,
            &before,
            &verdict(&text, row.shell, &row.surroundings),
            &text,
        );
    }
    law.settle();
}

#[test]
fn the_case_of_a_windows_name_never_lowers_the_risk() {
    let mut law = Law::new("the case of a Windows name never lowers the risk");
    for row in ROWS.iter().filter(|row| row.shell.ignores_case()) {
        let command = row.command.trim();
        let Some(name) = simple(command, row.shell, |name, _| name.to_owned()) else { continue };
        let Some(rest) = command.strip_prefix(name.as_str()) else { continue };
        let before = verdict(command, row.shell, &row.surroundings);
        let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_word {
            continue;
        }
        let mut texts = vec![
            format!("{}{rest}", name.to_uppercase()),
            format!("{}{rest}", name.to_lowercase()),
        ];
        if row.shell == Dialect::Cmd {
            let (first, others) = name.split_at(1);
            texts.push(format!("{first}^{others}{rest}"));
            texts.push(format!("@{command}"));
        } else {
            texts.push(format!("& '{name}'{rest}"));
            texts.push(format!("& \"{name}\"{rest}"));
        }
        for text in texts {
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

fn with_facts<T>(text: &str, shell: Dialect, look: impl FnOnce(&Facts<'_>) -> T) -> T {
    let arena = Bump::new();
    let surroundings = Surroundings::default();
    let (script, reading) = read(&arena, text, shell);
    look(&observe(&script, reading, &surroundings))
}

/// The stretches of a command's text that are flags without a value of their own.
fn lone_flags(text: &str, shell: Dialect) -> Vec<(usize, usize)> {
    with_facts(text, shell, |facts| {
        let [invocation] = facts.invocations else { return Vec::new() };
        let mut found: Vec<(usize, usize)> = Vec::new();
        for arg in invocation.args {
            let flags = invocation.flags.iter().filter(|flag| flag.arg.at == arg.at);
            let mut flags = flags.peekable();
            let is_lone = flags.peek().is_some() && flags.all(|flag| flag.value.is_none());
            let (start, end) = (arg.at.span.start as usize, arg.at.span.end as usize);
            if is_lone && text.get(start..end) == Some(arg.text) && arg.literal().is_some() {
                found.push((start, end));
            }
        }
        found
    })
}

/// Of these the last one counts, so their order is what they say.
fn order_matters(a: &str, b: &str) -> bool {
    let negated = |flag: &str| flag.starts_with("--no-") || flag.starts_with("--keep");
    let asks = |flag: &str| {
        flag.starts_with("--interactive")
            || flag.starts_with("--no-clobber")
            || (!flag.starts_with("--") && flag.contains(['i', 'I', 'n', 'f']))
    };
    negated(a) || negated(b) || (asks(a) && asks(b))
}

#[test]
fn swapping_two_flags_never_lowers_the_risk() {
    let mut law = Law::new("swapping two flags never lowers the risk");
    for row in ROWS.iter().filter(|row| row.sound) {
        let command = row.command.trim();
        let name = simple(command, row.shell, |name, _| name.to_owned());
        // The words of these are expressions, where every word has its place.
        if name.is_none_or(|name| {
            matches!(
                name.as_str(),
                "find" | "test" | "[" | "fd" | "ffmpeg" | "convert" | "magick" | "xargs"
            )
        }) {
            continue;
        }
        let flags = lone_flags(command, row.shell);
        let before = verdict(command, row.shell, &row.surroundings);
        for (at, &(a_start, a_end)) in flags.iter().enumerate() {
            for &(b_start, b_end) in flags.iter().skip(at + 1) {
                let (a, b) =
                    (command.get(a_start..a_end).unwrap(), command.get(b_start..b_end).unwrap());
                if order_matters(a, b) {
                    continue;
                }
                let between = command.get(a_end..b_start).unwrap();
                // Behind a subcommand a flag belongs to the subcommand.
                if !between.trim().is_empty() {
                    continue;
                }
                let text = format!(
                    "{}{b}{between}{a}{}",
                    command.get(..a_start).unwrap(),
                    command.get(b_end..).unwrap()
                );
                law.not_lighter(
                    &row.command,
                    &before,
                    &verdict(&text, row.shell, &row.surroundings),
                    &text,
                );
            }
        }
    }
    law.settle();
}

#[test]
fn a_flag_behind_the_words_is_still_a_flag() {
    let mut law = Law::new("a flag behind the words is still a flag");
    for row in ROWS.iter().filter(|row| row.shell == Dialect::Bash && row.sound) {
        let command = row.command.trim();
        let name = simple(command, row.shell, |name, simple| {
            simple.redirections.is_empty().then(|| name.to_owned())
        });
        let Some(name) = name.flatten() else { continue };
        let permutes = matches!(
            name.as_str(),
            "rm" | "cp"
                | "mv"
                | "ln"
                | "chmod"
                | "chown"
                | "rmdir"
                | "mkdir"
                | "shred"
                | "truncate"
                | "ls"
                | "touch"
                | "unlink"
                | "sort"
                | "tee"
                | "docker"
                | "kubectl"
                | "npm"
        ) || name == "git";
        let ends = |words: Vec<String>| words.iter().any(|word| word == "--");
        if !permutes
            || super::joining::words(command, row.shell).is_none_or(ends)
            || command.contains('#')
            || command.ends_with('\\')
        {
            continue;
        }
        let flags = lone_flags(command, row.shell);
        let before = verdict(command, row.shell, &row.surroundings);
        let all: Vec<&str> = flags.iter().map(|&(a, b)| command.get(a..b).unwrap()).collect();
        if all.iter().any(|a| all.iter().any(|b| a != b && order_matters(a, b))) {
            continue;
        }
        for &(start, end) in &flags {
            let flag = command.get(start..end).unwrap();
            // `git --no-pager log`: what stands before the subcommand is git's own.
            let lead = command.get(..start).unwrap();
            let own = matches!(name.as_str(), "git" | "docker" | "kubectl" | "npm")
                && lead.split_whitespace().all(|word| word == name || word.starts_with('-'));
            if own {
                continue;
            }
            let text = format!("{lead}{} {flag}", command.get(end..).unwrap());
            let after = verdict(&text, row.shell, &row.surroundings);
            law.holds(&row.command, weight(&after) >= weight(&before), || {
                format!(
                    "{} but {}: {command:?} became {text:?}",
                    weight(&before).name(),
                    weight(&after).name()
                )
            });
        }
    }
    law.settle();
}
