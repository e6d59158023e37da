//! Tools that move a database's shape, forwards and back.

use super::sql;
use super::verbs::respects_dry_run::databases as respects_dry_run;
use super::verbs::unconditional;
use crate::facts::call::Call;
use crate::facts::cases::{
    ALSO_CHANGES, Subject, Target, WordAction, has_flag, is, not, otherwise, value, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    toolbox(
        &["prisma"],
        Options::gnu(
            "schema= f|force file= url= stdin preview-feature skip-generate skip-seed n|name= from-url= to-url= h|help applied= rolled-back= from-schema-datamodel= to-schema-datamodel= script",
        ),
        PRISMA_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["alembic"],
        Options::gnu(
            "c|config= n|name= x= sql tag= m|message= autogenerate rev-id= purge h|help raiseerr",
        ),
        ALEMBIC_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["flask"],
        Options::gnu("A|app= e|env-file= d|directory= sql tag= h|help"),
        FLASK_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["knex"],
        Options::gnu("env= knexfile= cwd= client= connection= migrations-directory= h|help"),
        KNEX_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["sequelize", "sequelize-cli"],
        Options::gnu("env= config= url= to= name= seed= options-path= migrations-path= h|help"),
        SEQUELIZE_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["typeorm", "typeorm-ts-node-commonjs", "typeorm-ts-node-esm"],
        Options::gnu("d|dataSource= t|transaction= f|fake h|help c= q|query="),
        TYPEORM_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["flyway"],
        Options::long(
            "url= user= password= configFiles= locations= schemas= target= cleanDisabled= environment= workingDirectory= dryRunOutput= outputType= h|help",
        ),
        FLYWAY_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["liquibase"], LIQUIBASE, LIQUIBASE_SUBS, Behavior::Runs),
    program(
        &[
            "goose",
            "sql-migrate",
            "migrate",
            "dbmate",
            "tern",
            "rambler",
            "soda",
            "shmig",
            "sqlx",
            "sea-orm-cli",
            "diesel",
            "refinery",
            "node-pg-migrate",
            "db-migrate",
            "mikro-orm",
            "migrate-mongo",
            "yoyo",
            "aerich",
            "piccolo",
            "mybatis",
            "phinx",
            "rel",
            "dbdeployer",
            "golang-migrate",
            "pgroll",
            "bytebase",
            "skeema",
            "evolve",
            "dbup",
            "gorm",
            "buffalo",
            "lucid",
            "umzug",
            "pgmigrate",
            "graphile-migrate",
        ],
        MIGRATE,
        Behavior::Code(migrate),
    ),
    toolbox(
        &["drizzle-kit"],
        Options::gnu("config= force verbose dialect= url= schema= out= h|help"),
        DRIZZLE_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["atlas"],
        Options::gnu(
            "u|url= to= dev-url= dir= f|from= auto-approve dry-run env= c|config= var= format= projectId= force amount= revisions-schema= exclude= s|schema= h|help",
        ),
        ATLAS_SUBS,
        Behavior::Verb(Domain::Database),
    ),
    toolbox(
        &["sqitch"],
        Options::gnu("t|target= to= C|chdir= db-name= h|help log-only"),
        SQITCH_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["hasura"],
        Options::gnu(
            "endpoint= admin-secret= project= database-name= down= up= goto= version= type= envfile= delete force dry-run h|help",
        ),
        HASURA_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &["ef", "dotnet-ef"],
        Options::gnu("p|project= s|startup-project= c|context= f|force dry-run connection= h|help"),
        EF_SUBS,
        Behavior::Runs,
    ),
];

const NONE: Options = Options::gnu("");

static PRISMA_SUBS: &[Sub] = &[
    sub("migrate reset", NONE, respects_dry_run::DELETES_ALL),
    sub("db push", Options::gnu("force-reset accept-data-loss"), PRISMA_PUSH),
    sub("db execute", NONE, Behavior::Code(prisma_execute)),
    sub("db drop", NONE, respects_dry_run::DELETES_ALL),
    sub("migrate resolve", NONE, respects_dry_run::CHANGES),
    sub("migrate deploy|dev", NONE, respects_dry_run::CHANGES),
    sub("migrate status|diff", NONE, Behavior::Reads),
    sub("db pull|seed", NONE, Behavior::Runs),
    sub("generate|validate|format|studio|version|init|debug", NONE, Behavior::Runs),
];

