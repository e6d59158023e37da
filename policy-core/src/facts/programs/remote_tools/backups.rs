//! Backups: what is forgotten here is what one would have come back to.

use super::verbs::respects_dry_run::backups as respects_dry_run;
use super::verbs::unconditional;
use crate::facts::cases::{
    ALSO_CHANGES, Subject, Target, WordAction, contains, exists, first_operand, flag_enabled,
    has_flag, is, named, not, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["restic", "rustic", "autorestic", "resticprofile"],
        RESTIC,
        RESTIC_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["borg", "borgmatic"], BORG, BORG_SUBS, Behavior::Runs),
    toolbox(&["velero", "ark"], VELERO, VELERO_SUBS, Behavior::Verb(Domain::Backup)),
    program(&["duplicity"], DUPLICITY, DUPLICITY_CASES),
    toolbox(&["kopia"], KOPIA, KOPIA_SUBS, Behavior::Verb(Domain::Backup)),
    program(
        &["tarsnap"],
        Options::gnu(
            "d|delete f= x t nuke keyfile= cachedir= n|dry-run print-stats list-archives C= archive-names=",
        ),
        TARSNAP,
    ),
    toolbox(
        &["pgbackrest"],
        Options::gnu(
            "stanza= config= type= target= set= repo= dry-run pg1-path= db-include= log-level-console= archive-mode= h|help",
        ),
        PGBACKREST_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["wal-g", "wal-e", "barman", "barman-cloud-backup-delete"],
        Options::gnu(
            "config= c|config= confirm target-user-data= turbo f|force h|help q|quiet d|debug dry-run",
        ),
        WALG_SUBS,
        Behavior::Verb(Domain::Backup),
    ),
    toolbox(
        &[
            "bup",
            "duplicacy",
            "zpaq",
            "attic",
            "obnam",
            "rdiff-backup",
            "bacula",
            "bconsole",
            "duplicati-cli",
            "proxmox-backup-client",
            "urbackupclientctl",
            "timeshift",
            "snapper",
            "mylvmbackup",
        ],
        Options::gnu(
            "r|repository= c|config= d= force delete snapshot= delete-all remove-older-than= api-version= scripted h|help sync s=",
        ),
        OTHER_SUBS,
        OTHER,
    ),
    toolbox(&["tmutil"], Options::long("d= t= p="), TMUTIL_SUBS, Behavior::Runs),
];

const NONE: Options = Options::gnu("");

const RESTIC: Options = Options::gnu(
    "r|repo= p|password-file= password-command= o|option= n|dry-run q|quiet v|verbose=? cache-dir= tag= H|host= path= key-hint= limit-upload= repository-file= keep-last= keep-hourly= d|keep-daily= w|keep-weekly= m|keep-monthly= y|keep-yearly= keep-tag= keep-within= g|group-by= prune unsafe-allow-remove-all max-unused= t|target= i|include= e|exclude= s|snapshot= delete remove-all overwrite= a|all l|location= b|backend= c|config= h|help",
);

const FORGETS: Behavior = FORGET;

static RESTIC_SUBS: &[Sub] = &[
    sub("forget", NONE, FORGETS),
    sub("prune", NONE, FORGETS),
    sub("rewrite", NONE, FORGETS),
    sub("repair packs|snapshots|index", NONE, FORGETS),
    sub(
        "key remove|passwd",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret)]),
    ),
    sub("key list|add", NONE, Behavior::Runs),
    sub(
        "unlock",
        Options::gnu("remove-all"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Backup).only("remove-all")
        ]),
    ),
    sub("restore", NONE, RESTORES),
    sub("cache", Options::gnu("cleanup"), Behavior::Runs),
    sub("migrate|tag|recover", NONE, Behavior::Runs),
    sub("exec", Options::gnu("a|all"), Behavior::Runs),
    sub(
        "snapshots|ls|find|stats|diff|dump|cat|check|list|version|mount|options|self-update|show",
        NONE,
        Behavior::Reads,
    ),
];

const BORG: Options = Options::gnu(
    "n|dry-run list s|stats p|progress r|repo= v|verbose debug info critical lock-wait= remote-path= rsh= umask= a|glob-archives= P|prefix= keep-last= keep-within= H|keep-hourly= d|keep-daily= w|keep-weekly= m|keep-monthly= y|keep-yearly= force save-space cache-only keep-security-info first= last= threshold= cleanup-commits C|compression= e|exclude= encryption= repair archives-only repository-only strip-components= c|config= override= h|help",
);

