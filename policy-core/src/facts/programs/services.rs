//! Services and schedules: what runs in the background, and what runs later.

use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walk::{Scoping, Walker};
use crate::facts::words::one_of;
use crate::shell::Dialect;

const STOPS: Deed = Deed::new(Kind::Stops, Domain::Service);
/// What a restart does: it is away for a moment.
const RESTARTS: Deed = STOPS.with(Traits::MILD);
const SETS_UP: Deed = Deed::new(Kind::Configures, Domain::Service).with(Traits::MILD);
const DELETES: Deed = Deed::new(Kind::Deletes, Domain::Service);
const KILLS: Deed = Deed::new(Kind::Kills, Domain::Process);
const POWER: Deed = Deed::new(Kind::PowersOff, Domain::System);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["monit"], Options::gnu("c= d= g= l= p= s="), MONIT, Act::Runs),
    program(
        &["pg_ctl", "pg_ctlcluster"],
        Options::gnu("D|pgdata= m|mode= l|log= o|options= t|timeout= w W s|silent c f|force"),
        Act::Code(verb_first),
    ),
    toolbox(
        &["systemctl"],
        Options::gnu(
            "user system now force f no-block H|host= M|machine= t|type= state= p|property= a|all l|full q|quiet runtime global s|signal= kill-whom= no-pager no-legend n|lines= o|output= root= image= dry-run i what= failed reverse with-dependencies check-inhibitors= preset-mode= value no-reload no-ask-password no-wall message= help version",
        ),
        SYSTEMCTL,
        Act::Reads,
    ),
    program(
        &["service", "rc-service", "invoke-rc.d"],
        Options::gnu("status-all full-restart e i l|list s|ifstarted"),
        Act::Code(service),
    ),
    program(
        &[
            "svcadm",
            "god",
            "circusctl",
            "overmind",
            "hivemind",
            "catalina.sh",
            "zkServer.sh",
            "stop-all.sh",
            "stop-dfs.sh",
            "stop-yarn.sh",
            "shutdown.sh",
            "thin",
            "unicorn",
            "puma",
            "pumactl",
            "gunicorn_ctl",
            "passenger",
            "s6-svc",
            "s6-rc",
            "runsvctrl",
            "uwsgi",
            "dinitctl",
            "synoservice",
        ],
        Options::gnu("d u t k o x w= r s= f c= shutdown stop= reload= P= R= p= force config= S="),
        Act::Code(manager),
    ),
    program(
        &["ipmitool", "racadm", "wakeonlan"],
        Options::gnu("H= U= P= I= L= p= f= v"),
        Act::Code(far_power),
    ),
    program(&["initctl", "sv", "rcctl"], Options::gnu("w= v q"), Act::Code(verb_first)),
    program(
        &["update-rc.d", "chkconfig", "rc-update", "insserv"],
        Options::gnu("f n list add del l"),
        Act::Code(start_up),
    ),
    toolbox(&["launchctl"], NONE, LAUNCHCTL, Act::Runs),
    toolbox(&["supervisorctl"], Options::gnu("c= s= u= p= i r="), SUPERVISORCTL, Act::Runs),
    toolbox(
        &["pm2"],
        Options::gnu(
            "s|silent n|name= i|instances= watch f|force env= update-env no-daemon time max-memory-restart= interpreter= a|update-env-all",
        ),
        PM2,
        Act::Runs,
    ),
    toolbox(&["forever"], NONE, FOREVER, Act::Runs),
    program(
        &["nginx", "openresty", "tengine"],
        Options::gnu("s= c= p= g= e= t T q v V h"),
        Act::Code(nginx),
    ),
    program(
        &["apachectl", "apache2ctl", "httpd", "lighttpd-angel"],
        Options::gnu("k= t S M V v l L X D= f= d= C= c= e= E= h"),
        Act::Code(apachectl),
    ),
    program(&["haproxy"], Options::gnu("config= f= c= t"), Act::Code(verb_first)),
    program(&["crontab"], Options::gnu("u= e l r i s n= T= c help"), Act::Code(crontab)),
    program(&["at", "batch"], Options::gnu("q= f= m M l r d v V c t= k b"), Act::Code(at)),
    program(&["atrm"], NONE, Act::Does(&[Deed::new(Kind::Schedules, Domain::Schedule)])),
    program(&["atq", "systemd-analyze", "systemd-cgls", "systemd-cgtop"], NONE, Act::Reads),
    toolbox(
        &["loginctl"],
        Options::gnu("no-pager H= M= p= a l s|signal= kill-whom= n= o="),
        LOGINCTL,
        Act::Reads,
    ),
    toolbox(
        &["hostnamectl"],
        Options::gnu("static transient pretty H= M= json="),
        HOSTNAMECTL,
        Act::Reads,
    ),
    toolbox(
        &["timedatectl"],
        Options::gnu("H= M= adjust-system-clock p= a"),
        TIMEDATECTL,
        Act::Reads,
    ),
    toolbox(&["localectl"], NONE, LOCALECTL, Act::Reads),
    program(
        &[
            "hwclock",
            "ntpdate",
            "chronyc",
            "scutil",
            "systemsetup",
            "nvram",
            "csrutil",
            "spctl",
            "tccutil",
            "pmset",
        ],
        Options::gnu("w|systohc s|hctosys r|show set= g a c p d= get= status"),
        Act::Code(machine_setting),
    ),
    program(&["dconf", "gsettings"], NONE, Act::Code(desktop)),
    program(&["defaults"], Options::gnu("currentHost"), Act::Code(defaults)),
];

