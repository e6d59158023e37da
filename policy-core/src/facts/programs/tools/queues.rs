//! Queues, topics and streams.

use super::verbs::rows::queues as rows;
use super::verbs::sure;
use crate::facts::call::Call;
use crate::facts::cases::{
    Of, begins, empty_value, first, given, is, named, not, otherwise, says, second, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["kafka-topics", "kafka-topics.sh"], KAFKA, TOPICS),
    program(&["kafka-consumer-groups", "kafka-consumer-groups.sh"], KAFKA, GROUPS),
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
        rows::STOPS,
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
        Act::Verb(Domain::Queue),
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
        Act::Verb(Domain::Queue),
    ),
    toolbox(
        &["rabbitmqadmin"],
        Options::gnu(
            "H|host= P|port= V|vhost= u|username= p|password= N|node= s|ssl c|config= f|format= h|help S|sort= d|depth= b|base-uri= name=",
        ),
        RABBIT_ADMIN_SUBS,
        Act::Verb(Domain::Queue),
    ),
    toolbox(
        &["nats", "nsc", "stan"],
        Options::gnu(
            "s|server= creds= user= password= context= f|force a|all subject= seq= keep= timeout= domain= h|help bucket= nkey= tlscert= tlskey= tlsca= reply= count=",
        ),
        NATS_SUBS,
        Act::Verb(Domain::Queue),
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
        Act::Verb(Domain::Queue),
    ),
    program(
        &["mosquitto_pub"],
        Options::gnu("t|topic= m|message= n|null-message r|retain h|host= p|port= u= P= q= f="),
        MOSQUITTO,
    ),
    program(
        &["mosquitto_sub"],
        Options::gnu("t|topic= h|host= remove-retained retained-only W="),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Queue).only("remove-retained")]),
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
        Act::Verb(Domain::Queue),
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
    sub("get", Options::gnu("ackmode="), RABBIT_GET),
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
    walker.does(kind, Domain::Queue, traits, call);
}

const TOPICS: Act = Act::Cases(&[
    when(given("delete"), sure::queues::DELETES_ALL),
    when(given("alter"), sure::queues::CHANGES),
    when(given("list describe"), Act::Reads),
    otherwise(Act::Runs),
]);

const GROUPS: Act = Act::Cases(&[
    when(given("delete delete-offsets"), sure::queues::DELETES),
    when(given("reset-offsets").and(&given("execute")), sure::queues::CHANGES),
]);

const REASSIGN: Act = Act::Cases(&[
    when(given("dry-run verify generate list"), Act::Reads),
    when(begins(Of::Name, "kafka-streams kafka-leader"), sure::queues::CHANGES),
    when(given("execute cancel"), sure::queues::CHANGES),
]);

const STORAGE: Act = Act::Cases(&[when(first("format"), sure::queues::DELETES_ALL)]);

/// `zookeeper-shell host deleteall /path`.
fn zookeeper<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
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

const RABBIT: Act = Act::Cases(&[
    when(first("reset force_reset delete_vhost purge_queue"), sure::queues::DELETES_ALL),
    when(
        first(
            "delete_queue force_boot delete_member forget_cluster_node delete_shovel \
             clear_parameter clear_policy clear_operator_policy clear_global_parameter \
             delete_replica clear_vhost_limits delete_feature_flag",
        ),
        sure::queues::DELETES,
    ),
    when(
        first(
            "stop stop_app shutdown close_connection close_all_connections suspend_listener \
             suspend_all_listeners close_all_user_connections stop_vhost restart_vhost drain \
             rotate_logs kill shrink",
        ),
        sure::queues::STOPS,
    ),
    when(
        first(
            "delete_user clear_password clear_permissions change_password set_permissions \
             clear_topic_permissions set_user_tags",
        ),
        sure::queues::RIGHTS,
    ),
    when(
        first(
            "change_cluster_node_type rename_cluster_node import_definitions eval eval_file \
             set_cluster_name join_cluster",
        ),
        sure::queues::CHANGES,
    ),
    when(begins(Of::First, "list_"), Act::Reads),
    when(
        first("status cluster_status ping report environment node_health_check version"),
        Act::Reads,
    ),
    otherwise(Act::Runs),
]);

const RABBIT_GET: Act = Act::Cases(&[when(
    says("ackmode=ack_requeue_false ackmode=reject_requeue_false"),
    sure::queues::DELETES,
)]);

const PULSAR: Act = Act::Cases(&[
    when(
        second(
            "skip skip-all clear-backlog unsubscribe expire-messages \
             expire-messages-all-subscriptions delete-partitioned-topic truncate",
        ),
        sure::queues::DELETES_ALL,
    ),
    when(
        second(
            "unload terminate reset-cursor set-retention set-backlog-quota grant-permission \
             revoke-permission set-message-ttl",
        ),
        sure::queues::CHANGES,
    ),
    otherwise(Act::Verb(Domain::Queue)),
]);

const CELERY: Act = Act::Cases(&[
    when(first("purge"), sure::queues::DELETES_ALL),
    when(
        first("amqp")
            .and(&second("queue.purge queue.delete exchange.delete queue_purge queue_delete")),
        sure::queues::DELETES_ALL,
    ),
    when(
        first("control").and(&second(
            "shutdown revoke terminate cancel_consumer pool_restart pool_shrink rate_limit",
        )),
        sure::queues::STOPS,
    ),
    when(first("multi").and(&second("stop stopwait restart kill")), sure::queues::STOPS),
    when(first("inspect status report result list events"), Act::Reads),
    otherwise(Act::Runs),
]);

/// An empty retained message deletes what was retained.
const MOSQUITTO: Act = Act::Cases(&[
    when(given("retain").and(&given("null-message")), sure::queues::DELETES),
    when(given("retain").and(&empty_value("message")), sure::queues::DELETES),
    otherwise(Act::Runs),
]);

const MAIL: Deed = Deed::new(Kind::Deletes, Domain::Mail).at(Place::Machine);

const MAIL_QUEUE: Act = Act::Cases(&[
    when(named("mailq"), Act::Reads),
    when(value("delete", "ALL"), Act::Does(&[MAIL.with(Traits::WHOLE)])),
    when(given("delete"), Act::Does(&[MAIL])),
    when(is(Of::Args, "-Mrm -Mg"), Act::Does(&[MAIL])),
    when(
        named("postsuper").and(&given("hold H requeue")),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Mail).at(Place::Machine)]),
    ),
    when(not(given("p")), Act::Runs),
]);
