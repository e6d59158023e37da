//! Amazon's command line: `aws <service> <verb-noun>`.
//!
//! The verb decides what happens and the service to what kind of thing; a short list names the
//! operations whose verb says less than they do.

use super::infrastructure::run_elsewhere;
use super::sql;
use super::verbs::unconditional;
use super::verbs::{self, REHEARSALS, Verb};
use crate::dialect::Dialect;
use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::cases::{Subject, flag_enabled, has_flag, is, otherwise, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, Program, Sub, program, sub, toolbox};
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::{Words, words};

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(&["aws", "aws2", "awslocal", "awscli"], AWS, AWS_SUBS, Behavior::Code(aws)),
    program(&["eb", "ecs-cli", "awless"], EB, Behavior::Verb(Domain::Cloud)),
];

const AWS: Options = Options::gnu(
    "profile= region= output= endpoint-url= query= ca-bundle= cli-read-timeout= \
     cli-connect-timeout= color= cli-binary-format= debug no-paginate no-verify-ssl \
     no-sign-request no-cli-pager",
);

const S3: Options = Options::gnu(
    "recursive dryrun quiet force delete exclude= include= acl= storage-class= sse= \
     sse-kms-key-id= content-type= cache-control= metadata= page-size= source-region= \
     metadata-directive= expires-in= content-encoding= only-show-errors exact-timestamps \
     size-only no-progress follow-symlinks",
);

static AWS_SUBS: &[Sub] = &[
    sub("s3 rm", S3, S3_RM),
    sub("s3 rb", S3, S3_RB),
    sub("s3 mv", S3, Behavior::Code(s3_move)),
    sub("s3 cp", S3, Behavior::Code(s3_copy)),
    sub("s3 sync", S3, Behavior::Code(s3_sync)),
    sub("s3 ls|presign", S3, Behavior::Reads),
    sub("s3 mb|website", S3, Behavior::Runs),
    sub("configure|sso|login", Options::gnu(""), Behavior::Runs),
];

const EB: Options = Options::gnu(
    "e|environment= r|region= profile= a|app= v|verbose q|quiet all f|force cluster= \
     cluster-config= h|help timeout=",
);

/// Operations that lose or hand over more than their verb says.
const SPECIAL: &[(Words, Kind, Traits)] = &[
    (
        words(
            "put-bucket-policy put-bucket-acl put-object-acl put-public-access-block \
         put-role-policy put-user-policy put-group-policy put-key-policy put-resource-policy \
         put-repository-policy set-repository-policy attach-user-policy attach-role-policy \
         attach-group-policy add-user-to-group create-policy-version \
         set-default-policy-version update-assume-role-policy update-login-profile \
         update-access-key update-account-password-policy create-login-profile \
         authorize-security-group-ingress authorize-security-group-egress \
         modify-snapshot-attribute modify-image-attribute modify-db-snapshot-attribute \
         add-permission admin-set-user-password",
        ),
        Kind::ChangesRights,
        Traits::empty(),
    ),
    (
        words(
            "put-bucket-versioning put-bucket-lifecycle-configuration put-bucket-lifecycle \
         put-bucket-replication put-bucket-encryption put-lifecycle-policy \
         put-retention-policy put-secret-value update-secret update-stack update-stack-set \
         execute-change-set update-distribution update-function-code \
         update-function-configuration change-resource-record-sets create-invalidation \
         modify-db-instance modify-db-cluster modify-instance-attribute \
         modify-load-balancer-attributes modify-listener modify-rule modify-cluster \
         modify-replication-group batch-write-item transact-write-items update-table \
         update-time-to-live update-continuous-backups set-queue-attributes \
         set-topic-attributes send-command",
        ),
        Kind::ChangesRemote,
        Traits::empty(),
    ),
    (words("schedule-key-deletion leave-organization close-account"), Kind::Deletes, Traits::WHOLE),
    (words("unsubscribe release-hosts release-address"), Kind::Deletes, Traits::empty()),
    (
        words("opt-out-phone-number force-deploy-new start-instance-refresh"),
        Kind::Stops,
        Traits::empty(),
    ),
    (
        words("put-scaling-policy update-service simulate-principal-policy"),
        Kind::Creates,
        Traits::empty(),
    ),
];

/// Deletions of something that holds everything else.
const HOLDS_MUCH: Words = words(
    "\
    delete-stack delete-stack-set delete-db-instance delete-db-cluster delete-cluster \
    delete-table delete-bucket terminate-environment delete-file-system delete-user-pool \
    delete-backup-vault delete-recovery-point delete-hosted-zone delete-vault delete-domain \
    delete-global-table delete-repository delete-keyspace delete-application delete-rest-api \
    delete-global-cluster delete-volume delete-log-group",
);

