//! Programs that run other commands as they are: as another user, with limits, watched.

use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{ALL, Target, WordAction, has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::StateChange::{Descriptors, Nothing};
use crate::facts::program::{Behavior, Builtin, EffectSpec, Program, builtin, program};
use crate::facts::scope::Value;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

/// Builtins that run another command as it is.
pub(super) static BUILTINS: &[Builtin] = &[
    builtin(&["command"], Options::leading("p v V"), Nothing, Behavior::Code(command)),
    builtin(&["builtin", "noglob", "nocorrect", "-"], Options::leading(""), Nothing, TRANSPARENT),
    // What its redirections open stays open where no command follows.
    builtin(&["exec"], Options::leading("a= c l"), Descriptors, TRANSPARENT),
];

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["sudo", "gsudo"],
        Options::leading(
            "b B preserve-env=? i|login k K l|list n|non-interactive S|stdin s|shell e|edit v|validate V h=? u|user= g|group= p|prompt= C= r= t= T= U= D|chdir= R= help version",
        ),
        Behavior::Code(sudo),
    ),
    program(&["doas"], Options::leading("s|shell L|list u= C= a="), Behavior::Code(sudo)),
    program(&["sudoedit"], Options::gnu("u= g="), Behavior::Code(sudoedit)),
    program(
        &["env"],
        Options::leading(
            "i|ignore-environment 0|null u|unset= a|argv0= C|chdir= S|split-string= v|debug P= block-signal=? default-signal=? ignore-signal=? help version",
        ),
        Behavior::Code(env),
    ),
    program(
        &[
            "nohup",
            "setsid",
            "caffeinate",
            "unbuffer",
            "chronic",
            "eatmydata",
            "catchsegv",
            "rlwrap",
            "torsocks",
            "torify",
            "linux32",
            "linux64",
            "dbus-run-session",
            "ccache",
            "distcc",
            "sccache",
            "icecc",
            "fakeroot-ng",
            "winpty",
            "prime-run",
            "optirun",
            "primusrun",
            "gamemoderun",
            "mangohud",
            "stdoutisatty",
            "nocache",
            "lvm",
            "loop",
            "retry",
            "wine",
            "with-contenv",
        ],
        Options::leading("t=? o|output= u=? help version"),
        TRANSPARENT,
    ),
    program(&["firejail"], Options::leading("shutdown= help version"), FIREJAIL),
    program(
        &["time", "gtime"],
        Options::leading(
            "a|append f|format= o|output=> p|portability q|quiet v|verbose l help version",
        ),
        TRANSPARENT,
    ),
    program(
        &["nice", "ionice", "chrt", "taskset"],
        Options::leading(
            "n|adjustment= c|class= p|pid= P= u= t a|all-tasks b|batch d|deadline f|fifo i|idle o|other r|rr m|max v",
        ),
        Behavior::Code(priority),
    ),
    program(&["stdbuf"], Options::leading("i|input= o|output= e|error="), TRANSPARENT),
    program(
        &["timeout", "gtimeout"],
        Options::leading("s|signal= k|kill-after= foreground preserve-status v|verbose"),
        SKIP_ONE,
    ),
    program(
        &[
            "faketime",
            "gosu",
            "su-exec",
            "setuidgid",
            "envuidgid",
            "envdir",
            "setlock",
            "fghack",
            "envchain",
        ],
        Options::leading("p="),
        SKIP_ONE,
    ),
    program(
        &["su"],
        Options::gnu(
            "c|command= session-command= l|login m p|preserve-environment s|shell= g|group= G|supp-group= f|fast P|pty w= help V|version",
        ),
        Behavior::Code(su),
    ),
    program(
        &["runuser"],
        Options::leading("u|user= c|command= l|login m p s|shell= g|group= G= w="),
        Behavior::Code(runuser),
    ),
    program(
        &[
            "pkexec", "run0", "kdesu", "kdesudo", "gksu", "gksudo", "beesu", "osudo", "calife",
            "please",
        ],
        Options::leading("user|u= disable-internal-agent keep-cwd c=? D|chdir= setenv= g|group="),
        Behavior::Code(privileged),
    ),
    program(&["sg", "newgrp"], Options::leading("c="), Behavior::Code(sg)),
    program(
        &["setpriv"],
        Options::leading(
            "reuid= regid= groups= clear-groups init-groups keep-groups inh-caps= ambient-caps= bounding-set= no-new-privs securebits= pdeathsig= selinux-label= apparmor-profile= reset-env dump",
        ),
        TRANSPARENT,
    ),
    program(
        &["capsh"],
        Options::leading("print drop= caps= user= uid= gid= secbits= keep= decode= inh= addamb="),
        Behavior::Code(capsh),
    ),
    program(
        &["unshare"],
        Options::leading(
            "m|mount=? u|uts=? i|ipc=? n|net=? p|pid=? U|user=? C|cgroup=? T=? f|fork r|map-root-user map-user= map-group= mount-proc=? R|root= w|wd=/ S|setuid= G|setgid= kill-child=? propagation= setgroups= keep-caps map-auto map-current-user",
        ),
        Behavior::Cases(&[
            when(has_flag("root"), Behavior::On(WordAction::RunsElsewhere, ALL)),
            otherwise(TRANSPARENT),
        ]),
    ),
    program(
        &["nsenter"],
        Options::leading(
            "t|target= a|all m|mount=? u|uts=? i|ipc=? n|net=? p|pid=? U|user=? C=? T=? S|setuid= G|setgid= r|root=? w|wd=? F|no-fork W= e preserve-credentials",
        ),
        Behavior::Code(elsewhere),
    ),
    program(
        &["fakeroot", "fakechroot", "pseudo"],
        Options::leading("l|lib= f|faked= s= i= b= unknown-is-real"),
        TRANSPARENT,
    ),
    program(
        &["strace", "ltrace", "truss", "dtruss"],
        Options::leading(
            "o|output= C k t T y v V q w z Z n i D A d h|help e|trace= p|attach= s|string-limit= f|follow-forks c|summary-only r|relative-timestamps E|env= u|user= a|columns= b= I= O= P|trace-path= S= X= U= N|silent l=",
        ),
        Behavior::Code(strace),
    ),
    program(
        &["valgrind", "heaptrack"],
        Options::leading(
            "log-file=> xml-file=> callgrind-out-file=> cachegrind-out-file=> massif-out-file=> o|output=> tool= leak-check= show-leak-kinds= track-origins= error-exitcode= v|verbose q|quiet trace-children= suppressions= num-callers= xml= log-fd= gen-suppressions= s p= dhat-out-file=> record-only",
        ),
        TRANSPARENT,
    ),
    program(
        &["rr", "uftrace", "qemu-x86_64", "qemu-aarch64", "qemu-arm"],
        Options::leading(""),
        TRANSPARENT,
    ),
    program(&["perf"], Options::leading("v"), Behavior::Code(perf)),
    program(
        &["gdb", "lldb", "cgdb"],
        Options::long("args ex= eval-command= x= command= p= pid= iex= o|one-line= O= s= ix= cd="),
        Behavior::Code(debugger),
    ),
    program(&["sshpass"], Options::leading("p= f= d= e=? P="), TRANSPARENT),
    program(
        &["proxychains", "proxychains4", "graftcp", "tsocks"],
        Options::leading("f="),
        TRANSPARENT,
    ),
    program(
        &["setarch", "i386", "x86_64", "linux"],
        Options::long("arch= e= d= h c"),
        Behavior::Code(arch),
    ),
    program(
        &["xvfb-run"],
        Options::leading(
            "a|auto-servernum n|server-num= s|server-args= e|error-file=> f|auth-file= l|listen-tcp p|xauth-protocol= w|wait= h|help",
        ),
        TRANSPARENT,
    ),
    program(
        &["systemd-run"],
        Options::leading(
            "user system scope p|property= u|unit= t|pty P|pipe w|wait q|quiet r|remain-after-exit on-active= on-boot= on-calendar= on-startup= on-unit-active= timer-property= uid= gid= M|machine= H|host= E|setenv= d|same-dir working-directory= slice= description= collect S|shell service-type= nice= no-block send-sighup no-ask-password expand-environment=",
        ),
        Behavior::Code(systemd_run),
    ),
    program(
        &["systemd-inhibit", "systemd-cat", "gnome-session-inhibit"],
        Options::leading(
            "what= who= why= mode= list t|identifier= p|priority= stderr-priority= level-prefix= no-pager",
        ),
        TRANSPARENT,
    ),
    program(
        &[
            "chpst",
            "softlimit",
            "s6-setuidgid",
            "prlimit",
            "cpulimit",
            "numactl",
            "cgexec",
            "daemonize",
            "tini",
            "dumb-init",
            "catatonit",
            "cset",
            "trickle",
            "gnome-terminal",
            "konsole",
            "xterm",
            "alacritty",
            "kitty",
            "wezterm",
        ],
        Options::leading(
            "u= U= b= /= C= n= l|limit= L= v 0 e= m= d= o= p= f= c= a= g= r= s= t= E= N|cpunodebind= M= x sticky",
        ),
        Behavior::Code(terminal),
    ),
    program(
        &["start-stop-daemon"],
        Options::gnu(
            "S|start K|stop T|status x|exec= a|startas= p|pidfile= n|name= u|user= c|chuid= b|background m|make-pidfile q|quiet o|oknodo R|retry= s|signal= d|chdir= t|test k= g= N= v r=",
        ),
        Behavior::Code(start_stop_daemon),
    ),
];

