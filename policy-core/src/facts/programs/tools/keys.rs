//! Secrets, keys and the stores that hold them.

use super::verbs;
use super::verbs::rows::secrets as rows;
use super::verbs::sure;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    Doing, Of, Target, begins, first, given, holds, is, named, not, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["vault", "bao"], VAULT, VAULT_SUBS, Act::Runs),
    toolbox(
        &["op"],
        Options::gnu("account= vault= format= session= archive h|help config= encoding="),
        OP_SUBS,
        Act::Verb(Domain::Secret),
    ),
    toolbox(
        &["doppler"],
        Options::gnu(
            "p|project= c|config= t|token= y|yes scope= h|help command= format= name-transformer= mount=",
        ),
        DOPPLER_SUBS,
        Act::Verb(Domain::Secret),
    ),
    toolbox(
        &["bw", "bws", "rbw"],
        Options::gnu(
            "session= p|permanent organizationid= itemid= quiet t|access-token= o|output= h|help",
        ),
        BW_SUBS,
        Act::Verb(Domain::Secret),
    ),
    program(
        &["pass", "gopass", "passage"],
        Options::gnu(
            "f|force r|recursive c|clip y|yes m|multiline e|echo n|no-symbols i|in-place h|help p|path=",
        ),
        Act::Code(pass),
    ),
    program(
        &["keytool"],
        Options::long(
            "delete alias= keystore= storepass= keypass= storetype= list exportcert file= storepasswd keypasswd destalias= new= srckeystore= destkeystore= printcert",
        ),
        KEYTOOL,
    ),
    toolbox(
        &["security"],
        Options::gnu("s= a= l= D= c= Z= h|help k= p= T="),
        SECURITY_SUBS,
        Act::Runs,
    ),
    toolbox(
        &[
            "infisical",
            "akeyless",
            "conjur",
            "chamber",
            "teller",
            "keeper",
            "ksm",
            "dcli",
            "lpass",
            "secrethub",
            "summon",
            "berglas",
            "credstash",
            "envkey",
            "dotenv-vault",
            "pulumi-esc",
            "esc",
            "step",
            "teleport",
            "tsh",
            "boundary",
            "authelia",
            "keycloak",
            "kcadm",
            "kcadm.sh",
            "auth0",
            "okta",
            "ory",
            "kratos",
            "hydra",
            "zitadel",
            "fusionauth",
            "clerk",
            "workos",
        ],
        Options::gnu(
            "env= path= projectId= n|name= i|id= account= t|type= h|help y|yes f|force sync= o|output= config= realm= r= user= user-type= p|profile= token= e|endpoint= keep= reason=",
        ),
        OTHER_SUBS,
        Act::Verb(Domain::Secret),
    ),
    program(
        &["sops"],
        Options::gnu(
            "d|decrypt e|encrypt i|in-place r|rotate k|kms= p|pgp= a|age= rm-age= add-age= rm-pgp= add-pgp= s|show-master-keys extract= set= output= output-type= input-type= config= h|help",
        ),
        SOPS,
    ),
    program(
        &["age", "rage"],
        Options::gnu(
            "d|decrypt e|encrypt o|output= r|recipient= R|recipients-file= i|identity= p|passphrase a|armor h|help",
        ),
        AGE,
    ),
    program(
        &["ssh-add"],
        Options::gnu("D|delete-all d|delete= t= h= s= e= T="),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Secret)
            .only("delete-all delete")
            .with(Traits::MILD)]),
    ),
    program(&["secret-tool", "keyctl", "kwallet-query"], Options::gnu("label="), KEYRING),
    toolbox(
        &["keyring"],
        Options::gnu("b|keyring-backend="),
        &[sub("del", NONE, rows::DELETES), sub("get|set|diagnose", NONE, Act::Runs)],
        Act::Runs,
    ),
    toolbox(&["kubeseal"], NONE, &[], Act::Runs),
    toolbox(
        &["easyrsa", "easy-rsa", "cfssl", "certmgr", "pki", "certstrap"],
        Options::gnu(
            "vars= pki-dir= D|delete n= d= A= h|help db-config= serial= aki= reason= ca= ca-key=",
        ),
        CA_SUBS,
        CERTUTIL,
    ),
];

const OVERWRITES_LAST: Act =
    Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Last);

const NONE: Options = Options::gnu("");

const VAULT: Options = Options::long(
    "address= token= namespace= ns= ca-cert= client-cert= client-key= format= mount= versions= field= path= force f prefix mode= type= header= cas= method= wrap-ttl= key-shares= key-threshold= threshold= h|help description= pgp-keys= default-lease-ttl= max-lease-ttl= version= dr-token= nonce= target=",
);

