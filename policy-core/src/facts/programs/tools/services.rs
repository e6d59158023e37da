//! Services one pays for: feature flags, payments, mail, monitoring, search.

use super::clouds::http;
use super::verbs;
use super::verbs::rows::{flags, monitoring, payments, searches};
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

pub(super) static PROGRAMS: &[Program] = &[
    // Feature flags.
    toolbox(&["ldcli", "ldc", "launchdarkly"], SERVICE, LD_SUBS, Act::Code(verbs::flag)),
    program(
        &[
            "splitctl",
            "splitio",
            "unleash",
            "unleash-cli",
            "flipt",
            "flagsmith",
            "flagsmith-cli",
            "growthbook",
            "configcat",
            "statsig",
            "siggy",
            "devcycle",
            "posthog",
            "flipper",
            "eppo",
            "optimizely",
            "go-feature-flag",
            "ffctl",
            "flagr",
        ],
        SERVICE,
        Act::Code(flag),
    ),
    // Payments.
    toolbox(&["stripe"], STRIPE, STRIPE_SUBS, Act::Code(stripe)),
    program(
        &[
            "braintree",
            "square",
            "squareup",
            "paypal",
            "adyen",
            "paddle",
            "chargebee",
            "recurly",
            "mollie",
            "razorpay",
            "lago",
            "lemonsqueezy",
            "gocardless",
            "plaid",
            "wise",
            "coinbase",
            "checkout",
            "klarna",
        ],
        SERVICE,
        Act::Code(payment),
    ),
    // Mail.
    program(
        &[
            "sendgrid",
            "sendgrid-cli",
            "mailgun",
            "mailgun-cli",
            "mg",
            "postmark",
            "mailchimp",
            "mandrill",
            "resend",
            "sparkpost",
            "brevo",
            "sib",
            "customerio",
            "klaviyo",
            "mailjet",
            "mailerlite",
            "convertkit",
            "listmonk",
            "twilio",
            "messagebird",
            "vonage",
            "nexmo",
            "novu",
            "onesignal",
            "mailtrap",
        ],
        SERVICE,
        Act::Code(mail_service),
    ),
    program(
        &[
            "swaks",
            "mail",
            "mailx",
            "mutt",
            "sendemail",
            "msmtp",
            "sendmail",
            "ssmtp",
            "neomutt",
            "s-nail",
            "himalaya",
        ],
        Options::gnu(
            "t|to= f|from= s|server= s|subject= h|header= a|attach= c= b= r= S= body= data= to= from= server= auth= u= m= quit-after= q= au= ap= p=",
        ),
        Act::Code(sends_mail),
    ),
    program(
        &[
            "newlist",
            "rmlist",
            "remove_members",
            "sync_members",
            "add_members",
            "mailman",
            "mlmmj-unsub",
            "doveadm",
            "zmprov",
            "zmmailbox",
            "postfix",
            "cyradm",
        ],
        Options::gnu(
            "a|all f|file= n|nouserack archives u|user= A l= no-change h|help m= S=  d=  e|end",
        ),
        Act::Code(lists),
    ),
    // Monitoring.
    toolbox(
        &["dog", "dogwrap", "datadog", "ddog"],
        SERVICE,
        DOG_SUBS,
        Act::Code(verbs::monitoring),
    ),
    program(
        &[
            "datadog-ci",
            "logcli",
            "vmctl",
            "otelcol",
            "telegraf",
            "vector",
            "honeytail",
            "speedtest",
        ],
        SERVICE,
        Act::Runs,
    ),
    program(
        &[
            "pd",
            "pagerduty",
            "newrelic",
            "datadog-agent",
            "nrql",
            "opsgenie",
            "lamp",
            "grafana-cli",
            "grafana",
            "grafanactl",
            "grr",
            "wavefront",
            "wf",
            "sensuctl",
            "checkmk",
            "cmk",
            "icinga2",
            "icingacli",
            "zabbix",
            "zabbix_cli",
            "uptimerobot",
            "betterstack",
            "statuspage",
            "statuspal",
            "instatus",
            "checkly",
            "sumologic",
            "honeycomb",
            "lightstep",
            "dtctl",
            "dynatrace",
            "monaco",
            "appdynamics",
            "airbrake",
            "bugsnag",
            "rollbar",
            "rollbar-cli",
            "signoz",
            "mimirtool",
            "cortextool",
            "lokitool",
            "thanos",
            "victorops",
            "cronitor",
            "healthchecks",
            "cabot",
            "sentry",
            "logz",
            "papertrail",
            "coralogix",
            "axiom",
            "oodle",
            "netdata",
            "netdatacli",
            "munin",
            "loki",
            "incident",
        ],
        SERVICE,
        Act::Code(monitors),
    ),
    toolbox(
        &["sentry-cli"],
        Options::gnu(
            "o|org= p|project= auth-token= url= log-level= quiet h|help a|all r|release= d|dist= v= confirm header=",
        ),
        SENTRY_SUBS,
        Act::Code(verbs::monitoring),
    ),
    toolbox(
        &["amtool"],
        Options::gnu(
            "alertmanager.url= a|author= c|comment= d|duration= s|start= e|end= o|output= config.file= h|help http.config.file= q|quiet expired within= i|id=",
        ),
        AMTOOL_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["promtool"],
        Options::gnu("http.config.file= min-time= max-time= output-dir= extended"),
        PROMTOOL_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["splunk"],
        Options::long(
            "auth= index= f name= role= password= answer-yes accept-license no-prompt uri= app= help maxout= hostname=",
        ),
        SPLUNK_SUBS,
        Act::Runs,
    ),
    // Search.
    toolbox(
        &[
            "algolia",
            "meilisearch",
            "meili",
            "typesense",
            "elasticdump",
            "curator",
            "curator_cli",
            "esctl",
            "ecctl",
            "escli",
            "opensearch-cli",
            "elastic-package",
            "solr",
            "bin/solr",
            "quickwit",
            "zincsearch",
            "manticore",
            "indexer",
            "weaviate",
            "qdrant",
            "pinecone",
            "milvus_cli",
            "chroma",
            "vespa",
            "elasticsearch-cli",
            "eland",
            "sonic",
        ],
        SEARCH,
        SEARCH_SUBS,
        Act::Code(search),
    ),
    program(
        &[
            "elasticsearch-reset-password",
            "elasticsearch-users",
            "elasticsearch-keystore",
            "elasticsearch-node",
            "elasticsearch-shard",
            "elasticsearch-plugin",
            "opensearch-plugin",
            "elasticsearch-certutil",
            "opensearch-keystore",
        ],
        Options::gnu("u|username= i|interactive a|auto b|batch url= f|force h|help p= r="),
        Act::Code(elastic),
    ),
];

