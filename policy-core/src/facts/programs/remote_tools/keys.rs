//! Secrets, keys and the stores that hold them.

use super::verbs;
use super::verbs::respects_dry_run::secrets as respects_dry_run;
use super::verbs::unconditional;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, contains, first_operand, has_flag, is, named, not, otherwise,
    starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["vault", "bao"], VAULT, VAULT_SUBS, Behavior::Runs),
    toolbox(
        &["op"],
        Options::gnu("account= vault= format= session= archive h|help config= encoding="),
        OP_SUBS,
        Behavior::Verb(Domain::Secret),
    ),
    toolbox(
        &["doppler"],
        Options::gnu(
            "p|project= c|config= t|token= y|yes scope= h|help command= format= name-transformer= mount=",
        ),
        DOPPLER_SUBS,
        Behavior::Verb(Domain::Secret),
    ),
    toolbox(
        &["bw", "bws", "rbw"],
        Options::gnu(
            "session= p|permanent organizationid= itemid= quiet t|access-token= o|output= h|help",
        ),
        BW_SUBS,
        Behavior::Verb(Domain::Secret),
    ),
    program(
        &["pass", "gopass", "passage"],
        Options::gnu(
            "f|force r|recursive c|clip y|yes m|multiline e|echo n|no-symbols i|in-place h|help p|path=",
        ),
        Behavior::Code(pass),
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
        Behavior::Runs,
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
        Behavior::Verb(Domain::Secret),
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
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Secret)
            .only("delete-all delete")
            .with(Traits::MINOR)]),
    ),
    program(&["secret-tool", "keyctl", "kwallet-query"], Options::gnu("label="), KEYRING),
    toolbox(
        &["keyring"],
        Options::gnu("b|keyring-backend="),
        &[
            sub("del", NONE, respects_dry_run::DELETES),
            sub("get|set|diagnose", NONE, Behavior::Runs),
        ],
        Behavior::Runs,
    ),
    toolbox(&["kubeseal"], NONE, &[], Behavior::Runs),
    toolbox(
        &["easyrsa", "easy-rsa", "cfssl", "certmgr", "pki", "certstrap"],
        Options::gnu(
            "vars= pki-dir= D|delete n= d= A= h|help db-config= serial= aki= reason= ca= ca-key=",
        ),
        CA_SUBS,
        CERTUTIL,
    ),
];

const OVERWRITES_LAST: Behavior =
    Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Last);

const NONE: Options = Options::gnu("");

const VAULT: Options = Options::long(
    "address= token= namespace= ns= ca-cert= client-cert= client-key= format= mount= versions= field= path= force f prefix mode= type= header= cas= method= wrap-ttl= key-shares= key-threshold= threshold= h|help description= pgp-keys= default-lease-ttl= max-lease-ttl= version= dr-token= nonce= target=",
);

static VAULT_SUBS: &[Sub] = &[
    sub("delete", LONG, respects_dry_run::DELETES),
    sub("kv delete", LONG, respects_dry_run::DELETES),
    sub("kv destroy", LONG, respects_dry_run::DELETES_ALL),
    sub("kv metadata delete", LONG, respects_dry_run::DELETES_ALL),
    sub("kv metadata get|put|patch", LONG, Behavior::Runs),
    sub("kv rollback", LONG, respects_dry_run::CHANGES),
    sub("kv put", LONG, respects_dry_run::CHANGES),
    sub("kv patch|undelete|enable-versioning", LONG, Behavior::Runs),
    sub("kv get|list", LONG, Behavior::Reads),
    sub("secrets|auth disable", LONG, respects_dry_run::DELETES_ALL),
    sub(
        "audit disable",
        LONG,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Monitoring)]),
    ),
    sub("secrets|auth move|tune", LONG, respects_dry_run::CHANGES),
    sub("secrets|auth|audit list|enable|help", LONG, Behavior::Runs),
    sub("lease|token revoke", LONG, VAULT_REVOKE),
    sub("lease|token renew|lookup|create|capabilities", LONG, Behavior::Runs),
    sub("policy delete", LONG, respects_dry_run::DELETES),
    sub("policy write", LONG, respects_dry_run::RIGHTS),
    sub("policy read|list|fmt", LONG, Behavior::Reads),
    sub("operator seal|step-down", LONG, respects_dry_run::STOPS),
    sub("operator rekey|rotate|generate-root|migrate", LONG, respects_dry_run::CHANGES),
    sub("operator raft remove-peer", LONG, respects_dry_run::STOPS),
    sub("operator raft snapshot restore", LONG, respects_dry_run::DELETES_ALL),
    sub("operator raft snapshot save|inspect", LONG, Behavior::Runs),
    sub("operator raft list-peers|autopilot|join", LONG, Behavior::Runs),
    sub("operator key-status|diagnose|members|usage|init|unseal", LONG, Behavior::Runs),
    sub("namespace delete", LONG, respects_dry_run::DELETES_ALL),
    sub("namespace list|create|lookup|lock|unlock|patch", LONG, Behavior::Runs),
    sub("plugin deregister", LONG, respects_dry_run::STOPS),
    sub("write", LONG, VAULT_WRITE),
    sub(
        "read|list|status|path-help|version|print|pki|monitor|debug|login|ssh|agent|proxy|server|unwrap|events|transit|hcp|patch",
        LONG,
        Behavior::Runs,
    ),
];

