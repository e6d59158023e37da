//! What watches and what finds: monitors, alerts, dashboards, search indexes.

use super::services::SERVICE;
use super::verbs;
use super::verbs::rows::{monitoring, searches};
use super::verbs::sure;
use crate::facts::call::Call;
use crate::facts::cases::{Doing, Target, first, given, named, otherwise, says, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    // Monitoring.
    toolbox(
        &["dog", "dogwrap", "datadog", "ddog"],
        SERVICE,
        DOG_SUBS,
        Act::Verb(Domain::Monitoring),
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
        Act::Verb(Domain::Monitoring),
    ),
    toolbox(
        &["amtool"],
        Options::gnu(
            "alertmanager.url= a|author= c|comment= d|duration= s|start= e|end= o|output= config.file= h|help http.config.file= q|quiet within= i|id=",
        ),
        AMTOOL_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["promtool"],
        Options::gnu("http.config.file= min-time= max-time= output-dir="),
        PROMTOOL_SUBS,
        Act::Runs,
    ),
    toolbox(
        &["splunk"],
        Options::long("auth= index= name= role= password= uri= app= help maxout= hostname="),
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
    sub("releases files", NONE, SENTRY_FILES),
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
    sub(
        "monitors run",
        Options::leading("s|schedule= e|environment="),
        Act::On(Doing::Carries, Target::From(1)),
    ),
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
    sub("deployment resource", NONE, Act::Verb(Domain::Search)),
];

fn monitors<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let domain = Domain::Monitoring;
    if call.says_early(words!("mute silence"))
        || call.says_early(words!("downtime")) && call.says_early(words!("add"))
    {
        return walker.does(Kind::Stops, domain, Traits::empty(), call);
    }
    if call.says_early(words!("reset-admin-password")) {
        return walker.does(Kind::ChangesRights, domain, Traits::empty(), call);
    }
    let mutation = call.operands.iter().find(|word| word.text.trim_start().starts_with("mutation"));
    if mutation.is_some_and(|word| words!("Delete delete").any_within(word.text))
        || call.operands.iter().take(3).any(|word| word.text.contains("DeleteKey"))
    {
        return walker.does(Kind::Deletes, domain, Traits::empty(), call);
    }
    // Plugins of the local server are installed again in a moment.
    if call.says_early(words!("plugins")) && call.says_early(words!("remove uninstall")) {
        return walker.add(Kind::Deletes, domain, Place::Machine, Traits::MILD, call.at);
    }
    if call.name == "monaco" && call.says_early(words!("delete purge")) {
        return walker.does(Kind::Deletes, domain, Traits::empty(), call);
    }
    if call.name == "grr" && call.says_early(words!("apply")) {
        return walker.does(Kind::ChangesRemote, domain, Traits::empty(), call);
    }
    verbs::by_verb(walker, call, domain);
}

const SENTRY_FILES: Act =
    Act::Cases(&[when(says("delete"), sure::monitoring::DELETES), otherwise(Act::Runs)]);

/// A search that pipes into `delete` marks events as gone.
fn splunk_search<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let query = call.operands.first().map_or("", |word| word.text);
    if query.split('|').any(|stage| stage.trim() == "delete") {
        walker.does(Kind::Deletes, Domain::Monitoring, Traits::WHOLE, call);
    }
}

fn elasticdump<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let deletes = call.has_any(words!("deleteAll overwrite")) || call.affirms(words!("delete"));
    if deletes {
        walker.does(Kind::Deletes, Domain::Search, Traits::WHOLE, call);
    } else if let Some(file) =
        call.value("output").filter(|file| !file.text.contains("://") && !file.is("$"))
    {
        walker.touches(Kind::Overwrites, file, Traits::empty());
    }
}

const SEARCH_CASES: Act = Act::Cases(&[
    // An action file says what is deleted.
    when(named("curator").and(&given("dry-run")), Act::Reads),
    when(
        named("curator"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Search).with(Traits::POSSIBLE)]),
    ),
    when(named("elasticdump"), Act::Code(elasticdump)),
    when(named("indexer"), Act::Runs),
    otherwise(Act::Verb(Domain::Search)),
]);

const ELASTIC: Act = Act::Cases(&[
    when(named("elasticsearch-reset-password"), sure::searches::RIGHTS),
    when(named("elasticsearch-users").and(&first("userdel passwd")), sure::searches::RIGHTS),
    when(
        named("elasticsearch-node").and(&first(
            "unsafe-bootstrap detach-cluster repurpose remove-settings override-version",
        )),
        sure::searches::DELETES_ALL,
    ),
    when(
        named("elasticsearch-shard").and(&first("remove-corrupted-data")),
        sure::searches::DELETES_ALL,
    ),
    when(
        named("elasticsearch-keystore opensearch-keystore").and(&first("remove")),
        sure::secrets::DELETES,
    ),
    otherwise(Act::Runs),
]);
