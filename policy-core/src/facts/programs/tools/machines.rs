//! Virtual machines, their disks and snapshots.

use super::verbs;
use super::verbs::rows::machines as rows;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{ALL, Doing, Target, first, given, otherwise, says, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["virsh"],
        Options::gnu("c|connect= q|quiet r|readonly h|help"),
        VIRSH_SUBS,
        Act::Runs,
    ),
    program(
        &["VBoxManage", "vboxmanage", "VBoxHeadless"],
        Options::gnu("delete delete-all type="),
        VBOX,
    ),
    toolbox(
        &["multipass"],
        Options::gnu("p|purge a|all v|verbose n|name= h|help force"),
        MULTIPASS_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["lxc", "incus"],
        Options::gnu("f|force project= v|verbose q|quiet h|help force-local target= e|ephemeral"),
        LXC_SUBS,
        Act::Runs,
    ),
    program(&["lxc-destroy"], Options::gnu("n|name= f|force s|snapshots h|help"), rows::DELETES),
    program(&["lxc-stop", "lxc-freeze"], Options::gnu("n|name= h|help"), rows::STOPS),
    program(
        &["lxc-attach"],
        Options::leading("n|name= P= u= g= clear-env keep-env v="),
        Act::On(Doing::CarriesElsewhere, ALL),
    ),
    toolbox(
        &["qm", "pct"],
        Options::gnu(
            "purge=? skiplock=? destroy-unreferenced-disks=? force=? timeout= storage= h|help",
        ),
        PROXMOX_SUBS,
        Act::Runs,
    ),
    program(
        &["pvesh", "pvesm", "pveceph", "pvecm", "vzdump"],
        Options::gnu("output-format= storage= mode="),
        Act::Verb(Domain::VirtualMachine),
    ),
    toolbox(
        &["prlctl", "prlsrvctl"],
        Options::gnu("f|force kill i|id= h|help"),
        PRL_SUBS,
        Act::Runs,
    ),
    toolbox(&["vmrun"], Options::gnu("T= gu= gp= h= u= p= vp="), VMRUN_SUBS, Act::Runs),
    program(
        &[
            "esxcli",
            "vim-cmd",
            "govc",
            "xe",
            "xl",
            "vmadm",
            "orb",
            "tart",
            "utmctl",
            "limactl",
            "lima",
            "vz",
            "nova-manage",
            "ovftool",
            "anka",
            "ignite",
            "bhyvectl",
            "machinectl",
            "zoneadm",
            "cbsd",
            "quickemu",
        ],
        Options::gnu(
            "u|url= k|insecure f|m|force vm= vm.ip= dc= ds= uuid= name-label= world-id= t|type= h|help r|recursive n|name= y|yes s= server= username= password= d|debug",
        ),
        Act::Code(hypervisor),
    ),
    toolbox(
        &["qemu-img"],
        Options::gnu("f= O= o= d|delete= a|apply= c|create= l|list preallocation= b= F="),
        QEMU_SUBS,
        Act::Runs,
    ),
];

const NONE: Options = Options::gnu("");

static VIRSH_SUBS: &[Sub] = &[
    sub(
        "undefine",
        Options::gnu(
            "remove-all-storage storage= wipe-storage snapshots-metadata nvram managed-save delete-storage-volume-snapshots",
        ),
        UNDEFINE,
    ),
    sub(
        "destroy|shutdown|reboot|reset|suspend|managedsave|save",
        Options::gnu("graceful mode= domain="),
        rows::STOPS,
    ),
    sub(
        "vol-delete|vol-wipe|pool-delete|pool-undefine|pool-destroy|snapshot-delete|checkpoint-delete|managedsave-remove|nodedev-destroy|nwfilter-undefine|net-undefine|net-destroy|secret-undefine|iface-undefine",
        NONE,
        rows::DELETES,
    ),
    sub(
        "snapshot-revert|restore|vol-resize|blockpull|blockcommit|detach-disk|detach-device|detach-interface|migrate|edit|define",
        NONE,
        rows::CHANGES,
    ),
    sub(
        "list|dominfo|domstate|dumpxml|domblklist|domifaddr|pool-list|vol-list|net-list|nodeinfo|version|capabilities|snapshot-list|vol-info|pool-info|domstats|uri|hostname|vncdisplay",
        NONE,
        Act::Reads,
    ),
];

