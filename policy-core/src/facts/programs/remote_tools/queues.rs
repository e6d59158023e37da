//! Queues, topics and streams.

use super::verbs::respects_dry_run::queues as respects_dry_run;
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, any_operand, empty_value, first_operand, has_flag, is, named, not, otherwise,
    second_operand, starts_with, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["kafka-topics", "kafka-topics.sh"], KAFKA, TOPICS),
    program(&["kafka-consumer-groups", "kafka-consumer-groups.sh"], KAFKA, GROUPS),
    program(
        &["kafka-delete-records", "kafka-delete-records.sh"],
        KAFKA,
        respects_dry_run::DELETES_ALL,
    ),
    program(
        &["kafka-configs", "kafka-configs.sh"],
        KAFKA,
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Queue).only("alter"),
            EffectSpec::new(Kind::ChangesRemote, Domain::Queue).only("delete-config"),
        ]),
    ),
    program(
        &["kafka-acls", "kafka-acls.sh"],
        KAFKA,
        Behavior::Effects(
            &[EffectSpec::new(Kind::ChangesRights, Domain::Queue).only("remove add")],
        ),
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
        REASSIGN,
    ),
    program(
        &[
            "kafka-server-stop",
            "kafka-server-stop.sh",
            "zookeeper-server-stop",
            "zookeeper-server-stop.sh",
        ],
        KAFKA,
        respects_dry_run::STOPS,
    ),
    program(&["kafka-storage", "kafka-storage.sh"], KAFKA, STORAGE),
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
        Behavior::Runs,
    ),
    program(
        &["zookeeper-shell", "zookeeper-shell.sh", "zkCli", "zkCli.sh", "zkcli"],
        Options::gnu("server= timeout="),
        Behavior::Code(zookeeper),
    ),
    toolbox(
        &["kafkactl", "rpk", "confluent", "ccloud", "kaf", "kcl"],
        Options::gnu(
            "b|brokers= X= c|context= cluster= environment= config= f|force y|yes e|execute r|regex h|help t|to= topics= topic= o|output= dry-run",
        ),
        KAFKA_SUBS,
        Behavior::Verb(Domain::Queue),
    ),
    program(
        &["rabbitmqctl", "rabbitmq-queues", "rabbitmq-upgrade", "rabbitmq-streams"],
        Options::gnu(
            "n|node= p|vhost= q|quiet s|silent t|timeout= formatter= l|longnames e|if-empty u|if-unused h|help",
        ),
        RABBIT,
    ),
    program(
        &["rabbitmq-plugins"],
        Options::gnu("n|node= offline online"),
        Behavior::Verb(Domain::Queue),
    ),
    toolbox(
        &["rabbitmqadmin"],
        Options::gnu(
            "H|host= P|port= V|vhost= u|username= p|password= N|node= s|ssl c|config= f|format= h|help S|sort= d|depth= b|base-uri= name=",
        ),
        RABBIT_ADMIN_SUBS,
        Behavior::Verb(Domain::Queue),
    ),
    toolbox(
        &["nats", "nsc", "stan"],
        Options::gnu(
            "s|server= creds= user= password= context= f|force a|all subject= seq= keep= timeout= domain= h|help bucket= nkey= tlscert= tlskey= tlsca= reply= count=",
        ),
        NATS_SUBS,
        Behavior::Verb(Domain::Queue),
    ),
    program(
        &["pulsar-admin"],
        Options::gnu(
            "admin-url= auth-params= auth-plugin= f|force d|deleteSchema s|subscription= t|time= n|messages= h|help r= ledgerId= m|messageId= a|all",
        ),
        PULSAR,
    ),
    program(
        &["celery"],
        Options::gnu(
            "A|app= b|broker= d|destination= f|force Q|queues= X|exclude-queues= workdir= result-backend= l|loglevel= h|help C= n|hostname= t|timeout= P= c=",
        ),
        CELERY,
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
        Behavior::Verb(Domain::Queue),
    ),
    program(
        &["mosquitto_pub"],
        Options::gnu("t|topic= m|message= n|null-message r|retain h|host= p|port= u= P= q= f="),
        MOSQUITTO,
    ),
    program(
        &["mosquitto_sub"],
        Options::gnu("t|topic= h|host= remove-retained retained-only W="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Queue).only("remove-retained")]),
    ),
    program(
        &["postqueue", "postsuper", "exim", "exim4", "mailq", "qmail-remove"],
        Options::gnu("d|delete= h|hold= H r|requeue= p s= M|Mrm="),
        MAIL_QUEUE,
    ),
];

const NONE: Options = Options::gnu("");

