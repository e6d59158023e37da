//! What watches and what finds: monitors, alerts, dashboards, search indexes.

use super::services::SERVICE;
use super::verbs;
use super::verbs::respects_dry_run::{monitoring, searches};
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{
    Target, WordAction, any_operand, first_operand, has_flag, named, otherwise, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    // Monitoring.
    toolbox(
        &["dog", "dogwrap", "datadog", "ddog"],
        SERVICE,
        DOG_SUBS,
        Behavior::Verb(Domain::Monitoring),
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
        Behavior::Runs,
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
        Behavior::Code(monitors),
    ),
    toolbox(
        &["sentry-cli"],
        Options::gnu(
            "o|org= p|project= auth-token= url= log-level= quiet h|help a|all r|release= d|dist= v= confirm header=",
        ),
        SENTRY_SUBS,
        Behavior::Verb(Domain::Monitoring),
    ),
    toolbox(
        &["amtool"],
        Options::gnu(
            "alertmanager.url= a|author= c|comment= d|duration= s|start= e|end= o|output= config.file= h|help http.config.file= q|quiet within= i|id=",
        ),
        AMTOOL_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["promtool"],
        Options::gnu("http.config.file= min-time= max-time= output-dir="),
        PROMTOOL_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["splunk"],
        Options::long("auth= index= name= role= password= uri= app= help maxout= hostname="),
        SPLUNK_SUBS,
        Behavior::Runs,
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
        SEARCH_CASES,
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
        ELASTIC,
    ),
];

const NONE: Options = Options::gnu("");

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
        Behavior::Runs,
    ),
    sub("downtime post|update|show|show_all|schedule", NONE, Behavior::Runs),
    sub(
        "metric|search|event|timeboard|screenboard|dashboard|tag|comment post|show|stream|show_all|query|pull|push|pull_all|new_file|update|create|add|replace",
        NONE,
        Behavior::Runs,
    ),
];

static SENTRY_SUBS: &[Sub] = &[
    sub("releases delete", NONE, monitoring::DELETES),
    sub("releases files", NONE, SENTRY_FILES),
    sub("releases archive", NONE, monitoring::STOPS),
    sub(
        "releases new|finalize|set-commits|list|info|propose-version|deploys|restore",
        NONE,
        Behavior::Runs,
    ),
    sub(
        "issues resolve|mute|unresolve",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Monitoring).only("all")]),
    ),
    sub("monitors delete", NONE, monitoring::DELETES),
    sub(
        "monitors run",
        Options::leading("s|schedule= e|environment="),
        Behavior::On(WordAction::Runs, Target::From(1)),
    ),
    sub("uninstall", NONE, Behavior::Runs),
    sub(
        "sourcemaps|debug-files|upload-dif|upload-dsym|login|info|send-event|projects|organizations|repos|events|bash-hook|deploys|proguard|update|logs",
        NONE,
        Behavior::Runs,
    ),
];

static AMTOOL_SUBS: &[Sub] = &[
    sub("silence expire|import|update", NONE, monitoring::CHANGES),
    sub("silence add", NONE, monitoring::STOPS),
    sub("silence query", NONE, Behavior::Reads),
    sub("alert|config|check-config|cluster|template", NONE, Behavior::Runs),
];

static PROMTOOL_SUBS: &[Sub] = &[
    sub("tsdb create-blocks-from", NONE, Behavior::Runs),
    sub("tsdb list|analyze|dump|bench", NONE, Behavior::Reads),
    sub("check|query|test|debug|push|promql", NONE, Behavior::Reads),
];

static SPLUNK_SUBS: &[Sub] = &[
    sub("clean", LONG, monitoring::DELETES_ALL),
    sub("remove|delete", LONG, monitoring::DELETES),
    sub("stop|restart|disable|offline|rolling-restart|apply", LONG, monitoring::STOPS),
    sub("edit|set|bootstrap|reload", LONG, Behavior::Runs),
    sub("search", LONG, Behavior::Code(splunk_search)),
    sub("list|show|status|display|btool|version|help|diag", LONG, Behavior::Reads),
];

const LONG: Options = Options::long("");

const SEARCH: Options = Options::gnu(
    "application-id= api-key= api_key= admin-api-key= profile= y|confirm yes index= i|index= host= url= master-key= id= input= output= type= config= dry-run n|name= c|collection= z= zk-host= p= filter_list= http= F|file= m= h|help objectsID= object-ids= filters= ids= force deleteAll overwrite delete=? ignore_empty_list user= password= client_cert= cloud_id= username= index-name= k=",
);

