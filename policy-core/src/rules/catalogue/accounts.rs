//! Users, groups, passwords, firewalls, interfaces.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "accounts/delete",
        title: "Deletes users or groups",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Account,
        what: "A user or group is deleted, perhaps with the home directory.",
        why: "That person can no longer log in, and their files belong to nobody.",
        instead: "Lock the account instead.",
        matches: &["userdel bob", "sudo deluser --remove-home bob", "groupdel dev"],
        non_matches: &["id bob", "getent passwd"],
    },
    Rule {
        id: "accounts/change",
        title: "Changes users, groups or passwords",
        level: Risk::High,
        effect_kinds: &[Kind::Configures],
        condition: |effect| effect.domain == Domain::Account,
        what: "Who can log in, and with which rights, changes.",
        why: "It can lock people out or let others in.",
        instead: "Let a person do it.",
        matches: &[
            "usermod -aG docker bob",
            "passwd -l bob",
            "echo a:b | chpasswd",
            "useradd bob",
            "visudo",
        ],
        non_matches: &["id", "passwd -S bob", "visudo -c"],
    },
    Rule {
        id: "accounts/network-delete",
        title: "Removes firewall rules, addresses or routes",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Network,
        what: "Firewall rules, addresses or routes are removed.",
        why: "The machine may be left unprotected, or unreachable even for repair.",
        instead: "Save the rules first, and let a person do it.",
        matches: &[
            "iptables -F",
            "sudo ufw disable",
            "nft flush ruleset",
            "ip addr flush dev eth0",
            "ip route del default",
        ],
        non_matches: &["iptables -L", "ufw status", "nft list ruleset", "ip addr"],
    },
    Rule {
        id: "accounts/network-stop",
        title: "Turns a connection off",
        level: Risk::High,
        effect_kinds: &[Kind::Stops],
        condition: |effect| {
            effect.domain == Domain::Network && !effect.traits.contains(Traits::MINOR)
        },
        what: "A network interface or private network is turned off.",
        why: "The machine can no longer be reached that way, not even for repair.",
        instead: "Let a person at the machine do it.",
        matches: &[
            "ip link set eth0 down",
            "ifconfig eth0 down",
            "nmcli con down home",
            "tailscale down",
        ],
        non_matches: &["ip link", "ifconfig", "ip link set eth0 up"],
    },
    Rule {
        id: "accounts/network-change",
        title: "Changes firewalls, addresses or routes",
        level: Risk::Medium,
        effect_kinds: &[Kind::Configures, Kind::Stops],
        condition: |effect| {
            effect.domain == Domain::Network
                && !(effect.kind == Kind::Configures && effect.traits.contains(Traits::MINOR))
        },
        what: "Firewall rules, addresses or routes change.",
        why: "Connections may break, or be opened to others.",
        instead: "Save the rules first.",
        matches: &[
            "iptables -A INPUT -j DROP",
            "ufw allow 22",
            "ip route add default via 10.0.0.1",
            "firewall-cmd --reload",
        ],
        non_matches: &["iptables -S", "ip route", "firewall-cmd --list-all"],
    },
];