static VAULT_SUBS: &[Sub] = &[
    sub("delete", LONG, rows::DELETES),
    sub("kv delete", LONG, rows::DELETES),
    sub("kv destroy", LONG, rows::DELETES_ALL),
    sub("kv metadata delete", LONG, rows::DELETES_ALL),
    sub("kv metadata get|put|patch", LONG, Act::Runs),
    sub("kv rollback", LONG, rows::CHANGES),
    sub("kv put", LONG, rows::CHANGES),
    sub("kv patch|undelete|enable-versioning", LONG, Act::Runs),
    sub("kv get|list", LONG, Act::Reads),
    sub("secrets|auth disable", LONG, rows::DELETES_ALL),
    sub("audit disable", LONG, Act::Does(&[Deed::new(Kind::Stops, Domain::Monitoring)])),
    sub("secrets|auth move|tune", LONG, rows::CHANGES),
    sub("secrets|auth|audit list|enable|help", LONG, Act::Runs),
    sub("lease|token revoke", LONG, VAULT_REVOKE),
    sub("lease|token renew|lookup|create|capabilities", LONG, Act::Runs),
    sub("policy delete", LONG, rows::DELETES),
    sub("policy write", LONG, rows::RIGHTS),
    sub("policy read|list|fmt", LONG, Act::Reads),
    sub("operator seal|step-down", LONG, rows::STOPS),
    sub("operator rekey|rotate|generate-root|migrate", LONG, rows::CHANGES),
    sub("operator raft remove-peer", LONG, rows::STOPS),
    sub("operator raft snapshot restore", LONG, rows::DELETES_ALL),
    sub("operator raft snapshot save|inspect", LONG, Act::Runs),
    sub("operator raft list-peers|autopilot|join", LONG, Act::Runs),
    sub("operator key-status|diagnose|members|usage|init|unseal", LONG, Act::Runs),
    sub("namespace delete", LONG, rows::DELETES_ALL),
    sub("namespace list|create|lookup|lock|unlock|patch", LONG, Act::Runs),
    sub("plugin deregister", LONG, rows::STOPS),
    sub("write", LONG, VAULT_WRITE),
    sub(
        "read|list|status|path-help|version|print|pki|monitor|debug|login|ssh|agent|proxy|server|unwrap|events|transit|hcp|patch",
        LONG,
        Act::Runs,
    ),
];

const LONG: Options = Options::long("");

static OP_SUBS: &[Sub] = &[
    sub("item|document delete", NONE, rows::DELETES),
    sub("vault|group|connect|service-account|user delete", NONE, rows::DELETES_ALL),
    sub("user suspend", NONE, rows::STOPS),
    sub("vault|connect|events-api user|group|server|token|vault", NONE, Act::Verb(Domain::Secret)),
    sub("item|document edit", NONE, rows::CHANGES),
    sub(
        "item|document|vault|user|group|account get|list|create|template|move|share|provision|confirm|add|forget",
        NONE,
        Act::Runs,
    ),
    sub("run", Options::leading("env-file="), Act::Code(carry)),
    sub("read|inject|whoami|signin|signout|update|completion|plugin|account|ssh", NONE, Act::Runs),
];

static DOPPLER_SUBS: &[Sub] = &[
    sub(
        "run",
        Options::leading("p|project= c|config= t|token= command= mount= fallback="),
        Act::Code(carry),
    ),
    sub("secrets delete", NONE, rows::DELETES),
    sub("secrets set|upload", NONE, rows::CHANGES),
    sub("secrets get|download|substitute|notes", NONE, Act::Runs),
    sub("projects|environments|configs delete|lock|rename", NONE, rows::DELETES_ALL),
    sub("configs tokens revoke", NONE, rows::DELETES),
    sub("configs logs rollback", NONE, rows::CHANGES),
    sub("me|setup|login|logout|configure|activity|open|update", NONE, Act::Runs),
];

static BW_SUBS: &[Sub] = &[
    sub("delete", NONE, BW_DELETE),
    sub("secret|project delete", NONE, rows::DELETES),
    sub("purge", NONE, Act::Runs),
    sub("remove|rm", NONE, rows::DELETES),
    sub("edit", NONE, rows::CHANGES),
    sub("move|share", NONE, Act::Runs),
    sub(
        "get|list|status|generate|sync|unlock|lock|login|logout|encode|config|export|import|create|restore|serve|completion|update|add|send|receive|code|search",
        NONE,
        Act::Runs,
    ),
];

static SECURITY_SUBS: &[Sub] = &[
    sub(
        "delete-generic-password|delete-internet-password|delete-certificate|delete-identity|delete-keychain|delete-key",
        NONE,
        rows::DELETES,
    ),
    sub(
        "remove-trusted-cert|add-trusted-cert|trust-settings-import|set-key-partition-list|set-keychain-password|authorizationdb",
        NONE,
        rows::CHANGES,
    ),
    sub(
        "find-generic-password|find-internet-password|find-certificate|find-identity|list-keychains|dump-keychain|default-keychain|show-keychain-info|verify-cert|error|find-key|cms|dump-trust-settings",
        NONE,
        Act::Reads,
    ),
];

