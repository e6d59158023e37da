//! Commands of Redis and scripts of MongoDB.

use crate::facts::arg::Stream;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::place::Place;
use crate::facts::walker::Walker;
use crate::facts::words::{Words, words};
use crate::source::Location;

fn add<'a>(walker: &mut Walker<'a>, kind: Kind, traits: Traits, at: Location) {
    walker.add(kind, Domain::Database, Place::Elsewhere, traits, at);
}

/// `redis-cli [options] command arguments…`, or commands that flow in.
pub(super) fn redis<'a>(walker: &mut Walker<'a>, call: &Call<'a>) {
    if call.has_any(words!(
        "stat latency bigkeys memkeys hotkeys scan rdb functions-rdb intrinsic-latency version"
    )) {
        return;
    }
    if call.has("cluster") {
        return match call.operands.first().map_or("", |word| word.text) {
            "del-node" | "reshard" | "rebalance" | "fix" | "import" | "call" => {
                add(walker, Kind::ChangesRemote, Traits::WHOLE, call.at);
            }
            _ => walker.mark_changing(),
        };
    }
    let words: Vec<_> = call.operands.iter().map(|word| word.text).collect();
    if !words.is_empty() {
        if call.operands.first().is_some_and(|word| word.literal().is_none()) {
            return add(walker, Kind::ChangesRemote, Traits::POSSIBLE, call.at);
        }
        return command(walker, &words, call.at);
    }
    walker.mark_changing();
    if let Stream::Text(flow) = walker.input() {
        for line in flow.text.lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            command(walker, &words, call.at);
        }
    }
}

/// What commands do, by their first word or by their first two with a `+` between.
const COMMANDS: &[(Kind, Traits, Words)] = &[
    (Kind::Deletes, Traits::WHOLE, words("FLUSHALL FLUSHDB DEBUG+FLUSHALL")),
    (Kind::Deletes, Traits::empty(), words("DEL UNLINK GETDEL JSON.DEL FT.DROPINDEX FT.DROP")),
    (
        Kind::Deletes,
        Traits::MINOR,
        words(
            "HDEL SREM ZREM LREM LTRIM XDEL XTRIM SPOP LPOP RPOP ZREMRANGEBYSCORE ZREMRANGEBYRANK \
         ZREMRANGEBYLEX EXPIRE PEXPIRE EXPIREAT SCRIPT+FLUSH SCRIPT+DELETE SCRIPT+KILL \
         FUNCTION+FLUSH FUNCTION+DELETE FUNCTION+KILL XGROUP+DESTROY XGROUP+DELCONSUMER",
        ),
    ),
    (
        Kind::ChangesRemote,
        Traits::empty(),
        words(
            "CONFIG+SET CONFIG+REWRITE SWAPDB RENAME RESTORE MIGRATE MOVE MODULE+LOAD MODULE+UNLOAD \
         FUNCTION+RESTORE",
        ),
    ),
    (
        Kind::ChangesRemote,
        Traits::WHOLE,
        words(
            "SLAVEOF REPLICAOF CLUSTER+RESET CLUSTER+FLUSHSLOTS CLUSTER+FORGET CLUSTER+DELSLOTS \
         CLUSTER+FAILOVER",
        ),
    ),
    (
        Kind::Stops,
        Traits::empty(),
        words(
            "SHUTDOWN FAILOVER CLIENT+KILL CLIENT+PAUSE DEBUG+SEGFAULT DEBUG+SLEEP DEBUG+PANIC \
         DEBUG+RELOAD DEBUG+RESTART DEBUG+LOADAOF DEBUG+OOM SENTINEL+FAILOVER SENTINEL+REMOVE \
         SENTINEL+RESET",
        ),
    ),
    (Kind::ChangesRights, Traits::empty(), words("ACL+DELUSER ACL+SETUSER ACL+LOAD")),
];

/// Commands that only look.
const LOOKS: Words = words(
    "\
    GET MGET KEYS SCAN INFO TTL PTTL TYPE EXISTS DBSIZE PING MONITOR HGETALL HGET LRANGE \
    SMEMBERS ZRANGE XRANGE XINFO XLEN LLEN MEMORY SLOWLOG LATENCY TIME STRLEN ROLE ECHO COMMAND \
    HLEN SCARD ZCARD OBJECT LASTSAVE",
);

fn command<'a>(walker: &mut Walker<'a>, words: &[&str], at: Location) {
    let word = |index: usize| words.get(index).copied().unwrap_or_default();
    let head = word(0).to_ascii_uppercase();
    let mut both = head.clone();
    both.push('+');
    both.push_str(word(1));
    both.make_ascii_uppercase();
    for (kind, traits, commands) in COMMANDS {
        if commands.has(&head) || commands.has(&both) {
            return add(walker, *kind, *traits, at);
        }
    }
    if !LOOKS.has(&head) {
        walker.mark_changing();
    }
    if matches!(head.as_str(), "EVAL" | "FCALL") {
        let script = word(1).to_ascii_lowercase();
        if words!("'flushall' \"flushall\" 'flushdb' \"flushdb\"").any_within(&script) {
            add(walker, Kind::Deletes, Traits::WHOLE, at);
        } else if words!("'del' \"del\" 'unlink' \"unlink\"").any_within(&script) {
            add(walker, Kind::Deletes, Traits::empty(), at);
        }
    }
}

/// What a script of the Mongo shell does, by the methods it calls.
pub(super) fn mongo<'a>(walker: &mut Walker<'a>, stream: Stream<'a>, at: Location) {
    let text = match stream {
        Stream::Text(flow) => flow.text,
        Stream::Download => return add(walker, Kind::ChangesRemote, Traits::POSSIBLE, at),
        Stream::Unknown | Stream::Idle => return walker.mark_changing(),
    };
    let code = without_strings(text);
    if words!(
        ".dropDatabase( .drop( {dropDatabase: {drop: .deleteMany({}) .remove({}) .deleteMany() \
         .dropAllUsers( .dropCollection("
    )
    .any_within(&code)
    {
        add(walker, Kind::Deletes, Traits::WHOLE, at);
    } else if words!(
        ".deleteMany( .remove( .deleteOne( .findOneAndDelete( .dropIndexes( .dropIndex( \
         .findAndModify( {delete:"
    )
    .any_within(&code)
    {
        add(walker, Kind::Deletes, Traits::empty(), at);
    }
    if words!(
        ".updateMany( .updateOne( .update( .replaceOne( .bulkWrite( .renameCollection( \
         .findOneAndUpdate( .findOneAndReplace( .reconfig( .setFeatureCompatibilityVersion( \
         $out: .copyTo("
    )
    .any_within(&code)
    {
        let whole = [".updateMany({},", ".update({},"].iter().any(|call| code.contains(call));
        add(walker, Kind::ChangesRemote, if whole { Traits::WHOLE } else { Traits::empty() }, at);
    }
    if words!(".shutdownServer( .killOp( .stepDown( .fsyncLock( {shutdown:").any_within(&code) {
        add(walker, Kind::Stops, Traits::empty(), at);
    }
    if words!(
        ".dropUser( .dropRole( .grantRolesToUser( .revokeRolesFromUser( .changeUserPassword( \
         .updateUser("
    )
    .any_within(&code)
    {
        add(walker, Kind::ChangesRights, Traits::empty(), at);
    }
    walker.mark_changing();
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
