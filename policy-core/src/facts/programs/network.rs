//! Firewalls, interfaces, routes and private networks.

use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, any_operand, exists, first_operand, has_flag, named, not,
    otherwise, starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// Takes rules, addresses or routes away: whoever is connected may be cut off.
const DELETES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Network);
const CHANGES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::Network);
const STOPS: EffectSpec = EffectSpec::new(Kind::Stops, Domain::Network);

const NONE: Options = Options::gnu("");
const LONG: Options = Options::long("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["csf"],
        Options::gnu(
            "f|stop x|disable s|start r|restart d|deny= a|allow= l|status df dr= ar= e|enable tr= tf",
        ),
        Behavior::Effects(&[DELETES.only("stop disable df dr ar tf").unless("status")]),
    ),
    program(
        &["iptables", "ip6tables", "arptables", "ebtables", "iptables-legacy", "iptables-nft"],
        Options::gnu(
            "F|flush X|delete-chain D|delete= P|policy= Z|zero E|rename-chain= A|append= I|insert= R|replace= N|new-chain= L|list S|list-rules C|check= t|table= p|protocol= s|source= d|destination= i|in-interface= o|out-interface= j|jump= m|match= dport= sport= n|numeric v|verbose line-numbers w=? g|goto= icmp-type= ctstate= state= comment= to-destination= to-ports= to-source= h|help V|version",
        ),
        IPTABLES,
    ),
    program(
        &["iptables-restore", "ip6tables-restore"],
        Options::gnu("t|test n|noflush T= w=? M="),
        Behavior::Effects(&[DELETES.unless("test")]),
    ),
    program(
        &["iptables-save", "ip6tables-save", "iwlist", "nethogs", "iftop", "drill"],
        Options::gnu("c|counters t|table= f|file=>"),
        Behavior::Reads,
    ),
    program(
        &["tcpdump", "tshark", "dumpcap"],
        Options::gnu(
            "w=> z=$ i= c= n A X x v q e l t S s= r= D d p N O K L U f # b I B= y= E= T= F= C= G= W= V= Y= R= a= j=",
        ),
        Behavior::Reads,
    ),
    program(
        &["nmap"],
        Options::long(
            "oN=> oX=> oG=> oS=> oA=> p= sS sT sU sV sn sP Pn A O v vv T0 T1 T2 T3 T4 T5 F open n R 6 iL= e= S= top-ports= min-rate= max-rate= host-timeout= reason traceroute V",
        ),
        Behavior::Reads,
    ),
    toolbox(
        &["nft"],
        Options::gnu("a|handle n|numeric j|json f|file= c|check e s I="),
        NFT,
        Behavior::Code(nft_file),
    ),
    toolbox(&["ufw"], Options::gnu("force dry-run"), UFW, Behavior::Runs),
    program(
        &["firewall-cmd", "firewall-offline-cmd"],
        Options::gnu(
            "permanent zone= state reload complete-reload runtime-to-permanent panic-on panic-off timeout=",
        ),
        FIREWALL_CMD,
    ),
    toolbox(
        &["ip"],
        Options::gnu(
            "s|statistics|stats d|details j|json p|pretty br|brief c|color=? f|family= n|netns= o|oneline r|resolve t|timestamp a|all",
        ),
        IP,
        Behavior::Code(ip),
    ),
    program(&["ifconfig"], Options::gnu("a s"), Behavior::Code(ifconfig)),
    program(&["ifdown", "ifup"], Options::gnu("a|all force n|no-act"), IF_UP_DOWN),
    program(&["route"], Options::gnu("A="), ROUTE),
    toolbox(
        &["nmcli"],
        Options::gnu(
            "t|terse p|pretty f|fields= g|get-values= m|mode= c|colors= a|ask w|wait= e|escape= o|overview v|version",
        ),
        NMCLI,
        Behavior::Reads,
    ),
    toolbox(
        &["tc"],
        Options::gnu("s|statistics d|details j|json p|pretty n|netns= b|batch= f|force"),
        TC,
        Behavior::Cases(&[
            when(has_flag("batch"), Behavior::Effects(&[CHANGES])),
            when(exists(Subject::First), Behavior::Runs),
            otherwise(Behavior::Reads),
        ]),
    ),
    program(
        &["arp", "ndp"],
        Options::gnu("a n d= s= i="),
        Behavior::Effects(&[DELETES.only("d").unless("a n")]),
    ),
    toolbox(&["tailscale"], NONE, TAILSCALE, Behavior::Runs),
    toolbox(&["wg"], NONE, WG, Behavior::Reads),
    program(&["wg-quick"], NONE, WG_QUICK),
    program(&["ipset"], Options::gnu("q! exist"), IPSET),
    program(&["pfctl"], Options::gnu("f= F= d e s= n a= t= T= E X= k= K="), PFCTL),
    program(&["networksetup"], LONG, Behavior::Code(networksetup)),
    program(
        &["resolvectl", "systemd-resolve"],
        Options::gnu("flush-caches statistics status"),
        Behavior::Runs,
    ),
    program(&["brctl", "ovs-vsctl", "ethtool", "iwconfig", "rfkill", "wpa_cli"], NONE, OTHER),
    program(&["fail2ban-client"], NONE, OTHER),
];

