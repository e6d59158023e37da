//! Disks, volumes and file systems of Windows.

use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::cases::{Of, exists, given, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

const NONE: Options = Options::slash("");
const FORMATS: Act = Act::Does(&[Deed::new(Kind::Formats, Domain::Disk)]);

pub(super) static PROGRAMS: &[Program] = &[
    program(&["diskpart"], Options::slash("s"), Act::Code(diskpart)),
    program(&["format"], NONE, Act::Code(format)),
    program(&["mountvol"], Options::slash("d p l r n e s"), MOUNTVOL),
    toolbox(&["fsutil"], NONE, FSUTIL, Act::Reads),
    program(&["manage-bde"], Options::slash("status"), BITLOCKER),
    program(&["chkdsk", "defrag", "chkntfs", "compact", "subst", "label"], NONE, Act::Runs),
];

pub(super) static NATIVE: &[Program] =
    &[program(&["convert"], Options::slash("fs v"), CONVERT), program(&["recover"], NONE, FORMATS)];

static FSUTIL: &[Sub] = &[
    sub("file", NONE, Act::Reads),
    sub("file setzerodata|setvaliddata|seteof", NONE, Act::Code(zero)),
    sub("file createnew|setshortname", NONE, Act::Runs),
    sub("usn", NONE, Act::Reads),
    sub("usn deletejournal", NONE, Act::Code(super::clear_logs)),
    sub("volume", NONE, Act::Reads),
    sub("volume dismount", NONE, FORMATS),
    sub("behavior", NONE, Act::Reads),
    sub("behavior set", NONE, Act::Does(&[Deed::new(Kind::Configures, Domain::Boot)])),
    sub("reparsepoint", NONE, Act::Reads),
    sub("reparsepoint delete", NONE, Act::Runs),
];

/// `diskpart` takes its orders from a file or from what flows in.
fn diskpart<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
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
    walker.acts();
    if call.operands.iter().any(|arg| arg.text.contains(':') || arg.known().is_none()) {
        walker.does(Kind::Formats, Domain::Disk, Traits::empty(), call);
    }
}

const MOUNTVOL: Act = Act::Cases(&[
    when(given("d p r"), Act::Does(&[Deed::new(Kind::Stops, Domain::Disk)])),
    when(exists(Of::First), Act::Runs),
]);

const BITLOCKER: Act = Act::Cases(&[
    when(given("status"), Act::Reads),
    when(exists(Of::Flags), Act::Does(&[Deed::new(Kind::Configures, Domain::Protection)])),
]);

/// Only with a file system does it change a volume.
const CONVERT: Act = Act::Cases(&[
    when(given("fs"), Act::Does(&[Deed::new(Kind::Formats, Domain::Disk)])),
    otherwise(Act::Runs),
]);

fn zero<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if let Some(file) = call.operands.iter().rev().find(|arg| !arg.text.contains('=')) {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}