const KAFKA: Options = Options::long(
    "bootstrap-server= zookeeper= topic= group= partitions= replication-factor= config= command-config= offset-json-file= entity-type= entity-name= add-config= delete-config= from-file= broker-list= describe list delete alter reset-offsets execute dry-run to-offset= to-datetime= shift-by= by-duration= remove add principal= allow-principal= operation= reassignment-json-file= verify generate topics-to-move-json-file= cancel throttle= application-id= input-topics= intermediate-topics= election-type= cluster-id= t= delete-offsets help",
);

static KAFKA_SUBS: &[Sub] = &[
    sub("delete|deletion", NONE, respects_dry_run::DELETES),
    sub(
        "delete topic|topics|consumer-group|records|acl|schema|offset",
        NONE,
        respects_dry_run::DELETES_ALL,
    ),
    sub("topic|topics delete|rm", NONE, respects_dry_run::DELETES_ALL),
    sub("topic trim-prefix|truncate|delete-records", NONE, respects_dry_run::DELETES_ALL),
    sub("group|consumer delete|offset-delete|seek|reset", NONE, respects_dry_run::CHANGES),
    sub("group seek|delete", NONE, respects_dry_run::CHANGES),
    sub(
        "reset offset|consumer-group-offset|cog",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Queue).only("execute e")]),
    ),
    sub(
        "kafka topic|cluster|acl|link|mirror|quota|partition|replica|client-config|consumer",
        NONE,
        Behavior::Verb(Domain::Queue),
    ),
    sub("cluster info|health|status|metadata|logdirs|config", NONE, Behavior::Runs),
    sub("cluster config set|edit|import|force-reset", NONE, respects_dry_run::CHANGES),
    sub("cluster maintenance enable", NONE, respects_dry_run::STOPS),
    sub("container purge|stop", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "get|describe|consume|produce|list|ls|info|version|topics|groups|nodes",
        NONE,
        Behavior::Runs,
    ),
];

static RABBIT_ADMIN_SUBS: &[Sub] = &[
    sub("delete|close", NONE, respects_dry_run::DELETES),
    sub("purge", NONE, respects_dry_run::DELETES_ALL),
    sub("import", NONE, respects_dry_run::CHANGES),
    sub(
        "queues|vhosts|exchanges|bindings|users|policies|parameters delete|purge|clear",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("definitions import", NONE, respects_dry_run::CHANGES),
    sub("get", Options::gnu("ackmode="), RABBIT_GET),
    sub("list|show|export|publish|declare", NONE, Behavior::Runs),
];

static NATS_SUBS: &[Sub] = &[
    sub(
        "stream|str|s|consumer|con|kv|object|obj|account|context|ctx|operator|user rm|del|delete|remove",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub("stream|str|s purge|rmm|restore|seal", NONE, respects_dry_run::DELETES_ALL),
    sub("kv purge|compact", NONE, respects_dry_run::DELETES),
    sub("object|obj seal", NONE, respects_dry_run::CHANGES),
    sub("stream|str|s edit|cluster", NONE, respects_dry_run::CHANGES),
    sub("consumer|con pause|cluster|edit", NONE, respects_dry_run::STOPS),
    sub(
        "stream|str|s|consumer|con|kv|object|obj ls|list|info|report|get|view|add|create|next|sub|copy|history|put|watch|subjects|state|backup|status",
        NONE,
        Behavior::Runs,
    ),
    sub("context|ctx rm", NONE, Behavior::Runs),
    sub("server account purge", NONE, respects_dry_run::DELETES_ALL),
    sub("server raft|cluster peer-remove|step-down|stepdown", NONE, respects_dry_run::STOPS),
    sub("server info|list|ping|report|check|request|ls", NONE, Behavior::Reads),
    sub(
        "pub|sub|request|reply|bench|rtt|latency|events|schema|account|micro",
        NONE,
        Behavior::Runs,
    ),
];

fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Queue, traits, call);
}

const TOPICS: Behavior = Behavior::Cases(&[
    when(has_flag("delete"), unconditional::queues::DELETES_ALL),
    when(has_flag("alter"), unconditional::queues::CHANGES),
    when(has_flag("list describe"), Behavior::Reads),
    otherwise(Behavior::Runs),
]);

const GROUPS: Behavior = Behavior::Cases(&[
    when(has_flag("delete delete-offsets"), unconditional::queues::DELETES),
    when(has_flag("reset-offsets").and(&has_flag("execute")), unconditional::queues::CHANGES),
]);

const REASSIGN: Behavior = Behavior::Cases(&[
    when(has_flag("dry-run verify generate list"), Behavior::Reads),
    when(starts_with(Subject::Name, "kafka-streams kafka-leader"), unconditional::queues::CHANGES),
    when(has_flag("execute cancel"), unconditional::queues::CHANGES),
]);

