//! Firewalls, interfaces, routes and private networks.

use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

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
            "F|flush X|delete-chain D|delete= P|policy= Z|zero E|rename-chain= A|append= I|insert= R|replace= N|new-chain= L|list S|list-rules C|check= t|table= p|protocol= s|source= d|destination= i|in-interface= o|out-interface= j|jump= m|match= dport= sport= n|numeric v|verbose line-numbers w=? x g|goto= icmp-type= ctstate= state= comment= to-destination= to-ports= to-source= h|help V|version",
        ),
        Act::Code(iptables),
    ),
    program(
        &["iptables-restore", "ip6tables-restore"],
        Options::gnu("t|test n|noflush c v T= w=? M="),
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
        Options::gnu("a|handle n|numeric j|json f|file= c|check i e s o I="),
        NFT,
        Act::Code(nft_file),
    ),
    toolbox(&["ufw"], Options::gnu("force dry-run"), UFW, Act::Runs),
    program(
        &["firewall-cmd", "firewall-offline-cmd"],
        Options::gnu(
            "permanent zone= state reload complete-reload runtime-to-permanent panic-on panic-off timeout=",
        ),
        Act::Code(firewall_cmd),
    ),
    toolbox(
        &["ip"],
        Options::gnu(
            "4 6 0 s|statistics|stats d|details j|json p|pretty br|brief c|color=? f|family= n|netns= o|oneline r|resolve t|timestamp B h a|all V",
        ),
        IP,
        Act::Reads,
    ),
    program(&["ifconfig"], Options::gnu("a s v"), Act::Code(ifconfig)),
    program(&["ifdown", "ifup"], Options::gnu("a|all force v n|no-act"), Act::Code(if_up_down)),
    program(&["route"], Options::gnu("n e A= 4 6 v F C"), Act::Code(route)),
    toolbox(
        &["nmcli"],
        Options::gnu(
            "t|terse p|pretty f|fields= g|get-values= m|mode= c|colors= a|ask s w|wait= e|escape= o|overview v|version",
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
        Options::gnu("a n d= s= D i= e v"),
        Act::Does(&[DELETES.only("d").unless("a n")]),
    ),
    toolbox(&["tailscale"], NONE, TAILSCALE, Act::Runs),
    toolbox(&["wg"], NONE, WG, Act::Reads),
    program(&["wg-quick"], NONE, Act::Code(wg_quick)),
    program(&["ipset"], Options::gnu("q! exist"), Act::Code(ipset)),
    program(&["pfctl"], Options::gnu("f= F= d e s= v n a= t= T= E X= k= K="), Act::Code(pfctl)),
    program(&["networksetup"], LONG, Act::Code(networksetup)),
    program(
        &["resolvectl", "systemd-resolve"],
        Options::gnu("flush-caches statistics status"),
        Act::Runs,
    ),
    program(
        &["brctl", "ovs-vsctl", "ethtool", "iwconfig", "rfkill", "wpa_cli"],
        NONE,
        Act::Code(other),
    ),
    program(&["fail2ban-client"], NONE, Act::Code(other)),
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
    sub("link|l set", NONE, Act::Code(link_set)),
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
    sub("netns exec", Options::leading(""), Act::Code(netns_exec)),
];

static NMCLI: &[Sub] = &[
    sub("connection|con|c|device|dev|d delete|del", NONE, Act::Does(&[DELETES])),
    sub("connection|con|c|device|dev|d down|disconnect", NONE, Act::Does(&[STOPS])),
    sub("connection|con|c|device|dev|d modify|mod|edit|set", NONE, Act::Does(&[CHANGES])),
    sub("connection|con|c|device|dev|d up|connect|add|reload|load|wifi|reapply", NONE, Act::Runs),
    sub("networking|n|radio|r off", NONE, Act::Does(&[STOPS])),
    sub("radio|r wifi|wwan|all", NONE, Act::Code(radio)),
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

fn iptables<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let kind = if call.has_any("flush delete-chain delete") {
        Kind::Deletes
    } else if call.has_any("policy append insert replace new-chain rename-chain") {
        Kind::Configures
    } else if call.has("zero") && !call.has("list") {
        return walker.acts();
    } else {
        return;
    };
    walker.does(kind, Domain::Network, Traits::empty(), call);
}

