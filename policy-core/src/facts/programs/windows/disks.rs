//! Disks, volumes and file systems of Windows.

use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::cases::{Subject, exists, has_flag, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

const NONE: Options = Options::slash("");
const FORMATS: Behavior = Behavior::Effects(&[EffectSpec::new(Kind::Formats, Domain::Disk)]);

pub(super) static PROGRAMS: &[Program] = &[
    program(&["diskpart"], Options::slash("s"), Behavior::Code(diskpart)),
    program(&["format"], NONE, Behavior::Code(format)),
    program(&["mountvol"], Options::slash("d p l r n e s"), MOUNTVOL),
    toolbox(&["fsutil"], NONE, FSUTIL, UNLISTED),
    program(&["manage-bde"], Options::slash("status"), BITLOCKER),
    program(&["chkdsk", "defrag", "chkntfs", "compact"], NONE, Behavior::Runs),
    program(
        &["subst"],
        NONE,
        Behavior::Cases(&[
            when(has_flag("d D"), super::CHANGES_SYSTEM),
            when(exists(Subject::First), Behavior::Runs),
        ]),
    ),
    program(
        &["label"],
        NONE,
        Behavior::Cases(&[when(exists(Subject::First), super::CHANGES_SYSTEM)]),
    ),
];

pub(super) static NATIVE: &[Program] =
    &[program(&["convert"], Options::slash("fs v"), CONVERT), program(&["recover"], NONE, FORMATS)];

static FSUTIL: &[Sub] = &[
    sub("fsinfo|dirty", NONE, Behavior::Reads),
    sub("dirty set", NONE, super::CHANGES_SYSTEM),
    sub("file", NONE, super::CHANGES_SYSTEM),
    sub(
        "file queryallocranges|queryextents|queryfileid|queryfilenamebyid|queryea|findbysid|layout|queryoptimizemetadata|queryvaliddata|queryprocessesusing|querycasesensitiveinfo",
        NONE,
        Behavior::Reads,
    ),
    sub("file setzerodata|setvaliddata|seteof", NONE, Behavior::Code(zero)),
    sub("file createnew|setshortname|setcasesensitiveinfo", NONE, Behavior::Runs),
    sub("usn", NONE, super::CHANGES_SYSTEM),
    sub("usn queryjournal|readjournal|readdata|enumdata", NONE, Behavior::Reads),
    sub("usn deletejournal", NONE, Behavior::Code(super::clear_logs)),
    sub("volume", NONE, super::CHANGES_SYSTEM),
    sub(
        "volume diskfree|list|querycluster|filelayout|allocationreport|querylabel|querynumaid|statistics|smrinfo",
        NONE,
        Behavior::Reads,
    ),
    sub("volume dismount", NONE, FORMATS),
    sub(
        "behavior|8dot3name|repair|quota|tiering|resource|transaction|wim|clfs|dax|bypassio",
        NONE,
        super::CHANGES_SYSTEM,
    ),
    sub("behavior query", NONE, Behavior::Reads),
    sub("8dot3name query|scan", NONE, Behavior::Reads),
    sub("repair query|enumerate|state", NONE, Behavior::Reads),
    sub("quota query|violations", NONE, Behavior::Reads),
    sub("tiering list|queryflags|tierlist", NONE, Behavior::Reads),
    sub("resource info", NONE, Behavior::Reads),
    sub("transaction list|query|fileinfo", NONE, Behavior::Reads),
    sub("wim enumfiles|enumwims|queryfile", NONE, Behavior::Reads),
    sub(
        "behavior set",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Boot)]),
    ),
    sub("hardlink|sparse|objectid|reparsepoint", NONE, super::CHANGES_SYSTEM),
    sub("hardlink list", NONE, Behavior::Reads),
    sub("hardlink create", NONE, Behavior::Runs),
    sub("sparse queryflag|queryrange", NONE, Behavior::Reads),
    sub("objectid query", NONE, Behavior::Reads),
    sub("reparsepoint query", NONE, Behavior::Reads),
    sub("reparsepoint delete", NONE, Behavior::Runs),
];

/// Without words it explains itself; an order that is not listed is not known to read.
const UNLISTED: Behavior = Behavior::Cases(&[when(exists(Subject::First), super::CHANGES_SYSTEM)]);

/// `diskpart` takes its orders from a file or from what flows in.
fn diskpart<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let harmless = match walker.input() {
        Stream::Text(flow) if !call.has("s") => flow.text.lines().all(|line| {
            let order = line.split_whitespace().next().unwrap_or_default();
            ["", "list", "detail", "select", "rem", "exit", "rescan", "help"]
                .iter()
                .any(|known| order.eq_ignore_ascii_case(known))
        }),
        Stream::Idle => !call.has("s"),
        _ => false,
    };
    if !harmless {
        walker.does(Kind::Formats, Domain::Disk, Traits::empty(), call);
    }
}

fn format<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if call.operands.iter().any(|arg| arg.text.contains(':') || arg.known().is_none()) {
        walker.does(Kind::Formats, Domain::Disk, Traits::empty(), call);
    }
}

const MOUNTVOL: Behavior = Behavior::Cases(&[
    when(has_flag("d p r"), Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Disk)])),
    when(exists(Subject::First), Behavior::Runs),
]);

const BITLOCKER: Behavior = Behavior::Cases(&[
    when(has_flag("status"), Behavior::Reads),
    when(
        exists(Subject::Flags),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Protection)]),
    ),
]);

/// Only with a file system does it change a volume.
const CONVERT: Behavior = Behavior::Cases(&[
    when(has_flag("fs"), Behavior::Effects(&[EffectSpec::new(Kind::Formats, Domain::Disk)])),
    otherwise(Behavior::Runs),
]);

fn zero<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.operands.iter().rev().find(|arg| !arg.text.contains('=')) {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}
