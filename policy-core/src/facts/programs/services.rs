//! Services and schedules: what runs in the background, and what runs later.

use crate::dialect::Dialect;
use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::cases::{
    Of, begins, exists, first, given, holds, is, named, not, otherwise, says, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

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
        Options::gnu("D|pgdata= m|mode= l|log= o|options= t|timeout= w s|silent c f|force"),
        Act::Code(verb_first),
    ),
    toolbox(
        &["systemctl"],
        Options::gnu(
            "user system now force no-block H|host= M|machine= t|type= state= p|property= a|all l|full q|quiet runtime global s|signal= kill-whom= no-pager no-legend n|lines= o|output= root= image= dry-run what= failed reverse with-dependencies check-inhibitors= preset-mode= value no-reload no-ask-password no-wall message= help version",
        ),
        SYSTEMCTL,
        Act::Reads,
    ),
    program(
        &["service", "rc-service", "invoke-rc.d"],
        Options::gnu("full-restart l|list s|ifstarted"),
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
        Options::gnu("d t k x w= r s= f c= shutdown stop= reload= P= R= p= force config= S="),
        Act::Code(manager),
    ),
    program(&["ipmitool", "racadm", "wakeonlan"], Options::gnu("H= U= P= I= L= p= f="), FAR_POWER),
    program(&["initctl", "sv", "rcctl"], Options::gnu("w= v"), Act::Code(verb_first)),
    program(
        &["update-rc.d", "chkconfig", "rc-update", "insserv"],
        Options::gnu("n list add del l"),
        START_UP,
    ),
    toolbox(&["launchctl"], NONE, LAUNCHCTL, Act::Runs),
    toolbox(&["supervisorctl"], Options::gnu("c= s= u= p= r="), SUPERVISORCTL, Act::Runs),
    toolbox(
        &["pm2"],
        Options::gnu(
            "s|silent n|name= i|instances= f|force env= update-env max-memory-restart= interpreter= a|update-env-all",
        ),
        PM2,
        Act::Runs,
    ),
    toolbox(&["forever"], NONE, FOREVER, Act::Runs),
    program(
        &["nginx", "openresty", "tengine"],
        Options::gnu("s= c= p= g= e= t T v V h"),
        Act::Code(nginx),
    ),
    program(
        &["apachectl", "apache2ctl", "httpd", "lighttpd-angel"],
        Options::gnu("k= t S M V v l L D= f= d= C= c= e= E= h"),
        Act::Code(apachectl),
    ),
    program(&["haproxy"], Options::gnu("config= f= c= t"), Act::Code(verb_first)),
    program(&["crontab"], Options::gnu("u= l r n= T= help"), CRONTAB),
    program(&["at", "batch"], Options::gnu("q= f= M l r d v V c t= k"), Act::Code(at)),
    program(&["atrm"], NONE, Act::Does(&[Deed::new(Kind::Schedules, Domain::Schedule)])),
    program(&["atq", "systemd-analyze", "systemd-cgls", "systemd-cgtop"], NONE, Act::Reads),
    toolbox(
        &["loginctl"],
        Options::gnu("no-pager H= M= p= s|signal= kill-whom= n= o="),
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
        Options::gnu("H= M= adjust-system-clock p="),
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
        Options::gnu("w|systohc s|hctosys r|show set= g c d= get= status"),
        MACHINE_SETTING,
    ),
    program(&["dconf", "gsettings"], NONE, DESKTOP),
    program(&["defaults"], Options::gnu(""), DEFAULTS),
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
    sub("unload|bootout|disable|stop|remove|unsetenv", Options::gnu(""), Act::Does(&[STOPS])),
    sub("kill", NONE, Act::Does(&[KILLS])),
    sub("kickstart|reboot", Options::gnu(""), Act::Does(&[RESTARTS])),
    sub("load|bootstrap|enable|start|submit|setenv", Options::gnu(""), Act::Does(&[SETS_UP])),
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
    HOSTNAME,
)];

static TIMEDATECTL: &[Sub] = &[sub(
    "set-time|set-timezone|set-local-rtc|set-ntp|revert|ntp-servers",
    NONE,
    Act::Does(&[SYSTEM]),
)];

static LOCALECTL: &[Sub] =
    &[sub("set-locale|set-keymap|set-x11-keymap", NONE, Act::Does(&[SYSTEM]))];

const HOSTNAME: Act = Act::Cases(&[when(
    exists(Of::First),
    Act::Does(&[Deed::new(Kind::Configures, Domain::System)]),
)]);

