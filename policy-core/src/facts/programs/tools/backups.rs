//! Backups: what is forgotten here is what one would have come back to.

use super::verbs::rows::backups as rows;
use super::verbs::sure;
use crate::facts::cases::{
    ALSO_ACTS, Doing, Of, Target, affirmed, exists, first, given, holds, is, named, not, otherwise,
    when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["restic", "rustic", "autorestic", "resticprofile"], RESTIC, RESTIC_SUBS, Act::Runs),
    toolbox(&["borg", "borgmatic"], BORG, BORG_SUBS, Act::Runs),
    toolbox(&["velero", "ark"], VELERO, VELERO_SUBS, Act::Verb(Domain::Backup)),
    program(&["duplicity"], DUPLICITY, DUPLICITY_CASES),
    toolbox(&["kopia"], KOPIA, KOPIA_SUBS, Act::Verb(Domain::Backup)),
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
        Act::Runs,
    ),
    toolbox(
        &["wal-g", "wal-e", "barman", "barman-cloud-backup-delete"],
        Options::gnu(
            "config= c|config= confirm target-user-data= turbo f|force h|help q|quiet d|debug dry-run",
        ),
        WALG_SUBS,
        Act::Verb(Domain::Backup),
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
    toolbox(&["tmutil"], Options::long("d= t= p="), TMUTIL_SUBS, Act::Runs),
];

const NONE: Options = Options::gnu("");

const RESTIC: Options = Options::gnu(
    "r|repo= p|password-file= password-command= o|option= n|dry-run q|quiet v|verbose=? cache-dir= tag= H|host= path= key-hint= limit-upload= repository-file= keep-last= keep-hourly= d|keep-daily= w|keep-weekly= m|keep-monthly= y|keep-yearly= keep-tag= keep-within= g|group-by= prune unsafe-allow-remove-all max-unused= t|target= i|include= e|exclude= s|snapshot= delete remove-all overwrite= a|all l|location= b|backend= c|config= h|help",
);

const FORGETS: Act = FORGET;

static RESTIC_SUBS: &[Sub] = &[
    sub("forget", NONE, FORGETS),
    sub("prune", NONE, FORGETS),
    sub("rewrite", NONE, FORGETS),
    sub("repair packs|snapshots|index", NONE, FORGETS),
    sub("key remove|passwd", NONE, Act::Does(&[Deed::new(Kind::Deletes, Domain::Secret)])),
    sub("key list|add", NONE, Act::Runs),
    sub(
        "unlock",
        Options::gnu("remove-all"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Backup).only("remove-all")]),
    ),
    sub("restore", NONE, RESTORES),
    sub("cache", Options::gnu("cleanup"), Act::Runs),
    sub("migrate|tag|recover", NONE, Act::Runs),
    sub("exec", Options::gnu("a|all"), Act::Runs),
    sub(
        "snapshots|ls|find|stats|diff|dump|cat|check|list|version|mount|options|self-update|show",
        NONE,
        Act::Reads,
    ),
];

const BORG: Options = Options::gnu(
    "n|dry-run list s|stats p|progress r|repo= v|verbose debug info critical lock-wait= remote-path= rsh= umask= a|glob-archives= P|prefix= keep-last= keep-within= H|keep-hourly= d|keep-daily= w|keep-weekly= m|keep-monthly= y|keep-yearly= force save-space cache-only keep-security-info first= last= threshold= cleanup-commits C|compression= e|exclude= encryption= repair archives-only repository-only strip-components= c|config= override= h|help",
);

static BORG_SUBS: &[Sub] = &[
    sub("delete", NONE, BORG_DELETE),
    sub("prune|recreate", NONE, FORGETS),
    sub("repo-delete|rdelete", NONE, rows::DELETES_ALL),
    sub("compact", NONE, Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup).unless("dry-run")])),
    sub("check", NONE, Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Backup).only("repair")])),
    sub("break-lock", NONE, rows::CHANGES),
    sub("rename", NONE, Act::Runs),
    sub("key change-passphrase|import|change-location", NONE, rows::CHANGES),
    sub("extract", NONE, EXTRACTS),
    sub(
        "list|info|diff|mount|umount|export-tar|create|init|rcreate|repo-list|repo-info|rlist|rinfo|config|serve|rcreate",
        NONE,
        Act::Runs,
    ),
];

const VELERO: Options = Options::gnu(
    "n|namespace= kubeconfig= kubecontext= confirm all l|selector= o|output= from-backup= from-schedule= h|help w|wait",
);

static VELERO_SUBS: &[Sub] = &[
    sub("backup|restore|schedule delete", NONE, rows::DELETES),
    sub("delete", NONE, rows::DELETES),
    sub("uninstall", NONE, rows::DELETES_ALL),
    sub("schedule pause", NONE, rows::STOPS),
    sub("restore create", Options::gnu("existing-resource-policy="), rows::CHANGES),
    sub("create restore", NONE, rows::CHANGES),
    sub("restore get|describe|logs", NONE, Act::Runs),
    sub("backup|schedule get|describe|logs|download|create", NONE, Act::Runs),
    sub("backup-location|snapshot-location get|set|create", NONE, Act::Runs),
    sub("get|describe|version|client|debug|completion|install|create", NONE, Act::Runs),
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
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup).only("delete commit")]),
    ),
    sub("snapshot create|list|verify|estimate|restore|pin|migrate|copy-history", NONE, Act::Runs),
    sub(
        "content|blob|manifest|index|cache delete|rm|gc|clear|optimize|rewrite",
        NONE,
        rows::DELETES,
    ),
    sub("blob|content gc", NONE, rows::DELETES),
    sub(
        "maintenance run",
        NONE,
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup).only("full safety")]),
    ),
    sub("maintenance set|info", NONE, Act::Runs),
    sub("policy delete|remove|rm", NONE, rows::CHANGES),
    sub("policy set|show|list|edit", NONE, Act::Runs),
    sub("repository disconnect|connect|status|create|validate-provider", NONE, Act::Runs),
    sub(
        "repository sync-to",
        Options::gnu("delete"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup).only("delete")]),
    ),
    sub("restore", NONE, Act::Runs),
    sub("list|ls|diff|show|mount|benchmark|version", NONE, Act::Reads),
];