const NONE: Options = Options::gnu("");

const SERVICE: Options = Options::gnu(
    "access-token= api-key= api_key= apikey= app-key= token= project= p|project= environment= e|environment= env= flag= key= name= n|name= id= i|id= \
     d|data= data= o|output= format= region= url= base-uri= server= host= workspace= ws= segment= member= user= role= account= org= organization= query= q|query= \
     description= comment= m|message= message= reason= duration= tags= start= end= service= list-id= domain= email= accountId= a|account= y|yes f|force h|help \
     dry-run confirm profile= c|config= config= subdomain= policy= grafana-url= address= rulerBackend= dashboard= alias= file= json group= from= to= subject= body= pluginsDir= homepath= \
     treatment= value= sid= monitor= list= template= stream= message-stream= all",
);

static LD_SUBS: &[Sub] = &[
    sub(
        "flags|segments|environments|projects|members|teams|webhooks|metrics|experiments|relay-proxy-configs|access-tokens delete|remove",
        NONE,
        flags::DELETES,
    ),
    sub("flags toggle-off", NONE, flags::STOPS),
    sub("flags archive", NONE, flags::STOPS),
    sub("flags toggle-on|update|patch|replace", NONE, flags::CHANGES),
    sub("flags get|list|create|copy", NONE, Act::Runs),
    sub("environments reset-sdk-key|reset-mobile-key", NONE, flags::CHANGES),
    sub("login|config|setup|whoami|dev-server|resources|quickstart|sourcemaps", NONE, Act::Runs),
];

