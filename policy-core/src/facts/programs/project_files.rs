//! What the files of a project say about the commands that run them: package scripts, makefiles,
//! justfiles, git aliases, scripts with a first line that names their interpreter.

use serde_json::Value;

use super::interpreters;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::walker::{Scoping, Walker};

/// Runs the scripts of that name in `package.json`, with those that stand around it.
pub(super) fn package_script<'a>(walker: &mut Walker<'a>, call: &Call<'a>, name: &str) {
    let file = walker.implicit_arg("package.json", call);
    let Some((path, text)) = walker.read_file(file) else { return };
    let Ok(package) = serde_json::from_str::<Value>(text) else { return };
    for name in [&format!("pre{name}"), name, &format!("post{name}")] {
        let script = package.get("scripts").and_then(|scripts| scripts.get(name));
        let Some(script) = script.and_then(Value::as_str) else { continue };
        let key = format!("\"{name}\"");
        let line = text.find(&key).map_or(1, |at| line_of(text, at));
        let code = walker.alloc_str(script);
        // Programs of the project's packages have bare names, as those of the system do.
        walker.run_line(path, line, code, file);
    }
}

/// The scripts that installing runs.
pub(super) fn lifecycle<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for name in ["install", "prepare"] {
        package_script(walker, call, name);
    }
}

/// Runs the recipes of some targets of a makefile, or of its first one.
pub(super) fn make<'a>(walker: &mut Walker<'a>, call: &Call<'a>, targets: &[&'a str]) {
    let named = call.value("makefile").map(|file| vec![*file]);
    let usual = || ["GNUmakefile", "makefile", "Makefile"].map(|name| Arg::whole(name, call.at));
    let files = named.unwrap_or_else(|| usual().to_vec());
    let Some((file, (path, text))) =
        files.iter().find_map(|file| Some((file, walker.read_file(file)?)))
    else {
        return;
    };
    let rules = rules(text, '\t');
    let first = rules.iter().find(|rule| !rule.name.starts_with('.')).map(|rule| rule.name);
    let mut wanted: Vec<&str> = targets.to_vec();
    if wanted.is_empty() {
        wanted.extend(first);
    }
    run_rules(walker, &rules, wanted, path, file);
}

/// Runs the recipe of a justfile.
pub(super) fn just<'a>(walker: &mut Walker<'a>, call: &Call<'a>, recipe: Option<&'a str>) {
    let named = call.value("justfile").map(|file| vec![*file]);
    let usual = || ["justfile", "Justfile", ".justfile"].map(|name| Arg::whole(name, call.at));
    let files = named.unwrap_or_else(|| usual().to_vec());
    let Some((file, (path, text))) =
        files.iter().find_map(|file| Some((file, walker.read_file(file)?)))
    else {
        return;
    };
    let rules = rules(text, ' ');
    let wanted = recipe.or_else(|| rules.first().map(|rule| rule.name));
    run_rules(walker, &rules, wanted.into_iter().collect(), path, file);
}

/// A target with what it needs and its recipe.
struct Rule<'t> {
    name: &'t str,
    needs: Vec<&'t str>,
    /// Each line with its number.
    lines: Vec<(u32, &'t str)>,
}

/// The rules of a file in which recipes stand behind a blank or a tab.
fn rules(text: &str, indent: char) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let indented = line.starts_with(indent) || line.starts_with('\t');
        if indented {
            if let Some(rule) = rules.last_mut() {
                rule.lines.push((number, line.trim()));
            }
            continue;
        }
        let Some((head, tail)) = line.split_once(':') else { continue };
        if line.starts_with('#') || tail.starts_with('=') || head.contains('=') {
            continue;
        }
        let (needs, inline) = tail.split_once(';').unwrap_or((tail, ""));
        for name in head.split_whitespace().map(|name| name.trim_start_matches('@')) {
            let needs = needs.split_whitespace().collect();
            let lines = Some((number, inline.trim())).filter(|(_, line)| !line.is_empty());
            rules.push(Rule { name, needs, lines: lines.into_iter().collect() });
        }
    }
    rules
}