static SYSTEMCTL: &[Sub] = &[
    sub(
        "status|show|cat|help|is-active|is-enabled|is-failed|is-system-running|list-units|list-unit-files|list-sockets|list-timers|list-jobs|list-dependencies|list-machines|get-default|show-environment|list-automounts|list-paths|whoami",
        NONE,
        Act::Reads,
    ),
    sub(
        "stop|disable|mask|isolate|condstop|clean|freeze",
        NONE,
        Act::Does(&[STOPS.unless("dry-run")]),
    ),
    sub("kill", NONE, Act::Does(&[KILLS.unless("dry-run")])),
    sub(
        "restart|try-restart|reload-or-restart|try-reload-or-restart|condrestart|force-reload|reload|reload-or-try-restart|daemon-reexec|reset-failed|revert|cancel",
        NONE,
        Act::Does(&[RESTARTS]),
    ),
    sub(
        "start|enable|unmask|reenable|preset|add-wants|add-requires|link|thaw|daemon-reload",
        NONE,
        Act::Does(&[SETS_UP]),
    ),
    sub(
        "edit|set-property|set-default|set-environment|unset-environment|import-environment|preset-all",
        NONE,
        Act::Does(&[Deed::new(Kind::Configures, Domain::Service)]),
    ),
    sub(
        "poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|suspend-then-hibernate|soft-reboot|rescue|emergency|exit|default|switch-root",
        NONE,
        Act::Does(&[POWER.unless("dry-run")]),
    ),
];

static LAUNCHCTL: &[Sub] = &[
    sub(
        "list|print|print-disabled|blame|dumpstate|getenv|managerpid|manageruid|managername|version|error|variant|hostinfo|procinfo|plist",
        NONE,
        Act::Reads,
    ),
    sub("unload|bootout|disable|stop|remove|unsetenv", Options::gnu("w F"), Act::Does(&[STOPS])),
    sub("kill", NONE, Act::Does(&[KILLS])),
    sub("kickstart|reboot", Options::gnu("k p s"), Act::Does(&[RESTARTS])),
    sub("load|bootstrap|enable|start|submit|setenv", Options::gnu("w F"), Act::Does(&[SETS_UP])),
];

static SUPERVISORCTL: &[Sub] = &[
    sub("status|pid|tail|maintail|avail|version|help", NONE, Act::Reads),
    sub("stop|shutdown|remove|clear", NONE, Act::Does(&[STOPS])),
    sub("restart|reload|update|signal", NONE, Act::Does(&[RESTARTS])),
];

static PM2: &[Sub] = &[
    sub(
        "list|ls|l|ps|status|show|describe|info|logs|monit|prettylist|jlist|env|id|pid|report|ping|imonit|desc|dash",
        NONE,
        Act::Reads,
    ),
    sub("delete|del", NONE, Act::Does(&[DELETES])),
    sub("kill|stop|unstartup|cleardump", NONE, Act::Does(&[STOPS])),
    sub(
        "restart|reload|gracefulReload|reset|sendSignal|update|scale|resurrect",
        NONE,
        Act::Does(&[RESTARTS]),
    ),
    sub("flush", NONE, Act::Does(&[DELETES])),
    sub("deploy", NONE, Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Hosting)])),
];

