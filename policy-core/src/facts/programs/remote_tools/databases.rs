//! Clients of databases: what they are has_statement to run decides.

use super::verbs;
use super::verbs::respects_dry_run::databases as respects_dry_run;
use super::verbs::unconditional;
use super::{scripts, sql};
use crate::dialect::Dialect;
use crate::facts::arg::{Arg, Stream};
use crate::facts::call::Call;
use crate::facts::cases::{
    Subject, Target, WordAction, first_operand, has_flag, is, not, otherwise, second_operand, when,
};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Behavior, EffectSpec, Program, Sub, program, sub, toolbox};
use crate::facts::programs::interpreters::may_change_anything;
use crate::facts::walker::{Scoping, Walker};
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["psql", "pgcli", "vsql", "usql", "edb-psql"], PSQL, Behavior::Code(client)),
    program(&["mysql", "mariadb", "mycli", "mysqlsh"], MYSQL, Behavior::Code(client)),
    program(
        &["sqlite3", "sqlite", "litecli", "duckdb", "sqlcipher"],
        SQLITE,
        Behavior::Code(sqlite),
    ),
    toolbox(
        &["sqlite-utils"],
        Options::gnu("p|param= csv json table"),
        &[
            sub(
                "query|memory",
                Options::gnu(""),
                Behavior::On(WordAction::Queries, Target::From(1)),
            ),
            sub("drop-table|drop-view", Options::gnu(""), unconditional::databases::DELETES_ALL),
            sub(
                "insert|upsert|transform|vacuum|delete|insert-files",
                Options::gnu("replace truncate pk= delimiter= quotechar= alter ignore"),
                respects_dry_run::CHANGES,
            ),
            sub(
                "tables|schema|rows|indexes|views|dump|search|triggers|analyze-tables",
                Options::gnu(""),
                Behavior::Reads,
            ),
        ],
        Behavior::Runs,
    ),
    program(&["clickhouse-client", "clickhouse-local"], CLICKHOUSE, Behavior::Code(client)),
    toolbox(
        &["clickhouse"],
        Options::gnu(""),
        &[sub("client|local", CLICKHOUSE, Behavior::Code(client))],
        Behavior::Runs,
    ),
    toolbox(&["cockroach"], COCKROACH, COCKROACH_SUBS, Behavior::Runs),
    program(
        &["sqlcmd", "bcp", "osql", "tsql", "isql", "mssql-cli"],
        SQLCMD,
        Behavior::Code(client),
    ),
    program(&["sqlplus", "sql", "sqlcl"], Options::gnu("s|S R= M="), Behavior::Code(client)),
    program(
        &[
            "snowsql",
            "trino",
            "presto",
            "presto-cli",
            "hive",
            "beeline",
            "spark-sql",
            "impala-shell",
            "cqlsh",
            "ysqlsh",
            "ycqlsh",
            "db2",
            "questdb",
            "taos",
            "exaplus",
            "gsql",
            "bteq",
        ],
        WAREHOUSE,
        Behavior::Code(client),
    ),
    program(
        &["cypher-shell", "neo4j-shell", "memgraph", "mgconsole"],
        Options::gnu("u|username= p|password= a|address= d|database= f|file= format= c|execute="),
        Behavior::Code(client),
    ),
    toolbox(
        &["neo4j-admin"],
        Options::gnu("database= from= to= force overwrite-destination=? from-path=? to-path="),
        NEO4J_SUBS,
        Behavior::Runs,
    ),
    toolbox(&["mysqladmin", "mariadb-admin"], MYSQL, MYSQLADMIN_SUBS, Behavior::Runs),
    program(&["hdfs", "hadoop"], Options::gnu("h|help"), HADOOP),
    program(&["hbase"], Options::gnu("n"), Behavior::Code(client)),
    program(
        &["airflow"],
        Options::gnu(
            "y|yes s|start-date= e|end-date= t|task-regex= v|verbose S|subdir= o|output= h|help",
        ),
        AIRFLOW,
    ),
    program(&["dropdb"], PSQL_TOOL, respects_dry_run::DELETES_ALL),
    program(&["dropuser"], PSQL_TOOL, respects_dry_run::RIGHTS),
    program(
        &["createdb", "createuser", "vacuumdb", "reindexdb", "clusterdb", "initdb"],
        PSQL_TOOL,
        Behavior::Runs,
    ),
    program(&["pg_restore"], PG_RESTORE, PG_RESTORE_CASES),
    program(
        &["pg_resetwal", "pg_resetxlog"],
        Options::gnu("D|pgdata= f|force n|dry-run l= x= e= o= m="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)
            .with(Traits::WHOLE)
            .unless("dry-run")]),
    ),
    program(
        &["pg_rewind"],
        Options::gnu("D|target-pgdata= source-pgdata= source-server= n|dry-run P|progress"),
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database)
            .with(Traits::WHOLE)
            .unless("dry-run")]),
    ),
    program(
        &["pg_archivecleanup"],
        Options::gnu("n|dry-run x="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database).unless("dry-run")]),
    ),
    program(&["pg_dropcluster"], Options::gnu("stop"), respects_dry_run::DELETES_ALL),
    program(
        &["pgbench"],
        Options::gnu("i|initialize c= j= T= s= U= h= p="),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)
            .only("initialize")
            .with(Traits::MINOR)]),
    ),
    program(
        &[
            "pg_dump",
            "pg_dumpall",
            "mysqldump",
            "mariadb-dump",
            "mongodump",
            "mongoexport",
            "mongostat",
            "mongotop",
            "pg_isready",
            "pg_config",
            "mysqlshow",
            "mysqlcheck",
            "sqldiff",
            "redis-benchmark",
            "pg_basebackup",
        ],
        Options::gnu(
            "f|file= F|format= d|dbname= U|username= h|host= p|port= t|table= n|schema= r|result-file= u|user= o|out=",
        ),
        Behavior::Code(dump),
    ),
    program(
        &["mysqlimport", "mariadb-import"],
        Options::gnu(
            "d|delete r|replace i|ignore u|user= p|password=? h|host= L|local fields-terminated-by=",
        ),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Database).only("delete").with(Traits::WHOLE),
            EffectSpec::new(Kind::ChangesRemote, Domain::Database).only("replace"),
        ]),
    ),
    program(&["mongosh", "mongo"], MONGO, Behavior::Code(mongo)),
    program(
        &["mongorestore", "mongoimport"],
        Options::gnu(
            "drop d|db= c|collection= h|host= port= u|username= p|password= uri= file= mode= dir= nsInclude= nsExclude= dryRun dry-run type=",
        ),
        Behavior::Effects(&[EffectSpec::new(Kind::Deletes, Domain::Database)
            .only("drop")
            .with(Traits::WHOLE)
            .unless("dryRun dry-run")]),
    ),
    program(
        &["mongod", "mongos"],
        Options::gnu("repair shutdown dbpath= port= f|config= fork"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::Stops, Domain::Database).only("shutdown repair")],
        ),
    ),
    program(
        &["redis-cli", "valkey-cli", "keydb-cli", "iredis", "dragonfly-cli"],
        REDIS,
        Behavior::Code(scripts::redis),
    ),
    toolbox(&["influx"], INFLUX, INFLUX_SUBS, Behavior::Code(influx)),
    toolbox(
        &["influxd"],
        INFLUX,
        &[sub("restore", Options::gnu(""), respects_dry_run::CHANGES)],
        Behavior::Runs,
    ),
    toolbox(
        &["nodetool"],
        Options::gnu("h|host= p|port= u|username= pw|password="),
        NODETOOL_SUBS,
        Behavior::Runs,
    ),
    toolbox(
        &[
            "pscale",
            "turso",
            "neonctl",
            "neon",
            "xata",
            "fauna",
            "tigris",
            "edgedb",
            "gel",
            "surreal",
            "dolt",
            "planetscale",
            "astra",
            "mongocli",
            "couchbase-cli",
            "couchdb",
            "rethinkdb",
            "aerospike",
            "asadm",
            "yugabyted",
        ],
        HOSTED,
        HOSTED_SUBS,
        Behavior::Verb(Domain::Database),
    ),
    program(
        &["pt-archiver"],
        Options::gnu("dry-run no-delete source= dest= where= file= purge"),
        Behavior::Effects(&[
            EffectSpec::new(Kind::Deletes, Domain::Database).unless("dry-run no-delete")
        ]),
    ),
    program(
        &["pt-online-schema-change", "gh-ost"],
        Options::gnu("dry-run execute alter= host= database= table= user= password="),
        Behavior::Effects(
            &[EffectSpec::new(Kind::ChangesRemote, Domain::Database).only("execute")],
        ),
    ),
    program(
        &["pt-kill"],
        Options::gnu("kill print busy-time="),
        Behavior::Effects(&[EffectSpec::new(Kind::Stops, Domain::Database).only("kill")]),
    ),
    program(
        &["pt-table-sync"],
        Options::gnu("execute print dry-run"),
        Behavior::Effects(
            &[EffectSpec::new(Kind::ChangesRemote, Domain::Database).only("execute")],
        ),
    ),
    toolbox(
        &["repmgr", "patronictl"],
        Options::gnu("c|config-file= f|config= dry-run force"),
        PATRONI_SUBS,
        Behavior::Verb(Domain::Database),
    ),
];

