//! Network settings and tools of Windows.

use crate::facts::cases::{Of, any_case, exists, given, when};
use crate::facts::effect::{Domain, Kind};
use crate::facts::options::Options;
use crate::facts::program::Deed;
use crate::facts::program::{Act, Program, program};

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["netsh"], NONE, NETSH),
    program(&["ipconfig"], Options::slash("release renew flushdns"), IPCONFIG),
    program(&["tracert", "getmac", "nbtstat", "pathping"], NONE, Act::Reads),
];

pub(super) static NATIVE: &[Program] = &[
    program(&["route"], Options::slash("f p"), ROUTE),
    program(&["arp", "ping", "nslookup", "netstat"], NONE, Act::Reads),
];

/// The verb stands somewhere behind the context it is used in.
const NETSH: Act = Act::Cases(&[
    when(any_case("show dump /?"), Act::Reads),
    when(
        any_case("set delete reset add import exec disconnect restore"),
        Act::Does(&[Deed::new(Kind::Configures, Domain::Network)]),
    ),
    when(exists(Of::Args), Act::Runs),
]);

const IPCONFIG: Act = Act::Cases(&[when(given("release renew flushdns"), Act::Runs)]);

const ROUTE: Act = Act::Cases(&[
    when(given("f"), Act::Does(&[Deed::new(Kind::Configures, Domain::Network)])),
    when(any_case("delete add change"), Act::Does(&[Deed::new(Kind::Configures, Domain::Network)])),
]);
