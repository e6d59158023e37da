//! Disks, partitions, volumes and file systems.

use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, Subject, WordAction, any_case, contains, exists, first_operand, has_flag, not, otherwise,
    when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

/// Makes anew what a device holds.
const FORMATS: EffectSpec = EffectSpec::new(Kind::Formats, Domain::Disk);
/// Takes a volume away.
const DELETES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Disk);
/// Changes a file system or volume in place; it can go wrong.
const CHANGES: EffectSpec = EffectSpec::new(Kind::WritesDevice, Domain::Disk).with(Traits::MINOR);
/// Takes something out of use.
const STOPS: EffectSpec = EffectSpec::new(Kind::Stops, Domain::Disk);

const NONE: Options = Options::gnu("");
const LONG: Options = Options::long("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &[
            "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat",
            "mkfs.fat", "mkfs.msdos", "mkfs.exfat", "mkfs.ntfs", "mkfs.f2fs", "mkfs.minix",
            "mkfs.cramfs", "mkfs.bfs", "mkfs.jfs", "mkfs.reiserfs", "mkfs.nilfs2", "mkfs.udf",
            "mkfs.gfs2", "mkfs.ocfs2", "mkfs.erofs", "mkdosfs", "mkexfatfs", "mkntfs",
            "mkreiserfs", "mkudffs", "mkswap", "newfs", "newfs_hfs", "newfs_apfs", "newfs_msdos",
            "newfs_exfat",
        ],
        Options::gnu("t|type= L|label= U|uuid= b= i= m= n= N= E= O= I= F f|force q|quiet v|verbose V|version d= l= s= r= S= T= D= M= o= g= p|pagesize= help"),
        Behavior::Code(make_file_system),
    ),
    program(
        &["mkfs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4", "mke2fs"],
        Options::gnu("t|type= L= U= b= C= i= m= N= E= e= O= I= F v V n|dry-run d= l= r= T= M= o= g= J= G= help"),
        Behavior::Code(make_file_system),
    ),
    program(
        &["fdisk", "cfdisk", "sfdisk", "gdisk", "cgdisk", "gpart"],
        Options::gnu(
            "l|list x|list-details s|show-size g|show-geometry d|dump J|json F|list-free V|verify v|version n|no-act T|list-types N= delete part-label part-type part-uuid part-attrs disk-id wipe= W= b= c=? u=? L=? t|type= O= a|append f|force q|quiet X|label= help B|protect-boot",
        ),
        Behavior::Code(partition),
    ),
    program(
        &["sgdisk"],
        Options::gnu(
            "p|print i|info= v|verify V|version L|list-types b|backup= l|load-backup= Z|zap-all z|zap o|clear n|new= d|delete= t|typecode= c|change-name= g|mbrtogpt G|randomize-guids R|replicate= s|sort P|pretend E|end-of-largest F|first-aligned-in-largest f|first-in-largest D|display-alignment e|move-second-header a|set-alignment= r|transpose= u|partition-guid= U|disk-guid= A|attributes= m|gpttombr= h|hybrid= N|largest-new= S|resize-table= help",
        ),
        SGDISK,
    ),
    program(
        &["parted"],
        Options::gnu("l|list s|script m|machine a|align= i|interactive f|fix v|version help"),
        Behavior::Code(parted),
    ),
    program(
        &["wipefs"],
        Options::gnu(
            "a|all o|offset= t|types= n|no-act b|backup f|force i|noheadings J|json O|output= p|parsable q|quiet lock=? help V|version",
        ),
        WIPEFS,
    ),
    program(
        &["blkdiscard"],
        Options::gnu("o|offset= l|length= p|step= s|secure z|zeroout f|force q|quiet v|verbose help V|version"),
        Behavior::Effects(&[FORMATS]),
    ),
    program(
        &["hdparm"],
        Options::long("security-erase= security-erase-enhanced= security-set-pass= security-disable= security-unlock= user-master= trim-sector-ranges trim-sector-ranges-stdin write-sector= make-bad-sector= repair-sector= please-destroy-my-drive sanitize-block-erase sanitize-crypto-scramble sanitize-overwrite= fwdownload="),
        Behavior::Effects(&[FORMATS.only(
            "security-erase security-erase-enhanced trim-sector-ranges trim-sector-ranges-stdin write-sector make-bad-sector repair-sector sanitize-block-erase sanitize-crypto-scramble sanitize-overwrite please-destroy-my-drive security-set-pass fwdownload",
        )]),
    ),
    toolbox(&["nvme"], NONE, NVME, Behavior::Reads),
    program(
        &["badblocks"],
        Options::gnu("w n b= c= e= d= i= o= p= t="),
        BADBLOCKS,
    ),
    program(
        &["lvremove", "vgremove", "pvremove", "lvreduce", "vgreduce", "thin_trim"],
        Options::gnu("f|force y|yes t|test q|quiet v|verbose L|size= l|extents= r|resizefs n|name= S|select= a|all help version"),
        Behavior::Effects(&[DELETES.unless("test")]),
    ),
    program(
        &["pvmove", "vgcfgrestore", "lvconvert", "lvresize", "vgmerge", "vgsplit", "pvresize", "lvchange", "vgchange"],
        Options::gnu("f|force y|yes t|test q|quiet v|verbose L|size= l|extents= r|resizefs n|name= a|activate= list help version"),
        Behavior::Code(volume_change),
    ),
    program(&["pvcreate"], Options::gnu("f|force y|yes t|test"), Behavior::Effects(&[FORMATS.unless("test")])),
    program(
        &["lvs", "vgs", "pvs", "lvdisplay", "vgdisplay", "pvdisplay", "lvscan", "vgscan", "pvscan", "smartctl", "dumpe2fs", "sync", "lsscsi", "xfs_info", "filefrag"],
        NONE,
        Behavior::Reads,
    ),
    program(&["lvcreate", "vgcreate", "lvextend", "vgextend", "fstrim", "swapon", "mountpoint", "xfs_growfs", "growpart", "udisksctl"], NONE, Behavior::Runs),
    toolbox(&["zfs"], Options::gnu("o= n"), ZFS, Behavior::Reads),
    toolbox(&["zpool"], Options::gnu("n"), ZPOOL, Behavior::Reads),
    // Tools of RAID controllers.
    program(
        &[
            "MegaCli", "MegaCli64", "megacli", "storcli", "storcli64", "perccli", "perccli64",
            "hpssacli", "ssacli", "hpacucli", "arcconf", "tw_cli", "3ware",
        ],
        Options::long(""),
        RAID,
    ),
    program(
        &["dmraid"],
        Options::gnu("a|activate= r|raid_devices E|erase_metadata x|remove R|rebuild f= s|sets n|native_log b|block_devices l|list_formats v|verbose d|debug V|version h|help y t|test c= i p P= D|dump_metadata"),
        Behavior::Cases(&[
            when(has_flag("test"), Behavior::Reads),
            when(has_flag("erase_metadata remove f"), Behavior::Effects(&[FORMATS])),
            when(has_flag("activate rebuild"), Behavior::Effects(&[CHANGES])),
            when(has_flag("dump_metadata"), Behavior::Runs),
        ]),
    ),
    program(
        &["mdadm"],
        Options::gnu(
            "zero-superblock S|stop f|fail|set-faulty r|remove C|create= A|assemble D|detail E|examine Q|query F|monitor G|grow a|add= l|level= n|raid-devices= run s|scan force assume-clean x|spare-devices= B|build kill-subarray= v|verbose help V|version o|readonly w|readwrite",
        ),
        MDADM,
    ),
    toolbox(
        &["cryptsetup"],
        Options::gnu("q|batch-mode v|verbose y|verify-passphrase c|cipher= s|key-size= h|hash= d|key-file= S|key-slot= type= label= header= i|iter-time= pbkdf= new-keyfile= help V|version"),
        CRYPTSETUP,
        Behavior::Runs,
    ),
    program(
        &["mount"],
        Options::gnu("a|all t|types= o|options= L|label= U|uuid= r|read-only w|rw v|verbose f|fake B|bind M|move R|rbind l|show-labels O= source= target= T|fstab= help V|version"),
        MOUNT,
    ),
    program(
        &["umount", "fusermount", "fusermount3", "unmount"],
        Options::gnu("a|all f|force l|lazy R|recursive t|types= r|read-only v|verbose fake A|all-targets O= help V|version"),
        Behavior::Effects(&[STOPS.unless("fake")]),
    ),
    program(&["swapoff"], Options::gnu("a|all L= U= v|verbose help V|version"), Behavior::Effects(&[STOPS])),
    program(
        &["losetup"],
        Options::gnu("a|all d|detach= D|detach-all f|find j|associated= l|list o|offset= P|partscan r|read-only show J|json O|output= n|noheadings sizelimit= c|set-capacity b|sector-size= v|verbose help V|version"),
        Behavior::Effects(&[STOPS.only("detach detach-all").unless("list all associated")]),
    ),
    program(&["eject"], Options::gnu("n|noop d|default X|listspeed v|verbose help V|version t|trayclose"), Behavior::Effects(&[STOPS.unless("noop default listspeed version")])),
    program(
        &["fsck", "fsck.ext2", "fsck.ext3", "fsck.ext4", "e2fsck", "fsck.xfs", "xfs_repair", "fsck.vfat", "fsck.fat", "dosfsck", "fsck.btrfs", "ntfsfix", "fsck_hfs", "fsck_apfs", "reiserfsck", "fsck.exfat", "fsck.f2fs"],
        Options::gnu("n N t= V C=? b= B= E= l= L= j= z= help"),
        Behavior::Effects(&[CHANGES.unless("n N V")]),
    ),
    program(&["tune2fs"], Options::gnu("l L= U= c= i= m= r= o= O= e= E= J= g= u= s= M= Q= C= T= I= z="), Behavior::Effects(&[CHANGES.unless("l")])),
    program(&["resize2fs", "e2label", "debugfs", "ntfsresize", "fatlabel", "ntfslabel", "btrfstune", "xfs_db", "resize.f2fs", "resize_reiserfs"], Options::gnu("P d= S= z= n|no-action i|info"), Behavior::Effects(&[CHANGES.unless("P info no-action")])),
    toolbox(&["diskutil"], LONG, DISKUTIL, Behavior::Runs),
    toolbox(&["hdiutil"], Options::long("size= fs= volname= srcfolder= format= o="), HDIUTIL, Behavior::Runs),
    toolbox(&["btrfs"], NONE, BTRFS, Behavior::Runs),
    program(&["asr"], Options::long("source= target="), Behavior::Effects(&[FORMATS.only("target")])),
    program(&["dmsetup"], Options::gnu("f|force"), DMSETUP),
    program(&["sg_format", "sg_sanitize", "sg_unmap", "sg_write_same", "nwipe", "dban", "flash_erase", "flash_eraseall", "ddrescue_wipe"], NONE, Behavior::Effects(&[FORMATS])),
    program(&["xfs_admin"], Options::gnu("l u L= U= c= O= r="), Behavior::Effects(&[CHANGES.only("L U c O")])),
    program(&["flashrom"], Options::gnu("p|programmer= r|read= w|write= v|verify= E|erase c|chip= l|layout= i|image= n|noverify N|noverify-all f|force L|list-supported flash-name flash-size wp-status o|output="), Behavior::Effects(&[FORMATS.only("write erase")])),
    program(&["fastboot"], Options::gnu("w s= S= a|set-active=? skip-reboot disable-verity disable-verification force slot= verbose"), Behavior::Code(fastboot)),
    program(&["grub-install", "grub2-install", "update-grub", "grub-mkconfig", "grub2-mkconfig", "efibootmgr", "update-initramfs", "mkinitcpio", "mkinitfs", "dracut", "bootctl", "syslinux", "extlinux", "lilo", "bless"], Options::gnu("v u B|delete-bootnum b= o|output= P help version"), Behavior::Code(boot)),
];