const NONE: Options = Options::gnu("");

const PSQL: Options = Options::gnu(
    "c|command= f|file= d|dbname= h|host= p|port= U|username= v|set|variable= o|output=> F= P|pset= R= T= L|log-file=> q|quiet 1|single-transaction l|list W|password s V|version ?|help e|execute=",
);

const PSQL_TOOL: Options = Options::gnu(
    "h|host= p|port= U|username= d|dbname= O|owner= T|template= E|encoding= i|interactive e|echo f|force if-exists a|all t|table= j= maintenance-db= ?|help V|version D|pgdata=",
);

const MYSQL: Options = Options::gnu(
    "e|execute= u|user= p|password=? h|host= P|port= D|database= S|socket= s f|force r defaults-file= defaults-extra-file= defaults-group-suffix= protocol= ssl-mode= ssl-ca= default-character-set= login-path= init-command= C|compress delimiter= prompt= tee=> pager=$ V|version ?|help uri= file=",
);

const SQLITE: Options = Options::long(
    "cmd= init= separator= nullvalue= newline= column json list table csv html line markdown box quote tabs ascii header noheader batch bail echo readonly safe version help vfs= maxsize= c= s= f= execute= e= A=",
);

const CLICKHOUSE: Options = Options::gnu(
    "q|query= h|host= p|port= u|user= password= d|database= format= n|multiquery t|time s|secure queries-file= param_x= config-file= C= max_threads= f|file= help",
);

