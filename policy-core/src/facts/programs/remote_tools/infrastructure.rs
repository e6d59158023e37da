//! Infrastructure kept as code, and machines that are set up from afar.

use super::verbs::REHEARSALS;
use super::verbs::respects_dry_run::{infrastructure as respects_dry_run, machines, secrets};
use super::verbs::unconditional;
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALSO_CHANGES, Subject, Target, Test, WordAction, any_operand, first_operand, flag_enabled,
    has_flag, is, named, not, otherwise, starts_with, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["terraform", "tofu"], TERRAFORM, TERRAFORM_SUBS, Behavior::Runs),
    toolbox(&["terragrunt"], TERRAFORM, TERRAGRUNT_SUBS, Behavior::Runs),
    toolbox(&["pulumi"], PULUMI, PULUMI_SUBS, Behavior::Runs),
    toolbox(&["cdk", "cdktf", "cdk8s"], CDK, CDK_SUBS, Behavior::Runs),
    toolbox(&["sam"], SAM, SAM_SUBS, Behavior::Runs),
    toolbox(&["serverless", "sls"], SAM, SERVERLESS_SUBS, Behavior::Runs),
    toolbox(
        &["copilot", "chalice", "zappa", "sst", "amplify", "nixops", "waypoint", "architect"],
        SAM,
        SERVERLESS_SUBS,
        Behavior::Verb(Domain::Infrastructure),
    ),
    toolbox(&["packer"], TERRAFORM, PACKER_SUBS, Behavior::Runs),
    toolbox(
        &["vagrant"],
        Options::gnu("f|force g|graceful no-color machine-readable c|command= h|help"),
        VAGRANT_SUBS,
        Behavior::Runs,
    ),
    program(&["ansible"], ANSIBLE, Behavior::Code(ansible)),
    program(&["ansible-playbook", "ansible-pull"], ANSIBLE, PLAYBOOK),
    toolbox(
        &["ansible-galaxy"],
        Options::gnu("p|roles-path= f|force"),
        GALAXY_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["ansible-vault"],
        Options::gnu("vault-password-file= vault-id= output="),
        VAULT_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["knife", "chef"], KNIFE, KNIFE_SUBS, Behavior::Verb(Domain::Infrastructure)),
    program(
        &["chef-client", "chef-solo", "chef-run"],
        Options::gnu("W|why-run o|override-runlist= r|runlist= z|local-mode c|config="),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure).unless("why-run")
        ]),
    ),
    toolbox(
        &["puppet"],
        Options::gnu("noop t|test e|execute= environment= server="),
        PUPPET_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["puppetserver"], NONE, &[], Behavior::Verb(Domain::Infrastructure)),
    program(&["salt", "salt-call", "salt-ssh"], SALT, Behavior::Code(salt)),
    program(
        &["salt-key"],
        Options::gnu(
            "d|delete= D|delete-all a|accept= A|accept-all r|reject= R|reject-all L|list-all l|list= y|yes",
        ),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Infrastructure)
                .only("delete delete-all reject reject-all"),
            EffectSpec::new(Kind::ChangesRights, Domain::Infrastructure).only("accept-all"),
        ]),
    ),
    program(&["salt-run"], SALT, Behavior::Runs),
    program(
        &[
            "driftctl",
            "tflint",
            "tfsec",
            "checkov",
            "infracost",
            "terrascan",
            "cfn-lint",
            "ansible-lint",
            "ansible-inventory",
            "ansible-doc",
            "ansible-config",
        ],
        Options::gnu(""),
        Behavior::Reads,
    ),
    program(
        &["cloud-nuke", "aws-nuke"],
        Options::gnu("region= config= dry-run no-dry-run force c= profile="),
        NUKE,
    ),
];

const NONE: Options = Options::gnu("");

const TERRAFORM: Options = Options::long(
    "chdir= var= var-file= target= replace= state= state-out= out=+ parallelism= lock-timeout= backend-config= input= lock= refresh= auto-approve destroy force h|help migrate-state upgrade backup= only= except= on-error= terragrunt-working-dir= terragrunt-config= terragrunt-include-dir= terragrunt-exclude-dir= terragrunt-source= working-dir= config= all queue-include-dir= queue-exclude-dir= source= log-level= filter= dry-run",
);