const STRIPE: Options = Options::gnu(
    "api-key= p|project-name= project-name= live c|confirm confirm d|data= s|show-headers i|idempotency= stripe-account= v|stripe-version= e|expand= \
     l|limit= events= forward-to= skip-verify h|help color= config= device-name= log-level= amount= customer= charge= payment-intent= reason= name= email= \
     description= currency= metadata= add= override= remove= raw api-version= dark-mode",
);

static STRIPE_SUBS: &[Sub] = &[
    sub("delete", NONE, Act::Code(stripe_http)),
    sub("post", NONE, Act::Code(stripe_http)),
    sub(
        "get|listen|logs|login|logout|status|version|open|samples|serve|fixtures|config|resources|community|help|completion|feedback|plugin|daemon",
        NONE,
        Act::Runs,
    ),
    sub("trigger", NONE, Act::Runs),
    sub("refunds create|cancel", NONE, payments::CHANGES),
    sub("payouts|transfers|topups create|cancel|reverse", NONE, payments::CHANGES),
    sub("charges|payment_intents create|capture|confirm|refund", NONE, Act::Code(stripe_charge)),
    sub(
        "invoices void_invoice|mark_uncollectible|pay|send_invoice|finalize_invoice",
        NONE,
        payments::CHANGES,
    ),
    sub(
        "subscriptions|subscription_schedules|payment_intents|setup_intents|orders cancel|release",
        NONE,
        payments::DELETES,
    ),
    sub("disputes close", NONE, payments::CHANGES),
];

static DOG_SUBS: &[Sub] = &[
    sub(
        "monitor|timeboard|dashboard|screenboard|downtime|comment|tag|service_check|dashboard_list|event|host|synthetics|slo|security_monitoring|service_level_objective delete|cancel|detach|remove|bulk_delete|rm|cancel_downtime_by_scope",
        NONE,
        monitoring::DELETES,
    ),
    sub("monitor|host mute|mute_all|mute_host", NONE, monitoring::STOPS),
    sub(
        "monitor|host unmute|unmute_all|show|show_all|post|update|fupdate|can_delete|validate|resolve",
        NONE,
        Act::Runs,
    ),
    sub("downtime post|update|show|show_all|schedule", NONE, Act::Runs),
    sub(
        "metric|search|event|timeboard|screenboard|dashboard|tag|comment post|show|stream|show_all|query|pull|push|pull_all|new_file|update|create|add|replace",
        NONE,
        Act::Runs,
    ),
];

static SENTRY_SUBS: &[Sub] = &[
    sub("releases delete", NONE, monitoring::DELETES),
    sub("releases files", NONE, Act::Code(sentry_files)),
    sub("releases archive", NONE, monitoring::STOPS),
    sub(
        "releases new|finalize|set-commits|list|info|propose-version|deploys|restore",
        NONE,
        Act::Runs,
    ),
    sub(
        "issues resolve|mute|unresolve",
        NONE,
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Monitoring).only("all")]),
    ),
    sub("monitors delete", NONE, monitoring::DELETES),
    sub("monitors run", Options::leading("s|schedule= e|environment="), Act::Code(carry_second)),
    sub("uninstall", NONE, Act::Runs),
    sub(
        "sourcemaps|debug-files|upload-dif|upload-dsym|login|info|send-event|projects|organizations|repos|events|bash-hook|deploys|proguard|update|logs",
        NONE,
        Act::Runs,
    ),
];

static AMTOOL_SUBS: &[Sub] = &[
    sub("silence expire|import|update", NONE, monitoring::CHANGES),
    sub("silence add", NONE, monitoring::STOPS),
    sub("silence query", NONE, Act::Reads),
    sub("alert|config|check-config|cluster|template", NONE, Act::Runs),
];

