//! Settings that make git run other programs: `-c`, the environment, aliases, `git config`.

use super::configures;
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::effect::Traits;
use crate::facts::options::Flag;
use crate::facts::programs::project_files;
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

/// What a setting makes git do.
enum Effect {
    /// Runs its value as a command line.
    Runs,
    /// Changes which programs run, in a way its value does not show.
    Steers,
    /// Nothing that matters here.
    Nothing,
}

/// Settings whose value is run, by their section and their last word.
const RUN: Words = words(
    "\
    core.pager core.editor core.sshcommand core.fsmonitor core.askpass core.gitproxy \
    sequence.editor diff.external diff.textconv diff.command filter.clean filter.smudge \
    filter.process merge.driver difftool.cmd mergetool.cmd browser.cmd man.cmd \
    interactive.difffilter uploadpack.packobjectshook trailer.command trailer.cmd",
);

fn effect_of(key: &str, value: &str) -> Effect {
    let key = key.to_ascii_lowercase();
    let Some((section, rest)) = key.split_once('.') else { return Effect::Nothing };
    let name = rest.rsplit('.').next().unwrap_or(rest);
    if section == "protocol" {
        let open = name == "allow" && value == "always";
        return if open { Effect::Steers } else { Effect::Nothing };
    }
    if value.is_empty()
        || matches!(value, "true" | "false" | "yes" | "no" | "on" | "off" | "0" | "1")
    {
        return Effect::Nothing;
    }
    let mut short = section.to_owned();
    short.push('.');
    short.push_str(name);
    let steers = match short.as_str() {
        _ if section == "pager" || RUN.has(&short) => return Effect::Runs,
        "credential.helper" if value.starts_with('!') => return Effect::Runs,
        "credential.helper" => value.contains('/'),
        "gpg.program" => {
            let name = value.rsplit('/').next().unwrap_or(value);
            !matches!(name, "gpg" | "gpg2" | "ssh-keygen" | "gpgsm" | "op-ssh-sign")
        }
        "core.hookspath" => value != "/dev/null",
        short => matches!(short, "include.path" | "includeif.path"),
    };
    if steers { Effect::Steers } else { Effect::Nothing }
}

/// Settings given along with a command.
pub(super) fn from_command_line<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // git's own commands are looked for there.
    if call.value("exec-path").is_some() {
        walker.may_run_anything(call.at);
    }
    let given = |flag: &Flag<'_>| matches!(flag.name, "set-value" | "config-env");
    if !walker.scope.sets_variables() && !call.flags.iter().any(given) {
        return;
    }
    for given in call.values("set-value") {
        setting(walker, call, given);
    }
    for (key, value) in named_in_environment(walker, call) {
        apply(walker, call, key, &value);
    }
    for (key, value) in from_environment(walker) {
        apply(walker, call, key, &Arg::whole(value, call.at));
    }
}

/// `--config-env=key=VARIABLE`.
fn named_in_environment<'a>(walker: &Walker<'a>, call: &Call<'a>) -> Vec<(&'a str, Arg<'a>)> {
    let given = call.values("config-env").filter_map(|given| {
        let (key, name) = given.text.rsplit_once('=')?;
        let value = match walker.scope.get(name) {
            Some(Value::Text(text)) => Arg::whole(text, given.at),
            _ => Arg::unknown(given.at),
        };
        Some((key, value))
    });
    given.collect()
}

/// One `key=value`.
pub(super) fn setting<'a>(walker: &mut Walker<'a>, call: &Call<'a>, given: &Arg<'a>) {
    if let Some((key, _)) = given.text.split_once('=') {
        apply(walker, call, key, &given.skip(key.len() + 1));
    }
}

fn apply<'a>(walker: &mut Walker<'a>, call: &Call<'a>, key: &str, value: &Arg<'a>) {
    // A value that only the shell will know may be any.
    let text = if value.known().is_none() && value.text.is_empty() { "?" } else { value.text };
    match effect_of(key, text) {
        Effect::Runs => {
            let bang = usize::from(value.text.starts_with('!'));
            walker.runs_shell(&value.skip(bang));
        }
        Effect::Steers => configures(walker, call, Traits::FORCED),
        Effect::Nothing => {}
    }
}

/// `GIT_CONFIG_KEY_0=… GIT_CONFIG_VALUE_0=…`.
fn from_environment<'a>(walker: &Walker<'a>) -> Vec<(&'a str, &'a str)> {
    let text = |name: &str| match walker.scope.get(name) {
        Some(Value::Text(text)) => Some(text),
        _ => None,
    };
    if text("GIT_CONFIG_COUNT").is_none() {
        return Vec::new();
    }
    (0..8)
        .map_while(|index| {
            let key = text(&format!("GIT_CONFIG_KEY_{index}"))?;
            Some((key, text(&format!("GIT_CONFIG_VALUE_{index}"))?))
        })
        .collect()
}