const APPLIES: Behavior = APPLY;

static TERRAFORM_SUBS: &[Sub] = &[
    sub("destroy", NONE_LONG, respects_dry_run::DELETES_ALL),
    sub("apply", NONE_LONG, APPLIES),
    sub("state rm|push|replace-provider", NONE_LONG, Behavior::Code(state)),
    sub("state mv", NONE_LONG, Behavior::Code(state)),
    sub("state list|show|pull|identities", NONE_LONG, Behavior::Reads),
    sub("workspace delete", NONE_LONG, respects_dry_run::DELETES),
    sub("workspace list|show", NONE_LONG, Behavior::Reads),
    sub("taint", NONE_LONG, respects_dry_run::CHANGES),
    sub("force-unlock", NONE_LONG, respects_dry_run::CHANGES),
    sub("refresh", NONE_LONG, respects_dry_run::CHANGES),
    sub("import|untaint|init|fmt|get|login|logout|test", NONE_LONG, INIT),
    sub(
        "plan|show|output|validate|version|providers|graph|console|metadata",
        NONE_LONG,
        Behavior::Reads,
    ),
];

static TERRAGRUNT_SUBS: &[Sub] = &[
    sub("run-all|run", NONE_LONG, TERRAGRUNT_RUN),
    sub("stack run", NONE_LONG, TERRAGRUNT_RUN),
    sub("destroy-all", NONE_LONG, respects_dry_run::DELETES_ALL),
    sub("apply-all", NONE_LONG, APPLIES),
    sub("destroy", NONE_LONG, respects_dry_run::DELETES_ALL),
    sub("apply", NONE_LONG, APPLIES),
    sub("state rm|push|mv|replace-provider", NONE_LONG, Behavior::Code(state)),
    sub("state list|show|pull", NONE_LONG, Behavior::Reads),
    sub("workspace delete", NONE_LONG, respects_dry_run::DELETES),
    sub("taint|force-unlock|refresh", NONE_LONG, respects_dry_run::CHANGES),
    sub("backend delete|migrate", NONE_LONG, respects_dry_run::DELETES),
    sub(
        "plan|plan-all|show|output|output-all|validate|validate-all|validate-inputs|graph-dependencies|hclfmt|version|providers|graph|console|find|list",
        NONE_LONG,
        Behavior::Reads,
    ),
];

const NONE_LONG: Options = Options::long("");

const PULUMI: Options = Options::gnu(
    "s|stack= C|cwd= c|config= y|yes f|skip-preview d|debug t|target= color= m|message= preview-only v|verbose= j|json r|refresh=? p|parallel= e= h|help target-dependents remove force preserve-config",
);

static PULUMI_SUBS: &[Sub] = &[
    sub(
        "destroy|down|dn",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Infrastructure)
            .with(Traits::WHOLE)
            .unless("preview-only")]),
    ),
    sub("up|update", NONE, PULUMI_UP),
    sub(
        "refresh",
        NONE,
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure).unless("preview-only")
        ]),
    ),
    sub("stack rm", NONE, respects_dry_run::DELETES),
    sub("stack import", NONE, respects_dry_run::CHANGES),
    sub("stack ls|output|export|graph|history|select|init|tag", NONE, Behavior::Runs),
    sub("state delete|unprotect|move|repair|edit|rename", NONE, Behavior::Code(state)),
    sub("cancel", NONE, respects_dry_run::CHANGES),
    sub("config rm|rm-all", NONE, respects_dry_run::CHANGES),
    sub(
        "org|policy|schedule|deployment|env rm|remove|disable|delete",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("env version retract", NONE, respects_dry_run::DELETES),
    sub("preview|pre|whoami|about|version|logs|console|schema", NONE, Behavior::Reads),
];

const CDK: Options = Options::gnu(
    "a|app= c|context= p|plugin= f|force profile= region= r|role-arn= o|output= require-approval= e|exclusively parameters= outputs-file= y|yes tags= h|help",
);