static PROMTOOL_SUBS: &[Sub] = &[
    sub("tsdb create-blocks-from", NONE, Act::Runs),
    sub("tsdb list|analyze|dump|bench", NONE, Act::Reads),
    sub("check|query|test|debug|push|promql", NONE, Act::Reads),
];

static SPLUNK_SUBS: &[Sub] = &[
    sub("clean", LONG, monitoring::DELETES_ALL),
    sub("remove|delete", LONG, monitoring::DELETES),
    sub("stop|restart|disable|offline|rolling-restart|apply", LONG, monitoring::STOPS),
    sub("edit|set|bootstrap|reload", LONG, Act::Runs),
    sub("search", LONG, Act::Code(splunk_search)),
    sub("list|show|status|display|btool|version|help|diag", LONG, Act::Reads),
];

const LONG: Options = Options::long("");

const SEARCH: Options = Options::gnu(
    "application-id= api-key= api_key= admin-api-key= p|profile= y|confirm yes index= i|index= host= url= master-key= id= input= output= type= config= dry-run name= n|name= \
     c|collection= z= zk-host= p= filter_list= http= collection= F|file= m= h|help objectsID= object-ids= filters= ids= force deleteAll overwrite delete=? \
     ignore_empty_list user= password= client_cert= cloud_id= username= index-name= k=",
);

static SEARCH_SUBS: &[Sub] = &[
    sub("indices|index delete|clear|rm", NONE, searches::DELETES_ALL),
    sub("index|indices clear", NONE, searches::DELETES_ALL),
    sub(
        "objects|rules|synonyms|apikeys|dictionary|crawler|settings delete|clear|deleteBy|delete-by|unset",
        NONE,
        searches::DELETES,
    ),
    sub("objects|settings|rules|synonyms import|set|update", NONE, Act::Runs),
    sub(
        "objects|indices|settings|rules|synonyms|apikeys browse|list|get|export|config|analyze|copy|move|create|describe",
        NONE,
        Act::Runs,
    ),
    sub("delete", Options::gnu("c="), searches::DELETES_ALL),
    sub("stop|restart", NONE, searches::STOPS),
    sub(
        "delete_indices|delete_snapshots|close|delete-indices|delete-snapshots|shrink",
        NONE,
        searches::DELETES,
    ),
    sub(
        "restore|rollover|alias|allocation|forcemerge|replicas|open|reindex",
        NONE,
        searches::CHANGES,
    ),
    sub("show_indices|show-indices|show_snapshots|show-snapshots|snapshot", NONE, Act::Runs),
    sub(
        "create|create_core|create_collection|start|status|healthcheck|api|auth|post|version|export|search|query",
        NONE,
        Act::Runs,
    ),
    sub("zk rm", NONE, searches::DELETES),
    sub("zk cp|upconfig|mv", NONE, searches::CHANGES),
    sub("zk ls|downconfig|mkroot", NONE, Act::Runs),
    sub("deployment delete|shutdown|stop|restart", NONE, searches::DELETES_ALL),
    sub("deployment resource", NONE, Act::Code(verbs::search)),
];

fn flag<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let says = |words: &str| call.operands.iter().take(4).any(|word| one_of(word.text, words));
    if call.name == "flipt" && says("import") {
        let drops = call.has("drop");
        let kind = if drops { Kind::Deletes } else { Kind::ChangesRemote };
        return walker.add(kind, Domain::Flag, Place::Elsewhere, Traits::empty(), call.at);
    }
    if says("toggle-off off kill-feature") {
        return walker.add(Kind::Stops, Domain::Flag, Place::Elsewhere, Traits::empty(), call.at);
    }
    verbs::flag(walker, call);
}

fn add_payment<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind) {
    walker.add(kind, Domain::Payment, Place::Elsewhere, Traits::empty(), call.at);
}

