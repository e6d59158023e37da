//! Services, tasks, processes, accounts, logs and power of a Windows machine.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, also, any_case, exists, has_flag, otherwise, starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::programs::powershell::split_words;
use crate::facts::walker::Walker;
use crate::facts::words::words;

const NONE: Options = Options::slash("");
const STOPS: Behavior = Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)]);

pub(super) static PROGRAMS: &[Program] = &[
    program(&["sc"], NONE, Behavior::Code(service_control)),
    toolbox(&["net", "net1"], Options::slash("d|de|del|dele|delet|delete y domain"), NET, UNLISTED),
    program(
        &["schtasks"],
        Options::slash("create delete change end run f"),
        Behavior::Code(schtasks),
    ),
    program(
        &["taskkill", "tskill", "pskill"],
        Options::slash("f t"),
        Behavior::Effects(&[EffectSpec::new(Kind::Kills, Domain::Process)]),
    ),
    program(
        &["iisreset"],
        Options::slash("start status"),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service).unless("status start")]),
    ),
    program(&["wmic"], NONE, WMIC),
    program(
        &["logoff", "tsdiscon", "rwinsta"],
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::PowersOff, Domain::System)]),
    ),
    toolbox(&["wevtutil"], NONE, WEVTUTIL, UNLISTED),
    program(&["auditpol"], Options::slash("clear remove set restore"), Behavior::Code(audit)),
    program(
        &["cmdkey"],
        Options::slash("delete"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret).only("delete")]),
    ),
    program(&["mpcmdrun"], Options::slash(""), Behavior::Code(defender)),
    program(
        &["tasklist", "systeminfo", "driverquery", "qprocess", "quser", "query", "ver"],
        NONE,
        Behavior::Reads,
    ),
    program(&["gpresult"], NONE, Behavior::Code(policy_report)),
    program(&["tracerpt", "typeperf", "relog", "wpr", "xperf"], NONE, Behavior::Code(trace_report)),
    program(&["msinfo32", "dxdiag"], NONE, Behavior::Code(machine_report)),
    program(&["gpupdate", "sfc"], NONE, Behavior::Runs),
    program(&["powercfg"], NONE, POWER),
    program(&["w32tm"], NONE, CLOCK),
    program(&["tzutil"], NONE, ZONE),
    program(&["slmgr", "slmgr.vbs"], NONE, LICENCE),
    program(&["secedit"], NONE, SECURITY),
    program(&["logman"], NONE, TRACES),
    program(
        &["cleanmgr"],
        NONE,
        Behavior::Cases(&[when(exists(Subject::Flags), super::CHANGES_SYSTEM)]),
    ),
    program(&["systemreset", "sysprep", "rstrui"], NONE, super::REBUILDS_SYSTEM),
    program(
        &[
            "dsmod", "dsadd", "dsmove", "dsrm", "dsmgmt", "ntdsutil", "dcpromo", "netdom",
            "ktpass", "setspn",
        ],
        NONE,
        Behavior::Code(directory),
    ),
    program(&["dsquery", "dsget"], NONE, Behavior::Reads),
    program(&["nltest"], NONE, DOMAIN),
    program(&["vaultcmd"], NONE, VAULT),
    program(&["openfiles", "reset", "change"], NONE, SESSIONS),
    program(
        &[
            "winmgmt",
            "lodctr",
            "unlodctr",
            "mofcomp",
            "netcfg",
            "repadmin",
            "dsacls",
            "appcmd",
            "fltmc",
            "verifier",
            "bootcfg",
            "wecutil",
            "tpmvscmgr",
            "prnmngr.vbs",
            "prnjobs.vbs",
            "prnport.vbs",
            "prncnfg.vbs",
            "rasdial",
            "klist",
            "tpmtool",
            "drvload",
        ],
        NONE,
        ADMIN,
    ),
    program(
        &["wusa"],
        Options::slash("uninstall"),
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package).only("uninstall")]),
    ),
];

