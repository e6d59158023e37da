//! Programs that run a command again, later, in a terminal, in a sandbox or with secrets.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Flow, Knowledge, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{ALL, Target, WordAction};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

use super::wrappers::{SKIP_ONE, container_command, elsewhere};

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["flock", "lockf"],
        Options::leading(
            "s|shared x|exclusive u|unlock n|nonblock w|timeout= o|close F|no-fork E= c|command= v k t=",
        ),
        Behavior::Code(flock),
    ),
    program(
        &["chroot"],
        Options::leading("userspec= groups= skip-chdir u= g= G="),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    program(&["bwrap"], Options::leading(""), Behavior::Code(bwrap)),
    program(
        &["proot", "arch-chroot", "schroot", "systemd-nspawn", "distrobox-enter", "jexec"],
        Options::leading(
            "r= b= w= c|chroot= u|user= D|directory= M= image|i= q bind= bind-ro= setenv= p d n|name= network-veth a ephemeral x boot",
        ),
        Behavior::Code(nspawn),
    ),
    program(
        &["watchexec", "reflex", "onchange", "chokidar", "gow", "air", "cargo-watch", "modd"],
        Options::leading(
            "e|exts= w|watch= i|ignore= r|restart c|clear=? d|debounce= s|start-service p|postpone n N|notify a q g= R= G= f= v shell= on-busy-update= stop-signal= project-origin= x=",
        ),
        Behavior::Code(watcher),
    ),
    program(
        &["nodemon"],
        Options::gnu(
            "x|exec= e|ext= w|watch= i|ignore= d|delay= q|quiet V L C signal= config= r= inspect=? help version",
        ),
        Behavior::Code(nodemon),
    ),
    program(
        &["hyperfine", "bench"],
        Options::gnu(
            "w|warmup= r|runs= p|prepare= s|setup= c|cleanup= C|conclude= m|min-runs= M|max-runs= n|command-name= i|ignore-failure N S|shell= export-json=> export-markdown=> export-csv=> export-asciidoc=> export-orgmode=> L|parameter-list= P|parameter-scan= u= style= reference= output= input= help",
        ),
        Behavior::Code(hyperfine),
    ),
    program(
        &["niceload", "task-spooler", "tsp"],
        Options::leading("j|jobs= id= wait fg bg n L= i= K l c C r= p= S="),
        Behavior::Code(joined_code),
    ),
    // Each word is a command line.
    program(
        &["pee", "mispipe"],
        Options::leading("ignore-sigpipe no-ignore-sigpipe ignore-write-errors"),
        Behavior::On(WordAction::RunsShell, ALL),
    ),
    program(
        &["tmux", "byobu"],
        Options::leading("L= S= f= c=$ C u v V l N T= 2 D").keeps_notes(),
        Behavior::Code(tmux),
    ),
    program(
        &["screen"],
        Options::leading(
            "d m S= L Logfile=> X r= x R= t= c= h= s= T= p= a e= f l n O q Q v wipe ls list",
        ),
        Behavior::Code(screen),
    ),
    program(
        &["nix-shell"],
        Options::gnu("p|packages A|attr= E|expr= I= run= command= i= keep= arg= argstr= j= v q"),
        Behavior::Code(nix_shell),
    ),
    toolbox(
        &["nix"],
        Options::leading("extra-experimental-features= L v I= option= f|file="),
        NIX,
        Behavior::Runs,
    ),
    toolbox(&["direnv"], NONE, DIRENV, Behavior::Runs),
    program(
        &["aws-vault", "envconsul", "aws-okta", "saml2aws", "granted", "assume", "with-secrets"],
        Options::leading("d|debug backend= b= p= f= D="),
        Behavior::Code(behind_dashes),
    ),
    program(&["dotenvx"], Options::leading("q|quiet v"), Behavior::Code(behind_dashes)),
    toolbox(
        &["distrobox", "toolbox"],
        Options::leading("n|name= c|container= d= r= T e|exec f|force"),
        DISTROBOX,
        Behavior::Runs,
    ),
    toolbox(&["adb"], Options::leading("s= d e t= H= P="), ADB, Behavior::Runs),
];