fn domain(service: &str) -> Domain {
    match service {
        "s3" | "s3api" | "s3control" | "efs" | "fsx" | "glacier" | "s3outposts" => Domain::Storage,
        "sqs" | "sns" | "kinesis" | "kafka" | "mq" | "events" | "firehose" => Domain::Queue,
        "rds" | "dynamodb" | "redshift" | "docdb" | "neptune" | "elasticache" | "memorydb"
        | "timestream-write" | "keyspaces" | "rds-data" | "dax" | "qldb" | "athena" | "glue"
        | "redshift-data" => Domain::Database,
        "route53" | "cloudfront" | "elbv2" | "elb" | "apigateway" | "apigatewayv2"
        | "globalaccelerator" | "wafv2" | "waf" | "route53domains" | "appmesh" => Domain::Edge,
        "secretsmanager" | "kms" | "acm" | "acm-pca" | "cloudhsm" => Domain::Secret,
        "ecr" | "ecr-public" | "codeartifact" => Domain::Registry,
        "backup" | "dlm" => Domain::Backup,
        "cloudformation" | "proton" | "servicecatalog" => Domain::Infrastructure,
        "codepipeline" | "codebuild" | "codedeploy" => Domain::Pipeline,
        "codecommit" => Domain::Hosting,
        "cloudwatch" | "logs" | "cloudtrail" | "guardduty" | "synthetics" | "xray" => {
            Domain::Monitoring
        }
        "opensearch" | "es" | "cloudsearch" | "kendra" => Domain::Search,
        "eks" => Domain::Cluster,
        "ses" | "sesv2" | "pinpoint" => Domain::Mail,
        "appconfig" | "evidently" => Domain::Flag,
        _ => Domain::Cloud,
    }
}

/// Operations whose answer goes into a file.
const OUTPUT_FILES: Words = words(
    "get-object get-object-torrent get-export get-sdk get-job-output get-media get-clip invoke get-snapshot-block synthesize-speech get-archive get-model-template",
);

fn aws<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let [service, operation, ..] = call.words else {
        return;
    };
    let Some(operation) = operation.literal() else {
        return verbs::unclear(walker, call, Domain::Cloud);
    };
    let domain = domain(service.text);
    if call.affirms(REHEARSALS) || operation == "wait" || asks_for_help(call) {
        return;
    }
    if operation == "send-command"
        && let Some(text) = value(call, "--parameters")
            .and_then(|parameters| parameters.known())
            .and_then(|text| text.split_once("commands="))
    {
        walker.mark_changing();
        let code = Arg::whole(text.1.trim_matches(['[', ']', '"', '\'']), call.at);
        return run_elsewhere(walker, &code);
    }
    if let Some(sql) = value(call, "--sql")
        .or_else(|| value(call, "--statement"))
        .or_else(|| value(call, "--query-string"))
        && (operation.contains("execute-statement") || operation == "start-query-execution")
    {
        walker.mark_changing();
        return sql::judge_arg(walker, &sql);
    }
    // These put what they fetch into the file named last.
    if OUTPUT_FILES.has(operation)
        && let [_, _, .., file] = call.words
        && call.words.len() > 2
        && !matches!(file.text, "-" | "/dev/stdout")
    {
        walker.overwrites(file);
    }
    if operation == "execute-command"
        && let Some(code) = value(call, "--command")
    {
        walker.mark_changing();
        walker.with_elsewhere(|walker| {
            walker.run_code(&code, Dialect::Sh, Scoping::Own);
        });
        return;
    }
    if let Some((_, kind, traits)) = SPECIAL.iter().find(|(names, ..)| names.has(operation)) {
        if *kind == Kind::Creates {
            return to_zero(walker, call, domain);
        }
        // Open to the whole world.
        let world = call.args.iter().any(|arg| {
            words!("0.0.0.0/0 ::/0 all public-read public-read-write").has(arg.text)
                || arg.text.contains("0.0.0.0/0")
                || arg.text.contains("\"Principal\":\"*\"")
                || arg.text.contains("\"Principal\": \"*\"")
                || arg.text.ends_with("AdministratorAccess")
        });
        let world = if world { Traits::WORLD } else { Traits::empty() };
        return walker.add(*kind, domain, Place::Elsewhere, *traits | world, call.at);
    }
    let bare = operation.strip_prefix("admin-").unwrap_or(operation);
    let bare = bare.strip_prefix("batch-").unwrap_or(bare);
    match verbs::prefix(bare) {
        Some(Verb::Deletes) if HOLDS_MUCH.has(operation) => {
            walker.does(Kind::Deletes, domain, Traits::WHOLE, call);
        }
        // A tag or a message is soon written again.
        Some(Verb::Deletes) if matches!(bare, "delete-tags" | "delete-message" | "remove-tags") => {
            walker.does(Kind::Deletes, domain, Traits::MINOR, call);
        }
        Some(Verb::Makes) => to_zero(walker, call, domain),
        Some(verb) => verbs::perform(walker, call, verb, domain),
        None => walker.mark_changing(),
    }
}