static NVME: &[Sub] = &[
    sub(
        "list|list-subsys|id-ctrl|id-ns|list-ns|list-ctrl|smart-log|error-log|fw-log|get-log|get-feature|show-regs|discover|help|version|endurance-log|effects-log|sanitize-log|self-test-log|show-topology|telemetry-log|gen-hostnqn|show-hostnqn|get-ns-id|ns-descs|changed-ns-list-log|ana-log|read",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "format|sanitize|write-zeroes|delete-ns|dsm|fw-download|fw-commit|write-uncor",
        NONE,
        Behavior::Effects(&[FORMATS]),
    ),
    sub(
        "reset|subsystem-reset|detach-ns|disconnect|disconnect-all",
        NONE,
        Behavior::Effects(&[STOPS]),
    ),
    sub("write|set-feature|resv-release|create-ns|attach-ns", NONE, Behavior::Effects(&[CHANGES])),
];

static ZFS: &[Sub] = &[
    sub(
        "list|get|diff|holds|version|help|userspace|groupspace|projectspace",
        NONE,
        Behavior::Reads,
    ),
    sub("destroy", Options::gnu("n"), Behavior::Effects(&[DELETES.unless("n")])),
    sub("rollback", Options::gnu(""), Behavior::Effects(&[DELETES])),
    sub(
        "receive|recv",
        Options::gnu("F n o= x="),
        Behavior::Effects(&[DELETES.only("F").unless("n")]),
    ),
    sub(
        "rename|promote|inherit|set|upgrade|change-key|unload-key",
        NONE,
        Behavior::Effects(&[CHANGES]),
    ),
    sub("unmount|umount|unshare", NONE, Behavior::Effects(&[STOPS])),
    sub(
        "create|snapshot|snap|clone|mount|share|send|hold|release|bookmark|allow|load-key|unallow",
        NONE,
        Behavior::Runs,
    ),
];

