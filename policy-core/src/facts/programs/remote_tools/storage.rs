//! Buckets and objects, and copies that delete at the target.

use super::verbs::respects_dry_run::storage as respects_dry_run;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Target, WordAction};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["gsutil"], GSUTIL, GSUTIL_SUBS, Behavior::Runs),
    toolbox(&["azcopy"], AZCOPY, AZCOPY_SUBS, Behavior::Runs),
    toolbox(&["mc", "mcli"], MC, MC_SUBS, Behavior::Runs),
    toolbox(&["rclone"], RCLONE, RCLONE_SUBS, Behavior::Runs),
    toolbox(&["s3cmd", "s4cmd"], S3CMD, S3CMD_SUBS, Behavior::Runs),
    toolbox(&["s5cmd"], S3CMD, S3CMD_SUBS, Behavior::Runs),
    toolbox(&["b2", "backblaze-b2", "b2v4"], B2, B2_SUBS, Behavior::Verb(Domain::Storage)),
    program(
        &[
            "storj",
            "uplink",
            "wasabi",
            "swiftly",
            "ossutil",
            "ossutil64",
            "coscmd",
            "coscli",
            "qshell",
            "obsutil",
            "filebase",
            "dropbox",
            "dbxcli",
            "gdrive",
            "rdrive",
        ],
        Options::gnu(
            "r|recursive f|force a|all c|config-file= access= region= e|endpoint= b|bucket= h|help y|yes",
        ),
        Behavior::Verb(Domain::Storage),
    ),
    toolbox(
        &["ceph", "rados", "rbd", "radosgw-admin"],
        Options::gnu(
            "p|pool= n|name= c|conf= yes-i-really-mean-it yes-i-really-really-mean-it id= uid= bucket= purge-objects purge-data purge-keys h|help",
        ),
        CEPH_SUBS,
        Behavior::Verb(Domain::Storage),
    ),
    toolbox(
        &["gluster"],
        Options::gnu("mode="),
        &[
            sub("volume", NONE, Behavior::Verb(Domain::Storage)),
            sub("peer detach", NONE, respects_dry_run::STOPS),
        ],
        Behavior::Runs,
    ),
    toolbox(
        &["ipfs"],
        Options::gnu("api= c|config="),
        &[
            sub("pin rm", NONE, respects_dry_run::DELETES),
            sub("repo gc", NONE, respects_dry_run::DELETES),
            sub("files rm", NONE, respects_dry_run::DELETES),
        ],
        Behavior::Runs,
    ),
    toolbox(
        &["git-annex"],
        NONE,
        &[sub("drop|dropunused|dropkey|uninit", Options::gnu(""), respects_dry_run::DELETES)],
        Behavior::Runs,
    ),
];

const NONE: Options = Options::gnu("");

const GSUTIL: Options = Options::gnu("DD h= o= u= i= help").keeps_notes();

static GSUTIL_SUBS: &[Sub] = &[
    sub("rm", Options::gnu("r|R|recursive a"), Behavior::Code(remove)),
    sub("rb", Options::gnu("f|force"), Behavior::Code(remove)),
    sub("mv", Options::gnu(""), Behavior::Code(moves)),
    sub("cp", Options::gnu("r|R|recursive n a= L= z="), Behavior::Code(copies)),
    sub(
        "rsync",
        Options::gnu("d|delete n|dry-run r|R|recursive x= y= u a= j= i"),
        Behavior::Code(rsync),
    ),
    sub("acl|defacl ch|set", Options::gnu("u= g= d= p="), respects_dry_run::RIGHTS),
    sub("iam ch|set", Options::gnu(""), respects_dry_run::RIGHTS),
    sub(
        "lifecycle|versioning|retention|cors|kms|logging|web|notification|rpo|ubla|bucketpolicyonly|pap|requesterpays set|clear|delete|off|lock|event",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "hmac delete|update",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Secret)]),
    ),
    sub("rewrite", NONE, respects_dry_run::CHANGES),
    sub("ls|cat|stat|du|hash|version|help|perfdiag|signurl", Options::gnu("h"), Behavior::Reads),
];

const AZCOPY: Options = Options::gnu(
    "recursive=? delete-destination= dry-run=? include-pattern= exclude-pattern= include-path= exclude-path= from-to= overwrite= \
     log-level= output-type= cap-mbps= list-of-files= mirror-mode=? trusted-microsoft-suffixes= h|help",
);

static AZCOPY_SUBS: &[Sub] = &[
    sub("remove|rm", NONE, Behavior::Code(remove)),
    sub("sync|s", NONE, Behavior::Code(azcopy_sync)),
    sub("copy|cp|c", NONE, Behavior::Code(copies)),
    sub("jobs remove|clean|rm", NONE, respects_dry_run::DELETES_MINOR),
    sub("list|ls|env|jobs|login|logout|make|doc|bench", NONE, Behavior::Runs),
];