static NIX: &[Sub] = &[
    sub("develop|shell|env", NONE, Behavior::Code(nix_command)),
    sub("run", NONE, Behavior::Runs),
    sub(
        "profile remove|wipe-history|rollback",
        NONE,
        Behavior::Effects(
            &[EffectSpec::new(Kind::Uninstalls, Domain::Package).with(Traits::MINOR)],
        ),
    ),
    sub("profile list|history|diff-closures", NONE, Behavior::Reads),
    sub("profile", NONE, Behavior::Runs),
    sub(
        "store gc|delete",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Package).with(Traits::REMADE)]),
    ),
    sub("store", NONE, Behavior::Runs),
    sub(
        "search|show-config|path-info|log|why-depends|eval|doctor|derivation",
        NONE,
        Behavior::Reads,
    ),
];

static DIRENV: &[Sub] = &[
    sub("exec", Options::leading(""), SKIP_ONE),
    sub("status|export|hook|version|stdlib", NONE, Behavior::Reads),
];

const DROPS: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Container);
const HALTS: EffectSpec = EffectSpec::new(Kind::Stops, Domain::Container);

static DISTROBOX: &[Sub] = &[
    sub("enter", Options::leading("n|name= T a= r v e"), Behavior::Code(exec_behind_dashes)),
    sub("run", Options::leading("c|container= d= r="), Behavior::Code(elsewhere)),
    sub("rm|rmi", NONE, Behavior::Effects(&[DROPS])),
    sub("stop", NONE, Behavior::Effects(&[HALTS])),
    sub("list|ls", NONE, Behavior::Reads),
];

static ADB: &[Sub] = &[
    sub("shell|exec-out", Options::leading("t T x n e="), Behavior::Code(remote_words)),
    sub(
        "uninstall",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)]),
    ),
    sub(
        "reboot|reboot-bootloader|root|remount|disable-verity|sideload",
        NONE,
        Behavior::Effects(&[HALTS]),
    ),
    sub("devices|logcat|get-state|version|help|bugreport|get-serialno", NONE, Behavior::Reads),
];

fn code<'a>(walker: &mut Walker<'a>, code: &Arg<'a>) {
    walker.mark_wrapper();
    let output = walker.run_code(code, Dialect::Sh, Scoping::Own);
    walker.writes(output);
}

/// Joins its words with blanks and hands them to a shell.
fn joined_code<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    as_code(walker, call.operands, call);
}

fn as_code<'a>(walker: &mut Walker<'a>, words: &[Arg<'a>], call: &Call<'a>) {
    if words.is_empty() {
        return walker.mark_changing();
    }
    walker.mark_wrapper();
    let text = walker.joined(words, call.at);
    let output = walker.run_stream(text, Dialect::Sh, Scoping::Own, call.at);
    walker.writes(output);
}

/// `flock file command…`, `flock file -c 'code'`.
fn flock<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let own = walker.current;
    lock_and_run(walker, call);
    // The file is made where it is not there; a number is a descriptor.
    let number = |file: &Arg<'a>| file.text.bytes().all(|byte| byte.is_ascii_digit());
    if call.operands.first().is_some_and(|file| !number(file)) {
        walker.current = own;
        walker.mark_changing();
    }
}

fn lock_and_run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(text) = call.value("command") {
        return code(walker, text);
    }
    match call.operands {
        [_file, flag, text, ..] if matches!(flag.text, "-c" | "--command") => code(walker, text),
        [_file, words @ ..] if !words.is_empty() => {
            walker.mark_wrapper();
            // Flags may stand behind the file too.
            let skip = words.iter().take_while(|arg| arg.is_flag()).count();
            walker.run_wrapped_writing(words.get(skip..).unwrap_or(&[]));
        }
        _ => walker.mark_no_effect(),
    }
}

/// Its options take one value or two, so it is read by hand.
fn bwrap<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut rest = call.args;
    while let Some((first, behind)) = rest.split_first() {
        if !first.is_flag() {
            break;
        }
        let values = match first.text.trim_start_matches('-') {
            "" => {
                rest = behind;
                break;
            }
            "bind" | "bind-try" | "dev-bind" | "dev-bind-try" | "ro-bind" | "ro-bind-try"
            | "symlink" | "setenv" | "file" | "bind-data" | "ro-bind-data" | "chmod" => 2,
            "dev" | "proc" | "tmpfs" | "mqueue" | "dir" | "chdir" | "unsetenv" | "uid" | "gid"
            | "hostname" | "lock-file" | "sync-fd" | "seccomp" | "add-seccomp-fd" | "block-fd"
            | "userns-block-fd" | "info-fd" | "json-status-fd" | "args" | "exec-label"
            | "file-label" | "cap-add" | "cap-drop" | "remount-ro" | "perms" | "size"
            | "userns" | "userns2" | "pidns" | "argv0" => 1,
            _ => 0,
        };
        rest = behind.get(values..).unwrap_or(&[]);
    }
    transparent_words(walker, rest);
}