static MULTIPASS_SUBS: &[Sub] = &[
    sub("delete", NONE, MULTIPASS_DELETE),
    sub("purge", NONE, rows::DELETES_ALL),
    sub("stop|suspend|restart", NONE, rows::STOPS),
    sub("restore", Options::gnu("d|destructive"), rows::CHANGES),
    sub(
        "exec",
        Options::leading("d|working-directory= no-map-working-directory"),
        Act::On(Doing::CarriesElsewhere, Target::From(1)),
    ),
    sub("list|ls|info|find|version|get|networks|aliases", NONE, Act::Reads),
    sub(
        "launch|start|mount|umount|recover|shell|transfer|copy-files|set|snapshot|clone|alias|unalias|authenticate|prefer",
        NONE,
        Act::Runs,
    ),
];

static LXC_SUBS: &[Sub] = &[
    sub("delete|rm", NONE, rows::DELETES),
    sub(
        "image|network|storage|profile|project|snapshot|cluster|alias|remote|warning|auth delete|rm|remove|unset",
        NONE,
        rows::DELETES,
    ),
    sub("storage volume|bucket delete", NONE, rows::DELETES_ALL),
    sub("storage volume", NONE, Act::Verb(Domain::VirtualMachine)),
    sub("stop|restart|pause", NONE, rows::STOPS),
    sub("restore|rebuild", NONE, rows::CHANGES),
    sub("config device remove|unset", NONE, rows::CHANGES),
    sub("config trust remove|revoke-token", NONE, rows::CHANGES),
    sub(
        "exec",
        Options::leading("cwd= env= user= group= t T n mode= disable-stdin project="),
        Act::On(Doing::CarriesElsewhere, Target::From(1)),
    ),
    sub("snapshot delete", NONE, rows::DELETES),
    sub(
        "list|ls|info|config|image|network|storage|profile|version|monitor|query|operation|console",
        NONE,
        Act::Runs,
    ),
    sub(
        "launch|init|start|copy|cp|move|mv|rename|snapshot|publish|export|import|file|remote|create",
        NONE,
        Act::Runs,
    ),
    sub("file delete", NONE, rows::DELETES_MILDLY),
];