static BORG_SUBS: &[Sub] = &[
    sub("delete", NONE, BORG_DELETE),
    sub("prune|recreate", NONE, FORGETS),
    sub("repo-delete|rdelete", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "compact",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).unless("dry-run")]),
    ),
    sub(
        "check",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Backup).only("repair")]),
    ),
    sub("break-lock", NONE, respects_dry_run::CHANGES),
    sub("rename", NONE, Behavior::Runs),
    sub("key change-passphrase|import|change-location", NONE, respects_dry_run::CHANGES),
    sub("extract", NONE, EXTRACTS),
    sub(
        "list|info|diff|mount|umount|export-tar|create|init|rcreate|repo-list|repo-info|rlist|rinfo|config|serve|rcreate",
        NONE,
        Behavior::Runs,
    ),
];

const VELERO: Options = Options::gnu(
    "n|namespace= kubeconfig= kubecontext= confirm all l|selector= o|output= from-backup= from-schedule= h|help w|wait",
);

static VELERO_SUBS: &[Sub] = &[
    sub("backup|restore|schedule delete", NONE, respects_dry_run::DELETES),
    sub("delete", NONE, respects_dry_run::DELETES),
    sub("uninstall", NONE, respects_dry_run::DELETES_ALL),
    sub("schedule pause", NONE, respects_dry_run::STOPS),
    sub("restore create", Options::gnu("existing-resource-policy="), respects_dry_run::CHANGES),
    sub("create restore", NONE, respects_dry_run::CHANGES),
    sub("restore get|describe|logs", NONE, Behavior::Runs),
    sub("backup|schedule get|describe|logs|download|create", NONE, Behavior::Runs),
    sub("backup-location|snapshot-location get|set|create", NONE, Behavior::Runs),
    sub("get|describe|version|client|debug|completion|install|create", NONE, Behavior::Runs),
];

const DUPLICITY: Options = Options::gnu(
    "force dry-run full-if-older-than= encrypt-key= sign-key= archive-dir= name= v|verbosity= include= exclude= t|time|restore-time= \
     file-to-restore= path-to-restore= no-encryption log-file= volsize= s3-use-glacier tempdir= allow-source-mismatch",
);

const KOPIA: Options = Options::gnu(
    "config-file= log-level= p|password= delete manifest-id= all-snapshots-for-source= unsafe-ignore-source all safety= full h|help host= username= path= bucket= dry-run advance-current=",
);

static KOPIA_SUBS: &[Sub] = &[
    sub("snapshot delete|rm", NONE, KOPIA_DELETE),
    sub(
        "snapshot expire|fix",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).only("delete commit")]),
    ),
    sub(
        "snapshot create|list|verify|estimate|restore|pin|migrate|copy-history",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "content|blob|manifest|index|cache delete|rm|gc|clear|optimize|rewrite",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("blob|content gc", NONE, respects_dry_run::DELETES),
    sub(
        "maintenance run",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).only("full safety")]),
    ),
    sub("maintenance set|info", NONE, Behavior::Runs),
    sub("policy delete|remove|rm", NONE, respects_dry_run::CHANGES),
    sub("policy set|show|list|edit", NONE, Behavior::Runs),
    sub("repository disconnect|connect|status|create|validate-provider", NONE, Behavior::Runs),
    sub(
        "repository sync-to",
        Options::gnu("delete"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).only("delete")]),
    ),
    sub("restore", NONE, Behavior::Runs),
    sub("list|ls|diff|show|mount|benchmark|version", NONE, Behavior::Reads),
];

static PGBACKREST_SUBS: &[Sub] = &[
    sub("expire|stanza-delete|repo-rm", NONE, respects_dry_run::DELETES),
    sub(
        "restore",
        NONE,
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Database).with(Traits::WHOLE)
        ]),
    ),
    sub("stop", NONE, respects_dry_run::STOPS),
    sub("stanza-upgrade", NONE, Behavior::Runs),
    sub("info|check|version|verify|repo-ls|repo-get|help|annotate", NONE, Behavior::Reads),
];

static WALG_SUBS: &[Sub] = &[
    sub("delete", NONE, WALG_DELETE),
    sub("delete everything|before|retain|target|garbage|delete-backup", NONE, WALG_DELETE),
    sub("backup-fetch|wal-restore|wal-receive", NONE, Behavior::Runs),
    sub("st rm|put", NONE, respects_dry_run::DELETES),
    sub(
        "recover",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database)]),
    ),
    sub(
        "backup-list|wal-show|wal-verify|list-backups|list-backup|show-backup|check|status|list-server|show-server|diagnose|backup-show",
        NONE,
        Behavior::Reads,
    ),
    sub("backup-push|wal-push|backup|cron|wal-fetch|backup-mark", NONE, Behavior::Runs),
];