static ZPOOL: &[Sub] = &[
    sub("list|status|iostat|get|history|events|version|help|wait", NONE, Behavior::Reads),
    sub("destroy|labelclear", NONE, Behavior::Effects(&[FORMATS])),
    sub("create|add", Options::gnu("n o= O= m= R= t="), Behavior::Effects(&[FORMATS.unless("n")])),
    sub(
        "remove|detach|offline|split|clear|replace|attach|set|upgrade|reguid|initialize|trim|checkpoint",
        Options::gnu("n"),
        Behavior::Effects(&[CHANGES.unless("n")]),
    ),
    sub("export", NONE, Behavior::Effects(&[STOPS])),
    sub("import|scrub|online|resilver", NONE, Behavior::Runs),
];

static CRYPTSETUP: &[Sub] = &[
    sub("luksFormat|luksErase|erase|reencrypt|format", NONE, Behavior::Effects(&[FORMATS])),
    sub(
        "luksKillSlot|luksRemoveKey|luksDelKey|luksHeaderRestore|convert|luksChangeKey|luksConvertKey|resize|repair|luksUUID|config",
        NONE,
        Behavior::Effects(&[CHANGES]),
    ),
    sub(
        "close|luksClose|remove|plainClose|loopaesClose|luksSuspend",
        NONE,
        Behavior::Effects(&[STOPS]),
    ),
    sub("luksDump|isLuks|status|benchmark|tcryptDump|luksHeaderBackup", NONE, Behavior::Reads),
];

