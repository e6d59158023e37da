//! Processes, power and the kernel.

use crate::facts::call::Call;
use crate::facts::cases::{Subject, contains, exists, first_operand, has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

const CONFIGURES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::System);

const KILLS: EffectSpec = EffectSpec::new(Kind::Kills, Domain::Process);
/// Switches a protection of the system off, or changes it.
const PROTECTION: EffectSpec =
    EffectSpec::new(Kind::Configures, Domain::System).with(Traits::FORCED);
const POWER: EffectSpec = EffectSpec::new(Kind::PowersOff, Domain::System);

pub(super) static PROGRAMS: &[Program] = &[
    program(&["ipcrm"], Options::gnu("a|all=? M= m= Q= q= S= s="), Behavior::Effects(&[KILLS])),
    program(
        &["auditctl"],
        Options::gnu("e= D d= W= l s R= b= r= a= w= p= k= v"),
        Behavior::Effects(&[PROTECTION.only("e D d W R b r a w").unless("l s v")]),
    ),
    program(
        &["semodule"],
        Options::gnu("r|remove= d|disable= i|install= l|list=? B|build e|enable="),
        Behavior::Effects(&[PROTECTION.unless("list")]),
    ),
    program(
        &["kill"],
        Options::leading("0 s|signal= n= l|list=? L|table q|queue= p|pid a|all help version"),
        Behavior::Code(kill),
    ),
    program(
        &["pkill", "skill", "snice"],
        Options::gnu(
            "signal= f|full i|ignore-case x|exact n|newest o|oldest u|euid= U|uid= g|pgroup= G|group= P|parent= s|session= t|terminal= F|pidfile= e|echo c|count O|older= r|runstates= v|inverse l help V|version",
        ),
        Behavior::Code(pkill),
    ),
    program(
        &["killall", "killall5", "slay"],
        Options::gnu(
            "s|signal= e|exact I|ignore-case g|process-group y|younger-than= o|older-than= i|interactive l|list q|quiet r|regexp u|user= v|verbose w|wait n|ns= Z|context= c d t= V|version help",
        ),
        Behavior::Code(pkill),
    ),
    program(
        &["xkill"],
        Options::long("id= display= button="),
        Behavior::Effects(&[KILLS.with(Traits::FORCED)]),
    ),
    program(
        &["fuser"],
        Options::gnu(
            "k|kill i|interactive a|all m|mount= n|namespace= s|silent u|user v|verbose help",
        ),
        FUSER,
    ),
    program(
        &["kill-port", "killport", "fkill"],
        Options::gnu("f|force s= p|port= m|method="),
        Behavior::Effects(&[KILLS.with(Traits::FORCED)]),
    ),
    program(
        &["shutdown"],
        Options::gnu("c h|halt r|reboot P|poweroff k now t= no-wall show help"),
        Behavior::Effects(&[POWER.unless("c k show")]),
    ),
    program(
        &["reboot", "halt", "poweroff", "pm-suspend", "pm-hibernate", "kexec"],
        Options::gnu("w|wtmp-only f|force p|poweroff no-wall help"),
        Behavior::Effects(&[POWER.unless("wtmp-only")]),
    ),
    program(&["init", "telinit"], Options::gnu("e= t= no-wall"), RUNLEVEL),
    program(
        &["sysctl"],
        Options::gnu("w|write p|load=? a|all n|values N|names system b|binary r|pattern= help"),
        SYSCTL,
    ),
    program(
        &["modprobe"],
        Options::gnu(
            "r|remove remove-dependencies n|dry-run show show-depends c|showconfig D a|all f|force C= d= S= V",
        ),
        MODPROBE,
    ),
    program(
        &["rmmod", "insmod", "kldload", "kldunload", "kextunload", "kextload", "depmod"],
        Options::gnu("f|force help"),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System)]),
    ),
    program(&["modinfo", "pidwait", "pmap", "lsmem"], Options::gnu(""), Behavior::Reads),
];

/// The signal that only asks whether a process is there.
fn asks(name: &str) -> bool {
    matches!(name, "0" | "SIGZERO" | "EXIT")
}

fn is_hard(name: &str) -> bool {
    matches!(name.strip_prefix("SIG").unwrap_or(name), "9" | "KILL" | "kill" | "STOP" | "19")
}