static MONIT: &[Sub] = &[
    sub("status|summary|report|procmatch|validate", NONE, Act::Reads),
    sub("stop|unmonitor|quit", NONE, Act::Does(&[STOPS])),
    sub("restart|reload", NONE, Act::Does(&[RESTARTS])),
];

static FOREVER: &[Sub] = &[
    sub("list|logs|config", NONE, Act::Reads),
    sub("stop|stopall|cleanlogs", NONE, Act::Does(&[STOPS])),
    sub("restart|restartall", NONE, Act::Does(&[RESTARTS])),
];

static LOGINCTL: &[Sub] = &[
    sub(
        "terminate-session|terminate-user|kill-session|kill-user|terminate-seat",
        NONE,
        Act::Does(&[KILLS]),
    ),
    sub(
        "enable-linger|disable-linger|lock-session|lock-sessions|unlock-session|unlock-sessions|activate|attach|flush-devices",
        NONE,
        Act::Runs,
    ),
    sub("poweroff|reboot|suspend|hibernate|halt", NONE, Act::Does(&[POWER])),
];

const SYSTEM: Deed = Deed::new(Kind::Configures, Domain::System);

static HOSTNAMECTL: &[Sub] = &[sub(
    "set-hostname|hostname|set-icon-name|set-chassis|set-deployment|set-location",
    NONE,
    Act::Code(hostname),
)];

static TIMEDATECTL: &[Sub] = &[sub(
    "set-time|set-timezone|set-local-rtc|set-ntp|revert|ntp-servers",
    NONE,
    Act::Does(&[SYSTEM]),
)];

static LOCALECTL: &[Sub] =
    &[sub("set-locale|set-keymap|set-x11-keymap", NONE, Act::Does(&[SYSTEM]))];

fn hostname<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if !call.operands.is_empty() {
        walker.add(Kind::Configures, Domain::System, Place::Machine, Traits::empty(), call.at);
    }
}

/// What the verbs of services do.
fn verb<'a>(walker: &mut Walker<'a>, call: &Call<'a>, verb: &str) {
    let (kind, traits) = match verb {
        word if one_of(
            word,
            "stop shutdown down exit force-stop force-shutdown disable quit abort off \
             graceful-stop fast-stop immediate-stop d x",
        ) =>
        {
            (Kind::Stops, Traits::empty())
        }
        word if one_of(
            word,
            "restart reload force-reload try-restart condrestart graceful zap force-restart hup \
             kill term reload-or-restart promote",
        ) =>
        {
            (Kind::Stops, Traits::MILD)
        }
        word if one_of(word, "start up once enable on set run") => (Kind::Configures, Traits::MILD),
        word if one_of(
            word,
            "status list ls show-config check-config version configtest check validate fmt adapt \
             environ help",
        ) =>
        {
            return;
        }
        _ => return walker.acts(),
    };
    walker.add(kind, Domain::Service, Place::Machine, traits, call.at);
}

/// Managers of services whose verb may be a word, a flag or a part of the name.
fn manager<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("shutdown stop")
        || call.name.starts_with("stop-")
        || call.name.contains("-stop")
    {
        return verb(walker, call, "stop");
    }
    match call.name {
        "shutdown.sh" => verb(walker, call, "stop"),
        "s6-svc" if call.has_any("d k x") => verb(walker, call, "stop"),
        "s6-svc" if call.has_any("r t") => verb(walker, call, "restart"),
        "s6-rc" if call.has("d") => verb(walker, call, "stop"),
        _ => match call.operands.first().and_then(|arg| arg.known()) {
            Some("terminate" | "kill" | "rm" | "remove" | "disable" | "decr") => {
                verb(walker, call, "stop")
            }
            Some(word) => verb(walker, call, word),
            None => walker.acts(),
        },
    }
}

/// Power of another machine.
fn far_power<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let word = |name: &str| call.operands.iter().any(|arg| arg.is(name));
    let power = word("off")
        || word("cycle")
        || word("reset")
        || word("soft")
        || word("powerdown")
        || word("hardreset")
        || word("powercycle");
    if power {
        walker.add(Kind::PowersOff, Domain::System, Place::Elsewhere, Traits::empty(), call.at);
    } else if !(word("status") || word("list") || word("sdr") || word("sensor") || word("info")) {
        walker.acts();
    }
}

