//! Queues, topics and streams.

use super::verbs;
use super::verbs::rows::queues as rows;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walk::Walker;
use crate::facts::words::one_of;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["kafka-topics", "kafka-topics.sh"], KAFKA, Act::Code(topics)),
    program(&["kafka-consumer-groups", "kafka-consumer-groups.sh"], KAFKA, Act::Code(groups)),
    program(&["kafka-delete-records", "kafka-delete-records.sh"], KAFKA, rows::DELETES_ALL),
    program(
        &["kafka-configs", "kafka-configs.sh"],
        KAFKA,
        Act::Does(&[
            Deed::new(Kind::ChangesRemote, Domain::Queue).only("alter"),
            Deed::new(Kind::ChangesRemote, Domain::Queue).only("delete-config"),
        ]),
    ),
    program(
        &["kafka-acls", "kafka-acls.sh"],
        KAFKA,
        Act::Does(&[Deed::new(Kind::ChangesRights, Domain::Queue).only("remove add")]),
    ),
    program(
        &[
            "kafka-reassign-partitions",
            "kafka-reassign-partitions.sh",
            "kafka-leader-election",
            "kafka-leader-election.sh",
            "kafka-streams-application-reset",
            "kafka-streams-application-reset.sh",
        ],
        KAFKA,
        Act::Code(reassign),
    ),
    program(
        &[
            "kafka-server-stop",
            "kafka-server-stop.sh",
            "zookeeper-server-stop",
            "zookeeper-server-stop.sh",
        ],
        KAFKA,
        rows::STOPS,
    ),
    program(&["kafka-storage", "kafka-storage.sh"], KAFKA, Act::Code(storage)),
    program(
        &[
            "kafka-console-consumer",
            "kafka-console-consumer.sh",
            "kafka-console-producer",
            "kafka-console-producer.sh",
            "kafka-broker-api-versions",
            "kafka-get-offsets",
            "kafka-get-offsets.sh",
            "kafka-log-dirs",
            "kafka-run-class",
            "kcat",
            "kafkacat",
        ],
        KAFKA,
        Act::Runs,
    ),
    program(
        &["zookeeper-shell", "zookeeper-shell.sh", "zkCli", "zkCli.sh", "zkcli"],
        Options::gnu("server= timeout="),
        Act::Code(zookeeper),
    ),
    toolbox(
        &["kafkactl", "rpk", "confluent", "ccloud", "kaf", "kcl"],
        Options::gnu(
            "b|brokers= X= c|context= cluster= environment= config= f|force y|yes e|execute r|regex h|help t|to= topics= topic= o|output= dry-run",
        ),
        KAFKA_SUBS,
        Act::Code(verbs::queue),
    ),
    program(
        &["rabbitmqctl", "rabbitmq-queues", "rabbitmq-upgrade", "rabbitmq-streams"],
        Options::gnu(
            "n|node= p|vhost= q|quiet s|silent t|timeout= formatter= l|longnames e|if-empty u|if-unused h|help",
        ),
        Act::Code(rabbit),
    ),
    program(&["rabbitmq-plugins"], Options::gnu("n|node= offline online"), Act::Code(verbs::queue)),
    toolbox(
        &["rabbitmqadmin"],
        Options::gnu(
            "H|host= P|port= V|vhost= u|username= p|password= N|node= s|ssl c|config= f|format= h|help S|sort= d|depth= b|base-uri= name=",
        ),
        RABBIT_ADMIN_SUBS,
        Act::Code(verbs::queue),
    ),
    toolbox(
        &["nats", "nsc", "stan"],
        Options::gnu(
            "s|server= creds= user= password= context= f|force a|all subject= seq= keep= timeout= domain= h|help bucket= nkey= tlscert= tlskey= tlsca= reply= count=",
        ),
        NATS_SUBS,
        Act::Code(verbs::queue),
    ),
    program(
        &["pulsar-admin"],
        Options::gnu(
            "admin-url= auth-params= auth-plugin= f|force d|deleteSchema s|subscription= t|time= n|messages= h|help r= ledgerId= m|messageId= a|all",
        ),
        Act::Code(pulsar),
    ),
    program(
        &["celery"],
        Options::gnu(
            "A|app= b|broker= d|destination= f|force Q|queues= X|exclude-queues= workdir= result-backend= l|loglevel= h|help C= n|hostname= t|timeout= P= c=",
        ),
        Act::Code(celery),
    ),
    program(
        &[
            "rq",
            "sidekiq",
            "sidekiqctl",
            "dramatiq",
            "huey",
            "bull",
            "resque",
            "bullmq",
            "faktory",
            "beanstalk",
            "temporal",
            "tctl",
            "zbctl",
            "mqadmin",
            "activemq",
            "artemis",
            "eventstore",
            "dkron",
            "gearadmin",
            "cadence",
        ],
        Options::gnu(
            "u|url= config= a|all q= namespace= workflow-id= workflow_id= w= address= reason= query= h|help y|yes taskqueue= t|topic= b|brokerAddr= c|clusterName= n|namesrvAddr= name= user= password= destination=",
        ),
        Act::Code(verbs::queue),
    ),
    program(
        &["mosquitto_pub"],
        Options::gnu("t|topic= m|message= n|null-message r|retain h|host= p|port= u= P= q= f="),
        Act::Code(mosquitto),
    ),
    program(
        &["mosquitto_sub"],
        Options::gnu("t|topic= h|host= remove-retained retained-only W="),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Queue).only("remove-retained")]),
    ),
    program(
        &["postqueue", "postsuper", "exim", "exim4", "mailq", "qmail-remove"],
        Options::gnu("d|delete= h|hold= H r|requeue= p s= M|Mrm="),
        Act::Code(mail_queue),
    ),
];