const STORAGE: Behavior =
    Behavior::Cases(&[when(first_operand("format"), unconditional::queues::DELETES_ALL)]);

/// `zookeeper-shell host deleteall /path`.
fn zookeeper<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let deletes = |text: &str| {
        text.split_whitespace().any(|word| matches!(word, "deleteall" | "rmr" | "delete"))
    };
    let said = call.operands.iter().any(|word| deletes(word.text));
    let flows =
        matches!(walker.input(), crate::facts::arg::Stream::Text(flow) if deletes(flow.text));
    if said || flows {
        add(walker, call, Kind::Deletes, Traits::WHOLE);
    }
}

const RABBIT: Behavior = Behavior::Cases(&[
    when(
        first_operand("reset force_reset delete_vhost purge_queue"),
        unconditional::queues::DELETES_ALL,
    ),
    when(
        first_operand(
            "delete_queue force_boot delete_member forget_cluster_node delete_shovel \
             clear_parameter clear_policy clear_operator_policy clear_global_parameter \
             delete_replica clear_vhost_limits delete_feature_flag",
        ),
        unconditional::queues::DELETES,
    ),
    when(
        first_operand(
            "stop stop_app shutdown close_connection close_all_connections suspend_listener \
             suspend_all_listeners close_all_user_connections stop_vhost restart_vhost drain \
             rotate_logs kill shrink",
        ),
        unconditional::queues::STOPS,
    ),
    when(
        first_operand(
            "delete_user clear_password clear_permissions change_password set_permissions \
             clear_topic_permissions set_user_tags",
        ),
        unconditional::queues::RIGHTS,
    ),
    when(
        first_operand(
            "change_cluster_node_type rename_cluster_node import_definitions eval eval_file \
             set_cluster_name join_cluster",
        ),
        unconditional::queues::CHANGES,
    ),
    when(starts_with(Subject::First, "list_"), Behavior::Reads),
    when(
        first_operand("status cluster_status ping report environment node_health_check version"),
        Behavior::Reads,
    ),
    otherwise(Behavior::Runs),
]);

const RABBIT_GET: Behavior = Behavior::Cases(&[when(
    any_operand("ackmode=ack_requeue_false ackmode=reject_requeue_false"),
    unconditional::queues::DELETES,
)]);

const PULSAR: Behavior = Behavior::Cases(&[
    when(
        second_operand(
            "skip skip-all clear-backlog unsubscribe expire-messages \
             expire-messages-all-subscriptions delete-partitioned-topic truncate",
        ),
        unconditional::queues::DELETES_ALL,
    ),
    when(
        second_operand(
            "unload terminate reset-cursor set-retention set-backlog-quota grant-permission \
             revoke-permission set-message-ttl",
        ),
        unconditional::queues::CHANGES,
    ),
    otherwise(Behavior::Verb(Domain::Queue)),
]);

const CELERY: Behavior = Behavior::Cases(&[
    when(first_operand("purge"), unconditional::queues::DELETES_ALL),
    when(
        first_operand("amqp").and(&second_operand(
            "queue.purge queue.delete exchange.delete queue_purge queue_delete",
        )),
        unconditional::queues::DELETES_ALL,
    ),
    when(
        first_operand("control").and(&second_operand(
            "shutdown revoke terminate cancel_consumer pool_restart pool_shrink rate_limit",
        )),
        unconditional::queues::STOPS,
    ),
    when(
        first_operand("multi").and(&second_operand("stop stopwait restart kill")),
        unconditional::queues::STOPS,
    ),
    when(first_operand("inspect status report result list events"), Behavior::Reads),
    otherwise(Behavior::Runs),
]);

/// An empty retained message deletes what was retained.
const MOSQUITTO: Behavior = Behavior::Cases(&[
    when(has_flag("retain").and(&has_flag("null-message")), unconditional::queues::DELETES),
    when(has_flag("retain").and(&empty_value("message")), unconditional::queues::DELETES),
    otherwise(Behavior::Runs),
]);

const MAIL: EffectSpec = EffectSpec::new(Kind::Deletes, Domain::Mail).at(Place::Machine);

const MAIL_QUEUE: Behavior = Behavior::Cases(&[
    when(named("mailq"), Behavior::Reads),
    when(value("delete", "ALL"), Behavior::Effects(&[MAIL.with(Traits::WHOLE)])),
    when(has_flag("delete"), Behavior::Effects(&[MAIL])),
    when(is(Subject::Args, "-Mrm -Mg"), Behavior::Effects(&[MAIL])),
    when(
        named("postsuper").and(&has_flag("hold H requeue")),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Mail).at(Place::Machine)]),
    ),
    when(not(has_flag("p")), Behavior::Runs),
]);