static ALEMBIC_SUBS: &[Sub] = &[
    sub(
        "downgrade",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database).unless("sql")]),
    ),
    sub(
        "upgrade",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database).unless("sql")]),
    ),
    sub(
        "stamp",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database).unless("sql")]),
    ),
    sub("current|history|heads|branches|show|check|list_templates", NONE, Behavior::Reads),
    sub("revision|merge|init|edit", NONE, Behavior::Runs),
];

static FLASK_SUBS: &[Sub] = &[
    sub(
        "db downgrade",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database).unless("sql")]),
    ),
    sub(
        "db upgrade|stamp",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database).unless("sql")]),
    ),
    sub("db current|history|heads|branches|show|check", NONE, Behavior::Reads),
    sub("db migrate|revision|init|merge|edit", NONE, Behavior::Runs),
    sub(
        "drop-db|reset-db|drop_db|reset_db|dropdb|resetdb|init-db",
        NONE,
        respects_dry_run::DELETES_ALL,
    ),
];

static KNEX_SUBS: &[Sub] = &[
    sub("migrate:rollback", NONE, respects_dry_run::DELETES),
    sub("migrate:down", NONE, respects_dry_run::DELETES),
    sub("migrate:unlock", NONE, respects_dry_run::CHANGES),
    sub("migrate:latest|migrate:up", NONE, respects_dry_run::CHANGES),
    sub("seed:run", NONE, respects_dry_run::CHANGES),
    sub("migrate:status|migrate:list|migrate:currentVersion", NONE, Behavior::Reads),
    sub("migrate:make|seed:make|init", NONE, Behavior::Runs),
];

static SEQUELIZE_SUBS: &[Sub] = &[
    sub("db:drop", NONE, respects_dry_run::DELETES_ALL),
    sub("db:migrate:undo:all", NONE, respects_dry_run::DELETES_ALL),
    sub("db:migrate:undo|db:seed:undo|db:seed:undo:all", NONE, respects_dry_run::DELETES),
    sub(
        "db:migrate|db:seed:all|db:seed|db:migrate:schema:timestamps:add",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub("db:migrate:status", NONE, Behavior::Reads),
    sub("db:create|init|migration:generate|model:generate|seed:generate", NONE, Behavior::Runs),
];

static TYPEORM_SUBS: &[Sub] = &[
    sub("schema:drop", NONE, respects_dry_run::DELETES_ALL),
    sub("migration:revert", NONE, respects_dry_run::DELETES),
    sub("schema:sync", NONE, respects_dry_run::CHANGES),
    sub("migration:run", NONE, respects_dry_run::CHANGES),
    sub("query", NONE, QUERY),
    sub("schema:log|migration:show|version", NONE, Behavior::Reads),
    sub("migration:create|migration:generate|entity:create|init|cache:clear", NONE, Behavior::Runs),
];

static FLYWAY_SUBS: &[Sub] = &[
    sub("clean", Options::long(""), respects_dry_run::DELETES_ALL),
    sub(
        "undo",
        Options::long(""),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Database).unless("dryRunOutput")
        ]),
    ),
    sub("repair|baseline", Options::long(""), respects_dry_run::CHANGES),
    sub("migrate", Options::long(""), FLYWAY_MIGRATE),
    sub("info|validate|check|snapshot|version|help", Options::long(""), Behavior::Reads),
];

const LIQUIBASE: Options = Options::gnu(
    "changelog-file= changeLogFile= url= username= password= defaults-file= defaultsFile= log-level= count= tag= date= classpath= driver= schemas= reference-url= contexts= labels= default-schema-name= output-file= h|help deployment-id= changeset-id=",
);

