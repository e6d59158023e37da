//! Network settings and tools of Windows.

use crate::facts::cases::{Subject, any_case, exists, has_flag, is, not, otherwise, when};
use crate::facts::effect::{Domain, Kind};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::EffectSpec;
use crate::facts::program::{Behavior, Program, program};

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["netsh"], NONE, NETSH),
    program(&["ipconfig"], Options::slash("release renew flushdns"), IPCONFIG),
    program(&["tracert", "getmac", "pathping"], NONE, Behavior::Reads),
    program(&["nbtstat"], NONE, NBTSTAT),
];

pub(super) static NATIVE: &[Program] = &[
    program(&["route"], Options::slash("f p"), ROUTE),
    program(&["arp"], Options::slash("d s"), ARP),
    program(&["ping", "nslookup", "netstat"], NONE, Behavior::Reads),
];

/// The verb stands somewhere behind the context it is used in.
const NETSH: Behavior = Behavior::Cases(&[
    when(
        has_flag("f").and(&not(has_flag("?"))),
        Behavior::Effects(&[EffectSpec::new(Kind::RunsUnknown, Domain::Code).at(Place::Unknown)]),
    ),
    when(any_case("show dump /?"), Behavior::Reads),
    when(
        any_case(
            "set delete del dele delet reset rese res add ad import exec disconnect restore install \
             uninstall flush unregister remove disable enable block",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Network)]),
    ),
    when(exists(Subject::Args), Behavior::Runs),
]);

const IPCONFIG: Behavior =
    Behavior::Cases(&[when(has_flag("release renew flushdns"), Behavior::Runs)]);

/// `-R` and `-RR` throw away and announce names; the other letters look.
const NBTSTAT: Behavior = Behavior::Cases(&[
    when(
        is(Subject::Args, "-R -RR /R /RR"),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Network)]),
    ),
    otherwise(Behavior::Reads),
]);

const ARP: Behavior = Behavior::Cases(&[when(
    has_flag("d s"),
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Network)]),
)]);

const ROUTE: Behavior = Behavior::Cases(&[
    when(has_flag("f"), Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Network)])),
    when(
        any_case("delete add change"),
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Network)]),
    ),
]);