/// `sudo rm`: what follows runs with more rights.
fn sudo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("l list v validate V k K L help version")) && call.operands.is_empty() {
        return;
    }
    if call.has_any(words!("list validate V help version L")) {
        return;
    }
    if call.has("edit") {
        return sudoedit(walker, call);
    }
    walker.mark_wrapper();
    if let Some(directory) = call.value("chdir") {
        walker.go(directory);
    } else if call.has("login") {
        walker.forget_directory();
    }
    let rest = after_assignments(walker, call.operands);
    // `gsudo 'Remove-Item x'` hands the text to the shell it was started from.
    if walker.dialect() == Dialect::PowerShell
        && let [line] = rest
        && line.known().is_some_and(|text| text.contains(' '))
    {
        return walker.with_privilege(|walker| {
            walker.run_code(line, Dialect::PowerShell, Scoping::Own);
        });
    }
    walker.with_privilege(|walker| {
        if rest.is_empty() && call.has_any(words!("shell login")) {
            return from_input(walker, call);
        }
        walker.run_wrapped_writing(rest);
    });
}

/// Opens files in an editor with more rights.
fn sudoedit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    walker.with_privilege(|walker| {
        for file in call.operands {
            walker.touches(Kind::Overwrites, file, Traits::empty());
        }
    });
}

