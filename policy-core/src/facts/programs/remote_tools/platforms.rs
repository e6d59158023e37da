//! Platforms that host applications.

use super::infrastructure::run_elsewhere;
use super::sql;
use super::verbs::respects_dry_run::{
    clouds as respects_dry_run, databases, edges, secrets, storage,
};
use super::verbs::unconditional;
use super::verbs::{self, Verb};
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALL, ALSO_CHANGES, Subject, Target, WordAction, exists, has_flag, otherwise, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["heroku"], HEROKU, HEROKU_SUBS, Behavior::Code(heroku)),
    toolbox(&["fly", "flyctl"], FLY, FLY_SUBS, Behavior::Verb(Domain::Cloud)),
    toolbox(&["vercel", "vc"], VERCEL, VERCEL_SUBS, DEPLOYS),
    toolbox(&["netlify", "ntl"], NETLIFY, NETLIFY_SUBS, Behavior::Code(heroku)),
    toolbox(&["wrangler"], WRANGLER, WRANGLER_SUBS, Behavior::Code(heroku)),
    toolbox(&["firebase"], FIREBASE, FIREBASE_SUBS, Behavior::Code(heroku)),
    toolbox(&["supabase"], SUPABASE, SUPABASE_SUBS, Behavior::Verb(Domain::Cloud)),
    toolbox(&["railway"], RAILWAY, RAILWAY_SUBS, Behavior::Verb(Domain::Cloud)),
    program(
        &[
            "render",
            "koyeb",
            "northflank",
            "porter",
            "platform",
            "upsun",
            "deta",
            "surge",
            "appwrite",
            "convex",
            "nhost",
            "cleavr",
            "ploi",
            "eas",
            "expo",
            "dokku",
            "caprover",
            "piku",
            "qovery",
            "zeabur",
            "gigalixir",
            "scalingo",
            "clever",
            "aptible",
            "sevalla",
            "wp-engine",
            "pantheon",
            "terminus",
            "acli",
            "shopify",
        ],
        OTHERS,
        Behavior::Code(heroku),
    ),
];

const NONE: Options = Options::gnu("");

const HEROKU: Options = Options::gnu(
    "a|app= r|remote= t|team= o|org= c|confirm= f|force json s|size= p|pipeline= space= name= type= n|num= command= stage= prune buildpack= i|index= e= m|message= tail source= dyno-name= d= h|help",
);

const HEROKU_RUN: Options = Options::leading("a|app= r|remote= s|size= type= e|env= x|exit-code");