const COCKROACH: Options = Options::gnu(
    "e|execute= host= url= certs-dir= d|database= f|file= u|user= p|port= format= wait= all cluster-name= store= help",
);

static COCKROACH_SUBS: &[Sub] = &[
    sub("sql", NONE, Behavior::Code(client)),
    sub("node decommission|drain", NONE, respects_dry_run::STOPS),
    sub("quit", NONE, respects_dry_run::STOPS),
    sub("node ls|status", NONE, Behavior::Reads),
    sub("userfile delete", NONE, respects_dry_run::DELETES),
    sub("debug reset-quorum|recover", NONE, respects_dry_run::CHANGES),
];

const SQLCMD: Options =
    Options::gnu("Q|q|query= S= d= U= P= i= o=> s= h= t= v= w= y= Y= l= H= D= ?|help");

const WAREHOUSE: Options = Options::gnu(
    "q|query= e|execute= f|file= a= u|user= d|dbname= s|schemaname= w|warehouse= r|rolename= server= catalog= schema= o|option= n= p|password= k|keyspace= hivevar= hiveconf= database= i|impalad= c|config= output-format= request-timeout= cqlversion= help version S|silent",
);

static NEO4J_SUBS: &[Sub] = &[
    sub("load", NONE, respects_dry_run::CHANGES),
    sub("database load|import|migrate", NONE, respects_dry_run::CHANGES),
    sub("database dump|info|check", NONE, Behavior::Reads),
    sub("restore", NONE, respects_dry_run::CHANGES),
    sub("unbind|set-initial-password", NONE, respects_dry_run::CHANGES),
];

static MYSQLADMIN_SUBS: &[Sub] = &[
    sub("drop", NONE, respects_dry_run::DELETES_ALL),
    sub("shutdown|kill|stop-slave|stop-replica", NONE, respects_dry_run::STOPS),
    sub("password|old-password", NONE, respects_dry_run::RIGHTS),
    sub("status|ping|processlist|version|variables|extended-status|proc", NONE, Behavior::Reads),
];

const PG_RESTORE: Options = Options::gnu(
    "c|clean C|create d|dbname= f|file= h|host= p|port= U|username= t|table= n|schema= j|jobs= l|list L|use-list= F|format= O|no-owner x|no-privileges if-exists a|data-only s|schema-only disable-triggers single-transaction v|verbose I|index= P|function= T|trigger= S|superuser= N|exclude-schema= role= section= ?|help",
);