static NFT: &[Sub] = &[
    sub("list|describe|monitor|export", NONE, Behavior::Reads),
    sub("flush|delete|destroy|reset", NONE, Behavior::Effects(&[DELETES.unless("check")])),
    sub("add|insert|create|replace|rename", NONE, Behavior::Effects(&[CHANGES.unless("check")])),
];

static UFW: &[Sub] = &[
    sub("status|show|version|app|help", NONE, Behavior::Reads),
    sub("disable|reset|delete", NONE, Behavior::Effects(&[DELETES.unless("dry-run")])),
    sub(
        "deny|reject|enable|allow|limit|insert|prepend|route|default|logging|reload",
        NONE,
        Behavior::Effects(&[CHANGES.unless("dry-run")]),
    ),
];

static IP: &[Sub] = &[
    sub("link|lin|li|l set|se|s", NONE, LINK_SET),
    sub("link|lin|li|l delete|delet|dele|del|de|d", NONE, Behavior::Effects(&[DELETES])),
    sub("link|l add", NONE, Behavior::Runs),
    sub(
        "address|addr|add|ad|a|addrlabel|route|rout|rou|ro|r|rule|rul|ru|neighbour|neighbor|neigh|nei|ne|n|maddress|maddr|mroute|tunnel|tun|t|xfrm|x|netns|netn|l2tp|tcp_metrics|token|vrf|v|nexthop flush|flus|flu|fl|f|delete|delet|dele|del|de|d",
        NONE,
        Behavior::Effects(&[DELETES]),
    ),
    sub(
        "address|addr|a|route|r|ro|rule|ru|neighbour|neighbor|neigh|n|tunnel|tun|nexthop add|replace|change|append|prepend",
        NONE,
        Behavior::Effects(&[CHANGES]),
    ),
    sub("netns add|attach|set", NONE, Behavior::Runs),
    sub("netns exec", Options::leading(""), Behavior::On(WordAction::Runs, Target::From(1))),
];

/// `ip li d eth0`: its words may be cut short as far as one likes.
fn ip<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.args.iter().any(|arg| words!("-b -ba -bat -batc -batch --batch").has(arg.text)) {
        return walker.does(CHANGES.kind, CHANGES.domain, CHANGES.traits, call);
    }
    // `ip xfrm state flush`, `ip mroute show`: some objects have objects of their own.
    let [object, first, rest @ ..] = call.words else { return };
    let inner =
        object.text.starts_with('x') || object.text.len() > 2 && "mptcp".starts_with(object.text);
    let verb = if inner { rest.first().unwrap_or(first) } else { first };
    let Some(verb) = verb.literal() else { return walker.mark_changing() };
    let means = |full: &str| !verb.is_empty() && full.starts_with(verb);
    let sets = "link".starts_with(object.text) && means("set");
    if means("delete") || means("flush") || verb == "del" {
        walker.does(DELETES.kind, DELETES.domain, DELETES.traits, call);
    } else if sets
        || !["show", "list", "lst", "get", "help", "monitor", "pids", "identify", "dev"]
            .iter()
            .any(|full| means(full))
    {
        walker.does(CHANGES.kind, CHANGES.domain, CHANGES.traits, call);
    }
}

