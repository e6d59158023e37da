//! Packages, features and drivers of Windows.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
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
    toolbox(&["choco", "chocolatey", "cuninst"], Options::gnu("y|yes noop|what-if"), MANAGER, Behavior::Runs),
    toolbox(&["scoop"], Options::gnu("p|purge g|global"), MANAGER, Behavior::Runs),
    program(&["msiexec"], Options::slash("i x uninstall q a"), Behavior::Code(msiexec)),
    program(
        &["dism"],
        Options::slash("disable-feature remove-package remove-capability remove-provisionedappxpackage remove-driver apply-image"),
        Behavior::Effects(&[EffectSpec::new(Kind::Uninstalls, Domain::Package).only(
            "disable-feature remove-package remove-capability remove-provisionedappxpackage remove-driver apply-image",
        )]),
    ),
    program(
        &["pnputil"],
        Options::slash("delete-driver remove-device disable-device enum-drivers"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Uninstalls, Domain::Package)
                .only("delete-driver remove-device disable-device")
                .unless("enum-drivers"),
        ]),
    ),
];

static MANAGER: &[Sub] = &[
    sub("uninstall|remove|rm|reset", NONE, REMOVES),
    sub(
        "list|ls|search|show|find|info|outdated|status|features|source|help",
        NONE,
        Behavior::Reads,
    ),
];

/// Installing from an address runs what was just fetched.
fn msiexec<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let none = Traits::empty();
    if call.has_any(words!("x uninstall")) {
        walker.does(Kind::Uninstalls, Domain::Package, none, call);
    }
    if call.args.iter().any(|arg: &Arg<'_>| is_address(arg.text)) {
        walker.add(Kind::RunsDownload, Domain::Code, Place::Unknown, none, call.at);
    }
}
