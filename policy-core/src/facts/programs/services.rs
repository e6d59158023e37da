//! Services and schedules: what runs in the background, and what runs later.

use crate::dialect::Dialect;
use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, any_operand, contains, exists, first_operand, has_flag, is, named, not, otherwise,
    starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

const STOPS: EffectSpec = EffectSpec::new(Kind::Stops, Domain::Service);
/// What a restart does: it is away for a moment.
const RESTARTS: EffectSpec = STOPS.with(Traits::MINOR);
const SETS_UP: EffectSpec = EffectSpec::new(Kind::Configures, Domain::Service).with(Traits::MINOR);
const DELETES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Service);
const KILLS: EffectSpec = EffectSpec::new(Kind::Kills, Domain::Process);
const POWER: EffectSpec = EffectSpec::new(Kind::PowersOff, Domain::System);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["monit"], Options::gnu("c= d= g= l= p= s="), MONIT, Behavior::Runs),
    program(
        &["pg_ctl", "pg_ctlcluster"],
        Options::gnu("D|pgdata= m|mode= l|log= o|options= t|timeout= w s|silent c f|force"),
        Behavior::Code(verb_first),
    ),
    toolbox(
        &["systemctl"],
        Options::gnu(
            "user system now force no-block H|host= M|machine= t|type= state= p|property= a|all l|full q|quiet runtime global s|signal= kill-whom= no-pager no-legend n|lines= o|output= root= image= dry-run what= failed reverse with-dependencies check-inhibitors= preset-mode= value no-reload no-ask-password no-wall message= help version",
        ),
        SYSTEMCTL,
        Behavior::Reads,
    ),
    program(
        &["service", "rc-service", "invoke-rc.d"],
        Options::gnu("full-restart l|list s|ifstarted"),
        Behavior::Code(service),
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
        Behavior::Code(manager),
    ),
    program(&["ipmitool", "racadm", "wakeonlan"], Options::gnu("H= U= P= I= L= p= f="), FAR_POWER),
    program(&["initctl", "sv", "rcctl"], Options::gnu("w= v"), Behavior::Code(verb_first)),
    program(
        &["update-rc.d", "chkconfig", "rc-update", "insserv"],
        Options::gnu("n list add del l"),
        START_UP,
    ),
    toolbox(&["launchctl"], NONE, LAUNCHCTL, Behavior::Runs),
    toolbox(&["supervisorctl"], Options::gnu("c= s= u= p= r="), SUPERVISORCTL, Behavior::Runs),
    toolbox(
        &["pm2"],
        Options::gnu(
            "s|silent n|name= i|instances= f|force env= update-env max-memory-restart= interpreter= a|update-env-all",
        ),
        PM2,
        Behavior::Runs,
    ),
    toolbox(&["forever"], NONE, FOREVER, Behavior::Runs),
    program(
        &["nginx", "openresty", "tengine"],
        Options::gnu("s= c= p= g= e= t T v V h"),
        Behavior::Code(nginx),
    ),
    program(
        &["apachectl", "apache2ctl", "httpd", "lighttpd-angel"],
        Options::gnu("k= t S M V v l L D= f= d= C= c= e= E= h"),
        Behavior::Code(apachectl),
    ),
    program(&["haproxy"], Options::gnu("config= f= c= t"), Behavior::Code(verb_first)),
    program(&["crontab"], Options::gnu("u= l r n= T= help"), CRONTAB),
    program(&["at", "batch"], Options::gnu("q= f= M l r d v V c t= k"), Behavior::Code(at)),
    program(
        &["atrm"],
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Schedules, Domain::Schedule)]),
    ),
    program(&["atq", "systemd-analyze", "systemd-cgls", "systemd-cgtop"], NONE, Behavior::Reads),
    toolbox(
        &["loginctl"],
        Options::gnu("no-pager H= M= p= s|signal= kill-whom= n= o="),
        LOGINCTL,
        Behavior::Reads,
    ),
    toolbox(
        &["hostnamectl"],
        Options::gnu("static transient pretty H= M= json="),
        HOSTNAMECTL,
        Behavior::Reads,
    ),
    toolbox(
        &["timedatectl"],
        Options::gnu("H= M= adjust-system-clock p="),
        TIMEDATECTL,
        Behavior::Reads,
    ),
    toolbox(&["localectl"], NONE, LOCALECTL, Behavior::Reads),
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
        Behavior::Reads,
    ),
    sub(
        "stop|disable|mask|isolate|condstop|clean|freeze",
        NONE,
        Behavior::Effects(&[STOPS.unless("dry-run")]),
    ),
    sub("kill", NONE, Behavior::Effects(&[KILLS.unless("dry-run")])),
    sub(
        "restart|try-restart|reload-or-restart|try-reload-or-restart|condrestart|force-reload|reload|reload-or-try-restart|daemon-reexec|reset-failed|revert|cancel",
        NONE,
        Behavior::Effects(&[RESTARTS]),
    ),
    sub(
        "start|enable|unmask|preset|add-wants|add-requires|link|thaw|daemon-reload",
        NONE,
        Behavior::Effects(&[SETS_UP]),
    ),
    sub("reenable", NONE, Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Service)])),
    sub("suspend|hibernate|hybrid-sleep|suspend-then-hibernate", NONE, Behavior::Runs),
    sub(
        "edit|set-property|set-default|set-environment|unset-environment|import-environment|preset-all",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Service)]),
    ),
    sub(
        "poweroff|reboot|halt|kexec|soft-reboot|rescue|emergency|exit|default|switch-root",
        NONE,
        Behavior::Effects(&[POWER.unless("dry-run")]),
    ),
];