static OTHER_SUBS: &[Sub] = &[
    sub("rm|gc|prune-older", Options::gnu("n|dry-run unsafe"), respects_dry_run::DELETES),
    sub("snapshot forget|remove", NONE, respects_dry_run::DELETES),
    sub("delete|forget|remove|prune|purge", NONE, respects_dry_run::DELETES),
    sub("list|ls|status|info|verify|log|compare|test|diff|create", NONE, Behavior::Runs),
    sub("undochange|rollback", NONE, respects_dry_run::CHANGES),
];

static TMUTIL_SUBS: &[Sub] = &[
    sub(
        "delete|deletelocalsnapshots|deleteinprogress|thinlocalsnapshots",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "disable|disablelocal|removedestination|addexclusion|setquota|inheritbackup|associatedisk|stopbackup",
        NONE,
        respects_dry_run::STOPS,
    ),
    sub("restore", NONE, respects_dry_run::CHANGES),
    sub(
        "listbackups|latestbackup|destinationinfo|status|compare|listlocalsnapshots|version|uniquesize|calculatedrift|isexcluded",
        NONE,
        Behavior::Reads,
    ),
];

const FORGET: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(has_flag("unsafe-allow-remove-all"), unconditional::backups::DELETES_ALL),
    otherwise(unconditional::backups::DELETES),
]);

/// Without an archive `borg delete` takes the whole repository.
const BORG_DELETE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run cache-only"), Behavior::Reads),
    when(contains(Subject::Operands, "::"), unconditional::backups::DELETES),
    when(exists(Subject::Second), unconditional::backups::DELETES),
    when(has_flag("glob-archives prefix first last"), unconditional::backups::DELETES),
    otherwise(unconditional::backups::DELETES_ALL),
]);

/// A restore writes over what lies at its target.
const RESTORES: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    ALSO_CHANGES,
    when(
        has_flag("delete"),
        Behavior::On(
            WordAction::Touches(Kind::Deletes, Traits::RECURSIVE),
            Target::Value("target"),
        ),
    ),
    otherwise(Behavior::On(
        WordAction::Touches(Kind::Overwrites, Traits::empty()),
        Target::Value("target"),
    )),
]);

const EXTRACTS: Behavior = Behavior::Cases(&[when(
    not(flag_enabled("dry-run")),
    Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Path(".")),
)]);

const DUPLICITY_CASES: Behavior = Behavior::Cases(&[
    // Without `--force` they only list what they would delete.
    when(
        first_operand(
            "remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full cleanup",
        ),
        Behavior::Cases(&[when(
            has_flag("force").and(&not(has_flag("dry-run"))),
            unconditional::backups::DELETES,
        )]),
    ),
    when(first_operand("collection-status list-current-files verify"), Behavior::Reads),
    when(first_operand("restore").and(&has_flag("dry-run")), Behavior::Reads),
    when(
        first_operand("restore"),
        Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Last),
    ),
    when(not(first_operand("collection-status list-current-files verify")), Behavior::Runs),
]);

const WRITES: WordAction = WordAction::Touches(Kind::Overwrites, Traits::empty());

const TARSNAP: Behavior = Behavior::Cases(&[
    when(has_flag("nuke fsck-prune"), unconditional::backups::DELETES_ALL),
    when(has_flag("delete").and(&not(has_flag("dry-run"))), unconditional::backups::DELETES),
    when(
        has_flag("x").and(&exists(Subject::Value).of("C")),
        Behavior::On(WRITES, Target::Value("C")),
    ),
    when(has_flag("x"), Behavior::On(WRITES, Target::Path("."))),
    when(not(has_flag("t list-archives print-stats")), Behavior::Runs),
]);

/// `kopia snapshot delete` only shows until it is given `--delete`.
const KOPIA_DELETE: Behavior = Behavior::Cases(&[when(
    has_flag("delete unsafe-ignore-source all-snapshots-for-source"),
    unconditional::backups::DELETES,
)]);

/// `wal-g delete` only shows until it is given `--confirm`; barman's deletes at once.
const WALG_DELETE: Behavior = Behavior::Cases(&[
    when(flag_enabled("dry-run"), Behavior::Reads),
    when(named("wal-g").and(&not(has_flag("confirm"))), Behavior::Reads),
    when(is(Subject::Words, "everything"), unconditional::backups::DELETES_ALL),
    otherwise(unconditional::backups::DELETES),
]);

const OTHER: Behavior = Behavior::Cases(&[
    when(has_flag("delete delete-all remove-older-than restore"), unconditional::backups::DELETES),
    otherwise(Behavior::Verb(Domain::Backup)),
]);