/// `service nginx stop`.
fn service<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("full-restart") {
        return verb(walker, call, "restart");
    }
    if let [_, what, ..] = call.operands {
        verb(walker, call, what.known().unwrap_or_default());
    }
}

/// `initctl stop nginx`, `sv down nginx`.
fn verb_first<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verbs = ["stop", "restart", "reload", "start", "status", "promote"];
    // Some take the cluster's name before the verb.
    let known = call.operands.iter().find(|arg| verbs.contains(&arg.text));
    if let Some(what) = known.or(call.operands.first()) {
        verb(walker, call, what.known().unwrap_or_default());
    }
}

/// What is started with the machine.
fn start_up<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("list l n") || call.operands.iter().any(|arg| arg.is("show")) {
        return;
    }
    let gone = call.has("del")
        || call.operands.iter().any(|arg| one_of(arg.text, "remove disable off del delete"));
    if gone {
        walker.add(Kind::Stops, Domain::Service, Place::Machine, Traits::empty(), call.at);
    } else {
        walker.acts();
    }
}

fn nginx<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("t T v V h") {
        return;
    }
    match call.value("s") {
        Some(signal) if matches!(signal.text, "reopen") => walker.acts(),
        Some(signal) if signal.text == "reload" => verb(walker, call, "reload"),
        Some(_) => verb(walker, call, "stop"),
        None => walker.acts(),
    }
}

fn apachectl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("t S M V v l L h") {
        return;
    }
    match call.value("k").or(call.operands.first()) {
        Some(what) => verb(walker, call, what.known().unwrap_or_default()),
        None => walker.acts(),
    }
}

fn crontab<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("l T") {
        return;
    }
    // With `-r`, a file or the standard input every entry is replaced at once.
    let traits = if call.has("r") { Traits::WHOLE } else { Traits::empty() };
    walker.add(Kind::Schedules, Domain::Schedule, Place::Machine, traits, call.at);
}

/// Runs its input as code, later.
fn at<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("l V c") {
        return;
    }
    walker.acts();
    if call.has_any("r d") {
        let traits = Traits::empty();
        return walker.add(Kind::Schedules, Domain::Schedule, Place::Machine, traits, call.at);
    }
    if call.has("f") {
        let traits = Traits::empty();
        return walker.add(Kind::Schedules, Domain::Schedule, Place::Machine, traits, call.at);
    }
    let input = walker.input();
    if !matches!(input, Stream::Idle) {
        walker.run_stream(input, Dialect::Sh, Scoping::Own, call.at);
    }
}

/// Clocks, firmware and protection of a machine: what sets something is told from what looks.
fn machine_setting<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let first = call.operands.first().map(|arg| arg.text).unwrap_or_default();
    let sets = match call.name {
        "hwclock" => call.has_any("systohc hctosys set w s"),
        "ntpdate" => true,
        "chronyc" => one_of(first, "makestep settime shutdown delete offline burst"),
        "scutil" => call.has("set"),
        "systemsetup" => call.flags.iter().any(|flag| flag.arg.text.starts_with("-set")),
        "nvram" => call.has_any("c d") || first.contains('='),
        "csrutil" => one_of(first, "disable enable clear authenticated-root"),
        "spctl" => call.args.iter().any(|arg| {
            one_of(arg.text, "--master-disable --global-disable --disable --add --remove")
        }),
        "tccutil" => first == "reset",
        "pmset" => !call.has("g"),
        _ => false,
    };
    if sets {
        walker.add(Kind::Configures, Domain::System, Place::Machine, Traits::empty(), call.at);
    }
}

fn defaults<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.first().map(|arg| arg.text) {
        Some("delete" | "delete-all" | "remove" | "rm" | "import") => {
            walker.add(Kind::Configures, Domain::System, Place::Machine, Traits::empty(), call.at);
        }
        Some("write" | "rename") => {
            walker.add(Kind::Configures, Domain::System, Place::Machine, Traits::MILD, call.at);
        }
        _ => {}
    }
}

/// Settings of a desktop.
fn desktop<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let traits = match call.operands.first().map(|arg| arg.text) {
        Some("reset" | "reset-recursively" | "load") => Traits::empty(),
        Some("set" | "write") => Traits::MILD,
        _ => return,
    };
    walker.add(Kind::Configures, Domain::System, Place::Machine, traits, call.at);
}