/// Changing a number to zero is stopping.
fn to_zero<'a>(walker: &mut Walker<'a>, call: &Call<'a>, domain: Domain) {
    walker.mark_changing();
    // A guard taken away, or something written over.
    let unguarded = words!(
        "no-enabled no-sending-enabled no-enable-termination-protection no-deletion-protection \
         overwrite"
    );
    if call.has_any(unguarded) || value(call, "--mode").is_some_and(|mode| mode.is("overwrite")) {
        walker.does(Kind::ChangesRemote, domain, Traits::empty(), call);
    }
    let names =
        ["--desired-capacity", "--desired-count", "--max-size", "--reserved-concurrent-executions"];
    if names.iter().any(|name| value(call, name).is_some_and(|value| value.is("0"))) {
        walker.does(Kind::Stops, domain, Traits::WHOLE, call);
    }
}

/// The value behind an option that the model does not list, glued or not.
fn value<'a>(call: &Call<'a>, name: &str) -> Option<Arg<'a>> {
    let at = call.args.iter().position(|arg| arg.text.split('=').next() == Some(name))?;
    let arg = call.args.get(at)?;
    match arg.text.split_once('=') {
        Some((flag, _)) => Some(arg.skip(flag.len() + 1)),
        None => call.args.get(at + 1).copied(),
    }
}

fn stored<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Storage, traits, call);
}

/// `aws ec2 terminate-instances help`.
fn asks_for_help(call: &Call<'_>) -> bool {
    call.words.last().is_some_and(|word| word.is("help"))
}

const S3_RM: Behavior = Behavior::Cases(&[
    when(flag_enabled("dryrun"), Behavior::Reads),
    when(is(Subject::Last, "help"), Behavior::Reads),
    when(has_flag("recursive"), unconditional::storage::DELETES_ALL),
    otherwise(unconditional::storage::DELETES),
]);

const S3_RB: Behavior = Behavior::Cases(&[
    when(has_flag("force"), unconditional::storage::DELETES_ALL),
    otherwise(unconditional::storage::DELETES),
]);

fn remote(arg: &Arg<'_>) -> bool {
    arg.text.starts_with("s3://")
}

fn s3_move<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.affirms(words!("dryrun")) {
        return;
    }
    let [source, target, ..] = call.operands else { return };
    if remote(source) {
        let wide = if call.has("recursive") { Traits::WHOLE } else { Traits::empty() };
        stored(walker, call, Kind::Deletes, wide);
    } else {
        walker.touches(Kind::Deletes, source, Traits::empty());
    }
    if !remote(target) && !target.is("-") {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    }
}

/// Where `cp` and `sync` write, unless they only show what they would do. A public list of rights
/// opens what is written to everyone.
fn s3_target<'a>(walker: &mut Walker<'a>, call: &Call<'a>) -> Option<&'a Arg<'a>> {
    if call.affirms(words!("dryrun")) {
        return None;
    }
    walker.mark_changing();
    let [_, target, ..] = call.operands else { return None };
    if call.value("acl").is_some_and(|acl| acl.text.starts_with("public")) {
        stored(walker, call, Kind::ChangesRights, Traits::WORLD);
    }
    Some(target)
}

fn s3_copy<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Some(target) = s3_target(walker, call) else { return };
    if !remote(target) && !target.is("-") {
        walker.touches(Kind::Overwrites, target, Traits::empty());
    } else if remote(target) {
        // What had that name is replaced.
        stored(walker, call, Kind::ChangesRemote, Traits::MINOR);
    }
}

fn s3_sync<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let Some(target) = s3_target(walker, call) else { return };
    match (remote(target), call.has("delete")) {
        (true, true) => stored(walker, call, Kind::Deletes, Traits::WHOLE),
        (true, false) => {}
        (false, true) => walker.touches(Kind::Deletes, target, Traits::RECURSIVE),
        (false, false) => walker.touches(Kind::Overwrites, target, Traits::empty()),
    }
}
