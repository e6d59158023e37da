//! Commands of Redis and scripts of MongoDB.

use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walk::Walker;
use crate::facts::words::one_of;
use crate::source::Location;

fn add<'a>(walker: &mut Walker<'a>, kind: Kind, traits: Traits, at: Location) {
    walker.add(kind, Domain::Database, Place::Elsewhere, traits, at);
}

/// `redis-cli [options] command arguments…`, or commands that flow in.
pub(super) fn redis<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any("stat latency bigkeys memkeys hotkeys scan rdb intrinsic-latency version") {
        return;
    }
    if call.has("cluster") {
        return match call.operands.first().map_or("", |word| word.text) {
            name if one_of(name, "del-node reshard rebalance fix import call") => {
                add(walker, Kind::ChangesRemote, Traits::WHOLE, call.at);
            }
            _ => walker.acts(),
        };
    }
    let words: Vec<_> = call.operands.iter().map(|word| word.text).collect();
    if !words.is_empty() {
        if call.operands.first().is_some_and(|word| word.literal().is_none()) {
            return add(walker, Kind::ChangesRemote, Traits::POSSIBLE, call.at);
        }
        return command(walker, &words, call.at);
    }
    walker.acts();
    if let Stream::Text(flow) = walker.input() {
        for line in flow.text.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            command(walker, &words, call.at);
        }
    }
}

fn command<'a>(walker: &mut Walker<'a>, words: &[&str], at: Location) {
    let word =
        |index: usize| words.get(index).map_or(String::new(), |word| word.to_ascii_uppercase());
    let (head, next) = (word(0), word(1));
    match (head.as_str(), next.as_str()) {
        ("FLUSHALL" | "FLUSHDB", _) => add(walker, Kind::Deletes, Traits::WHOLE, at),
        ("DEL" | "UNLINK" | "GETDEL" | "JSON.DEL" | "FT.DROPINDEX" | "FT.DROP", _) => {
            add(walker, Kind::Deletes, Traits::empty(), at);
        }
        (
            "HDEL" | "SREM" | "ZREM" | "LREM" | "LTRIM" | "XDEL" | "XTRIM" | "SPOP" | "LPOP"
            | "RPOP" | "ZREMRANGEBYSCORE" | "ZREMRANGEBYRANK" | "ZREMRANGEBYLEX" | "EXPIRE"
            | "PEXPIRE" | "EXPIREAT",
            _,
        )
        | ("SCRIPT" | "FUNCTION", "FLUSH" | "DELETE" | "KILL")
        | ("XGROUP", "DESTROY" | "DELCONSUMER") => add(walker, Kind::Deletes, Traits::MILD, at),
        ("CONFIG", "SET" | "REWRITE")
        | ("SWAPDB" | "RENAME" | "RESTORE" | "MIGRATE" | "MOVE", _)
        | ("MODULE", "LOAD" | "UNLOAD")
        | ("FUNCTION", "RESTORE") => {
            add(walker, Kind::ChangesRemote, Traits::empty(), at);
        }
        ("SLAVEOF" | "REPLICAOF", _) => add(walker, Kind::ChangesRemote, Traits::WHOLE, at),
        ("CLUSTER", "RESET" | "FLUSHSLOTS" | "FORGET" | "DELSLOTS" | "FAILOVER") => {
            add(walker, Kind::ChangesRemote, Traits::WHOLE, at);
        }
        ("SHUTDOWN" | "FAILOVER", _)
        | ("CLIENT", "KILL" | "PAUSE")
        | ("DEBUG", "SEGFAULT" | "SLEEP" | "PANIC" | "RELOAD" | "RESTART" | "LOADAOF" | "OOM")
        | ("SENTINEL", "FAILOVER" | "REMOVE" | "RESET") => {
            add(walker, Kind::Stops, Traits::empty(), at);
        }
        ("DEBUG", "FLUSHALL") => add(walker, Kind::Deletes, Traits::WHOLE, at),
        ("ACL", "DELUSER" | "SETUSER" | "LOAD") => {
            add(walker, Kind::ChangesRights, Traits::empty(), at)
        }
        ("EVAL" | "FCALL", _) => {
            walker.acts();
            let script = words.get(1).copied().unwrap_or_default().to_ascii_lowercase();
            let calls = |name: &str| {
                script.contains(&format!("'{name}'")) || script.contains(&format!("\"{name}\""))
            };
            if calls("flushall") || calls("flushdb") {
                add(walker, Kind::Deletes, Traits::WHOLE, at);
            } else if calls("del") || calls("unlink") {
                add(walker, Kind::Deletes, Traits::empty(), at);
            }
        }
        (
            "GET" | "MGET" | "KEYS" | "SCAN" | "INFO" | "TTL" | "PTTL" | "TYPE" | "EXISTS"
            | "DBSIZE" | "PING" | "MONITOR" | "HGETALL" | "HGET" | "LRANGE" | "SMEMBERS" | "ZRANGE"
            | "XRANGE" | "XINFO" | "XLEN" | "LLEN" | "MEMORY" | "SLOWLOG" | "LATENCY" | "TIME"
            | "STRLEN" | "ROLE" | "ECHO" | "COMMAND" | "HLEN" | "SCARD" | "ZCARD" | "OBJECT"
            | "LASTSAVE",
            _,
        ) => {}
        _ => walker.acts(),
    }
}