fn run_rules<'a>(
    walker: &mut Walker<'a>,
    rules: &[Rule<'a>],
    wanted: Vec<&'a str>,
    path: &'a str,
    file: &Arg<'a>,
) {
    let mut done: Vec<&str> = Vec::new();
    let mut open = wanted;
    while let Some(name) = open.pop() {
        if done.contains(&name) || done.len() >= 64 {
            continue;
        }
        done.push(name);
        for rule in rules.iter().filter(|rule| rule.name == name) {
            open.extend(rule.needs.iter().copied());
            for (line, text) in &rule.lines {
                let code = text.trim_start_matches(['@', '-', '+']).trim();
                if !code.is_empty() && !code.starts_with('#') {
                    let code = walker.alloc_str(&shell_text(code));
                    walker.run_line(path, *line, code, file);
                }
            }
        }
    }
}

/// A line of a recipe as a shell reads it: what make or just puts in is not known.
fn shell_text(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['$', '{']) {
        out.push_str(rest.get(..at).unwrap_or_default());
        rest = rest.get(at..).unwrap_or_default();
        let close = |open: &str, end: char| {
            let inside = rest.strip_prefix(open)?;
            let end = inside.find(end)?;
            inside.get(end + 1..)
        };
        if let Some(behind) = rest.strip_prefix("$$") {
            out.push('$');
            rest = behind;
        } else if let Some(behind) = close("$(", ')').or_else(|| close("${", '}')) {
            out.push_str("$_");
            rest = behind;
        } else if let Some(behind) = close("{{", '}') {
            out.push_str("$_");
            rest = behind.trim_start_matches('}');
        } else if rest.starts_with("$@") || rest.starts_with("$<") || rest.starts_with("$^") {
            out.push_str("$_");
            rest = rest.get(2..).unwrap_or_default();
        } else {
            out.push_str(rest.get(..1).unwrap_or_default());
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    out
}

/// The alias of that name in the settings of a repository or of the person.
pub(super) fn git_alias<'a>(
    walker: &mut Walker<'a>,
    call: &Call<'a>,
    name: &str,
) -> Option<Arg<'a>> {
    for file in [".git/config", "~/.gitconfig", "~/.config/git/config"] {
        let file = Arg { tilde: file.starts_with('~'), ..Arg::whole(file, call.at) };
        let Some((_, text)) = walker.read_file(&file) else { continue };
        let mut within = false;
        for line in text.lines().map(str::trim) {
            if line.starts_with('[') {
                within = line.eq_ignore_ascii_case("[alias]");
            } else if within
                && let Some((key, value)) = line.split_once('=')
                && key.trim().eq_ignore_ascii_case(name)
            {
                let value = value.trim().trim_matches('"').replace("\\\"", "\"");
                return Some(Arg::whole(walker.alloc_str(&value), call.at));
            }
        }
    }
    None
}

/// Runs a script by what its first line says about it.
pub(in crate::facts) fn run_script<'a>(
    walker: &mut Walker<'a>,
    content: Stream<'a>,
    dialect: Dialect,
    at: crate::source::Location,
) -> Stream<'a> {
    let interpreter = match content {
        Stream::Text(flow) => flow.text.lines().next().and_then(|line| line.strip_prefix("#!")),
        _ => None,
    };
    let interpreter = interpreter.unwrap_or_default();
    let mut words = interpreter.split_whitespace().map(|word| word.rsplit('/').next());
    let name = match words.next().flatten() {
        Some("env") => words.flatten().find(|word| !word.starts_with('-')),
        other => other,
    };
    match name {
        Some(name) if interpreters::run_source(walker, name, content, at) => Stream::Unknown,
        Some("zsh") => walker.run_stream(content, Dialect::Zsh, Scoping::Own, at),
        Some("sh" | "dash" | "ash" | "ksh") => {
            walker.run_stream(content, Dialect::Sh, Scoping::Own, at)
        }
        Some("bash") | None => walker.run_stream(content, dialect, Scoping::Own, at),
        // A language nobody reads here.
        Some(_) => Stream::Unknown,
    }
}

fn line_of(text: &str, at: usize) -> u32 {
    let before = text.get(..at).unwrap_or_default();
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}