/// A shell that was started without a command runs what flows in.
fn from_input<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let input = walker.input();
    if !matches!(input, Stream::Idle) {
        walker.run_stream(input, Dialect::Sh, Scoping::Own, call.at);
    }
}

fn env<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(directory) = call.value("chdir") {
        walker.go(directory);
    }
    if let Some(text) = call.value("split-string") {
        walker.mark_wrapper();
        let dialect = walker.dialect();
        let words = walker.appended_words(std::slice::from_ref(text), call.operands);
        let code = walker.joined(words, call.at);
        let output = walker.run_stream(code, dialect, Scoping::Own, call.at);
        walker.writes(output);
        return;
    }
    let rest = after_assignments(walker, call.operands);
    if rest.is_empty() {
        return;
    }
    walker.mark_wrapper();
    walker.run_wrapped_writing(rest);
}

fn command<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.has_any(words!("v V")) {
        walker.mark_wrapper();
        return walker.run_wrapped_writing(call.operands);
    }
    // `$(command -v ls) -la` runs `ls`.
    if let [name] = call.operands {
        let path = walker.flow_of_arg(name);
        walker.writes(path);
    }
}

/// Runs its words as they are.
const FIREJAIL: Behavior = Behavior::Cases(&[
    when(has_flag("shutdown"), Behavior::Effects(&[EffectSpec::new(Kind::Kills, Domain::Process)])),
    otherwise(TRANSPARENT),
]);

const TRANSPARENT: Behavior = Behavior::On(WordAction::Runs, ALL);

/// Runs its words behind the first one.
pub(super) const SKIP_ONE: Behavior = Behavior::On(WordAction::Runs, Target::From(1));

/// Runs its words on another machine, in a container or another root.
pub(super) fn elsewhere<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    container_command(walker, call.operands);
}

/// Runs words in a container, a cluster or on another machine.
pub(super) fn container_command<'a>(walker: &mut Walker<'a>, words: &'a [Arg<'a>]) {
    walker.mark_wrapper();
    walker.with_elsewhere(|walker| walker.run_wrapped_writing(words));
}

