//! Firewalls, interfaces, routes and private networks.

use crate::facts::call::Call;
use crate::facts::cases::{
    Doing, Of, Target, begins, exists, first, given, named, not, otherwise, says, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// Takes rules, addresses or routes away: whoever is connected may be cut off.
const DELETES: Deed = Deed::new(Kind::Deletes, Domain::Network);
const CHANGES: Deed = Deed::new(Kind::Configures, Domain::Network);
const STOPS: Deed = Deed::new(Kind::Stops, Domain::Network);

const NONE: Options = Options::gnu("");
const LONG: Options = Options::long("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["csf"],
        Options::gnu(
            "f|stop x|disable s|start r|restart d|deny= a|allow= l|status df dr= ar= e|enable tr= tf",
        ),
        Act::Does(&[DELETES.only("stop disable df dr ar tf").unless("status")]),
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
        Act::Does(&[DELETES.unless("test")]),
    ),
    program(
        &[
            "iptables-save",
            "ip6tables-save",
            "nmap",
            "tcpdump",
            "iwlist",
            "nethogs",
            "iftop",
            "drill",
        ],
        NONE,
        Act::Reads,
    ),
    toolbox(
        &["nft"],
        Options::gnu("a|handle n|numeric j|json f|file= c|check e s I="),
        NFT,
        Act::Code(nft_file),
    ),
    toolbox(&["ufw"], Options::gnu("force dry-run"), UFW, Act::Runs),
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
        Act::Reads,
    ),
    program(&["ifconfig"], Options::gnu("a s"), Act::Code(ifconfig)),
    program(&["ifdown", "ifup"], Options::gnu("a|all force n|no-act"), IF_UP_DOWN),
    program(&["route"], Options::gnu("A="), ROUTE),
    toolbox(
        &["nmcli"],
        Options::gnu(
            "t|terse p|pretty f|fields= g|get-values= m|mode= c|colors= a|ask w|wait= e|escape= o|overview v|version",
        ),
        NMCLI,
        Act::Reads,
    ),
    toolbox(
        &["tc"],
        Options::gnu("s|statistics d|details j|json p|pretty n|netns= b|batch= f|force"),
        TC,
        Act::Reads,
    ),
    program(
        &["arp", "ndp"],
        Options::gnu("a n d= s= i="),
        Act::Does(&[DELETES.only("d").unless("a n")]),
    ),
    toolbox(&["tailscale"], NONE, TAILSCALE, Act::Runs),
    toolbox(&["wg"], NONE, WG, Act::Reads),
    program(&["wg-quick"], NONE, WG_QUICK),
    program(&["ipset"], Options::gnu("q! exist"), IPSET),
    program(&["pfctl"], Options::gnu("f= F= d e s= n a= t= T= E X= k= K="), PFCTL),
    program(&["networksetup"], LONG, Act::Code(networksetup)),
    program(
        &["resolvectl", "systemd-resolve"],
        Options::gnu("flush-caches statistics status"),
        Act::Runs,
    ),
    program(&["brctl", "ovs-vsctl", "ethtool", "iwconfig", "rfkill", "wpa_cli"], NONE, OTHER),
    program(&["fail2ban-client"], NONE, OTHER),
];

static NFT: &[Sub] = &[
    sub("list|describe|monitor|export", NONE, Act::Reads),
    sub("flush|delete|destroy|reset", NONE, Act::Does(&[DELETES.unless("check")])),
    sub("add|insert|create|replace|rename", NONE, Act::Does(&[CHANGES.unless("check")])),
];

static UFW: &[Sub] = &[
    sub("status|show|version|app|help", NONE, Act::Reads),
    sub("disable|reset|delete", NONE, Act::Does(&[DELETES.unless("dry-run")])),
    sub(
        "deny|reject|enable|allow|limit|insert|prepend|route|default|logging|reload",
        NONE,
        Act::Does(&[CHANGES.unless("dry-run")]),
    ),
];

static IP: &[Sub] = &[
    sub("link|l set", NONE, LINK_SET),
    sub("link|l delete|del", NONE, Act::Does(&[DELETES])),
    sub("link|l add", NONE, Act::Runs),
    sub(
        "address|addr|a|addrlabel|route|r|ro|rule|ru|neighbour|neighbor|neigh|n|maddress|maddr|mroute|tunnel|tun|xfrm|netns|l2tp|tcp_metrics|token|vrf|nexthop flush|delete|del|d",
        NONE,
        Act::Does(&[DELETES]),
    ),
    sub(
        "address|addr|a|route|r|ro|rule|ru|neighbour|neighbor|neigh|n|tunnel|tun|nexthop add|replace|change|append|prepend",
        NONE,
        Act::Does(&[CHANGES]),
    ),
    sub("netns add|attach|set", NONE, Act::Runs),
    sub("netns exec", Options::leading(""), Act::On(Doing::Carries, Target::From(1))),
];

