//! Processes, power, the kernel.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "processes/kill-everything",
        title: "Ends every process",
        level: Risk::Critical,
        effect_kinds: &[Kind::Kills],
        condition: |effect| effect.traits.contains(Traits::WHOLE),
        what: "Every process that the user may end is ended.",
        why: "All unsaved work on the machine is lost.",
        instead: "Name the exact process you mean.",
        matches: &[
            "kill -9 -1",
            "sudo kill -9 -1",
            "ps -eo pid | grep -v PID | xargs kill -9",
            "ps aux | awk '{print $2}' | xargs kill",
        ],
        non_matches: &[
            "kill -9 1234",
            "kill -1 1234",
            "ps aux | grep node | awk '{print $2}' | xargs kill -9",
        ],
    },
    Rule {
        id: "processes/kill",
        title: "Ends processes",
        level: Risk::Medium,
        effect_kinds: &[Kind::Kills],
        condition: |_| true,
        what: "Processes are ended, some without a chance to save.",
        why: "Unsaved data is lost.",
        instead: "Stop the program the normal way, or name the exact process you mean.",
        matches: &[
            "kill -9 1234",
            "kill 1234",
            "pkill node",
            "sudo killall -9 java",
            "fuser -k 3000/tcp",
        ],
        non_matches: &["kill -0 1234", "kill -l", "pgrep node", "fuser 3000/tcp"],
    },
    Rule {
        id: "processes/power",
        title: "Shuts down or restarts the machine",
        level: Risk::Critical,
        effect_kinds: &[Kind::PowersOff],
        condition: |_| true,
        what: "The machine is shut down, restarted or put to sleep.",
        why: "Everything running on it ends, including other people's work.",
        instead: "Let a person do it.",
        matches: &["sudo reboot", "shutdown -h now", "systemctl poweroff", "init 6"],
        non_matches: &["shutdown -c", "who -b", "uptime"],
    },
    Rule {
        id: "processes/kernel",
        title: "Changes the kernel or how the machine starts",
        level: Risk::High,
        effect_kinds: &[Kind::Configures],
        condition: |effect| {
            effect.domain == Domain::System && effect.traits.contains(Traits::FORCED)
        },
        what: "The boot loader, the initial file system or a protection of the system changes.",
        why: "The machine may not start again, or be left unprotected.",
        instead: "Let a person do it.",
        matches: &["update-grub", "grub-install /dev/sda", "setenforce 0"],
        non_matches: &["efibootmgr -v", "getenforce"],
    },
    Rule {
        id: "processes/system-setting",
        title: "Changes a system setting",
        level: Risk::Medium,
        effect_kinds: &[Kind::Configures],
        condition: |effect| {
            effect.domain == Domain::System && !effect.traits.contains(Traits::MINOR)
        },
        what: "A kernel or system setting changes.",
        why: "It affects everything that runs here, and checkpoints do not keep the old value.",
        instead: "Note the old value first, and let a person do it.",
        matches: &[
            "sysctl -w vm.swappiness=10",
            "sudo rmmod nvidia",
            "timedatectl set-time 2020-01-01",
            "hostnamectl set-hostname x",
        ],
        non_matches: &["sysctl -a", "lsmod", "timedatectl", "hostnamectl"],
    },
    Rule {
        id: "processes/hide-traces",
        title: "Removes traces of what was done",
        level: Risk::Medium,
        effect_kinds: &[Kind::HidesTraces],
        condition: |_| true,
        what: "A history or log is deleted or disabled.",
        why: "Nobody can see afterwards what was done.",
        instead: "Leave histories and logs as they are.",
        matches: &["history -c", "history -w"],
        non_matches: &["history", "journalctl -u nginx"],
    },
];