const MONGO: Options = Options::gnu(
    "eval= host= port= u|username= p|password= authenticationDatabase= f|file= quiet tls tlsCAFile= shell json=? apiVersion= h|help",
);

const REDIS: Options = Options::leading(
    "h= p= a= n= u= s= X= r= i= d= D= c raw no-raw csv json stat latency bigkeys memkeys hotkeys scan pattern= pipe cluster user= pass= no-auth-warning tls cacert= cert= key= sni= eval= rdb=> functions-rdb=> ldb intrinsic-latency= verbose e insecure help version",
);

const INFLUX: Options = Options::gnu(
    "t|token= o|org= org-id= host= b|bucket= i|id= n|name= execute= database= username= password= port= start= stop= p|predicate= c|active-config= configs-path= f|file= format= precision= h|help",
);

static INFLUX_SUBS: &[Sub] = &[
    sub("delete", NONE, respects_dry_run::DELETES),
    sub("restore", NONE, respects_dry_run::CHANGES),
    sub("query", NONE, Behavior::Code(influx)),
    sub("write|ping|version|backup|export|setup|config", NONE, Behavior::Runs),
];

static NODETOOL_SUBS: &[Sub] = &[
    sub("clearsnapshot|removenode|assassinate|decommission", NONE, respects_dry_run::DELETES),
    sub(
        "drain|stopdaemon|disablegossip|disablebinary|disablethrift|stop|pausehandoff|truncatehints|disableautocompaction|disablebackup|cleanup",
        NONE,
        respects_dry_run::STOPS,
    ),
    sub(
        "status|info|ring|describecluster|tablestats|cfstats|tpstats|netstats|compactionstats|gossipinfo|version|listsnapshots",
        NONE,
        Behavior::Reads,
    ),
];

const HOSTED: Options = Options::gnu(
    "org= project-id= project= database= branch= format= f|force y|yes e|execute= command= u|user= p|password= q|query= c|cluster= username= bucket= I|instance= h|help service-token= service-token-id= output= api-key=",
);

static HOSTED_SUBS: &[Sub] = &[
    sub("sql", Options::gnu("q|query= conn= user= pass= ns= db="), Behavior::Code(client)),
    sub("query", NONE, Behavior::Code(client_last)),
    sub("db shell", NONE, Behavior::Code(client_last)),
    sub("shell", NONE, Behavior::Code(client_last)),
    sub("deploy-request deploy", NONE, respects_dry_run::CHANGES),
    sub("password reset|delete", NONE, respects_dry_run::RIGHTS),
    sub("bucket-flush", NONE, respects_dry_run::DELETES_ALL),
    sub("bucket-delete|user-manage", NONE, respects_dry_run::DELETES_ALL),
    sub("rebalance|failover|server-remove", NONE, respects_dry_run::STOPS),
    sub(
        "reset",
        Options::gnu("hard"),
        Behavior::Effects(&[EffectSpec::new(Kind::Discards, Domain::Database).only("hard")]),
    ),
    sub(
        "push",
        Options::gnu("f|force"),
        Behavior::Effects(&[EffectSpec::new(Kind::ChangesRemote, Domain::Database).only("force")]),
    ),
    sub("log|status|diff|version", NONE, Behavior::Runs),
];

static PATRONI_SUBS: &[Sub] = &[
    sub("list|history|show-config|topology|dsn|version", NONE, Behavior::Reads),
    sub("remove", NONE, respects_dry_run::DELETES),
    sub(
        "reinit|failover|switchover|restart|reload|pause|edit-config",
        NONE,
        respects_dry_run::STOPS,
    ),
    sub("standby switchover|promote|unregister|clone", NONE, respects_dry_run::STOPS),
    sub("primary unregister", NONE, respects_dry_run::STOPS),
    sub("cluster show|matrix|crosscheck|event", NONE, Behavior::Reads),
    sub("node check|status", NONE, Behavior::Reads),
];