/// Takes in `NAME=value` words; answers the words behind them.
pub(super) fn after_assignments<'a>(
    walker: &mut Walker<'a>,
    words: &'a [Arg<'a>],
) -> &'a [Arg<'a>] {
    let mut rest = words;
    while let Some((first, behind)) = rest.split_first()
        && let Some((name, value)) = first.text.split_once('=')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%'))
    {
        let value = first.known().map_or(Value::Unknown, |_| Value::Text(value));
        walker.set_variable(name, value);
        rest = behind;
    }
    rest
}

/// `taskset -c 0-3 make`, `taskset 0x3 make`, `chrt -f 10 make`: some name a number first.
fn priority<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // With `-p` they change a process that is already running.
    if matches!(call.name, "taskset" | "chrt" | "ionice") && call.has("pid") {
        return walker.mark_changing();
    }
    walker.mark_wrapper();
    let number = call.operands.first().is_some_and(|arg| {
        arg.text.starts_with(|c: char| c.is_ascii_digit())
            && matches!(call.name, "taskset" | "chrt")
    });
    walker.run_wrapped_writing(call.operands.get(usize::from(number)..).unwrap_or(&[]));
}

fn su<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("version") {
        return;
    }
    walker.mark_wrapper();
    let code = call.value("command").or(call.value("session-command"));
    if call.has("login") || call.operands.iter().any(|word| word.is("-")) {
        walker.forget_directory();
    }
    walker.with_privilege(|walker| match code {
        Some(code) => {
            let output = walker.run_code(code, Dialect::Sh, Scoping::Own);
            walker.writes(output);
        }
        None => from_input(walker, call),
    });
}

/// `runuser -u name -- command`, `runuser -l name -c 'code'`.
fn runuser<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    // Behind the user's name flags may follow.
    let code = call.value("command").or_else(|| {
        let at = call.operands.iter().position(|arg| arg.is("-c"))?;
        call.operands.get(at + 1)
    });
    if call.has("login") || call.operands.iter().any(|word| matches!(word.text, "-" | "-l")) {
        walker.forget_directory();
    }
    walker.with_privilege(|walker| match code {
        Some(code) if !call.has("user") => {
            walker.run_code(code, Dialect::Sh, Scoping::Own);
        }
        _ if call.has("user") => walker.run_wrapped_writing(call.operands),
        _ => from_input(walker, call),
    });
}

fn privileged<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    if let Some(directory) = call.value("chdir") {
        walker.go(directory);
    } else if call.name == "pkexec" && !call.has("keep-cwd") {
        walker.forget_directory();
    }
    walker.with_privilege(|walker| {
        if let [code] = call.operands
            && code.text.contains(' ')
        {
            walker.run_code(code, Dialect::Sh, Scoping::Own);
            return;
        }
        walker.run_wrapped_writing(call.operands);
    });
}

/// `sg group -c 'code'`; without `-c` the name may as well mean a tool that searches.
fn sg<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_group, flag, code, ..] = call.operands
        && flag.is("-c")
    {
        walker.mark_wrapper();
        walker.run_code(code, Dialect::Sh, Scoping::Own);
    }
}

/// `capsh --drop=… -- -c 'code'`.
fn capsh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.behind(words!("-c")).and_then(<[_]>::first) {
        Some(code) => {
            walker.mark_wrapper();
            walker.run_code(code, Dialect::Bash, Scoping::Own);
        }
        None if call.has("print") => {}
        None => walker.mark_changing(),
    }
}

/// `perf record -o file -- command`.
fn perf<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let [verb, rest @ ..] = call.operands else { return };
    if !words!("stat record trace mem c2c lock sched kvm").has(verb.text) {
        if !words!("report list annotate diff evlist version").has(verb.text) {
            walker.mark_changing();
        }
        return;
    }
    walker.mark_wrapper();
    let mut rest = rest;
    while let Some((first, behind)) = rest.split_first() {
        if first.is("--") {
            rest = behind;
            break;
        }
        if !first.is_flag() && !matches!(first.text, "record" | "report") {
            break;
        }
        if matches!(first.text, "-o" | "--output")
            && let Some(file) = behind.first()
        {
            walker.overwrites(file);
        } else if let Some(file) = first.text.strip_prefix("--output=") {
            walker.overwrites(&first.skip(first.text.len() - file.len()));
        }
        // Options that name something in the next word.
        let valued =
            words!("-e -o --output -p -F -r -C -t -c -I -x --call-graph -G -m -u").has(first.text);
        rest = if valued { behind.get(1..).unwrap_or(&[]) } else { behind };
    }
    walker.run_wrapped_writing(rest);
}