fn transparent_words<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) {
    walker.mark_wrapper();
    walker.run_wrapped_writing(words);
}

fn nspawn<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // Some name the root first, all take a command behind it.
    let named =
        matches!(call.name, "arch-chroot" | "jexec" | "distrobox-enter") && !call.has("name");
    container_command(walker, call.operands.get(usize::from(named)..).unwrap_or(&[]));
}

fn watcher<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.name {
        "chokidar" | "onchange" => match call.behind(words!("-- -c --command")) {
            Some(words) => as_code(walker, words, call),
            None => walker.mark_changing(),
        },
        "cargo-watch" => match call.value("s").or(call.value("start-service")) {
            Some(text) => code(walker, text),
            None => walker.mark_changing(),
        },
        _ => as_code(walker, call.operands, call),
    }
}

fn nodemon<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(text) = call.value("exec") {
        code(walker, text);
    }
}

fn hyperfine<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let hooks = ["prepare", "setup", "cleanup", "conclude"];
    let hooks = call.flags.iter().filter(|flag| hooks.contains(&flag.name));
    for text in hooks.filter_map(|flag| flag.value).chain(call.operands) {
        walker.run_code(text, Dialect::Sh, Scoping::Own);
    }
}

/// tmux: the words of several commands, separated by `;`.
fn tmux<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // Settings that another command writes: `tmux -f <(…)`.
    if call.value("f").is_some_and(|file| matches!(file.knowledge, Knowledge::Pipe(_))) {
        walker.may_run_anything(call.at);
    }
    let mut rest = call.operands;
    while !rest.is_empty() {
        let end = rest.iter().position(|arg| matches!(arg.text, ";" | "\\;")).unwrap_or(rest.len());
        let (one, behind) = rest.split_at_checked(end).unwrap_or((rest, &[]));
        tmux_command(walker, one, call);
        rest = behind.get(1..).unwrap_or(&[]);
    }
}

fn tmux_command<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>], call: &Call<'a>) {
    let [verb, rest @ ..] = words else { return };
    match verb.text {
        "new-session" | "new" | "new-window" | "neww" | "split-window" | "splitw"
        | "respawn-pane" | "respawnp" | "respawn-window" | "respawnw" | "run-shell" | "run"
        | "if-shell" | "if" | "pipe-pane" | "pipep" | "display-popup" | "popup" => {
            walker.mark_changing();
            let words = behind_flags(rest, "-t -s -n -x -y -c -e -F -l -p -d -w -h -b -S -T");
            let directory = rest.iter().position(|arg| arg.is("-c"));
            let directory = directory.and_then(|at| rest.get(at + 1));
            walker.in_directory(directory, |walker| match words {
                [] => {}
                [one] => code(walker, one),
                [first, second, ..] if verb.text.starts_with("if") => {
                    code(walker, first);
                    code(walker, second);
                }
                many => transparent_words(walker, many),
            });
        }
        "send-keys" | "send" => {
            walker.mark_changing();
            // Where the shell in that pane is, only it knows.
            walker.in_unknown_directory(|walker| {
                type_keys(walker, behind_flags(rest, "-t -N -c"), call);
            });
        }
        "kill-server" | "kill-session" | "kill-window" | "killw" | "kill-pane" | "killp" => {
            walker.does(Kind::Kills, Domain::Process, Traits::empty(), call);
        }
        // Formats may run commands: `#(code)`.
        "display-message" | "display" | "display-menu" | "menu"
            if rest.iter().any(|arg| arg.text.contains("#(")) =>
        {
            for arg in rest {
                let Some((_, inside)) = arg.text.split_once("#(") else { continue };
                let end = inside.rfind(')').unwrap_or(inside.len());
                code(walker, &arg.with_text(inside.get(..end).unwrap_or_default()));
            }
        }
        // Commands of its own that are kept for later, or stand in a file.
        "set-hook" | "bind-key" | "bind" | "set-option" | "set" | "source-file" | "source" => {
            walker.mark_changing();
            let runs = words!("run-shell run if-shell pipe-pane new-window split-window #(");
            if rest
                .iter()
                .any(|arg| runs.any_within(arg.text) || matches!(arg.knowledge, Knowledge::Pipe(_)))
            {
                walker.may_run_anything(verb.at);
            }
        }
        "ls" | "list-sessions" | "list-windows" | "lsw" | "list-panes" | "lsp" | "capture-pane"
        | "capturep" | "display-message" | "display" | "show" | "show-options" | "has-session"
        | "has" | "info" | "list-keys" | "lsk" | "show-buffer" | "list-clients" | "lsc" => {}
        _ => walker.mark_changing(),
    }
}

