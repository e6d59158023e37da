//! Virtual machines, their disks and snapshots.

use super::verbs;
use super::verbs::respects_dry_run::machines as respects_dry_run;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Target, WordAction, any_operand, first_operand, has_flag, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["virsh"],
        Options::gnu("c|connect= q|quiet r|readonly h|help"),
        VIRSH_SUBS,
        Behavior::Runs,
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
        Behavior::Runs,
    ),
    toolbox(
        &["lxc", "incus"],
        Options::gnu("f|force project= v|verbose q|quiet h|help force-local target= e|ephemeral"),
        LXC_SUBS,
        Behavior::Runs,
    ),
    program(
        &["lxc-destroy"],
        Options::gnu("n|name= f|force s|snapshots h|help"),
        respects_dry_run::DELETES,
    ),
    program(&["lxc-stop", "lxc-freeze"], Options::gnu("n|name= h|help"), respects_dry_run::STOPS),
    program(
        &["lxc-attach"],
        Options::leading("n|name= P= u= g= clear-env keep-env v="),
        Behavior::On(WordAction::RunsElsewhere, ALL),
    ),
    toolbox(
        &["qm", "pct"],
        Options::gnu(
            "purge=? skiplock=? destroy-unreferenced-disks=? force=? timeout= storage= h|help",
        ),
        PROXMOX_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["pveum"],
        Options::gnu(
            "comment= email= expire= groups= password= path= roles= users= tokens= propagate= delete",
        ),
        PVEUM_SUBS,
        Behavior::Runs,
    ),
    program(
        &["pvesh", "pvesm", "pveceph", "pvecm", "vzdump"],
        Options::gnu("output-format= storage= mode="),
        Behavior::Verb(Domain::VirtualMachine),
    ),
    toolbox(
        &["prlctl", "prlsrvctl"],
        Options::gnu("f|force kill i|id= h|help"),
        PRL_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["vmrun"], Options::gnu("T= gu= gp= h= u= p= vp="), VMRUN_SUBS, Behavior::Runs),
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
        Behavior::Code(hypervisor),
    ),
    toolbox(
        &["qemu-img"],
        Options::gnu("f= O= o= d|delete= a|apply= c|create= l|list preallocation= b= F="),
        QEMU_SUBS,
        Behavior::Runs,
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
        respects_dry_run::STOPS,
    ),
    sub(
        "vol-delete|vol-wipe|pool-delete|pool-undefine|pool-destroy|snapshot-delete|checkpoint-delete|managedsave-remove|nodedev-destroy|nwfilter-undefine|net-undefine|net-destroy|secret-undefine|iface-undefine",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "snapshot-revert|restore|vol-resize|blockpull|blockcommit|detach-disk|detach-device|detach-interface|migrate|edit|define",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "list|dominfo|domstate|dumpxml|domblklist|domifaddr|pool-list|vol-list|net-list|nodeinfo|version|capabilities|snapshot-list|vol-info|pool-info|domstats|uri|hostname|vncdisplay",
        NONE,
        Behavior::Reads,
    ),
];