static DISKUTIL: &[Sub] = &[
    sub(
        "list|info|information|activity|listFilesystems|verifyVolume|verifyDisk",
        LONG,
        Behavior::Reads,
    ),
    sub("cs|coreStorage|appleRAID list|info", LONG, Behavior::Reads),
    sub(
        "eraseDisk|eraseVolume|eraseOptical|zeroDisk|randomDisk|secureErase|reformat|partitionDisk|resizeVolume|mergePartitions|splitPartition|addPartition",
        LONG,
        Behavior::Effects(&[FORMATS]),
    ),
    sub(
        "apfs deleteContainer|deleteVolume|deleteVolumeGroup|deleteSnapshot|eraseVolume",
        LONG,
        Behavior::Effects(&[DELETES]),
    ),
    sub(
        "apfs list|listUsers|listSnapshots|listVolumeGroups|listCryptoUsers",
        LONG,
        Behavior::Reads,
    ),
    sub(
        "apfs resizeContainer|encryptVolume|decryptVolume|changePassphrase|createContainer",
        LONG,
        Behavior::Effects(&[CHANGES]),
    ),
    sub(
        "cs|coreStorage|appleRAID delete|deleteLVG|deleteVolume|remove",
        LONG,
        Behavior::Effects(&[DELETES]),
    ),
    sub("unmount|umount|unmountDisk|umountDisk|eject", LONG, Behavior::Effects(&[STOPS])),
    sub(
        "repairVolume|repairDisk|rename|renameVolume|enableJournal|disableJournal|resetUserPermissions",
        LONG,
        Behavior::Effects(&[CHANGES]),
    ),
];

