//! Clients of databases: what they are told to run decides.

use super::verbs;
use super::verbs::rows::databases as rows;
use super::verbs::sure;
use super::{scripts, sql};
use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::cases::{Of, first, given, is, not, otherwise, second, when};
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::options::Options;
use crate::facts::place::Place;
use crate::facts::program::{Act, Deed, Program, Sub, program, sub, toolbox};
use crate::facts::walker::Walker;
use crate::facts::words::words;

pub(super) static PROGRAMS: &[Program] = &[
    program(&["psql", "pgcli", "vsql", "usql", "edb-psql"], PSQL, Act::Code(client)),
    program(&["mysql", "mariadb", "mycli", "mysqlsh"], MYSQL, Act::Code(client)),
    program(&["sqlite3", "sqlite", "litecli", "duckdb", "sqlcipher"], SQLITE, Act::Code(sqlite)),
    program(&["clickhouse-client", "clickhouse-local"], CLICKHOUSE, Act::Code(client)),
    toolbox(
        &["clickhouse"],
        Options::gnu(""),
        &[sub("client|local", CLICKHOUSE, Act::Code(client))],
        Act::Runs,
    ),
    toolbox(&["cockroach"], COCKROACH, COCKROACH_SUBS, Act::Runs),
    program(&["sqlcmd", "bcp", "osql", "tsql", "isql", "mssql-cli"], SQLCMD, Act::Code(client)),
    program(&["sqlplus", "sql", "sqlcl"], Options::gnu("s|S R= M="), Act::Code(client)),
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
        Act::Code(client),
    ),
    program(
        &["cypher-shell", "neo4j-shell", "memgraph", "mgconsole"],
        Options::gnu("u|username= p|password= a|address= d|database= f|file= format= c|execute="),
        Act::Code(client),
    ),
    toolbox(
        &["neo4j-admin"],
        Options::gnu("database= from= to= force overwrite-destination=? from-path=? to-path="),
        NEO4J_SUBS,
        Act::Runs,
    ),
    toolbox(&["mysqladmin", "mariadb-admin"], MYSQL, MYSQLADMIN_SUBS, Act::Runs),
    program(&["hdfs", "hadoop"], Options::gnu("h|help"), HADOOP),
    program(&["hbase"], Options::gnu("n"), Act::Code(client)),
    program(
        &["airflow"],
        Options::gnu(
            "y|yes s|start-date= e|end-date= t|task-regex= v|verbose S|subdir= o|output= h|help",
        ),
        AIRFLOW,
    ),
    program(&["dropdb"], PSQL_TOOL, rows::DELETES_ALL),
    program(&["dropuser"], PSQL_TOOL, rows::RIGHTS),
    program(
        &["createdb", "createuser", "vacuumdb", "reindexdb", "clusterdb", "initdb"],
        PSQL_TOOL,
        Act::Runs,
    ),
    program(&["pg_restore"], PG_RESTORE, PG_RESTORE_CASES),
    program(
        &["pg_resetwal", "pg_resetxlog"],
        Options::gnu("D|pgdata= f|force n|dry-run l= x= e= o= m="),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database)
            .with(Traits::WHOLE)
            .unless("dry-run")]),
    ),
    program(
        &["pg_rewind"],
        Options::gnu("D|target-pgdata= source-pgdata= source-server= n|dry-run P|progress"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database)
            .with(Traits::WHOLE)
            .unless("dry-run")]),
    ),
    program(
        &["pg_archivecleanup"],
        Options::gnu("n|dry-run x="),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database).unless("dry-run")]),
    ),
    program(&["pg_dropcluster"], Options::gnu("stop"), rows::DELETES_ALL),
    program(
        &["pgbench"],
        Options::gnu("i|initialize c= j= T= s= U= h= p="),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database)
            .only("initialize")
            .with(Traits::MILD)]),
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
        Act::Code(dump),
    ),
    program(
        &["mysqlimport", "mariadb-import"],
        Options::gnu(
            "d|delete r|replace i|ignore u|user= p|password=? h|host= L|local fields-terminated-by=",
        ),
        Act::Does(&[
            Deed::new(Kind::Deletes, Domain::Database).only("delete").with(Traits::WHOLE),
            Deed::new(Kind::ChangesRemote, Domain::Database).only("replace"),
        ]),
    ),
    program(&["mongosh", "mongo"], MONGO, Act::Code(mongo)),
    program(
        &["mongorestore", "mongoimport"],
        Options::gnu(
            "drop d|db= c|collection= h|host= port= u|username= p|password= uri= file= mode= dir= nsInclude= nsExclude= dryRun dry-run type=",
        ),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database)
            .only("drop")
            .with(Traits::WHOLE)
            .unless("dryRun dry-run")]),
    ),
    program(
        &["mongod", "mongos"],
        Options::gnu("repair shutdown dbpath= port= f|config= fork"),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Database).only("shutdown repair")]),
    ),
    program(
        &["redis-cli", "valkey-cli", "keydb-cli", "iredis", "dragonfly-cli"],
        REDIS,
        Act::Code(scripts::redis),
    ),
    toolbox(&["influx"], INFLUX, INFLUX_SUBS, Act::Code(influx)),
    toolbox(&["influxd"], INFLUX, &[sub("restore", Options::gnu(""), rows::CHANGES)], Act::Runs),
    toolbox(
        &["nodetool"],
        Options::gnu("h|host= p|port= u|username= pw|password="),
        NODETOOL_SUBS,
        Act::Runs,
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
        Act::Verb(Domain::Database),
    ),
    program(
        &["pt-archiver"],
        Options::gnu("dry-run no-delete source= dest= where= file= purge"),
        Act::Does(&[Deed::new(Kind::Deletes, Domain::Database).unless("dry-run no-delete")]),
    ),
    program(
        &["pt-online-schema-change", "gh-ost"],
        Options::gnu("dry-run execute alter= host= database= table= user= password="),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database).only("execute")]),
    ),
    program(
        &["pt-kill"],
        Options::gnu("kill print busy-time="),
        Act::Does(&[Deed::new(Kind::Stops, Domain::Database).only("kill")]),
    ),
    program(
        &["pt-table-sync"],
        Options::gnu("execute print dry-run"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database).only("execute")]),
    ),
    toolbox(
        &["repmgr", "patronictl"],
        Options::gnu("c|config-file= f|config= dry-run force"),
        PATRONI_SUBS,
        Act::Verb(Domain::Database),
    ),
];