/// Tools of administrators: what they show is listed, everything else changes the machine.
const ADMIN: Behavior = Behavior::Cases(&[
    when(
        any_case(
            "query /query -query list /list show enum get status info /info /? -? -l filters instances \
             volumes /enumzones /zoneinfo /enumrecords el es gs gr enum-subscription \
             get-subscription tickets sessions tgt /showrepl /replsummary /queue getdeviceinformation \
             /verifyrepository /salvagerepository -a -s",
        ),
        Behavior::Reads,
    ),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

const DOMAIN: Behavior = Behavior::Cases(&[
    when(
        starts_with(
            Subject::Args,
            "/dsget /dclist /domain_trusts /sc_query /whowill /finduser /parentdomain /server /dnsget \
             /query /DSGET /DCLIST /SC_QUERY /?",
        ),
        Behavior::Reads,
    ),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

const VAULT: Behavior = Behavior::Cases(&[
    when(starts_with(Subject::Args, "/list /?"), Behavior::Reads),
    when(
        exists(Subject::Args),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret)]),
    ),
]);

/// Files that others have open, and sessions.
const SESSIONS: Behavior = Behavior::Cases(&[
    when(any_case("/query /? user port"), Behavior::Reads),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

/// `gpresult /h file`: the report goes into a file.
fn policy_report<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    super::reports(walker, call, words!("h x"));
}

fn trace_report<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    super::reports(walker, call, words!("o of summary report stop d"));
}

fn machine_report<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    super::reports(walker, call, words!("report nfo t x"));
}

/// An order that is not listed is not known to read.
const UNLISTED: Behavior = Behavior::Cases(&[when(exists(Subject::First), super::CHANGES_SYSTEM)]);

const POWER: Behavior = Behavior::Cases(&[
    when(
        has_flag("delete d restoredefaultschemes import deletesetting setsecuritydescriptor"),
        super::CHANGES_SYSTEM,
    ),
    otherwise(Behavior::Code(power_report)),
]);

fn power_report<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    super::reports(walker, call, words!("output"));
}

const CLOCK: Behavior = Behavior::Cases(&[
    when(has_flag("unregister"), super::CHANGES_SYSTEM),
    otherwise(Behavior::Runs),
]);

const ZONE: Behavior =
    Behavior::Cases(&[when(has_flag("s"), super::CHANGES_SYSTEM), otherwise(Behavior::Reads)]);