static PGBACKREST_SUBS: &[Sub] = &[
    sub("expire|stanza-delete|repo-rm", NONE, rows::DELETES),
    sub(
        "restore",
        NONE,
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database).with(Traits::WHOLE)]),
    ),
    sub("stop", NONE, rows::STOPS),
    sub("stanza-upgrade", NONE, Act::Runs),
    sub("info|check|version|verify|repo-ls|repo-get|help|annotate", NONE, Act::Reads),
];

static WALG_SUBS: &[Sub] = &[
    sub("delete", NONE, WALG_DELETE),
    sub("delete everything|before|retain|target|garbage|delete-backup", NONE, WALG_DELETE),
    sub("backup-fetch|wal-restore|wal-receive", NONE, Act::Runs),
    sub("st rm|put", NONE, rows::DELETES),
    sub("recover", NONE, Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database)])),
    sub(
        "backup-list|wal-show|wal-verify|list-backups|list-backup|show-backup|check|status|list-server|show-server|diagnose|backup-show",
        NONE,
        Act::Reads,
    ),
    sub("backup-push|wal-push|backup|cron|wal-fetch|backup-mark", NONE, Act::Runs),
];

static OTHER_SUBS: &[Sub] = &[
    sub("rm|gc|prune-older", Options::gnu("n|dry-run unsafe"), rows::DELETES),
    sub("snapshot forget|remove", NONE, rows::DELETES),
    sub("delete|forget|remove|prune|purge", NONE, rows::DELETES),
    sub("list|ls|status|info|verify|log|compare|test|diff|create", NONE, Act::Runs),
    sub("undochange|rollback", NONE, rows::CHANGES),
];

static TMUTIL_SUBS: &[Sub] = &[
    sub("delete|deletelocalsnapshots|deleteinprogress|thinlocalsnapshots", NONE, rows::DELETES),
    sub(
        "disable|disablelocal|removedestination|addexclusion|setquota|inheritbackup|associatedisk|stopbackup",
        NONE,
        rows::STOPS,
    ),
    sub("restore", NONE, rows::CHANGES),
    sub(
        "listbackups|latestbackup|destinationinfo|status|compare|listlocalsnapshots|version|uniquesize|calculatedrift|isexcluded",
        NONE,
        Act::Reads,
    ),
];

const FORGET: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(given("unsafe-allow-remove-all"), sure::backups::DELETES_ALL),
    otherwise(sure::backups::DELETES),
]);

/// Without an archive `borg delete` takes the whole repository.
const BORG_DELETE: Act = Act::Cases(&[
    when(affirmed("dry-run cache-only"), Act::Reads),
    when(holds(Of::Operands, "::"), sure::backups::DELETES),
    when(exists(Of::Second), sure::backups::DELETES),
    when(given("glob-archives prefix first last"), sure::backups::DELETES),
    otherwise(sure::backups::DELETES_ALL),
]);

/// A restore writes over what lies at its target.
const RESTORES: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    ALSO_ACTS,
    when(
        given("delete"),
        Act::On(Doing::Touches(Kind::Deletes, Traits::RECURSIVE), Target::Value("target")),
    ),
    otherwise(Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Value("target"))),
]);

const EXTRACTS: Act = Act::Cases(&[when(
    not(affirmed("dry-run")),
    Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Path(".")),
)]);

const DUPLICITY_CASES: Act = Act::Cases(&[
    // Without `--force` they only list what they would delete.
    when(
        first("remove-older-than remove-all-but-n-full remove-all-inc-of-but-n-full cleanup"),
        Act::Cases(&[when(given("force").and(&not(given("dry-run"))), sure::backups::DELETES)]),
    ),
    when(first("restore").and(&given("dry-run")), Act::Reads),
    when(
        first("restore"),
        Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Last),
    ),
    when(not(first("collection-status list-current-files verify")), Act::Runs),
]);

const WRITES: Doing = Doing::Touches(Kind::Overwrites, Traits::empty());

const TARSNAP: Act = Act::Cases(&[
    when(given("nuke fsck-prune"), sure::backups::DELETES_ALL),
    when(given("delete").and(&not(given("dry-run"))), sure::backups::DELETES),
    when(given("x").and(&exists(Of::Value).of("C")), Act::On(WRITES, Target::Value("C"))),
    when(given("x"), Act::On(WRITES, Target::Path("."))),
    when(not(given("t list-archives print-stats")), Act::Runs),
]);

/// `kopia snapshot delete` only shows until it is told `--delete`.
const KOPIA_DELETE: Act = Act::Cases(&[when(
    given("delete unsafe-ignore-source all-snapshots-for-source"),
    sure::backups::DELETES,
)]);

/// `wal-g delete` only shows until it is told `--confirm`; barman's deletes at once.
const WALG_DELETE: Act = Act::Cases(&[
    when(affirmed("dry-run"), Act::Reads),
    when(named("wal-g").and(&not(given("confirm"))), Act::Reads),
    when(is(Of::Words, "everything"), sure::backups::DELETES_ALL),
    otherwise(sure::backups::DELETES),
]);

const OTHER: Act = Act::Cases(&[
    when(given("delete delete-all remove-older-than restore"), sure::backups::DELETES),
    otherwise(Act::Verb(Domain::Backup)),
]);
