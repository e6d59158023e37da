//! Users, groups and passwords.

use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, program};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

const DELETES: Deed = Deed::new(Kind::Deletes, Domain::Account);
const CHANGES: Deed = Deed::new(Kind::Configures, Domain::Account);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["userdel", "groupdel", "deluser", "delgroup", "rmuser", "rmgroup"],
        Options::gnu(
            "r|remove f|force R|root= P|prefix= remove-home remove-all-files backup backup-to= system group only-if-empty quiet help",
        ),
        Act::Does(&[DELETES]),
    ),
    program(
        &["useradd", "adduser", "groupadd", "addgroup", "newusers", "usermod", "groupmod"],
        Options::gnu(
            "a|append G|groups= g|gid= s|shell= d|home= u|uid= c|comment= L|lock U|unlock l|login= m|move-home p|password= e|expiredate= f|inactive= o|non-unique r|system k= K= D|defaults b= no-create-home disabled-password disabled-login gecos= ingroup= quiet n|new-name= help",
        ),
        Act::Does(&[CHANGES]),
    ),
    program(
        &["passwd"],
        Options::gnu("d|delete l|lock u|unlock e|expire S|status a|all i= n= w= x= stdin help"),
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
        Options::gnu("l|list a= d= M= A= r= R= s|shell= e= m= reset u|user="),
        Act::Code(change),
    ),
    program(
        &["visudo"],
        Options::gnu("c|check f= x= V"),
        Act::Does(&[Deed::new(Kind::Configures, Domain::Account)
            .with(Traits::FORCED)
            .unless("check V")]),
    ),
    program(&["dscl"], NONE, Act::Code(dscl)),
    program(
        &["ldapdelete"],
        Options::gnu("D= w= H= h= n f= y= Y= U="),
        Act::Does(&[DELETES.unless("n")]),
    ),
    program(
        &["ldapmodify", "ldapadd", "ldappasswd", "ldapmodrdn"],
        Options::gnu("D= w= H= h= n f= y= s= Y= U="),
        Act::Does(&[CHANGES.unless("n")]),
    ),
    program(
        &["smbpasswd", "pdbedit"],
        Options::gnu("x|delete a|create n L|list r= U= v u= j="),
        Act::Code(samba),
    ),
    program(
        &["samba-tool", "ipa", "realm", "kadmin", "kadmin.local", "adcli"],
        Options::gnu("q= p= w= r= s= U= user= continue force"),
        Act::Code(directory),
    ),
    program(&["htpasswd", "htdigest"], Options::gnu("n C= v"), Act::Code(htpasswd)),
    program(&["lslogins", "pinky"], NONE, Act::Reads),
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
        one_of(arg.text, "-deleteUser userdel groupdel")
            || (call.name == "dseditgroup" && arg.is("delete"))
    });
    let kind = if deletes { Kind::Deletes } else { Kind::Configures };
    walker.add(kind, Domain::Account, Place::Machine, Traits::empty(), call.at);
}

fn dscl<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb =
        |names: &str| call.args.iter().any(|arg| one_of(arg.text.trim_start_matches('-'), names));
    if verb("delete rm") {
        walker.add(Kind::Deletes, Domain::Account, Place::Machine, Traits::empty(), call.at);
    } else if verb("create append merge change passwd changei mk") {
        walker.add(Kind::Configures, Domain::Account, Place::Machine, Traits::empty(), call.at);
    }
}

fn samba<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("list") {
        return;
    }
    let kind = if call.has("delete") { Kind::Deletes } else { Kind::Configures };
    walker.add(kind, Domain::Account, Place::Machine, Traits::empty(), call.at);
}

/// Directories of users: their verbs are words, or stand in a query.
fn directory<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let query = call.value("q").map(|arg| arg.text).unwrap_or_default();
    let mut words = call.operands.iter().map(|arg| arg.text).chain(query.split(' ')).peekable();
    let deletes = |word: &str| {
        one_of(word, "delete leave delprinc delete_principal delpol ktremove remove")
            || word.ends_with("-del")
    };
    let changes = |word: &str| {
        one_of(
            word,
            "create add join setpassword disable enable cpw change_password addprinc modprinc \
             permit deny addmembers removemembers passwd",
        ) || word.ends_with("-add")
            || word.ends_with("-mod")
            || word.ends_with("-disable")
            || word.ends_with("-enable")
    };
    let kind = words.find_map(|word| {
        if deletes(word) { Some(Kind::Deletes) } else { changes(word).then_some(Kind::Configures) }
    });
    if let Some(kind) = kind {
        walker.add(kind, Domain::Account, Place::Machine, Traits::empty(), call.at);
    }
}

/// `-c` makes the file anew, `-D` takes a user out.
fn htpasswd<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("n v") {
        return;
    }
    match call.operands.first() {
        Some(file) => walker.touches(Kind::Overwrites, file, Traits::empty()),
        None => walker.acts(),
    }
}