static NMCLI: &[Sub] = &[
    sub("general|g|networking|n|radio|r|monitor|m", NONE, Behavior::Reads),
    sub("general|g|networking|n status|hostname|permissions|connectivity", NONE, Behavior::Reads),
    sub("connection|con|c|device|dev|d|agent", NONE, Behavior::Reads),
    sub("connection|con|c|device|dev|d show|status|monitor|lldp|list", NONE, Behavior::Reads),
    sub("device|dev|d wifi", NONE, Behavior::Reads),
    sub("device|dev|d wifi list|show|show-password", NONE, Behavior::Reads),
    sub("device|dev|d wifi connect|hotspot|rescan", NONE, Behavior::Runs),
    sub("connection|con|c|device|dev|d delete|del", NONE, Behavior::Effects(&[DELETES])),
    sub("connection|con|c|device|dev|d down|disconnect", NONE, Behavior::Effects(&[STOPS])),
    sub("connection|con|c|device|dev|d modify|mod|edit|set", NONE, Behavior::Effects(&[CHANGES])),
    sub("connection|con|c|device|dev|d up|connect|add|reload|load|reapply", NONE, Behavior::Runs),
    sub("networking|n|radio|r off", NONE, Behavior::Effects(&[STOPS])),
    sub("radio|r wifi|wwan|all", NONE, RADIO),
];

static TC: &[Sub] = &[
    sub(
        "qdisc|qdis|qd|q|class|cl|c|filter|fi|f|chain|ch|action|actions|a show|sh|s|list|ls|l|get|g",
        NONE,
        Behavior::Reads,
    ),
    sub("qdisc|qdis|qd|q|class|cl|c|filter|fi|f|chain|ch|monitor|m", NONE, Behavior::Reads),
    sub(
        "qdisc|qdis|qd|q|class|cl|c|filter|fi|f|chain|ch|action|actions|a del|delete|de|d|flush|fl",
        NONE,
        Behavior::Effects(&[DELETES]),
    ),
    sub(
        "qdisc|qdis|qd|q|class|cl|c|filter|fi|f|chain|ch|action|actions|a add|ad|replace|rep|r|change|chg|link",
        NONE,
        Behavior::Effects(&[CHANGES]),
    ),
];

static TAILSCALE: &[Sub] = &[
    sub("status|ip|ping|netcheck|version|whois|bugreport|dns|metrics", NONE, Behavior::Reads),
    sub("down|logout", NONE, Behavior::Effects(&[STOPS])),
    sub("set|lock|funnel|serve|update", NONE, Behavior::Effects(&[CHANGES])),
];

static WG: &[Sub] = &[
    sub("show|showconf|genkey|genpsk|pubkey", NONE, Behavior::Reads),
    sub("set|setconf|syncconf|addconf", NONE, Behavior::Effects(&[CHANGES])),
];

const IPTABLES: Behavior = Behavior::Cases(&[
    when(has_flag("flush delete-chain delete"), Behavior::Effects(&[DELETES])),
    when(
        has_flag("policy append insert replace new-chain rename-chain"),
        Behavior::Effects(&[CHANGES]),
    ),
    when(has_flag("zero").and(&not(has_flag("list"))), Behavior::Runs),
]);

fn nft_file<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // One word may hold a whole command (`nft 'flush ruleset'`).
    let first =
        call.operands.first().and_then(|arg| arg.text.split(' ').next()).unwrap_or_default();
    let kind = match first {
        "flush" | "delete" | "destroy" | "reset" => Kind::Deletes,
        "add" | "insert" | "create" | "replace" => Kind::Configures,
        _ if call.has("file") => Kind::Configures,
        "list" | "describe" | "monitor" | "export" | "" => return,
        _ => return walker.mark_changing(),
    };
    if !call.has("check") {
        walker.does(kind, Domain::Network, Traits::empty(), call);
    }
}