static LIQUIBASE_SUBS: &[Sub] = &[
    sub("drop-all|dropAll", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "rollback|rollback-count|rollbackCount|rollback-to-date|rollbackToDate|rollback-one-changeset|rollback-one-update|rollbackOneChangeSet|rollbackOneUpdate|rollback-by-tag",
        NONE,
        respects_dry_run::DELETES,
    ),
    sub(
        "update|update-count|update-to-tag|update-testing-rollback|updateCount|updateToTag|updateTestingRollback|update-one-changeset|execute-sql|executeSql",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "changelog-sync|changelogSync|clear-checksums|clearCheckSums|mark-next-changeset-ran|release-locks|releaseLocks|changelog-sync-to-tag|set-contexts|set-labels",
        NONE,
        respects_dry_run::CHANGES,
    ),
    sub(
        "status|history|diff|validate|update-sql|updateSQL|rollback-sql|rollbackSQL|rollback-count-sql|future-rollback-sql|list-locks|listLocks|snapshot|calculate-checksum|diff-changelog|generate-changelog|db-doc|tag|tag-exists|checks|init|unexpected-changesets",
        NONE,
        Behavior::Runs,
    ),
];

const MIGRATE: Options = Options::gnu(
    "database= p|path= source= dir= config= e|env= u|url= s|schema-file= D|database-url= d|migrations-dir= y|yes f|force a|all h|help n|steps|number= v|verbose t|target= limit= dryrun dry-run table= m|migrations= c|configuration= x= to= count= step= allow-missing",
);

static DRIZZLE_SUBS: &[Sub] = &[
    sub("drop", NONE, respects_dry_run::CHANGES),
    sub("push", NONE, DRIZZLE_PUSH),
    sub("push:pg|push:mysql|push:sqlite", NONE, DRIZZLE_PUSH),
    sub("migrate", NONE, respects_dry_run::CHANGES),
    sub("generate|check|studio|introspect|pull|up|export", NONE, Behavior::Runs),
];

static ATLAS_SUBS: &[Sub] = &[
    sub("schema clean", NONE, respects_dry_run::DELETES_ALL),
    sub("schema apply", NONE, respects_dry_run::CHANGES),
    sub("schema inspect|diff|plan|fmt|push", NONE, Behavior::Runs),
    sub("migrate down", NONE, respects_dry_run::DELETES),
    sub("migrate apply|set|rebase", NONE, respects_dry_run::CHANGES),
    sub("migrate rm", NONE, respects_dry_run::DELETES_MINOR),
    sub(
        "migrate status|lint|validate|diff|hash|new|import|ls|push|test|edit",
        NONE,
        Behavior::Runs,
    ),
];

static SQITCH_SUBS: &[Sub] = &[
    sub("revert|rebase|checkout", NONE, respects_dry_run::DELETES),
    sub("deploy|upgrade", NONE, respects_dry_run::CHANGES),
    sub("status|log|plan|verify|show|help", NONE, Behavior::Reads),
    sub("add|init|tag|rework|bundle|config|engine|target", NONE, Behavior::Runs),
];

static HASURA_SUBS: &[Sub] = &[
    sub("migrate delete|squash", NONE, respects_dry_run::DELETES),
    sub("migrate apply", NONE, HASURA_APPLY),
    sub("migrate status|create", NONE, Behavior::Runs),
    sub("metadata clear|reset", NONE, respects_dry_run::DELETES_ALL),
    sub(
        "metadata apply",
        NONE,
        Behavior::Effects(&[
            EffectSpec::new(Kind::ChangesRemote, Domain::Database).unless("dry-run")
        ]),
    ),
    sub("metadata ic|inconsistency drop", NONE, respects_dry_run::DELETES),
    sub("metadata diff|export|reload", NONE, Behavior::Runs),
    sub("seed apply", NONE, respects_dry_run::CHANGES),
];

static EF_SUBS: &[Sub] = &[
    sub(
        "database drop",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)
            .with(Traits::WHOLE)
            .unless("dry-run")]),
    ),
    sub("database update", NONE, Behavior::Code(ef_update)),
    sub(
        "migrations remove",
        NONE,
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database)]),
    ),
    sub("migrations list|script|add|bundle|has-pending-model-changes", NONE, Behavior::Runs),
    sub("dbcontext", NONE, Behavior::Runs),
];

pub(super) fn add<'a>(walker: &mut Walker<'a>, call: &Call<'a>, kind: Kind, traits: Traits) {
    walker.does(kind, Domain::Database, traits, call);
}