const LICENCE: Behavior = Behavior::Cases(&[
    when(has_flag("dli dlv xpr dti ?"), Behavior::Reads),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

const SECURITY: Behavior = Behavior::Cases(&[
    when(has_flag("export"), Behavior::Code(security_export)),
    when(has_flag("generaterollback"), Behavior::Code(security_export)),
    when(has_flag("analyze validate ?"), Behavior::Runs),
    when(exists(Subject::Args), super::REBUILDS_SYSTEM),
]);

fn security_export<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let file = if call.has("export") { words!("cfg") } else { words!("rbk") };
    super::reports(walker, call, file);
}

const TRACES: Behavior = Behavior::Cases(&[
    when(any_case("query"), Behavior::Reads),
    when(any_case("create start stop"), Behavior::Runs),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

/// Who is who in a domain.
fn directory<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = matches!(call.name, "netdom" | "setspn" | "ntdsutil")
        && call.args.iter().any(|arg| {
            ["query", "-l", "-q", "/query", "-x", "/?"]
                .iter()
                .any(|known| arg.text.eq_ignore_ascii_case(known))
        });
    if call.args.is_empty() || looks {
        return;
    }
    let kind = if call.name == "dsrm" { Kind::Deletes } else { Kind::Configures };
    walker.does(kind, Domain::Account, Traits::empty(), call);
}

pub(super) static NATIVE: &[Program] = &[
    program(&["shutdown", "psshutdown"], Options::slash("a s r h l p g f t c i e o m d"), SHUTDOWN),
    program(&["timeout"], NONE, Behavior::NoEffect),
    program(&["at"], NONE, Behavior::Code(at)),
    program(&["whoami", "hostname"], NONE, Behavior::Reads),
];

static WEVTUTIL: &[Sub] = &[
    sub("cl|clear-log|sl|set-log|um|uninstall-manifest", NONE, Behavior::Code(clear_logs)),
    sub("epl|export-log", NONE, Behavior::Code(export_log)),
    sub("al|archive-log", NONE, Behavior::Runs),
    sub(
        "el|enum-logs|gl|get-log|ep|enum-publishers|gp|get-publisher|qe|query-events|gli|get-log-info|im|install-manifest",
        NONE,
        Behavior::Reads,
    ),
];

fn export_log<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_, file, ..] = call.operands
        && call.has_any(words!("ow overwrite"))
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

static NET: &[Sub] = &[
    sub("stop|pause", NONE, STOPS),
    sub("start|continue|send|statistics|config", NONE, Behavior::Runs),
    sub("user|localgroup|group|accounts|computer", NONE, Behavior::Code(accounts)),
    sub("share|use|session|file", NONE, SHARES),
    sub("time", NONE, NET_TIME),
    sub("view|help|helpmsg", NONE, Behavior::Reads),
];

/// `sc [\\machine] verb service`.
fn service_control<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let mut words = call.args.iter().filter_map(Arg::literal);
    let Some(mut verb) = words.next() else { return };
    let mut place = Place::Machine;
    if verb.starts_with("\\\\") {
        place = Place::Elsewhere;
        verb = words.next().unwrap_or_default();
    }
    let is = |names: &str| names.split(' ').any(|name| verb.eq_ignore_ascii_case(name));
    if is("stop pause config failure control delete sdset triggerinfo") {
        let traits = if is("delete") { Traits::BEYOND_REPAIR } else { Traits::empty() };
        walker.add(Kind::Stops, Domain::Service, place, traits, call.at);
    } else if is("create") {
        walker.add(Kind::Configures, Domain::Service, place, Traits::empty(), call.at);
        // What a service will run is judged as if it ran now.
        let line =
            call.args.iter().position(|arg| arg.text.to_ascii_lowercase().starts_with("binpath"));
        if let Some(line) = line.and_then(|at| call.args.get(at + 1)) {
            let mut words = bumpalo::collections::Vec::new_in(walker.arena);
            split_words(walker, line, &mut words);
            walker.run_wrapped(words.into_bump_slice());
        }
    } else if is("start continue description") {
        walker.mark_changing();
    } else if !is(
        "query queryex qc qdescription qfailure qtriggerinfo qprivs qsidtype qprotection \
                   qmanagedaccount sdshow enumdepend getdisplayname getkeyname showsid querylock \
                   interrogate boot /?",
    ) {
        walker.add(Kind::Configures, Domain::Service, place, Traits::empty(), call.at);
    }
}

/// Naming a user is a look; a password, a switch or a member changes something.
fn accounts<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = match call.operands.len() {
        0 => call.flags.is_empty(),
        1 => call.flags.iter().all(|flag| flag.name == "domain"),
        _ => false,
    };
    if !looks {
        let none = Traits::empty();
        let kind = if call.has("delete") { Kind::Deletes } else { Kind::Configures };
        walker.does(kind, Domain::Account, none, call);
    }
}

const NET_TIME: Behavior = Behavior::Cases(&[
    when(has_flag("set setsntp"), super::CHANGES_SYSTEM),
    otherwise(Behavior::Reads),
]);

const SHARES: Behavior = Behavior::Cases(&[
    when(has_flag("delete"), Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)])),
    when(exists(Subject::First), Behavior::Runs),
]);

fn schtasks<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("delete change end create")) {
        walker.does(Kind::Schedules, Domain::Schedule, Traits::empty(), call);
    } else if call.has("run") {
        walker.mark_changing();
    }
    // What a task will run is judged as if it ran now.
    let line = call.args.iter().position(|arg| arg.text.eq_ignore_ascii_case("/tr"));
    if call.has("create")
        && let Some(line) = line.and_then(|at| call.args.get(at + 1))
    {
        let mut words = bumpalo::collections::Vec::new_in(walker.arena);
        split_words(walker, line, &mut words);
        walker.in_unknown_directory(|walker| walker.run_wrapped(words.into_bump_slice()));
    }
}