const FIREWALL_CMD: Behavior = Behavior::Cases(&[
    when(starts_with(Subject::Flags, "remove- delete- panic-on"), Behavior::Effects(&[DELETES])),
    when(
        starts_with(
            Subject::Flags,
            "add- set- change- new- runtime-to complete-reload panic-off direct",
        ),
        Behavior::Effects(&[CHANGES]),
    ),
    when(
        starts_with(Subject::Flags, "reload"),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Network).with(Traits::MINOR)]),
    ),
]);

const LINK_SET: Behavior = Behavior::Cases(&[
    when(
        any_operand("down").and(&any_operand("up")),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Network).with(Traits::MINOR)]),
    ),
    when(any_operand("down"), Behavior::Effects(&[STOPS])),
    when(any_operand("up"), Behavior::Effects(&[CHANGES.with(Traits::MINOR)])),
    otherwise(Behavior::Effects(&[CHANGES])),
]);

fn ifconfig<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let (kind, traits) = match call.operands {
        [] | [_] => return,
        [_, rest @ ..]
            if rest
                .iter()
                .any(|arg| matches!(arg.text, "down" | "delete" | "-alias" | "destroy")) =>
        {
            (Kind::Stops, Traits::empty())
        }
        [_, up] if up.is("up") => (Kind::Configures, Traits::MINOR),
        _ => (Kind::Configures, Traits::empty()),
    };
    walker.does(kind, Domain::Network, traits, call);
}

const IF_UP_DOWN: Behavior = Behavior::Cases(&[
    when(named("ifdown").and(&not(has_flag("no-act"))), Behavior::Effects(&[STOPS])),
    otherwise(Behavior::Runs),
]);

const ROUTE: Behavior = Behavior::Cases(&[
    when(any_operand("del delete flush"), Behavior::Effects(&[DELETES])),
    when(any_operand("add change"), Behavior::Effects(&[CHANGES])),
]);

const RADIO: Behavior = Behavior::Cases(&[
    when(first_operand("off"), Behavior::Effects(&[STOPS])),
    when(exists(Subject::First), Behavior::Runs),
]);

const WG_QUICK: Behavior = Behavior::Cases(&[
    when(first_operand("down"), Behavior::Effects(&[STOPS])),
    when(first_operand("strip"), Behavior::Reads),
    when(exists(Subject::First), Behavior::Runs),
]);

const IPSET: Behavior = Behavior::Cases(&[
    when(first_operand("destroy flush del"), Behavior::Effects(&[DELETES])),
    when(first_operand("create add restore rename swap"), Behavior::Effects(&[CHANGES])),
    when(first_operand("list save test help version"), Behavior::Reads),
    otherwise(Behavior::Effects(&[CHANGES])),
]);

const PFCTL: Behavior = Behavior::Cases(&[
    when(has_flag("F d k K"), Behavior::Effects(&[DELETES])),
    when(has_flag("f e E").and(&not(has_flag("n"))), Behavior::Effects(&[CHANGES])),
]);

fn networksetup<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.flags.first().map(|flag| flag.name).unwrap_or_default();
    if words!("remove delete").any_starts(verb) {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if words!("set create add switch order").any_starts(verb) {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}

/// Tools whose words separate changes from reads.
const OTHER: Behavior = Behavior::Cases(&[
    when(starts_with(Subject::First, "del"), Behavior::Effects(&[DELETES])),
    when(
        first_operand("stop unban block reload restart disconnect"),
        Behavior::Effects(&[DELETES]),
    ),
    when(named("ethtool").and(&has_flag("s")), Behavior::Effects(&[CHANGES])),
    when(named("ethtool"), Behavior::Reads),
    when(named("iwconfig").and(&not(exists(Subject::Second))), Behavior::Reads),
    when(first_operand("status get show list ping banned version help find dump"), Behavior::Reads),
    when(starts_with(Subject::First, "add set"), Behavior::Runs),
]);
