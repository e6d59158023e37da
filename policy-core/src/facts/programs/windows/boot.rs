//! The registry, how the machine starts, shadow copies and backups.

use crate::facts::call::Call;
use crate::facts::cases::{Subject, any_case, exists, has_flag, not, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

const CONFIGURES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::WindowsRegistry);

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["reg"], Options::slash("f v s y"), REG, Behavior::Reads),
    program(&["regedit", "regedt32", "regini"], Options::slash("s e"), REGEDIT),
    program(&["bcdedit"], Options::slash("enum v"), Behavior::Code(bcdedit)),
    program(
        &["bootrec", "bootsect", "bcdboot"],
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Boot).unless("scanos")]),
    ),
    program(
        &["reagentc"],
        Options::slash("info"),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Boot).unless("info")]),
    ),
    toolbox(&["vssadmin"], NONE, VSSADMIN, Behavior::Reads),
    toolbox(&["wbadmin"], NONE, WBADMIN, Behavior::Reads),
    program(&["setx"], Options::slash("m s u p k a r x d"), SETX),
];

static REG: &[Sub] = &[
    sub(
        "delete",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::WindowsRegistry)]),
    ),
    sub(
        "add|import|restore|copy|load|unload|flags",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::WindowsRegistry)]),
    ),
    sub("export|save", NONE, Behavior::Runs),
    sub("query|compare", NONE, Behavior::Reads),
];

static VSSADMIN: &[Sub] = &[
    sub("list", NONE, Behavior::Reads),
    sub("delete|resize|revert", NONE, DELETE_BACKUPS),
    sub("create|add", NONE, Behavior::Runs),
];

static WBADMIN: &[Sub] = &[
    sub("get", NONE, Behavior::Reads),
    sub("delete|disable", NONE, DELETE_BACKUPS),
    sub("start|enable|stop|restore", NONE, Behavior::Runs),
];

/// `regedit /e file` writes a file, `regedit file` and `/s` bring one in.
const REGEDIT: Behavior = Behavior::Cases(&[
    when(exists(Subject::First).and(&not(has_flag("e"))), Behavior::Effects(&[CONFIGURES])),
    otherwise(Behavior::Runs),
]);

fn bcdedit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = call.flags.iter().all(|flag| matches!(flag.name, "enum" | "v"));
    if !looks {
        walker.does(Kind::Configures, Domain::Boot, Traits::empty(), call);
    }
}

/// Variables set for good live in the registry.
const SETX: Behavior = Behavior::Cases(&[
    when(has_flag("m"), Behavior::Effects(&[CONFIGURES])),
    when(any_case("path"), Behavior::Effects(&[CONFIGURES])),
    otherwise(Behavior::Runs),
]);

/// Restore points and backups that this machine keeps of itself.
pub(in crate::facts::programs) const DELETE_BACKUPS: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Backup).at(Place::Machine)]);