/// The words behind flags, some of which (`valued`) take the next word.
fn behind_flags<'a>(words: &'a [Arg<'a>], valued: &str) -> &'a [Arg<'a>] {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first() {
        if first.is("--") {
            return behind;
        }
        if !first.is_flag() {
            break;
        }
        // `-d` alone switches, in a bundle the last letter counts.
        let takes =
            valued.split(' ').any(|flag| flag == first.text && !matches!(flag, "-d" | "-h" | "-b"));
        rest = if takes { behind.get(1..).unwrap_or(&[]) } else { behind };
    }
    rest
}

/// Typed keys are run as soon as `Enter` comes; without it they only stand there.
fn type_keys<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>], call: &Call<'a>) {
    let mut text = bumpalo::collections::String::new_in(walker.arena);
    let mut exact = true;
    for word in words {
        match word.text {
            "Enter" | "C-m" | "C-j" | "KPEnter" => text.push('\n'),
            "Space" => text.push(' '),
            "C-c" | "C-d" | "C-z" | "C-l" | "C-u" | "Escape" | "Tab" | "q" | "Up" | "Down" => {}
            _ => match walker.flow_of_arg(word) {
                Stream::Text(flow) => {
                    exact &= flow.exact;
                    text.push_str(flow.text);
                }
                _ => {
                    exact = false;
                    text.push_str("$_");
                }
            },
        }
    }
    if !text.trim().is_empty() {
        let flow = Flow { text: text.into_bump_str(), at: call.at, written: None, exact };
        walker.run_flow(flow, Dialect::Bash, Scoping::Own);
    }
}

fn screen<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("ls list wipe")) {
        return;
    }
    walker.mark_changing();
    if !call.has("X") {
        if !call.operands.is_empty() {
            transparent_words(walker, call.operands);
        }
        return;
    }
    match call.operands {
        [verb, program, _, ..] if verb.is("exec") && !program.text.contains(' ') => {
            let words = call.operands.get(1..).unwrap_or_default();
            transparent_words(walker, behind_flags(words, "-"));
        }
        [verb, text, ..] if verb.is("stuff") || verb.is("exec") => {
            let text = match walker.flow_of_arg(text) {
                Stream::Text(flow) => {
                    Stream::Text(Flow { text: walker.unescaped(flow.text), written: None, ..flow })
                }
                other => other,
            };
            walker.run_stream(text, Dialect::Bash, Scoping::Own, call.at);
        }
        [verb, ..] if matches!(verb.text, "quit" | "kill") => {
            walker.does(Kind::Kills, Domain::Process, Traits::empty(), call);
        }
        _ => {}
    }
}

fn nix_shell<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(text) = call.value("run").or(call.value("command")) {
        code(walker, text);
    }
}

/// `nix develop .#x -c command…`
fn nix_command<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(words) = call.behind(words!("-c --command")) {
        transparent_words(walker, words);
    }
}

/// Runs what stands behind `--`, or the code behind `--command`.
pub(super) fn behind_dashes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let Some(words) = call.behind(words!("--")) {
        return transparent_words(walker, words);
    }
    if let Some([text, ..]) = call.behind(words!("--command")) {
        return code(walker, text);
    }
    // `dotenvx run command`, `aws-vault exec profile command`.
    match call.operands {
        [verb, rest @ ..] if verb.is("run") => {
            transparent_words(walker, behind_flags(rest, "-f -e --env --env-file"));
        }
        [verb, _profile, rest @ ..] if verb.is("exec") => {
            transparent_words(walker, behind_flags(rest, ""))
        }
        _ => {}
    }
}

fn exec_behind_dashes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(words) = call.behind(words!("-- -e")) {
        // A distrobox shares the home directory, so it is not elsewhere.
        transparent_words(walker, words);
    } else {
        walker.mark_changing();
    }
}

/// Words that a shell over there reads again.
pub(super) fn remote_words<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.with_elsewhere(|walker| as_code(walker, call.operands, call));
}