/// `stripe delete /v1/customers/cus_1`, `stripe post /v1/refunds`.
fn stripe_http<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let deletes = call.words.first().is_some_and(|word| word.is("delete"));
    if deletes {
        return http(walker, call, "delete", Domain::Payment);
    }
    let path = call.operands.first().map_or("", |word| word.text);
    let moves =
        ["refunds", "payouts", "transfers", "/cancel", "/void", "/capture", "/reverse", "charges"];
    if moves.iter().any(|part| path.contains(part)) {
        add_payment(walker, call, Kind::ChangesRemote);
    } else {
        walker.acts();
    }
}

/// Money only moves with a key for real accounts.
fn stripe_charge<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("live") {
        add_payment(walker, call, Kind::ChangesRemote);
    } else {
        walker.acts();
    }
}

fn stripe<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.get(1).and_then(Arg::literal) {
        Some(
            "detach" | "deactivate" | "reject" | "expire" | "void" | "void_grant" | "remove_rules"
            | "delete_discount" | "delete_where",
        ) => {
            add_payment(walker, call, Kind::Deletes);
        }
        _ => verbs::payment(walker, call),
    }
}

fn payment<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let moves = |word: &Arg<'_>| {
        one_of(word.text, "refund refunds void payout payouts transfer charge capture settle pay")
    };
    let reads = call
        .operands
        .iter()
        .take(4)
        .any(|word| matches!(verbs::verb(word.text), Some(verbs::Verb::Reads)));
    if call.operands.iter().take(4).any(moves) && !reads && !call.affirms("dry-run") {
        return add_payment(walker, call, Kind::ChangesRemote);
    }
    verbs::payment(walker, call);
}

/// Sending to lists is publishing; a single message is not.
fn mail_service<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let words: Vec<_> = call.operands.iter().take(5).map(|word| word.text).collect();
    let says = |word: &str| words.iter().any(|text| text.split(':').any(|part| part == word));
    let place = Place::Elsewhere;
    if says("unsubscribe") || says("unschedule") {
        return walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at);
    }
    let broadcast = says("campaigns")
        || says("campaign")
        || says("broadcasts")
        || says("broadcast")
        || says("blast");
    if broadcast && (says("send") || says("schedule") || says("launch") || says("start"))
        || says("send-batch")
        || says("sendBatch")
        || says("batch") && says("send")
    {
        return walker.add(Kind::Publishes, Domain::Mail, place, Traits::empty(), call.at);
    }
    verbs::mail(walker, call);
}

/// One message to someone.
fn sends_mail<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let bare = call.operands.is_empty() && !call.has_any("to t");
    if !bare {
        walker.add(Kind::Sends, Domain::Mail, Place::Elsewhere, Traits::MILD, call.at);
    }
}

fn lists<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let place = Place::Elsewhere;
    let first = call.operands.first().map_or("", |word| word.text);
    let second = call.operands.get(1).map_or("", |word| word.text);
    match (call.name, first, second) {
        ("rmlist" | "remove_members" | "mlmmj-unsub", ..) => {
            walker.add(Kind::Deletes, Domain::Mail, place, verbs::manner(call), call.at)
        }
        ("sync_members", ..) if !call.has("no-change") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("mailman", "remove" | "delmembers" | "syncmembers" | "stop", _) => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("doveadm", "expunge" | "purge", _) | ("doveadm", "mailbox", "delete") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("doveadm", "move" | "kick" | "stop" | "sync" | "import" | "backup" | "flags", _) => {
            walker.add(Kind::ChangesRemote, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("zmprov", verb, _) if verb.starts_with("delete") || one_of(verb, "da dd ddl ddlm") => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("zmmailbox", "deleteFolder" | "df" | "emptyFolder" | "ef" | "deleteMessage" | "dm", _) => {
            walker.add(Kind::Deletes, Domain::Mail, place, Traits::empty(), call.at)
        }
        ("postfix", "stop" | "abort", _) => {
            walker.add(Kind::Stops, Domain::Mail, Place::Machine, Traits::empty(), call.at)
        }
        _ => walker.acts(),
    }
}

fn monitors<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let says = |word: &str| call.operands.iter().take(3).any(|text| text.is(word));
    let domain = Domain::Monitoring;
    let place = Place::Elsewhere;
    if says("mute") || says("silence") || says("downtime") && says("add") {
        return walker.add(Kind::Stops, domain, place, Traits::empty(), call.at);
    }
    if says("reset-admin-password") {
        return walker.add(Kind::ChangesRights, domain, place, Traits::empty(), call.at);
    }
    let mutation = call.operands.iter().find(|word| word.text.trim_start().starts_with("mutation"));
    let deletes = |text: &str| text.contains("Delete") || text.contains("delete");
    if mutation.is_some_and(|word| deletes(word.text))
        || call.operands.iter().take(3).any(|word| word.text.contains("DeleteKey"))
    {
        return walker.add(Kind::Deletes, domain, place, Traits::empty(), call.at);
    }
    // Plugins of the local server are installed again in a moment.
    if says("plugins") && (says("remove") || says("uninstall")) {
        return walker.add(Kind::Deletes, domain, Place::Machine, Traits::MILD, call.at);
    }
    if call.name == "monaco" && (says("delete") || says("purge"))
        || call.name == "grr" && says("apply")
    {
        let kind = if call.name == "grr" { Kind::ChangesRemote } else { Kind::Deletes };
        return walker.add(kind, domain, place, Traits::empty(), call.at);
    }
    verbs::monitoring(walker, call);
}