const LONG: Options = Options::long("");

static OP_SUBS: &[Sub] = &[
    sub("item|document delete", NONE, respects_dry_run::DELETES),
    sub("vault|group|connect|service-account|user delete", NONE, respects_dry_run::DELETES_ALL),
    sub("user suspend", NONE, respects_dry_run::STOPS),
    sub(
        "vault|connect|events-api user|group|server|token|vault",
        NONE,
        Behavior::Verb(Domain::Secret),
    ),
    sub("item|document edit", NONE, respects_dry_run::CHANGES),
    sub(
        "item|document|vault|user|group|account get|list|create|template|move|share|provision|confirm|add|forget",
        NONE,
        Behavior::Runs,
    ),
    sub("run", Options::leading("env-file="), Behavior::Code(run_rest)),
    sub(
        "read|inject|whoami|signin|signout|update|completion|plugin|account|ssh",
        NONE,
        Behavior::Runs,
    ),
];

static DOPPLER_SUBS: &[Sub] = &[
    sub(
        "run",
        Options::leading("p|project= c|config= t|token= command= mount= fallback="),
        Behavior::Code(run_rest),
    ),
    sub("secrets delete", NONE, respects_dry_run::DELETES),
    sub("secrets set|upload", NONE, respects_dry_run::CHANGES),
    sub("secrets get|download|substitute|notes", NONE, Behavior::Runs),
    sub("projects|environments|configs delete|lock|rename", NONE, respects_dry_run::DELETES_ALL),
    sub("configs tokens revoke", NONE, respects_dry_run::DELETES),
    sub("configs logs rollback", NONE, respects_dry_run::CHANGES),
    sub("me|setup|login|logout|configure|activity|open|update", NONE, Behavior::Runs),
];

static BW_SUBS: &[Sub] = &[
    sub("delete", NONE, BW_DELETE),
    sub("secret|project delete", NONE, respects_dry_run::DELETES),
    sub("purge", NONE, Behavior::Runs),
    sub("remove|rm", NONE, respects_dry_run::DELETES),
    sub("edit", NONE, respects_dry_run::CHANGES),
    sub("move|share", NONE, Behavior::Runs),
    sub(
        "get|list|status|generate|sync|unlock|lock|login|logout|encode|config|export|import|create|restore|serve|completion|update|add|send|receive|code|search",
        NONE,
        Behavior::Runs,
    ),
];

static SECURITY_SUBS: &[Sub] = &[
    sub(
        "delete-generic-password|delete-internet-password|delete-certificate|delete-identity|delete-keychain|delete-key",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "remove-trusted-cert|add-trusted-cert|trust-settings-import|set-key-partition-list|set-keychain-password|authorizationdb",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "find-generic-password|find-internet-password|find-certificate|find-identity|list-keychains|dump-keychain|default-keychain|show-keychain-info|verify-cert|error|find-key|cms|dump-trust-settings",
        NONE,
        Behavior::Reads,
    ),
];