/// Statements in options, else whatever flows in.
fn client<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version list")) {
        return;
    }
    let mut has_statement = false;
    for name in ["command", "execute", "query", "init-command"] {
        for text in call.values(name) {
            has_statement = true;
            sql::judge_arg(walker, text);
        }
    }
    // Some take the statement as a word of its own.
    let statement = match call.name {
        "cypher-shell" | "db2" | "mgconsole" => call.operands.first(),
        "hive" | "snowsql" | "taos" => None,
        "usql" => call.operands.get(1),
        _ => None,
    };
    if let Some(text) = statement {
        has_statement = true;
        sql::judge_arg(walker, text);
    }
    if call.has("file")
        || (call.name.starts_with("sqlplus")
            && call.operands.iter().any(|word| word.text.starts_with('@') && !word.is("@-")))
    {
        has_statement = true;
        walker.mark_changing();
    }
    if !has_statement {
        let input = walker.input();
        match input {
            Stream::Idle => walker.mark_changing(),
            _ => sql::judge_stream(walker, input, call.at),
        }
    }
}

/// The statement is the last word.
fn client_last<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    match call.operands.last() {
        Some(text) if text.text.contains(' ') || text.literal().is_none() => {
            sql::judge_arg(walker, text)
        }
        _ => {
            let input = walker.input();
            sql::judge_stream(walker, input, call.at);
        }
    }
}

/// Databases that are files: where the file lies decides what a checkpoint holds.
fn sqlite<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version")) {
        return;
    }
    let mut statements = call.operands;
    let mut place = Place::Temporary;
    if let Some((file, rest)) = call.operands.split_first() {
        let memory = file.is(":memory:") || file.text.is_empty() && file.literal().is_some();
        place = if memory { Place::Temporary } else { walker.place_of(file) };
        statements = rest;
        if memory {
            // What is held in memory only was never kept, but files may be written from there.
            for text in statements {
                client_commands(walker, text);
            }
            return;
        }
    }
    // A database that is not there is made.
    if !call.has("readonly") {
        walker.mark_changing();
    }
    // `-A` packs and unpacks: archives over files, or files over an archive.
    if call.args.iter().any(|arg| arg.text.starts_with("-A")) {
        return may_change_anything(walker, call.at);
    }
    let before = walker.effects.len();
    let mut has_statement = false;
    for name in ["cmd", "c", "s", "e", "execute"] {
        for text in call.values(name) {
            has_statement |= name != "cmd";
            client_commands(walker, text);
            let stream = walker.flow_of_arg(text);
            sql::judge(walker, stream, text.at, place);
        }
    }
    for text in statements {
        has_statement = true;
        client_commands(walker, text);
        let stream = walker.flow_of_arg(text);
        sql::judge(walker, stream, text.at, place);
    }
    let mut reads = statements.iter().all(|text| only_looks(text.text));
    if !has_statement {
        let input = walker.input();
        if let Stream::Text(flow) = input {
            client_commands(walker, &Arg::whole(flow.text, call.at));
            reads = only_looks(flow.text);
        }
        sql::judge(walker, input, call.at, place);
    }
    let Some(file) = call.operands.first() else { return };
    if walker.effects.len() > before {
        walker.has_reached(before, file);
    } else if !reads {
        walker.touches(Kind::Appends, file, Traits::empty());
    }
}

/// Whether a text for a database begins like one that changes nothing.
fn only_looks(text: &str) -> bool {
    let first = text.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next();
    let first = first.unwrap_or_default().to_ascii_lowercase();
    text.trim_start().starts_with('.')
        || words!("select pragma explain with describe show values").has(&first)
        || text.trim().is_empty()
}

/// The lines of a text for sqlite that begin with a dot are for the client itself, and some
/// functions write files.
fn client_commands<'a>(walker: &mut Walker<'a>, text: &Arg<'a>) {
    let lower = text.text.to_ascii_lowercase();
    if words!("writefile( load_extension( edit( fts3_tokenizer(").any_within(&lower) {
        may_change_anything(walker, text.at);
    }
    for line in text.text.lines() {
        let Some(line) = line.trim().strip_prefix('.') else { continue };
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        client_command(walker, name, rest.trim(), text);
    }
}