static HDIUTIL: &[Sub] = &[
    sub("info|imageinfo|isencrypted|verify|checksum|help|plugins|pmap", LONG, Behavior::Reads),
    sub("detach|eject|unmount", Options::long(""), Behavior::Effects(&[STOPS])),
    sub("erasekeys|burn|resize|compact|partition", LONG, Behavior::Effects(&[CHANGES])),
];

static BTRFS: &[Sub] = &[
    sub("subvolume|sub delete|del", Options::gnu("i="), Behavior::Effects(&[DELETES])),
    sub("device|dev delete|remove", NONE, Behavior::Effects(&[DELETES])),
    sub("device|dev stats|usage|scan|ready", NONE, Behavior::Reads),
    sub("filesystem|fi resize|label|defragment", NONE, Behavior::Effects(&[CHANGES])),
    sub("filesystem|fi show|df|usage|du", NONE, Behavior::Reads),
    sub("subvolume|sub list|show|get-default|find-new", NONE, Behavior::Reads),
    sub(
        "check",
        Options::gnu("repair init-csum-tree init-extent-tree"),
        Behavior::Effects(&[CHANGES.only("repair init-csum-tree init-extent-tree")]),
    ),
    sub(
        "rescue zero-log|chunk-recover|super-recover|fix-device-size",
        NONE,
        Behavior::Effects(&[CHANGES]),
    ),
    sub("balance start", Options::gnu("d=? m=? s=?"), Behavior::Effects(&[CHANGES])),
];

/// Formats each of the words: a device, or a file that stands for one.
fn make_file_system<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("V version dry-run")) {
        return;
    }
    // The word behind the device is its size in blocks.
    match call.operands.first() {
        Some(target) => walker.touches(Kind::Formats, target, Traits::empty()),
        None => walker.mark_changing(),
    }
    for target in call.operands.iter().skip(1).filter(|arg| arg.text.starts_with('/')) {
        walker.touches(Kind::Formats, target, Traits::empty());
    }
}

fn partition<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = words!(
        "list list-details show-size show-geometry dump json list-free verify version no-act \
         list-types"
    );
    let gpart_looks = call.name == "gpart"
        && call
            .operands
            .first()
            .is_some_and(|verb| matches!(verb.text, "show" | "list" | "status"));
    if call.has_any(looks) || gpart_looks || (call.operands.is_empty() && call.flags.is_empty()) {
        return;
    }
    formats(walker, call);
}

const SGDISK: Behavior = Behavior::Cases(&[
    when(has_flag("pretend"), Behavior::Reads),
    when(
        has_flag(
            "zap-all zap clear new delete typecode change-name mbrtogpt randomize-guids replicate sort load-backup move-second-header transpose partition-guid disk-guid attributes gpttombr hybrid largest-new resize-table",
        ),
        Behavior::Effects(&[FORMATS]),
    ),
]);

fn parted<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("list version")) || call.operands.is_empty() {
        return;
    }
    let commands = call.operands.get(1..).unwrap_or(&[]);
    let looks = |arg: &crate::facts::arg::Arg<'_>| {
        words!(
            "print p unit align-check help version quit free all list devices MiB GiB MB GB s B % \
             optimal minimal"
        )
        .has(arg.text.split(' ').next().unwrap_or_default())
            || arg.text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !commands.is_empty() && commands.iter().all(looks) {
        return;
    }
    formats(walker, call);
}

