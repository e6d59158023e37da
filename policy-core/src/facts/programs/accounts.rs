//! Users, groups and passwords.

use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, contains, exists, has_flag, is, named, not, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, program};
use crate::facts::walker::Walker;
use crate::facts::words::words;

const DELETES: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Account);
const CHANGES: EffectSpec = EffectSpec::new(Kind::Configures, Domain::Account);

const NONE: Options = Options::gnu("");

pub(super) static PROGRAMS: &[Program] = &[
    program(
        &["userdel", "groupdel", "deluser", "delgroup", "rmuser", "rmgroup"],
        Options::gnu(
            "r|remove f|force R|root= P|prefix= remove-home remove-all-files backup backup-to= system group only-if-empty quiet help",
        ),
        Behavior::Effects(&[DELETES]),
    ),
    program(
        &["useradd", "adduser", "groupadd", "addgroup", "newusers", "usermod", "groupmod"],
        Options::gnu(
            "a|append G|groups= g|gid= s|shell= d|home= u|uid= c|comment= L|lock U|unlock l|login= m|move-home p|password= e|expiredate= f|inactive= o|non-unique r|system k= K= D|defaults b= no-create-home disabled-password disabled-login gecos= ingroup= quiet n|new-name= help",
        ),
        Behavior::Effects(&[CHANGES]),
    ),
    program(
        &["passwd"],
        Options::gnu("d|delete l|lock u|unlock e|expire S|status a|all i= n= w= x= stdin help"),
        Behavior::Effects(&[CHANGES.unless("status")]),
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
        Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::Account)
            .with(Traits::FORCED)
            .unless("check V")]),
    ),
    program(&["dscl"], NONE, DSCL),
    program(
        &["ldapdelete"],
        Options::gnu("D= w= H= h= n f= y= Y= U="),
        Behavior::Effects(&[DELETES.unless("n")]),
    ),
    program(
        &["ldapmodify", "ldapadd", "ldappasswd", "ldapmodrdn"],
        Options::gnu("D= w= H= h= n f= y= s= Y= U="),
        Behavior::Effects(&[CHANGES.unless("n")]),
    ),
    program(&["smbpasswd", "pdbedit"], Options::gnu("x|delete a|create L|list r= U= u= j="), SAMBA),
    program(
        &["samba-tool", "ipa", "realm", "kadmin", "kadmin.local", "adcli"],
        Options::gnu("q= p= w= r= s= U= user= continue force"),
        Behavior::Code(directory),
    ),
    program(&["htpasswd", "htdigest"], Options::gnu("n C= v"), HTPASSWD),
    program(&["lslogins", "pinky"], NONE, Behavior::Reads),
];

const CHANGE: Behavior = Behavior::Cases(&[
    when(named("chage chsh").and(&has_flag("list")), Behavior::Reads),
    when(named("pw").and(&contains(Subject::Operands, "show")), Behavior::Reads),
    when(named("faillock").and(&not(has_flag("reset"))), Behavior::Reads),
    when(named("dseditgroup").and(&is(Subject::Args, "read checkmember")), Behavior::Reads),
    when(is(Subject::Args, "-deleteUser userdel groupdel"), Behavior::Effects(&[DELETES])),
    when(named("dseditgroup").and(&is(Subject::Args, "delete")), Behavior::Effects(&[DELETES])),
    otherwise(Behavior::Effects(&[CHANGES])),
]);

const DSCL: Behavior = Behavior::Cases(&[
    when(is(Subject::Args, "delete rm -delete -rm --delete --rm"), Behavior::Effects(&[DELETES])),
    when(
        is(
            Subject::Args,
            "create append merge change passwd changei mk -create -append -merge -change -passwd \
             -changei -mk --create --append --merge --change --passwd --changei --mk",
        ),
        Behavior::Effects(&[CHANGES]),
    ),
]);

const SAMBA: Behavior = Behavior::Cases(&[
    when(has_flag("list"), Behavior::Reads),
    when(has_flag("delete"), Behavior::Effects(&[DELETES])),
    otherwise(Behavior::Effects(&[CHANGES])),
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
const HTPASSWD: Behavior = Behavior::Cases(&[
    when(has_flag("n v"), Behavior::Reads),
    when(not(exists(Subject::First)), Behavior::Runs),
    otherwise(Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Nth(0))),
]);