fn client_command<'a>(walker: &mut Walker<'a>, name: &str, rest: &'a str, text: &Arg<'a>) {
    // A name may be cut short.
    let is = |full: &str, shortest: usize| name.len() >= shortest && full.starts_with(name);
    let quote = rest.chars().next().filter(|first| matches!(first, '"' | '\''));
    let first = match quote {
        Some(quote) => rest.get(1..).and_then(|rest| rest.split(quote).next()),
        None => rest.split_ascii_whitespace().next(),
    };
    let first = first.unwrap_or_default();
    let last = rest.split_ascii_whitespace().next_back().unwrap_or_default();
    if is("system", 2) || is("shell", 2) {
        let code = text.with_text(rest);
        walker.run_code(&code, Dialect::Sh, Scoping::Own);
    } else if let Some(code) = first.strip_prefix('|') {
        let code = text.with_text(code);
        walker.run_code(&code, Dialect::Sh, Scoping::Own);
    } else if is("output", 1) || is("once", 3) || is("log", 2) || is("trace", 2) {
        if !matches!(first, "" | "stdout" | "stderr" | "off" | "on" | "-") {
            walker.overwrites(&text.with_text(first));
        }
    } else if is("save", 2) || is("backup", 2) || is("clone", 2) {
        walker.overwrites(&text.with_text(last.trim_matches(['"', '\''])));
    } else if is("import", 2) || is("read", 2) || is("restore", 3) || is("load", 2) {
        may_change_anything(walker, text.at);
    } else if is("cd", 2) {
        walker.go(&text.with_text(first));
    } else if !words!(
        "tables table schema mode headers header databases dbinfo indexes indices show width nullvalue \
         separator timer echo explain help exit quit print changes stats eqp limit lint fullschema bail \
         binary timeout prompt parameter param scanstats sha3sum version vfsinfo vfslist dump open \
         connection progress crlf dbconfig expert q e h columns column colseparator nullval d"
    )
    .has(name)
    {
        may_change_anything(walker, text.at);
    }
}

/// Dumps read a database and may write over a file.
fn dump<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for name in ["file", "result-file"] {
        if let Some(file) = call.value(name) {
            walker.touches(Kind::Overwrites, file, Traits::MINOR);
        }
    }
}

const PG_RESTORE_CASES: Behavior = Behavior::Cases(&[
    // Without a database it writes a script.
    when(has_flag("list help version"), Behavior::Reads),
    when(has_flag("file").and(&not(has_flag("dbname"))), Behavior::Reads),
    when(has_flag("clean"), unconditional::databases::DELETES_ALL),
    otherwise(unconditional::databases::CHANGES),
]);

/// `hdfs dfs -rm -r /data`.
const HADOOP: Behavior = Behavior::Cases(&[
    when(
        is(Subject::Args, "-rm -rmr -rmdir -expunge")
            .and(&is(Subject::Args, "-rmr -r -R -skipTrash")),
        unconditional::storage::DELETES_ALL,
    ),
    when(is(Subject::Args, "-rm -rmr -rmdir -expunge"), unconditional::storage::DELETES),
    when(is(Subject::Args, "-mv -setrep -deleteSnapshot"), unconditional::storage::CHANGES),
    when(is(Subject::Args, "-put").and(&is(Subject::Args, "-f")), unconditional::storage::CHANGES),
    when(
        is(Subject::Args, "namenode").and(&is(Subject::Args, "-format")),
        unconditional::storage::DELETES_ALL,
    ),
    when(not(is(Subject::Args, "-ls -cat -du -df -stat -count -tail")), Behavior::Runs),
]);

/// Airflow: its database, its runs.
const AIRFLOW: Behavior = Behavior::Cases(&[
    when(
        first_operand("db").and(&second_operand("reset clean drop-archived downgrade")),
        unconditional::databases::DELETES_ALL,
    ),
    when(
        first_operand("db").and(&second_operand("migrate upgrade init")),
        unconditional::databases::CHANGES,
    ),
    when(first_operand("tasks").and(&second_operand("clear")), unconditional::pipelines::CHANGES),
    when(first_operand("dags").and(&second_operand("backfill")), unconditional::pipelines::CHANGES),
    otherwise(Behavior::Verb(Domain::Pipeline)),
]);

fn mongo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.mark_changing();
    let mut has_statement = false;
    for text in call.values("eval") {
        has_statement = true;
        let stream = walker.flow_of_arg(text);
        scripts::mongo(walker, stream, text.at);
    }
    if !has_statement {
        let input = walker.input();
        scripts::mongo(walker, input, call.at);
    }
}

fn influx<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // The older client has its long options behind one dash.
    let dashed = call.behind(words!("-execute")).and_then(<[_]>::first);
    if let Some(text) = call.value("execute").or(dashed) {
        walker.mark_changing();
        return sql::judge_arg(walker, text);
    }
    if call.path() == "query" {
        if let Some(text) = call.operands.first() {
            sql::judge_arg(walker, text);
        }
        return;
    }
    verbs::by_verb(walker, call, Domain::Database);
}