const NONE: Options = Options::gnu("");

const PSQL: Options = Options::gnu(
    "c|command= f|file= d|dbname= h|host= p|port= U|username= v|set|variable= o|output= F= P|pset= R= T= L|log-file= q|quiet 1|single-transaction l|list W|password s V|version ?|help e|execute=",
);

const PSQL_TOOL: Options = Options::gnu(
    "h|host= p|port= U|username= d|dbname= O|owner= T|template= E|encoding= i|interactive e|echo f|force if-exists a|all t|table= j= maintenance-db= ?|help V|version D|pgdata=",
);

const MYSQL: Options = Options::gnu(
    "e|execute= u|user= p|password=? h|host= P|port= D|database= S|socket= s f|force r defaults-file= defaults-extra-file= defaults-group-suffix= protocol= ssl-mode= ssl-ca= default-character-set= login-path= init-command= C|compress delimiter= prompt= tee= V|version ?|help uri= file=",
);

const SQLITE: Options = Options::long(
    "cmd= init= separator= nullvalue= newline= column json list table version help vfs= maxsize= c= s= f= execute= e=",
);

const CLICKHOUSE: Options = Options::gnu(
    "q|query= h|host= p|port= u|user= password= d|database= format= n|multiquery t|time s|secure queries-file= param_x= config-file= C= max_threads= f|file= help",
);

const COCKROACH: Options = Options::gnu(
    "e|execute= host= url= certs-dir= d|database= f|file= u|user= p|port= format= wait= all cluster-name= store= help",
);

static COCKROACH_SUBS: &[Sub] = &[
    sub("sql", NONE, Act::Code(client)),
    sub("node decommission|drain", NONE, rows::STOPS),
    sub("quit", NONE, rows::STOPS),
    sub("node ls|status", NONE, Act::Reads),
    sub("userfile delete", NONE, rows::DELETES),
    sub("debug reset-quorum|recover", NONE, rows::CHANGES),
];

const SQLCMD: Options =
    Options::gnu("Q|q|query= S= d= U= P= i= o= s= h= t= v= w= y= Y= l= H= D= ?|help");