static MULTIPASS_SUBS: &[Sub] = &[
    sub("delete", NONE, MULTIPASS_DELETE),
    sub("purge", NONE, respects_dry_run::DELETES_ALL),
    sub("stop|suspend|restart", NONE, respects_dry_run::STOPS),
    sub("restore", Options::gnu("d|destructive"), respects_dry_run::CHANGES),
    sub(
        "exec",
        Options::leading("d|working-directory= no-map-working-directory"),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub("list|ls|info|find|version|get|networks|aliases", NONE, Behavior::Reads),
    sub(
        "launch|start|mount|umount|recover|shell|transfer|copy-files|set|snapshot|clone|alias|unalias|authenticate|prefer",
        NONE,
        Behavior::Runs,
    ),
];

static LXC_SUBS: &[Sub] = &[
    sub("delete|rm", NONE, respects_dry_run::DELETES),
    sub(
        "image|network|storage|profile|project|snapshot|cluster|alias|remote|warning|auth delete|rm|remove|unset",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("storage volume|bucket delete", NONE, respects_dry_run::DELETES_ALL),
    sub("storage volume", NONE, Behavior::Verb(Domain::VirtualMachine)),
    sub("stop|restart|pause", NONE, respects_dry_run::STOPS),
    sub("restore|rebuild", NONE, respects_dry_run::CHANGES),
    sub("config device remove|unset", NONE, respects_dry_run::CHANGES),
    sub("config trust remove|revoke-token", NONE, respects_dry_run::CHANGES),
    sub(
        "exec",
        Options::leading("cwd= env= user= group= t T n mode= disable-stdin project="),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub("snapshot delete", NONE, respects_dry_run::DELETES),
    sub(
        "list|ls|info|config|image|network|storage|profile|version|monitor|query|operation|console",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "launch|init|start|copy|cp|move|mv|rename|snapshot|publish|export|import|file|remote|create",
        NONE,
        Behavior::Runs,
    ),
    sub("file delete", NONE, respects_dry_run::DELETES_MINOR),
];

static PVEUM_SUBS: &[Sub] = &[
    sub(
        "user|use|us|u|group|g|role|ro|acl|realm|re|pool|token delete|delet|del|de|d|remove|rem",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Account)]),
    ),
    sub(
        "userdel|groupdel|roledel|acldel",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Account)]),
    ),
    sub(
        "user|use|us|u|group|g|role|ro|acl|realm|re|pool list|l|ls|permissions",
        NONE,
        Behavior::Reads,
    ),
];