fn nft_file<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // One word may hold a whole command (`nft 'flush ruleset'`).
    let first =
        call.operands.first().and_then(|arg| arg.text.split(' ').next()).unwrap_or_default();
    let kind = match first {
        name if one_of(name, "flush delete destroy reset") => Kind::Deletes,
        name if one_of(name, "add insert create replace") => Kind::Configures,
        _ if call.has("file") => Kind::Configures,
        _ => return,
    };
    if !call.has("check") {
        walker.does(kind, Domain::Network, Traits::empty(), call);
    }
}

fn firewall_cmd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let begins = |heads: &str| {
        call.flags.iter().any(|flag| heads.split(' ').any(|head| flag.name.starts_with(head)))
    };
    if begins("remove- delete- panic-on") {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if begins("add- set- change- new- runtime-to complete-reload panic-off direct") {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    } else if begins("reload") {
        walker.does(Kind::Stops, Domain::Network, Traits::MILD, call);
    }
}

fn link_set<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let down = call.operands.iter().any(|arg| arg.is("down"));
    let kind = if down { Kind::Stops } else { Kind::Configures };
    let up = call.operands.iter().any(|arg| arg.is("up"));
    let traits = if up { Traits::MILD } else { Traits::empty() };
    walker.does(kind, Domain::Network, traits, call);
}

/// `ip netns exec name command…`
fn netns_exec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    walker.carry_writing(call.operands.get(1..).unwrap_or(&[]));
}

fn ifconfig<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let (kind, traits) = match call.operands {
        [] | [_] => return,
        [_, rest @ ..] if rest.iter().any(|arg| one_of(arg.text, "down delete -alias destroy")) => {
            (Kind::Stops, Traits::empty())
        }
        [_, up] if up.is("up") => (Kind::Configures, Traits::MILD),
        _ => (Kind::Configures, Traits::empty()),
    };
    walker.does(kind, Domain::Network, traits, call);
}

fn if_up_down<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.name == "ifdown" && !call.has("no-act") {
        walker.does(Kind::Stops, Domain::Network, Traits::empty(), call);
    } else {
        walker.acts();
    }
}

fn route<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = |name: &str| call.operands.iter().any(|arg| arg.is(name));
    if verb("del") || verb("delete") || verb("flush") {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if verb("add") || verb("change") {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}

fn radio<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.first() {
        Some(state) if state.is("off") => {
            walker.does(Kind::Stops, Domain::Network, Traits::empty(), call);
        }
        Some(_) => walker.acts(),
        None => {}
    }
}

fn wg_quick<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.first().map(|arg| arg.text) {
        Some("down") => walker.does(Kind::Stops, Domain::Network, Traits::empty(), call),
        Some("strip") | None => {}
        _ => walker.acts(),
    }
}

fn ipset<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let kind = match call.operands.first().map(|arg| arg.text) {
        Some("destroy" | "flush" | "del") => Kind::Deletes,
        Some("create" | "add" | "restore" | "rename" | "swap") => Kind::Configures,
        _ => return,
    };
    walker.does(kind, Domain::Network, Traits::empty(), call);
}

fn pfctl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("F d k K") {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if call.has_any("f e E") && !call.has("n") {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}

fn networksetup<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.flags.first().map(|flag| flag.name).unwrap_or_default();
    if verb.starts_with("remove") || verb.starts_with("delete") {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if ["set", "create", "add", "switch", "order"].iter().any(|head| verb.starts_with(head))
    {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}

/// Tools whose words tell a change from a look.
fn other<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let first = call.operands.first().map(|arg| arg.text).unwrap_or_default();
    if first.starts_with("del") || one_of(first, "stop unban block reload restart disconnect") {
        walker.does(Kind::Deletes, Domain::Network, Traits::empty(), call);
    } else if call.has("s") && call.name == "ethtool" {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    } else if first.starts_with("add") || first.starts_with("set") {
        walker.acts();
    }
}