static PROXMOX_SUBS: &[Sub] = &[
    sub("destroy", NONE, rows::DELETES),
    sub("delsnapshot|unlink", NONE, rows::DELETES),
    sub("stop|shutdown|reboot|reset|suspend", NONE, rows::STOPS),
    sub("rollback|restore|migrate|resize|move-disk|move-volume|template", NONE, rows::CHANGES),
    sub("exec", Options::leading("keep-env="), Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("guest exec", Options::leading(""), Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("list|status|config|listsnapshot|pending|showcmd|df|cpusets", NONE, Act::Reads),
    sub(
        "start|create|clone|set|snapshot|importdisk|console|enter|terminal|resume|unlock|push|pull|mount",
        NONE,
        Act::Runs,
    ),
];

static PRL_SUBS: &[Sub] = &[
    sub("delete|unregister", NONE, rows::DELETES),
    sub("snapshot-delete", NONE, rows::DELETES),
    sub("stop|restart|reset|suspend|pause", NONE, rows::STOPS),
    sub("snapshot-switch|restore", NONE, rows::CHANGES),
    sub("exec", Options::leading(""), Act::On(Doing::CarriesElsewhere, Target::From(1))),
    sub("list|status|snapshot-list|problem-report|info", NONE, Act::Reads),
];

static VMRUN_SUBS: &[Sub] = &[
    sub("deleteVM", NONE, rows::DELETES),
    sub("deleteSnapshot", NONE, rows::DELETES),
    sub("revertToSnapshot", NONE, rows::CHANGES),
    sub("stop|reset|suspend|pause|killProcessInGuest", NONE, rows::STOPS),
    sub("deleteFileInGuest|deleteDirectoryInGuest", NONE, rows::DELETES),
    sub(
        "list|listSnapshots|getGuestIPAddress|checkToolsState|listProcessesInGuest|fileExistsInGuest",
        NONE,
        Act::Reads,
    ),
];

static QEMU_SUBS: &[Sub] = &[
    sub("info|check|map|measure|compare|bench", NONE, Act::Reads),
    sub("snapshot", NONE, QEMU_SNAPSHOT),
    sub("create|convert", NONE, Act::Code(qemu_writes)),
    sub("resize|commit|rebase|amend|dd", NONE, rows::CHANGES),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.add(kind, Domain::VirtualMachine, Place::Machine, traits, call.at);
}

/// What machines of this machine's own hypervisor undergo.
mod here {
    use super::{Act, Deed, Domain, Kind, Place, Traits};

    const fn deed(kind: Kind) -> Deed {
        Deed::new(kind, Domain::VirtualMachine).at(Place::Machine)
    }

    pub(super) const DELETES: Act = Act::Does(&[deed(Kind::Deletes)]);
    pub(super) const DELETES_ALL: Act = Act::Does(&[deed(Kind::Deletes).with(Traits::WHOLE)]);
    pub(super) const DELETES_MILDLY: Act = Act::Does(&[deed(Kind::Deletes).with(Traits::MILD)]);
    pub(super) const STOPS: Act = Act::Does(&[deed(Kind::Stops)]);
    pub(super) const CHANGES: Act = Act::Does(&[deed(Kind::ChangesRemote)]);
}

const UNDEFINE: Act = Act::Cases(&[
    when(given("remove-all-storage storage wipe-storage"), here::DELETES_ALL),
    otherwise(here::DELETES),
]);

const VBOX: Act = Act::Cases(&[
    when(first("unregistervm").and(&given("delete delete-all")), here::DELETES_ALL),
    when(first("unregistervm discardstate"), here::DELETES_MILDLY),
    when(first("closemedium").and(&given("delete")), here::DELETES_ALL),
    when(first("snapshot").and(&says("delete")), here::DELETES),
    when(first("snapshot").and(&says("restore restorecurrent")), here::CHANGES),
    when(
        first("controlvm").and(&says("poweroff reset acpipowerbutton savestate pause")),
        here::STOPS,
    ),
    when(first("hostonlyif natnetwork dhcpserver").and(&says("remove")), here::DELETES_MILDLY),
    when(first("modifymedium modifyhd"), here::CHANGES),
    when(first("list showvminfo showhdinfo showmediuminfo metrics getextradata"), Act::Reads),
    when(first("guestcontrol").and(&says("rm rmdir removefile removedir")), here::DELETES_MILDLY),
    otherwise(Act::Runs),
]);

const MULTIPASS_DELETE: Act = Act::Cases(&[
    // Without `--purge` an instance can be recovered.
    when(given("purge"), here::DELETES_ALL),
    otherwise(here::DELETES_MILDLY),
]);

/// Hypervisors with verbs of their own spelling.
fn hypervisor<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let glued = call.operands.iter().take(4).filter_map(Arg::literal).find_map(|word| {
        let last = word.rsplit(['.', '/']).next().unwrap_or(word);
        match last {
            "destroy" | "remove" | "vm-destroy" | "vm-uninstall" | "vdi-destroy" | "sr-destroy"
            | "template-uninstall" | "snapshot-destroy" | "snapshot-uninstall" | "host-destroy"
            | "pool-eject" | "removeall" | "vmfs-remove" => Some((Kind::Deletes, Traits::empty())),
            "vm-shutdown"
            | "vm-reboot"
            | "vm-suspend"
            | "host-shutdown"
            | "host-reboot"
            | "host-disable"
            | "power"
            | "off"
            | "reboot"
            | "shutdown"
            | "kill"
            | "maintenance_mode_enter"
            | "terminate"
            | "poweroff"
            | "stop" => Some((Kind::Stops, Traits::empty())),
            "vm-list" | "vm-info" | "get" | "list" | "ls" | "info" | "find" | "getallvms"
            | "show" => Some((Kind::Creates, Traits::empty())),
            "snapshot-revert" | "revert" | "snapshot-reset-powerstate" => {
                Some((Kind::ChangesRemote, Traits::empty()))
            }
            _ => None,
        }
    });
    match glued {
        Some((Kind::Creates, _)) => walker.acts(),
        // `govc vm.power -on` starts.
        Some((Kind::Stops, _))
            if call.args.iter().any(|arg| arg.is("-on") || arg.is("-on=true")) =>
        {
            walker.acts()
        }
        Some((kind, traits)) => add(walker, call, kind, traits),
        None => verbs::by_verb(walker, call, Domain::VirtualMachine),
    }
}

const QEMU_SNAPSHOT: Act = Act::Cases(&[
    when(given("delete"), here::DELETES_MILDLY),
    when(given("apply"), here::CHANGES),
    otherwise(Act::Runs),
]);

fn qemu_writes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let creates = call.words.first().is_some_and(|word| word.is("create"));
    let file = if creates { call.operands.first() } else { call.operands.last() };
    match file {
        Some(file) => walker.touches(Kind::Overwrites, file, Traits::empty()),
        None => walker.acts(),
    }
}