/// `wmic process call create "command"`.
fn wmic_create<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let at = call.args.iter().position(|arg| arg.text.eq_ignore_ascii_case("create"));
    let rest = at.and_then(|at| call.args.get(at + 1..)).unwrap_or(&[]);
    // Single quotes hold the line together for it, but not for the shell.
    let mut words = bumpalo::collections::Vec::new_in(walker.arena);
    for arg in rest {
        let plain = arg.text.trim_matches(['\'', '"']);
        let arg = if plain.len() == arg.text.len() {
            *arg
        } else {
            Arg { text: plain, written: None, ..*arg }
        };
        split_words(walker, &arg, &mut words);
    }
    walker.in_unknown_directory(|walker| walker.run_wrapped(words.into_bump_slice()));
}

/// `wmic /output:file …` writes there, and `/format:file` runs what stands in a style sheet.
fn wmic_files<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    super::reports(walker, call, words!("output append record"));
    if let Some(format) = super::behind_switch(call, words!("format"))
        && ![
            "list",
            "table",
            "csv",
            "value",
            "htable",
            "hform",
            "xml",
            "mof",
            "rawxml",
            "textvaluelist",
        ]
        .iter()
        .any(|known| format.text.trim_matches('"').eq_ignore_ascii_case(known))
    {
        walker.may_run_anything(format.at);
    }
}

/// Its words are an alias, a filter and a verb in a language of their own.
const WMIC: Behavior = Behavior::Cases(&[
    also(exists(Subject::Flags), Behavior::Code(wmic_files)),
    when(
        any_case("shadowcopy").and(&any_case("delete call")),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).at(Place::Machine)]),
    ),
    when(any_case("process").and(&any_case("create")), Behavior::Code(wmic_create)),
    when(
        any_case("process").and(&any_case("delete terminate")),
        Behavior::Effects(&[EffectSpec::new(Kind::Kills, Domain::Process)]),
    ),
    when(
        any_case("uninstall"),
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)]),
    ),
    when(
        any_case("service").and(&any_case("delete stopservice changestartmode")),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)]),
    ),
    when(
        any_case("os").and(&any_case("shutdown reboot win32shutdown")),
        Behavior::Effects(&[EffectSpec::new(Kind::PowersOff, Domain::System)]),
    ),
    when(any_case("delete"), Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::System)])),
    when(
        any_case("call set create"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::Configures, Domain::Boot).with(Traits::POSSIBLE)],
        ),
    ),
    when(any_case("get list assoc /? context quit exit"), Behavior::Reads),
    // A method may stand without `call`.
    when(exists(Subject::Second), super::CHANGES_SYSTEM),
]);

fn defender<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let removes = |arg: &Arg<'_>| arg.text.to_ascii_lowercase().contains("remove");
    if call.args.iter().any(removes) {
        walker.does(Kind::Configures, Domain::Protection, Traits::empty(), call);
    }
}

const SHUTDOWN: Behavior = Behavior::Cases(&[
    when(has_flag("a"), Behavior::Runs),
    when(
        exists(Subject::Args),
        Behavior::Effects(&[EffectSpec::new(Kind::PowersOff, Domain::System)]),
    ),
]);

/// Logs that this machine keeps of itself.
pub(in crate::facts::programs) fn clear_logs<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.add(Kind::HidesTraces, Domain::Monitoring, Place::Machine, Traits::empty(), call.at);
}

fn audit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("clear remove set restore")) {
        clear_logs(walker, call);
    }
    if call.has("backup") {
        super::reports(walker, call, words!("file"));
    }
}

/// `at 12:00 command`.
fn at<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Some(time) = call.args.iter().position(|arg| arg.text.contains(':')) else { return };
    walker.does(Kind::Schedules, Domain::Schedule, Traits::empty(), call);
    let rest = call.args.get(time + 1..).unwrap_or(&[]);
    let switches = rest.iter().take_while(|arg| arg.text.starts_with('/')).count();
    walker.run_wrapped(rest.get(switches..).unwrap_or(&[]));
}