static OTHER_SUBS: &[Sub] = &[
    sub("exec|run", Options::leading("e|env= path= projectId= command="), Behavior::Code(run_rest)),
    sub("ca revoke", NONE, respects_dry_run::DELETES),
    sub("secrets delete|set", NONE, respects_dry_run::DELETES),
    sub(
        "delete-item|delete-role|delete-auth-method|delete-target|delete-items|delete-gateway|delete-auth-method",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "apps|users|rules|roles|apis|orgs|actions|logs delete|list|show|create|open|update",
        NONE,
        Behavior::Verb(Domain::Secret),
    ),
    sub("env|open get|init|edit|set", NONE, Behavior::Runs),
    sub(
        "ssh",
        Options::leading("l= p= i= A L= R="),
        Behavior::On(WordAction::RunsElsewhere, Target::From(1)),
    ),
    sub(
        "scan|login|logout|status|export|history|ls|list|show|get|certificate|crypto",
        NONE,
        Behavior::Runs,
    ),
];

static CA_SUBS: &[Sub] = &[
    sub("revoke|revoke-issued|revoke-renewed", NONE, respects_dry_run::DELETES),
    sub("init-pki", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "build-ca|build-client-full|build-server-full|gen-crl|show-cert|show-ca|gen-req|sign-req|renew|serve|genkey|gencert|version|bundle|info",
        NONE,
        Behavior::Runs,
    ),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Secret, traits, call);
}

fn run_rest<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_wrapper();
    let dialect = walker.dialect();
    if let Some(code) = call.value("command") {
        walker.run_code(code, dialect, crate::facts::walker::Scoping::Own);
        return;
    }
    // chamber names services before the dashes.
    walker.run_wrapped_writing(call.behind(words!("--")).unwrap_or(call.operands));
}

const VAULT_REVOKE: Behavior = Behavior::Cases(&[
    when(has_flag("prefix force f"), unconditional::secrets::DELETES_ALL),
    otherwise(unconditional::secrets::DELETES),
]);

/// `vault write sys/revoke…`, `…/rotate-root`.
const VAULT_WRITE: Behavior = Behavior::Cases(&[
    when(starts_with(Subject::First, "sys/seal"), unconditional::secrets::CHANGES),
    when(
        contains(Subject::First, "rotate-root /revoke /rotate /tidy"),
        unconditional::secrets::CHANGES,
    ),
    when(starts_with(Subject::First, "sys/policy sys/policies"), unconditional::secrets::RIGHTS),
    otherwise(Behavior::Runs),
]);

const BW_DELETE: Behavior = Behavior::Cases(&[
    when(
        has_flag("permanent"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Secret).with(Traits::BEYOND_REPAIR)
        ]),
    ),
    otherwise(unconditional::secrets::DELETES),
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
            walker.mark_wrapper();
            walker.run_wrapped(call.operands);
        }
        Some("show" | "ls" | "find" | "grep" | "list" | "search") | None => {}
        _ => walker.mark_changing(),
    }
}

const KEYTOOL: Behavior = Behavior::Cases(&[
    when(has_flag("delete"), unconditional::secrets::DELETES),
    when(has_flag("storepasswd keypasswd"), unconditional::secrets::CHANGES),
    when(not(has_flag("list printcert exportcert")), Behavior::Runs),
]);

const SOPS: Behavior = Behavior::Cases(&[
    when(has_flag("in-place"), OVERWRITES_LAST),
    when(first_operand("updatekeys"), OVERWRITES_LAST),
    otherwise(AGE),
]);

const AGE: Behavior =
    Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Value("output"));

const KEYRING: Behavior = Behavior::Cases(&[
    when(first_operand("clear revoke unlink invalidate purge"), unconditional::secrets::DELETES),
    when(first_operand("lookup search show list print read"), Behavior::Reads),
    otherwise(Behavior::Runs),
]);

const CERTUTIL: Behavior = Behavior::Cases(&[
    when(has_flag("delete").and(&named("certutil")), unconditional::secrets::DELETES),
    when(
        is(Subject::Args, "-delstore -delStore -DelStore -DELSTORE"),
        unconditional::secrets::DELETES,
    ),
    otherwise(Behavior::Runs),
]);