const WAREHOUSE: Options = Options::gnu(
    "q|query= e|execute= f|file= a= u|user= d|dbname= s|schemaname= w|warehouse= r|rolename= server= catalog= schema= o|option= n= p|password= k|keyspace= hivevar= hiveconf= database= i|impalad= c|config= output-format= request-timeout= cqlversion= help version S|silent",
);

static NEO4J_SUBS: &[Sub] = &[
    sub("load", NONE, rows::CHANGES),
    sub("database load|import|migrate", NONE, rows::CHANGES),
    sub("database dump|info|check", NONE, Act::Reads),
    sub("restore", NONE, rows::CHANGES),
    sub("unbind|set-initial-password", NONE, rows::CHANGES),
];

static MYSQLADMIN_SUBS: &[Sub] = &[
    sub("drop", NONE, rows::DELETES_ALL),
    sub("shutdown|kill|stop-slave|stop-replica", NONE, rows::STOPS),
    sub("password|old-password", NONE, rows::RIGHTS),
    sub("status|ping|processlist|version|variables|extended-status|proc", NONE, Act::Reads),
];

const PG_RESTORE: Options = Options::gnu(
    "c|clean C|create d|dbname= f|file= h|host= p|port= U|username= t|table= n|schema= j|jobs= l|list L|use-list= F|format= O|no-owner x|no-privileges if-exists a|data-only s|schema-only disable-triggers single-transaction v|verbose I|index= P|function= T|trigger= S|superuser= N|exclude-schema= role= section= ?|help",
);

const MONGO: Options = Options::gnu(
    "eval= host= port= u|username= p|password= authenticationDatabase= f|file= quiet tls tlsCAFile= shell json=? apiVersion= h|help",
);

const REDIS: Options = Options::leading(
    "h= p= a= n= u= s= X= r= i= d= D= c raw no-raw csv json stat latency bigkeys memkeys hotkeys scan pattern= pipe cluster user= pass= no-auth-warning tls cacert= cert= key= sni= eval= rdb= ldb intrinsic-latency= verbose e insecure help version",
);

const INFLUX: Options = Options::gnu(
    "t|token= o|org= org-id= host= b|bucket= i|id= n|name= execute= database= username= password= port= start= stop= p|predicate= c|active-config= configs-path= f|file= format= precision= h|help",
);

static INFLUX_SUBS: &[Sub] = &[
    sub("delete", NONE, rows::DELETES),
    sub("restore", NONE, rows::CHANGES),
    sub("query", NONE, Act::Code(influx)),
    sub("write|ping|version|backup|export|setup|config", NONE, Act::Runs),
];

static NODETOOL_SUBS: &[Sub] = &[
    sub("clearsnapshot|removenode|assassinate|decommission", NONE, rows::DELETES),
    sub(
        "drain|stopdaemon|disablegossip|disablebinary|disablethrift|stop|pausehandoff|truncatehints|disableautocompaction|disablebackup|cleanup",
        NONE,
        rows::STOPS,
    ),
    sub(
        "status|info|ring|describecluster|tablestats|cfstats|tpstats|netstats|compactionstats|gossipinfo|version|listsnapshots",
        NONE,
        Act::Reads,
    ),
];

const HOSTED: Options = Options::gnu(
    "org= project-id= project= database= branch= format= f|force y|yes e|execute= command= u|user= p|password= q|query= c|cluster= username= bucket= I|instance= h|help service-token= service-token-id= output= api-key=",
);

static HOSTED_SUBS: &[Sub] = &[
    sub("sql", Options::gnu("q|query= conn= user= pass= ns= db="), Act::Code(client)),
    sub("query", NONE, Act::Code(client_last)),
    sub("db shell", NONE, Act::Code(client_last)),
    sub("shell", NONE, Act::Code(client_last)),
    sub("deploy-request deploy", NONE, rows::CHANGES),
    sub("password reset|delete", NONE, rows::RIGHTS),
    sub("bucket-flush", NONE, rows::DELETES_ALL),
    sub("bucket-delete|user-manage", NONE, rows::DELETES_ALL),
    sub("rebalance|failover|server-remove", NONE, rows::STOPS),
    sub(
        "reset",
        Options::gnu("hard"),
        Act::Does(&[Deed::new(Kind::Discards, Domain::Database).only("hard")]),
    ),
    sub(
        "push",
        Options::gnu("f|force"),
        Act::Does(&[Deed::new(Kind::ChangesRemote, Domain::Database).only("force")]),
    ),
    sub("log|status|diff|version", NONE, Act::Runs),
];

