//! Users, groups and passwords.

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, program};
use crate::facts::walk::Walker;

const DELETES: Deed = Deed::new(Kind::Deletes, Domain::Account);
const CHANGES: Deed = Deed::new(Kind::Configures, Domain::Account);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["userdel", "groupdel", "deluser", "delgroup", "rmuser", "rmgroup"],
        Options::gnu(
            "r|remove f|force R|root= P|prefix= Z remove-home remove-all-files backup backup-to= system group only-if-empty quiet h help",
        ),
        Act::Does(&[DELETES]),
    ),
    program(
        &["useradd", "adduser", "groupadd", "addgroup", "newusers", "usermod", "groupmod"],
        Options::gnu(
            "a|append G|groups= g|gid= s|shell= d|home= u|uid= c|comment= L|lock U|unlock l|login= m|move-home p|password= e|expiredate= f|inactive= o|non-unique N r|system k= K= D|defaults M b= home= no-create-home disabled-password disabled-login gecos= ingroup= quiet n|new-name= help",
        ),
        Act::Does(&[CHANGES]),
    ),
    program(
        &["passwd"],
        Options::gnu("d|delete l|lock u|unlock e|expire S|status a|all i= n= w= x= q stdin help"),
        Act::Does(&[CHANGES.unless("status")]),
    ),
    program(
        &[
            "chpasswd",
            "chgpasswd",
            "chage",
            "vipw",
            "vigr",
            "gpasswd",
            "chsh",
            "chfn",
            "pwconv",
            "pwunconv",
            "grpconv",
            "faillock",
            "pam_tally2",
            "authconfig",
            "authselect",
            "pam-auth-update",
            "sysadminctl",
            "dseditgroup",
            "pw",
        ],
        Options::gnu("l|list a= d= M= A= r= R= s|shell= e= c m= S reset user= u=|user"),
        Act::Code(change),
    ),
    program(
        &["visudo"],
        Options::gnu("c|check f= q s x= V O P"),
        Act::Does(&[Deed::new(Kind::Configures, Domain::Account)
            .with(Traits::FORCED)
            .unless("check V")]),
    ),
    program(&["dscl"], NONE, Act::Code(dscl)),
    program(
        &["id", "groups", "whoami", "getent", "users", "finger", "lslogins", "logname", "pinky"],
        NONE,
        Act::Reads,
    ),
    program(&["security"], NONE, Act::Code(keychain)),
];

fn change<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let looks = match call.name {
        "chage" | "chsh" => call.has("list"),
        "pw" => call.operands.iter().any(|arg| arg.text.contains("show")),
        "faillock" => !call.has("reset"),
        "dseditgroup" => call.args.iter().any(|arg| arg.is("read") || arg.is("checkmember")),
        _ => false,
    };
    if looks {
        return;
    }
    let deletes = call.args.iter().any(|arg| {
        matches!(arg.text, "-deleteUser" | "userdel" | "groupdel")
            || (call.name == "dseditgroup" && arg.is("delete"))
    });
    let kind = if deletes { Kind::Deletes } else { Kind::Configures };
    walker.add(kind, Domain::Account, Place::Machine, Traits::empty(), call.at);
}

fn dscl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = |names: &[&str]| {
        call.args.iter().any(|arg| names.contains(&arg.text.trim_start_matches('-')))
    };
    if verb(&["delete", "rm"]) {
        walker.add(Kind::Deletes, Domain::Account, Place::Machine, Traits::empty(), call.at);
    } else if verb(&["create", "append", "merge", "change", "passwd", "changei", "mk"]) {
        walker.add(Kind::Configures, Domain::Account, Place::Machine, Traits::empty(), call.at);
    }
}

/// The keychain of macOS.
fn keychain<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.args.iter().find_map(Arg::literal).unwrap_or_default();
    if verb.starts_with("delete-") || verb.starts_with("remove-") {
        walker.add(Kind::Deletes, Domain::Secret, Place::Machine, Traits::empty(), call.at);
    } else if verb.starts_with("set-")
        || verb.starts_with("add-trusted")
        || verb == "authorizationdb"
    {
        walker.add(Kind::Configures, Domain::Account, Place::Machine, Traits::empty(), call.at);
    } else if verb.starts_with("add-") || verb.starts_with("import") || verb.starts_with("create-")
    {
        walker.acts();
    }
}