static SEARCH_SUBS: &[Sub] = &[
    sub("indices|index delete|clear|rm", NONE, searches::DELETES_ALL),
    sub("index|indices clear", NONE, searches::DELETES_ALL),
    sub(
        "objects|rules|synonyms|apikeys|dictionary|crawler|settings delete|clear|deleteBy|delete-by|unset",
        NONE,
        searches::DELETES,
    ),
    sub("objects|settings|rules|synonyms import|set|update", NONE, Behavior::Runs),
    sub(
        "objects|indices|settings|rules|synonyms|apikeys browse|list|get|export|config|analyze|copy|move|create|describe",
        NONE,
        Behavior::Runs,
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
    sub("show_indices|show-indices|show_snapshots|show-snapshots|snapshot", NONE, Behavior::Runs),
    sub(
        "create|create_core|create_collection|start|status|healthcheck|api|auth|post|version|export|search|query",
        NONE,
        Behavior::Runs,
    ),
    sub("zk rm", NONE, searches::DELETES),
    sub("zk cp|upconfig|mv", NONE, searches::CHANGES),
    sub("zk ls|downconfig|mkroot", NONE, Behavior::Runs),
    sub("deployment delete|shutdown|stop|restart", NONE, searches::DELETES_ALL),
    sub("deployment resource", NONE, Behavior::Verb(Domain::Search)),
];

fn monitors<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let domain = Domain::Monitoring;
    if call.mentions_early(words!("mute silence"))
        || call.mentions_early(words!("downtime")) && call.mentions_early(words!("add"))
    {
        return walker.does(Kind::Stops, domain, Traits::empty(), call);
    }
    if call.mentions_early(words!("reset-admin-password")) {
        return walker.does(Kind::ChangesRights, domain, Traits::empty(), call);
    }
    let mutation = call.operands.iter().find(|word| word.text.trim_start().starts_with("mutation"));
    if mutation.is_some_and(|word| words!("Delete delete").any_within(word.text))
        || call.operands.iter().take(3).any(|word| word.text.contains("DeleteKey"))
    {
        return walker.does(Kind::Deletes, domain, Traits::empty(), call);
    }
    // Plugins of the local server are installed again in a moment.
    if call.mentions_early(words!("plugins")) && call.mentions_early(words!("remove uninstall")) {
        return walker.add(Kind::Deletes, domain, Place::Machine, Traits::MINOR, call.at);
    }
    if call.name == "monaco" && call.mentions_early(words!("delete purge")) {
        return walker.does(Kind::Deletes, domain, Traits::empty(), call);
    }
    if call.name == "grr" && call.mentions_early(words!("apply")) {
        return walker.does(Kind::ChangesRemote, domain, Traits::empty(), call);
    }
    verbs::by_verb(walker, call, domain);
}

const SENTRY_FILES: Behavior = Behavior::Cases(&[
    when(any_operand("delete"), unconditional::monitoring::DELETES),
    otherwise(Behavior::Runs),
]);

/// A search that pipes into `delete` marks events as gone.
fn splunk_search<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let query = call.operands.first().map_or("", |word| word.text);
    if query.split('|').any(|stage| stage.trim() == "delete") {
        walker.does(Kind::Deletes, Domain::Monitoring, Traits::WHOLE, call);
    }
}

fn elasticdump<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let deletes = call.has_any(words!("deleteAll overwrite")) || call.affirms(words!("delete"));
    if deletes {
        walker.does(Kind::Deletes, Domain::Search, Traits::WHOLE, call);
    } else if let Some(file) =
        call.value("output").filter(|file| !file.text.contains("://") && !file.is("$"))
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

const SEARCH_CASES: Behavior = Behavior::Cases(&[
    // An action file says what is deleted.
    when(named("curator").and(&has_flag("dry-run")), Behavior::Reads),
    when(
        named("curator"),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Search).with(Traits::POSSIBLE)]),
    ),
    when(named("elasticdump"), Behavior::Code(elasticdump)),
    when(named("indexer"), Behavior::Runs),
    otherwise(Behavior::Verb(Domain::Search)),
]);

const ELASTIC: Behavior = Behavior::Cases(&[
    when(named("elasticsearch-reset-password"), unconditional::searches::RIGHTS),
    when(
        named("elasticsearch-users").and(&first_operand("userdel passwd")),
        unconditional::searches::RIGHTS,
    ),
    when(
        named("elasticsearch-node").and(&first_operand(
            "unsafe-bootstrap detach-cluster repurpose remove-settings override-version",
        )),
        unconditional::searches::DELETES_ALL,
    ),
    when(
        named("elasticsearch-shard").and(&first_operand("remove-corrupted-data")),
        unconditional::searches::DELETES_ALL,
    ),
    when(
        named("elasticsearch-keystore opensearch-keystore").and(&first_operand("remove")),
        unconditional::secrets::DELETES,
    ),
    otherwise(Behavior::Runs),
]);