static PATRONI_SUBS: &[Sub] = &[
    sub("list|history|show-config|topology|dsn|version", NONE, Act::Reads),
    sub("remove", NONE, rows::DELETES),
    sub("reinit|failover|switchover|restart|reload|pause|edit-config", NONE, rows::STOPS),
    sub("standby switchover|promote|unregister|clone", NONE, rows::STOPS),
    sub("primary unregister", NONE, rows::STOPS),
    sub("cluster show|matrix|crosscheck|event", NONE, Act::Reads),
    sub("node check|status", NONE, Act::Reads),
];

/// Statements in options, else whatever flows in.
fn client<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!("help version list")) {
        return;
    }
    let mut told = false;
    for name in ["command", "execute", "query", "init-command"] {
        for text in call.values(name) {
            told = true;
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
        told = true;
        sql::judge_arg(walker, text);
    }
    if call.has("file")
        || (call.name.starts_with("sqlplus")
            && call.operands.iter().any(|word| word.text.starts_with('@') && !word.is("@-")))
    {
        told = true;
        walker.acts();
    }
    if !told {
        let input = walker.input();
        match input {
            Stream::Idle => walker.acts(),
            _ => sql::judge_stream(walker, input, call.at),
        }
    }
}

/// The statement is the last word.
fn client_last<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
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
            // What is held in memory only was never kept.
            return;
        }
    }
    let mut told = false;
    for name in ["cmd", "c", "s", "e", "execute"] {
        for text in call.values(name) {
            told |= name != "cmd";
            let stream = walker.flow_of_arg(text);
            sql::judge(walker, stream, text.at, place);
        }
    }
    for text in statements {
        told = true;
        let stream = walker.flow_of_arg(text);
        sql::judge(walker, stream, text.at, place);
    }
    if !told {
        let input = walker.input();
        sql::judge(walker, input, call.at, place);
    }
}

/// Dumps read a database and may write over a file.
fn dump<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    for name in ["file", "result-file"] {
        if let Some(file) = call.value(name) {
            walker.touches(Kind::Overwrites, file, Traits::MILD);
        }
    }
}

const PG_RESTORE_CASES: Act = Act::Cases(&[
    // Without a database it writes a script.
    when(given("list help version"), Act::Reads),
    when(given("file").and(&not(given("dbname"))), Act::Reads),
    when(given("clean"), sure::databases::DELETES_ALL),
    otherwise(sure::databases::CHANGES),
]);

/// `hdfs dfs -rm -r /data`.
const HADOOP: Act = Act::Cases(&[
    when(
        is(Of::Args, "-rm -rmr -rmdir -expunge").and(&is(Of::Args, "-rmr -r -R -skipTrash")),
        sure::storage::DELETES_ALL,
    ),
    when(is(Of::Args, "-rm -rmr -rmdir -expunge"), sure::storage::DELETES),
    when(is(Of::Args, "-mv -setrep -deleteSnapshot"), sure::storage::CHANGES),
    when(is(Of::Args, "-put").and(&is(Of::Args, "-f")), sure::storage::CHANGES),
    when(is(Of::Args, "namenode").and(&is(Of::Args, "-format")), sure::storage::DELETES_ALL),
    when(not(is(Of::Args, "-ls -cat -du -df -stat -count -tail")), Act::Runs),
]);

/// Airflow: its database, its runs.
const AIRFLOW: Act = Act::Cases(&[
    when(
        first("db").and(&second("reset clean drop-archived downgrade")),
        sure::databases::DELETES_ALL,
    ),
    when(first("db").and(&second("migrate upgrade init")), sure::databases::CHANGES),
    when(first("tasks").and(&second("clear")), sure::pipelines::CHANGES),
    when(first("dags").and(&second("backfill")), sure::pipelines::CHANGES),
    otherwise(Act::Verb(Domain::Pipeline)),
]);

fn mongo<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    walker.acts();
    let mut told = false;
    for text in call.values("eval") {
        told = true;
        let stream = walker.flow_of_arg(text);
        scripts::mongo(walker, stream, text.at);
    }
    if !told {
        let input = walker.input();
        scripts::mongo(walker, input, call.at);
    }
}

fn influx<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    // The older client has its long options behind one dash.
    let dashed = call.behind(words!("-execute")).and_then(<[_]>::first);
    if let Some(text) = call.value("execute").or(dashed) {
        walker.acts();
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
