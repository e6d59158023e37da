//! Backups and their repositories.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "backup/delete-all",
        title: "Deletes every backup",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Backup
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A whole repository of backups is deleted.",
        why: "Afterwards there is nothing to restore from.",
        instead: "Delete the one archive you mean, and keep the newest.",
        matches: &[
            "borg delete /mnt/backup",
            "tarsnap --nuke",
            "wal-g delete everything --confirm",
        ],
        non_matches: &["borg list /mnt/backup", "wal-g delete everything"],
    },
    Rule {
        id: "backup/delete",
        title: "Deletes backups",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Backup,
        what: "Snapshots or archives are deleted.",
        why: "Anything stored only in them can no longer be restored.",
        instead: "Check with `--dry-run` which ones would be deleted.",
        matches: &[
            "restic forget --keep-last 1 --prune",
            "borg prune --keep-daily 7 /mnt/backup",
            "velero backup delete nightly --confirm",
            "duplicity remove-older-than 30D --force s3://b",
        ],
        non_matches: &[
            "restic forget --keep-last 1 --dry-run",
            "restic snapshots",
            "duplicity remove-older-than 30D s3://b",
        ],
    },
    Rule {
        id: "backup/change",
        title: "Changes or interrupts backups",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops],
        condition: |effect| effect.domain == Domain::Backup,
        what: "Backups are paused, repaired, unlocked or restored over what is there.",
        why: "A missing backup is noticed only when it is needed.",
        instead: "Check the repository first.",
        matches: &[
            "borg break-lock /mnt/backup",
            "restic unlock --remove-all",
            "velero schedule pause nightly",
        ],
        non_matches: &["restic check", "borg info /mnt/backup"],
    },
];