const MC: Options = Options::gnu(
    "C|config-dir= q|quiet r|recursive force older-than= newer-than= versions rewind= I|incomplete fake dry-run h|help remove overwrite w|watch a|preserve exclude= storage-class= attr= region= vid|version-id= purge",
);

static MC_SUBS: &[Sub] = &[
    sub("rm", NONE, Behavior::Code(remove)),
    sub("rb", NONE, Behavior::Code(remove)),
    sub("mv", NONE, Behavior::Code(moves)),
    sub("mirror", NONE, Behavior::Code(mirror)),
    sub("cp|put|get|pipe", NONE, Behavior::Code(copies)),
    sub(
        "admin user|group|policy|service|bucket|replicate|tier|decommission|config|idp|kms|accesskey|info",
        NONE,
        Behavior::Verb(Domain::Storage),
    ),
    sub("admin decom|decommission start|cancel", NONE, respects_dry_run::STOPS),
    sub("admin service stop|restart|freeze", NONE, respects_dry_run::STOPS),
    sub(
        "ilm|event|encrypt|retention|legalhold|tag|version|replicate|quota|anonymous|cors|idp|support rm|remove|delete|clear|suspend|unset",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub("ilm rule rm|remove|edit", NONE, respects_dry_run::CHANGES),
    sub("ilm rule add|ls|export|import", NONE, Behavior::Runs),
    sub("anonymous|policy set|set-json|public|download|upload", NONE, respects_dry_run::RIGHTS),
    sub("alias remove|rm", NONE, Behavior::Runs),
    sub("undo", NONE, respects_dry_run::CHANGES),
    sub(
        "ls|cat|stat|du|find|tree|diff|head|ping|ready|sql|watch",
        Options::gnu("exec= name="),
        Behavior::On(WordAction::RunsShell, Target::Value("exec")),
    ),
];

const RCLONE: Options = Options::gnu(
    "n|dry-run i|interactive v|verbose q|quiet P|progress config= include= exclude= filter= filter-from= include-from= exclude-from= files-from= transfers= checkers= max-age= min-age= max-size= min-size= bwlimit= log-file= log-level= backup-dir= suffix= rmdirs delete-excluded delete-before delete-during delete-after dedupe-mode= drive-root-folder-id= s3-region= c|checksum u|update max-delete= stats= retries= timeout= user-agent= h|help force ignore-existing rc-addr= json=",
);

static RCLONE_SUBS: &[Sub] = &[
    sub("delete|deletefile|purge|rmdirs|rmdir|cleanup|dedupe", NONE, Behavior::Code(remove)),
    sub("sync", NONE, Behavior::Code(rclone_sync)),
    sub("bisync", NONE, Behavior::Code(rclone_sync)),
    sub("move|moveto", NONE, Behavior::Code(moves)),
    sub("copy|copyto|copyurl", NONE, Behavior::Code(copies)),
    sub("backend", NONE, Behavior::Verb(Domain::Storage)),
    sub("config delete|disconnect", NONE, respects_dry_run::DELETES_MINOR),
    sub("config", NONE, Behavior::Runs),
    sub("rcat|touch|mkdir|link|mount|serve|settier|obscure", NONE, Behavior::Runs),
    sub(
        "ls|lsl|lsd|lsf|lsjson|size|check|cryptcheck|md5sum|sha1sum|hashsum|cat|tree|ncdu|about|version|listremotes|checksum",
        NONE,
        Behavior::Reads,
    ),
];

const S3CMD: Options = Options::gnu(
    "r|recursive f|force n|dry-run c|config= access_key= secret_key= region= host= host-bucket= delete-removed exclude= include= rexclude= P|acl-public acl-private acl-grant= acl-revoke= skip-existing delete-after max-delete= endpoint-url= profile= numworkers= log= delete all-versions version-id= v|verbose h|help expiry-days= expiry-date=",
);

static S3CMD_SUBS: &[Sub] = &[
    sub("del|rm|rb|dsync", NONE, Behavior::Code(remove)),
    sub("mv", NONE, Behavior::Code(moves)),
    sub("sync", NONE, Behavior::Code(s3cmd_sync)),
    sub("put|get|cp|modify", NONE, Behavior::Code(copies)),
    sub("setacl|setpolicy|delpolicy|setcors|delcors", NONE, respects_dry_run::RIGHTS),
    sub(
        "setlifecycle|dellifecycle|expire|setversioning|setownership",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub("abortmp", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "ls|la|info|du|getlifecycle|multipart|listmp|signurl|head|cat|select",
        NONE,
        Behavior::Reads,
    ),
];

const B2: Options = Options::gnu(
    "profile= bucketName= r|recursive versions dry-run dryRun with-wildcard threads= delete keep-days= keepDays= replaceNewer queue-size= \
     bypass-governance bypassGovernance no-progress fail-fast include= exclude= excludeRegex= includeRegex= compareVersions= h|help",
);

static B2_SUBS: &[Sub] = &[
    sub(
        "rm|delete-bucket|delete-file-version|delete-key|cancel-all-unfinished-large-files",
        NONE,
        Behavior::Code(remove),
    ),
    sub("bucket|file|key|account delete|hide|clear", NONE, Behavior::Code(remove)),
    sub("hide-file", NONE, respects_dry_run::DELETES_MINOR),
    sub("sync", NONE, Behavior::Code(b2_sync)),
    sub("update-bucket", NONE, respects_dry_run::CHANGES),
    sub("bucket update", NONE, respects_dry_run::CHANGES),
    sub("ls|get-bucket|list-buckets|list-keys|get-file-info|cat", NONE, Behavior::Reads),
];

static CEPH_SUBS: &[Sub] = &[
    sub(
        "status|health|df|s|osd|pg|fs|mon|mgr|quorum_status|versions",
        NONE,
        Behavior::Verb(Domain::Storage),
    ),
    sub("osd pool delete|rm", NONE, respects_dry_run::DELETES_ALL),
    sub("osd purge|destroy|rm|out|down|lost|zap", NONE, respects_dry_run::DELETES),
    sub("osd tree|df|status|ls|dump|stat", NONE, Behavior::Reads),
    sub("snap purge|rollback|rm|unprotect", NONE, respects_dry_run::DELETES),
    sub("trash rm|purge|mv", NONE, respects_dry_run::DELETES),
];

fn stored<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Storage, traits, call);
}