/// `strace -o file command`, `strace -o '|command' …`.
fn strace<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    for file in call.values("output") {
        match file.text.strip_prefix(['|', '!']) {
            Some(_) => {
                walker.runs_shell(&file.skip(1));
            }
            None => walker.overwrites(file),
        }
    }
    let rest = after_assignments(walker, call.operands);
    walker.run_wrapped_writing(rest);
}

fn debugger<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let commands = ["ex", "eval-command", "iex", "one-line", "o", "O"];
    for flag in call.flags.iter().filter(|flag| commands.contains(&flag.name)) {
        let Some(value) = flag.value else { continue };
        if let Some(at) =
            ["python ", "py ", "pi ", "script "].iter().find(|lead| value.text.starts_with(**lead))
        {
            super::interpreters::run_python(walker, &value.skip(at.len()));
            continue;
        }
        let shell =
            ["shell ", "!", "platform shell "].iter().find(|lead| value.text.starts_with(**lead));
        if let Some(lead) = shell {
            walker.run_code(&value.skip(lead.len()), Dialect::Sh, Scoping::Own);
            continue;
        }
        // Its own language: what is not known to look may do anything, and so may a function
        // that it calls.
        let verb = value.text.split([' ', '/', '\t']).next().unwrap_or_default();
        let looks = words!(
            "bt backtrace where info i p print run r start continue c quit q kill k set list l x \
             frame f up down disassemble disas break b tbreak watch step s next n finish thread t \
             ptype whatis show display handle delete d attach detach file directory layout help \
             process breakpoint target memory register settings image expr exit"
        );
        let calls =
            matches!(verb, "p" | "print" | "expr" | "display" | "x") && value.text.contains('(');
        if value.known().is_none() || !looks.has(verb) || calls {
            walker.runs_unknown(value.at);
        }
    }
    if call.has("args") || (call.name == "lldb" && call.args.iter().any(|arg| arg.is("--"))) {
        walker.run_wrapped_writing(call.operands);
    }
}

/// `arch -x86_64 command`, `setarch x86_64 command`.
fn arch<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let at = call.args.iter().position(|arg| !arg.is_flag());
    let Some(at) = at else { return };
    walker.mark_wrapper();
    let skip = at + usize::from(call.name == "setarch");
    walker.run_wrapped_writing(call.args.get(skip..).unwrap_or(&[]));
}

/// A service has no directory but the one it is given; what runs in this scope stays here.
fn systemd_run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    if call.has_any(words!("machine host")) {
        return container_command(walker, call.operands);
    }
    match call.value("working-directory") {
        Some(directory) => walker.go(directory),
        None if call.has_any(words!("scope same-dir shell")) => {}
        None => walker.forget_directory(),
    }
    walker.run_wrapped_writing(call.operands);
}

/// Programs whose words are a command, behind `-e` or as they are.
fn terminal<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    if call.name == "daemonize" {
        let root = walker.implicit_arg("/", call);
        walker.go(call.value("c").unwrap_or(root));
    }
    match call.value("e") {
        Some(code) if words!("xterm gnome-terminal konsole alacritty wezterm").has(call.name) => {
            if code.text.contains(' ') {
                walker.run_code(code, Dialect::Sh, Scoping::Own);
                return;
            }
            if let Some(words) = call.behind(words!("-e")) {
                walker.run_wrapped_writing(words);
            }
        }
        _ => walker.run_wrapped_writing(call.operands),
    }
}

fn start_stop_daemon<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("test status")) {
        return;
    }
    if call.has("stop") {
        let traits = Traits::empty();
        return walker.does(Kind::Stops, Domain::Service, traits, call);
    }
    walker.mark_changing();
    if let Some(program) = call.value("startas").or(call.value("exec")) {
        let root = walker.implicit_arg("/", call);
        walker.go(call.value("chdir").unwrap_or(root));
        walker.scope.now.fallback = None;
        let words = walker.appended_words(std::slice::from_ref(program), call.operands);
        walker.mark_wrapper();
        walker.run_wrapped(words);
    }
}
