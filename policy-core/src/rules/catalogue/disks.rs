//! Disks, partitions, volumes and file systems.

use crate::facts::effect::{Domain, Effect, Kind, Traits};
use crate::facts::place::Place;
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "disks/format-temporary",
        title: "Formats a temporary image",
        level: Risk::Low,
        effect_kinds: &[Kind::Formats],
        condition: |effect| effect.place == Place::Temporary,
        what: "A file in a temporary folder becomes a file system.",
        why: "That is what it is for.",
        instead: "Nothing, this is fine.",
        matches: &["mkfs.ext4 /tmp/disk.img", "mkswap /tmp/swap.img"],
        non_matches: &["mkfs.ext4 /dev/sdb1", "mkfs.ext4 disk.img"],
    },
    Rule {
        id: "disks/format-image",
        title: "Formats an image in the workspace",
        level: Risk::Medium,
        effect_kinds: &[Kind::Formats],
        condition: |effect| matches!(effect.place, Place::Workspace | Place::BuildOutput),
        what: "A file in the workspace becomes an empty file system.",
        why: "Without a checkpoint, the contents of the file are lost.",
        instead: "Nothing, if a checkpoint is taken first.",
        matches: &["mkfs.ext4 disk.img", "mkfs -t vfat build/efi.img"],
        non_matches: &["mkfs.ext4 /dev/sdb1"],
    },
    Rule {
        id: "disks/format",
        title: "Formats or wipes a disk, partition or volume",
        level: Risk::Critical,
        effect_kinds: &[Kind::Formats],
        condition: |_| true,
        what: "A disk, partition or file system is formatted, wiped or repartitioned.",
        why: "Everything on it is lost, and checkpoints do not cover it.",
        instead: "Check the device twice and let a person do it.",
        matches: &[
            "mkfs.ext4 /dev/sdb1",
            "wipefs -a /dev/sda",
            "sudo parted /dev/sda mklabel gpt",
            "diskutil eraseDisk JHFS+ X disk2",
            "cryptsetup luksFormat /dev/sdb",
        ],
        non_matches: &[
            "lsblk",
            "parted -l",
            "fdisk -l",
            "wipefs /dev/sda",
            "mkfs.ext4 /tmp/disk.img",
        ],
    },
    Rule {
        id: "disks/delete-volume",
        title: "Deletes or shrinks a volume",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Disk && effect.place != Place::Temporary && tool(effect)
        },
        what: "A logical volume, pool, snapshot or subvolume is deleted, rolled back or made smaller.",
        why: "Its data is lost, and checkpoints do not cover it.",
        instead: "Take a snapshot of the volume first, and let a person do it.",
        matches: &[
            "lvremove -f vg0/data",
            "zfs destroy tank/data",
            "zfs rollback tank/data@1",
            "btrfs subvolume delete /mnt/x",
        ],
        non_matches: &["lvs", "zfs list", "zfs destroy -n tank/data", "btrfs subvolume list /"],
    },
    Rule {
        id: "disks/change",
        title: "Changes a file system in place",
        level: Risk::High,
        effect_kinds: &[Kind::WritesDevice],
        condition: |effect| effect.traits.contains(Traits::MINOR),
        what: "A file system or volume is repaired, resized or changed in place.",
        why: "If it goes wrong, the data on it is lost.",
        instead: "Make a backup first, and try the read-only form (`fsck -n`).",
        matches: &[
            "fsck -y /dev/sda1",
            "resize2fs /dev/sda1 10G",
            "tune2fs -O ^has_journal /dev/sda1",
        ],
        non_matches: &["fsck -n /dev/sda1", "tune2fs -l /dev/sda1"],
    },
    Rule {
        id: "disks/detach",
        title: "Takes a disk or file system out of use",
        level: Risk::Medium,
        effect_kinds: &[Kind::Stops],
        condition: |effect| effect.domain == Domain::Disk,
        what: "A file system is unmounted or remounted, or a volume or swap is closed.",
        why: "Programs that use it fail, and unwritten data may be lost.",
        instead: "Check who is using it first (`lsof`, `fuser`).",
        matches: &[
            "umount /mnt/data",
            "sudo swapoff -a",
            "cryptsetup close data",
            "losetup -d /dev/loop0",
        ],
        non_matches: &["mount", "findmnt", "losetup -l"],
    },
];

/// Done by a tool of volumes, not by a redirection or a deleted device file.
fn tool(effect: &Effect) -> bool {
    !effect.traits.intersects(Traits::REDIRECTION.union(Traits::FORCED).union(Traits::RECURSIVE))
}