static NMCLI: &[Sub] = &[
    sub("connection|con|c|device|dev|d delete|del", NONE, Act::Does(&[DELETES])),
    sub("connection|con|c|device|dev|d down|disconnect", NONE, Act::Does(&[STOPS])),
    sub("connection|con|c|device|dev|d modify|mod|edit|set", NONE, Act::Does(&[CHANGES])),
    sub("connection|con|c|device|dev|d up|connect|add|reload|load|wifi|reapply", NONE, Act::Runs),
    sub("networking|n|radio|r off", NONE, Act::Does(&[STOPS])),
    sub("radio|r wifi|wwan|all", NONE, RADIO),
];

static TC: &[Sub] = &[
    sub("qdisc|class|filter|chain|action del|delete|flush", NONE, Act::Does(&[DELETES])),
    sub("qdisc|class|filter|chain|action add|replace|change|link", NONE, Act::Does(&[CHANGES])),
];

static TAILSCALE: &[Sub] = &[
    sub("status|ip|ping|netcheck|version|whois|bugreport|dns|metrics", NONE, Act::Reads),
    sub("down|logout", NONE, Act::Does(&[STOPS])),
    sub("set|lock|funnel|serve|update", NONE, Act::Does(&[CHANGES])),
];

static WG: &[Sub] = &[sub("set|setconf|syncconf|addconf", NONE, Act::Does(&[CHANGES]))];

const IPTABLES: Act = Act::Cases(&[
    when(given("flush delete-chain delete"), Act::Does(&[DELETES])),
    when(given("policy append insert replace new-chain rename-chain"), Act::Does(&[CHANGES])),
    when(given("zero").and(&not(given("list"))), Act::Runs),
]);

fn nft_file<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // One word may hold a whole command (`nft 'flush ruleset'`).
    let first =
        call.operands.first().and_then(|arg| arg.text.split(' ').next()).unwrap_or_default();
    let kind = match first {
        "flush" | "delete" | "destroy" | "reset" => Kind::Deletes,
        "add" | "insert" | "create" | "replace" => Kind::Configures,
        _ if call.has("file") => Kind::Configures,
        _ => return,
    };
    if !call.has("check") {
        walker.does(kind, Domain::Network, Traits::empty(), call);
    }
}

const FIREWALL_CMD: Act = Act::Cases(&[
    when(begins(Of::Flags, "remove- delete- panic-on"), Act::Does(&[DELETES])),
    when(
        begins(Of::Flags, "add- set- change- new- runtime-to complete-reload panic-off direct"),
        Act::Does(&[CHANGES]),
    ),
    when(
        begins(Of::Flags, "reload"),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Network).with(Traits::MILD)]),
    ),
]);

const LINK_SET: Act = Act::Cases(&[
    when(
        says("down").and(&says("up")),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Network).with(Traits::MILD)]),
    ),
    when(says("down"), Act::Does(&[STOPS])),
    when(says("up"), Act::Does(&[CHANGES.with(Traits::MILD)])),
    otherwise(Act::Does(&[CHANGES])),
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
        [_, up] if up.is("up") => (Kind::Configures, Traits::MILD),
        _ => (Kind::Configures, Traits::empty()),
    };
    walker.does(kind, Domain::Network, traits, call);
}

const IF_UP_DOWN: Act = Act::Cases(&[
    when(named("ifdown").and(&not(given("no-act"))), Act::Does(&[STOPS])),
    otherwise(Act::Runs),
]);

const ROUTE: Act = Act::Cases(&[
    when(says("del delete flush"), Act::Does(&[DELETES])),
    when(says("add change"), Act::Does(&[CHANGES])),
]);

const RADIO: Act =
    Act::Cases(&[when(first("off"), Act::Does(&[STOPS])), when(exists(Of::First), Act::Runs)]);

const WG_QUICK: Act = Act::Cases(&[
    when(first("down"), Act::Does(&[STOPS])),
    when(first("strip"), Act::Reads),
    when(exists(Of::First), Act::Runs),
]);

const IPSET: Act = Act::Cases(&[
    when(first("destroy flush del"), Act::Does(&[DELETES])),
    when(first("create add restore rename swap"), Act::Does(&[CHANGES])),
]);

const PFCTL: Act = Act::Cases(&[
    when(given("F d k K"), Act::Does(&[DELETES])),
    when(given("f e E").and(&not(given("n"))), Act::Does(&[CHANGES])),
]);

fn networksetup<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.flags.first().map(|flag| flag.name).unwrap_or_default();
    if words!("remove delete").any_starts(verb) {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if words!("set create add switch order").any_starts(verb) {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}

/// Tools whose words tell a change from a look.
const OTHER: Act = Act::Cases(&[
    when(begins(Of::First, "del"), Act::Does(&[DELETES])),
    when(first("stop unban block reload restart disconnect"), Act::Does(&[DELETES])),
    when(named("ethtool").and(&given("s")), Act::Does(&[CHANGES])),
    when(begins(Of::First, "add set"), Act::Runs),
]);