static CDK_SUBS: &[Sub] = &[
    sub("destroy", NONE, respects_dry_run::DELETES_ALL),
    sub("deploy", NONE, respects_dry_run::CHANGES),
    sub("rollback", NONE, respects_dry_run::CHANGES),
    sub(
        "gc",
        Options::gnu("confirm=? action= rollback-buffer-days= unstable="),
        respects_dry_run::DELETES,
    ),
    sub(
        "list|ls|synth|synthesize|diff|metadata|doctor|docs|notices|context|plan|output",
        NONE,
        Behavior::Reads,
    ),
];

const SAM: Options = Options::gnu(
    "s|stage= r|region= f|function= c|config= stack-name= profile= config-file= config-env= s3-bucket= t|template= n|name= e|env= app= aws-profile= y|yes param= no-prompts force no-execute-changeset h|help dry-run",
);

static SAM_SUBS: &[Sub] = &[
    sub("delete", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "deploy",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure)
            .unless("no-execute-changeset")]),
    ),
    sub("sync", NONE, respects_dry_run::CHANGES),
    sub("remote execution|test-event", NONE, Behavior::Verb(Domain::Infrastructure)),
    sub("build|validate|local|logs|list|init|package|traces|pipeline", NONE, Behavior::Runs),
];

static SERVERLESS_SUBS: &[Sub] = &[
    sub("remove|delete|destroy|undeploy", NONE, respects_dry_run::DELETES_ALL),
    sub("app|env|svc|job|task|secret|function delete|rm|remove", NONE, respects_dry_run::DELETES),
    sub("deploy", NONE, respects_dry_run::CHANGES),
    sub("deploy list", NONE, Behavior::Reads),
    sub("deploy function", NONE, respects_dry_run::CHANGES),
    sub("rollback", NONE, respects_dry_run::CHANGES),
    sub(
        "info|logs|package|print|metrics|offline|invoke|status|diff|tail|dev",
        NONE,
        Behavior::Runs,
    ),
];

static PACKER_SUBS: &[Sub] = &[
    sub(
        "build",
        NONE_LONG,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Cloud).only("force")]),
    ),
    sub("validate|inspect|fmt|init|version|console|hcl2_upgrade", NONE_LONG, Behavior::Runs),
    sub("plugins remove", NONE_LONG, Behavior::Runs),
];

static VAGRANT_SUBS: &[Sub] = &[
    sub("destroy", NONE, machines::DELETES),
    sub(
        "box remove|prune",
        Options::gnu("all provider= box-version= n|dry-run"),
        machines::DELETES_MINOR,
    ),
    sub("snapshot delete|restore|pop", NONE, machines::CHANGES),
    sub("halt|suspend|reload", NONE, machines::STOPS),
    sub("ssh", Options::gnu("c|command= p|plain"), SSH_COMMAND),
    sub("winrm|powershell", Options::gnu("c|command= e|elevated s|shell="), SSH_COMMAND),
    sub("status|global-status|port|ssh-config|version|validate", NONE, Behavior::Reads),
];

const ANSIBLE: Options = Options::gnu(
    "m|module-name= a|args= i|inventory= l|limit= u|user= e|extra-vars= tags= skip-tags= f|forks= c|connection= private-key= key-file= vault-password-file= vault-id= M|module-path= T|timeout= b|become K|ask-become-pass k|ask-pass become-user= become-method= C|check D|diff list-hosts list-tasks list-tags syntax-check v|verbose one-line t|tree= B|background= P|poll= start-at-task= step U|url= d|directory= version h|help playbook-dir=",
);

static GALAXY_SUBS: &[Sub] = &[
    sub("role|collection delete|remove", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "role|collection publish",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Registry)]),
    ),
];

static VAULT_SUBS: &[Sub] =
    &[sub("view", NONE, Behavior::Reads), sub("decrypt|encrypt|rekey", NONE, secrets::CHANGES)];

const KNIFE: Options = Options::gnu(
    "c|config= k|key= u|user= s|server-url= E|environment= y|yes a|attribute= P|password x|ssh-user= i|identity-file= N|node-name= r|run-list= p|purge all config-option= ssh-identity-file= secret-file= W|why-run m|manual-list concurrency= C= F|format= h|help dry-run",
);