static HEROKU_SUBS: &[Sub] = &[
    sub("run", HEROKU_RUN, Behavior::Code(run)),
    sub("run:detached|run:inside", HEROKU_RUN, Behavior::Code(run)),
    sub("pg:psql|psql", Options::gnu("c|command= credential="), Behavior::Code(psql)),
    sub("redis:cli", NONE, Behavior::Runs),
    sub("pg:reset|pg:destroy|redis:destroy", NONE, databases::DELETES_ALL),
    sub(
        "pg:killall|pg:kill|redis:maintenance|pg:maintenance:run|pg:unfollow",
        NONE,
        databases::STOPS,
    ),
    sub(
        "pg:pull|pg:push|pg:copy|pg:backups:restore|pg:promote|pg:upgrade|pg:credentials:rotate|pg:settings",
        NONE,
        databases::CHANGES,
    ),
    sub("pg:backups:delete|pg:backups:unschedule", NONE, databases::DELETES),
    sub(
        "pg:backups|pg:info|pg:ps|pg:diagnose|pg:locks|pg:outliers|pg:backups:info|pg:backups:url|pg:backups:capture|pg:backups:schedule|pg:wait",
        NONE,
        Behavior::Runs,
    ),
    sub("apps:destroy|destroy", NONE, respects_dry_run::DELETES_ALL),
    sub("config:unset|config:remove|config:clear", NONE, respects_dry_run::CHANGES),
    sub("ps:scale|dyno:scale|scale", NONE, Behavior::Code(scale)),
    sub(
        "ps:stop|ps:kill|ps:restart|dyno:stop|dyno:kill|dyno:restart|restart|kill|stop",
        NONE,
        respects_dry_run::STOPS,
    ),
    sub("maintenance:on", NONE, respects_dry_run::STOPS),
    sub("maintenance:off|labs:enable|features:enable", NONE, Behavior::Runs),
    sub(
        "rollback|releases:rollback|pipelines:promote|releases:retry",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub("repo:reset|repo:purge_cache|builds:cache:purge", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "git:remote|logs|ps|config|releases|apps|addons|domains|certs|info|status|auth:whoami|config:get|login|auth:login|logout",
        NONE,
        Behavior::Runs,
    ),
    sub("auth:revoke|authorizations:revoke|keys:clear|keys:remove", NONE, secrets::DELETES),
    sub(
        "apps:leave|access:remove|access:update|members:remove|apps:transfer",
        NONE,
        respects_dry_run::RIGHTS,
    ),
    sub("access:add|members:add", NONE, respects_dry_run::RIGHTS),
];

const FLY: Options = Options::gnu(
    "a|app= c|config= t|access-token= o|org= r|region= y|yes j|json q|quiet name= i|image= C|command= s|size= n= force verbose select user= password= machine= process-group= e|env= h|help",
);

static FLY_SUBS: &[Sub] = &[
    sub("destroy", NONE, respects_dry_run::DELETES_ALL),
    sub("app|apps destroy|delete|rm", NONE, respects_dry_run::DELETES_ALL),
    sub("volume|volumes|vol destroy|delete|rm", NONE, storage::DELETES),
    sub("postgres|pg|mpg|redis destroy|delete|detach", NONE, databases::DELETES_ALL),
    sub("postgres|pg connect", NONE, Behavior::Runs),
    sub("postgres|pg failover|restart|import", NONE, databases::CHANGES),
    sub("scale count", NONE, Behavior::Code(scale)),
    sub("scale vm|memory|show", NONE, Behavior::Runs),
    sub("secrets unset|rm|remove", NONE, respects_dry_run::CHANGES),
    sub("secrets set|import", NONE, Behavior::Runs),
    sub("ssh console", Options::gnu("C|command= u|user= pty"), CONSOLE),
    sub("machine|machines|m exec", NONE, EXEC),
    sub("deploy", NONE, Behavior::Runs),
    sub(
        "logs|status|info|version|doctor|releases|open|dashboard|proxy|launch|auth",
        NONE,
        Behavior::Runs,
    ),
    sub("tokens|token revoke", NONE, secrets::DELETES),
];

const VERCEL: Options = Options::gnu(
    "t|token= S|scope= T|team= A|local-config= Q|global-config= cwd= y|yes s|safe prod target= e|env= b|build-env= d|debug m|meta= f|force limit= n|name= h|help environment= git-branch= json confirm",
);

static VERCEL_SUBS: &[Sub] = &[
    sub("remove|rm", NONE, respects_dry_run::DELETES),
    sub(
        "env|domains|domain|certs|alias|aliases|project|projects|secrets|secret|teams|blob|integration|dns|cache|microfrontends rm|remove|delete|purge|del",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("blob store remove|delete|rm", NONE, storage::DELETES_ALL),
    sub("domains move|transfer-in|buy", NONE, edges::CHANGES),
    sub("env pull", NONE, ENV_PULL),
    sub(
        "env|domains|dns|certs|alias|project|secrets|teams|blob ls|list|add|inspect|issue|set",
        NONE,
        Behavior::Runs,
    ),
    sub("promote|rollback|redeploy|rolling-release", NONE, respects_dry_run::CHANGES),
    sub("promote|rollback status", NONE, Behavior::Reads),
    sub(
        "ls|list|inspect|logs|whoami|pull|build|dev|link|login|logout|switch|git|help|init|open",
        NONE,
        Behavior::Runs,
    ),
    sub("deploy", NONE, DEPLOYS),
];

const NETLIFY: Options = Options::gnu(
    "s|site= a|auth= f|force p|prod m|message= d|dir= context= scope= json h|help filter= data= timeout= id= alias= functions=",
);

static NETLIFY_SUBS: &[Sub] = &[
    sub("sites:delete", NONE, respects_dry_run::DELETES_ALL),
    sub("env:unset|env:import|env:clone", NONE, respects_dry_run::CHANGES),
    sub("deploy", NONE, DEPLOYS),
    sub("api", NONE, Behavior::Code(netlify_api)),
    sub("blobs:delete", NONE, storage::DELETES),
    sub(
        "status|open|dev|build|link|unlink|login|logout|watch|logs|functions|recipes|env:list|env:get|env:set|sites:list|sites:create",
        NONE,
        Behavior::Runs,
    ),
];

const WRANGLER: Options = Options::gnu(
    "c|config= e|env= n|name= account-id= b|binding= namespace-id= command= f|file= remote local persist-to= preview p|project-name= cwd= y|yes m|message= branch= h|help dry-run force jurisdiction= prefix= pipe= ct= format= json ttl= expiration= text= path= outdir= output=",
);

static WRANGLER_SUBS: &[Sub] = &[
    sub("delete", NONE, respects_dry_run::DELETES_ALL),
    sub("kv:namespace|kv:key|kv:bulk delete", NONE, storage::DELETES),
    sub("kv namespace|key|bulk delete", NONE, storage::DELETES),
    sub("kv key|bulk put", NONE, storage::CHANGES),
    sub("r2 bucket delete", NONE, storage::DELETES_ALL),
    sub("r2 object delete", NONE, storage::DELETES),
    sub("r2 object put", NONE, Behavior::Runs),
    sub("r2 object get", NONE, Behavior::Runs),
    sub("r2 bucket", NONE, Behavior::Verb(Domain::Storage)),
    sub("d1 delete", NONE, databases::DELETES_ALL),
    sub("d1 execute", NONE, D1),
    sub("d1 time-travel restore", NONE, databases::CHANGES),
    sub(
        "d1 migrations apply",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database)
            .only("remote")
            .unless("local")]),
    ),
    sub("d1 list|info|export|create|insights", NONE, Behavior::Runs),
    sub("d1 migrations list|create", NONE, Behavior::Runs),
    sub("secret|secrets|secrets-store delete", NONE, secrets::DELETES),
    sub("secret put|bulk|list", NONE, Behavior::Runs),
    sub("pages secret delete", NONE, secrets::DELETES),
    sub("pages project delete", NONE, respects_dry_run::DELETES_ALL),
    sub("pages deployment delete", NONE, respects_dry_run::DELETES),
    sub("pages deploy|publish", NONE, respects_dry_run::PUBLISHES),
    sub("pages dev|functions|download", NONE, Behavior::Runs),
    sub(
        "queues delete|purge|pause-delivery",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Queue)]),
    ),
    sub(
        "queues consumer remove",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Queue)]),
    ),
    sub("deploy|publish", NONE, respects_dry_run::PUBLISHES),
    sub("versions deploy", NONE, respects_dry_run::PUBLISHES),
    sub("rollback", NONE, respects_dry_run::CHANGES),
    sub(
        "dev|tail|whoami|login|logout|init|types|deployments|build|generate|docs|check",
        NONE,
        Behavior::Runs,
    ),
];

