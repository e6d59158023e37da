//! Users, groups and passwords.

use crate::facts::call::Call;
use crate::facts::cases::{
    Doing, Of, Target, exists, given, holds, is, named, not, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

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
        CHANGE,
    ),
    program(
        &["visudo"],
        Options::gnu("c|check f= x= V"),
        Act::Does(&[Deed::new(Kind::Configures, Domain::Account)
            .with(Traits::FORCED)
            .unless("check V")]),
    ),
    program(&["dscl"], NONE, DSCL),
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
    program(&["smbpasswd", "pdbedit"], Options::gnu("x|delete a|create L|list r= U= u= j="), SAMBA),
    program(
        &["samba-tool", "ipa", "realm", "kadmin", "kadmin.local", "adcli"],
        Options::gnu("q= p= w= r= s= U= user= continue force"),
        Act::Code(directory),
    ),
    program(&["htpasswd", "htdigest"], Options::gnu("n C= v"), HTPASSWD),
    program(&["lslogins", "pinky"], NONE, Act::Reads),
];

const CHANGE: Act = Act::Cases(&[
    when(named("chage chsh").and(&given("list")), Act::Reads),
    when(named("pw").and(&holds(Of::Operands, "show")), Act::Reads),
    when(named("faillock").and(&not(given("reset"))), Act::Reads),
    when(named("dseditgroup").and(&is(Of::Args, "read checkmember")), Act::Reads),
    when(is(Of::Args, "-deleteUser userdel groupdel"), Act::Does(&[DELETES])),
    when(named("dseditgroup").and(&is(Of::Args, "delete")), Act::Does(&[DELETES])),
    otherwise(Act::Does(&[CHANGES])),
]);

const DSCL: Act = Act::Cases(&[
    when(is(Of::Args, "delete rm -delete -rm --delete --rm"), Act::Does(&[DELETES])),
    when(
        is(
            Of::Args,
            "create append merge change passwd changei mk -create -append -merge -change -passwd \
             -changei -mk --create --append --merge --change --passwd --changei --mk",
        ),
        Act::Does(&[CHANGES]),
    ),
]);

const SAMBA: Act = Act::Cases(&[
    when(given("list"), Act::Reads),
    when(given("delete"), Act::Does(&[DELETES])),
    otherwise(Act::Does(&[CHANGES])),
]);

/// Directories of users: their verbs are words, or stand in a query.
fn directory<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let query = call.value("q").map(|arg| arg.text).unwrap_or_default();
    let mut words = call.operands.iter().map(|arg| arg.text).chain(query.split(' ')).peekable();
    let deletes = |word: &str| {
        words!("delete leave delprinc delete_principal delpol ktremove remove").has(word)
            || word.ends_with("-del")
    };
    let changes = |word: &str| {
        words!(
            "create add join setpassword disable enable cpw change_password addprinc modprinc \
             permit deny addmembers removemembers passwd"
        )
        .has(word)
            || word.ends_with("-add")
            || word.ends_with("-mod")
            || word.ends_with("-disable")
            || word.ends_with("-enable")
    };
    let kind = words.find_map(|word| {
        if deletes(word) { Some(Kind::Deletes) } else { changes(word).then_some(Kind::Configures) }
    });
    if let Some(kind) = kind {
        walker.does(kind, Domain::Account, Traits::empty(), call);
    }
}

/// `-c` makes the file anew, `-D` takes a user out.
const HTPASSWD: Act = Act::Cases(&[
    when(given("n v"), Act::Reads),
    when(not(exists(Of::First)), Act::Runs),
    otherwise(Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Nth(0))),
]);
