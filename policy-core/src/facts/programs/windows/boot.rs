//! The registry, how the machine starts, shadow copies and backups.

use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, any_case, exists, has_flag, not, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

const CONFIGURES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::WindowsRegistry);

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["reg"], Options::slash("f v s y"), REG, UNLISTED),
    program(&["regedit", "regedt32", "regini"], Options::slash("s e d"), REGEDIT),
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
    toolbox(&["vssadmin"], NONE, VSSADMIN, UNLISTED),
    toolbox(&["wbadmin"], NONE, WBADMIN, UNLISTED),
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
    sub("export|save", NONE, Behavior::Code(save_key)),
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
    sub("start recovery|sysrecovery|systemstaterecovery", NONE, super::REBUILDS_SYSTEM),
    sub("restore catalog", NONE, super::CHANGES_SYSTEM),
];

/// Without words they explain themselves; an order that is not listed is not known to read.
const UNLISTED: Behavior = Behavior::Cases(&[when(exists(Subject::First), super::CHANGES_SYSTEM)]);

/// `regedit /e file` writes a file, `regedit file` and `/s` bring one in.
const REGEDIT: Behavior = Behavior::Cases(&[
    when(has_flag("d"), Behavior::Effects(&[CONFIGURES])),
    when(exists(Subject::First).and(&not(has_flag("e"))), Behavior::Effects(&[CONFIGURES])),
    when(
        has_flag("e"),
        Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Nth(0)),
    ),
    otherwise(Behavior::Runs),
]);

/// Without `/y` it asks before it writes over a file.
fn save_key<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    if let [_, file, ..] = call.operands
        && call.has("y")
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

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
