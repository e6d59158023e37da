//! Programs that only look at things or print, unless a flag makes them do more.

use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{ALL, Subject, Target, WordAction, exists, has_flag, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(READERS, Options::gnu(""), Behavior::Reads),
    program(&["which", "gwhich"], Options::gnu("a|all help version"), Behavior::Code(which)),
    program(&["arch"], Options::leading("help version e= d="), BUSYBOX),
    program(
        &["less", "more", "most", "bat", "batcat"],
        Options::gnu("help version o= O= pager= style= l|language= r|line-range= p= P="),
        Behavior::Code(pager),
    ),
    program(
        &["man", "apropos", "whatis", "info"],
        Options::gnu("P|pager= s= S= M= help version"),
        Behavior::On(WordAction::RunsShell, Target::Value("pager")),
    ),
    program(
        &["rg", "ripgrep", "ugrep", "ag", "ack", "pt"],
        Options::gnu(
            "pre= pre-glob= pager= hostname-bin= e|regexp= f|file= g|glob= t|type= T|type-not= A= B= C= m= j= M= r|replace= E= d|max-depth= sort= sortr= color= colors= help V|version",
        ),
        Behavior::Code(ripgrep),
    ),
    program(
        &["fzf", "sk", "peco"],
        Options::gnu(
            "preview= bind= execute= filter|f= q|query= m|multi e|exact help version height= layout= header= prompt= d|delimiter= n|nth= with-nth=",
        ),
        Behavior::Code(fzf),
    ),
    program(
        &["date", "gdate"],
        Options::gnu(
            "d|date= f|file= I=? iso-8601=? r|reference= rfc-email rfc-3339= s|set= u|utc|universal j v= z= help version",
        ),
        Behavior::Code(date),
    ),
    program(
        &["hostname"],
        Options::gnu(
            "a|alias A|all-fqdns b|boot d|domain f|fqdn|long F|file= i|ip-address I|all-ip-addresses s|short y|yp help V|version",
        ),
        HOSTNAME,
    ),
    program(
        &["journalctl"],
        Options::gnu(
            "vacuum-size= vacuum-time= vacuum-files= rotate flush sync relinquish-var u|unit= f|follow n|lines= o|output= p|priority= r|reverse S|since= U|until= b=? k|dmesg D= g|grep= t= no-pager disk-usage list-boots help version update-catalog setup-keys",
        ),
        JOURNALCTL,
    ),
    program(
        &["dmesg"],
        Options::gnu(
            "C|clear c|read-clear D|console-off E|console-on n|console-level= l= f= L=? help V|version",
        ),
        DMESG,
    ),
    program(&["busybox", "toybox"], Options::leading("help"), BUSYBOX),
    program(
        &["script"],
        Options::leading(
            "a|append c|command= e|return f|flush q|quiet t=? O|log-out= I|log-in= B|log-io= T|log-timing= E|echo= m|logging-format= o|output-limit= force h|help V|version",
        ),
        Behavior::Code(script),
    ),
];

const CONFIGURES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::System);

const READERS: &[&str] = &[
    "ls",
    "gls",
    "dir",
    "vdir",
    "eza",
    "exa",
    "lsd",
    "tree",
    "stat",
    "gstat",
    "file",
    "du",
    "gdu",
    "df",
    "gdf",
    "duf",
    "dust",
    "ncdu",
    "wc",
    "gwc",
    "diff",
    "gdiff",
    "colordiff",
    "cmp",
    "comm",
    "diff3",
    "sdiff",
    "delta",
    "difft",
    "vbindiff",
    "join",
    "look",
    "locate",
    "plocate",
    "mdfind",
    "whereis",
    "realpath",
    "grealpath",
    "readlink",
    "greadlink",
    "basename",
    "gbasename",
    "dirname",
    "gdirname",
    "pathchk",
    "md5sum",
    "md5",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shasum",
    "b2sum",
    "b3sum",
    "cksum",
    "sum",
    "crc32",
    "xxhsum",
    "hexdump",
    "hd",
    "hexyl",
    "zipinfo",
    "zless",
    "zmore",
    "zdiff",
    "zcmp",
    "bzless",
    "xzless",
    "printenv",
    "whoami",
    "who",
    "w",
    "id",
    "groups",
    "logname",
    "users",
    "last",
    "lastlog",
    "uname",
    "nproc",
    "lscpu",
    "lsblk",
    "lsusb",
    "lspci",
    "lsmod",
    "lsns",
    "lsof",
    "blkid",
    "findmnt",
    "free",
    "vmstat",
    "iostat",
    "mpstat",
    "sar",
    "uptime",
    "top",
    "htop",
    "btop",
    "atop",
    "glances",
    "iotop",
    "ps",
    "pstree",
    "pgrep",
    "pidof",
    "procs",
    "ss",
    "netstat",
    "dig",
    "nslookup",
    "host",
    "whois",
    "ping",
    "ping6",
    "traceroute",
    "tracepath",
    "mtr",
    "tldr",
    "cheat",
    "cloc",
    "tokei",
    "scc",
    "sloccount",
    "cal",
    "ncal",
    "bc",
    "expr",
    "factor",
    "units",
    "jot",
    "tput",
    "clear",
    "reset",
    "stty",
    "tty",
    "locale",
    "getconf",
    "getent",
    "finger",
    "git-grep",
    "nm",
    "objdump",
    "readelf",
    "otool",
    "ldd",
    "size",
    "addr2line",
    "c++filt",
    "ffprobe",
    "mediainfo",
    "identify",
    "figlet",
    "toilet",
    "cowsay",
    "lolcat",
    "neofetch",
    "fastfetch",
    "sw_vers",
    "system_profiler",
    "sensors",
    "inxi",
    "csvcut",
    "csvlook",
    "csvgrep",
    "csvstat",
    "xsv",
    "qsv",
    "uuidgen",
    "lsattr",
    "getfacl",
    "namei",
    "cmark",
    "shellcheck",
    "hadolint",
    "actionlint",
    "yamllint",
    "jsonlint",
    "vale",
    "codespell",
    "ast-grep",
    "semgrep",
    "pbpaste",
    "xdg-mime",
    "zdump",
    "iwgetid",
    "ifstat",
    "pwdx",
    "errno",
    "ascii",
    "tsort",
    "ptx",
    "cksfv",
    "apt-cache",
    "dpkg-query",
    "ldconfig",
    "pkg-config",
    "pkgconf",
    "who-am-i",
    "hyfetch",
    "onefetch",
    "glow",
    "mdcat",
    "notify-send",
    "say",
    "spd-say",
    "logger",
    "zipgrep",
    "vmmap",
    "pahole",
    "sleep",
    "gsleep",
];