fn sentry_files<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.operands.iter().any(|word| word.is("delete")) {
        walker.add(Kind::Deletes, Domain::Monitoring, Place::Elsewhere, Traits::empty(), call.at);
    } else {
        walker.acts();
    }
}

fn carry_second<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.is_carrier();
    let words = call.operands.get(1..).unwrap_or(&[]);
    let words = match words.split_first() {
        Some((first, rest)) if first.is("--") => rest,
        _ => words,
    };
    walker.carry_writing(words);
}

/// A search that pipes into `delete` marks events as gone.
fn splunk_search<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let query = call.operands.first().map_or("", |word| word.text);
    if query.split('|').any(|stage| stage.trim() == "delete") {
        walker.add(Kind::Deletes, Domain::Monitoring, Place::Elsewhere, Traits::WHOLE, call.at);
    }
}

fn search<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.name {
        // An action file says what is deleted.
        "curator" => {
            if !call.has("dry-run") {
                walker.add(
                    Kind::Deletes,
                    Domain::Search,
                    Place::Elsewhere,
                    Traits::POSSIBLE,
                    call.at,
                );
            }
        }
        "elasticdump" => {
            walker.acts();
            let deletes = call.has_any("deleteAll overwrite") || call.affirms("delete");
            if deletes {
                walker.add(Kind::Deletes, Domain::Search, Place::Elsewhere, Traits::WHOLE, call.at);
            } else if let Some(file) =
                call.value("output").filter(|file| !file.text.contains("://") && !file.is("$"))
            {
                walker.touches(Kind::Overwrites, &file, Traits::empty());
            }
        }
        "indexer" => walker.acts(),
        _ => verbs::search(walker, call),
    }
}

fn elastic<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let first = call.operands.first().map_or("", |word| word.text);
    match (call.name, first) {
        ("elasticsearch-reset-password", _) | ("elasticsearch-users", "userdel" | "passwd") => {
            walker.add(
                Kind::ChangesRights,
                Domain::Search,
                Place::Elsewhere,
                Traits::empty(),
                call.at,
            );
        }
        (
            "elasticsearch-node",
            "unsafe-bootstrap" | "detach-cluster" | "repurpose" | "remove-settings"
            | "override-version",
        )
        | ("elasticsearch-shard", "remove-corrupted-data") => {
            walker.add(Kind::Deletes, Domain::Search, Place::Elsewhere, Traits::WHOLE, call.at);
        }
        ("elasticsearch-keystore" | "opensearch-keystore", "remove") => {
            walker.add(Kind::Deletes, Domain::Secret, Place::Elsewhere, Traits::empty(), call.at);
        }
        _ => walker.acts(),
    }
}