static KNIFE_SUBS: &[Sub] = &[
    sub("ssh", NONE, KNIFE_SSH),
    sub("winrm", NONE, KNIFE_SSH),
    sub("exec", Options::gnu("E|exec= p|script-path="), Behavior::Runs),
    sub(
        "node|client|role|environment|cookbook|user|data|tag|org|acl|group list|show|search|edit|create|from|upload|download|run_list|test|diff|reregister",
        NONE,
        Behavior::Runs,
    ),
    sub("cookbook upload", Options::gnu("freeze a|all o|cookbook-path="), Behavior::Runs),
    sub("search|list|show|status|diff|ssl", NONE, Behavior::Reads),
    sub("bootstrap|upload", NONE, Behavior::Runs),
];

static PUPPET_SUBS: &[Sub] = &[
    sub(
        "apply",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure)
            .unless("noop help version disable")]),
    ),
    sub("agent", Options::gnu("disable=? enable"), PUPPET_AGENT),
    sub("resource", NONE, PUPPET_RESOURCE),
    sub(
        "node|cert|certificate|ca clean|deactivate|purge|revoke|destroy|clean",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("module uninstall", NONE, respects_dry_run::DELETES_MINOR),
    sub("config|facts|lookup|parser|describe|doc|help|epp|strings", NONE, Behavior::Runs),
];

const SALT: Options = Options::gnu(
    "c|config-dir= t|timeout= out= output= l|log-level= G|grain E|pcre L|list C|compound N|nodegroup S|ipcidr b|batch= s|static v|verbose m|module-dirs= r|raw",
);

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Infrastructure, traits, call);
}

const APPLY: Behavior = Behavior::Cases(&[
    when(Test { words: REHEARSALS, ..flag_enabled("dry-run") }, Behavior::Reads),
    when(flag_enabled("destroy"), unconditional::infrastructure::DELETES_ALL),
    when(
        flag_enabled("auto-approve"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure).with(Traits::FORCED)
        ]),
    ),
    otherwise(unconditional::infrastructure::CHANGES),
]);

/// What the state forgets, nobody manages any more.
fn state<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.affirms(REHEARSALS) {
        return;
    }
    let forgets =
        call.words.get(1).is_some_and(|word| matches!(word.text, "rm" | "push" | "delete"));
    let kind = if forgets { Kind::Deletes } else { Kind::ChangesRemote };
    add(walker, call, kind, Traits::empty());
}

const INIT: Behavior = Behavior::Cases(&[
    when(
        flag_enabled("migrate-state force-copy").and(&is(Subject::Words, "init")),
        unconditional::infrastructure::CHANGES,
    ),
    otherwise(Behavior::Runs),
]);

/// `terragrunt run-all destroy`, `terragrunt run --all -- apply`.
const TERRAGRUNT_RUN: Behavior = Behavior::Cases(&[
    when(first_operand("destroy"), unconditional::infrastructure::DELETES_ALL),
    when(first_operand("apply"), APPLY),
    when(first_operand("state taint refresh force-unlock"), unconditional::infrastructure::CHANGES),
    otherwise(Behavior::Runs),
]);

const PULUMI_UP: Behavior = Behavior::Cases(&[
    when(has_flag("preview-only"), Behavior::Reads),
    when(
        has_flag("yes skip-preview"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure).with(Traits::FORCED)
        ]),
    ),
    otherwise(unconditional::infrastructure::CHANGES),
]);

/// Deletes every resource of an account.
const NUKE: Behavior = Behavior::Cases(&[
    when(has_flag("dry-run version"), Behavior::Reads),
    when(named("aws-nuke").and(&not(has_flag("no-dry-run"))), Behavior::Reads),
    when(
        not(starts_with(Subject::First, "inspect")),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Cloud).with(Traits::WHOLE.union(Traits::FORCED))
        ]),
    ),
]);

/// `vagrant ssh -c 'command'`.
const SSH_COMMAND: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::RunsShellElsewhere, Target::Value("command"))),
]);

pub(super) fn run_elsewhere<'a>(walker: &mut Walker<'a>, code: &Arg<'a>) {
    walker.with_elsewhere(|walker| {
        walker.run_code(code, Dialect::Bash, Scoping::Own);
    });
}

/// `knife ssh 'role:web' 'command'`.
const KNIFE_SSH: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::RunsShellElsewhere, Target::Nth(1))),
]);

