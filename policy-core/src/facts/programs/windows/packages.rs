//! Packages, features and drivers of Windows.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Subject, any_case, exists, starts_with, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::programs::powershell::is_address;
use crate::facts::walker::Walker;
use crate::facts::words::words;

const NONE: Options = Options::gnu("");
const REMOVES: Behavior = Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)]);

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["winget"], Options::gnu("e|exact id= h|silent"), MANAGER, Behavior::Runs),
    toolbox(
        &["choco", "chocolatey", "cuninst"],
        Options::gnu("y|yes noop|what-if"),
        MANAGER,
        Behavior::Runs,
    ),
    toolbox(&["scoop"], Options::gnu("p|purge g|global"), MANAGER, Behavior::Runs),
    program(&["msiexec"], Options::slash("i x uninstall q a"), Behavior::Code(msiexec)),
    program(&["dism"], Options::slash(""), DISM),
    program(
        &["pnputil"],
        Options::slash("delete-driver remove-device disable-device enum-drivers"),
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package)
            .only("delete-driver remove-device disable-device")
            .unless("enum-drivers")]),
    ),
];

const DISM: Behavior = Behavior::Cases(&[
    when(
        any_case(
            "/disable-feature /remove-package /remove-capability /remove-provisionedappxpackage \
             /remove-driver /apply-image",
        ),
        REMOVES,
    ),
    when(
        starts_with(
            Subject::Args,
            "/disable-feature: /Disable-Feature: /remove- /Remove- /apply- /Apply-",
        ),
        REMOVES,
    ),
    when(
        any_case("/startcomponentcleanup /resetbase /discard /revertpendingactions"),
        super::CHANGES_SYSTEM,
    ),
    when(starts_with(Subject::Args, "/get- /Get- /list- /List- /?"), Behavior::Reads),
    when(
        any_case(
            "/restorehealth /scanhealth /checkhealth /analyzecomponentstore /enable-feature \
             /add-package /add-capability /mount-image /mount-wim /export-image /capture-image \
             /split-image /append-image /add-driver /export-driver /cleanup-mountpoints",
        ),
        Behavior::Runs,
    ),
    when(exists(Subject::Args), super::CHANGES_SYSTEM),
]);

static MANAGER: &[Sub] = &[
    sub("uninstall|remove|rm|reset", NONE, REMOVES),
    sub(
        "list|ls|search|show|find|info|outdated|status|features|help|which|home|cat|prefix|checkup",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "source|sources|cache|bucket|pin|settings|config|feature|apikey|alias|shim",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "source|sources|cache|bucket|pin|settings|config|feature|apikey|alias|shim list|ls|show|get|export|known",
        NONE,
        Behavior::Reads,
    ),
    sub(
        "source|sources|cache|bucket|pin|settings|config|feature|apikey|alias|shim remove|rm|reset|disable|unset|purge|clear",
        NONE,
        REMOVES,
    ),
    sub("cleanup|import|configure", NONE, super::CHANGES_SYSTEM),
];

/// Installing from an address runs what was just fetched.
fn msiexec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let none = Traits::empty();
    let removes =
        |arg: &Arg<'_>| arg.text.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("remove="));
    if call.has_any(words!("x uninstall")) || call.args.iter().any(removes) {
        walker.does(Kind::Uninstalls, Domain::Package, none, call);
    }
    if call.args.iter().any(|arg: &Arg<'_>| is_address(arg.text)) {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, none, call.at);
    }
}