/// `$(which rm)`: where a program is says which one it is.
pub(super) fn which<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let [name] = call.operands
        && let Some(name) = name.literal()
        && !name.is_empty()
    {
        let path = if name.contains('/') { name.to_owned() } else { format!("/usr/bin/{name}") };
        let flow = Flow { text: walker.alloc_str(&path), at: call.at, written: None, exact: true };
        walker.writes(Stream::Text(flow));
    }
}

fn pager<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input_of(call.operands);
    walker.writes_made_of(input);
    if call.name.starts_with("bat") {
        if let Some(code) = call.value("pager") {
            walker.runs_shell(code);
        }
        return;
    }
    if let Some(file) = call.value("o").or(call.value("O")) {
        walker.overwrites(file);
    }
}

fn ripgrep<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    for name in ["pre", "pager", "hostname-bin"] {
        if let Some(code) = call.value(name).filter(|code| !code.text.is_empty()) {
            // It is handed the name of each file.
            let line = walker.alloc_str(&format!("{} {{}}", code.text));
            let found =
                Arg { knowledge: crate::facts::arg::Knowledge::Start, ..Arg::whole("./", code.at) };
            let line = walker.filled(&Arg::whole(line, code.at), "{}", &found);
            walker.with_input(Stream::Idle, |walker| walker.runs_shell(&line));
        }
    }
}

fn fzf<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    walker.writes_made_of(input);
    let found = Arg { knowledge: crate::facts::arg::Knowledge::Start, ..Arg::whole("./", call.at) };
    if let Some(code) = call.value("preview") {
        let code = walker.filled(code, "{}", &found);
        walker.runs_shell(&code);
    }
    for binding in call.values("bind") {
        let Some(at) = binding.text.find("execute").or(binding.text.find("become")) else {
            continue;
        };
        let Some(open) = binding.text.get(at..).and_then(|rest| rest.find(['(', ':'])) else {
            continue;
        };
        let code = binding.text.get(at + open + 1..).unwrap_or_default().trim_end_matches(')');
        let code = walker.filled(&Arg::whole(walker.alloc_str(code), binding.at), "{}", &found);
        walker.runs_shell(&code);
    }
}

fn date<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let sets = call.has("set")
        || (!call.has("j")
            && call.operands.first().is_some_and(|arg| {
                arg.text.len() >= 8
                    && arg.text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            }));
    if sets {
        walker.does(Kind::Configures, Domain::System, Traits::empty(), call);
    }
}

const HOSTNAME: Behavior = Behavior::Cases(&[
    when(has_flag("file"), Behavior::Effects(&[CONFIGURES])),
    when(exists(Subject::First), Behavior::Effects(&[CONFIGURES])),
]);

const JOURNALCTL: Behavior = Behavior::Cases(&[
    when(
        has_flag("vacuum-size vacuum-time vacuum-files"),
        Behavior::On(
            WordAction::Touches(Kind::Deletes, Traits::empty()),
            Target::Path("/var/log/journal"),
        ),
    ),
    when(has_flag("rotate flush relinquish-var"), Behavior::Runs),
]);

const DMESG: Behavior = Behavior::Cases(&[
    when(
        has_flag("clear read-clear"),
        Behavior::Effects(&[EffectSpec::new(Kind::HidesTraces, Domain::System)]),
    ),
    when(has_flag("console-off console-on console-level"), Behavior::Runs),
]);

/// `busybox rm`: the first word is the program.
const BUSYBOX: Behavior =
    Behavior::Cases(&[when(exists(Subject::First), Behavior::On(WordAction::Runs, ALL))]);

fn script<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let code = call.value("command");
    if let Some(code) = code {
        walker.runs_shell(code);
    }
    let logs = ["log-out", "log-in", "log-io"].iter().filter_map(|name| call.value(name));
    let file = match call.operands.split_first() {
        // BSD: a command follows the file.
        Some((file, rest)) => {
            if let Some(at) = rest.iter().position(|arg| arg.is("-c"))
                && let Some(code) = rest.get(at + 1)
            {
                walker.runs_shell(code);
            } else if code.is_none() {
                walker.run_wrapped(rest);
            }
            Some(file)
        }
        None => None,
    };
    for file in logs.chain(file) {
        if call.has("append") {
            walker.touches(Kind::Appends, file, Traits::empty());
        } else {
            walker.overwrites(file);
        }
    }
}
