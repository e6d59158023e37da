//! Queues, topics and streams.

use crate::facts::effect::{Domain, Kind};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "queue/purge",
        title: "Deletes or empties queues and topics",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| effect.domain == Domain::Queue,
        what: "A queue, topic or stream is deleted, or the messages in it.",
        why: "Messages that have not been read yet are lost.",
        instead: "Let the consumers finish, or copy the messages first.",
        matches: &[
            "kafka-topics --bootstrap-server b:9092 --delete --topic orders",
            "rabbitmqctl purge_queue jobs",
            "celery -A app purge -f",
            "aws sqs purge-queue --queue-url u",
            "nats stream purge ORDERS -f",
        ],
        non_matches: &[
            "kafka-topics --bootstrap-server b:9092 --list",
            "rabbitmqctl list_queues",
            "aws sqs list-queues",
        ],
    },
    Rule {
        id: "queue/change",
        title: "Changes or interrupts queues",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops],
        condition: |effect| effect.domain == Domain::Queue,
        what: "Offsets, settings or consumers of a queue are changed or stopped.",
        why: "Messages may be processed twice, or not at all.",
        instead: "Look at the group or topic first, and try `--dry-run`.",
        matches: &[
            "kafka-consumer-groups --bootstrap-server b:9092 --group g --reset-offsets --to-earliest --topic t --execute",
            "rabbitmqctl stop_app",
        ],
        non_matches: &[
            "kafka-consumer-groups --bootstrap-server b:9092 --group g --reset-offsets --to-earliest --topic t --dry-run",
            "rabbitmqctl status",
        ],
    },
];