static PROXMOX_SUBS: &[Sub] = &[
    sub("destroy|destro|destr|dest|des", NONE, respects_dry_run::DELETES),
    sub("delsnapshot|delsnap|dels|del|unlink", NONE, respects_dry_run::DELETES),
    sub("stop|shutdown|reboot|reset|suspend", NONE, respects_dry_run::STOPS),
    sub(
        "rollback|restore|migrate|resize|move-disk|move-volume|template",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "exec",
        Options::leading("keep-env="),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub(
        "guest exec",
        Options::leading(""),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub("list|status|config|listsnapshot|pending|showcmd|df|cpusets", NONE, Behavior::Reads),
    sub(
        "start|create|clone|set|snapshot|importdisk|console|enter|terminal|resume|unlock|push|pull|mount",
        NONE,
        Behavior::Runs,
    ),
];

static PRL_SUBS: &[Sub] = &[
    sub("delete|unregister", NONE, respects_dry_run::DELETES),
    sub("snapshot-delete", NONE, respects_dry_run::DELETES),
    sub("stop|restart|reset|suspend|pause", NONE, respects_dry_run::STOPS),
    sub("snapshot-switch|restore", NONE, respects_dry_run::CHANGES),
    sub("exec", Options::leading(""), Behavior::On(WordAction::RunsElsewhere, Target::From(1))),
    sub("list|status|snapshot-list|problem-report|info", NONE, Behavior::Reads),
];

static VMRUN_SUBS: &[Sub] = &[
    sub("deleteVM", NONE, respects_dry_run::DELETES),
    sub("deleteSnapshot", NONE, respects_dry_run::DELETES),
    sub("revertToSnapshot", NONE, respects_dry_run::CHANGES),
    sub("stop|reset|suspend|pause|killProcessInGuest", NONE, respects_dry_run::STOPS),
    sub("deleteFileInGuest|deleteDirectoryInGuest", NONE, respects_dry_run::DELETES),
    sub(
        "list|listSnapshots|getGuestIPAddress|checkToolsState|listProcessesInGuest|fileExistsInGuest",
        NONE,
        Behavior::Reads,
    ),
];

static QEMU_SUBS: &[Sub] = &[
    sub("info|check|map|measure|compare|bench", NONE, Behavior::Reads),
    sub("snapshot", NONE, QEMU_SNAPSHOT),
    sub("create|convert", NONE, Behavior::Code(qemu_writes)),
    sub("resize|commit|rebase|amend|dd", NONE, respects_dry_run::CHANGES),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.add(kind, Domain::VirtualMachine, Place::Machine, traits, call.at);
}

/// What machines of this machine's own hypervisor undergo.
mod here {
    use super::{Behavior, Domain, EffectSpec, Kind, Place, Traits};

    const fn spec(kind: Kind) -> EffectSpec {
        EffectSpec::new(kind, Domain::VirtualMachine).at(Place::Machine)
    }

    pub(super) const DELETES: Behavior = Behavior::Effects(&[spec(Kind::Deletes)]);
    pub(super) const DELETES_ALL: Behavior =
        Behavior::Effects(&[spec(Kind::Deletes).with(Traits::WHOLE)]);
    pub(super) const DELETES_MINOR: Behavior =
        Behavior::Effects(&[spec(Kind::Deletes).with(Traits::MINOR)]);
    pub(super) const STOPS: Behavior = Behavior::Effects(&[spec(Kind::Stops)]);
    pub(super) const CHANGES: Behavior = Behavior::Effects(&[spec(Kind::ChangesRemote)]);
}

const UNDEFINE: Behavior = Behavior::Cases(&[
    when(has_flag("remove-all-storage storage wipe-storage"), here::DELETES_ALL),
    otherwise(here::DELETES),
]);

const VBOX: Behavior = Behavior::Cases(&[
    when(first_operand("unregistervm").and(&has_flag("delete delete-all")), here::DELETES_ALL),
    when(first_operand("unregistervm discardstate"), here::DELETES_MINOR),
    when(first_operand("closemedium").and(&has_flag("delete")), here::DELETES_ALL),
    when(first_operand("snapshot").and(&any_operand("delete")), here::DELETES),
    when(first_operand("snapshot").and(&any_operand("restore restorecurrent")), here::CHANGES),
    when(
        first_operand("controlvm")
            .and(&any_operand("poweroff reset acpipowerbutton savestate pause")),
        here::STOPS,
    ),
    when(
        first_operand("hostonlyif natnetwork dhcpserver").and(&any_operand("remove")),
        here::DELETES_MINOR,
    ),
    when(first_operand("modifymedium modifyhd"), here::CHANGES),
    when(
        first_operand("list showvminfo showhdinfo showmediuminfo metrics getextradata"),
        Behavior::Reads,
    ),
    when(
        first_operand("guestcontrol").and(&any_operand("rm rmdir removefile removedir")),
        here::DELETES_MINOR,
    ),
    otherwise(Behavior::Runs),
]);

const MULTIPASS_DELETE: Behavior = Behavior::Cases(&[
    // Without `--purge` an instance can be recovered.
    when(has_flag("purge"), here::DELETES_ALL),
    otherwise(here::DELETES_MINOR),
]);

/// Hypervisors with verbs of their own spelling.
fn hypervisor<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("delete-vm delete-disk")) {
        return walker.does(Kind::Deletes, Domain::VirtualMachine, Traits::empty(), call);
    }
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
        Some((Kind::Creates, _)) => walker.mark_changing(),
        // `govc vm.power -on` starts.
        Some((Kind::Stops, _))
            if call.args.iter().any(|arg| arg.is("-on") || arg.is("-on=true")) =>
        {
            walker.mark_changing()
        }
        Some((kind, traits)) => add(walker, call, kind, traits),
        None => verbs::by_verb(walker, call, Domain::VirtualMachine),
    }
}

const QEMU_SNAPSHOT: Behavior = Behavior::Cases(&[
    when(has_flag("delete"), here::DELETES_MINOR),
    when(has_flag("apply"), here::CHANGES),
    otherwise(Behavior::Runs),
]);

fn qemu_writes<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let creates = call.words.first().is_some_and(|word| word.is("create"));
    let file = if creates { call.operands.first() } else { call.operands.last() };
    match file {
        Some(file) => walker.touches(Kind::Overwrites, file, Traits::empty()),
        None => walker.mark_changing(),
    }
}
