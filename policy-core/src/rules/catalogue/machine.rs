//! Virtual machines.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "machine/delete-disks",
        title: "Deletes virtual machines with their disks",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::VirtualMachine
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A virtual machine and its disks are deleted.",
        why: "Everything inside is lost.",
        instead: "Export it first, or just shut it down.",
        matches: &[
            "VBoxManage unregistervm web --delete",
            "virsh undefine web --remove-all-storage",
            "multipass delete web --purge",
        ],
        non_matches: &["VBoxManage list vms", "virsh list --all"],
    },
    Rule {
        id: "machine/delete",
        title: "Deletes virtual machines or snapshots",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::VirtualMachine && !effect.traits.contains(Traits::MINOR)
        },
        what: "A machine, its definition or a snapshot is deleted.",
        why: "Its state cannot be restored.",
        instead: "Take a snapshot or an export first.",
        matches: &[
            "vagrant destroy -f",
            "lxc delete web --force",
            "qm destroy 100",
            "vmrun deleteVM a.vmx",
        ],
        non_matches: &["vagrant status", "lxc list", "qm list"],
    },
    Rule {
        id: "machine/stop",
        title: "Stops or rolls back a virtual machine",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops, Kind::ChangesRemote, Kind::Deletes],
        condition: |effect| effect.domain == Domain::VirtualMachine,
        what: "A machine is stopped, restarted or reset to an older state.",
        why: "Unsaved work inside is lost, and its services stop.",
        instead: "Shut it down from inside, and take a snapshot first.",
        matches: &[
            "virsh destroy web",
            "vagrant halt",
            "VBoxManage controlvm web poweroff",
            "qm rollback 100 before",
        ],
        non_matches: &["vagrant up", "virsh start web"],
    },
];