const FIREBASE: Options = Options::gnu(
    "P|project= account= token= f|force y|yes only= except= r|recursive m|message= c|config= d|data= database= instance= region= interactive json h|help o|output= i|id=",
);

static FIREBASE_SUBS: &[Sub] = &[
    sub(
        "firestore:delete|database:remove|firestore:databases:delete|firestore:bulkdelete",
        NONE,
        databases::DELETES_ALL,
    ),
    sub(
        "database:set|database:update|auth:import|database:import|firestore:databases:restore",
        NONE,
        databases::CHANGES,
    ),
    sub("database:push", NONE, Behavior::Runs),
    sub(
        "functions:delete|hosting:disable|hosting:sites:delete|hosting:channel:delete|apps:delete|apphosting:backends:delete|remoteconfig:rollback|appdistribution:testers:remove|ext:uninstall|dataconnect:services:delete",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "functions:secrets:destroy|functions:secrets:prune|functions:config:unset",
        NONE,
        secrets::DELETES,
    ),
    sub(
        "functions:config:get|functions:config:set|functions:secrets:access|functions:secrets:set",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "deploy",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Publishes, Domain::Cloud).unless("dry-run")]),
    ),
    sub("hosting:clone|hosting:channel:deploy", NONE, Behavior::Runs),
    sub(
        "auth:export|emulators:start|emulators:exec|serve|projects:list|apps:list|use|login|logout|init|functions:log|functions:list|functions:shell|database:get|hosting:channel:list|open",
        NONE,
        Behavior::Runs,
    ),
];

const SUPABASE: Options = Options::gnu(
    "project-ref= workdir= p|password= db-url= linked local f|file= s|schema= o|output= version= yes h|help dry-run env-file= no-backup all name= profile= t|type= last=",
);

static SUPABASE_SUBS: &[Sub] = &[
    sub("db reset", NONE, SUPABASE_RESET),
    sub("db push", NONE, databases::CHANGES),
    sub("db dump|diff|lint|pull|start|test", NONE, Behavior::Runs),
    sub("migration repair|squash|down", NONE, databases::CHANGES),
    sub("migration up|new|list|fetch", NONE, Behavior::Runs),
    sub(
        "projects|branches|functions|secrets|domains|vanity-subdomains|ssl-enforcement|snippets delete|unset|remove|disable",
        NONE,
        respects_dry_run::DELETES_ALL,
    ),
    sub("storage rm|mv", Options::gnu("r|recursive"), storage::DELETES),
    sub(
        "stop",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)
            .only("no-backup")
            .with(Traits::MINOR)]),
    ),
    sub("functions deploy", NONE, Behavior::Runs),
    sub(
        "start|status|init|login|link|gen|inspect|services|test|seed|unlink|logout",
        NONE,
        Behavior::Runs,
    ),
];

