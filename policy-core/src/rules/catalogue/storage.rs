//! Buckets and objects.

use crate::facts::effect::{Domain, Kind, Traits};
use crate::risk::Risk;
use crate::rules::Rule;

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "storage/delete-bucket",
        title: "Deletes buckets or everything below a prefix",
        level: Risk::Critical,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Storage
                && effect.traits.intersects(Traits::WHOLE.union(Traits::BEYOND_REPAIR))
        },
        what: "A bucket, or everything below a prefix, is deleted.",
        why: "Without versions or a copy, nothing brings the objects back.",
        instead: "List what would be deleted with the tool's dry run, and keep a copy.",
        matches: &[
            "aws s3 rm s3://bucket --recursive",
            "aws s3 rb s3://bucket --force",
            "gsutil -m rm -r gs://bucket/*",
            "rclone purge remote:bucket",
            "aws s3 sync . s3://bucket --delete",
        ],
        non_matches: &[
            "aws s3 ls s3://bucket --recursive",
            "aws s3 rm s3://bucket --recursive --dryrun",
            "rclone purge remote:x --dry-run",
        ],
    },
    Rule {
        id: "storage/delete",
        title: "Deletes objects in a bucket",
        level: Risk::High,
        effect_kinds: &[Kind::Deletes],
        condition: |effect| {
            effect.domain == Domain::Storage && !effect.traits.contains(Traits::MINOR)
        },
        what: "Objects, buckets or volumes are deleted.",
        why: "Without versions or a copy, nothing brings them back.",
        instead: "Copy them elsewhere first.",
        matches: &[
            "aws s3 rm s3://bucket/key",
            "gsutil rm gs://bucket/file",
            "mc rm minio/bucket/file",
            "aws s3 mv s3://a/x s3://b/x",
        ],
        non_matches: &["aws s3 cp file s3://bucket/", "gsutil ls gs://bucket"],
    },
    Rule {
        id: "storage/change",
        title: "Changes how a bucket keeps its objects",
        level: Risk::Medium,
        effect_kinds: &[Kind::ChangesRemote, Kind::Stops, Kind::Deletes],
        condition: |effect| effect.domain == Domain::Storage,
        what: "Versions, lifetimes, replicas or contents of a bucket change.",
        why: "Objects may be deleted later because of it, or lose their history.",
        instead: "Save the current configuration first.",
        matches: &[
            "aws s3api put-bucket-versioning --bucket b --versioning-configuration Status=Suspended",
            "gsutil lifecycle set rules.json gs://b",
        ],
        non_matches: &["aws s3api get-bucket-versioning --bucket b", "gsutil lifecycle get gs://b"],
    },
];