fn kill<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let first = call.args.first().map(|arg| arg.text).unwrap_or_default();
    let signal = call.value("signal").or(call.value("n")).map(|arg| arg.text);
    // `-SIGKILL` holds an `L` too.
    let lists = matches!(first, "-l" | "-L" | "--list" | "--table" | "-p" | "--pid");
    if lists
        || call.has_any(words!("version help"))
        || first == "-0"
        || signal.is_some_and(asks)
        || call.args.is_empty()
    {
        return;
    }
    let mut traits = Traits::empty();
    if is_hard(first.trim_start_matches('-')) && first.starts_with('-')
        || signal.is_some_and(is_hard)
    {
        traits |= Traits::FORCED;
    }
    // Without a number of a process, `-1` means every one.
    let numbered = call.args.iter().any(|arg| !arg.is_flag());
    if call.args.iter().skip(1).any(|arg| arg.is("-1"))
        || (!numbered && call.args.len() > 1 && first == "-1")
    {
        traits |= Traits::WHOLE;
    }
    if takes_every_process(walker) {
        traits |= Traits::WHOLE;
    }
    walker.does(Kind::Kills, Domain::Process, traits, call);
}

/// `ps -e | awk '{print $1}' | xargs kill`: whether the numbers come from a list of all processes
/// from which nothing but lines about the search itself was taken out.
fn takes_every_process(walker: &Walker<'_>) -> bool {
    let invocation = |index: Option<u32>| walker.invocations.get(index? as usize);
    let handed = invocation(Some(walker.current)).and_then(|kill| invocation(kill.wrapped_by));
    let Some(handed) = handed.filter(|wrapper| wrapper.name == "xargs") else { return false };
    let mut feeder = handed.piped_from;
    while let Some(member) = invocation(feeder) {
        let mut args = member.args.iter().map(|arg| arg.text);
        match member.name {
            "ps" => {
                let chosen = |text: &str| {
                    text.starts_with("--pid")
                        || text.starts_with("--user")
                        || matches!(text, "-p" | "-C" | "-u" | "-U" | "-t" | "--ppid" | "-g")
                };
                let all = |text: &str| match text.strip_prefix('-') {
                    Some(letters) => letters.starts_with(['e', 'A']),
                    None => text.starts_with("ax") || text.starts_with("aux"),
                };
                return args.clone().any(all) && !args.any(chosen);
            }
            "grep" if args.any(|text| matches!(text, "-v" | "--invert-match")) => {}
            "awk" | "gawk" | "mawk"
                if args.all(|text| {
                    text.trim_start().starts_with("{print $") && !text.contains('/')
                }) => {}
            "tr" | "sort" | "uniq" | "cut" => {}
            _ => return false,
        }
        feeder = member.piped_from;
    }
    false
}

fn pkill<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let signal = call.value("signal").map(|arg| arg.text);
    let plain = |arg: &crate::facts::arg::Arg<'_>| arg.text.strip_prefix('-').is_some_and(asks);
    let listing = call.name != "pkill" && call.has_any(words!("list l"));
    if listing || call.has("version") || signal.is_some_and(asks) || call.args.iter().any(plain) {
        return;
    }
    let hard = call.args.iter().filter_map(|arg| arg.text.strip_prefix('-')).any(is_hard)
        || signal.is_some_and(is_hard);
    let traits = if hard { Traits::FORCED } else { Traits::empty() };
    if call.operands.iter().any(|name| name.text.contains("belay")) {
        walker.does(Kind::Stops, Domain::Guard, traits, call);
    }
    walker.does(Kind::Kills, Domain::Process, traits, call);
}

const FUSER: Behavior = Behavior::Cases(&[when(
    has_flag("kill"),
    Behavior::Effects(&[EffectSpec::new(Kind::Kills, Domain::Process).with(Traits::FORCED)]),
)]);

const RUNLEVEL: Behavior = Behavior::Cases(&[
    when(
        first_operand("0 6 1 s S"),
        Behavior::Effects(&[EffectSpec::new(Kind::PowersOff, Domain::System)]),
    ),
    when(
        exists(Subject::First),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Service)]),
    ),
]);

const SYSCTL: Behavior = Behavior::Cases(&[
    when(has_flag("write load system"), Behavior::Effects(&[CONFIGURES])),
    when(contains(Subject::Operands, "="), Behavior::Effects(&[CONFIGURES])),
]);

const MODPROBE: Behavior = Behavior::Cases(&[
    when(has_flag("dry-run show show-depends showconfig D V"), Behavior::Reads),
    when(has_flag("remove"), Behavior::Effects(&[CONFIGURES])),
    otherwise(Behavior::Effects(&[
        EffectSpec::new(Kind::Configures, Domain::System).with(Traits::MINOR)
    ])),
]);