const NONE: Options = Options::gnu("");

const KAFKA: Options = Options::long(
    "bootstrap-server= zookeeper= topic= group= partitions= replication-factor= config= command-config= offset-json-file= entity-type= entity-name= add-config= delete-config= from-file= broker-list= describe list create delete alter reset-offsets execute dry-run to-offset= to-datetime= shift-by= by-duration= remove add force principal= allow-principal= operation= reassignment-json-file= verify generate topics-to-move-json-file= cancel throttle= application-id= input-topics= intermediate-topics= election-type= cluster-id= t= delete-offsets help",
);

static KAFKA_SUBS: &[Sub] = &[
    sub("delete|deletion", NONE, rows::DELETES),
    sub("delete topic|topics|consumer-group|records|acl|schema|offset", NONE, rows::DELETES_ALL),
    sub("topic|topics delete|rm", NONE, rows::DELETES_ALL),
    sub("topic trim-prefix|truncate|delete-records", NONE, rows::DELETES_ALL),
    sub("group|consumer delete|offset-delete|seek|reset", NONE, rows::CHANGES),
    sub("group seek|delete", NONE, rows::CHANGES),
    sub(
        "reset offset|consumer-group-offset|cog",
        NONE,
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Queue).only("execute e")]),
    ),
    sub(
        "kafka topic|cluster|acl|link|mirror|quota|partition|replica|client-config|consumer",
        NONE,
        Act::Code(verbs::queue),
    ),
    sub("cluster info|health|status|metadata|logdirs|config", NONE, Act::Runs),
    sub("cluster config set|edit|import|force-reset", NONE, rows::CHANGES),
    sub("cluster maintenance enable", NONE, rows::STOPS),
    sub("container purge|stop", NONE, rows::DELETES_MILDLY),
    sub("get|describe|consume|produce|list|ls|info|version|topics|groups|nodes", NONE, Act::Runs),
];

static RABBIT_ADMIN_SUBS: &[Sub] = &[
    sub("delete|close", NONE, rows::DELETES),
    sub("purge", NONE, rows::DELETES_ALL),
    sub("import", NONE, rows::CHANGES),
    sub(
        "queues|vhosts|exchanges|bindings|users|policies|parameters delete|purge|clear",
        NONE,
        rows::DELETES,
    ),
    sub("definitions import", NONE, rows::CHANGES),
    sub("get", Options::gnu("ackmode="), Act::Code(rabbit_get)),
    sub("list|show|export|publish|declare", NONE, Act::Runs),
];

static NATS_SUBS: &[Sub] = &[
    sub(
        "stream|str|s|consumer|con|kv|object|obj|account|context|ctx|operator|user rm|del|delete|remove",
        NONE,
        rows::DELETES,
    ),
    sub("stream|str|s purge|rmm|restore|seal", NONE, rows::DELETES_ALL),
    sub("kv purge|compact", NONE, rows::DELETES),
    sub("object|obj seal", NONE, rows::CHANGES),
    sub("stream|str|s edit|cluster", NONE, rows::CHANGES),
    sub("consumer|con pause|cluster|edit", NONE, rows::STOPS),
    sub(
        "stream|str|s|consumer|con|kv|object|obj ls|list|info|report|get|view|add|create|next|sub|copy|history|put|watch|subjects|state|backup|status",
        NONE,
        Act::Runs,
    ),
    sub("context|ctx rm", NONE, Act::Runs),
    sub("server account purge", NONE, rows::DELETES_ALL),
    sub("server raft|cluster peer-remove|step-down|stepdown", NONE, rows::STOPS),
    sub("server info|list|ping|report|check|request|ls", NONE, Act::Reads),
    sub("pub|sub|request|reply|bench|rtt|latency|events|schema|account|micro", NONE, Act::Runs),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.add(kind, Domain::Queue, Place::Elsewhere, traits, call.at);
}

fn topics<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has("delete") {
        add(walker, call, Kind::Deletes, Traits::WHOLE);
    } else if call.has("alter") {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    } else if !call.has_any("list describe") {
        walker.acts();
    }
}

fn groups<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("delete delete-offsets") {
        add(walker, call, Kind::Deletes, Traits::empty());
    } else if call.has("reset-offsets") && call.has("execute") {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    }
}

fn reassign<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let resets = call.name.starts_with("kafka-streams");
    if call.has("dry-run") || call.has_any("verify generate list") {
        return;
    }
    if resets || call.has_any("execute cancel") || call.name.starts_with("kafka-leader") {
        add(walker, call, Kind::ChangesRemote, Traits::empty());
    }
}

