//! Network settings and tools of Windows.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{given, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Program, program};
use crate::facts::walk::Walker;

const NONE: Options = Options::slash("");

pub(super) static PROGRAMS: &[Program] = &[
    program(&["netsh"], NONE, Act::Code(netsh)),
    program(&["ipconfig"], Options::slash("release renew flushdns"), IPCONFIG),
    program(&["tracert", "getmac", "nbtstat", "pathping"], NONE, Act::Reads),
];

pub(super) static NATIVE: &[Program] = &[
    program(&["route"], Options::slash("f p"), Act::Code(route)),
    program(&["arp", "ping", "nslookup", "netstat"], NONE, Act::Reads),
];

/// The verb stands somewhere behind the context it is used in.
fn netsh<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let has = |word: &str| call.args.iter().any(|arg| arg.text.eq_ignore_ascii_case(word));
    if has("show") || has("dump") || has("/?") {
        return;
    }
    let changes = ["set", "delete", "reset", "add", "import", "exec", "disconnect", "restore"];
    if changes.iter().any(|verb| has(verb)) {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    } else if !call.args.is_empty() {
        walker.acts();
    }
}

const IPCONFIG: Act = Act::Cases(&[when(given("release renew flushdns"), Act::Runs)]);

fn route<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let is = |arg: &Arg<'_>, word: &str| arg.text.eq_ignore_ascii_case(word);
    let changes = |arg: &Arg<'_>| is(arg, "delete") || is(arg, "add") || is(arg, "change");
    if call.has("f") || call.args.iter().any(changes) {
        walker.does(Kind::Configures, Domain::Network, Traits::empty(), call);
    }
}