static OTHER_SUBS: &[Sub] = &[
    sub("exec|run", Options::leading("e|env= path= projectId= command="), Act::Code(carry)),
    sub("ca revoke", NONE, rows::DELETES),
    sub("secrets delete|set", NONE, rows::DELETES),
    sub(
        "delete-item|delete-role|delete-auth-method|delete-target|delete-items|delete-gateway|delete-auth-method",
        NONE,
        rows::DELETES,
    ),
    sub(
        "apps|users|rules|roles|apis|orgs|actions|logs delete|list|show|create|open|update",
        NONE,
        Act::Verb(Domain::Secret),
    ),
    sub("env|open get|init|edit|set", NONE, Act::Runs),
    sub(
        "ssh",
        Options::leading("l= p= i= A L= R="),
        Act::On(Doing::CarriesElsewhere, Target::From(1)),
    ),
    sub(
        "scan|login|logout|status|export|history|ls|list|show|get|certificate|crypto",
        NONE,
        Act::Runs,
    ),
];

static CA_SUBS: &[Sub] = &[
    sub("revoke|revoke-issued|revoke-renewed", NONE, rows::DELETES),
    sub("init-pki", NONE, rows::DELETES_ALL),
    sub(
        "build-ca|build-client-full|build-server-full|gen-crl|show-cert|show-ca|gen-req|sign-req|renew|serve|genkey|gencert|version|bundle|info",
        NONE,
        Act::Runs,
    ),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Secret, traits, call);
}

fn carry<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    let dialect = walker.dialect();
    if let Some(code) = call.value("command") {
        walker.run_code(code, dialect, crate::facts::walker::Scoping::Own);
        return;
    }
    // chamber names services before the dashes.
    walker.carry_writing(call.behind(words!("--")).unwrap_or(call.operands));
}

const VAULT_REVOKE: Act = Act::Cases(&[
    when(given("prefix force f"), sure::secrets::DELETES_ALL),
    otherwise(sure::secrets::DELETES),
]);

/// `vault write sys/revoke…`, `…/rotate-root`.
const VAULT_WRITE: Act = Act::Cases(&[
    when(begins(Of::First, "sys/seal"), sure::secrets::CHANGES),
    when(holds(Of::First, "rotate-root /revoke /rotate /tidy"), sure::secrets::CHANGES),
    when(begins(Of::First, "sys/policy sys/policies"), sure::secrets::RIGHTS),
    otherwise(Act::Runs),
]);

const BW_DELETE: Act = Act::Cases(&[
    when(
        given("permanent"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Secret).with(Traits::BEYOND_REPAIR)]),
    ),
    otherwise(sure::secrets::DELETES),
]);

fn pass<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.first().and_then(Arg::literal) {
        Some("rm" | "remove" | "delete") => {
            let wide = call.has("recursive");
            add(walker, call, Kind::Deletes, if wide { Traits::WHOLE } else { Traits::empty() });
        }
        Some(
            "generate" | "insert" | "mv" | "cp" | "copy" | "move" | "rename" | "edit" | "init",
        ) if call.has("force") => {
            add(walker, call, Kind::ChangesRemote, Traits::empty());
        }
        Some("mounts" | "recipients") => verbs::by_verb(walker, call, Domain::Secret),
        Some("git") => {
            walker.is_carrier();
            walker.carry(call.operands);
        }
        Some("show" | "ls" | "find" | "grep" | "list" | "search") | None => {}
        _ => walker.acts(),
    }
}

const KEYTOOL: Act = Act::Cases(&[
    when(given("delete"), sure::secrets::DELETES),
    when(given("storepasswd keypasswd"), sure::secrets::CHANGES),
    when(not(given("list printcert exportcert")), Act::Runs),
]);

const SOPS: Act = Act::Cases(&[
    when(given("in-place"), OVERWRITES_LAST),
    when(first("updatekeys"), OVERWRITES_LAST),
    otherwise(AGE),
]);

const AGE: Act =
    Act::On(Doing::Touches(Kind::Overwrites, Traits::empty()), Target::Value("output"));

const KEYRING: Act = Act::Cases(&[
    when(first("clear revoke unlink invalidate purge"), sure::secrets::DELETES),
    when(not(first("lookup search show list print read")), Act::Runs),
]);

const CERTUTIL: Act = Act::Cases(&[
    when(given("delete").and(&named("certutil")), sure::secrets::DELETES),
    when(is(Of::Args, "-delstore -delStore -DelStore -DELSTORE"), sure::secrets::DELETES),
    otherwise(Act::Runs),
]);