/// One module on many machines.
fn ansible<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("check list-hosts version")) {
        return;
    }
    let module = call.value("module-name").map_or("command", |value| value.text);
    let module = module.rsplit('.').next().unwrap_or(module);
    let args = call.value("args");
    let text = args.map_or("", |args| args.text);
    let mentions = |settings: Words| {
        text.split([' ', ',', '"', '{', '}']).any(|word| settings.has(word.trim()))
    };
    match module {
        "ping" | "setup" | "debug" | "stat" | "find" | "fetch" | "slurp" | "assert"
        | "service_facts" | "package_facts" | "getent" | "win_ping" | "gather_facts" => {}
        "shell" | "command" | "raw" | "script" | "win_shell" | "win_command" => {
            walker.mark_changing();
            if let Some(code) = args.filter(|_| module != "script") {
                run_elsewhere(walker, code);
            }
        }
        "reboot" | "win_reboot" => reboots(walker, call),
        _ if mentions(words!("state=absent state=removed state=purged")) => {
            add(walker, call, Kind::Deletes, Traits::empty());
        }
        _ if mentions(words!(
            "state=stopped state=restarted state=reloaded enabled=no enabled=false"
        )) =>
        {
            add(walker, call, Kind::Stops, Traits::empty());
        }
        "copy" | "template" | "lineinfile" | "blockinfile" | "replace" | "file" | "user"
        | "group" | "authorized_key" | "unarchive" | "synchronize" | "mount" | "sysctl"
        | "iptables" | "firewalld" | "cron" | "filesystem" | "parted" | "lvol" => {
            add(walker, call, Kind::ChangesRemote, Traits::empty());
        }
        _ => walker.mark_changing(),
    }
}

/// A playbook: what it does stands in its file.
const PLAYBOOK: Behavior = Behavior::Cases(&[when(
    not(has_flag("check list-hosts list-tasks list-tags syntax-check version")),
    Behavior::Effects(&[
        EffectSpec::new(Kind::ChangesRemote, Domain::Infrastructure).with(Traits::POSSIBLE)
    ]),
)]);

const PUPPET_AGENT: Behavior = Behavior::Cases(&[
    when(flag_enabled("noop help version"), Behavior::Reads),
    when(has_flag("disable"), unconditional::infrastructure::STOPS),
    when(has_flag("test"), unconditional::infrastructure::CHANGES),
    otherwise(Behavior::Runs),
]);

const PUPPET_RESOURCE: Behavior = Behavior::Cases(&[
    when(any_operand("ensure=absent ensure=purged"), unconditional::infrastructure::DELETES),
    when(any_operand("ensure=stopped"), unconditional::infrastructure::STOPS),
]);

/// `salt <target> <function> <arguments…>`; `salt-call` has no target.
fn salt<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let target = usize::from(call.name != "salt-call");
    let Some((function, args)) = call.operands.get(target..).and_then(<[_]>::split_first) else {
        return;
    };
    if args.iter().any(|arg| matches!(arg.text, "test=True" | "test=true")) {
        return;
    }
    let (module, verb) = function.text.split_once('.').unwrap_or((function.text, ""));
    let is = |name: &str, verbs: Words| module == name && verbs.has(verb);
    if words!("test grains pillar sys status network disk").has(module) {
        if matches!(verb, "delval" | "delkey") {
            add(walker, call, Kind::Deletes, Traits::empty());
        }
    } else if module == "cmd" {
        walker.mark_changing();
        if let Some(code) = args.first() {
            run_elsewhere(walker, code);
        }
    } else if is("state", words!("apply highstate sls single")) {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    } else if is("system", words!("reboot shutdown halt poweroff")) {
        reboots(walker, call);
    } else if is("service", words!("stop restart disable mask")) || module == "ps" {
        add(walker, call, Kind::Stops, Traits::empty());
    } else if words!(
        "remove purge delete rmdir unlink absent rm uninstall destroy db_remove user_remove flush"
    )
    .has(verb)
    {
        add(walker, call, Kind::Deletes, Traits::empty());
    } else {
        walker.mark_changing();
    }
}

/// Starts machines anew, none of them this one.
fn reboots<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let (kind, place) = (Kind::PowersOff, Place::Elsewhere);
    walker.add(kind, Domain::System, place, Traits::ELSEWHERE, call.at);
}