const WIPEFS: Behavior = Behavior::Cases(&[
    when(has_flag("no-act"), Behavior::Reads),
    when(
        has_flag("all offset").and(&exists(Subject::First)),
        Behavior::On(WordAction::Touches(Kind::Formats, Traits::empty()), ALL),
    ),
    when(has_flag("all offset"), Behavior::Effects(&[FORMATS])),
]);

const BADBLOCKS: Behavior = Behavior::Cases(&[
    when(has_flag("w"), Behavior::Effects(&[FORMATS])),
    when(has_flag("n"), Behavior::Effects(&[CHANGES])),
]);

const RAID: Behavior = Behavior::Cases(&[
    when(
        any_case(
            "del delete clear erase init initialize format -CfgLdDel -CfgClr -LDInit -PDClear -CfgForeign",
        ),
        Behavior::Effects(&[FORMATS]),
    ),
    when(any_case("show info -AdpAllInfo -LDInfo -PDList getconfig getstatus"), Behavior::Reads),
    otherwise(Behavior::Runs),
]);

const MDADM: Behavior = Behavior::Cases(&[
    when(has_flag("zero-superblock create kill-subarray build"), Behavior::Effects(&[FORMATS])),
    when(has_flag("stop"), Behavior::Effects(&[STOPS])),
    when(has_flag("set-faulty remove grow"), Behavior::Effects(&[CHANGES])),
    when(has_flag("assemble add run readonly readwrite"), Behavior::Runs),
]);

/// Mounting hides what lay below and is undone by unmounting; a changed mount of the root or a
/// file system opened for writing is more.
const MOUNT: Behavior = Behavior::Cases(&[
    when(has_flag("version show-labels fake"), Behavior::Reads),
    when(
        not(exists(Subject::First)).and(&not(has_flag("all label uuid source target"))),
        Behavior::Reads,
    ),
    when(contains(Subject::Value, "remount").of("options"), Behavior::Effects(&[STOPS])),
    otherwise(Behavior::Effects(&[
        EffectSpec::new(Kind::Configures, Domain::Disk).with(Traits::MINOR)
    ])),
]);

const DMSETUP: Behavior = Behavior::Cases(&[
    when(first_operand("remove remove_all wipe_table clear suspend"), Behavior::Effects(&[STOPS])),
    when(first_operand("create load reload rename resume message"), Behavior::Runs),
]);

/// Programs that decide how the machine starts.
fn boot<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = match call.name {
        "efibootmgr" => call.flags.iter().all(|flag| matches!(flag.name, "v" | "u")),
        "bootctl" => matches!(
            call.operands.first().map(|arg| arg.text),
            None | Some("status" | "list" | "is-installed")
        ),
        "grub-mkconfig" | "grub2-mkconfig" => !call.has("output"),
        "lilo" | "bless" => call.operands.is_empty() && call.flags.is_empty(),
        "mkinitcpio" => call.has_any(words!("version H hookhelp L listhooks M automods")),
        "dracut" => call.has_any(words!("version list-modules print-cmdline")),
        "mkinitfs" => call.has_any(words!("version l L")),
        _ => call.has("version"),
    };
    if !looks {
        walker.does(Kind::Configures, Domain::System, Traits::FORCED, call);
    }
}

/// Volumes that are changed, unless copies of their set-up are only listed.
fn volume_change<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let lists = call.name == "vgcfgrestore" && call.has_any(words!("list extents"));
    if !lists && !call.has("test") {
        walker.does(Kind::WritesDevice, Domain::Disk, Traits::MINOR, call);
    }
}

/// What a bootloader is told over a cable: most of it writes.
fn fastboot<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.operands.first().map_or("", |word| word.text);
    let looks = words!("devices getvar help continue reboot reboot-bootloader get_staged fetch");
    if call.has("w") || !(verb.is_empty() || looks.has(verb)) {
        walker.does(Kind::Formats, Domain::Disk, Traits::empty(), call);
    }
}

fn formats<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.does(Kind::Formats, Domain::Disk, Traits::empty(), call);
}