/// What the verbs of services do.
fn verb<'a>(walker: &mut Walker<'a>, call: &Call<'a>, verb: &str) {
    let (kind, traits) = match verb {
        "stop" | "shutdown" | "down" | "exit" | "force-stop" | "force-shutdown" | "disable"
        | "quit" | "abort" | "off" | "graceful-stop" | "fast-stop" | "immediate-stop" | "d"
        | "x" => (Kind::Stops, Traits::empty()),
        "restart" | "reload" | "force-reload" | "try-restart" | "condrestart" | "graceful"
        | "zap" | "force-restart" | "hup" | "kill" | "term" | "reload-or-restart" | "promote" => {
            (Kind::Stops, Traits::MILD)
        }
        "start" | "up" | "once" | "enable" | "on" | "set" | "run" => {
            (Kind::Configures, Traits::MILD)
        }
        "status" | "list" | "ls" | "show-config" | "check-config" | "version" | "configtest"
        | "check" | "validate" | "fmt" | "adapt" | "environ" | "help" => {
            return;
        }
        _ => return walker.acts(),
    };
    walker.does(kind, Domain::Service, traits, call);
}

/// Managers of services whose verb may be a word, a flag or a part of the name.
fn manager<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("shutdown stop"))
        || call.name.starts_with("stop-")
        || call.name.contains("-stop")
    {
        return verb(walker, call, "stop");
    }
    match call.name {
        "shutdown.sh" => verb(walker, call, "stop"),
        "s6-svc" if call.has_any(words!("d k x")) => verb(walker, call, "stop"),
        "s6-svc" if call.has_any(words!("r t")) => verb(walker, call, "restart"),
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
const FAR_POWER: Act = Act::Cases(&[
    when(
        says("off cycle reset soft powerdown hardreset powercycle"),
        Act::Does(&[Deed::new(Kind::PowersOff, Domain::System).at(Place::Elsewhere)]),
    ),
    when(not(says("status list sdr sensor info")), Act::Runs),
]);

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
const START_UP: Act = Act::Cases(&[
    when(given("list l n"), Act::Reads),
    when(says("show"), Act::Reads),
    when(given("del"), Act::Does(&[STOPS])),
    when(says("remove disable off del delete"), Act::Does(&[STOPS])),
    otherwise(Act::Runs),
]);

fn nginx<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("t T v V h")) {
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
    if call.has_any(words!("t S M V v l L h")) {
        return;
    }
    match call.value("k").or(call.operands.first()) {
        Some(what) => verb(walker, call, what.known().unwrap_or_default()),
        None => walker.acts(),
    }
}

const CRONTAB: Act = Act::Cases(&[
    when(given("l T"), Act::Reads),
    // With `-r`, a file or the standard input every entry is replaced at once.
    when(
        given("r"),
        Act::Does(&[Deed::new(Kind::Schedules, Domain::Schedule).with(Traits::WHOLE)]),
    ),
    otherwise(Act::Does(&[Deed::new(Kind::Schedules, Domain::Schedule)])),
]);

/// Runs its input as code, later.
fn at<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("l V c")) {
        return;
    }
    walker.acts();
    if call.has_any(words!("r d")) {
        let traits = Traits::empty();
        return walker.does(Kind::Schedules, Domain::Schedule, traits, call);
    }
    if call.has("f") {
        let traits = Traits::empty();
        return walker.does(Kind::Schedules, Domain::Schedule, traits, call);
    }
    let input = walker.input();
    if !matches!(input, Stream::Idle) {
        walker.run_stream(input, Dialect::Sh, Scoping::Own, call.at);
    }
}

/// Clocks, firmware and protection of a machine: what sets something is told from what looks.
const MACHINE_SETTING: Act = Act::Cases(&[
    when(named("hwclock").and(&given("systohc hctosys set w s")), Act::Does(&[SYSTEM])),
    when(named("ntpdate"), Act::Does(&[SYSTEM])),
    when(
        named("chronyc").and(&first("makestep settime shutdown delete offline burst")),
        Act::Does(&[SYSTEM]),
    ),
    when(named("scutil").and(&given("set")), Act::Does(&[SYSTEM])),
    when(named("systemsetup").and(&begins(Of::Args, "-set")), Act::Does(&[SYSTEM])),
    when(named("nvram").and(&given("c d")), Act::Does(&[SYSTEM])),
    when(named("nvram").and(&holds(Of::First, "=")), Act::Does(&[SYSTEM])),
    when(
        named("csrutil").and(&first("disable enable clear authenticated-root")),
        Act::Does(&[SYSTEM]),
    ),
    when(
        named("spctl")
            .and(&is(Of::Args, "--master-disable --global-disable --disable --add --remove")),
        Act::Does(&[SYSTEM]),
    ),
    when(named("tccutil").and(&first("reset")), Act::Does(&[SYSTEM])),
    when(named("pmset").and(&not(given("g"))), Act::Does(&[SYSTEM])),
]);

const DEFAULTS: Act = Act::Cases(&[
    when(first("delete delete-all remove rm import"), Act::Does(&[SYSTEM])),
    when(first("write rename"), Act::Does(&[SYSTEM.with(Traits::MILD)])),
]);

/// Settings of a desktop.
const DESKTOP: Act = Act::Cases(&[
    when(first("reset reset-recursively load"), Act::Does(&[SYSTEM])),
    when(first("set write"), Act::Does(&[SYSTEM.with(Traits::MILD)])),
]);