const PRISMA_PUSH: Behavior = Behavior::Cases(&[
    when(has_flag("force-reset"), unconditional::databases::DELETES_ALL),
    when(has_flag("accept-data-loss"), unconditional::databases::DELETES),
    otherwise(Behavior::Runs),
]);

fn prisma_execute<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let input = walker.input();
    if call.has("stdin") {
        walker.mark_changing();
        sql::judge_stream(walker, input, call.at);
    } else {
        add(walker, call, Kind::ChangesRemote, Traits::POSSIBLE);
    }
}

const QUERY: Behavior =
    Behavior::Cases(&[ALSO_CHANGES, otherwise(Behavior::On(WordAction::Queries, Target::Nth(0)))]);

const FLYWAY_MIGRATE: Behavior = Behavior::Cases(&[
    // `flyway clean migrate`: several commands in a row.
    when(is(Subject::Words, "clean"), unconditional::databases::DELETES_ALL),
    when(not(has_flag("dryRunOutput")), unconditional::databases::CHANGES),
]);

/// Small tools whose commands are `up` and `down`.
fn migrate<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.affirms(words!("dry-run dryrun")) {
        return;
    }
    walker.mark_changing();
    for (index, word) in call.operands.iter().enumerate().take(6) {
        let Some(text) = word.literal() else { continue };
        let last = text.rsplit([':', '-']).next().unwrap_or(text);
        let next = call.operands.get(index + 1).map_or("", |word| word.text);
        match text {
            "drop" | "reset" | "erase" | "down-to" | "fresh" | "clean" | "wipe" | "nuke"
            | "destroy" | "purge" => {
                return add(walker, call, Kind::Deletes, Traits::WHOLE);
            }
            "down" | "rollback" | "revert" | "redo" | "undo" | "downgrade" => {
                return add(walker, call, Kind::Deletes, Traits::empty());
            }
            "force" | "repair" | "goto" | "version"
                if call.name == "migrate" && !next.is_empty() =>
            {
                return add(walker, call, Kind::ChangesRemote, Traits::empty());
            }
            "up" | "up-to" | "up-by-one" | "apply" | "latest" | "upgrade" | "push" => {
                return add(walker, call, Kind::ChangesRemote, Traits::empty());
            }
            "run" | "migrate" if call.name != "migrate" && matches!(next, "" | "--all") => {
                return add(walker, call, Kind::ChangesRemote, Traits::empty());
            }
            "status" | "list" | "info" | "history" | "heads" | "dump" | "wait" | "create"
            | "new" | "add" | "generate" | "validate" | "show" | "init" | "inspect"
            | "describe" | "prepare" | "diff" | "fix" => {
                return;
            }
            _ if text.contains(':') && matches!(last, "fresh" | "drop" | "reset" | "wipe") => {
                return add(walker, call, Kind::Deletes, Traits::WHOLE);
            }
            _ if text.contains(':') && matches!(last, "down" | "rollback" | "revert" | "undo") => {
                return add(walker, call, Kind::Deletes, Traits::empty());
            }
            _ => {}
        }
    }
}

const DRIZZLE_PUSH: Behavior = Behavior::Cases(&[
    when(has_flag("force"), unconditional::databases::DELETES),
    otherwise(unconditional::databases::CHANGES),
]);

/// `hasura migrate apply --down 1` goes back.
const HASURA_APPLY: Behavior = Behavior::Cases(&[
    when(has_flag("dry-run"), Behavior::Reads),
    when(has_flag("down"), unconditional::databases::DELETES),
    when(value("type", "down"), unconditional::databases::DELETES),
    otherwise(unconditional::databases::CHANGES),
]);

/// `dotnet ef database update 0` takes every migration back.
pub(super) fn ef_update<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    let target = call.operands.first();
    let zero = target.is_some_and(|target| target.is("0"));
    match target {
        _ if zero => add(walker, call, Kind::Deletes, Traits::WHOLE),
        Some(_) => add(walker, call, Kind::Deletes, Traits::empty()),
        None => add(walker, call, Kind::ChangesRemote, Traits::empty()),
    }
}