static LAUNCHCTL: &[Sub] = &[
    sub(
        "list|print|print-disabled|blame|dumpstate|getenv|managerpid|manageruid|managername|version|error|variant|hostinfo|procinfo|plist",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "unload|bootout|disable|stop|remove|unsetenv",
        Options::gnu(""),
        Behavior::Effects(&[STOPS]),
    ),
    sub("kill", NONE, Behavior::Effects(&[KILLS])),
    sub("kickstart|reboot", Options::gnu(""), Behavior::Effects(&[RESTARTS])),
    sub(
        "load|bootstrap|enable|start|submit|setenv",
        Options::gnu(""),
        Behavior::Effects(&[SETS_UP]),
    ),
];

static SUPERVISORCTL: &[Sub] = &[
    sub("status|pid|tail|maintail|avail|version|help", NONE, Behavior::Reads),
    sub("stop|shutdown|remove|clear", NONE, Behavior::Effects(&[STOPS])),
    sub("restart|reload|update|signal", NONE, Behavior::Effects(&[RESTARTS])),
];

static PM2: &[Sub] = &[
    sub(
        "list|ls|l|ps|status|show|describe|info|logs|monit|prettylist|jlist|env|id|pid|report|ping|imonit|desc|dash",
        NONE,
        Behavior::Reads,
    ),
    sub("delete|del", NONE, Behavior::Effects(&[DELETES])),
    sub("kill|stop|unstartup|cleardump", NONE, Behavior::Effects(&[STOPS])),
    sub(
        "restart|reload|gracefulReload|reset|sendSignal|update|scale|resurrect",
        NONE,
        Behavior::Effects(&[RESTARTS]),
    ),
    sub("flush", NONE, Behavior::Effects(&[DELETES])),
    sub(
        "deploy",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Hosting)]),
    ),
];

static MONIT: &[Sub] = &[
    sub("status|summary|report|procmatch|validate", NONE, Behavior::Reads),
    sub("stop|unmonitor|quit", NONE, Behavior::Effects(&[STOPS])),
    sub("restart|reload", NONE, Behavior::Effects(&[RESTARTS])),
];

static FOREVER: &[Sub] = &[
    sub("list|logs|config", NONE, Behavior::Reads),
    sub("stop|stopall|cleanlogs", NONE, Behavior::Effects(&[STOPS])),
    sub("restart|restartall", NONE, Behavior::Effects(&[RESTARTS])),
];

static LOGINCTL: &[Sub] = &[
    sub(
        "list-sessions|session-status|show-session|list-users|user-status|show-user|list-seats|seat-status|show-seat",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "terminate-session|terminate-user|kill-session|kill-user|terminate-seat",
        NONE,
        Behavior::Effects(&[KILLS]),
    ),
    sub(
        "enable-linger|disable-linger|lock-session|lock-sessions|unlock-session|unlock-sessions|activate|attach|flush-devices",
        NONE,
        Behavior::Runs,
    ),
    sub("poweroff|reboot|suspend|hibernate|halt", NONE, Behavior::Effects(&[POWER])),
];

const SYSTEM: EffectSpec = EffectSpec::new(Kind::Configures, Domain::System);

static HOSTNAMECTL: &[Sub] = &[
    sub("status", NONE, Behavior::Reads),
    sub(
        "set-hostname|hostname|set-icon-name|set-chassis|set-deployment|set-location",
        NONE,
        HOSTNAME,
    ),
];

static TIMEDATECTL: &[Sub] = &[
    sub("status|show|list-timezones|timesync-status|show-timesync", NONE, Behavior::Reads),
    sub(
        "set-time|set-timezone|set-local-rtc|set-ntp|revert|ntp-servers",
        NONE,
        Behavior::Effects(&[SYSTEM]),
    ),
];

static LOCALECTL: &[Sub] = &[
    sub(
        "status|list-locales|list-keymaps|list-x11-keymap-models|list-x11-keymap-layouts|list-x11-keymap-variants|list-x11-keymap-options",
        NONE,
        Behavior::Reads,
    ),
    sub("set-locale|set-keymap|set-x11-keymap", NONE, Behavior::Effects(&[SYSTEM])),
];

const HOSTNAME: Behavior = Behavior::Cases(&[when(
    exists(Subject::First),
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System)]),
)]);