const RAILWAY: Options = Options::gnu(
    "e|environment= s|service= p|project= y|yes json k|kv unset= set= h|help d|detach w|workspace=",
);

static RAILWAY_SUBS: &[Sub] = &[
    sub("down", NONE, respects_dry_run::DELETES),
    sub("delete", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "volume|environment|service|variables|domain|function delete|detach|remove",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "variables|variable",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Cloud).only("unset")]),
    ),
    sub("redeploy|restart", NONE, respects_dry_run::STOPS),
    sub(
        "run|shell|local",
        Options::leading("e|environment= s|service= p|project="),
        Behavior::On(WordAction::Runs, ALL),
    ),
    sub("ssh", Options::leading("e|environment= s|service= p|project="), Behavior::Code(run)),
    sub(
        "up|logs|status|link|init|login|list|open|whoami|domain|connect|unlink|logout",
        NONE,
        Behavior::Runs,
    ),
];

const OTHERS: Options = Options::gnu(
    "a|app= p|project= e|environment= s|service= t|token= o|output= y|yes f|force n|name= prod id= confirm h|help region= env= organization= project-ref= api-key= store= T|theme= l|live profile= platform= branch= channel= message=",
);

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Cloud, traits, call);
}

/// `group:verb` or `group verb`; what holds data is known by its group.
fn heroku<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let first = call.words.first().map_or("", |word| word.text);
    let group = first.split(':').next().unwrap_or_default();
    let domain = match group {
        "pg" | "redis" | "database" | "databases" | "firestore" | "db" | "postgres" | "mongo" => {
            Domain::Database
        }
        "domains" | "certs" | "ssl" => Domain::Edge,
        "access" | "keys" | "authorizations" => Domain::Secret,
        "drains" => Domain::Monitoring,
        _ => Domain::Cloud,
    };
    match verbs::first(call.words) {
        Some((_, verb)) => verbs::perform(walker, call, verb, domain),
        None => verbs::unclear(walker, call, domain),
    }
}

/// A command on the platform's machine.
fn run<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.operands {
        // One word with blanks is a line for a shell.
        [one, ..] if one.text.contains(' ') => run_elsewhere(walker, one),
        words => super::containers::container_command(walker, words),
    }
}

const CONSOLE: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::RunsShellElsewhere, Target::Value("command"))),
]);

/// `fly machine exec <id> '<command>'`.
const EXEC: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::RunsShellElsewhere, Target::Nth(1))),
]);

fn psql<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.value("command") {
        Some(text) => sql::judge_arg(walker, text),
        None => {
            let input = walker.input();
            sql::judge_stream(walker, input, call.at);
        }
    }
}

/// Down to nothing is stopping.
fn scale<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let zero = |word: &Arg<'_>| {
        let text = word.text;
        text == "0"
            || text.ends_with("=0")
            || text.split_once('=').is_some_and(|(_, n)| n.starts_with("0:"))
    };
    if call.operands.iter().any(zero) {
        add(walker, call, Kind::Stops, Traits::empty());
    } else {
        walker.mark_changing();
    }
}

/// What goes to production is seen by everyone.
const DEPLOYS: Behavior = Behavior::Cases(&[
    when(has_flag("prod"), unconditional::clouds::PUBLISHES),
    when(value("target", "production"), unconditional::clouds::PUBLISHES),
    otherwise(Behavior::Runs),
]);

const ENV_PULL: Behavior = Behavior::Cases(&[
    when(
        exists(Subject::First),
        Behavior::On(WordAction::Touches(Kind::Overwrites, Traits::empty()), Target::Nth(0)),
    ),
    otherwise(Behavior::On(
        WordAction::Touches(Kind::Overwrites, Traits::empty()),
        Target::Path(".env.local"),
    )),
]);

/// `netlify api deleteSite`.
fn netlify_api<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let operation = call.operands.first().map_or("", |word| word.text);
    if words!("delete remove purge").any_starts(operation) {
        add(walker, call, Kind::Deletes, Traits::empty());
    } else if words!("update restore rollback").any_starts(operation) {
        verbs::perform(walker, call, Verb::Replaces, Domain::Cloud);
    } else if !words!("get list").any_starts(operation) {
        walker.mark_changing();
    }
}

const D1: Behavior = Behavior::Cases(&[
    ALSO_CHANGES,
    otherwise(Behavior::On(WordAction::Queries, Target::Value("command"))),
]);

const SUPABASE_RESET: Behavior = Behavior::Cases(&[
    // The local database is made anew from migrations; a linked one holds real data.
    when(has_flag("linked db-url"), unconditional::databases::DELETES_ALL),
    otherwise(unconditional::databases::DELETES),
]);