/// What a script of the Mongo shell does, by the methods it calls.
pub(super) fn mongo<'a>(walker: &mut Walker<'a>, stream: Stream<'a>, at: Location) {
    let text = match stream {
        Stream::Text(flow) => flow.text,
        Stream::Download => return add(walker, Kind::ChangesRemote, Traits::POSSIBLE, at),
        Stream::Unknown | Stream::Idle => return walker.acts(),
    };
    let code = without_strings(text);
    let calls = |name: &str| code.contains(&format!(".{name}("));
    let says = |name: &str| code.contains(&format!("{name}:"));
    if calls("dropDatabase")
        || calls("drop")
        || says("{dropDatabase")
        || says("{drop")
        || calls("deleteMany({})")
        || code.contains(".deleteMany({})")
        || code.contains(".remove({})")
        || code.contains(".deleteMany()")
        || calls("dropAllUsers")
        || calls("dropCollection")
    {
        add(walker, Kind::Deletes, Traits::WHOLE, at);
    } else if calls("deleteMany")
        || calls("remove")
        || calls("deleteOne")
        || calls("findOneAndDelete")
        || calls("dropIndexes")
        || calls("dropIndex")
        || calls("findAndModify")
        || says("{delete")
    {
        add(walker, Kind::Deletes, Traits::empty(), at);
    }
    if calls("updateMany")
        || calls("updateOne")
        || calls("update")
        || calls("replaceOne")
        || calls("bulkWrite")
        || calls("renameCollection")
        || calls("findOneAndUpdate")
        || calls("findOneAndReplace")
        || calls("reconfig")
        || calls("setFeatureCompatibilityVersion")
        || code.contains("$out:")
        || calls("copyTo")
    {
        let whole = code.contains(".updateMany({},") || code.contains(".update({},");
        add(walker, Kind::ChangesRemote, if whole { Traits::WHOLE } else { Traits::empty() }, at);
    }
    if calls("shutdownServer")
        || calls("killOp")
        || calls("stepDown")
        || calls("fsyncLock")
        || says("{shutdown")
    {
        add(walker, Kind::Stops, Traits::empty(), at);
    }
    if calls("dropUser")
        || calls("dropRole")
        || calls("grantRolesToUser")
        || calls("revokeRolesFromUser")
        || calls("changeUserPassword")
        || calls("updateUser")
    {
        add(walker, Kind::ChangesRights, Traits::empty(), at);
    }
    walker.acts();
}

/// Code without blanks, and strings without what they hold.
fn without_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' | '\'' | '`' => {
                out.push('"');
                while let Some(inside) = letters.next() {
                    if inside == '\\' {
                        letters.next();
                    } else if inside == letter {
                        break;
                    }
                }
                out.push('"');
            }
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().take_while(|letter| *letter != '\n').for_each(drop);
            }
            _ if letter.is_whitespace() => {}
            _ => out.push(letter),
        }
    }
    out
}