/// Runs the alias of that name, if the command itself defines one.
pub(super) fn alias<'a>(walker: &mut Walker<'a>, call: &Call<'a>, name: &str, rest: &'a [Arg<'a>]) {
    let wanted = format!("alias.{name}");
    let given = call.values("set-value").filter_map(|given| {
        let (key, _) = given.text.split_once('=')?;
        key.eq_ignore_ascii_case(&wanted).then(|| given.skip(key.len() + 1))
    });
    let from_environment = from_environment(walker);
    let environment = from_environment
        .iter()
        .filter(|(key, _)| key.eq_ignore_ascii_case(&wanted))
        .map(|(_, value)| Arg::whole(value, call.at));
    let named = named_in_environment(walker, call);
    let named =
        named.iter().filter(|(key, _)| key.eq_ignore_ascii_case(&wanted)).map(|(_, value)| *value);
    let value = given.chain(environment).chain(named).last();
    let Some(value) = value.or_else(|| project_files::git_alias(walker, call, name)) else {
        return;
    };
    run_alias(walker, &value, rest);
}

/// An alias is git words, or shell text behind a `!`.
fn run_alias<'a>(walker: &mut Walker<'a>, value: &Arg<'a>, rest: &'a [Arg<'a>]) {
    if value.text.starts_with('!') {
        let code = value.skip(1);
        let code = match code.known() {
            Some(text) if !rest.is_empty() => {
                Arg::whole(walker.alloc_str(&format!("{text} \"$@\"")), code.at)
            }
            _ => code,
        };
        walker.with_positional(Some(rest), |walker| walker.runs_shell(&code));
        return;
    }
    let mut words = vec![Arg::whole("git", value.at)];
    for word in value.text.split_whitespace() {
        words.push(Arg::whole(word.trim_matches(['"', '\'']), value.at));
    }
    let words = walker.appended_words(&words, rest);
    walker.run_wrapped(words);
}

pub(super) fn config<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("get get-all get-regexp get-urlmatch list get-color get-colorbool")) {
        return;
    }
    let wide = call.has_any(words!("global system"));
    if call.has_any(words!("remove-section rename-section")) {
        return configures(walker, call, Traits::empty());
    }
    if call.has_any(words!("unset unset-all edit")) {
        return if wide {
            configures(walker, call, Traits::empty())
        } else {
            walker.mark_changing()
        };
    }
    // Newer versions have words for it: `git config set key value`.
    let words = match call.operands.split_first() {
        Some((verb, rest)) if verb.is("set") => rest,
        Some((verb, _)) if verb.is("unset") || verb.is("edit") => return walker.mark_changing(),
        Some((verb, _)) if verb.is("remove-section") || verb.is("rename-section") => {
            return configures(walker, call, Traits::empty());
        }
        _ => call.operands,
    };
    let [key, value, ..] = words else { return };
    walker.mark_changing();
    let bang = value.text.starts_with('!');
    if key.text.to_ascii_lowercase().starts_with("alias.") {
        // Whoever uses the alias runs it; the next command may.
        if bang {
            configures(walker, call, Traits::FORCED);
        }
        run_alias(walker, value, &[]);
        return;
    }
    match effect_of(key.text, value.text) {
        Effect::Runs => {
            configures(walker, call, Traits::FORCED);
            walker.runs_shell(&value.skip(usize::from(bang)));
        }
        Effect::Steers => configures(walker, call, Traits::FORCED),
        Effect::Nothing if key.text.eq_ignore_ascii_case("credential.helper") => {
            configures(walker, call, Traits::empty());
        }
        Effect::Nothing if wide => configures(walker, call, Traits::empty()),
        Effect::Nothing => {}
    }
}

/// `git submodule foreach 'cmd'`: its words are shell text.
pub(super) fn foreach<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let code = walker.joined(call.operands, call.at);
    walker.in_some_folder(call.at, |walker| {
        walker.run_stream(code, Dialect::Sh, Scoping::Own, call.at);
    });
}

pub(super) fn grep<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(code) = call.value("open-files-in-pager") {
        with_file(walker, code);
    }
}

pub(super) fn difftool<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(code) = call.value("extcmd") {
        with_file(walker, code);
    }
}

/// Runs a command line that is handed the name of some file.
fn with_file<'a>(walker: &mut Walker<'a>, code: &Arg<'a>) {
    let Some(text) = code.known() else {
        walker.runs_shell(code);
        return;
    };
    let line = Arg::whole(walker.alloc_str(&format!("{text} ./_")), code.at);
    walker.with_input(Stream::Idle, |walker| walker.runs_shell(&line));
}