fn rehearses(call: &Call<'_>) -> bool {
    call.affirms(words!("dry-run dryRun fake"))
}

/// A place of this machine: no scheme, no remote, no alias.
fn local(call: &Call<'_>, arg: &Arg<'_>) -> bool {
    let text = arg.text;
    if text.contains("://") || text.starts_with("b2:") {
        return false;
    }
    let path = text.starts_with(['/', '.', '~']);
    match call.name {
        // `remote:path`; a colon behind a slash is part of a name.
        "rclone" => path || !text.split('/').next().unwrap_or_default().contains(':'),
        // `alias/bucket`.
        "mc" | "mcli" => path,
        _ => true,
    }
}

fn wide(call: &Call<'_>) -> Traits {
    let verb = call.words.first().map_or("", |word| word.text);
    let wild = call.operands.iter().any(|word| word.text.contains('*'));
    let flags = call.affirms(words!("recursive force all-versions versions rmdirs"));
    if wild || flags || matches!(verb, "purge" | "rb" | "delete-bucket") {
        Traits::WHOLE
    } else {
        Traits::empty()
    }
}

fn remove<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if rehearses(call) || call.affirms(words!("interactive")) && !call.has("force") {
        return;
    }
    let target = call.operands.first();
    if let Some(target) =
        target.filter(|target| local(call, target) && matches!(call.name, "rclone" | "mc"))
    {
        return walker.touches(Kind::Deletes, target, Traits::RECURSIVE);
    }
    stored(walker, call, Kind::Deletes, wide(call));
}

/// What is moved is gone from where it was.
fn moves<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if rehearses(call) {
        return;
    }
    let [source, .., target] = call.operands else { return walker.mark_changing() };
    if local(call, source) {
        walker.touches(Kind::Deletes, source, Traits::empty());
    } else {
        stored(walker, call, Kind::Deletes, wide(call));
    }
    if local(call, target) {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

fn copies<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if rehearses(call) {
        return;
    }
    walker.mark_changing();
    if call.has("acl-public") || call.value("a").is_some_and(|acl| acl.text.starts_with("public")) {
        stored(walker, call, Kind::ChangesRights, Traits::WORLD);
    }
    if let [_, .., target] = call.operands
        && local(call, target)
        && !target.is("-")
        && !call.has_any(words!("ignore-existing skip-existing n"))
    {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

/// Makes the target like the source, deleting what the source does not have.
fn mirrors<'a>(walker: &mut Walker<'a>, call: &Call<'a>, deletes: bool) {
    if rehearses(call) {
        return;
    }
    let Some(target) = call.operands.last() else { return };
    if !deletes {
        return copies(walker, call);
    }
    if local(call, target) {
        walker.touches(Kind::Deletes, target, Traits::RECURSIVE);
    } else {
        stored(walker, call, Kind::Deletes, Traits::WHOLE);
    }
}

fn rsync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    mirrors(walker, call, call.has("delete"));
}

fn rclone_sync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    mirrors(walker, call, true);
}

fn mirror<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    mirrors(walker, call, call.affirms(words!("remove")));
}

fn s3cmd_sync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    mirrors(walker, call, call.affirms(words!("delete-removed delete")));
}

fn b2_sync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    mirrors(walker, call, call.has_any(words!("delete keep-days keepDays")));
}

fn azcopy_sync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let deletes = call.value("delete-destination").is_some_and(|value| !value.is("false"))
        || call.affirms(words!("mirror-mode"));
    mirrors(walker, call, deletes);
}