fn storage<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.operands.first().is_some_and(|word| word.is("format")) {
        add(walker, call, Kind::Deletes, Traits::WHOLE);
    }
}

/// `zookeeper-shell host deleteall /path`.
fn zookeeper<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let deletes =
        |text: &str| text.split_whitespace().any(|word| one_of(word, "deleteall rmr delete"));
    let said = call.operands.iter().any(|word| deletes(word.text));
    let flows =
        matches!(walker.input(), crate::facts::arg::Stream::Text(flow) if deletes(flow.text));
    if said || flows {
        add(walker, call, Kind::Deletes, Traits::WHOLE);
    }
}

fn rabbit<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let verb = call.operands.first().map_or("", |word| word.text);
    match verb {
        name if one_of(
            name,
            "reset force_reset delete_vhost purge_queue delete_queue force_boot delete_member \
             forget_cluster_node delete_shovel clear_parameter clear_policy clear_operator_policy \
             clear_global_parameter delete_replica clear_vhost_limits delete_feature_flag",
        ) =>
        {
            let all = one_of(verb, "reset force_reset delete_vhost purge_queue");
            add(walker, call, Kind::Deletes, if all { Traits::WHOLE } else { Traits::empty() });
        }
        name if one_of(
            name,
            "stop stop_app shutdown close_connection close_all_connections suspend_listener \
             suspend_all_listeners close_all_user_connections stop_vhost restart_vhost drain \
             rotate_logs kill shrink",
        ) =>
        {
            add(walker, call, Kind::Stops, Traits::empty());
        }
        name if one_of(
            name,
            "delete_user clear_password clear_permissions change_password set_permissions \
             clear_topic_permissions set_user_tags",
        ) =>
        {
            add(walker, call, Kind::ChangesRights, Traits::empty());
        }
        name if one_of(
            name,
            "change_cluster_node_type rename_cluster_node import_definitions eval eval_file \
             set_cluster_name join_cluster",
        ) =>
        {
            add(walker, call, Kind::ChangesRemote, Traits::empty());
        }
        _ if verb.starts_with("list_")
            || one_of(
                verb,
                "status cluster_status ping report environment node_health_check version",
            ) => {}
        _ => walker.acts(),
    }
}

fn rabbit_get<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let taken = call
        .operands
        .iter()
        .any(|word| one_of(word.text, "ackmode=ack_requeue_false ackmode=reject_requeue_false"));
    if taken {
        add(walker, call, Kind::Deletes, Traits::empty());
    }
}

fn pulsar<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    match call.operands.get(1).and_then(Arg::literal) {
        Some(
            "skip"
            | "skip-all"
            | "clear-backlog"
            | "unsubscribe"
            | "expire-messages"
            | "expire-messages-all-subscriptions"
            | "delete-partitioned-topic"
            | "truncate",
        ) => {
            add(walker, call, Kind::Deletes, Traits::WHOLE);
        }
        Some(
            "unload" | "terminate" | "reset-cursor" | "set-retention" | "set-backlog-quota"
            | "grant-permission" | "revoke-permission" | "set-message-ttl",
        ) => {
            add(walker, call, Kind::ChangesRemote, Traits::empty());
        }
        _ => verbs::queue(walker, call),
    }
}

fn celery<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let word = |index: usize| call.operands.get(index).map_or("", |word| word.text);
    match (word(0), word(1)) {
        ("purge", _)
        | (
            "amqp",
            "queue.purge" | "queue.delete" | "exchange.delete" | "queue_purge" | "queue_delete",
        ) => {
            add(walker, call, Kind::Deletes, Traits::WHOLE);
        }
        (
            "control",
            "shutdown" | "revoke" | "terminate" | "cancel_consumer" | "pool_restart"
            | "pool_shrink" | "rate_limit",
        ) => {
            add(walker, call, Kind::Stops, Traits::empty());
        }
        ("multi", "stop" | "stopwait" | "restart" | "kill") => {
            add(walker, call, Kind::Stops, Traits::empty())
        }
        ("inspect" | "status" | "report" | "result" | "list" | "events", _) => {}
        _ => walker.acts(),
    }
}

/// An empty retained message deletes what was retained.
fn mosquitto<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let empty =
        call.has("null-message") || call.value("message").is_some_and(|text| text.text.is_empty());
    if call.has("retain") && empty {
        add(walker, call, Kind::Deletes, Traits::empty());
    }
}

fn mail_queue<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let all = call.value("delete").is_some_and(|value| value.is("ALL"));
    let removes = call.has("delete") || call.args.iter().any(|arg| one_of(arg.text, "-Mrm -Mg"));
    if removes && call.name != "mailq" {
        let traits = if all { Traits::WHOLE } else { Traits::empty() };
        walker.add(Kind::Deletes, Domain::Mail, Place::Machine, traits, call.at);
    } else if call.has_any("hold H requeue") && call.name == "postsuper" {
        walker.add(Kind::Stops, Domain::Mail, Place::Machine, Traits::empty(), call.at);
    } else if call.name != "mailq" && !call.has("p") {
        walker.acts();
    }
}
