//! Programs that only look at things or print, unless a flag makes them do more.

use crate::facts::arg::{Arg, Flow, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Subject, Target, WordAction, exists, has_flag, is, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(READERS, Options::gnu("").only_reads(), Behavior::Reads),
    program(MOSTLY_READERS, Options::gnu("help version"), Behavior::Reads),
    program(
        &["which", "gwhich"],
        Options::gnu("a|all help version").only_reads(),
        Behavior::Code(which),
    ),
    program(
        &["tree"],
        Options::gnu(
            "a d f i l x s h p u g D t c U r v A S n C Q N q F X J H= T= L= P= I= o=> matchdirs dirsfirst filesfirst noreport du si prune ignore-case gitignore gitfile= infofile= charset= filelimit= timefmt= sort=? inodes device metafirst nolinks hintro= houtro= fromfile fromtabfile fflinks info opt-toggle version help",
        ),
        Behavior::Reads,
    ),
    program(
        &["file"],
        Options::gnu(
            "b|brief i|mime mime-type mime-encoding z|uncompress Z L|dereference h|no-dereference f|files-from= F|separator= k|keep-going s|special-files 0|print0 r|raw n|no-buffer N|no-pad e|exclude= P= m|magic-file= v|version E extension apple d|debug l|list c|checking-printout S help",
        ),
        Behavior::Reads,
    ),
    program(
        &["ss"],
        Options::gnu(
            "h|help V|version H|no-header r|resolve n|numeric a|all l|listening o|options e|extended m|memory p|processes i|info s|summary t|tcp u|udp d|dccp w|raw x|unix S|sctp 0|packet 4|ipv4 6|ipv6 f|family= z|contexts Z|context N|net= b|bpf E|events M|mptcp O|oneline T|threads A|query= F|filter= tos cgroup vsock tipc xdp inet-sockopt no-queues",
        ),
        Behavior::Cases(&[when(
            has_flag("K kill"),
            Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Network)]),
        )]),
    ),
    program(
        &["lsof"],
        Options::gnu(
            "a b C c= d= e= F=? f g= h i=? K k= l L= m M N n O o P p= R r= S= s=? T=? t U u= V v w X Z z",
        ),
        Behavior::Reads,
    ),
    program(&["blkid"], Options::gnu("d h i k l L= n= o= O= p s= S= t= u= U= V"), Behavior::Reads),
    program(&["lspci"], Options::gnu("v m k n D t s= d= x b M i= p= V version"), Behavior::Reads),
    program(
        &["nm", "objdump"],
        Options::gnu(
            "a A B C|demangle=? D d|disassemble=? e f|file-headers g|extern-only h|headers i j= l M= n|numeric-sort o p P r R s S|source t=? T u|undefined-only U w x|all-headers z H v|version help print-size size-sort no-sort reverse-sort defined-only dynamic with-symbol-versions line-numbers format= radix= section= start-address= stop-address= section-headers",
        ),
        Behavior::Reads,
    ),
    program(
        &["diff3"],
        Options::gnu("A E e X x 3 i m L= T a v help version strip-trailing-cr diff-program=$"),
        Behavior::Reads,
    ),
    program(
        &["sdiff"],
        Options::gnu(
            "o|output=> i E Z b W B I= a w= l s t d H v help version diff-program=$ strip-trailing-cr",
        ),
        Behavior::Reads,
    ),
    program(&["units"], Options::gnu("f= v o= t 1 s q h|help version L|log=>"), Behavior::Reads),
    program(&["sar"], Options::gnu("o=>? A B b d F H h I= m= n= P= p q r S s= e= t u V v W w x= y z f=? i= C D"), Behavior::Reads),
    program(&["ncdu"], Options::gnu("o=> O=> f= x e q r 0 1 2 X= exclude= L"), Behavior::Runs),
    program(&["vbindiff", "sloccount"], Options::gnu(""), Behavior::Runs),
    program(
        &["cloc", "scc"],
        Options::gnu(
            "o|out|output|report-file=> counted=> found=> ignored=> categorized=> sql=> write-lang-def=> format-multi=> extract-with=$ vcs=$ git json yaml csv md xml by-file by-file-by-lang by-percent= q|quiet exclude-dir= exclude-ext= exclude-lang= include-lang= include-ext= match-d= not-match-d= match-f= not-match-f= fullpath list-file= f|format= i= no-gen no-complexity no-cocomo s|sort= w|wide exclude-file= help version v sum-one hide-rate skip-uniqueness timeout= processes= diff git-diff-rel no-min-gen",
        ),
        Behavior::Reads,
    ),
    program(
        &["ffprobe"],
        Options::long(
            "o=> v= loglevel= show_format show_streams show_entries= show_frames show_packets show_chapters show_programs show_error show_data select_streams= of= print_format= output_format= hide_banner i= count_frames count_packets read_intervals= pretty sexagesimal f= version L",
        ),
        Behavior::Reads,
    ),
    program(
        &["mediainfo"],
        Options::gnu("LogFile=> Output= f|Full Language= Inform= help version"),
        Behavior::Reads,
    ),
    program(
        &["identify"],
        Options::long("write=> format= verbose quiet ping version list= size= depth= density= units="),
        Behavior::Reads,
    ),
    program(
        &["xsv", "qsv"],
        Options::gnu("o|output=> d|delimiter= n|no-headers s|select= i|ignore-case v l|len= c|columns= j|jobs= limit="),
        Behavior::Cases(&[
            when(
                is(Subject::First, "count headers select search stats slice frequency table flatten sample cat join fixlengths fmt input partition sort reverse"),
                Behavior::Reads,
            ),
            otherwise(Behavior::Runs),
        ]),
    ),
    program(
        &["codespell", "ast-grep", "sgrep", "semgrep"],
        Options::gnu("o|output=> json-output=> sarif-output=> p|pattern= l|lang= q|quiet json S|skip= I= L= c|config= e|exclude= D="),
        Behavior::Cases(&[
            when(has_flag("w write-changes U update-all autofix i interactive"), Behavior::On(WordAction::Overwrites, ALL)),
        ]),
    ),
    program(
        &["xdg-mime"],
        Options::gnu(""),
        Behavior::Cases(&[
            when(is(Subject::First, "query"), Behavior::Reads),
            otherwise(Behavior::Runs),
        ]),
    ),
    program(
        &["ptx"],
        Options::gnu("A G|traditional F= M= O R S= T W= b= f g= i= o= r t w= help version"),
        Behavior::Cases(&[when(
            has_flag("traditional"),
            Behavior::On(WordAction::Overwrites, Target::Nth(1)),
        )]),
    ),
    program(
        &["apt-cache"],
        Options::gnu("n|names-only f|full i|important a|all-versions g q recurse installed no-generate"),
        Behavior::Cases(&[
            when(is(Subject::First, "gencaches"), Behavior::Runs),
            otherwise(Behavior::Reads),
        ]),
    ),
    program(
        &["dpkg-query"],
        Options::gnu("W|show f|showformat= l|list L|listfiles S|search s|status p|print-avail no-pager control-list= control-show= c|control-path"),
        Behavior::Reads,
    ),
    program(
        &["ldconfig"],
        Options::gnu("p|print-cache v N X n l V f= C= r="),
        Behavior::Cases(&[
            when(has_flag("print-cache V"), Behavior::Reads),
            otherwise(Behavior::Runs),
        ]),
    ),
    program(&["say"], Options::gnu("o|output-file=> v= r= f= i|interactive"), Behavior::Reads),
    program(&["arch"], Options::leading("help version e= d="), BUSYBOX),
    program(
        &["less", "more", "most", "bat", "batcat"],
        Options::gnu("help version o= O= pager= style= l|language= r|line-range= p= P= a A b= B c C d e E f F g G h= i I j= J K L m M n N q Q R s S u U V w W x= X y= z= ~ # plain number color= theme= paging= wrap= tabs= decorations= terminal-width= map-syntax= highlight-line= show-all diff force-colorization chop-long-lines list-languages list-themes"),
        Behavior::Code(pager),
    ),
    program(
        &["man", "apropos", "whatis", "info"],
        Options::gnu("P|pager= H|html=$? s= S= M= k|apropos f|whatis w|where|path|location W a|all l|local-file e= i I K 7 no-hyphenation no-justification help version"),
        Behavior::On(WordAction::RunsShell, Target::Value("pager")),
    ),
    program(
        &["rg", "ripgrep"],
        Options::gnu(
            "pre= pre-glob= pager= hostname-bin= e|regexp= f|file= g|glob= t|type= T|type-not= A= B= C= m= j= M= r|replace= E= d|max-depth= sort= sortr= color= colors= help V|version",
        )
        .only_reads(),
        Behavior::Code(ripgrep),
    ),
    program(
        &["ugrep", "ag", "ack", "pt"],
        Options::gnu(
            "pager= filter=$ view=$ e|regexp= f|file= g|glob= G= t|type= A= B= C= c i l L n v w q r R s o h H m= a z Q S D|debug F u U x 0 1 help V|version ignore= ignore-dir= hidden depth= color= colour nocolor color-match= group nogroup column vimgrep count files-with-matches literal",
        ),
        Behavior::Code(ripgrep),
    ),
    program(
        &["fzf", "sk", "peco"],
        Options::gnu(
            "preview= bind= execute= exec=$ history=> with-shell= filter|f= q|query= m|multi e|exact help version height= layout= header= prompt= d|delimiter= n|nth= with-nth=",
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

/// Programs of which no flag, in any version, writes a file, runs a command or changes anything.
#[rustfmt::skip]
const READERS: &[&str] = &[
    "ls", "gls", "dir", "vdir", "eza", "exa", "lsd", "stat", "gstat", "du", "gdu", "df", "gdf",
    "duf", "dust", "wc", "gwc", "diff", "gdiff", "colordiff", "cmp", "comm", "difft", "join",
    "look", "locate", "plocate", "mdfind", "whereis", "realpath", "grealpath", "readlink",
    "greadlink", "basename", "gbasename", "dirname", "gdirname", "pathchk", "md5sum", "md5",
    "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "b2sum", "b3sum",
    "cksum", "sum", "crc32", "xxhsum", "hexdump", "hd", "hexyl", "zipinfo", "zdiff", "zcmp",
    "printenv", "whoami", "who", "w", "id", "groups", "logname", "users", "last", "uname",
    "nproc", "lscpu", "lsblk", "lsusb", "lsmod", "lsns", "findmnt", "free", "vmstat", "iostat",
    "mpstat", "uptime", "top", "ps", "pstree", "pgrep", "pidof", "procs", "netstat", "dig",
    "nslookup", "host", "whois", "ping", "ping6", "traceroute", "tracepath", "mtr", "tokei",
    "cal", "ncal", "bc", "expr", "factor", "jot", "tput", "clear", "reset", "stty", "tty",
    "locale", "getconf", "getent", "finger", "readelf", "otool", "size", "addr2line", "c++filt",
    "sw_vers", "csvcut", "csvlook", "csvgrep", "csvstat", "uuidgen", "lsattr", "getfacl",
    "namei", "shellcheck", "yamllint", "pbpaste", "zdump", "iwgetid", "pwdx", "errno", "ascii",
    "tsort", "pkg-config", "pkgconf", "sleep", "gsleep",
];

/// Programs that look at things, but have flags that do more. Only without any flag are they known
/// to read; with one they may do anything.
#[rustfmt::skip]
const MOSTLY_READERS: &[&str] = &[
    "htop", "btop", "atop", "glances", "iotop", "tldr", "cheat", "figlet", "toilet", "cowsay",
    "lolcat", "neofetch", "fastfetch", "hyfetch", "onefetch", "sensors", "inxi", "cmark",
    "hadolint", "actionlint", "jsonlint", "vale", "ifstat", "cksfv", "glow", "mdcat",
    "notify-send", "spd-say", "logger", "delta", "zless", "zmore", "bzless", "xzless", "lastlog",
    "git-grep", "who-am-i", "system_profiler", "vmmap", "pahole", "ldd", "zipgrep",
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
    // `less '+!command'` begins with a command of its own.
    for begin in call.operands.iter().filter(|arg| arg.text.starts_with('+')) {
        if begin.text.contains(['!', '|', 'v', 's']) {
            walker.runs_unknown(begin.at);
        }
    }
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
        // `key:reload(code)`, `event:transform:code`.
        let at =
            ["execute", "become", "reload", "transform", "preview(", "preview:", "change-preview"]
                .iter()
                .filter_map(|action| binding.text.find(action))
                .min();
        let Some(action) = at.and_then(|at| binding.text.get(at..)) else { continue };
        let Some(open) = action.find(['(', ':', '[', '{']) else { continue };
        let code = action.get(open + 1..).unwrap_or_default().trim_end_matches([')', ']', '}']);
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