/// What the verbs of services do.
fn verb<'a>(walker: &mut Walker<'a>, call: &Call<'a>, verb: &str) {
    let (kind, traits) = match verb {
        "stop" | "shutdown" | "down" | "exit" | "force-stop" | "force-shutdown" | "disable"
        | "quit" | "abort" | "off" | "graceful-stop" | "fast-stop" | "immediate-stop" | "d"
        | "x" => (Kind::Stops, Traits::empty()),
        "restart" | "reload" | "force-reload" | "try-restart" | "condrestart" | "graceful"
        | "zap" | "force-restart" | "hup" | "kill" | "term" | "reload-or-restart" | "promote" => {
            (Kind::Stops, Traits::MINOR)
        }
        "start" | "up" | "once" | "enable" | "on" | "set" | "run" => {
            (Kind::Configures, Traits::MINOR)
        }
        "status" | "list" | "ls" | "show-config" | "check-config" | "version" | "configtest"
        | "check" | "validate" | "fmt" | "adapt" | "environ" | "help" => {
            return;
        }
        _ => return walker.mark_changing(),
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
            None => walker.mark_changing(),
        },
    }
}

/// Power of another machine.
const FAR_POWER: Behavior = Behavior::Cases(&[
    when(
        any_operand("off cycle reset soft powerdown hardreset powercycle"),
        Behavior::Effects(&[EffectSpec::new(Kind::PowersOff, Domain::System).at(Place::Elsewhere)]),
    ),
    when(not(any_operand("status list sdr sensor info")), Behavior::Runs),
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
const START_UP: Behavior = Behavior::Cases(&[
    when(has_flag("list l n"), Behavior::Reads),
    when(any_operand("show"), Behavior::Reads),
    when(has_flag("del"), Behavior::Effects(&[STOPS])),
    when(any_operand("remove disable off del delete"), Behavior::Effects(&[STOPS])),
    otherwise(Behavior::Runs),
]);

fn nginx<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("t T v V h")) {
        return;
    }
    match call.value("s") {
        Some(signal) if matches!(signal.text, "reopen") => walker.mark_changing(),
        Some(signal) if signal.text == "reload" => verb(walker, call, "reload"),
        Some(_) => verb(walker, call, "stop"),
        None => walker.mark_changing(),
    }
}

fn apachectl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("t S M V v l L h")) {
        return;
    }
    match call.value("k").or(call.operands.first()) {
        Some(what) => verb(walker, call, what.known().unwrap_or_default()),
        None => walker.mark_changing(),
    }
}

const CRONTAB: Behavior = Behavior::Cases(&[
    when(has_flag("l T"), Behavior::Reads),
    // With `-r`, a file or the standard input every entry is replaced at once.
    when(
        has_flag("r"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::Schedules, Domain::Schedule).with(Traits::WHOLE)],
        ),
    ),
    otherwise(Behavior::Effects(&[EffectSpec::new(Kind::Schedules, Domain::Schedule)])),
]);

/// Runs its input as code, later.
fn at<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("l V c")) {
        return;
    }
    walker.mark_changing();
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

/// Clocks, firmware and protection of a machine: changes are kept apart from reads.
const MACHINE_SETTING: Behavior = Behavior::Cases(&[
    when(named("hwclock").and(&has_flag("systohc hctosys set w s")), Behavior::Effects(&[SYSTEM])),
    when(named("ntpdate"), Behavior::Effects(&[SYSTEM])),
    when(
        named("chronyc").and(&first_operand("makestep settime shutdown delete offline burst")),
        Behavior::Effects(&[SYSTEM]),
    ),
    when(named("scutil").and(&has_flag("set")), Behavior::Effects(&[SYSTEM])),
    when(
        named("systemsetup").and(&starts_with(Subject::Args, "-set")),
        Behavior::Effects(&[SYSTEM]),
    ),
    when(named("nvram").and(&has_flag("c d")), Behavior::Effects(&[SYSTEM])),
    when(named("nvram").and(&contains(Subject::First, "=")), Behavior::Effects(&[SYSTEM])),
    when(
        named("csrutil").and(&first_operand("disable enable clear authenticated-root")),
        Behavior::Effects(&[SYSTEM]),
    ),
    when(
        named("spctl")
            .and(&is(Subject::Args, "--master-disable --global-disable --disable --add --remove")),
        Behavior::Effects(&[SYSTEM]),
    ),
    when(named("tccutil").and(&first_operand("reset")), Behavior::Effects(&[SYSTEM])),
    when(named("pmset").and(&not(has_flag("g"))), Behavior::Effects(&[SYSTEM])),
]);

const DEFAULTS: Behavior = Behavior::Cases(&[
    when(first_operand("read read-type domains find help"), Behavior::Reads),
    when(first_operand("delete delete-all remove rm import"), Behavior::Effects(&[SYSTEM])),
    when(first_operand("write rename"), Behavior::Effects(&[SYSTEM.with(Traits::MINOR)])),
]);

/// Settings of a desktop.
const DESKTOP: Behavior = Behavior::Cases(&[
    when(
        first_operand(
            "get read dump list help range describe writable monitor watch list-keys list-schemas \
             list-relocatable-schemas list-children list-recursively",
        ),
        Behavior::Reads,
    ),
    when(first_operand("reset reset-recursively load"), Behavior::Effects(&[SYSTEM])),
    when(first_operand("set write"), Behavior::Effects(&[SYSTEM.with(Traits::MINOR)])),
]);
