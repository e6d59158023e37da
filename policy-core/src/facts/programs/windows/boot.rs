//! The registry, how the machine starts, shadow copies and backups.

use crate::facts::call::Call;
use crate::facts::cases::{Of, any_case, exists, given, not, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

const CONFIGURES: Deed = Deed::new(Kind::Configures, Domain::WindowsRegistry);

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["reg"], Options::slash("f v s y"), REG, Act::Reads),
    program(&["regedit", "regedt32", "regini"], Options::slash("s e"), REGEDIT),
    program(&["bcdedit"], Options::slash("enum v"), Act::Code(bcdedit)),
    program(
        &["bootrec", "bootsect", "bcdboot"],
        NONE,
        Act::Does(&[Deed::new(Kind::Configures, Domain::Boot).unless("scanos")]),
    ),
    program(
        &["reagentc"],
        Options::slash("info"),
        Act::Does(&[Deed::new(Kind::Configures, Domain::Boot).unless("info")]),
    ),
    toolbox(&["vssadmin"], NONE, VSSADMIN, Act::Reads),
    toolbox(&["wbadmin"], NONE, WBADMIN, Act::Reads),
    program(&["setx"], Options::slash("m s u p k a r x d"), SETX),
];

static REG: &[Sub] = &[
    sub("delete", NONE, Act::Does(&[Deed::new(Kind::Deletes, Domain::WindowsRegistry)])),
    sub(
        "add|import|restore|copy|load|unload|flags",
        NONE,
        Act::Does(&[Deed::new(Kind::Configures, Domain::WindowsRegistry)]),
    ),
    sub("export|save", NONE, Act::Runs),
    sub("query|compare", NONE, Act::Reads),
];

static VSSADMIN: &[Sub] = &[
    sub("list", NONE, Act::Reads),
    sub("delete|resize|revert", NONE, DELETE_BACKUPS),
    sub("create|add", NONE, Act::Runs),
];

static WBADMIN: &[Sub] = &[
    sub("get", NONE, Act::Reads),
    sub("delete|disable", NONE, DELETE_BACKUPS),
    sub("start|enable|stop|restore", NONE, Act::Runs),
];

/// `regedit /e file` writes a file, `regedit file` and `/s` bring one in.
const REGEDIT: Act = Act::Cases(&[
    when(exists(Of::First).and(&not(given("e"))), Act::Does(&[CONFIGURES])),
    otherwise(Act::Runs),
]);

fn bcdedit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = call.flags.iter().all(|flag| matches!(flag.name, "enum" | "v"));
    if !looks {
        walker.does(Kind::Configures, Domain::Boot, Traits::empty(), call);
    }
}

/// Variables set for good live in the registry.
const SETX: Act = Act::Cases(&[
    when(given("m"), Act::Does(&[CONFIGURES])),
    when(any_case("path"), Act::Does(&[CONFIGURES])),
    otherwise(Act::Runs),
]);

/// Restore points and backups that this machine keeps of itself.
pub(in crate::facts::programs) const DELETE_BACKUPS: Act =
    Act::Does(&[Deed::new(Kind::Deletes, Domain::Backup).at(Place::Machine)]);
